"""What can be said about how a question is to be answered, mode by mode. The meaning of each
option is its field's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.errors import OptionError
from graphrag_neo4j.options import Options, option

if TYPE_CHECKING:
    from graphrag_neo4j.llm.chat import Message

RESPONSE_TYPES = (
    "Multiple Paragraphs", "Single Paragraph", "Single Sentence", "List of 3-7 Points",
    "Single Page Report", "Multi-Page Report",
)  # fmt: skip
MIN_TOKENS = 300
MAX_TOKENS = 1_000_000
_ROLES = ("system", "user", "assistant")


@dataclass(frozen=True, kw_only=True)
class SearchOptions(Options):
    """Of all modes. ``history``: the conversation so far, (role, text), oldest first; ``language``
    and ``response_type`` are any words, the latter usually one of :data:`RESPONSE_TYPES`."""

    response_type: str = option(RESPONSE_TYPES[0], 'Form of the answer, as "Single Paragraph".')
    max_length: int = option(500, "Words of the answer.", min=100, max=2_000)
    language: str = option("English", "Language of the answer.")
    history: Sequence[Message] = option((), "The conversation so far.")
    history_share: float = option(
        0.2, "Share of the budget for the newest turns of the conversation.", min=0, max=1
    )
    context_only: bool = option(False, "Build the context, ask no LLM.")
    max_context_tokens: int = option(
        12_000, "Tokens that the context may take.", min=MIN_TOKENS, max=MAX_TOKENS
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not _is_conversation(self.history):
            raise OptionError(
                "history is no conversation.",
                f"Use a list of (role, text); roles are {', '.join(_ROLES)}.",
                names=("history",),
            )

    def _check_shares(self, *names: str) -> None:
        if sum(getattr(self, name) for name in names) > 1 + 1e-9:
            raise OptionError(
                f"{' and '.join(names)} are more than the whole.", "Lower one of them.", names=names
            )


@dataclass(frozen=True, kw_only=True)
class LocalOptions(SearchOptions):
    """``top_k`` × ``oversample`` entities are looked up, and all of them used as far as the
    budget goes; what the shares leave of it is for the graph."""

    top_k: int = option(20, "Entities to start from.", min=1, max=1_000)
    oversample: int = option(2, "So many times as many entities are used.", min=1, max=10)
    level: int = option(0, "Level of the community reports, 0 = finest.", min=0, max=1_000)
    source_share: float = option(0.5, "Share of the budget for texts.", min=0, max=1)
    report_share: float = option(0.15, "Share of the budget for reports.", min=0, max=1)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._check_shares("source_share", "report_share")


@dataclass(frozen=True, kw_only=True)
class GlobalOptions(SearchOptions):
    """``max_context_tokens`` count for each batch and for the reduction; with ``dynamic`` reports
    are chosen by rating them from the top down."""

    level: int = option(2, "Level of the community reports, 0 = finest.", min=0, max=1_000)
    max_reports: int = option(512, "Reports at most.", min=1, max=100_000)
    min_rating: float = option(0.0, "Least rating of a report.", min=0, max=10)
    general_knowledge: bool = option(False, "Allow what the model knows, marked [LLM: verify].")
    dynamic: bool = option(False, "Choose reports by rating them, from the top down.")
    min_relevance: float = option(5.0, "With dynamic: least relevance of a report.", min=0, max=10)


@dataclass(frozen=True, kw_only=True)
class BasicOptions(SearchOptions):
    """Chunks, most similar first."""

    top_k: int = option(20, "Chunks.", min=1, max=10_000)
    max_context_tokens: int = option(
        8_000, "Tokens that the context may take.", min=MIN_TOKENS, max=MAX_TOKENS
    )


@dataclass(frozen=True, kw_only=True)
class DriftOptions(LocalOptions):
    """It ends at an answer of ``confidence``, at ``max_depth``, or when ``max_calls`` or
    ``max_total_tokens`` are used up, the reduction included."""

    primer_reports: int = option(20, "Reports to start from.", min=0, max=100)
    width: int = option(4, "Follow-up questions a round.", min=1, max=100)
    confidence: int = option(90, "End at an answer with this score, 101 = never.", min=0, max=101)
    max_depth: int = option(3, "Rounds at most.", min=1, max=20)
    max_calls: int = option(20, "LLM calls at most.", min=3, max=1_000)
    max_total_tokens: int | None = option(None, "Tokens in and out at most.", min=1)


@dataclass(frozen=True, kw_only=True)
class CausalOptions(SearchOptions):
    """(``top_k`` + ``s``) × ``oversample`` entities, all used; the shares are those of
    ``max_data_tokens``, and what these leave of ``max_context_tokens`` is for causal paths and
    reports. Files are written into ``output_dir``, if given."""

    top_k: int = option(10, "Entities to start from.", min=1, max=1_000)
    s: int = option(3, "Entities added to these.", min=0, max=1_000)
    oversample: int = option(2, "So many times as many entities are used.", min=1, max=10)
    level: int = option(0, "Level of the community reports, 0 = finest.", min=0, max=1_000)
    max_data_tokens: int = option(
        8_000, "Tokens for the network data.", min=MIN_TOKENS, max=MAX_TOKENS
    )
    entity_share: float = option(0.4, "Share of the network data for entities.", min=0, max=1)
    relation_share: float = option(0.4, "Share of the network data for relations.", min=0, max=1)
    text_share: float = option(0.2, "Share of the network data for texts.", min=0, max=1)
    text_characters: int = option(1_000, "Characters of each text.", min=1, max=1_000_000)
    max_tokens: int = option(4_000, "Tokens of each answer.", min=1, max=MAX_TOKENS)
    output_dir: Path | None = option(None, "Folder for the network data and the report.")
    save_network_data: bool = option(True, "Write the network data.")
    save_causal_report: bool = option(True, "Write the report.")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.max_data_tokens > self.max_context_tokens:
            names = ("max_data_tokens", "max_context_tokens")
            raise OptionError(
                f"max_data_tokens is {self.max_data_tokens:,}, and max_context_tokens only "
                f"{self.max_context_tokens:,}.",
                "Lower the one or raise the other.",
                names=names,
            )
        self._check_shares("entity_share", "relation_share", "text_share")


@dataclass(frozen=True, kw_only=True)
class QuestionOptions(LocalOptions):
    """``past_questions`` come oldest first."""

    question_count: int = option(5, "New questions.", min=1, max=100)
    past_questions: Sequence[str] = option((), "Asked before.")
    example_questions: Sequence[str] = option((), "How they may sound.")


def _is_conversation(history: object) -> bool:
    return isinstance(history, list | tuple) and all(
        isinstance(turn, list | tuple)
        and len(turn) == 2
        and turn[0] in _ROLES
        and isinstance(turn[1], str)
        for turn in history
    )
