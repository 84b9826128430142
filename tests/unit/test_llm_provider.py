"""Models of other providers: any LlamaIndex class that a setting names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from llama_index.core.llms import CompletionResponse, CustomLLM, LLMMetadata

from graphrag_neo4j.context import GraphContext
from graphrag_neo4j.database.connection import Database
from graphrag_neo4j.embeddings.models import make_embedding
from graphrag_neo4j.errors import SettingsError
from graphrag_neo4j.llm.cache import AnswerCache
from graphrag_neo4j.llm.chat import ChatModel
from graphrag_neo4j.llm.client import make_llm
from graphrag_neo4j.llm.reply import Reply
from graphrag_neo4j.settings import Settings, load_settings
from tests.support.hash_embedding import HashEmbedding


class Parrot(CustomLLM):
    """A model of a provider that nobody else knows."""

    model: str
    temperature: float = 1.0
    word: str = "kraa"

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(model_name=self.model)

    def complete(self, prompt: str, formatted: bool = False, **_: Any) -> CompletionResponse:
        return CompletionResponse(text=self.word)

    def stream_complete(self, prompt: str, formatted: bool = False, **_: Any) -> Any:
        yield CompletionResponse(text=self.word, delta=self.word)


class LocalParrot(Parrot):
    """One of many endpoints, with options that OpenAI's protocol has not."""

    model: str = "ara"
    base_url: str = "http://small.example"
    thinking: bool = False
    access_key: str = "one"
    request_timeout: float = 1.0


HERE = f"{__name__}:Parrot"


def test_the_class_gets_our_settings_and_its_own_arguments() -> None:
    settings = Settings(_env_file=None, llm=HERE, llm_options={"word": "hello"}, llm_model="ara")
    assert settings.has_llm
    made = make_llm(settings)
    assert isinstance(made, Parrot)
    assert (made.model, made.temperature, made.word) == ("ara", 0.0, "hello")
    context = GraphContext(lambda: Database("bolt://127.0.0.1:1", "", ""), settings)
    reply = context.chat.complete([("user", "Say something.")], stage="test")
    assert reply.text == "hello"


def test_it_is_named_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHRAG_LLM", HERE)
    monkeypatch.setenv("GRAPHRAG_LLM_OPTIONS", '{"word": "grey"}')
    made = make_llm(load_settings())
    assert isinstance(made, Parrot) and made.word == "grey"
    monkeypatch.setenv("GRAPHRAG_LLM_OPTIONS", "word=grey")
    with pytest.raises(SettingsError, match="GRAPHRAG_LLM_OPTIONS is not valid JSON"):
        load_settings()


def test_an_embedding_model_is_named_in_the_same_way() -> None:
    place = "tests.support.hash_embedding:HashEmbedding"
    assert isinstance(make_embedding(Settings(_env_file=None, embedding=place)), HashEmbedding)


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("llama_index.llms.nobody:Nobody", "install its package"),
        ("llama_index.core.llms", "module:Class"),
        (f"{__name__}:Nobody", "module:Class"),
        ("pathlib:Path", "is no LLM"),
        (f"{__name__}:load_settings", "is no LLM"),
        ("", "module:Class"),
    ],
)
def test_what_is_no_such_class_is_told(place: str, said: str) -> None:
    with pytest.raises(SettingsError, match=said) as found:
        make_llm(Settings(_env_file=None, llm=place))
    assert "GRAPHRAG_LLM" in str(found.value)


def test_arguments_that_do_not_fit_are_told_in_one_line() -> None:
    settings = Settings(_env_file=None, llm=HERE, llm_options={"temperature": "hot"})
    with pytest.raises(SettingsError, match="GRAPHRAG_LLM_OPTIONS") as found:
        make_llm(settings)
    assert "\n" not in str(found.value)


def asked(tmp_path: Path, **options: Any) -> Reply:
    chat = ChatModel(LocalParrot(**options), cache=AnswerCache(tmp_path / "answers.sqlite"))
    return chat.complete([("user", "Who?")], stage="test")


@pytest.mark.parametrize("options", [{"base_url": "http://large.example"}, {"thinking": True}])
def test_a_cached_answer_is_of_one_endpoint_and_its_options(
    tmp_path: Path, options: dict[str, Any]
) -> None:
    asked(tmp_path)
    assert not asked(tmp_path, **options).cached
    assert asked(tmp_path).cached


@pytest.mark.parametrize("options", [{"access_key": "two"}, {"request_timeout": 9.0}])
def test_a_cached_answer_does_not_depend_on_keys_and_timeouts(
    tmp_path: Path, options: dict[str, Any]
) -> None:
    asked(tmp_path)
    assert asked(tmp_path, **options).cached
