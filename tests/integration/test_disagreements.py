"""Facts that cannot all hold are found, with what says them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner

from graphrag_neo4j.cli import cli
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.server import ServerInfo
from graphrag_neo4j.settings import Settings

ONE = """Anna Berg was born in 1843. Nordic Freight acquired Velmar Mills.
Erik Holm was born in Melby.
Siri Dahl was born in Osterby. Melby lies in Norland. Karin Vik is a painter."""
OTHER = """Anna Berg was born in Melby in 1850. Nordic Freight did not acquire Velmar Mills.
Erik Holm was born in Norland. Siri Dahl was born in Velmar. Karin Vik is not a painter.
Anna Berg visited Melby. Anna Berg visited Velmar."""
ALONE = "Lars Moe was born in 1900. Lars Moe was born in 1901."
AGREEING = "Anna Berg was born in 1843. Velmar Mills did not acquire Nordic Freight."


@pytest.fixture
def disputed(fresh_graph: KnowledgeGraph) -> KnowledgeGraph:
    texts = {"one": ONE, "other": OTHER, "alone": ALONE, "agreeing": AGREEING}
    fresh_graph.ingest(Document(f"doc:{name}", text, name) for name, text in texts.items())
    return fresh_graph


def _told(rows: Any) -> dict[tuple[str, str], set[str]]:
    return {(row.entity, row.type): {side.text for side in row.sides} for row in rows}


def test_other_values_and_denials_disagree_and_nothing_else_does(disputed: KnowledgeGraph) -> None:
    found = disputed.entities.disagreements()
    assert _told(found) == {
        ("Anna Berg", "BORN"): {"Anna Berg was born in 1843", "Anna Berg was born in 1850"},
        ("Nordic Freight", "ACQUIRED"): {
            "Nordic Freight acquired Velmar Mills",
            "Nordic Freight did not acquire Velmar Mills",
        },
        ("Siri Dahl", "BORN"): {"Siri Dahl was born in Osterby", "Siri Dahl was born in Velmar"},
        ("Karin Vik", "IS_A"): {"Karin Vik is a painter", "Karin Vik is not a painter"},
    }, "Melby lies in Norland, both are right; one source alone is no disagreement"
    anna = next(row for row in found if row.entity == "Anna Berg")
    by_text = {side.text[-4:]: {said.title for said in side.statements} for side in anna.sides}
    assert by_text == {"1843": {"one", "agreeing"}, "1850": {"other"}}
    said = anna.sides[0].statements[0]
    assert (
        disputed.sources.text(said.uri, start=said.start or 0).pieces[0].text.startswith(said.text)
    ), "it can be opened"


def test_own_types_hold_one_value_where_the_settings_say_so(
    make_graph: Callable[..., KnowledgeGraph],
) -> None:
    with make_graph(settings=Settings(_env_file=None, single_types="visited")) as graph:
        for town in ("Melby", "Velmar"):
            graph.ingest(Document(f"doc:{town}", f"Olaf Lund visited {town}.", "visits"))
        assert set(_told(graph.entities.disagreements())) == {("Olaf Lund", "VISITED")}


def test_what_is_deleted_disagrees_no_more(disputed: KnowledgeGraph) -> None:
    assert disputed.entities.disagreements()
    disputed.sources.delete("doc:other")
    assert disputed.entities.disagreements() == []


def test_the_command_says_what_the_library_says(
    disputed: KnowledgeGraph, server: ServerInfo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEO4J_URI", server.bolt_uri)
    monkeypatch.setenv("NEO4J_USERNAME", server.username)
    monkeypatch.setenv("NEO4J_PASSWORD", server.password)
    text = CliRunner().invoke(cli, ["entities", "disagreements", "--limit", "1"])
    assert "Anna Berg [BORN]\n  Anna Berg was born in 1843\n" in text.output
    data = CliRunner().invoke(cli, ["entities", "disagreements", "--json"])
    assert json.loads(data.output) == [row.to_dict() for row in disputed.entities.disagreements()]
