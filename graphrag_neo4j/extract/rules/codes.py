"""Codes that people give to records, as "INC-209", "PO-77812" and "AB-12/3": how they are written,
and what kind of record the words beside them say that they are; and other identifiers, as files,
services and handles have them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from graphrag_neo4j.extract.lexicon import bag
from graphrag_neo4j.extract.rules.tokens import Token

_FILE = re.compile(
    r"[\w./-]*\w\.(?:py|js|ts|go|rs|java|c|h|cpp|md|txt|json|ya?ml|toml|csv|sql|sh|html|log)$"
)
_CODE_PARTS = bag(
    """
    api app backend bot broker cache cli client cluster consumer cron daemon db dev etl frontend
    gateway job lib node pipeline prod producer proxy queue sdk server service staging svc ui
    worker
    """
)
_WRITTEN = (
    r"(?:[A-Z][A-Z0-9]{1,9}-\d{1,8}|[A-Z][A-Z0-9]{0,9}(?:[-/]\d[A-Z0-9]{0,7}){2,4})(?![\w/-])"
)
"""Capitals and a number, or one capital and numbers in parts; "F-16" is a name like others."""
_CODE = re.compile(_WRITTEN)
_REPLY = re.compile(r"(?:(?:re|fwd?|aw|wg|sv|antw|tr)(?:\[\d{1,3}\])?:\s{0,9}){1,20}", re.I)
_TITLE = re.compile(
    rf"(?:(?P<noun>[^\W\d_]{{3,20}}) )?(?P<open>\[?)(?P<code>{_WRITTEN})"
    r"(?:(?P<mark>\]:?|:|(?= [–—-]{1,2} )) *(?P<rest>\S.*)|\]?$)"
)
_LABELLED = re.compile(r"(?:[^\W\d_]{2,30}: )?(?P<name>[\w.-]{3,60})(?:: (?P<rest>\S.*))?")
_PARTED = re.compile(r"[a-z][a-z0-9]{0,40}(?:[-_./]{1,2}[A-Za-z0-9]{1,40}){1,8}")
_UNIT = re.compile(r"[a-z]{1,3}/[a-z]{1,3}|v\d[\d.]{0,20}")
"""Or a version."""
_RECORDS = bag(
    """
    article asset batch bill bug case change claim component contract customer defect delivery
    device document epic event experiment incident instrument invoice issue item job licence license
    lot machine member module offer order parcel part patient permit pipeline policy problem product
    project purchase queue quote receipt release report request requirement risk run sample service
    shipment specimen standard story table task test ticket topic trial vehicle
    """
)
_NUMBERS = bag("id ids key keys no nr number numbers code codes ref reference name")
_BEFORE = " \t#-–—:]"
_IN_CELL = re.compile(
    r"(?=[A-Z\d-]{0,70}\d)[A-Z][A-Z\d]{0,9}(?:-[A-Z\d]{1,10}){1,5}|[A-Z]{1,5}\d{3,10}"
)
_PERIOD = re.compile(
    r"(?:Q[1-4]|H[12]|FY|KW|CW|W|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)"
    r"-?(?:\d{2}|(?:19|20)\d{2})(?:-\d{2,4})?"
)
"""Quarters, weeks and months: "Q1-2026", "KW-12", "JAN-26"."""


@dataclass(frozen=True, slots=True)
class TitleCode:
    """The name in a title that says more: "INC-209: scans lost"."""

    name: str
    description: str = ""


def is_code(text: str) -> bool:
    """Whether a word is the code of a record."""
    return _CODE.fullmatch(text) is not None


def is_tracker_key(word: str) -> bool:
    """Whether a code is written as those of trackers are: "ABC-123"; not "A07-5"."""
    letters, hyphen, number = word.partition("-")
    return bool(hyphen) and letters.isalpha() and number.isdigit()


def is_code_in_cell(value: str) -> bool:
    """Whether a cell is a code as records have, in more forms than prose leaves clear: "T-3301",
    "FLT-0050-D2", "KV611"; no quarter or week."""
    return _IN_CELL.fullmatch(value) is not None and not is_period(value)


def is_period(value: str) -> bool:
    """Whether a cell is a quarter, a week or a month with its year: "Q1-2026", "JAN-26"."""
    return _PERIOD.fullmatch(value) is not None


def is_parted(word: str) -> bool:
    """Whether a word is in small letters and parts: "ledger-sync", "orders_v2", "user.created"."""
    return _PARTED.fullmatch(word) is not None and not _UNIT.fullmatch(word)


def is_marked(tokens: Sequence[Token], place: int) -> bool:
    """Whether a word stands alone between two backticks."""
    around = tokens[max(place - 1, 0) : place + 2]
    return len(around) == 3 and around[0].text == around[2].text == "`"


def kind_by_noun(noun: str) -> str:
    """The type of what a noun before a code or the name of its column says: "invoices" is INVOICE;
    "" of one that says no kind of record."""
    words = [word for word in noun.replace("_", " ").casefold().split() if word.isalpha()]
    while len(words) > 1 and words[-1] in _NUMBERS:
        words.pop()
    word = words[-1] if len(words) in (1, 2) else ""
    singular = word if word in _RECORDS else word.removesuffix("s")
    return singular.upper() if singular in _RECORDS else ""


def is_reply(word: str) -> bool:
    """Whether a word before a colon says that a mail answers or hands on another: "Re"."""
    return _REPLY.fullmatch(f"{word}:") is not None


def without_reply(title: str) -> str:
    """The subject of a mail without what an answer puts before it: "Re: ", "AW: "."""
    found = _REPLY.match(title)
    return (title[found.end() :] if found else title) or title


def code_in_title(title: str) -> TitleCode | None:
    """The code that a title is about, and what it says of it; None of other titles."""
    found = _TITLE.fullmatch(" ".join(title.split()))
    if found is None or (found["noun"] and not kind_by_noun(found["noun"])):
        return None
    if found["open"] and found["mark"] and not found["mark"].startswith("]"):
        return None
    return TitleCode(found["code"], (found["rest"] or "").lstrip(_BEFORE))


def labelled_name(title: str) -> TitleCode | None:
    """What may be an identifier in a title: "Runbook: billing-worker", "orders_v2: two writers"."""
    found = _LABELLED.fullmatch(" ".join(title.split()))
    return TitleCode(found["name"], found["rest"] or "") if found and ": " in title else None


def is_identifier(text: str) -> bool:
    """Whether a word is a name from the world of software: handles, paths, tickets, services."""
    if text[0] in "@#" or (text[0] in "./" and len(text) > 3):
        return len(text) > 1
    if is_code(text) or (len(text) < 200 and _FILE.match(text)):
        return True
    if "_" in text.strip("_"):
        return any(map(str.isalpha, text))
    if "-" in text and text.islower() and text.isascii():
        parts = text.split("-")
        return parts[-1] in _CODE_PARTS or (parts[0] in _CODE_PARTS and len(parts) > 1)
    return False


def identifier_type(text: str) -> str:
    """What kind of thing an identifier names: PERSON, TICKET, FILE or CODE; "" for a tag."""
    if text[0] in "@#":
        return "PERSON" if text[0] == "@" else ""
    if is_code(text):
        return "TICKET" if is_tracker_key(text) else ""
    return "FILE" if text[0] in "./" or _FILE.match(text[:200]) else "CODE"
