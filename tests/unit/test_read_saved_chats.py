"""Chats that messengers save as text."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path

LINE = """[LINE] Chat history with Ilka
Saved on: 2023/11/08 20:11

2023/11/06(Mon)
09:03\tIlka\tdid the parcel come?
09:40\tTeo\t"yes, but
two cups are broken"
09:41\tIlka\t[Sticker]
09:44\tTeo invited Ruth to the group.

2023/11/07(Tue)
12:05\tIlka\tI send new ones
"""
PHONE = """담이 님과 카카오톡 대화
저장한 날짜 : 2023년 11월 8일 오후 9:00

2023년 11월 6일 월요일
2023년 11월 6일 오후 7:02, 담이 : 몇 시에 만나?
2023년 11월 6일 오후 7:03, 담이님이 솔님을 초대했습니다.
2023년 11월 6일 오후 7:05, 솔 : 아홉 시에
강가에서
2023년 11월 7일 오전 12:10, 담이 : 좋아
"""
COMPUTER = """Damı 님과 카카오톡 대화
저장한 날짜 : 2023-11-08 21:00:15

--------------- Monday, November 6, 2023 ---------------
[Dami] [7:02 PM] when do we meet?
[Sol] [7:05 PM] at nine
by the river
--------------- Tuesday, November 7, 2023 ---------------
[Dami] [12:10 AM] fine
"""
TELEGRAM = """Галя, [06.11.2023 10:12]
Кто берёт лодку?

Лев Ост, [06.11.23 10:20:05]
Я беру. Вёсла у меня

Галя, [07.11.2023 21:02]
[Forwarded from Рита]
Мост закрыт
"""

IRSSI = """--- Log opened Mon Nov 06 00:00:12 2023
09:12 -!- ilka [~i@host] has joined #boats
09:13 < ilka> who has the pump?
09:15 <@teo> me. it drips
09:18  * ilka waves
--- Day changed Tue Nov 07 2023
08:00 -!- ilka [~i@host] has quit [timeout]
08:30 < teo> mended
"""
WEECHAT = """2023-11-06 09:12:01\t-->\tilka (~i@host) has joined #boats
2023-11-06 09:13:10\tilka\twho has the pump?
2023-11-06 09:15:11\t@teo\tme. it drips
2023-11-06 09:18:00\t *\tilka waves
2023-11-07 08:00:00\t<--\tilka (~i@host) has quit (timeout)
2023-11-07 08:30:00\t@teo\tmended
"""
MIRC = """Session Start: Mon Nov 06 09:10:00 2023
Session Ident: #boats
[09:12] * ilka (~i@host) has joined #boats
[09:13] <ilka> who has the pump?
[09:15] <@teo> me. it drips
[09:18] * ilka waves
Session Close: Mon Nov 06 10:00:00 2023

