"""References in an index's reports, ``[Data: Entities (3)]``, as what they mean in our graph.

The numbers are those of the index's tables (``human_readable_id``); beside our own they would
name other records. So findings keep references to our records, and texts keep none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from graphrag_neo4j.communities.references import Reference, stored_finding
from graphrag_neo4j.communities.report_model import Finding
from graphrag_neo4j.database.connection import Database, Row
from graphrag_neo4j.interop.msgraphrag_index import ReportRow, Tables
from graphrag_neo4j.interop.msgraphrag_names import Names
from graphrag_neo4j.text.citation_marks import groups, without

MAX_KEPT = 25
"""References kept of one finding; reports of large communities cite without end."""
_TABLES = {
    "entities": "entity", "entity": "entity", "relationships": "relation",
    "relationship": "relation", "claims": "claim", "claim": "claim", "covariates": "claim",
    "sources": "source", "source": "source", "text units": "source", "reports": "report",
    "report": "report",
}  # fmt: skip
Cited = tuple[str, str]
"""Kind and number of a record."""


class References:
    """What the numbers in an index's reports mean; ``communities``: our ids by their numbers."""

    def __init__(
        self, database: Database, tables: Tables, names: Names, communities: Mapping[str, str]
    ) -> None:
        self._defects = tables.defects
        keys = _keys(tables, names)
        cited = dict.fromkeys(
            one
            for report in tables.reports
            for finding in report.findings
            for one in _cited(" ".join(finding.values()))
        )
        wanted = {one: keys[one] for one in cited if one in keys}
        found = {
            (row["kind"], row["key"]): Reference(row["kind"], row["id"], tuple(row["evidence"]))
            for row in database.read("interop/cited_records", **_parameters(wanted, tables, names))
        }
        self._known = {
            one: found[one[0], key] for one, key in wanted.items() if (one[0], key) in found
        }
        for number, id_ in communities.items():
            self._known["report", number] = Reference("report", id_)

    def findings(self, report: ReportRow) -> list[dict[str, Any]]:
        """The report's findings with references to our records, and none in their words."""
        found = []
        for finding in report.findings:
            cited = list(dict.fromkeys(_cited(" ".join(finding.values()))))
            for kind, number in cited:
                if (kind, number) not in self._known:
                    what = "references in reports to records that are not there (left out)"
                    self._defects.add(what, f"{report.number}: {kind} {number}")
            known = [self._known[one] for one in cited if one in self._known]
            words = {name: without(text) for name, text in finding.items()}
            told = Finding.model_construct(
                summary=words["summary"], explanation=words["explanation"]
            )
            found.append(stored_finding(told, known[:MAX_KEPT]))
        return found


def _cited(text: str) -> Iterable[Cited]:
    for table, ids in groups(text):
        if kind := _TABLES.get(table.casefold()):
            yield from ((kind, id_) for id_ in ids)


def _keys(tables: Tables, names: Names) -> dict[Cited, str]:
    """What each number stands for: an entity's id here, a relation's ends and type, a claim's or
    a text unit's id in the index."""
    keys: dict[Cited, str] = {}
    for entity in tables.entities:
        keys.setdefault(("entity", entity.number), names.ids[entity.title])
    for n, relation in enumerate(tables.relations):
        keys.setdefault(("relation", relation.number), str(n))
    for claim in tables.claims:
        keys.setdefault(("claim", claim.number), claim.id)
    for unit in tables.units:
        keys.setdefault(("source", unit.number), unit.id)
    return {one: key for one, key in keys.items() if one[1]}


def _parameters(wanted: Mapping[Cited, str], tables: Tables, names: Names) -> Row:
    def of(kind: str) -> list[str]:
        return [key for (a, _), key in wanted.items() if a == kind]

    relations = [(key, tables.relations[int(key)]) for key in of("relation")]
    return {
        "entities": of("entity"),
        "claims": of("claim"),
        "chunks": of("source"),
        "relations": [
            {"key": key, "from": names.ids[r.source], "type": r.type, "to": names.ids[r.target]}
            for key, r in relations
        ],
    }
