"""Types that capitals alone suggest, and what bears them out."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from graphrag_neo4j.extract.rules.doubtful_types import doubted
from graphrag_neo4j.extract.rules.entity_types import Signs, type_of
from tests.support.rules import names_in, read_by_rules, types_in


def _types(path: Path, text: str, *, parsed: bool = True) -> dict[str, str]:
    (path / "note.txt").write_text(text)
    return types_in(read_by_rules(path / "note.txt", parsed=parsed))


@pytest.mark.parametrize("name", ["QRS", "QR/B", "CIRCUIT Q-12"])
def test_capitals_alone_make_no_firm(name: str) -> None:
    assert doubted(name, "ORGANIZATION", by_labels=True, acts=False, is_named=True) == "UNKNOWN"
    for borne in ({"by_labels": False, "acts": False}, {"by_labels": True, "acts": True}):
        assert doubted(name, "ORGANIZATION", is_named=True, **borne) == "ORGANIZATION"


@pytest.mark.parametrize(
    ("name", "is_named", "type_"),
    [
        ("Rinse", False, "UNKNOWN"),
        ("umpleby", True, "UNKNOWN"),
        ("VOID", True, "UNKNOWN"),
        ("LQD", True, "UNKNOWN"),
        ("Wu", True, "PERSON"),
        ("J.B.", True, "PERSON"),
        ("UMPLEBY", True, "PERSON"),
        ("Solveig", False, "PERSON"),
        ("Umpleby", True, "PERSON"),
        ("Tove Umpleby", False, "PERSON"),
        ("Hotel Umpleby", True, "ORGANIZATION"),
        ("Umpleby Weaving Machines", True, "ORGANIZATION"),
    ],
)
def test_a_word_that_only_orders_or_stands_in_a_cell_is_nobody(
    name: str, is_named: bool, type_: str
) -> None:
    assert doubted(name, "PERSON", by_labels=True, acts=False, is_named=is_named) == type_


def test_what_an_abbreviation_does_makes_it_a_firm(tmp_path: Path) -> None:
    text = "The pump was hired in May. {} sold it to the harbour. The manager of {} is ill."
    assert _types(tmp_path, text.format("QRW", "QRW")).get("QRW") in ("ORGANIZATION", "PERSON")
    (tmp_path / "b").mkdir()
    other = "We test for QRW each month. The limit of QRW in water is 3 mg."
    assert _types(tmp_path / "b", other).get("QRW") != "ORGANIZATION"


@pytest.mark.parametrize("quotes", ['""', "“”"])
def test_a_term_that_a_text_defines_is_a_concept(tmp_path: Path, quotes: str) -> None:
    first, last = quotes[0], quotes[1]
    text = f"{first}Quiet Hours{last} means the time from ten to six. The Quiet Hours are kept."
    assert _types(tmp_path, text)["Quiet Hours"] == "CONCEPT"


@pytest.mark.parametrize("name", ["Clause 4.2", "Schedule 3", "Schedule C", "Appendix 2"])
def test_a_numbered_clause_is_a_section(name: str) -> None:
    assert type_of(name, None) == "SECTION"


def test_a_finnish_partnership_is_a_firm() -> None:
    assert type_of("Umpleby Verstas Ky", None) == "ORGANIZATION"


def test_a_name_does_not_run_over_two_columns(tmp_path: Path) -> None:
    text = (
        "Working Papers                         T. Umpleby\n"
        "Report on Tides: 12                 Skerry Institute\n\n"
        "The tide is read twice a day, and each reading is kept for a year.\n"
    )
    (tmp_path / "a.txt").write_text(text)
    found = names_in(read_by_rules(tmp_path / "a.txt", parsed=True))
    assert not any("Umpleby" in name and "Report" in name for name in found)
    assert any(name.endswith("Umpleby") for name in found)


@pytest.mark.parametrize("label", ["ORGANIZATION", "LOCATION"])
@pytest.mark.parametrize(
    ("name", "type_"), [("Toby", "PERSON"), ("Lucía", "PERSON"), ("Chelsea", ""), ("Ostvik", "")]
)
def test_a_given_name_is_no_firm_or_place_by_a_parser_alone(
    name: str, type_: str, label: str
) -> None:
    assert type_of(name, Signs(labels=Counter({label: 6}))) == (type_ or label)


def test_a_first_name_of_two_who_write_is_that_of_a_person(tmp_path: Path) -> None:
    head = "From: Varda Quist <varda.quist@mill.org>\nTo: Varda Berg <varda.berg@mill.org>\n"
    said = "Present: Ann, Varda. The lamp of Varda is on order. Varda cleans it. Send it to Varda."
    assert _types(tmp_path, f"{head}\n{said} From Varda: two lamps.\n")["Varda"] == "PERSON"


@pytest.mark.parametrize(
    ("name", "type_"), [("Umpleby", "UNKNOWN"), ("Solveig", "PERSON"), ("Tove Umpleby", "PERSON")]
)
def test_what_one_is_only_in_is_nobody_unless_it_is_called_so(name: str, type_: str) -> None:
    given = {"by_labels": True, "acts": False, "is_named": True}
    assert doubted(name, "PERSON", **given, is_inside=True) == type_


def test_she_is_no_place_that_a_parser_takes_for_a_person(tmp_path: Path) -> None:
    text = "On Monday I drove to the rescue in Pennick and came home with a greyhound.\n"
    types = _types(tmp_path, text)
    assert types["Pennick"] == "UNKNOWN"


@pytest.mark.parametrize(
    ("name", "type_"), [("Toby & Lucía", "PERSON"), ("Toby & Sons", "UNKNOWN")]
)
def test_a_given_name_makes_persons_of_two_only_if_the_other_has_one(name: str, type_: str) -> None:
    assert type_of(name, None) == type_


@pytest.mark.parametrize(
    "name", ["Sunniva", "Revathi", "Bodil", "Caoimhe", "Karthik", "Xabier", "Krister", "Mhairi"]
)
def test_given_names_of_many_languages_are_persons_whatever_a_parser_takes_them_for(
    name: str,
) -> None:
    assert type_of(name, Signs(labels=Counter({"ORGANIZATION": 6}))) == "PERSON"


def test_an_insurer_is_no_person_called_by_the_first_word() -> None:
    assert type_of("Anselm Mutual", Signs(labels=Counter({"ORGANIZATION": 2}))) == "ORGANIZATION"
    assert type_of("Anselm Mutual", None) == "ORGANIZATION"


@pytest.mark.parametrize(("nations", "type_"), [(6, "UNKNOWN"), (2, "PERSON")])
def test_what_a_parser_takes_for_a_nation_mostly_is_not_what_it_seldom_takes_it_for(
    nations: int, type_: str
) -> None:
    labels = Counter({"NATIONALITY": nations, "PERSON": 2})
    assert type_of("Ostrow", Signs(labels=labels)) == type_
