"""What was said wrongly is one statement with what is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.growth import check_linear
from tests.support.rules import read_by_rules, statements_in

BEFORE = "The harbour board met on Monday and heard from the engineers about the pier.\n\n"


def _statements(folder: Path, text: str, name: str = "a.txt") -> list[str]:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return [statement.text for statement in statements_in(read_by_rules(path))]


@pytest.mark.parametrize(
    "text",
    [
        "Correction: The Mercury reported that 38 people were aboard. The correct figure is 41.",
        "Correction (12 May): We said the mast was 40 m high. It is 14 m high.",
        "We reported that 38 people were aboard. The correct figure is 41.",
        "An earlier version of this page gave the height as 4 m. It is 3.4 m.",
        "Korrektur: Wir schrieben, an Bord seien 38 Menschen gewesen. Richtig ist 41.",
        "Rectificatif : Nous avons écrit que 38 personnes étaient à bord. Ils étaient 41.",
        "Fe de erratas: Dijimos que había 38 personas a bordo. La cifra correcta es 41.",
    ],
)
def test_what_was_wrong_and_what_is_right_are_one_statement(tmp_path: Path, text: str) -> None:
    assert text in _statements(tmp_path, BEFORE + text + "\n")


def test_each_wrong_sentence_below_a_heading_of_corrections_has_what_is_right(
    tmp_path: Path,
) -> None:
    text = (
        "# Corrections\n\n**Budget.** A chart gave the cost as £4 million. The contract is for £5 "
        "million. We also said that the tug was the Ironsides. It was the Old Bess.\n\n"
        "**Chess.** Move 31 was printed as Rd7. White played Rd1.\n"
    )
    assert _statements(tmp_path, text, "a.md") == [
        "**Budget.** A chart gave the cost as £4 million. The contract is for £5 million.",
        "We also said that the tug was the Ironsides. It was the Old Bess.",
        "**Chess.** Move 31 was printed as Rd7. White played Rd1.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "She said that 38 people were aboard. The ferry sailed at noon.",
        "He was wrongly blamed for the leak. The pump was old.",
        "Correction of the lamp takes a day. The crew said that it rained.",
        "UPDATE: The road is open again. The bridge is closed until Monday.",
    ],
)
def test_what_corrects_nothing_stays_apart(tmp_path: Path, text: str) -> None:
    assert len(_statements(tmp_path, text + "\n")) == 2


def test_a_paragraph_of_corrections_is_read_in_linear_time(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"

    def work(times: int) -> None:
        path.write_text("Correction: " + "We said it was red. It is blue. " * times)
        read_by_rules(path)

    check_linear(work, 800)
