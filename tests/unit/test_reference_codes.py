"""Codes behind "Ref" and the like."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.rules import names_in, read_by_rules


@pytest.mark.parametrize("parsed", [False, True])
def test_a_code_is_the_same_with_and_without_ref_before_it(tmp_path: Path, parsed: bool) -> None:
    path = tmp_path / "night.txt"
    path.write_text(
        "Ref KX-250309-0188     Issued 09/03/2025 11:30\n\n"
        "The mill in Orton was broken into at night, as Ref KX-250309-0188 says.\n\n"
        "Two men were charged in connection with ref KX-250309-0188.\n"
    )
    found = names_in(read_by_rules(path, parsed=parsed))
    assert {name for name in found if "KX" in name or "Ref" in name} == {"KX-250309-0188"}
