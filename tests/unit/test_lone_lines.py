"""Lines of plain text that stand alone: titles, by-lines, headings."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from graphrag_neo4j.readers.lone_lines import text_title
from graphrag_neo4j.text.bylines import author_of, is_byline
from graphrag_neo4j.text.dates import day_of
from tests.support.growth import check_linear

STORY = "The ferry ran aground on the bank this morning, and nobody on board was hurt.\n"
RULING = """\
{first}

1. The boat of the claimant was damaged when it came alongside for the third time.

{second}

2. Who goes to the help of persons in danger may recover what it costs, £9,200.
"""


def _read(folder: Path, text: str) -> Document:
    path = folder / "a_file.txt"
    path.write_text(text, encoding="utf-8")
    [document] = read_path(path)
    assert isinstance(document, Document)
    return document


def _statements(document: Document) -> list[str]:
    chunks = chunk_document(document, "s", size=256, overlap=0, strategy="sentence")
    found = RulesExtractor().extract(document, chunks)
    return [s.text for chunk in found for topic in chunk.topics for s in topic.statements]


@pytest.mark.parametrize(
    "head",
    [
        "Ferry runs aground; all safe\n\n",
        "Ferry runs aground; all safe\nBy Ann Hale, Harbour Correspondent\n\n",
        "Ferry runs aground; all safe\nThe Mercury, Monday 10 March 2025\nBy our man, Bo Orr\n\n",
        "THE MERCURY\nFriday, 14 March 2025\n\nFerry runs aground; all safe\n\nBy Ann Hale\n\n",
    ],
)
def test_a_text_is_titled_by_its_name_and_the_short_line_that_it_begins_with(
    tmp_path: Path, head: str
) -> None:
    document = _read(tmp_path, head + STORY)
    assert document.title == "A file: Ferry runs aground; all safe"
    assert STORY.strip() in _statements(document)
    assert "Ferry runs aground" not in " ".join(_statements(document))


@pytest.mark.parametrize(
    ("name", "line", "title"),
    [
        ("ferry_aground.txt", "Ferry runs aground", "Ferry runs aground"),
        ("cv_ann_hale.txt", "ANN HALE", "Cv ann hale"),
        ("recipe-bread.txt", "As Mrs Orr told it", "Recipe bread: As Mrs Orr told it"),
    ],
)
def test_a_title_says_once_what_name_and_first_line_say(
    tmp_path: Path, name: str, line: str, title: str
) -> None:
    path = tmp_path / name
    path.write_text(f"{line}\n\n{STORY}", encoding="utf-8")
    assert [one.title for one in read_path(path) if isinstance(one, Document)] == [title]


@pytest.mark.parametrize(
    "head",
    [
        "It was cold.\n\n",
        "Dear Ann,\n\n",
        "Sunday 9 March\n\n",
        "Status: done\n\n",
        "- a list\n\n",
        "Ann Hale    3 boats\n\n",
        "the rest of a sentence\n\n",
        "The fog came up\nfrom the river\n\n",
        "CHAPTER ONE\n\nThe boat of the harbour master was old and it leaked.\n\nCHAPTER TWO\n\n",
    ],
)
def test_a_text_that_begins_otherwise_has_the_name_of_its_file(tmp_path: Path, head: str) -> None:
    assert _read(tmp_path, head + STORY).title == "A file"


def test_a_line_within_a_text_that_says_who_wrote_it_is_a_statement_of_its_own(
    tmp_path: Path,
) -> None:
    text = f"{STORY}\nBy Ann Hale and Bo Orr\n\n{STORY}"
    assert "By Ann Hale and Bo Orr" in _statements(_read(tmp_path, text))


@pytest.mark.parametrize(
    "line", ["By Monday it was gone", "by the river", "By Ann.", "Made by Ann"]
)
def test_other_lines_do_not_say_who_wrote_a_text(line: str) -> None:
    assert not is_byline(line)


@pytest.mark.parametrize("first, second", [("The facts", "The law"), ("Loss", "Was it his fault?")])
def test_short_lines_alone_above_paragraphs_are_headings(
    tmp_path: Path, first: str, second: str
) -> None:
    text = "It is so ordered, and the parties are told of it.\n\n" + RULING.format(
        first=first, second=second
    )
    assert [heading.title for heading in _read(tmp_path, text).headings] == [first, second]


def test_lines_in_capitals_above_what_they_head_are_headings(tmp_path: Path) -> None:
    text = (
        "PAT BLY\n12 Row, Melby · pat@a.example\n\nPROFILE\n"
        "Engineer of old meters who likes problems that leak.\n\n"
        "WORK\n\n2018 – 2020   Senior engineer\n\nLANGUAGES\nEnglish, Norwegian\n\n"
        "CLAIMS\n1. A meter with a tube that is folded twice and two reflectors.\n"
    )
    document = _read(tmp_path, text)
    assert document.title == "A file: PAT BLY"
    heads = [heading.title for heading in document.headings[1:]]
    assert heads == ["PROFILE", "WORK", "LANGUAGES", "CLAIMS"]
    assert "Engineer of old meters who likes problems that leak." in _statements(document)


@pytest.mark.parametrize(
    "text",
    [
        "The bell rings\n\nNobody hears\n\nThe water comes in\n\nThe water goes out\n",
        "Yes\n\nHe said that the boat was old and would sink before May.\n\nYes\n\nIt did.\n",
        "ANN: I never said that it was so.\nBO: You did, I heard you.\nANN: I did not say it.",
        "STOP\n\nTHE BOAT IS OLD AND MUST BE MENDED SOON.\n\nWAIT\n\nTHE PIER IS NEW.\n",
    ],
)
def test_lines_of_poems_talk_and_text_in_capitals_are_no_headings(
    tmp_path: Path, text: str
) -> None:
    assert _read(tmp_path, text).headings == ()


@pytest.mark.parametrize("line", ["By Ann ", "by A, ", "put by A-", "A B ", "12 A 2025 "])
def test_a_line_is_judged_in_time_in_proportion_to_its_length(line: str) -> None:
    check_linear(lambda n: is_byline(line * n), 2_000)


@pytest.mark.parametrize(
    ("head", "author", "day"),
    [
        ("Ferry aground\nBy Ann Hale, Harbour Correspondent\n14 March 2025\n\n", "Ann Hale", True),
        (
            "THE MERCURY\nFriday, 14 March 2025\n\nFerry aground\n\nBy Ann Hale\n\n",
            "Ann Hale",
            True,
        ),
        ("Ferry aground\nThe Mercury, March 14, 2025\nBy our man, Bo Orr\n\n", "Bo Orr", True),
        ("Ferry aground\nBy Ann Hale, Bo Orr and Cy Dee\n\n", "Ann Hale, Bo Orr and Cy Dee", False),
        ("2025-03-14\n\n", "", True),
        ("Die Fähre läuft auf\nVon Anna Hahn, Reporterin\n14. März 2025\n\n", "Anna Hahn", True),
        ("Le ferry s'échoue\nPar Anne Hallé\nvendredi 14 mars 2025\n\n", "Anne Hallé", True),
        (
            "El ferri encalla\nPor Ana Halle, corresponsal\n14 de marzo de 2025\n\n",
            "Ana Halle",
            True,
        ),
    ],
)
def test_who_wrote_a_text_and_when_are_metadata_and_state_nothing(
    tmp_path: Path, head: str, author: str, day: bool
) -> None:
    document = _read(tmp_path, head + STORY)
    told = {"author": author} if author else {}
    assert document.metadata == told | ({"date": "2025-03-14"} if day else {})
    assert _statements(document) == [STORY.strip()]


@pytest.mark.parametrize(
    "text",
    [
        STORY + "\nBy Ann Hale and Bo Orr, the pier was built again.\n",
        "Ann has the key.\n\n14 March 2025\n\nThe boat is old and we mend it in the yard.\n",
        "14 March 2025\nThe boat is old.\n\n15 March 2025\nWe mend it in the yard of Bo.\n",
        "31 June 2025\n\n" + STORY,
    ],
)
def test_what_is_no_head_of_a_text_is_no_metadata(tmp_path: Path, text: str) -> None:
    assert not _read(tmp_path, text).metadata


@pytest.mark.parametrize(
    "sentence",
    [
        "The ferry is old. It is to be sold by the harbour company\non 3 May 2031.",
        "The yard is shut and nobody can lift the boat before\nMonday, 3 May 2027.",
        "THE MERCURY\n\nBo Orr was made pilot by a vote of all and began\non 3 May 2019.",
    ],
)
def test_a_day_that_ends_a_wrapped_sentence_stays_in_it(tmp_path: Path, sentence: str) -> None:
    document = _read(tmp_path, f"{sentence}\n\n{STORY}")
    assert not document.metadata
    assert _statements(document)[-2].endswith(sentence.rpartition("\n")[2])


@pytest.mark.parametrize("line", ["Von Aa ", "Par A, B y ", "14 Mai ", "den den ", "1.1."])
def test_a_line_of_a_head_is_judged_in_linear_time(line: str) -> None:
    check_linear(lambda n: (author_of(line * n), day_of(line * n)), 2_000)


def test_a_line_that_the_file_is_called_by_is_its_title() -> None:
    text = "Leek pie\nServes 4. It takes an hour.\n\nCut the leeks and fry them in butter.\n"
    found = text_title(text, [], "leek pie")
    assert found is not None and (found.title, found.start) == ("Leek pie", 0)
    assert text_title(text, [], "supper") is None
    assert text_title("Leek pie is a dish.\nIt takes an hour.\n", [], "leek pie") is None
