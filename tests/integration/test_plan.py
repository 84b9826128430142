"""The plan of an ingest against what the ingest then takes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graphrag_neo4j.embeddings.endpoint import EndpointEmbedding
from graphrag_neo4j.ingest.plan import answer_tokens
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.settings import Settings
from graphrag_neo4j.text.tokens import count_tokens
from tests.support.command_line import run
from tests.support.databases import bare, snapshot
from tests.support.fake_llm import MODEL, Answer, FakeLLM
from tests.support.llm_ingest import counted, documents, is_first, passage, passage_of, read

MakeGraph = Callable[..., KnowledgeGraph]
SMALL: dict[str, Any] = {"extractor": "llm", "chunk_size": 40, "prices": {MODEL: (1.0, 2.0)}}


def of_length(n: int) -> Answer:
    """An answer of about ``n`` tokens."""
    words = [f"word{i % 7} {i}" for i in range(n)]  # an answer that repeats itself is cut
    entity = {"name": "A", "type": "B", "description": ""}
    body = {"topics": [], "entities": [entity]}
    while count_tokens(json.dumps(body)) < n:
        entity["description"] += f"{words.pop(0)} "
    return Answer(json.dumps(body), usage=None)


def test_planned_calls_and_tokens_are_those_of_the_ingest(
    make_graph: MakeGraph, fake_llm: FakeLLM, tmp_path: Path
) -> None:
    settings = fake_llm.settings(llm_cache=str(tmp_path / "answers.sqlite"), **SMALL)
    given = documents(6)

    def answer(request: dict[str, Any]) -> Answer:
        n = count_tokens(passage_of(request))
        return of_length(answer_tokens("json", n, not is_first(request)))

    fake_llm.answer = answer
    with make_graph(settings=settings) as graph:
        before = snapshot(graph)
        plan = graph.plan(given)
        assert fake_llm.requests == []
        assert snapshot(graph) == before
        assert (plan.documents, plan.unchanged) == (6, 0)
        report = graph.ingest(given)
        assert report.is_clean
        used = graph.chat.meter.total
        assert plan.chunks == report.chunks == 12
        assert plan.calls == used.calls == len(fake_llm.requests) == 24
        assert plan.gleanings == 12
        assert plan.tokens_in == pytest.approx(used.tokens_in, rel=0.02)
        assert plan.tokens_out == pytest.approx(used.tokens_out, rel=0.05)
        assert plan.cost == pytest.approx(used.cost, rel=0.05)


def test_tokens_of_first_calls_are_exact(make_graph: MakeGraph, fake_llm: FakeLLM) -> None:
    fake_llm.answer = counted
    with make_graph(settings=fake_llm.settings(gleanings=0, **SMALL)) as graph:
        plan = graph.plan(documents(3))
        graph.ingest(documents(3))
        assert plan.tokens_in == graph.chat.meter.total.tokens_in


def test_what_is_in_the_graph_or_the_cache_is_not_planned(
    make_graph: MakeGraph, fake_llm: FakeLLM, tmp_path: Path
) -> None:
    fake_llm.answer = read
    cached = fake_llm.settings(llm_cache=str(tmp_path / "answers.sqlite"), **SMALL)
    given = documents(4)
    with make_graph(settings=cached) as graph:
        graph.ingest(given[:2])
        plan = graph.plan(given)
        assert (plan.documents, plan.unchanged, plan.calls, plan.cached) == (2, 2, 8, 0)
        changed = Document(given[0].uri, given[0].text + "\n\nOne more part of it.", "Report 0")
        plan = graph.plan(changed)  # the answers on its old chunks are known
        before = len(fake_llm.requests)
        graph.ingest(changed)
        assert plan.calls == len(fake_llm.requests) - before > 0
        assert plan.cached > 0
        graph.sources.delete(given[1].uri)
        plan = graph.plan(given[1])
        assert (plan.calls, plan.cached, plan.tokens_in, plan.cost) == (0, 4, 0, 0.0)


def test_a_text_given_twice_is_planned_once(
    make_graph: MakeGraph, fake_llm: FakeLLM, tmp_path: Path
) -> None:
    fake_llm.answer = read
    cached = fake_llm.settings(llm_cache=str(tmp_path / "a.sqlite"), llm_concurrency=1, **SMALL)
    (one,) = documents(1)
    copy = Document("doc:copy", one.text, one.title)
    same_chunks = Document("doc:more", one.text + "\n\nMore.", one.title)
    with make_graph(settings=cached) as graph:
        plan = graph.plan(one, copy, same_chunks)
        graph.ingest(one, copy, same_chunks)
        assert plan.calls == len(fake_llm.requests)


def test_prompts_that_outweigh_the_text_are_told(make_graph: MakeGraph, fake_llm: FakeLLM) -> None:
    words = Document("doc:1", " ".join(passage(i, 1) for i in range(60)), "Long")
    with make_graph(settings=fake_llm.settings(extractor="llm", chunk_size=64)) as graph:
        plan = graph.plan(words)
        assert plan.tokens_in > 5 * plan.text_tokens > 0
        assert "GRAPHRAG_CHUNK_SIZE, now 64" in plan.summary()
    with make_graph(settings=fake_llm.settings(extractor="llm", chunk_size=1200)) as graph:
        assert "GRAPHRAG_CHUNK_SIZE" not in graph.plan(words).summary()


def test_rules_need_no_call(fresh_graph: KnowledgeGraph) -> None:
    plan = fresh_graph.plan(documents(2))
    assert (plan.calls, plan.cost, plan.documents) == (0, 0.0, 2)
    assert plan.chunks == 2
    assert "0 LLM calls" in plan.summary()


def test_tokens_of_a_remote_embedding_model_are_planned(
    make_graph: MakeGraph, fake_llm: FakeLLM
) -> None:
    settings = fake_llm.settings(embed_model="text-embedding-3-small")
    with make_graph(settings=settings, embed_model=None) as graph:
        bare(graph.database)
        plan = graph.plan(documents(2))
        assert fake_llm.embedding_requests == []
        assert plan.embed_tokens > 200
        assert plan.embed_cost == pytest.approx(plan.embed_tokens * 0.02 / 1e6)
        assert isinstance(graph.embed_model, EndpointEmbedding)
        graph.ingest(documents(2))
        assert graph.plan(documents(2)).embed_tokens == 0


def test_no_key_is_needed(make_graph: MakeGraph, tmp_path: Path) -> None:
    settings = Settings(_env_file=None, extractor="llm", openai_api_key=None)
    with make_graph(settings=settings) as graph:
        plan = graph.plan(documents(2))
        assert plan.model == "gpt-4o-mini"
        assert plan.calls == 4
        assert plan.cost and plan.cost > 0


def test_the_command_shows_the_plan(remote: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(documents(1)[0].text)
    env = {**remote, "GRAPHRAG_LLM_CACHE": str(tmp_path / "a.sqlite")}
    result = run("plan", "--extractor", "llm", str(tmp_path / "a.txt"), "--json", env=env)
    assert result.returncode == 0, result.stderr
    data = json.loads(result.stdout)
    assert (data["documents"], data["calls"], data["gleanings"]) == (1, 2, 1)
    shown = run("plan", str(tmp_path / "a.txt"), env=remote)
    assert "0 LLM calls" in shown.stdout
    unknown = run(
        "plan", "--extractor", "llm", str(tmp_path / "a.txt"),
        env={**env, "GRAPHRAG_LLM_MODEL": "my-model"},
    )  # fmt: skip
    assert "price unknown" in unknown.stdout


def test_a_plan_counts_what_is_read_and_what_is_not(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("Anna Berg lives in Melby.")
    (tmp_path / "b.TXT").write_text("Erik Holm founded Nordic Freight.")
    (tmp_path / "c.csv").write_text("id,said\n1,one\n2,two\n")
    (tmp_path / "empty.md").write_text("")
    (tmp_path / ".hidden").write_text("x")
    (tmp_path / "x.pages").write_text("x")
    plan = fresh_graph.plan(tmp_path)
    assert plan.files == {".txt": 2, ".csv": 1}
    assert plan.unread_kinds == {"empty": 1, "hidden": 1, "unsupported": 1}
    assert "Files read: 1 .csv, 2 .txt." in plan.summary()
    assert "Not read: 1 empty, 1 hidden, 1 unsupported." in plan.summary()


def test_an_empty_file_fails_alone_but_not_in_a_folder(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("Anna Berg lives in Melby.")
    (empty := tmp_path / "__init__.py").write_text("")
    report = fresh_graph.ingest(tmp_path)
    assert report.is_clean and report.skipped == {empty.as_uri(): "it is empty."}
    assert not fresh_graph.ingest(empty).is_clean
