"""What the Cypher console shows of large values: cut, with a mark, within a size."""

from __future__ import annotations

import json

import pytest

from graphrag_neo4j.serve.console_values import (
    MAX_CHARACTERS,
    MAX_INTEGER,
    MAX_ITEMS,
    MAX_SIZE,
    ShortValues,
)


def test_short_values_are_shown_as_they_are() -> None:
    row = [1, "Ada", None, True, 2.5, [1, "b"], {"a": [None]}, float("inf")]
    assert ShortValues().row(row) == (1, "Ada", None, True, 2.5, [1, "b"], {"a": [None]}, "inf")


@pytest.mark.parametrize("sign", [1, -1])
def test_an_integer_that_json_readers_would_round_is_a_text(sign: int) -> None:
    safe, large = sign * MAX_INTEGER, sign * (2**53 + 1)
    assert ShortValues().row([safe, large, [large]]) == (safe, str(large), [str(large)])


def test_long_lists_texts_and_maps_are_cut_with_a_mark() -> None:
    items, text, pairs, data, vector = ShortValues().row(
        [
            list(range(MAX_ITEMS + 5)),
            "a" * (MAX_CHARACTERS + 7),
            {f"k{i}": i for i in range(MAX_ITEMS + 2)},
            bytes(70_000),
            [0.5] * 384,
        ]
    )
    assert items == [*range(MAX_ITEMS), "… 5 more"]
    assert text == "a" * MAX_CHARACTERS + "… 7 more characters"
    assert len(pairs) == MAX_ITEMS + 1 and pairs["…"] == "2 more"
    assert data == "[70000 bytes]"
    assert vector == "[384 numbers]"


def test_lists_of_lists_of_lists_fill_a_table_and_no_more() -> None:
    inner = list(range(900))
    values = ShortValues()
    [shown] = values.row([[[inner] * 900] * 900])
    assert values.is_full
    assert len(json.dumps(shown)) < 2 * MAX_SIZE
    assert str(shown[-1]).endswith(" more")


def test_texts_count_by_their_characters() -> None:
    values, rows = ShortValues(), 0
    while not values.is_full:
        rows += 1
        values.row(["a" * MAX_CHARACTERS])
    assert MAX_SIZE // MAX_CHARACTERS - 1 <= rows <= MAX_SIZE // MAX_CHARACTERS
