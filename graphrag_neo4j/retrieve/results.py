"""What a retrieval gives: statements of one topic and source, with where each comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from llama_index.core.schema import NodeRelationship, NodeWithScore, RelatedNodeInfo, TextNode

from graphrag_neo4j.ids import content_hash
from graphrag_neo4j.retrieve.ranking.confidence import MOST_UNLIKELY, UNLIKELY
from graphrag_neo4j.source_names import BOOKKEEPING, public_source
from graphrag_neo4j.text.dates import day_within
from graphrag_neo4j.text.places import link_to, page_label

SourceFormatter = Callable[[dict[str, Any]], str]


@dataclass(frozen=True, slots=True)
class FoundStatement:
    """A statement, its relevance, and its place: chunk and characters of the source's text (the
    chunk's where the statement was not located, None where that is unknown, too).

    ``place`` is what its file counts ("page 3", "slide 2", "line 7"), ``section`` the headings
    above it ("Hull > Bow"); None where its format has none. ``before`` and ``after``: the
    statements next to it in the text, of a result's most relevant one. ``named``: of a row of a
    table in Markdown, its cells with the names of their columns, which stand above it there.
    ``days``: what it names from the day on which it was said, with what that is ("yesterday",
    "2024-05-11"; a month, a year or an interval as ISO 8601 has it)."""

    id: str
    text: str
    score: float
    chunk_id: str
    start: int | None
    end: int | None
    facts: tuple[str, ...] = ()
    place: str | None = None
    section: str | None = None
    before: str | None = None
    after: str | None = None
    named: str | None = None
    days: tuple[tuple[str, str], ...] = ()

    @property
    def shown(self) -> str:
        """What people and models are shown of it, with the days that it names in brackets."""
        return _with_days(self.named or self.text, dict(self.days))

    def to_dict(self) -> dict[str, Any]:
        """The statement as plain data."""
        return {name: getattr(self, name) for name in self.__slots__} | {"days": dict(self.days)}


@dataclass(frozen=True, slots=True)
class RetrievalResult:
    """Statements of one topic and source, the most relevant first.

    ``source`` holds the source's properties (``uri``, ``title``, metadata). ``path`` says
    why it was found. ``score`` is, of the first result, the likelihood (0 to 1) that an answer was
    found (:mod:`graphrag_neo4j.retrieve.ranking.confidence`), and less for the others; with a
    reranker of your own, what that says.
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


def is_unlikely(results: Sequence[RetrievalResult], below: float = UNLIKELY) -> bool:
    """Whether these results, best first, perhaps hold no answer: theirs is less likely than
    ``below``, 0 to 1."""
    return bool(results) and 0 <= results[0].score < below


def unlikely_note(results: Sequence[RetrievalResult]) -> str | None:
    """What people and models are told if these results, best first, perhaps hold no answer, or
    most likely."""
    if not is_unlikely(results):
        return None
    likely = f"{results[0].score:.0%} likely"
    if is_unlikely(results, MOST_UNLIKELY):
        return f"Nothing in these documents seems to answer this ({likely})."
    return f"These documents may not answer this ({likely} that they do)."


def dated(named: str, source: Mapping[str, Any]) -> str:
    """A source's name with its day, if it has one and the name does not tell it."""
    day = day_within(str(source.get("date") or ""))
    return named if day in ("", day_within(named)) else f"{named}, {day}"


def source_title(source: Mapping[str, Any]) -> str:
    """How a source is shown unless told otherwise: by its title."""
    return str(source.get("title") or source["uri"])


def dated_title(source: Mapping[str, Any]) -> str:
    """How a model is told of a source unless told otherwise: by its title and its day."""
    return dated(source_title(source), source)


