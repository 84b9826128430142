"""Chats as programs export them, and other JSON that is a cover of one list."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.exports.slack import directory_of
from graphrag_neo4j.readers.exports.times import point_in_time
from graphrag_neo4j.readers.files import Unreadable, read_path
from tests.support.rules import read_by_rules, statements_in

TELEGRAM = {
    "name": "Hiking group",
    "messages": [
        {"id": 1, "type": "service", "date": "2024-06-01T08:00:00", "actor": "Lena"},
        {"id": 2, "date": "2024-06-01T09:00:00", "from": "Lena", "text": "we meet at six"},
        {
            "id": 3,
            "date": "2024-06-01T09:01:00",
            "from": "Paul",
            "text": ["take ", {"type": "bold", "text": "crampons"}, " please"],
        },
        {"id": 4, "date": "2024-06-02T07:00:00", "from": "Lena", "text": "where are you"},
    ],
}
SLACK = [
    {
        "type": "message",
        "user": "U1",
        "user_profile": {"real_name": "Nora Fields"},
        "text": "The boiler is loud",
        "ts": "1715500000.0001",
    },
    {"type": "message", "user": "U2", "text": "I call, <@U1>", "ts": "1715500100.0002"},
    {"type": "message", "user": "U1", "text": "thanks", "ts": "1715500200.0003"},
    {"type": "message", "text": "Somebody has left", "ts": "1715500300.0003"},
]
DISCORD = {
    "guild": {"name": "Boats"},
    "messages": [
        {"timestamp": "2024-01-02T03:04:05+00:00", "content": "hi", "author": {"name": "bo"}},
        {"timestamp": "2024-01-02T03:05:05+00:00", "content": "hello", "author": {"name": "ann"}},
    ],
}
MESSENGER = {
    "participants": [{"name": "Bo"}],
    "title": "Ren\u00c3\u00a9 and Bo",
    "messages": [
        {
            "sender_name": "Ren\u00c3\u00a9",
            "timestamp_ms": 1600000100000,
            "content": "d\u00c3\u00a9j\u00c3\u00a0",
        },
        {"sender_name": "Bo", "timestamp_ms": 1600000000000, "content": "eat first"},
    ],
}
CHATGPT = [
    {
        "title": "Trip",
        "id": "c1",
        "current_node": "b",
        "mapping": {
            "b": {
                "message": {"author": {"role": "assistant"}, "content": {"parts": ["To Bergen."]}},
                "parent": "a",
            },
            "x": {
                "message": {"author": {"role": "assistant"}, "content": {"parts": ["Undone."]}},
                "parent": "a",
            },
            "a": {
                "message": {"author": {"role": "user"}, "content": {"parts": ["Where to?"]}},
                "parent": "root",
            },
            "root": {"message": None, "parent": None},
        },
    }
]
CLAUDE = [
    {
        "uuid": "u1",
        "name": "Plan",
        "chat_messages": [
            {"sender": "human", "text": "Plan it", "created_at": "2024-05-01T10:00:00Z"},
            {"sender": "assistant", "text": "Done", "created_at": "2024-05-01T10:00:01Z"},
        ],
    }
]


def read(path: Path, value: object) -> list[Document]:
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(value))
    items = list(read_path(path))
    assert all(isinstance(item, Document) for item in items)
    return [item for item in items if isinstance(item, Document)]


def without_clock(text: str) -> str:
    """What is said, without the time before who speaks."""
    return re.sub(r"^\d\d:\d\d (?=\S)", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize(
    ("value", "title", "text"),
    [
        (
            TELEGRAM,
            "Hiking group, 2024-06-01",
            "Lena: we meet at six\n\nPaul: take crampons please",
        ),
        (
            SLACK,
            "Export, 2024-05-12",
            "Nora Fields: The boiler is loud\n\nU2: I call, @Nora Fields\n\n"
            "Nora Fields: thanks\n\nSomebody has left",
        ),
        (DISCORD, "Export, 2024-01-02", "bo: hi\n\nann: hello"),
        (MESSENGER, "René and Bo, 2020-09-13", "Bo: eat first\n\nRené: déjà"),
        (CHATGPT, "Trip", "user: Where to?\n\nassistant: To Bergen."),
        (CLAUDE, "Plan", "human: Plan it\n\nassistant: Done"),
    ],
)
def test_an_exported_chat_is_a_talk(tmp_path: Path, value: object, title: str, text: str) -> None:
    document = read(tmp_path / "export.json", value)[0]
    assert (document.title, without_clock(document.text)) == (title, text)


@pytest.mark.parametrize("value", [TELEGRAM, SLACK, DISCORD, MESSENGER])
def test_each_statement_of_a_chat_has_the_time_of_its_message(
    tmp_path: Path, value: object
) -> None:
    document = read(tmp_path / "export.json", value)[0]
    found = statements_in(read_by_rules(tmp_path / "export.json"))
    times = [place.name[-5:] for place in document.places]
    for time in times[:2]:
        assert any(one.text.startswith(f"{time} ") for one in found)


def test_a_message_alone_on_its_day_has_its_time_and_speaker(tmp_path: Path) -> None:
    said = "the old boat is dry again, so I lock the shed and leave."
    message = {"date": "2024-06-03T10:00:00", "from": "Paul", "text": said}
    read(tmp_path / "export.json", {**TELEGRAM, "messages": [message]})
    first = statements_in(read_by_rules(tmp_path / "export.json"))[0]
    assert first.text.startswith("10:00 Paul: the old boat is dry again")


def test_each_day_of_a_chat_is_a_document_and_each_message_has_its_time(tmp_path: Path) -> None:
    path = tmp_path / "export.json"
    first, second = read(path, TELEGRAM)
    assert [p.name for p in first.places] == ["2024-06-01 09:00", "2024-06-01 09:01"]
    assert first.text[first.places[1].start :].startswith("09:01 Paul: ")
    assert second.uri.endswith("export.json#2024-06-02")
    later = {"date": "2024-06-03T10:00:00", "from": "Paul", "text": "at home"}
    longer = {**TELEGRAM, "messages": [*TELEGRAM["messages"], later]}
    assert read(path, longer)[:2] == [first, second]


def test_a_day_of_slack_is_called_as_its_channel(tmp_path: Path) -> None:
    (document,) = read(tmp_path / "general" / "2024-05-12.json", SLACK)
    assert document.title == "general, 2024-05-12"


def slack_export(folder: Path, **lists: object) -> Path:
    """The day of a channel that an export's lists, of these contents, lie above."""
    day = folder / "general" / "2024-05-12.json"
    told = [
        ("U1", "is it <https://a.example/1|the wiki>, <@U2>? see <#C1|general>, <#C2>, <#C3>"),
        ("U2", "a &lt;b&gt; &amp;amp; <https://a.example/2> <mailto:o@a.example|o@a.example>"),
        ("U3", "<!here> <!subteam^S1|@crew> at <!date^1^{date}|noon>, <@U4|kim>"),
    ]
    read(day, [{"type": "message", "user": u, "text": t, "ts": "1715500000.1"} for u, t in told])
    for name, value in lists.items():
        (folder / f"{name}.json").write_text(json.dumps(value))
    return day


