"""Lists that a cell tells in words: of small objects, "article A-12, qty 2; article B-7, qty 1",
and of codes, "A-12, B-7"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphrag_neo4j.extract.rules.codes import is_code_in_cell
from graphrag_neo4j.extract.rules.row_cells import Field

_PART = re.compile(r"(?P<label>[^\W\d][\w-]{0,39}) (?P<value>[^,;]{1,200})")
_ITEM = re.compile(r"[^\s,;/]+")
_CODES = re.compile(r"[^\s,;/]+(?:\s?[,;/]\s?[^\s,;/]+)+")
_FEWEST_FIELDS = 2
_LONGEST_VALUE = 8  # words
_LONGEST_JOINED = 200


def objects_in(field: Field) -> list[tuple[Field, ...]]:
    """The objects of a list, each by its fields; none of other cells: all have more than one field,
    and the same first one, and one alone has nothing but codes, numbers and names as values."""
    found: list[tuple[Field, ...]] = []
    at = field.start
    if ", " not in field.value:
        return found
    for item in field.value.split("; "):
        fields = _fields(item, at)
        if not fields or (found and fields[0].label != found[0][0].label):
            return []
        found.append(fields)
        at += len(item) + 2
    return found if len(found) > 1 or all(map(_is_told, found[0])) else []


def codes_in(field: Field) -> list[Field]:
    """The codes of which a cell is a list, by commas, semicolons, slashes; none of other cells."""
    if not _CODES.fullmatch(field.value):
        return []
    items = list(_ITEM.finditer(field.value))
    if not all(is_code_in_cell(item[0]) for item in items):
        return []
    return [Field(field.label, item[0], field.start + item.start()) for item in items]


def _fields(item: str, start: int) -> tuple[Field, ...]:
    found: list[Field] = []
    for part in item.split(", "):
        told = _PART.fullmatch(part)
        if (told is None and not found) or len(part.split()) > _LONGEST_VALUE:
            return ()
        if told is None:  # "Rye loaf, large"
            last = found.pop()
            if last.end - last.start > _LONGEST_JOINED:
                return ()
            found.append(Field(last.label, f"{last.value}, {part}", last.start))
        else:
            found.append(Field(told["label"], told["value"], start + told.start("value")))
        start += len(part) + 2
    return tuple(found) if _are_labels(found) else ()


def _are_labels(fields: Sequence[Field]) -> bool:
    labels = [field.label for field in fields]
    are_words = all(label[0].islower() for label in labels)
    return are_words and len(labels) >= _FEWEST_FIELDS and len(set(labels)) == len(labels)


def _is_told(field: Field) -> bool:
    """Whether a value is no mere word: "A-12", "2", "Port Melby"."""
    return field.value[0].isupper() or field.value[0].isdigit()
