"""A row of a table as facts: what it is about, and a fact for each of its other columns.

"Asset: INV-348; Room: C 2.16; Responsible: Volker Pesch" is about INV-348, of which it says where
it stands and who is responsible. A row has no clauses; read as a sentence it gives nonsense. What
it is about stands in a column without a name or called "name" or the like, in two for a first and a
last name, or in the first column that tells one row from another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from graphrag_neo4j.extract.lexicon import (
    PAST,
    THIRD,
    bag,
    normal_form,
    plain_words,
    type_map,
    verb_forms,
)
from graphrag_neo4j.extract.relation_types import as_type
from graphrag_neo4j.extract.rules.codes import is_code, is_parted, kind_by_noun
from graphrag_neo4j.extract.rules.days import MONTHS, is_date, is_of_day
from graphrag_neo4j.extract.rules.name_spans import Span, given_names, is_identifier
from graphrag_neo4j.extract.rules.no_names import names_nothing
from graphrag_neo4j.extract.rules.tokens import Token
from graphrag_neo4j.extract.rules.vessels import VESSEL, is_of_vessels
from graphrag_neo4j.model import ExtractedFact

_NAMES = frozenset(
    {"name", "full name", "title", "item", "product", "species", "term", "species name", "work"}
)
_TITLES = frozenset({"title", "summary", "subject", "description"})
WORK = "work"
"""What an entry of literature is about."""
_DOERS = bag(
    """
    guest runner player diver member employee person customer patient participant student
    pupil volunteer attendee
    """
)
_PEOPLE = _DOERS | bag(
    "contact teacher tutor author responsible organizer trustee husband wife spouse"
)
_OF_PEOPLE = _PEOPLE | bag("name owner assignee who")
_FIRMS = bag("company employer firm org organisation organization supplier vendor")
_FIRST = frozenset({"first name", "given name", "forename", "vorname", "prénom", "nombre"})
_LAST = frozenset(
    {"last name", "surname", "family name", "nachname", "nom", "apellido", "apellidos"}
)
_NUMBERS = frozenset({"no", "nr", "number", "id", "row", "#", "key", "uid", "index"})
_STATES = bag("status priority severity enabled active")
_CLASSES = _STATES | bag(
    """
    channel type category kind tag tags label labels class level source unit currency language
    gender
    """
)
_CLIENTS = _DOERS | _FIRMS | bag("client buyer payer payee seller")
"""Whom a row with a day is about: an order, a payment."""
_KIN = {
    "parents": ("child of", "CHILD_OF"),
    "children": ("parent of", "PARENT_OF"),
    "married to": ("married to", "MARRIED_TO"),
    "spouse": ("married to", "MARRIED_TO"),
}
_COUPLE = ("husband", "wife")
_PARTICLES = bag("of the and & de van von der den la le y du des di da und et for in at on")
_NOT_WORD = re.compile(r"[^\w#&]+")
_SPECIES = frozenset({"species", "species name", "taxon"})
_BINOMIAL = re.compile(r"[A-Z][a-z]{2,30} [a-z]{2,30}")
_PART = re.compile(r"[^,;]+")
_PERSON = re.compile(r"(?:(?! and | & )[^,;])+")
_DIGIT_FIRST = re.compile(r"[\W\d]")
_ADDRESS = re.compile(r"@|://|www\.")
_CODE = re.compile(r"(?=\S*\d)[A-Z][\w./-]{1,19}")
_WORD = re.compile(r"[^\W\d_]{2,}")
_INITIALS = re.compile(r"(?:[^\W\d_]\.[ -]?){1,4}")
_SHORT = 3  # letters of a code
_FEW = 4  # columns
_LONGEST_LABEL = 5  # words
_LONGEST_NAME = 5
_LONGEST_KEY = 8
_LONGEST_VALUE = 15
_FEWEST_OF_SENTENCE = 2
_FEWEST_OF_PROSE = 6
"""Of a cell with so many words what a sentence in it says is read as well."""


@dataclass(frozen=True, slots=True)
class Field:
    """A cell with the name of its column, and where it stands in what is read of its row."""

    label: str
    value: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.value)

    @property
    def is_prose(self) -> bool:
        return len(self.value.split()) >= _FEWEST_OF_PROSE


@dataclass(frozen=True, slots=True)
class About:
    """What a row is about that stands in none of its cells; mere words, if no entity."""

    name: str
    is_entity: bool = True


@dataclass(frozen=True, slots=True)
class _Part:
    """A name in a cell; turned round it stands nowhere as it is: "Hallam, Dorothea"."""

    text: str
    start: int
    end: int
    is_turned: bool = False


def fields_in(reading: str, columns: Sequence[str], cells: Sequence[str]) -> tuple[Field, ...]:
    """The filled cells of a row with named columns; none of one whose columns have no names."""
    found: list[Field] = []
    at = 0
    for label, cell in zip(columns, cells, strict=False):
        if not cell:
            continue
        name = label.rstrip(" :")
        if name and (labelled := reading.find(f"{name}: ", at)) >= 0:  # else one label for several
            at = labelled + len(name) + 2
        start = reading.find(cell, at)
        if start < 0:
            return ()
        found.append(Field(name, cell, start))
        at = start + len(cell)
    return tuple(found) if any(field.label for field in found) else ()


def name_spans(
    tokens: Sequence[Token],
    fields: Sequence[Field],
    found: Sequence[Span],
    about: About | None = None,
) -> list[Span]:
    """The names in a row: cells, or parts of one between commas, that are written like names, and
    of what was ``found`` what stands in another cell; no names of columns. Of what mere
    words are said to be, only a code is a name as it stands."""
    key = _key(fields) if about is None else None
    described = told[1] if (told := described_code(fields)) and about is None else ""
    are_names = about is None or about.is_entity
    spans: list[Span] = []
    for field in fields:
        if key is not None and field in key.fields and key.is_made:
            continue  # "Surname: Lisle" names nobody alone
        is_key = key is not None and field in key.fields
        is_code = not are_names and bool(field.label and _CODE.fullmatch(field.value))
        names = _names_in(field, is_key=is_key or is_code) if are_names or is_code else []
        spans += [
            span
            for part in names
            if not part.is_turned and (span := _span(tokens, part.start, part.end))
        ]
        if not names and len(field.value) > _SHORT and not _is_month(field):
            begins_phrase = field.value == described  # its capital tells nothing
            spans += [
                span
                for span in found
                if tokens[span.first].start >= field.start
                and tokens[span.last - 1].end <= field.end
                and not (begins_phrase and _is_word_at(tokens, span, field.start))
            ]
    return spans


def row_facts(
    fields: Sequence[Field], name_at: Callable[[int, int], str], about: About | None = None
) -> Iterator[ExtractedFact]:
    """Of what a row is about, a fact for each other column. ``name_at``: the name of a document at
    these places of what is read, or ""; ``about``: what it is about, if no cell says so."""
    key = _key(fields) if about is None else _Key(about.name, (), is_made=True)
    couple = [next((f for f in fields if f.label.casefold() == role), None) for role in _COUPLE]
    if all(couple):
        one, other = (name_at(f.start, f.end) for f in couple if f is not None)
        if one and other:
            yield ExtractedFact(one, "married to", other, relation_type="MARRIED_TO")
        return
    if key is None:
        return
    at = "" if key.is_made else name_at(key.fields[0].start, key.fields[0].end)
    subject = at or key.name
    is_word = normal_form(subject) in plain_words()  # "Total", "Name"
    is_entity = not (key.is_day or is_word or any(map(_is_no_name, key.fields)))
    is_entity = is_entity if about is None else about.is_entity
    for field in fields:
        label = " ".join(field.label.split())
        is_told = label and field not in key.fields and len(label.split()) <= _LONGEST_LABEL
        if not is_told or _is_number_of_row(field) or len(field.value.split()) > _LONGEST_VALUE:
            continue
        plain = label.casefold(), as_type(label)
        predicate, type_ = plain if field.value.isdigit() else _KIN.get(label.casefold(), plain)
        parts = _names_in(field) if is_entity else []
        names = [_name(part, name_at) for part in parts]
        if is_entity and not names and _is_of_code(field.value):
            names = [name] if (name := name_at(field.start, field.end)) else []
        for name in names:
            if name != subject:
                yield ExtractedFact(subject, predicate, name, relation_type=type_)
        if not names:
            yield ExtractedFact(
                subject,
                predicate,
                field.value,
                object_is_entity=False,
                relation_type=type_,
                subject_is_entity=is_entity,
            )


def _name(part: _Part, name_at: Callable[[int, int], str]) -> str:
    return part.text if part.is_turned else name_at(part.start, part.end) or part.text


def persons_in(fields: Sequence[Field]) -> Iterator[str]:
    """Who is surely a person in a row: by a first and a last name, or "Hallam, Dorothea"."""
    key = _key(fields)
    if key is not None and key.is_made and not (key.is_numbered or key.is_day):
        yield key.name
    yield from (part.text for field in fields for part in _names_in(field) if part.is_turned)


def firms_in(fields: Sequence[Field]) -> Iterator[int]:
    """Where the names of firms begin, as the names of their columns tell: "Supplier", "Company
    name"."""
    for field in fields:
        words = _plain(field.label).removesuffix(" name").split()
        if words and words[-1] in _FIRMS:
            yield field.start


