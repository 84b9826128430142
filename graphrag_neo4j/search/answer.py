"""What ``ask`` gives back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from graphrag_neo4j.llm.meter import Usage
from graphrag_neo4j.retrieve.results import RetrievalResult
from graphrag_neo4j.retrieve.shown import render
from graphrag_neo4j.search.result import Citation, cited_lines, cost_line, unknown_warning


@dataclass(frozen=True, slots=True)
class Answer:
    """An LLM's answer and all that it can be checked by.

    ``results``: what the graph says on the question, of which the LLM was shown ``given``
    statements; ``citations``: the statements that the answer cites, in order, each with its
    chunk and characters, unknown ones marked; ``usage``: by stage, of this question alone.
    """

    text: str
    results: tuple[RetrievalResult, ...]
    citations: tuple[Citation, ...] = ()
    usage: Mapping[str, Usage] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    given: int = 0

    @property
    def likelihood(self) -> float | None:
        """How likely it is that the graph holds an answer, 0 to 1; None if nothing was found. With
        a reranker of your own, what that says of the best result."""
        return self.results[0].score if self.results else None

    @property
    def total(self) -> Usage:
        """Usage over all stages: calls, tokens, cost (USD, None if a price is unknown)."""
        return sum(self.usage.values(), Usage())

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain data."""
        return {
            "answer": self.text,
            "likelihood": self.likelihood,
            "citations": [asdict(one) for one in self.citations],
            "notes": list(self.notes),
            "usage": {stage: asdict(usage) for stage, usage in self.usage.items()},
            "total": asdict(self.total),
            "results": [result.to_dict() for result in self.results],
        }

    def render(self, *, sources: bool = False) -> str:
        """The answer for people, what it cites, and its cost; with ``sources`` all that the LLM
        was given."""
        parts = [self.text]
        if lines := cited_lines(self.citations):
            parts.append("Cited:\n" + "\n".join(lines))
        elif self.results and not self.citations:
            n = len({result.source["id"] for result in self.results})
            parts.append(
                f"The answer cites nothing that it was given: {self.given} statements of "
                f"{n} source{'s' * (n > 1)}."
            )
        if warning := unknown_warning(self.citations):
            parts.append(warning)
        parts += [f"Note: {note}" for note in self.notes]
        if sources:
            parts.append(f"Given:\n\n{render(self.results, shown=None)}")
        if cost := cost_line(self.total):
            parts.append(cost)
        return "\n\n".join(part.rstrip() for part in parts)
