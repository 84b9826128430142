"""The measure by which other tests tell linear work from quadratic."""

from __future__ import annotations

import pytest

from tests.support.growth import check_linear


def test_linear_work_passes_and_quadratic_work_fails() -> None:
    check_linear(lambda n: sum(range(1_000 * n)), 12_000)
    with pytest.raises(AssertionError, match="takes"):
        check_linear(lambda n: [sum(range(n)) for _ in range(n)], 8_000)
