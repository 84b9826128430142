"""Fields below a heading, and who does what for the name before a colon."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.extract.parse.pipeline import Pipeline
from graphrag_neo4j.extract.rules.head_fields import HeadFields
from graphrag_neo4j.extract.rules.kin import kin_in
from graphrag_neo4j.model import Document, Heading
from tests.support.growth import check_linear
from tests.support.rules import edges_in, names_in, read_by_rules, statements_in, types_in

PARSED = pytest.mark.parametrize("parsed", [False, True])


@PARSED
@pytest.mark.parametrize(
    ("text", "edges"),
    [
        (
            "# Project Lantern\n\nOwner: Priya Raman\nSeverity: high\n\nIt is late.\n",
            {("Project Lantern", "OWNER", "Priya Raman")},
        ),
        (
            "# INC-209: scans lost\n\n**Assignee:** Priya Raman\n\nIt is late.\n",
            {("INC-209", "ASSIGNEE", "Priya Raman")},
        ),
        (
            "---\ntitle: Project Lantern\nlead: Priya Raman\n---\n\nIt is late.\n",
            {("Project Lantern", "LEAD", "Priya Raman")},
        ),
        (
            "# Notes\n\nIt is late.\n\n## Project Lantern\n\n- Manager: Priya Raman\n- Due: May\n",
            {("Project Lantern", "MANAGER", "Priya Raman")},
        ),
    ],
)
def test_fields_below_a_heading_are_of_what_it_names(
    tmp_path: Path, parsed: bool, text: str, edges: set[tuple[str, str, str]]
) -> None:
    path = tmp_path / "note.md"
    path.write_text(text)
    found = read_by_rules(path, parsed=parsed)
    assert edges_in(found) == edges
    assert names_in(found).isdisjoint({"Owner", "Assignee", "Manager", "Lead"})


@PARSED
def test_each_field_of_front_matter_is_a_fact_of_the_note(tmp_path: Path, parsed: bool) -> None:
    path = tmp_path / "Brass Lamp.md"
    path.write_text(
        "---\nluthier: Nadia Orrin\nowner: '[[Kees Brand]]'\nbuilt: 1911-05-02\n"
        "played by:\n  - Ida Lund\n  - Bo Falk\ntags: [lamp, brass]\ncssclass: wide\n"
        "layout: post\ndraft: true\n---\n# Brass Lamp - the one of the pier\n\nIt is old.\n"
    )
    found = read_by_rules(path, parsed=parsed)
    facts = {
        (fact.subject, fact.relation_type, fact.object)
        for one in statements_in(found)
        for fact in one.facts
        if fact.subject == "Brass Lamp"
    }
    assert facts >= {
        ("Brass Lamp", "LUTHIER", "Nadia Orrin"),
        ("Brass Lamp", "OWNER", "Kees Brand"),
        ("Brass Lamp", "BUILT", "1911-05-02"),
        ("Brass Lamp", "PLAYED_BY", "Ida Lund"),
        ("Brass Lamp", "PLAYED_BY", "Bo Falk"),
    }
    assert {type_ for _, type_, _ in facts}.isdisjoint({"TAGS", "CSSCLASS", "LAYOUT", "DRAFT"})
    said = " ".join(one.text for one in statements_in(found))
    assert "wide" not in said and "draft" not in said and "post" not in said


@PARSED
def test_settings_of_somebody_with_a_name_are_facts_of_that_one(
    tmp_path: Path, parsed: bool
) -> None:
    path = tmp_path / "ida.yaml"
    path.write_text(
        "name: Ida Lund\nage: 41  # in May\nknows:\n  - Olga Rask\nowns:\n  ship: Brass Otter\n"
    )
    found = read_by_rules(path, parsed=parsed)
    assert edges_in(found) >= {
        ("Ida Lund", "KNOWS", "Olga Rask"),
        ("Ida Lund", "OWNS_SHIP", "Brass Otter"),
    }
    facts = {(f.subject, f.relation_type, f.object) for s in statements_in(found) for f in s.facts}
    assert ("Ida Lund", "AGE", "41") in facts


@pytest.mark.parametrize("name", ["relay", "Deploy Pages", "Build and test"])
def test_settings_of_a_program_are_facts_of_their_paths(tmp_path: Path, name: str) -> None:
    path = tmp_path / "ci.yaml"
    path.write_text(f"name: {name}\nport: 8081\nowner: Olga Rask\n")
    found = read_by_rules(path)
    facts = {(f.subject, f.relation_type, f.object) for s in statements_in(found) for f in s.facts}
    assert ("port", "VALUE", "8081") in facts and name not in {subject for subject, *_ in facts}


@PARSED
def test_fields_below_a_name_say_whose_kin_it_is(tmp_path: Path, parsed: bool) -> None:
    path = tmp_path / "people.md"
    path.write_text(
        "# Ida Lund\n\n**Born:** 1911\n**Family:** daughter of Olga Rask and Kees Brand; sister of"
        " Bo Falk\n\n## Lotta Berg\n\n- Niece of: Ida Lund\n- Mother: Nadia Orrin\n\n"
        "## Notes\n\nMother: Nadia Orrin\n"
    )
    found = read_by_rules(path, parsed=parsed)
    assert edges_in(found) == {
        ("Ida Lund", "DAUGHTER_OF", "Olga Rask"),
        ("Ida Lund", "DAUGHTER_OF", "Kees Brand"),
        ("Ida Lund", "SISTER_OF", "Bo Falk"),
        ("Lotta Berg", "NIECE_OF", "Ida Lund"),
        ("Lotta Berg", "MOTHER", "Nadia Orrin"),
    }
    types = types_in(found)
    assert {types[name] for name in ("Olga Rask", "Kees Brand", "Bo Falk")} == {"PERSON"}


@pytest.mark.parametrize("part", ["son of ", ", son of A", "son of A and ", "a and "])
def test_kin_is_found_in_linear_time(part: str) -> None:
    check_linear(lambda n: list(kin_in(part * n)), 20_000)


SHEET = "| | |\n|---|---|\n| Master | Olga Rask |\n| Sworn to | Kees Brand |\n| Age | 41 |\n"


@PARSED
def test_rows_of_a_table_without_a_head_are_fields_of_the_name_above_it(
    tmp_path: Path, parsed: bool
) -> None:
    path = tmp_path / "people.md"
    path.write_text(f"# Crew\n\nAll of them.\n\n## Ida Lund\n\n{SHEET}")
    found = read_by_rules(path, parsed=parsed)
    assert edges_in(found) >= {
        ("Ida Lund", "MASTER", "Olga Rask"),
        ("Ida Lund", "SWORN_TO", "Kees Brand"),
    }
    facts = {(f.subject, f.relation_type, f.object) for s in statements_in(found) for f in s.facts}
    assert ("Ida Lund", "AGE", "41") in facts


@PARSED
@pytest.mark.parametrize(
    "text",
    [
        f"## Ida Lund\n\nShe has friends.\n\n{SHEET}",
        f"## Opening hours\n\n{SHEET}",
        "## Ida Lund\n\n| | |\n|---|---|\n| 3 May | Olga Rask |\n| 4 May | Kees Brand |\n",
        "## Ida Lund\n\n| | |\n|---|---|\n| Aunt | Olga Rask |\n| Aunt | Kees Brand |\n",
        "## Ida Lund\n\n| Aunt | Uncle |\n|---|---|\n| Olga Rask | Kees Brand |\n",
    ],
)
def test_other_tables_are_no_fields_of_a_heading(tmp_path: Path, parsed: bool, text: str) -> None:
    path = tmp_path / "people.md"
    path.write_text(f"# Crew\n\nAll of them.\n\n{text}")
    subjects = {subject for subject, *_ in edges_in(read_by_rules(path, parsed=parsed))}
    assert subjects.isdisjoint({"Ida Lund", "Opening hours"})


@PARSED
@pytest.mark.parametrize("heading", ["Brass Lamp - the one of the pier", "The Brass Lamp (1911)"])
def test_a_link_to_a_note_leads_to_it_where_its_heading_is_longer(
    tmp_path: Path, parsed: bool, heading: str
) -> None:
    note, other = tmp_path / "Brass Lamp.md", tmp_path / "Pier.md"
    note.write_text(f"# {heading}\n\nIt lights the stair since the storm.\n")
    other.write_text("# Pier\n\nKees Brand keeps the [[Brass Lamp]] in the shed.\n")
    (about,) = {one.about for one in read_by_rules(note, parsed=parsed)}
    assert about == ("Brass Lamp",)
    assert "Brass Lamp" in names_in(read_by_rules(other, parsed=parsed))


@pytest.mark.parametrize("name", ["README", "notes", "2024-05-02"])
def test_a_note_is_not_called_by_a_file_name_that_its_heading_lacks(
    tmp_path: Path, name: str
) -> None:
    path = tmp_path / f"{name}.md"
    path.write_text("# Lantern Pump\n\nIt lights the stair since the storm.\n")
    assert {one.about for one in read_by_rules(path)} == {("Lantern Pump",)}


@PARSED
@pytest.mark.parametrize(
    "text",
    [
        "# Act One\n\nANNA: I leave.\n\nBERND: So do I.\n",
        "# Project Lantern\n\nIt is late.\n\nOwner: Priya Raman\n",
        "# Project Lantern\n\nStatus: we wait for Priya Raman and go on.\n",
    ],
)
def test_other_lines_with_colons_are_no_fields(tmp_path: Path, parsed: bool, text: str) -> None:
    path = tmp_path / "note.md"
    path.write_text(text)
    assert not edges_in(read_by_rules(path, parsed=parsed))


@pytest.mark.parametrize("thing", ["Project Lantern", "Project Attic", "INC-209"])
def test_who_leads_what_stands_before_a_colon(tmp_path: Path, thing: str, parser: Pipeline) -> None:
    path = tmp_path / "note.md"
    path.write_text(f"# Minutes\n\nAttendees: Priya Raman, Ann Berg\n\n{thing}: Priya leads.\n")
    assert ("Priya Raman", "LEADS", thing) in edges_in(read_by_rules(path, parsed=True))


def test_a_number_with_a_unit_is_no_part_of_a_name(tmp_path: Path) -> None:
    path = tmp_path / "note.md"
    path.write_text("# Plum cake\n\nBake 1 kg of plums. Corvane Lamp 24 kW hangs in Melby.\n")
    names = names_in(read_by_rules(path, parsed=True))
    assert not [name for name in names if name.endswith(("1", "24", "kg", "kW"))]


def test_fields_are_read_in_time_in_proportion_to_the_text(tmp_path: Path) -> None:
    def read(n: int) -> None:
        text = "# A\n" + "Owner: " * n
        fields = HeadFields(Document("d", text, "A", headings=(Heading(0, 1, "A"),)))
        fields.read(4, text[4:])

    check_linear(read, 100_000)


@PARSED
@pytest.mark.parametrize(
    ("text", "edges"),
    [
        ("Quarn cuts stone. Owner: Priya Raman.", set()),
        ("**Quarn** cuts stone. Owner: Priya Raman.", {("Quarn", "OWNER", "Priya Raman")}),
        ("## Quarn\n\nIt cuts stone. Owner: Priya Raman.", {("Quarn", "OWNER", "Priya Raman")}),
        ("## Quarn\n\nQuarn cuts. Owner: Priya Raman.", {("Quarn", "OWNER", "Priya Raman")}),
        ("## Quarn\n\nOwner: Priya Raman.", {("Quarn", "OWNER", "Priya Raman")}),
    ],
)
def test_a_field_at_the_end_of_a_paragraph_is_of_what_that_is_about(
    tmp_path: Path, parsed: bool, text: str, edges: set[tuple[str, str, str]]
) -> None:
    path = tmp_path / "note.md"
    path.write_text(f"# The machines of Vell\n\n{text}\n")
    found = read_by_rules(path, parsed=parsed)
    assert {edge for edge in edges_in(found) if edge[1] == "OWNER"} == edges
    assert "Priya Raman." not in names_in(found)
