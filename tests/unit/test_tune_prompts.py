"""Prompts tuned to texts: written once, to be looked at, with examples that are true to them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graphrag_neo4j.errors import ModelError, UsageError
from graphrag_neo4j.evaluate.tune_prompts import cleaned
from graphrag_neo4j.extract.llm.options import ExtractOptions, Prompts
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.settings import load_settings
from tests.support.fake_llm import Answer, FakeLLM, prompt_of

TEXT = "Anna Berg manages the Port of Melby."
PROFILE = {
    "domain": "Notes on a port.",
    "language": "English",
    "entity_types": ["person", "PORT", "Port", "x!", ""],
    "relation_types": ["manages", "part of"],
}


def _extracted(name: str = "Anna Berg") -> dict[str, Any]:
    fact = {
        "subject": name, "predicate": "manages", "object": "Port of Melby",
        "object_is_entity": True, "relation_type": "MANAGES", "description": "", "strength": 5,
    }  # fmt: skip
    entities = [{"name": n, "type": "T", "description": "d"} for n in (name, "Port of Melby")]
    topics = [{"name": "The port", "statements": [{"text": TEXT, "facts": [fact]}]}]
    return {"topics": topics, "entities": entities}


def _answers(extracted: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda asked: PROFILE if "Here are passages" in prompt_of(asked) else extracted


def test_files_are_written_that_the_extractor_takes(fake_llm: FakeLLM, tmp_path: Path) -> None:
    fake_llm.answer = _answers(_extracted())
    graph = KnowledgeGraph.local(tmp_path / "home", fake_llm.settings())
    found = graph.tune_prompts(Document("doc:1", TEXT, ""), folder=tmp_path / "prompts")
    assert found.entity_types == ("PERSON", "PORT")
    assert found.relation_types == ("MANAGES", "PART_OF")
    assert found.examples == 1
    prompt, variables = found.files
    settings = load_settings(variables)
    assert settings.extract_prompt == prompt.resolve()
    assert settings.entity_type_list == ("PERSON", "PORT")
    told = Prompts(ExtractOptions.of(settings)).instructions
    assert told.startswith("The passages: Notes on a port.")
    assert "Entity types: PERSON, PORT, or another" in told
    assert f"Passage:\n{TEXT}" in told
    assert "{entity_types}" not in told
    assert json.loads(told.rpartition("Answer:\n")[2]) == _extracted()
    assert not (tmp_path / "home").exists()  # no database is needed


def test_an_example_that_the_text_does_not_bear_out_is_not_taken(
    fake_llm: FakeLLM, tmp_path: Path
) -> None:
    fake_llm.answer = _answers(_extracted("Carl Dahl"))
    graph = KnowledgeGraph.local(tmp_path / "home", fake_llm.settings())
    found = graph.tune_prompts(Document("doc:1", TEXT, ""), folder=tmp_path / "prompts")
    assert found.examples == 0
    assert "Carl Dahl" not in found.files[0].read_text("utf-8")


def test_tuples_are_tuned_in_their_own_form(fake_llm: FakeLLM, tmp_path: Path) -> None:
    lines = (
        '("entity"<|>"Anna Berg"<|>"PERSON"<|>"Anna Berg manages the Port of Melby.")##\n'
        '("entity"<|>"Port of Melby"<|>"PORT"<|>"The Port of Melby is managed.")##\n'
        '("relationship"<|>"Anna Berg"<|>"Port of Melby"<|>"MANAGES"<|>"Anna Berg manages the '
        'Port of Melby."<|>5)##\n<|COMPLETE|>'
    )
    fake_llm.answer = _answers(lines)
    settings = fake_llm.settings(extract_format="tuples")
    graph = KnowledgeGraph.local(tmp_path / "home", settings)
    found = graph.tune_prompts(Document("doc:1", TEXT, ""), folder=tmp_path / "prompts")
    assert found.files[0].name == "extract_tuples.md"
    assert found.examples == 1


def test_what_is_there_is_not_overwritten(fake_llm: FakeLLM, tmp_path: Path) -> None:
    (tmp_path / "settings.env").write_text("mine")
    graph = KnowledgeGraph.local(tmp_path / "home", fake_llm.settings())
    with pytest.raises(UsageError, match="is there already"):
        graph.tune_prompts(Document("doc:1", TEXT, ""), folder=tmp_path)
    assert (tmp_path / "settings.env").read_text() == "mine"
    assert fake_llm.requests == []


def test_nothing_to_read_and_an_unreadable_answer_are_told(
    fake_llm: FakeLLM, tmp_path: Path
) -> None:
    graph = KnowledgeGraph.local(tmp_path / "home", fake_llm.settings())
    with pytest.raises(UsageError, match="no text to tune prompts by"):
        graph.tune_prompts(Document("doc:1", "  ", ""), folder=tmp_path / "a")
    with pytest.raises(ModelError, match="did not say what the texts are"):
        graph.tune_prompts(Document("doc:1", TEXT, ""), folder=tmp_path / "a")
    assert not (tmp_path / "a").exists()


CUT = Answer(json.dumps(PROFILE)[:75], finish_reason="length")


def test_an_answer_that_was_cut_is_asked_for_with_more_room(
    fake_llm: FakeLLM, tmp_path: Path
) -> None:
    fake_llm.script(CUT, PROFILE, _extracted())
    graph = KnowledgeGraph.local(tmp_path / "home", fake_llm.settings())
    found = graph.tune_prompts(Document("doc:1", TEXT, ""), folder=tmp_path / "prompts")
    assert found.relation_types == ("MANAGES", "PART_OF")
    assert fake_llm.requests[0]["max_tokens"] < fake_llm.requests[1]["max_tokens"]


def test_an_answer_that_is_cut_all_the_same_is_told(fake_llm: FakeLLM, tmp_path: Path) -> None:
    fake_llm.script(CUT)
    graph = KnowledgeGraph.local(tmp_path / "home", fake_llm.settings())
    with pytest.raises(ModelError, match="was cut off"):
        graph.tune_prompts(Document("doc:1", TEXT, ""), folder=tmp_path / "prompts")
    assert not (tmp_path / "prompts").exists()


def test_types_are_cleaned_and_few() -> None:
    assert cleaned(["Legal Act", "a" * 60, "-", "ÉTAT", "LEGAL_ACT"]) == ["LEGAL_ACT", "ÉTAT"]
    assert len(cleaned(f"TYPE{i}" for i in range(99))) == 20
