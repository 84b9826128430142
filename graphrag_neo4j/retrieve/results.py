"""What a retrieval gives: statements of one topic and source, with where each comes from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from llama_index.core.schema import NodeRelationship, NodeWithScore, RelatedNodeInfo, TextNode

SourceFormatter = Callable[[dict[str, Any]], str]


@dataclass(frozen=True, slots=True)
class FoundStatement:
    """A statement, its relevance, and its place: chunk and characters of the source's text."""

    id: str
    text: str
    score: float
    chunk_id: str
    start: int
    end: int
    facts: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The statement as plain data."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Statements of one topic and source, in the order of the text.

    ``source`` holds the source's properties (``uri``, ``title``, metadata). ``path`` says
    why it was found. Scores are comparable within one retrieval.
    """

    topic_id: str
    topic: str
    source: dict[str, Any]
    statements: tuple[FoundStatement, ...]
    score: float
    path: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data, without the source's bookkeeping."""
        return {
            "topic_id": self.topic_id,
            "topic": self.topic,
            "source": public_source(self.source),
            "statements": [statement.to_dict() for statement in self.statements],
            "score": self.score,
            "path": self.path,
        }


@dataclass(frozen=True, slots=True)
class Answer:
    """An LLM's answer and the results that it was given."""

    text: str
    results: tuple[SearchResult, ...]

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain data."""
        return {"answer": self.text, "results": [r.to_dict() for r in self.results]}


def render(results: Sequence[SearchResult]) -> str:
    """Results for people: each statement under its topic, with where it stands."""
    blocks = []
    for number, result in enumerate(results, start=1):
        title = source_title(result.source)
        heading = title if result.topic == title else f"{title} | {result.topic}"
        lines = [f"{number}. {heading}  (score {result.score:.2f})"]
        for s in result.statements:
            lines.append(f"   - {s.text}")
            lines += [f"       fact: {fact}" for fact in s.facts]
            lines.append(f"       [{title}, chunk {s.chunk_id[:8]}, characters {s.start}-{s.end}]")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) or "Nothing found."


def public_source(source: dict[str, Any]) -> dict[str, Any]:
    """A source's properties without our bookkeeping."""
    return {k: v for k, v in source.items() if k not in _INTERNAL}


def source_title(source: dict[str, Any]) -> str:
    """How a source is shown unless told otherwise: by its title."""
    return str(source.get("title") or source["uri"])


def to_node(result: SearchResult, format_source: SourceFormatter = source_title) -> NodeWithScore:
    """A result as LlamaIndex wants it; the topic's id keeps it stable across calls."""
    lines = [f"{result.topic} [Source: {format_source(result.source)}]"]
    for statement in result.statements:
        lines.append(f"- {statement.text}")
        lines += [f"    fact: {fact}" for fact in statement.facts]
    metadata = {
        "topic": result.topic,
        "source": public_source(result.source),
        "statements": [statement.to_dict() for statement in result.statements],
        "retrieval_path": result.path,
    }
    node = TextNode(
        id_=result.topic_id,
        text="\n".join(lines),
        metadata=metadata,
        excluded_llm_metadata_keys=list(metadata),
        excluded_embed_metadata_keys=list(metadata),
        relationships={NodeRelationship.SOURCE: RelatedNodeInfo(node_id=str(result.source["id"]))},
    )
    return NodeWithScore(node=node, score=result.score)


_INTERNAL = frozenset({"content_hash", "fingerprint", "status"})
