"""Posts as sites export them: Mastodon and what else speaks ActivityPub, Instagram, Facebook and
Twitter, and what somebody did at Google, by their days; threads of Reddit, each with its comments.

Words are kept with who wrote them and when; reactions, pictures and settings say nothing to people.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import unescape

from graphrag_neo4j.ids import content_hash
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import Blocks, Unreadable, with_words
from graphrag_neo4j.readers.exports.chats import Message, chat_document, days_of, mended, thread
from graphrag_neo4j.readers.exports.times import point_in_time
from graphrag_neo4j.readers.web.page import add_page

_Record = Mapping[str, object]
_POST, _COMMENT = "t3", "t1"  # Reddit's kinds of things
_GONE = ("[deleted]", "[removed]")
_SPOKEN = ("Note", "Article", "Question")
_HASH_DIGITS = 16


def read_posts(uri: str, title: str, value: object) -> Iterator[Document | Unreadable]:
    """The posts of an export, a document for each day; of Reddit, one for each thread. Nothing if
    ``value`` is something else.

    Raises :class:`ReadError` if they are pictures without words.
    """
    things = list(_things(value))
    if things:
        return _threads(uri, title, things)
    for items, is_post, messages_in in _kinds(value):
        if items and all(map(is_post, items)):
            posts = [post for item in items for post in messages_in(item) if post.words]
            if posts:
                return days_of(uri, title, sorted(posts, key=lambda post: post.time), {})
            if all(map(_has_pictures, items)):
                with_words("")
    return iter(())


def _kinds(
    value: object,
) -> Iterator[
    tuple[list[_Record], Callable[[_Record], bool], Callable[[_Record], Iterable[Message]]]
]:
    """The objects that may be posts, how posts of a site are known, and what they say."""
    activities = value.get("orderedItems") if isinstance(value, Mapping) else None
    yield _objects(activities), _is_activity, _of_activity
    if isinstance(value, Mapping) and len(value) == 1:
        value = next(iter(value.values()))
    items = _objects(value)
    yield items, _is_tweet, _of_tweet
    yield items, _is_of_meta, _of_meta
    yield items, _is_of_google, _of_google


def _objects(value: object) -> list[_Record]:
    """The objects of a list of nothing else."""
    items = value if isinstance(value, list) else []
    objects = [item for item in items if isinstance(item, Mapping)]
    return objects if len(objects) == len(items) else []


def _line(value: object) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""


# -- Mastodon and ActivityPub -----------------------------------------------------------------


def _is_activity(item: _Record) -> bool:
    return "object" in item and isinstance(item.get("type"), str)


def _of_activity(item: _Record) -> Iterator[Message]:
    """What somebody writes; what is only passed on by its address says nothing here."""
    said = item.get("object")
    if not isinstance(said, Mapping) or said.get("type") not in _SPOKEN:
        return
    page = Blocks()
    for part in ("name", "summary", "content"):
        if isinstance(source := said.get(part), str):
            add_page(page, source)
    time = point_in_time(said.get("published") or item.get("published"))
    yield Message(_account(said.get("attributedTo") or item.get("actor")), page.text, time)


def _account(address: object) -> str:
    """The name at the end of the address of an account."""
    return address.rstrip("/").rpartition("/")[2].strip("@") if isinstance(address, str) else ""


# -- Twitter ----------------------------------------------------------------------------------


def _is_tweet(item: _Record) -> bool:
    return "full_text" in item and "created_at" in item


def _of_tweet(item: _Record) -> Iterator[Message]:
    user = item.get("user")
    name = _line(user.get("name")) if isinstance(user, Mapping) else ""
    words = unescape(str(item["full_text"])).strip()
    yield Message(name, words, point_in_time(item["created_at"]))


# -- Google's list of what somebody did -------------------------------------------------------


def _is_of_google(item: _Record) -> bool:
    return "header" in item and "title" in item and "time" in item and "products" in item


def _of_google(item: _Record) -> Iterator[Message]:
    """What was searched, visited or watched, and whose it was."""
    names = (_line(one.get("name")) for one in _objects(item.get("subtitles")))
    words = "\n".join(filter(None, (_line(item["title"]), *names)))
    yield Message("", words, point_in_time(item["time"]))


# -- Instagram and Facebook -------------------------------------------------------------------


def _is_of_meta(item: _Record) -> bool:
    """Whether it has media with the time of each, what is posted as data, or a comment."""
    is_told = "timestamp" in item and ("data" in item or "attachments" in item)
    return _has_pictures(item) or is_told or "string_map_data" in item


def _has_pictures(item: _Record) -> bool:
    return _is_picture(item) or any(map(_is_picture, _objects(item.get("media"))))


def _is_picture(item: _Record) -> bool:
    return "uri" in item and "creation_timestamp" in item


def _of_meta(item: _Record) -> Iterator[Message]:
    media, data = _objects(item.get("media")), _objects(item.get("data"))
    own = [item, *media]
    times = (one.get(key) for one in own for key in ("timestamp", "creation_timestamp"))
    time = point_in_time(next(filter(None, times), ""))
    if media or _is_picture(item):
        titles = (_said(one.get("title")) for one in own)
        yield Message("", "\n\n".join(dict.fromkeys(filter(None, titles))), time)
    for one in data:
        yield Message("", _said(one.get("post")), time)
        if isinstance(comment := one.get("comment"), Mapping):
            author = _line(mended(comment.get("author")))
            own_time = point_in_time(comment.get("timestamp")) or time
            yield Message(author, _said(comment.get("comment")), own_time)
    yield from _of_fields(item.get("string_map_data"))


def _of_fields(fields: object) -> Iterator[Message]:
    """A comment among fields that each have a value or a time."""
    told = fields if isinstance(fields, Mapping) else {}
    comment, time = told.get("Comment"), told.get("Time")
    if isinstance(comment, Mapping):
        when = time.get("timestamp") if isinstance(time, Mapping) else ""
        yield Message("", _said(comment.get("value")), point_in_time(when))


def _said(value: object) -> str:
    return str(mended(value)).strip() if isinstance(value, str) else ""


# -- Reddit -----------------------------------------------------------------------------------


def _things(value: object) -> Iterator[tuple[str, dict[str, object]]]:
    """Posts and comments of Reddit's listings, each with the comments below it as plain ones."""
    listings = value if isinstance(value, list) else [value]
    for listing in listings:
        if not isinstance(listing, Mapping) or listing.get("kind") != "Listing":
            return
        data = listing.get("data")
        for thing in _objects(data.get("children") if isinstance(data, Mapping) else None):
            kind, about = str(thing.get("kind")), thing.get("data")
            if isinstance(about, Mapping) and kind in (_POST, _COMMENT):
                below = [comment for _, comment in _things(about.get("replies"))]
                yield kind, {**_plainly(about), "replies": below}


def _plainly(about: _Record) -> dict[str, object]:
    """Who wrote a post or comment, what and when, without what is gone."""
    words = unescape(str(about.get("body") or about.get("selftext") or "")).strip()
    author = _line(about.get("author"))
    return {
        "id": about.get("id"),
        "title": unescape(_line(about.get("title"))),
        "author": author if author not in _GONE else "",
        "text": words if words not in _GONE else "",
        "created_utc": about.get("created_utc"),
    }


def _threads(
    uri: str, title: str, things: Sequence[tuple[str, dict[str, object]]]
) -> Iterator[Document | Unreadable]:
    """A thread is its post and the comments after it; comments alone are one, too."""
    threads: list[list[dict[str, object]]] = []
    for kind, about in things:
        if kind == _POST or not threads:
            threads.append([])
        threads[-1].append(about)
    for told in threads:
        name = str(told[0]["title"])
        posted = [{**told[0], "text": name, "replies": []}] if name else []
        if messages := list(thread([*posted, *told])):
            said = content_hash("\n".join(message.words for message in messages))
            key = told[0]["id"] or f"row-{said[:_HASH_DIGITS]}"
            own = uri if len(threads) == 1 else f"{uri}#{key}"
            yield chat_document(own, name or title, messages, {})
