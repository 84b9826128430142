"""Causal search, global reduction, DRIFT rounds and new questions, step by step."""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.search.causal import SECTIONS
from graphrag_neo4j.search.tables import csv_line, heading
from graphrag_neo4j.server import ServerInfo
from graphrag_neo4j.text.tokens import count_tokens
from tests.support.databases import connect, empty, run_cypher
from tests.support.fake_llm import FakeLLM, prompt_of
from tests.support.graphs import write_graph
from tests.support.search_graph import CHAIN, MODES, QUESTION, WHY, build, edges, plays, shown_edges

KEYS = {"entities", "relationships", "text_units", "community_reports", "context_summary"}
COLUMNS = {
    "entities": ("id", "entity", "description", "rank", "type"),
    "relationships": ("id", "source", "target", "description", "relation_type", "weight", "rank"),
    "text_units": ("id", "text", "n_tokens"),
}
SHARES = {"entities": 0.4, "relationships": 0.4, "text_units": 0.2}
REPORT = "\n\n".join(f"## {name}\n\nText [Data: Entities (1)]." for name in SECTIONS)


@pytest.fixture(scope="module")
def filled_graph(
    server: ServerInfo, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[KnowledgeGraph]:
    with connect(server) as graph:
        empty(graph.database)
        build(graph, tmp_path_factory.mktemp("causal"), chunks=60)
        yield graph


@pytest.fixture
def asking(
    server: ServerInfo, filled_graph: KnowledgeGraph, fake_llm: FakeLLM
) -> Iterator[KnowledgeGraph]:
    with connect(server, settings=fake_llm.settings()) as graph:
        yield graph


def tokens_of(name: str, table: str, rows: list[dict[str, Any]]) -> int:
    columns = COLUMNS[name]
    lines = [csv_line([row[column] for column in columns]) for row in rows]
    return sum(map(count_tokens, [heading(table, columns), *lines]))


def test_twenty_six_entities_and_shares_that_hold_to_the_token(
    filled_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    for budget in (1_000, 3_000, 8_000):
        result = filled_graph.search(
            QUESTION, "causal", context_only=True, max_data_tokens=budget, output_dir=tmp_path
        )
        data = json.loads(result.files[0].read_text("utf-8"))
        assert set(data) == KEYS
        for (name, share), table in zip(
            SHARES.items(), ("Entities", "Relationships", "Sources"), strict=True
        ):
            assert all(tuple(row) == COLUMNS[name] for row in data[name])
            used = tokens_of(name, table, data[name])
            assert 0 < used <= share * budget
            assert result.context.section_tokens[table] == used
        if budget == 8_000:
            assert len(data["entities"]) == 26
        result.files[0].unlink()


def test_records_of_the_network_data_are_in_order(filled_graph: KnowledgeGraph) -> None:
    tables = filled_graph.search(QUESTION, "causal", context_only=True).context.tables
    ranks = [row["rank"] for row in tables["Entities"]]
    assert ranks == sorted(ranks, reverse=True)
    weights = [(row["weight"], row["rank"]) for row in tables["Relationships"]]
    assert weights == sorted(weights, reverse=True)
    lengths = [row["n_tokens"] for row in tables["Sources"]]
    assert lengths == sorted(lengths)


def test_texts_are_cut_with_three_dots(filled_graph: KnowledgeGraph) -> None:
    rows = filled_graph.search(
        QUESTION, "causal", context_only=True, text_characters=50
    ).context.tables
    assert rows["Sources"]
    assert all(len(row["text"]) == 53 and row["text"].endswith("...") for row in rows["Sources"])


def test_the_chain_of_causes_is_found_in_its_direction(filled_graph: KnowledgeGraph) -> None:
    result = filled_graph.search(WHY, "causal", context_only=True)
    whole = (
        "Spring Flood -[CAUSES]-> Dam Failure -[LEADS_TO]-> Power Cut "
        "<-[DUE_TO]- Harbour Closure -[RESULTS_IN]-> Arden Shipping Losses"
    )
    assert [path["text"] for path in result.details["paths"]] == [whole]
    assert result.details["paths"][0]["score"] == pytest.approx(4 * 5 / 6)
    assert f"1. {whole}" in result.context.text
    assert "-----Causal Facts-----" in result.context.text
    steps = [
        (s["source"], s["relation_type"], s["target"]) for s in result.details["paths"][0]["steps"]
    ]
    assert steps == list(CHAIN)


def test_two_calls_with_their_prompts_and_two_files(
    asking: KnowledgeGraph, fake_llm: FakeLLM, tmp_path: Path
) -> None:
    fake_llm.script(REPORT, "Because of the flood [Data: Entities (1), Relationships (1)].")
    before = int(time.time())
    result = asking.search(
        WHY, "causal", output_dir=tmp_path / "new", response_type="Single Sentence"
    )
    first, second = (request["messages"] for request in fake_llm.requests)
    assert [m["role"] for m in first] == [m["role"] for m in second] == ["system", "user"]
    assert first[1]["content"] == "Generate a causal analysis report"
    assert result.context.text in first[0]["content"]
    assert second[1]["content"] == WHY
    assert REPORT in second[0]["content"] and "Single Sentence" in second[0]["content"]
    assert all(request["max_tokens"] == 4_000 for request in fake_llm.requests)
    assert all(request["temperature"] == 0 for request in fake_llm.requests)
    assert set(result.usage) == {"causal_discovery", "response_generation"}
    assert all(u.calls == 1 and u.tokens_in and u.tokens_out for u in result.usage.values())
    assert result.notes == () and all(one.known for one in result.citations)
    digest = hashlib.sha256(WHY.encode()).hexdigest()[:8]
    names = [path.name for path in result.files]
    assert sorted(p.name for p in (tmp_path / "new").iterdir()) == sorted(names)
    stamp = re.fullmatch(rf"causal_search_network_data_{digest}_(\d+)\.json", names[0])
    assert stamp and before <= int(stamp[1]) <= time.time()
    assert names[1] == f"causal_search_report_{digest}_{stamp[1]}.md"
    written = result.files[1].read_text("utf-8")
    assert WHY in written and REPORT in written and "**Time:** 20" in written


@pytest.mark.parametrize("switch", ["save_network_data", "save_causal_report"])
def test_each_file_can_be_switched_off(
    asking: KnowledgeGraph, fake_llm: FakeLLM, tmp_path: Path, switch: str
) -> None:
    fake_llm.answer = lambda _: REPORT
    result = asking.search(WHY, "causal", output_dir=tmp_path, **{switch: False})
    assert len(result.files) == len(list(tmp_path.iterdir())) == 1
    assert asking.search(WHY, "causal").files == ()


def test_a_folder_that_cannot_be_written_is_said(asking: KnowledgeGraph, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="Cannot write into"):
        asking.search(WHY, "causal", context_only=True, output_dir=tmp_path / "file")


def test_points_are_reduced_best_first_and_zero_ones_dropped(
    asking: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    scores = iter([20, 90, 0, 55] * 100)

    def answer(request: dict[str, Any]) -> Any:
        if '"points"' not in prompt_of(request):
            return "All of it [Data: Reports (1, 2, 12345)]."
        score = next(scores)
        return {"points": [{"description": f"point of {score}", "score": score}]}

    fake_llm.answer = answer
    result = asking.search(
        QUESTION, "global", level=0, max_context_tokens=300, general_knowledge=True
    )
    system = fake_llm.requests[-1]["messages"][0]["content"]
    found = [int(n) for n in re.findall(r"\(importance (\d+)\)", system)]
    assert found == sorted(found, reverse=True) and set(found) <= {90, 55, 20} and len(found) >= 2
    assert "[LLM: verify]" in system
    assert [c.id for c in result.unknown_citations] == ["12345"]
    assert result.citations[0].places


def test_each_report_is_sent_to_one_batch(asking: KnowledgeGraph, fake_llm: FakeLLM) -> None:
    fake_llm.answer = plays
    result = asking.search(QUESTION, "global", level=0, max_context_tokens=300)
    systems = [r["messages"][0]["content"] for r in fake_llm.requests[:-1]]
    assert len(systems) > 1
    for row in result.context.tables["Reports"]:
        line = csv_line([row["id"], row["title"], row["content"]])
        assert sum(line in text for text in systems) == 1


def test_dynamic_choice_prunes_what_is_irrelevant(
    asking: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    def answer(request: dict[str, Any]) -> Any:
        if '"rating"' in prompt_of(request):
            return {
                "rating": 0 if "Shipping" in prompt_of(request).split("# Report")[1][:80] else 8
            }
        return plays(request)

    fake_llm.answer = answer
    result = asking.search(QUESTION, "global", dynamic=True)
    assert result.answer
    assert result.usage["global_rate"].calls > 0
    rows = run_cypher(
        asking,
        "MATCH (c:Community) WHERE c.title IS NOT NULL "
        "RETURN c.title AS title, [(c)-[:CHILD_OF*1..]->(p) | p.title] AS above",
    )
    shown = {row["title"] for row in result.context.tables["Reports"]}
    assert shown and all("Shipping" not in title[:70] for title in shown)
    assert not any(
        row["title"] in shown and shown & (set(row["above"]) - {row["title"]}) for row in rows
    )
    fake_llm.answer = lambda _: {"rating": 0}
    assert "do not answer" in asking.search(QUESTION, "global", dynamic=True).answer


def test_a_report_of_just_the_least_relevance_is_read(
    asking: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    def answer(request: dict[str, Any]) -> Any:
        return {"rating": 5} if '"rating"' in prompt_of(request) else plays(request)

    fake_llm.answer = answer
    read = asking.search(QUESTION, "global", dynamic=True, min_relevance=5)
    assert read.context.tables["Reports"]
    unread = asking.search(QUESTION, "global", dynamic=True, min_relevance=5.5)
    assert "do not answer" in unread.answer


def drifting(score: int, n: int = 3) -> Any:
    """A model whose every answer asks ``n`` new things."""
    count = iter(range(10_000))

    def answer(request: dict[str, Any]) -> Any:
        text = prompt_of(request)
        queries = [f"What of Hedda Works, number {next(count)}?" for _ in range(n)]
        if '"intermediate_answer"' in text:
            return {
                "intermediate_answer": "x [Data: Reports (1)]",
                "score": 10,
                "follow_up_queries": queries,
            }
        if '"response"' in text:
            return {
                "response": "y [Data: Sources (1)]",
                "score": score,
                "follow_up_queries": queries,
            }
        return "Reduced [Data: Sources (1), Reports (1)]."

    return answer


def test_drift_stops_at_its_number_of_calls(asking: KnowledgeGraph, fake_llm: FakeLLM) -> None:
    fake_llm.answer = drifting(20)
    result = asking.search(QUESTION, "drift", max_depth=20)
    assert 10 < len(fake_llm.requests) <= 20
    assert any("20 LLM calls" in note for note in result.notes)
    assert all(one.known for one in result.citations) and len(result.citations) == 2
    system = fake_llm.requests[-1]["messages"][0]["content"]
    assert system.count("[Data: Sources (1)]") == len(result.details["steps"]) - 1


def test_drift_stops_when_it_is_confident_or_deep_enough(
    asking: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    fake_llm.answer = drifting(95)
    result = asking.search(QUESTION, "drift")
    assert len(fake_llm.requests) == 5 and len(result.details["steps"]) == 4
    fake_llm.answer = drifting(20, n=2)
    result = asking.search(QUESTION, "drift", max_depth=2, max_calls=100)
    assert [step["depth"] for step in result.details["steps"]] == [0, 1, 1, 2, 2, 2, 2]
    result = asking.search(QUESTION, "drift", max_total_tokens=1)
    assert [step["depth"] for step in result.details["steps"]] == [0]


def test_drift_takes_the_same_way_each_time(asking: KnowledgeGraph, fake_llm: FakeLLM) -> None:
    def answer(request: dict[str, Any]) -> Any:
        text, asked = prompt_of(request), request["messages"][-1]["content"]
        seed = int(hashlib.sha256(asked.encode()).hexdigest(), 16)
        queries = [f"{seed % 97} of Garda Bank", f"{seed % 89} of Isar Works"]
        time.sleep(seed % 5 / 100)
        if '"intermediate_answer"' in text:
            return {"intermediate_answer": "x", "score": 1, "follow_up_queries": queries}
        if '"response"' in text:
            return {"response": asked, "score": seed % 60, "follow_up_queries": queries}
        return "Done."

    fake_llm.answer = answer
    first = asking.search(QUESTION, "drift")
    again = asking.search(QUESTION, "drift")
    assert first.details == again.details and first.context == again.context
    assert len(first.details["steps"]) > 4


def test_new_questions_are_new(asking: KnowledgeGraph, fake_llm: FakeLLM) -> None:
    given = [
        QUESTION,
        "Who owns Isar Bank?",
        "who owns isar bank",
        "  ",
        "Who funds Hedda Works?",
        "More?",
    ]
    fake_llm.answer = lambda _: {"questions": given}
    result = asking.search(
        QUESTION,
        "questions",
        question_count=2,
        past_questions=["Who is Corvo Bank?"],
        example_questions=["How high is X?"],
    )
    assert result.details["questions"] == ["who owns isar bank", "Who funds Hedda Works?"]
    assert result.answer == "- who owns isar bank\n- Who funds Hedda Works?"
    system, user = (m["content"] for m in fake_llm.requests[0]["messages"])
    assert user == f"- Who is Corvo Bank?\n- {QUESTION}"
    assert "- How high is X?" in system and "Give 2 new questions" in system
    assert "Corvo Bank" in system


# The graph of this module is gone from here on.


def test_types_of_the_settings_lead_on(
    fresh_graph: KnowledgeGraph, server: ServerInfo, fake_llm: FakeLLM
) -> None:
    write_graph(
        fresh_graph, ["Rain", "Mud", "Delay"], [("Rain", "MAKES", "Mud"), ("Delay", "OWES", "Mud")]
    )
    more = {"cause_types": "makes", "effect_types": "OWES"}
    for settings, paths in (({}, []), (more, ["Rain -[MAKES]-> Mud <-[OWES]- Delay"])):
        with connect(server, settings=fake_llm.settings(**settings)) as asked:
            result = asked.search("Why Mud?", "causal", context_only=True)
            assert [path["text"] for path in result.details["paths"]] == paths


def test_a_graph_without_near_relations_lends_its_own(
    fresh_graph: KnowledgeGraph, server: ServerInfo
) -> None:
    write_graph(fresh_graph, ["Alone", "A", "B"], [("A", "CAUSES", "B")])
    result = fresh_graph.search("Alone?", "causal", context_only=True, top_k=1, s=0, oversample=1)
    assert [row["entity"] for row in result.context.tables["Entities"]] == ["Alone"]
    assert [row["source"] for row in result.context.tables["Relationships"]] == ["A"]


@pytest.mark.lts
def test_all_contexts_on_the_lts_line(lts_server: ServerInfo, tmp_path: Path) -> None:
    with connect(lts_server) as graph:
        empty(graph.database)
        build(graph, tmp_path, chunks=15)
        stored = edges(graph)
        for mode in MODES:
            result = graph.search(WHY, mode, context_only=True)
            assert result.context.text and result.error is None
            assert set(shown_edges(result.context.tables)) <= stored
        paths = graph.search(WHY, "causal", context_only=True).details["paths"]
        assert len(paths) == 1 and len(paths[0]["steps"]) == len(CHAIN)
