"""What can be said about how a question is to be answered, mode by mode."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.llm.chat import Message

RESPONSE_TYPES = (
    "Multiple Paragraphs", "Single Paragraph", "Single Sentence", "List of 3-7 Points",
    "Single Page Report", "Multi-Page Report",
)  # fmt: skip
LEAST_TOKENS = 300
O = TypeVar("O", bound="SearchOptions")  # noqa: E741


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """Of all modes.

    ``response_type``: form of the answer, one of :data:`RESPONSE_TYPES` or any words;
    ``max_length``: words, 100 to 2000; ``language`` of the answer; ``history``: the conversation
    so far, (role, text), oldest first: the newest turns that fit ``history_share`` of the
    context's budget are kept; ``context_only``: build the context, ask no LLM;
    ``max_context_tokens``: the budget.
    """

    response_type: str = RESPONSE_TYPES[0]
    max_length: int = 500
    language: str = "English"
    history: Sequence[Message] = ()
    history_share: float = 0.2
    context_only: bool = False
    max_context_tokens: int = 12_000

    def __post_init__(self) -> None:
        self._within("max_length", 100, 2_000)
        self._within("max_context_tokens", LEAST_TOKENS, 1_000_000)
        self._within("history_share", 0, 1)
        for name in ("response_type", "language"):
            if not str(getattr(self, name)).strip():
                raise UsageError(f"{name} is empty.", "Give it in words, or leave it out.")

    def _within(self, name: str, least: float, most: float) -> None:
        value = getattr(self, name)
        if not least <= value <= most:
            raise UsageError(f"{name} is {value}.", f"Use {least:,} to {most:,}.")


@dataclass(frozen=True, kw_only=True)
class LocalOptions(SearchOptions):
    """``top_k`` × ``oversample`` entities are looked up, and all of them used as far as the
    budget goes; ``level`` of the reports; shares of the budget: ``source_share``,
    ``report_share``, the rest for the graph."""

    top_k: int = 20
    oversample: int = 2
    level: int = 0
    source_share: float = 0.5
    report_share: float = 0.15

    def __post_init__(self) -> None:
        super().__post_init__()
        self._within("top_k", 1, 1_000)
        self._within("oversample", 1, 10)
        self._within("level", 0, 1_000)
        for name in ("source_share", "report_share"):
            self._within(name, 0, 1)
        self._within_sum()

    def _within_sum(self) -> None:
        if self.source_share + self.report_share > 1:
            raise UsageError("The shares are more than the whole.", "Lower one of them.")


@dataclass(frozen=True, kw_only=True)
class GlobalOptions(SearchOptions):
    """``level`` of the reports, 0 = most granular; ``max_reports`` and ``min_rating`` of them;
    ``max_context_tokens`` for each batch and for the reduction; ``general_knowledge``: allow what
    the model knows, marked ``[LLM: verify]``; ``dynamic``: choose reports by rating them from the
    top down, those of ``min_relevance`` (0-10) and more."""

    level: int = 2
    max_reports: int = 512
    min_rating: float = 0.0
    general_knowledge: bool = False
    dynamic: bool = False
    min_relevance: float = 5.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self._within("level", 0, 1_000)
        self._within("max_reports", 1, 100_000)
        self._within("min_rating", 0, 10)
        self._within("min_relevance", 0, 10)


@dataclass(frozen=True, kw_only=True)
class BasicOptions(SearchOptions):
    """``top_k`` chunks, most similar first."""

    top_k: int = 20
    max_context_tokens: int = 8_000

    def __post_init__(self) -> None:
        super().__post_init__()
        self._within("top_k", 1, 10_000)


@dataclass(frozen=True, kw_only=True)
class DriftOptions(LocalOptions):
    """``primer_reports`` start it; each round asks the ``width`` best follow-ups. It ends at an
    answer of ``confidence`` (0-100), at ``max_depth``, or when ``max_calls`` LLM calls or
    ``max_total_tokens`` (in and out, None = no limit) are used up, the reduction included."""

    primer_reports: int = 20
    width: int = 4
    confidence: int = 90
    max_depth: int = 3
    max_calls: int = 20
    max_total_tokens: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        self._within("primer_reports", 0, 100)
        self._within("width", 1, 100)
        self._within("confidence", 0, 101)
        self._within("max_depth", 1, 20)
        self._within("max_calls", 3, 1_000)


@dataclass(frozen=True, kw_only=True)
class CausalOptions(SearchOptions):
    """(``top_k`` + ``s``) × ``oversample`` entities, all used; ``max_data_tokens`` for the network
    data: ``entity_share``, ``relation_share``, ``text_share``; what is left of
    ``max_context_tokens`` is for causal paths and reports. ``max_tokens`` of each answer.
    Files are written into ``output_dir``, if given, as far as ``save_network_data`` and
    ``save_causal_report`` say."""

    top_k: int = 10
    s: int = 3
    oversample: int = 2
    level: int = 0
    max_data_tokens: int = 8_000
    entity_share: float = 0.4
    relation_share: float = 0.4
    text_share: float = 0.2
    text_characters: int = 1_000
    max_tokens: int = 4_000
    output_dir: Path | None = None
    save_network_data: bool = True
    save_causal_report: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        self._within("top_k", 1, 1_000)
        self._within("s", 0, 1_000)
        self._within("oversample", 1, 10)
        self._within("max_data_tokens", LEAST_TOKENS, self.max_context_tokens)
        self._within("text_characters", 1, 1_000_000)
        self._within("max_tokens", 1, 1_000_000)
        if self.entity_share + self.relation_share + self.text_share > 1 + 1e-9:
            raise UsageError("The shares are more than the whole.", "Lower one of them.")


@dataclass(frozen=True, kw_only=True)
class QuestionOptions(LocalOptions):
    """``question_count`` new questions; ``past_questions`` asked before, oldest first;
    ``example_questions``: how they may sound."""

    question_count: int = 5
    past_questions: Sequence[str] = ()
    example_questions: Sequence[str] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        self._within("question_count", 1, 100)


def make_options(kind: type[O], given: dict[str, Any]) -> O:
    """Options of a mode. Raises :class:`UsageError` for one that it does not have."""
    known = {f.name for f in fields(kind)}
    if unknown := sorted(given.keys() - known):
        raise UsageError(
            f"Unknown option {unknown[0]!r}.", f"This mode has: {', '.join(sorted(known))}."
        )
    try:
        return kind(**given)
    except TypeError as error:
        raise UsageError(f"An option has a value of the wrong kind: {error}.") from None
