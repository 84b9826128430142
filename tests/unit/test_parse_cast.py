"""Who acts in a text without a name, and who speaks with whom."""

from __future__ import annotations

import pytest

from graphrag_neo4j.extract.parse.pipeline import Pipeline
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.model import Chunk, Document, ExtractedChunk
from tests.support.parsing import facts_of

Edge = tuple[str, str, str]
_LAW = (
    "The supplier shall deliver the equipment to Acme Corp. The customer may refuse the equipment. "
    "The supplier shall inform the Digital Authority of any delay. The customer shall notify the "
    "supplier in writing. The supplier bears the cost. The customer pays the price."
)
_TALK = """Martin Reed kept a mill near Ashford. His nephew Tom slept in the barn.

'You have left the lamp burning,' said Reed. 'Why do you read at night?'

'I was not tired,' answered the nephew.

'Who gave you the book?' asked Reed.

'Ann Hale lent it to me.'
"""


def _read(parser: Pipeline, text: str, title: str = "") -> ExtractedChunk:
    chunk = Chunk("c1", "s1", title, "", text, 0, len(text), 0, 1)
    return RulesExtractor(parsers=[parser]).extract(Document("doc:1", text, title), [chunk])[0]


def _edges(found: ExtractedChunk) -> set[Edge]:
    facts = (f for topic in found.topics for s in topic.statements for f in s.facts)
    joined = (f for f in facts if f.object_is_entity and f.subject_is_entity)
    return {(f.subject, f.relation_type, f.object) for f in joined}


def test_who_acts_again_and_again_is_an_entity_of_its_document(parser: Pipeline) -> None:
    found = _read(parser, _LAW, "Frame Agreement")
    types = {entity.name: entity.type for entity in found.entities}
    assert types["supplier (Frame Agreement)"] == "ORGANIZATION"
    edge = ("customer (Frame Agreement)", "NOTIFIES", "supplier (Frame Agreement)")
    assert edge in _edges(found)


def test_two_documents_do_not_share_their_suppliers(parser: Pipeline) -> None:
    one, other = (
        {e.name for e in _read(parser, _LAW, title).entities if "supplier" in e.name}
        for title in ("Frame Agreement", "Lease of a Crane")
    )
    assert one
    assert one.isdisjoint(other)


def test_a_description_stands_for_the_name_that_the_text_gives(parser: Pipeline) -> None:
    edges = _edges(_read(parser, _TALK))
    assert ("Tom", "NEPHEW_OF", "Martin Reed") in edges
    assert ("Tom", "ANSWERS", "Martin Reed") in edges


def test_in_a_talk_i_and_you_are_who_speaks_and_who_is_spoken_to(parser: Pipeline) -> None:
    edges = _edges(_read(parser, _TALK))
    assert ("Martin Reed", "ASKS", "Tom") in edges
    assert ("Ann Hale", "LENDS_TO", "Tom") in edges


def test_officials_quoted_in_turn_do_not_talk_with_one_another(parser: Pipeline) -> None:
    text = (
        '"The plant will close in May," said Ann Hale, a director of Nordline.\n\n'
        '"We expect no layoffs," said Max Orr, the mayor of Ashford.\n'
    )
    found = _edges(_read(parser, text))
    assert ("Max Orr", "MAYOR_OF", "Ashford") in found
    assert not {edge for edge in found if "SAYS" in edge[1]}


def test_who_asks_in_a_report_does_not_speak_to_whom_it_quotes_before(parser: Pipeline) -> None:
    text = (
        'The pool opens late. "It is a hairline," said Ann Hale, who runs it.\n\n'
        'Max Orr was to be first in. "What are three weeks to you?" said Max Orr.\n\n'
        'Una Vane leads the town. "You will all get in," said Una Vane.\n'
    )
    assert not {edge for edge in _edges(_read(parser, text)) if "SAYS" in edge[1]}


def test_two_who_take_turns_speak_to_each_other(parser: Pipeline) -> None:
    text = (
        '"You have the key," said Ann Hale.\n\n"It is in the drawer," said Max Orr.\n\n'
        '"Then I can open it," said Ann Hale.\n'
    )
    found = _edges(_read(parser, text))
    assert ("Ann Hale", "SAYS_TO", "Max Orr") in found
    assert ("Max Orr", "SAYS_TO", "Ann Hale") in found


