"""graphrag-neo4j: documents in, a lexical graph in one Neo4j database, answers with sources out.

from graphrag_neo4j import KnowledgeGraph

with KnowledgeGraph.local() as graph:
    graph.ingest("my_documents/")
    print(graph.retrieve("Who signed the register?"))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphrag_neo4j.bulk.build import BuildReport as BuildReport
    from graphrag_neo4j.bulk.build import build_graph as build_graph
    from graphrag_neo4j.communities.detect import Detection as Detection
    from graphrag_neo4j.communities.reports import ReportRun as ReportRun
    from graphrag_neo4j.database.migrations import SchemaStatus as SchemaStatus
    from graphrag_neo4j.entities.resolver import ProposedMerge as ProposedMerge
    from graphrag_neo4j.entities.resolver import Resolution as Resolution
    from graphrag_neo4j.entities.resolver import ResolvedMerge as ResolvedMerge
    from graphrag_neo4j.errors import BudgetExceeded as BudgetExceeded
    from graphrag_neo4j.errors import DatabaseError as DatabaseError
    from graphrag_neo4j.errors import DatabaseUnavailable as DatabaseUnavailable
    from graphrag_neo4j.errors import GraphRagError as GraphRagError
    from graphrag_neo4j.errors import MissingExtraError as MissingExtraError
    from graphrag_neo4j.errors import ModelError as ModelError
    from graphrag_neo4j.errors import ModelUnavailable as ModelUnavailable
    from graphrag_neo4j.errors import NotFoundError as NotFoundError
    from graphrag_neo4j.errors import OptionError as OptionError
    from graphrag_neo4j.errors import PromptTooLong as PromptTooLong
    from graphrag_neo4j.errors import ProvisionError as ProvisionError
    from graphrag_neo4j.errors import ReadError as ReadError
    from graphrag_neo4j.errors import ReadOnlyError as ReadOnlyError
    from graphrag_neo4j.errors import SchemaError as SchemaError
    from graphrag_neo4j.errors import ServerError as ServerError
    from graphrag_neo4j.errors import SettingsError as SettingsError
    from graphrag_neo4j.errors import UsageError as UsageError
    from graphrag_neo4j.evaluate.evaluation import Evaluation as Evaluation
    from graphrag_neo4j.evaluate.evaluation import FoundSource as FoundSource
    from graphrag_neo4j.evaluate.evaluation import ModeEvaluation as ModeEvaluation
    from graphrag_neo4j.evaluate.evaluation import Outcome as Outcome
    from graphrag_neo4j.evaluate.questions import Question as Question
    from graphrag_neo4j.evaluate.statistics import Difference as Difference
    from graphrag_neo4j.evaluate.statistics import Figure as Figure
    from graphrag_neo4j.evaluate.tune import ModeTuning as ModeTuning
    from graphrag_neo4j.evaluate.tune import Tuning as Tuning
    from graphrag_neo4j.evaluate.tune_prompts import PromptTuning as PromptTuning
    from graphrag_neo4j.extract import Extractor as Extractor
    from graphrag_neo4j.ingest.plan import IngestPlan as IngestPlan
    from graphrag_neo4j.ingest.reembed import ReembedReport as ReembedReport
    from graphrag_neo4j.ingest.report import IngestReport as IngestReport
    from graphrag_neo4j.interop.msgraphrag import ImportReport as ImportReport
    from graphrag_neo4j.interop.records import TransferReport as TransferReport
    from graphrag_neo4j.knowledge_graph import KnowledgeGraph as KnowledgeGraph
    from graphrag_neo4j.llm.meter import Usage as Usage
    from graphrag_neo4j.llm.usage_total import UsageSum as UsageSum
    from graphrag_neo4j.llm.usage_total import UsageTotals as UsageTotals
    from graphrag_neo4j.model import Chunk as Chunk
    from graphrag_neo4j.model import Document as Document
    from graphrag_neo4j.model import ExtractedChunk as ExtractedChunk
    from graphrag_neo4j.model import ExtractedClaim as ExtractedClaim
    from graphrag_neo4j.model import ExtractedEntity as ExtractedEntity
    from graphrag_neo4j.model import ExtractedFact as ExtractedFact
    from graphrag_neo4j.model import ExtractedStatement as ExtractedStatement
    from graphrag_neo4j.model import ExtractedTopic as ExtractedTopic
    from graphrag_neo4j.model import Heading as Heading
    from graphrag_neo4j.parts.extract import ExtractReport as ExtractReport
    from graphrag_neo4j.parts.extract import extract_parts as extract_parts
    from graphrag_neo4j.progress import Progress as Progress
    from graphrag_neo4j.progress import RichProgress as RichProgress
    from graphrag_neo4j.resources.communities import Community as Community
    from graphrag_neo4j.resources.communities import CommunityDetails as CommunityDetails
    from graphrag_neo4j.resources.communities import FindingReference as FindingReference
    from graphrag_neo4j.resources.communities import Member as Member
    from graphrag_neo4j.resources.communities import ReportEvidence as ReportEvidence
    from graphrag_neo4j.resources.communities import ReportFinding as ReportFinding
    from graphrag_neo4j.resources.communities import SubCommunity as SubCommunity
    from graphrag_neo4j.resources.entities import Disagreement as Disagreement
    from graphrag_neo4j.resources.entities import DisagreementSide as DisagreementSide
    from graphrag_neo4j.resources.entities import Entity as Entity
    from graphrag_neo4j.resources.entities import EntityDetails as EntityDetails
    from graphrag_neo4j.resources.entities import EntityHit as EntityHit
    from graphrag_neo4j.resources.entities import EntityRelation as EntityRelation
    from graphrag_neo4j.resources.entities import EntityStatement as EntityStatement
    from graphrag_neo4j.resources.entities import Evidence as Evidence
    from graphrag_neo4j.resources.entities import KeptApart as KeptApart
    from graphrag_neo4j.resources.entities import Merge as Merge
    from graphrag_neo4j.resources.entities import Neighbour as Neighbour
    from graphrag_neo4j.resources.entities import SourceReference as SourceReference
    from graphrag_neo4j.resources.entities import Unmerged as Unmerged
    from graphrag_neo4j.resources.schema import RelationshipCount as RelationshipCount
    from graphrag_neo4j.resources.schema import SchemaChange as SchemaChange
    from graphrag_neo4j.resources.schema import SchemaDescription as SchemaDescription
    from graphrag_neo4j.resources.sources import MentionedEntity as MentionedEntity
    from graphrag_neo4j.resources.sources import Source as Source
    from graphrag_neo4j.resources.sources import SourceContents as SourceContents
    from graphrag_neo4j.resources.sources import SourceMatch as SourceMatch
    from graphrag_neo4j.resources.sources import SourcePage as SourcePage
    from graphrag_neo4j.resources.sources import TextPiece as TextPiece
    from graphrag_neo4j.resources.stats import ChunkProblem as ChunkProblem
    from graphrag_neo4j.resources.stats import CommunityStats as CommunityStats
    from graphrag_neo4j.resources.stats import GraphStats as GraphStats
    from graphrag_neo4j.resources.stats import LevelStats as LevelStats
    from graphrag_neo4j.results import Result as Result
    from graphrag_neo4j.retrieve.base import GraphRetriever as GraphRetriever
    from graphrag_neo4j.retrieve.hybrid import HybridRetriever as HybridRetriever
    from graphrag_neo4j.retrieve.modes import RetrieverMode as RetrieverMode
    from graphrag_neo4j.retrieve.postprocess import StatementPostprocessor as StatementPostprocessor
    from graphrag_neo4j.retrieve.results import FoundStatement as FoundStatement
    from graphrag_neo4j.retrieve.results import RetrievalResult as RetrievalResult
    from graphrag_neo4j.retrieve.traversal import ChunkBasedSearch as ChunkBasedSearch
    from graphrag_neo4j.retrieve.traversal import EntityBasedSearch as EntityBasedSearch
    from graphrag_neo4j.retrieve.traversal import TraversalBasedRetriever as TraversalBasedRetriever
    from graphrag_neo4j.retrieve.vector_guided import VectorGuidedRetriever as VectorGuidedRetriever
    from graphrag_neo4j.search.answer import Answer as Answer
    from graphrag_neo4j.search.modes import SearchMode as SearchMode
    from graphrag_neo4j.search.result import Citation as Citation
    from graphrag_neo4j.search.result import Event as Event
    from graphrag_neo4j.search.result import Place as Place
    from graphrag_neo4j.search.result import SearchAnswer as SearchAnswer
    from graphrag_neo4j.search.result import ShownSource as ShownSource
    from graphrag_neo4j.server import LocalServer as LocalServer
    from graphrag_neo4j.server import ServerInfo as ServerInfo
    from graphrag_neo4j.server import ServerStatus as ServerStatus
    from graphrag_neo4j.settings import Settings as Settings
    from graphrag_neo4j.settings import load_settings as load_settings
    from graphrag_neo4j.visualization import Picture as Picture

_NAMES = {
    "bulk.build": "BuildReport build_graph",
    "communities.detect": "Detection",
    "communities.reports": "ReportRun",
    "database.migrations": "SchemaStatus",
    "entities.resolver": "ProposedMerge Resolution ResolvedMerge",
    "errors": (
        "BudgetExceeded DatabaseError DatabaseUnavailable GraphRagError MissingExtraError "
        "ModelError ModelUnavailable NotFoundError OptionError PromptTooLong ProvisionError "
        "ReadError ReadOnlyError SchemaError ServerError SettingsError UsageError"
    ),
    "evaluate.evaluation": "Evaluation FoundSource ModeEvaluation Outcome",
    "evaluate.questions": "Question",
    "evaluate.statistics": "Difference Figure",
    "evaluate.tune": "ModeTuning Tuning",
    "evaluate.tune_prompts": "PromptTuning",
    "extract": "Extractor",
    "ingest.plan": "IngestPlan",
    "ingest.reembed": "ReembedReport",
    "ingest.report": "IngestReport",
    "interop.msgraphrag": "ImportReport",
    "interop.records": "TransferReport",
    "knowledge_graph": "KnowledgeGraph",
    "llm.meter": "Usage",
    "llm.usage_total": "UsageSum UsageTotals",
    "model": (
        "Chunk Document ExtractedChunk ExtractedClaim ExtractedEntity ExtractedFact "
        "ExtractedStatement ExtractedTopic Heading"
    ),
    "parts.extract": "ExtractReport extract_parts",
    "progress": "Progress RichProgress",
    "resources.communities": (
        "Community CommunityDetails FindingReference Member ReportEvidence ReportFinding "
        "SubCommunity"
    ),
    "resources.entities": (
        "Disagreement DisagreementSide Entity EntityDetails EntityHit EntityRelation "
        "EntityStatement Evidence KeptApart Merge Neighbour SourceReference Unmerged"
    ),
    "resources.schema": "RelationshipCount SchemaChange SchemaDescription",
    "resources.sources": "MentionedEntity Source SourceContents SourceMatch SourcePage TextPiece",
    "resources.stats": "ChunkProblem CommunityStats GraphStats LevelStats",
    "results": "Result",
    "retrieve.base": "GraphRetriever",
    "retrieve.hybrid": "HybridRetriever",
    "retrieve.modes": "RetrieverMode",
    "retrieve.postprocess": "StatementPostprocessor",
    "retrieve.results": "FoundStatement RetrievalResult",
    "retrieve.traversal": "ChunkBasedSearch EntityBasedSearch TraversalBasedRetriever",
    "retrieve.vector_guided": "VectorGuidedRetriever",
    "search.answer": "Answer",
    "search.modes": "SearchMode",
    "search.result": "Citation Event Place SearchAnswer ShownSource",
    "server": "LocalServer ServerInfo ServerStatus",
    "settings": "Settings load_settings",
    "visualization": "Picture",
}
"""Public names by the module that has them: the façade, what it returns, what it raises, and the
protocols that a user can implement."""
_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:  # imported at first use: LlamaIndex alone takes a second
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
