"""One budget of tokens for all tables of a context.

Each section first fills its share; what it leaves goes to the next, and what the last one
leaves to those that still have records. The record that does not fit is shortened, in its one
long column, to what is left; those after it are dropped. Records come most relevant first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.search.tables import (
    COLUMNS,
    LONG_COLUMN,
    Record,
    RecordIndex,
    csv_line,
    heading,
)
from graphrag_neo4j.text.tokens import count_tokens, first_tokens

MIN_WORDS = 12
"""Tokens of its long column below which a shortened record is not worth its place."""
ELLIPSIS = "…"


@dataclass(frozen=True)
class Section:
    """Records of one table, most relevant first. ``share`` of the budget, 0 to 1; ``cap``: share
    of the section that one record may take before the rest is handed out; ``shorten``: whether
    the last record may be shortened."""

    dataset: str
    share: float
    records: Sequence[Record]
    cap: float = 1.0
    shorten: bool = True
    columns: tuple[str, ...] = ()


@dataclass(frozen=True)
class Context:
    """What a model is given. ``text``: the tables; ``tables``: their rows by name, as shown;
    ``tokens`` of the text, at most ``budget``; ``section_tokens``: by table."""

    text: str = ""
    tables: dict[str, list[Row]] = field(default_factory=dict)
    tokens: int = 0
    budget: int = 0
    section_tokens: dict[str, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return any(self.tables.values())


@dataclass
class _Shown:
    record: Record
    row: Row
    cost: int
    whole: bool


class _Draft:
    def __init__(self, section: Section, budget: int, register: RecordIndex) -> None:
        self.section = section
        self.columns = section.columns or COLUMNS[section.dataset]
        self.heading = heading(section.dataset, self.columns)
        self.share = int(section.share * budget)
        self.shown: list[_Shown] = []
        self.used = 0
        self._register = register

    def fill(self, room: int, *, capped: bool = False, first: bool = False) -> int:
        """Show records within ``room`` tokens; the number of tokens it took.

        ``capped``: none longer than the section's cap. ``first``: the first one even if only
        shortened.
        """
        before = self.used
        limit = int(self.section.cap * self.share) if capped else room
        for record in self.section.records[len(self.shown) :]:
            left = room - (self.used - before)
            head = 0 if self.shown else count_tokens(self.heading)
            shown = self._fitted(record, min(left - head, max(limit, 3 * MIN_WORDS)))
            must = first and not self.shown
            if shown is None or (not shown.whole and shown.cost > left - head):
                break
            if not shown.whole and not (must or (capped and limit < left - head)):
                break
            self._add(shown, head)
        return self.used - before

    def shorten(self, room: int) -> int:
        """Show one more record, shortened to ``room``; the number of tokens it took."""
        rest = self.section.records[len(self.shown) :]
        if not rest or not self.section.shorten:
            return 0
        head = 0 if self.shown else count_tokens(self.heading)
        shown = self._fitted(rest[0], room - head)
        if shown is None:
            return 0
        self._add(shown, head)
        return shown.cost + head

    def lengthen(self, room: int) -> int:
        """Give shortened records more of their text; the number of tokens it took."""
        taken = 0
        for shown in self.shown:
            if shown.whole or room - taken < MIN_WORDS:
                continue
            longer = self._fitted(shown.record, shown.cost + room - taken)
            if longer is not None and longer.cost > shown.cost:
                taken += longer.cost - shown.cost
                shown.row, shown.cost, shown.whole = longer.row, longer.cost, longer.whole
        self.used += taken
        return taken

    def text(self) -> str:
        if not self.shown:
            return ""
        return self.heading + "".join(self._line(shown.row) for shown in self.shown)

    def _add(self, shown: _Shown, head: int) -> None:
        self._register.keep(shown.record)
        self.shown.append(shown)
        self.used += shown.cost + head

    def _fitted(self, record: Record, room: int) -> _Shown | None:
        """The record in at most ``room`` tokens, its long column shortened if need be."""
        row = {"id": self._register.id_of(record), **record.values}
        row = {name: row[name] for name in self.columns}
        cost = count_tokens(self._line(row))
        if cost <= room:
            return _Shown(record, row, cost, True)
        if not self.section.shorten:
            return None
        name = LONG_COLUMN[record.dataset]
        long = str(row[name])
        words = room - count_tokens(self._line({**row, name: ELLIPSIS}))
        while words >= MIN_WORDS:
            cut = {**row, name: first_tokens(long, words).rstrip() + ELLIPSIS}
            cost = count_tokens(self._line(cut))
            if cost <= room:
                return _Shown(record, cut, cost, False)
            words -= max(1, cost - room)
        return None

    def _line(self, row: Row) -> str:
        values: list[Any] = [row[name] for name in self.columns]
        return csv_line(values)


def allocate(
    sections: Sequence[Section], budget: int, register: RecordIndex, *, pass_on: bool = True
) -> Context:
    """The tables of ``sections`` in at most ``budget`` tokens.

    With ``pass_on`` False each section keeps to its share and leaves the rest unused.
    """
    drafts = [_Draft(section, budget, register) for section in sections]
    left = 0
    for draft in drafts:
        room = draft.share + (left if pass_on else 0)
        left = room - draft.fill(room, capped=pass_on, first=True)
        if not pass_on:
            draft.shorten(left)
    if pass_on:
        left = budget - sum(draft.used for draft in drafts)
        for draft in drafts:
            left -= draft.fill(left)
        for draft in drafts:
            left -= draft.lengthen(left)
        for draft in reversed(drafts):
            left -= draft.shorten(left)
    text = "".join(draft.text() for draft in drafts)
    tables = {d.section.dataset: [shown.row for shown in d.shown] for d in drafts}
    used = {d.section.dataset: d.used for d in drafts}
    return Context(text, tables, sum(used.values()), budget, used)


def together(contexts: Sequence[Context]) -> Context:
    """Several contexts of one answer as one, to be shown; each row once."""
    tables: dict[str, dict[Any, Row]] = {}
    tokens: dict[str, int] = {}
    for context in contexts:
        for name, rows in context.tables.items():
            shown = tables.setdefault(name, {})
            for row in rows:
                shown.setdefault(row["id"], row)
        for name, n in context.section_tokens.items():
            tokens[name] = tokens.get(name, 0) + n
    return Context(
        "".join(context.text for context in contexts),
        {name: list(rows.values()) for name, rows in tables.items()},
        sum(tokens.values()),
        sum(context.budget for context in contexts),
        tokens,
    )
