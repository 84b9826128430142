"""Compares short texts by tf-idf of character trigrams, as graphrag-toolkit ranks statements, and
tells what each says that the question does not."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from graphrag_neo4j.retrieve.question.terms import is_sign, stems
from graphrag_neo4j.text.questions import SPEAKER

_CODE_BITS = 21  # enough for any Unicode character; three of them fit into 64 bits


def tfidf_scores(question: str, texts: Sequence[str]) -> list[float]:
    """Cosine of trigram tf-idf vectors of ``question`` and each text, 0 to 1.

    Document frequencies come from ``texts`` themselves.
    """
    if not texts:
        return []
    vectors = _Vectors([question, *texts], frequencies_from=1)
    wanted = np.zeros(vectors.n_grams)
    of_question = vectors.rows == 0
    wanted[vectors.columns[of_question]] = vectors.weights[of_question]
    dots = np.bincount(
        vectors.rows, vectors.weights * wanted[vectors.columns], minlength=len(texts) + 1
    )
    scores: list[float] = dots[1:].tolist()
    return scores


def news(question: str, texts: Sequence[str]) -> list[float]:
    """How much each text says beside the words of ``question`` and the name of who speaks.

    The sum of its other words' inverse document frequencies among ``texts``: about 1 for a word
    that no other text has, 0 for one that all have; a sign of Chinese or Japanese is half a word.
    "Kari: Hey Ole!" answers nothing.
    """
    asked = stems(question)
    said = [stems(SPEAKER.sub("", text, count=1)) - asked for text in texts]
    df = Counter(stem for words in said for stem in words)
    most = math.log(2 + len(texts))
    rarity = {
        stem: math.log((1 + len(texts)) / (1 + n)) / most * (0.5 if is_sign(stem) else 1.0)
        for stem, n in df.items()
    }
    # exact: sets come in any order
    return [math.fsum(rarity[stem] for stem in words) for words in said]


def repeats(texts: Sequence[str], threshold: float, enough: int | None = None) -> list[bool]:
    """For each text whether it says nearly the same (cosine of at least ``threshold``) as one
    that comes before it and is no repeat itself; no further than to the ``enough``-th of these."""
    vectors = _Vectors(texts)
    ends = np.searchsorted(vectors.rows, np.arange(len(texts) + 1))
    most = len(texts) if enough is None else min(enough, len(texts))
    kept = np.zeros((vectors.n_grams, most))  # a column for each text that is no repeat
    n = 0
    found: list[bool] = []
    for start, end in pairwise(ends):
        if n == most:
            break
        columns, weights = vectors.columns[start:end], vectors.weights[start:end]
        # not by BLAS, whose threads keep the other cores busy after so small a product
        cosines = (kept[columns, :n] * weights[:, None]).sum(axis=0)
        found.append(bool((cosines >= threshold - 1e-9).any()))
        if not found[-1]:
            kept[columns, n] = weights
            n += 1
    return found


class _Vectors:
    """Unit vectors of texts, sparse: ``weights`` at (``rows``, ``columns``)."""

    def __init__(self, texts: Sequence[str], frequencies_from: int = 0) -> None:
        owners, grams = _trigrams(texts)
        codes, columns = np.unique(grams, return_inverse=True)
        self.n_grams = max(1, len(codes))
        cells, counts = np.unique(owners * self.n_grams + columns, return_counts=True)
        self.rows, self.columns = np.divmod(cells, self.n_grams)
        counted = self.columns[self.rows >= frequencies_from]
        df = np.bincount(counted, minlength=self.n_grams)
        n = len(texts) - frequencies_from
        idf = np.where(df > 0, np.log((1 + n) / (1 + df)) + 1, 0.0)
        raw = counts * idf[self.columns]
        norms = np.sqrt(np.bincount(self.rows, raw**2, minlength=len(texts)))
        norms[norms == 0] = 1.0
        self.weights: NDArray[np.float64] = raw / norms[self.rows]


def _trigrams(texts: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All trigrams as numbers, and the text in which each stands."""
    padded = [f" {' '.join(text.casefold().split())} " for text in texts]
    data = "".join(padded).encode("utf-32-le", "surrogatepass")
    characters = np.frombuffer(data, dtype="<u4").astype(np.int64)
    owners = np.repeat(np.arange(len(texts)), [len(text) for text in padded])
    codes = (characters[:-2] << 2 * _CODE_BITS) | (characters[1:-1] << _CODE_BITS) | characters[2:]
    inside = owners[:-2] == owners[2:]
    return owners[:-2][inside], codes[inside]
