"""From pairs that are the same to groups that are one, whatever the order of the pairs.

Being the same is passed on: of a pair and a pair that share an entity, all three are one. Where
that would bring together what contradicts itself (Acme Inc. - Acme - Acme GmbH), the shared name
is ambiguous, and neither pair counts. An LLM's word goes before types and names, never before
that of somebody who took a pair apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from graphrag_neo4j.entities.resolvable import (
    Match,
    Pair,
    ResolvableEntity,
    contradict,
    names_contradict,
    pair,
)

MAX_MEMBERS = 50
"""A larger group is rather a mistake that spread than a thing with so many names."""


@dataclass(frozen=True, slots=True)
class Merge:
    """``alias`` is the same as ``canonical``, because of ``reason``, as ``by`` decided."""

    alias: ResolvableEntity
    canonical: ResolvableEntity
    reason: str
    by: str


def merges(
    entities: Mapping[str, ResolvableEntity], same: Iterable[Match], apart: Collection[Pair]
) -> list[Merge]:
    """Who is merged into whom: into the most frequent entity of each group, of equally frequent
    ones the one with the longest name. ``apart``: pairs of members that are never one."""
    words = _unambiguous(entities, _distinct(same))
    groups = _Groups(entities, apart)
    used = [word for word in words if groups.unite(word)]
    links: dict[str, list[Match]] = defaultdict(list)
    for word in used:
        for id_ in word.pair:
            links[id_].append(word)
    found: list[Merge] = []
    for group in groups.all():
        canonical = min(group, key=lambda e: (-e.chunk_count, -len(e.name), e.id))
        found += _into(canonical, entities, links)
    return sorted(found, key=lambda m: (m.canonical.name, m.canonical.id, m.alias.id))


def _distinct(same: Iterable[Match]) -> list[Match]:
    """One word for each pair, the LLM's before that of rules; LLM's first, then by ids."""
    order = sorted(same, key=lambda word: (word.by != "llm", word.pair, word.reason))
    return list({word.pair: word for word in reversed(order)}.values())[::-1]


def _unambiguous(entities: Mapping[str, ResolvableEntity], same: Sequence[Match]) -> list[Match]:
    """Without the rules' words for an entity that they find the same as two that contradict."""
    near: dict[str, list[str]] = defaultdict(list)
    for word in same:
        if word.by == "rules":
            one, other = word.pair
            near[one].append(other)
            near[other].append(one)
    sure = {word.pair for word in same if word.by != "rules"}

    def is_ambiguous(id_: str, other: str) -> bool:
        return any(
            contradict(entities[other], entities[third])
            for third in near[id_]
            if third != other and pair(other, third) not in sure
        )

    return [
        word
        for word in same
        if word.by != "rules"
        or not (is_ambiguous(*word.pair) or is_ambiguous(*reversed(word.pair)))
    ]


class _Groups:
    """Disjoint sets of entities that refuse what contradicts."""

    def __init__(self, entities: Mapping[str, ResolvableEntity], apart: Collection[Pair]) -> None:
        self._entities = entities
        self._group = {id_: [entity] for id_, entity in entities.items()}
        self._apart = set(apart)

    def unite(self, word: Match) -> bool:
        """Join two groups; whether they may be joined."""
        one, other = (self._group[id_] for id_ in word.pair)
        if one is other:
            return True
        if not self._may_join(one, other, word.by):
            return False
        one.extend(other)
        for entity in other:
            self._group[entity.id] = one
        return True

    def all(self) -> list[list[ResolvableEntity]]:
        """Groups of more than one entity."""
        return list({id(group): group for group in self._group.values() if len(group) > 1}.values())

    def _may_join(
        self, one: Sequence[ResolvableEntity], other: Sequence[ResolvableEntity], by: str
    ) -> bool:
        first, second = ([id_ for e in group for id_ in e.members] for group in (one, other))
        if len(first) + len(second) > MAX_MEMBERS:
            return False
        if any(pair(a, b) in self._apart for a in first for b in second):
            return False
        if by != "rules":
            return True
        types = [{e.type.casefold() for e in group if e.is_typed} for group in (one, other)]
        if types[0] and types[1] and not types[0] & types[1]:
            return False
        return not any(names_contradict(a, b) for a in one for b in other)


def _into(
    canonical: ResolvableEntity,
    entities: Mapping[str, ResolvableEntity],
    links: Mapping[str, Sequence[Match]],
) -> Iterable[Merge]:
    """The rest of a group, each with the word that ties it to what is nearer to the canonical."""
    reached = {canonical.id}
    front = [canonical.id]
    while front:
        behind, front = front, []
        for id_ in behind:
            for word in links[id_]:
                other = word.pair[0] if word.pair[1] == id_ else word.pair[1]
                if other in reached:
                    continue
                reached.add(other)
                front.append(other)
                via = "" if id_ == canonical.id else f" of {entities[id_].name}"
                yield Merge(entities[other], canonical, f"{word.reason}{via}", word.by)
