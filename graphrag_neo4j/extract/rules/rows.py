"""A row of a table as facts: of what it is about
(:mod:`~graphrag_neo4j.extract.rules.row_keys`), one for each of its other columns.

"Asset: INV-348; Room: C 2.16; Responsible: Volker Pesch" is about INV-348, of which it says where
it stands and who is responsible. A row has no clauses; read as a sentence it gives nonsense.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from graphrag_neo4j.extract.lexicon import (
    bag,
    normal_form,
    plain_words,
    type_map,
)
from graphrag_neo4j.extract.relation_types import as_type
from graphrag_neo4j.extract.rules.codes import is_code_in_cell, is_period
from graphrag_neo4j.extract.rules.column_types import (
    LOCATION,
    ROLE,
    code_kind,
    place_in,
    type_of_column,
)
from graphrag_neo4j.extract.rules.days import MONTHS, is_date
from graphrag_neo4j.extract.rules.kin import kin_in
from graphrag_neo4j.extract.rules.labels import PERSON
from graphrag_neo4j.extract.rules.name_spans import Span, given_names
from graphrag_neo4j.extract.rules.no_names import is_truth, names_nothing
from graphrag_neo4j.extract.rules.row_cells import (
    ADDRESS,
    CODE,
    FIRMS,
    LONGEST_NAME,
    LONGEST_VALUE,
    OF_PEOPLE,
    PARTICLES,
    PEOPLE,
    SHORT,
    WORD,
    About,
    Field,
    is_number_of_row,
    is_of_code,
    is_phrase,
    plain,
    turned_round,
)
from graphrag_neo4j.extract.rules.row_keys import Key, described_code, key_of
from graphrag_neo4j.extract.rules.row_lists import codes_in, objects_in
from graphrag_neo4j.extract.rules.row_names import is_other_name
from graphrag_neo4j.extract.rules.tokens import Token
from graphrag_neo4j.extract.rules.vessels import VESSEL, is_of_vessels
from graphrag_neo4j.model import ExtractedFact

WORK = "work"
"""What an entry of literature is about."""
_MAYBE_FIRMS = bag("customer contact")
_KIN = {
    "parents": ("child of", "CHILD_OF"),
    "children": ("parent of", "PARENT_OF"),
    "married to": ("married to", "MARRIED_TO"),
    "spouse": ("married to", "MARRIED_TO"),
}
_COUPLE = ("husband", "wife")
_ASKING = bag("who whom whose what which when how why")
_KINDS = frozenset({"kind", "type", "art", "typ", "tipo"})
_SPECIES = frozenset({"species", "species name", "taxon"})
_BINOMIAL = re.compile(r"[A-Z][a-z]{2,30} [a-z]{2,30}")
_PART = re.compile(r"[^,;]+")
_PERSON = re.compile(r"(?:(?! and | & )[^,;])+")
_DIGIT_FIRST = re.compile(r"[\W\d]")
_LONGEST_LABEL = 5  # words


@dataclass(frozen=True, slots=True)
class _Part:
    """A name in a cell; turned round it stands nowhere as it is: "Hallam, Dorothea"."""

    text: str
    start: int
    end: int
    is_turned: bool = False


def name_spans(
    tokens: Sequence[Token],
    fields: Sequence[Field],
    found: Sequence[Span],
    about: About | None = None,
) -> list[Span]:
    """The names in a row: cells, or parts of one between commas, that are written like names, and
    of what was ``found`` what stands in another cell; no names of columns. Of what mere
    words are said to be, only a code is a name as it stands."""
    key = key_of(fields) if about is None else None
    described = told[1] if (told := described_code(fields)) and about is None else ""
    are_names = about is None or about.is_entity
    spans: list[Span] = []
    for field in cells_of(fields):
        if key is not None and field in key.fields and key.is_made:
            continue  # "Surname: Lisle" names nobody alone
        is_key = key is not None and field in key.fields
        is_code = not are_names and bool(field.label and CODE.fullmatch(field.value))
        names = _names_in(field, is_key=is_key or is_code) if are_names or is_code else []
        spans += [
            span
            for part in names
            if not part.is_turned and (span := _span(tokens, part.start, part.end))
        ]
        is_silent = len(field.value) <= SHORT or is_truth(field.value) or is_period(field.value)
        if not names and not is_silent and not _is_month(field):
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
    key = key_of(fields) if about is None else Key(about.name, (), is_made=True)
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
    for field in _with_objects(fields):
        label = " ".join(field.label.split())
        is_told = label and field not in key.fields and len(label.split()) <= _LONGEST_LABEL
        if not is_told or is_number_of_row(field) or len(field.value.split()) > LONGEST_VALUE:
            continue
        plain = label.casefold(), as_type(label)
        predicate, type_ = plain if field.value.isdigit() else _KIN.get(label.casefold(), plain)
        if is_entity:
            yield from _kin_facts(subject, field, name_at)
        parts = _names_in(field) if is_entity and not _asks(label) else []
        names = [_name(part, name_at) for part in parts]
        if is_entity and not names and not _is_no_name(field) and is_of_code(field.value):
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


def _kin_facts(
    subject: str, field: Field, name_at: Callable[[int, int], str]
) -> Iterator[ExtractedFact]:
    """ "Family: daughter of Corwin and Maud": of whom the subject is the daughter."""
    for kin in kin_in(field.value):
        name = field.value[kin.start : kin.end]
        if _is_name(name):
            name = name_at(field.start + kin.start, field.start + kin.end) or name
            yield ExtractedFact(subject, kin.role, name, relation_type=as_type(kin.role))


def _asks(label: str) -> bool:
    """Whether a column has a question for a name ("Who appoints"), which may ask for what does it
    or for what it is done to, and so makes no relation."""
    first, _, more = label.casefold().partition(" ")
    return bool(more) and first in _ASKING


def _with_objects(fields: Sequence[Field]) -> Iterator[Field]:
    """The fields, and for a list of small objects each of these and what each one names: "lines"
    of an order are each line, and its article."""
    for field in fields:
        objects = objects_in(field)
        for one in objects:
            last = one[-1].end - field.start
            first = one[0].start - field.start - len(one[0].label) - 1
            yield Field(field.label, field.value[first:last], field.start + first)
            yield from filter(_names_in, one)
        if not objects:
            yield field


def cells_of(fields: Sequence[Field]) -> Iterator[Field]:
    """The fields, those of small objects in place of the list of these."""
    for field in fields:
        objects = objects_in(field)
        yield from (own for one in objects for own in one)
        if not objects:
            yield field


def _name(part: _Part, name_at: Callable[[int, int], str]) -> str:
    return part.text if part.is_turned else name_at(part.start, part.end) or part.text


def persons_in(fields: Sequence[Field]) -> Iterator[str]:
    """Who is surely a person in a row: by a first and a last name, or "Hallam, Dorothea"."""
    key = key_of(fields)
    if key is not None and key.is_made and not (key.is_numbered or key.is_day):
        yield key.name
    yield from (part.text for field in fields for part in _names_in(field) if part.is_turned)


def firms_in(fields: Sequence[Field]) -> Iterator[int]:
    """Where the names of firms begin, as the names of their columns tell: "Supplier", "Company
    name"."""
    for field in fields:
        words = plain(field.label).removesuffix(" name").split()
        if words and words[-1] in FIRMS:
            yield field.start