@pytest.mark.parametrize(
    ("text", "edge"),
    [
        ("Ann Hale saw Max Orr leave the bank.", ("Ann Hale", "SEES", "Max Orr")),
        ("Ann Hale begged Max Orr to leave.", ("Ann Hale", "BEGS", "Max Orr")),
        ("Ann Hale gave Max Orr a book.", ("Ann Hale", "GIVES_BOOK_TO", "Max Orr")),
        (
            "The court rejected it. Nokia rejected Apple's offer.",
            ("Nokia", "REJECTS_OFFER_OF", "Apple"),
        ),
        ("Ann Hale was a friend to Max Orr.", ("Ann Hale", "FRIEND_TO", "Max Orr")),
        ("Ann Hale and Max Orr met in Oslo.", ("Ann Hale", "MEETS_WITH", "Max Orr")),
        ("Nokia might be taken over by Apple.", ("Apple", "MIGHT_TAKE_OVER", "Nokia")),
    ],
)
def test_what_is_done_to_somebody_is_a_relation(parser: Pipeline, text: str, edge: Edge) -> None:
    assert edge in _edges(_read(parser, text))


@pytest.mark.parametrize("text", ["'Max Orr, tell Ann Hale more!'", "'Let Max Orr see Ann Hale.'"])
def test_what_somebody_is_told_to_do_is_not_done(parser: Pipeline, text: str) -> None:
    found = _edges(_read(parser, f"Eva Dahl met Ann Hale.\n\n{text}"))
    assert found == {("Eva Dahl", "MEETS", "Ann Hale")}


def test_mrs_orr_is_not_the_daughter_beside_her(parser: Pipeline) -> None:
    text = (
        "Bob Orr came home. Martha Orr is his daughter. Mrs. Orr kissed Martha. Mrs. Orr called "
        "Peter Hale."
    )
    found = _read(parser, text)
    assert {"Mrs. Orr", "Martha Orr"} <= {entity.name for entity in found.entities}
    assert ("Mrs. Orr", "KISSES", "Martha Orr") in _edges(found)


def test_his_is_whose_clause_it_is(parser: Pipeline) -> None:
    text = "Max Orr greeted Tom Hale. Tom Hale laughed, shaking his head, and closed his shop."
    assert _edges(_read(parser, text)) == {("Max Orr", "GREETS", "Tom Hale")}


def test_who_is_called_is_no_object(parser: Pipeline) -> None:
    text = 'Max Orr met Ann Hale.\n\n"I have not the key, Ann," said Max. "Do you have it, Ann?"\n'
    found = _edges(_read(parser, text))
    assert ("Max Orr", "MEETS", "Ann Hale") in found
    assert not {edge for edge in found if "HAVE" in edge[1]}


def test_an_adverb_before_a_name_is_no_part_of_it(parser: Pipeline) -> None:
    text = "Max Orr came in. Here Orr stopped. Then Orr saw Ann Hale."
    assert {entity.name for entity in _read(parser, text).entities} == {"Max Orr", "Ann Hale"}


def test_what_is_written_in_capitals_alone_names_nothing(parser: Pipeline) -> None:
    text = "THE FOUNDATION WILL NOT BE LIABLE TO YOU FOR ACTUAL, DIRECT OR INDIRECT DAMAGES."
    found = _edges(_read(parser, f"{text}\n\nMax Orr met Ann Hale."))
    assert found == {("Max Orr", "MEETS", "Ann Hale")}


def test_what_goes_on_over_time_is_not_caused_by_it(parser: Pipeline) -> None:
    text = "The number of complaints has increased over time. The storm caused the delay."
    assert _edges(_read(parser, text)) == {("storm", "CAUSES", "delay")}


_CHANNEL = (
    ("Ines Varga", "The lease of the office ends on 31 March."),
    ("Maeve Quill", "Will there be a shower?"),
    ("Ines Varga", "There is one. You can use it at noon."),
    ("Priya Nandan", "The pension changes. You have to choose a plan by May."),
    ("Dario Ostrow", "The key of the cupboard is not on the hook."),
)


def _who(parser: Pipeline, talk: str, predicate: str) -> set[str]:
    found = _read(parser, talk)
    facts = (f for topic in found.topics for s in topic.statements for f in s.facts)
    return {f.subject for f in facts if f.predicate.startswith(predicate)}


def test_in_a_talk_of_many_you_is_who_asked_and_not_who_spoke_before(parser: Pipeline) -> None:
    talk = "\n\n".join(f"{name}: {said}" for name, said in _CHANNEL)
    assert _who(parser, talk, "can use") == {"Maeve Quill"}
    assert not _who(parser, talk, "have to choose")


