"""Short names of a document and the one long name each stands for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from graphrag_neo4j.extract.parse.pipeline import Pipeline
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.extract.rules.name_spans import Span
from graphrag_neo4j.extract.rules.names import Names
from graphrag_neo4j.extract.rules.statements import Sentence
from graphrag_neo4j.extract.rules.titled_names import bare_person
from graphrag_neo4j.extract.rules.tokens import tokenise
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.model import Chunk, Document
from graphrag_neo4j.readers.files import read_path


def _aliases(text: str, persons: tuple[str, ...] = (), firms: tuple[str, ...] = ()) -> set[str]:
    """The short names that stand for another, each with that one; " / " or a line break parts
    sentences."""
    parts = re.split(" / |\n", text)
    sentences = [Sentence(p, 0, len(p), p, tokenise(p)) for p in parts]
    document = Document("doc:1", text, "")
    names = Names(document, sentences, None, frozenset(persons), frozenset(firms))
    return {f"{short}: {full}" for short, full in names.aliases.items()}


SENN = ("pavel senn", "p senn")


def test_an_initial_is_no_other_person_of_the_surname() -> None:
    text = "We saw Pavel Senn / Then P. Senn left / Later Senn came"
    assert {"p senn: pavel senn", "senn: pavel senn"} <= _aliases(text, SENN)


def test_a_surname_with_a_title_stands_for_the_only_one_of_that_name() -> None:
    text = "We saw Anselm Greve / Then Judge Greve left / Later Greve came"
    found = _aliases(text, ("anselm greve", "judge greve"))
    assert {"judge greve: anselm greve", "greve: anselm greve"} <= found


@pytest.mark.parametrize(
    "text",
    [
        "We saw Anselm Greve / We saw Ilvar Greve / Then Judge Greve left / Later Greve came",
        "We saw Pavel Senn / We saw Petra Senn / Then P. Senn left / Later Senn came",
    ],
)
def test_a_surname_of_two_persons_stands_for_neither(text: str) -> None:
    persons = ("anselm greve", "ilvar greve", "pavel senn", "petra senn", "p senn", "judge greve")
    found = _aliases(f"{text} / We met Ole Brandt / Brandt left", (*persons, "ole brandt"))
    assert found == {"brandt: ole brandt"}


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("Then Mr. Greve left / We saw Martha Greve / Later Greve came", False),
        ("Then Mrs. Greve left / We saw Martha Greve / Later Greve came", True),
        ("Then Mr. Greve left / We saw Oskar Greve / Later Greve came", True),
    ],
)
def test_mr_before_a_surname_is_no_woman(text: str, is_one: bool) -> None:
    found = _aliases(text, ("martha greve", "oskar greve", "greve"))
    assert any(one.startswith("greve: ") for one in found) == is_one


FIRMS = ("corvane haulage", "dunmere heating", "leedham school")


def test_who_is_named_in_full_after_the_first_word_alone_is_somebody_else() -> None:
    text = "Tarvik began in Velmar / Tarvik owns Tarvik Agro / Then Tarvik grew"
    assert not _aliases(text, ("tarvik agro",))
    other = "We met Tarvik Holm / Then Tarvik left / We met Anna / Later Anna Holm came"
    assert {"tarvik: tarvik holm", "anna: anna holm"} <= _aliases(other, ("tarvik holm",))


def test_a_second_given_name_is_not_whom_the_text_tells_of_before() -> None:
    sons = "We met Oskar / Then Oskar had a son / Oskar called him Peter Oskar"
    assert "oskar: peter oskar" not in _aliases(sons, ("peter oskar",))
    singer = "We met Peter Oskar / Then Oskar sang"
    assert "oskar: peter oskar" in _aliases(singer, ("peter oskar",))


@pytest.mark.parametrize("form", ["AG", "GmbH", "Ltd", "AB", "Oy", "B.V.", "S.A.", "LLP"])
def test_a_firm_without_its_legal_form_is_the_same(form: str) -> None:
    text = f"Tarvik Sensor Works {form} grew / Tarvik Sensor Works sold it"
    full = f"tarvik sensor works {form.lower().replace('.', '')}"
    assert f"tarvik sensor works: {full}" in _aliases(text)


def test_the_first_word_of_a_firm_stands_for_it() -> None:
    text = "We called Corvane Haulage / Then we paid Corvane"
    assert _aliases(text, firms=FIRMS) == {"corvane: corvane haulage"}


@pytest.mark.parametrize(
    "text",
    [
        "We called TRF Haulage / Then we paid TRF",
        "We paid Corvane / Then we called Corvane Haulage",
        "We called Tarnfield Research / Then we paid Tarnfield",
        "We called Google Haulage / Then we paid Google",
    ],
)
def test_a_firm_that_has_a_part_of_its_own_name_is_not_that_part(text: str) -> None:
    firms = ("trf haulage", "corvane haulage", "tarnfield research", "google haulage")
    text += " / We called Dunmere Heating / We paid Dunmere"
    assert _aliases(text, firms=(*firms, "dunmere heating")) == {"dunmere: dunmere heating"}


@pytest.mark.parametrize(
    "text",
    [
        "We called Dunmere Heating / She lives in Dunmere / We left Dunmere",
        "We called Leedham School / Then we left Leedham",
        "We called Corvane Haulage / We met Bettany Corvane / Then we paid Corvane",
    ],
)
def test_a_place_or_a_person_is_no_firm_by_its_first_word(text: str) -> None:
    text += " / We called Ostrel Freight / We paid Ostrel"
    assert _aliases(text, firms=(*FIRMS, "ostrel freight")) == {"ostrel: ostrel freight"}


@pytest.mark.parametrize("name", ["rota.csv", "rota.md"])
def test_a_cell_with_a_title_names_the_person(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    head = "Name,Day,Stand-in\n"
    row = "Dr. Senn,early,Dr. Rask\n"
    text = head + row
    if name.endswith("md"):
        text = "| Name | Day | Stand-in |\n|---|---|---|\n| Dr. Senn | early | Dr. Rask |\n"
    path.write_text(text)
    found = []
    for document in read_path(path):
        assert isinstance(document, Document)
        chunks = chunk_document(document, "s", size=256, overlap=0, strategy="sentence")
        found += RulesExtractor().extract(document, chunks)
    facts = {
        (f.subject, f.object)
        for chunk in found
        for topic in chunk.topics
        for statement in topic.statements
        for f in statement.facts
    }
    assert facts == {("Senn", "early"), ("Senn", "Rask")}
    entities = {entity.name for chunk in found for entity in chunk.entities}
    assert not {"Dr. Senn", "Dr. Rask"} & entities


@pytest.mark.parametrize(
    ("name", "person"),
    [
        ("Dr. Rask", "Rask"),
        ("Mrs Una van Orr", ""),
        ("Mr & Mrs Orr", ""),
        ("Dr Orr + device check", ""),
        ("Anna Orr", ""),
    ],
)
def test_only_titles_before_a_name_are_left_out(name: str, person: str) -> None:
    assert bare_person(name) == person


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (
            "12/03/2024, 18:16 - Ismer Ockham: I sold the boat\n"
            "12/03/2024, 18:17 - Torvil Hovik: the oars are with Ismer, ismer",
            "ismer: ismer ockham",
        ),
        ("From: Ismer Ockham <ismer@firm.example>\nYours, Ismer", "ismer: ismer ockham"),
    ],
)
def test_who_writes_a_chat_or_a_mail_is_called_by_the_first_name(text: str, name: str) -> None:
    assert name in _aliases(text)


def test_a_first_name_of_two_who_write_stands_for_neither() -> None:
    chat = "12/03/2024, 18:16 - Ismer Ockham: I sold it\n"
    chat += "12/03/2024, 18:17 - Ismer Hovik: the oars are with Ismer"
    assert not [one for one in _aliases(chat) if one.startswith("ismer:")]


def test_who_speaks_is_no_firm_of_two_names() -> None:
    chat = "Tarnfield & Corvane\n12/03/2024, 18:16 - Tarnfield: so Tarnfield sold it\n"
    firms = ("tarnfield corvane",)
    assert not _aliases(f"{chat}12/03/2024, 18:17 - Corvane: I kept the oars", (), firms)
    assert _aliases("It is Tarnfield & Corvane / We asked Tarnfield", (), firms)


def test_a_comma_joins_two_and_no_family_to_a_name() -> None:
    texts = ("At Anselm, Torvild", "We saw Torvild")
    sentences = [Sentence(text, 0, len(text), text, tokenise(text)) for text in texts]
    spans = [[Span(1, 4, True)], [Span(2, 3, True)]]
    assert not Names(Document("doc:1", "\n".join(texts), ""), sentences, spans).aliases


def test_the_land_in_a_title_is_not_the_town() -> None:
    text = "Wexcombe is a town in Hawaii"
    sentence = Sentence(text, 0, len(text), text, tokenise(text))
    assert "hawaii" not in Names(Document("doc:1", text, "Wexcombe, Hawaii"), [sentence]).aliases


def test_a_title_in_the_plural_stands_before_several_names(parser: Pipeline) -> None:
    text = (
        "Present: Ann Hale, Sven Torsk.\n\n"
        "Cllrs Torsk and Orlby left. Messrs Orlby and Torsk came. "
        "Councillor Torsk voted. Councillors Orlby and Hale spoke. Councillors Committee papers. "
        "Councillor Quill spoke of Messrs Redstart Homes."
    )
    chunk = Chunk("c1", "s1", "", "", text, 0, len(text), 0, 1)
    (found,) = RulesExtractor(parsers=[parser]).extract(Document("doc:1", text, ""), [chunk])
    people = {entity.name for entity in found.entities if entity.type == "PERSON"}
    assert people == {"Ann Hale", "Sven Torsk", "Orlby", "Quill"}
