"""Chats as programs export them: Slack, Telegram, Discord, Messenger, Google Chat, ChatGPT, Claude,
and the messages of a language model's interface.

A message is an object with who speaks and what is said; where a list of them is called
``messages``, or looks like one of Slack's, it is a talk: "Lena: we meet at six".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.model import Document, Place, Scalar
from graphrag_neo4j.readers.content import Unreadable, clean_text, safe_metadata, with_words
from graphrag_neo4j.readers.exports.attached import attached_to
from graphrag_neo4j.readers.exports.slack import NOBODY, Directory, is_event, is_message, plain
from graphrag_neo4j.readers.exports.times import point_in_time

_LISTS = ("messages", "chat_messages")
_SPEAKERS = (
    "from", "speaker", "sender_name", "sender", "user_profile", "author", "creator", "role",
    "username", "user",
)  # fmt: skip
_NAMES = ("real_name", "display_name", "displayName", "nickname", "name", "login", "role")
_WORDS = ("text", "content", "body", "parts")
_TIMES = (
    "date", "timestamp", "ts", "timestamp_ms", "created_at", "create_time", "created_date",
    "created_utc",
)  # fmt: skip
_BELOW = ("replies", "comments", "children", "answers")
"""What the list is called of those who answer a message."""
_ADDRESS = ("http://", "https://")
_DEEPEST = 4

_Record = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Message:
    """Who says what, "" if unknown; ``time`` as "2024-06-01 09:00" in the export's own time."""

    speaker: str
    words: str
    time: str


def messages_of(value: object, known: Directory = NOBODY) -> list[Message]:
    """The messages of an exported chat in its order; none if ``value`` is something else.

    What has no words (a picture, somebody has joined) is left out. ``known``: what people of Slack
    are called beside what their messages say.
    """
    items = _items(value)
    known = replace(known, people={**_people(items), **known.people})
    messages = list(thread(items, known))
    return messages if 2 * sum(bool(m.speaker) for m in messages) >= len(messages) else []


def thread(items: Iterable[object], known: Directory = NOBODY) -> Iterator[Message]:
    """The messages among ``items``, each with those below that answer it, in the order in which
    they are read."""
    for item in items:
        yield from _messages(item, known)
        if isinstance(item, Mapping):
            for name in _BELOW:
                yield from thread(_listed(item.get(name)), known)


def _listed(value: object) -> Sequence[object]:
    """The items of a list, also of one in the cover that an interface gives it."""
    found = value.get("data") if isinstance(value, Mapping) else value
    return found if isinstance(found, list) else ()


def parted(record: Mapping[str, object], depth: int = 0) -> tuple[dict[str, object], list[str]]:
    """A record without what people say under it, the comments of a ticket, the answers to a post;
    and each of these with the name, in its order."""
    rest: dict[str, object] = {}
    comments: list[str] = []
    for name, value in record.items():
        items = value if isinstance(value, list) else []
        said = [message for item in items if (message := next(_messages(item, NOBODY), None))]
        are_comments = all(m.speaker and not m.words.startswith(_ADDRESS) for m in said)
        if said and are_comments and 2 * len(said) >= len(items):
            comments += (f"{one.speaker}: {one.words}" for one in thread(items) if one.speaker)
            continue
        if isinstance(value, dict) and depth < _DEEPEST:
            value, below = parted(value, depth + 1)
            comments += below
        rest[name] = value
    return rest, comments


def is_export(value: Mapping[str, object]) -> bool:
    """Whether a program wrote it for itself: ChatGPT's tree, or Claude's messages."""
    return "mapping" in value or "chat_messages" in value


def chat_document(
    uri: str,
    title: str,
    messages: Sequence[Message],
    metadata: Mapping[str, Scalar],
    *,
    has_clock: bool = False,
) -> Document:
    """A talk as a text, each message a paragraph, the time of each its place, its date the day of
    the first one. ``has_clock``: the hour and minute stand before who speaks, as messengers show
    them."""
    parts: list[str] = []
    places: list[Place] = []
    length = 0
    for message in messages:
        if message.time:
            places.append(Place(length, "time", message.time))
        by = f"{message.speaker}: " if message.speaker else ""
        clock = message.time[len("2024-06-01 ") :] if has_clock and by else ""
        by = f"{clock} {by}" if clock else by
        parts.append(clean_text(by + message.words))
        length += len(parts[-1]) + 2
    text = with_words("\n\n".join(parts))
    day = next((message.time[:10] for message in messages if message.time), "")
    if day and "date" not in metadata:
        metadata = {**metadata, "date": day}
    return Document(uri, text, title, metadata=metadata, places=tuple(places))


