"""Settings come from documented variables and from arguments, and from nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from graphrag_neo4j.errors import SettingsError
from graphrag_neo4j.settings import Settings, load_settings, variable_of

FIELDS = list(Settings.model_fields)
DOCUMENTED = {variable_of(name) for name in FIELDS}


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    """No variable of the machine that runs the tests."""
    for name in os.environ.keys() & (DOCUMENTED | {name.upper() for name in FIELDS}):
        monkeypatch.delenv(name)


def hostile() -> dict[str, str]:
    """Undocumented variables that are named like fields, in every way that could be read."""
    names = {form for name in FIELDS for form in (name, name.upper(), f"GRAPHRAG_{name.upper()}")}
    documented = {name.upper() for name in DOCUMENTED}
    return {name: "7" for name in names if name.upper() not in documented}


def test_variables_named_like_fields_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {"HOME", "LANGUAGE", "BUDGET", "GRAPHRAG_NEO4J_URI"} <= hostile().keys()
    before = load_settings()
    for name, value in hostile().items():
        monkeypatch.setenv(name, value)
    assert load_settings() == before


def test_the_credentials_file_of_the_environment_is_read_by_the_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "aura.env").write_text("NEO4J_URI=bolt://elsewhere:7687\n")
    monkeypatch.setenv("NEO4J_CREDENTIALS_FILE", str(tmp_path / "aura.env"))
    assert load_settings().neo4j_uri == "bolt://elsewhere:7687"
    monkeypatch.setenv("NEO4J_CREDENTIALS_FILE", str(tmp_path / "none.env"))
    with pytest.raises(SettingsError, match="No credentials file"):
        load_settings()


def test_lines_of_a_credentials_file_named_like_fields_are_not_read(tmp_path: Path) -> None:
    file = tmp_path / "credentials"
    lines = [f"{name}={value}" for name, value in hostile().items()]
    file.write_text("\n".join([*lines, "NEO4J_URI=neo4j://there:7687"]))
    assert load_settings(file) == load_settings(neo4j_uri="neo4j://there:7687")


@pytest.mark.parametrize("name", FIELDS)
def test_every_documented_variable_is_read(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    examples = {
        "neo4j_line": "5.26",
        "server_memory": "1g",
        "aot_cache": "false",
        "max_file_size": "2g",
        "max_upload": "2g",
        "archives": "true",
        "ocr": "all",
        "chunk_strategy": "token",
        "extractor": "llm",
        "relation_patterns": '{"a": "B"}',
        "extract_format": "tuples",
        "ontology": "strict",
        "claims": "true",
        "describe_by": "rules",
        "embed_entity_types": "false",
        "llm_options": '{"a": 1}',
        "embedding_options": '{"a": 1}',
        "prices": '{"m": [1, 2]}',
        "community_update_share": "0.7",
        "chunk_size": "777",
        "report_input_tokens": "777",
        "description_tokens": "777",
    }
    before = getattr(load_settings(), name)
    monkeypatch.setenv(variable_of(name), examples.get(name, "7"))
    assert getattr(load_settings(), name) != before


def test_fields_are_the_names_of_arguments() -> None:
    assert Settings(_env_file=None, chunk_size=77, home=Path("x")).chunk_size == 77
    assert load_settings(neo4j_line="5.26").neo4j_line == "5.26"


def test_an_argument_that_is_no_setting_is_named() -> None:
    with pytest.raises(SettingsError, match="chunk_sise"):
        load_settings(chunk_sise=77)


def test_a_wrong_value_names_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRAPHRAG_CHUNK_SIZE", "many")
    with pytest.raises(SettingsError, match="GRAPHRAG_CHUNK_SIZE"):
        load_settings()
