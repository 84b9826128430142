"""What a row with a long cell is about, for the sentences of that cell: its key and its subject.

"Ticket: T-3301; Subject: Printer prints twice" stands above "Comment: the second queue was
removed", which alone tells nobody of which ticket.
"""

from __future__ import annotations

from graphrag_neo4j.extract.rules.row_cells import fields_in
from graphrag_neo4j.extract.rules.row_keys import key_of, subject_of
from graphrag_neo4j.model import Document
from graphrag_neo4j.text.named_cells import named_cells

_LONGEST = 160  # characters


def record_subject(document: Document) -> str:
    """ "T-3301: Printer prints twice" of a record whose fields are a row and whose long ones are
    prose; "" of all others."""
    if document.has_lines or document.is_markdown or document.headings:
        return ""
    row = next((block for block in document.blocks if block.kind == "row"), None)
    if row is None or not row.columns or not row.columns[0]:
        return ""
    if "\n" not in document.text[row.start : row.end]:  # no field of a record a line
        return ""
    fields = fields_in(named_cells(row.columns, row.cells), row.columns, row.cells)
    key = key_of(fields)
    if key is None or key.is_day:
        return ""
    subject = subject_of(fields)
    told = [key.name, *([subject.value] if subject and subject not in key.fields else [])]
    said = ": ".join(told)
    return f"{said}:" if len(said) <= _LONGEST else f"{key.name}:"