PEOPLE = [
    {"id": "U1", "name": "nf", "profile": {"real_name": "Nora Fields", "display_name": "nora"}},
    {"id": "U2", "name": "ole"},
    {"id": 3},
    "none",
]
CHANNELS = [{"id": "C1", "name": "general"}, {"id": "C2", "name": "boats"}]


def text_of(path: Path) -> str:
    (document,) = read_path(path)
    assert isinstance(document, Document)
    return without_clock(document.text)


def test_a_day_of_slack_names_people_and_channels_as_its_export_does(tmp_path: Path) -> None:
    day = slack_export(tmp_path, users=PEOPLE, channels=CHANNELS)
    assert text_of(day).split("\n\n") == [
        "Nora Fields: is it the wiki (https://a.example/1), @ole? see #general, #boats, #C3",
        "ole: a <b> &amp; https://a.example/2 o@a.example",
        "U3: @here @crew at noon, @kim",
    ]
    before = directory_of(day).signature
    slack_export(tmp_path, users=[{"id": "U1", "real_name": "Nora Berg"}])
    assert text_of(day).startswith("Nora Berg: ")
    assert directory_of(day).signature != before


@pytest.mark.parametrize(
    "lists",
    [
        {"users": PEOPLE},
        {"users": PEOPLE, "channels": [{"id": "C1", "name": "other"}]},
        {"users": {"U1": "Nora"}, "channels": CHANNELS},
        {"channels": CHANNELS},
    ],
)
def test_lists_above_a_day_that_are_not_of_its_export_name_nobody(
    tmp_path: Path, lists: dict[str, object]
) -> None:
    assert text_of(slack_export(tmp_path, **lists)).startswith("U1: ")