def works_in(fields: Sequence[Field]) -> Iterator[int]:
    """Where the title of a work begins, of an entry of literature."""
    yield from (field.start for field in fields if field.label == WORK)


def phrases_in(fields: Sequence[Field]) -> Iterator[int]:
    """Where what a row is about begins, if it has words in small letters, as no name has:
    "Tom Reyes opens the pump", "Journey to Ull"."""
    key = _key(fields)
    for field in key.fields if key is not None and not key.is_made else ():
        if _is_phrase(field):
            yield field.start


def type_hints(fields: Sequence[Field]) -> Iterator[tuple[int, str]]:
    """Where names begin whose type the name of their column tells, and that type."""
    for field in fields:
        words = _plain(field.label).split()
        type_ = "PERSON" if words and words[-1] in _PEOPLE else ""
        type_ = type_ or type_map("definition").get(words[-1] if words else "", "")
        if type_:
            yield from ((part.start, type_) for part in _names_in(field))


def kinds_in(fields: Sequence[Field]) -> Iterator[tuple[int, str]]:
    """Where codes and identifiers begin that stand in a column with the name of their kind:
    "Order", "Sample ID"; and that kind."""
    for field in fields:
        if _is_of_code(field.value) and (kind := kind_by_noun(field.label)):
            yield field.start, kind
        elif is_of_vessels(field.label):
            yield from ((part.start, VESSEL) for part in _names_in(field))


