"""Whether the text says that it is so: conditions, denials and what others say."""

from __future__ import annotations

import pytest

from graphrag_neo4j.extract.parse.pipeline import Pipeline
from tests.support.parsing import edges_of, facts_of

_MET = "Ruth Sandahl met Piet Olander"
_BOUGHT = ("Corvane Haulage", "Tarn Mills")


@pytest.mark.parametrize(
    "text",
    [
        f"There is no evidence that {_MET}.",
        f"There is little evidence that {_MET}.",
        f"It is unlikely that {_MET}.",
        f"It is not true that {_MET}.",
        f"It is a myth that {_MET}.",
        "Rumours that Corvane Haulage bought Tarn Mills were denied.",
        "The claim that Corvane Haulage bought Tarn Mills is false.",
        "Dora Vance rejected claims that Corvane Haulage bought Tarn Mills.",
        "Corvane Haulage denied buying Tarn Mills.",
        f"That {_MET} is not proven.",
        f"That {_MET} is a myth.",
        f"That {_MET}: there is no paper for it.",
        f"That {_MET} – nobody knows.",
        "Dora Vance feared the possibility that Corvane Haulage bought Tarn Mills.",
    ],
)
def test_what_is_untrue_or_unlikely_is_no_fact(parser: Pipeline, text: str) -> None:
    about = {"Ruth Sandahl", "Corvane Haulage"}
    assert not [fact for fact in facts_of(parser, text) if fact.subject in about]


@pytest.mark.parametrize(
    "text",
    [
        "There is no doubt that Corvane Haulage bought Tarn Mills.",
        "The fact that Corvane Haulage bought Tarn Mills is not new.",
        "It is clear that Corvane Haulage bought Tarn Mills.",
        "Dora Vance said that Corvane Haulage bought Tarn Mills.",
        "Dora Vance announced that Corvane Haulage had bought Tarn Mills.",
        "That Corvane Haulage bought Tarn Mills is certain.",
        "They said Corvane Haulage had bought Tarn Mills.",
    ],
)
def test_what_is_told_as_so_is_a_relation(parser: Pipeline, text: str) -> None:
    assert (_BOUGHT[0], "BUYS", _BOUGHT[1]) in edges_of(parser, text)


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        ("It is said that Corvane Haulage bought Tarn Mills.", "REPORTEDLY_BUYS"),
        ("Some say that Corvane Haulage bought Tarn Mills.", "REPORTEDLY_BUYS"),
        ("They thought Corvane Haulage had bought Tarn Mills.", "REPORTEDLY_BUYS"),
        ("Everyone thinks that Corvane Haulage bought Tarn Mills.", "REPORTEDLY_BUYS"),
        ("Rumour has it that Corvane Haulage bought Tarn Mills.", "REPORTEDLY_BUYS"),
        ("There are rumours that Corvane Haulage bought Tarn Mills.", "REPORTEDLY_BUYS"),
        ("Dora Vance stated that Corvane Haulage bought Tarn Mills.", "REPORTEDLY_BUYS"),
        ("Dora Vance claimed that Corvane Haulage bought Tarn Mills.", "ALLEGEDLY_BUYS"),
        ("Dora Vance claimed that Tarn Mills was bought by Corvane Haulage.", "ALLEGEDLY_BUYS"),
        ("It is believed that Corvane Haulage is the owner of Tarn Mills.", "REPORTEDLY_OWNER_OF"),
        ("Corvane Haulage is allegedly the owner of Tarn Mills.", "ALLEGEDLY_OWNER_OF"),
    ],
)
def test_what_others_say_keeps_it_in_its_type(parser: Pipeline, text: str, type_: str) -> None:
    found = edges_of(parser, text)
    assert {type for _, type, other in found if other == "Tarn Mills"} == {type_}


def test_a_pattern_is_but_reported_too(parser: Pipeline) -> None:
    text = "It is said that Corvane Haulage acquired Tarn Mills."
    assert edges_of(parser, text) == {(_BOUGHT[0], "REPORTEDLY_ACQUIRES", _BOUGHT[1])}


def test_words_of_what_others_say_keep_it(parser: Pipeline) -> None:
    found = facts_of(parser, "Dora Vance claimed that Corvane Haulage lost money.")
    assert ("Corvane Haulage", "allegedly lost") in {(f.subject, f.predicate) for f in found}


@pytest.mark.parametrize(
    "text",
    [
        "If Ruth Sandahl becomes insolvent, the loan ends.",
        "The loan ends unless Ruth Sandahl pays the rent.",
        "Provided that Ruth Sandahl sells Tarn Mills, the loan ends.",
        "Should Ruth Sandahl leave Tarn Mills, the loan ends.",
        "Had Ruth Sandahl met Piet Olander, the loan would have ended.",
        "If Ruth Sandahl left Velmar and sold Tarn Mills, the loan would end.",
    ],
)
def test_a_condition_is_no_fact(parser: Pipeline, text: str) -> None:
    assert not [fact for fact in facts_of(parser, text) if fact.subject == "Ruth Sandahl"]


def test_a_may_keeps_its_own_doubt(parser: Pipeline) -> None:
    found = edges_of(parser, "It is possible that Corvane Haulage may buy Tarn Mills.")
    assert found == {(_BOUGHT[0], "MAY_BUY", _BOUGHT[1])}


@pytest.mark.parametrize(
    "text",
    ["Do not let toddlers ride on the trolley.", "Never let toddlers ride on the trolley."],
)
def test_what_one_must_not_let_happen_is_no_fact(parser: Pipeline, text: str) -> None:
    assert not [fact for fact in facts_of(parser, text) if "ride" in fact.predicate]
