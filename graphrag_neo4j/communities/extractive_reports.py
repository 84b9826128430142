"""Reports without an LLM: extracts from what the documents say, chosen and arranged by rules.

The title names the best connected entities and counts the others; findings are the statements
that together cover most of the entities and relations (greedy maximum coverage, Nemhauser et al.
1978), or, for a community of several sub-communities, what their reports say.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import log2

from graphrag_neo4j.communities.report_context import shortened
from graphrag_neo4j.communities.report_inputs import (
    CommunityInput,
    EntityIn,
    RelationIn,
    StatementIn,
    SubReport,
)
from graphrag_neo4j.communities.report_model import Finding, Report
from graphrag_neo4j.text.citation_marks import without

VERSION = "rules 2"
"""Changes when the same input gives another report."""
HALF_RATING = 20
"""Records (entities, relations, claims) at which a community is rated 5 of 10."""
MAX_FINDINGS = 5
MAX_TEXT = 400
USUAL_TEXT = 150
"""Characters of a usual sentence: one of this length counts half."""
MIN_TEXT = 25
MAX_BEYOND = 3
"""Relations that lead out which a summary tells of."""
NAMES_IN_TITLE = 2
NAMES_AFTER_HUB = 3
HUB = 2.0
"""A member with so many times the ties of the next one is what the others are about."""
_FIELD_NAME = re.compile(r"[\W\d_]+|[^\W_]+(?:_[^\W_]+)+|[a-z0-9]+(?:\.[a-z0-9]+)+")
"""Names of fields and files, as contract_end or main.py, and mere numbers: they tell little."""


def write_report(data: CommunityInput) -> Report:
    """The report of one community.

    The rating is ``10 x / (x + 20)`` for x = entities + relations inside + claims: it says how
    much the documents tell of the community, not how much it matters.
    """
    ties = _ties(data)
    central = sorted(data.entities, key=lambda e: (-ties[e.id], -e.degree, e.name, e.id))
    covering = _covering(data, ties)
    parts = [_intro(data, central), _sentence(covering)]
    if len(data.reports) > 1:
        parts.append(_parts(data.reports))
        findings = [
            Finding(summary=r.title, explanation=without(r.summary), references=[f"P{n}"])
            for n, r in enumerate(data.reports[:MAX_FINDINGS], 1)
        ]
    else:
        findings = _findings(data, covering[1:] or covering)
    summary = " ".join(part for part in (*parts, _beyond(data)) if part)
    n = len(data.entities) + len(data.relations) + len(data.claims)
    counts = [
        _number(len(data.entities), "entity", "entities"),
        _number(len(data.relations), "relation", "relations"),
        _number(len(data.claims), "claim", "claims"),
    ]
    return Report(
        title=_title(central, ties),
        summary=summary,
        rating=round(10 * n / (n + HALF_RATING), 1),
        rating_explanation=f"By size alone: {', '.join(counts)}.",
        findings=findings,
    )


def _ties(data: CommunityInput) -> Counter[str]:
    """For each member how many relations and statements inside join it to others."""
    ties: Counter[str] = Counter()
    for relation in data.relations:
        if relation.source != relation.target:
            ties.update((relation.source, relation.target))
    for statement in data.statements:
        if len(statement.mentions) > 1:
            ties.update(statement.mentions)
    return ties


def _title(central: Sequence[EntityIn], ties: Counter[str]) -> str:
    """The members that tell most, and how many more there are.

    "Amazon: AWS, Trainium2, Bedrock" where one member ties the others together, else "Scrooge,
    Bob Cratchit and 7 others".
    """
    telling = sorted(central, key=lambda e: bool(_FIELD_NAME.fullmatch(e.name)))
    names = [_named(entity) for entity in telling]
    size = len(names)
    if size <= NAMES_IN_TITLE + 1:
        return _joined(names)
    first, second = telling[:2]
    if ties[first.id] >= HUB * max(1, ties[second.id]):
        return f"{names[0]}: {', '.join(names[1 : 1 + NAMES_AFTER_HUB])}"
    others = "other people" if all(e.type == "PERSON" for e in central) else "others"
    return f"{', '.join(names[:NAMES_IN_TITLE])} and {size - NAMES_IN_TITLE:,} {others}"


def _intro(data: CommunityInput, central: Sequence[EntityIn]) -> str:
    size = len(central)
    names = [_named(entity) for entity in central[:4]]
    if size == 2:
        return f"{_joined(names)} belong together."
    others = [*names[1:], f"{size - 4:,} more"] if size > 4 else names[1:]
    joined = _number(len(data.relations), "relation joins", "relations join")
    relations = f" {joined} them." if data.relations else ""
    return f"{size:,} entities around {names[0]}: {_joined(others)}.{relations}"


def _parts(groups: Sequence[SubReport]) -> str:
    shown = [report.title for report in groups[:MAX_FINDINGS]]
    rest = f"; {len(groups) - len(shown):,} smaller ones" if len(groups) > len(shown) else ""
    return f"Its parts: {'; '.join(shown)}{rest}."


def _beyond(data: CommunityInput) -> str:
    """The strongest relations that lead out, in their direction."""
    if not data.outward:
        return ""
    words = "; ".join(map(_relation_words, data.outward[:MAX_BEYOND]))
    return f"Relations that lead out: {words}."


def _covering(data: CommunityInput, ties: Counter[str]) -> list[StatementIn]:
    """Statements that each add most, for their length, of what the ones before do not cover.

    An entity is worth the more, the more ties it has inside; a relation as much as two entities.
    """
    pairs = {frozenset((r.source, r.target)) for r in data.relations}
    covers: dict[StatementIn, set[str | frozenset[str]]] = {
        statement: {
            *statement.mentions,
            *(
                pair
                for pair in map(frozenset, combinations(statement.mentions, 2))
                if pair in pairs
            ),
        }
        for statement in data.statements
        if len(statement.text) >= MIN_TEXT
    }

    def gain(statement: StatementIn) -> float:
        new = covers[statement] - done
        worth = sum(log2(2 + ties[x]) if isinstance(x, str) else 4 for x in new)
        plain = statement.text[:1].isalnum() and not statement.text.endswith("?")
        return worth * (1 if plain else 0.5) / (1 + len(statement.text) / USUAL_TEXT)

    done: set[str | frozenset[str]] = set()
    chosen: list[StatementIn] = []
    while covers and len(chosen) <= MAX_FINDINGS:
        best = min(covers, key=lambda s: (-gain(s), s.text))
        if not gain(best):
            break
        done |= covers.pop(best)
        chosen.append(best)
    return chosen


def _sentence(covering: Sequence[StatementIn]) -> str:
    return shortened(covering[0].text, MAX_TEXT) if covering else ""


def _findings(data: CommunityInput, covering: Sequence[StatementIn]) -> list[Finding]:
    if covering:
        marks = {statement.id: f"S{n}" for n, statement in enumerate(data.statements, 1)}
        return [
            Finding(
                summary=_headline(statement, data),
                explanation=shortened(statement.text, MAX_TEXT),
                references=[marks[statement.id]],
            )
            for statement in covering[:MAX_FINDINGS]
        ]
    return [
        Finding(
            summary=_relation_words(relation),
            explanation=shortened(relation.description, MAX_TEXT) or _relation_words(relation),
            references=[f"R{n}"],
        )
        for n, relation in enumerate(data.relations[:MAX_FINDINGS], 1)
    ]


def _headline(statement: StatementIn, data: CommunityInput) -> str:
    """The relation that the statement tells of, or the entities that it joins."""
    mentions = set(statement.mentions)
    for relation in data.relations:
        verb = relation.type.split("_")[0].casefold()
        told = verb in statement.text.casefold()  # two may be named for another reason
        if told and {relation.source, relation.target} <= mentions:
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
