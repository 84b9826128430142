"""In which order statements are shown: no server needed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from graphrag_neo4j.retrieve.candidates.pool import Candidate
from graphrag_neo4j.retrieve.grouping import group
from graphrag_neo4j.retrieve.options import RetrieverOptions
from graphrag_neo4j.retrieve.question.kind import is_yes_no, wanted
from graphrag_neo4j.retrieve.ranking.fit import fits
from graphrag_neo4j.retrieve.ranking.other_words import in_other_words
from graphrag_neo4j.retrieve.ranking.statements import evidence
from graphrag_neo4j.text.questions import asks
from tests.support.ranking import rank


def said(*texts: str, near: dict[str, float], gap: int = 3) -> list[dict[str, Any]]:
    """One chunk with these statements, ``gap`` characters between them."""
    rows, start = [], 0
    for text in texts:
        row = {"id": text, "text": text, "words": text, "near": near.get(text, 0.5), "facts": []}
        row |= {"topic": "t", "topic_id": "t"}
        rows.append({**row, "named": None, "start": start, "end": start + len(text), "place": None})
        start += len(text) + gap
    source = {"id": "t", "title": "t", "uri": "mem:t"}
    return [{"chunk": "c", "section": None, "statements": rows, "source": source}]


def shown(rows: list[dict[str, Any]]) -> list[str]:
    return [item.text for item in rank("q", rows, {"c": 1.0}, by_words=False)]


def best_two(question: str, near: dict[str, float]) -> tuple[str, str]:
    """The first two of these statements and eight others."""
    others = [f"{n} boats lay by the old harbour wall." for n in range(8)]
    rows = said(*near, *others, near={**near, **dict.fromkeys(others, 0.3)})
    first, second, *_ = rank(question, rows, {"c": 1.0}, by_words=True)
    return first.text, second.text


LIST = ("Dogs bark.", "It can write:", "red ink", "blue ink", "It has a long tail of brown hair.")


def test_a_list_stands_behind_what_announces_it() -> None:
    near = {"It can write:": 0.9, "Dogs bark.": 0.8}
    assert shown(said(*LIST, near=near))[:4] == ["It can write:", "red ink", "blue ink", LIST[-1]]


TERMS = ("The tenant may leave if", "(a) the rent is paid for every month of the year;", "(b) the")


@pytest.mark.parametrize(
    ("near", "expected"),
    [
        ({TERMS[0]: 0.9, "Dogs bark.": 0.8}, [*TERMS, "Dogs bark."]),
        ({TERMS[2]: 0.9, "Dogs bark.": 0.8}, [TERMS[2], TERMS[1], "Dogs bark.", TERMS[0]]),
    ],
    ids=["its head is best", "an item is best"],
)
def test_a_sentence_that_goes_on_over_items_is_given_as_a_whole(
    near: dict[str, float], expected: list[str]
) -> None:
    rows = said("Dogs bark.", *TERMS, near=near)
    for row in rows[0]["statements"][2:]:
        row["words"] = f"{TERMS[0]} {row['text']}"
    assert shown(rows) == expected


def test_the_others_of_a_list_are_not_lifted_behind_its_best_item() -> None:
    rows = said("Dogs bark.", "We sell:", "tea", "rope", near={"rope": 0.9, "Dogs bark.": 0.8})
    for row in rows[0]["statements"][2:]:
        row["words"] = f"We sell: {row['text']}"
    assert shown(rows)[:2] == ["rope", "Dogs bark."]


@pytest.mark.parametrize("mark", ["", "> "])
def test_what_a_mail_program_says_of_a_quotation_announces_no_list(mark: str) -> None:
    above = f"{mark}On 3 May 2024 at 09:30, Ann Berg <ann@x.example> wrote:"
    texts = ("Dogs bark.", above, "> Hello Bo.", "> It was cold.", "They bark at the moon.")
    near = {above: 0.9, "Dogs bark.": 0.8, texts[-1]: 0.7}
    assert shown(said(*texts, near=near))[:2] == [above, "Dogs bark."]


def test_a_lead_is_all_that_stands_above_its_items() -> None:
    rows = said("Dogs bark.", "No", "None of it is sold.", near={"No": 0.9, "Dogs bark.": 0.8})
    rows[0]["statements"][2]["words"] = "Not to be had: None of it is sold."
    assert shown(rows)[:2] == ["No", "Dogs bark."]


STEPS = ("1. Open the valve.", "It is red.", "2. Lower the bucket.", "3. Close the valve.")


@pytest.mark.parametrize("question", ["how do we fill the trough", "steps for filling the trough"])
def test_who_asks_how_reads_the_steps_in_their_order(question: str) -> None:
    near = {STEPS[3]: 0.9, STEPS[0]: 0.7, STEPS[2]: 0.3}
    found = rank(question, said(*STEPS, near=near), {"c": 1.0}, by_words=False)
    assert [one.text for one in found][:3] == [STEPS[0], STEPS[2], STEPS[3]]


@pytest.mark.parametrize("gap", [3, 20], ids=["blanks", "the fence of a block of code"])
def test_a_step_stands_with_what_it_announces(gap: int) -> None:
    steps = ("1. Open the valve:", "valve --open 2", "2. Lower the bucket.", "3. Close the valve.")
    for nearness in (0.1, 0.95):
        near = {steps[3]: 0.9, steps[0]: 0.7, steps[2]: 0.3, steps[1]: nearness}
        rows = said(*steps, near=near, gap=gap)
        found = rank("how do we fill the trough", rows, {"c": 1.0}, by_words=False)
        assert [one.text for one in found] == list(steps)


def test_who_asks_for_one_thing_reads_the_nearest_step_first() -> None:
    near = {STEPS[3]: 0.9, STEPS[0]: 0.7, STEPS[2]: 0.3}
    found = rank("who closes the valve", said(*STEPS, near=near), {"c": 1.0}, by_words=False)
    assert found[0].text == STEPS[3]


@pytest.mark.parametrize(
    "steps",
    [
        ("2. Open the valve.", "3. Lower the bucket."),
        ("1. Open the valve.", "3. Lower the bucket."),
        tuple(f"{n}. The valve of room {n}." for n in range(1, 15)),
    ],
    ids=["without the first", "one left out", "sections of a manual"],
)
def test_what_is_no_procedure_keeps_its_order(steps: tuple[str, ...]) -> None:
    rows = said(*steps, near={steps[-1]: 0.9, steps[0]: 0.6})
    found = rank("how do we fill the trough", rows, {"c": 1.0}, by_words=False)
    assert found[0].text == steps[-1]


def test_steps_of_which_few_are_near_stay_apart() -> None:
    others = [f"The trough of field {n} is full." for n in range(12)]
    steps = ("1. Open the valve.", "2. Lower the bucket.", "3. Close it.", "4. Fill the trough.")
    near = {steps[3]: 0.95, **dict.fromkeys(steps[:3], 0.1), **dict.fromkeys(others, 0.8)}
    rows = said(*steps, *others, near=near)
    found = rank("how do we fill the trough", rows, {"c": 1.0}, by_words=False)
    assert found[0].text == steps[3]


FILLING = ("1. Open the valve.", "2. Lower the bucket.", "3. Close it.", "4. Turn the wheel.")
FILLED = "If the trough runs over while you fill it, begin again at step 2."
OTHERS = tuple(f"Field {n} has a trough." for n in range(12))


@pytest.mark.parametrize("steps", [FILLING, tuple(step.replace(".", "", 1) for step in FILLING)])
@pytest.mark.parametrize("after", [True, False], ids=["behind", "before"])
def test_steps_follow_the_sentence_beside_them_that_has_the_words_of_the_question(
    steps: tuple[str, ...], *, after: bool
) -> None:
    texts = (*steps, FILLED, *OTHERS) if after else (*OTHERS, FILLED, *steps)
    near = {FILLED: 0.95, **dict.fromkeys(steps, 0.1), **dict.fromkeys(OTHERS, 0.8)}
    found = rank("how do we fill the trough", said(*texts, near=near), {"c": 1.0}, by_words=False)
    assert [one.text for one in found][:5] == [FILLED, *steps]


@pytest.mark.parametrize("is_elsewhere", [True, False], ids=["of another section", "far off"])
def test_steps_do_not_follow_a_sentence(*, is_elsewhere: bool) -> None:
    dull = () if is_elsewhere else ("Gates are shut.", "Hens are fed.", "Dogs sleep.")
    near = {FILLED: 0.95, **dict.fromkeys((*FILLING, *dull), 0.1), **dict.fromkeys(OTHERS, 0.8)}
    rows = said(*FILLING, *dull, FILLED, *OTHERS, near=near)
    for row in rows[0]["statements"][len(FILLING) :]:
        row["topic_id"] = "u" if is_elsewhere else "t"
    found = rank("how do we fill the trough", rows, {"c": 1.0}, by_words=False)
    assert found[0].text == FILLED
    assert found[1].text in OTHERS


@pytest.mark.parametrize(
    ("question", "header", "counts"),
    [
        ("which pump leaks", "Subject: Re: the pump leaks", False),
        ("subject of the mail on the pump", "Subject: the pump leaks", True),
        ("which pump leaks", "Date: 3 May 2024", False),
        ("when does the pump leak", "Date: 3 May 2024", True),
        ("who mends the pump", "From: Ada Berg", True),
        ("which pump leaks", "From: Ada Berg", False),
        ("which pump leaks", "Date: 3 May; Pump: north; State: leaks", True),
    ],
)
def test_a_line_of_a_header_counts_less_unless_it_is_asked_for(
    question: str, header: str, counts: bool
) -> None:
    [chunk] = said(header, near={})
    [fit] = fits(question, [(chunk, *chunk["statements"])], [0.0])
    assert (fit >= 0) is counts


def test_a_list_stays_back_where_another_statement_answers_better() -> None:
    near = {"It can write:": 0.8, "Dogs bark.": 0.9}
    assert shown(said(*LIST, near=near))[:2] == ["Dogs bark.", "It can write:"]


def test_what_stands_apart_is_not_announced() -> None:
    near = {"It can write:": 0.9, "Dogs bark.": 0.8}
    assert shown(said(*LIST, near=near, gap=40))[:2] == ["It can write:", "Dogs bark."]


def test_after_a_colon_one_long_statement_is_enough() -> None:
    long = "The first step is to stop the engine, " * 3 + "then wait."
    texts = ("Dogs bark.", "Do this:", long, "red ink")
    near = {"Do this:": 0.9, "Dogs bark.": 0.8}
    assert shown(said(*texts, near=near)) == ["Do this:", long, "Dogs bark.", "red ink"]


@pytest.mark.parametrize(
    ("question", "greeting", "answer"),
    [
        ("When did Kari move to Bergen?", "Ole: Hey Kari!", "She went to the coast in March."),
        (
            "When did Kari move to Bergen?",
            "12/05/2024, 10:31 - Ole Lund: Hey Kari!",
            "She went to the coast in March.",
        ),
        ("卡丽什么时候搬到卑尔根?", "你好卡丽!", "她三月份带着两只猫去了海边的新房子。"),
    ],
)
def test_a_greeting_stands_behind_what_tells_something(
    question: str, greeting: str, answer: str
) -> None:
    assert best_two(question, {greeting: 0.8, answer: 0.75}) == (answer, greeting)


def test_what_answers_stands_before_what_asks() -> None:
    asks = "Kari: When does the ferry to Bergen leave?"
    answers = "Ole: It leaves at nine, from the second pier."
    assert best_two("when does it leave", {asks: 0.8, answers: 0.7}) == (answers, asks)


def test_an_answer_counts_as_much_where_the_question_is_in_other_words() -> None:
    turns = (
        "RADIO VALE: And what do your people eat?",
        "BEDDOES: Soup, and bread from the town.",
        "THORNBURY: Nobody on the ground went hungry.",
    )
    near = dict(zip(turns, (0.8, 0.6, 0.75), strict=True))
    rows = said(*turns, *(f"Boat {n} lay in port." for n in range(8)), near=near)
    first, *_ = rank("which meals did the crews get", rows, {"c": 1.0}, by_words=True)
    assert first.text == turns[1]


def test_the_answer_of_a_faq_stands_before_its_question_and_other_answers() -> None:
    faq = (
        "**Q: Can I bring my dog?**",
        "A: Only on Fridays.",
        "**Q: Can I bring clay?**",
        "A: No, none.",
    )
    near = {faq[0]: 0.95, faq[1]: 0.5, faq[2]: 0.8, faq[3]: 0.6}
    rows = said(*faq, *(f"Kiln {n} is hot." for n in range(8)), near=near)
    first, second, *_ = rank("can i bring a dog", rows, {"c": 1.0}, by_words=True)
    assert (first.text, second.text) == (faq[1], faq[0])


@pytest.mark.parametrize(
    "text",
    [
        "Kari: When does the ferry leave?",
        "你什么时候来？",
        "[12/05/24, 18:40:12] Ada: ok. what does she want as a present",
        "Maya Lindqvist 9:06 AM ok who owns the runbook these days",
        "Ole: how much butter do we need",
        "Ole: what's the price",
        "Jan: wann kommst du nach Hause",
        "**Can I bring my dog?**",
        "_Where do I park?_",
        'She said "Can I come?"',
        "[14/06/2024, 18:07:15] Alexandra Papadopoulou: who brings the canoe",
        "Mrs Berg asks when the sewers will be repaired.",
        "Ole Lund wants to know why the library is shut",
        "She asked the clerk how much it was.",
        "Ole: did u pay",
        "Ole: how much each",
        "Ole: whats the pay",
        "Ole: what happened to the kiln",
        "Ole: ok can we do july",
        "Sink: left or right? (Most people take the left.)",
    ],
)
def test_a_question_is_known_with_and_without_its_mark(text: str) -> None:
    assert asks(text)


@pytest.mark.parametrize(
    "text",
    [
        "When does not matter.",
        "Ole: when we are home I call you",
        "Ole: what she wants is a kettle",
        "Ole: I know who did it",
        "Which of them is best was never told.",
        "How to reset a password",
        "was late again, sorry",
        "Ole: did the shopping",
        "Ole: have the key",
        "Ole: how much fun that was yesterday",
        "Ole: who knows",
        "Bettina (Kasse): who pays? the kitty has 312,40 left",
        "Ada: why not, i take the 9:40 train",
        "They drew lots on the evening when Ada asked who would row.",
        "Ada asked who would row. They drew lots.",
        "Ole asks who has the key; Ada refers to the porter.",
        "He asked her for money.",
        "Who? (a) Ada (b) Ole",
        "She came (why?) and left.",
        "Whoever asks is told that the kiln is hot.",
        "",
    ],
)
def test_what_only_begins_like_a_question_is_none(text: str) -> None:
    assert not asks(text)


def test_what_only_repeats_the_question_stands_behind_what_follows_it() -> None:
    repeats, answers = "Which plum is frost hardy.", "Pick Brannoch for a cold corner."
    near = {repeats: 0.9, answers: 0.4}
    assert best_two("which plum is frost hardy", near) == (answers, repeats)


@pytest.mark.parametrize(
    ("after", "place"),
    [("Bo: behind the blue shed", 1), ("Ann: and nobody rows", 2)],
)
def test_what_another_one_says_to_a_turn_that_asks_and_goes_on_is_second(
    after: str, place: int
) -> None:
    turn = "Ann: Where did you put the oars? I have nine boats here and no oars."
    beside = [f"Cy: the oars of boat {n} are dry" for n in range(4)]
    near = {turn: 0.9, after: 0.3} | {text: 0.8 - n / 100 for n, text in enumerate(beside)}
    found = rank(
        "where are the oars", said(turn, after, *beside, near=near), {"c": 1.0}, by_words=True
    )
    assert [one.text for one in found].index(after) == place
    assert found[0].text == turn


def test_one_word_that_others_have_too_is_no_repetition() -> None:
    answers, others = "Allergic to walnuts.", ("Bring no walnut cake.", "Rows.", "Hums.", "Sews.")
    near = {answers: 0.9} | dict.fromkeys(others, 0.4)
    first, *_ = rank("what is Kari allergic to", said(*near, near=near), {"c": 1.0}, by_words=True)
    assert first.text == answers


def test_the_answer_to_a_yes_or_no_question_may_have_its_words_alone() -> None:
    answers, beside = "The sluice gate is not broken.", "Berit broke a tooth on the gate of Lunde."
    assert best_two("is the sluice gate broken", {answers: 0.7, beside: 0.7})[0] == answers
    followed = said(answers, "Oats cost nine crowns a sack.", near={answers: 0.9})
    first, *_ = rank("is the sluice gate broken", followed, {"c": 1.0}, by_words=True)
    assert first.text == answers


def test_a_name_beside_the_words_of_the_question_repeats_nothing() -> None:
    answers = "Berit Lunde keeps the sluice."
    rows = said(answers, "Oats cost a crown.", near={answers: 0.9, "Oats cost a crown.": 0.4})
    first, *_ = rank("Who keeps the sluice?", rows, {"c": 1.0}, by_words=True)
    assert first.text == answers


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("is the gate broken", True),
        ("ok so did Berit call?", True),
        ("Isn't the gate mended?", True),
        ("est-ce que le moulin est ouvert", True),
        ("is the gate green or red", False),
        ("do you know who broke it", False),
        ("who broke the gate", False),
        ("island ferries", False),
        ("", False),
    ],
)
def test_questions_for_yes_or_no_are_told_from_others(question: str, expected: bool) -> None:
    assert is_yes_no(question) is expected


@pytest.mark.parametrize(
    ("question", "near_one", "answer"),
    [
        ("how much was darren fined", "Darren kept his licence.", "A driver was fined 640 pounds."),
        ("wie lange lädt der akku", "Der Akku sitzt unter der Bank.", "Er lädt in fünf Stunden."),
        ("who gave the bell", "The bell is of bronze.", "The bell came from Ada Berg."),
        ("why is the mill shut", "The mill is shut now.", "It is shut because of a fire."),
        ("pourquoi fermer le moulin", "Le moulin ferme lundi.", "Il ferme, car le four fuit."),
        ("oven code E9", "OVEN CODES OF THE BRACE", "Oven E9: the fan is stuck."),
        ("was kostet das boot", "Das Boot kostet Nerven.", "Das Boot kostet am Tag 45 Euro."),
    ],
)
def test_within_a_topic_what_is_asked_for_stands_before_what_repeats_the_name(
    question: str, near_one: str, answer: str
) -> None:
    assert best_two(question, {near_one: 0.8, answer: 0.8}) == (answer, near_one)


@pytest.mark.parametrize(
    ("question", "near_one", "answer"),
    [
        (
            "what does the skiff cost",
            "The skiff costs Berit nerves.",
            "The skiff costs 45 crowns daily.",
        ),
        (
            "which port has the loom",
            "The loom has a port to the mill.",
            "The loom has port 8417 today.",
        ),
    ],
)
def test_a_sum_or_the_number_that_is_asked_for_outweighs_some_nearness(
    question: str, near_one: str, answer: str
) -> None:
    assert best_two(question, {near_one: 0.85, answer: 0.8}) == (answer, near_one)


def test_a_line_whose_field_is_asked_for_stands_before_the_one_with_the_name() -> None:
    name, latex, birth = "Name: Rosa Achter", "Allergies: latex", "Date of birth: 02/11/1971"
    near = {name: 0.8, latex: 0.6, birth: 0.6}
    assert best_two("rosa achter allergies", near) == (latex, name)
    assert best_two("who is rosa achter", near)[0] == name


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("kestrel timeout", "kestrel > timeout_seconds: 12"),
        ("cache ttl of kestrel", "kestrel > cache > ttlSeconds: 900"),
        ("max retries kestrel", "kestrel > maxRetries: 5"),
    ],
)
def test_the_last_name_of_a_settings_path_is_its_field(question: str, answer: str) -> None:
    comment = "kestrel # All its settings in production"
    assert best_two(question, {comment: 0.8, answer: 0.7}) == (answer, comment)


CLOCK = ("It was built in 1819 by a clockmaker.", "His name was Jabez, and he was young.")
OTHER_CLOCKS = [f"The clock of house {n} was built by smiths from Velmar." for n in range(8)]


def _in_order(
    question: str, *texts: str, rows: tuple[str, ...] = (), elsewhere: tuple[str, ...] = ()
) -> list[str]:
    """``rows`` are of a table, those ``elsewhere`` of another topic."""
    near = {CLOCK[0]: 0.95, **dict.fromkeys(OTHER_CLOCKS, 0.8), CLOCK[1]: 0.1}
    chunks = said(*texts, near=near)
    for row in chunks[0]["statements"]:
        row["named"] = f"Said: {row['text']}" if row["text"] in rows else None
        row["topic_id"] = "other" if row["text"] in elsewhere else "t"
    found = rank(question, chunks, {"c": 1.0}, by_words=True)
    return [item.text for item in found]


def test_what_follows_on_the_best_statement_is_among_the_first_three() -> None:
    found = _in_order("who built the clock", *CLOCK, *OTHER_CLOCKS)
    assert found[0] == CLOCK[0]
    assert CLOCK[1] in found[1:3]


@pytest.mark.parametrize(
    ("question", "texts", "rows"),
    [
        ("who built the clock", (*CLOCK[:1], *OTHER_CLOCKS, *CLOCK[1:]), ()),
        ("who built the clock", (*CLOCK, *OTHER_CLOCKS), CLOCK),
        ("whose workshop made that timepiece", (*CLOCK, *OTHER_CLOCKS), ()),
    ],
    ids=["elsewhere", "a row", "in other words"],
)
def test_what_tells_nothing_of_the_best_statement_stays_behind(
    question: str, texts: tuple[str, ...], rows: tuple[str, ...]
) -> None:
    found = _in_order(question, *texts, rows=rows)
    assert found.index(CLOCK[1]) > 2


def test_what_follows_in_another_topic_stays_behind() -> None:
    found = _in_order("who built the clock", *CLOCK, *OTHER_CLOCKS, elsewhere=CLOCK[1:])
    assert found.index(CLOCK[1]) > 2


def test_of_a_question_in_other_words_nearness_tells_more_than_a_word_by_chance() -> None:
    wine, parking = "Wine with dinner is on the house.", "Parking is free for a night."
    near = {wine: 0.8, parking: 0.72}
    assert best_two("do we get booze and grub free", near) == (wine, parking)
    assert best_two("is parking free", near) == (parking, wine)


@pytest.mark.parametrize(("readable", "first"), [(1.0, 0), (0.0, 1)])
def test_where_vectors_cannot_read_a_text_its_words_tell(readable: float, first: int) -> None:
    texts = ("Die Boote liegen am Kai.", "Der Schlüssel hängt neben der Tür im Flur.")
    rows = said(*texts, near={texts[0]: 0.9, texts[1]: 0.6})
    question = "wo hängt der schlüssel der werkstatt"
    [best, _] = rank(question, rows, {"c": 1.0}, by_words=True, readable=readable)
    assert best.text == texts[first]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["Parking is free for a night."], 0.0),
        (["Parking costs three pounds.", "The bell rang."], 2 / 7),
        (["The bell rang."], 1.0),
        ([], 0.0),
    ],
)
def test_how_far_a_question_is_in_other_words(texts: list[str], expected: float) -> None:
    far = in_other_words("is parking free", texts, [0.1] * len(texts), {})
    assert far == pytest.approx(expected)


def test_a_question_without_words_of_its_own_is_in_no_other_words() -> None:
    assert in_other_words("what is it", ["The bell rang."], [0.0], {}) == 0.0


def test_a_line_of_signs_before_a_colon_names_no_field() -> None:
    signs, answer = "___: to be filled in by hand", "Kestrel waits for twelve seconds."
    assert best_two("when is it over", {signs: 0.78, answer: 0.8})[0] == answer


def test_words_of_other_languages_are_no_reason_and_no_amount_in_english() -> None:
    for question, other in (
        ("why was it dropped", "The car was dropped."),
        ("how much was it", "It was due, and I want it once."),
    ):
        kinds = wanted(question)
        assert kinds and not any(fit(other) for _, fit in kinds)
    assert all(fit("Il ferme, car le four fuit.") for _, fit in wanted("pourquoi le four ferme"))
    assert all(fit("Cuocere due ore.") for _, fit in wanted("quanto tempo"))


@pytest.mark.parametrize(
    ("question", "text", "tells"),
    [
        ("how many rooms has it", "The parsonage, 3rd February 1847", False),
        ("how long is the warranty", "dated 11 October 2021", False),
        ("how much was it", "1.2 Rent means what is paid.", False),
        ("how many came", "[6/13/24, 10:53:11 PM] Ada: nobody", False),
        ("cuánto costó", "el 3 de marzo de 2024", False),
        ("how many came", "[6/13/24, 10:53:11 PM] Ada: 14 of us", True),
        ("how much water", "1.5 litres", True),
        ("how many points", "Ada has 12 marks.", True),
        ("how late is it open", "It closes at 22:00.", True),
        ("how old is Ada", "Ada was born on 3 May 1981.", True),
        ("how many came", "Ada: I know that one.", False),
        ("how many came", "One of them sang.", False),
        ("how many came", "One boat, twice.", True),
    ],
)
def test_a_date_or_the_number_of_a_clause_says_not_how_many(
    question: str, text: str, tells: bool
) -> None:
    [(kind, fit)] = wanted(question)
    assert kind == "amount"
    assert fit(text) == tells


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("Hosking carried Ada up the hill.", True),
        ("Boats lay in the harbour.", False),
        ("It was Tuesday, 12 January.", False),
        ("Ada slipped.", False),
        ("Then Bo carried Ada.", True),
    ],
)
def test_who_did_a_thing_may_stand_first_and_is_no_day(text: str, tells: bool) -> None:
    assert dict(wanted("Who carried Ada?"))["person"](text) == tells


@pytest.mark.parametrize(
    ("text", "is_money"),
    [
        ("Bo: Twenty-three eight hundred.", True),
        ("Bo: Six pounds forty the cell.", True),
        ("Bo: two grand, no, say two thousand", True),
        ("Bo: I pay twenty pence.", True),
        ("Bo: It was 40 €.", True),
        ("Bo: We were twenty-three.", False),
        ("Bo: I have the red one.", False),
    ],
)
def test_money_is_told_as_people_say_it(text: str, is_money: bool) -> None:
    kinds = dict(wanted("How much does Bo earn?"))
    assert kinds["money"](text) == is_money


def test_a_word_of_the_heading_tells_nothing_within_its_topic() -> None:
    texts = ("The garden tour starts by the bank.", "It takes two hours to the old well.")
    near = dict.fromkeys(texts, 0.7)
    rows = said(*texts, *(f"{n} boats lay there." for n in range(6)), near=near)
    rows[0]["source"]["title"] = "Garden tour"
    first, *_ = rank("garden tour hours", rows, {"c": 1.0}, by_words=True)
    assert first.text == texts[1]


def test_of_topics_of_one_chunk_the_one_with_the_better_statement_comes_first() -> None:
    rows = said("Water boils.", "Kari moved to Bergen.", near={"Kari moved to Bergen.": 0.9})
    for row, topic in zip(rows[0]["statements"], ("a", "b"), strict=True):
        row |= {"topic": topic, "topic_id": topic}
    rows[0]["source"]["id"] = "s"
    found = rank("Where did Kari move?", rows, {"c": 1.0}, by_words=True)
    candidate = Candidate("c")
    results = group(found, {"c": candidate}, RetrieverOptions())
    assert [result.topic for result in results] == ["b", "a"]


@pytest.mark.parametrize(
    ("text", "words", "named"),
    [
        ("(2, 'green'),", "id: 2; label: green", True),
        ("(as Ann says) it rains", "(as Ann says) it rains", False),
        ("Mon 5, Voss, Moe", "Day: Mon 5; Early: Voss; Late: Moe", True),
        ("Mon 5, Quay 2, Holm", "Day: Mon 5; Berth: Quay 2, Holm", True),
        ("Mon 5, 30 days; net", "Day: Mon 5; Terms: 30 days; net", True),
        ("sublet it;", "Clause 3: The tenant: shall not: sublet it;", True),
        ("It rains.", "From: Voss; To: Moe; Subject: Rain It rains.", False),
        ("She came late, with Moe.", "Voss came late, with Moe.", False),
        ("make\nmake install", "make make install", False),
    ],
)
def test_a_row_is_shown_with_the_names_of_its_columns(text: str, words: str, named: bool) -> None:
    [chunk] = said(text, near={})
    chunk["statements"][0] |= {"words": words, "is_repeated": False}
    [row] = evidence([chunk])[0]["statements"]
    assert row["named"] == (words if named else None)


def test_before_an_item_stands_what_announces_it() -> None:
    texts = ("It is cold.", "The tenant shall not:", "sublet the hall;", "keep animals.", "Ask us.")

    def before(asked: str) -> str | None:
        near = said(*texts, near={asked: 0.9})
        near[0]["source"]["id"] = "s"
        found = rank(asked, near, {"c": 1.0}, by_words=True)
        [result] = group(found, {"c": Candidate("c")}, RetrieverOptions())
        assert result.statements[0].text == asked
        return result.statements[0].before

    assert before("sublet the hall;") == before("keep animals.") == "The tenant shall not:"
    assert before("Ask us.") == "keep animals."
    assert before("The tenant shall not:") == "It is cold."


SCORES = """
from graphrag_neo4j.retrieve.question.terms import rare_coverage
from graphrag_neo4j.retrieve.ranking.similarity import news
words = [f"{a}{b}" for a in ("mol", "tar", "bes", "kul", "pin") for b in ("ander", "omat", "irup")]
texts = [" ".join(words[n:] + words[:n // 2]) for n in range(len(words))]
rarity = {word: 1 / (3 + n) for n, word in enumerate(words)}
print(news("Who?", texts), [rare_coverage(" ".join(words), text, rarity) for text in texts])
"""


def test_scores_are_the_same_in_each_process() -> None:
    """Sets of words come in another order in each."""
    found = {
        subprocess.run(
            [sys.executable, "-c", SCORES],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            check=True,
            timeout=60,
        ).stdout
        for seed in range(1, 5)
    }
    assert len(found) == 1
