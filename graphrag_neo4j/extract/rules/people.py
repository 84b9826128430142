"""Who is surely a person by where a name stands: who speaks in a talk, again and again or with a
time before it, and who writes or gets a mail from an address of their own name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from graphrag_neo4j.extract.lexicon import bag, normal_form, plain_words
from graphrag_neo4j.extract.rules.name_spans import given_names
from graphrag_neo4j.model import Document
from graphrag_neo4j.text.accents import without_accents
from graphrag_neo4j.text.talk import label_of, turn_head, turn_starts
from graphrag_neo4j.text.talk_heads import talk_heads

_HEADER = re.compile(r"^(?:From|To|Cc): (?P<people>[^\n]{3,2000})$", re.MULTILINE)
_ADDRESSED = re.compile(r"\"?(?P<name>[^\"<>,;\n]{3,60}?)\"?\s*<(?P<user>[\w.+-]{1,64})@")
_QUOTED_FROM = re.compile(
    r"^(?P<marks>(?:>[^\S\n]?){1,9})\*?(?:From|Von|De|Da|Van|Från|Fra)\*?[^\S\n]?:"
    r"(?P<sender>[^\n]{3,200})$",
    re.MULTILINE,
)
MAIL = "From: "
"""The beginning of a mail."""
_ADDRESS = re.compile(r"(?<![\w.+-])(?P<user>[^\W\d_]{2,30}[._][^\W\d_]{2,30})@[\w-]")
_HEADERS = re.compile(r"(?:(?:From|To|Cc|Date|Subject): [^\n]*\n+)*")
_OFFICES = bag(
    """
    accounts admin alerts billing booking bookings contact desk hello help hr info it jobs mail
    marketing news newsletter noreply notifications office orders press reception sales service
    shop support team
    """
)
_ONE_ANOTHER = re.compile(
    r"\b(?:i|me|my|you|your|we|us|ich|mir|mich|du|dir|wir|je|moi|tu|toi|nous|vous|yo|nosotros)\b",
    re.IGNORECASE,
)
_ROLES = bag(
    """
    advisor agent assistant caller client customer guest host interviewer moderator nurse operator
    patient presenter support user berater beraterin gast kunde kundin moderatorin mitarbeiter
    """
)
_ROLE_BEFORE = re.compile(rf"\b(?:{'|'.join(sorted(_ROLES))})\s\Z", re.IGNORECASE)
_MOST_QUOTED = 300  # mails that one hands on
_MOST_LABELS = 40  # a talk has no more that take turns
_FEWEST_TURNS = 2
_FEWEST_IN_TURN = 3
_PERSONAL = 6
"""Of so many turns of a talk one at least speaks of "I" or "you"."""
_FEWEST_CAPITALS = 3
_HANDLE = re.compile(r"[^\W\d_]{2,20}_[^\W_]{1,20}")
_INITIALS = re.compile(r"[A-Z]{2,3}")
_WORDS_OF_NAME = (2, 3)


class QuotedSender(NamedTuple):
    """Where the header of a quoted mail names who wrote it, and how often that is quoted."""

    start: int
    depth: int
    name: str


def people_of(text: str) -> frozenset[str]:
    """The normal forms of names that ``text`` has for persons."""
    quoted = (sender.name for sender in quoted_senders(text))
    return frozenset(map(normal_form, (*_speakers(text), *correspondents(text), *quoted)))


def _speakers(text: str) -> list[str]:
    """Who speaks: in full names again and again, or, in a chat with times, by any name."""
    said, timed = Counter[str](), Counter[str]()
    lines: dict[int, str] = {}
    is_chat = _ONE_ANOTHER.search(text) is not None  # a log has times and labels, too
    heads = talk_heads(text)
    users = {head.label for head in heads if head.is_user}
    for head in heads:
        said[head.label] += 1
        timed[head.label] += head.is_timed
    for start in turn_starts(text) - {head.start for head in heads}:
        line = text[start : start + 200].partition("\n")[0]
        begins = turn_head(line)
        label = begins["label"] or label_of(line)
        lines[start] = label
        said[label] += 1
        timed[label] += bool(label and begins.start("label") > len(line) - len(line.lstrip()))
    lines |= {head.start: head.label for head in heads}
    in_turn = _taking_turns(text, sorted(lines.items()))
    bare = _without_roles(text, said)
    return [
        bare.get(name, name)
        for name, n in said.items()
        if name in users
        or name in in_turn
        or (n >= _FEWEST_TURNS and _is_full_name(name))
        or (is_chat and timed[name] and _is_name(name))
        or (is_chat and n >= _FEWEST_TURNS and _is_called(name))
    ]


def _taking_turns(text: str, turns: Sequence[tuple[int, str]]) -> frozenset[str]:
    """Those who speak again and again, each in turn with others who do, and to one another."""
    if not turns:
        return frozenset()
    labels = [label for _, label in turns]
    often = {name for name, n in Counter(labels).items() if n >= _FEWEST_IN_TURN and name}
    changes = Counter[str]()
    for one, other in pairwise(labels):
        if one != other and {one, other} <= often:
            changes.update((one, other))
    found = {name for name in often if changes[name] >= _FEWEST_IN_TURN}
    ends = [*(start for start, _ in turns[1:]), len(text)]
    spans = [(start, end) for (start, name), end in zip(turns, ends, strict=True) if name in found]
    n_personal = sum(_ONE_ANOTHER.search(text, start, end) is not None for start, end in spans)
    if len(found) < 2 or _PERSONAL * n_personal < len(spans):
        return frozenset()
    return frozenset(name for name in found if _is_one_name(name))


def _is_one_name(label: str) -> bool:
    """Whether it is a name of one word, written as one: "Bren", "BREN", "Rose"."""
    word = label.casefold()
    is_written = label.isalpha() and (label.istitle() or label.isupper()) and len(label) > 2
    return is_written and (word not in plain_words() or word in given_names())


def _without_role(label: str) -> str:
    """ "Agent Desmond" is Desmond; a role alone, or another label, is what it is."""
    role, _, name = label.partition(" ")
    is_name = bool(name) and all(word[0].isupper() for word in name.split())
    return name if is_name and role.casefold() in _ROLES else label


def _stands_alone(text: str, name: str) -> bool:
    """Whether a name stands somewhere without its role before it."""
    places = re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text)
    return any(
        _ROLE_BEFORE.search(text[max(0, place.start() - 20) : place.start()]) is None
        for place in places
    )


def names_without_role(text: str) -> Mapping[str, str]:
    """Labels of speakers that begin with a role, by normal forms, and the names in them that stand
    without it elsewhere: "agent desmond" is "desmond"."""
    lines = (text[start : start + 200].partition("\n")[0] for start in turn_starts(text))
    labels = Counter(turn_head(line)["label"] or label_of(line) for line in lines)
    bare = _without_roles(text, labels)
    return {normal_form(label): normal_form(name) for label, name in bare.items()}


def _without_roles(text: str, labels: Counter[str]) -> Mapping[str, str]:
    bare = ((label, _without_role(label)) for label, _ in labels.most_common(_MOST_LABELS) if label)
    return {label: name for label, name in bare if name != label and _stands_alone(text, name)}


def _is_called(label: str) -> bool:
    """Whether it is a name in capitals, or one that somebody writes under: "YUSUF", "tom_b"."""
    words = label.split()
    is_told = not any(word.lower() in plain_words() for word in words)
    in_capitals = label.isupper() and label.isalpha() and len(label) >= _FEWEST_CAPITALS
    return (in_capitals and is_told) or (len(words) == 1 and _HANDLE.fullmatch(label) is not None)


def speaking_initials(text: str) -> frozenset[str]:
    """Initials under which somebody speaks again and again: "AP: I was on the drifters." """
    lines = (text[start : start + 200].partition("\n")[0] for start in turn_starts(text))
    labels = Counter(turn_head(line)["label"] or label_of(line) for line in lines)
    return frozenset(
        label for label, n in labels.items() if n >= _FEWEST_TURNS and _INITIALS.fullmatch(label)
    )


def _is_name(label: str) -> bool:
    """Whether it is a name and no word of a log: "Bren", not "Server" or "INFO"."""
    words = label.split()
    is_written = all(word[0].isupper() and word[1:] == word[1:].lower() for word in words)
    return is_written and words[0].lower() not in plain_words()


def correspondents(text: str) -> list[str]:
    """Who writes and gets a mail: by a name and an address of their own, or, by an address alone,
    the name that it has."""
    found: list[str] = []
    for line in _HEADER.finditer(text):
        named = list(_ADDRESSED.finditer(line["people"]))
        names = (one["name"].strip() for one in named)
        found += [
            name for name, one in zip(names, named, strict=True) if _is_own(name, one["user"])
        ]
        found += [*_named_by_address(_ADDRESSED.sub("", line["people"]))]
    return found


def sender_of(document: Document) -> str:
    """Who wrote a mail, by name; "" of what is no mail, or where only an address tells."""
    sender = str(document.metadata.get("from") or "")
    if not sender or not document.text.startswith(f"{MAIL}{sender}"):
        return ""
    named = _ADDRESSED.match(sender)
    if named is not None:
        name = named["name"].strip()
        return name if "@" not in name and any(map(str.isupper, name)) else ""
    return next(_named_by_address(sender), "")


def quoted_senders(text: str) -> list[QuotedSender]:
    """Who wrote the mails that a mail hands on below their headers, in their order."""
    found = []
    for line in islice(_QUOTED_FROM.finditer(text), _MOST_QUOTED):
        sender = line["sender"].strip()
        named = _ADDRESSED.match(sender)
        name = named["name"].strip() if named else next(_named_by_address(sender), sender)
        if _is_full_name(name) and _OFFICES.isdisjoint(name.casefold().split()):
            found.append(QuotedSender(line.start(), line["marks"].count(">"), name))
    return found


def mail_headers(document: Document) -> str:
    """The headers of a mail; nothing of another text."""
    headers = _HEADERS.match(document.text) if document.text.startswith(MAIL) else None
    return headers[0] if headers else ""


def _named_by_address(people: str) -> Iterator[str]:
    """ "tomas.lindqvist@firm.example" is Tomas Lindqvist; an office is nobody."""
    for one in _ADDRESS.finditer(people):
        words = [word for word in re.split(r"[._]", one["user"].casefold()) if word]
        if _OFFICES.isdisjoint(words):
            yield " ".join(word.capitalize() for word in words)


def _is_own(name: str, user: str) -> bool:
    """Whether an address is that of the person, by a word of the name, and of no office."""
    plain = without_accents(name).casefold().split()
    parts = re.split(r"[._+-]", user.casefold())
    return _is_full_name(name) and _OFFICES.isdisjoint(parts) and any(p in plain for p in parts)


def _is_full_name(name: str) -> bool:
    words = name.split()
    return len(words) in _WORDS_OF_NAME and all(
        word[0].isupper() and not any(map(str.isdigit, word)) for word in words
    )