@dataclass(frozen=True, slots=True)
class _Key:
    """What a row is about, and the cells that say so; ``is_made`` of a name that stands in none of
    them as it is."""

    name: str
    fields: tuple[Field, ...]
    is_made: bool = False
    is_numbered: bool = False
    is_day: bool = False


def _key(fields: Sequence[Field]) -> _Key | None:
    by_label = {_plain(field.label): field for field in reversed(fields)}
    first = next((by_label[one] for one in by_label if one in _FIRST), None)
    last = next((by_label[one] for one in by_label if one in _LAST), None)
    if first is not None and last is not None:
        return _Key(f"{first.value} {last.value}", (first, last), is_made=True)
    if len(fields) == 1 and fields[0].label and _is_phrase(fields[0]):
        return None  # "param date: day of travel" is about what stands above
    if fields and _is_keyed(fields):
        return _Key(fields[0].value, (fields[0],))
    may_be = [field for field in fields if _may_be_key(field)]
    for is_key in (_is_unnamed, _is_name_column):
        if found := next(filter(is_key, may_be), None):
            return _key_in(found)
    if numbered := _numbered(fields):
        return numbered
    is_order = any(_plain(field.label) in _CLIENTS for field in fields)
    if not is_order and is_of_day([field.value for field in fields]):
        return _Key(fields[0].value, (fields[0],), is_made=True, is_day=True)
    may_be = [field for field in may_be if not _says_how_it_stands(field)]
    is_first = bool(may_be) and may_be[0] is fields[0]
    if is_first and _CODE.fullmatch(fields[0].value):
        return _Key(fields[0].value, (fields[0],))
    wordy = [
        f
        for f in may_be
        if f in fields[:_FEW] and max(map(len, f.value.split())) > _SHORT and not _is_class(f)
    ]
    ranked = [*filter(_is_doer, may_be), *([fields[0]] if is_first else []), *wordy]
    ranked = [field for field in ranked if len(field.value.split()) <= _LONGEST_KEY]
    return _key_in(ranked[0]) if ranked else None


