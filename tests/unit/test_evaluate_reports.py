"""An evaluation as a table, Markdown, JUnit, JSON and a page; and what a CI makes of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.evaluate.evaluation import Evaluation, FoundSource, Outcome, summarised
from graphrag_neo4j.evaluate.gates import Gate, compared, failures, read_baseline
from graphrag_neo4j.evaluate.junit import junit
from graphrag_neo4j.evaluate.page import page
from graphrag_neo4j.evaluate.report import markdown, table
from tests.support.hostile_names import HOSTILE


def _outcome(number: int, value: float, question: str = "", **more: Any) -> Outcome:
    metrics = {f"recall@{k}": value for k in (1, 2, 5, 10)}
    found = FoundSource(1, "doc:b", "The other", "It says this.", ("its text is near",), False)
    return Outcome(
        question or f"Question {number}?",
        "one" if number % 2 else "two",
        ("Anna",),
        {**metrics, "mrr": value, "tokens": 100.0 + number, "ms": 10.0 + number, "cypher_calls": 3},
        {"doc:a": 1 if value else None},
        (found,),
        **more,
    )


def _evaluation(good: int, n: int = 20) -> Evaluation:
    """Two modes; the first finds ``good`` of the sources, the second one all."""
    first = [_outcome(i, float(i < good)) for i in range(n)]
    second = [_outcome(i, 1.0) for i in range(n)]
    return summarised({"traversal": first, "hybrid": second}, ["nowhere.md"])


def test_the_table_says_figures_differences_and_the_worst_question() -> None:
    first = [_outcome(i, float(i > 3)) for i in range(20)]
    text = table(summarised({"traversal": first}, ["nowhere.md"]))
    assert "80.0 ±" in text
    assert "Worst questions (traversal):" in text
    assert "expected doc:a: not found" in text
    assert "instead 1. The other: It says this. (its text is near)" in text
    assert "'nowhere.md'" in text
    assert "…" not in table(_evaluation(5), width=20)  # no column is cut
    both = table(_evaluation(5))
    assert "recall@5: hybrid against traversal: +75.0 points" in both
    assert "No difference" not in both
    assert "Worst questions" not in both  # the best mode has none


def test_the_worst_questions_come_first() -> None:
    mode = _evaluation(5).mode("traversal")
    values = [one.metrics["recall@5"] for one in mode.outcomes]
    assert values == sorted(values)
    assert set(mode.types) == {"one", "two"}


def test_markdown_escapes_what_it_shows() -> None:
    first = [_outcome(0, 0.0, "<script>x</script> | *a* _b_ [c](d)?")]
    text = markdown(summarised({"traversal": first}))
    assert "<script>" not in text
    assert r"\| \*a\* \_b\_ \[c\](d)?" in text
    assert "| traversal | " in text


def test_junit_has_a_suite_a_mode_and_a_case_a_question() -> None:
    root = ElementTree.fromstring(junit(_evaluation(5)).split("\n", 1)[1])
    suites = {suite.get("name"): suite for suite in root}
    assert suites["traversal"].get("failures") == "15"
    assert suites["hybrid"].get("failures") == "0"
    assert len(suites["hybrid"].findall("testcase")) == 20
    failure = suites["traversal"].find("testcase/failure")
    assert failure is not None
    assert "expected doc:a: not found" in str(failure.text)


@pytest.mark.parametrize("name", [*HOSTILE, "a\x00b\x0b", "\ud800 half", "]]>"])
def test_hostile_texts_break_no_form(name: str, tmp_path: Path) -> None:
    found = FoundSource(1, name, name, name, (name,), False)
    outcome = Outcome(
        name, name, (name,), {"recall@5": 0.0, "ms": 1.0}, {name: None}, (found,), name, name
    )
    evaluation = summarised({"traversal": [outcome]}, [name], {name: name}, {name: name})
    for suffix in ("html", "md", "json", "xml"):
        evaluation.save(tmp_path / f"out.{suffix}")
    ElementTree.parse(tmp_path / "out.xml")
    json.loads((tmp_path / "out.json").read_text("utf-8"))
    text = (tmp_path / "out.html").read_text("utf-8")
    for tag in ("<script", "<img", "<iframe", "<b onclick"):
        assert tag not in text
    evaluation.render()


def test_a_file_of_no_known_form_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"Use one of \.html, \.md, \.json, \.xml"):
        _evaluation(5).save(tmp_path / "out.pdf")
    with pytest.raises(UsageError, match="it is a folder"):
        (tmp_path / "a.html").mkdir()
        _evaluation(5).save(tmp_path / "a.html")


@pytest.mark.parametrize(
    ("gate", "says"),
    [
        ("recall@5=0.9", "traversal: recall@5 0.250 < 0.9"),
        ("recall@5=90%", "traversal: recall@5 0.250 < 0.9"),
        ("traversal:tokens=50", "traversal: tokens 109.5 > 50"),
        ("hybrid:recall@5=1", ""),
        ("recall@5=0.25", ""),
        ("cypher_calls=3", ""),
    ],
)
def test_a_gate_holds_or_says_what_does_not(gate: str, says: str) -> None:
    wrong = failures(_evaluation(5), [Gate.of(gate)], [])
    assert says in wrong
    assert bool(wrong) == bool(says)
    assert "\n" not in wrong


@pytest.mark.parametrize("text", ["", "recall", "recall@5=", "recall@5=1.2.3", "=0.9", "a b=1"])
def test_what_is_no_gate_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="is no gate"):
        Gate.of(text)


def test_a_gate_on_what_was_not_measured_is_wrong_use() -> None:
    with pytest.raises(UsageError, match="f1 was not measured"):
        failures(_evaluation(5), [Gate.of("f1=0.5")], [])
    with pytest.raises(UsageError, match="in local"):
        failures(_evaluation(5), [Gate.of("local:recall@5=0.5")], [])


def test_a_baseline_tells_worse_from_noise(tmp_path: Path) -> None:
    before, much_worse, a_little = _evaluation(18), _evaluation(8), _evaluation(17)
    before.save(tmp_path / "base.json")
    baseline = read_baseline(tmp_path / "base.json")
    assert baseline.mode("hybrid").metrics == before.mode("hybrid").metrics
    wrong = failures(much_worse, [], compared(much_worse, baseline))
    assert "traversal: recall@5 -50.0 points against the baseline" in wrong
    assert "hybrid" not in wrong
    assert failures(a_little, [], compared(a_little, baseline)) == ""
    assert failures(before, [], compared(before, baseline)) == ""


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"n": 1, "main_metric": "x", "modes": [1]}'])
def test_a_file_that_is_no_baseline_is_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "base.json").write_text(text)
    with pytest.raises(UsageError, match="is no evaluation"):
        read_baseline(tmp_path / "base.json")


def test_the_page_needs_nothing_from_elsewhere() -> None:
    text = page(_evaluation(5))
    assert "default-src 'none'" in text
    for outside in ("http://", "https://", "src=", "url(", "@import", "<script"):
        assert outside not in text
    assert text.count("<svg") >= 4


def test_the_page_opens_without_errors_and_requests(chromium: Any, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    _evaluation(5).save(path)
    chromium.get_log("browser")
    chromium.get(path.as_uri())
    assert chromium.get_log("browser") == []
    loaded = chromium.execute_script("return performance.getEntriesByType('resource').length")
    assert loaded == 0
    assert "NaN" not in chromium.page_source
    drawn = chromium.find_elements("css selector", "svg circle")
    assert len(drawn) >= 8
    assert all(one.rect["width"] > 0 for one in drawn)
    worst = chromium.find_elements("css selector", "details")[0]
    worst.click()
    assert "not found" in worst.text
