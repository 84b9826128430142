"""Days that are named from the day on which they were said: no server needed."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from graphrag_neo4j.retrieve.named_days import named_days
from graphrag_neo4j.retrieve.past_weekdays import past_weekdays
from graphrag_neo4j.retrieve.ranking.dated_rows import of_day
from graphrag_neo4j.text.relative_days import relative_days
from tests.support.growth import check_linear

WEDNESDAY = date(2023, 5, 10)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("I joined yesterday.", {"yesterday": "2023-05-09"}),
        ("The day before yesterday!", {"The day before yesterday": "2023-05-08"}),
        (
            "Last Saturday, this Friday",
            {"Last Saturday": "2023-05-06", "this Friday": "2023-05-12"},
        ),
        ("last Wednesday", {"last Wednesday": "2023-05-03"}),
        ("next Monday", {"next Monday": "2023-05-15"}),
        ("ten days ago", {"ten days ago": "2023-04-30"}),
        ("a week ago", {"a week ago": "2023-05-01/2023-05-07"}),
        ("a fortnight ago", {"a fortnight ago": "2023-04-24/2023-04-30"}),
        ("last weekend", {"last weekend": "2023-05-06/2023-05-07"}),
        ("six months ago", {"six months ago": "2022-11"}),
        ("last year’s report", {"last year": "2022"}),
        ("gestern Abend, übermorgen", {"gestern": "2023-05-09", "übermorgen": "2023-05-12"}),
        ("vor einer Woche", {"vor einer Woche": "2023-05-01/2023-05-07"}),
        ("am letzten Samstag", {"letzten Samstag": "2023-05-06"}),
        ("wir fahren morgen früh", {"morgen": "2023-05-11"}),
        ("je l'ai vu hier", {"hier": "2023-05-09"}),
        ("il y a deux mois", {"il y a deux mois": "2023-03"}),
        ("l’année dernière", {"l’année dernière": "2022"}),
        ("lundi prochain", {"lundi prochain": "2023-05-15"}),
        ("la semana pasada", {"la semana pasada": "2023-05-01/2023-05-07"}),
        ("hace tres días", {"hace tres días": "2023-05-07"}),
        ("este fin de semana", {"este fin de semana": "2023-05-13/2023-05-14"}),
    ],
)
def test_days_are_told_from_the_day_on_which_they_are_said(text: str, days: dict[str, str]) -> None:
    assert relative_days(text, WEDNESDAY) == days


@pytest.mark.parametrize(
    "text",
    [
        "See you on Saturday.",
        "next Friday",  # this week's or the one after
        "It takes two weeks, over the last month, the last week of May, the next day.",
        "in today's world, the last fortnight, next fortnight",
        "Hier steht das Haus, am Morgen, Guten morgen",
        "por la mañana",
        "last in line; pastry; a dog",
    ],
)
def test_what_does_not_say_a_day_is_left(text: str) -> None:
    assert relative_days(text, WEDNESDAY) == {}


def test_days_before_the_calendar_are_left() -> None:
    assert relative_days("999 years ago, two years ago", date(500, 1, 1)) == {
        "two years ago": "0498"
    }


def test_relative_days_are_found_in_linear_time() -> None:
    check_linear(lambda size: relative_days("il y a vor the last hace 1 " * size, WEDNESDAY), 1_000)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("They phoned on Friday evening.", {"on Friday": "2023-05-05"}),
        ("Ilka: the van broke down on monday and we walked", {"on monday": "2023-05-08"}),
        ("The lamp was ready on Saturday.", {"on Saturday": "2023-05-06"}),
        ("Born on Sunday at four.", {"on Sunday": "2023-05-07"}),
        ("Ate the whole loaf on Tuesday", {"on Tuesday": "2023-05-09"}),
        ("He told me on Friday.", {"on Friday": "2023-05-05"}),
        ("[10/05/2023, 20:33:31] Orla: we drove to Velmar on Friday", {"on Friday": "2023-05-05"}),
        ("She is in bed since Monday", {"since Monday": "2023-05-08"}),
    ],
)
def test_what_has_happened_on_a_day_of_the_week_was_on_the_last_one(
    text: str, days: dict[str, str]
) -> None:
    assert past_weekdays(text, WEDNESDAY) == days


@pytest.mark.parametrize(
    "text",
    [
        "See you on Friday. I come on Monday. It's closed on Friday. We are off on Friday.",
        "They phoned on Wednesday.",  # today, or a week ago
        "She said it was on Friday. He thought the boat sailed on Friday.",
        "If they phoned on Friday, we won. We were leaving on Friday. It was meant to be on Friday",
        "I booked a table on Friday. I had phoned on Friday. I promised to come on Friday.",
        "We always met on Friday. What broke on Friday is mended.",
        "They phoned on Friday 3 March, on Friday, the 3rd, on Friday in May 1912.",
        "In 1912 they sailed on Friday. Closed on Friday. On Friday. Fish on Fridays.",
        "We bought fish on Friday's market; a week on Monday; it has rained since Good Friday",
    ],
)
def test_a_day_of_the_week_that_may_be_to_come_or_long_past_is_left(text: str) -> None:
    assert past_weekdays(text, WEDNESDAY) == {}


@pytest.mark.parametrize("part", ["they rang on Friday ", "on Friday", "came it ", ". on Monday, "])
def test_past_days_of_the_week_are_found_in_linear_time(part: str) -> None:
    check_linear(lambda size: past_weekdays(part * size, WEDNESDAY), 300)


def _chunk(*texts: str, section: str | None = None, date: str = "") -> dict[str, Any]:
    rows = []
    for n, text in enumerate(texts):
        row = {"id": text, "text": text, "words": text, "near": 0.9, "facts": [], "topic": "t"}
        row |= {"topic_id": f"t{n}", "named": None, "place": None}
        rows.append(row | {"start": 100 * n, "end": 100 * n + len(text)})
    source = {"id": "s", "title": "Talk", "uri": "file:///talk.txt", "date": date}
    return {"chunk": "c", "section": section, "source": source, "statements": rows}


def _named(chunk: dict[str, Any], n: int) -> dict[str, str]:
    return named_days(chunk["statements"][n], chunk)


@pytest.mark.parametrize("date", ["2024-05-12", "Sun, 12 May 2024 18:02:11 +0200"])
def test_a_source_tells_on_which_day_something_was_said(date: str) -> None:
    assert _named(_chunk("We met yesterday.", date=date), 0) == {"yesterday": "2024-05-11"}


def test_the_past_day_of_the_week_is_told_by_the_day_of_the_source() -> None:
    chunk = _chunk("They phoned on Friday.", date="2024-05-12")
    assert _named(chunk, 0) == {"on Friday": "2024-05-10"}


def test_what_a_mail_quotes_was_not_said_on_its_day() -> None:
    chunk = _chunk("> We met yesterday.", "They left yesterday.", date="2024-05-12")
    assert [_named(chunk, n) for n in (0, 1)] == [{}, {"yesterday": "2024-05-11"}]


def test_without_a_day_nothing_is_told() -> None:
    assert _named(_chunk("We met yesterday."), 0) == {}


@pytest.mark.parametrize(
    "section",
    [
        "Diary > 3 June 2024",
        "Diary from 1 May 2024 > 3 June 2024",
        "Session 2 – 3 June 2024 > Work",
    ],
)
def test_a_heading_with_a_day_tells_before_the_source(section: str) -> None:
    chunk = _chunk("We met yesterday.", section=section, date="2024-05-12")
    assert _named(chunk, 0) == {"yesterday": "2024-06-02"}


def test_an_entry_of_a_diary_tells_its_own_day() -> None:
    chunk = _chunk("We met yesterday.", section="Diary 1 May 2024", date="2024-05-01")
    chunk["statements"][0]["words"] = "Mon. 3 June 2024: We met yesterday."
    assert _named(chunk, 0) == {"yesterday": "2024-06-02"}


def test_each_message_tells_its_own_day() -> None:
    chunk = _chunk(
        "Yesterday I slept.",
        "13/05/2024, 09:31 - Ann: hello",
        "I came yesterday.",
        "[20.06.2024, 10:00:01] Bo: yesterday, too",
        "2024-07-01 10:00 Ann: until tomorrow",
        date="2024-05-12",
    )
    told = [_named(chunk, n) for n in range(5)]
    assert told[0] == {}  # of a message that began in another chunk
    assert told[2] == {"yesterday": "2024-05-12"}
    assert told[3] == {"yesterday": "2024-06-19"}
    assert told[4] == {"tomorrow": "2024-07-02"}


def test_of_two_readings_of_a_day_that_before_the_chat_is_none() -> None:
    later = _chunk("07/06/24, 09:31 - Ann: yesterday", date="2024-06-30")
    assert _named(later, 0) == {"yesterday": "2024-07-05"}
    unclear = _chunk("07/06/24, 09:31 - Ann: yesterday", date="2024-05-12")
    assert _named(unclear, 0) == {}


@pytest.mark.parametrize(
    ("later", "day"), [("25/03/2024", "2024-03-04"), ("5/25/2024", "2024-05-02")]
)
def test_one_message_tells_the_order_of_day_and_month_for_all(later: str, day: str) -> None:
    chat = _chunk("[05/03/2024, 18:13:00] Ann: I won yesterday", f"[{later}, 18:15:00] Bo: oh")
    assert _named(chat, 0) == {"yesterday": day}


def test_the_first_message_tells_the_order_by_the_day_of_its_source() -> None:
    chat = _chunk("05/03/24, 18:13 - Ann: hi", "07/03/24, 18:15 - Bo: yesterday", date="2024-03-05")
    assert _named(chat, 1) == {"yesterday": "2024-03-06"}
    later = _chunk("", "05/03/24, 18:13 - Ann: hi", "07/03/24, 18:15 - Bo: yesterday")
    later["source"]["date"] = "2024-03-05"
    assert _named(later, 2) == {}


def test_a_day_that_is_asked_for_finds_what_names_it_otherwise() -> None:
    chunk = _chunk("Ann joined the choir yesterday.", "Bo left last year.", date="2024-05-12")
    assert of_day("who joined a choir on 11 May 2024", [chunk]) == {chunk["statements"][0]["id"]}
    assert not of_day("who joined a choir on 12 May 2024", [chunk])


@pytest.mark.parametrize("asked", ["12 May 2024", "2024-05-12", "12.5.24", "5/12/24"])
def test_what_was_said_on_the_day_that_is_asked_for_is_of_it(asked: str) -> None:
    note = _chunk("Ann joined the choir.", "Bo sang yesterday.", date="2024-05-12")
    other = _chunk("Ida left the choir.", date="2024-05-13")
    assert of_day(f"what did I write on {asked}", [note, other]) == {"Ann joined the choir."}
