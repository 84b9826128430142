"""What searches do when the LLM does not: hangs, storms, nonsense, silence, inventions."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner

from graphrag_neo4j.cli import cli
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.search.modes import SearchMode
from graphrag_neo4j.search.result import NOT_IN_THE_DATA, NOTHING
from graphrag_neo4j.server import ServerInfo
from tests.support.databases import connect, empty
from tests.support.fake_llm import Answer, FakeLLM, hang, not_json, prompt_of, status
from tests.support.search_graph import MODES, QUESTION, build, plays

FAULTS = {"hang": hang(60), "429": status(429), "500": status(500), "page": not_json()}


@pytest.fixture(scope="module")
def filled_graph(
    server: ServerInfo, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[KnowledgeGraph]:
    with connect(server) as graph:
        empty(graph.database)
        build(graph, tmp_path_factory.mktemp("faults"), chunks=40)
        for mode in MODES:
            graph.search(QUESTION, mode, context_only=True)  # the server plans each statement once
        yield graph


@pytest.fixture
def asking(
    server: ServerInfo, filled_graph: KnowledgeGraph, fake_llm: FakeLLM
) -> Iterator[KnowledgeGraph]:
    settings = fake_llm.settings(llm_timeout=0.3, llm_retries=2)
    with connect(server, settings=settings) as graph:
        yield graph


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_model_that_never_answers_leaves_the_context_and_an_error(
    asking: KnowledgeGraph, fake_llm: FakeLLM, mode: SearchMode, fault: str
) -> None:
    fake_llm.answer = lambda _: FAULTS[fault]
    started = time.monotonic()
    result = asking.search(QUESTION, mode)
    assert result.answer == "" and result.error
    assert result.context.text
    assert result.context.tokens <= result.context.budget
    assert time.monotonic() - started < 40


@pytest.mark.parametrize("mode", MODES)
def test_an_empty_answer_is_an_error_said_plainly(
    asking: KnowledgeGraph, fake_llm: FakeLLM, mode: SearchMode
) -> None:
    fake_llm.answer = lambda _: ""
    result = asking.search(QUESTION, mode)
    assert result.answer == "" and result.error and result.context.text


@pytest.mark.parametrize("mode", ["global", "drift", "questions"])
def test_prose_in_place_of_json_is_asked_for_again_once(
    asking: KnowledgeGraph, fake_llm: FakeLLM, mode: SearchMode
) -> None:
    fake_llm.answer = lambda _: "I would rather not."
    result = asking.search(QUESTION, mode)
    assert result.answer == "" and result.error
    assert "has not the form asked for" in result.error
    again = [r for r in fake_llm.requests if r["messages"][-1]["content"].startswith("Your answer")]
    assert len(again) * 2 == len(fake_llm.requests)


@pytest.mark.parametrize("mode", ["global", "drift", "questions"])
def test_broken_json_is_repaired(
    asking: KnowledgeGraph, fake_llm: FakeLLM, mode: SearchMode
) -> None:
    def broken(request: dict[str, Any]) -> str:
        answer = plays(request)
        return answer if isinstance(answer, str) else json.dumps(answer)[:-1] + ",]"

    fake_llm.answer = broken
    result = asking.search(QUESTION, mode)
    assert result.error is None and result.answer
    assert result.total.repaired > 0


def test_points_that_cannot_be_used_leave_the_others(
    asking: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    points = [
        {"description": "The port is large.", "score": 180},
        {"description": "", "score": 0},
        {"description": "It is old.", "score": None},
        {"description": "It is not there.", "score": -1},
    ]
    fake_llm.answer = lambda r: {"points": points} if '"points"' in prompt_of(r) else plays(r)
    result = asking.search(QUESTION, "global")
    assert result.error is None and result.answer
    assert {(p["description"], p["score"]) for p in result.details["points"]} == {
        ("The port is large.", 100.0)
    }


def test_an_answer_that_a_filter_cut_is_noted(asking: KnowledgeGraph, fake_llm: FakeLLM) -> None:
    fake_llm.answer = lambda _: Answer("Anna Berg was", finish_reason="content_filter")
    result = asking.search(QUESTION, "basic")
    assert result.answer == "Anna Berg was"
    assert any("content filter" in note for note in result.notes)


def test_a_failing_batch_is_named_and_the_others_answer(
    asking: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    first: list[str] = []

    def mostly(request: dict[str, Any]) -> Any:
        text = prompt_of(request)
        if '"points"' in text:
            first[:] = first or [text]
            if text == first[0]:
                return status(500)
        return plays(request)

    fake_llm.answer = mostly
    result = asking.search(QUESTION, "global", max_context_tokens=300, level=0)
    assert result.error is None and result.answer
    assert sum("is missing" in note for note in result.notes) == 1


def test_a_failing_branch_of_drift_does_not_stop_the_others(
    asking: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    def mostly(request: dict[str, Any]) -> Any:
        if request["messages"][-1]["content"] == "Who owns Falun Works?":
            return status(500)
        return plays(request)

    fake_llm.answer = mostly
    result = asking.search(QUESTION, "drift")
    assert result.error is None and result.answer
    assert [step["query"] for step in result.details["steps"]] == [
        QUESTION,
        "Who sues Garda Bank?",
    ]
    assert any("'Who owns Falun Works?' failed" in note for note in result.notes)


def test_a_failed_primer_leaves_the_question_itself(
    asking: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    fake_llm.answer = lambda r: "no" if '"intermediate_answer"' in prompt_of(r) else plays(r)
    result = asking.search(QUESTION, "drift")
    assert result.error is None and result.answer
    assert [step["query"] for step in result.details["steps"]] == [QUESTION]
    assert any("primer failed" in note for note in result.notes)


def test_the_causal_report_is_kept_when_the_answer_fails(
    asking: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    fake_llm.script("A report.", status(500))
    result = asking.search(QUESTION, "causal")
    assert result.details["report"] == "A report."
    assert result.error and result.answer == ""
    assert any("lacks: Introduction" in note for note in result.notes)


def test_a_broken_stream_is_an_error_with_the_context(
    asking: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    fake_llm.answer = lambda _: status(500)
    events = list(asking.stream(QUESTION, "local"))
    result = events[-1].result
    assert result is not None and result.error and result.context.text
    assert [event.kind for event in events] == ["context", "result"]


def test_a_stream_that_breaks_off_is_an_error(asking: KnowledgeGraph, fake_llm: FakeLLM) -> None:
    fake_llm.answer = lambda _: Answer("Anna Berg was", finish_reason=None)
    *told, last = asking.stream(QUESTION, "basic")
    assert "".join(event.text for event in told if event.kind == "text") == "Anna Berg was"
    assert last.result is not None and "broke off" in str(last.result.error)


@pytest.mark.parametrize("reason", ["length", "content_filter"])
def test_a_streamed_answer_that_was_cut_is_noted_as_another_is(
    asking: KnowledgeGraph, fake_llm: FakeLLM, reason: str
) -> None:
    fake_llm.answer = lambda _: Answer("Anna Berg was", finish_reason=reason)
    *_, last = asking.stream(QUESTION, "basic")
    assert last.result is not None and last.result.answer == "Anna Berg was"
    assert last.result.notes == asking.search(QUESTION, "basic").notes
    assert any("The answer was cut off" in note for note in last.result.notes)


def test_the_budget_stops_a_search_with_what_there_is(
    server: ServerInfo, filled_graph: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    settings = fake_llm.settings(budget=0.0, prices={"a-local-model": (1.0, 1.0)})
    with connect(server, settings=settings) as graph:
        for mode in MODES:
            result = graph.search(QUESTION, mode)
            assert result.error and "budget" in result.error.casefold()
            assert result.context.text
    assert fake_llm.requests == []


@pytest.mark.parametrize("mode", ["local", "global"])
def test_the_command_line_ends_with_one_line_and_exit_code_1(
    server: ServerInfo,
    filled_graph: KnowledgeGraph,
    fake_llm: FakeLLM,
    monkeypatch: pytest.MonkeyPatch,
    mode: SearchMode,
) -> None:
    monkeypatch.setattr(
        "graphrag_neo4j.cli.app.App.graph",
        lambda _: connect(server, settings=fake_llm.settings(llm_retries=1)),
    )
    fake_llm.answer = lambda _: status(401)
    result = CliRunner().invoke(cli, ["search", QUESTION, "--mode", mode])
    assert result.exit_code == 1
    assert "OPENAI_API_KEY" in result.output and "Traceback" not in result.output
    fake_llm.answer = plays
    result = CliRunner().invoke(cli, ["search", QUESTION, "--mode", mode, "--json"])
    assert result.exit_code == 0 and json.loads(result.output)["answer"]
    result = CliRunner().invoke(cli, ["search", QUESTION, "--mode", mode, "--stream"])
    assert result.exit_code == 0 and result.output.count("They sue each other") == 1
    result = CliRunner().invoke(
        cli, ["search", QUESTION, "--mode", mode, "--context-only", "--level", "0"]
    )
    assert result.exit_code == 0 and "-----Reports-----" in result.output


@pytest.mark.parametrize(
    ("mode", "answer", "printed"),
    [
        ("questions", plays, "Who owns Isar Bank?"),
        ("global", lambda _: {"points": [{"description": "No.", "score": 0}]}, NOT_IN_THE_DATA),
    ],
    ids=["questions", "nothing relevant"],
)
def test_an_answer_that_comes_in_no_pieces_is_printed_by_a_stream_too(
    server: ServerInfo,
    filled_graph: KnowledgeGraph,
    fake_llm: FakeLLM,
    monkeypatch: pytest.MonkeyPatch,
    mode: SearchMode,
    answer: Any,
    printed: str,
) -> None:
    monkeypatch.setattr(
        "graphrag_neo4j.cli.app.App.graph", lambda _: connect(server, settings=fake_llm.settings())
    )
    fake_llm.answer = answer
    result = CliRunner().invoke(cli, ["search", QUESTION, "--mode", mode, "--stream"])
    assert (result.exit_code, result.output.count(printed)) == (0, 1)


def test_a_streamed_answer_cannot_command_the_terminal(
    server: ServerInfo,
    filled_graph: KnowledgeGraph,
    fake_llm: FakeLLM,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "graphrag_neo4j.cli.app.App.graph", lambda _: connect(server, settings=fake_llm.settings())
    )
    fake_llm.answer = lambda _: "The \x1b[2Jport of \x1b]52;c;eA==\x07Melby."
    asked = ["search", QUESTION, "--mode", "basic", "--stream"]
    result = CliRunner().invoke(cli, asked, color=True)
    assert result.output.startswith("The [2Jport of ]52;c;eA==Melby.\n")


def test_nothing_relevant_is_said_without_a_reduction(
    asking: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    fake_llm.answer = lambda _: {"points": [{"description": "Nothing on this.", "score": 0}]}
    result = asking.search(QUESTION, "global")
    assert result.answer == NOT_IN_THE_DATA
    assert all('"points"' in prompt_of(request) for request in fake_llm.requests)


@pytest.mark.parametrize("mode", [*MODES, "auto"])
def test_an_empty_graph_is_answered_without_an_llm(
    fresh_graph: KnowledgeGraph, server: ServerInfo, fake_llm: FakeLLM, mode: SearchMode
) -> None:
    fresh_graph.schema.apply()
    with connect(server, settings=fake_llm.settings()) as asked:
        result = asked.search(QUESTION, mode)
    assert result.answer == NOTHING and result.error is None
    assert fake_llm.requests == []
