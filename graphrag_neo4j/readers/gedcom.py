"""GEDCOM, in which programs for family trees give what they know: each person and each family as a
record, in words, and with the names of their relatives instead of numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.readers.content import read_text_file
from graphrag_neo4j.readers.record_fields import titled_record
from graphrag_neo4j.readers.records import Item, Records

_LINE = re.compile(
    r"\s*(?P<level>\d{1,2})\s+(?:@(?P<id>[^@\n]+)@\s+)?(?P<tag>\w+)(?: (?P<value>.*))?"
)
_POINTER = re.compile(r"@([^@]+)@")
_EVENTS = {
    "BIRT": "birth", "CHR": "christening", "BAPM": "baptism", "CONF": "confirmation",
    "DEAT": "death", "BURI": "burial", "CREM": "cremation", "OCCU": "occupation",
    "RESI": "residence", "EMIG": "emigration", "IMMI": "immigration", "NATU": "naturalisation",
    "EDUC": "education", "GRAD": "graduation", "RELI": "religion", "RETI": "retirement",
    "CENS": "census", "WILL": "will", "PROB": "probate", "ADOP": "adoption", "NATI": "nationality",
    "TITL": "title of nobility", "MARR": "marriage", "MARB": "banns", "ENGA": "engagement",
    "DIV": "divorce", "ANUL": "annulment", "NCHI": "number of children", "DSCR": "description",
    "PROP": "possessions",
}  # fmt: skip
_ABOUT_FILE = frozenset(
    "NAME FAMS FAMC HUSB WIFE CHIL NOTE SOUR CHAN OBJE RIN REFN UID SUBM RFN AFN".split()
)
"""What is told otherwise, or is of the program that wrote the file."""
_DETAILS = ("DATE", "PLAC", "ADDR", "CAUS", "AGNC", "NOTE")
_WORDS = {
    "ABT": "about", "EST": "about", "CAL": "about", "BEF": "before", "AFT": "after",
    "BET": "between", "AND": "and", "FROM": "from", "TO": "to", "INT": "",
    "JAN": "January", "FEB": "February", "MAR": "March", "APR": "April", "MAY": "May",
    "JUN": "June", "JUL": "July", "AUG": "August", "SEP": "September", "OCT": "October",
    "NOV": "November", "DEC": "December",
}  # fmt: skip
_LONGEST, _ROW = 200, 500
"""Characters of a field, and of all, that stand in a row."""
_SEX = {"M": "male", "F": "female"}


@dataclass(slots=True)
class _Entry:
    """A line and those below it."""

    tag: str
    value: str
    id: str = ""
    below: list[_Entry] = field(default_factory=list)

    def all(self, tag: str) -> Iterator[_Entry]:
        return (entry for entry in self.below if entry.tag == tag)

    def first(self, tag: str) -> str:
        return next((entry.value for entry in self.all(tag)), "")


def read_gedcom(path: Path, uri: str, key: str = "") -> Iterator[Item]:
    """Each person and each family as a record."""
    tree = _Tree(_entries(read_text_file(path)))
    records = Records(path, uri, key=key)
    number = 0
    for entry in tree.entries.values():
        if entry.tag in ("INDI", "FAM"):
            number += 1
            told = tree.person(entry) if entry.tag == "INDI" else tree.family(entry)
            yield records.read(number, told, "entry")
    if not number:
        raise ReadError("it names no person and no family.", "Leave it out.", "empty")


def _entries(text: str) -> list[_Entry]:
    """The entries of the top level; a line that is none goes on with the one before."""
    root = _Entry("", "")
    above = [root]
    for line in text.split("\n"):
        found = _LINE.fullmatch(line)
        if found is None:
            above[-1].value += f" {line.strip()}" if line.strip() else ""
            continue
        level, tag, value = int(found["level"]), found["tag"].upper(), found["value"] or ""
        del above[level + 1 :]
        if tag in ("CONC", "CONT"):
            above[-1].value += ("\n" if tag == "CONT" else "") + value
            continue
        entry = _Entry(tag, value.strip() if tag != "NOTE" else value, found["id"] or "")
        above[-1].below.append(entry)
        above.append(entry)
    return root.below


class _Tree:
    """All persons and families, by their numbers."""

    def __init__(self, entries: Sequence[_Entry]) -> None:
        self.entries: Mapping[str, _Entry] = {
            one.id or f"#{n}": one for n, one in enumerate(entries)
        }

    def person(self, person: _Entry) -> dict[str, object]:
        """A person, with parents, partners and children."""
        names = [*person.all("NAME")]
        name, *others = [_name(entry.value) for entry in names] or [""]
        parents = self._of_families(person, "FAMC", ("HUSB", "WIFE"))
        partners = self._of_families(person, "FAMS", ("HUSB", "WIFE"))
        fields = {
            "also called": ", ".join(filter(None, others)),
            "nickname": _told_below(names, "NICK"),
            "married name": _told_below(names, "_MARNM"),
            **self._events(person),
            "parents": ", ".join(parents),
            "married to": ", ".join(one for one in partners if one != name),
            "children": ", ".join(self._of_families(person, "FAMS", ("CHIL",))),
        }
        return _record(person.id, name or "Unknown person", fields, self._notes(person))

    def family(self, family: _Entry) -> dict[str, object]:
        """A couple and its children."""
        husband, wife = (", ".join(self._people(family, tag)) for tag in ("HUSB", "WIFE"))
        children = ", ".join(self._people(family, "CHIL"))
        title = " and ".join(filter(None, (husband, wife))) or f"Parents of {children}"
        fields = {"husband": husband, "wife": wife, **self._events(family), "children": children}
        return _record(family.id, title, fields, self._notes(family))

    def _events(self, entry: _Entry) -> dict[str, str]:
        """What happened, each with its date and place; of several of one kind all."""
        events: dict[str, str] = {}
        for one in entry.below:
            if one.tag in _ABOUT_FILE or one.tag.startswith("_"):
                continue
            kind = _EVENTS.get(one.tag) or one.first("TYPE") or one.tag.lower()
            value = _SEX.get(one.value, one.value) if one.tag == "SEX" else one.value
            own = "" if value == "Y" else value
            details = (self._detail(one, tag) for tag in _DETAILS)
            said = ", ".join(" ".join(part.split()) for part in (own, *details) if part)
            if said:
                events[kind] = f"{events[kind]}; {said}" if kind in events else said
        return events

    def _detail(self, event: _Entry, tag: str) -> str:
        if tag == "NOTE":
            return " ".join(self._notes(event))
        return _date(event.first(tag)) if tag == "DATE" else event.first(tag)

    def _of_families(self, person: _Entry, link: str, tags: Sequence[str]) -> list[str]:
        """Who else is in the families that a person is linked to."""
        families = (self._at(entry.value) for entry in person.all(link))
        return [name for one in families if one for tag in tags for name in self._people(one, tag)]

    def _people(self, family: _Entry, tag: str) -> list[str]:
        people = (self._at(entry.value) for entry in family.all(tag))
        return [name for one in people if one and (name := _name(one.first("NAME")))]

    def _notes(self, entry: _Entry) -> list[str]:
        """What is noted, also in an entry of its own."""
        notes = ((note.value, self._at(note.value)) for note in entry.all("NOTE"))
        return [(own.value if own else said).strip() for said, own in notes]

    def _at(self, pointer: str) -> _Entry | None:
        found = _POINTER.fullmatch(pointer.strip())
        return self.entries.get(found[1]) if found else None


def _record(
    id_: str, title: str, fields: Mapping[str, str], notes: Sequence[str]
) -> dict[str, object]:
    """What is told in ``fields``; where that is too much for a row, each in a paragraph."""
    lines = [f"{name[:1].upper()}{name[1:]}: {said}" for name, said in fields.items() if said]
    is_row = all(len(said) <= _LONGEST for said in fields.values()) and sum(map(len, lines)) <= _ROW
    return titled_record(
        id_, title, fields if is_row else {}, notes if is_row else [*lines, *notes]
    )


def _told_below(names: Sequence[_Entry], tag: str) -> str:
    """What stands with a tag below the names of a person."""
    told = (_name(entry.value) for name in names for entry in name.all(tag))
    return ", ".join(filter(None, told))


def _name(value: str) -> str:
    """ "Thomas Henry /Lidgett/" as it is said."""
    return " ".join(value.replace("/", " ").split())


def _date(value: str) -> str:
    """ "ABT 3 MAR 1891" in words."""
    return " ".join(filter(None, (_WORDS.get(word.upper(), word) for word in value.split())))
