"""The text that a report is written from, within a budget of tokens.

If not all fits, in this order: the largest sub-communities are given by their reports instead of
their details; descriptions are shortened; the least important lines go. A relation's line keeps
its type and its stored direction in every case.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from graphrag_neo4j.communities.report_inputs import (
    ClaimIn,
    CommunityInput,
    EntityIn,
    RelationIn,
    SubReport,
)
from graphrag_neo4j.model import DEFAULT_RELATION_TYPE
from graphrag_neo4j.text.citation_marks import without
from graphrag_neo4j.text.tokens import count_tokens

CAPS = (600, 300, 150, 80, 40, 0)
"""Characters of a description, from the first cut to the last."""
SHARES = {"Entities": 0.25, "Relations": 0.7, "Reports of sub-communities": 0.9, "Claims": 1.0}
"""Where lines must go: share of the budget up to which a section, in this order, may fill it."""
MAX_STATEMENTS = 10
"""Statements that are added where all else fits."""
OUTWARD = "Relations that lead out"
STATEMENTS = "Statements"
_HEADING_TOKENS = 12


@dataclass(frozen=True, slots=True)
class Line:
    """One line: only ``description`` may be shortened. ``mark``: what a writer cites it by;
    ``child``: whose detail it is."""

    section: str
    head: str
    mark: str
    description: str = ""
    tail: str = ""
    child: str | None = None

    def render(self, cap: int | None = None) -> str:
        """The line in one line, whatever breaks its parts have."""
        text = " ".join(self.description.split())
        text = text if cap is None else shortened(text, cap)
        head = " ".join(self.head.split())
        return f"{head}{f' — {text}' if text else ''}{self.tail} #{self.mark}"


@dataclass(frozen=True, slots=True)
class Counters:
    """What happened to relations on the way into report inputs, summed over reports.

    ``relations`` in the communities; ``lines`` of them given to the writer (the others stand in
    sub-reports or were cut); ``typed`` lines with a type other than RELATED; ``type_tokens``
    that the types add; ``directed`` lines that name the stored source first; ``outward``
    relations given that lead out of a community (not among the others).
    """

    relations: int = 0
    lines: int = 0
    typed: int = 0
    type_tokens: int = 0
    directed: int = 0
    outward: int = 0

    def __add__(self, other: Counters) -> Counters:
        return Counters(
            self.relations + other.relations,
            self.lines + other.lines,
            self.typed + other.typed,
            self.type_tokens + other.type_tokens,
            self.directed + other.directed,
            self.outward + other.outward,
        )


@dataclass(frozen=True, slots=True)
class Context:
    """``text`` for the writer, and the ``marks`` of its lines, with what was cut: sub-reports used,
    description cap, lines gone."""

    text: str
    counters: Counters
    marks: frozenset[str]
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
            *(_entity_line(entity, n) for n, entity in enumerate(data.entities, 1)),
            *(_relation_line(r, n, child_of) for n, r in enumerate(data.relations, 1)),
            *(_claim_line(claim, n, child_of) for n, claim in enumerate(data.claims, 1)),
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
    more = _room_for(data, room) if not substituted and cap is None else []
    lines = [*lines, *more]
    counters = _count(data.relations, lines)
    marks = frozenset(line.mark for line in lines)
    return Context(_render(lines, cap, left_out), counters, marks, substituted, cap, left_out)


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


def _entity_line(entity: EntityIn, n: int) -> Line:
    head = f"- {entity.name} [{entity.type}]"
    return Line("Entities", head, f"E{n}", entity.description, child=entity.child)


def _relation_line(
    relation: RelationIn, n: int, child_of: Mapping[str, str | None], section: str = "Relations"
) -> Line:
    tail = f" (weight: {relation.weight:g})"
    child = _common((relation.source, relation.target), child_of)
    return Line(section, relation_text(relation), f"R{n}", relation.description, tail, child)


def _claim_line(claim: ClaimIn, n: int, child_of: Mapping[str, str | None]) -> Line:
    ends = " → ".join(end for end in (claim.subject, claim.object) if end)
    head = f"- {ends}: {claim.type or 'CLAIM'} ({claim.status or 'SUSPECTED'})"
    dates = "–".join(date for date in (claim.start_date, claim.end_date) if date)
    tail = f" ({dates})" if dates else ""
    child = _common(claim.about, child_of)
    return Line("Claims", head, f"C{n}", claim.description, tail, child)


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
    marked = {report.id: n for n, report in enumerate(reports, 1)}
    for report in sorted(reports, key=lambda r: (-detail[r.id], r.id)):
        if total <= budget:
            break
        line = _report_line(report, marked[report.id])
        saved = detail[report.id] - _cost(line.render())
        if saved > 0:
            total -= saved
            chosen.append(line)
    gone = {line.child for line in chosen}
    kept = [line for line in draft.lines if line.child is None or line.child not in gone]
    return _Draft([*kept, *chosen]), len(chosen)


def _report_line(report: SubReport, n: int) -> Line:
    head = f"- {report.title} ({report.size} entities)"
    text = without(report.full_content or report.summary)
    return Line("Reports of sub-communities", head, f"P{n}", text, child=report.id)


def _fitting(lines: Sequence[Line], costs: Sequence[int], budget: int) -> list[Line]:
    """Of each section the first lines that fit its share and what sections before it left."""
    kept, used = [], 0
    cap = CAPS[-1]
    for section, share in SHARES.items():
        for line, cost in zip(lines, costs, strict=True):
            if line.section == section and used + cost <= share * budget:
                kept.append(replace(line, description=shortened(line.description, cap)))
                used += cost
    return kept


def _room_for(data: CommunityInput, room: int) -> list[Line]:
    """Relations that lead out, then statements, as far as there is room."""
    first = len(data.relations) + 1
    lines = [
        *(_relation_line(r, n, {}, OUTWARD) for n, r in enumerate(data.outward, first)),
        *(
            Line(STATEMENTS, f"- {statement.text}", f"S{n}")
            for n, statement in enumerate(data.statements[:MAX_STATEMENTS], 1)
        ),
    ]
    found: list[Line] = []
    room -= 3 * _HEADING_TOKENS
    for line in lines:
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


def count_relations(relations: Sequence[RelationIn], outward: int) -> Counters:
    """The counters of a writer that is given every relation, and some that lead out."""
    lines = [_relation_line(r, n, {}) for n, r in enumerate(relations, 1)]
    return replace(_count(relations, lines), outward=outward)


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
    outward = sum(line.section == OUTWARD for line in lines)
    return Counters(len(relations), len(given), typed, tokens, directed, outward)


def _cost(text: str) -> int:
    return count_tokens(text) + 1
