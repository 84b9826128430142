"""Rich text (.rtf)."""

from __future__ import annotations

import re
from pathlib import Path

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import Blocks, clean_text, title_from_name, with_words

_STYLE_MARK = re.compile(r"\\\*(?=\\(?:cs|ds|ts)\d)")
"""What programs that know no styles may skip is the style, not its text, as the library has it."""


def read_rtf(path: Path, uri: str) -> Document:
    """The paragraphs of an .rtf file; cells of a row parted by commas."""
    from striprtf.striprtf import rtf_to_text

    source = path.read_bytes().decode("latin-1")  # RTF is ASCII; other bytes are escaped
    if not source.strip():
        with_words("")
    if not source.lstrip().startswith("{\\rtf"):
        raise ReadError("it is not a sound RTF file.", "Save it anew.", "corrupt")
    try:
        plain = rtf_to_text(_STYLE_MARK.sub("", source), errors="replace")  # type: ignore[no-untyped-call]
        text = clean_text(plain)
    except (ValueError, LookupError, IndexError, RecursionError) as error:
        raise ReadError("it is not a sound RTF file.", "Save it anew.", "corrupt") from error
    blocks = Blocks()
    for line in text.split("\n"):
        blocks.add(
            ", ".join(filter(None, (cell.strip() for cell in line.split("|"))))
            if line.endswith("|")
            else line
        )
    return blocks.document(uri, title_from_name(path))
