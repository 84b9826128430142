"""How well each statement of a topic fits the question, beside the others of it.

All of a topic are near the question, as they share its heading and its subject; that alone says
little of which one answers. What tells is the rest of the question, and the kind of thing that is
asked for. Chosen on three folders with 551 questions that were made by strangers: the first
statement answers 422 instead of 398.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.retrieve.asked_kind import wanted
from graphrag_neo4j.retrieve.query_terms import asked_stems, stems

OTHER_WORDS = 0.25
"""What the question's words count that the heading does not have, all of them together."""
KINDS = {"amount": 0.6, "person": 0.3, "reason": 0.4}
"""What a statement counts more that has what is asked for."""
GREETING = 0.3
"""What says less than this beside the question's words, 0 to 1, gains nothing by having them."""
SHOUTED = -0.4
"""A line in capitals is a title: it has the words of the question, and answers nothing."""
_MOST_CAPITALS = 0.8
_SHORT = 6


def fits(question: str, rows: Sequence[tuple[Row, Row]], tells: Sequence[float]) -> list[float]:
    """What each statement counts more, or less, in the units of a nearness; ``rows``: chunks of
    ``retrieve/statements``, each with one of its statements; ``tells``: how much this says beside
    the question's words, 0 to 1."""
    topics: dict[tuple[str, str], list[int]] = defaultdict(list)
    for i, (chunk, row) in enumerate(rows):
        topics[chunk["chunk"], row["topic_id"]].append(i)
    asked = asked_stems(question)
    kinds = wanted(question)
    found = [0.0] * len(rows)
    for members in topics.values():
        chunk, row = rows[members[0]]
        heading = (chunk["source"].get("title"), row["topic"], chunk["section"])
        others = asked - stems(" ".join(filter(None, heading)))
        shares = _shares(others, [rows[i][1]["words"] for i in members])
        for i, share in zip(members, shares, strict=True):
            text = rows[i][1]["text"]
            found[i] = OTHER_WORDS * share if tells[i] > GREETING else 0.0
            found[i] += SHOUTED if is_shouted(text) else 0.0
            found[i] += sum(KINDS[kind] for kind, fit in kinds if fit(text))
    return found


def _shares(asked: set[str], texts: Sequence[str]) -> list[float]:
    """How much of ``asked`` each text has, also in parts of names as timeout_seconds, 0 to 1; a
    word counts by how few of them have it."""
    said = [(stems(text) | stems(text.replace("_", " "))) & asked for text in texts]
    counts = Counter(stem for found in said for stem in found)
    n = len(texts)
    rarity = {stem: math.log(1 + (n - df + 0.5) / (df + 0.5)) for stem, df in counts.items()}
    total = math.fsum(rarity.values()) or 1.0  # exact: sets come in any order
    return [math.fsum(rarity[stem] for stem in found) / total for found in said]


def is_shouted(text: str) -> bool:
    """Whether a text is written in capitals."""
    letters = [c for c in text if c.isalpha()]
    return len(letters) >= _SHORT and sum(map(str.isupper, letters)) > _MOST_CAPITALS * len(letters)
