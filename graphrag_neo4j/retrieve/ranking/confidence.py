"""How likely it is that what was found answers the question: a score that means the same for
every question.

A logistic model of five things: how near the nearest statement read is to the question, how far it
stands out from the tenth nearest, how much of the question the best passage has, and the best five
have between them, where rare words count more, and names and numbers double, which share of the
names and numbers these lack, and how rare the rarest other word is that the best passage lacks. Its
weights were fitted on questions of HotpotQA, MuSiQue, LiHua-World and WildGraphBench, each asked
twice: of all passages, and of those that are left when the passages with the answer are taken out;
and on questions of each set asked of another one. That of standing out was chosen on nine sets in
the same way, and makes AUROC better on eight; that of the best passage on fifteen, better on
thirteen: five passages have the words of many a question that none answers. The rarest word that
the best passage lacks, names aside, was chosen on these, too: of 183 questions without an answer
eleven less look likely, of 611 with one four more look unlikely. That the passages lack a code or
number that the question has, and have another one in its place, was chosen on eight folders: of 254
questions without an answer of the first six, six less look likely, of 1,209 with one none more
looks unlikely; of the other two, with years and serial numbers, seven of 140 and none of 677.
Where few sources fill the list of the nearest chunks, the share of the question's words that the
nearest statement has, names aside, counts as well: AUROC rises on six sets of such texts (three
mixed folders .787 -> .81, .841 -> .87, .777 -> .785, chats, web pages); on questions of several
steps, of which no statement has all words, it would fall.

How well the best three statements meet the words of the question, names aside, by late interaction,
counts beside all of this: on five mixed folders AUROC rises from .790 to .815 in the mean (each by
the weights of the other four: .812 -> .853, .870 -> .898, .788 -> .785, .827 -> .825, .651 ->
.712); of 340 questions without an answer 137 look likely instead of 156, of 1,821 with one 315 look
unlikely instead of 324.

A question in other words than the texts' lacks words whether these answer it or not: there the
nearest statement alone says that it may be answered, though never that it surely is. On five mixed
folders, of 698 questions with an answer 155 look unlikely instead of 243, 54 of them most unlikely
instead of 112; of 217 without one, written to look like the others, 58 instead of 90, and of 180 on
other matters 165 instead of 176. AUROC stays as it is.

Of texts that the local model cannot read, as it knows English alone, its vectors tell nothing:
there only words count, by weights fitted on 161 questions with an answer and 20 without, in
thirteen languages (each eighth by the others: AUROC .60 -> .68).
"""

from __future__ import annotations

import math
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

N_PASSAGES = 5
UNLIKELY = 0.3
"""Below this, many questions have no answer in the documents, and others one in other words."""
MOST_UNLIKELY = 0.15
"""Below this, most have none. On two folders whose questions had few or some of the texts' words,
64 of 362 with an answer are below it, and 152 below :data:`UNLIKELY`."""
SIMILARITY = (0.75, 0.9)
"""Of the local model, as Neo4j counts it, (1 + cosine) / 2: unrelated texts, and an answer. What
another model's similarities mean is not known, so that words decide alone."""
RIVAL = 10
"""An answer is nearer than what else is said of the matter: than the statement of this rank."""
USUAL_LEAD = 0.25
"""What stands in for the lead, a share of what lies between both similarities, where fewer were
read."""
LACK = -0.4
"""What the rarest word counts that the best passage lacks."""
OTHER = -4.5
"""What it counts that only others of the kind were found: Heron H1, where one asks for H2."""
NEAREST = (1.25, 0.3)
"""What the words count that the nearest statement has, names aside, and from which share of them on
they speak for an answer."""
_MET = (-1.4, 2.0, 0.6)
"""What counts where the words of the best statements were compared with those of the question: a
constant, how well these are met, and all the rest."""
_ALL = (-4.7, 4.85, 1.0, 3.0, -1.5)
_UNREAD = (-2.4, 2.2, -1.0, 2.5, -1.5)
"""What counts of texts that the vectors do not know: a constant, the words that the best passage
has, the rarest that it lacks, how well the words of the best statements are met, and names."""
_USUALLY_MET = 0.6
_WORDS_ALONE = (-1.3, 3.1, -2.6)
_IN_OTHER_WORDS = (-5.0, 9.0)
"""What counts of a question that shares no words with the texts: a constant, and nearness."""
MOST_IN_OTHER_WORDS = 0.45
"""What such a question is likely to have an answer, at most."""