def test_lists_that_lie_elsewhere_or_are_too_large_are_not_read(tmp_path: Path) -> None:
    day = slack_export(tmp_path, people=PEOPLE, channels=CHANNELS)
    (tmp_path / "users.json").symlink_to(tmp_path / "people.json")
    assert text_of(day).startswith("U1: ")
    (tmp_path / "users.json").unlink()
    slack_export(tmp_path, users=PEOPLE)
    assert text_of(day).startswith("Nora Fields: ")
    with (tmp_path / "users.json").open("a") as file:
        file.write(" " * 32_000_000)
    assert text_of(day).startswith("U1: ")


def test_who_joins_and_leaves_says_nothing(tmp_path: Path) -> None:
    joined = {"type": "message", "subtype": "channel_join", "text": "<@U2> has joined", "ts": "1"}
    path = tmp_path / "general" / "2024-05-12.json"
    (document,) = read(path, [joined, SLACK[0]])
    assert without_clock(document.text) == "Nora Fields: The boiler is loud"
    path.write_text(json.dumps([joined]))
    (item,) = read_path(path)
    assert isinstance(item, Unreadable) and item.kind == "empty"


def slack_texts(tmp_path: Path, *messages: Mapping[str, object]) -> list[str]:
    """The paragraphs of a day of Slack with these messages of Nora Fields."""
    by = {"type": "message", "user_profile": {"real_name": "Nora Fields"}, "ts": "1715500000.1"}
    (document,) = read(tmp_path / "2024-05-12.json", [{**by, **message} for message in messages])
    return without_clock(document.text).split("\n\n")


def test_the_attachments_of_a_program_are_what_it_says(tmp_path: Path) -> None:
    alarm = {
        "fallback": "short",
        "title": "Alarm",
        "text": "Boiler 5 leaks &amp; hums",
        "fields": [{"title": "State", "value": "red"}, {"title": "Floor", "value": "two"}],
    }
    assert slack_texts(
        tmp_path,
        {"text": "", "attachments": [alarm]},
        {"text": "", "attachments": [{"fallback": "Boiler 6 hums"}]},
        {"text": "Boiler 7 hums", "attachments": [{"fallback": "Boiler 7 hums"}]},
    ) == [
        "Nora Fields: Alarm\nBoiler 5 leaks & hums\n- State: red\n- Floor: two",
        "Nora Fields: Boiler 6 hums",
        "Nora Fields: Boiler 7 hums",
    ]


def test_what_a_message_shares_is_not_what_its_sender_says(tmp_path: Path) -> None:
    quoted = {"author_name": "Ole Dahl", "text": "The pier is sold.", "is_share": True}
    page = {"title": "Pier 4", "text": "A pier.", "from_url": "https://a.example/4"}
    assert slack_texts(
        tmp_path,
        {"text": "", "attachments": [quoted]},
        {"text": "see <https://a.example/4>", "attachments": [page]},
    ) == [
        "Nora Fields (forwarded from Ole Dahl): The pier is sold.",
        "Nora Fields: see https://a.example/4",
        "Nora Fields (forwarded): Pier 4\nA pier.",
    ]


def test_a_message_that_is_but_a_file_says_what_that_is_called(tmp_path: Path) -> None:
    titled, plain = {"name": "p.pdf", "title": "Plan of the pier"}, {"name": "b.pdf"}
    same = {"name": "c.png", "title": "c.png"}
    assert slack_texts(
        tmp_path,
        {"text": "", "files": [titled, plain]},
        {"text": "look", "files": [same, titled]},
    ) == [
        "Nora Fields: File: Plan of the pier\nFile: b.pdf",
        "Nora Fields: look\nFile: Plan of the pier",
    ]


