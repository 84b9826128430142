"""Which names a document uses: its spans sorted into names, with one form for each.

Everything is decided from the document itself (its sentences, title and headings) and from
general word lists.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache

from graphrag_neo4j.extract.lexicon import (
    is_town,
    normal_form,
    place_map,
    plain_words,
    word_set,
)
from graphrag_neo4j.extract.rules.aliases import Aliases, by_initials
from graphrag_neo4j.extract.rules.clean_names import surface
from graphrag_neo4j.extract.rules.codes import is_code, is_identifier, is_reply, kind_by_noun
from graphrag_neo4j.extract.rules.document_layout import field_label, field_labels
from graphrag_neo4j.extract.rules.name_spans import (
    CAPITAL_NAMES,
    ROMAN,
    Span,
    find_spans,
    given_names,
    is_capital,
    merged,
)
from graphrag_neo4j.extract.rules.no_names import is_unit, n_before_name, names_nothing
from graphrag_neo4j.extract.rules.parties import Parties, with_parties, without_addresses
from graphrag_neo4j.extract.rules.people import (
    correspondents,
    names_without_role,
    people_of,
    speaking_initials,
)
from graphrag_neo4j.extract.rules.reference_codes import codes_alone
from graphrag_neo4j.extract.rules.row_keys import described_code
from graphrag_neo4j.extract.rules.statements import Sentence
from graphrag_neo4j.extract.rules.succession import SUCCESSION
from graphrag_neo4j.extract.rules.titled_names import (
    ABBREVIATED_TITLES,
    HER_TITLES,
    bare_person,
    mens_families,
    without_title,
)
from graphrag_neo4j.extract.rules.titles import (
    by_first_word,
    is_label,
    note_name,
    other_names,
    reads_like_name,
    title_aliases,
    title_names,
)
from graphrag_neo4j.extract.rules.tokens import Token
from graphrag_neo4j.extract.rules.vessels import n_before_vessel
from graphrag_neo4j.model import Document

_NOUN = re.compile(
    r"[a-z]{2,}(?:[st]ion|ment|ity|ness|[ae]nce|ure|ee|er|or)s?|[a-z]{3,}(?:ies|[ae]nts)"
)
"""A common noun by its ending."""
_LOWER_WORD = re.compile(r"(?<![\w'’])[^\W\d_A-Z][^\W\d_A-Z]+(?!\w)")
_CAPITAL_WORD = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+(?!\w)")
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
_WHERE = frozenset({"in", "to", "at", "from", "near", "of"})
_OFTEN = 8  # times
_TITLE_FIELDS = ("title", "name")
"""Of a row, which its title is taken from."""
_TITLE_WEIGHT = 1_000_000  # a title is spelt as it stands


@cache
def _known_single() -> frozenset[str]:
    """Single words that are names even where their capital proves nothing."""
    return given_names() | place_map() | word_set("places", "nationality")


class Names:
    """The names of one document. ``spans``: where names may stand in each sentence, if something
    better than capitals has told; ``persons`` and ``firms``: normal forms of those that it takes
    for persons and for organisations."""

    def __init__(
        self,
        document: Document,
        sentences: Sequence[Sentence],
        spans: Sequence[list[Span]] | None = None,
        persons: frozenset[str] = frozenset(),
        firms: frozenset[str] = frozenset(),
    ) -> None:
        also = title_aliases(document)
        self.titles = _titles(document, sentences, is_named=bool(also))
        self._labels = field_labels(document)
        self._mens = frozenset() if spans is None else mens_families(sentences)
        self.lower_words = frozenset(_LOWER_WORD.findall(document.text))
        self._titles_by_word = by_first_word(self.titles, self.lower_words)
        self._headings_by_word = by_first_word(
            [h.title for h in document.headings if reads_like_name(h.title)], self.lower_words
        )
        found = [find_spans(sentence.tokens) for sentence in sentences] if spans is None else spans
        self._spans = [
            list(codes_alone(sentence.tokens, own))
            for sentence, own in zip(sentences, found, strict=True)
        ]
        self._inner = self._count_inner(sentences)
        self._before_colons = Counter(
            sentence.tokens[0].low
            for sentence in sentences
            if len(sentence.tokens) > 1 and sentence.tokens[1].text == ":"
        )
        self._always_capital = frozenset() if spans is None else self._find_always_capital(document)
        self.counts: Counter[str] = Counter()
        self._forms: dict[str, Counter[str]] = {}
        self._settled = [
            self._settle(sentence.tokens, spans)
            for sentence, spans in zip(sentences, self._spans, strict=True)
        ]
        self._settled = [
            without_addresses(sentence.tokens, with_parties(sentence.tokens, spans))
            for sentence, spans in zip(sentences, self._settled, strict=True)
        ]
        parties = Parties(list(zip(sentences, self._settled, strict=True)))
        self._parties = parties.names
        self._settled = [
            parties.spans(index, sentence, spans)
            for index, (sentence, spans) in enumerate(zip(sentences, self._settled, strict=True))
        ]
        for sentence, settled in zip(sentences, self._settled, strict=True):
            self._count(sentence.tokens, settled)
        for title in self.titles:
            self._forms.setdefault(normal_form(title), Counter())[title] += _TITLE_WEIGHT
        for person in correspondents(document.text):  # an address may be all that names somebody
            self._forms.setdefault(normal_form(person), Counter())[person] += 0
        said = list(zip(sentences, self._settled, strict=True))
        titles = {normal_form(title) for title in self.titles}
        self.people = people_of(document.text)
        """Normal forms of who surely is a person: who speaks or writes."""
        persons |= self.people
        aliases = Aliases(self._forms, titles, said, persons, self.lower_words, firms, self.people)
        speaking = by_initials(speaking_initials(document.text), self._forms, persons)
        bare = names_without_role(document.text)
        self.aliases = aliases.find(self.counts, {**speaking, **parties.names}) | {
            label: name for label, name in bare.items() if name in self._forms
        }
        if self.titles:
            whole = normal_form(self.titles[0])
            self.aliases.update({n: whole for n in map(normal_form, also) if n and n != whole})
        self._told = self._by_full_name(aliases.told)
        self._other_names = other_names(document)

    def spans(self, index: int) -> list[Span]:
        """The names in sentence ``index``."""
        return self._settled[index]

    def name_at(self, tokens: Sequence[Token], span: Span) -> str:
        """The name to show for a span: its full form in this document."""
        return self.full_name(surface(tokens, span))

    def full_name(self, name: str) -> str:
        """The most frequent spelling of the longest name this one stands for."""
        norm = normal_form(name)
        norm = self.aliases.get(norm, norm)
        forms = self._forms.get(norm)
        return max(forms.items(), key=lambda form: form[1])[0] if forms else name

    def is_common(self, name: str) -> bool:
        """Whether a name is a common noun that the document writes as a name."""
        return normal_form(name) in self._always_capital

    def is_named(self, words: Sequence[Token]) -> bool:
        """Whether ``words`` are a name of the document by themselves."""
        return bool(self.counts[normal_form(" ".join(word.text for word in words))])

    def is_party(self, tokens: Sequence[Token], span: Span) -> bool:
        """Whether a party's term stands at a span, and not its name."""
        return normal_form(surface(tokens, span)) in self._parties

    def also_called(self, name: str) -> str:
        """What the document gives as short for a name or says that it is called besides, parted by
        "; ", or ""."""
        norm = normal_form(name)
        is_title = bool(self.titles) and norm == normal_form(self.titles[0])
        others = self._other_names if is_title else ()
        names = (*self._told.get(norm, ()), *others)
        return "; ".join(one for one in dict.fromkeys(names) if one and normal_form(one) != norm)

    def _by_full_name(self, told: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
        """Other names by the normal forms of the full ones."""
        found: dict[str, list[str]] = {}
        for norm, names in told.items():
            found.setdefault(self.aliases.get(norm, norm), []).extend(names)
        return found

    def _count_inner(self, sentences: Sequence[Sentence]) -> frozenset[str]:
        """Normal forms of what is capitalised where no sentence begins."""
        return frozenset(
            normal_form(surface(sentence.tokens, span))
            for sentence, spans in zip(sentences, self._spans, strict=True)
            for span in spans
            if span.sure
        )

    def _find_always_capital(self, document: Document) -> frozenset[str]:
        """Common nouns that the document writes like names: "the Ghost"."""
        lower = Counter(_LOWER_WORD.findall(document.text))
        upper = Counter(_CAPITAL_WORD.findall(document.text))
        return frozenset(
            word.lower()
            for word, n in upper.items()
            if n >= _OFTEN and n > 2 * lower[word.lower()] and word.lower() in self._inner
        )

    def _settle(self, tokens: Sequence[Token], spans: list[Span]) -> list[Span]:
        kept = [
            settled
            for span in spans
            if not self._is_field(tokens, span)
            and (settled := self._accept(tokens, span)) is not None
        ]
        return merged(kept, self._title_spans(tokens))

    def _is_field(self, tokens: Sequence[Token], span: Span) -> bool:
        """Whether a span is the name of a field: "Name: value", of a record or of the only line
        that a common noun begins so, as a speaker begins several."""
        last = span.last
        while last < len(tokens) and tokens[last].text == '"':
            last += 1
        if last == len(tokens) or tokens[last].text != ":":
            return False
        if field_label(surface(tokens, span)) in self._labels or is_reply(tokens[span.first].text):
            return True
        word = tokens[span.first].low
        return (
            span.last == 1
            and not span.sure
            and _NOUN.fullmatch(word) is not None
            and self._before_colons[word] == 1
            and word not in self._inner
            and word not in _known_single()
        )

    def _accept(self, tokens: Sequence[Token], span: Span) -> Span | None:
        if not span.quoted:
            bare = without_title(tokens, span)
            span = span if self._tells_apart(tokens, span, bare) else bare
        words = [token.low for token in tokens[span.first : span.last]]
        is_written = not span.quoted and not tokens[span.first].text.isupper()  # SQL's REPLACE
        if is_written and words[0] in SUCCESSION:  # "Supersedes ADR 3"
            rest = Span(span.first + 1, span.last)
            return self._accept(tokens, rest) if len(words) > 1 else None
        written = [token.text for token in tokens[span.first : span.last]]
        if not span.quoted and names_nothing(written):
            return None
        if len(words) == 2 and is_code(written[1]) and kind_by_noun(words[0]):  # "Order PO-7"
            return replace(span, first=span.first + 1)
        if written[-1].isdigit() and span.last < len(tokens) and is_unit(tokens[span.last].text):
            rest = replace(span, last=span.last - 1)  # "Bake 1 kg"
            return self._accept(tokens, rest) if len(words) > 1 else None
        if not span.quoted and (n := n_before_name(written)):
            return self._accept(tokens, Span(span.first + n, span.last))
        if not span.quoted and self._ends_in_year(tokens, span):
            return self._accept(tokens, replace(span, last=span.last - 1))
        if not span.quoted and (n := n_before_vessel(tokens[span.first : span.last])):
            return replace(span, first=span.first + n, sure=True)
        if len(words) == 1:
            return span if self._is_single_name(tokens[span.first], span.sure) else None
        if span.sure or not self._is_plain(words[0]):
            return span
        rest = Span(span.first + 1, span.last)
        rest_norm = normal_form(surface(tokens, rest))
        whole_norm = normal_form(surface(tokens, span))
        if whole_norm in self._inner:
            return span
        begins_with_verb = words[0].endswith("ing") or words[0].endswith("ly")
        if rest_norm in self._inner or words[0] in self.lower_words or begins_with_verb:
            return self._accept(tokens, rest) if is_capital(tokens[rest.first].text) else None
        return span

    def _ends_in_year(self, tokens: Sequence[Token], span: Span) -> bool:
        """Whether a year that says when ends a name: "emigrated to Tasmania 1961", but not "Expo
        2000"."""
        if span.last - span.first < 2 or not _YEAR.fullmatch(tokens[span.last - 1].text):
            return False
        rest = normal_form(surface(tokens, replace(span, last=span.last - 1)))
        if rest in place_map() or is_town(rest):
            return True
        before = tokens[span.first - 1].low if span.first else ""
        return before in _WHERE and rest in self._inner and rest not in plain_words()

    def _tells_apart(self, tokens: Sequence[Token], span: Span, bare: Span) -> bool:
        """Whether a title before a family name says of whom: "Mrs. Orr", beside Max Orr."""
        is_alone = bare.first == span.first + 1 and bare.last - bare.first == 1
        is_hers = tokens[span.first].low.rstrip(".") in HER_TITLES
        return is_alone and is_hers and tokens[bare.first].low in self._mens

    def _is_plain(self, word: str) -> bool:
        return word in plain_words() and word not in _known_single()

    def _is_single_name(self, token: Token, sure: bool) -> bool:
        word = token.low
        if is_identifier(token.text):
            return True
        if token.text in CAPITAL_NAMES:
            return True
        if len(word) < 2 or ROMAN.match(token.text) or word in word_set("names", "role"):
            return False
        if word.rstrip(".") in ABBREVIATED_TITLES:
            return False
        if sure and word in self._always_capital:
            return True
        if sure or (token.text.isupper() and len(word) > 2):
            return word not in self.lower_words or not self._is_plain(word)
        if word in self._inner and word not in self.lower_words:
            return True
        if word in _known_single() and word not in self.lower_words:
            return True
        return (
            word not in self.lower_words
            and not self._is_plain(word)
            and word.isalnum()
            and (not word.endswith(("ing", "ly", "ed")))
        )

    def _title_spans(self, tokens: Sequence[Token]) -> list[Span]:
        """Where the document's own title stands, in any case, or a heading, written as a name."""
        found: list[Span] = []
        place = 0
        while place < len(tokens):
            length = max(
                (
                    len(words)
                    for words in self._titles_by_word.get(tokens[place].low, ())
                    if [token.low for token in tokens[place : place + len(words)]] == words
                ),
                default=0,
            )
            if not length and is_capital(tokens[place].text):
                fitting = (
                    len(words)
                    for words in self._headings_by_word.get(tokens[place].low, ())
                    if [token.low for token in tokens[place : place + len(words)]] == words
                )
                is_apart = place > 0 and not self._goes_on(tokens, place)
                length = max((n for n in fitting if n > 1 or is_apart), default=0)
            if length:
                found.append(Span(place, place + length))
            place += length or 1
        return found

    @staticmethod
    def _goes_on(tokens: Sequence[Token], place: int) -> bool:
        """Whether a capital stands before: "General" in "the Attorney General"."""
        before = tokens[place - 1]
        return is_capital(before.text) and before.low not in word_set("words", "stop")

    def _count(self, tokens: Sequence[Token], spans: Iterable[Span]) -> None:
        for span in spans:
            text = surface(tokens, span)
            norm = normal_form(text)
            self.counts[norm] += 1
            forms = self._forms.setdefault(norm, Counter())
            forms[text] += 1 if any(map(str.isupper, text)) else 0


def _titles(
    document: Document, sentences: Sequence[Sentence], *, is_named: bool
) -> tuple[str, ...]:
    """The names that a document's title gives; of a row's what its field of this name says, and of
    that the person behind a title, whom other texts call so: "Dr. Rask" is Rask. ``is_named``:
    whether it says what else it is called."""
    title = document.title
    if note := note_name(document):
        return (note,)
    fields = [field for sentence in sentences for field in sentence.fields]
    if is_label(document) and not is_named:
        named = (field.value for field in fields if field.label.casefold() in _TITLE_FIELDS)
        title = next((name for name in named if title.endswith(f" {name}")), "")
    coded = (described_code(sentence.fields) for sentence in sentences)
    if code := next((code for code, told in filter(None, coded) if told == title), ""):
        return (code,)
    in_rows = {field.value for field in fields}
    if title in in_rows and (person := bare_person(title)):
        return (person,)
    return title_names(title)
