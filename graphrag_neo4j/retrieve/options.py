"""What retrievers can be told. The meaning of each option is its field's; None = no limit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from graphrag_neo4j.errors import OptionError
from graphrag_neo4j.options import Options, make_options, option

if TYPE_CHECKING:
    from llama_index.core.postprocessor.types import BaseNodePostprocessor
    from llama_index.core.vector_stores.types import MetadataFilters

    from graphrag_neo4j.retrieve.results import SourceFormatter

R = TypeVar("R", bound="RetrieverOptions")
MAXSIM = "maxsim"
BY_WORDS = (MAXSIM, "tfidf")
"""Rerankers that compare words, too."""
RERANKERS = (*BY_WORDS, "none")
OTHER_NAMES = {"similarity_top_k": "max_search_results"}
"""What options are called in LlamaIndex's own retrievers."""


@dataclass(frozen=True, kw_only=True)
class RetrieverOptions(Options):
    """Of all retrievers."""

    max_search_results: int | None = option(20, "Results, topics of a source, at most.", min=1)
    max_statements_per_topic: int | None = option(
        10, "Statements of a result, the most relevant ones.", min=1
    )
    max_statements: int | None = option(100, "Statements in all.", min=1)
    evidence_tokens: int | None = option(
        1000,
        "Tokens of the first five sources together; the longest give up what is least relevant.",
        min=1,
    )
    max_tokens: int | None = option(None, "Tokens of all results, best first.", min=1)
    min_score: float | None = option(None, "Results below this score are left out.", min=0)
    similarity_threshold: float | None = option(
        None, "Of statements more alike than this only one is shown.", min=0, max=1
    )
    include_facts: bool = option(False, "Show facts beside statements.")
    derive_keywords: bool = option(True, "With an LLM: look up the names that the question means.")
    max_keywords: int = option(10, "Entities of the question, named and meant.", min=0, max=1_000)
    derive_subqueries: bool = option(False, "With an LLM: ask simpler questions as well.")
    max_subqueries: int = option(2, "Simpler questions at most.", min=0, max=100)
    reranker: str | BaseNodePostprocessor = option(
        MAXSIM, "What orders statements.", choices=RERANKERS
    )
    filters: MetadataFilters | Sequence[str] | None = option(
        None, "Only sources with this property, as year>=2020 (=, !=, >, >=, <, <=, ~ for a part)."
    )
    tuned: bool = option(True, "Use the weights that tune found for this graph, if any.")
    format_source_metadata_fn: SourceFormatter | None = option(
        None, "How a source is shown in a node's text; None: its title."
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_reranker(self.reranker)
        if self.filters is not None:
            from graphrag_neo4j.retrieve.filters import source_condition

            source_condition(self.filters)


@dataclass(frozen=True, kw_only=True)
class ChunkOptions(RetrieverOptions):
    """Of retrievers that thin chunk hits: of ``vss_top_k`` × ``vss_diversity_factor`` nearest
    chunks always the next best from an unseen source is taken; 1 or None takes the nearest."""

    vss_top_k: int = option(10, "Chunks taken by their vectors.", min=1, max=10_000)
    vss_diversity_factor: int | None = option(
        5, "Of so many times as many chunks, those of different sources first.", min=1, max=100
    )

    @property
    def chunk_hits(self) -> int:
        """Chunks looked at."""
        return self.vss_top_k * (self.vss_diversity_factor or 1)


@dataclass(frozen=True, kw_only=True)
class EntityOptions(RetrieverOptions):
    """Of retrievers that start from entities."""

    expand_entities: bool = option(True, "Follow the entities of the statements found.")


@dataclass(frozen=True, kw_only=True)
class TraversalOptions(EntityOptions, ChunkOptions):
    """Of both halves."""


@dataclass(frozen=True, kw_only=True)
class VectorGuidedOptions(RetrieverOptions):
    """``hop_weight``, ``ppr_weight``: beside the base score, which is 0 to 3."""

    hop_weight: float = option(2.0, "What hops count.", min=0, max=1_000)
    ppr_weight: float = option(0.75, "What the step of PageRank counts.", min=0, max=1_000)
    similarity_threshold: float | None = option(
        0.95, "Of statements more alike than this only one is shown.", min=0, max=1
    )


def retriever_options(kind: type[R], given: Mapping[str, Any]) -> R:
    """Options of a retriever, also by the names that LlamaIndex's own retrievers have for them.

    Raises :class:`OptionError` for one that it does not have, or that is given twice.
    """
    ours = dict(given)
    for other, name in OTHER_NAMES.items():
        if other in ours:
            if name in ours:
                raise OptionError(f"{other} and {name} are the same.", "Give one of them.")
            ours[name] = ours.pop(other)
    return make_options(kind, ours)


def _check_reranker(reranker: object) -> None:
    if isinstance(reranker, str):
        is_known = reranker in RERANKERS
    else:
        from llama_index.core.postprocessor.types import BaseNodePostprocessor

        is_known = isinstance(reranker, BaseNodePostprocessor)
    if not is_known:
        raise OptionError(
            f"reranker is {reranker!r}.",
            "Use 'maxsim', 'tfidf', 'none' or a LlamaIndex postprocessor.",
            names=("reranker",),
        )
