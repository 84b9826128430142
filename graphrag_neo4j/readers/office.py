"""Word files: paragraphs and tables in order, heading styles as headings."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import (
    Blocks,
    clean_text,
    safe_metadata,
    title_from_name,
    with_words,
)

if TYPE_CHECKING:
    from docx.document import Document as WordFile
    from docx.table import Table
    from docx.text.paragraph import Paragraph

_HEADING_STYLE = re.compile(r"heading (\d)", re.IGNORECASE)


def read_docx(path: Path, uri: str) -> Document:
    """A .docx file. Title: core properties, else the first title or top heading, else its name."""
    import docx

    if not path.stat().st_size:
        with_words("")
    try:
        word = docx.Document(str(path))
        blocks = _collect(word)
        core = word.core_properties
        named, author = core.title.strip(), core.author.strip()
    except OSError:
        raise
    except Exception as error:  # zip, XML and package errors of several libraries
        raise ReadError("it is not a sound Word file.", "Open it in Word and save it.") from error
    first = next((heading.title for heading in blocks.headings if heading.level == 1), "")
    title = named if named and named != "Word Document" else first
    # python-docx writes its own name where an author wrote none.
    metadata = safe_metadata([("author", author if author != "python-docx" else None)])
    metadata = {key: value for key, value in metadata.items() if value}
    return Document(
        uri,
        with_words(blocks.text),
        title or title_from_name(path),
        tuple(blocks.headings),
        metadata,
    )


def _collect(word: WordFile) -> Blocks:
    from docx.table import Table

    blocks = Blocks()
    for block in word.iter_inner_content():
        if isinstance(block, Table):
            _add_table(blocks, block)
        else:
            _add_paragraph(blocks, block)
    return blocks


def _add_paragraph(blocks: Blocks, paragraph: Paragraph) -> None:
    style = (paragraph.style.name or "") if paragraph.style is not None else ""
    text = clean_text(paragraph.text)
    heading = _HEADING_STYLE.match(style)
    if heading or style == "Title":
        blocks.add(" ".join(text.split()), level=int(heading[1]) if heading else 1)
    elif style.startswith("List") and text.strip():
        blocks.add(f"- {text.strip()}", kind="item")
    else:
        blocks.add(text)


def _add_table(blocks: Blocks, table: Table) -> None:
    for row in table.rows:
        cells: list[str] = []
        before = None
        for cell in row.cells:
            if cell._tc is not before:  # a merged cell comes once for each column it spans
                cells.append(clean_text(cell.text))
            before = cell._tc
        blocks.add_row(cells)