def test_words_that_stand_in_blocks_alone_are_read(tmp_path: Path) -> None:
    run = [
        {"type": "text", "text": "ask "},
        {"type": "user", "user_id": "U1"},
        {"type": "text", "text": " of "},
        {"type": "link", "url": "https://a.example/1", "text": "the wiki"},
    ]
    items = [
        {"type": "rich_text_section", "elements": [{"type": "text", "text": word}]}
        for word in ("tar", "rope")
    ]
    rich = {
        "type": "rich_text",
        "elements": [
            {"type": "rich_text_section", "elements": run},
            {"type": "rich_text_list", "elements": items},
        ],
    }
    section = {"type": "section", "text": {"type": "mrkdwn", "text": "Crane 2 stands."}}
    message = {"user": "U1", "text": "", "blocks": [rich, section]}
    assert slack_texts(tmp_path, message) == [
        "Nora Fields: ask @Nora Fields of the wiki (https://a.example/1)\n- tar\n- rope\n"
        "Crane 2 stands."
    ]


def test_embeds_of_discord_are_read(tmp_path: Path) -> None:
    by = {"timestamp": "2024-01-02T03:04:05+00:00", "author": {"name": "bo"}}
    alarm = {
        "title": "Alarm",
        "description": "Boiler 5 leaks.",
        "fields": [{"name": "State", "value": "red"}],
    }
    page = {"title": "Pier 4", "url": "https://a.example/4"}
    messages = [
        {**by, "content": "", "embeds": [alarm]},
        {**by, "content": "see https://a.example/4", "embeds": [page]},
    ]
    (document,) = read(tmp_path / "a.json", {"messages": messages})
    assert without_clock(document.text).split("\n\n") == [
        "bo: Alarm\nBoiler 5 leaks.\n- State: red",
        "bo: see https://a.example/4",
        "bo (forwarded): Pier 4",
    ]


def test_a_poll_of_telegram_is_what_is_asked_and_answered(tmp_path: Path) -> None:
    answers = [{"text": "yes", "voters": 2}, {"text": [{"type": "bold", "text": "no"}]}]
    poll = {"question": "Paint the pier?", "answers": answers}
    message = {"date": "2024-06-01T09:00:00", "from": "Lena", "text": "", "poll": poll}
    (document,) = read(tmp_path / "a.json", {"messages": [message]})
    assert without_clock(document.text) == "Lena: Paint the pier?\n- yes (votes: 2)\n- no"


def test_a_forwarded_message_of_telegram_is_told_of_neither(tmp_path: Path) -> None:
    said = {"date": "2024-06-01T09:00:00", "from": "Lena", "text": "Ole Dahl founded Blue Lines."}
    others = [{**said, "forwarded_from": name} for name in ("Paul Vik", None)]
    (document,) = read(tmp_path / "a.json", {"messages": [*others, said, said]})
    assert without_clock(document.text).split("\n\n")[:3] == [
        "Lena (forwarded from Paul Vik): Ole Dahl founded Blue Lines.",
        "Lena (forwarded): Ole Dahl founded Blue Lines.",
        "Lena: Ole Dahl founded Blue Lines.",
    ]
    chunks = chunk_document(document, "s", size=512, overlap=0, strategy="sentence")
    topics = [
        topic for chunk in RulesExtractor().extract(document, chunks) for topic in chunk.topics
    ]
    facts = [fact for topic in topics for one in topic.statements for fact in one.facts]
    assert facts and {fact.subject for fact in facts} == {"Ole Dahl"}


@pytest.mark.parametrize(
    "more",
    [
        {"attachments": "none", "files": [1, None], "blocks": {"text": []}},
        {"attachments": [{"text": 1, "fields": [[]], "from_url": 2}], "files": [{"name": {}}]},
        {"blocks": [{"type": ["x"], "text": 1}], "poll": {"question": [1], "answers": [{}]}},
    ],
)
def test_attachments_that_are_not_sound_say_nothing(
    tmp_path: Path, more: dict[str, object]
) -> None:
    assert slack_texts(tmp_path, {"text": "", **more}, {"text": "hi"}) == ["Nora Fields: hi"]