def _is_name_by_column(field: Field) -> bool:
    """Whether a column tells that a cell names something, whatever its letters: a species, the
    identifier of a component."""
    if _plain(field.label) in _SPECIES:
        return _BINOMIAL.fullmatch(field.value) is not None
    return _is_of_code(field.value) and bool(kind_by_noun(field.label))


def _is_of_code(value: str) -> bool:
    return is_code(value) or is_identifier(value) or is_parted(value)


def described_code(fields: Sequence[Field]) -> tuple[str, str] | None:
    """The code that a row is about and the phrase that its title is: what describes it."""
    if not fields or not _is_keyed(fields):
        return None
    title = next((f for f in fields if _plain(f.label) in _TITLES), None)
    return fields[0].value, title.value if title is not None else ""


def _is_keyed(fields: Sequence[Field]) -> bool:
    """Whether the first column has the code of what a row is about, and says so ("Order"), or has
    it before a phrase, which no name is: "INC-209; scans lost"."""
    first = fields[0]
    if not (is_code(first.value) or _CODE.fullmatch(first.value)):
        return False
    label = _plain(first.label).split()
    if kind_by_noun(first.label) and label[-1] not in _NUMBERS:
        return True
    title = next((f for f in fields if _plain(f.label) in _TITLES), None)
    return title is not None and is_code(first.value) and _is_phrase(title)


def _is_phrase(field: Field) -> bool:
    """Whether a cell has words in small letters, as no name has."""
    words = _WORD.findall(field.value)
    return any(word.islower() and word not in _PARTICLES for word in words)


def _numbered(fields: Sequence[Field]) -> _Key | None:
    """A row about what its first column numbers: "ticket_id: 90311" is about ticket 90311."""
    if not fields or not (words := _plain(fields[0].label).split()):
        return None
    *kind, number = words
    value = fields[0].value
    if number not in _NUMBERS or not kind or len(kind) > _SHORT or not value.isdecimal():
        return None
    return _Key(f"{' '.join(kind)} {value}", (fields[0],), is_made=True, is_numbered=True)


def _says_how_it_stands(field: Field) -> bool:
    """Whether a column has few values, again and again, none of which is a thing."""
    return _plain(field.label) in _STATES


def _is_class(field: Field) -> bool:
    """Whether a column says of what class a row is, and not which one it is."""
    return _plain(field.label).rpartition(" ")[2] in _CLASSES


def _key_in(field: Field) -> _Key:
    turned = _turned(field.value)
    return _Key(turned or field.value, (field,), is_made=bool(turned))


def _turned(value: str) -> str:
    """ "Hallam, Dorothea" as one says it; "" of what is no such name."""
    family, comma, given = value.partition(", ")
    if comma and _INITIALS.fullmatch(given) and family[-1].isalpha():
        return f"{given} {family}"
    words = [*family.split(), *given.split()]
    is_name = (
        family
        and comma
        and len(words) <= _LONGEST_NAME
        and all(word[0].isupper() for word in words)
    )
    is_person = is_name and given and given.split()[0].lower() in given_names()
    is_list = is_person and family.split()[0].lower() in given_names()  # "Ann Berg, Max Orr"
    return f"{given} {family}" if is_person and not (is_list and " " in family) else ""


