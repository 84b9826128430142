"""Short names of a document and the one long name that each stands for: a surname, a first name, a
firm without its legal form, initials."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cached_property
from itertools import pairwise

from graphrag_neo4j.extract.lexicon import (
    bag,
    normal_form,
    place_map,
    plain_words,
    type_map,
    word_set,
)
from graphrag_neo4j.extract.rules.clean_names import surface
from graphrag_neo4j.extract.rules.name_spans import ROMAN, Span, given_names, is_capital
from graphrag_neo4j.extract.rules.statements import Sentence
from graphrag_neo4j.extract.rules.titled_names import HER_TITLES, families_of_mister
from graphrag_neo4j.extract.rules.told_names import names_told
from graphrag_neo4j.text.legal_forms import LEGAL_FORMS

_WORDS_OF_FIRM = 2
_WORDS_OF_PERSON = (2, 3)
_PAIR = 2
_PLACE_BEFORE = bag("in near at to into from through around outside towards of")
_OF_PLACES = bag(
    """
    academy airport army assembly bank board brigade bridge carnival castle chapel church city club
    college committee company council court district fc festival football gazette hall harbour
    herald hospital hotel house inn institute library market mill museum navy news observer
    orchestra parish parliament party police port post press railway road school society station
    street surgery theatre times tribune union united university valley village
    """
)
"""What is called by the place where it is: "Dunmere School" is not Dunmere."""
_OF_FIRMS = bag(
    """
    ai america analytics asia brasil capital china cloud consulting deutschland digital energy
    engineering europe france games germany health india international japan media mobile music
    nordic platform quantum research services studio studios uk usa ventures web
    """
)
"""What a part of a firm is called: "Tarnfield Research" is not Tarnfield."""
_NOT_LETTER = re.compile(r"[^A-Z]")


class Aliases:
    """The short names of one document.

    ``forms``: spellings with their counts by normal form; ``titles``: normal forms of its titles;
    ``said``: each sentence with its names; ``persons``, ``firms``, ``lower_words`` and ``people``
    as :class:`~graphrag_neo4j.extract.rules.names.Names` has them.
    """

    def __init__(
        self,
        forms: Mapping[str, Counter[str]],
        titles: Set[str],
        said: Sequence[tuple[Sentence, Sequence[Span]]],
        persons: Set[str],
        lower_words: Set[str],
        firms: Set[str] = frozenset(),
        people: Set[str] = frozenset(),
    ) -> None:
        self._people = people
        self._forms = forms
        self._titles = titles
        self._said = said
        self._persons = persons
        self._firms = firms
        self._lower_words = lower_words
        self.told: dict[str, list[str]] = {}
        """What the document says that a name is short for or called besides, by its normal form."""

    def find(
        self, counts: Mapping[str, int], defined: Mapping[str, str] | None = None
    ) -> dict[str, str]:
        """Normal forms of short names -> that of the one long name they stand for; ``counts``:
        how often each name is said; ``defined``: what the document itself says."""
        aliases = self._acronyms_in_brackets() | self._names_told(counts) | dict(defined or {})
        candidates: dict[str, list[str]] = {}
        titled = self._titled()
        misters = families_of_mister([sentence for sentence, _ in self._said])
        for norm in dict.fromkeys([*sorted(self._titles), *self._forms]):
            for short in self._short_forms(norm, norm in self._titles):
                for form in (short, *titled.get(short, ())):
                    if form != norm:
                        candidates.setdefault(form, []).append(norm)
        ranked = sorted(candidates.items(), key=lambda item: -len(item[0].split()))
        for short, full_names in ranked:  # "P. Berg" first: who that is, "Berg" may be, too
            if short in counts and short not in aliases:
                known = [aliases.get(name, name) for name in full_names]
                chosen = _only_one(known, self._titles)
                if chosen is None or self._stand_together(short, chosen):
                    continue
                if not (short in misters and _is_hers(chosen)):  # "Mr. Orr" is not Martha Orr
                    aliases[short] = chosen
        aliases |= self._short_firms(counts, aliases)
        return {short: _follow(aliases, full) for short, full in aliases.items()}

    def _titled(self) -> dict[str, list[str]]:
        """Family names -> how the document says them with a title: "judge greve"."""
        titles = word_set("names", "title") - HER_TITLES
        found: dict[str, list[str]] = {}
        for norm in self._forms:
            title, _, family = norm.partition(" ")
            if title in titles and family and " " not in family:
                found.setdefault(family, []).append(norm)
        return found

    def _short_firms(self, counts: Mapping[str, int], known: Mapping[str, str]) -> dict[str, str]:
        """First words of firms that stand for them: "Corvane" for "Corvane Haulage", where neither
        a place, a person nor another name has the word."""
        words_of = {norm: norm.split() for norm in self._forms}
        holders = Counter(word for words in words_of.values() for word in set(words))
        found: dict[str, str] = {}
        for norm, words in words_of.items():
            if norm not in self._firms or len(words) != _WORDS_OF_FIRM:
                continue
            short, kind = words
            if kind in _OF_PLACES | _OF_FIRMS or not counts.get(short) or short in known:
                continue
            if short in self._persons:  # "Ann & Max" above a chat of the two
                continue
            is_own = holders[short] == 2 and short not in self._places_said  # alone, and in it
            is_word = _is_known_word(short) or short in self._lower_words
            if is_own and not is_word and self._is_introduced(norm, short):
                found[short] = norm
        return found

    def _is_introduced(self, norm: str, short: str) -> bool:
        """Whether a name stands in full before it is shortened, and the short form is written as a
        word: "IBM" is no short for "IBM Quantum"."""
        if all(form.isupper() for form in self._forms[short]):
            return False
        return self._first_said(norm, short) == norm

    def _first_said(self, *norms: str) -> str:
        """Which of ``norms`` the text has first, or ""."""
        places = {norm: self._order[norm] for norm in norms if norm in self._order}
        return min(places, key=places.__getitem__, default="")

    @cached_property
    def _order(self) -> dict[str, int]:
        """Each name and how many stand before its first place."""
        said = (
            normal_form(surface(sentence.tokens, span))
            for sentence, spans in self._said
            for span in spans
        )
        order: dict[str, int] = {}
        for place, norm in enumerate(said):
            order.setdefault(norm, place)
        return order

    @cached_property
    def _places_said(self) -> frozenset[str]:
        """What is spoken of as a place somewhere: "in Dunmere"."""
        return frozenset(
            normal_form(surface(sentence.tokens, span))
            for sentence, spans in self._said
            for span in spans
            if span.first and sentence.tokens[span.first - 1].low in _PLACE_BEFORE
        )

    def _stand_together(self, short: str, full: str) -> bool:
        """Whether a sentence tells "Mrs. Orr" from "Martha", so that she is not Martha Orr."""
        if short.partition(" ")[0] not in HER_TITLES:
            return False
        first = full.partition(" ")[0]
        for sentence, spans in self._said:
            norms = {normal_form(surface(sentence.tokens, span)) for span in spans}
            if short in norms and not norms.isdisjoint((first, full)):
                return True
        return False

    def _acronyms_in_brackets(self) -> dict[str, str]:
        aliases: dict[str, str] = {}
        for sentence, spans in self._said:
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
                    self.told.setdefault(norm, [tokens[short.first].text])
        return aliases

    def _names_told(self, counts: Mapping[str, int]) -> dict[str, str]:
        """Other names that are told of one alone, and what stands for both: the name in full, or
        the one that the document uses more."""
        found: dict[str, dict[str, str]] = {}
        for name, other in names_told(self._said, self._is_person):
            norm, short = normal_form(name), normal_form(other)
            if short and short != norm:
                self.told.setdefault(norm, []).append(other)
                found.setdefault(short, {})[norm] = name
        aliases: dict[str, str] = {}
        for short, owners in found.items():
            norm, name = next(iter(owners.items()))
            if len(owners) > 1 or short in self._titles or norm not in self._forms:
                continue
            is_alike = (" " in short) == (" " in norm) and norm not in self._titles
            if is_alike and counts.get(short, 0) > counts.get(norm, 0):
                norm, short = short, norm
                self.told.setdefault(norm, []).append(name)
            aliases[short] = norm
        return aliases

    def _is_person(self, norm: str) -> bool:
        return norm in self._persons or norm.partition(" ")[0] in given_names()

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
        if "," in form:
            return []  # "Ann, Max" is two, of "Orr, Max" the last word is no family
        shorts: list[str] = []
        is_person = words[0] in given_names() or (
            norm in self._persons
            and len(words) <= 3
            and self._are_names(norm, words)
            and not any(word in word_set("words", "connector") for word in words)
        )
        has_family = is_person and not self._is_second_given(norm, words)
        if has_family or (is_title and len(words) <= 4):
            shorts.append(words[-1])
        is_titled = words[0] in word_set("names", "title")
        is_known = norm in self._people or words[0] in given_names()
        may_be_given = is_known or self._first_said(norm, words[0]) != words[0]
        if (is_person and not is_titled and may_be_given) or ROMAN.match(form.split()[-1]):
            shorts.append(words[0])
        if is_person:
            shorts.append(f"{words[0][0]} {words[-1]}")
        if len(words) > 2 and words[0] in given_names():
            shorts.append(f"{words[0]} {words[-1]}")
        if _is_hers(norm):
            shorts += [f"{title} {words[-1]}" for title in sorted(HER_TITLES)]
        return [short for short in shorts if len(short) > 2]

    def _are_names(self, norm: str, words: Sequence[str]) -> bool:
        """Whether the words of a name are none else: "Evil Spirit" is nobody beside "a spirit"; in
        a chat names of who writes may stand in small letters, too."""
        is_one_of_us = norm in self._people and plain_words().isdisjoint(words)
        return is_one_of_us or self._lower_words.isdisjoint(words)

    def _is_second_given(self, norm: str, words: Sequence[str]) -> bool:
        """Whether a name is but two given ones, as a family names its own: the George of whom the
        text tells before it names William George is somebody else."""
        second = words[-1]
        is_given = len(words) == _PAIR and second in given_names()
        return is_given and self._first_said(norm, second) == second

    def _organisation_forms(self, words: list[str], form: str) -> list[str]:
        shorts = []
        if words[-1] in LEGAL_FORMS:
            shorts.append(" ".join(words[:-1]))
            if words[-2] == "com":
                shorts.append(" ".join(words[:-2]))
        initials = _NOT_LETTER.sub("", form).lower()
        return [*shorts, initials] if len(initials) > 2 else shorts


def by_initials(
    initials: Iterable[str], forms: Mapping[str, Counter[str]], persons: Set[str]
) -> dict[str, str]:
    """``initials`` and the one person of the ``forms`` who has them, as normal forms."""
    people = [
        norm
        for norm in forms
        if len(norm.split()) in _WORDS_OF_PERSON
        and (norm in persons or norm.split()[0] in given_names())
    ]
    found: dict[str, str] = {}
    for short in initials:
        fitting = [n for n in people if "".join(w[0] for w in n.split()) == short.lower()]
        if len(fitting) == 1:
            found[normal_form(short)] = fitting[0]
    return found


def _is_hers(norm: str) -> bool:
    """Whether a name begins with a woman's given name."""
    return norm.split()[0] in given_names() - word_set("names", "male")


def _is_known_word(word: str) -> bool:
    things = word_set("things", "organization") | word_set("things", "product")
    return word in plain_words() | given_names() | things or word in place_map()


def _is_acronym_of(short: str, full: str) -> bool:
    letters = _NOT_LETTER.sub("", short)
    initials = "".join(word[0] for word in full.split() if word[0].isupper())
    return (
        len(letters) >= 2
        and bool(initials)
        and (letters == initials or letters == _NOT_LETTER.sub("", full))
    )


def _only_one(full_names: Sequence[str], titles: Set[str]) -> str | None:
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