@pytest.mark.parametrize(("time", "who"), [("09:12", {"Max Orr"}), ("14:30", set())])
def test_in_a_talk_of_many_you_is_who_spoke_some_minutes_before(
    parser: Pipeline, time: str, who: set[str]
) -> None:
    talk = (
        "12/03/2024, 09:05 - Ann Berg: The lease ends in May.\n"
        "12/03/2024, 09:10 - Max Orr: The shower is broken.\n"
        f"12/03/2024, {time} - Eva Dahl: You have to choose a plan.\n"
        "12/03/2024, 18:50 - Ann Berg: The key is lost."
    )
    assert _who(parser, talk, "have to choose") == who


def test_in_a_talk_of_two_you_is_the_other_however_late(parser: Pipeline) -> None:
    talk = (
        "12/03/2024, 09:05 - Ann Berg: The lease ends in May.\n"
        "12/03/2024, 09:10 - Max Orr: The shower is broken.\n"
        "12/03/2024, 14:30 - Ann Berg: You have to choose a plan."
    )
    assert _who(parser, talk, "have to choose") == {"Max Orr"}


_RUNG = 'Max Orr came from Oslo. Percy Dace came from Velmar.\n\n"You are late," said Max Orr.\n\n'


def test_two_who_speak_in_one_paragraph_say_their_own_words(parser: Pipeline) -> None:
    asked = '"Where is the key?" said Max Orr. "I have the key," said Percy Dace.'
    assert _who(parser, _RUNG + asked, "have") == {"Percy Dace"}
    assert _who(parser, _RUNG + asked, "say to") == {"Max Orr", "Percy Dace"}


def test_what_who_tells_the_story_says_is_not_said_by_who_speaks_beside(parser: Pipeline) -> None:
    rung = 'I said, "I have Saturn." Percy Dace said, "I keep a goat." I said, "I left Oslo."'
    assert not _who(parser, _RUNG + rung, "have")
    assert not _who(parser, _RUNG + rung, "left")
    assert _who(parser, _RUNG + rung, "keep") == {"Percy Dace"}


def test_who_goes_on_in_a_paragraph_still_speaks(parser: Pipeline) -> None:
    said = '"I have the key," said Max Orr. "I left Oslo in May."'
    assert _who(parser, _RUNG + said, "left") == {"Max Orr"}


def _types(parser: Pipeline, text: str) -> dict[str, str]:
    return {e.name: e.type for e in _read(parser, text).entities}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The coxswain, Merrily Vane, made them read the table.", "Merrily Vane"),
        ("It was spilt in 1871 by a boy called Eli Marsh.", "Eli Marsh"),
        ("Superintendent Carrow rang down.", "Superintendent Carrow"),
        ("Mrs Hannaford's funeral was going over the bridge.", "Hannaford"),
        ("Present: Cllr Thaddeus Brook, Cllr Jun Harkaway.", "Thaddeus Brook"),
    ],
)
def test_who_has_a_title_or_a_persons_noun_beside_the_name_is_a_person(
    parser: Pipeline, text: str, name: str
) -> None:
    assert _types(parser, text)[name] == "PERSON"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The owner, Strandvik Coasters, sold the ship.", "Strandvik Coasters"),
        ("Major Industries sold the ship to Judge Technologies Ltd.", "Judge Technologies Ltd"),
    ],
)
def test_a_firm_beside_owner_or_with_a_title_for_a_word_is_no_person(
    parser: Pipeline, text: str, name: str
) -> None:
    assert _types(parser, text)[name] == "ORGANIZATION"


def test_a_councillor_has_one_name_with_and_without_the_title(parser: Pipeline) -> None:
    text = (
        "Present: Cllr Thaddeus Brook and Cllr Jun Harkaway.\n\nCllr HARKAWAY: Surely not.\n\n"
        "Councillor Brook left the hall."
    )
    names = {name for name, type_ in _types(parser, text).items() if type_ == "PERSON"}
    assert names == {"Thaddeus Brook", "Jun Harkaway"}


_LADDER = (
    "Ishbel came down the hill with her shawl on her head. Torquil was at the mill.\n\n"
    '"A ladder," Ishbel said.\n\n"It has hooks," said Ishbel. She left her shawl.\n\n'
    "Ishbel lost her key."
)


def test_who_speaks_and_is_spoken_of_as_she_is_a_woman(parser: Pipeline) -> None:
    assert _types(parser, _LADDER)["Ishbel"] == "PERSON"
    assert "Ishbel" in _who(parser, _LADDER, "left")


