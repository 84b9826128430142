"""Who says what in transcripts, however their turns begin."""

from __future__ import annotations

from pathlib import Path

import docx
import pytest

from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from graphrag_neo4j.readers.stamped_turns import stamped_turns
from graphrag_neo4j.text.introductions import full_names
from graphrag_neo4j.text.places import Places
from tests.support.growth import check_linear

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
        ("a.txt", "[12/05/2026 {minute}] {name}\n"),
        ("a.txt", "[2026-05-12, {minute}:09] {name}\n"),
        ("a.txt", "{name} (by phone): "),
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


@pytest.mark.parametrize(
    "credit",
    ["Subtitles by Marlow House", "Untertitel von Marlow House", "Sous-titres : Marlow House"],
)
def test_who_made_subtitles_is_metadata_and_said_by_nobody(tmp_path: Path, credit: str) -> None:
    path = tmp_path / "a.srt"
    cues = ["The clock was built in 1819.", credit]
    path.write_text(
        "\n\n".join(
            f"{n}\n00:00:0{n},000 --> 00:00:0{n},900\n{said}" for n, said in enumerate(cues, 1)
        )
    )
    [document] = read_path(path)
    assert isinstance(document, Document)
    assert document.metadata == {"subtitles": "Marlow House"}
    assert _readings(path) == ["The clock was built in 1819."]


TURNS = [
    ("Ann Hale", "0:05", "The boat is old and we mend it in May. The pier waits."),
    ("Bo Orr", "0:25", "I paint it.\n\nYou buy the paint for all of us in Melby tomorrow."),
    ("Ann Hale", "0:41", "Gut, ich streiche es am Montag."),
]


@pytest.mark.parametrize(
    ("name", "head"),
    [
        ("a.txt", "{at} {who}\n"),
        ("a.txt", "[{at}] {who}\n"),
        ("a.txt", "{who}  {at}\n"),
        ("a.txt", "{who} ({at})\n"),
        ("a.txt", "{who} ({at}): "),
        ("a.txt", "[18:0{at}] {who}: "),
        ("a.md", "**{who}** {at}\n"),
        ("a.md", "**{who}** ({at})\n\n"),
    ],
)
def test_times_of_a_transcript_are_places_and_no_text(tmp_path: Path, name: str, head: str) -> None:
    path = tmp_path / name
    path.write_text("\n\n".join(head.format(who=who, at=at) + said for who, at, said in TURNS))
    [document] = read_path(path)
    assert isinstance(document, Document)
    assert ":2" not in document.text and "Bo Orr: I paint it." in document.text
    [chunk] = chunk_document(document, "s", size=256, overlap=0, strategy="sentence")
    [found] = RulesExtractor().extract(document, [chunk])
    said = [s for topic in found.topics for s in topic.statements]
    assert all(document.text[s.start : s.end].split() == s.text.split() for s in said)
    place = Places(document).of(said[-1].start, said[-1].end)
    assert place in ("at 0:41", "at 18:00:41")
    assert any(one.startswith("Bo Orr: I paint it.") for one in _readings(path))


@pytest.mark.parametrize(
    ("head", "label"),
    [
        ("Speaker 3  0:25\n", "Speaker 3"),
        ("[0:25] Speaker 3: ", "Speaker 3"),
        ("0:25 Participant 12\n", "Participant 12"),
        ("Orr, Bo   0:25\n", "Bo Orr"),
        ("Orr, Bo (guest)   0:25\n", "Bo Orr"),
    ],
)
def test_a_turn_of_somebody_named_otherwise_is_no_part_of_the_turn_before(
    tmp_path: Path, head: str, label: str
) -> None:
    path = tmp_path / "a.txt"
    said = f"{head}I paint the boat in June. It is to be green."
    path.write_text(f"Ann Hale  0:05\n{LONG}\n\n{said}\n\nAnn Hale  0:41\nI see.\n")
    [document] = read_path(path)
    assert isinstance(document, Document)
    assert f"\n\n{label}: I paint the boat in June. It is to be green.\n\n" in document.text
    assert not any("Ann Hale" in one and "green" in one for one in _readings(path))


