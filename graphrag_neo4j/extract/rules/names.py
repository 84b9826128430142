"""Which names a document uses: its spans sorted into names, with one form for each.

Everything is decided from the document itself (its sentences, title and headings) and from
general word lists.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from graphrag_neo4j.extract.lexicon import (
    normal_form,
    place_map,
    plain_words,
    type_map,
    word_set,
)
from graphrag_neo4j.extract.rules.name_spans import (
    CAPITAL_NAMES,
    ROMAN,
    Span,
    find_spans,
    given_names,
    is_capital,
    is_identifier,
    merged,
)
from graphrag_neo4j.extract.rules.statements import Sentence, field_label, field_labels
from graphrag_neo4j.extract.rules.titled_names import HER_TITLES, mens_families, without_title
from graphrag_neo4j.extract.rules.titles import (
    by_first_word,
    is_label,
    reads_like_name,
    title_names,
)
from graphrag_neo4j.extract.rules.tokens import Token
from graphrag_neo4j.model import Document

_POSSESSIVE = re.compile(r"['’]s$")
_LEADING_ARTICLE = re.compile(r"^(?:the|a|an)\s+(?=\S)", re.IGNORECASE)
_ELIDED_ARTICLE = re.compile(r"^l['’](?=[^\W\d_a-z])")  # l'Institut
_FINAL_STOP = re.compile(r"(?:(?<= Ltd)|(?<= Inc)|(?<= Corp)|(?<= Co)|(?<= Jr)|(?<= Sr))\.$")
_NOUN = re.compile(
    r"[a-z]{2,}(?:[st]ion|ment|ity|ness|[ae]nce|ure|ee|er|or)s?|[a-z]{3,}(?:ies|[ae]nts)"
)
"""A common noun by its ending."""
_NOT_LETTER = re.compile(r"[^A-Z]")
_LOWER_WORD = re.compile(r"(?<![\w'’])[^\W\d_A-Z][^\W\d_A-Z]+(?!\w)")
_CAPITAL_WORD = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+(?!\w)")
_OFTEN = 8  # times
_TITLE_WEIGHT = 1_000_000  # a title is spelt as it stands
_OUTER = " \t\"'“”‘’«»《》「」『』()[]{},;:*_`"


@lru_cache(maxsize=1 << 16)
def clean_name(text: str) -> str:
    """A name without outer marks, leading article and possessive."""
    name = " ".join(text.split()).strip(_OUTER)
    name = _POSSESSIVE.sub("", name)
    name = _FINAL_STOP.sub("", name)
    name = _ELIDED_ARTICLE.sub("", name)
    name = _LEADING_ARTICLE.sub("", name, count=1).strip(_OUTER) or name
    return f"{name})" if "(" in name and ")" not in name and f"{name})" in text else name


@cache
def _known_single() -> frozenset[str]:
    """Single words that are names even where their capital proves nothing."""
    return given_names() | place_map() | word_set("places", "nationality")


class Names:
    """The names of one document. ``spans``: where names may stand in each sentence, if something
    better than capitals has told; ``persons``: normal forms of those that it takes for persons."""

    def __init__(
        self,
        document: Document,
        sentences: Sequence[Sentence],
        spans: Sequence[list[Span]] | None = None,
        persons: frozenset[str] = frozenset(),
    ) -> None:
        self._persons = persons
        self.titles = () if is_label(document) else title_names(document.title)
        self._labels = field_labels(document)
        self._mens = frozenset() if spans is None else mens_families(sentences)
        self._acronyms: dict[str, str] = {}
        self.lower_words = frozenset(_LOWER_WORD.findall(document.text))
        self._titles_by_word = by_first_word(self.titles, self.lower_words)
        self._headings_by_word = by_first_word(
            [h.title for h in document.headings if reads_like_name(h.title)], self.lower_words
        )
        self._spans = (
            [find_spans(sentence.tokens) for sentence in sentences] if spans is None else spans
        )
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
        for sentence, settled in zip(sentences, self._settled, strict=True):
            self._count(sentence.tokens, settled)
        for title in self.titles:
            self._forms.setdefault(normal_form(title), Counter())[title] += _TITLE_WEIGHT
        self.aliases = self._find_aliases(sentences)

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

    def acronym(self, name: str) -> str:
        """What the document gives in brackets as short for a name, or ""."""
        return self._acronyms.get(normal_form(name), "")

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
        if field_label(surface(tokens, span)) in self._labels:
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

    def _find_aliases(self, sentences: Sequence[Sentence]) -> dict[str, str]:
        """Normal forms of short names -> the one long name of the document they stand for."""
        aliases = self._acronyms_in_brackets(sentences)
        titles = {normal_form(title) for title in self.titles}
        candidates: dict[str, list[str]] = {}
        for norm in dict.fromkeys([*sorted(titles), *self._forms]):
            for short in self._short_forms(norm, norm in titles):
                if short != norm:
                    candidates.setdefault(short, []).append(norm)
        for short, full_names in candidates.items():
            if short in self.counts and short not in aliases:
                chosen = _only_one(full_names, titles)
                if chosen is not None and not self._stand_together(short, chosen, sentences):
                    aliases[short] = chosen
        return {short: _follow(aliases, full) for short, full in aliases.items()}

    def _stand_together(self, short: str, full: str, sentences: Sequence[Sentence]) -> bool:
        """Whether a sentence tells "Mrs. Orr" from "Martha", so that she is not Martha Orr."""
        if short.partition(" ")[0] not in HER_TITLES:
            return False
        first = full.partition(" ")[0]
        for sentence, spans in zip(sentences, self._settled, strict=True):
            norms = {normal_form(surface(sentence.tokens, span)) for span in spans}
            if short in norms and not norms.isdisjoint((first, full)):
                return True
        return False

    def _acronyms_in_brackets(self, sentences: Sequence[Sentence]) -> dict[str, str]:
        aliases: dict[str, str] = {}
        for sentence, spans in zip(sentences, self._settled, strict=True):
            tokens = sentence.tokens
            for long, short in pairwise(spans):
                if (
                    short.first == long.last + 1
                    and tokens[long.last].text == "("
                    and short.last - short.first == 1
                    and _is_acronym_of(tokens[short.first].text, surface(tokens, long))
                ):
                    norm = normal_form(surface(tokens, long))
                    aliases.setdefault(normal_form(tokens[short.first].text), norm)
                    self._acronyms.setdefault(norm, tokens[short.first].text)
        return aliases

    def _short_forms(self, norm: str, is_title: bool) -> list[str]:
        """What else a name may be called further on: surname, first name, firm without Inc."""
        form = max(self._forms[norm].items(), key=lambda item: item[1])[0]
        words = norm.split()
        if not 2 <= len(words) <= 6 or not all(
            is_capital(word) or word in word_set("words", "connector") for word in form.split()
        ):
            return []
        suffix_type = type_map("suffix").get(words[-1])
        if suffix_type == "ORGANIZATION":
            return self._organisation_forms(words, form)
        if suffix_type or words[-1] in word_set("places", "affix") or norm in place_map():
            return []
        if words[0] in type_map("prefix") or " of the " in norm or words[0] in ("new", "united"):
            return []
        shorts: list[str] = []
        is_person = words[0] in given_names() or (
            norm in self._persons
            and len(words) <= 3
            and self.lower_words.isdisjoint(words)  # "Evil Spirit", beside "a spirit"
            and not any(word in word_set("words", "connector") for word in words)
        )
        if is_person or (is_title and len(words) <= 4):
            shorts.append(words[-1])
        if is_person or ROMAN.match(form.split()[-1]):
            shorts.append(words[0])
        if is_person:
            shorts.append(f"{words[0][0]} {words[-1]}")
        if len(words) > 2 and words[0] in given_names():
            shorts.append(f"{words[0]} {words[-1]}")
        if words[0] in given_names() - word_set("names", "male"):
            shorts += [f"{title} {words[-1]}" for title in sorted(HER_TITLES)]
        return [short for short in shorts if len(short) > 2]

    def _organisation_forms(self, words: list[str], form: str) -> list[str]:
        shorts = []
        if words[-1] in ("inc", "ltd", "llc", "corp", "corporation", "co", "plc", "company"):
            shorts.append(" ".join(words[:-1]))
            if words[-2] == "com":
                shorts.append(" ".join(words[:-2]))
        initials = _NOT_LETTER.sub("", form).lower()
        return [*shorts, initials] if len(initials) > 2 else shorts


def surface(tokens: Sequence[Token], span: Span) -> str:
    """The text of a span as a name."""
    parts = [tokens[span.first].text]
    for before, token in zip(
        tokens[span.first : span.last], tokens[span.first + 1 : span.last], strict=False
    ):
        parts.append(token.text if before.end == token.start else f" {token.text}")
    return clean_name("".join(parts))


def _is_acronym_of(short: str, full: str) -> bool:
    letters = _NOT_LETTER.sub("", short)
    initials = "".join(word[0] for word in full.split() if word[0].isupper())
    return (
        len(letters) >= 2
        and bool(initials)
        and (letters == initials or letters == _NOT_LETTER.sub("", full))
    )


def _only_one(full_names: list[str], titles: set[str]) -> str | None:
    """The full name a short one stands for, if there is no doubt. A title wins over others."""
    unique = list(dict.fromkeys(full_names))
    titled = [name for name in unique if name in titles]
    if titled:
        return min(titled, key=len)
    longest = max(unique, key=len)
    same = all(set(name.split()) <= set(longest.split()) for name in unique)
    return longest if same else None


def _follow(aliases: dict[str, str], name: str) -> str:
    for _ in range(3):
        name = aliases.get(name, name)
    return name
