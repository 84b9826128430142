"""Statements of one kind that only a code or a number tells apart: the rows E02 and E09 of a table,
"Severity 1 incident" and "Severity 2 incident", what changed in the versions 2.8.3 and 2.9.4. To
vectors they are nearly the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.retrieve.question.numbers import has_number, lacks_number

OWN_NUMBER = 0.5
"""What a statement counts more that has the question's code or number where others have not."""


def own_numbers(question: str, rows: Sequence[tuple[Row, Row]]) -> list[float]:
    """What each statement counts more, in the units of a nearness, beside the others of its file;
    ``rows``: chunks of ``retrieve/statements``, each with one of its statements."""
    found = [0.0] * len(rows)
    if not any(map(str.isdigit, question)):
        return found
    files: defaultdict[str, list[int]] = defaultdict(list)
    for index, (chunk, _) in enumerate(rows):
        files[chunk["source"]["uri"].partition("#")[0]].append(index)
    for members in files.values():
        texts = {index: _said(*rows[index]) for index in members}
        own = [index for index, text in texts.items() if has_number(question, text)]
        if own and any(lacks_number(question, text) for text in texts.values()):
            for index in own:
                found[index] = OWN_NUMBER
    return found


def _said(chunk: Row, row: Row) -> str:
    """A statement below its title and topic, which may have the number for it."""
    return f"{chunk['source'].get('title') or ''} {row['topic'] or ''}\n{row['words']}"