def works_in(fields: Sequence[Field]) -> Iterator[int]:
    """Where the title of a work begins, of an entry of literature."""
    yield from (field.start for field in fields if field.label == WORK)


def phrases_in(fields: Sequence[Field]) -> Iterator[int]:
    """Where what a row is about begins, if it has words in small letters, as no name has:
    "Tom Reyes opens the pump", "Journey to Ull"."""
    key = key_of(fields)
    for field in key.fields if key is not None and not key.is_made else ():
        if is_phrase(field):
            yield field.start


def types_in(fields: Sequence[Field]) -> Iterator[tuple[int, str]]:
    """Where names begin whose column says what it has, or that somebody is kin of, and that type
    of a column."""
    key = key_of(fields)
    sites = any(map(_says_site, fields))
    for field in cells_of(fields):
        yield from ((field.start + kin.start, PERSON) for kin in kin_in(field.value))
        if (place := place_in(field)) >= 0:
            yield place, LOCATION
        is_key = key is not None and field in key.fields
        type_ = LOCATION if is_key and sites else type_of_column(field.label)
        if type_ and not (is_key and type_ == ROLE):
            yield from ((part.start, type_) for part in _names_in(field, is_key=is_key))


def _says_site(field: Field) -> bool:
    """Whether a cell says that what its row is about is a place: "kind: weir"."""
    noun = plain(field.value).rpartition(" ")[2]
    is_site = LOCATION in (type_map("site").get(noun), type_map("definition").get(noun))
    return is_site and plain(field.label) in _KINDS