def test_a_firm_that_says_something_of_its_own_is_no_person(parser: Pipeline) -> None:
    text = (
        '"We close the mill," Google said.\n\n"We pay," said Google. Google sold its mill. '
        "Google named her its head and gave her a car."
    )
    assert _types(parser, text)["Google"] == "ORGANIZATION"


def test_who_speaks_under_initials_has_the_full_name(parser: Pipeline) -> None:
    talk = (
        "Speaker: Amos Peverell, keeper. Interviewer: Fenella Garrick.\n\n"
        "FG: When did you start?\n\nAP: I left Oslo in May.\n\nFG: And then?\n\n"
        "AP: I kept the bridge."
    )
    assert _who(parser, talk, "kept") == {"Amos Peverell"}
    assert "AP" not in _types(parser, talk)


def test_initials_of_two_persons_stand_for_neither(parser: Pipeline) -> None:
    talk = (
        "Present: Amos Peverell and Anna Piper.\n\nFG: When did you start?\n\n"
        "AP: I left Oslo in May.\n\nFG: And then?\n\nAP: I kept the bridge."
    )
    assert _who(parser, talk, "kept") == {"AP"}


def test_each_of_several_relatives_is_one(parser: Pipeline) -> None:
    found = _read(parser, "Ottilie Vane is survived by her nieces Mina and Adela.")
    facts = (f for topic in found.topics for s in topic.statements for f in s.facts)
    edges = {(f.subject, f.relation_type, f.object) for f in facts}
    assert {(n, "NIECE_OF", "Ottilie Vane") for n in ("Mina", "Adela")} <= edges


def test_what_could_not_be_is_typed_as_such(parser: Pipeline) -> None:
    found = _read(parser, "Max Orr could not have been four.")
    facts = [f for topic in found.topics for s in topic.statements for f in s.facts]
    assert [f.relation_type for f in facts] == ["NOT_COULD_BE"]


def test_a_role_in_brackets_behind_an_address_is_no_towns(parser: Pipeline) -> None:
    text = "The lease is between Max Orr, Ropewalk 21, Kettleness (the landlord), and Ann Berg."
    types = _types(parser, text)
    assert types["Max Orr"] == types["Ann Berg"] == "PERSON"
    assert types["Kettleness"] != "PERSON"


_BRIDGE = "A tower stands at Fallow Bridge. Fallow Bridge lies south of Melby."


@pytest.mark.parametrize(
    "text",
    [
        "The swing bridge at Dunster Quay was built in 1859.",
        "The swing bridge was built in 1859.",
        "The bridge near Ennerby was built in 1859.",
    ],
)
def test_a_thing_of_another_kind_or_place_is_not_the_one_that_is_named(
    parser: Pipeline, text: str
) -> None:
    subjects = {f.subject for f in facts_of(parser, f"{_BRIDGE} {text}") if f.object == "1859"}
    assert subjects
    assert "Fallow Bridge" not in subjects


_CLERK = "We met the clerk, Una Vane. The company, Corvane Ltd, was founded in 1902."


@pytest.mark.parametrize(
    "text",
    [
        "The harbour clerk bought Redwing.",
        "The Melby Mills clerk bought Redwing.",
        "The Kestrel company bought Redwing.",
        "The Billing company bought Redwing.",
    ],
)
def test_a_word_before_a_noun_tells_another_one_from_who_is_named(
    parser: Pipeline, text: str
) -> None:
    subjects = {f.subject for f in facts_of(parser, f"{_CLERK} {text}") if "Redwing" in f.object}
    assert subjects
    assert subjects.isdisjoint({"Una Vane", "Corvane Ltd"})


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The clerk bought Redwing.", "Una Vane"),
        ("The company bought Redwing.", "Corvane Ltd"),
        ("The German company bought Redwing.", "Corvane Ltd"),
        ("Una Vane is the harbour clerk. The harbour clerk bought Redwing.", "Una Vane"),
    ],
)
def test_a_noun_alone_or_with_what_is_said_of_a_name_stands_for_it(
    parser: Pipeline, text: str, name: str
) -> None:
    subjects = {f.subject for f in facts_of(parser, f"{_CLERK} {text}") if "Redwing" in f.object}
    assert subjects == {name}


@pytest.mark.parametrize(
    "text",
    [
        "The bridge was built in 1859.",
        "The bridge in May was built in 1859.",
        "Fallow Bridge is a swing bridge. The swing bridge was built in 1859.",
    ],
)
def test_a_thing_of_the_kind_that_is_said_of_it_is_the_one_that_is_named(
    parser: Pipeline, text: str
) -> None:
    facts = facts_of(parser, f"{_BRIDGE} {text}")
    assert {f.subject for f in facts if f.object == "1859"} == {"Fallow Bridge"}


