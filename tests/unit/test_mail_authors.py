"""Who wrote a mail is named with all that it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.extract.rules.people import people_of
from tests.support.growth import check_linear
from tests.support.rules import names_in, read_by_rules, statements_in, types_in

PARSED = pytest.mark.parametrize("parsed", [False, True])
BODY = "The lens is broken.\n\nTomas will send it.\n\n> Where is the lens?\n"


def _mail(path: Path, sender: str, body: str = BODY) -> Path:
    path.write_text(
        f"From: {sender}\nTo: ann.berg@firm.example\nSubject: Re: INC-209\n"
        f"Content-Type: text/plain; charset=utf-8\n\n{body}"
    )
    return path


@PARSED
@pytest.mark.parametrize(
    "sender", ["Tomas Lind <tomas.lind@firm.example>", "tomas.lind@firm.example"]
)
def test_the_sender_is_named_in_all_statements_but_quoted_ones(
    tmp_path: Path, parsed: bool, sender: str
) -> None:
    found = read_by_rules(_mail(tmp_path / "a.eml", sender), parsed=parsed)
    named = {s.text: "Tomas Lind" in s.mentions for s in statements_in(found)}
    assert named.pop("> Where is the lens?") is False
    assert {text for text, is_named in named.items() if is_named} == {
        "The lens is broken.",
        "Tomas will send it.",
    }
    assert types_in(found)["Tomas Lind"] == types_in(found)["Ann Berg"] == "PERSON"
    assert {"Tomas", "Re: INC-209"}.isdisjoint(names_in(found))


@PARSED
@pytest.mark.parametrize("sender", ["sales.team@firm.example", "x7@firm.example"])
def test_an_office_or_a_number_is_nobody(tmp_path: Path, parsed: bool, sender: str) -> None:
    found = read_by_rules(_mail(tmp_path / "a.eml", sender, "The lens is broken.\n"), parsed=parsed)
    assert names_in(found) == {"INC-209", "Ann Berg"}


def test_the_first_words_of_a_mail_are_read_below_its_headers(tmp_path: Path) -> None:
    found = read_by_rules(_mail(tmp_path / "a.eml", "Tomas Lind <tomas.lind@firm.example>"))
    first, second, _ = statements_in(found)
    assert "Subject: Re: INC-209" in first.resolved and second.resolved == ""
    assert {"Tomas Lind", "Ann Berg"} <= set(first.mentions)


def test_an_address_alone_names_a_person() -> None:
    assert people_of("From: tomas.lind@firm.example\n\nHi\n") == {"tomas lind"}
    assert people_of("Write to tomas.lind@firm.example\n") == frozenset()


def test_addresses_are_read_in_time_in_proportion_to_them() -> None:
    check_linear(lambda n: people_of("From: " + "a.b" * n), 100_000)
    check_linear(lambda n: people_of("From: x\n\n" * n), 20_000)
