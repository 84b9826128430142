"""Fields below a heading, and who does what for the name before a colon."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.extract.parse.pipeline import Pipeline
from graphrag_neo4j.extract.rules.head_fields import HeadFields
from graphrag_neo4j.model import Document, Heading
from tests.support.growth import check_linear
from tests.support.rules import edges_in, names_in, read_by_rules

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
