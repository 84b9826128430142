"""What a Microsoft GraphRAG index holds, whatever generation wrote it."""

from __future__ import annotations

from dataclasses import dataclass, field

from graphrag_neo4j.interop.defects import Defects


@dataclass(slots=True)
class DocumentRow:
    """A document. ``title`` falls back to ``id``."""

    id: str
    title: str
    text: str = ""
    unit_ids: list[str] = field(default_factory=list)
    created: str = ""


@dataclass(slots=True)
class UnitRow:
    """A text unit; ``n_tokens`` is None where it is not told. ``number``, here and in the other
    rows, is what reports cite it by, "" if the table does not say."""

    id: str
    text: str
    n_tokens: int | None = None
    document_ids: list[str] = field(default_factory=list)
    number: str = ""


@dataclass(slots=True)
class EntityRow:
    """An entity."""

    id: str
    title: str
    type: str
    description: str
    unit_ids: list[str]
    number: str = ""


@dataclass(slots=True)
class RelationRow:
    """A relationship, from source to target, by titles."""

    id: str
    source: str
    target: str
    type: str
    predicate: str
    description: str
    weight: float
    unit_ids: list[str]
    number: str = ""


@dataclass(slots=True)
class ClaimRow:
    """A claim; ends by title, "" = nobody."""

    id: str
    subject: str
    object: str
    unit_id: str
    properties: dict[str, str]
    number: str = ""


@dataclass(slots=True)
class CommunityRow:
    """A community on *their* levels (0 = root); ``members`` are titles."""

    number: str
    id: str
    level: int
    parent: str
    members: list[str]


@dataclass(slots=True)
class ReportRow:
    """The report on the community ``number``."""

    number: str
    title: str
    summary: str
    full_content: str
    rating: float
    rating_explanation: str
    findings: list[dict[str, str]]


@dataclass(slots=True)
class Tables:
    """All of an index, and what was wrong with it."""

    documents: list[DocumentRow]
    units: list[UnitRow]
    entities: list[EntityRow]
    relations: list[RelationRow]
    claims: list[ClaimRow]
    communities: list[CommunityRow]
    reports: list[ReportRow]
    defects: Defects
