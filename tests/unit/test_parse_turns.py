"""Whose words the lines of a hearing, a chat and a diary are."""

from __future__ import annotations

import pytest

from graphrag_neo4j.extract.parse.pipeline import Pipeline
from graphrag_neo4j.extract.parse.turns import turns_of
from tests.support.growth import check_linear
from tests.support.parsing import facts_of

Said = tuple[str, str, str]


def _facts(parser: Pipeline, text: str) -> set[Said]:
    return {(f.subject, f.predicate, f.object) for f in facts_of(parser, text)}


@pytest.mark.parametrize(("asks", "answers"), [("Q.", "A."), ("Q  ", "A  "), ("**Q.**", "**A.**")])
def test_what_a_witness_answers_is_not_said_by_counsel(
    parser: Pipeline, asks: str, answers: str
) -> None:
    hearing = (
        "MS BRANT: I call Mr Oduya.\n"
        f"{asks} Did you see the ferry?\n{answers} I saw a light. I sold my boat.\n"
        f"{asks} Who paid?\n{answers} I paid Tilda in cash.\n"
        "MS BRANT: I have two letters.\n"
    )
    facts = _facts(parser, hearing)
    assert {said[1:] for said in facts if said[0] == "BRANT"} == {
        ("call", "Oduya"),
        ("have", "two letters"),
    }


def test_a_line_that_begins_with_an_article_goes_on_in_its_turn(parser: Pipeline) -> None:
    talk = "Ann Hale: I sold the boat and\nA man from Velmar took it. I kept the oars.\n"
    facts = _facts(parser, f"{talk}Bob Ost: Fine.\nAnn Hale: I kept the sail, too.\n")
    assert ("Ann Hale", "kept", "the oars") in facts


@pytest.mark.parametrize("name", ["Ilka", "~ Ilka", "Ilka 🌸", "Ilka (Work)"])
@pytest.mark.parametrize("half", ["PM", "p. m.", "م"])
def test_i_is_who_writes_whatever_the_name_and_the_clock_look_like(
    parser: Pipeline, name: str, half: str
) -> None:
    chat = f"[3/2/24, 9:14:07 {half}] {name}: I sold the boat\n"
    chat += f"[3/2/24, 9:16:22 {half}] Max Orr: you kept the oars\n"
    assert _facts(parser, chat) == {("Ilka", "sold", "the boat"), ("Ilka", "kept", "the oars")}


def test_a_number_that_writes_does_nothing_itself(parser: Pipeline) -> None:
    chat = "5/9/23, 9:14 PM - +44 7700 900123: I sold the boat\n"
    chat += "5/9/23, 9:16 PM - Max Orr: I kept the oars\n"
    assert _facts(parser, chat) == {("Max Orr", "kept", "the oars")}


_DIARY = [
    "12 April{}Dad fell off the ladder.",
    "3 May{}Leah failed the test.",
    "5 May{}Mr Tarn sold his plums.",
    "9 May{}He bought a boat. Mum laughed.",
]


def _diary(head: str, between: str) -> str:
    return between.join(_DIARY).format(*[head] * len(_DIARY))


@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_the_date_of_an_entry_is_no_part_of_a_name(parser: Pipeline, between: str) -> None:
    facts = _facts(parser, _diary("\n", between))
    assert ("Leah", "failed", "the test") in facts
    assert not [said for said in facts if "May" in said[0] or "April" in said[0]]


@pytest.mark.parametrize("head", ["\n", ". "])
def test_he_is_nobody_of_the_entry_of_another_day(parser: Pipeline, head: str) -> None:
    facts = _facts(parser, _diary(head, "\n\n"))
    assert ("Tarn", "sold", "his plums") in facts
    assert ("Tarn", "bought", "a boat") not in facts


def test_he_is_who_was_named_before_in_the_same_entry(parser: Pipeline) -> None:
    text = "5 May\nMr Tarn sold his plums. He bought a boat.\n\n9 May\nMum laughed."
    assert ("Tarn", "bought", "a boat") in _facts(parser, text)


def test_a_date_within_a_sentence_begins_no_entry(parser: Pipeline) -> None:
    text = "Mr Tarn was born on\n5 May 1950\nand left on\n3 June 1971\nfor Velmar."
    text += " He bought a boat."
    assert ("Tarn", "bought", "a boat") in _facts(parser, text)


