"""``evaluate`` on a small graph: what is counted, made, compared, and told the shell."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.evaluate.questions import Question
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.server import ServerInfo
from tests.support.command_line import run
from tests.support.databases import connect, empty
from tests.support.fake_llm import FakeLLM, prompt_of, status

TEXTS = {
    "doc:bridge": (
        "Harlow Bridge",
        "Harlow Bridge is a bridge over the Tane. It was designed by Mira Kask.",
    ),
    "doc:mira": ("Mira Kask", "Mira Kask was an engineer. Mira Kask was born in Tolmen."),
    "doc:tolmen": ("Tolmen", "Tolmen is a town known for its glass works."),
    "file:///old/notes/port.md": (
        "The port",
        "Anna Berg manages the Port of Melby. The Port of Melby owns the Tall Crane.",
    ),
    "doc:crane": ("Cranes", "Carl Dahl repaired the Tall Crane in 1921."),
}
QUESTIONS = [
    {
        "question": "Where was the designer of Harlow Bridge born?",
        "answer": "Tolmen",
        "sources": ["doc:bridge", "Mira Kask"],
        "type": "two",
    },
    {
        "question": "Who manages the Port of Melby?",
        "answer": "Anna Berg",
        "sources": ["notes/port.md"],
        "type": "one",
    },
    {
        "question": "Who repaired the Tall Crane?",
        "answer": ["Dahl", "Carl Dahl"],
        "sources": ["Carl Dahl repaired the Tall Crane in 1921."],
        "type": "one",
    },
]


@pytest.fixture(scope="module")
def graph(server: ServerInfo) -> Iterator[KnowledgeGraph]:
    with connect(server) as opened:
        empty(opened.database)
        opened.ingest(Document(uri, text, title) for uri, (title, text) in TEXTS.items())
        yield opened


def test_a_copy_counts_as_the_source_with_its_text(fresh_graph: KnowledgeGraph) -> None:
    text = "Anna Berg manages the Port of Melby."
    copies = ("file:///old/notes/port.md", "file:///old/copies/again.md")
    fresh_graph.ingest(Document(uri, text, "The port") for uri in copies)
    asked = [{"question": "Who manages the Port of Melby?", "sources": ["copies/again.md"]}]
    found = fresh_graph.evaluate(asked, ["hybrid"])
    assert found.missing == ()
    assert found.mode("hybrid").metrics["recall@1"].value == 1


def test_sources_are_known_by_uri_title_path_and_passage(graph: KnowledgeGraph) -> None:
    found = graph.evaluate(QUESTIONS, ["traversal", "hybrid"])
    assert found.n == 3
    assert found.missing == ()
    for mode in found.modes:
        assert mode.metrics["recall@5"].value == 1
        assert mode.metrics["answer"].value == 1
        assert mode.metrics["cypher_calls"].high <= 3
        assert mode.metrics["tokens"].value > 0
    assert set(found.mode("hybrid").types) == {"one", "two"}
    assert [one.first for one in found.comparisons] == ["traversal"]


def test_plain_searches_are_measured_beside_the_retrievers(graph: KnowledgeGraph) -> None:
    asked = [{"question": "What did Carl Dahl repair?", "sources": ["doc:crane"]}]
    found = graph.evaluate(asked, ["fulltext", "dense", "rrf", "traversal"])
    for mode in found.modes:
        assert mode.metrics["recall@1"].value == 1
        assert mode.metrics["tokens"].value > 0
    (outcome,) = found.mode("fulltext").outcomes
    assert outcome.found[0].text == TEXTS["doc:crane"][1]
    assert {one.uri for one in outcome.found} < set(TEXTS)  # the others share no word with it
    calls = {mode.mode: mode.metrics["cypher_calls"].value for mode in found.modes}
    assert (calls["fulltext"], calls["dense"], calls["rrf"]) == (1, 1, 2)


def test_a_question_without_words_is_no_error_for_a_plain_search(graph: KnowledgeGraph) -> None:
    found = graph.evaluate([{"question": "?! *", "sources": ["doc:crane"]}], ["fulltext"])
    assert found.mode("fulltext").metrics["recall@10"].value == 0


def test_what_is_missing_is_told_and_not_found(graph: KnowledgeGraph) -> None:
    asked = [{"question": "Who manages the Port of Melby?", "sources": ["gone.md"]}]
    found = graph.evaluate(asked, ["hybrid"])
    (outcome,) = found.mode("hybrid").outcomes
    assert found.missing == ("gone.md",)
    assert outcome.metrics["recall@5"] == 0
    assert outcome.instead[0].title == "The port"
    assert any("near" in reason for reason in outcome.instead[0].why)


def test_searches_are_measured_beside_retrievers(graph: KnowledgeGraph) -> None:
    found = graph.evaluate(QUESTIONS, ["basic", "local", "traversal"])
    assert found.mode("basic").metrics["recall@10"].value == 1
    assert found.mode("local").metrics["answer"].value > 0


def test_unknown_modes_and_options_are_wrong_use(graph: KnowledgeGraph) -> None:
    with pytest.raises(UsageError, match="Unknown mode 'sparse'"):
        graph.evaluate(QUESTIONS, ["sparse"])
    with pytest.raises(UsageError, match="Unknown option depth"):
        graph.evaluate(QUESTIONS, depth=3)


def test_an_llm_answers_and_is_marked(server: ServerInfo, fake_llm: FakeLLM) -> None:
    def answer(request: dict[str, object]) -> object:
        prompt = prompt_of(request)
        if "Answer wanted" in prompt:
            return {"reason": "the same person", "correct": "Dahl" in prompt}
        if "Port of Melby?" in prompt:
            number = next(n for n in prompt.split("[") if "manages" in n).split("]")[0]
            return f"Anna Berg [{number}]"
        return "Answer: Mr. Dahl, Carl [99]" if "repaired the Tall Crane?" in prompt else "unknown"

    fake_llm.answer = answer
    with connect(server, settings=fake_llm.settings()) as graph:
        found = graph.evaluate(QUESTIONS, ["hybrid"], llm=graph.llm, judge=True)
    outcomes = {one.question: one for one in found.mode("hybrid").outcomes}
    right = outcomes["Who manages the Port of Melby?"]
    assert (right.answer, right.metrics["em"], right.metrics["f1"]) == ("Anna Berg", 1, 1)
    marks = [right.metrics[name] for name in ("cited", "supported", "judged")]
    assert marks == [1, 1, 1]
    near = outcomes["Who repaired the Tall Crane?"]
    assert near.metrics["em"] == 0 < near.metrics["f1"]
    assert (near.metrics["cited"], near.metrics["judged"]) == (0, 1)
    assert near.verdict == "the same person"
    missed = outcomes["Where was the designer of Harlow Bridge born?"]
    assert (missed.answer, missed.metrics["judged"]) == ("unknown", 0)
    assert found.main_metric == "judged"
    assert "numbered lines" in found.prompts["read"]


def test_a_failing_llm_leaves_questions_unanswered(server: ServerInfo, fake_llm: FakeLLM) -> None:
    fake_llm.script(status(400, "too long"))
    with connect(server, settings=fake_llm.settings()) as graph:
        found = graph.evaluate(QUESTIONS, ["hybrid"], llm=graph.llm)
    assert all("too long" in str(one.verdict) for one in found.mode("hybrid").outcomes)
    assert found.mode("hybrid").metrics["f1"].value == 0


def test_made_questions_are_answered_by_the_graph(graph: KnowledgeGraph, tmp_path: Path) -> None:
    path = tmp_path / "made.jsonl"
    made = graph.make_questions(6, path)
    assert made
    assert made == graph.make_questions(6)
    asked = {one.question: one for one in made}
    one = asked["Who manages Port of Melby?"]
    assert (one.answers, one.sources) == (("Anna Berg",), ("file:///old/notes/port.md",))
    two = [one for one in made if one.type == "two hops"]
    assert all(len(set(one.sources)) >= 2 for one in two)
    found = graph.evaluate(path, ["traversal"])
    assert found.missing == ()
    assert found.mode("traversal").metrics["recall@5"].value > 0.8
    with pytest.raises(UsageError, match="is there already"):
        graph.make_questions(6, path)


def test_an_llm_words_made_questions_but_does_not_give_them_away(
    server: ServerInfo, graph: KnowledgeGraph, fake_llm: FakeLLM
) -> None:
    plain = graph.make_questions(4)
    fake_llm.answer = lambda request: {
        "question": "Is it Anna Berg who runs the port?"
        if "Answer: Anna Berg" in prompt_of(request)
        else "What is meant here?"
    }
    with connect(server, settings=fake_llm.settings()) as again:
        worded = again.make_questions(4, llm=again.llm)
    assert [one.answers for one in worded] == [one.answers for one in plain]
    for before, after in zip(plain, worded, strict=True):
        gives_away = before.answers == ("Anna Berg",)
        assert after.question == (before.question if gives_away else "What is meant here?")


def test_questions_may_be_records(graph: KnowledgeGraph) -> None:
    one = Question("Who repaired the Tall Crane?", ("Carl Dahl",))
    found = graph.evaluate([one], ["hybrid"])
    assert found.main_metric == "answer@5"
    assert found.mode("hybrid").metrics["answer@5"].value == 1


def test_tuned_weights_are_used_until_an_option_or_a_reset_says_otherwise(
    server: ServerInfo, graph: KnowledgeGraph
) -> None:
    asked = "Where was the designer of Harlow Bridge born?"

    def scores(**options: Any) -> dict[str, float]:
        with connect(server) as again:
            return {r.topic_id: r.score for r in again.retrieve(asked, "vector_guided", **options)}

    default = scores()
    without = scores(hop_weight=0.0, ppr_weight=0.0)
    assert default != without
    tuned = json.dumps({"vector_guided": {"hop": 0.0, "ppr": 0.0}, "hybrid": {"words": 2.0}})
    graph.database.write("evaluate/write_tuned", tuned=tuned)
    assert scores() == without
    assert scores(tuned=False) == default
    assert scores(hop_weight=2.0, ppr_weight=0.75) == default
    with connect(server) as again:
        assert again.tune(reset=True).modes == ()
        assert {r.topic_id for r in again.retrieve(asked, "vector_guided")} == set(default)
    assert scores() == default


def test_tuning_promises_nothing_from_too_few_or_where_all_is_found(
    server: ServerInfo, graph: KnowledgeGraph
) -> None:
    with pytest.raises(UsageError, match="2 of 3 questions") as error:
        graph.tune(QUESTIONS)
    assert "--make-questions" in error.value.hint
    many = [{**QUESTIONS[1], "question": f"Who manages the Port of Melby, {n}?"} for n in range(31)]
    found = graph.tune(many, ["vector_guided", "hybrid"])
    assert found.n == 31
    assert [one.stored for one in found.modes] == [False, False]
    assert "not stored: the defaults serve" in found.render()
    assert found.to_dict()["modes"][0]["gain"]["value"] == 0
    with pytest.raises(UsageError, match="or reset"):
        graph.tune()


def test_the_shell_writes_reports_and_ends_with_what_the_gates_say(
    remote: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "port.md").write_text(TEXTS["file:///old/notes/port.md"][1])
    assert run("ingest", str(tmp_path / "docs"), env=remote).returncode == 0
    asked = tmp_path / "questions.csv"
    asked.write_text("question,answer,sources\nWho manages the Port of Melby?,Anna Berg,port.md\n")
    files = [tmp_path / f"out.{suffix}" for suffix in ("html", "xml", "md", "json")]
    outputs = [part for path in files for part in ("-o", str(path))]
    one = ("evaluate", str(asked), "--mode", "hybrid")
    good = run(*one, *outputs, "--fail-under", "recall@5=1", env=remote)
    assert good.returncode == 0, good.stderr
    assert "recall@5" in good.stdout
    assert all(path.stat().st_size > 300 for path in files)
    base = ("--baseline", str(files[-1]))
    bad = run(*one, *base, "--fail-under", "hybrid:tokens=1", "--json", env=remote)
    assert bad.returncode == 1
    assert json.loads(bad.stdout)["n"] == 1
    said = [line for line in bad.stderr.splitlines() if "Asking" not in line and line.strip()]
    assert len(said) == 1
    assert said[0].startswith("Error: Not good enough: hybrid: tokens")
    wrong = run(*one, "-o", "report.pdf", env=remote)
    assert (wrong.returncode, len(wrong.stderr.strip().splitlines())) == (2, 1)
