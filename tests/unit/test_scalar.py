"""Metadata as Neo4j and JSON can say it."""

from __future__ import annotations

import json
import uuid
from datetime import date, datetime
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.readers.content import scalar


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (date(2020, 1, 2), "2020-01-02"),
        (datetime(2020, 1, 2, 3, 4), "2020-01-02T03:04:00"),
        (np.int64(4), 4),
        (np.float32(0.5), 0.5),
        (Decimal("1.10"), "1.10"),
        (float("nan"), "nan"),
        (float("-inf"), "-inf"),
        (2**63, str(2**63)),
        (-(2**63), -(2**63)),
        (True, True),
        (["a", 1], '["a", 1]'),
        ({"a": date(2020, 1, 2)}, '{"a": "2020-01-02"}'),
        (uuid.UUID(int=1), "00000000-0000-0000-0000-000000000001"),
    ],
)
def test_values_are_stored_as_somebody_would_ask_for_them(value: object, expected: object) -> None:
    stored = scalar(value)
    assert stored == expected and type(stored) is type(expected)


@given(st.one_of(st.integers(), st.floats(), st.text(), st.booleans(), st.dates()))
def test_every_value_is_valid_json(value: object) -> None:
    json.dumps(scalar(value), allow_nan=False)
