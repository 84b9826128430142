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


HEAD, FARE = ("From", "To", "Fare"), ("Melby", "Osmere", "5.80")
FARES = [
    "From, To, Fare",
    "From: Melby; To: Osmere; Fare: 5.80",
    "From: Osmere; To: Melby; Fare: 5.80",
]


def row_of(cells: tuple[str, ...], role: str = "cell", tag: str = "div") -> str:
    inside = "".join(f'<{tag} role="{role}">{cell}</{tag}>' for cell in cells)
    return f'<div role="row">{inside}</div>'


@pytest.mark.parametrize("tag", ["div", "span", "li"])
@pytest.mark.parametrize("role", ["table", "grid"])
def test_a_table_that_is_one_by_its_roles_is_read_as_rows(
    tmp_path: Path, role: str, tag: str
) -> None:
    rows = row_of(FARE, tag=tag) + row_of((*FARE[1::-1], FARE[2]), tag=tag)
    head = f'<div role="rowgroup">{row_of(HEAD, "columnheader", tag)}</div>'
    assert read(tmp_path, f'<div role="{role}">{head}{rows}</div>') == FARES


def test_a_table_with_roles_besides_its_tags_is_read_once(tmp_path: Path) -> None:
    cells = "".join(f'<td role="cell">{cell}</td>' for cell in FARE)
    row = f'<tr role="row">{cells}</tr>'
    table = f'<div role="grid"><table role="table">{row * 2}</table></div>'
    assert "\n".join(read(tmp_path, table)).count("Melby") == 2


def test_a_list_with_the_role_of_a_table_and_one_cell_a_row_stays_a_list(tmp_path: Path) -> None:
    rows = "".join(f'<li role="row"><b role="gridcell">{name}</b></li>' for name in FARE)
    assert read(tmp_path, f'<ul role="grid">{rows}</ul>') == ["- Melby\n- Osmere\n- 5.80"]


@pytest.mark.parametrize(
    "unit",
    [
        "<b role=tablist>",
        "<b role=tab>",
        "<b role=tabpanel>a",
        "<b role=table>",
        "<b role=row><i role=cell>a",
    ],
)
def test_hostile_roles_take_linear_time(tmp_path: Path, unit: str) -> None:
    check_linear(lambda n: read(tmp_path, f"{TABS}<p role=grid>a{unit * n}"), 4_000)


STORY = (
    "<p>"
    + "The ferry leaves at seven and comes back at noon on each day of the week. " * 6
    + "</p>"
)


@pytest.mark.parametrize(
    ("strip", "stays"),
    [
        ('<div class="topbar"><span>Help</span> <span>EN | DE</span></div>', False),
        ('<div class="footer">Umber Ferries, line 0555 0148, Mon–Fri | Terms</div>', False),
        ('<div class="site-footer">© 2026 Umber Ferries</div>', False),
        ('<div class="footer">Call us: 0555 0148</div>', True),
        ('<div class="footer">Dogs travel free. They need a lead.</div>', True),
        ('<div class="fares">Adults 4 | Children 2</div>', True),
    ],
)
def test_a_foot_or_top_bar_of_short_things_is_no_text(
    tmp_path: Path, strip: str, stays: bool
) -> None:
    path = tmp_path / "a.html"
    path.write_text(f"<html><body><h1>Ferry</h1>{STORY}{strip}</body></html>")
    [document] = read_path(path)
    assert isinstance(document, Document)
    assert (
        document.text.startswith("Ferry\n\nThe ferry") and document.text.count("\n\n") == 1 + stays
    )
