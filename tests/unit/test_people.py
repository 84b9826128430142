"""Who is a person by where a name stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.extract.rules.people import people_of
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from graphrag_neo4j.text.talk import turn_starts
from graphrag_neo4j.text.talk_heads import talk_heads
from tests.support.growth import check_linear
from tests.support.rules import read_by_rules, types_in

CHAT = """\
[14.05.24, 18:02:40] Odile Tveit: Who takes the goat to the vet on Friday?
[14.05.24, 18:03:05] Lotte Brink: me, but I need the trailer
[14.05.24, 18:05:59] Odile Tveit: ok, it stands behind the house
[14.05.24, 18:06:20] Wendy Plot 7: I have none
[14.05.24, 18:06:25] Wendy Plot 7: sorry
"""
MAIL = """\
From: "Gréta Sjöholm" <greta.s@firm.example>
To: Acme Billing <billing@firm.example>, Priya Venkat <priya@firm.example>
Cc: The Crew <boats@firm.example>

Dear Priya, the boat of Ada Berg is here.
"""


def test_who_speaks_in_a_chat_is_a_person() -> None:
    assert people_of(CHAT) == {"odile tveit", "lotte brink"}
    assert people_of("09:01 - Bren: is that the cat\n09:02 - Neil: I hope so\n") == {"bren", "neil"}


def test_who_speaks_twice_in_a_talk_without_times_is_a_person() -> None:
    talk = (
        "Odile Tveit: Who takes the goat?\nLotte Brink: me, on Friday\nOdile Tveit: ok then, do\n"
    )
    assert people_of(talk) == {"odile tveit"}


@pytest.mark.parametrize("names", [("Merle", "Jorun"), ("MERLE", "JORUN"), ("Rose", "Jorun")])
def test_who_takes_turns_under_one_plain_name_is_a_person(names: tuple[str, str]) -> None:
    one, other = names
    said = ("Did you see it?", "I did.", "And?", "My cat hid.", "Poor thing.", "You tell me.")
    talk = "\n".join(f"{names[n % 2]}: {words}" for n, words in enumerate(said))
    assert people_of(talk) == {one.casefold(), other.casefold()}
    german = ("Hast du sie?", "Ich suche.", "Und?", "Wir gehen.", "Gut.", "Danke dir.")
    talk = "\n".join(f"{names[n % 2]}: {words}" for n, words in enumerate(german))
    assert people_of(talk) == {one.casefold(), other.casefold()}


def test_places_and_parts_that_take_turns_in_a_list_are_no_persons() -> None:
    reports = "\n".join(
        f"{('Osmere', 'Whin')[n % 2]}: wind west {n}, fog at night" for n in range(8)
    )
    assert people_of(reports) == set()
    log = "\n".join(f"{('Server', 'Client')[n % 2]}: I sent you {n} rows again" for n in range(8))
    assert people_of(log) == set()


def test_a_role_before_a_name_that_stands_alone_elsewhere_is_no_part_of_it() -> None:
    said = ("Hello, Merle speaking.", "I need help.", "What is it?", "My tap drips.", "I see.")
    labels = ("Agent Merle", "Customer Jorun")
    talk = "\n".join(f"{labels[n % 2]}: {words}" for n, words in enumerate(said))
    assert people_of(talk) == {"merle", "customer jorun"}


def test_who_speaks_in_a_transcript_with_times_is_a_person() -> None:
    talk = "Bren  00:02\nis that the cat of ours\n\nNeil  00:05\nI hope so\n\nBren  00:09\nit is\n"
    assert people_of(talk) == {"bren", "neil"}


def test_who_speaks_again_in_capitals_or_as_a_user_is_a_person() -> None:
    talk = (
        "YUSUF: Are you on the slip?\ntom_b: It is my slip.\nYUSUF: So I hear.\ntom_b: Fine then.\n"
    )
    assert people_of(talk) == {"yusuf", "tom_b"}
    log = (
        "SERVER: the disk is full\nmax_a: the disk is new\nSERVER: it is now up\nmax_a: it is up\n"
    )
    assert people_of(log) == set()


def test_who_posts_in_a_thread_is_a_person_and_a_place_in_a_log_is_none() -> None:
    thread = (
        "OldTup 11-04-2024, 06:50\nTwo of my lambs have crusts.\n\nKate7 · 12 April 2024 07:31\n"
        "You can catch it yourself.\n\nOldTup 16-04-2024, 9:15 pm\nThe vet says it is orf.\n"
    )
    assert people_of(thread) == {"oldtup", "kate7"}
    log = (
        "Osmere 11-04-2024, 06:50\nWind west four, sea slight.\n\nWhin 11-04-2024, 09:10\n"
        "Wind west five, rain.\n\nOsmere 12-04-2024, 06:50\nCalm, some fog in the north.\n"
    )
    assert people_of(log) == set()


@pytest.mark.parametrize(
    "heads",
    [
        ("ann-b 2024-04-11", "OldTup 2024-04-11", "ann-b 2024-04-12"),
        ("[1] Ann Hale wrote on 3 May 2024 10:05:", "[2] Bo wrote on 3 May 2024:", "[3] Ann Hale"),
    ],
)
def test_heads_of_a_thread_need_no_time_of_day(heads: tuple[str, str, str]) -> None:
    one, other, third = heads
    third += " wrote on 4 May 2024:" * third.startswith("[")
    thread = (
        f"{one}\n\nMine drips all night long.\n\n{other}\n\nYou can close the valve.\n\n"
        f"{third}\n\nThe seat of it was worn.\n"
    )
    named = [head.label for head in talk_heads(thread)]
    assert named == [named[0], named[1], named[0]]
    assert named[0] in ("ann-b", "Ann Hale")


def test_three_who_post_once_each_under_made_up_names_are_a_thread() -> None:
    def posts(*names: str) -> str:
        said = ("Mine drips all night long.", "You can close the valve.", "I closed it, too.")
        told = zip(names, said, strict=True)
        return "\n\n".join(
            f"{name} May {day}, 2024, 9:14pm\n{words}"
            for day, (name, words) in enumerate(told, start=3)
        )

    named = [head.label for head in talk_heads(posts("tap77", "LeakMax", "ann_b"))]
    assert named == ["tap77", "LeakMax", "ann_b"]
    assert talk_heads(posts("gym", "swim", "run")) == ()
    assert talk_heads(posts("MELBY", "Osmere", "Whin")) == ()


@pytest.mark.parametrize("places", [("Melby", "Osmere"), ("On the road", "At sea")])
def test_places_and_days_of_a_diary_are_no_heads(places: tuple[str, str]) -> None:
    entries = [
        f"{place} {day} May 1934\n\nI saw the lamps there, and you did not.\n\n"
        for day, place in enumerate((*places, *places), start=3)
    ]
    assert talk_heads("".join(entries)) == ()


def test_what_writes_a_log_is_no_person() -> None:
    talk = "09:01:02 Ann Berg: who started the pump?\n09:01:03 Max Orr: I did so\n"
    assert people_of(talk) == {"ann berg", "max orr"}
    assert not people_of("09:01:02 Server: started the pump\n09:01:03 INFO: it is on now\n")
    assert not people_of("09:01:02 Kafka: started the pump\n09:01:03 Nginx: it is on now\n")


def test_entries_of_a_log_have_no_heads() -> None:
    entry = "[2026-05-12 10:4{n}] {head}\nthe pump has stopped and starts again\n"
    log = [entry.format(n=n, head=head) for n, head in enumerate(("Pump", "Valve") * 3)]
    assert talk_heads("\n".join(log)) == ()


def test_a_unit_beside_a_field_is_no_role_of_a_speaker() -> None:
    said = "Ann: I see the list.\nBo: You do.\nAnn: What is it?\n"
    fields = "Weight (kg): five and a half\nDepth (cm): two and some more\n"
    assert len(turn_starts(said + fields)) == len(turn_starts(said))
    assert len(turn_starts(said + "Bo (by phone): It is a list.\n")) == 4


def test_who_has_an_address_of_the_own_name_is_a_person() -> None:
    assert people_of(MAIL) == {"gréta sjöholm", "priya venkat"}


def test_fields_of_a_record_are_no_persons() -> None:
    assert not people_of("Due Date: 3 May\nLast Name: Berg\nHome Town: Melby\n")


@pytest.mark.parametrize(
    "part",
    [
        "From: a <",
        "Ann Lee  ",
        "Ann  1:00\n",
        "**User:**\n",
        "## a said:",
        "Ann commented ",
        "10:31 Ann Lee: hi there you\n",
        "To: A B <a@",
        "[1/1/2025 10:00] Ann Lee\n",
        "[1/1/2025 10:00 ",
        "Ann Lee (",
        "Ann (a): hi there you\n",
        " ",
    ],
)
def test_long_texts_are_read_in_linear_time(part: str) -> None:
    check_linear(lambda n: people_of(part * n), 200_000 // len(part))


def test_a_day_of_a_post_may_have_a_comma_before_its_year() -> None:
    days = ("12 Mar, 2024 7:02 pm", "13 Mar, 2024 9:14 am", "14 Mar, 2024 8:15 am")
    said = zip(("tap77", "LeakMax", "ann_b"), days, strict=True)
    thread = "\n\n".join(f"{user} {day}\nDo you have your own tap?" for user, day in said)
    assert [head.label for head in talk_heads(thread)] == ["tap77", "LeakMax", "ann_b"]


@pytest.mark.parametrize("hour", ["04", "09", "13"])
def test_a_chat_keeps_its_times_and_speakers_at_any_hour(tmp_path: Path, hour: str) -> None:
    said = (
        "Merle: Good morning, you are through to the pump works. What can I do for you today?",
        "Jorun: my pump stops in the middle and shows the code E17 on its screen, since May",
        "Merle: I am sorry about that, which model is it? It is written on the lid.",
        "Jorun: the Tarn 600",
    )
    text = "".join(f"[{hour}:0{n}] {line}\n" for n, line in enumerate(said, start=2))
    (tmp_path / "chat.txt").write_text(text, encoding="utf-8")
    (document,) = read_path(tmp_path / "chat.txt")
    assert isinstance(document, Document) and document.text == text
    assert people_of(document.text) == {"merle", "jorun"}


def test_who_somebody_says_she_is_called_is_a_person(tmp_path: Path) -> None:
    for line in ("My niece is here. She's called Blessing.", "He was named Tolven by the nurse."):
        (tmp_path / "a.txt").write_text(line, encoding="utf-8")
        types = types_in(read_by_rules(tmp_path / "a.txt", parsed=True))
        assert list(types.values()) == ["PERSON"]


@pytest.mark.parametrize("parsed", [False, True])
@pytest.mark.parametrize(
    ("work", "type_"),
    [
        ("the harbour master", "PERSON"),
        ("a baker", "PERSON"),
        ("a school caretaker", "PERSON"),
        ("a student newspaper", "ORGANIZATION"),
        ("a lake", "LOCATION"),
    ],
)
def test_everyday_work_says_that_a_name_is_a_persons(
    tmp_path: Path, work: str, type_: str, parsed: bool
) -> None:
    (tmp_path / "note.md").write_text(f"# Notes\n\nVosk Arnul is {work}. We saw Vosk Arnul today.")
    found = types_in(read_by_rules(tmp_path / "note.md", parsed=parsed))
    assert found["Vosk Arnul"] == type_
