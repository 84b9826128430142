"""Who or what a parsed clause is about."""

from __future__ import annotations

import pytest

from graphrag_neo4j.extract.parse.datelines import without_dash
from graphrag_neo4j.extract.parse.pipeline import Pipeline
from tests.support.parsing import edges_of, facts_of

_SOLD = "Max Orr sold the lamp."
"""Read as a fact beside whatever is none."""


@pytest.mark.parametrize(
    ("text", "subject", "predicate"),
    [
        (
            "Piet Hall, head of the sales team, who has lived in Oslo, met Ann Berg.",
            "Piet Hall",
            "has lived in",
        ),
        ("In the corner is a boy with a drum, who was ill.", "boy with a drum", "was"),
        (
            "Dornhaven is a town. The fishermen of Dornhaven, who sent herring, were poor.",
            "fishermen of Dornhaven",
            "sent",
        ),
        (
            "They were fed by the fishermen of Dornhaven, who sent herring.",
            "fishermen of Dornhaven",
            "sent",
        ),
        ("They like the critics of Falk, who sings in Oslo.", "Falk", "sings in"),
        ("In the room he met the sons of a settler who came from Oslo.", "settler", "came"),
        ("The doctor in a red coat, who came from Velmar, spoke.", "doctor in a red coat", "came"),
        ("The leader of the rebels who won the war lives in Oslo.", "rebels", "won"),
        ("The mother of Ann Berg, who lives in Oslo, is old.", "Ann Berg", "lives in"),
        ("The old students of Ann Berg, who teaches in Oslo, left.", "Ann Berg", "teaches in"),
        ("A dog named Rex, who lived in Oslo, barked.", "Rex", "lived in"),
    ],
)
def test_who_is_a_person_where_there_is_one(
    parser: Pipeline, text: str, subject: str, predicate: str
) -> None:
    found = {f.subject for f in facts_of(parser, text) if f.predicate.startswith(predicate)}
    assert found == {subject}


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("The report of Ann Berg, which appeared in May, was long.", "report of Ann Berg"),
        ("The house of the old man, which appeared in May, was long.", "house of the old man"),
        ("Max Orr left Acme Corp, which appeared in May.", "Acme Corp"),
        ("He saw the end of Amazon Web Services, which appeared in May.", "Amazon Web Services"),
    ],
)
def test_which_is_no_person_where_a_thing_stands_above(
    parser: Pipeline, text: str, subject: str
) -> None:
    found = {f.subject for f in facts_of(parser, text) if f.predicate == "appeared in"}
    assert found == {subject}


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("She set a buoy of 90 kilograms that took the line.", "buoy of 90 kilograms"),
        ("She lit a lamp of about 40 watts, which took the oil.", "lamp of about 40 watts"),
        ("It was a fog of two hours that took the ferry.", "fog of two hours"),
        ("It came at the end of the two years that took the oil.", "two years"),
        ("She had a term of two years which have taken her pay.", "two years"),
        ("They sold a fleet of nine boats that took the cod.", "nine boats"),
    ],
)
def test_a_clause_behind_a_measure_tells_of_what_is_measured(
    parser: Pipeline, text: str, subject: str
) -> None:
    found = {f.subject for f in facts_of(parser, text) if f.predicate.endswith(("took", "taken"))}
    assert found == {subject}


def test_what_a_clause_tells_beside_a_noun_is_no_part_of_another_clause_s_subject(
    parser: Pipeline,
) -> None:
    facts = facts_of(parser, "A boy with a drum, who later was mayor, led the march.")
    assert {f.subject for f in facts} == {"boy with a drum"}


def test_a_film_does_not_win_itself(parser: Pipeline) -> None:
    facts = facts_of(parser, "Sundown is a film that won in Oslo.")
    assert {f.predicate for f in facts} == {"is", "won in"}


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("The walking group of nurse Falk meets on Mondays.", "walking group of nurse Falk"),
        ("The song of Ann Berg lasts an hour.", "song of Ann Berg"),
        ("The city of Velmar bought the mill.", "Velmar"),
        ("The firm of Orr & Sons bought the mill.", "Orr & Sons"),
    ],
)
def test_a_group_of_somebody_is_not_that_person(parser: Pipeline, text: str, subject: str) -> None:
    assert {f.subject for f in facts_of(parser, text)} == {subject}


