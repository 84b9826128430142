"""Words that a text writes as code are names."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.extract.rules.codes import is_parted
from tests.support.growth import check_linear
from tests.support.rules import edges_in, names_in, read_by_rules, types_in

PARSED = pytest.mark.parametrize("parsed", [False, True])


@PARSED
def test_identifiers_in_backticks_are_entities(tmp_path: Path, parsed: bool) -> None:
    path = tmp_path / "note.md"
    path.write_text(
        "# Notes\n\nThe router runs `dnsmasq`. Copies go to `family-nas` on `user.created`.\n"
        "The limit is in `queue_limits.yaml`. Then family-nas is full.\n"
    )
    found = read_by_rules(path, parsed=parsed)
    expected = {"dnsmasq": "CODE", "family-nas": "CODE", "user.created": "CODE"}
    assert expected | {"queue_limits.yaml": "FILE"} == {
        name: type_ for name, type_ in types_in(found).items() if name != "Notes"
    }


@PARSED
def test_words_keywords_and_units_in_backticks_are_no_entities(
    tmp_path: Path, parsed: bool
) -> None:
    path = tmp_path / "note.md"
    path.write_text("# Notes\n\nThe `value` is `true`, not `null`, in `km/h`, as of `v1.2`.\n")
    assert names_in(read_by_rules(path, parsed=parsed)) <= {"Notes"}


@PARSED
def test_identifiers_in_a_table_are_joined_and_known_in_prose(tmp_path: Path, parsed: bool) -> None:
    path = tmp_path / "note.md"
    path.write_text(
        "# Notes\n\n| Service | Owner | Depends on |\n|---|---|---|\n"
        "| ledger-sync | Ann Berg | auth-gate |\n| auth-gate | Ann Berg | |\n\n"
        "Yesterday ledger-sync was slow.\n"
    )
    found = read_by_rules(path, parsed=parsed)
    assert edges_in(found) == {
        ("ledger-sync", "OWNER", "Ann Berg"),
        ("ledger-sync", "DEPENDS_ON", "auth-gate"),
        ("auth-gate", "OWNER", "Ann Berg"),
    }
    assert types_in(found)["ledger-sync"] == "SERVICE"
    said = [s for chunk in found for topic in chunk.topics for s in topic.statements]
    assert [s.mentions for s in said if s.text.startswith("Yesterday")] == [("ledger-sync",)]


def test_parts_are_told_in_time_in_proportion_to_a_word() -> None:
    check_linear(lambda n: is_parted("a-" * n), 100_000)
    check_linear(lambda n: is_parted("a" * n), 100_000)
