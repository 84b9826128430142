"""Brings the communities of an imported index, and their reports, into ours.

Theirs: level 0 is the root, a branch ends where it is fine enough, and not every entity is in
one. Ours: level 0 is the finest, each entity has a community there, and on the levels above it
is in one with others or in none. So level numbers are turned round; a community that is not
divided further stands, with its report, on the finer levels, too; and an entity in none of theirs
stands alone.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from graphrag_neo4j.communities import store
from graphrag_neo4j.communities.entity_graph import EntityGraph, read_entity_graph
from graphrag_neo4j.communities.hierarchy import Community, Hierarchy, communities_of
from graphrag_neo4j.communities.references import evidence_of
from graphrag_neo4j.communities.report_model import Finding, Report
from graphrag_neo4j.database import cypher
from graphrag_neo4j.database.batching import write_rows
from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.embeddings.embedder import Embedder, report_text
from graphrag_neo4j.ids import content_hash, make_id
from graphrag_neo4j.interop.msgraphrag_index import CommunityRow, ReportRow, Tables
from graphrag_neo4j.interop.msgraphrag_names import Names
from graphrag_neo4j.interop.msgraphrag_references import References
from graphrag_neo4j.settings import Settings
from graphrag_neo4j.text.citation_marks import without
from graphrag_neo4j.vocabulary import Label

METHOD = "msgraphrag"
_PER_COUNT = 500
TreeKey = tuple[str, str]
"""What a community is known by while the tree is built: ("community", number), …"""


@dataclass(frozen=True)
class Imported:
    """Communities and reports of the index that are in the graph now.

    ``carried``: how often one stands on a finer level, too; ``alone``: entities that are in none.
    ``kept``: why the graph's communities were left alone instead, "" if they were not.
    """

    communities: int = 0
    reports: int = 0
    carried: int = 0
    alone: int = 0
    kept: str = ""


def import_communities(
    database: Database,
    embedder: Embedder,
    settings: Settings,
    tables: Tables,
    names: Names,
    *,
    replace: bool = False,
) -> Imported:
    """Write communities and reports; those of a detection or of another index stay, unless
    ``replace``."""
    if not tables.communities:
        return Imported()
    key = make_id(METHOD, *sorted(c.id for c in tables.communities))
    if not replace and (reason := _occupied(database, key)):
        return Imported(kept=reason)
    graph = read_entity_graph(database, comention_weight=settings.comention_weight)
    tree = _Tree(tables, names, graph)
    hierarchy = Hierarchy(tree.partitions())
    communities = communities_of(hierarchy, graph)
    quality = [graph.quality(level) for level in hierarchy.levels]
    record = {
        "key": graph.key,
        "parameters": key,
        "method": METHOD,
        "base": 0,
        "entities": len(graph.ids),
        "changed": 0,
        "modularity": [modularity for modularity, _ in quality],
        "coverage": [coverage for _, coverage in quality],
        "anchor": max(modularity for modularity, _ in quality),
    }
    store.write(database, graph, communities, record)
    whole = {c.id: number for c in communities if (number := tree.number_of(c))}
    own = {c.id: whole[c.id] for c in communities if tree.is_own_level(c, whole.get(c.id))}
    ids = {c.number: c.id for c in tables.communities}
    rows = [{"id": id_, "original_id": ids[number]} for id_, number in own.items()]
    write_rows(database, cypher.of("interop/write_original_ids", Label.COMMUNITY), rows)
    reports = {report.number: report for report in tables.reports}
    for number in reports.keys() - set(own.values()):
        tables.defects.add("reports on communities that are not there (left out)", number)
    places = {number: id_ for id_, number in reversed(own.items())}
    references = References(database, tables, names, places)
    _write_reports(database, embedder, whole, reports, references)
    for start in range(0, len(communities), _PER_COUNT):
        part = communities[start : start + _PER_COUNT]
        database.write("communities/write_occurrences", ids=[c.id for c in part])
    return Imported(
        communities=len(own),
        reports=sum(number in reports for number in own.values()),
        carried=len(whole) - len(own),
        alone=tree.alone,
    )


def _occupied(database: Database, key: str) -> str:
    last = store.last_detection(database)
    if last is None or last["parameters"] == key:
        return ""
    what = "of another index" if last["method"] == METHOD else "that were detected here"
    return f"the graph has communities {what}"


class _Tree:
    """Their communities as partitions of the entity graph, finest first."""

    def __init__(self, tables: Tables, names: Names, graph: EntityGraph) -> None:
        self._rows = {c.number: c for c in tables.communities}
        self._top = min(c.level for c in tables.communities)
        self._bottom = max(c.level for c in tables.communities)
        nodes = {id_: node for node, id_ in enumerate(graph.ids)}
        self._deepest: dict[int, CommunityRow] = {}
        of_level: dict[tuple[int, str], str] = {}
        for row in sorted(tables.communities, key=lambda c: (c.level, c.number)):
            for title in row.members:
                other = of_level.setdefault((row.level, title), row.number)
                if other != row.number:
                    example = f"{title}: {other}, {row.number}"
                    tables.defects.add("entities in two communities of one level", example)
                elif (node := nodes.get(names.ids.get(title, ""))) is not None:
                    self._deepest[node] = row
        self._parents = self._find_parents(of_level)
        self.alone = len(graph.ids) - len(self._deepest)
        self._labels = [
            [self._label(node, level) for node in range(len(graph.ids))]
            for level in range(self._bottom, self._top - 1, -1)
        ]
        self._report_changes(tables, names)

    def partitions(self) -> list[list[int]]:
        """One partition per level of ours."""
        found = []
        for labels in self._labels:
            numbers: dict[TreeKey, int] = {}
            found.append([numbers.setdefault(label, len(numbers)) for label in labels])
        return found

    def number_of(self, community: Community) -> str:
        """Their number of a community of ours; "" for an entity alone."""
        kind, number = self._labels[community.level][community.members[0]]
        return number if kind == "community" else ""

    def is_own_level(self, community: Community, number: str | None) -> bool:
        """Whether it stands where theirs stood, not only carried to another level."""
        if len(community.members) == 1:  # level 0 is the only place for it
            return bool(number)
        return bool(number) and self._bottom - self._rows[str(number)].level == community.level

    def _find_parents(self, of_level: dict[tuple[int, str], str]) -> dict[str, str]:
        """As the tables say, else the community above that has most members."""
        parents = {}
        for row in self._rows.values():
            above = self._rows.get(row.parent)
            if above is None or above.level != row.level - 1:
                votes = Counter(
                    number
                    for title in row.members
                    if (number := of_level.get((row.level - 1, title)))
                )
                best = min(votes, key=lambda n: (-votes[n], n), default=None)
                above = self._rows[best] if best else None
            if above is not None:
                parents[row.number] = above.number
        return parents

    def _label(self, node: int, level: int) -> TreeKey:
        row = self._deepest.get(node)
        if row is None:
            return ("alone", str(node))
        if level > row.level and self._is_divided(row):
            return ("rest", row.number)
        while row.level > level and row.number in self._parents:
            row = self._rows[self._parents[row.number]]
        return ("community", row.number)

    def _is_divided(self, row: CommunityRow) -> bool:
        return row.number in self._parents.values()

    def _report_changes(self, tables: Tables, names: Names) -> None:
        members: dict[str, int] = Counter()
        for level, labels in zip(range(self._bottom, self._top - 1, -1), self._labels, strict=True):
            for kind, number in labels:
                if kind == "community" and self._rows[number].level == level:
                    members[number] += 1
        for row in tables.communities:
            if members[row.number] != len({names.ids[title] for title in row.members}):
                kind = "communities with other members in our tree"
                tables.defects.add(kind, row.number)


def _write_reports(
    database: Database,
    embedder: Embedder,
    numbers: dict[str, str],
    reports: dict[str, ReportRow],
    references: References,
) -> None:
    """Write the reports that are not there yet."""
    there = {
        row["id"]: row["input_hash"] for row in database.read("communities/communities_to_report")
    }
    rows, texts = [], {}
    for id_, number in numbers.items():
        if number not in reports:
            continue
        row, text = _report_row(reports[number], references)
        if there.get(id_) != row["input_hash"]:
            rows.append({"id": id_, **row, "embedding_key": embedder.key(text)})
            texts[id_] = text
    vectors = embedder.vectors(texts)
    write_rows(
        database, "communities/write_reports", [{**r, "embedding": vectors[r["id"]]} for r in rows]
    )
    embedder.forget()


def _report_row(report: ReportRow, references: References) -> tuple[Row, str]:
    """A report as we store it, and what is embedded for it."""
    rating = min(max(report.rating, 0.0), 10.0)
    findings = references.findings(report)
    row: Row = {
        "title": report.title,
        "summary": without(report.summary),
        "rating": rating,
        "rating_explanation": without(report.rating_explanation),
        "findings": json.dumps(findings, ensure_ascii=False),
        "evidence": evidence_of(findings),
        "full_content": without(report.full_content or _markdown(report)),
        "written_by": "llm",
    }
    row["input_hash"] = content_hash(f"{METHOD}\n{json.dumps(row, ensure_ascii=False)}")
    return row, report_text(report.title, row["summary"])


def _markdown(report: ReportRow) -> str:
    findings: Sequence[Finding] = [
        Finding.model_construct(summary=f["summary"], explanation=f["explanation"])
        for f in report.findings
    ]
    return Report.model_construct(
        title=report.title,
        summary=report.summary,
        rating=report.rating,
        rating_explanation=report.rating_explanation,
        findings=list(findings),
    ).markdown
