"""What an acronym of a question is short for in the texts that were found: "CFO" for "chief
financial officer".

Fitting initials prove nothing ("compared to others" is no CTO), so that the embedding model has to
hold both for the same: it knows the acronyms that everybody does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np
from llama_index.core.schema import QueryBundle

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.embeddings.models import LocalEmbedding
from graphrag_neo4j.retrieve.candidates.pool import N_HOLDERS, Candidate, CandidatePool
from graphrag_neo4j.retrieve.question.terms import COMMON, asked_stems, is_cased, stems
from graphrag_neo4j.retrieve.ranking.chunks import words_of
from graphrag_neo4j.retrieve.ranking.confidence import N_PASSAGES
from graphrag_neo4j.retrieve.steps import Embed, EmbedTexts, Steps

MAX_RUNS = 32
"""Runs of words with fitting initials that are compared with an acronym, and statements that are
embedded again."""
ALIKE = 0.7
"""Cosine of the local model. Of 43 acronyms and the runs of words with their initials in 1.8
million characters of reports, manuals and tales, one came above that was not its long form: "chief
education officer" for CEO."""
ALIKE_OF_TWO = 0.8
"""For an acronym of two letters, whose initials many words have."""
_TWO = 2
_ACRONYM = re.compile(r"[A-Z]{2,6}")
_IN_SMALL_LETTERS = re.compile(r"[a-z]{3,6}")
_WORD = re.compile(r"[^\W\d_]+")
_BETWEEN = rf"[ \n/‐-]{{1,2}}(?:(?:&|{'|'.join(sorted(COMMON))}) ){{0,2}}"


def in_full(
    question: str, said: Sequence[Row], scores: Mapping[str, float], model: object
) -> Steps[Sequence[Row]]:
    """``said`` with the acronyms of ``question`` in the words of the statements that say them in
    full, how near these are to the question so put, and which of them each chunk says so
    (``in_full``: acronym -> long form); an acronym that all of the best passages have as it is
    needs no other form.

    ``said``: rows of ``retrieve/statements``; ``scores``: of their chunks. Only the local model can
    tell what means the same; with another all stays as it is.
    """
    if not said or not isinstance(model, LocalEmbedding):
        return said
    best = sorted(said, key=lambda row: (-scores[row["chunk"]], row["chunk"]))
    everywhere = frozenset.intersection(*(stems(words_of(chunk)) for chunk in best[:N_PASSAGES]))
    unsaid = asked_stems(question) - everywhere
    acronyms = [word.casefold() for word in _acronyms(question) if stems(word) <= unsaid]
    texts = [statement["words"] for chunk in best for statement in chunk["statements"]]
    meant = dict[str, str]()
    for acronym in acronyms:
        runs = _runs(acronym, texts)
        if runs:
            [of_acronym, *of_runs] = yield EmbedTexts(model, [acronym, *runs])
            alike = np.asarray(of_runs) @ np.asarray(of_acronym)
            at = int(alike.argmax())
            if alike[at] >= (ALIKE if len(acronym) > _TWO else ALIKE_OF_TWO):
                meant[runs[at]] = acronym
    return (yield from _with(meant, question, said, model)) if meant else said


def _with(
    meant: Mapping[str, str], question: str, said: Sequence[Row], model: LocalEmbedding
) -> Steps[list[Row]]:
    """``said`` with the acronyms that are ``meant`` by long forms, as :func:`in_full` says."""
    for run, acronym in meant.items():
        question = re.sub(rf"\b{acronym}\b", run, question, flags=re.IGNORECASE)
    words = [statement["words"] for chunk in said for statement in chunk["statements"]]
    of = {text: {meant[run]: run for run in meant if run in _plain(text)} for text in words}
    texts = list(islice((text for text, said_so in of.items() if said_so), MAX_RUNS))
    vector = yield Embed(model, QueryBundle(question))
    vectors = yield EmbedTexts(model, texts)
    near = dict(zip(texts, (1 + np.asarray(vectors) @ np.asarray(vector)) / 2, strict=True))

    def put(row: Row) -> Row:
        if row["words"] not in near:
            return row
        nearer = max(row["near"], float(near[row["words"]]))
        return {**row, "near": nearer, "words": " ".join([row["words"], *of[row["words"]]])}

    return [
        {
            **chunk,
            "statements": list(map(put, chunk["statements"])),
            "in_full": {
                acronym: run
                for row in chunk["statements"]
                if row["words"] in near
                for acronym, run in of[row["words"]].items()
            },
        }
        for chunk in said
    ]


def raised(
    said: Sequence[Row],
    scores: Mapping[str, float],
    pool: CandidatePool,
    score: Callable[[Candidate], float],
) -> Mapping[str, float]:
    """The scores of chunks, where few say an acronym in full: as if these had it word for word.
    ``said``: of :func:`in_full`; ``pool`` and ``score``: how they were found, and what that
    counts."""
    holders = [chunk["chunk"] for chunk in said if chunk.get("in_full")]
    if len(holders) > N_HOLDERS:
        return scores
    new = dict(scores)
    for id_ in holders:
        if candidate := pool.candidates.get(id_):
            exact = min(1.0, candidate.exact + 1 / len(holders) ** 2)
            new[id_] += score(replace(candidate, exact=exact)) - score(candidate)
    return new


def _acronyms(question: str) -> list[str]:
    """Words in capitals; in a question without any, short words."""
    form = _ACRONYM if is_cased(question) else _IN_SMALL_LETTERS
    words = dict.fromkeys(_WORD.findall(question))
    return [] if question.isupper() else [word for word in words if form.fullmatch(word)]


def _runs(acronym: str, texts: Sequence[str]) -> list[str]:
    """Runs of words with these initials, in small letters, the first ones found; function words
    may stand between."""
    words = (rf"(?<!\w){letter}[^\W\d_]+" for letter in acronym)
    pattern = re.compile(_BETWEEN.join(words), re.IGNORECASE)
    found = (match.group() for text in texts for match in pattern.finditer(text))
    runs = dict.fromkeys(run for run in map(_plain, found) if acronym not in run.split())
    return list(islice(runs, MAX_RUNS))


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
