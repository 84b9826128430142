"""Codes of records: how they are written, what titles and columns say of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.extract.rules.codes import code_in_title, is_code, kind_by_noun
from tests.support.growth import check_linear
from tests.support.rules import edges_in, read_by_rules, types_in


@pytest.mark.parametrize("word", ["INC-209", "PO-77812", "AB-12/3", "R-2026-118", "CVE-2024-1234"])
def test_capitals_and_a_number_are_a_code(word: str) -> None:
    assert is_code(word)


@pytest.mark.parametrize(
    "word", ["F-16", "Q1/2024", "2026-03-02", "9/11", "A/B", "INC-209-x", "AC"]
)
def test_names_dates_and_quarters_are_no_codes(word: str) -> None:
    assert not is_code(word)


@pytest.mark.parametrize(
    ("title", "name", "description"),
    [
        ("INC-209: scans lost", "INC-209", "scans lost"),
        ("[INC-209] Scans lost", "INC-209", "Scans lost"),
        ("INC-209 – scans lost", "INC-209", "scans lost"),
        ("Policy HV-88213: household", "HV-88213", "household"),
        ("Invoice R-2026-118", "R-2026-118", ""),
        ("INC-209", "INC-209", ""),
    ],
)
def test_a_title_is_about_its_code_and_describes_it(
    title: str, name: str, description: str
) -> None:
    found = code_in_title(title)
    assert found is not None
    assert (found.name, found.description) == (name, description)


@pytest.mark.parametrize(
    "title", ["COVID-19 Vaccine Rollout", "The INC-209: a film", "Berg: INC-2"]
)
def test_a_title_with_a_code_in_it_stays_as_it_is(title: str) -> None:
    assert code_in_title(title) is None


def test_a_column_or_noun_says_what_kind_of_record_a_code_is_of() -> None:
    assert [kind_by_noun(n) for n in ("Order", "Invoices", "sample_id", "Purchase Order No")] == [
        "ORDER",
        "INVOICE",
        "SAMPLE",
        "ORDER",
    ]
    assert [kind_by_noun(n) for n in ("Depends on", "ID", "Owner", "")] == [""] * 4


@pytest.mark.parametrize("parsed", [False, True])
def test_a_code_is_one_entity_in_title_and_prose(tmp_path: Path, parsed: bool) -> None:
    path = tmp_path / "note.md"
    path.write_text(
        "# INC-209: scans lost\n\nINC-209 is open. Ann Berg paid invoice R-2026-118.\n\n"
        "## INC-214: late mail\n\nINC-214 came from Ann Berg.\n"
    )
    found = read_by_rules(path, parsed=parsed)
    types = types_in(found)
    assert {
        "INC-209": "TICKET",
        "INC-214": "TICKET",
        "R-2026-118": "INVOICE",
    }.items() <= types.items()
    assert not [name for name in types if "scans" in name or "late" in name]
    described = {e.name: e.description for chunk in found for e in chunk.entities}
    assert described["INC-209"] == "scans lost"
    assert described["INC-214"] == "late mail"


@pytest.mark.parametrize("parsed", [False, True])
def test_a_row_is_about_its_code_of_the_kind_that_the_column_says(
    tmp_path: Path, parsed: bool
) -> None:
    path = tmp_path / "things.csv"
    path.write_text(
        "Order,Item,Supplier\nAB-12/3,mounting rail,Harbor Optics\n"
        "PO-77812,scanner lens,Harbor Optics\n"
    )
    found = read_by_rules(path, parsed=parsed)
    assert edges_in(found) == {
        ("AB-12/3", "SUPPLIER", "Harbor Optics"),
        ("PO-77812", "SUPPLIER", "Harbor Optics"),
    }
    assert types_in(found) == {
        "AB-12/3": "ORDER",
        "PO-77812": "ORDER",
        "Harbor Optics": "ORGANIZATION",
    }


@pytest.mark.parametrize("parsed", [False, True])
def test_a_title_beside_a_code_describes_it_and_names_nothing(tmp_path: Path, parsed: bool) -> None:
    path = tmp_path / "tickets.csv"
    path.write_text(
        "ID,Title,Owner\nINC-209,Scans lost,Volker Pesch\nINC-230,Login loop,Volker Pesch\n"
    )
    found = read_by_rules(path, parsed=parsed)
    assert edges_in(found) == {
        ("INC-209", "OWNER", "Volker Pesch"),
        ("INC-230", "OWNER", "Volker Pesch"),
    }
    assert types_in(found).keys() == {"INC-209", "INC-230", "Volker Pesch"}


@pytest.mark.parametrize("parsed", [False, True])
def test_a_named_product_keeps_its_row_beside_its_number(tmp_path: Path, parsed: bool) -> None:
    path = tmp_path / "products.csv"
    path.write_text("SKU,Product,Supplier\nBL-2207,Corvane Lamp,Harbor Optics\n")
    edges = edges_in(read_by_rules(path, parsed=parsed))
    assert ("Corvane Lamp", "SUPPLIER", "Harbor Optics") in edges


@pytest.mark.parametrize("parsed", [False, True])
def test_a_species_or_component_beside_a_code_is_an_entity(tmp_path: Path, parsed: bool) -> None:
    path = tmp_path / "things.csv"
    path.write_text("Sample,Species,Component\nSMP-014,Mytilus edulis,auth-gate\n")
    found = read_by_rules(path, parsed=parsed)
    assert edges_in(found) == {
        ("SMP-014", "SPECIES", "Mytilus edulis"),
        ("SMP-014", "COMPONENT", "auth-gate"),
    }
    assert types_in(found)["auth-gate"] == "COMPONENT"


def test_reading_titles_takes_time_in_proportion_to_them() -> None:
    check_linear(lambda n: code_in_title("A-1" * n), 100_000)
    check_linear(lambda n: code_in_title("[INC-209" + "-1" * n), 100_000)
    check_linear(lambda n: code_in_title("re: " * n), 100_000)
