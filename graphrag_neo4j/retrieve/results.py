"""What a retrieval gives: statements of one topic and source, with where each comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePath
from textwrap import dedent, indent
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from llama_index.core.schema import NodeRelationship, NodeWithScore, RelatedNodeInfo, TextNode

from graphrag_neo4j.ids import content_hash
from graphrag_neo4j.retrieve.ranking.confidence import MOST_UNLIKELY, UNLIKELY
from graphrag_neo4j.source_names import BOOKKEEPING, public_source
from graphrag_neo4j.text.dates import day_within
from graphrag_neo4j.text.places import link_to, page_label, place_text

SHOWN = 12
"""Statements that people are shown, unless they ask for more."""
SHOWN_OF_CHUNK, SHOWN_OF_RESULT = 3, 4
"""Of one chunk, and of one result, that others may stand beside it: a recording may be one result
of ten chunks. Of 398 questions on manuals and office files three of a result answered 369, and 349
among the first five statements (four: 369 and 345, two: 362 and 346); of 70 on talk three of a
result answer 43 with all that is shown, three of a chunk and four of a result 47."""
SENTENCE = 40
"""Characters from which on a text that stands in two sources says the same in both: "Status: open"
does not."""
ONE_LIST = 1e-3
"""So little behind the one before it scores what is an item of the same list."""
MAX_CONTEXT = 200
_OPENERS = (":", "{", "(", "[")
"""Characters of a neighbour that are shown."""
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


def render(
    results: Sequence[RetrievalResult], *, explain: bool = False, shown: int | None = SHOWN
) -> str:
    """Results for people: each with its source's path or address in one line, statements with the
    characters where they stand, what stands next to the most relevant one, marked by "…", and,
    with ``explain``, why it was found.

    ``shown``: statements in all, the most relevant ones; None = all. A result without any of them
    is left out. If an answer is unlikely, that is said first.
    """
    blocks: list[str] = []
    left_out = 0
    kept = most_relevant(results, shown)
    for result in results:
        chosen = [s for s in result.statements if s.id in kept]
        left_out += len(result.statements) - len(chosen)
        if not chosen:
            continue
        lines = [f"{len(blocks) + 1}. {_heading(result)}  (score {result.score:.2f})"]
        if explain:
            lines += [f"   why: {reason}" for reason in path_reasons(result.path)]
        known = {one.text for one in chosen}
        for s in chosen:
            lines += [f"     … {text}" for text in _context(s.before, known)]
            lines.append(f"   - {_lines(s.shown)}  [{place_text(s.start, s.end, s.place)}]")
            lines += [f"       fact: {fact}" for fact in s.facts]
            lines += [f"     … {text}" for text in _context(s.after, known)]
        blocks.append("\n".join(lines))
    if note := unlikely_note(results):
        blocks.insert(0, f"{note} The nearest:")
    if left_out:
        blocks.append(f"… {left_out:,} less relevant statements are not shown; --json has all.")
    return "\n\n".join(blocks) or "Nothing found."


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


def most_relevant(results: Sequence[RetrievalResult], n: int | None) -> set[str]:
    """Ids of the ``n`` most relevant statements, some of each result (:data:`SHOWN_OF_CHUNK`; the
    items of a list count once), and the first one of all; None = all. A sentence that several
    sources say is shown once."""
    if n is None:
        return {s.id for result in results for s in result.statements}
    first = next((s for result in results for s in result.statements), None)
    some = [s for result in results for s in _some(result.statements)]
    some.sort(key=lambda s: (s is not first, -s.score, s.id))
    return {s.id for s in islice(_once(some), n)}


def _once(statements: Iterable[FoundStatement]) -> Iterator[FoundStatement]:
    """What several sources say word for word, as below each page of a site, once."""
    said: set[str] = set()
    for statement in statements:
        text = " ".join(statement.text.split())
        if len(text) >= SENTENCE and text in said:
            continue
        said.add(text)
        yield statement


def _some(statements: Sequence[FoundStatement]) -> Iterator[FoundStatement]:
    """The first ones of each chunk, with all items of lists among them, which are of one chunk."""
    of_chunk: Counter[str] = Counter()
    last: FoundStatement | None = None
    for statement in statements:
        if last is None or not _is_item(statement, last):
            if of_chunk.total() == SHOWN_OF_RESULT:
                return
            if of_chunk[statement.chunk_id] == SHOWN_OF_CHUNK:
                continue
            of_chunk[statement.chunk_id] += 1
        last = statement
        yield statement


def _is_item(statement: FoundStatement, last: FoundStatement) -> bool:
    return statement.chunk_id == last.chunk_id and last.score - statement.score <= ONE_LIST


def _heading(result: RetrievalResult) -> str:
    """Path or address, the title if that says more, the topic and the day if those do."""
    path, title = _path(result.source), source_title(result.source)
    names = [title, *([result.topic] if result.topic != title else [])]
    if PurePath(path).name == title or title == path:
        named = " | ".join([path, *names[1:]])
    else:
        named = f"{' | '.join(names)}  {path}"
    return _dated(named, result.source)


def _dated(named: str, source: Mapping[str, Any]) -> str:
    """A source's name with its day, if it has one and the name does not tell it."""
    day = day_within(str(source.get("date") or ""))
    return named if day in ("", day_within(named)) else f"{named}, {day}"


