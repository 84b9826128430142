"""What is counted of one question: sources found, the answer in the context, answers compared.

Answers are compared as SQuAD does (Rajpurkar et al. 2016): in lower case, without articles and
punctuation; F1 is that of their words.
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Sequence

from graphrag_neo4j.evaluate.questions import Question

CUTS = (1, 2, 5, 10)
"""How many sources, best first, are looked at for ``recall@k``."""
UNDECIDABLE = frozenset({"yes", "no", "true", "false", "unknown", ""})
"""Answers that a text does not hold as words of their own."""
_ARTICLES = re.compile(r"\b(a|an|the)\b")
_MARKS = dict.fromkeys(map(ord, string.punctuation + "“”„‘’«»…–—"), " ")


def normalised(text: str) -> str:
    """``text`` in lower case, without articles, punctuation and repeated space."""
    text = unicodedata.normalize("NFKC", text).casefold().replace("’", "'").replace("'s ", " ")
    return " ".join(_ARTICLES.sub(" ", text.translate(_MARKS)).split())


def recall(ranks: Sequence[int | None], k: int) -> float:
    """The share of the expected sources that stand among the first ``k``; ``ranks`` (from 1) are
    theirs, None where one was not found."""
    return sum(rank is not None and rank <= k for rank in ranks) / len(ranks)


def reciprocal_rank(ranks: Sequence[int | None]) -> float:
    """1 / the rank of the first expected source, 0 if none was found."""
    return max((1 / rank for rank in ranks if rank is not None), default=0.0)


def is_decidable(question: Question) -> bool:
    """Whether the words of an answer can be looked for in a text."""
    return question.answer_pattern is not None or any(
        normalised(answer) not in UNDECIDABLE for answer in question.answers
    )


def holds_answer(question: Question, text: str) -> bool:
    """Whether ``text`` has the words of an answer, or what the question's pattern fits."""
    if question.answer_pattern is not None:
        return bool(question.answer_pattern.search(text))
    padded = f" {normalised(text)} "
    wanted = (normalised(answer) for answer in question.answers)
    return any(f" {one} " in padded for one in wanted if one not in UNDECIDABLE)


def exact_match(answer: str, wanted: Sequence[str]) -> float:
    """1 if ``answer`` is one of those ``wanted``, else 0."""
    return float(normalised(answer) in {normalised(one) for one in wanted})


def f1(answer: str, wanted: Sequence[str]) -> float:
    """The F1 of the words of ``answer`` with those of the answer ``wanted`` that is nearest."""
    return max(_f1(normalised(answer).split(), normalised(one).split()) for one in wanted)


def _f1(said: list[str], wanted: list[str]) -> float:
    common = sum((Counter(said) & Counter(wanted)).values())
    if not said or not wanted:
        return float(said == wanted)
    return 2 * common / (len(said) + len(wanted))