@pytest.mark.parametrize(
    ("text", "name", "type_"),
    [
        ("Ann sold Sorvane Pharma to a rival.", "Sorvane Pharma", "ORGANIZATION"),
        ("They asked Corlin Engineering for help.", "Corlin Engineering", "ORGANIZATION"),
        ("We spoke to Aunt Rosalba about it.", "Aunt Rosalba", "PERSON"),
        ("We met a potter called Ivo Marle.", "Ivo Marle", "PERSON"),
        ("She wrote to the hydrologist Tora Vinje.", "Tora Vinje", "PERSON"),
        ("Her last novel, The Tin Orchard, sold well.", "Tin Orchard", "WORK"),
    ],
)
def test_the_last_word_and_the_noun_beside_a_name_tell_its_type(
    parser: Pipeline, text: str, name: str, type_: str
) -> None:
    assert {one.name: one.type for one in _read(parser, text).entities}[name] == type_


def test_a_noun_that_firms_are_called_by_makes_nobody_a_person_or_a_work(parser: Pipeline) -> None:
    text = "The publisher, Marlow Press Ltd, and the journal, Tarn Ltd, were sold to Corvane Ltd."
    types = {entity.type for entity in _read(parser, text).entities}
    assert types == {"ORGANIZATION"}


def test_a_name_that_begins_its_sentence_is_known_by_the_rest_of_the_text(parser: Pipeline) -> None:
    text = "Ann Berg founded Sandhook. Sandhook hired Max Orr."
    assert ("Sandhook", "HIRES", "Max Orr") in _edges(_read(parser, text))


_NOTES = "Nora liked that.\n\nPlans: her uncle Wim has a barn.\n\nShe found the leak at once."


@pytest.mark.parametrize(
    ("title", "edges"),
    [
        ("Sara Holm, notes (Nora, Dag)", set()),
        ("Sara Holm – second visit", set()),
        ("Notes of May", {("Wim", "UNCLE_OF", "Nora")}),
    ],
)
def test_in_notes_on_whom_only_their_title_names_she_is_nobody_else(
    parser: Pipeline, title: str, edges: set[Edge]
) -> None:
    assert {e for e in _edges(_read(parser, _NOTES, title)) if e[1] == "UNCLE_OF"} == edges


def test_who_is_named_in_the_sentence_is_she_in_notes_on_another(parser: Pipeline) -> None:
    notes = "Nora said that she met Wim."
    assert ("Nora", "MEETS", "Wim") in _edges(_read(parser, notes, "Sara Holm, notes"))


def test_who_is_named_otherwise_than_in_the_title_is_she(parser: Pipeline) -> None:
    life = "Sara-Anne Holm is a rower. She met Wim in Velmar."
    assert ("Sara-Anne Holm", "MEETS", "Wim") in _edges(_read(parser, life, "Sara Holm"))


@pytest.mark.parametrize(
    "told",
    [
        "The assistant keeper, Ann Hale, lit the lamp.",
        "Ann Hale is the deputy keeper.",
        "Ann Hale, the former keeper, lit the lamp.",
        "Ann Hale, an ex-keeper, lit the lamp.",
    ],
)
def test_an_assistant_or_former_keeper_is_not_the_keeper(parser: Pipeline, told: str) -> None:
    found = _read(parser, f"{told} The keeper met Max Orr.")
    assert not any("Ann Hale" in (one, other) for one, type_, other in _edges(found))


def test_the_deputy_mayor_is_not_the_mayor(parser: Pipeline) -> None:
    text = (
        "Present: Ann Hale (Mayor), Ben Cole (Deputy Mayor). "
        "The Mayor met Max Orr. The Deputy Mayor met Ida Moss."
    )
    edges = _edges(_read(parser, text))
    assert ("Ann Hale", "MEETS", "Max Orr") in edges
    assert ("Deputy Mayor", "MEETS", "Ida Moss") in edges


@pytest.mark.parametrize(
    "text",
    [
        "The head keeper, Ann Hale, lit the lamp. The keeper met Max Orr.",
        "The deputy keeper, Ann Hale, lit the lamp. The deputy keeper met Max Orr.",
        "The deputy keeper, Ann Hale, left. Ann Hale is now the keeper. The keeper met Max Orr.",
    ],
)
def test_a_role_stands_for_who_has_it(parser: Pipeline, text: str) -> None:
    assert ("Ann Hale", "MEETS", "Max Orr") in _edges(_read(parser, text))