def read_chat(
    uri: str, title: str, value: object, known: Directory = NOBODY
) -> Iterator[Document | Unreadable]:
    """A chat, a document for each of its days: what is said later changes no day before.

    Nothing if ``value`` is no chat. Raises :class:`ReadError` if nobody says anything in it.
    """
    messages = messages_of(value, known)
    if isinstance(value, list) and value and all(map(is_event, value)):
        with_words("")  # raises: nobody says anything
    about: dict[str, object] = {}
    if isinstance(value, Mapping):
        about = {key: told for key, told in value.items() if _is_plain(told)}
    name = about.pop("name", "") or mended(about.pop("title", ""))
    title = " ".join(str(name).split()) or title
    has_clock = not (isinstance(value, Mapping) and is_export(value))
    return days_of(uri, title, messages, safe_metadata(about.items()), has_clock=has_clock)


def days_of(
    uri: str,
    title: str,
    messages: Sequence[Message],
    metadata: Mapping[str, Scalar],
    *,
    has_clock: bool = False,
) -> Iterator[Document | Unreadable]:
    """A talk as a document for each of its days, the earliest message first in each."""
    if messages and messages[0].time > messages[-1].time:
        messages = messages[::-1]
    days: dict[str, list[Message]] = {}
    for message in messages:
        days.setdefault(message.time[:10], []).append(message)
    for day, said in days.items():
        own, called = (f"{uri}#{day}", f"{title}, {day}") if day else (uri, title)
        try:
            yield chat_document(own, called, said, metadata, has_clock=has_clock)
        except ReadError as error:
            yield Unreadable(own, error.message, error.hint, kind=error.kind)


def _is_plain(value: object) -> bool:
    return isinstance(value, (str, int, float)) and value != ""


def _items(value: object) -> Sequence[object]:
    if isinstance(value, list):
        return value if value and all(map(is_message, value)) else []
    if not isinstance(value, Mapping):
        return []
    if isinstance(tree := value.get("mapping"), Mapping):
        return _path(tree, value.get("current_node"))
    lists = (value.get(name) for name in _LISTS)
    return next((found for found in lists if isinstance(found, list)), [])


def _path(tree: _Record, last: object) -> list[object]:
    """The messages of ChatGPT's tree from its root to the last one; without that, all."""
    path: list[object] = []
    seen = set[object]()
    while isinstance(last, str) and last not in seen:
        seen.add(last)
        node = tree.get(last)
        if not isinstance(node, Mapping):
            break
        path.append(node.get("message"))
        last = node.get("parent")
    nodes = tree.values()
    all_ = path[::-1] or [node.get("message") for node in nodes if isinstance(node, Mapping)]
    return [message for message in all_ if message]


def _people(items: Sequence[object]) -> Mapping[str, str]:
    """What Slack's users are called: not all of their messages say it."""
    return {
        str(item["user"]): name
        for item in items
        if isinstance(item, Mapping)
        and "user" in item
        and (name := name_of(item.get("user_profile")))
    }


def _messages(item: object, known: Directory) -> Iterator[Message]:
    """What a message says, and after it what it shares of others; nothing of what is no message or
    has no words."""
    if not isinstance(item, Mapping) or is_event(item):
        return
    if "sender_name" in item:
        item = {key: mended(told) for key, told in item.items()}
    speaker = next(filter(None, (name_of(item.get(key)) for key in _SPEAKERS)), "")
    speaker = known.people.get(speaker, speaker)
    words = next(filter(None, (words_of(item.get(key)) for key in _WORDS)), "")
    times = (point_in_time(item.get(key)) for key in _TIMES)
    time = next(filter(None, times), "")
    shown = partial(plain, known=known) if is_message(item) else str
    attached = attached_to(item, words)
    own = "\n".join(filter(None, [words, *(one.words for one in attached if not one.is_shared)]))
    if own:
        by = speaker
        if "forwarded_from" in item:
            by = forwarded(speaker, name_of(item["forwarded_from"]))
        yield Message(by, shown(own), time)
    for one in attached:
        if one.is_shared:
            yield Message(forwarded(speaker, one.author), shown(one.words), time)


def forwarded(speaker: str, author: str) -> str:
    """What stands before words that somebody passes on, which are not theirs."""
    of = f"forwarded from {author}" if author else "forwarded"
    return f"{speaker} ({of})".strip()


def name_of(value: object) -> str:
    """The name that a value is, or the object that it is has."""
    if isinstance(value, Mapping):
        return next(filter(None, (name_of(value.get(key)) for key in _NAMES)), "")
    return " ".join(value.split()) if isinstance(value, str) else ""


def words_of(value: object) -> str:
    """Words, as a string or in pieces with marks of type."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, Mapping):
        return next(filter(None, (words_of(value.get(key)) for key in _WORDS)), "")
    if isinstance(value, list):
        pieces = (piece if isinstance(piece, str) else words_of(piece) for piece in value)
        return "".join(pieces).strip()
    return ""


def mended(value: object) -> object:
    """A string as Messenger means it: its exports take the bytes of UTF-8 for letters."""
    try:
        return value.encode("latin-1").decode("utf-8") if isinstance(value, str) else value
    except UnicodeError:
        return value
