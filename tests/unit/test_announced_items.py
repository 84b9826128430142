"""What announces a list or begins a sentence that its items end."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.extract.rules.context import Contexts
from graphrag_neo4j.text.leads import Leads
from tests.support.growth import check_linear
from tests.support.rules import read_by_rules, statements_in


def _read(folder: Path, text: str) -> list[str]:
    path = folder / "rules.txt"
    path.write_text(text, encoding="utf-8")
    return [one.resolved or one.text for one in statements_in(read_by_rules(path))]


def test_a_lead_that_is_wrapped_is_ended_by_its_items(tmp_path: Path) -> None:
    text = (
        "7.4 The harbour master may take the key of a boat house for as long as a week\n"
        "if the keeper\n"
        "    (a) has left the slip open, or has lent the key to somebody who is no\n"
        "        member;\n"
        "    (b) keeps oil in it; or\n    (c) has moved away.\n"
    )
    lead = "7.4 The harbour master may take the key of a boat house for as long as a week if the"
    assert _read(tmp_path, text)[2:] == [
        f"{lead} keeper (b) keeps oil in it; or",
        f"{lead} keeper (c) has moved away.",
    ]


def test_a_lead_with_a_colon_may_be_wrapped(tmp_path: Path) -> None:
    text = "Who takes a boat out after the lamp is lit has to bring along the\nfollowing:\n"
    found = _read(tmp_path, f"{text}1. Two oars that fit the boat.\n2. A lamp with oil for it.\n")
    assert all(one.startswith(text.replace("\n", " ")) for one in found[1:])


def test_an_item_announces_those_beside_it_whose_marks_are_of_another_kind(tmp_path: Path) -> None:
    text = (
        "   (1) No toll is taken of\n   (a) a lifeboat;\n   (b) a boat in need.\n"
        "   (2) The toll is taken by the harbour master.\n"
    )
    assert _read(tmp_path, text) == [
        "(1) No toll is taken of",
        "No toll is taken of (a) a lifeboat;",
        "No toll is taken of (b) a boat in need.",
        "(2) The toll is taken by the harbour master.",
    ]


def test_a_number_left_of_letters_ends_what_they_end(tmp_path: Path) -> None:
    text = (
        "2.1 A pass is void if the owner\n    (a) has lent it to somebody;\n    (b) is gone.\n\n"
        "   (3) The keeper may shut the pier.\n\n    (4) The pier is lit at night.\n"
    )
    assert _read(tmp_path, text)[-2:] == [
        "(3) The keeper may shut the pier.",
        "(4) The pier is lit at night.",
    ]


def test_numbers_below_letters_are_of_the_same_list(tmp_path: Path) -> None:
    text = (
        "The keeper has to:\n(a) bring the tools:\n1. a saw for the planks\n2. nails of brass\n"
        "(b) shut the gate of the pier\n"
    )
    found = _read(tmp_path, text)
    assert found[2] == "The keeper has to: bring the tools: 1. a saw for the planks"
    assert found[-1] == "The keeper has to: (b) shut the gate of the pier"


@pytest.mark.parametrize("line", ["(a) b, ", "(a) b\n c", "(a) b\n", ", \n", "a\n(b) c;"])
def test_items_below_a_lead_are_looked_at_in_linear_time(line: str) -> None:
    def look(n: int) -> str:
        text = "You must\n" + line * n
        return Contexts(text, Leads("", ())).before(0, len("You must"))

    check_linear(look, 20_000)
