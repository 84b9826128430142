"""Formats that people write text in: LaTeX, roff, wikis, AsciiDoc, reStructuredText, Fountain."""
