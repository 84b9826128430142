"""What the fields of a record say: a row of names and values, beside its text if it has one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from graphrag_neo4j.model import Block
from graphrag_neo4j.readers.content import clean_text
from graphrag_neo4j.readers.written_numbers import in_words

_LONGEST_VALUE = 200
_LONGEST_ROW = 600
"""Characters that are one statement; what is longer is parted."""
_LONGEST_FIELDS = 2_000
"""Characters of fields that stand beside a text."""
_MOST_FIELDS = 100
_DEEPEST = 3
_MOST_OBJECTS = 20
_WIDEST_OBJECT = 5
"""Of a list that is told in words: how many objects, and how many fields each may have."""
_SPOKEN_ID = re.compile(r"#?(?:[^\W\d_]{1,6}[-_/])?\d{1,8}(?:[-/.]\d{1,6})?")
Fields = list[tuple[str, str]]


def column_names(names: Iterable[str]) -> list[str]:
    """What the columns of a table are called as fields, no two alike: "Comment", "Comment 2"; one
    without a name by its number ("column_3")."""
    taken: dict[str, int] = {}
    found = []
    for number, name in enumerate(names, start=1):
        first = own = name or f"column_{number}"
        while own in taken:
            taken[first] += 1
            own = f"{first} {taken[first]}"
        taken[own] = 1
        found.append(own)
    return found


def titled_record(
    id_: str, title: str, fields: Mapping[str, str], notes: Iterable[str]
) -> dict[str, object]:
    """A record that reads: its title, its fields, and what is noted of it."""
    told = {f"{name[:1].upper()}{name[1:]}": words for name, words in fields.items() if words}
    text = "\n\n".join(filter(None, notes))
    return {"id": id_, "title": title or None, **told, "text": text}


def fields_of(
    record: Mapping[str, object], leave: Collection[str | None] = (), *, is_whole: bool = False
) -> Fields:
    """Names and values that say something, but for the fields called ``leave``; objects within
    are given by all their names ("customer phone"), lists of words by commas, short lists of small
    objects in words ("assignees login: ann, bo").

    ``is_whole``: the fields are all that the record says, so what lies deeper is told, too, each
    object of a list by its own fields ("replies author"); else only where it is short.
    """
    kept = {name: value for name, value in record.items() if name not in leave}
    return [(" ".join(path), value) for path, value in _flat(kept, (), is_whole) if value]


def spoken_id(record: Mapping[str, object], field: str | None) -> Fields:
    """The id of a record, if people may ask for it by that: "415", "PM-31", no hash."""
    value = str(record[field]).strip() if field else ""
    return [(field, value)] if field and _SPOKEN_ID.fullmatch(value) else []


def short_fields(fields: Fields, text: str) -> Fields:
    """What can stand beside ``text`` in a row: short, no address, and not said there as it is."""
    low = text.casefold()
    short = [
        (name, value)
        for name, value in fields
        if _is_short(value) and not value.startswith(("http://", "https://"))
    ]
    if len(short) > _MOST_FIELDS:
        return []
    found = [one for one in short if f"{one[0]}: {one[1]}".casefold() not in low]
    return found if _length(found) <= _LONGEST_FIELDS else []


def lines_of(fields: Fields) -> str:
    """Fields, one "name: value" a line, without a name the value."""
    return "\n".join(f"{name}: {value}" if name else value for name, value in fields)


def rows_of(fields: Fields, start: int = 0) -> tuple[Block, ...]:
    """The lines of ``fields``, from ``start`` on, as rows of a table: neighbours that are short
    are one, up to :data:`_LONGEST_ROW`; a long field is prose, and one alone is a line."""
    rows: list[Block] = []
    run: Fields = []
    begin = at = start
    for name, value in [*fields, ("", "")]:
        size = _length([(name, value)])
        is_again = bool(name) and any(name == own for own, _ in run)  # the next of a list
        is_last = not value or not _is_short(value) or at + size - begin > _LONGEST_ROW
        if run and (is_again or is_last):
            rows += _row(run, begin)
            run = []
        if not run:
            begin = at
        if _is_short(value):
            run.append((name, value))
        at += size + 1
    return tuple(rows)


def _row(run: Fields, start: int) -> list[Block]:
    if len(run) < 2:
        return []
    names, values = zip(*run, strict=True)
    cells = tuple(" ".join(value.split()) for value in values)
    return [Block(start, start + _length(run), "row", names, cells)]


def _is_short(value: str) -> bool:
    return len(value) <= _LONGEST_VALUE


def _length(fields: Fields) -> int:
    return len(lines_of(fields))


def _flat(
    record: Mapping[object, object] | Mapping[str, object], above: tuple[str, ...], is_whole: bool
) -> Iterator[tuple[tuple[str, ...], str]]:
    for key, value in record.items():
        path = (*above, " ".join(clean_text(str(key)).split()))
        if isinstance(value, Mapping) and len(path) < _DEEPEST:
            yield from _flat(value, path, is_whole)
        elif isinstance(value, list) and not _has_objects(value):
            yield path, _listed(value)
        elif isinstance(value, list) and (told := _told(value)):
            name, said = told
            yield (*path, name) if name else path, said
        elif isinstance(value, (list, Mapping)):
            if is_whole or _is_short(in_words(value)):
                yield from _within(value, path[-1], is_whole)
        elif value is not None:
            yield path, in_words(value).strip()


def _within(
    value: list[object] | Mapping[object, object], name: str, is_whole: bool
) -> Iterator[tuple[tuple[str, ...], str]]:
    """What the objects say that lie deep, or in a list, under ``name``."""
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, Mapping):
            yield from _flat(item, (name,), is_whole)
        else:
            yield from _flat({name: item}, (), is_whole)


def _has_objects(items: list[object]) -> bool:
    return any(
        isinstance(one, Mapping) or (isinstance(one, list) and _has_objects(one)) for one in items
    )


def _listed(items: list[object]) -> str:
    """A list of words by commas, a list of such lists by semicolons."""
    if any(isinstance(one, list) for one in items):
        parts = [_listed(one if isinstance(one, list) else [one]) for one in items]
        return "; ".join(filter(None, parts))
    return ", ".join(filter(None, (in_words(one).strip() for one in items if one is not None)))


def _told(items: list[object]) -> tuple[str, str] | None:
    """A list of small objects in words: the one name that all their fields have and their values,
    or, of a short list, "" and names and values. None of other lists."""
    objects = [_small(item) for item in items if item is not None]
    names = {name for fields in objects for name, _ in fields or ()}
    if None in objects or not names:
        return None
    fields = [one for one in objects if one]
    if len(names) == 1:
        return names.pop(), ", ".join(value for one in fields for _, value in one)
    words = "; ".join(", ".join(f"{key} {value}" for key, value in one) for one in fields)
    return ("", words) if len(items) <= _MOST_OBJECTS and _is_short(words) else None


def _small(item: object) -> Fields | None:
    """The fields of a small flat object that say something; None of anything else."""
    if not isinstance(item, Mapping) or len(item) > _WIDEST_OBJECT:
        return None
    if any(isinstance(value, (list, Mapping)) for value in item.values()):
        return None
    told = ((" ".join(clean_text(str(key)).split()), value) for key, value in item.items())
    fields = [(name, in_words(value).strip()) for name, value in told if value is not None]
    return [(name, value) for name, value in fields if value]
