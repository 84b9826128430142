"""A picture's file, without a browser."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from graphrag_neo4j import visualization
from graphrag_neo4j.cli import cli
from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.visualization import N_COLOURS, Node, Picture
from tests.support.hostile_names import HOSTILE


def embedded(page: str) -> Any:
    found = re.search(r'id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def test_data_cannot_leave_their_element() -> None:
    nodes = tuple(Node(str(i), name, name, 1, ((name, name),)) for i, name in enumerate(HOSTILE))
    page = Picture(HOSTILE[0], nodes).html()
    assert page.count("<script") == Picture("").html().count("<script")
    assert "\u2028" not in page
    assert [node["name"] for node in embedded(page)["nodes"]][:5] == HOSTILE[:5]
    assert not re.search(r"https?://(?!www\.w3\.org/)", page)  # nothing is fetched


def test_a_file_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        Picture("x").save(tmp_path)
    Picture("x").save(str(tmp_path / "x.html"))
    assert (tmp_path / "x.html").is_file()


def test_show_wants_a_question_or_communities() -> None:
    for arguments in (["show"], ["show", "Anna", "--communities"]):
        assert CliRunner().invoke(cli, arguments).exit_code == 2


def test_a_type_has_one_colour_in_every_picture() -> None:
    kinds = ("PERSON", "ORGANIZATION", "LOCATION", "PRODUCT", "EVENT", "WORK", "CONCEPT", "CODE")
    alone = {kind: embedded(Picture("", (Node("1", "a", kind),)).html()) for kind in kinds}
    colours = {kind: page["nodes"][0]["colour"] for kind, page in alone.items()}
    assert len(set(colours.values())) == len(kinds)
    own = [Node(str(n), "a", f"OWN {n}") for n in range(40)]
    assert {node.colour for node in own} <= set(range(N_COLOURS)) - set(colours.values())
    assert [Node("1", "a", "OWN 7").colour, colours["PERSON"]] == [own[7].colour, 0]


@pytest.mark.parametrize(
    ("page", "names"),
    [("data/picture.html", ["COLOURS"]), ("serve/page/graph_view.js", ["LIGHT", "DARK"])],
)
def test_a_page_has_as_many_colours_as_are_given_out(page: str, names: list[str]) -> None:
    text = (Path(visualization.__file__).parent / page).read_text("utf-8")
    for name in names:
        (palette,) = re.findall(rf"const {name} = \[(.*?)\]", text, re.DOTALL)
        assert len(set(re.findall(r'"(#\w{6})"', palette))) == N_COLOURS
