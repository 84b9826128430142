"""What the names of columns say of the types of their values."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.extract.rules.codes import is_code_in_cell
from graphrag_neo4j.extract.rules.column_types import (
    kind_of_column,
    type_in_column,
    type_of_column,
)
from graphrag_neo4j.extract.rules.row_cells import Field
from graphrag_neo4j.extract.rules.row_lists import objects_in
from tests.support.growth import check_linear
from tests.support.rules import edges_in, names_in, read_by_rules, statements_in, types_in

BOTH = pytest.mark.parametrize("parsed", [False, True])


@pytest.mark.parametrize(
    ("label", "type_"),
    [
        ("Manager", "PERSON"),
        ("Mother", "PERSON"),
        ("Birthplace", "LOCATION"),
        ("Place of birth", "LOCATION"),
        ("Born in", "LOCATION"),
        ("Buried at", "LOCATION"),
        ("Born", ""),
        ("Put in", ""),
        ("handled_by", "PERSON"),
        ("Driver name", "PERSON"),
        ("Collector", "PERSON"),
        ("collected by", "PERSON"),
        ("Bearbeitet von", "PERSON"),
        ("Fahrer", "PERSON"),
        ("responsable de obra", "PERSON"),
        ("Chauffeur", "PERSON"),
        ("Lieferant", "ORGANIZATION"),
        ("fournisseur", "ORGANIZATION"),
        ("Ort", "LOCATION"),
        ("lieu de naissance", "LOCATION"),
        ("ciudad", "LOCATION"),
        ("customer", "PARTY"),
        ("nom du client", "PARTY"),
        ("Artikel", "PRODUCT"),
        ("customer phone", ""),
        ("date de commande", ""),
        ("published by", ""),
        ("Artikelgruppe", ""),
        ("State", ""),
        ("", ""),
    ],
)
def test_a_column_says_what_its_values_are_in_four_languages(label: str, type_: str) -> None:
    assert type_of_column(label) == type_


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("Article", "ARTICLE"),
        ("Auftragsnr.", "ORDER"),
        ("numéro de commande", "ORDER"),
        ("código de artículo", "ARTICLE"),
        ("Rechnung", "INVOICE"),
        ("Bin", "BIN"),
        ("date de commande", ""),
    ],
)
def test_a_column_of_codes_says_the_kind_of_record(label: str, kind: str) -> None:
    assert kind_of_column(label) == kind


@pytest.mark.parametrize(
    ("name", "column", "type_"),
    [
        ("Galloway Baths", "PARTY", "ORGANIZATION"),
        ("Pettigrew & Soll", "PARTY", "ORGANIZATION"),
        ("Anna Berg", "PARTY", "PERSON"),
        ("Rei Nakagome", "PERSON", "PERSON"),
        ("Berg Logistics GmbH", "PERSON", ""),
        ("S. Okafor", "ORGANIZATION", ""),
        ("Hall 3", "PERSON", ""),
        ("IT", "PERSON", ""),
    ],
)
def test_a_value_is_of_its_columns_type_unless_its_writing_contradicts(
    name: str, column: str, type_: str
) -> None:
    assert type_in_column(name, column) == type_


@BOTH
def test_persons_firms_places_and_codes_have_the_types_of_their_columns(
    tmp_path: Path, parsed: bool
) -> None:
    path = tmp_path / "orders.csv"
    path.write_text(
        "order_id,customer,article,bin,depot,handled_by\n"
        "SO-26001,Jessop Quarry,FLT-0050-D2,A07-5,Melstead,Rei Nakagome\n"
        "SO-26002,Galloway Baths,HOS-0075-Q1,B07-5,Skerrow,Rufus Okonjo-Hale\n"
    )
    assert types_in(read_by_rules(path, parsed=parsed)) == {
        "SO-26001": "ORDER",
        "SO-26002": "ORDER",
        "Jessop Quarry": "ORGANIZATION",
        "Galloway Baths": "ORGANIZATION",
        "FLT-0050-D2": "ARTICLE",
        "HOS-0075-Q1": "ARTICLE",
        "A07-5": "BIN",
        "B07-5": "BIN",
        "Melstead": "LOCATION",
        "Skerrow": "LOCATION",
        "Rei Nakagome": "PERSON",
        "Rufus Okonjo-Hale": "PERSON",
    }


@BOTH
def test_a_code_in_a_cell_is_what_the_row_leads_to(tmp_path: Path, parsed: bool) -> None:
    path = tmp_path / "loans.csv"
    path.write_text("Loan,Things,Seen\nLN-2001,FLT-0050-D2,T-3301\nLN-2002,KV6110,Q1-2026\n")
    found = read_by_rules(path, parsed=parsed)
    assert edges_in(found) == {
        ("LN-2001", "THINGS", "FLT-0050-D2"),
        ("LN-2001", "SEEN", "T-3301"),
        ("LN-2002", "THINGS", "KV6110"),
    }
    assert {types_in(found)[name] for name in ("FLT-0050-D2", "T-3301", "KV6110")} == {"UNKNOWN"}


@pytest.mark.parametrize("value", ["FLT-0050-D2", "T-3301", "KV6110", "E-101", "A07-5"])
def test_capitals_with_digits_are_a_code_in_a_cell(value: str) -> None:
    assert is_code_in_cell(value)


@pytest.mark.parametrize(
    "value", ["Q1-2026", "KW-12", "JAN-26", "FY2026", "A4", "N/A", "37", "2026-01-05", "M-W-F"]
)
def test_quarters_weeks_sizes_and_numbers_are_no_codes_in_a_cell(value: str) -> None:
    assert not is_code_in_cell(value)


def test_a_ticket_is_what_a_column_or_a_trackers_key_in_prose_says(tmp_path: Path) -> None:
    cells, prose = tmp_path / "shelves.csv", tmp_path / "note.md"
    cells.write_text(
        "Thing,Spot,Ticket,Seen,Note\nBlue lamp,A07-5,T-3301,CR-19,never local time: see PEL-88\n"
    )
    prose.write_text("Anna Berg closed FLOW-209 and moved A07-5 to the yard.\n")
    found = types_in(read_by_rules(cells)) | types_in(read_by_rules(prose))
    assert (found["A07-5"], found["CR-19"]) == ("UNKNOWN", "UNKNOWN")
    assert {found[name] for name in ("T-3301", "FLOW-209", "PEL-88")} == {"TICKET"}


@BOTH
def test_what_a_row_calls_a_weir_or_a_depot_is_a_place(tmp_path: Path, parsed: bool) -> None:
    path = tmp_path / "sites.csv"
    path.write_text("name,kind,built\nUllen Weir,weir,1931\nMelstead Depot,depot,1999\n")
    found = types_in(read_by_rules(path, parsed=parsed))
    assert (found["Ullen Weir"], found["Melstead Depot"]) == ("LOCATION", "LOCATION")


def test_a_role_is_no_person(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text("Name,Role\nAnna Berg,Head Distiller\n")
    found = types_in(read_by_rules(path, parsed=True))
    assert (found["Anna Berg"], found["Head Distiller"]) == ("PERSON", "UNKNOWN")


def test_most_names_of_a_column_tell_what_the_others_are(tmp_path: Path) -> None:
    path = tmp_path / "crew.md"
    names = ["Anna Berg", "Max Orr", "Mary Hale", "Erik Holm", "Quorl Zibbet"]
    rows = "\n".join(f"| L-{n}00 | {name} |" for n, name in enumerate(names, start=1))
    path.write_text(f"# Boats\n\n| Shift | Whom |\n|---|---|\n{rows}\n")
    assert types_in(read_by_rules(path))["Quorl Zibbet"] == "PERSON"


@BOTH
def test_a_truth_value_is_no_entity(tmp_path: Path, parsed: bool) -> None:
    path = tmp_path / "trips.csv"
    path.write_text("Shipment,Insured,Geprüft\nSHP-7715,False,Nein\n")
    found = read_by_rules(path, parsed=parsed)
    assert names_in(found) == {"SHP-7715"}
    assert edges_in(found) == set()


@BOTH
def test_a_total_is_no_entity(tmp_path: Path, parsed: bool) -> None:
    path = tmp_path / "budget.csv"
    path.write_text("Cost centre,Q1\nWorkshop Velmar,410\nTotal,877\nSumme,877\n")
    found = read_by_rules(path, parsed=parsed)
    assert names_in(found) == {"Workshop Velmar"}


@BOTH
def test_each_object_of_a_list_is_a_fact_and_what_it_names_is_linked(
    tmp_path: Path, parsed: bool
) -> None:
    path = tmp_path / "shipments.json"
    path.write_text(
        '[{"shipment": "SHP-7714", "lines": [{"article": "VLV-0050-T3", "qty": 12},'
        ' {"article": "GSK-0050-B2", "qty": 48}]},'
        ' {"shipment": "SHP-7715", "lines": [{"article": "FLM-0025-M2", "qty": 1}]}]'
    )
    found = read_by_rules(path, parsed=parsed)
    assert edges_in(found) == {
        ("SHP-7714", "ARTICLE", "VLV-0050-T3"),
        ("SHP-7714", "ARTICLE", "GSK-0050-B2"),
        ("SHP-7715", "ARTICLE", "FLM-0025-M2"),
    }
    told = {f.object for s in statements_in(found) for f in s.facts if f.relation_type == "LINES"}
    assert told == {
        "article VLV-0050-T3, qty 12",
        "article GSK-0050-B2, qty 48",
        "article FLM-0025-M2, qty 1",
    }
    assert types_in(found)["GSK-0050-B2"] == "ARTICLE"


def test_a_value_of_an_object_may_have_a_comma() -> None:
    field = Field("items", "product Rye loaf, large, qty 2; product Seeded batard, qty 1", 7)
    found = [[(own.label, own.value) for own in one] for one in objects_in(field)]
    assert found == [
        [("product", "Rye loaf, large"), ("qty", "2")],
        [("product", "Seeded batard"), ("qty", "1")],
    ]


@pytest.mark.parametrize(
    "value", ["cold water, hot water", "met Ann, then left; met Bo, then stayed away", "a, b; c, d"]
)
def test_prose_with_commas_is_no_list_of_objects(value: str) -> None:
    field = Field("notes", value, 7)
    assert all(own.value in value for one in objects_in(field) for own in one)
    assert objects_in(Field("notes", "cold water, hot water", 7)) == []


def test_a_program_in_a_log_has_no_station(tmp_path: Path) -> None:
    path = tmp_path / "relay.txt"
    path.write_text("relay.poll station UL-1 answered in 216 ms.\n")
    assert edges_in(read_by_rules(path, parsed=True)) == set()


def test_long_cells_of_capitals_and_commas_are_read_in_linear_time() -> None:
    check_linear(lambda n: is_code_in_cell("A1-" * n), 100_000)
    check_linear(lambda n: is_code_in_cell("A" * n), 100_000)
    check_linear(lambda n: objects_in(Field("x", "a b, c" + ", c" * n, 0)), 100_000)
    check_linear(lambda n: objects_in(Field("x", "a b, c d; " * n, 0)), 20_000)


@BOTH
def test_a_family_tree_tells_places_and_persons(tmp_path: Path, parsed: bool) -> None:
    path = tmp_path / "a.ged"
    born = "1 BIRT\n2 DATE ABT 1871\n2 PLAC Grellwick, Norfolk\n1 DEAT\n2 CAUS Smallpox\n"
    path.write_text(
        f"0 @I1@ INDI\n1 NAME Ottokar /Rudd/\n{born}1 FAMS @F1@\n"
        "0 @I2@ INDI\n1 NAME Wiltrun /Dorsk/\n1 FAMS @F1@\n"
        "0 @F1@ FAM\n1 HUSB @I1@\n1 WIFE @I2@\n0 TRLR\n",
        "utf-8",
    )
    types = types_in(read_by_rules(path, parsed=parsed))
    assert types["Grellwick"] == "LOCATION"
    assert types["Wiltrun Dorsk"] == "PERSON"
    assert types.get("Smallpox") != "LOCATION"
