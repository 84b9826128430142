"""Findings of community reports go with what they rest on.

A report is written when somebody asks for it. Until then it says what it said, but for findings all
of whose statements, or reports of parts, are gone: nobody could check them.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from graphrag_neo4j.database.batching import write_rows
from graphrag_neo4j.database.connection import Database, Row

Finding = Mapping[str, Any]


def drop_groundless_findings(database: Database, communities: Collection[str]) -> None:
    """Take findings that rest on nothing any more out of the reports on these communities."""
    if not communities:
        return
    rows = database.read("ingest/report_findings", ids=sorted(communities))
    write_rows(database, "ingest/write_findings", [new for row in rows if (new := _without(row))])


def _without(row: Row) -> Row | None:
    """The report without such findings; None if it has none."""
    findings: list[Finding] = json.loads(row["findings"])
    statements, parts = set(row["statements"]), set(row["parts"])
    kept = [finding for finding in findings if _stands(finding, statements, parts)]
    if len(kept) == len(findings):
        return None
    evidence = [id_ for finding in kept for id_ in finding.get("evidence") or ()]
    return {
        "id": row["id"],
        "findings": json.dumps(kept, ensure_ascii=False),
        "evidence": list(dict.fromkeys(evidence)),
        "full_content": markdown(row["title"], row["summary"], kept),
    }


def _stands(finding: Finding, statements: Collection[str], parts: Collection[str]) -> bool:
    """Whether any of what a finding rests on is there; one that never named any is not judged."""
    if evidence := finding.get("evidence"):
        return any(id_ in statements for id_ in evidence)
    references = [one for one in finding.get("references") or () if one["kind"] == "report"]
    return not references or any(one["id"] in parts for one in references)


def markdown(title: str, summary: str, findings: Sequence[Finding]) -> str:
    """A whole report: title, summary, findings."""
    parts = [f"# {title}", summary]
    for finding in findings:
        parts += [f"## {finding['summary']}", finding["explanation"]]
    return "\n\n".join(parts) + "\n"
