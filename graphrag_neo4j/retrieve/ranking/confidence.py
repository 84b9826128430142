"""How likely it is that what was found answers the question: a score that means the same for
every question.

A logistic model of nine signs. Three are of the passages: how much of the question the best one
has, and the best five have between them, where rare words count more, and names and numbers double,
and which share of the names and numbers these lack. Five are of the statements in order of
relevance: how near the nearest of the first three is to the question; how far the first stands
above the fifth; how much of the question one statement has together with its names, its heading
and the title of its source included; from how many sources the best five are; and how well the
best three meet the words of the question, names aside, by late interaction. The last is how far the
question is in other words than the texts': then it lacks words whether these answer it or not.

The weights were fitted on 1,000 questions over ten folders written for this, 300 of them without an
answer, most of these near misses; on the 700 others, asked again without the files that answer
them; and on 311 questions of HotpotQA, 2WikiMultihopQA, LiHua-World and WildGraphBench, each asked
of all passages, and of those that are left when the passages with the answer are taken out, and on
questions of each of these sets asked of another one; every set counts the same. AUROC, each set by
the weights of the others, with five signs before -> with these: folders .830 -> .855, the same
without the files with the answer .801 -> .818, questions by others .853 -> .865. That names are
missing counts less than fitted: dates and names of chats are often written in another way. How long
a question is, and how rare the rarest word that is missing, would tell more of the folders, but
of how people write questions that they know to have no answer, so that they do not count. Trees of
fifty signs reach no more than these.

That the passages lack a code or number that the question has, and have another one in its place,
was chosen on eight folders: of 254 questions without an answer of the first six, six less look
likely, of 1,209 with one none more looks unlikely; of the other two, with years and serial numbers,
seven of 140 and none of 677. It has to stand in those passages that have the most of the question's
names: of "Fenella of the 2023 crop" another hop's row of 2023 tells nothing.

Of texts that the local model cannot read, as it knows English alone, its vectors tell nothing:
there only words count, by weights fitted on 161 questions with an answer and 20 without, in
thirteen languages (each eighth by the others: AUROC .60 -> .68).
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.embeddings.onnx_model import MODEL_NAME
from graphrag_neo4j.retrieve.question.numbers import lacks_number
from graphrag_neo4j.retrieve.question.terms import (
    missing_names,
    other_coverage,
    rare_coverage,
    rarest_missing,
)
from graphrag_neo4j.retrieve.ranking.chunks import words_of
from graphrag_neo4j.retrieve.ranking.clauses import clauses
from graphrag_neo4j.retrieve.ranking.command_options import described
from graphrag_neo4j.retrieve.ranking.ranked import Ranked
from graphrag_neo4j.text.months import MONTH_NUMBERS

UNLIKELY = 0.3
"""Below this, many questions have no answer in the documents, and others one in other words."""
MOST_UNLIKELY = 0.15
"""Below this, most have none: of the ten folders' questions 63 of the 300 without an answer, and 9
of the 700 with one; below :data:`UNLIKELY` 141 and 37."""
N_PASSAGES = 5
N_STATEMENTS = 12
"""As many as are shown."""
SIMILARITY = (0.75, 0.9)
"""Of the local model, as Neo4j counts it, (1 + cosine) / 2: unrelated texts, and an answer. What
another model's similarities mean is not known, so that words decide alone."""
_OF_VECTORS = {
    "constant": -3.39,
    "near": 2.62,
    "above": 0.83,
    "first": 1.49,
    "all": 1.22,
    "together": 1.18,
    "names": -1.6,
    "sources": -0.29,
    "met": 0.66,
    "other words": 0.78,
}
_OF_UNREAD = {"constant": -2.4, "first": 2.2, "lack": -1.0, "met": 2.5, "names": -1.5}
"""Of texts that the local model cannot read; ``lack``: the rarest word, names aside, that the best
passage lacks."""
_OF_WORDS = {"constant": -1.3, "first": 1.55, "all": 1.55, "names": -2.6}
"""Of another model's vectors."""
OTHER = -3.0
"""What counts that only others of the kind were found: Heron H1, where one asks for H2."""
MOST_ABOVE = 1.0
"""How far the first statement stands above the fifth; more than this tells no more."""
_TIME_OR_NUMBER = re.compile(rf"\S*\d\S*|\b(?:{'|'.join(MONTH_NUMBERS)})\b", re.IGNORECASE)
_USUALLY_MET = 0.6
_USUALLY_ABOVE = 0.5
"""What stands in where the words of the statements were not compared with the question's."""


