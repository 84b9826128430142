"""Literature as reference managers and PubMed export it (.ris, .nbib): each entry a document of
its own.

Both are lines of a tag and a value: "TI  - Title", which go on over indented lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.readers.content import read_text_file
from graphrag_neo4j.readers.record_fields import titled_record
from graphrag_neo4j.readers.records import Item, Records

_TAGGED = re.compile(r"(?P<tag>[A-Z][A-Z0-9]{1,3}) {0,4}- ?(?P<value>.*)")
_RIS_END, _RIS_FIRST = "ER", "TY"
_KINDS = {
    "ABST": "abstract",
    "BOOK": "book",
    "CHAP": "chapter",
    "CONF": "conference",
    "CPAPER": "conference paper",
    "EDBOOK": "edited book",
    "EJOUR": "article",
    "ELEC": "web page",
    "GEN": "",
    "JFULL": "journal",
    "JOUR": "article",
    "MGZN": "magazine article",
    "NEWS": "newspaper article",
    "PAMP": "pamphlet",
    "PAT": "patent",
    "RPRT": "report",
    "THES": "thesis",
    "UNPB": "unpublished work",
    "VIDEO": "video",
    "WEB": "web page",
}
_RIS_TITLES = ("TI", "T1", "CT", "BT")
_RIS_FIELDS: Mapping[str, tuple[str, ...]] = {
    "author": ("AU", "A1"),
    "editor": ("ED", "A2"),
    "year": ("PY", "Y1"),
    "journal": ("JO", "JF", "JA", "T2", "J2"),
    "series": ("T3",),
    "volume": ("VL",),
    "number": ("IS",),
    "edition": ("ET",),
    "publisher": ("PB",),
    "address": ("CY", "PP"),
    "isbn": ("SN",),
    "doi": ("DO",),
    "keywords": ("KW",),
    "type": ("M3",),
}
"""What a field is called in BibTeX, and the tags that may give it, the likeliest first."""
_RIS_NOTES = ("AB", "N2", "N1", "RN")
_NBIB_TITLES = ("TI", "BTI", "TT")
_NBIB_FIELDS: Mapping[str, tuple[str, ...]] = {
    "author": ("FAU", "AU", "CN"),
    "editor": ("FED", "ED"),
    "date": ("DP",),
    "journal": ("JT", "TA"),
    "volume": ("VI",),
    "number": ("IP",),
    "pages": ("PG",),
    "publisher": ("PB",),
    "address": ("PL",),
    "doi": ("LID", "AID"),
    "PMID": ("PMID",),
    "keywords": ("MH", "OT"),
    "kind": ("PT",),
}
_NBIB_NOTES = ("AB", "OAB", "GN")
_PEOPLE = ("author", "editor")
_MANY = "; "
_Entry = dict[str, list[str]]


def read_ris(path: Path, uri: str, key: str = "") -> Iterator[Item]:
    """The entries of a RIS file, known by their ids: the title, the other fields one a line, and
    abstract and notes. Names read as they are said."""
    return _read(path, uri, key, _RIS_FIRST, _ris_record)


def read_nbib(path: Path, uri: str, key: str = "") -> Iterator[Item]:
    """The entries of a file of PubMed, known by their numbers there, as those of RIS."""
    return _read(path, uri, key, "PMID", _nbib_record)


def _read(
    path: Path, uri: str, key: str, first: str, record: Callable[[_Entry], dict[str, object]]
) -> Iterator[Item]:
    records = Records(path, uri, key=key)
    number = 0
    for number, entry in enumerate(_entries(read_text_file(path), first), start=1):
        yield records.read(number, record(entry), "entry")
    if not number:
        raise ReadError("it has no entries.", "Leave it out.", "empty")


def _entries(text: str, first: str) -> Iterator[_Entry]:
    """The values of each entry by their tags. ``first``: the tag that begins one."""
    entry: _Entry = {}
    values: list[str] = []
    for line in text.split("\n"):
        tagged = _TAGGED.fullmatch(line.rstrip())
        if tagged is None:
            if values and line.strip():
                values[-1] = f"{values[-1]} {line.strip()}".strip()
            continue
        tag, value = tagged["tag"], tagged["value"].strip()
        if tag in (first, _RIS_END) and entry:
            yield entry
            entry = {}
        if tag == _RIS_END:
            values = []
            continue
        values = entry.setdefault(tag, [])
        values.append(value)
    if entry:
        yield entry


def _ris_record(entry: _Entry) -> dict[str, object]:
    fields = _fields(entry, _RIS_FIELDS)
    pages = "-".join(filter(None, (_first(entry, ("SP",)), _first(entry, ("EP",)))))
    code = _first(entry, (_RIS_FIRST,))
    told = {**fields, "pages": pages, "kind": _KINDS.get(code, code.lower())}
    notes = [value for tag in _RIS_NOTES for value in entry.get(tag, ())]
    return titled_record(_first(entry, ("ID",)), _first(entry, _RIS_TITLES), told, notes)


def _nbib_record(entry: _Entry) -> dict[str, object]:
    fields = _fields(entry, _NBIB_FIELDS)
    dois = (one for one in fields["doi"].split(_MANY) if one.endswith("[doi]"))
    told = {**fields, "doi": next(dois, "").removesuffix("[doi]").strip()}
    notes = [value for tag in _NBIB_NOTES for value in entry.get(tag, ())]
    title = _first(entry, _NBIB_TITLES).removesuffix(".")  # there each has one
    return titled_record(fields["PMID"], title, told, notes)


def _fields(entry: _Entry, tags: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Each field from the first of its tags that is there, all its values."""
    found = {}
    for name, own in tags.items():
        values = next((entry[tag] for tag in own if any(entry.get(tag, ()))), [])
        told = dict.fromkeys(filter(None, values))
        found[name] = " and ".join(map(_as_said, told)) if name in _PEOPLE else _MANY.join(told)
    return found


def _as_said(name: str) -> str:
    """ "Hale, Ann" and "Hale, Ann, Jr." as one says them, as in what is read of BibTeX."""
    family, *rest = (part.strip() for part in name.split(","))
    return " ".join(filter(None, (*rest[:1], family, *rest[1:])))


def _first(entry: _Entry, tags: Sequence[str]) -> str:
    return next((value for tag in tags for value in entry.get(tag, ()) if value), "")