def to_nodes(
    results: Sequence[RetrievalResult], format_source: SourceFormatter = dated_title
) -> list[NodeWithScore]:
    """Results as LlamaIndex wants them. If an answer is unlikely, the first node's metadata say
    so under ``note``, which a prompt shows, too."""
    nodes = [to_node(result, format_source) for result in results]
    if note := unlikely_note(results):
        nodes[0].node.metadata["note"] = note
        nodes[0].node.excluded_embed_metadata_keys.append("note")
    return nodes


class PlacedNode(TextNode):
    """A node that LlamaIndex takes for the same one, by its id, whatever question or mode found it.

    :class:`QueryFusionRetriever` adds up scores by ``hash``, that of others is of text and
    metadata, which here tell of the question, too.
    """

    @property
    def hash(self) -> str:
        """Of the id alone."""
        return content_hash(self.id_)


def to_node(result: RetrievalResult, format_source: SourceFormatter = dated_title) -> NodeWithScore:
    """A result as LlamaIndex wants it; the topic's id keeps it stable across calls, and its hash
    across modes, so that results of several can be fused.

    Metadata: the source's under the names that LlamaIndex's readers use, as far as they are known
    (:func:`flat_metadata`), then ``topic``, ``source``, ``statements`` and ``retrieval_path``.
    None of it enters a prompt or an embedding: the text says what a model needs.
    """
    statements = [statement.to_dict() for statement in result.statements]
    header = f"{result.topic} [Source: {format_source(result.source)}]"
    metadata = {
        **flat_metadata(result.source, _best_place(result)),
        "topic": result.topic,
        "source": public_source(result.source),
        "statements": statements,
        "retrieval_path": result.path,
    }
    node = PlacedNode(
        id_=result.topic_id,
        text="\n".join([header, *statement_lines(statements)]),
        metadata=metadata,
        excluded_llm_metadata_keys=list(metadata),
        excluded_embed_metadata_keys=list(metadata),
        relationships={NodeRelationship.SOURCE: RelatedNodeInfo(node_id=str(result.source["id"]))},
    )
    return NodeWithScore(node=node, score=result.score)


def _best_place(result: RetrievalResult) -> str | None:
    """Where the best statement stands."""
    best = max(result.statements, key=lambda statement: statement.score, default=None)
    return best.place if best else None


def flat_metadata(source: Mapping[str, Any], place: str | None = None) -> dict[str, Any]:
    """A source's metadata flat, as LlamaIndex's readers give it: all that it was ingested with,
    ``title``, and, of a file, ``file_path`` and ``file_name``, of a page of the web, ``url``; what
    it was ingested with goes before what its URI says. ``place`` is where in it the text stands;
    of a page, ``page_label`` is its number, and ``link`` opens the file there (a.pdf#page=3)."""
    flat = {"title": source_title(source)}
    flat |= {name: value for name, value in source.items() if name not in _OWN}
    uri = str(source["uri"])
    parts = urlsplit(uri)
    if parts.scheme in ("http", "https"):
        flat.setdefault("url", uri)
    elif parts.scheme == "file":
        path = url2pathname(parts.path)
        flat.setdefault("file_path", path)
        flat.setdefault("file_name", PurePath(path).name)
    if parts.fragment.startswith("page="):
        flat.setdefault("page_label", parts.fragment.removeprefix("page="))
    if place:
        flat.setdefault("place", place)
    if page := page_label(place):
        flat.setdefault("page_label", page)
        flat.setdefault("link", link_to(uri, place))
    return flat


def statement_lines(statements: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Statements as the lines of a prompt, facts below."""
    for statement in statements:
        said = statement.get("named") or statement["text"]
        yield f"- {_with_days(said, statement.get('days') or {})}"
        yield from (f"    fact: {fact}" for fact in statement["facts"])


def _with_days(said: str, days: Mapping[str, str]) -> str:
    told = "; ".join(f"{named}: {day}" for named, day in days.items())
    return f"{said} ({told})" if told else said


_OWN = BOOKKEEPING | {"id", "uri", "title", "aliases", "alias_count"}