def test_a_speaker_with_a_number_stays_with_all_sentences_of_the_turn(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(f"Speaker 1: {LONG}\n\nSpeaker 2: I paint it.\n\nSpeaker 1: I see you do.\n")
    assert "Speaker 1: I need two men for a week." in _readings(path)


def test_a_transcript_of_a_word_processor_has_its_times_as_places(tmp_path: Path) -> None:
    word = docx.Document()
    word.add_heading("Boat", 1)
    for at, name in (("0:05", "Hale, Ann"), ("0:25", "Orr, Bo"), ("0:41", "Hale, Ann")):
        word.add_paragraph(f"{name}   {at}").add_run().add_break()
        word.paragraphs[-1].add_run("I mend the boat in May. It is old.")
    word.save(str(tmp_path / "a.docx"))
    [document] = read_path(tmp_path / "a.docx")
    assert isinstance(document, Document)
    assert document.text.startswith(
        "Boat\n\nAnn Hale: I mend the boat in May. It is old.\n\nBo Orr:"
    )
    assert [place.name for place in document.places] == ["0:05", "0:25", "0:41"]


@pytest.mark.parametrize(
    "text",
    [
        "[12:00:01] Server: started\n[12:00:02] Error: no such file\n[12:00:03] Server: ends, me\n",
        "Doors 0:05\nYou come in here.\n\nDinner 0:25\nWe eat.\n\nTea 0:41\nWe drink it.\n",
        "Ann 10:41\nI paint it.\n\nBo 10:42\nWe mend it.\n\nAnn 10:44\nDo you see it?\n",
        "0:41 Ann Hale\nI paint it.\n\n0:25 Bo Orr\nYou mend it.\n\n0:05 Ann Hale\nWe swim.\n",
    ],
)
def test_other_times_stay_text(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text(text)
    [document] = read_path(path)
    assert isinstance(document, Document)
    assert document.text == text and not document.places


@pytest.mark.parametrize(
    "line", ["0:05 Aa Aa ", "Ann 0:05\n", "[0:05] ", "**Ann** 0:05 ", "Aa 1 0:05 ", "Aa, Aa "]
)
def test_stamps_are_found_in_linear_time(line: str) -> None:
    check_linear(lambda n: stamped_turns(line * n), 4_000)


def test_empty_lines_of_a_turn_are_left_out_in_linear_time() -> None:
    heads = "Ann Hale 0:01\nI see.\n\nBo Orr 0:02\nYou do.\n\nAnn Hale 0:03\nI do."
    check_linear(lambda n: stamped_turns(heads + "\n" * n + "# Money"), 40_000)


def test_of_subtitles_everybody_is_a_speaker_also_who_speaks_once(tmp_path: Path) -> None:
    path = tmp_path / "a.vtt"
    cues = [f"<v Ingrid Salt>{LONG}", "<v Ingrid Salt>In May it grows.", "<v Bo Orr>Who eats it?"]
    stamps = [f"00:00:0{n}.000 --> 00:00:0{n}.900" for n in range(3)]
    said = (f"{stamp}\n{cue}" for stamp, cue in zip(stamps, cues, strict=True))
    path.write_text("WEBVTT\n\n" + "\n\n".join(said))
    assert "Ingrid Salt: In May it grows." in _readings(path)


GUEST = "{host}: {hello} {ask}\n\nZOE: {answer}\n\n{host}: {thanks}\n\nZOE: {bye}\n"
SAID = {"thanks": "Thank you for all of that.", "bye": "I was glad to be here with you."}
ANSWER = "It was the rye. It needs a long and falling heat."


@pytest.mark.parametrize(
    "hello",
    [
        "With me is Zoe Halloran.",
        "With me today is the baker Zoe Halloran.",
        "Please welcome Zoe Halloran.",
        "Bei mir ist heute Zoe Halloran.",
        "Avec moi aujourd'hui, Zoe Halloran.",
        "Conmigo está la panadera Zoe Halloran.",
    ],
)
def test_a_first_name_is_read_as_the_full_name_that_is_introduced(
    tmp_path: Path, hello: str
) -> None:
    path = tmp_path / "a.txt"
    text = GUEST.format(host="HOST", hello=hello, ask="What is it?", answer=ANSWER, **SAID)
    path.write_text(text)
    assert f"What is it? Zoe Halloran: {ANSWER}" in _readings(path)


@pytest.mark.parametrize("hello", ["I'm Cal Merri.", "Ich bin Cal Merri.", "Je suis Cal Merri."])
def test_a_role_is_read_as_who_says_his_name(tmp_path: Path, hello: str) -> None:
    path = tmp_path / "a.txt"
    text = GUEST.format(host="HOST", hello=hello, ask="What is it?", answer=ANSWER, **SAID)
    path.write_text(text)
    assert f"Cal Merri: {SAID['thanks']}" in _readings(path)


@pytest.mark.parametrize(
    ("present", "names"),
    [
        ("Present: Cllr Nadia Winter (chair), Bo Orr", {"WINTER": "Cllr Nadia Winter"}),
        ("Anwesend: Petra Lind, Jonas Lind und Bo Orr", {"LIND": "LIND", "PETRA": "Petra Lind"}),
        ("Attendees:\n- Nadia Winter\n- Bo Orr, clerk", {"NADIA": "Nadia Winter"}),
    ],
)
def test_labels_are_names_of_who_is_present_where_one_fits(
    tmp_path: Path, present: str, names: dict[str, str]
) -> None:
    path = tmp_path / "a.txt"
    turns = [f"{label}: I mend the old boat in May." for label in names]
    turns += ["BO: You mend it and I paint it.", "BO: We swim to the island then."]
    path.write_text("\n\n".join([present, *turns]))
    found = _readings(path)
    assert all(f"{name}: I mend the old boat in May." in found for name in names.values())
    assert "Bo Orr: We swim to the island then." in found


@pytest.mark.parametrize("words", ["with me is Aa ", "with me is aa ", "Present: Aa, ", "I'm Aa "])
def test_who_is_introduced_is_found_in_linear_time(words: str) -> None:
    check_linear(lambda n: full_names(words * n, [("AA", 0, len(words) * n)]), 4_000)


def test_a_long_list_of_names_is_read_in_linear_time() -> None:
    def work(n: int) -> None:
        listed = ", ".join(
            f"Aa{chr(97 + k % 26)} B{'abc'[k % 3] * (k // 26 + 1)}" for k in range(n)
        )
        full_names(f"Present: {listed}", [("AA", 0, 9)])

    check_linear(work, 2_000)


def test_an_answer_that_begins_briefly_is_read_with_its_question(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    answer = "Yes. Ten milliamps for two seconds. We saw it work on nine of ten cells in March."
    path.write_text(
        f"**Jory:** Can a pulse wake it up?\n\n**Bo:** {answer}\n\n**Jory:** Then we do it.\n"
    )
    assert f"Can a pulse wake it up? Bo: {answer}" in _readings(path)


def test_a_long_turn_that_begins_with_a_cry_is_read_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    said = (
        "Awesome! I look for a nice spot by the river where all of us can sit in the sun for hours."
    )
    path.write_text(
        f"**Jory:** Shall we have lunch?\n\n**Bo:** {said}\n\n**Jory:** Then we do it.\n"
    )
    assert f"Bo: {said}" in _readings(path)


def test_of_subtitles_that_name_speakers_what_goes_on_is_said_by_the_one_before(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.srt"
    cues = [
        "[wind]",
        "NARRATOR: The clock has run late for years.",
        "It was built in 1819 by a clockmaker.",
        "His name was Jabez Thirl.",
        "<i>VERA MOSTYN (horologist):</i> The pendulum is too short.",
        "He cut it in the winter.",
        "- And who mends it?",
        "NARRATOR: Nobody minds.",
    ]
    path.write_text(
        "\n\n".join(
            f"{n}\n00:00:0{n},000 --> 00:00:0{n},900\n{said}" for n, said in enumerate(cues, 1)
        )
    )
    found = _readings(path)
    assert found == [
        f"NARRATOR: {' '.join(cue.removeprefix('NARRATOR: ') for cue in cues[1:4])}",
        "VERA MOSTYN: (horologist) The pendulum is too short. He cut it in the winter.",
        "And who mends it?",
        "NARRATOR: Nobody minds.",
    ]


def test_who_speaks_is_not_meant_by_a_pronoun(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    long = "The old boat was mended by the men of the yard in May " * 4
    path.write_text(f"VERA: {long}. His name is on it.\n\nBO: I see it.\n\nVERA: {long}.\n")
    assert not any("VERA's" in one for one in _readings(path))
