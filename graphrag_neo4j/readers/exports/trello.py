"""Boards as Trello exports them: each card with the list that it is in, its points and comments.

The file gives lists, cards, checklists and comments apart, and who belongs to whom by ids that say
nothing to people.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from graphrag_neo4j.readers.record_fields import titled_record

_Object = Mapping[str, object]
_COMMENTS = ("commentCard", "copyCommentCard")
_DONE = "complete"
_DAY = len("2025-01-08")


def is_board(value: object) -> bool:
    """Whether ``value`` is a board of Trello: cards that name their lists by ids."""
    if not isinstance(value, Mapping) or "lists" not in value:
        return False
    cards = _objects(value, "cards")
    return bool(cards) and all("idList" in card for card in cards)


def board_records(board: _Object) -> Iterator[dict[str, object]]:
    """What a board says of itself, if it says anything, and its cards."""
    if about := _text(board, "desc"):
        yield titled_record(_text(board, "id"), _text(board, "name"), {}, [about])
    reading = _Board.of(board)
    yield from map(reading.card, _objects(board, "cards"))


@dataclass(frozen=True, slots=True)
class _Board:
    """What the ids of a board stand for, and what belongs to each of its cards."""

    name: str
    lists: Mapping[str, _Object]
    labels: Mapping[str, _Object]
    members: Mapping[str, _Object]
    checklists: Mapping[str, list[_Object]]
    comments: Mapping[str, list[_Object]]

    @staticmethod
    def of(board: _Object) -> _Board:
        said = [one for one in _objects(board, "actions") if one.get("type") in _COMMENTS]
        said.sort(key=partial(_text, name="date"))  # the newest comes first in the file
        return _Board(
            _text(board, "name"),
            _by_id(board, "lists"),
            _by_id(board, "labels"),
            _by_id(board, "members"),
            _grouped(_objects(board, "checklists"), lambda one: _text(one, "idCard")),
            _grouped(said, lambda one: _text(_object(_object(one, "data"), "card"), "id")),
        )

    def card(self, card: _Object) -> dict[str, object]:
        """A card with what belongs to it."""
        id_ = _text(card, "id")
        list_ = self.lists.get(_text(card, "idList"), {})
        own = (self.labels.get(one, {}) for one in _ids(card, "idLabels"))
        labels = [_text(one, "name") or _text(one, "color") for one in own]
        labels += [_text(one, "name") or _text(one, "color") for one in _objects(card, "labels")]
        members = (self.members.get(one, {}) for one in _ids(card, "idMembers"))
        is_closed = card.get("closed") is True or list_.get("closed") is True
        fields = {
            "list": _text(list_, "name"),
            "labels": ", ".join(dict.fromkeys(filter(None, labels))),
            "due": _due(card),
            "members": ", ".join(filter(None, map(_person, members))),
            "archived": "yes" if is_closed else "",
            "board": self.name,
        }
        points = map(_checklist, self.checklists.get(id_, []))
        comments = map(_comment, self.comments.get(id_, []))
        notes = [_text(card, "desc"), *points, *comments]
        return titled_record(id_, _text(card, "name"), fields, notes)


def _due(card: _Object) -> str:
    due = _text(card, "due")
    return f"{due} (done)" if due and card.get("dueComplete") is True else due


def _checklist(checklist: _Object) -> str:
    """Its points, each with the name of the list, and whether it is done."""
    name = _text(checklist, "name")
    lines = []
    for point in _objects(checklist, "checkItems"):
        state = "done" if _text(point, "state") == _DONE else "to do"
        lead = f"- {name}: " if name else "- "
        lines.append(f"{lead}{_text(point, 'name')} ({state})")
    return "\n".join(lines)


def _comment(action: _Object) -> str:
    """Who says what, and on which day."""
    said = _text(_object(action, "data"), "text")
    by = _person(_object(action, "memberCreator"))
    day = _text(action, "date")[:_DAY]
    head = " ".join(filter(None, (f"[{day}]" if day else "", f"{by}:" if by else "")))
    return f"{head} {said}" if said else ""


def _person(member: _Object) -> str:
    return _text(member, "fullName") or _text(member, "username")


def _by_id(board: _Object, name: str) -> dict[str, _Object]:
    return {_text(one, "id"): one for one in _objects(board, name)}


def _grouped(items: Iterable[_Object], key: Callable[[_Object], str]) -> dict[str, list[_Object]]:
    ordered = sorted(items, key=key)  # a stable sort: within a card the order stays
    return {id_: list(group) for id_, group in groupby(ordered, key)}


def _objects(value: _Object, name: str) -> list[_Object]:
    items = value.get(name)
    return [one for one in items if isinstance(one, Mapping)] if isinstance(items, list) else []


def _object(value: _Object, name: str) -> _Object:
    found = value.get(name)
    return found if isinstance(found, Mapping) else {}


def _ids(value: _Object, name: str) -> list[str]:
    items = value.get(name)
    return [str(one) for one in items] if isinstance(items, list) else []


def _text(value: _Object, name: str) -> str:
    found = value.get(name)
    return found.strip() if isinstance(found, str) else ""
