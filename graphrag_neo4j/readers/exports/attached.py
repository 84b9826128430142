"""What hangs on the messages of a chat: attachments, blocks and files of Slack, embeds of Discord,
polls of Telegram."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from graphrag_neo4j.readers.exports.slack import is_message

_Object = Mapping[str, object]
_MARKS = {"user": ("<@", "user_id"), "channel": ("<#", "channel_id"), "broadcast": ("<!", "range")}
"""How Slack marks in plain text what its blocks name by a field."""


@dataclass(frozen=True, slots=True)
class Attached:
    """Words beside those of a message. ``author``: whose they are, if that is told. ``is_shared``:
    they are of somebody else than who sends the message: of one that it shares, or of a page that
    it links to."""

    words: str
    author: str = ""
    is_shared: bool = False


def attached_to(item: _Object, words: str) -> list[Attached]:
    """What hangs on a message that itself says ``words``, in its order, but what they say, too."""
    found = [Attached(_poll(item.get("poll")))]
    if is_message(item):
        if not words:
            found.append(Attached(_in_blocks(item.get("blocks"))))
        found += (_attachment(one, words) for one in _objects(item.get("attachments")))
        is_silent = not words and not any(one.words for one in found)
        found += (Attached(_file(one, is_silent)) for one in _objects(item.get("files")))
    else:
        found += (_embed(one, words) for one in _objects(item.get("embeds")))
    return [one for one in found if one.words and one.words not in words]


def _attachment(value: _Object, words: str) -> Attached:
    """One of Slack: a message that is shared, the preview of a page, or words of a program."""
    text = _line(value, "text") or _in_blocks(value.get("blocks"))
    told = [_line(value, "pretext"), _line(value, "title"), text]
    told += _fields(value.get("fields"), "title")
    is_quoted = bool(value.get("is_share") or value.get("is_msg_unfurl"))
    author = _line(value, "author_name") or _line(value, "author_subname")
    is_page = _is_in(value.get("from_url"), words)
    said = _lines(told) or _line(value, "fallback")
    return Attached(said, author if is_quoted else "", is_quoted or is_page)


def _embed(value: _Object, words: str) -> Attached:
    """One of Discord: the preview of a page, or words of a program."""
    told = [_line(value, "title"), _line(value, "description")]
    told += _fields(value.get("fields"), "name")
    return Attached(_lines(told), is_shared=_is_in(value.get("url"), words))


def _poll(value: object) -> str:
    """What is asked, and each answer with its votes."""
    if not isinstance(value, Mapping):
        return ""
    answers = [
        f"- {text} (votes: {votes})" if isinstance(votes := one.get("voters"), int) else f"- {text}"
        for one in _objects(value.get("answers"))
        if (text := _line(one, "text"))
    ]
    return _lines([_line(value, "question"), *answers])


def _file(value: _Object, is_silent: bool) -> str:
    """What a file is called, if somebody gave it a title or the message says nothing else."""
    title, name = _line(value, "title"), _line(value, "name")
    return f"File: {title or name}" if (title or name) and (is_silent or title != name) else ""


def _in_blocks(value: object) -> str:
    """The words of Slack's blocks, with its marks for people and links."""
    return _lines(map(_block, _objects(value)))


def _block(value: _Object) -> str:
    kind, text = str(value.get("type")), value.get("text")
    if kind in _MARKS:
        mark, field = _MARKS[kind]
        return f"{mark}{value.get(field, '')}>"
    if kind == "link":
        return f"<{value.get('url', '')}|{text}>" if text else f"<{value.get('url', '')}>"
    if kind == "emoji":
        return f":{value.get('name', '')}:"
    if isinstance(text, str):
        return text
    within = [_block(text)] if isinstance(text, Mapping) else []
    within += [_block(one) for name in ("elements", "fields") for one in _objects(value.get(name))]
    if kind == "rich_text_list":
        return _lines(f"- {one}" for one in within if one)
    is_run = kind in ("rich_text_section", "rich_text_quote", "rich_text_preformatted")
    return "".join(within) if is_run else _lines(within)


def _fields(value: object, name: str) -> list[str]:
    """Names and values, as items: a line "Status: down" would look like what somebody says."""
    told = ([_line(one, name), _line(one, "value")] for one in _objects(value))
    return [f"- {': '.join(filter(None, one))}" for one in told if any(one)]


def _is_in(address: object, words: str) -> bool:
    return isinstance(address, str) and bool(address) and address in words


def _objects(value: object) -> Iterator[_Object]:
    return (
        (one for one in value if isinstance(one, Mapping)) if isinstance(value, list) else iter(())
    )


def _line(value: _Object, name: str) -> str:
    """The words under a name; Telegram has them in pieces, too."""
    said = value.get(name)
    if isinstance(said, list):
        pieces = (_line(one, "text") if isinstance(one, Mapping) else one for one in said)
        said = "".join(one for one in pieces if isinstance(one, str))
    return said.strip() if isinstance(said, str) else ""


def _lines(told: Iterable[str]) -> str:
    return "\n".join(filter(None, map(str.strip, told)))
