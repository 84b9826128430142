"""A reader of your own: documents from a format that only you have.

Whatever makes :class:`Document` can be ingested: a list, a generator, or, as here, an object with
``load_data``, as LlamaIndex's readers have it. ``uri`` names where a text came from and survives
its changes; ``metadata`` can be filtered by. (A format that everybody has belongs into
``graphrag_neo4j/readers``: a function from a path to a Document, named in ``formats.py``.)
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from graphrag_neo4j import Document, KnowledgeGraph


class JournalReader:
    """Entries of a journal: a line with a date, then text, up to an empty line."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load_data(self) -> Iterator[Document]:
        """A document for each entry."""
        for entry in self._path.read_text(encoding="utf-8").split("\n\n"):
            date, _, text = entry.strip().partition("\n")
            if text:
                uri = f"{self._path.as_uri()}#{date}"
                yield Document(uri, text, f"Journal, {date}", metadata={"date": date})


def main() -> None:
    """Ingest a small journal, and ask it."""
    with tempfile.TemporaryDirectory() as folder, KnowledgeGraph.local() as graph:
        path = Path(folder) / "journal.txt"
        path.write_text("2026-01-05\nMet Anna Berg in Melby.\n\n2026-01-06\nRain all day.\n")
        print(graph.ingest(JournalReader(path)).summary())
        for result in graph.retrieve("Whom did I meet?", filters=["date>=2026-01-01"]):
            print(result.source["title"], [s.text for s in result.statements])


if __name__ == "__main__":
    main()
