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
from graphrag_neo4j.retrieve.ranking.confidence import MOST_UNLIKELY, UNLIKELY, likelihood
from graphrag_neo4j.retrieve.ranking.ranked import Ranked
from graphrag_neo4j.retrieve.results import (
    FoundStatement,
    RetrievalResult,
    is_unlikely,
    to_nodes,
)
from graphrag_neo4j.retrieve.shown import in_order_shown, render
from tests.support.ranking import rank

QUESTION = "Who manages the Port of Melby?"
shares = st.floats(0, 1)


def passage(chunk: str, *said: tuple[float, str], source: str = "s") -> dict[str, Any]:
    """Statements of a chunk: how near each is to the question, and its words."""
    statements = [
        {"id": f"{chunk}{n}", "near": near, "words": words, "topic": "Harbour"}
        for n, (near, words) in enumerate(said)
    ]
    of = {"id": source, "title": ""}
    return {"chunk": chunk, "section": None, "source": of, "statements": statements}


def passages(near: float, text: str) -> list[dict[str, Any]]:
    return [passage("c", (near, text), (near / 2, "Nothing."))]


def likely(
    question: str,
    said: list[dict[str, Any]],
    *,
    rarity: dict[str, float] | None = None,
    model: str = MODEL_NAME,
    above: float = 0.0,
    **more: float,
) -> float:
    """The likelihood by ``said``, in that order; the first statement is ``above`` all others."""
    rows = [(chunk, row) for chunk in said for row in chunk["statements"]]
    ranked = [Ranked(*pair, above if not n else 0.0, 1.0, 1.0) for n, pair in enumerate(rows)]
    scores = {chunk["chunk"]: 1.0 - n / 10 for n, chunk in enumerate(said)}
    return likelihood(question, said, scores, ranked, rarity or {}, model, **more)


def of(near: float, text: str, model: str = MODEL_NAME) -> float:
    return likely(QUESTION, passages(near, text), model=model)


@given(shares, shares)
def test_nearer_statements_are_likelier(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert 0 <= of(low, "x") <= of(high, "x") <= 1


@given(shares, shares)
def test_nearness_says_nothing_of_texts_that_the_model_cannot_read(
    one: float, other: float
) -> None:
    def unread(near: float, text: str) -> float:
        return likely(QUESTION, passages(near, text), readable=0.0)

    assert unread(one, "x") == unread(other, "x") < unread(one, "Who manages Melby")
    assert of(0.95, "x") > unread(0.95, "x")


def test_a_question_in_other_words_than_its_answer_is_likelier_to_have_one() -> None:
    near = passages(0.85, "x")
    assert likely(QUESTION, near, in_other_words=1.0) > likely(QUESTION, near)
    assert likely(QUESTION, passages(0.7, "x"), in_other_words=1.0) < MOST_UNLIKELY


def test_a_statement_that_stands_above_the_others_makes_an_answer_likelier() -> None:
    said = [passage("c", *[(0.8, "x")] * 6)]
    [high, low] = (likely(QUESTION, said, met=0.5, above=above) for above in (1.5, 0.1))
    assert high > low


def test_words_of_the_best_statements_that_meet_the_question_make_an_answer_likelier() -> None:
    said = passages(0.8, "x")
    assert likely(QUESTION, said, met=1.0) > likely(QUESTION, said, met=0.2)


def test_statements_of_one_source_make_an_answer_likelier_than_some_of_many() -> None:
    def of_sources(*names: str) -> float:
        return likely(
            QUESTION, [passage(f"c{i}", (0.8, "x"), source=s) for i, s in enumerate(names)]
        )

    assert of_sources("a", "a", "a") > of_sources("a", "b", "b") > of_sources("a", "b", "c")


def test_words_together_with_the_name_in_one_statement_tell_more_than_apart() -> None:
    asked = "What is the salary of Ann Berg?"
    one = [passage("c", (0.8, "The salary of Ann Berg is 3,400."), (0.8, "Rain fell."))]
    apart = [passage("c", (0.8, "The salary is 3,400."), (0.8, "Ann Berg saw the rain fall."))]
    assert likely(asked, one) > likely(asked, apart)


def test_words_of_a_heading_are_there() -> None:
    [chunk] = passages(0.8, "Owner: Ada Berg.")
    without = likely("who owns KFV-102", [chunk])
    assert likely("who owns KFV-102", [{**chunk, "section": "KFV-102"}]) > 2 * without


def test_words_in_one_passage_tell_more_than_words_in_five() -> None:
    words = QUESTION.strip("?").split()
    parted = [passage(word, (0.8, word)) for word in words]
    rest = [passage(word, (0.8, "Else.")) for word in words[1:]]
    whole = [passage(words[0], (0.8, " ".join(words))), *rest]
    assert likely(QUESTION, whole) > likely(QUESTION, parted)


def test_a_rare_word_that_the_passages_lack_makes_an_answer_unlikelier() -> None:
    assert rarest_missing("the salary of Ann Berg", "Ann Berg is 40.", {"salary": 0.9}) == 0.9
    assert rarest_missing("the salary of Ann Berg", "Her salary is low.", {"salary": 0.9}) == 0
    told = [passage("c", (0.8, "Ann Berg has a wage."))]
    common, rare = (
        likely("the salary of Ann Berg", told, rarity={"salary": share}) for share in (0.01, 1.0)
    )
    assert rare < common


def test_shared_words_make_an_answer_likelier() -> None:
    answer = "Anna Berg manages the Port of Melby."
    assert of(0.8, answer) > of(0.8, "Melby is a town.") > of(0.8, "Rain.")
    assert of(0.9, answer) > 0.8
    assert of(0.75, "Rain.") < UNLIKELY


def test_the_year_of_another_row_tells_nothing_of_what_is_asked() -> None:
    asked = "What is the alpha of Fenella of the 2023 crop?"
    rows = ["Hop: Fenella; Crop: {}; Alpha: 6.1", "Hop: Bramling; Crop: {}; Alpha: 5.8"]

    def of_years(one: int, other: int, third: int) -> float:
        said = zip((rows[0], rows[0], rows[1]), (one, other, third), strict=True)
        return likely(
            asked, [passage(f"c{n}", (0.85, row.format(y))) for n, (row, y) in enumerate(said)]
        )

    assert of_years(2024, 2025, 2023) < 0.7 * of_years(2023, 2024, 2025)


def test_of_another_model_words_decide_alone() -> None:
    answer = "Anna Berg manages the Port of Melby."
    assert of(0.1, answer, "other") == of(0.9, answer, "other") > of(0.9, "Rain.", "other")


def test_where_nothing_was_ranked_an_answer_is_unlikely() -> None:
    assert likely(QUESTION, []) < MOST_UNLIKELY


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


def test_results_in_the_order_shown_have_the_lines_that_people_see() -> None:
    given = [result("a", 0.5, 4), result("b", 0.9, 3)]
    told = in_order_shown(given, 5)
    texts = [said.text for one in told for said in one.statements]
    assert texts == shown_of(*given, n=5)
    assert [one.topic for one in told] == ["b", "a"] and told[0].score == given[0].score
    assert in_order_shown([], 5) == []


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
    there = likely(question, passages(0.8, f"{text} Holmvik"), rarity=rare)
    assert there > likely(question, passages(0.8, text), rarity=rare)
