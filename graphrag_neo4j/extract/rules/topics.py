"""Topics: the statements of a chunk under the name of what they are about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from graphrag_neo4j.extract.lexicon import normal_form
from graphrag_neo4j.model import Chunk, Document, ExtractedStatement, ExtractedTopic
from graphrag_neo4j.text.places import Places

_FEW_CHUNKS = 2  # a section of so few chunks needs no finer name


def section_sizes(chunks: Sequence[Chunk]) -> Counter[str]:
    """How many chunks stand under each heading."""
    return Counter(chunk.heading for chunk in chunks)


def chunk_topics(
    document: Document,
    places: Places,
    chunk: Chunk,
    statements: Sequence[ExtractedStatement],
    n_in_section: int,
) -> tuple[ExtractedTopic, ...]:
    """A topic for each heading that statements of the chunk stand under, in order; none without
    statements."""
    sections = [
        (name, list(said)) for name, said in groupby(statements, lambda s: places.heading(s.start))
    ]
    topics = []
    for heading, said in sections:
        section = _section_name(heading, document, chunk)
        is_long = len(sections) == 1 and n_in_section > _FEW_CHUNKS
        leading = _leading_entity(said, section) if is_long else ""
        topics.append(ExtractedTopic(f"{section}: {leading}" if leading else section, tuple(said)))
    return tuple(topics)


def _section_name(heading: str, document: Document, chunk: Chunk) -> str:
    for name in (heading, chunk.heading, document.title, chunk.title, document.uri):
        plain = " ".join(name.split())
        if plain:
            return plain
    return "Document"


def _leading_entity(statements: Sequence[ExtractedStatement], section: str) -> str:
    """The entity that most statements mention, first come first, unless the section has it."""
    counts = Counter(name for statement in statements for name in statement.mentions)
    taken = normal_form(section)
    ranked = [name for name, _ in counts.most_common(3) if normal_form(name) != taken]
    return ranked[0] if ranked else ""
