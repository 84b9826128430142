"""Rows of tables: what they are about, and what their columns say of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.extract.rules.row_cells import Field, fields_in
from graphrag_neo4j.extract.rules.row_fields import row_fields
from graphrag_neo4j.extract.rules.row_lists import codes_in
from graphrag_neo4j.extract.rules.rows import name_spans, row_facts
from graphrag_neo4j.extract.rules.tokens import tokenise
from graphrag_neo4j.model import Block, ExtractedChunk
from graphrag_neo4j.text.named_cells import named_cells
from tests.support.growth import check_linear
from tests.support.rules import edges_in, read_by_rules, types_in

Fact = tuple[str, str, str, bool]


def _facts(chunks: list[ExtractedChunk]) -> set[Fact]:
    return {
        (fact.subject, fact.relation_type, fact.object, fact.object_is_entity)
        for chunk in chunks
        for topic in chunk.topics
        for statement in topic.statements
        for fact in statement.facts
    }


@pytest.mark.parametrize("parsed", [False, True])
def test_a_row_says_of_what_it_is_about_what_its_columns_say(tmp_path: Path, parsed: bool) -> None:
    path = tmp_path / "things.csv"
    path.write_text(
        "Asset,Room,Price,Responsible,Notes\nINV-348,C 2.16,£549.00,Volker Pesch,noisy bearing\n"
    )
    found = read_by_rules(path, parsed=parsed)
    assert _facts(found) == {
        ("INV-348", "ROOM", "C 2.16", False),
        ("INV-348", "PRICE", "£549.00", False),
        ("INV-348", "RESPONSIBLE", "Volker Pesch", True),
        ("INV-348", "NOTES", "noisy bearing", False),
    }
    assert types_in(found)["Volker Pesch"] == "PERSON"


def test_what_a_firm_sells_is_not_sold_by_its_contact(tmp_path: Path) -> None:
    path = tmp_path / "suppliers.csv"
    path.write_text("Supplier,Goods,Contact,Terms\nBrandt Farm,eggs,Mona Keel,14 days\n")
    found = read_by_rules(path)
    assert _facts(found) == {
        ("Brandt Farm", "GOODS", "eggs", False),
        ("Brandt Farm", "CONTACT", "Mona Keel", True),
        ("Brandt Farm", "TERMS", "14 days", False),
    }
    assert types_in(found)["Mona Keel"] == "PERSON"


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("id,opened,requester,category\n1201,2026-01-05,Reading Room,Scanner\n", "ticket 1201"),
        ("Summary,Reporter,Status\nLift stops at night,Ida Lund,open\n", "Lift stops at night"),
        ("id,Subject,Requester name,Product\n1201,lift stops,Ida Lund,Skylift\n", "ticket 1201"),
        ("Product,Subject,Reporter\nSkylift,Lift stops at night,Ida Lund\n", "Lift stops at night"),
        ("ticket,author,product,message\n60412,Ida Lund,GL-9,It hums at night.\n", "ticket 60412"),
        ("order_id,customer,product\n7301,Ida Lund,GL-9\n", "order 7301"),
        ("id,subject,product,customer\n7301,It hums,GL-9,Ida Lund\n", "ticket 7301"),
        ("order,product,colour\n2,Skylift,red\n", "Skylift"),
        ("part_no,product,colour\n2718,Skylift,red\n", "Skylift"),
    ],
)
def test_a_ticket_is_about_itself_and_not_about_who_asks(
    tmp_path: Path, text: str, subject: str
) -> None:
    path = tmp_path / "desk.csv"
    path.write_text(text)
    assert {fact[0] for fact in _facts(read_by_rules(path))} == {subject}


def test_the_row_of_a_log_is_about_its_day(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text("Date,Start,Cause,Took\n2026-01-17,09:00,red wine,ibuprofen\n")
    assert {fact[0] for fact in _facts(read_by_rules(path))} == {"2026-01-17"}


def test_the_row_of_a_plan_is_not_about_what_is_done_on_monday(tmp_path: Path) -> None:
    path = tmp_path / "plan.csv"
    path.write_text("Week,Monday,Friday,Remark\n1,rest,4 km,pulse below 140\n")
    assert "rest" not in {fact[0] for fact in _facts(read_by_rules(path))}


def test_a_first_and_a_last_name_are_one_person(tmp_path: Path) -> None:
    path = tmp_path / "members.csv"
    path.write_text("No.,Surname,First name,Sub paid\n014,Ashdown,Gwen,Y\n015,Lisle,Bernard,N\n")
    found = read_by_rules(path, parsed=True)
    assert _facts(found) == {
        ("Gwen Ashdown", "SUB_PAID", "Y", False),
        ("Bernard Lisle", "SUB_PAID", "N", False),
    }
    assert types_in(found) == {"Gwen Ashdown": "PERSON", "Bernard Lisle": "PERSON"}


def test_a_name_that_is_turned_round_is_the_person(tmp_path: Path) -> None:
    path = tmp_path / "clients.csv"
    path.write_text(
        'Name,Opened,Author\n"Hallam, Dorothea",2018,Sigrun Moe and Anna Orr\n'
        'Kestrel Ltd,2019,"Lisle, Bernard"\n'
    )
    found = read_by_rules(path, parsed=True)
    assert _facts(found) == {
        ("Dorothea Hallam", "OPENED", "2018", False),
        ("Dorothea Hallam", "AUTHOR", "Sigrun Moe", True),
        ("Dorothea Hallam", "AUTHOR", "Anna Orr", True),
        ("Kestrel Ltd", "OPENED", "2019", False),
        ("Kestrel Ltd", "AUTHOR", "Bernard Lisle", True),
    }
    types = types_in(found)
    assert types["Dorothea Hallam"] == types["Bernard Lisle"] == "PERSON"


@pytest.mark.parametrize(
    ("column", "people"),
    [("Who", {"Anna", "Ruth"}), ("Attendees", {"Anna", "Ruth"}), ("Author", {"Ruth Anna"})],
)
def test_two_first_names_are_two_people_unless_the_column_is_of_one(
    tmp_path: Path, column: str, people: set[str]
) -> None:
    path = tmp_path / "trips.csv"
    path.write_text(f'Trip,{column}\nNorland,"Anna, Ruth"\nMelby,"Anna, Ruth"\n')
    types = types_in(read_by_rules(path))
    assert {name for name, type_ in types.items() if type_ == "PERSON"} == people


def test_relatives_in_a_family_tree_are_relations(tmp_path: Path) -> None:
    path = tmp_path / "tree.ged"
    path.write_text(
        "0 HEAD\n0 @I1@ INDI\n1 NAME Harold /Pell/\n1 FAMS @F1@\n0 @I2@ INDI\n1 NAME Edith /Pell/\n"
        "1 FAMS @F1@\n0 @I3@ INDI\n1 NAME Rose /Pell/\n1 FAMC @F1@\n0 @F1@ FAM\n1 HUSB @I1@\n"
        "1 WIFE @I2@\n1 CHIL @I3@\n0 TRLR\n"
    )
    assert _facts(read_by_rules(path, parsed=True)) == {
        ("Harold Pell", "MARRIED_TO", "Edith Pell", True),
        ("Edith Pell", "MARRIED_TO", "Harold Pell", True),
        ("Harold Pell", "PARENT_OF", "Rose Pell", True),
        ("Edith Pell", "PARENT_OF", "Rose Pell", True),
        ("Rose Pell", "CHILD_OF", "Harold Pell", True),
        ("Rose Pell", "CHILD_OF", "Edith Pell", True),
    }


def test_a_sentence_in_a_cell_is_read_as_one(tmp_path: Path) -> None:
    path = tmp_path / "firms.csv"
    path.write_text(
        "Name,Founded,Remarks\nNorvik Bank,1901,In 2019 Norvik Bank acquired Tallow Ltd in Oslo.\n"
    )
    facts = _facts(read_by_rules(path, parsed=True))
    assert ("Norvik Bank", "ACQUIRES", "Tallow Ltd", True) in facts
    assert ("Norvik Bank", "FOUNDED", "1901", False) in facts


def test_a_row_is_not_about_its_date_or_a_code_of_two_letters(tmp_path: Path) -> None:
    path = tmp_path / "account.csv"
    path.write_text("Date,Type,Description,Paid out\n20/03/2024,DD,NORTHMOOR MORTGAGE,1187.32\n")
    assert ("NORTHMOOR MORTGAGE", "PAID_OUT", "1187.32", False) in _facts(read_by_rules(path))


def test_a_cell_is_not_looked_for_in_the_name_of_its_column() -> None:
    columns, cells = ("Name", "Rank", "Room", "Room"), ("Na", "k", "oo", "R")
    reading = named_cells(columns, cells)
    assert reading == "Name: Na; Rank: k; Room: oo, R"
    assert [field.start for field in fields_in(reading, columns, cells)] == [6, 16, 25, 29]


@pytest.mark.parametrize("cell", [", Anna", "Lee,", ", ", ",", "and ", "& "])
def test_a_name_without_one_of_its_halves_breaks_nothing(tmp_path: Path, cell: str) -> None:
    path = tmp_path / "people.csv"
    rows = f'"{cell}","{cell}",Oslo Harbour\nMax Orr,Ann Lee,Oslo Harbour\n'
    path.write_text(f"Name,Author,City\n{rows}")
    facts = _facts(read_by_rules(path))
    assert ("Max Orr", "AUTHOR", "Ann Lee", True) in facts
    assert all(subject.strip(" ,&") for subject, *_ in facts)


def test_a_row_with_a_number_column_is_about_what_that_numbers(tmp_path: Path) -> None:
    path = tmp_path / "tickets.json"
    path.write_text(
        '[{"ticket_id": 311, "channel": "mail", "status": "open", "subject": "Printer is dead"}]'
    )
    assert {fact[:3] for fact in _facts(read_by_rules(path))} == {
        ("ticket 311", "CHANNEL", "mail"),
        ("ticket 311", "STATUS", "open"),
        ("ticket 311", "SUBJECT", "Printer is dead"),
    }


def test_a_row_is_not_about_how_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "todo.csv"
    path.write_text("Status,Task,Hours\nopen,Paint the fence,3\n")
    assert ("Paint the fence", "HOURS", "3", False) in _facts(read_by_rules(path))


def test_a_class_that_comes_first_is_what_its_row_is_about(tmp_path: Path) -> None:
    path = tmp_path / "prices.csv"
    path.write_text("Type,Price\nStandard,5\nLoyal,4\n")
    assert ("Standard", "PRICE", "5", False) in _facts(read_by_rules(path))


def _row(*cells: str, columns: tuple[str, ...] = (), title: str = "Plan") -> list[Fact]:
    text = named_cells(columns, cells)
    block = Block(0, len(text), "row", columns, cells)
    _, fields, about = row_fields(block, text, text, title)
    found = row_facts(fields, lambda start, end: "", about)
    return [(f.subject, f.relation_type, f.object, f.object_is_entity) for f in found]


def test_a_column_that_asks_makes_no_relation(tmp_path: Path) -> None:
    path = tmp_path / "offices.csv"
    path.write_text("Office,Who appoints,Seat\nHarbour Reeve,Tide Council,Quay House\n")
    facts = _facts(read_by_rules(path))
    assert ("Harbour Reeve", "WHO_APPOINTS", "Tide Council", False) in facts
    assert ("Harbour Reeve", "SEAT", "Quay House", True) in facts


def test_a_row_in_words_has_the_fields_that_it_names() -> None:
    told = "Branch: Ropewalk (main); Head: Jutta Riemer; Deposits (m EUR): 540.2"
    assert _row(told, title="") == [
        ("Ropewalk (main)", "HEAD", "Jutta Riemer", True),
        ("Ropewalk (main)", "DEPOSITS_M_EUR", "540.2", False),
    ]
    assert _row("He said: go; she did", title="") == []
    assert _row("Date: 2 May; Details: Brought forward; In: 5.00")[0][0] == "Brought forward"


@pytest.mark.parametrize("day", ["2031-05-03", "Sat 3/5/2031", "3 May"])
def test_a_row_of_a_roster_is_about_its_day(tmp_path: Path, day: str) -> None:
    path = tmp_path / "roster.csv"
    path.write_text(
        f"Date,Weekday,Early shift,Late shift,On call\n{day},Saturday,Agnes Holm,Bo Lund,Ida Moe\n"
    )
    found = read_by_rules(path)
    assert _facts(found) == {
        (day, "WEEKDAY", "Saturday", False),
        (day, "EARLY_SHIFT", "Agnes Holm", False),
        (day, "LATE_SHIFT", "Bo Lund", False),
        (day, "ON_CALL", "Ida Moe", False),
    }
    names = set(types_in(found))
    assert {"Agnes Holm", "Bo Lund", "Ida Moe"} <= names and day not in names


@pytest.mark.parametrize(
    ("row", "subject"),
    [
        ("Date: 2031-05-03; Customer: Ada Berg; Goods: oak; Seller: Bo Lund", "Ada Berg"),
        ("Date: 2031-05-03; Buyer: Ada Berg; Seller: Bo Lund; Price: 40", "Ada Berg"),
        (
            "Date: 2031-05-03; Meeting: Spring round; Chair: Ada Berg; Minutes: Bo Lund",
            "Spring round",
        ),
        ("Date: 2031-05-03; Driver: Ada Berg; From: Ullby; To: Torrin", "Ada Berg"),
        ("Early: Ada Berg; Late: Bo Lund; Date: 2031-05-03", "Ada Berg"),
    ],
)
def test_a_row_with_a_day_is_about_its_order_or_meeting(row: str, subject: str) -> None:
    assert {fact[0] for fact in _row(row)} == {subject}


HEAD = "| | |\n|---|---|\n| **Author** | Tobias Renk |\n| **Budget** | 900 euros |\n"


@pytest.mark.parametrize("names", ["| Field | Value |", "| Property | Details |", "|  |  |"])
def test_columns_of_fields_and_values_at_the_head_of_a_document_say_nothing(
    tmp_path: Path, names: str
) -> None:
    path = tmp_path / "lift.md"
    path.write_text(f"# LFT-12: Lift stops\n\n{names}\n|---|---|\n| Assignee | Ida Lund |\n")
    assert _facts(read_by_rules(path)) == {("LFT-12", "ASSIGNEE", "Ida Lund", True)}


def test_columns_with_names_of_their_own_say_something(tmp_path: Path) -> None:
    path = tmp_path / "lift.md"
    path.write_text("# LFT-12: Lift stops\n\n| Status | Team |\n|---|---|\n| open | Lifts |\n")
    assert {fact[1] for fact in _facts(read_by_rules(path))} <= {"STATUS", "TEAM"}


def test_rows_at_the_head_of_a_document_are_about_it(tmp_path: Path) -> None:
    path = tmp_path / "plan.md"
    path.write_text(f"# Move the shop\n\n{HEAD}\nWe move in May.\n")
    assert _facts(read_by_rules(path)) == {
        ("Move the shop", "AUTHOR", "Tobias Renk", True),
        ("Move the shop", "BUDGET", "900 euros", False),
    }


def test_other_tables_without_columns_are_not_about_their_document(tmp_path: Path) -> None:
    path = tmp_path / "words.md"
    told = "Norvik Bank acquired Tallow Ltd."
    fact = ("Norvik Bank", "ACQUIRED", "Tallow Ltd", True)
    table = "| | |\n|---|---|\n| Quay | a wall |\n| Lock | a gate |\n"
    path.write_text(f"# Words\n\n{table}\n{told}\n")
    assert _facts(read_by_rules(path)) == {fact}
    path.write_text(f"# Words\n\n## A\n\n{told}\n\n## B\n\nText is there.\n\n{HEAD}")
    assert _facts(read_by_rules(path)) == {fact}


@pytest.mark.parametrize("name", ["a.yaml", "a.env"])
def test_a_setting_is_about_its_path_whatever_its_comment_says(tmp_path: Path, name: str) -> None:
    joint = ": " if name == "a.yaml" else "="
    path = tmp_path / name
    path.write_text(
        f"# in May the insurer wants three weeks\nretention{joint}21\nmode{joint}uuid\n"
    )
    found = read_by_rules(path)
    assert _facts(found) == {
        ("retention", "VALUE", "21", False),
        ("mode", "VALUE", "uuid", False),
    }
    assert not {"uuid", "21", "retention"} & set(types_in(found))
    said = [s.text for chunk in found for topic in chunk.topics for s in topic.statements]
    assert said[0] == "retention: 21 # in May the insurer wants three weeks"


_CELLS = st.text("Abc dÉ1.,;:-@/日", max_size=20).map(lambda text: " ".join(text.split()))


@given(st.lists(st.tuples(_CELLS, _CELLS), min_size=1, max_size=6))
def test_any_row_gives_facts_of_one_thing_and_names_within_its_cells(
    row: list[tuple[str, str]],
) -> None:
    columns, cells = zip(*row, strict=True)
    reading = named_cells(columns, cells)
    fields = fields_in(reading, columns, cells)
    tokens = tokenise(reading)
    assert all(reading[field.start : field.end] == field.value for field in fields)
    for span in name_spans(tokens, fields, []):
        start, end = tokens[span.first].start, tokens[span.last - 1].end
        assert any(field.start <= start and end <= field.end for field in fields)
    facts = list(row_facts(fields, lambda start, end: reading[start:end]))
    assert len({fact.subject for fact in facts}) <= 1
    assert all(
        not fact.object_is_entity or fact.subject != fact.object for fact in facts if fact.object
    )


@pytest.mark.parametrize("parsed", [False, True])
def test_a_month_or_a_sum_in_a_row_is_no_name(tmp_path: Path, parsed: bool) -> None:
    path = tmp_path / "rents.csv"
    path.write_text(
        "Month,Rent,Rower\nApril,GBP 1500,June Tarrant\nMay,GBP 1600,Otto Pryce\n", "utf-8"
    )
    found = read_by_rules(path, parsed=parsed)
    assert set(types_in(found)) == {"June Tarrant", "Otto Pryce"}
    assert ("April", "RENT", "GBP 1500", False) in _facts(found)


def test_who_is_called_like_a_month_is_a_person_in_a_column_of_people(tmp_path: Path) -> None:
    path = tmp_path / "crew.csv"
    path.write_text("Name,Due\nApril,May\nJune,March\n", "utf-8")
    assert types_in(read_by_rules(path)) == {"April": "PERSON", "June": "PERSON"}


@pytest.mark.parametrize("label", ["Company", "Supplier", "supplier_name", "Org", "Firm"])
def test_what_stands_in_a_column_of_firms_is_a_firm(tmp_path: Path, label: str) -> None:
    path = tmp_path / "people.csv"
    path.write_text(
        f"Name,{label},Phone\nMona Keel,Korvath Mills,01\nOtto Pryce,Ember Lake,02\n", "utf-8"
    )
    types = types_in(read_by_rules(path, parsed=True))
    assert types["Korvath Mills"] == types["Ember Lake"] == "ORGANIZATION"
    assert types["Mona Keel"] == "PERSON"


def test_the_organization_of_a_contact_is_one_beside_its_department(tmp_path: Path) -> None:
    path = tmp_path / "crew.vcf"
    path.write_text(
        "BEGIN:VCARD\nVERSION:3.0\nFN:Mona Keel\nORG:Greyfen Dairy;Sales\nEND:VCARD\n", "utf-8"
    )
    assert types_in(read_by_rules(path, parsed=True))["Greyfen Dairy"] == "ORGANIZATION"


def test_the_number_of_children_is_nobodys_child(tmp_path: Path) -> None:
    path = tmp_path / "crew.csv"
    path.write_text("Name,Children,Town\nMona Keel,2,Velmar\nOtto Pryce,Ida Pryce,Melby\n", "utf-8")
    found = _facts(read_by_rules(path))
    assert ("Mona Keel", "CHILDREN", "2", False) in found
    assert ("Otto Pryce", "PARENT_OF", "Ida Pryce", True) in found


def test_a_row_about_what_happens_is_about_nobody_and_no_place(tmp_path: Path) -> None:
    path = tmp_path / "events.csv"
    path.write_text(
        "Event,Hours,Who\nTom Reyes opens the pump,2,Ann Hale\nJourney to Bergen,3,Tom Reyes\n"
    )
    types = types_in(read_by_rules(path, parsed=True))
    about = ("Tom Reyes opens the pump", "Journey to Bergen")
    assert {types[name] for name in about} == {"UNKNOWN"}
    assert types["Ann Hale"] == "PERSON"


def test_no_row_is_about_what_happened(tmp_path: Path) -> None:
    (tmp_path / "log.csv").write_text(
        "time,event\n07:42,Alarm rings. Nobody hears it.\n08:10,Ulf answers the call of Max Orr.\n"
    )
    found = types_in(read_by_rules(tmp_path / "log.csv"))
    assert not any(name.endswith(".") for name in found)


def test_a_row_of_lists_is_about_none_of_them(tmp_path: Path) -> None:
    rows = 'In favour,Opposed,Absent\n"Voss, Moe","Lund, Orr","Berg, Dahl"\n'
    (tmp_path / "vote.csv").write_text(rows)
    assert not _facts(read_by_rules(tmp_path / "vote.csv"))
    (tmp_path / "people.csv").write_text('Name,Towns\n"Voss, Ida","Holm, Orran"\n')
    assert _facts(read_by_rules(tmp_path / "people.csv"))


def test_a_field_alone_whose_value_is_a_phrase_names_nothing(tmp_path: Path) -> None:
    text = "Fares\n=====\n\n:param int bicycles: from 0 to 6\n:returns: a list of fares\n"
    (tmp_path / "api.rst").write_text(text)
    assert not {"from 0 to 6", "list of fares"} & set(types_in(read_by_rules(tmp_path / "api.rst")))


def test_what_stands_in_a_column_of_vessels_is_a_ship(tmp_path: Path) -> None:
    (tmp_path / "fees.csv").write_text("berth,vessel,fee\n1,Lady Isolde,410\n2,Anton Berg,95\n")
    found = types_in(read_by_rules(tmp_path / "fees.csv"))
    assert found["Lady Isolde"] == found["Anton Berg"] == "PRODUCT"


def test_a_column_that_asks_is_not_what_its_row_is_about(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    path.write_text(
        "Date,Start,Hours,Trigger?,Took\n2026-05-06,11:15,4,paint fumes,Zolmivex 2.5\n"
        "2026-05-07,09:00,7,red wine,Zolmivex 2.5\n",
        "utf-8",
    )
    took = {subject for subject, type_, _, _ in _facts(read_by_rules(path)) if type_ == "TOOK"}
    assert took.isdisjoint({"paint fumes", "red wine"})


def _edges(path: Path, text: str) -> set[tuple[str, str, str]]:
    path.write_text(text)
    return edges_in(read_by_rules(path))


def test_two_full_names_with_a_comma_are_two_people(tmp_path: Path) -> None:
    text = 'Plan,Judges,Author\nPL-1,"Osric Vane, Dora Lind","Vance Orr, Dora Mae"\n'
    assert _edges(tmp_path / "plans.csv", text) == {
        ("PL-1", "JUDGES", "Osric Vane"),
        ("PL-1", "JUDGES", "Dora Lind"),
        ("PL-1", "AUTHOR", "Dora Mae Vance Orr"),
    }


def test_a_family_name_of_two_words_is_turned_round(tmp_path: Path) -> None:
    text = 'Plan,Judge\nPL-1,"Vance Orr, Dora"\n'
    assert _edges(tmp_path / "plans.csv", text) == {("PL-1", "JUDGE", "Dora Vance Orr")}


@pytest.mark.parametrize(
    ("cell", "names"),
    [
        ("Corvane & Lisle Bakers", {"Corvane & Lisle Bakers"}),
        ("Corvane & Lisle", {"Corvane & Lisle"}),
        ("Oscar & Ann Orr", {"Oscar", "Ann Orr"}),
        ("Sigrun Moe & Ann Orr", {"Sigrun Moe", "Ann Orr"}),
    ],
)
def test_and_joins_customers_by_first_names_and_parts_of_a_firm_else(
    tmp_path: Path, cell: str, names: set[str]
) -> None:
    found = _edges(tmp_path / "orders.csv", f"Order,Customer\nPO-7,{cell}\n")
    assert {name for _, type_, name in found if type_ == "CUSTOMER"} == names


@pytest.mark.parametrize("cell", ["GL-90, GL-95", "GL-90; GL-95", "GL-90/GL-95", "GL-90 / GL-95"])
def test_each_code_of_a_list_in_a_cell_is_told_of(tmp_path: Path, cell: str) -> None:
    path = tmp_path / "spares.csv"
    path.write_text(f'code,part,fits\nWX-1,hinge,"{cell}"\nWX-2,latch,GL-90\n')
    assert {fact for fact in _facts(read_by_rules(path)) if fact[1] == "FITS"} == {
        ("WX-1", "FITS", "GL-90", True),
        ("WX-1", "FITS", "GL-95", True),
        ("WX-2", "FITS", "GL-90", True),
    }


def test_the_time_for_lists_of_codes_is_linear() -> None:
    check_linear(lambda n: codes_in(Field("fits", "GL-90, " * n + "x y", 0)), 20_000)