def test_those_whose_verb_was_misread_do_not_take_the_next(parser: Pipeline) -> None:
    text = (
        "Patients who refuse the recording measure at home for a week, and the values of the "
        "first day are thrown away."
    )
    found = {f.subject for f in facts_of(parser, text) if f.predicate == "are thrown"}
    assert found == {"values of the first day"}


@pytest.mark.parametrize(
    ("text", "firm"),
    [
        ("WHITFORD — Corvane Haulage announced a plan.", "Corvane Haulage"),
        ("WHITFORD, 3 May — Corvane Haulage announced a plan.", "Corvane Haulage"),
        ("Whitford (dpa) - Corvane Haulage announced a plan.", "Corvane Haulage"),
        ("The mayor: Corvane Haulage announced a plan.", "Corvane Haulage"),
        ("Corvane Haulage - the old firm - announced a plan.", "Corvane Haulage"),
        ("Ann Berg — the mayor — announced a plan.", "Ann Berg"),
    ],
)
def test_a_dateline_or_a_label_does_not_do_what_the_sentence_says(
    parser: Pipeline, text: str, firm: str
) -> None:
    assert {f.subject for f in facts_of(parser, text)} == {firm}


@pytest.mark.parametrize(
    "text",
    [
        "Closed are Tarrant Bridge, Danby Bridge, Marlow Bridge.",
        "Tarrant Bridge, Danby Bridge",
        "They went to Lyon, Paris, Nice, Lille.",
    ],
)
def test_the_members_of_a_list_are_not_within_one_another(parser: Pipeline, text: str) -> None:
    facts = facts_of(parser, f"{text}\n\n{_SOLD}")
    assert "SELLS" in {f.relation_type for f in facts}
    assert not [f for f in facts if f.relation_type == "LOCATED_IN"]


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        (
            "Ann Berg lives in Springfield, Illinois, and Max Orr in Oslo, Norway.",
            {("Springfield", "Illinois"), ("Oslo", "Norway")},
        ),
        ("Ann Berg lives in Velmar, Tarn County, Norway.", {("Velmar", "Tarn County")}),
        ("Dr I. Sallow, Weir Street Surgery, Marlhope.", {("Weir Street Surgery", "Marlhope")}),
    ],
)
def test_a_town_before_its_region_is_within_it(
    parser: Pipeline, text: str, pairs: set[tuple[str, str]]
) -> None:
    facts = facts_of(parser, text)
    assert {(f.subject, f.object) for f in facts if f.relation_type == "LOCATED_IN"} == pairs


def test_an_option_is_no_label_before_its_second_word(parser: Pipeline) -> None:
    facts = facts_of(parser, "A new option --without-freelists can be used to disable the list.")
    assert any(fact.subject.startswith("new option") for fact in facts)


def test_who_speaks_before_a_colon_is_who_says_i(parser: Pipeline) -> None:
    assert {f.subject for f in facts_of(parser, "El-Amin, Noor: I can ask Casimir.")} == {"Noor"}


_NOTE = (
    "Worked in the rag room of the mill from 1911. Keeps the wage books in her attic. Published in "
    "Oslo. Her brother is Otto Berg, the organist. Plays the organ in Oslo.\n\n"
    "Retired in 1950 because of illness and moved to Velmar."
)


def test_a_note_about_a_person_leaves_out_who_did_it(parser: Pipeline) -> None:
    facts = facts_of(parser, _NOTE, "Anna Berg")
    done = {f.predicate for f in facts if f.subject == "Anna Berg"}
    assert done == {"worked in", "keeps", "retired in", "moved to"}
    assert ("Anna Berg", "WORKS_IN") in {(f.subject, f.relation_type) for f in facts}


