"""The text that a report is written from, within a budget of tokens.

If not all fits, in this order: the largest sub-communities are given by their reports instead of
their details; descriptions are shortened; the least important lines go. A relation's line keeps
its type and its stored direction in every case.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from graphrag_neo4j.communities.inputs import (
    ClaimIn,
    CommunityInput,
    EntityIn,
    RelationIn,
    StatementIn,
    SubReport,
)
from graphrag_neo4j.model import DEFAULT_RELATION_TYPE
from graphrag_neo4j.tokens import count_tokens

CAPS = (600, 300, 150, 80, 40, 0)
"""Characters of a description, from the first cut to the last."""
SHARES = {"Entities": 0.25, "Relations": 0.7, "Reports of sub-communities": 0.9, "Claims": 1.0}
"""Where lines must go: share of the budget up to which a section, in this order, may fill it."""
MAX_STATEMENTS = 10
"""Statements that are added where all else fits."""
_HEADING_TOKENS = 12


@dataclass(frozen=True, slots=True)
class Line:
    """One line: only ``description`` may be shortened. ``child``: whose detail it is."""

    section: str
    head: str
    description: str = ""
    tail: str = ""
    child: str | None = None

    def render(self, cap: int | None = None) -> str:
        """The line in one line, whatever breaks its parts have."""
        text = " ".join(self.description.split())
        text = text if cap is None else shortened(text, cap)
        head = " ".join(self.head.split())
        return f"{head}{f' — {text}' if text else ''}{self.tail}"


@dataclass(frozen=True, slots=True)
class Counters:
    """What happened to relations on the way into report inputs, summed over reports.

    ``relations`` in the communities; ``lines`` of them given to the writer (the others stand in
    sub-reports or were cut); ``typed`` lines with a type other than RELATED; ``type_tokens``
    that the types add; ``directed`` lines that name the stored source first.
    """

    relations: int = 0
    lines: int = 0
    typed: int = 0
    type_tokens: int = 0
    directed: int = 0

    def __add__(self, other: Counters) -> Counters:
        return Counters(
            self.relations + other.relations,
            self.lines + other.lines,
            self.typed + other.typed,
            self.type_tokens + other.type_tokens,
            self.directed + other.directed,
        )


@dataclass(frozen=True, slots=True)
class Context:
    """``text`` for the writer, with what was cut: sub-reports used, description cap, lines gone."""

    text: str
    counters: Counters
    substituted: int = 0
    cap: int | None = None
    left_out: int = 0


@dataclass
class _Draft:
    lines: list[Line]
    costs: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.costs = [_cost(line.render()) for line in self.lines]

    @property
    def total(self) -> int:
        return sum(self.costs) + _HEADING_TOKENS * len(SHARES)


def build_context(data: CommunityInput, budget: int) -> Context:
    """The lines of a community in at most ``budget`` tokens."""
    child_of = {entity.id: entity.child for entity in data.entities}
    draft = _Draft(
        [
            *(_entity_line(entity) for entity in data.entities),
            *(_relation_line(relation, child_of) for relation in data.relations),
            *(_claim_line(claim, child_of) for claim in data.claims),
        ]
    )
    substituted = 0
    if draft.total > budget:
        draft, substituted = _substituted(draft, data.reports, budget)
    cap = None
    for cap in (None, *CAPS):
        costs = draft.costs if cap is None else [_cost(line.render(cap)) for line in draft.lines]
        if sum(costs) + _HEADING_TOKENS * len(SHARES) <= budget:
            lines, left_out = draft.lines, 0
            break
    else:
        lines = _fitting(draft.lines, costs, budget - 2 * _HEADING_TOKENS * len(SHARES))
        left_out = len(draft.lines) - len(lines)
    room = budget - draft.total
    statements = _room_for(data.statements, room) if not substituted and cap is None else []
    text = _render([*lines, *statements], cap, left_out)
    return Context(text, _count(data.relations, lines), substituted, cap, left_out)


def relation_text(relation: RelationIn) -> str:
    """``A [TYPE] B``, always in stored direction."""
    return f"{relation.source_name} [{relation.type}] {relation.target_name}"


def shortened(text: str, cap: int) -> str:
    """At most ``cap`` characters, cut between words, with an ellipsis where it was cut."""
    if len(text) <= cap:
        return text
    if cap < 2:
        return ""
    return text[: cap - 1].rsplit(" ", 1)[0].rstrip(" ,;:.") + "…"


def _entity_line(entity: EntityIn) -> Line:
    head = f"- {entity.name} [{entity.type}]"
    return Line("Entities", head, entity.description, child=entity.child)


def _relation_line(relation: RelationIn, child_of: Mapping[str, str | None]) -> Line:
    tail = f" (weight: {relation.weight:g})"
    child = _common((relation.source, relation.target), child_of)
    return Line("Relations", relation_text(relation), relation.description, tail, child)


def _claim_line(claim: ClaimIn, child_of: Mapping[str, str | None]) -> Line:
    ends = " → ".join(end for end in (claim.subject, claim.object) if end)
    head = f"- {ends}: {claim.type or 'CLAIM'} ({claim.status or 'SUSPECTED'})"
    dates = "–".join(date for date in (claim.start_date, claim.end_date) if date)
    tail = f" ({dates})" if dates else ""
    return Line("Claims", head, claim.description, tail, _common(claim.about, child_of))


def _common(ids: Sequence[str], child_of: Mapping[str, str | None]) -> str | None:
    """The sub-community that all of these are in, None if there is no such."""
    children = {child_of.get(id_) for id_ in ids}
    return children.pop() if len(children) == 1 else None


def _substituted(draft: _Draft, reports: Sequence[SubReport], budget: int) -> tuple[_Draft, int]:
    """Reports in place of details, the longest details first, until all fits."""
    detail: dict[str | None, int] = defaultdict(int)
    for line, cost in zip(draft.lines, draft.costs, strict=True):
        detail[line.child] += cost
    total, chosen = draft.total, []
    for report in sorted(reports, key=lambda r: (-detail[r.id], r.id)):
        if total <= budget:
            break
        line = _report_line(report)
        saved = detail[report.id] - _cost(line.render())
        if saved > 0:
            total -= saved
            chosen.append(line)
    gone = {line.child for line in chosen}
    kept = [line for line in draft.lines if line.child is None or line.child not in gone]
    return _Draft([*kept, *chosen]), len(chosen)


def _report_line(report: SubReport) -> Line:
    head = f"- {report.title} ({report.size} entities)"
    text = report.full_content or report.summary
    return Line("Reports of sub-communities", head, text, child=report.id)


def _fitting(lines: Sequence[Line], costs: Sequence[int], budget: int) -> list[Line]:
    """Of each section the first lines that fit its share and what sections before it left."""
    kept, used = [], 0
    cap = CAPS[-1]
    for section, share in SHARES.items():
        for line, cost in zip(lines, costs, strict=True):
            if line.section == section and used + cost <= share * budget:
                kept.append(Line(section, line.head, shortened(line.description, cap), line.tail))
                used += cost
    return kept


def _room_for(statements: Sequence[StatementIn], room: int) -> list[Line]:
    found: list[Line] = []
    room -= 2 * _HEADING_TOKENS
    for statement in statements[:MAX_STATEMENTS]:
        line = Line("Statements", f"- {statement.text}")
        room -= _cost(line.render())
        if room < 0:
            break
        found.append(line)
    return found


def _render(lines: Iterable[Line], cap: int | None, left_out: int) -> str:
    by_section: dict[str, list[str]] = {}
    for line in lines:
        by_section.setdefault(line.section, []).append(line.render(cap))
    parts = [f"# {section}\n" + "\n".join(texts) for section, texts in by_section.items()]
    if left_out:
        parts.append(f"({left_out} less important lines are left out.)")
    return "\n\n".join(parts)


def count_relations(relations: Sequence[RelationIn]) -> Counters:
    """The counters of a writer that is given every relation."""
    return _count(relations, [_relation_line(relation, {}) for relation in relations])


def _count(relations: Sequence[RelationIn], lines: Sequence[Line]) -> Counters:
    """Counted on the lines as they are given to the writer, against the relations as stored."""
    stored = Counter((r.source_name, r.type, r.target_name) for r in relations)
    given = [line.head for line in lines if line.section == "Relations"]
    left = Counter(given)
    directed, typed, tokens = 0, 0, 0
    for (source, type_, target), n in stored.items():
        found = min(n, left[f"{source} [{type_}] {target}"])
        directed += found
        typed += found * (type_ != DEFAULT_RELATION_TYPE)
        tokens += found * count_tokens(f" [{type_}]")
    return Counters(len(relations), len(given), typed, tokens, directed)


def _cost(text: str) -> int:
    return count_tokens(text) + 1
