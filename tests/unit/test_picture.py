"""A picture's file, without a browser."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from graphrag_neo4j.cli import cli
from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.visualization import Node, Picture
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
