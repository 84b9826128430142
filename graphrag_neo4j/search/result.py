"""What a search gives back, and what it tells while it runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

from graphrag_neo4j.llm.meter import Usage
from graphrag_neo4j.search.context import Context
from graphrag_neo4j.search.modes import SearchMode
from graphrag_neo4j.text.places import place_text

NOTHING = "The graph says nothing on this."
NOT_IN_THE_DATA = "The data do not answer this question."


@dataclass(frozen=True)
class Place:
    """Where in a source something stands: chunk, source, offsets in the source's text, and what
    its file counts ("page 3"); None if nobody knows, or its format counts nothing."""

    chunk: str
    uri: str
    title: str | None
    start: int | None
    end: int | None
    place: str | None = None


@dataclass(frozen=True)
class Citation:
    """A record that the answer cites, by table and short id. ``known``: whether the answer was
    shown such a record; ``name``: what it is called; ``places``: where it stands."""

    dataset: str
    id: str
    known: bool
    name: str = ""
    places: tuple[Place, ...] = ()


@dataclass(frozen=True)
class ShownSource:
    """A text that the model was shown (perhaps shortened), by its short id, and its place."""

    id: int
    text: str
    place: Place


@dataclass(frozen=True)
class Event:
    """Something that a streamed search tells: the ``context`` is built, an ``intermediate``
    answer or the causal ``report`` is there, a piece of the answer's ``text``, the ``result``."""

    kind: Literal["context", "intermediate", "report", "text", "result"]
    text: str = ""
    result: SearchAnswer | None = None


@dataclass(frozen=True)
class SearchAnswer:
    """An answer, and all that it can be checked by.

    ``answer`` is empty if none was asked for (``context_only``) or could be had; then ``error``
    says why, and the context stands. ``notes``: what was left out, failed or chosen on the way.
    ``citations``: each record cited, in order, unknown ones marked; ``sources``: the texts shown.
    ``details``: what a mode has of its own (points, steps, paths, questions, causal report); of the
    context's relations how many are ``shown``, ``typed``, ``directed`` as stored, and the
    ``type_tokens`` and the ``typed_share`` of their types (``relations``).
    ``usage``: by stage, of this search alone; ``cypher_calls``: statements sent; ``files``:
    those written.
    """

    mode: SearchMode
    question: str
    answer: str
    context: Context
    citations: tuple[Citation, ...] = ()
    sources: tuple[ShownSource, ...] = ()
    error: str | None = None
    notes: tuple[str, ...] = ()
    details: dict[str, Any] = field(default_factory=dict)
    usage: dict[str, Usage] = field(default_factory=dict)
    seconds: float = 0.0
    cypher_calls: int = 0
    files: tuple[Path, ...] = ()

    @property
    def total(self) -> Usage:
        """Usage over all stages: calls, tokens, cost."""
        return sum(self.usage.values(), Usage())

    @property
    def unknown_citations(self) -> tuple[Citation, ...]:
        """What the answer cites although it was never shown it."""
        return tuple(one for one in self.citations if not one.known)

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data."""
        data = asdict(self)
        data["files"] = [str(path) for path in self.files]
        data["total"] = asdict(self.total)
        return data


def render(result: SearchAnswer, *, answer: bool = True) -> str:
    """A result for people: the answer with its citations and its cost, or the context if none was
    asked for; ``answer`` False for what stands below an answer that was shown already."""
    parts = [result.answer or result.context.text or NOTHING] if answer else []
    if cited := cited_lines(result.citations):
        parts.append("Cited:\n" + "\n".join(cited))
    if warning := unknown_warning(result.citations):
        parts.append(warning)
    if result.error:
        parts.append(f"Error: {result.error}")
    parts += [f"Note: {note}" for note in result.notes]
    parts += [f"Written: {path}" for path in result.files]
    if cost := cost_line(result.total):
        parts.append(cost)
    return "\n\n".join(part.rstrip() for part in parts)


def cited_lines(citations: Sequence[Citation]) -> list[str]:
    """What an answer cites, a line each, with where it stands."""
    return [_citation_line(one) for one in citations if one.known]


def unknown_warning(citations: Sequence[Citation]) -> str:
    """What an answer cites although it was never shown it; empty if nothing."""
    names = ", ".join(f"{one.dataset} {one.id}" for one in citations if not one.known)
    return names and f"Warning: the answer cites records that it was never shown: {names}."


def cost_line(total: Usage) -> str:
    """``2 LLM calls, 900 tokens in, 80 out, $0.0003``; empty if no LLM was used."""
    if not total.calls and not total.cached:
        return ""
    parts = [f"{total.calls:,} LLM call{'' if total.calls == 1 else 's'}"]
    parts[0] += f" ({total.cached:,} more from the cache)" if total.cached else ""
    parts.append(f"{total.tokens_in:,} tokens in, {total.tokens_out:,} out")
    parts.append("price unknown" if total.cost is None else f"${total.cost:.4f}")
    return ", ".join(parts)


def _citation_line(one: Citation) -> str:
    places = "; ".join(
        f"{p.title or p.uri}, {place_text(p.start, p.end, p.place)}" for p in one.places[:3]
    )
    return f"- {one.dataset} {one.id}: {one.name}{f' [{places}]' if places else ''}"
