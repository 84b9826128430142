"""What a page says by ARIA roles."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from tests.support.growth import check_linear

TABS = '<ul role="tablist"><li role="tab">Linux</li><li role="tab">Windows</li></ul>'
PANELS = (
    '<div role="tabpanel"><pre>qs backup</pre></div>'
    '<div role="tabpanel" hidden><pre>qs.exe backup</pre></div>'
)
NAMED = ["Linux:", "qs backup", "Windows:", "qs.exe backup"]


def read(tmp_path: Path, body: str) -> list[str]:
    path = tmp_path / "page.html"
    path.write_text(f"<html><body><h1>Backup</h1>{body}</body></html>", encoding="utf-8")
    (document,) = read_path(path)
    assert isinstance(document, Document)
    return document.text.split("\n\n")[1:]


@pytest.mark.parametrize(
    "tabs",
    [
        TABS,
        TABS.replace("li ", "button ").replace("/li", "/button").replace("ul", "div"),
        TABS.replace(">Linux<", "><a href='#l'><b>Linux</b></a><"),
    ],
)
def test_what_a_tab_shows_is_read_below_its_name_also_if_it_is_hidden(
    tmp_path: Path, tabs: str
) -> None:
    assert read(tmp_path, tabs + PANELS) == NAMED


def test_panels_within_the_row_of_tabs_stay(tmp_path: Path) -> None:
    row = (
        '<div role="tablist"><h3><button role="tab">Linux</button></h3>'
        '<div role="tabpanel"><pre>qs backup</pre></div><h3><button role="tab">Windows</button>'
        '</h3><div role="tabpanel" hidden><pre>qs.exe backup</pre></div></div>'
    )
    assert read(tmp_path, row) == NAMED


def test_a_row_of_tabs_within_a_panel_names_its_own_panels(tmp_path: Path) -> None:
    outer = '<div role="tablist"><b role="tab">Write</b><b role="tab">Read</b></div>'
    first, second = (f'<div role="tabpanel">{said}</div>' for said in (TABS + PANELS, "qs read"))
    assert read(tmp_path, outer + first + second) == ["Write:", *NAMED, "Read:", "qs read"]


def test_a_panel_that_begins_with_its_name_is_not_named_twice(tmp_path: Path) -> None:
    panels = PANELS.replace("<pre>qs ", "<h2>Linux</h2><pre>qs ")
    assert read(tmp_path, TABS + panels) == ["Linux", *NAMED[1:]]


def test_names_of_tabs_stay_where_what_they_show_is_not_in_the_page(tmp_path: Path) -> None:
    shown = PANELS.partition("</div>")[0] + "</div>"
    assert read(tmp_path, TABS + shown) == ["- Linux\n- Windows", "qs backup"]


def test_other_parts_that_are_hidden_are_left_out(tmp_path: Path) -> None:
    assert read(tmp_path, "<p>Shown.</p><div hidden>Not shown.</div>") == ["Shown."]


@pytest.mark.parametrize("unit", ["<b role=tablist>", "<b role=tab>", "<b role=tabpanel>a"])
def test_hostile_roles_take_linear_time(tmp_path: Path, unit: str) -> None:
    check_linear(lambda n: read(tmp_path, f"{TABS}<p>a</p>{unit * n}"), 4_000)
