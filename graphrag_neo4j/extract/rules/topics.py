"""Topics: the statements of a chunk under the name of what they are about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from graphrag_neo4j.extract.lexicon import normal_form
from graphrag_neo4j.model import Chunk, Document, ExtractedStatement, ExtractedTopic

_FEW_CHUNKS = 2  # a section of so few chunks needs no finer name


def section_sizes(chunks: Sequence[Chunk]) -> Counter[str]:
    """How many chunks stand under each heading."""
    return Counter(chunk.heading for chunk in chunks)


def chunk_topics(
    document: Document,
    chunk: Chunk,
    statements: Sequence[ExtractedStatement],
    n_in_section: int,
) -> tuple[ExtractedTopic, ...]:
    """One topic that holds all statements of the chunk, in order; none without statements."""
    if not statements:
        return ()
    section = _section_name(document, chunk)
    leading = _leading_entity(statements, section) if n_in_section > _FEW_CHUNKS else ""
    name = f"{section}: {leading}" if leading else section
    return (ExtractedTopic(name, tuple(statements)),)


def _section_name(document: Document, chunk: Chunk) -> str:
    for name in (chunk.heading, document.title, chunk.title, document.uri):
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