def type_hints(fields: Sequence[Field]) -> Iterator[tuple[int, str]]:
    """Where names begin whose type the name of their column suggests, and that type."""
    for field in fields:
        if type_of_column(field.label):
            continue
        words = plain(field.label).removesuffix(" of").split()
        is_of_people = bool(words) and words[-1] in PEOPLE
        type_ = PERSON if is_of_people or field.label.casefold() in _KIN else ""
        type_ = type_ or type_map("definition").get(words[-1] if words else "", "")
        if type_:
            yield from ((part.start, type_) for part in _names_in(field))


def unlabelled_in(fields: Sequence[Field]) -> Iterator[int]:
    """Where codes and roles begin, of which a parser knows no type."""
    for field in cells_of(fields):
        if _is_code(field) or type_of_column(field.label) == ROLE:
            yield field.start


def kinds_in(fields: Sequence[Field]) -> Iterator[tuple[int, str]]:
    """Where codes and identifiers begin that stand in a column with the name of their kind:
    "Order", "Sample ID"; and that kind."""
    for field in cells_of(fields):
        if kind := code_kind(field):
            yield field.start, kind
        elif is_of_vessels(field.label):
            yield from ((part.start, VESSEL) for part in _names_in(field))


def _is_name_by_column(field: Field) -> bool:
    """Whether a column tells that a cell names something, whatever its letters: a species, the
    identifier of a component."""
    if plain(field.label) in _SPECIES:
        return _BINOMIAL.fullmatch(field.value) is not None
    return bool(code_kind(field)) or is_code_in_cell(field.value)


def _is_code(field: Field) -> bool:
    return is_code_in_cell(field.value) or CODE.fullmatch(field.value) is not None


def _is_no_name(field: Field) -> bool:
    """Whether a cell is but a month, a quarter, a sum or yes: "April", "GBP 1500", "False"."""
    value = field.value
    if _is_month(field) or is_period(value):
        return True
    return is_truth(value) or names_nothing(value.split())


def _is_month(field: Field) -> bool:
    """Whether a cell is but a month or a weekday, and no person called May."""
    words = plain(field.label).split()
    is_of_people = bool(words) and words[-1] in OF_PEOPLE
    return plain(field.value) in MONTHS and not is_of_people


def _names_in(field: Field, *, is_key: bool = False) -> list[_Part]:
    """The names in a cell: it is one, or some between commas; a key is one as it stands."""
    if _is_no_name(field) or (is_other_name(field.label) and not is_key):
        return []
    if is_key or _is_name_by_column(field):
        return [_Part(field.value, field.start, field.end)]
    if codes := codes_in(field):
        return [_Part(code.value, code.start, code.end) for code in codes]
    if turned := turned_round(field):
        return [_Part(turned, field.start, field.end, is_turned=True)]
    words = plain(field.label).split()
    noun = words[-1] if words else ""
    is_one = noun in _MAYBE_FIRMS and _is_joined_firm(field.value)
    pattern = _PERSON if noun in PEOPLE and not is_one else _PART
    parts = []
    for found in pattern.finditer(field.value):
        text = found[0].strip().removeprefix("and ").removeprefix("& ")
        start = field.start + field.value.index(text, found.start())
        if text:
            parts.append(_Part(text, start, start + len(text)))
    return parts if parts and all(_is_name(part.text) for part in parts) else []


def _is_joined_firm(value: str) -> bool:
    """Whether "&" joins no people but parts of a firm's name: "Hollis & Penn Opticians"; "Tom & Ann
    Orr" are two."""
    parts = [part.split() for part in value.split(" & ")]
    if len(parts) < 2 or any(mark in value for mark in ",;"):
        return False
    is_short = any(len(words) == 1 for words in parts)
    return is_short and not all(w and w[0].casefold() in given_names() for w in parts)


def _is_name(text: str) -> bool:
    """Whether a cell is written like a name and is more than a common word."""
    words = text.split()
    if len(words) > LONGEST_NAME or ADDRESS.search(text) or _DIGIT_FIRST.match(text):
        return False
    if is_date(text) or not words[0][0].isupper() or len(text) <= SHORT:
        return False
    if not all(w[0].isupper() or w[0].isdigit() or w in PARTICLES for w in words):
        return False
    said = [word.strip(".,'’()").casefold() for word in words]
    return any(word not in plain_words() and WORD.fullmatch(word) for word in said)


def _is_word_at(tokens: Sequence[Token], span: Span, start: int) -> bool:
    """Whether a span is one word of letters that begins at ``start``."""
    first = tokens[span.first]
    return span.last - span.first == 1 and first.start == start and first.text.isalpha()


def _span(tokens: Sequence[Token], start: int, end: int) -> Span | None:
    inside = [n for n, token in enumerate(tokens) if token.start >= start and token.end <= end]
    return Span(inside[0], inside[-1] + 1) if inside else None
