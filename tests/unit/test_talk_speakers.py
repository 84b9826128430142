"""Who says what in transcripts, however their turns begin."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path

LONG = (
    "The boat is old and we mend it in May, before it sails to the island for the whole summer "
    "with all of the crew. The pier was never cheap and it will not be any cheaper by June, as "
    "good wood is dear. I need two men for a week."
)


def _readings(path: Path) -> list[str]:
    [document] = read_path(path)
    assert isinstance(document, Document)
    chunks = chunk_document(document, "s", size=256, overlap=0, strategy="sentence")
    found = RulesExtractor().extract(document, chunks)
    return [
        s.resolved or s.text for chunk in found for topic in chunk.topics for s in topic.statements
    ]


@pytest.mark.parametrize(
    ("name", "head"),
    [
        ("a.md", "**{name}** {minute}\n"),
        ("a.md", "**{name}** ({minute})\n"),
        ("a.txt", "{name}  {minute}\n"),
        ("a.txt", "{name} {minute} AM\n"),
        ("a.txt", "{name}  {minute} PM\n"),
        ("a.txt", "[{name}] {minute}:09\n"),
        ("a.txt", "{name}: "),
        ("a.txt", "[{minute}:09] {name}: "),
        ("a.txt", "12/05/2026, {minute} - {name}: "),
        ("a.txt", "[12/05/2026, {minute}:09] {name}: "),
    ],
)
def test_a_speaker_stays_with_all_sentences_of_the_turn(
    tmp_path: Path, name: str, head: str
) -> None:
    turns = [("Ann Hale", "10:41", LONG), ("Bo Orr", "10:42", "I paint it, and you mend it.")]
    turns.append(("Ann Hale", "10:44", "Thanks, do it on Monday."))
    path = tmp_path / name
    said = [head.format(name=who, minute=at) + words for who, at, words in turns]
    path.write_text("\n\n".join(said) + "\n", encoding="utf-8")
    found = _readings(path)
    assert "Ann Hale: I need two men for a week." in found
    assert any("Bo Orr" in one and "I paint it" in one for one in found)
    assert not any("Bo Orr" in one and "Monday" in one for one in found)


def test_what_stands_below_a_talk_is_said_by_nobody(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("Ann: I mend it in May.\nBo: I paint it.\nAnn: Do it.\n\nThe end came soon.")
    assert _readings(path)[-1] == "The end came soon."


def test_lines_that_a_recogniser_of_speech_stamps_are_read_as_subtitles(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(
        "[00:00:00.000 --> 00:00:04.000]  Good morning. The boat\n"
        "[00:00:04.000 --> 00:00:08.000]  is old.\n[00:00:08.000 --> 00:00:12.000]  I paint it.\n"
    )
    [document] = read_path(path)
    assert isinstance(document, Document)
    assert document.text == "Good morning. The boat is old.\n\nI paint it."
    assert [place.name for place in document.places] == ["00:00:00", "00:00:04", "00:00:08"]