def test_a_line_of_messages_is_a_talk(tmp_path: Path) -> None:
    record = {"messages": [{"role": "user", "content": "hi"}, {"role": "tool", "content": "ok"}]}
    (document,) = read(tmp_path / "a.jsonl", record)
    assert (document.title, document.text) == ("A hi", "user: hi\n\ntool: ok")


def test_the_list_that_an_object_covers_is_a_table_and_the_rest_is_kept(tmp_path: Path) -> None:
    rows = [{"id": n, "job": f"The job number {n} of them all"} for n in (1, 2)]
    rest, *documents = read(tmp_path / "a.json", {"list": "Jobs of May", "items": rows})
    assert rest.text == "list: Jobs of May"
    assert [d.uri.rpartition("#")[2] for d in documents] == ["1", "2"]
    settings = {"a": {"b": "so much to be told beside"}, "users": [{"n": 1}, {"n": 2}]}
    assert len(read(tmp_path / "b.json", settings)) == 1


def test_all_chats_of_an_account_are_talks(tmp_path: Path) -> None:
    chats = [{**TELEGRAM, "id": n, "name": f"Group {n}"} for n in (1, 2)]
    value = {"about": "Telegram", "chats": {"about": "all", "list": chats}}
    rest, *documents = read(tmp_path / "result.json", value)
    assert rest.text == "about: Telegram\nchats.about: all"
    assert [d.title for d in documents] == ["Group 1", "Group 2"]
    assert all("Paul: take crampons please" in d.text for d in documents)


def test_flat_records_in_yaml_are_a_table_and_templates_are_code(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("faq:\n- q: How?\n  a: By hand, with care.\n- q: When?\n  a: At noon.\n")
    assert [getattr(item, "text", "") for item in read_path(path)] == [
        "q: How?\na: By hand, with care.",
        "q: When?\na: At noon.",
    ]
    template = "# Ports of the house\nport: {{ .port }}\nhosts: [a, b]\n"
    path.write_text(template)
    (document,) = read_path(path)
    assert isinstance(document, Document) and document.text == template
    assert "code" in {block.kind for block in document.blocks}


@pytest.mark.parametrize(
    "value",
    [
        {"messages": "none"},
        {"messages": [1, None, [], {"text": "by nobody"}]},
        {"mapping": {"a": 1, "b": {"parent": "b"}}, "current_node": "b"},
        {"messages": [{"from": "Lena", "text": {"text": {}}, "date": [1e400, "x"]}]},
        [{"type": "message", "ts": None}],
    ],
)
def test_what_only_looks_like_a_chat_is_read_as_other_json(tmp_path: Path, value: object) -> None:
    documents = read(tmp_path / "a.json", value)
    assert documents and not any(": " not in d.text and '"' not in d.text for d in documents)


def test_a_time_beyond_all_calendars_is_none(tmp_path: Path) -> None:
    messages = [{"from": "Lena", "text": "hi", "date": date} for date in (1e300, "1e999", "soon")]
    (document,) = read(tmp_path / "a.json", {"messages": messages})
    assert document.text.count("Lena: hi") == 3 and not document.places


WHATSAPP = """\
\u200e[14/06/2024, 18:02:11] Allotment: \u200eMessages are encrypted.
[14/06/2024, 18:05:40] Farouk: the pump is broken \u200eagain
[14/06/2024, 18:06:02] Wendy Plot 7: \u200eimage omitted
5/12/24, 9:05 PM - Sven: <Media omitted>
5/12/24, 9:06 PM - Sven: <b>who</b> pays
2024-07-19 02:10:00,003 WARN broker: <closed by peer>
"""


def test_what_a_chats_program_writes_itself_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "chat.txt").write_text(WHATSAPP, encoding="utf-8")
    lines = text_of(tmp_path / "chat.txt").split("\n")
    said = [(n, line) for n, line in enumerate(lines) if line]
    assert [n for n, _ in said] == [1, 4, 5]
    assert "the pump" in said[0][1] and "<b>who</b>" in said[1][1] and "closed" in said[2][1]