def test_an_order_is_not_done_by_who_gives_it(parser: Pipeline) -> None:
    talk = "Ffion: can we do july\nNell: quit smoking\nFfion: sold the boat to Ann Berg\n"
    talk += "Nell: cut the lettuce please\nFfion: Old members keep the price, write to us.\n"
    facts = _facts(parser, talk)
    assert not [said for said in facts if said[0] == "Nell" or said[1] == "write"]
    assert ("Ffion", "sold boat to", "Ann Berg") in facts
    assert ("Old members", "keep", "the price") in facts


def test_what_a_comma_lists_is_no_order(parser: Pipeline) -> None:
    facts = _facts(parser, "Farmers keep hens, sell eggs and bake bread.")
    assert {("keep", "hens"), ("sell", "eggs"), ("bake", "bread")} == {said[1:] for said in facts}


def test_who_speaks_is_no_part_of_what_is_spoken_of(parser: Pipeline) -> None:
    talk = "Al: studio is booked for July\nEd: van is in Leeds\nAl: dinner is at six\nEd: ok then\n"
    assert {said[0] for said in _facts(parser, talk)} == {"studio", "van", "dinner"}


def test_i_is_who_speaks_in_a_play(parser: Pipeline) -> None:
    play = "ILKA. I sold the boat.\n\nOLD BEN. You kept the oars.\n\n"
    play += "ILKA. (rising) I burnt the oars.\n\nOLD BEN. Then I own the sail.\n"
    assert {
        ("ILKA", "sold", "the boat"),
        ("ILKA", "burnt", "the oars"),
        ("OLD BEN", "own", "the sail"),
    } <= _facts(parser, play)


def test_labels_in_capitals_that_speak_of_nobody_are_no_players(parser: Pipeline) -> None:
    manual = "WARNING. The pump burns hands.\n\nNOTE. I sold the boat.\n\n"
    manual += "WARNING. The valve leaks oil.\n\nNOTE. The sail is red.\n"
    assert not {said for said in _facts(parser, manual) if said[0] in ("NOTE", "WARNING")}


@pytest.mark.parametrize("part", ["AB ", "A", "AB. I \n", "A-", "\nAB "])
def test_plays_are_looked_for_in_linear_time(part: str) -> None:
    check_linear(lambda n: turns_of(part * n, []), 200_000 // len(part))


def test_he_and_she_are_neither_of_two_who_talk(parser: Pipeline) -> None:
    talk = "Wilma: It came by post\nOrla: I painted the boat\nWilma: She has got a long nose\n"
    facts = _facts(parser, f"{talk}Orla: I kept the oars\nWilma: good\nOrla: fine\n")
    assert facts == {("Orla", "painted", "the boat"), ("Orla", "kept", "the oars")}


def test_whom_a_turn_itself_names_may_be_she(parser: Pipeline) -> None:
    talk = "HOST: Rosa Hill is our guest. She sold her boat.\nROSA HILL: I kept the oars.\n"
    facts = _facts(parser, f"{talk}HOST: I sail.\nROSA HILL: I row.\nHOST: Good.\n")
    assert ("ROSA HILL", "sold", "her boat") in facts


@pytest.mark.parametrize("asked", ["are you at home", "did you sell the boat", "have you the key"])
def test_who_is_called_before_a_question_does_nothing(parser: Pipeline, asked: str) -> None:
    chat = f"12/03/2024, 18:16 - Wilma: Orla {asked}\n12/03/2024, 18:17 - Orla: I kept the oars\n"
    assert _facts(parser, chat) == {("Orla", "kept", "the oars")}


def test_another_whom_a_list_has_beside_me_is_not_me(parser: Pipeline) -> None:
    chat = "12/03/2024, 18:16 - Wilma: Agnes sold her boat. {}\n12/03/2024, 18:17 - Max Orr: fine\n"
    assert ("Wilma", "is mother of", "Agnes") in _facts(parser, chat.format("I, her mother, row."))
    listed = _facts(parser, chat.format("Me on Mondays, her mother on the other two."))
    assert listed == {("Agnes", "sold", "her boat")}


def test_two_whose_names_an_and_joins_are_not_she(parser: Pipeline) -> None:
    facts = _facts(parser, "Anna & Peter sold the boat. She kept the oars.")
    assert facts == {("Anna & Peter", "sold", "the boat")}
