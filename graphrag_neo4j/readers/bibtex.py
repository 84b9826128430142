"""Literature (.bib): each entry a document of its own."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.readers.content import read_text_file
from graphrag_neo4j.readers.record_fields import titled_record
from graphrag_neo4j.readers.records import Item, Records

if TYPE_CHECKING:
    from bibtexparser.model import Entry

_LONG = ("abstract", "annote", "annotation", "note")


def read_bibtex(path: Path, uri: str, key: str = "") -> Iterator[Item]:
    """The entries of a BibTeX file, known by their citation keys: the title, the other fields one
    a line, and the abstract. Names read as they are said, LaTeX as what it prints."""
    from bibtexparser import middlewares as steps
    from bibtexparser.entrypoint import parse_string

    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)  # what is wrong is told by us

    library = parse_string(
        read_text_file(path),
        append_middleware=[
            steps.SeparateCoAuthors(),
            steps.SplitNameParts(),
            steps.MergeNameParts(style="first"),
            steps.MergeCoAuthors(),
            steps.LatexDecodingMiddleware(),
        ],
    )
    records = Records(path, uri, key=key)
    if not library.entries and not library.failed_blocks:
        raise ReadError("it has no entries.", "Leave it out.", "empty")
    number = 0
    for number, entry in enumerate(library.entries, start=1):
        yield records.read(number, _record(entry), "entry")
    for bad in library.failed_blocks:
        number += 1
        where = f"line {(bad.start_line or 0) + 1}"
        what = f": {bad.error}" if str(bad.error) else ""
        yield records.bad(number, f"{where}: the entry is not sound{what}.")


def _record(entry: Entry) -> dict[str, object]:
    fields = {field.key.lower(): " ".join(str(field.value).split()) for field in entry.fields}
    title = fields.pop("title", "")
    long = [fields.pop(name) for name in _LONG if fields.get(name)]
    return titled_record(entry.key, title, {**fields, "kind": entry.entry_type}, long)
