"""The fields of a row, and what they are fields of where none of its cells says so: a line of a
table that stands at the head of a document is about the document, a setting is about its path."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphrag_neo4j.extract.lexicon import bag, normal_form, plain_words
from graphrag_neo4j.extract.rules.days import is_date
from graphrag_neo4j.extract.rules.name_spans import is_capital
from graphrag_neo4j.extract.rules.row_cells import PARTICLES, About, Field, fields_in
from graphrag_neo4j.extract.rules.titles import title_names
from graphrag_neo4j.model import Block, Document

_PART = re.compile(r"[^;]+")
_LABEL = re.compile(r"(?P<label>[^\W_][^:;]{0,59}):[^\S\n]+(?=\S)")
_LABEL_CELL = re.compile(r"[^\W\d_](?:[^\W\d_]| (?=\w)|[-'’]){1,39}:?")
_WORDED = re.compile(r"[^\W_]")
_NOT_WORD = re.compile(r"[\W_]+")
_LONGEST_LABEL = 5  # words
_FEWEST_OF_NAME = 2  # words; one may be a program's
_HEAD_OF_DOCUMENT = 3  # headings
_OF_DOCUMENTS = bag(
    """
    author authors owner owners editor editors reviewer reviewers approver approvers approved
    status state date version revision created updated modified deciders decider stakeholders
    contact department team project priority severity classification confidentiality deadline due
    assignee assigned lead leader manager maintainer coordinator supervisor sponsor responsible
    reporter requester organizer organiser landlord tenant insurer supplier
    attendees participants present absent excused chair moderator minutes secretary venue location
    place time subject topic applies effective valid supersedes replaces
    autor autoren verfasser verfasserin stand datum ort teilnehmer teilnehmende anwesend abwesend
    entschuldigt leitung protokoll protokollführer protokollführung betreff verantwortlich
    auteur auteurs statut lieu présents absents excusés objet responsable
    autora fecha estado lugar asistentes ausentes asunto
    """
)
"""Labels of what stands at the head of minutes, decisions and specifications."""


_NAMES_OF_FIELDS = bag(
    "field property attribute key feld eigenschaft merkmal champ campo propiedad"
)
_VALUES = bag("value values detail details wert inhalt valeur valor")
_FILED = frozenset({"categories", "keyword", "keywords", "tag", "tags"})
"""Fields at the head of a note that tell where to find it, and nothing of what it is about."""


def row_fields(
    block: Block, text: str, reading: str, title: str
) -> tuple[str, tuple[Field, ...], About | None]:
    """What is read of a row, its fields, and what they are of, if that stands in none of its
    cells. ``text``: the row as it stands, on one line; ``title``: what it is a field of, if that
    stands above it."""
    if about := _setting(block, text):
        setting, *comment = _of_setting(reading, block)
        if title:
            return reading, (replace(setting, label=about.name), *comment), About(title)
        return reading, (setting, *comment), about
    if any(block.columns) and not (title and _are_bare(block.columns)):
        return reading, fields_in(reading, block.columns, block.cells), None
    pair = _pair(block.cells) if title else None
    if pair is not None and pair[0].casefold() not in _FILED:
        label, value = pair
        said = f"{label}: {value}"
        return said, (Field(label, value, len(label) + 2),), about_title(title)
    found = fields_told(reading) if len(block.cells) == 1 else ()
    return reading, found if len(found) > 1 else (), None


def _are_bare(columns: Sequence[str]) -> bool:
    """Whether columns say no more than that a table has fields and values."""
    names = [name.strip(" :*_").casefold() for name in columns]
    return len(names) == 2 and names[0] in _NAMES_OF_FIELDS and names[1] in _VALUES


def _setting(block: Block, text: str) -> About | None:
    """The path of a setting, whose second cell is a comment."""
    if len(block.columns) != 2 or len(block.cells) != 2 or block.columns[1]:
        return None
    value, comment = block.cells
    said = f"{block.columns[0]}: {value}" + (f" # {comment}" if comment else "")
    return About(block.columns[0], is_entity=False) if text == " ".join(said.split()) else None


def _of_setting(reading: str, block: Block) -> tuple[Field, ...]:
    """The value of a setting, and the comment, which has no label."""
    start = len(block.columns[0].rstrip(" :")) + 2
    value, comment = block.cells
    found = [Field("value", value, start)]
    at = reading.find(comment, found[0].end) if comment else -1
    return (*found, Field("", comment, at)) if at >= 0 else tuple(found)


def _pair(cells: Sequence[str]) -> tuple[str, str] | None:
    """A label and its value: two cells, or "label: value" in one."""
    filled = [cell for cell in cells if cell]
    if len(filled) == 1 and len(told := fields_told(filled[0])) == 1:
        return told[0].label, told[0].value
    if len(filled) == 2 and cells[0]:
        return filled[0].rstrip(" :"), filled[1]
    return None


def about_title(title: str) -> About:
    """What a title or heading names; mere words, if it names nothing."""
    names = title_names(title)
    is_entity = bool(names) and not is_date(title)
    return About(names[0] if is_entity else title, is_entity)


def titled_rows(document: Document) -> dict[int, str]:
    """Where rows begin that are fields of what is named above them, and that: those at the head of
    the document, of tables right below a name, and settings of somebody."""
    head = dict.fromkeys(_head_rows(document), document.title)
    return _sheet_rows(document) | _named_settings(document) | head


def _named_settings(document: Document) -> dict[int, str]:
    """The settings of a file that is about one thing with a name, as its "name" says."""
    rows = [block for block in document.blocks if block.kind == "row"]
    names = [row.cells[0] for row in rows if row.columns == ("name", "")]
    if len(names) != 1 or len(names[0].split()) < _FEWEST_OF_NAME or not is_name(names[0]):
        return {}
    return {row.start: names[0] for row in rows if len(row.columns) == 2 and not row.columns[1]}


def _sheet_rows(document: Document) -> dict[int, str]:
    """The rows of tables with a label and a value in each, and no names of columns, right below a
    heading that is a name."""
    headings = sorted(document.headings, key=lambda heading: heading.start)
    starts = [heading.start for heading in headings]
    found: dict[int, str] = {}
    for table in _tables(document, None):
        number = bisect_left(starts, table[0].start) - 1
        if number < 0 or not _is_sheet(table) or not is_name(headings[number].title):
            continue
        heading = headings[number]
        between = document.text[heading.start : table[0].start]
        if between.count("\n") and not _WORDED.search(between, between.index("\n")):
            found |= dict.fromkeys((row.start for row in table), heading.title)
    return found


def _is_sheet(table: Sequence[Block]) -> bool:
    """Whether each row is a label of its own, in words, and a value."""
    labels = [row.cells[0] for row in table if len(row.cells) == 2 and not any(row.columns)]
    is_told = all(_LABEL_CELL.fullmatch(label) for label in labels)
    return len(table) > 1 and is_told and len(set(labels)) == len(table)


def is_name(heading: str) -> bool:
    """Whether a heading is a name: "Tamsin Pike", and no "Opening hours"."""
    words = heading.split()
    is_written = all(is_capital(word) or word in PARTICLES for word in words)
    return is_written and not plain_words().issuperset(normal_form(heading).split())


def _head_rows(document: Document) -> frozenset[int]:
    """Where the rows of tables begin that stand at the head of a document, half of whose labels
    are such as stand there; and the fields of front matter, whatever their labels."""
    starts = sorted(heading.start for heading in document.headings)
    end = starts[_HEAD_OF_DOCUMENT - 1] if len(starts) >= _HEAD_OF_DOCUMENT else None
    found = set(_front_rows(document)) if document.title else set[int]()
    for table in _tables(document, end) if document.title else ():
        labels = [pair[0] for row in table if (pair := _pair(row.cells)) is not None]
        known = sum(map(is_of_documents, labels))
        if known and 2 * known >= len(labels):
            found.update(row.start for row in table)
    return frozenset(found)


def _front_rows(document: Document) -> Iterator[int]:
    """Where the fields of a note's front matter begin."""
    end = document.text.find("\n---") if document.text.startswith("---") else -1
    for row in document.blocks if document.is_markdown else ():
        if row.start > end:
            return
        if row.kind == "row":
            yield row.start