@pytest.mark.parametrize("title", ["", "Tarrant Mill", "Notes of May", "Victoria Station"])
def test_a_note_about_no_person_leaves_out_nobody(parser: Pipeline, title: str) -> None:
    facts = facts_of(parser, _NOTE, title)
    assert {f.subject for f in facts} == {"Her brother"}


def test_what_follows_a_sentence_about_another_is_not_said_of_the_title(parser: Pipeline) -> None:
    text = "Anna Berg is a painter. Max Orr is the mayor. Keeps the books in Oslo."
    facts = facts_of(parser, text, "Anna Berg")
    assert {(f.subject, f.predicate) for f in facts} == {("Anna Berg", "is"), ("Max Orr", "is")}


_CALL = """\
Results of the quarter

Ann Berg
Thank you. I hope to sign that before May.

Operator
The line is yours.

Ann Berg
I was against the sale.

Operator
I will now close the call.
"""


def test_a_name_alone_on_its_line_says_i_below_it(parser: Pipeline) -> None:
    said = {(f.subject, f.predicate) for f in facts_of(parser, _CALL)}
    assert {("Ann Berg", "hope to sign"), ("Ann Berg", "was against")} <= said


def test_headings_that_come_back_say_nothing_below_them(parser: Pipeline) -> None:
    recipe = "Plum Cake\nThe flour was sieved.\n\nMethod\nThe oven was hot.\n\n"
    said = {f.subject for f in facts_of(parser, recipe * 2)}
    assert said == {"oven"}


def test_the_time_of_an_entry_does_nothing(parser: Pipeline) -> None:
    text = "Searched for left knee clicks when going downstairs 16 Nov 2024, 06:31:00 GMT"
    assert [f.subject for f in facts_of(parser, f"{text}\n\n{_SOLD}")] == ["Max Orr"]


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("Dear Mrs Marr, head office has paid the claim.", "head office"),
        ("Captain, the ships might hit a rock.", "ships"),
    ],
)
def test_who_is_called_before_a_comma_does_not_what_is_told(
    parser: Pipeline, text: str, subject: str
) -> None:
    assert {f.subject for f in facts_of(parser, text)} == {subject}


def test_a_name_with_another_beside_it_between_commas_stays_the_subject(parser: Pipeline) -> None:
    found = facts_of(parser, "Ann Berg, the wife of the miller, left the town.")
    assert {f.subject for f in found} == {"Ann Berg"}


@pytest.mark.parametrize(
    "text",
    ["machine: saw it on Monday.", "Damage: left float, propeller.", "Rates: freeze for us."],
)
def test_a_label_before_a_colon_is_no_subject(parser: Pipeline, text: str) -> None:
    assert [f.subject for f in facts_of(parser, f"{_SOLD}\n\n{text}")] == ["Max Orr"]


def test_a_title_with_a_colon_in_it_is_a_subject(parser: Pipeline) -> None:
    found = facts_of(parser, "The film Salt: Rising opened in Oslo in May.")
    assert any("opened" in f.predicate for f in found)


@pytest.mark.parametrize(
    "text",
    [
        "After the gate trust your legs.",
        'Ann Berg sat down. "Shut the door, Max," she said.',
    ],
)
def test_what_somebody_is_told_to_do_nobody_is_said_to_do(parser: Pipeline, text: str) -> None:
    found = {f.relation_type for f in facts_of(parser, f"{_SOLD}\n\n{text}")}
    assert "SELLS" in found
    assert not {"TRUSTS", "SHUTS"} & found


def test_a_past_written_like_a_base_form_is_told(parser: Pipeline) -> None:
    assert {f.subject for f in facts_of(parser, "In May the council cut the rates.")} == {"council"}


def test_a_noun_of_a_heading_in_capitals_is_no_verb(parser: Pipeline) -> None:
    facts = facts_of(parser, f"{_SOLD}\n\nHARBOUR AND HIGHWAYS SCRUTINY COMMITTEE")
    assert [f.subject for f in facts] == ["Max Orr"]


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        ("Ann Berg said she'd flown to Oslo.", "FLIES_TO"),
        ("Ann Berg left. She'd bought a mill.", "BUYS"),
        ("Ann Berg left. She'd buy a mill.", "WOULD_BUY"),
        ("Ann Berg left. She'd come to Oslo.", "WOULD_COME_TO"),
    ],
)
def test_a_contracted_had_is_no_would(parser: Pipeline, text: str, type_: str) -> None:
    assert type_ in {f.relation_type for f in facts_of(parser, text)}


