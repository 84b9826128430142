"""Posts as sites export them: what people say there, who says it, and when."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import Unreadable, read_path

MASTODON = {
    "type": "OrderedCollection",
    "orderedItems": [
        {
            "type": "Create",
            "actor": "https://pool.example/users/mina",
            "published": "2023-09-17T08:00:00Z",
            "object": {
                "type": "Note",
                "summary": "food",
                "published": "2023-09-17T08:00:00Z",
                "content": "<p>A cooper&#39;s soup.<br>With <a href='/t'>#leek</a>.</p><p>Hot.</p>",
            },
        },
        {"type": "Announce", "published": "2024-05-01T10:00:00Z", "object": "https://a.example/9"},
        {"type": "Like", "object": {"type": "Person", "name": "Bo"}},
    ],
}


def _read(path: Path, value: object) -> list[Document]:
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    found = list(read_path(path))
    assert all(isinstance(item, Document) for item in found)
    return [item for item in found if isinstance(item, Document)]


def _failure(path: Path, value: object) -> Unreadable:
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    (found,) = read_path(path)
    assert isinstance(found, Unreadable)
    return found


def _said(documents: list[Document]) -> list[tuple[str, str]]:
    return [(document.title, document.text) for document in documents]


def test_a_post_of_mastodon_is_its_words_under_the_name_of_the_account(tmp_path: Path) -> None:
    (post,) = _read(tmp_path / "outbox.json", MASTODON)
    assert post.title == "Outbox, 2023-09-17"
    assert post.text == "mina: food\n\nA cooper's soup.\nWith #leek.\n\nHot."
    assert [(place.kind, place.name) for place in post.places] == [("time", "2023-09-17 08:00")]


def test_posts_of_instagram_are_their_words_by_days(tmp_path: Path) -> None:
    picture = {
        "uri": "media/1.jpg",
        "creation_timestamp": 1691840000,
        "title": "Open day \u00e2\u0080\u0099s",
    }
    several = {
        "media": [picture | {"title": ""}, picture | {"title": ""}],
        "title": "Two lambs",
        "creation_timestamp": 1707600000,
    }
    wordless = {"media": [picture | {"title": ""}]}
    posts = _read(tmp_path / "posts_1.json", [several, {"media": [picture]}, wordless])
    assert _said(posts) == [
        ("Posts 1, 2023-08-12", "Open day ’s"),
        ("Posts 1, 2024-02-10", "Two lambs"),
    ]
    stories = {"ig_stories": [picture | {"title": "On the ridge"}]}
    assert _said(_read(tmp_path / "stories.json", stories)) == [
        ("Stories, 2023-08-12", "On the ridge")
    ]
    assert _failure(tmp_path / "a.json", [wordless]).kind == "empty"


def test_posts_and_comments_of_facebook_are_told_without_their_settings(tmp_path: Path) -> None:
    posts = [
        {"timestamp": 1691840000, "title": "Mina updated her status.", "data": [{"post": "Rain."}]},
        {"timestamp": 1691840060, "attachments": [{"data": []}], "title": "Mina was here."},
    ]
    assert _said(_read(tmp_path / "your_posts_1.json", posts)) == [
        ("Your posts 1, 2023-08-12", "Rain.")
    ]
    comment = {"timestamp": 1691840000, "comment": "So fair!", "author": "Mina Tol"}
    comments = {"comments_v2": [{"timestamp": 1, "data": [{"comment": comment}], "title": "x"}]}
    assert _said(_read(tmp_path / "comments.json", comments)) == [
        ("Comments, 2023-08-12", "Mina Tol: So fair!")
    ]


def test_tweets_of_the_archive_are_posts_by_days(tmp_path: Path) -> None:
    tweets = [
        {"tweet": {"id_str": "2", "created_at": "Sat Sep 16 09:30:21 +0000 2023",
                   "full_text": "I&#39;m off &lt;here&gt;.", "favorite_count": "8"}},
        {"tweet": {"id_str": "1", "created_at": "Tue Mar 01 07:45:10 +0000 2022",
                   "full_text": "A gull has eaten my hat. #Osmere", "lang": "en"}},
    ]  # fmt: skip
    script = f"window.YTD.tweets.part0 = {json.dumps(tweets)};\n"
    assert _said(_read(tmp_path / "tweets.js", script)) == [
        ("Tweets, 2022-03-01", "A gull has eaten my hat. #Osmere"),
        ("Tweets, 2023-09-16", "I'm off <here>."),
    ]


def test_direct_messages_of_the_archive_are_talks(tmp_path: Path) -> None:
    def message(sender: str, text: str, minute: int) -> dict[str, object]:
        told = {"senderId": sender, "text": text, "createdAt": f"2020-05-01T10:{minute:02}:00.000Z"}
        return {"messageCreate": {**told, "reactions": [], "mediaUrls": []}}

    said = [message("22", "at six &amp; no later", 5), message("11", "when?", 4), {"joined": {}}]
    talk = {"dmConversation": {"conversationId": "11-22", "messages": said}}
    script = f"window.YTD.direct_messages.part0 = {json.dumps([talk])}"
    (day,) = _read(tmp_path / "direct-messages.js", script)
    assert day.uri.endswith("direct-messages.js#11-22#2020-05-01")
    assert day.text == "11: when?\n\n22: at six & no later"


def test_other_lists_of_the_archive_are_records_and_other_scripts_code(tmp_path: Path) -> None:
    likes = [{"like": {"tweetId": "7", "fullText": "It&#39;s a boat."}}]
    script = f"window.YTD.like.part0 = {json.dumps(likes)}"
    assert [one.text for one in _read(tmp_path / "like.js", script)] == [
        "tweetId: 7\nfullText: It's a boat."
    ]
    (code,) = _read(tmp_path / "own.js", "window.YTD = window.YTD || [];\nlet a = 1;\n")
    assert "window.YTD" in code.text
    broken = _failure(tmp_path / "cut.js", 'window.YTD.like.part0 = [{"like": ')
    assert "JSON" in broken.reason
    assert _failure(tmp_path / "none.js", "window.YTD.like.part0 = [ ]").kind == "empty"


def _listing(*things: tuple[str, Mapping[str, object]]) -> dict[str, object]:
    children = [{"kind": kind, "data": about} for kind, about in things]
    return {"kind": "Listing", "data": {"children": children}}


def test_a_thread_of_reddit_is_a_talk_with_its_nested_comments(tmp_path: Path) -> None:
    post = {"title": "Cold &amp; slow?", "author": "moss", "selftext": "White smoke.", "score": 3}
    inner = ("t1", {"author": "moss", "body": "It fired.", "created_utc": 1705000060})
    gone = ("t1", {"author": "[deleted]", "body": "[removed]", "replies": _listing(inner)})
    outer = ("t1", {"author": "nan", "body": "Fit a fuse.", "replies": _listing(gone)})
    more = ("more", {"count": 3, "children": ["a"]})
    thread = [_listing(("t3", post)), _listing(outer, more)]
    (document,) = _read(tmp_path / "thread.json", thread)
    assert document.title == "Cold & slow?"
    assert document.text.split("\n\n") == [
        "moss: Cold & slow?", "moss: White smoke.", "nan: Fit a fuse.", "moss: It fired."
    ]  # fmt: skip
    assert [place.name for place in document.places] == ["2024-01-11 19:07"]


def test_each_post_of_a_listing_of_reddit_is_known_by_its_id(tmp_path: Path) -> None:
    posts = [("t3", {"id": id_, "title": f"About {id_}", "author": "bo"}) for id_ in ("x1", "x2")]
    found = _read(tmp_path / "new.json", _listing(*posts))
    assert [document.uri.partition("#")[2] for document in found] == ["x1", "x2"]


def test_what_somebody_did_at_google_is_told_by_days(tmp_path: Path) -> None:
    activity = {
        "header": "YouTube",
        "title": "Watched How to mend nets",
        "titleUrl": "https://y.example/1",
        "subtitles": [{"name": "Net Channel", "url": "https://y.example/c"}],
        "time": "2024-11-13T19:22:08.1Z",
        "products": ["YouTube"],
    }
    assert _said(_read(tmp_path / "MyActivity.json", [activity])) == [
        ("MyActivity, 2024-11-13", "Watched How to mend nets\nNet Channel")
    ]


def test_records_that_only_look_like_posts_stay_records(tmp_path: Path) -> None:
    rows = [{"timestamp": n, "data": [{"level": level}]} for n, level in ((3, "high"), (4, "low"))]
    assert [one.text for one in _read(tmp_path / "gauge.json", rows)] == [
        "timestamp: 3\ndata level: high", "timestamp: 4\ndata level: low"
    ]  # fmt: skip
    talks = [{"header": "Salt", "title": "Pans", "time": "10:30", "room": room} for room in "AB"]
    found = _read(tmp_path / "talks.json", talks)
    assert [one.text.splitlines()[-1] for one in found] == ["room: A", "room: B"]
    books = {"orderedItems": [{"type": "Book", "name": "Salt"}, {"type": "Book", "name": "Tar"}]}
    assert [one.title for one in _read(tmp_path / "books.json", books)] == ["Salt", "Tar"]
