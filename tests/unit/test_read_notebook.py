"""What the cells of a notebook print, and the code that prints it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.growth import check_linear
from tests.support.rules import read_by_rules, statements_in


def stated(folder: Path, source: str, printed: str) -> list[str]:
    """The statements of a notebook of one cell of code and its result."""
    output = {"output_type": "execute_result", "data": {"text/plain": printed}}
    cell = {"cell_type": "code", "source": source, "outputs": [output]}
    path = folder / "a.ipynb"
    path.write_text(json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4}))
    return [statement.text for statement in statements_in(read_by_rules(path))]


@pytest.mark.parametrize("printed", ["120.528", "(6, 4)", "True", "97 %"])
def test_a_short_output_is_stated_with_the_line_of_code_above_it(
    tmp_path: Path, printed: str
) -> None:
    code = "k = k_factor(48211)\nprint(round(k, 3))  "
    assert f"print(round(k, 3)) -> {printed}" in stated(tmp_path, code, f"{printed}\n")


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("frame.groupby(\n    'site',\n).size()\n# as above", "frame.groupby( 'site', ).size()"),
        ("for one in found:\n    print(one.k)", "for one in found: print(one.k)"),
    ],
)
def test_the_code_of_an_output_is_a_whole_statement(tmp_path: Path, code: str, line: str) -> None:
    assert f"{line} -> 4120" in stated(tmp_path, code, "4120")


def test_several_numbers_are_stated_with_the_code_that_printed_them(tmp_path: Path) -> None:
    assert "drift[:3] ->\n0.12\n0.2\n0.41" in stated(tmp_path, "drift[:3]", "0.12\n0.2\n0.41")


def test_a_longer_output_with_words_stands_alone(tmp_path: Path) -> None:
    assert "price 12.4\nsold 88.0" in stated(tmp_path, "df.mean()", "price 12.4\nsold 88.0")


def test_the_code_of_an_output_is_found_in_time_in_proportion_to_it(tmp_path: Path) -> None:
    check_linear(lambda n: stated(tmp_path, "f(\n" + " 1,\n" * n + ")", "3"), 2_000)
