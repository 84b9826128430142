"""The records that flow through ingestion, from a document to what was extracted from it.

Two families, both immutable and free of I/O:

* what a reader and a chunker make: :class:`Document`, :class:`Heading`, :class:`Chunk`;
* what an extractor says about a chunk, in *names*, not ids: :class:`ExtractedChunk` and
  its parts. Ids are given later, by :mod:`graphrag_neo4j.ingest.rows`.

All offsets are 0-based character positions in ``Document.text``, end exclusive.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

BlockKind = Literal["code", "comment", "row", "columns", "quote", "copy"]

Scalar = str | int | float | bool
"""A metadata value that Neo4j can store as a property."""

UNKNOWN_TYPE = "UNKNOWN"
"""Entity type when nothing tells a better one."""

DEFAULT_RELATION_TYPE = "RELATED"
"""``relation_type`` of an edge whose type nobody named."""

OUT_OF_BUDGET = "budget"
"""``ExtractedChunk.failed`` of a chunk that the budget did not reach: it is still to be done."""

NOT_ASKED = "not asked"
"""``ExtractedChunk.failed`` of a chunk before which the run ended: it is still to be done."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading inside a document: where its text starts, its depth (1 = top) and its words."""

    start: int
    level: int
    title: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where the text from ``start`` up to the next place stands in its file.

    ``kind`` is what the format counts or names ("page", "slide", "sheet", "time", "part"),
    ``name`` which of them ("3", "00:01:05").
    """

    start: int
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Block:
    """A span ``[start, end)`` of a text that is no prose.

    ``kind``: "code", "comment" in code, which is prose between marks, "row" of a table, whose
    cells stand under ``columns`` if they have names, "columns", the row with these names itself, or
    "quote", what a mail repeats of another, or "copy", if that is read as well.
    """

    start: int
    end: int
    kind: BlockKind
    columns: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A text to ingest. ``uri`` names where it came from and survives changes of its text.

    ``text`` is what all offsets count, and what is cited. Only if ``is_markdown`` are marks in it
    read as Markdown; it keeps them. ``places`` come in the order of the text; ``has_lines`` says
    that the text is its file's own, so that its lines are the file's, from ``first_line`` on.
    ``blocks`` are what in it is no prose, in its order. ``above``: of a part of a large text, the
    headings that its beginning stands under. ``share``: how much of its file's text it is, for
    progress; 0 = unknown. ``shared_language``: of a record, the language that the records of its
    file are in together ("es"); "" where that is not clear, and of other texts.
    """

    uri: str
    text: str
    title: str
    headings: tuple[Heading, ...] = ()
    metadata: Mapping[str, Scalar] = field(default_factory=dict)
    is_markdown: bool = False
    places: tuple[Place, ...] = ()
    has_lines: bool = False
    blocks: tuple[Block, ...] = ()
    above: tuple[Heading, ...] = ()
    first_line: int = 1
    share: float = 0.0
    shared_language: str = ""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A span ``[start, end)`` of a document's text.

    ``title`` is the document's title, followed by " - " and the heading the chunk stands
    under, if there is one: it is embedded and full-text indexed together with ``text``.
    ``place`` is where it stands as its format counts ("pages 3-4"), ``section`` the path of
    headings above it ("Hull > Bow"); both may be empty. ``own`` is the text without what it
    quotes of others, which is embedded then; None if it quotes nothing.
    """

    id: str
    source_id: str
    title: str
    heading: str
    text: str
    start: int
    end: int
    position: int
    n_tokens: int
    place: str = ""
    section: str = ""
    own: str | None = None


@dataclass(frozen=True, slots=True)
class ExtractedEntity:
    """A thing named in a chunk. ``name`` is the surface form that a reader should see; ``alias``
    is another that the document introduces ("European Central Bank (ECB)"), or several, parted by
    "; ". ``type_from``: "text"
    if the document says in words of what type it is ("the ferry Lady Ann"), "" if that is told by
    the name alone."""

    name: str
    type: str = UNKNOWN_TYPE
    description: str = ""
    alias: str = ""
    type_from: str = ""


@dataclass(frozen=True, slots=True)
class ExtractedFact:
    """``subject`` and, if ``object_is_entity``, ``object`` are names of extracted entities.

    Otherwise ``object`` is a literal complement ("in 1843", "very poor"), and ``subject`` mere
    words, too, unless ``subject_is_entity``. The direction subject -> object is meaning and is
    never changed. ``weight`` is the strength that this piece of evidence gives to the relation,
    ``description`` what it says about it.
    """

    subject: str
    predicate: str
    object: str
    object_is_entity: bool = True
    relation_type: str = DEFAULT_RELATION_TYPE
    description: str = ""
    weight: float = 1.0
    subject_is_entity: bool = True


@dataclass(frozen=True, slots=True)
class ExtractedStatement:
    """A standalone assertion, in the order of the text.

    ``start``/``end`` locate the sentence it was made from in the document; -1 when unknown.
    By rules, ``text`` is that sentence itself; ``resolved``, if it differs, says it with names in
    place of pronouns and without marks, and is embedded in its place. ``mentions`` are names of
    extracted entities.
    """

    text: str
    start: int = -1
    end: int = -1
    mentions: tuple[str, ...] = ()
    facts: tuple[ExtractedFact, ...] = ()
    resolved: str = ""


@dataclass(frozen=True, slots=True)
class ExtractedTopic:
    """Statements of one chunk that share a subject, under a short name."""

    name: str
    statements: tuple[ExtractedStatement, ...] = ()


@dataclass(frozen=True, slots=True)
class ExtractedClaim:
    """What a text asserts about ``subject``, and whether that is so.

    ``subject`` and ``object`` are names of extracted entities; ``object`` is "" when the claim
    concerns nobody else. ``status`` is TRUE, FALSE or SUSPECTED. Dates are ISO 8601 or "";
    ``source_text`` are the words of the text that the claim rests on.
    """

    subject: str
    object: str = ""
    type: str = ""
    status: str = ""
    description: str = ""
    start_date: str = ""
    end_date: str = ""
    source_text: str = ""


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A piece of an answer that could not be used, as it came (at most 2,000 characters)."""

    record: str
    reason: str


@dataclass(frozen=True, slots=True)
class ExtractedChunk:
    """All that an extractor found in one chunk.

    ``about`` names the entities that the document's title or the chunk's heading names;
    they are listed in ``entities`` as well, like every name used in a fact, claim or mention.
    ``failed`` says why nothing could be extracted; empty = extracted, be it with records in
    ``quarantined``.
    """

    chunk_id: str
    topics: tuple[ExtractedTopic, ...] = ()
    entities: tuple[ExtractedEntity, ...] = ()
    about: tuple[str, ...] = ()
    claims: tuple[ExtractedClaim, ...] = ()
    failed: str = ""
    quarantined: tuple[Quarantined, ...] = ()
