"""LLM ingests over HTTP: faults, budget, an endpoint that goes, hostile answers, replay."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graphrag_neo4j.errors import ModelUnavailable, SettingsError
from graphrag_neo4j.extract.llm import TupleFormat
from graphrag_neo4j.extract.llm.extractor import FAILURES_IN_A_ROW
from graphrag_neo4j.ids import normalise_name
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.llm.usage_total import spent
from graphrag_neo4j.model import Document
from tests.support.command_line import run
from tests.support.databases import count, run_cypher, snapshot
from tests.support.fake_llm import (
    MODEL,
    Answer,
    FakeLLM,
    Fault,
    cut_body,
    hang,
    not_json,
    prompt_of,
    reset,
    status,
    too_many,
)  # fmt: skip
from tests.support.life import clear, data_folder
from tests.support.llm_ingest import (
    documents,
    extraction,
    fact,
    is_first,
    mentions,
    passage,
    passage_of,
    read,
)

MakeGraph = Callable[..., KnowledgeGraph]
SMALL: dict[str, Any] = {
    "extractor": "llm", "chunk_size": 40, "gleanings": 0, "llm_retries": 2, "llm_timeout": 1.0,
}  # fmt: skip
BAD = "Passage 1-1."


@pytest.fixture
def undisturbed(make_graph: MakeGraph, fake_llm: FakeLLM) -> Any:
    """What the graph of three documents has to be; the graph is empty afterwards."""
    fake_llm.answer = read
    with make_graph(settings=fake_llm.settings(**SMALL)) as graph:
        graph.ingest(documents(3, 3))
        found = snapshot(graph)
        clear(graph)
    fake_llm.requests.clear()
    return found


def failing(fault: Any) -> Callable[[dict[str, Any]], Any]:
    """The good LLM, but for one passage."""

    def answer(request: dict[str, Any]) -> Any:
        if not mentions(request, BAD):
            return read(request)
        return fault(request) if callable(fault) else fault

    return answer


LOOP = Answer('{"topics": [], "entities": [' + '{"name": "A", ' * 300, finish_reason="length")
FAULTS: dict[str, Any] = {
    "429": too_many(0.05),
    "500": status(500),
    "hang": hang(3),
    "reset": reset(),
    "cut body": cut_body(),
    "a page": not_json(),
    "truncated JSON": '{"topics": [{"name": "Stations", "statements": [{"text": "Station',
    "wrong schema": {"answer": 42},
    "empty": "",
    "length": Answer(json.dumps(extraction("Station 1"))[:80], finish_reason="length"),
    "echo": prompt_of,
    "loop": LOOP,
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_fault_costs_one_chunk_until_the_endpoint_is_well(
    make_graph: MakeGraph, fake_llm: FakeLLM, undisturbed: Any, fault: Any
) -> None:
    fake_llm.answer = failing(fault)
    with make_graph(settings=fake_llm.settings(**SMALL)) as graph:
        report = graph.ingest(documents(3, 3))
        assert list(report.failed) == ["doc:1 [1]"]
        assert not report.is_clean
        states = run_cypher(graph, "MATCH (c:Chunk) RETURN c.status AS s, count(*) AS n")
        assert {row["s"]: row["n"] for row in states} == {"done": 8, "failed": 1}
        (problem,) = graph.problems()
        assert problem.attempts == 1
        assert problem.reason == report.failed["doc:1 [1]"]
        assert count(graph, "Statement") == 11
        fake_llm.answer = read
        assert graph.ingest(documents(3, 3)).is_clean
        assert graph.problems() == []
        assert snapshot(graph) == undisturbed


@pytest.mark.parametrize(
    ("fault", "hint"),
    [
        (status(401, "bad key"), "OPENAI_API_KEY"),
        (status(403, "no"), "OPENAI_API_KEY"),
        (status(404, "no such model"), "GRAPHRAG_LLM_MODEL"),
        (status(429, "no money", "insufficient_quota"), "billing"),
    ],
    ids=["401", "403", "404", "quota"],
)
def test_a_refusal_of_all_calls_ends_the_run_before_anything_is_marked(
    make_graph: MakeGraph, fake_llm: FakeLLM, fault: Fault, hint: str
) -> None:
    fake_llm.answer = lambda _: fault
    with make_graph(settings=fake_llm.settings(**SMALL, llm_concurrency=2)) as graph:
        with pytest.raises(ModelUnavailable, match=hint):
            graph.ingest(documents(10, 3))
        assert len(fake_llm.requests) <= 4
        assert (count(graph, "Source"), graph.problems()) == (0, [])


def test_an_endpoint_that_goes_leaves_the_rest_pending(
    make_graph: MakeGraph, fake_llm: FakeLLM, undisturbed: Any, tmp_path: Path
) -> None:
    cache = str(tmp_path / "a.sqlite")
    seen: list[str] = []

    def answer(request: dict[str, Any]) -> Any:
        if len(seen) >= 4:
            return status(401, "the key was revoked")
        seen.append(passage_of(request))
        return read(request)

    fake_llm.answer = answer
    settings = fake_llm.settings(**SMALL, llm_cache=cache, llm_concurrency=1)
    with make_graph(settings=settings) as graph:
        report = graph.ingest(documents(3, 3))
        assert "revoked" in report.stopped
        assert (report.failed, report.pending, report.is_clean) == ({}, 5, False)
        states = run_cypher(graph, "MATCH (c:Chunk) RETURN c.status AS s, count(*) AS n")
        assert {row["s"]: row["n"] for row in states} == {"done": 4, "pending": 5}
        assert graph.retrieve("Who visits Station 0?")
        fake_llm.answer = read
        before = len(fake_llm.requests)
        assert graph.ingest(documents(3, 3)).is_clean
        assert len(fake_llm.requests) - before == 5
        assert snapshot(graph) == undisturbed


def test_calls_that_fail_in_a_row_end_the_run_and_are_nobodys_failure(
    make_graph: MakeGraph, fake_llm: FakeLLM
) -> None:
    fake_llm.answer = lambda request: read(request) if mentions(request, " 0-0.") else status(500)
    settings = fake_llm.settings(**SMALL, llm_concurrency=1)  # else the answer may come late
    with make_graph(settings=settings) as graph:
        report = graph.ingest(documents(10, 3))
        assert f"{FAILURES_IN_A_ROW} chunks in a row" in report.stopped
        assert (report.failed, report.pending) == ({}, 29)
        assert len(fake_llm.requests) < 30


def test_a_dead_endpoint_is_one_line(
    remote: dict[str, str],
    tmp_path: Path,
) -> None:
    (tmp_path / "a.txt").write_text(documents(1)[0].text)
    env = {
        **remote, "OPENAI_BASE_URL": "http://127.0.0.1:9/v1", "GRAPHRAG_LLM_BACKOFF": "0.01",
        "GRAPHRAG_LLM_CACHE": "off",
    }  # fmt: skip
    result = run("ingest", "--extractor", "llm", str(tmp_path / "a.txt"), env=env)
    assert result.returncode == 1
    assert result.stdout == ""
    assert "it cannot be reached" in result.stderr.strip().splitlines()[-1]
    assert "Traceback" not in result.stderr


def test_a_batch_is_written_before_the_next_is_asked(
    make_graph: MakeGraph, fake_llm: FakeLLM
) -> None:
    long = [
        Document(d.uri, d.text + "\n" + " " * 60_000, d.title) for d in documents(4)
    ]  # two documents a batch
    fake_llm.answer = lambda r: status(401) if mentions(r, "Passage 2") else read(r)
    with make_graph(settings=fake_llm.settings(**SMALL)) as graph:
        report = graph.ingest(long)
        assert report.stopped
        assert {s.uri: s.status for s in graph.sources.list()} == {
            "doc:0": "complete", "doc:1": "complete",
        } or count(graph, "Source") == 4  # passages 3 may have been answered first  # fmt: skip
        assert count(graph, "Statement") >= 6


# -- the command -----------------------------------------------------------------------------


@pytest.fixture
def endpoint(remote: dict[str, str], fake_llm: FakeLLM, tmp_path: Path) -> dict[str, str]:
    """Environment with the scripted LLM, which embeds, too."""
    fake_llm.answer = lambda r: Answer(json.dumps(read(r)), usage=(1_000, 1_000))
    return {
        **remote, "OPENAI_BASE_URL": fake_llm.url, "GRAPHRAG_EMBED_MODEL": "hashed",
        "GRAPHRAG_LLM_MODEL": MODEL, "GRAPHRAG_LLM_CACHE": str(tmp_path / "answers.sqlite"),
        "GRAPHRAG_PRICES": json.dumps({MODEL: [0, 1_000]}), "GRAPHRAG_LLM_CONCURRENCY": "1",
        "GRAPHRAG_LLM_MAX_TOKENS": "1000", "GRAPHRAG_CHUNK_SIZE": "40",
        "GRAPHRAG_GLEANINGS": "0", "GRAPHRAG_LLM_BACKOFF": "0.01", "GRAPHRAG_LLM_RETRIES": "2",
    }  # fmt: skip


def test_a_budget_stops_the_command_and_a_higher_one_goes_on(
    endpoint: dict[str, str], fake_llm: FakeLLM, tmp_path: Path
) -> None:
    folder = tmp_path / "texts"
    folder.mkdir()
    for document in documents(3):
        (folder / f"{document.title}.txt").write_text(document.text)
    ingest = ("ingest", "--extractor", "llm", str(folder))
    first = run(*ingest, "--budget", "2.50", "--json", env=endpoint)
    assert first.returncode == 1, first.stderr
    done = json.loads(first.stdout)
    assert (done["pending"], done["failed"], done["llm"]["total"]["calls"]) == (4, {}, 2)
    assert done["llm"]["total"]["cost"] == 2.0
    assert "Station" in run("retrieve", "Who visits Station 0?", env=endpoint).stdout
    second = run(*ingest, "--budget", "4.50", env=endpoint)
    assert second.returncode == 0, second.stderr
    assert "4,000 tokens in, 4,000 out, $4.0000" in second.stdout
    assert len(fake_llm.requests) == 6
    again = run(*ingest, "--json", env=endpoint)
    assert json.loads(again.stdout)["llm"]["total"]["calls"] == 0


def test_what_failed_is_reported_by_the_command(
    endpoint: dict[str, str], fake_llm: FakeLLM, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text(documents(1)[0].text)
    good = fake_llm.answer
    fake_llm.answer = lambda r: "no JSON" if mentions(r, "Passage 0-1") else good(r)
    ingest = ("ingest", "--extractor", "llm", str(tmp_path / "a.txt"))
    result = run(*ingest, env=endpoint)
    assert result.returncode == 1
    assert "failed: file://" in result.stdout
    shown = run("problems", env=endpoint).stdout
    assert "failed 1 times: the answer is not JSON" in shown
    fake_llm.answer = good
    assert run(*ingest, env=endpoint).returncode == 0
    assert "Nothing failed." in run("problems", env=endpoint).stdout


def test_a_stop_after_some_chunks_is_one_line_beside_the_report(
    endpoint: dict[str, str], fake_llm: FakeLLM, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text(documents(1, 3)[0].text)
    fake_llm.answer = lambda r: status(401, "revoked") if mentions(r, " 0-2.") else read(r)
    result = run("ingest", "--extractor", "llm", str(tmp_path / "a.txt"), env=endpoint)
    assert result.returncode == 1
    assert "1 chunk left: the same command goes on" in result.stdout
    shown = run("problems", env=endpoint).stdout
    assert "[2]\n  still to do: the run ended before it was asked about" in shown
    assert "revoked" in result.stderr.strip().splitlines()[-1]


# -- a bad run after a good one ----------------------------------------------------------------

OTHER = {**SMALL, "llm_model": "another-model"}


def evidence(graph: KnowledgeGraph) -> list[dict[str, Any]]:
    """What the graph says, without how its chunks and sources fared."""
    return run_cypher(
        graph,
        "MATCH (a)-[r]->(b) WHERE NOT a:Chunk RETURN a.id AS a, type(r) AS type, b.id AS b, "
        "properties(r) AS said ORDER BY a, type, b",
    )


@pytest.mark.parametrize(
    "fault", ["Sure! I would love to help.", status(500)], ids=["prose", "outage"]
)
def test_a_bad_run_keeps_what_a_good_one_found(
    make_graph: MakeGraph, fake_llm: FakeLLM, undisturbed: Any, fault: Any
) -> None:
    fake_llm.answer = read
    with make_graph(settings=fake_llm.settings(**SMALL)) as graph:
        graph.ingest(documents(3, 3), switch_extractor=True)
        before = evidence(graph)
    fake_llm.answer = lambda _: fault
    with make_graph(settings=fake_llm.settings(**OTHER)) as graph:
        report = graph.ingest(documents(3, 3), switch_extractor=True)
        assert len(report.failed) == 9
        assert evidence(graph) == before
        assert {row.status for row in graph.sources.list()} == {"incomplete"}
        assert len(graph.problems()) == 9
        graph.ingest(documents(3, 3), switch_extractor=True)  # fails again, and still keeps
        assert evidence(graph) == before
    fake_llm.answer = read
    with make_graph(settings=fake_llm.settings(**SMALL)) as graph:
        assert graph.ingest(documents(3, 3), switch_extractor=True).is_clean
        assert snapshot(graph) == undisturbed
        graph.sources.delete("doc:0", "doc:1", "doc:2")
        assert (count(graph, "Statement"), count(graph, "Entity")) == (0, 0)


def test_a_kept_chunk_stands_among_new_ones_in_order(
    make_graph: MakeGraph, fake_llm: FakeLLM, undisturbed: Any
) -> None:
    chain = "MATCH (a:Statement)-[:NEXT]->(b:Statement) RETURN a.text AS a, b.text AS b ORDER BY a"
    fake_llm.answer = read
    with make_graph(settings=fake_llm.settings(**SMALL)) as graph:
        graph.ingest(documents(3, 3), switch_extractor=True)
        before = run_cypher(graph, chain)
    fake_llm.answer = failing("no JSON")
    with make_graph(settings=fake_llm.settings(**OTHER)) as graph:
        assert list(graph.ingest(documents(3, 3), switch_extractor=True).failed) == ["doc:1 [1]"]
        assert run_cypher(graph, chain) == before
        assert count(graph, "Statement") == 12


def test_a_kept_chunk_that_moves_is_cited_where_it_stands_now(
    make_graph: MakeGraph, fake_llm: FakeLLM
) -> None:
    def cited(document: Document) -> dict[str, str]:
        return texts_with_places(graph, document)

    first = documents(1, 3)[0]
    longer = Document(first.uri, f"{passage(7, 1)}\n\n{first.text}", first.title)
    fake_llm.answer = read
    with make_graph(settings=fake_llm.settings(**SMALL)) as graph:
        graph.ingest(first)
        before = cited(first)
        fake_llm.answer = lambda r: read(r) if mentions(r, "Passage 7-1") else "no JSON"
        graph.ingest(longer)
        after = cited(longer)
        assert len(before) < len(after)
        assert all(words and after[text] == words for text, words in before.items())
        graph.ingest(Document(first.uri, passage(0, 1), first.title))
        assert count(graph, "Chunk") == 1  # of what is no more in the text nothing is kept
        assert cited(Document(first.uri, passage(0, 1), "")).keys() <= before.keys()


AMENDED = passage(0, 1) + " Vera Lund keeps its log."
LOGGED = {"text": "Vera Lund keeps its log.", "facts": [fact("Vera Lund", "KEEPS", "Station 0")]}


def read_amended(request: dict[str, Any]) -> Any:
    """The good LLM, which also reads what was added."""
    found = read(request)
    if found.get("entities") and "Vera Lund" in passage_of(request):
        found["topics"][0]["statements"].append(LOGGED)
    return found


@pytest.mark.parametrize("fault", [status(500), "no JSON"], ids=["outage", "prose"])
def test_of_a_changed_chunk_what_still_stands_in_it_is_kept_until_it_is_extracted(
    make_graph: MakeGraph, fake_llm: FakeLLM, fault: Any
) -> None:
    first = Document("doc:0", passage(0, 1), "Report 0")
    amended = Document("doc:0", f"A new line.\n{AMENDED}", "Report 0")
    shorter = Document("doc:0", AMENDED.replace("supersedes", "follows"), "Report 0")
    with make_graph(settings=fake_llm.settings(**{**SMALL, "chunk_size": 200})) as graph:
        fake_llm.answer = read_amended
        graph.ingest(amended)
        fresh = snapshot(graph)
        clear(graph)
        graph.ingest(first)
        before = texts_with_places(graph, first)
        fake_llm.answer = lambda _: fault
        assert graph.ingest(amended).failed
        assert texts_with_places(graph, amended) == before
        assert "Report 0" in str(graph.retrieve("Who visits Station 0?"))
        graph.ingest(shorter)
        assert texts_with_places(graph, shorter) == {}  # the sentence says something else now
        fake_llm.answer = read_amended
        assert graph.ingest(amended).is_clean
        assert snapshot(graph) == fresh


def texts_with_places(graph: KnowledgeGraph, document: Document) -> dict[str, str]:
    """What each statement is, and the characters at its place."""
    places = "MATCH (s:Statement)-[m:MENTIONED_IN]->(:Chunk) RETURN s.text AS text, m{.*} AS m"
    return {
        row["text"]: document.text[row["m"]["start"] : row["m"]["end"]]
        for row in run_cypher(graph, places)
    }


def but_for(bad: set[str]) -> Callable[[dict[str, Any]], Any]:
    """The good LLM, but for some passages."""
    return lambda r: "no JSON" if any(mentions(r, words) for words in bad) else read(r)


@pytest.mark.parametrize("seed", range(3))
def test_after_any_bad_runs_a_good_one_equals_a_fresh_build(
    make_graph: MakeGraph, fake_llm: FakeLLM, undisturbed: Any, seed: int
) -> None:
    chance = random.Random(seed)
    for _ in range(3):
        bad = {f"Passage {i}-{k}." for i in range(3) for k in range(3) if chance.random() < 0.5}
        some = chance.sample(documents(3, 3), chance.randint(1, 3))
        fake_llm.answer = but_for(bad)
        model = chance.choice([SMALL, OTHER])
        with make_graph(settings=fake_llm.settings(**model)) as graph:
            graph.ingest(some, switch_extractor=True)
    fake_llm.answer = read
    with make_graph(settings=fake_llm.settings(**SMALL)) as graph:
        graph.ingest(documents(3, 3), switch_extractor=True)
        assert snapshot(graph) == undisturbed


# -- another way than before -------------------------------------------------------------------


def test_a_graph_made_by_an_llm_is_not_made_anew_without_the_switch(
    make_graph: MakeGraph, fake_llm: FakeLLM, undisturbed: Any, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("Anna Berg founded the Port of Melby.")
    fake_llm.answer = read
    with make_graph(settings=fake_llm.settings(**SMALL)) as graph:
        graph.ingest(documents(3, 3))
        fake_llm.requests.clear()
    by_rules = fake_llm.settings(chunk_size=40)
    other_model = fake_llm.settings(**OTHER)
    larger = fake_llm.settings(**{**SMALL, "chunk_size": 80, "language": "Danish"})
    new = Document("doc:new", "Station 9 is old.", "New")
    for settings, told in [
        (by_rules, r"extractor llm \(now rules\).*GRAPHRAG_EXTRACTOR=llm.*--switch-extractor"),
        (other_model, r"llm model a-local-model \(now another-model\).*GRAPHRAG_LLM_MODEL=a-local"),
        (larger, r"chunk size 40 \(now 80\), language none \(now Danish\)"),
    ]:
        with make_graph(settings=settings) as graph:
            for items in ([documents(3, 3)], [new]):
                with pytest.raises(SettingsError, match=told):
                    graph.ingest(*items)
            with pytest.raises(SettingsError, match=told):
                graph.sync(tmp_path)
            plan = graph.plan(documents(3, 3), new)
            assert (plan.made_anew, plan.documents) == (3, 4)
            assert "--switch-extractor" in plan.summary()
            assert snapshot(graph) == undisturbed
    assert fake_llm.requests == []
    with make_graph(settings=by_rules) as graph:
        graph.sources.delete("doc:2")  # to delete makes nothing
        assert graph.ingest(documents(2, 3), switch_extractor=True).changed == 2
        assert graph.stats().made_with["extractor"] == "rules"
        assert graph.ingest(documents(2, 3)).unchanged == 2
        graph.reset()
        assert graph.stats().made_with == {}
    with make_graph(settings=fake_llm.settings(**SMALL)) as graph:
        graph.ingest(documents(3, 3))
        assert snapshot(graph) == undisturbed


def test_a_graph_from_before_it_remembered_adopts_what_is_set(
    make_graph: MakeGraph, fake_llm: FakeLLM
) -> None:
    with make_graph(settings=fake_llm.settings(chunk_size=40)) as graph:
        graph.ingest(documents(1))
        run_cypher(graph, "MATCH (g:__Graph) REMOVE g.made_with")
    with make_graph(settings=fake_llm.settings(chunk_size=80)) as graph:
        assert graph.plan(documents(1)).differences == ()
        assert graph.ingest(documents(1)).changed == 1
        assert graph.stats().made_with["chunk_size"] == 80
        assert graph.ingest(documents(1)).unchanged == 1


def test_the_use_of_the_llm_is_summed_up_in_the_graph(
    make_graph: MakeGraph, fake_llm: FakeLLM
) -> None:
    fake_llm.answer = read
    priced = {"prices": {MODEL: (1_000.0, 1_000.0)}}
    with make_graph(settings=fake_llm.settings(**SMALL, **priced)) as graph:
        assert graph.stats().llm.total.calls == 0
        graph.ingest(documents(1, 2))
        once = {"calls": 2, "unpriced": 0, "tokens_in": 20, "tokens_out": 10, "cost": 0.03}
        assert graph.stats().llm.to_dict()["stages"] == {"extract": pytest.approx(once)}
        graph.chat.complete([("user", "Who?")], stage="answer")
    with make_graph(settings=fake_llm.settings(**SMALL)) as graph:  # the price is not known
        graph.ingest(documents(2, 2))
        llm = graph.stats().llm
        assert llm.stages["answer"].calls == 1
        assert llm.stages["extract"].unpriced == 2
        assert llm.total.to_dict() == pytest.approx(
            {"calls": 5, "unpriced": 2, "tokens_in": 50, "tokens_out": 25, "cost": 0.045}
        )


def test_what_was_paid_is_in_the_total_before_the_run_ends(
    make_graph: MakeGraph, fake_llm: FakeLLM, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphrag_neo4j.context.BOOKING_SECONDS", 0.05)
    with make_graph(settings=fake_llm.settings(**SMALL)) as graph:
        with graph.context.usage_booked():
            graph.chat.complete([("user", "Who?")], stage="extract")
            deadline = time.monotonic() + 20
            while not spent(graph.database).total.calls and time.monotonic() < deadline:
                time.sleep(0.05)
            assert spent(graph.database).total.calls == 1
        assert spent(graph.database).total.calls == 1, "not twice"


# -- hostile answers -------------------------------------------------------------------------

ATTACK = "`]->() DETACH DELETE n // "
LONG = " ".join(map(str, range(2_500)))
HOSTILE = [
    ATTACK, "'}) MATCH (n) DETACH DELETE n //", LONG, "Nul\0byte", "\ud83d", "👩‍🚀 Ünï",
    "שלום עולם", "\u202eevil\u202c", "$id", "{name: 1}", "\\u0060", "\n\n", "-1", "null",
]  # fmt: skip


@pytest.mark.parametrize("form", ["json", "tuples"])
def test_hostile_answers_are_stored_or_set_aside(
    make_graph: MakeGraph, fake_llm: FakeLLM, undisturbed: Any, form: str
) -> None:
    def attack(request: dict[str, Any]) -> Any:
        if not mentions(request, "Hostile"):
            return read(request)
        if form == "tuples":
            return "##\n".join(
                f'("entity"<|>"{x}"<|>"{x}"<|>"{x}")##\n("relationship"<|>"{x}"<|>"B"<|>"{x}"<|>'
                f'"{x}"<|>3)'
                for x in HOSTILE
            )
        statements = [{"text": x, "facts": [fact(x, x, "B") | {"description": x}]} for x in HOSTILE]
        return {
            "topics": [{"name": x["text"], "statements": [x]} for x in statements],
            "entities": [{"name": x, "type": x, "description": x} for x in HOSTILE],
        }

    fake_llm.answer = attack
    hostile = Document("doc:hostile", "Hostile is what is said of this.", ATTACK)
    with make_graph(settings=fake_llm.settings(**SMALL)) as graph:
        graph.ingest(documents(3, 3))
    settings = fake_llm.settings(**SMALL, extract_format=form)
    with make_graph(settings=settings) as graph:
        report = graph.ingest(hostile, switch_extractor=True)
        assert report.failed == {}
        assert any("longer than" in record for record in report.quarantined)
        names = {r["n"] for r in run_cypher(graph, "MATCH (e:Entity) RETURN e.name AS n")}
        assert {ATTACK.strip(), "👩‍🚀 Ünï", "שלום עולם", "Nulbyte"} <= names
        assert max(map(len, names)) <= 300
        relations = run_cypher(graph, "MATCH ()-[r:RELATED]->() RETURN r.relation_type AS t")
        assert all(row["t"].isidentifier() or row["t"].isdigit() for row in relations)
        graph.sources.delete(hostile.uri)
        assert snapshot(graph) == undisturbed


# -- replay ----------------------------------------------------------------------------------


def test_recorded_answers_give_the_graph_that_they_tell(
    make_graph: MakeGraph, fake_llm: FakeLLM
) -> None:
    folder = data_folder()
    path = folder / "nano_recorded" / "answers.json" if folder else None
    if path is None or not path.exists():
        pytest.skip("no recorded answers: set GRAPHRAG_DATA to their folder")
    recorded = [a["return"] for a in json.loads(path.read_text("utf-8")).values()]
    recorded = [text for text in recorded if '"entity"' in text]
    texts = [f"Passage number {i} of the book." for i in range(len(recorded))]
    by_text = dict(zip(texts, recorded, strict=True))
    fake_llm.answer = lambda request: Answer(by_text[passage_of(request)], usage=None)
    settings = fake_llm.settings(extractor="llm", extract_format="tuples", gleanings=0)
    names: set[str] = set()
    pairs: set[tuple[str, str]] = set()
    for text in recorded:
        parsed = TupleFormat().parse(text)
        names |= {normalise_name(e.name) for e in parsed.entities}
        for topic in parsed.topics:
            for statement in topic.statements:
                for one in statement.facts:
                    pair = normalise_name(one.subject), normalise_name(one.object)
                    names |= {*pair}
                    pairs.add(pair)
    with make_graph(settings=settings) as graph:
        report = graph.ingest([Document(f"p:{i}", text, "Book") for i, text in enumerate(texts)])
        assert report.is_clean and report.quarantined == ()
        assert fake_llm.requests and all(map(is_first, fake_llm.requests))
        rows = run_cypher(
            graph, "MATCH (a:Entity)-[r:RELATED]->(b:Entity) RETURN a.name AS a, b.name AS b"
        )
        found = {(normalise_name(row["a"]), normalise_name(row["b"])) for row in rows}
        entities = {r["n"] for r in run_cypher(graph, "MATCH (e:Entity) RETURN e.name AS n")}
        assert {normalise_name(name) for name in entities} == names
        assert len(entities) == len(names)
        assert found == pairs
        print(f"{len(recorded)} answers: {len(names)} entities, {len(pairs)} relations")
