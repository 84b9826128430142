"""The least and the most of a table ("the cheapest shelf"): which of its rows has it, no row says.

Rows of one table that were read come sorted by the column that is asked for. Only their order
changes: nothing is claimed, as not all rows may have been read. On two folders of tables the first
statement answers ten and seven questions more, of 156 and 19.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import islice

from graphrag_neo4j.retrieve.question.terms import asked_stems, stems
from graphrag_neo4j.retrieve.ranking.quantities import is_day, quantity
from graphrag_neo4j.retrieve.ranking.ranked import Ranked, by_score

_AMONG = 12
"""A table is sorted only where one of its rows is shown anyway."""
_FEWEST_ROWS = 3
_SHOWN_FIRST = 4
"""Rows that come first, so that a reader sees what the best one is better than."""
_STEP = 1e-3
"""How far these stand apart."""
_PRICES = "price cost costs amount fee rate value worth"
_TIMES = "date day year start end time due since bought founded built born birthday dep departure"
_BEFORE_FIRST = r"(?:(?<=\bthe )|(?<=\bour )|(?<=\bmy )|(?<='s )|\A)"
_NO_FIRST = r"(?= \w)(?! (?:aid|class|half|hand|name|quarter|thing|time|\d))"
_NO_LAST = r"(?= \w)(?! (?:names?|days?|months?|nights?|quarter|time|weeks?|years?|\d))"
_LENGTHS = "time duration length hours minutes days distance km miles"
_FITS = 1.5
"""What it counts that a column is one of those that a superlative is said of; a word of the
question that names a column counts 1."""
_DATED = 1.0
"""That its cells are days, whatever it is called, where a superlative is said of days."""
_TOTAL = re.compile(r"(?:grand |sub)?(?:total|sum|gesamt\w*|summe)\b", re.IGNORECASE)
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Extreme:
    """What a question asks the most or the least of: names of ``columns`` that it is said of, and
    the stems of its words beside ``word``."""

    word: str
    is_most: bool
    columns: Set[str]
    others: Set[str]


@dataclass(frozen=True, slots=True)
class _TableRow:
    item: Ranked
    fields: Mapping[str, str]


def _words(
    text: str, *, is_most: bool, columns: str = ""
) -> tuple[re.Pattern[str], bool, Set[str]]:
    return re.compile(rf"\b(?:{text})\b", re.IGNORECASE), is_most, frozenset(columns.split())


_SUPERLATIVES = (
    _words("cheapest|least expensive", is_most=False, columns=_PRICES),
    _words("most (?:expensive|valuable)|dearest|priciest", is_most=True, columns=_PRICES),
    _words("oldest", is_most=False, columns=f"{_TIMES} age"),
    _words("earliest|soonest", is_most=False, columns=_TIMES),
    _words("newest|youngest|latest|most recent", is_most=True, columns=_TIMES),
    _words(rf"{_BEFORE_FIRST}first{_NO_FIRST}", is_most=False, columns=_TIMES),
    _words(rf"{_BEFORE_FIRST}last{_NO_LAST}", is_most=True, columns=_TIMES),
    _words("fastest|quickest|shortest", is_most=False, columns=_LENGTHS),
    _words("slowest|longest|farthest|furthest", is_most=True, columns=_LENGTHS),
    _words("lightest", is_most=False, columns="weight mass kg g"),
    _words("heaviest", is_most=True, columns="weight mass kg g"),
    _words("(?<!at )least|lowest|fewest|smallest", is_most=False),
    _words("(?<!at )most|highest|largest|biggest|greatest", is_most=True),
)


def asked_extreme(question: str) -> Extreme | None:
    """The first superlative of a question, if there is one."""
    found = [
        (match.start(), n, match[0])
        for n, (pattern, _, _) in enumerate(_SUPERLATIVES)
        if (match := pattern.search(question))
    ]
    if not found:
        return None
    _, n, word = min(found)
    _, is_most, columns = _SUPERLATIVES[n]
    return Extreme(word, is_most, columns, asked_stems(question.replace(word, " ", 1)))


def with_extremes(asked: Extreme, found: Sequence[Ranked]) -> list[Ranked]:
    """``found``, where of the first table with a fitting column the rows with the most, or the
    least, come at the place of its best row; all as they were where no column fits."""
    fitting = next(_fitting(asked, found), None)
    if fitting is None:
        return list(found)
    rows, column = fitting
    own = [row for row in rows if not _is_total(row)]
    first = _sorted(_meeting(own, asked, column), column, asked)
    return _led(found, rows, first[:_SHOWN_FIRST])


def has_table(asked: Extreme, found: Sequence[Ranked]) -> bool:
    """Whether a table that was found has a column that fits."""
    return next(_fitting(asked, found), None) is not None


def _fitting(asked: Extreme, found: Sequence[Ranked]) -> Iterator[tuple[list[_TableRow], str]]:
    """The tables with a column that fits, each with its name."""
    for rows in _tables(found):
        if column := _column(rows, asked):
            yield rows, column


def _tables(found: Sequence[Ranked]) -> Iterator[list[_TableRow]]:
    """The rows of each table of which one is among the first statements, the best table first: of
    one file, with the same names, or a part of these, as cells may be empty."""
    tables: dict[str, list[list[_TableRow]]] = defaultdict(list)
    order: list[list[_TableRow]] = []
    seen: set[str] = set()
    for place, item in enumerate(sorted(found, key=by_score)):
        fields = _fields(item.shown)
        if len(fields) < 2 or item.id in seen:
            continue
        seen.add(item.id)
        file = str(item.chunk["source"].get("uri")).partition("#")[0]
        own = next((rows for rows in tables[file] if _is_of(fields, rows)), None)
        if own is not None:
            own.append(_TableRow(item, fields))
        elif place < _AMONG:
            tables[file].append([_TableRow(item, fields)])
            order.append(tables[file][-1])
    yield from (rows for rows in order if len(rows) >= _FEWEST_ROWS)


def _is_of(fields: Mapping[str, str], rows: Sequence[_TableRow]) -> bool:
    names = rows[0].fields.keys()
    return fields.keys() <= names or fields.keys() >= names


def _fields(text: str) -> dict[str, str]:
    """The cells of a row that is shown as "Item: shelf; Price: 14"."""
    found: dict[str, str] = {}
    for part in text.split("; "):
        name, colon, value = part.partition(": ")
        if colon and len(name) <= _LONGEST_NAME:
            found.setdefault(name.strip(), value.strip())
    return found


def _column(rows: Sequence[_TableRow], asked: Extreme) -> str:
    """The column of quantities that a question names, or that its superlative is said of; "" where
    none fits, two fit alike and the superlative is said of anything, or one has it in its name
    ("last departure"): its cells say it themselves."""
    fitting = []
    for name in dict.fromkeys(name for row in rows for name in row.fields):
        if asked.word.casefold() in name.casefold():
            return ""
        cells = [row.fields[name] for row in rows if name in row.fields]
        values = [value for cell in cells if (value := quantity(cell)) is not None]
        is_dated, of_days = all(map(is_day, cells)), "date" in asked.columns
        if 2 * len(values) <= len(cells) or len(set(values)) < 2 or (is_dated and not of_days):
            continue
        words = re.findall(r"[^\W_]+", name.casefold())
        shared = len(stems(" ".join(words)) & asked.others)
        is_named = not asked.columns.isdisjoint(words)
        if fits := shared + (_FITS if is_named else _DATED * is_dated):
            fitting.append((fits, name))
    fitting.sort(key=lambda pair: -pair[0])
    is_open = len(fitting) > 1 and fitting[0][0] == fitting[1][0] and not asked.columns
    return "" if is_open or not fitting else fitting[0][1]


def _meeting(rows: Sequence[_TableRow], asked: Extreme, column: str) -> list[_TableRow]:
    """The rows whose other cells have most of the question's words: "the cheapest oak table"; all
    where only one has a single word of it, which may be chance."""
    cells = [(cell for name, cell in row.fields.items() if name != column) for row in rows]
    met = [len(stems(" ".join(said)) & asked.others) for said in cells]
    most = max(met, default=0)
    meeting = [row for row, n in zip(rows, met, strict=True) if n == most]
    return meeting if most > 1 or len(meeting) > 1 else list(rows)


def _is_total(row: _TableRow) -> bool:
    return any(map(_TOTAL.match, islice(row.fields.values(), 1)))


def _sorted(rows: Sequence[_TableRow], column: str, asked: Extreme) -> list[str]:
    """The ids of rows by what they have in a column, those without a quantity left out."""
    values = [
        (value, row.item.id)
        for row in rows
        if (value := quantity(row.fields.get(column, ""))) is not None
    ]
    return [id_ for _, id_ in sorted(values, key=lambda pair: pair[0], reverse=asked.is_most)]


def _led(found: Sequence[Ranked], rows: Sequence[_TableRow], first: Sequence[str]) -> list[Ranked]:
    """``found``, where those ``first`` stand before all other ``rows``."""
    leads = {id_: 1 + _STEP * n for n, id_ in enumerate(reversed(first), start=1)}
    best = max(row.item.relevance for row in rows)
    score, alike = (max(getattr(row.item, name) for row in rows) for name in ("score", "alike"))
    return [
        item._replace(relevance=best + lead - 1, score=score * lead, alike=alike * lead)
        if (lead := leads.get(item.id))
        else item
        for item in found
    ]