def test_the_lists_of_an_export_tell_of_people_and_channels_without_ids(tmp_path: Path) -> None:
    profile = {"real_name": "Mika Aho", "display_name": "mika", "title": "Baker", "email": "m@a.b"}
    users = [{"id": "U1", "name": "mika.aho", "profile": profile}, {"id": "U2", "real_name": "Bot"}]
    channel = {"id": "C1", "name": "ops", "purpose": {"value": "Alerts"}, "members": ["U1", "U9"]}
    (tmp_path / "users.json").write_text(json.dumps(users))
    (tmp_path / "channels.json").write_text(json.dumps([channel]))
    mika, bot = list(read_path(tmp_path / "users.json"))
    (ops,) = list(read_path(tmp_path / "channels.json"))
    assert isinstance(mika, Document) and isinstance(bot, Document) and isinstance(ops, Document)
    assert mika.text == "name: Mika Aho\nknown as: mika\nrole: Baker\nemail: m@a.b"
    assert bot.text == "name: Bot"
    assert ops.text == "channel: ops\npurpose: Alerts\nmembers: Mika Aho"


def test_lists_that_only_name_what_the_channels_beside_them_show_are_no_sources(
    tmp_path: Path,
) -> None:
    profile = {"real_name": "Nora Fields", "display_name": "nora"}
    plain = {"id": "U1", "name": "nf", "profile": profile}
    titled = {"id": "U2", "profile": {"real_name": "Ole Lund", "title": "Joiner"}}
    nicknamed = {"id": "U3", "profile": {"real_name": "Ada Holt", "display_name": "moss"}}
    room = {"id": "C1", "name": "general", "members": ["U1", "U2"]}
    slack_export(tmp_path, users=[plain, titled, nicknamed], channels=[room])
    people = [item for item in read_path(tmp_path / "users.json") if isinstance(item, Document)]
    assert [one.text for one in people] == [
        "name: Ole Lund\nrole: Joiner",
        "name: Ada Holt\nknown as: moss",
    ]
    (told,) = read_path(tmp_path / "channels.json")
    assert isinstance(told, Unreadable) and told.skipped and "channels beside it" in told.reason


def test_a_note_of_keep_reads_without_its_looks(tmp_path: Path) -> None:
    note = {
        "color": "YELLOW",
        "isTrashed": False,
        "title": "Shopping",
        "textContent": "For Saturday.",
        "listContent": [{"text": "Oat milk", "isChecked": False}, {"text": "Salt"}, {"text": ""}],
        "labels": [{"name": "home"}],
    }
    path = tmp_path / "2024-05-19.json"
    path.write_text(json.dumps(note))
    [found] = read_path(path)
    assert isinstance(found, Document)
    assert found.text == "Shopping\n\nFor Saturday.\n\n- Oat milk\n- Salt"
    assert found.title == "Shopping"
    assert found.metadata == {"isTrashed": False, "labels": "home"}


def test_a_note_of_keep_has_its_ticks_and_its_day(tmp_path: Path) -> None:
    points = [{"text": "Oat milk", "isChecked": True}, {"text": "Salt", "isChecked": False}]
    note = {"isTrashed": False, "title": "Shopping", "listContent": points}
    note |= {"userEditedTimestampUsec": 1_716_112_800_000_000, "createdTimestampUsec": "soon"}
    path = tmp_path / "a.json"
    path.write_text(json.dumps(note))
    [found] = read_path(path)
    assert isinstance(found, Document)
    assert found.text == "Shopping\n\n- [x] Oat milk\n- [ ] Salt"
    assert found.metadata == {"isTrashed": False, "date": "2024-05-19 10:00"}


def test_a_note_in_the_trash_of_keep_is_left_out_and_told(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"isTrashed": True, "textContent": "The code is 4471."}))
    [told] = read_path(path)
    assert isinstance(told, Unreadable) and told.skipped and "trash" in told.reason


