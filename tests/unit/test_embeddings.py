"""The local embedding model: what it gives, and that it needs nobody."""

from __future__ import annotations

import math

import pytest

from graphrag_neo4j.embeddings.embedder import entity_text
from graphrag_neo4j.embeddings.models import LocalEmbedding, dimensions_of, make_embedding
from graphrag_neo4j.embeddings.multilingual import MultilingualEmbedding
from graphrag_neo4j.errors import SettingsError
from graphrag_neo4j.settings import Settings


@pytest.fixture(scope="module")
def model() -> LocalEmbedding:
    return LocalEmbedding()


def cosine(a: list[float], b: list[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def test_vectors_have_unit_length_and_the_stated_dimensions(model: LocalEmbedding) -> None:
    for vector in model.get_text_embedding_batch(["a ship", "", "🚢", "x" * 20_000]):
        assert len(vector) == dimensions_of(model) == 384
        assert math.isclose(cosine(vector, vector), 1.0, abs_tol=1e-4)


def test_meaning_is_near_meaning(model: LocalEmbedding) -> None:
    question = model.get_query_embedding("How do cats sleep?")
    cat, tax = model.get_text_embedding_batch(
        ["Kittens nap for most of the day.", "The tax rate rose to 21 percent."]
    )
    assert cosine(question, cat) > cosine(question, tax) + 0.1


def test_order_and_company_of_texts_do_not_matter(model: LocalEmbedding) -> None:
    texts = [f"word {'again ' * n}" for n in (1, 90, 7, 300, 2)]
    alone = [model.get_text_embedding(text) for text in texts]
    assert model.get_text_embedding_batch(texts) == alone
    assert LocalEmbedding().get_text_embedding_batch(texts[::-1]) == alone[::-1]


async def test_async_gives_the_same(model: LocalEmbedding) -> None:
    assert await model.aget_query_embedding("tea") == model.get_query_embedding("tea")


def test_questions_get_the_prefix_and_passages_none(model: LocalEmbedding) -> None:
    assert model.get_query_embedding("tea") != model.get_text_embedding("tea")


def test_other_model_without_an_endpoint_says_what_to_set() -> None:
    settings = Settings(_env_file=None, embed_model="text-embedding-3-small")
    with pytest.raises(SettingsError, match="OPENAI_API_KEY"):
        make_embedding(settings.model_copy(update={"openai_api_key": None}))


def test_one_setting_chooses_the_multilingual_model() -> None:
    settings = Settings(_env_file=None, embed_model="local-multilingual")
    assert isinstance(make_embedding(settings), MultilingualEmbedding)


def test_tokens_stand_where_the_text_has_them_and_are_like_what_means_the_same(
    model: LocalEmbedding,
) -> None:
    text = "She bought a car in Bodø"
    bought, vehicle = model.tokens([text, "vehicle"])
    assert [text[start:end] for start, end in bought.places][:4] == ["She", "bought", "a", "car"]
    near = bought.vectors[bought.ids] @ vehicle.vectors[vehicle.ids[0]]
    assert bought.places[near.argmax()].tolist() == [13, 16]
    assert bought.within(13, 16).shape == (1, 384)
    assert len(bought.within(100, 110)) == 0


@pytest.mark.parametrize("text", ["", "\ud800", "\x00", "🚢", "word " * 2_000])
def test_tokens_of_any_text_have_unit_length(model: LocalEmbedding, text: str) -> None:
    [tokens] = model.tokens([text])
    assert len(tokens.places) == len(tokens.ids)
    assert all(math.isclose(float(one @ one), 1.0, abs_tol=1e-3) for one in tokens.vectors)


def test_an_entity_is_embedded_with_its_type_and_its_description() -> None:
    crane = {"name": "Tall Crane", "type": "THING", "description": "Lifts boats at Melby."}
    assert entity_text(crane, True) == "Tall Crane [THING] Lifts boats at Melby."
    assert entity_text(crane, False) == "Tall Crane Lifts boats at Melby."
    assert entity_text({**crane, "description": None}, True) == "Tall Crane [THING]"
