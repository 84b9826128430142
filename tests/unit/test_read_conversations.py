"""Talk in JSON of any shape, and JSON that only looks like talk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path

SAID = [
    ("Wanda", "Did you bring the ladder back?"),
    ("Ruben", "I did, it stands behind your shed."),
    ("Wanda", "Good. The gutter is full of leaves again."),
    ("Ruben", "Then I come over after lunch and hold it."),
]
AUF_DEUTSCH = [
    ("Frieda", "Hast du die Leiter zurückgebracht?"),
    ("Ludger", "Ja, sie steht hinter deinem Schuppen."),
    ("Frieda", "Gut. Die Rinne ist wieder voller Laub."),
    ("Ludger", "Dann komme ich nach dem Essen und halte dich fest."),
]
WORDS = "\n\n".join(f"{name}: {words}" for name, words in SAID)


def turns(
    name: str, words: str, said: list[tuple[str, str]] = SAID, **more: object
) -> list[object]:
    return [{name: one, words: other, **more} for one, other in said]


def read(path: Path, value: object) -> list[Document]:
    lines = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    path.write_text(lines, encoding="utf-8")
    items = list(read_path(path))
    assert all(isinstance(item, Document) for item in items)
    return [item for item in items if isinstance(item, Document)]


@pytest.mark.parametrize(
    "value",
    [
        turns("speaker", "text"),
        turns("speaker", "utterance", id="8f14e45fceea167a"),
        turns("author", "line"),
        turns("who", "says"),
        turns("a", "b"),
        {"talk": turns("from", "value")},
        {"data": {"chat": [turns("name", "msg")]}},
        [turns("participant", "text")],
        {"session_1": turns("speaker", "text")},
        [
            {"role": "user" if n == "Wanda" else "assistant", "speaker": n, "text": t}
            for n, t in SAID
        ],
        [{"sender": {"name": n, "id": 7}, "body": t} for n, t in SAID],
    ],
)
def test_a_list_of_turns_is_a_talk_whatever_its_fields_are_called(
    tmp_path: Path, value: object
) -> None:
    (document,) = read(tmp_path / "ladder.json", value)
    assert document.text == WORDS


def test_a_talk_in_german_is_one_whatever_its_fields_are_called(tmp_path: Path) -> None:
    for name, words in (("sprecher", "text"), ("von", "nachricht"), ("x", "y")):
        (document,) = read(tmp_path / "leiter.json", turns(name, words, AUF_DEUTSCH))
        assert document.text.startswith("Frieda: Hast du die Leiter zurückgebracht?\n\nLudger: ")


def test_roles_speak_to_one_another(tmp_path: Path) -> None:
    value = [{"role": "customer" if n == "Wanda" else "agent", "content": t} for n, t in SAID]
    (document,) = read(tmp_path / "call.json", value)
    assert document.text.startswith("customer: Did you bring the ladder back?\n\nagent: I did")


@pytest.mark.parametrize(
    ("value", "day"),
    [
        ({"session_1": turns("speaker", "text"), "session_1_date_time": "1:56 pm on 8 May, 2023"},
         "2023-05-08 13:56"),
        ({"s2": turns("speaker", "text"), "s2_when": "Montag, 8. Mai 2023, 13:56 Uhr"},
         "2023-05-08 13:56"),
        ({"date": "2023-05-08", "turns": turns("speaker", "text")}, "2023-05-08"),
        ({"recordedAt": "May 8, 2023", "parts": [turns("who", "line")]}, "2023-05-08"),
        ([turns("speaker", "text", date="9:50 pm on 8 May 2023")], "2023-05-08 21:50"),
        (turns("name", "message", sent_at=1683554160000), "2023-05-08 13:56"),
        ({"messages": turns("speaker", "text"), "date": "8 May 2023"}, "2023-05-08"),
        ({"2023-05-08": turns("speaker", "text")}, "2023-05-08"),
    ],
)  # fmt: skip
def test_a_talk_has_the_day_of_its_messages_or_of_what_stands_beside_it(
    tmp_path: Path, value: object, day: str
) -> None:
    document = read(tmp_path / "ladder.json", value)[0]
    assert document.text == WORDS
    assert document.title.endswith(", 2023-05-08") and document.metadata["date"] == "2023-05-08"
    assert document.uri.endswith("2023-05-08")
    assert {place.name for place in document.places} == {day}


def test_each_session_has_its_own_day_and_what_else_the_file_says_is_kept(tmp_path: Path) -> None:
    value = {
        "speaker_a": "Wanda",
        "session_1": turns("speaker", "text"),
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_10": turns("speaker", "text"),
        "session_10_date_time": "7:55 am on 9 June, 2023",
        "qa": [{"question": "Where is it?", "answer": "Behind the shed."}],
    }
    one, ten, *rest = read(tmp_path / "ladder.json", value)
    assert (one.title, ten.title) == (
        "Ladder, session 1, 2023-05-08",
        "Ladder, session 10, 2023-06-09",
    )
    told = "\n".join(one.text for one in rest)
    assert "Wanda" in told and "Behind the shed." in told and "1:56" not in told


def test_the_day_at_the_head_of_a_text_file_is_its_date(tmp_path: Path) -> None:
    head = "Ticket #77 – Pump works\nDate: 6 June 2024\nAgent: Wanda\n\n"
    (tmp_path / "a.txt").write_text(head + WORDS, encoding="utf-8")
    (tmp_path / "b.md").write_text(f"# Ladder\n\n{head}{WORDS}", encoding="utf-8")
    for name in ("a.txt", "b.md"):
        (document,) = read_path(tmp_path / name)
        assert isinstance(document, Document) and document.metadata["date"] == "2024-06-06"


def test_turns_with_times_of_their_own_have_the_clock_before_them(tmp_path: Path) -> None:
    value = [
        {"speaker": n, "text": t, "time": f"2024-06-01T09:0{i}:00"} for i, (n, t) in enumerate(SAID)
    ]
    (document,) = read(tmp_path / "ladder.json", value)
    assert document.text.startswith("09:00 Wanda: Did you bring")


def test_lines_that_are_turns_are_a_talk_and_lines_that_hold_turns_are_one_each(
    tmp_path: Path,
) -> None:
    lines = "\n".join(map(json.dumps, turns("speaker", "text", date="8 May 2023")))
    (whole,) = read(tmp_path / "a.jsonl", lines)
    assert whole.text == WORDS and whole.title == "A, 2023-05-08"
    talks = [{"id": n, "date": f"{n} May 2023", "turns": turns("who", "line")} for n in (3, 4)]
    found = read(tmp_path / "b.jsonl", "\n".join(map(json.dumps, talks)))
    assert [one.uri.rpartition("#")[2] for one in found] == ["3", "4"]
    assert all(one.text == WORDS for one in found)


def test_lines_of_several_talks_are_told_apart_by_the_field_that_does_so(tmp_path: Path) -> None:
    both = [
        {"call": call, "who": name, "line": words.replace("ladder", call)}
        for call in ("lamp", "cart")
        for name, words in [*SAID[:1], *SAID[1:3], ("Ruben", f"Call {call} is over, I think.")]
    ]
    one, other = read(tmp_path / "calls.json", both)
    assert (one.title, other.title) == ("Calls, call lamp", "Calls, call cart")
    assert one.text.startswith("Wanda: Did you bring the lamp back?") and "cart" not in one.text


@pytest.mark.parametrize(
    "value",
    [
        [{"id": n, "status": s, "note": f"Pump {n} hums at night and leaks."} for n, s in
         enumerate(("open", "closed", "open", "open"))],
        [{"name": f"Dr Ada {n}", "role": r, "bio": f"I study the bees of valley {n}."} for n, r in
         enumerate(("Engineer", "Chemist", "Engineer", "Chemist"))],
        [{"title": f"Post {n}", "author": a, "body": f"I saw you at pier {n}?"} for n, a in
         enumerate(("Bo", "Ann", "Bo", "Ann"))],
        [{"city": c, "review": f"The room {n} was cold and damp."} for n, c in
         enumerate(("Oslo", "Bergen", "Oslo", "Bergen"))],
        [{"q": "How?", "a": "By hand, with care."}, {"q": "When?", "a": "At noon, I think."},
         {"q": "Who?", "a": "You and me, of course."}],
    ],
)  # fmt: skip
def test_records_that_only_look_like_turns_stay_records(
    tmp_path: Path, value: list[object]
) -> None:
    documents = read(tmp_path / "table.json", value)
    assert len(documents) == len(value)


def test_comments_stay_with_what_they_are_on(tmp_path: Path) -> None:
    ticket = {"id": 1, "title": "Gutter", "text": "It drips.", "comments": turns("author", "text")}
    (document,) = read(tmp_path / "tickets.json", [ticket])
    assert document.title == "Gutter" and document.text.startswith("It drips.")


@pytest.mark.parametrize(
    "value",
    [
        [["a", 1], ["b", [2, {"c": "It is deep."}]]],
        {"a": {str(n): {"deep": [[["x y"]]]} for n in range(6_000)}},
        ["One sentence of it.", "Another one."],
    ],
)
def test_other_json_is_told_by_paths_and_never_as_it_is_written(
    tmp_path: Path, value: object
) -> None:
    (document,) = read(tmp_path / "a.json", value)
    assert not set('{}[]"') & set(document.text)


def test_what_is_left_of_a_file_is_called_by_what_it_says_in_plain_words(tmp_path: Path) -> None:
    asked = [{"question": "What stands behind the shed?", "answer": "the ladder"}]
    talk = {"session_1_date": "8 May, 2023", "session_1": turns("speaker", "text")}
    found = read(tmp_path / "p.json", [{"qa": asked, "conversation": talk, "sample": "garden"}])
    title = "P qa: question What stands behind the shed?"
    assert [one.title[: len(title)] for one in found] == ["P, session 1, 2023-05-08", title]


def _case(number: int, subject: str, *said: tuple[str, str, str]) -> dict[str, object]:
    messages = [{"at": at, "by": by, "text": text} for at, by, text in said]
    buyer = {"name": said[0][1], "town": "Melby"}
    return {"id": number, "subject": subject, "buyer": buyer, "messages": messages}


def test_each_day_of_a_ticket_has_its_number_and_subject_however_little_is_said(
    tmp_path: Path,
) -> None:
    first = _case(
        80417,
        "Kiln lid cracked",
        ("2025-02-03T09:00:00", "Ottilie Frey", "The lid of the kiln has a crack."),
        ("2025-02-03T10:30:00", "Bram Sol", "It is thicker than it looks. Refund it."),
        ("2025-02-05T08:15:00", "Iris Moen", "A new lid leaves on Monday."),
    )
    second = _case(
        80418, "No shelves", ("2025-02-05T11:00:00", "Pim Aare", "There were no shelves in it.")
    )
    documents = read(tmp_path / "desk.json", {"cases": [first, second]})
    assert [(one.uri.partition("#")[2], one.title) for one in documents] == [
        ("80417/2025-02-03", "Desk 80417 Kiln lid cracked, 2025-02-03"),
        ("80417/2025-02-05", "Desk 80417 Kiln lid cracked, 2025-02-05"),
        ("80418/2025-02-05", "Desk 80418 No shelves, 2025-02-05"),
    ]
    assert documents[2].text == (
        "Pim Aare: There were no shelves in it.\n\n"
        "id: 80418\nsubject: No shelves\nbuyer name: Pim Aare\nbuyer town: Melby"
    )


@pytest.mark.parametrize(
    ("field", "value", "sign"),
    [
        ("note", True, "(note) "),
        ("is_internal", True, "(is internal) "),
        ("note", False, ""),
        ("public", False, "(not public) "),
        ("public", True, ""),
    ],
)
def test_what_is_not_said_to_all_is_marked(
    tmp_path: Path, field: str, value: bool, sign: str
) -> None:
    said = {"at": "2025-02-03T10:30:00", "by": "Bram Sol", "text": "Refund it.", field: value}
    (document,) = read(tmp_path / "a.json", {"id": 80417, "subject": "Lid", "messages": [said]})
    assert document.text.startswith(f"Bram Sol: {sign}Refund it.")


def test_messages_that_have_titles_are_no_talk(tmp_path: Path) -> None:
    posts = [{"by": "Ann", "date": "2025-02-03", "title": "Kilns", "text": "They are hot."}]
    (document,) = read(tmp_path / "a.json", [{"id": 1, "messages": posts}])
    assert "Ann: They are hot." not in document.text
