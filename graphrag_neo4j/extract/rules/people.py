"""Who is surely a person by where a name stands: who speaks in a talk, again and again or with a
time before it, and who writes or gets a mail from an address of their own name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from graphrag_neo4j.extract.lexicon import bag, normal_form, plain_words
from graphrag_neo4j.model import Document
from graphrag_neo4j.text.accents import without_accents
from graphrag_neo4j.text.talk import label_of, turn_head, turn_starts
from graphrag_neo4j.text.talk_heads import talk_heads

_HEADER = re.compile(r"^(?:From|To|Cc): (?P<people>[^\n]{3,2000})$", re.MULTILINE)
_ADDRESSED = re.compile(r"\"?(?P<name>[^\"<>,;\n]{3,60}?)\"?\s*<(?P<user>[\w.+-]{1,64})@")
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
_FEWEST_TURNS = 2
_FEWEST_CAPITALS = 3
_HANDLE = re.compile(r"[^\W\d_]{2,20}_[^\W_]{1,20}")
_INITIALS = re.compile(r"[A-Z]{2,3}")
_WORDS_OF_NAME = (2, 3)


def people_of(text: str) -> frozenset[str]:
    """The normal forms of names that ``text`` has for persons."""
    return frozenset(map(normal_form, (*_speakers(text), *correspondents(text))))


def _speakers(text: str) -> list[str]:
    """Who speaks: in full names again and again, or, in a chat with times, by any name."""
    said, timed = Counter[str](), Counter[str]()
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
        said[label] += 1
        timed[label] += bool(label and begins.start("label") > len(line) - len(line.lstrip()))
    return [
        name
        for name, n in said.items()
        if name in users
        or (n >= _FEWEST_TURNS and _is_full_name(name))
        or (is_chat and timed[name] and _is_name(name))
        or (is_chat and n >= _FEWEST_TURNS and _is_called(name))
    ]


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


def is_body(document: Document, start: int) -> bool:
    """Whether ``start`` lies below the headers of a mail."""
    headers = _HEADERS.match(document.text)
    return headers is not None and start >= headers.end()


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