def test_a_modal_alone_is_no_fact(parser: Pipeline) -> None:
    facts = facts_of(parser, f"{_SOLD}\n\nAnn Berg would again.")
    assert [f.subject for f in facts] == ["Max Orr"]


@pytest.mark.parametrize(
    "text",
    [
        "Somebody whistled at the mill.",
        "Will whoever took the rope please bring it back.",
        "Neither will speak of the caravan.",
        "Two was a car parked over the line.",
        "Mr Finch folded them.",
    ],
)
def test_who_is_not_told_and_what_is_only_a_pronoun_make_no_fact(
    parser: Pipeline, text: str
) -> None:
    found = {f.predicate for f in facts_of(parser, f"{_SOLD}\n\n{text}")}
    assert "sold" in found
    assert found <= {"sold", "parked over"}


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("Three of the wardens left the town.", "Three of the wardens"),
        ("Most of the wardens left the town.", "Most of the wardens"),
        ("2023 was the hottest year.", "2023"),
        ("125 was chosen as the code of an error.", "125"),
    ],
)
def test_a_number_of_something_and_a_year_are_subjects(
    parser: Pipeline, text: str, subject: str
) -> None:
    assert {f.subject for f in facts_of(parser, text)} == {subject}


def test_whose_is_that_of_the_noun_before_it(parser: Pipeline) -> None:
    text = "The minister, whose name was Auld, and who was tall, was at supper."
    found = {(f.subject, f.object) for f in facts_of(parser, text)}
    assert found == {("minister's name", "Auld"), ("minister", "supper")}
    (fact,) = facts_of(parser, "We met the workers whose jobs were lost in May.")
    assert fact.subject == "workers' jobs"


def test_a_list_of_subjects_stays_together(parser: Pipeline) -> None:
    text = "The lack of gravity, air, and wind allows a high purity."
    assert any("gravity" in f.subject for f in facts_of(parser, text))


@pytest.mark.parametrize(
    ("text", "subject", "predicate"),
    [
        (
            "The ferry at Dornhaven, which is run by Acme Corp, is closed.",
            "ferry at Dornhaven",
            "run",
        ),
        ("He sold the depot in Velmar, which was run by Acme Corp.", "depot in Velmar", "run"),
    ],
)
def test_which_behind_a_thing_in_a_place_is_not_the_place(
    parser: Pipeline, text: str, subject: str, predicate: str
) -> None:
    facts = facts_of(parser, f"{text} Max Orr lives in Dornhaven. Ann Berg lives in Velmar.")
    about = {fact.subject for fact in facts if predicate in fact.predicate.split()}
    assert about == {subject}


def test_which_is_the_place_where_there_is_no_thing(parser: Pipeline) -> None:
    found = edges_of(parser, "He lives in Velmar, which was founded by Max Orr.")
    assert ("Max Orr", "FOUNDS", "Velmar") in found


@pytest.mark.parametrize(
    "line",
    ["VELMAR, May 3 -", "Velmar, Norland, 3 May 2021 (AP) –", "VELMAR, Sept. 12, 2020 —"],
)
def test_a_dateline_does_nothing_and_is_not_it(parser: Pipeline, line: str) -> None:
    text = f"{line} Corvane Haulage sold Tarn Mills. Its rival is Acme Corp."
    found = {edge for edge in edges_of(parser, text) if edge[1] != "LOCATED_IN"}
    assert found == {
        ("Corvane Haulage", "SELLS", "Tarn Mills"),
        ("Acme Corp", "RIVAL_OF", "Corvane Haulage"),
    }


@pytest.mark.parametrize("text", ["Velmar, " + "- " * 50_000, "VELMAR, May 3 (" + "a" * 100_000])
def test_a_long_line_is_no_dateline(text: str) -> None:
    assert without_dash(text) == text
