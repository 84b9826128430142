"""What an embedding model must not give, and what becomes of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from graphrag_neo4j.embeddings.embedder import Embedder
from graphrag_neo4j.embeddings.models import dimensions_of
from graphrag_neo4j.embeddings.vector_cache import VectorCache
from graphrag_neo4j.errors import ModelError
from graphrag_neo4j.progress import NullProgress
from tests.support.hash_embedding import HashEmbedding

NAN, INF = float("nan"), float("inf")


class Odd(HashEmbedding):
    """Gives ``odd`` for texts of cranes, or raises it; else good vectors."""

    odd: object = None

    def _get_text_embedding(self, text: str) -> list[float]:
        if "cranes" not in text:
            return super()._get_text_embedding(text)
        if isinstance(self.odd, Exception):
            raise self.odd
        return self.odd  # type: ignore[return-value]


class Forgetful(HashEmbedding):
    """Has no vector for the last text of a list."""

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        return super()._get_text_embeddings(texts)[:-1]


TEXTS = {"a": "Ann Berg manages the port.", "b": "The port has 12 cranes."}


@pytest.mark.parametrize(
    ("odd", "line"),
    [
        ([0.0] * 384, "of zeros"),
        ([0.5] * 4, "of 4 numbers instead of 384"),
        ([], "of 0 numbers instead of 384"),
        ([NAN] + [0.5] * 383, "with NaN or infinity"),
        ([INF] + [0.5] * 383, "with NaN or infinity"),
        ([1e-30] * 384, "of numbers too small or too large"),
        ([1e30] * 384, "of numbers too small or too large"),
    ],
)
def test_a_vector_that_cannot_be_compared_is_an_error_that_names_its_text(
    odd: list[float], line: str, tmp_path: Path
) -> None:
    cache = VectorCache(tmp_path / "v.sqlite")
    embedder = Embedder(Odd(model_name="mine", odd=odd), NullProgress(), cache)
    said = f"The embedding model 'mine' gave a vector {line} for a text that begins 'The port has"
    with pytest.raises(ModelError, match=re.escape(said)):
        embedder.vectors(TEXTS)
    assert cache.find([embedder.key(text) for text in TEXTS.values()]) == {}


def test_too_few_vectors_are_an_error_with_both_numbers() -> None:
    embedder = Embedder(Forgetful(model_name="mine"), NullProgress())
    with pytest.raises(ModelError, match=r"'mine' gave 1 vectors for 2 texts.* 'The port has"):
        embedder.vectors(TEXTS)


def test_whatever_the_model_raises_is_an_error_of_one_line() -> None:
    broken = Odd(model_name="mine", odd=KeyError("no\nsuch token, sk-secret123"))
    with pytest.raises(ModelError, match=r"'mine' failed: KeyError: .*no.*such token") as caught:
        Embedder(broken, NullProgress()).vectors(TEXTS)
    assert "\n" not in str(caught.value) and "secret" not in str(caught.value)


def test_an_error_that_is_one_of_ours_stays_as_it_is() -> None:
    with pytest.raises(ModelError, match=r"^Out of order\.$"):
        Embedder(Odd(odd=ModelError("Out of order.")), NullProgress()).vectors(TEXTS)


class OddAlways(HashEmbedding):
    """Gives one vector for all."""

    vector: list[float]

    def _get_text_embedding(self, text: str) -> list[float]:
        return self.vector


@pytest.mark.parametrize("vector", [[], [0.0] * 3, [NAN]])
def test_a_model_has_no_dimensions_that_cannot_be_compared(vector: list[float]) -> None:
    with pytest.raises(ModelError, match="gave a vector"):
        dimensions_of(OddAlways(vector=vector))


@pytest.mark.parametrize("stored", [[1.0] * 7, [0.0] * 384])
def test_a_kept_vector_that_the_model_would_not_give_is_made_anew(
    stored: list[float], tmp_path: Path
) -> None:
    cache = VectorCache(tmp_path / "v.sqlite")
    embedder = Embedder(HashEmbedding(), NullProgress(), cache)
    cache.add({embedder.key(TEXTS["a"]): stored})
    embedder.vectors({"b": TEXTS["b"]})
    assert embedder.vectors(TEXTS)["a"] == HashEmbedding().get_text_embedding(TEXTS["a"])
