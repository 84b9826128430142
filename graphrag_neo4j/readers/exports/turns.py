"""The turns of a talk among objects whose fields may be called anything.

Who speaks is a short field whose few values come again and again; what is said is the field with
most words. A table may have such fields, too: that of a talk is called as who speaks is, or its
values take turns and the words are those of people who speak to one another.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from graphrag_neo4j.readers.content import clean_text, words
from graphrag_neo4j.readers.exports.chats import Message, name_of, words_of
from graphrag_neo4j.readers.exports.times import point_in_time
from graphrag_neo4j.text.dates import clock_within, day_within

Record = Mapping[str, object]
_SPEAKS = words(
    """
    speaker sender talker interlocutor participant sprecher sprecherin absender teilnehmer locuteur
    locutrice hablante emisor parlante spreker falante
    """
)
"""What only a field of who speaks is called."""
_MAY_SPEAK = words(
    """
    from by who name user username author agent person character persona actor party nick handle
    side role member contact owner von wer autor rolle auteur nom autore nombre
    """
)
_ROLES = words(
    """
    agent ai assistant bot caller client customer developer doctor function guest host human
    interviewee interviewer model moderator operator patient seller buyer support system therapist
    tool user you me kunde kundin berater beraterin nutzer gast
    """
)
_TIMES = words(
    """
    at clock created date datetime day posted sent stamp time timestamp ts when datum zeit
    zeitpunkt uhrzeit tag heure fecha hora data
    """
)
_ENTITLED = words("title subject headline summary titel betreff titre asunto")
_SAID = words("text content message utterance body words said msg says line")
_NOT_SAID = words("id ids uuid guid key url uri link href path hash index number")
_KEPT_BACK = words("note internal private confidential whisper notiz intern vertraulich interne")
_OPEN = words("public öffentlich")
_WORD = re.compile(r"[^\W\d_]+")
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W\dA-Za-z_]+")
_ONE_ANOTHER = re.compile(
    r"\b(?:i|me|my|you|your|we|us|our|thanks|ich|mir|mich|mein|du|dir|dich|sie|ihr|wir|uns|danke"
    r"|je|moi|mon|tu|vous|nous|merci|yo|usted|nosotros|gracias)\b|\bj['’]",
    re.IGNORECASE,
)
FEWEST = 3
_LONGEST_NAME = 40  # characters
_MOST_WORDS_OF_NAME = 4
_FEWEST_WORDS = 2  # that a turn has, on average
_YEARS = ("1990", "2100")


def turns_of(items: Sequence[object]) -> list[Message]:
    """What is said in ``items``, and by whom, if they are the turns of a talk; else nothing."""
    objects = [item for item in items if isinstance(item, Mapping)]
    if len(objects) < FEWEST or len(objects) < len(items):
        return []
    speaks = speaker_field(objects)
    said = _said_field(objects, speaks) if speaks else ""
    if not said or not _are_turns(objects, speaks, said):
        return []
    return [_turn(item, speaks, said) for item in objects if words_of(item.get(said))]


def named_turns(value: object) -> list[Message]:
    """The turns of a talk that may be too short to show its shape: the names of their fields tell
    who speaks, what is said and when; nothing where they do not, or where each has a title."""
    items = value if isinstance(value, list) else []
    objects = [item for item in items if isinstance(item, Mapping)]
    if not objects or len(objects) < len(items):
        return []
    named = {name: parts_of_name(name) for name in _names(objects)}
    speaking = [name for name, parts in named.items() if parts & (_SPEAKS | _MAY_SPEAK)]
    speaks = min(speaking, key=lambda name: "role" in named[name], default="")
    said = next((name for name in named if named[name] & _SAID and name != speaks), "")
    has_title = any(parts & _ENTITLED for parts in named.values())
    if has_title or not (speaks and said and any(map(tells_time, named))):
        return []
    turns = [_turn(item, speaks, said) for item in objects if words_of(item.get(said))]
    return turns if all(turn.speaker and turn.time for turn in turns) else []


def moment(value: object) -> str:
    """A point in time as "2024-06-01 09:00", or a day alone; "" for anything else."""
    if isinstance(value, (int, float)):
        found = point_in_time(value)
    elif isinstance(value, str):
        text = " ".join(value.split())
        day = day_within(text)
        exact = "" if text.replace(".", "", 1).isdecimal() and len(text) < 9 else text
        found = point_in_time(exact) or f"{day} {clock_within(text) if day else ''}".strip()
        if day and not clock_within(text):
            found = day
    else:
        return ""
    return found if _YEARS[0] <= found[:4] < _YEARS[1] else ""


def parts_of_name(name: str) -> frozenset[str]:
    """The words of the name of a field: "sentAt", "session_1_date" are sent, at; session, date."""
    return frozenset(part.casefold() for part in _PARTS.findall(name))


def tells_time(name: str) -> bool:
    """Whether a field is called as one of a time is."""
    parts = parts_of_name(name)
    return not parts.isdisjoint(_TIMES) or name.casefold().endswith(("date", "datetime", "time"))


def _names(objects: Sequence[Record]) -> list[str]:
    """The fields that most objects have."""
    counts = Counter(name for item in objects for name in item)
    return [name for name, n in counts.items() if 5 * n >= 4 * len(objects)]


def speaker_field(objects: Sequence[Record]) -> str:
    """The field of who speaks: one that is called so, else one that may be; else any whose values
    do so."""
    found = [name for name in _names(objects) if _comes_again(objects, name)]
    sure = [name for name in found if not parts_of_name(name).isdisjoint(_SPEAKS)]
    likely = [name for name in found if not parts_of_name(name).isdisjoint(_MAY_SPEAK)]
    likely.sort(key=lambda name: "role" in parts_of_name(name))  # a name says more
    return next(iter([*sure, *likely, *found]), "")


def _comes_again(objects: Sequence[Record], name: str) -> bool:
    """Whether the values of a field are short, and are few that come again and again."""
    parts = parts_of_name(name)
    if tells_time(name) or not parts.isdisjoint(_NOT_SAID - {"id"}):
        return False
    values = [name_of(item.get(name)) for item in objects]
    is_short = all(
        len(value) <= _LONGEST_NAME
        and len(value.split()) <= _MOST_WORDS_OF_NAME
        and any(map(str.isalpha, value))
        for value in values
        if value
    )
    n_told = sum(map(bool, values))
    n_values = len({value for value in values if value})
    are_roles = "role" in parts and {value.casefold() for value in values} <= _ROLES
    may_be_one = are_roles or not parts.isdisjoint(_SPEAKS)
    is_few = 2 * n_values <= n_told + 1 and (n_values > 1 or may_be_one)
    return is_short and is_few and 10 * n_told >= 9 * len(values)


def _said_field(objects: Sequence[Record], speaks: str) -> str:
    """The field with most words, that most objects have and that tells them apart."""
    sizes: dict[str, float] = {}
    for name in _names(objects):
        values = [words_of(item.get(name)) for item in objects]
        told = [value for value in values if value]
        is_apart = 3 * len(set(told)) > 2 * len(told)
        is_worded = not parts_of_name(name) & (_NOT_SAID | _ENTITLED) and not tells_time(name)
        if name != speaks and is_worded and is_apart and 5 * len(told) >= 4 * len(values):
            n_words = sum(len(_WORD.findall(value)) for value in told if " " in value)
            sizes[name] = n_words * (3 if parts_of_name(name) & _SAID else 1)
    best = max(sizes, key=lambda name: sizes[name], default="")
    return best if sizes.get(best, 0) >= _FEWEST_WORDS * len(objects) / 2 else ""


def _are_turns(objects: Sequence[Record], speaks: str, said: str) -> bool:
    """Whether people, or roles, speak to one another in turn."""
    names = [name_of(item.get(speaks)) for item in objects]
    parts, values = parts_of_name(speaks), {name.casefold() for name in names if name}
    is_sure = not parts.isdisjoint(_SPEAKS)
    are_roles = len(values & _ROLES) > len(values) / 2
    has_title = any(parts_of_name(name) & _ENTITLED for name in _names(objects))
    if is_sure or (are_roles and "role" in parts):
        return not has_title
    changes = sum(one != other for one, other in pairwise(names))
    takes_turns = changes >= max(2, len(values), (len(names) - 1) / 4)
    texts = [words_of(item.get(said)) for item in objects]
    n_personal = sum(_ONE_ANOTHER.search(text) is not None for text in texts)
    is_named_too = any("name" in parts_of_name(name) for name in _names(objects) if name != speaks)
    if has_title or is_named_too or not takes_turns:
        return False
    if are_roles or not parts.isdisjoint(_MAY_SPEAK):
        return 5 * n_personal >= len(texts)
    asks = any("?" in text or "？" in text for text in texts)
    is_named = all(name[:1].isupper() for name in names if name)
    return asks and is_named and 3 * n_personal >= len(texts) and len(objects[0]) <= 6


def _turn(item: Record, speaks: str, said: str) -> Message:
    others = [name for name in item if name not in (speaks, said)]
    times = (moment(item.get(name)) for name in others if tells_time(name))
    words = " ".join([*_kept_back(item), words_of(item.get(said))])
    text = "\n".join([words, *_beside(item, others)])
    return Message(name_of(item.get(speaks)), clean_text(text), next(filter(None, times), ""))


def _kept_back(item: Record) -> Iterator[str]:
    """That a turn is not for all, by the name of a field that is true: "(note)"."""
    for name, value in item.items():
        parts = parts_of_name(name)
        if value is True and parts & _KEPT_BACK:
            yield f"({' '.join(name.replace('_', ' ').split())})"
        elif value is False and parts & _OPEN:
            yield f"(not {name})"


def _beside(item: Record, others: Sequence[str]) -> Iterator[str]:
    """What a turn tells beside its words, as of a picture; no ids, addresses, and single words."""
    for name in others:
        value = item.get(name)
        if not isinstance(value, str) or tells_time(name):
            continue
        if parts_of_name(name).isdisjoint(_NOT_SAID) and len(value.split()) >= FEWEST:
            yield f"({' '.join(name.replace('_', ' ').split())}: {' '.join(value.split())})"
