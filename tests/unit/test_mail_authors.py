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


HANDED_ON = """Please read this before we meet on Friday.

-----Original Message-----
From: Ida Voss
Sent: 11 June 2025 16:47
To: Tomas Lind
Subject: Lens

The lens is in the boat.

From: Al Moe <al.moe@firm.example>
Sent: 10 June 2025
Subject: Lens

It was on the quay.
"""


@PARSED
def test_who_wrote_a_mail_that_is_handed_on_is_named_in_what_it_says(
    tmp_path: Path, parsed: bool
) -> None:
    found = read_by_rules(_mail(tmp_path / "a.eml", "Tomas Lind", HANDED_ON), parsed=parsed)
    said = {one.text: set(one.mentions) for one in statements_in(found)}
    assert "Ida Voss" in said["> The lens is in the boat."]
    assert "Al Moe" in said["> It was on the quay."]
    assert "Ida Voss" not in said["> It was on the quay."]
    assert types_in(found)["Ida Voss"] == types_in(found)["Al Moe"] == "PERSON"


def test_an_office_and_what_is_quoted_deeper_are_not_of_who_is_named_above(tmp_path: Path) -> None:
    quoted = "> From: Ida Voss\n>\n> The lens is in the boat.\n>\n>> It was on the quay.\n"
    body = f"We should meet on Friday.\n\n{quoted}"
    found = read_by_rules(_mail(tmp_path / "a.eml", "Tomas Lind", body))
    named = {one.text for one in statements_in(found) if "Ida Voss" in one.mentions}
    assert "> The lens is in the boat." in named and "> It was on the quay." not in named
    office = body.replace("Ida Voss", "Sales Desk")
    found = read_by_rules(_mail(tmp_path / "b.eml", "Tomas Lind", office))
    named = {one.text for one in statements_in(found) if "Sales Desk" in one.mentions}
    assert "> The lens is in the boat." not in named


def test_an_address_alone_names_a_person() -> None:
    assert people_of("From: tomas.lind@firm.example\n\nHi\n") == {"tomas lind"}
    assert people_of("Write to tomas.lind@firm.example\n") == frozenset()


def test_addresses_are_read_in_time_in_proportion_to_them() -> None:
    check_linear(lambda n: people_of("From: " + "a.b" * n), 100_000)
    check_linear(lambda n: people_of("From: x\n\n" * n), 20_000)
    check_linear(lambda n: people_of("> From: Ida Voss\n" * n), 20_000)
    check_linear(lambda n: people_of("> " * n + "From: x"), 100_000)