Session Start: Tue Nov 07 08:00:00 2023
[08:00] * ilka (~i@host) Quit (timeout)
[08:30] <@teo> mended
"""


def read(path: Path, text: str) -> Document:
    path.write_text(text, encoding="utf-8")
    (document,) = read_path(path)
    assert isinstance(document, Document)
    return document


def days(path: Path, text: str) -> list[tuple[str, list[str]]]:
    """What is said on each day of a chat."""
    path.write_text(text, encoding="utf-8")
    read = [document for document in read_path(path) if isinstance(document, Document)]
    assert [one.uri for one in read] == [f"{path.as_uri()}#{one.metadata['date']}" for one in read]
    return [(str(one.metadata["date"]), one.text.split("\n\n")) for one in read]


def times(document: Document) -> list[str]:
    return [place.name for place in document.places]


def test_a_chat_that_line_saved_is_who_says_what_on_which_day(tmp_path: Path) -> None:
    assert days(tmp_path / "a.txt", LINE) == [
        (
            "2023-11-06",
            ["09:03 Ilka: did the parcel come?", "09:40 Teo: yes, but\ntwo cups are broken"],
        ),
        ("2023-11-07", ["12:05 Ilka: I send new ones"]),
    ]


def test_words_in_brackets_are_words(tmp_path: Path) -> None:
    text = "2023/11/06(Mon)\n09:03\tIlka\tcoming?\n09:05\tTeo\t[yes]\n09:06\tTeo\t[Photo]\n"
    assert days(tmp_path / "a.txt", text) == [
        ("2023-11-06", ["09:03 Ilka: coming?", "09:05 Teo: [yes]"])
    ]


@pytest.mark.parametrize(
    ("day", "clock", "time"),
    [
        ("จ. 06/11/2023", "19:02", "06/11/2023 19:02"),
        ("Mon, 11/6/2023", "7:02 PM", "11/6/2023 19:02"),
        ("Mon, 11/6/2023", "12:02AM", "11/6/2023 00:02"),
    ],
)
def test_days_that_may_be_in_two_months_stay_in_one_chat(
    tmp_path: Path, day: str, clock: str, time: str
) -> None:
    document = read(tmp_path / "a.txt", f"{day}\n{clock}\tIlka\thi\n{clock}\tTeo\thello\n")
    assert document.text == "Ilka: hi\n\nTeo: hello"
    assert times(document) == [time, time]


@pytest.mark.parametrize(
    ("day", "clock", "time"),
    [("2023.11.06 月曜日", "午後7:02", "19:02"), ("2023/11/06（一）", "上午07:02", "07:02")],
)
def test_line_writes_days_and_clocks_as_people_do(
    tmp_path: Path, day: str, clock: str, time: str
) -> None:
    chat = f"{day}\n{clock}\tIlka\thi\n{clock}\tTeo\thello\n"
    said = [f"{time} Ilka: hi", f"{time} Teo: hello"]
    assert days(tmp_path / "a.txt", chat) == [("2023-11-06", said)]


@pytest.mark.parametrize(
    ("saved", "said"),
    [
        (PHONE, ["담이: 몇 시에 만나?", "솔: 아홉 시에\n강가에서", "담이: 좋아"]),
        (COMPUTER, ["Dami: when do we meet?", "Sol: at nine\nby the river", "Dami: fine"]),
        (
            "November 6, 2023, 7:02 PM, Dami : so?\nNovember 6, 2023 at 7:05 PM, Sol : no\n"
            "Nov 7, 2023, 12:10 AM, Dami : fine",
            ["Dami: so?", "Sol: no", "Dami: fine"],
        ),
        (
            "2023. 11. 6. 오후 7:02, 담이 : 어디?\n2023. 11. 6. 19:05, 솔 : 집\n"
            "2023. 11. 7. 오전 12:10, 담이 : 응",
            ["담이: 어디?", "솔: 집", "담이: 응"],
        ),
    ],
)
def test_a_chat_that_kakaotalk_saved_is_who_says_what(
    tmp_path: Path, saved: str, said: list[str]
) -> None:
    first, second, third = said
    assert days(tmp_path / "a.txt", saved) == [
        ("2023-11-06", [f"19:02 {first}", f"19:05 {second}"]),
        ("2023-11-07", [f"00:10 {third}"]),
    ]


def test_messages_copied_from_telegram_are_who_says_what(tmp_path: Path) -> None:
    first, second = (
        ["10:12 Галя: Кто берёт лодку?", "10:20 Лев Ост: Я беру. Вёсла у меня"],
        ["21:02 Галя (forwarded from Рита): Мост закрыт"],
    )
    assert days(tmp_path / "a.txt", TELEGRAM) == [("2023-11-06", first), ("2023-11-07", second)]


@pytest.mark.parametrize(
    ("stamp", "clock"), [("Nov 6, 2023 at 7:02:10 PM]:", "19:02 "), ("11/6/2023 7:02 PM]", "")]
)
def test_telegram_on_other_devices_stamps_otherwise(tmp_path: Path, stamp: str, clock: str) -> None:
    text = f"Ann Tarn, [{stamp}\nwho rows?\n\nBob, [{stamp}\nI do\n"
    said = f"{clock}Ann Tarn: who rows?\n\n{clock}Bob: I do"
    assert read(tmp_path / "a.txt", text).text == said


@pytest.mark.parametrize(
    "text",
    [
        "09:03\tVelmar\tferry leaves\n09:40\tOrsund\tferry comes",  # no day
        "[Dami] [7:02 PM] when?\n[Sol] [7:05 PM] at nine",
        "2023년 11월 6일 월요일\n2023년 11월 7일 화요일\n강가에서 만났다",
        "November 6, 2023, 7:02 PM, the ferry left\nNovember 7, 2023, 8:02 PM, it came",
        "Tarn, A., [06.11.2023]\nOn boats\n\nOst, L., [07.11.2023]\nOn oars",
        "2023/11/06(Mon)\nWe went to Velmar.\n2023/11/07(Tue)\nWe slept.",
    ],
)
def test_what_only_looks_like_a_saved_chat_stays_as_it_is(tmp_path: Path, text: str) -> None:
    assert read(tmp_path / "a.txt", text).text == text


@pytest.mark.parametrize("log", [IRSSI, WEECHAT, MIRC])
def test_a_log_of_irc_is_who_says_what_on_which_day(tmp_path: Path, log: str) -> None:
    document = read(tmp_path / "boats.log", log)
    assert document.text.split("\n\n") == [
        "ilka: who has the pump?", "teo: me. it drips", "ilka waves", "teo: mended"
    ]  # fmt: skip
    assert times(document) == [
        "2023-11-06 09:13", "2023-11-06 09:15", "2023-11-06 09:18", "2023-11-07 08:30"
    ]  # fmt: skip


def test_lines_of_a_log_of_irc_without_a_time_are_kept(tmp_path: Path) -> None:
    log = (
        "Meeting of the boats\n[09:12:01] *** Joins: ilka (~i@host)\n"
        "[09:13:10] <ilka> look:\npump = off\n=== kim [~k@host] has joined #boats\n"
        "[09:15:00] <teo_> I see\n[09:16:00] <ilka> ok\n"
    )
    document = read(tmp_path / "a.log", log)
    assert document.text.split("\n\n") == [
        "Meeting of the boats", "ilka: look:\npump = off", "teo_: I see", "ilka: ok"
    ]  # fmt: skip
    assert times(document) == ["09:13", "09:15", "09:16"]


@pytest.mark.parametrize(
    "text",
    [
        "[09:13:10] <info> pump on\n[09:13:12] <warn> pump hot\n[09:13:12] <info> pump off",
        "2023-11-06 09:13:10\tpump\t4.5\n2023-11-06 09:13:11\tvalve\topen",
        "On boats\nIn a log one may read\n09:13 <ilka> who?\n09:14 <teo> me\nand so on.",
    ],
)
def test_what_only_looks_like_a_log_of_irc_stays_as_it_is(tmp_path: Path, text: str) -> None:
    assert read(tmp_path / "a.log", text).text == text
