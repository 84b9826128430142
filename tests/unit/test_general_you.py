"""Where "you" in a talk is anybody, and where it is who listens."""

from __future__ import annotations

import pytest

from graphrag_neo4j.extract.parse.pipeline import Pipeline
from tests.support.parsing import facts_of

_TALK = "Nils: How is the mill?\n\nRuth: It is old. {said}\n\nNils: I see.\n\nRuth: That is all.\n"


def _told_of_nils(parser: Pipeline, said: str) -> set[str]:
    facts = facts_of(parser, _TALK.format(said=said))
    return {fact.predicate for fact in facts if fact.subject == "Nils"}


@pytest.mark.parametrize(
    "said",
    [
        "In a mill you need a steady hand.",
        "You grind it twice before you sell it.",
        "That you get flour by waiting.",
        "With ten stones you can grind for years.",
    ],
)
def test_what_people_do_in_general_is_not_said_of_who_listens(parser: Pipeline, said: str) -> None:
    assert not _told_of_nils(parser, said)


@pytest.mark.parametrize(
    ("said", "predicate"),
    [
        ("You have a key to the gate.", "have"),
        ("You sold the upper field.", "sold"),
        ("You can use the cart.", "can use"),
        ("On Monday you can take the cart.", "can take"),
        ("I know that you grind rye.", "grind"),
        ("You owe me four sacks.", "owe"),
    ],
)
def test_what_is_said_of_who_listens_is_kept(parser: Pipeline, said: str, predicate: str) -> None:
    assert predicate in _told_of_nils(parser, said)
