"""The types of the names of one document, by all that it says of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from graphrag_neo4j.extract.lexicon import is_other_town, is_town, normal_form, place_map
from graphrag_neo4j.extract.parse.document import ParsedDocument
from graphrag_neo4j.extract.rules.column_types import type_in_column
from graphrag_neo4j.extract.rules.definitions import is_defined_term, read_definition
from graphrag_neo4j.extract.rules.doubtful_types import doubted
from graphrag_neo4j.extract.rules.entity_types import (
    Signs,
    hint_at,
    is_addressed,
    kind_around,
    may_be_place,
    type_by_ending,
    type_of,
)
from graphrag_neo4j.extract.rules.labels import (
    PERSON,
    is_given_name,
    is_person_by_labels,
    may_be_person,
    parts_of_persons,
)
from graphrag_neo4j.extract.rules.name_spans import Span
from graphrag_neo4j.extract.rules.names import Names
from graphrag_neo4j.extract.rules.row_cells import plain
from graphrag_neo4j.extract.rules.rows import (
    cells_of,
    firms_in,
    kinds_in,
    persons_in,
    phrases_in,
    type_hints,
    types_in,
    unlabelled_in,
    works_in,
)
from graphrag_neo4j.extract.rules.statements import Sentence
from graphrag_neo4j.extract.rules.surroundings import Surroundings, count_around
from graphrag_neo4j.extract.rules.vessels import VESSEL, is_vessel
from graphrag_neo4j.model import UNKNOWN_TYPE, Document

LOCATION = "LOCATION"
CONCEPT = "CONCEPT"
_TICKET = "TICKET"
_OF_COLUMNS = (PERSON, LOCATION, "ORGANIZATION", "PRODUCT")
_FEWEST_OF_COLUMN = 4  # names
_LONG_TITLE = 5  # words
_IDENTIFIER = re.compile(r"[^\W\d]\w*")
_HUMPS = r"[A-Z][a-z0-9]+[A-Z]\w{0,60}"
_USED = re.compile(rf"(?<=[a-z0-9_]\.){_HUMPS}\b(?!\.\w)|\b{_HUMPS}(?=\()")
"""What a text uses as code does: "zipfile.ZipFile", "ZipFile(path)"; not "www.YouTube.com"."""


class DocumentTypes:
    """What kind of thing each name of a document names.

    ``parsed``: what a parser makes of it, where there is one; ``types``: of your own.
    """

    def __init__(
        self,
        document: Document,
        sentences: Sequence[Sentence],
        names: Names,
        parsed: ParsedDocument | None,
        types: tuple[str, ...],
    ) -> None:
        self._sentences = sentences
        self._names = names
        self._parsed = parsed
        self._types = types
        self._titles = {normal_form(title) for title in (document.title, *names.titles)}
        self._headings = {normal_form(h.title) for h in document.headings} - self._titles
        self._identifiers = _identifiers(document)
        self._used = frozenset(_USED.findall(document.text))
        in_rows = {
            normal_form(name) for sentence in sentences for name in persons_in(sentence.fields)
        }
        self._people = names.people | in_rows
        self.signs: dict[str, Signs] = {}
        """What is said of each name, by its normal form."""
        self._found: dict[str, str] = dict.fromkeys(in_rows, PERSON)
        self._around: dict[str, Surroundings] = {}
        self._columns: dict[str, set[str]] = {}
        """The names that are cells, by the names of their columns."""
        self._said: set[str] = set()
        """The names that stand in sentences or among other words of a cell."""
        self._read_signs()
        self._read_columns()
        self._parts = parts_of_persons(self._sure_persons())
        self._given = frozenset(one.partition(" ")[0] for one in self._people) & parts_of_persons(
            self._people
        )

    def learn(self, types: Mapping[str, str]) -> None:
        """Take the types of names from elsewhere, before all else."""
        self._found |= {normal_form(name): type_ for name, type_ in types.items()}

    def type_of(self, name: str) -> str:
        """The type of a name."""
        norm = normal_form(name)
        if norm not in self._found:
            self._found[norm] = self._kind_of_text(name, norm) or self._by_signs(name, norm)
        return self._found[norm]

    def _by_signs(self, name: str, norm: str) -> str:
        """The type by what is known of a name; that of a parser alone only where it is credible."""
        signs = self.signs.get(norm)
        found = type_of(name, signs, self._types)
        if found == _TICKET and self._is_in_cells_only(norm, signs):
            return UNKNOWN_TYPE
        if signs is None or not signs.labels[found]:
            return found
        without = type_of(name, replace(signs, labels=Counter()), self._types)
        around = self._around.get(norm)
        return doubted(
            name,
            found,
            by_labels=without != found,
            acts=around is not None and around.acts > 0,
            is_named=around is not None and around.orders < around.n,
            is_inside=around is not None and around.inside == around.n,
        )

    def _is_in_cells_only(self, norm: str, signs: Signs | None) -> bool:
        """Whether a name stands in cells alone, which do not say what it is."""
        is_said = norm in self._said or norm in self._titles or norm in self._headings
        return not is_said and not (signs is not None and signs.kinds)

    def says_type_of(self, name: str) -> bool:
        """Whether the text says in words of what type a name is, as a noun before it does."""
        norm = normal_form(name)
        signs = self.signs.get(norm)
        is_called = signs is not None and bool(
            signs.definition
            or signs.beside
            or signs.kinds
            or signs.column
            or signs.is_firm
            or signs.is_addressed
        )
        return self.type_of(name) != UNKNOWN_TYPE and (is_called or self._is_place(name, norm))

    def _kind_of_text(self, name: str, norm: str) -> str:
        """DOCUMENT or SECTION for the title and the headings of a document; CODE for the title of
        source code and what its comments name of it; PERSON for who speaks or writes, and for a
        part of a person's name; as far as nothing says that they name something else."""
        signs = self.signs.get(norm)
        if signs is not None and (signs.kinds or signs.column):
            return ""
        if self._is_place(name, norm):
            return LOCATION
        if norm in self._around and self._around[norm].heads and not type_by_ending(name):
            return PERSON
        if signs is not None and (signs.definition is not None or signs.hints):
            return ""
        if norm in self._people and not type_by_ending(name):
            return PERSON
        if norm in self._given and not is_town(norm):
            return PERSON  # whatever a parser takes "Orri" for where "Orri Dahl" writes
        if norm in self._parts and (signs is None or may_be_person(signs.labels)):
            return PERSON
        if name in self._identifiers or (self._identifiers and norm in self._titles):
            return "CODE"
        if name in self._used and not type_by_ending(name):
            return "CODE"
        is_long = len(norm.split()) >= _LONG_TITLE
        if is_long and norm in self._titles:
            return "DOCUMENT"
        labelled = signs is not None and bool(signs.labels)
        return "SECTION" if norm in self._headings and (is_long or not labelled) else ""

    def _is_place(self, name: str, norm: str) -> bool:
        """Whether what is said around a name makes it a place, and its writing and all else that
        is known of it leave that open."""
        around = self._around.get(norm)
        signs = self.signs.get(norm)
        if around is None or (signs is not None and signs.definition is not None):
            return False
        if norm in self._people or norm in self._titles or not may_be_place(name):
            return False
        is_listed = is_town(norm) or (is_other_town(norm) and norm not in self._parts)
        labels = signs.labels if signs is not None else Counter[str]()
        return around.is_place(labels) or (is_listed and around.may_be_town(labels))

    def _sure_persons(self) -> Iterator[str]:
        """Names of two and three words that are a person's for more than one reason."""
        for norm, signs in self.signs.items():
            is_given = is_given_name(norm.partition(" ")[0])
            is_called = norm in self._people or (is_given and signs.labels[PERSON])
            if is_called or is_person_by_labels(signs.labels):
                yield norm

    def type_of_pair(self, name: str) -> str:
        """ "Leland, North Carolina" is a place as both are, "Mobile, Alabama" as Alabama is."""
        first, comma, second = name.partition(", ")
        if normal_form(second) in place_map() and self.type_of(first) == UNKNOWN_TYPE:
            return "LOCATION"
        types = {self.type_of(first), self.type_of(second)} if comma else set()
        return types.pop() if len(types) == 1 else UNKNOWN_TYPE

    def _read_signs(self) -> None:
        for index, sentence in enumerate(self._sentences):
            spans = self._names.spans(index)
            hints = dict(type_hints(sentence.fields))
            columns = dict(types_in(sentence.fields))
            unlabelled = frozenset(unlabelled_in(sentence.fields))
            cells = {(f.start, f.end): plain(f.label) for f in cells_of(sentence.fields)}
            columns_of_codes = dict(kinds_in(sentence.fields))
            firms = frozenset(firms_in(sentence.fields))
            works = frozenset(works_in(sentence.fields))
            phrases = frozenset(phrases_in(sentence.fields))
            for span in spans:
                if self._names.is_party(sentence.tokens, span):
                    continue  # "the Supplier" says nothing of the kind of its name
                start = sentence.tokens[span.first].start
                hint = hints.get(start) or hint_at(sentence.tokens, span, self._types)
                name = self._names.name_at(sentence.tokens, span)
                norm = normal_form(name)
                if type_ := type_in_column(name, columns.get(start, "")):
                    self.signs.setdefault(norm, Signs()).column[type_] += 1
                label = cells.get((start, sentence.tokens[span.last - 1].end))
                if label is None:
                    self._said.add(norm)
                elif label:
                    self._columns.setdefault(label, set()).add(name)
                if start in works:
                    self._found[norm] = "WORK"
                if not sentence.fields:
                    around = self._around.setdefault(norm, Surroundings())
                    count_around(sentence.tokens, span, around)
                kind = columns_of_codes.get(start, "")
                kind = kind or kind_around(sentence.tokens, span)
                if is_defined_term(sentence.tokens, span):
                    kind = CONCEPT
                if not sentence.fields and is_vessel(sentence.tokens, span):
                    kind = kind or VESSEL
                if kind:
                    self.signs.setdefault(norm, Signs()).kinds[kind] += 1
                if hint:
                    self.signs.setdefault(norm, Signs()).hints[hint] += 1
                if start in firms:
                    self.signs.setdefault(norm, Signs()).is_firm = True
                if is_addressed(sentence.tokens, span):
                    self.signs.setdefault(norm, Signs()).is_addressed = True
                is_counted = sentence.fields and sentence.tokens[span.last - 1].text.isdigit()
                is_silent = start in phrases or start in unlabelled
                if self._parsed is not None and not (is_counted or is_silent):  # "Alto 2" is nobody
                    votes = self._parsed.votes(index, span)
                    signs = self.signs.setdefault(norm, Signs())
                    signs.labels.update(votes)
                    signs.beside = signs.beside or self._parsed.described(index, span)
                    if not sentence.fields and self._parsed.is_called_person(index, span):
                        signs.is_addressed = True
            self._read_definition(sentence, spans)

    def _read_columns(self) -> None:
        """Where most names of a column are of one type, the others are, too, of which nothing but a
        parser or nothing at all tells another."""
        for names in self._columns.values():
            if len(names) < _FEWEST_OF_COLUMN:
                continue
            types = {name: self._by_signs(name, normal_form(name)) for name in sorted(names)}
            type_, n = Counter(types.values()).most_common(1)[0]
            if type_ not in _OF_COLUMNS or 3 * n < 2 * len(types):
                continue
            for name, own in types.items():
                signs = self.signs.setdefault(normal_form(name), Signs())
                known = type_of(name, replace(signs, labels=Counter()), self._types)
                fits = type_in_column(name, type_) if own != type_ else ""
                if fits and known == UNKNOWN_TYPE:
                    signs.column[fits] += 1

    def _read_definition(self, sentence: Sentence, spans: Sequence[Span]) -> None:
        if not spans or spans[0].first > 2:
            return
        norm = normal_form(self._names.name_at(sentence.tokens, spans[0]))
        is_title = norm in self._titles
        reach = 25 if is_title else spans[0].last  # "X or Y (…) is a Z" defines X as well
        near = [span for span in spans if span.last <= reach]
        found = (read_definition(sentence.tokens, span) for span in near)
        definition = next((one for one in found if one is not None), None)
        if definition is None:
            return
        signs = self.signs.setdefault(norm, Signs())
        signs.definition = signs.definition or definition
        if is_title:
            for title in self._names.titles:
                whole = self.signs.setdefault(normal_form(title), Signs())
                whole.definition = whole.definition or definition


def _identifiers(document: Document) -> frozenset[str]:
    """The words of source code; none of any other text, even if it has code in it."""
    if all(block.kind != "comment" for block in document.blocks):
        return frozenset()
    code = (document.text[b.start : b.end] for b in document.blocks if b.kind == "code")
    return frozenset(word for text in code for word in _IDENTIFIER.findall(text))