def _lines(text: str) -> str:
    """A text of several lines, which is code, below a mark of a list. How far its first line is
    indented is not known: what it opens is farther."""
    first, line_break, rest = text.partition("\n")
    rest = dedent(rest)
    is_opening = first.rstrip().endswith(_OPENERS) and not rest.lstrip("\n").startswith(" ")
    return first + line_break + indent(rest, " " * (9 if is_opening else 5))


def _context(text: str | None, shown: Collection[str]) -> list[str]:
    """A neighbour that is not shown anyway, in one line of a bearable length."""
    if text is None or text in shown:
        return []
    line = " ".join(text.split())
    return [line if len(line) <= MAX_CONTEXT else line[: MAX_CONTEXT - 1] + "…"]


def _path(source: Mapping[str, Any]) -> str:
    """A file's path, with the part of it that the source is; of others the URI."""
    parts = urlsplit(str(source["uri"]))
    if parts.scheme != "file":
        return str(source["uri"])
    return url2pathname(parts.path) + (f"#{parts.fragment}" if parts.fragment else "")


def path_reasons(path: dict[str, Any]) -> Iterator[str]:
    """What led to a result, a line each; numbers are parts of a score, 0 to 1."""
    scores = path["scores"]
    own = {
        "chunk": "its text is near to the question",
        "statement": "one of its statements is",
        "words": "it shares words with the question",
    }
    if near := [f"{why} ({scores[name]:.2f})" for name, why in own.items() if name in scores]:
        yield "; ".join(near)
    if named := path.get("named"):
        yield f"it is about {' and '.join(named)}, named in the question ({scores['title']:.2f})"
    if phrases := path.get("phrases"):
        exact = " and ".join(map(repr, phrases))
        yield f"it has {exact}, as few others do ({scores['exact']:.2f})"
    for acronym, long_form in path.get("in_full", {}).items():
        yield f"it says {acronym.upper()} in full: {long_form!r}"
    if hop := path.get("hop"):
        yield f"a hop from {hop['from']!r} by way of {hop['entity']} ({scores['hop']:.2f})"
    if ppr := path.get("ppr"):
        yield f"it mentions {ppr}, as does the question or what is near it ({scores['ppr']:.2f})"


def source_title(source: Mapping[str, Any]) -> str:
    """How a source is shown unless told otherwise: by its title."""
    return str(source.get("title") or source["uri"])


def dated_title(source: Mapping[str, Any]) -> str:
    """How a model is told of a source unless told otherwise: by its title and its day."""
    return _dated(source_title(source), source)


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
