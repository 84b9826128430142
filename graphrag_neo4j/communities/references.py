"""What the findings of a report rest on: marks in its input, and the records that they mean.

Each record of an input has a mark, by its place: E1 (entity), R2 (relation), C1 (claim), S3
(statement), P1 (report of a part). A writer cites marks; what is stored are the records' ids.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from graphrag_neo4j.communities.report_inputs import CommunityInput
from graphrag_neo4j.communities.report_model import Finding

MAX_REFERENCES = 5
"""References of one finding, at most; more are no help to who checks them."""
MAX_EVIDENCE = 5
Kind = Literal["entity", "relation", "claim", "statement", "report", "source"]


@dataclass(frozen=True, slots=True)
class Reference:
    """A record. ``id``: its id, of a relation "SOURCE TYPE TARGET" with the ids of its ends;
    ``evidence``: ids of statements that say so."""

    kind: Kind
    id: str
    evidence: tuple[str, ...] = ()


def references_of(data: CommunityInput) -> dict[str, Reference]:
    """All records of an input by their marks."""
    found = {f"E{n}": Reference("entity", e.id) for n, e in enumerate(data.entities, 1)}
    relations = [*data.relations, *data.outward]
    for n, r in enumerate(relations, 1):
        key = f"{r.source} {r.type} {r.target}"
        found[f"R{n}"] = Reference("relation", key, r.evidence)
    for n, c in enumerate(data.claims, 1):
        found[f"C{n}"] = Reference("claim", c.id)
    for n, s in enumerate(data.statements, 1):
        found[f"S{n}"] = Reference("statement", s.id, (s.id,))
    for n, p in enumerate(data.reports, 1):
        found[f"P{n}"] = Reference("report", p.id)
    return found


def checked(finding: Finding, shown: Collection[str]) -> tuple[list[str], int]:
    """The marks that a finding may cite, each once, at most five; and how many it may not."""
    marks = list(dict.fromkeys(mark.strip().strip("#[]").upper() for mark in finding.references))
    known = [mark for mark in marks if mark in shown]
    return known[:MAX_REFERENCES], len(marks) - len(known)


def stored_finding(finding: Finding, references: Sequence[Reference]) -> dict[str, Any]:
    """A finding as it is kept, with its records and the statements behind them."""
    evidence = dict.fromkeys(id_ for one in references for id_ in one.evidence)
    return {
        "summary": finding.summary,
        "explanation": finding.explanation,
        "references": [{"kind": one.kind, "id": one.id} for one in references],
        "evidence": list(evidence)[:MAX_EVIDENCE],
    }


def stored_findings(
    findings: Sequence[Finding], known: Mapping[str, Reference], shown: Collection[str]
) -> tuple[list[dict[str, Any]], int]:
    """All findings as they are kept, and the number of references to what was not shown."""
    kept, unknown = [], 0
    for finding in findings:
        marks, wrong = checked(finding, shown)
        unknown += wrong
        kept.append(stored_finding(finding, [known[mark] for mark in marks]))
    return kept, unknown


def evidence_of(findings: Sequence[Mapping[str, Any]]) -> list[str]:
    """Ids of the statements behind all findings, each once, those of the first ones first."""
    return list(dict.fromkeys(id_ for finding in findings for id_ in finding["evidence"]))