def test_an_empty_note_of_keep_is_told_of(tmp_path: Path) -> None:
    path = tmp_path / "empty.json"
    path.write_text(json.dumps({"isTrashed": False, "textContent": ""}))
    [found] = read_path(path)
    assert isinstance(found, Unreadable)


def test_comments_of_a_ticket_are_read_with_their_names(tmp_path: Path) -> None:
    ticket = {
        "title": "Readings below zero",
        "body": "Since the update some readings are below zero.",
        "attachments": [{"author": "ann", "content": "https://files.example/1.png"}],
        "fields": {"comment": {"comments": [{"author": {"login": "bo"}, "body": "Do not clamp."}]}},
        "answers": [{"user": {"login": "ann"}, "body": "Fixed in 1.8."}],
        "assignees": [{"login": "bo"}],
    }
    path = tmp_path / "212.json"
    path.write_text(json.dumps(ticket))
    [found] = read_path(path)
    assert isinstance(found, Document)
    assert found.text.endswith("\n\nbo: Do not clamp.\n\nann: Fixed in 1.8.")
    assert '{"' not in found.text


def test_what_sums_up_an_entry_of_a_feed_is_its_text(tmp_path: Path) -> None:
    item = "<item><title>{0}</title><link>https://x.example/{0}</link>{1}</item>"
    entries = (
        item.format("Prize", "<description>Second place in London.</description>"),
        item.format("Move", "<description>Short.</description><encoded>All of it.</encoded>"),
    )
    path = tmp_path / "news.rss"
    path.write_text(f"<rss><channel>{''.join(entries)}</channel></rss>")
    prize, move = read_path(path)
    assert isinstance(prize, Document) and isinstance(move, Document)
    assert prize.text == "Second place in London." and prize.title == "Prize"
    assert move.text.endswith("\n\nAll of it.") and "description: Short." in move.text


SIGNAL = """Conversation: Plot 27

From: Yusuf Demir (+44 7700 900123)
Type: incoming
Sent: Sat, 03 Jun 2023 10:14:22 +0100
Received: Sat, 03 Jun 2023 10:14:24 +0100

The slugs took the lettuce.

Again!

From: You
Type: outgoing
Sent: Sat, 03 Jun 2023 10:20:05 +0100

Beer traps
"""
SMS = """<?xml version='1.0' encoding='UTF-8'?>
<!--File Created By SMS Backup-->
<smses count="3">
  <sms address="+447700900562" date="1704792731000" type="1" body="Boiler part is in"
    contact_name="Barnaby Quin" />
  <sms address="+447700900562" date="1704793200000" type="2" body="Weds is fine"
    contact_name="Barnaby Quin" />
  <sms address="LIBRARY" date="1704992731000" type="1" body="null" contact_name="(Unknown)" />
  <mms address="LIBRARY" date="1704992731000" msg_box="1" contact_name="(Unknown)">
    <parts><part ct="image/jpeg" text="null"/><part ct="text/plain" text="A book waits"/></parts>
  </mms>
</smses>
"""


