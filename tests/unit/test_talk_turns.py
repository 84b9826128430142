"""What is said in short turns: interjections, answers that are denied, genitives without a noun,
and what became of a motion."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.rules import names_in, read_by_rules, statements_in

TALK = """\
Merle: Do you come on Saturday?
Jorun: {}
Merle: I see. I saw Wilhelm with you.
Jorun: You did. My cat likes him.
Merle: So do I.
"""


def read(folder: Path, text: str) -> tuple[set[str], set[tuple[str, str, str]]]:
    (folder / "a.txt").write_text(text, encoding="utf-8")
    found = read_by_rules(folder / "a.txt", parsed=True)
    facts = [fact for one in statements_in(found) for fact in one.facts]
    return names_in(found), {(f.subject, f.relation_type, f.object) for f in facts}


@pytest.mark.parametrize(
    "said",
    ["Aww, poor you.", "Hm. I like it.", "Hahaha, that is old.", "Ohhh!", "Chaos. I am late.",
     "Juhu, ich bin da.", "Marmalade."],
)  # fmt: skip
def test_what_only_begins_a_turn_names_nothing(tmp_path: Path, said: str) -> None:
    names, _ = read(tmp_path, TALK.format(said))
    assert names <= {"Merle", "Jorun", "Wilhelm"}


def test_a_word_alone_is_a_name_where_the_talk_has_it_within_a_sentence(tmp_path: Path) -> None:
    names, _ = read(tmp_path, TALK.format("Tolvic. After lunch.") + "Jorun: We left Tolvic.\n")
    assert "Tolvic" in names


@pytest.mark.parametrize(
    "said",
    ["Can't, I've got an interview.", "Can't though, I've got an interview."],
)  # fmt: skip
def test_an_answer_that_is_denied_denies_nothing_behind_it(tmp_path: Path, said: str) -> None:
    _, facts = read(tmp_path, TALK.format(said))
    assert ("Jorun", "GET", "an interview") in facts or ("Jorun", "GETS", "an interview") in facts


def test_what_is_denied_of_its_own_subject_stays_denied(tmp_path: Path) -> None:
    _, facts = read(tmp_path, TALK.format("No, Wilhelm didn't buy the boat."))
    assert ("Wilhelm", "NOT_BUY", "the boat") in facts


def test_a_genitive_without_its_noun_is_not_its_owner(tmp_path: Path) -> None:
    _, facts = read(tmp_path, TALK.format("Wilhelm's is better."))
    assert not any(subject == "Wilhelm" for subject, _, _ in facts)


@pytest.mark.parametrize(
    ("motion", "decision"),
    [
        ("Motion (Moll, seconded by Berg): that the rack be ordered.", "Defeated, 2 to 3."),
        ("It was moved that the hall be painted.", "Carried unanimously."),
        ("Herr Moll beantragt, den Saal zu streichen.", "Einstimmig angenommen."),
    ],
)  # fmt: skip
def test_what_became_of_a_motion_is_read_with_it(
    tmp_path: Path, motion: str, decision: str
) -> None:
    (tmp_path / "a.txt").write_text(f"The board met at noon.\n\n{motion} {decision}\n", "utf-8")
    found = statements_in(read_by_rules(tmp_path / "a.txt", parsed=True))
    told = next(one for one in found if one.text == decision)
    assert told.resolved == f"{motion} {decision}"


def test_an_action_item_says_who_is_to_do_what(tmp_path: Path) -> None:
    items = "- Berg: order the rack, by 30 June\n- Ada Moll: paint the hall by Friday.\n"
    _, facts = read(tmp_path, f"Action items\n\n{items}- Note: order lamps by Friday\n")
    assert facts == {
        ("Berg", "IS_TO_ORDER", "the rack, by 30 June"),
        ("Ada Moll", "IS_TO_PAINT", "the hall by Friday"),
    }


def test_what_somebody_is_asked_in_a_talk_is_no_action_item(tmp_path: Path) -> None:
    _, facts = read(tmp_path, TALK.format("bring the boat by Friday"))
    assert not any(type_.startswith("IS_TO") for _, type_, _ in facts)