def likelihood(
    question: str,
    said: Sequence[Row],
    scores: Mapping[str, float],
    ranked: Sequence[Ranked],
    rarity: Mapping[str, float],
    model: str,
    *,
    met: float | None = None,
    readable: float = 1.0,
    in_other_words: float = 0.0,
) -> float:
    """The likelihood, 0 to 1, that an answer is among the statements that were read.

    ``said``: rows of ``retrieve/statements``; ``scores``: of their chunks; ``ranked``: their
    statements, in order of relevance; ``rarity``: of the question's words, by stem
    (:func:`~graphrag_neo4j.retrieve.question.terms.rare_coverage`); ``model``: the name of the
    embedding model; ``met``: how well the best statements meet the question's words
    (:mod:`~graphrag_neo4j.retrieve.ranking.late_interaction`), if that is known; ``readable``: how
    far the vectors can read the texts, 0 to 1; ``in_other_words``: how far the question is in
    other words than theirs (:mod:`~graphrag_neo4j.retrieve.ranking.other_words`).
    """
    best = sorted(said, key=lambda row: (-scores[row["chunk"]], row["chunk"]))[:N_PASSAGES]
    passages = [_said(row) for row in best]
    signs = {
        "constant": 1.0,
        "met": _USUALLY_MET if met is None else met,
        "other words": in_other_words,
        **_of_passages(question, passages, rarity),
        **_of_statements(question, ranked[:N_STATEMENTS], rarity),
    }
    if met is None:
        signs["above"] = _USUALLY_ABOVE
    if described(question, said) or clauses(question, said):
        signs["near"] = max(signs["near"], 1.0)  # what is asked for is there
    of_another = OTHER * lacks_number(question, _with_most_names(question, passages))
    if model != MODEL_NAME:
        return _logistic(_sum(_OF_WORDS, signs) + of_another)
    read, unread = _sum(_OF_VECTORS, signs), _sum(_OF_UNREAD, signs)
    return _logistic(readable * read + (1 - readable) * unread + of_another)


def _with_most_names(question: str, passages: Sequence[str]) -> str:
    """The passages that have the most of the question's names: its numbers have to stand in these,
    as the year of another row of a table tells nothing."""
    names = _TIME_OR_NUMBER.sub(" ", question)
    lacks = [missing_names(names, passage) for passage in passages]
    least = min(lacks, default=0.0)
    return " ".join(text for text, lack in zip(passages, lacks, strict=True) if lack == least)


def _of_passages(
    question: str, passages: Sequence[str], rarity: Mapping[str, float]
) -> dict[str, float]:
    first, together = passages[0] if passages else "", " ".join(passages)
    return {
        "first": rare_coverage(question, first, rarity),
        "all": rare_coverage(question, together, rarity),
        "names": missing_names(question, together),
        "lack": rarest_missing(question, first, rarity),
    }


def _of_statements(
    question: str, ranked: Sequence[Ranked], rarity: Mapping[str, float]
) -> dict[str, float]:
    if not ranked:
        return {"near": 0.0, "above": 0.0, "together": 0.0, "sources": 1.0}
    low, high = SIMILARITY
    five = ranked[:N_PASSAGES]
    return {
        "near": (max(item.row["near"] for item in ranked[:3]) - low) / (high - low),
        "above": min(MOST_ABOVE, five[0].relevance - five[-1].relevance),
        "together": max(_together(question, item, rarity) for item in ranked),
        "sources": float(len({item.chunk["source"]["id"] for item in five})),
    }


def _together(question: str, item: Ranked, rarity: Mapping[str, float]) -> float:
    """How much of the question a statement has together with its names."""
    chunk = item.chunk
    words = (item.row["words"], item.row["topic"], chunk["source"].get("title"), chunk["section"])
    text = " ".join(filter(None, words))
    return other_coverage(question, text, rarity) * (1 - missing_names(question, text))


def _said(chunk: Row) -> str:
    """What a passage says, its headings included."""
    topics = dict.fromkeys(statement["topic"] for statement in chunk["statements"])
    return " ".join(filter(None, (words_of(chunk), chunk["section"], *topics)))


def _sum(weights: Mapping[str, float], signs: Mapping[str, float]) -> float:
    return math.fsum(weight * signs[name] for name, weight in weights.items())


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x))