def test_a_conversation_of_signal_is_a_talk(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(SIGNAL, encoding="utf-8")
    [document] = read_path(tmp_path / "a.txt")
    assert isinstance(document, Document)
    assert document.text == (
        "10:14 Yusuf Demir: The slugs took the lettuce.\n\nAgain!\n\n10:20 You: Beer traps"
    )
    assert [place.name for place in document.places] == ["2023-06-03 10:14", "2023-06-03 10:20"]


def test_messages_of_a_phone_are_talks_with_each_person_on_each_day(tmp_path: Path) -> None:
    (tmp_path / "sms.xml").write_text(SMS, encoding="utf-8")
    found = [item for item in read_path(tmp_path / "sms.xml") if isinstance(item, Document)]
    assert [(item.title, item.text) for item in found] == [
        (
            "Messages with Barnaby Quin, 2024-01-09",
            "Barnaby Quin: Boiler part is in\n\nMe: Weds is fine",
        ),
        ("Messages with LIBRARY, 2024-01-11", "LIBRARY: A book waits"),
    ]
    assert len({item.uri for item in found}) == 2


@pytest.mark.parametrize(
    ("readable", "time"),
    [
        ("8 Mar 2024 00:30:00", "2024-03-08 00:30"),
        ("Mar 8, 2024 12:30:00\u202fAM", "2024-03-08 00:30"),
        ("Mar 8, 2024 01:30:00", "2024-03-08 01:30"),
        ("08/03/2024 00:30", "2024-03-07 23:30"),
        ("", "2024-03-07 23:30"),
    ],
)
def test_a_message_of_a_phone_is_of_the_day_that_the_phone_had(
    tmp_path: Path, readable: str, time: str
) -> None:
    (tmp_path / "sms.xml").write_text(
        '<smses count="1"><sms address="+31600000000" date="1709854200000" type="1" '
        f'body="Party at nine" readable_date="{readable}" contact_name="Wim Dal" /></smses>',
        encoding="utf-8",
    )
    [document] = read_path(tmp_path / "sms.xml")
    assert isinstance(document, Document)
    assert document.title == f"Messages with Wim Dal, {time[:10]}"
    assert [place.name for place in document.places] == [time]


def test_a_mail_kept_as_text_is_no_conversation(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("From: Anna\n\nA note to self.\n", encoding="utf-8")
    [document] = read_path(tmp_path / "a.txt")
    assert isinstance(document, Document)
    assert document.text.startswith("From: Anna")


GOOGLE_CHAT = {
    "messages": [
        {
            "creator": {"name": "Mina Tol", "email": "mina@a.example", "user_type": "Human"},
            "created_date": "Tuesday, 4 February 2025 at 08:12:31 UTC",
            "text": "did the proofs go off",
            "topic_id": "aa1",
        },
        {
            "creator": {"name": "Saskia Dun", "email": "saskia@a.example"},
            "created_date": "Wednesday, February 5, 2025 at 5:40:09\u202fPM UTC",
            "text": "No!",
            "reactions": [{"emoji": {"unicode": "x"}, "reactor_emails": ["mina@a.example"]}],
        },
        {
            "creator": {"name": "Mina Tol", "email": "mina@a.example"},
            "created_date": "Wednesday, 5 February 2025 at 17:41:00 UTC",
            "attached_files": [{"original_name": "a.png", "export_name": "File-a.png"}],
        },
    ]
}


def test_a_chat_of_google_is_lines_of_who_says_what_by_days(tmp_path: Path) -> None:
    path = tmp_path / "messages.json"
    path.write_text(json.dumps(GOOGLE_CHAT), encoding="utf-8")
    days = [item for item in read_path(path) if isinstance(item, Document)]
    assert [(day.title, without_clock(day.text)) for day in days] == [
        ("Messages, 2025-02-04", "Mina Tol: did the proofs go off"),
        ("Messages, 2025-02-05", "Saskia Dun: No!"),
    ]
    assert [place.name for day in days for place in day.places] == [
        "2025-02-04 08:12", "2025-02-05 17:40"
    ]  # fmt: skip


def test_answers_below_a_comment_are_said_after_it(tmp_path: Path) -> None:
    answer = {"author": "Bo", "text": "It is the valve.", "replies": []}
    comment = {"author": "Ann", "text": "It still leaks.", "replies": [answer]}
    ticket = {"id": 1, "title": "Pump", "text": "The pump leaks at night.", "comments": [comment]}
    path = tmp_path / "tickets.json"
    path.write_text(json.dumps([ticket]), encoding="utf-8")
    (document,) = read_path(path)
    assert isinstance(document, Document)
    assert document.text.endswith("Ann: It still leaks.\n\nBo: It is the valve.")


@pytest.mark.parametrize(
    ("told", "time"),
    [
        ("2024-06-01T09:00:00.12Z", "2024-06-01 09:00"),
        ("2024-06-01T09:00:00+02:00", "2024-06-01 09:00"),
        (1700000000000, "2023-11-14 22:13"),
        ("Tue Mar 01 07:45:10 +0000 2022", "2022-03-01 07:45"),
        ("yesterday", ""),
        ("", ""),
        (True, ""),
        (None, ""),
    ],
)
def test_points_in_time_are_read_in_the_forms_of_exports(told: object, time: str) -> None:
    assert point_in_time(told) == time
