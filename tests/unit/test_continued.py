"""Sentences without a subject of their own are read with the one before them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.rules import read_by_rules, statements_in


def _readings(folder: Path, text: str) -> dict[str, str]:
    path = folder / "a.txt"
    path.write_text(text, encoding="utf-8")
    return {s.text: s.resolved or s.text for s in statements_in(read_by_rules(path))}


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("A load pulse wakes up the battery in the meter.", "Ten milliamps for two seconds."),
        ("We counted the seals on the bank twice this year.", "The correct figure is 41."),
        ("The clock was built in 1819 by a clockmaker.", "His name was Jabez."),
        ("The kelp stops growing in August.", "Because of the heat."),
        ("The kelp stops growing in August.", "Not because of the light."),
        ("Ein Impuls weckt die Batterie im Zähler auf.", "Zehn Milliampere für zwei Sekunden."),
        ("Die Uhr wurde 1819 von einem Uhrmacher gebaut.", "Sein Name war Jabez."),
        ("Una descarga despierta la batería del contador.", "Diez miliamperios, dos segundos."),
        ("L'horloge fut construite en 1819 à Melby.", "Environ deux mètres de haut."),
    ],
)
def test_a_sentence_without_a_subject_is_read_with_the_one_before(
    tmp_path: Path, before: str, said: str
) -> None:
    assert _readings(tmp_path, f"{before} {said}\n")[said] == f"{before} {said}"


@pytest.mark.parametrize(
    "text",
    [
        "The pump runs at night. The valve opens at six in the morning.",
        "The pump runs at night.\n\nTen milliamps for two seconds.",
        "The ferry ran aground at noon. Two men died on board.",
        "The pump runs at night. Just tell me what works for you.",
        "Die Pumpe läuft nachts. Das Ventil öffnet um sechs Uhr am Morgen.",
    ],
)
def test_other_sentences_are_read_alone(tmp_path: Path, text: str) -> None:
    assert all(said == reading for said, reading in _readings(tmp_path, text).items())


def test_a_pronoun_that_is_known_needs_no_sentence_before(tmp_path: Path) -> None:
    found = _readings(tmp_path, "Mary Orr was an engineer. Her name is on the bridge.\n")
    assert found["Her name is on the bridge."] == "Mary Orr's name is on the bridge."
