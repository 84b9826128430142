"""Reports without an LLM: extracts from what the documents say, chosen and arranged by rules.

The title names the best connected entities; findings are the statements that together cover
most of the entities and relations (greedy maximum coverage, Nemhauser et al. 1978), or, for
a community of several sub-communities, what their reports say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from graphrag_neo4j.communities.context import shortened
from graphrag_neo4j.communities.inputs import (
    CommunityInput,
    EntityIn,
    RelationIn,
    StatementIn,
    SubReport,
)
from graphrag_neo4j.communities.report_model import Finding, Report
from graphrag_neo4j.model import DEFAULT_RELATION_TYPE, UNKNOWN_TYPE

VERSION = "rules 1"
"""Changes when the same input gives another report."""
HALF_RATING = 20
"""Records (entities, relations, claims) at which a community is rated 5 of 10."""
MAX_FINDINGS = 5
MAX_TEXT = 400
MIN_TEXT = 25
MAX_KINDS = 3


def write_report(data: CommunityInput) -> Report:
    """The report of one community.

    The rating is ``10 x / (x + 20)`` for x = entities + relations inside + claims: it says how
    much the documents tell of the community, not how much it matters.
    """
    central = _central(data)
    covering = _covering(data)
    groups = [report for report in data.reports if report.size > 1]
    if len(groups) > 1:
        summary = f"{_intro(data, central)} {_parts(groups)}"
        findings = [Finding(summary=r.title, explanation=r.summary) for r in groups[:MAX_FINDINGS]]
    else:
        summary = f"{_intro(data, central)} {_sentence(covering)}".strip()
        findings = _findings(data, covering[1:] or covering)
    n = len(data.entities) + len(data.relations) + len(data.claims)
    counts = [
        _number(len(data.entities), "entity", "entities"),
        _number(len(data.relations), "relation", "relations"),
        _number(len(data.claims), "claim", "claims"),
    ]
    return Report(
        title=_title(central, len(data.entities)),
        summary=summary,
        rating=round(10 * n / (n + HALF_RATING), 1),
        rating_explanation=f"By size alone: {', '.join(counts)}.",
        findings=findings,
    )


def _central(data: CommunityInput) -> list[EntityIn]:
    """Members, those first that most relations and statements inside join to others."""
    ties: Counter[str] = Counter()
    for relation in data.relations:
        if relation.source != relation.target:
            ties.update((relation.source, relation.target))
    for statement in data.statements:
        if len(statement.mentions) > 1:
            ties.update(statement.mentions)
    return sorted(data.entities, key=lambda e: (-ties[e.id], -e.degree, e.name, e.id))


def _title(central: Sequence[EntityIn], size: int) -> str:
    names = [_named(entity) for entity in central[: 3 if size <= 3 else 2]]
    if size <= 3:
        return _joined(names)
    circle = "their circle" if all(e.type == "PERSON" for e in central[:2]) else "related topics"
    return f"{', '.join(names)} and {circle}"


def _intro(data: CommunityInput, central: Sequence[EntityIn]) -> str:
    size = len(central)
    if size == 1:
        entity = central[0]
        kind = "" if entity.type == UNKNOWN_TYPE else f" ({entity.type.lower()})"
        about = f": {shortened(entity.description, MAX_TEXT)}" if entity.description else "."
        return f"{_named(entity)}{kind} stands on its own{about}"
    if size == 2:
        return f"{_joined([_named(e) for e in central])} belong together."
    kinds = Counter(entity.type for entity in central if entity.type != UNKNOWN_TYPE)
    most = [
        f"{n} of type {kind}"
        for kind, n in sorted(kinds.items(), key=lambda item: (-item[1], item[0]))[:MAX_KINDS]
    ]
    around = _named(central[0])
    others = _joined([_named(e) for e in central[1:4]])
    rest = f" and {size - 4} more" if size > 4 else ""
    what = f" ({', '.join(most)})" if most else ""
    relations = _number(len(data.relations), "relation joins", "relations join")
    joined = f"; {relations} them" if data.relations else ""
    return f"{size} entities{what} around {around}, with {others}{rest}{joined}."


def _parts(groups: Sequence[SubReport]) -> str:
    shown = [f"{report.title} ({report.size})" for report in groups[:MAX_FINDINGS]]
    rest = f"; and {len(groups) - len(shown)} smaller ones" if len(groups) > len(shown) else ""
    return f"Its parts: {'; '.join(shown)}{rest}."


def _covering(data: CommunityInput) -> list[StatementIn]:
    """Statements that each add most of what the ones before do not cover."""
    worth: dict[object, float] = {entity.id: 1.0 for entity in data.entities}
    for relation in data.relations:
        worth[frozenset((relation.source, relation.target))] = 2.0
    covers = {
        statement: {key for key in worth if _covered(key, set(statement.mentions))}
        for statement in data.statements
        if len(statement.text) >= MIN_TEXT
    }
    left = set(worth)
    chosen: list[StatementIn] = []
    while covers and len(chosen) <= MAX_FINDINGS:
        best = min(
            covers,
            key=lambda s: (-sum(worth[key] for key in covers[s] & left), len(s.text), s.text),
        )
        gained = covers.pop(best) & left
        if not gained:
            break
        left -= gained
        chosen.append(best)
    return chosen


def _covered(key: object, mentions: set[str]) -> bool:
    return key <= mentions if isinstance(key, frozenset) else key in mentions


def _sentence(covering: Sequence[StatementIn]) -> str:
    return shortened(covering[0].text, MAX_TEXT) if covering else ""


def _findings(data: CommunityInput, covering: Sequence[StatementIn]) -> list[Finding]:
    if covering:
        return [
            Finding(
                summary=_headline(statement, data),
                explanation=shortened(statement.text, MAX_TEXT),
            )
            for statement in covering[:MAX_FINDINGS]
        ]
    return [
        Finding(
            summary=_relation_words(relation),
            explanation=shortened(relation.description, MAX_TEXT) or _relation_words(relation),
        )
        for relation in data.relations[:MAX_FINDINGS]
    ]


def _headline(statement: StatementIn, data: CommunityInput) -> str:
    """The relation that the statement tells of, or the entities that it joins."""
    mentions = set(statement.mentions)
    for relation in data.relations:
        told = {relation.source, relation.target} <= mentions
        if told and relation.type != DEFAULT_RELATION_TYPE:
            return _relation_words(relation)
    names = [_named(entity) for entity in data.entities if entity.id in mentions]
    return "On " + _joined(names[:4] if len(names) <= 4 else [*names[:3], "others"])


def _relation_words(relation: RelationIn) -> str:
    verb = relation.type.replace("_", " ").lower()
    return f"{_quoted(relation.source_name)} {verb} {_quoted(relation.target_name)}"


def _named(entity: EntityIn) -> str:
    return _quoted(entity.name)


def _quoted(name: str) -> str:
    """A phrase that is not a proper name stands in quotation marks."""
    return f"“{name}”" if name[:1].islower() and " " in name else name


def _joined(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def _number(n: int, one: str, many: str) -> str:
    return f"{n:,} {one if n == 1 else many}"
