"""What a row of a table is about: a column without a name or called "name" or the like, two for a
first and a last name, or the first column that tells one row from another."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from graphrag_neo4j.extract.lexicon import PAST, THIRD, bag, verb_forms
from graphrag_neo4j.extract.rules.codes import is_code, kind_by_noun
from graphrag_neo4j.extract.rules.days import MONTHS, is_date, is_day, is_of_day
from graphrag_neo4j.extract.rules.row_cells import (
    ADDRESS,
    CODE,
    DOERS,
    FIRMS,
    LONGEST_VALUE,
    NUMBERS,
    SHORT,
    WORD,
    Field,
    is_phrase,
    plain,
    turned_round,
)

_NAMES = frozenset(
    {"name", "full name", "title", "item", "product", "species", "term", "species name", "work"}
)
_THINGS = frozenset({"item", "product"})
"""What a row is about that nobody asks for: a ticket is about what is asked of a product."""
_TITLES = frozenset({"title", "summary", "subject", "description"})
_FIRST = frozenset({"first name", "given name", "forename", "vorname", "prénom", "nombre"})
_LAST = frozenset(
    {"last name", "surname", "family name", "nachname", "nom", "apellido", "apellidos"}
)
_STATES = bag("status priority severity enabled active")
_CLASSES = _STATES | bag(
    """
    channel type category kind tag tags label labels class level source unit currency language
    gender
    """
)
_CLIENTS = DOERS | FIRMS | bag("client buyer payer payee seller")
"""Whom a row with a day is about: an order, a payment."""
_BUYERS = bag("client customer buyer")
_ASKERS = frozenset(
    {
        "applicant", "asker", "caller", "created by", "opened by", "raised by", "reported by",
        "reporter", "requested by", "requester", "requestor", "submitted by", "submitter",
    }
)  # fmt: skip
"""Who asks: the row is about what is asked."""
_DEALINGS = bag(
    "case claim delivery incident invoice issue order purchase quote request shipment ticket"
)
_TICKET = "ticket"
_LONG_NUMBER = 3  # digits: "order: 2" tells a place
_TIME = re.compile(r"\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: ?[AaPp]\.?[Mm]\.?)?")
_FEW = 4  # columns
_LONGEST_KEY = 8  # words
_FEWEST_OF_SENTENCE = 2  # words


@dataclass(frozen=True, slots=True)
class Key:
    """What a row is about, and the cells that say so; ``is_made`` of a name that stands in none of
    them as it is."""

    name: str
    fields: tuple[Field, ...]
    is_made: bool = False
    is_numbered: bool = False
    is_day: bool = False


def key_of(fields: Sequence[Field]) -> Key | None:
    """What a row is about; None where no cell says so."""
    by_label = {plain(field.label): field for field in reversed(fields)}
    first = next((by_label[one] for one in by_label if one in _FIRST), None)
    last = next((by_label[one] for one in by_label if one in _LAST), None)
    if first is not None and last is not None:
        return Key(f"{first.value} {last.value}", (first, last), is_made=True)
    if len(fields) == 1 and fields[0].label and is_phrase(fields[0]):
        return None  # "param date: day of travel" is about what stands above
    if fields and _is_keyed(fields):
        return Key(fields[0].value, (fields[0],))
    numbered = _numbered(fields)
    is_asked = _is_asked(fields) or (numbered is not None and _is_dealing(fields[0]))
    may_be = [
        field
        for field in fields
        if _may_be_key(field) and not (is_asked and plain(field.label) in _THINGS)
    ]
    for is_key in (_is_unnamed, _is_name_column):
        if found := next(filter(is_key, may_be), None):
            return _key_in(found)
    if numbered is not None:
        return numbered
    if ticket := _ticket(fields):
        return ticket
    is_order = any(plain(field.label) in _CLIENTS for field in fields)
    values = [field.value for field in fields]
    if not is_order and (is_of_day(values) or _is_logged(values)):
        return Key(fields[0].value, (fields[0],), is_made=True, is_day=True)
    may_be = [
        field
        for field in may_be
        if not (_says_how_it_stands(field) or plain(field.label) in MONTHS or _is_asker(field))
    ]
    if len(values) > 1 and all(", " in value for value in values):
        return None  # lists side by side: for and against, home and away
    is_first = bool(may_be) and may_be[0] is fields[0]
    if is_first and CODE.fullmatch(fields[0].value):
        return Key(fields[0].value, (fields[0],))
    wordy = [
        f
        for f in may_be
        if f in fields[:_FEW] and max(map(len, f.value.split())) > SHORT and not _is_class(f)
    ]
    ranked = [*filter(_is_doer, may_be), *([fields[0]] if is_first else []), *wordy]
    ranked = [field for field in ranked if len(field.value.split()) <= _LONGEST_KEY]
    return _key_in(ranked[0]) if ranked else None


def described_code(fields: Sequence[Field]) -> tuple[str, str] | None:
    """The code that a row is about and the phrase that its title is: what describes it."""
    if not fields or not _is_keyed(fields):
        return None
    title = subject_of(fields)
    return fields[0].value, title.value if title is not None else ""


def subject_of(fields: Sequence[Field]) -> Field | None:
    """The field with the title of what a row is about."""
    return next((field for field in fields if plain(field.label) in _TITLES), None)


def _is_keyed(fields: Sequence[Field]) -> bool:
    """Whether the first column has the code of what a row is about, and says so ("Order"), or has
    it before a phrase, which no name is: "INC-209; scans lost"."""
    first = fields[0]
    if not (is_code(first.value) or CODE.fullmatch(first.value)):
        return False
    label = plain(first.label).split()
    if kind_by_noun(first.label) and label[-1] not in NUMBERS:
        return True
    title = subject_of(fields)
    return title is not None and is_code(first.value) and is_phrase(title)


def _numbered(fields: Sequence[Field]) -> Key | None:
    """A row about what its first column numbers: "ticket_id: 90311" and "ticket: 90311" are about
    ticket 90311."""
    if not fields or not (words := plain(fields[0].label).split()):
        return None
    *kind, number = words
    value = fields[0].value
    if _is_dealing(fields[0]) and not kind and value.isdecimal() and len(value) >= _LONG_NUMBER:
        return Key(f"{number} {value}", (fields[0],), is_made=True, is_numbered=True)
    if number not in NUMBERS or not kind or len(kind) > SHORT or not value.isdecimal():
        return None
    return Key(f"{' '.join(kind)} {value}", (fields[0],), is_made=True, is_numbered=True)


def _is_dealing(field: Field) -> bool:
    """Whether a column numbers what is done or asked about a thing: "ticket", "order_id"."""
    return kind_by_noun(field.label).casefold() in _DEALINGS


def _ticket(fields: Sequence[Field]) -> Key | None:
    """What a row is about that tells who asks for it: its number, or its title."""
    if not fields or not _is_asked(fields):
        return None
    if plain(fields[0].label) in NUMBERS and fields[0].value.isdecimal():
        name = f"{_TICKET} {fields[0].value}"
        return Key(name, (fields[0],), is_made=True, is_numbered=True)
    title = next((f for f in fields if plain(f.label) in _TITLES - {"description"}), None)
    return _key_in(title) if title is not None else None


def _is_asked(fields: Sequence[Field]) -> bool:
    """Whether a row tells who asks, or with a subject whose it is, as that of a ticket does."""
    labels = [plain(field.label).removesuffix(" name") for field in fields]
    has_client = not _BUYERS.isdisjoint(labels)
    return any(map(_is_asker, fields)) or ("subject" in labels and has_client)


def _is_asker(field: Field) -> bool:
    """Whether a column tells who asks, also as a part of it: "requester name"."""
    return plain(field.label).removesuffix(" name") in _ASKERS


def _is_logged(values: Sequence[str]) -> bool:
    """Whether a row begins with a day and a time, at which the rest happened."""
    return len(values) > 1 and is_day(values[0]) and _TIME.fullmatch(values[1]) is not None


def _says_how_it_stands(field: Field) -> bool:
    """Whether a column has few values, again and again, none of which is a thing."""
    return plain(field.label) in _STATES


def _is_class(field: Field) -> bool:
    """Whether a column says of what class a row is, or asks ("Trigger?"), and not which one it
    is."""
    if field.label.rstrip().endswith("?"):
        return True
    return plain(field.label).rpartition(" ")[2] in _CLASSES


def _key_in(field: Field) -> Key:
    turned = turned_round(field)
    return Key(turned or field.value, (field,), is_made=bool(turned))


def _is_unnamed(field: Field) -> bool:
    return not field.label


def _is_name_column(field: Field) -> bool:
    return plain(field.label) in _NAMES


def _is_doer(field: Field) -> bool:
    return plain(field.label) in DOERS


def _may_be_key(field: Field) -> bool:
    """Whether a cell may say what its row is about: words or a code, no number or date."""
    value = field.value
    if (
        _is_sentence(value)
        or ADDRESS.search(value)
        or len(value.split()) > LONGEST_VALUE
        or is_date(value)
    ):
        return False
    return bool(CODE.fullmatch(value)) or bool(WORD.search(value) and not value[0].isdigit())


def _is_sentence(value: str) -> bool:
    """Whether a cell says what happened: "Certificate expires.", "The alarm rings Max Orr." """
    words = [word.strip(".,;:") for word in value.split()]
    if not value.endswith(".") or len(words) < _FEWEST_OF_SENTENCE:
        return False
    verbs = (verb_forms().get(word, 0) & (THIRD | PAST) for word in words)
    return words[-1].islower() or any(verbs)
