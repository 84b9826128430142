"""Slack's exports: a folder for each channel, a file for each day, and beside the folders the
lists that say what people and channels are called.

The messages of a day know people by ids; without the lists nobody can ask what Mika said.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from graphrag_neo4j.ids import content_hash
from graphrag_neo4j.readers.content import words

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_USERS = "users.json"
_CHANNELS = ("channels.json", "groups.json", "mpims.json", "dms.json")
_LIST_FIELDS = frozenset({"profile", "real_name", "purpose", "topic", "members"})
"""What Slack says of each that it lists, some of them."""
_PROFILE = {"role": "title", "email": "email", "phone": "phone"}
_SHOWN_IN_CHANNELS = frozenset({"name", "known as", "channel", "members"})
_LARGEST_LIST = 32_000_000
"""Bytes; a larger list of people is not read."""
_EVENTS = words(
    """
    bot_add bot_remove channel_archive channel_convert_to_private channel_join channel_leave
    channel_name channel_purpose channel_topic channel_unarchive group_archive group_join
    group_leave group_name group_purpose group_topic group_unarchive pinned_item unpinned_item
    """
)
"""Subtypes of messages that Slack writes by itself when something is done to a channel."""
_MARK = re.compile(r"<(?P<kind>[@#!]?)(?P<target>[^<>|\n]+)(?:\|(?P<label>[^<>\n]*))?>")
_ESCAPES = {"&lt;": "<", "&gt;": ">", "&amp;": "&"}
_ESCAPED = re.compile("|".join(_ESCAPES))


@dataclass(frozen=True, slots=True)
class Directory:
    """What people and channels are called, by their ids. ``signature``: another one where anything
    is called otherwise."""

    people: Mapping[str, str] = field(default_factory=dict)
    channels: Mapping[str, str] = field(default_factory=dict)
    signature: str = ""


NOBODY = Directory()


def channel_of(path: Path) -> str:
    """The channel that a file called as a day is of; empty for other files."""
    return path.parent.name if _DAY.fullmatch(path.stem) else ""


def directory_of(path: Path) -> Directory:
    """The lists beside the channel's folder that the day ``path`` lies in.

    The folder above was perhaps not given, so it is looked into only where it is plainly the same
    export: its lists are true files, and name this channel.
    """
    channel = channel_of(path)
    folder = path.absolute().parent.parent
    if not channel or path.suffix.lower() != ".json":
        return NOBODY
    stamps = _stamps(folder)
    if stamps[0] is None or not any(stamps[1:]):
        return NOBODY
    found = _read(folder, stamps)
    is_known = channel in found.channels or channel in found.channels.values()
    return found if is_known else NOBODY


def names_signature(path: Path) -> str:
    """Another one where the lists of an export call anything in ``path`` otherwise, so that it is
    to be read anew though it did not change; empty where no list tells of it."""
    if path.name not in _CHANNELS:
        return directory_of(path).signature
    folder = path.absolute().parent
    stamps = _stamps(folder)
    return _read(folder, stamps).signature if stamps[0] else ""


def listed_plainly(path: Path, value: object) -> object:
    """The people or channels of one of the lists as somebody would write them down, without ids and
    settings; any other value as it is.

    Beside the channels of their export, only those of whom the lists say more than the messages
    there show: a name, and who takes part."""
    if not isinstance(value, list) or not all(map(_is_listed, value)):
        return value
    if path.name == _USERS:
        told = [_about_person(user) for user in value]
    elif path.name in _CHANNELS:
        people = {id_: _person(one) for id_, one in _listed(path.parent / _USERS)}
        told = [_about_channel(channel, people) for channel in value]
    else:
        return value
    return [one for one in told if _says_more(one)] if _has_channels(path.parent) else told


def _says_more(about: Mapping[str, str]) -> bool:
    """Whether anything but a name, or a short form of it, and members."""
    own = about.get("name", "").casefold().split()
    known = about.get("known as", "").casefold().split()
    return not set(known) <= set(own) or not about.keys() <= _SHOWN_IN_CHANNELS


def _has_channels(folder: Path) -> bool:
    """Whether days of a channel that the lists in ``folder`` name lie there."""
    channels = _read(folder, _stamps(folder)).channels
    rooms = (folder / name for pair in channels.items() for name in pair if _is_name(name))
    days = (day for room in rooms for day in room.glob("*.json"))
    return any(map(channel_of, days))


def _is_listed(item: object) -> bool:
    return (
        isinstance(item, Mapping)
        and isinstance(item.get("id"), str)
        and not _LIST_FIELDS.isdisjoint(item)
    )


def _about_person(user: Mapping[str, object]) -> dict[str, str]:
    profile = user.get("profile")
    about: Mapping[str, object] = profile if isinstance(profile, Mapping) else {}
    name = _person(user)
    called = _line(about.get("display_name")) or _line(user.get("name"))
    told = {"name": name, "known as": called if called != name else ""}
    told |= {key: _line(about.get(name)) for key, name in _PROFILE.items()}
    return {key: said for key, said in told.items() if said}


def _about_channel(channel: Mapping[str, object], people: Mapping[str, str]) -> dict[str, str]:
    told = {"channel": _line(channel.get("name"))}
    for key in ("purpose", "topic"):
        said = channel.get(key)
        told[key] = _line(said.get("value")) if isinstance(said, Mapping) else ""
    members = channel.get("members")
    ids = map(str, members) if isinstance(members, list) else ()
    told["members"] = ", ".join(filter(None, (people.get(id_) for id_ in ids)))
    return {key: said for key, said in told.items() if said} or {"channel": str(channel["id"])}


def is_message(item: object) -> bool:
    """Whether it is an entry of a day."""
    return isinstance(item, Mapping) and item.get("type") == "message" and "ts" in item


def is_event(item: object) -> bool:
    """Whether Slack itself wrote an entry: somebody joined, the topic changed."""
    return isinstance(item, Mapping) and is_message(item) and item.get("subtype") in _EVENTS


def plain(text: str, known: Directory) -> str:
    """A message as people see it: names for ids, and no marks around links; where a link has words
    of its own, its address comes after them."""
    shown = _MARK.sub(lambda mark: _shown(mark, known), text)
    return _ESCAPED.sub(lambda escape: _ESCAPES[escape[0]], shown)


def _shown(mark: re.Match[str], known: Directory) -> str:
    kind, target, label = mark["kind"], mark["target"], (mark["label"] or "").strip()
    if kind == "@":
        return f"@{known.people.get(target) or label or target}"
    if kind == "#":
        return f"#{label or known.channels.get(target, target)}"
    if kind == "!":
        return label or f"@{target.partition('^')[0]}"  # <!here>, <!date^…|May 3>
    address = target.removeprefix("mailto:")
    return f"{label} ({address})" if label and label not in target else address


def _stamps(folder: Path) -> tuple[tuple[int, int] | None, ...]:
    """Those of the lists in an export, of its people first."""
    return tuple(_stamp(folder / name) for name in (_USERS, *_CHANNELS))


def _stamp(path: Path) -> tuple[int, int] | None:
    """When a list was last written, and its size; None if it is not to be read."""
    try:
        found = path.lstat()
    except OSError:
        return None
    is_sound = path.is_file() and not path.is_symlink() and found.st_size <= _LARGEST_LIST
    return (found.st_mtime_ns, found.st_size) if is_sound else None


def _is_name(said: str) -> bool:
    """Whether a folder can be called so, here and not elsewhere."""
    return Path(said).name == said and said != ".."


@lru_cache(maxsize=4)
def _read(folder: Path, stamps: tuple[tuple[int, int] | None, ...]) -> Directory:
    names = [name for name, stamp in zip((_USERS, *_CHANNELS), stamps, strict=True) if stamp]
    people = {id_: name for id_, one in _listed(folder / _USERS) if (name := _person(one))}
    rooms = (pair for name in names if name != _USERS for pair in _listed(folder / name))
    channels = {id_: _line(one.get("name")) or id_ for id_, one in rooms}
    signature = content_hash(json.dumps([people, channels], sort_keys=True))
    return Directory(people, channels, signature)


def _listed(path: Path) -> Iterator[tuple[str, Mapping[str, object]]]:
    """The objects of a list by their ids; none if it is not sound."""
    try:
        value = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return
    for one in value if isinstance(value, list) else ():
        if isinstance(one, Mapping) and isinstance(id_ := one.get("id"), str):
            yield id_, one


def _person(user: Mapping[str, object]) -> str:
    profile = user.get("profile")
    about: Mapping[str, object] = profile if isinstance(profile, Mapping) else {}
    names = (
        about.get("real_name"), user.get("real_name"), about.get("display_name"), user.get("name")
    )  # fmt: skip
    return next(filter(None, map(_line, names)), "")


def _line(value: object) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""
