"""A score says how likely an answer was found; what is shown fits on a screen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from llama_index.core.schema import MetadataMode

from graphrag_neo4j.apps.mcp_text import of_results
from graphrag_neo4j.embeddings.onnx_model import MODEL_NAME
from graphrag_neo4j.retrieve.candidates.pool import Candidate
from graphrag_neo4j.retrieve.grouping import group
from graphrag_neo4j.retrieve.options import RetrieverOptions
from graphrag_neo4j.retrieve.question.terms import missing_names, rare_coverage, rarest_missing
from graphrag_neo4j.retrieve.ranking.confidence import (
    MOST_IN_OTHER_WORDS,
    MOST_UNLIKELY,
    RIVAL,
    UNLIKELY,
    likelihood,
)
from graphrag_neo4j.retrieve.results import (
    FoundStatement,
    RetrievalResult,
    is_unlikely,
    to_nodes,
)
from graphrag_neo4j.retrieve.shown import render
from tests.support.ranking import rank

QUESTION = "Who manages the Port of Melby?"
shares = st.floats(0, 1)


def passages(near: float, text: str) -> list[dict[str, Any]]:
    said = ((near, text), (near / 2, "Nothing."))
    statements = [{"near": one, "words": words, "topic": "Harbour"} for one, words in said]
    return [{"chunk": "c", "section": None, "source": {"title": ""}, "statements": statements}]


def of(near: float, text: str, model: str = MODEL_NAME) -> float:
    return likelihood(QUESTION, passages(near, text), {"c": 1.0}, {}, model)


@given(shares, shares)
def test_nearer_statements_are_likelier(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert 0 <= of(low, "x") <= of(high, "x") <= 1


@given(shares, shares)
def test_nearness_says_nothing_of_texts_that_the_model_cannot_read(
    one: float, other: float
) -> None:
    def unread(near: float, text: str) -> float:
        return likelihood(QUESTION, passages(near, text), {"c": 1.0}, {}, MODEL_NAME, readable=0.0)

    assert unread(one, "x") == unread(other, "x") < unread(one, "Who manages Melby")
    assert of(0.95, "x") > unread(0.95, "x")


@given(shares, shares)
def test_in_other_words_a_near_statement_may_answer_but_never_surely(near: float, n: float) -> None:
    def otherwise(near: float) -> float:
        said, scores = passages(near, "x"), {"c": 1.0}
        return likelihood(QUESTION, said, scores, {}, MODEL_NAME, in_other_words=n)

    usual = of(near, "x")
    assert usual <= otherwise(near) <= max(usual, MOST_IN_OTHER_WORDS)
    assert otherwise(0.7) < MOST_UNLIKELY  # another matter


def test_a_question_in_other_words_than_its_near_answer_is_not_told_that_none_is_there() -> None:
    said, scores = passages(0.84, "x"), {"c": 1.0}
    assert of(0.84, "x") < MOST_UNLIKELY
    assert likelihood(QUESTION, said, scores, {}, MODEL_NAME, in_other_words=1.0) > UNLIKELY


@given(st.floats(0.75, 0.95), st.floats(0, 0.2), st.floats(0, 0.2))
def test_a_statement_that_stands_out_is_likelier(near: float, one: float, other: float) -> None:
    def among_others(behind: float) -> float:
        [chunk] = passages(near, "x")
        chunk["statements"] += [{"near": near - behind, "words": "Else.", "topic": ""}] * RIVAL
        return likelihood(QUESTION, [chunk], {"c": 1.0}, {}, MODEL_NAME)

    least, most = sorted((one, other))
    assert among_others(least) <= among_others(most)
    assert among_others(0.2) > among_others(0.0)


def test_words_of_a_heading_are_there() -> None:
    [chunk] = passages(0.8, "Owner: Ada Berg.")
    without = likelihood("who owns KFV-102", [chunk], {"c": 1.0}, {}, MODEL_NAME)
    headed = {**chunk, "section": "KFV-102"}
    assert likelihood("who owns KFV-102", [headed], {"c": 1.0}, {}, MODEL_NAME) > 2 * without


def test_words_in_one_passage_tell_more_than_words_in_five() -> None:
    words = QUESTION.strip("?").split()
    parted = [{**passages(0.8, word)[0], "chunk": word} for word in words]
    rest = [{**passages(0.8, "Else.")[0], "chunk": word} for word in words[1:]]
    whole = [{**passages(0.8, " ".join(words))[0], "chunk": words[0]}, *rest]
    scores = {word: 1.0 - i / 10 for i, word in enumerate(words)}
    one, five = (likelihood(QUESTION, said, scores, {}, MODEL_NAME) for said in (whole, parted))
    assert one > five


def test_a_rare_word_that_the_best_passage_lacks_makes_an_answer_unlikelier() -> None:
    assert rarest_missing("the salary of Ann Berg", "Ann Berg is 40.", {"salary": 0.9}) == 0.9
    assert rarest_missing("the salary of Ann Berg", "Her salary is low.", {"salary": 0.9}) == 0
    told = [{**passages(0.8, "Ann Berg has a wage.")[0], "chunk": "c"}]
    common, rare = (
        likelihood("the salary of Ann Berg", told, {"c": 1.0}, {"salary": share}, MODEL_NAME)
        for share in (0.01, 1.0)
    )
    assert rare < common


def test_shared_words_make_an_answer_likelier() -> None:
    answer = "Anna Berg manages the Port of Melby."
    assert of(0.8, answer) > of(0.8, "Melby is a town.") > of(0.8, "Rain.")
    assert of(0.9, answer) > 0.9
    assert of(0.75, "Rain.") < UNLIKELY


def test_of_another_model_words_decide_alone() -> None:
    answer = "Anna Berg manages the Port of Melby."
    assert of(0.1, answer, "other") == of(0.9, answer, "other") > of(0.9, "Rain.", "other")


def test_who_is_known_and_of_whom_it_is_not_told_what_is_asked_is_unlikelier_in_crowded_texts() -> (
    None
):
    def likely(said: str, *, is_crowded: bool) -> float:
        rows = passages(0.8, said)
        asked = "What is the salary of Ann Berg?"
        return likelihood(asked, rows, {"c": 1.0}, {}, MODEL_NAME, is_crowded=is_crowded)

    lacks, has = "Ann Berg came by tram.", "The salary of Ann Berg is 3,400 euros."
    assert likely(lacks, is_crowded=True) < likely(lacks, is_crowded=False)
    assert likely(has, is_crowded=True) > likely(has, is_crowded=False)


def result(name: str, score: float, n: int) -> RetrievalResult:
    statements = tuple(
        FoundStatement(f"{name}{i}", f"{name} says {i}.", score - i / 10, "c", 0, 1)
        for i in range(n)
    )
    source = {"id": name, "uri": f"doc:{name}", "title": name}
    return RetrievalResult(name, name, source, statements, score, {"scores": {}})


def shown_of(*results: RetrievalResult, n: int) -> list[str]:
    lines = [line.strip() for line in render(results, shown=n).splitlines()]
    return [line[2:].partition("  [")[0] for line in lines if line.startswith("- ")]


def test_the_most_relevant_statements_are_shown_and_some_of_each_result() -> None:
    long, short = result("A", 0.9, 9), result("B", 0.6, 3)
    assert shown_of(long, short, n=5) == [
        "A says 0.", "A says 1.", "A says 2.", "B says 0.", "B says 1.",
    ]  # fmt: skip
    assert shown_of(long, result("B", 0.1, 3), n=3) == [f"A says {i}." for i in range(3)]
    assert "8 less relevant statements are not shown" in render(
        [long, result("B", 0.1, 3)], shown=4
    )
    assert "not shown" not in render([long], shown=None)


def test_three_of_each_chunk_and_four_of_a_result_are_shown() -> None:
    chunks = ["c", "c", "c", "c", "d", "d"]
    statements = zip(result("A", 0.9, 6).statements, chunks, strict=True)
    of_two = tuple(replace(one, chunk_id=chunk) for one, chunk in statements)
    long = replace(result("A", 0.9, 6), statements=of_two)
    assert shown_of(long, result("B", 0.1, 1), n=12) == [
        "A says 0.", "A says 1.", "A says 2.", "A says 4.", "B says 0.",
    ]  # fmt: skip


def test_what_two_sources_say_word_for_word_is_shown_once() -> None:
    below = "Berit Lund has written for the paper since the spring of 2016."
    one, two = (
        replace(found, statements=tuple(replace(s, text=text) for s in found.statements))
        for found, text in ((result("A", 0.9, 1), below), (result("B", 0.8, 1), below))
    )
    assert shown_of(one, two, result("C", 0.1, 1), n=2) == [below, "C says 0."]
    short = [replace(one, statements=(replace(s, text="Open: no"),)) for s in one.statements]
    other = [replace(two, statements=(replace(s, text="Open: no"),)) for s in two.statements]
    assert shown_of(*short, *other, n=2) == ["Open: no", "Open: no"]


LEAD = "The tenant may leave if"
ITEMS = ("(a) the rent is paid; and", "(b) the keys are back.")


def of_one_sentence(*texts: str) -> RetrievalResult:
    """A result with these statements, best first, of which items are read with their lead."""
    found = result("A", 0.9, len(texts))
    said = (
        replace(one, text=text, named=f"{LEAD} {text}" if text in ITEMS else None)
        for one, text in zip(found.statements, texts, strict=True)
    )
    return replace(found, statements=tuple(said))


def test_what_an_item_is_read_with_is_shown_once() -> None:
    assert shown_of(of_one_sentence(LEAD, *ITEMS), n=9) == [LEAD, *ITEMS]
    assert shown_of(of_one_sentence(ITEMS[1], ITEMS[0]), n=9) == [f"{LEAD} {ITEMS[1]}", ITEMS[0]]


def test_an_item_takes_the_place_of_what_it_is_read_with() -> None:
    found = shown_of(of_one_sentence(ITEMS[1], LEAD, "It rains.", ITEMS[0]), n=9)
    assert found == [f"{LEAD} {ITEMS[1]}", "It rains.", f"{LEAD} {ITEMS[0]}"]


def test_the_first_statement_of_all_is_shown_even_if_others_score_more() -> None:
    assert shown_of(result("A", 0.2, 1), result("B", 0.9, 3), n=2) == ["B says 0.", "A says 0."]


def test_weak_statements_of_the_best_result_stand_behind_better_ones_of_others() -> None:
    best = result("A", 0.9, 4)
    weak = [replace(one, score=0.3) for one in best.statements[2:]]
    best = replace(best, statements=(*best.statements[:2], *weak))
    other = result("B", 0.6, 1)
    assert shown_of(best, other, n=12) == [
        "A says 0.", "A says 1.", "B says 0.", "A says 2.", "A says 3.",
    ]  # fmt: skip
    heads = [line for line in render([best, other]).splitlines() if line[:1].isdigit()]
    assert heads == ["1. A  doc:A  (score 0.90)", "2. B  doc:B", "1. A, again"]


def test_a_list_is_shown_as_a_whole() -> None:
    lead, *items = result("A", 0.9, 9).statements
    near = [replace(item, score=lead.score - i / 10_000) for i, item in enumerate(items, start=1)]
    announced = replace(result("A", 0.9, 9), statements=(lead, *near))
    assert shown_of(announced, result("B", 0.85, 1), n=12) == [
        *(f"A says {i}." for i in range(9)), "B says 0.",
    ]  # fmt: skip


def test_it_is_said_when_nothing_seems_to_answer() -> None:
    assert render([result("A", 0.1, 1)]).startswith("Nothing in these documents seems to answer")
    assert not render([result("A", 0.9, 1)]).startswith("Nothing")
    assert render([result("A", 0.2, 1)]).startswith("These documents may not answer this (20%")
    assert not is_unlikely([])
    assert render([]) == "Nothing found."


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("def f():\n        if x:\n            y()", ["def f():", "    if x:", "        y()"]),
        ("def f():\n    y()\n\nf()", ["def f():", "    y()", "", "f()"]),
        ("make\n   make test\n   make install", ["make", "make test", "make install"]),
        ("if (x) {\n  y();\n}", ["if (x) {", "  y();", "}"]),
    ],
)
def test_code_is_shown_on_its_lines(code: str, lines: list[str]) -> None:
    said = FoundStatement("s", code, 1.0, "c", None, None)
    shown = render([replace(result("A", 0.9, 1), statements=(said,))]).split("  [")[0]
    assert shown.split("\n   - ")[1].split("\n") == [
        lines[0],
        *(line and f"     {line}" for line in lines[1:]),
    ]


def test_models_and_agents_are_told_when_nothing_seems_to_answer() -> None:
    unlikely, likely = [result("A", 0.1, 1), result("B", 0.05, 1)], [result("A", 0.9, 1)]
    assert of_results(unlikely).startswith("Nothing in these documents seems to answer")
    assert not of_results(likely).startswith("Nothing")
    prompts = [one.node.get_content(MetadataMode.LLM) for one in to_nodes(unlikely)]
    assert "Nothing in these documents seems to answer" in prompts[0]
    assert "Nothing" not in prompts[1]
    assert "Nothing" not in to_nodes(likely)[0].node.get_content(MetadataMode.LLM)
    assert "Nothing" not in to_nodes(unlikely)[0].node.get_content(MetadataMode.EMBED)


def said_by(*sentences: str) -> list[dict[str, Any]]:
    """One chunk of these sentences, a row of the third statement; the last one is nearest."""
    statements: list[dict[str, Any]] = [
        {
            "id": f"s{n}", "text": text, "words": text, "near": 0.8 + n / 100, "start": 100 * n,
            "end": 100 * n + len(text), "place": None, "topic_id": "t", "topic": "T", "facts": [],
            "named": None,
        }
        for n, text in enumerate(sentences)
    ]  # fmt: skip
    source = {"id": "s", "uri": "file:///docs/port.md", "title": "port.md"}
    return [{"chunk": "c", "source": source, "section": None, "statements": statements}]


def test_the_best_statement_has_its_neighbours_marked_and_a_source_is_one_line() -> None:
    said = said_by("The port opened in 1901.", "It burned down.", "Anna Berg manages it.")
    [found] = group(
        rank("", said, {"c": 1.0}, by_words=False),
        {"c": Candidate("s")},
        RetrieverOptions(max_statements=1),
    )
    assert [s.text for s in found.statements] == ["Anna Berg manages it."]
    assert (found.statements[0].before, found.statements[0].after) == ("It burned down.", None)
    assert render([found]).splitlines() == [
        "1. /docs/port.md | T  (score 1.00)",
        "     … It burned down.",
        "   - Anna Berg manages it.  [characters 200-221]",
    ]


def test_a_neighbour_that_is_shown_anyway_is_not_shown_twice() -> None:
    said = said_by("It burned down.", "Anna Berg manages it.")
    found = group(
        rank("", said, {"c": 1.0}, by_words=False), {"c": Candidate("s")}, RetrieverOptions()
    )
    assert render(found).count("It burned down.") == 1


def test_a_rare_word_and_a_name_that_nothing_has_make_an_answer_unlikelier() -> None:
    question, text = "Who sells the blue nets of Holmvik?", "Nets are sold by Anna Berg."
    rare = {"holmvik": 1.0, "blu": 0.2, "sell": 0.2, "net": 0.2}
    common = dict.fromkeys(rare, 1.0)
    assert rare_coverage(question, text, rare) < rare_coverage(question, text, common)
    assert missing_names(question, text) == 1
    dated = "Who sells in Holmvik in 1999 and 2001?"
    assert missing_names(dated, "Holmvik, 1999") == pytest.approx(1 / 3)
    assert missing_names("who sells nets", text) == 0
    there = likelihood(question, passages(0.8, f"{text} Holmvik"), {"c": 1.0}, rare, MODEL_NAME)
    assert there > likelihood(question, passages(0.8, text), {"c": 1.0}, rare, MODEL_NAME)
