"""An entity's description stays within its bound, and is subtracted from exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from graphrag_neo4j.ingest import derive
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.progress import Advance, NullProgress, Status
from graphrag_neo4j.settings import Settings
from graphrag_neo4j.text.tokens import count_tokens
from tests.support.databases import database_memory, empty, run_cypher, snapshot
from tests.support.fake_llm import FakeLLM, prompt_of, status
from tests.support.life import write_lines

MakeGraph = Callable[..., KnowledgeGraph]
BOUND = 40


def lines(*descriptions: str) -> list[dict[str, Any]]:
    """One source for each description of Melby."""
    return [
        {
            "source": {"uri": f"doc:{i}", "title": f"Report {i}"},
            "text": f"Melby is told of in report {i}.",
            "topics": [],
            "entities": [{"name": "Melby", "type": "PLACE", "description": text}],
        }
        for i, text in enumerate(descriptions)
    ]


LONG = [f"Melby is town number {i} on the northern coast of the country." for i in range(6)]


def described(graph: KnowledgeGraph) -> str:
    return str(run_cypher(graph, "MATCH (e:Entity) RETURN e.description AS d")[0]["d"])


def quiet(**more: Any) -> Settings:
    return Settings(_env_file=None, description_tokens=BOUND, **more)


def test_what_fits_is_joined_whole(make_graph: MakeGraph, tmp_path: Path) -> None:
    with make_graph(settings=quiet()) as graph:
        graph.import_extracted(write_lines(tmp_path / "x", lines("Old.", "A port.", "Old.")))
        assert described(graph) == "Old.; A port."


def test_without_an_llm_whole_descriptions_are_kept_the_most_frequent_first(
    make_graph: MakeGraph, tmp_path: Path
) -> None:
    with make_graph(settings=quiet()) as graph:
        said = lines(*LONG, LONG[4], "x " * 100)
        graph.import_extracted(write_lines(tmp_path / "x", said))
        text = described(graph)
        kept = text.split("; ")
        assert kept[0] == LONG[4] and len(kept) >= 2 and {*kept} <= {*LONG}
        assert count_tokens(text) <= BOUND
        found = snapshot(graph)
        empty(graph.database)
        graph.import_extracted(write_lines(tmp_path / "x", said[::-1]))
        assert snapshot(graph) == found
        graph.sources.delete(*(f"doc:{i}" for i in range(1, len(said))))
        assert described(graph) == LONG[0]


def test_a_single_description_is_not_cut(make_graph: MakeGraph, tmp_path: Path) -> None:
    with make_graph(settings=quiet()) as graph:
        graph.import_extracted(write_lines(tmp_path / "x", lines("port " * 200)))
        assert described(graph).split() == ["port"] * 200


def test_an_llm_summarises_what_is_too_long_once(
    make_graph: MakeGraph, tmp_path: Path, fake_llm: FakeLLM
) -> None:
    fake_llm.script("Melby is many towns.")
    settings = fake_llm.settings(
        description_tokens=BOUND, describe_by="llm", llm_cache=str(tmp_path / "answers")
    )
    path = write_lines(tmp_path / "x", lines(*LONG))
    with make_graph(settings=settings) as graph:
        assert graph.import_extracted(path).is_clean
        assert described(graph) == "Melby is many towns."
        assert all(text in prompt_of(fake_llm.requests[0]) for text in LONG)
        found = snapshot(graph)
        graph.import_extracted(path)
        assert snapshot(graph) == found
        empty(graph.database)
        graph.import_extracted(path)
        assert snapshot(graph) == found and len(fake_llm.requests) == 1
        graph.sources.delete(*(f"doc:{i}" for i in range(1, len(LONG))))
        assert described(graph) == LONG[0] and len(fake_llm.requests) == 1


def test_an_llm_that_does_not_extract_is_not_asked(
    make_graph: MakeGraph, tmp_path: Path, fake_llm: FakeLLM
) -> None:
    with make_graph(settings=fake_llm.settings(description_tokens=BOUND)) as graph:
        graph.import_extracted(write_lines(tmp_path / "x", lines(*LONG)))
        assert fake_llm.requests == [] and described(graph).startswith("Melby is town number")


@pytest.mark.parametrize("code", [401, 500])
def test_an_llm_that_fails_is_reported_and_replaced_by_the_rule_until_it_is_well(
    make_graph: MakeGraph, tmp_path: Path, fake_llm: FakeLLM, code: int
) -> None:
    fake_llm.script(status(code))
    settings = fake_llm.settings(description_tokens=BOUND, describe_by="llm", llm_retries=1)
    path = write_lines(tmp_path / "x", lines(*LONG))
    with make_graph(settings=settings) as graph:
        report = graph.import_extracted(path)
        assert list(report.undescribed) == ["Melby"] and "shortened by rules" in report.summary()
        by_rule = described(graph)
    with make_graph(settings=quiet()) as graph:
        empty(graph.database)
        graph.import_extracted(path)
        assert described(graph) == by_rule
        empty(graph.database)
    with make_graph(settings=settings) as graph:
        graph.import_extracted(path)
        assert described(graph) == by_rule
        fake_llm.script("Melby has six numbers.")
        assert not graph.import_extracted(path).undescribed  # nothing new, and tried again
        assert described(graph) == "Melby has six numbers."
        healed = snapshot(graph)
        empty(graph.database)
        graph.import_extracted(path)
        assert snapshot(graph) == healed


def test_a_summary_stays_while_its_llm_cannot_be_asked(
    make_graph: MakeGraph, tmp_path: Path, fake_llm: FakeLLM
) -> None:
    more: dict[str, Any] = {"description_tokens": BOUND, "llm_retries": 1}
    first = write_lines(tmp_path / "x", lines(*LONG))
    new = lines(*LONG, "Melby burned down in the winter of a later year.")
    second = write_lines(tmp_path / "y", new)
    fake_llm.script("Melby has six numbers.")
    with make_graph(settings=fake_llm.settings(describe_by="llm", **more)) as graph:
        graph.import_extracted(first)
        fake_llm.script(status(500))
        assert list(graph.import_extracted(second).undescribed) == ["Melby"]
        assert described(graph) == "Melby has six numbers."
    with make_graph(settings=fake_llm.settings(**more)) as graph:  # no LLM extracts
        graph.sources.delete("doc:6")
        assert described(graph) == "Melby has six numbers."
    fake_llm.script("Melby burned down.")
    with make_graph(settings=fake_llm.settings(describe_by="llm", **more)) as graph:
        graph.import_extracted(second)
        assert described(graph) == "Melby burned down."
    with make_graph(settings=quiet(describe_by="rules")) as graph:
        graph.sources.delete("doc:6")
        assert described(graph).startswith("Melby is town number")  # rules were asked for


def test_an_entity_of_many_descriptions_is_derived_in_little_memory(
    fresh_graph: KnowledgeGraph,
) -> None:
    fresh_graph.schema.apply()
    run_cypher(
        fresh_graph,
        "CREATE (hub:Entity {id: 'hub', name: 'Hub', dirty: 'x'}) WITH hub "
        "UNWIND range(1, 3000) AS n CREATE (:Chunk {id: 'c' + n})-[:MENTIONS "
        "{name: 'Hub', type: 'TOWN', description: 'It was told the ' + n + 'th time.'}]->(hub)",
    )
    bounds = {"ids": ["hub"], "most": 500, "long": 125, "said": 10}
    assert database_memory(fresh_graph, "ingest/derive_entities", **bounds) < 20_000_000


class Rounds(NullProgress):
    """Remembers how many entities each round had."""

    def __init__(self) -> None:
        self.heard: list[int] = []

    @contextmanager
    def task(
        self, description: str, total: int | None, unit: str = "items", status: Status = str, /
    ) -> Iterator[Advance]:
        yield self.heard.append if description == "Deriving entities" else lambda _: None


def test_a_round_ends_where_its_entities_have_many_mentions(
    make_graph: MakeGraph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = [{"id": n, "text": f"Anna Berg visited Station {n} in Melby."} for n in range(8)]
    path = write_lines(tmp_path / "lines.jsonl", said)
    with make_graph() as graph:
        graph.ingest(path)
        wanted = snapshot(graph)
        empty(graph.database)
    monkeypatch.setattr(derive, "MENTIONS_A_ROUND", 3)
    rounds = Rounds()
    with make_graph(progress=rounds) as graph:
        graph.ingest(path)
        assert snapshot(graph) == wanted
    assert max(rounds.heard) <= 3 and sum(rounds.heard) == 10  # eight stations, who visits, where