def _is_unnamed(field: Field) -> bool:
    return not field.label


def _is_name_column(field: Field) -> bool:
    return _plain(field.label) in _NAMES


def _is_doer(field: Field) -> bool:
    return _plain(field.label) in _DOERS


def _may_be_key(field: Field) -> bool:
    """Whether a cell may say what its row is about: words or a code, no number or date."""
    value = field.value
    if (
        _is_sentence(value)
        or _ADDRESS.search(value)
        or len(value.split()) > _LONGEST_VALUE
        or is_date(value)
    ):
        return False
    return bool(_CODE.fullmatch(value)) or bool(_WORD.search(value) and not value[0].isdigit())


def _is_sentence(value: str) -> bool:
    """Whether a cell says what happened: "Certificate expires.", "The alarm rings Max Orr." """
    words = [word.strip(".,;:") for word in value.split()]
    if not value.endswith(".") or len(words) < _FEWEST_OF_SENTENCE:
        return False
    verbs = (verb_forms().get(word, 0) & (THIRD | PAST) for word in words)
    return words[-1].islower() or any(verbs)


def _is_number_of_row(field: Field) -> bool:
    return _plain(field.label) in _NUMBERS


def _is_no_name(field: Field) -> bool:
    """Whether a cell is but a month or a sum: "April", "GBP 1500"."""
    return _is_month(field) or names_nothing(field.value.split())


def _is_month(field: Field) -> bool:
    """Whether a cell is but a month or a weekday, and no person called May."""
    words = _plain(field.label).split()
    is_of_people = bool(words) and words[-1] in _OF_PEOPLE
    return _plain(field.value) in MONTHS and not is_of_people


def _plain(text: str) -> str:
    return _NOT_WORD.sub(" ", text.replace("_", " ")).strip().casefold()


def _names_in(field: Field, *, is_key: bool = False) -> list[_Part]:
    """The names in a cell: it is one, or some between commas; a key is one as it stands."""
    if _is_no_name(field):
        return []
    if is_key or _is_name_by_column(field):
        return [_Part(field.value, field.start, field.end)]
    if turned := _turned(field.value):
        return [_Part(turned, field.start, field.end, is_turned=True)]
    words = _plain(field.label).split()
    pattern = _PERSON if words and words[-1] in _PEOPLE else _PART
    parts = []
    for found in pattern.finditer(field.value):
        text = found[0].strip().removeprefix("and ").removeprefix("& ")
        start = field.start + field.value.index(text, found.start())
        if text:
            parts.append(_Part(text, start, start + len(text)))
    return parts if parts and all(_is_name(part.text) for part in parts) else []


def _is_name(text: str) -> bool:
    """Whether a cell is written like a name and is more than a common word."""
    words = text.split()
    if len(words) > _LONGEST_NAME or _ADDRESS.search(text) or _DIGIT_FIRST.match(text):
        return False
    if is_date(text) or not words[0][0].isupper() or len(text) <= _SHORT:
        return False
    if not all(w[0].isupper() or w[0].isdigit() or w in _PARTICLES for w in words):
        return False
    said = [word.strip(".,'’()").casefold() for word in words]
    return any(word not in plain_words() and _WORD.fullmatch(word) for word in said)


def _is_word_at(tokens: Sequence[Token], span: Span, start: int) -> bool:
    """Whether a span is one word of letters that begins at ``start``."""
    first = tokens[span.first]
    return span.last - span.first == 1 and first.start == start and first.text.isalpha()


def _span(tokens: Sequence[Token], start: int, end: int) -> Span | None:
    inside = [n for n, token in enumerate(tokens) if token.start >= start and token.end <= end]
    return Span(inside[0], inside[-1] + 1) if inside else None
