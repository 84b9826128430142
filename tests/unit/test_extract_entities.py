"""Entities: which words are names, which names are one, and of what kind they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphrag_neo4j.extract.rules.entity_types import type_of
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.extract.rules.name_spans import is_capital
from graphrag_neo4j.extract.rules.titles import other_names
from graphrag_neo4j.extract.rules.tokens import tokenise
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.model import Chunk, Document, ExtractedChunk, Heading
from graphrag_neo4j.readers.files import markdown_document, read_path
from tests.support.growth import check_linear


def _extract(text: str, title: str = "", types: tuple[str, ...] = ()) -> ExtractedChunk:
    document = Document("doc:1", text, title)
    chunk = Chunk("c1", "s1", title, "", text, 0, len(text), 0, 1)
    return RulesExtractor(types).extract(document, [chunk])[0]


def _mentions(text: str, title: str = "") -> list[str]:
    topics = _extract(text, title).topics
    return [name for topic in topics for s in topic.statements for name in s.mentions]


def _types(text: str, title: str = "", types: tuple[str, ...] = ()) -> dict[str, str]:
    return {entity.name: entity.type for entity in _extract(text, title, types).entities}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("We met Ludwig van Holt today.", "Ludwig van Holt"),
        ("It was Alric the Younger who came.", "Alric the Younger"),
        ("They say Jan de Wolde came.", "Jan de Wolde"),
        ("Then April van der Holm left.", "April van der Holm"),
        ("Goalkeeper Tade Osmund left.", "Tade Osmund"),
        ("Economist Perla Quist Vane spoke.", "Perla Quist Vane"),
        ("Singer Sewing Company grew.", "Singer Sewing Company"),
        ("We read the Executive Bonus Plan there.", "Executive Bonus Plan"),
        ("They admired J. R. Vance.", "J. R. Vance"),
        ("The crew of Orion 12 landed.", "Orion 12"),
        ("She works at the University of Norwick.", "University of Norwick"),
        ("He bought an iPhone there.", "iPhone"),
        ("A letter from the U.S. came.", "U.S."),
        ("They sang \"The Long Road Home\" together.", "Long Road Home"),
        ("We spoke to Anne-Marie Dubois.", "Anne-Marie Dubois"),
        ("Shoes by Marks & Harlow sell well.", "Marks & Harlow"),
        ("They work for the Ministry of Trade and Industry.", "Ministry of Trade and Industry"),
        ("We visited St. Mary's Abbey.", "St. Mary's Abbey"),
        ("He read Al-Jahiz, then d'Aubrac.", "d'Aubrac"),
        ("then the payments-api failed", "payments-api"),
        ("see PAY-231 for details", "PAY-231"),
        ("ask @mira about it", "@mira"),
        ("we changed src/app/main.py again", "src/app/main.py"),
        ("it raised E_TIMEOUT twice", "E_TIMEOUT"),
        ("They drove to Milford, North Dakota.", "Milford, North Dakota"),
        ("She married Odo, 3rd Earl of Tarn.", "Odo, 3rd Earl of Tarn"),
    ],
)  # fmt: skip
def test_names_are_found_whole(text: str, name: str) -> None:
    assert name in _mentions(text)


def test_a_date_or_time_behind_a_name_is_none_of_it() -> None:
    assert _mentions("Then Tom Ashdown 13/05/2024 wrote this.") == ["Tom Ashdown"]
    assert "Priya Raman" in _mentions("Then Priya Raman 10:44 wrote this.")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("On Monday Anna Berg sold the boat.", "Anna Berg"),
        ("We heard that in June Carl Dahl left.", "Carl Dahl"),
        ("Since last January Erik Holm has run it.", "Erik Holm"),
        ("There was a letter from April Smith.", "April Smith"),
        ("They joined the Monday Club.", "Monday Club"),
    ],
)
def test_a_day_or_month_that_says_when_is_no_part_of_a_name(text: str, name: str) -> None:
    assert _mentions(text) == [name]


@pytest.mark.parametrize("name", ["Greyfen Dairy", "Norrell Plumbing"])
def test_a_trade_behind_a_name_is_a_firm(name: str) -> None:
    assert _types(f"We paid {name} for it.")[name] == "ORGANIZATION"


def test_and_parts_two_people() -> None:
    assert _mentions("We saw Alice and Bob.")[:2] == ["Alice", "Bob"]


@pytest.mark.parametrize(
    "text",
    [
        "However, nobody came.",
        "Walking is healthy.",
        "On Monday in May we met.",
        "House prices rose.",
        "\"Humbug!\" he said.",
        "THE ANNUAL REPORT OF THE BOARD IS LATE",
    ],
)  # fmt: skip
def test_words_that_are_no_names_are_not_mentioned(text: str) -> None:
    assert _mentions(f"We met Anna Berg.\n\n{text}") == ["Anna Berg"]


def test_a_word_at_the_start_is_a_name_if_the_document_shows_it() -> None:
    assert _mentions("Rose came late. We waited for Rose.") == ["Rose", "Rose"]
    assert _mentions("Rose beds need sun. The rose is red.") == []


def test_a_surname_or_first_name_stands_for_the_full_name() -> None:
    names = _mentions("Edwin Marsh came home. We greeted Marsh. Then Edwin slept.")
    assert set(names) == {"Edwin Marsh"}


def test_an_initial_and_a_surname_stand_for_the_one_full_name_that_fits() -> None:
    assert _mentions("Stella Okafor came. Then S. Okafor signed.") == ["Stella Okafor"] * 2
    both = _mentions("Petra Moe came. Paul Moe came. Then P. Moe left.")
    assert both[-1] == "P. Moe"


def test_a_surname_of_two_people_stays_as_it_is() -> None:
    assert "Marsh" in _mentions("Edwin Marsh met Clara Marsh. Then we greeted Marsh.")


def test_an_acronym_in_brackets_stands_for_the_name() -> None:
    names = _mentions("The Northern Grain Board (NGB) met. Later the NGB voted.")
    assert set(names) == {"Northern Grain Board"}


def test_the_title_is_found_in_any_case() -> None:
    assert _mentions("A slow loris is a primate.", "Slow loris") == ["Slow loris"]


def test_honorifics_and_possessives_are_no_part_of_a_name() -> None:
    assert _mentions("We saw Mr. Harlan's dog.") == ["Harlan"]


@pytest.mark.parametrize(
    ("text", "name", "type_"),
    [
        ("Tavo Reis is a Brazilian sculptor.", "Tavo Reis", "PERSON"),
        ("Belmora is a small town in Spain.", "Belmora", "LOCATION"),
        ("Sundown is a 1950 film directed by Max Orr.", "Sundown", "WORK"),
        ("Quillon is a software company.", "Quillon", "ORGANIZATION"),
        ("They sued Harbeck Ltd.", "Harbeck Ltd", "ORGANIZATION"),
        ("He swam in the Tessa River.", "Tessa River", "LOCATION"),
        ("She fought in the Battle of Korrin.", "Battle of Korrin", "EVENT"),
        ("They met Mrs. Ondur yesterday.", "Ondur", "PERSON"),
        ("They flew to Portugal.", "Portugal", "LOCATION"),
        ("He was born in Velmar.", "Velmar", "LOCATION"),
        ("We met Susan Qualp.", "Susan Qualp", "PERSON"),
        ("The Portuguese ship sank.", "Portuguese", "NATIONALITY"),
        ("We saw Zintho there.", "Zintho", "UNKNOWN"),
    ],
)
def test_types_follow_what_is_said(text: str, name: str, type_: str) -> None:
    assert _types(text)[name] == type_


def test_own_types_go_before_the_built_in_ones_and_leave_them() -> None:
    text = "Fireward is a healing spell. Tavo Reis is a sculptor."
    assert _types(text, types=("SPELL",)) == {"Fireward": "SPELL", "Tavo Reis": "PERSON"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("He signed Executive Order 14028 at once.", "Executive Order 14028"),
        ("He signed the executive order Clean Air at once.", "Clean Air"),
    ],
)
def test_an_own_type_is_known_by_a_names_head_or_the_noun_before_it(text: str, name: str) -> None:
    assert _types(text, types=("EXECUTIVE_ORDER",))[name] == "EXECUTIVE_ORDER"


def test_numbers_belong_to_names_and_amounts_are_none() -> None:
    assert _mentions("EO 14028 supersedes EO 13800.") == ["EO 14028", "EO 13800"]
    assert _mentions("Quillon raised $50M and Tallow Ltd 250K.") == ["Quillon", "Tallow Ltd"]
    assert _mentions("Quillon raised EUR 3.5 million, then US$2bn.") == ["Quillon"]
    assert _mentions("Quillon left the US. It paid in EUR") == ["Quillon", "US"]


def test_an_institution_with_and_in_its_name_is_one_and_who_may_be_one() -> None:
    text = "The National Aeronautics and Space Administration met. WHO sent those who could."
    assert _mentions(text) == ["National Aeronautics and Space Administration", "WHO"]


def test_an_acronym_in_brackets_is_an_alias_of_the_name() -> None:
    text = "The Northern Grain Board (NGB) met. Later the NGB voted."
    chunk = Chunk("c1", "s1", "", "", text, 0, len(text), 0, 1)
    (found,) = RulesExtractor().extract(Document("doc:1", text, ""), [chunk])
    assert [(e.name, e.alias) for e in found.entities] == [("Northern Grain Board", "NGB")]


def test_field_names_of_records_are_no_entities(tmp_path: Path) -> None:
    path = tmp_path / "List.csv"
    path.write_text("Contract End,Port\n2024,Melby\n")
    (document,) = read_path(path)
    assert isinstance(document, Document)
    assert _all_names(document) == {"Melby"}


def test_a_row_is_about_what_its_name_says(tmp_path: Path) -> None:
    path = tmp_path / "crew.csv"
    path.write_text("Port,Name\nMelby,Dr. Oddny Tvedt\n")
    (document,) = read_path(path)
    assert isinstance(document, Document)
    chunk = Chunk("c1", "s1", document.title, "", document.text, 0, len(document.text), 0, 1)
    (found,) = RulesExtractor().extract(document, [chunk])
    assert found.about == ("Oddny Tvedt",)


def test_levels_of_a_log_are_no_names() -> None:
    text = (
        "2024-03-01 10:00:01 INFO Quillon Works answered\n"
        "2024-03-01 10:00:05 ERROR Oddny Tvedt was refused\n"
        "2024-03-01 10:00:09 WARN the disk of Melby is full\n"
    )
    assert _all_names(Document("mem:f", text, "")) == {"Quillon Works", "Oddny Tvedt", "Melby"}


def test_who_speaks_again_and_again_is_a_person() -> None:
    text = "Oddny Tvedt: We left early.\nBo Quill: Why did you?\nOddny Tvedt: It rained all day.\n"
    assert _types(text)["Oddny Tvedt"] == "PERSON"


def test_a_common_noun_before_one_value_is_no_entity() -> None:
    text = "Allergies: latex.\nSignature: none.\nQuillon: I said no.\nArgent: a white metal."
    assert _all_names(Document("mem:f", text, "")) == {"Quillon", "Argent"}


def test_an_institution_of_many_is_one_name() -> None:
    text = "The Elm Road Parents' Association met. Quillon likes the Coopers' dog."
    names = _all_names(Document("mem:f", text, ""))
    assert names == {"Elm Road Parents' Association", "Quillon", "Coopers"}


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("Annual_Report.md", "## Harbour Dues\n\nQuillon paid.\n", {"Quillon"}),
        ("Art.txt", "Quillon hired Arthur Berg.\n", {"Quillon", "Arthur Berg"}),
        ("Otto Berg.txt", "Otto Berg paid Quillon.\n", {"Otto Berg", "Quillon"}),
        ("x.md", "## Harbour Dues\n\nQuillon pays the Harbour Dues.", {"Quillon", "Harbour Dues"}),
    ],
)
def test_file_names_and_headings_are_entities_only_if_the_text_names_them(
    tmp_path: Path, name: str, text: str, expected: set[str]
) -> None:
    (tmp_path / name).write_text(text)
    (document,) = read_path(tmp_path / name)
    assert isinstance(document, Document)
    assert _all_names(document) == expected


def _all_names(document: Document) -> set[str]:
    chunks = chunk_document(document, "s1", size=400, overlap=0, strategy="sentence")
    return {e.name for found in RulesExtractor().extract(document, chunks) for e in found.entities}


def test_a_definition_gives_the_description() -> None:
    entities = _extract("Irmin (died 1002) was a queen of Larmia. She reigned long.").entities
    assert entities[0].description == "queen of Larmia"


def test_a_line_of_chat_names_its_speaker_and_stands_alone() -> None:
    text = "[10:31] alice: deploying payments-api\n[10:32] bob: ok"
    chunk = _extract(text, "log")
    statements = [s for topic in chunk.topics for s in topic.statements]
    assert [s.mentions for s in statements] == [("alice", "payments-api"), ("bob",)]


def test_a_definition_may_hold_several_adjectives() -> None:
    text = "Corley Field is a county owned, public use airport located in Maine."
    assert _types(text)["Corley Field"] == "LOCATION"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "Het slot van de fiets zit links. Smeer de ketting elke maand met olie. Jansen vroeg om"
            " nieuwe banden, en de voorzitter gaf Jansen gelijk.",
            {"Jansen"},
        ),
        (
            "Volevo scriverti prima, ma la casa era piena. Chiudere la porta del forno e chiamare"
            " il tecnico. La lettera di Nerio parla di Chioggia, e Nerio sta bene.",
            {"Nerio", "Chioggia"},
        ),
        (
            "Cuire 40 minutes à four doux. Servir froid avec la crème. Le maire a vu Perrot au"
            " marché, et Perrot lui a vendu des prunes.",
            {"Perrot"},
        ),
    ],
)
def test_what_begins_a_foreign_sentence_is_no_name_unless_it_has_its_capital_elsewhere(
    text: str, names: set[str]
) -> None:
    assert set(_mentions(text)) == names


def test_a_small_letter_with_an_accent_after_an_elided_article_begins_no_name() -> None:
    text = "Pendant l'été la plage est fermée, et l'œuf d'Émile reste à l'échelle de l'Élorn."
    assert set(_mentions(text)) == {"d'Émile", "Élorn"}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Abends Suppe, dann ins Bett. Morgens Brot mit Butter. Es war gut so.", set()),
        ("Sie zahlen 5 Euro von Ohlsens, und 3 Jahre Garantie sind dabei.", set()),
        ("Bitte 3 TL Salz zugeben, die Arbeit ist Ende Mai fertig.", set()),
        ("Die Werft hat der Firma 45 Euro gezahlt, und das ist nicht viel.", set()),
        ("Liebe Jette, ich schreibe dir aus dem Urlaub am See.", {"Jette"}),
        (
            "Die Pumpe gehört August Ohlsen und auch Jette Sommer.",
            {"August Ohlsen", "Jette Sommer"},
        ),
        ("Pro Tag Fahrten zahlen wir nichts, und es gibt auch keine Karten dafür.", set()),
        ("Heute Suppe kochen, und danach gehen wir mit dem Hund ans Wasser.", set()),
        ("Dazu 2 Bund Petersilie und 3 Dosen Tomaten, das reicht für uns alle.", set()),
        ("Am Teich hilft Bund Vogelschutz, und das ist auch gut so.", {"Bund Vogelschutz"}),
        ("Die Gruppe heißt Pro Talheim und will, dass der Bach sauber ist.", {"Pro Talheim"}),
        ("C'est Perrot qui a mangé le pain, et le chat n'a rien vu.", {"Perrot"}),
        ("Chère Odette, je t'écris de la plage où il fait très beau.", {"Odette"}),
    ],
)
def test_units_days_and_salutations_are_cut_off_a_name(text: str, names: set[str]) -> None:
    assert set(_mentions(text)) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Wir haben viele Tiere, z. B. Hamster und Hasen. Die Hasen sind lieb.", set()),
        ("Das alte Boot hat z. T. Löcher und liegt am Ufer im Gras.", set()),
        ("Wir danken für die Miete und grüßen, i. A. Jette Ohlsen", {"Jette Ohlsen"}),
        ("Den Schlüssel der Werft hat B. Ohlsen mitgenommen.", {"B. Ohlsen"}),
    ],
)
def test_the_end_of_a_german_abbreviation_is_no_initial(text: str, names: set[str]) -> None:
    assert set(_mentions(text)) == names


def test_he_is_no_book_whose_title_begins_with_an_article() -> None:
    text = "The Salt Ledger is out. The author sat by the fire. He was quiet for a long time."
    statements = [s for t in _extract(text, "The Salt Ledger").topics for s in t.statements]
    assert [s.mentions for s in statements] == [("The Salt Ledger",), (), ()]


@pytest.mark.parametrize(
    "time", ["2024-05-03T10:22:31.1234567Z", "2024-05-03T10:22+02:00", "2:00PM"]
)
def test_the_time_of_a_line_is_no_part_of_a_name(time: str) -> None:
    tokens = [token.text for token in tokenise(f"{time} Post job cleanup")]
    assert tokens == [time, "Post", "job", "cleanup"]


@pytest.mark.parametrize(
    "given", ["[the mill, Tarrants]", "\n  - Tarrants\n  - TM", "Tarrants, TM"]
)
def test_other_names_of_a_note_lead_to_what_it_is_about(tmp_path: Path, given: str) -> None:
    path = tmp_path / "Tarrant Mill.md"
    path.write_text(
        f"---\naliases: {given}\ntags: [place, town]\nlit: 1974\n---\n"
        "We walked to Tarrants in May.\n",
        "utf-8",
    )
    [document] = read_path(path)
    assert isinstance(document, Document)
    chunks = chunk_document(document, "s", size=256, overlap=0, strategy="sentence")
    [found] = RulesExtractor().extract(document, chunks)
    statements = [s for topic in found.topics for s in topic.statements]
    assert [s.text for s in statements] == [
        "tags: [place, town]",
        "lit: 1974",
        "We walked to Tarrants in May.",
    ]
    assert statements[2].mentions == ("Tarrant Mill",)
    assert found.about == ("Tarrant Mill",)


@pytest.mark.parametrize(
    ("head", "names"),
    [
        ("---\naliases: [Old Margery, the Drum]\n---\n", "Old Margery; the Drum"),
        ("---\nalso_known_as: Old Margery, the Drum\n---\n", "Old Margery; the Drum"),
        ("---\nAKA: Old Margery\n---\n", "Old Margery"),
        ("", ""),
    ],
)
def test_other_names_of_a_note_are_names_of_the_thing_it_is_about(head: str, names: str) -> None:
    text = f"{head}# The Sunken Drum\n\nIt lies off the cape.\n"
    [about] = _extracted(text).entities
    assert (about.name, about.alias) == ("The Sunken Drum", names)


def test_fields_below_a_title_say_what_else_it_is_called() -> None:
    text = (
        "# Olga Rask\n\n- **Nickname:** Finch (at home), the Owl\n- Age: 40\n\n## Dog\n\nAKA: Rex\n"
    )
    names = {entity.name: entity.alias for entity in _extracted(text).entities}
    assert names["Olga Rask"] == "Finch; the Owl"
    assert not any(alias for name, alias in names.items() if name != "Olga Rask")


@pytest.mark.parametrize("part", ["AKA: (", "- **aka", "aka: a,or ", "(((", ". . "])
def test_other_names_below_a_title_are_found_in_linear_time(part: str) -> None:
    def look(n: int) -> None:
        value = json.dumps([part * 9]) if part == "(((" else part * n
        other_names(
            Document("doc:1", f"# A\n{part * n}", "A", (Heading(0, 1, "A"),), {"aka": value})
        )

    check_linear(look, 20_000)


def _extracted(text: str) -> ExtractedChunk:
    document = markdown_document(text, "doc:1")
    chunks = chunk_document(document, "s", size=256, overlap=0, strategy="sentence")
    [found] = RulesExtractor().extract(document, chunks)
    return found


def test_other_names_in_the_text_of_a_note_are_stated() -> None:
    text = "# Berg\n\nThe hill has aliases.\n\naliases: Old Top and High Top\n"
    document = markdown_document(text, "doc:1")
    chunks = chunk_document(document, "s", size=256, overlap=0, strategy="sentence")
    [found] = RulesExtractor().extract(document, chunks)
    assert [s.text for topic in found.topics for s in topic.statements][-1].startswith("aliases")


def test_a_time_of_the_day_is_not_written_like_a_name() -> None:
    assert is_capital("3M")
    assert not is_capital("2:00PM")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("We store it as a Postgres-compatible table.", {"Postgres"}),
        ("They use Kestrel-style paths and Velmar-based firms.", {"Kestrel", "Velmar"}),
        ("The Ruiz-Vega report was read.", {"Ruiz-Vega"}),
    ],
)
def test_what_is_said_of_something_by_a_name_is_no_part_of_it(text: str, names: set[str]) -> None:
    assert set(_mentions(text)) == names


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Python 3.7", "PRODUCT"),
        ("Kestrelix 22.04", "PRODUCT"),
        ("Luke 2.14", "UNKNOWN"),
        ("NOK 12.50", "UNKNOWN"),
        ("QueueFullError", "CODE"),
        ("U+00EA", "CODE"),
    ],
)
def test_how_versions_errors_and_characters_are_written_tells_what_they_are(
    name: str, kind: str
) -> None:
    assert type_of(name, None) == kind


def test_what_a_text_uses_as_code_is_code() -> None:
    text = (
        "Then the TarFolder class was extended, see TarFolder(path). We read the RowReader, as in "
        "tables.RowReader, on www.TideTube.com with TideTube."
    )
    types = _types(text)
    assert (types["TarFolder"], types["RowReader"]) == ("CODE", "CODE")
    assert types["TideTube"] == "UNKNOWN"
