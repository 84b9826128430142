"""Rich text (.rtf)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import Blocks, clean_text, comment, title_from_name, with_words
from graphrag_neo4j.readers.edged_tables import EdgedTable, RowFormat
from graphrag_neo4j.readers.rtf_formats import RtfCell, RtfParagraph
from graphrag_neo4j.readers.rtf_groups import MARK, Told, split_rtf
from graphrag_neo4j.readers.superscripts import with_superscripts
from graphrag_neo4j.readers.written import as_written

_STYLE_MARK = re.compile(r"\\\*(?=\\(?:cs|ds|ts)\d)")
"""What programs that know no styles may skip is the style, not its text, as the library has it."""
_PARTS = re.compile(rf"({MARK.pattern}|\n)")
_CODE_PAGE = re.compile(r"\\ansicpg\d+")


def read_rtf(path: Path, uri: str) -> Document:
    """The paragraphs of an .rtf file; rows with the names of their columns; its comments, boxes and
    notes at the end. Title: its own, else its name."""
    source = path.read_bytes().decode("latin-1")  # RTF is ASCII; other bytes are escaped
    if not source.strip():
        with_words("")
    if not source.lstrip().startswith("{\\rtf"):
        raise ReadError("it is not a sound RTF file.", "Save it anew.", "corrupt")
    try:
        text, told, groups = split_rtf(_STYLE_MARK.sub("", source))
        plain, head = _plain(text), _head(source)
        apart = [(group.kind, _line(_plain(f"{head}{group.source}}}"))) for group in groups]
    except (ValueError, LookupError, IndexError, RecursionError) as error:
        raise ReadError("it is not a sound RTF file.", "Save it anew.", "corrupt") from error
    blocks = Blocks()
    _add(blocks, plain, told)
    for said in _in_order(apart):
        blocks.add(said)
    named = next((said for kind, said in apart if kind == "title"), "")
    return as_written(blocks.document(uri, named or title_from_name(path)), path)


def _add(blocks: Blocks, plain: str, told: Mapping[str, Told]) -> None:
    """The paragraphs of a text, the cells of its tables row by row."""
    table = EdgedTable()
    *ended, last = _PARTS.split(plain)
    for said, sign in (*zip(ended[::2], ended[1::2], strict=True), (last, "\n")):
        end = told.get(sign, RtfParagraph())
        if isinstance(end, RtfCell):
            table.add(said.strip(), is_bold=end.is_bold)
            table.end_cell()
        elif isinstance(end, RowFormat):
            table.end_row(end)
        elif end.in_table:
            table.add(said.strip(), end.level, is_bold=end.is_bold)
        else:
            table.add_to(blocks)
            blocks.add(" ".join(said.split()) if end.level else said, level=end.level)
    table.add_to(blocks)


def _plain(source: str) -> str:
    from striprtf.striprtf import rtf_to_text

    plain: str = rtf_to_text(source, errors="replace")  # type: ignore[no-untyped-call]
    return clean_text(with_superscripts(plain, of_runs=True))


def _head(source: str) -> str:
    """The begin of a file with the encodings of ``source``."""
    from striprtf.striprtf import font_table_group

    code_page = _CODE_PAGE.search(source)
    fonts: str = font_table_group(source)  # type: ignore[no-untyped-call]
    return f"{{\\rtf1\\ansi{code_page[0] if code_page else ''}{fonts}"


def _line(text: str) -> str:
    return " ".join(MARK.sub(" ", text).replace("|", " ").split())


def _in_order(apart: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Comments and boxes, then notes."""
    author = ""
    for kind, said in apart:
        if kind == "atnauthor":
            author = said
        elif kind == "annotation":
            yield comment(said, author)
            author = ""
        elif kind == "shptxt":
            yield said
    for kind, said in apart:
        if kind == "footnote":
            yield said