def likelihood(
    question: str,
    said: Sequence[Row],
    scores: Mapping[str, float],
    rarity: Mapping[str, float],
    model: str,
    *,
    is_crowded: bool = False,
    met: float | None = None,
    readable: float = 1.0,
    in_other_words: float = 0.0,
) -> float:
    """The likelihood, 0 to 1, that an answer is among the statements that were read.

    ``said``: rows of ``retrieve/statements``; ``scores``: of their chunks; ``rarity``: of the
    question's words, by stem (:func:`~graphrag_neo4j.retrieve.question.terms.rare_coverage`);
    ``model``: the name of the embedding model; ``is_crowded``: whether few sources fill the list of
    the nearest chunks; ``met``: how well the best statements meet the question's words
    (:mod:`~graphrag_neo4j.retrieve.ranking.late_interaction`), if that is known; ``readable``: how
    far the vectors can read the texts, 0 to 1; ``in_other_words``: how far the question is in
    other words than theirs (:mod:`~graphrag_neo4j.retrieve.ranking.other_words`).
    """
    best = sorted(said, key=lambda row: (-scores[row["chunk"]], row["chunk"]))[:N_PASSAGES]
    texts = [_said(row) for row in best]
    text = " ".join(texts)
    first = texts[0] if texts else ""
    of_all, of_first = (rare_coverage(question, said, rarity) for said in (text, first))
    covered, missing = (of_all + of_first) / 2, missing_names(question, text)
    of_another = OTHER * lacks_number(question, text)
    if model != MODEL_NAME:
        constant, of_words, of_names = _WORDS_ALONE
        return _logistic(constant + of_words * covered + of_names * missing + of_another)
    statements = [statement for row in said for statement in row["statements"]]
    nears = sorted((one["near"] for one in statements), reverse=True)[:RIVAL] or [0.0]
    low, high = SIMILARITY
    is_there = described(question, said) or clauses(question, said)
    nearest = max(nears[0], high) if is_there else nears[0]
    near = (nearest - low) / (high - low)
    lead = (nears[0] - nears[-1]) / (high - low) if len(nears) == RIVAL else USUAL_LEAD
    constant, of_similarity, of_lead, of_words, of_names = _ALL
    by_vectors = of_similarity * near + of_lead * lead
    by_words = of_words * covered + of_names * missing
    lack = rarest_missing(question, first, rarity)
    by_words += LACK * lack
    if is_crowded and statements:
        weight, usual = NEAREST
        nearest_said = max(statements, key=lambda one: (one["near"], one["words"]))
        by_words += weight * (other_coverage(question, nearest_said["words"], rarity) - usual)
    said_so = constant + by_vectors + by_words + of_another
    if met is not None:
        constant, of_met, of_others = _MET
        said_so = constant + of_met * met + of_others * said_so
    constant, of_words, of_lack, of_met, of_names = _UNREAD
    unread = constant + of_words * of_first + of_lack * lack + of_names * missing + of_another
    unread += of_met * (_USUALLY_MET if met is None else met)
    likely = _logistic(readable * said_so + (1 - readable) * unread)
    if of_another:
        return likely  # a code is not put in other words
    constant, of_similarity = _IN_OTHER_WORDS
    otherwise = min(MOST_IN_OTHER_WORDS, _logistic(constant + of_similarity * near))
    return max(likely, min(otherwise, likely + in_other_words * (otherwise - likely)))


def _said(chunk: Row) -> str:
    """What a passage says, its headings included."""
    topics = dict.fromkeys(statement["topic"] for statement in chunk["statements"])
    return " ".join(filter(None, (words_of(chunk), chunk["section"], *topics)))


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x))