def _tables(document: Document, end: int | None) -> Iterator[list[Block]]:
    """The rows without columns, or with bare ones, that begin before ``end``, those together that
    no prose parts."""
    run: list[Block] = []
    for row in document.blocks:
        has_names = any(row.columns) and not _are_bare(row.columns)
        if row.kind != "row" or has_names or (end is not None and row.start > end):
            continue
        if run and any(map(str.isalnum, document.text[run[-1].end : row.start])):
            yield run
            run = []
        run.append(row)
    if run:
        yield run


def is_of_documents(label: str) -> bool:
    """Whether such a label stands at the head of documents."""
    words = _NOT_WORD.sub(" ", label).casefold().split()
    return 0 < len(words) <= _LONGEST_LABEL and not _OF_DOCUMENTS.isdisjoint((words[0], words[-1]))


def fields_told(reading: str) -> tuple[Field, ...]:
    """The fields of a row in words: "Branch: Oslo; Head: Ann Berg"; none of other text."""
    found: list[Field] = []
    for part in _PART.finditer(reading):
        start = part.start() + len(part[0]) - len(part[0].lstrip())
        label = _LABEL.match(reading, start, part.end())
        if label is None or len(label["label"].split()) > _LONGEST_LABEL:
            if not found:
                return ()
            last = found[-1]  # a cell with a semicolon
            found[-1] = Field(last.label, reading[last.start : part.end()].rstrip(), last.start)
            continue
        found.append(
            Field(label["label"].strip(), reading[label.end() : part.end()].rstrip(), label.end())
        )
    return tuple(found)
