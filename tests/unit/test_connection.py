"""Addresses, credentials and settings of a connection that is never made."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from neo4j import exceptions as driver_errors

from graphrag_neo4j.database.connection import Database, ServerVersion
from graphrag_neo4j.database.error_table import translated
from graphrag_neo4j.errors import DatabaseUnavailable, SettingsError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.settings import load_settings


def test_constructor_contacts_nobody() -> None:
    Database("bolt://127.0.0.1:1", "neo4j", "x")
    KnowledgeGraph.connect("bolt://127.0.0.1:1", "neo4j", "x")


def test_nobody_at_the_address() -> None:
    with pytest.raises(DatabaseUnavailable, match="No Neo4j answers at bolt"):
        Database("bolt://127.0.0.1:1", "neo4j", "x").open()


@pytest.mark.parametrize("uri", ["localhost", "http://localhost:7474", "bolt://", ""])
def test_address_that_is_none(uri: str) -> None:
    with pytest.raises(DatabaseUnavailable):
        Database(uri, "neo4j", "x").open()


@pytest.mark.parametrize(
    ("uri", "shown", "reason"),
    [
        ("bolt://ada:s3cret@127.0.0.1:1", "bolt://***@127.0.0.1:1", "NEO4J_USERNAME"),
        ("neo4j+s://ada:s3?cr@e/t@h", "neo4j+s://***@h", "NEO4J_USERNAME"),
        ("ada:s3cret@127.0.0.1", "***@127.0.0.1", "NEO4J_USERNAME"),
        ("bolt://127.0.0.1:1?password=s3cret", "bolt://127.0.0.1:1", "only neo4j:// has a query"),
        ("neo4j://127.0.0.1:1?s3cret", "neo4j://127.0.0.1:1", "is not name=value"),
        ("neo4j://127.0.0.1:1?a=s3cret&a=b", "neo4j://127.0.0.1:1", "each name once"),
    ],
)
def test_an_address_with_a_secret_is_refused_with_the_reason_and_without_the_secret(
    uri: str, shown: str, reason: str
) -> None:
    with pytest.raises(DatabaseUnavailable) as caught:
        Database(uri, "neo4j", "x").open()
    assert f"'{shown}' is no Neo4j address" in caught.value.message
    assert reason in caught.value.message
    assert "s3" not in str(caught.value)
    assert "50N42" not in str(caught.value)


def test_what_neo4j_says_ends_with_a_full_stop() -> None:
    said = driver_errors.ClientError()  # the driver's own words, without one
    refused = translated(said, "bolt://h", "neo4j", None)
    assert str(refused).endswith(" occurred. See graphrag-neo4j doctor.")


def test_the_query_of_an_address_is_not_printed() -> None:
    with pytest.raises(DatabaseUnavailable, match="No Neo4j answers at neo4j://127") as caught:
        Database("neo4j://127.0.0.1:1?policy=s3cret", "neo4j", "x").open()
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("5.26.30", (5, 26)),
        ("2026.01.4", (2026, 1)),
        ("5.27-aura", (5, 27)),
        ("2026.10", (2026, 10)),
    ],
)
def test_version_texts_are_understood(text: str, numbers: tuple[int, int]) -> None:
    assert ServerVersion(text, "community").numbers == numbers


def test_aura_credentials_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NEO4J_URI", "NEO4J_PASSWORD", "NEO4J_USERNAME", "NEO4J_DATABASE"):
        monkeypatch.delenv(name, raising=False)
    file = tmp_path / "Neo4j-1234-Created.txt"
    file.write_text(
        "# Wait 60 seconds before connecting\nNEO4J_URI=neo4j+s://1234.example\n"
        "NEO4J_USERNAME=neo4j\nNEO4J_PASSWORD=p=w\nNEO4J_DATABASE=1234\nAURA_INSTANCEID=1234\n"
    )
    settings = load_settings(file)
    assert settings.neo4j_uri == "neo4j+s://1234.example"
    assert settings.neo4j_database == "1234"
    assert settings.neo4j_password is not None
    assert settings.neo4j_password.get_secret_value() == "p=w"
    assert "p=w" not in repr(settings)


def test_the_database_of_a_file_given_by_name_goes_before_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "c.txt"
    file.write_text("NEO4J_URI=neo4j://file\nNEO4J_PASSWORD=own\nGRAPHRAG_CHUNK_SIZE=300\n")
    monkeypatch.setenv("NEO4J_URI", "neo4j://environment")
    monkeypatch.setenv("NEO4J_PASSWORD", "other")
    monkeypatch.setenv("GRAPHRAG_CHUNK_SIZE", "400")
    settings = load_settings(file)
    assert settings.neo4j_uri == "neo4j://file"
    assert settings.neo4j_password is not None
    assert settings.neo4j_password.get_secret_value() == "own"
    assert settings.chunk_size == 400
    assert load_settings(file, neo4j_uri="neo4j://argument").neo4j_uri == "neo4j://argument"


def test_environment_goes_before_the_credentials_file_that_it_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "c.txt"
    file.write_text("NEO4J_URI=neo4j://file\n")
    monkeypatch.setenv("NEO4J_CREDENTIALS_FILE", str(file))
    assert load_settings().neo4j_uri == "neo4j://file"
    monkeypatch.setenv("NEO4J_URI", "neo4j://environment")
    assert load_settings().neo4j_uri == "neo4j://environment"


def test_a_credentials_file_in_another_coding_is_told_of(tmp_path: Path) -> None:
    file = tmp_path / "c.txt"
    file.write_bytes("NEO4J_URI=neo4j://file\n# Müller\n".encode("latin-1"))
    with pytest.raises(SettingsError, match="is not UTF-8 text"):
        load_settings(file)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("RELATION_PATTERNS", "not json"),
        ("GRAPHRAG_CHUNK_SIZE", "many"),
        ("GRAPHRAG_CHUNK_OVERLAP", "4096"),
        ("GRAPHRAG_NEO4J", "4.4"),
    ],
)
def test_wrong_setting_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError):
        load_settings()


@pytest.mark.skipif(os.name != "posix", reason="pipes with names are POSIX")
def test_credentials_in_a_pipe_are_not_called_missing(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(SettingsError, match=r"is a folder, a pipe or a device.*Save them as a"):
        load_settings(tmp_path / "pipe")


def test_missing_credentials_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="no-such-file"):
        load_settings(tmp_path / "no-such-file")
