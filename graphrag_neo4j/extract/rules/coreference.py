"""Who "he", "it" and "the film" are, where that is clear from the document itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from graphrag_neo4j.extract.lexicon import (
    BASE,
    PARTICIPLE,
    PAST,
    THIRD,
    bag,
    normal_form,
    type_map,
    verb_forms,
    word_set,
)
from graphrag_neo4j.extract.rules.entity_types import Signs
from graphrag_neo4j.extract.rules.name_spans import Span, is_capital
from graphrag_neo4j.extract.rules.names import Names
from graphrag_neo4j.extract.rules.statements import Sentence
from graphrag_neo4j.model import UNKNOWN_TYPE, Document
from graphrag_neo4j.text.function_words import FUNCTION_WORDS

_KINDS = {
    "he": "male",
    "his": "male",
    "him": "male",
    "she": "female",
    "her": "female",
    "it": "thing",
    "its": "thing",
    "they": "group",
    "their": "group",
    "them": "group",
}
_POSSESSIVES = bag("his her its their")
_LATEST_SUBJECT = 2  # words before it
_MEMORY = 3  # sentences after which a subject is forgotten
_LONGEST_OPENING = 10  # words before the comma in "In May 1990, she …"
_OPENINGS = bag(
    """
    in on at after before during from by later since until when while as then following upon
    throughout despite
    """
)
_EMPTY_IT = bag(
    """
    possible impossible clear likely unlikely important necessary true known believed said
    thought reported rumoured rumored estimated assumed hoped expected easy hard difficult time
    said raining snowing not too hoped turns seems seemed appears appeared rained takes took
    """
)
_FEMALE_NOUNS = bag(
    """
    actress queen princess duchess empress countess baroness woman girl mother daughter sister
    wife widow nun abbess aunt niece granddaughter businesswoman songstress heroine
    """
)
_MALE_NOUNS = bag(
    """
    actor king prince duke emperor count baron man boy father son brother husband monk abbot
    uncle nephew grandson businessman bishop pope nobleman priest
    """
)
_SHORTENED = re.compile(r"(?P<verb>['’](?:ll|ve|d))\s+(?P<next>\w+)", re.IGNORECASE)
_IN_FULL = {f"{mark}{end}": verb for mark in "'’" for end, verb in (("ll", "will"), ("ve", "have"))}
_PRONOUN = re.compile(r"\b(he|him|his|she|her|hers)\b", re.IGNORECASE)


@dataclass(slots=True)
class _Subject:
    name: str
    kind: str  # male, female, person, thing, group, unknown
    sentence: int


class Coreference:
    """Follows the subjects of a document and puts names in place of pronouns."""

    def __init__(
        self,
        document: Document,
        names: Names,
        type_of: Callable[[str], str],
        signs: Mapping[str, Signs],
    ) -> None:
        self._names = names
        self._type_of = type_of
        self._signs = signs
        self._count = 0
        self._recent: list[_Subject] = []
        self._title = names.titles[-1] if names.titles else ""
        self._title_kind = self._kind_of_title(document.text) if self._title else ""
        self._heads = self._definition_heads()
        signs_of_title = signs.get(normal_form(self._title))
        is_life = self._title_kind in ("male", "female")
        is_subject = signs_of_title is not None and signs_of_title.definition is not None
        self._is_defined = bool(self._title) and (is_life or is_subject)
        """Whether the text says what its title is; else "it" need not be that."""

    def start_chunk(self) -> None:
        """Forgets the subjects of the chunk before."""
        self._recent = []

    def resolve(
        self, sentence: Sentence, spans: list[Span], known: Mapping[int, str] | None = None
    ) -> list[Span]:
        """Reads a name in place of a leading pronoun; returns the names that are then read.
        ``known``: what a parser tells that the words at some places (characters) stand for."""
        self._count += 1
        place = self._pronoun_place(sentence)
        if place >= 0:
            start = sentence.tokens[place].start
            referent = self._referent(sentence, place) if known is None else known.get(start, "")
            if referent:
                spans = _replace(sentence, spans, place, referent)
        self._remember(sentence, spans)
        return spans

    def title_for(self, wanted: str) -> str:
        """The title, if the text says what that is, and a pronoun of this kind may stand for it."""
        return self._title if self._is_defined and _fits(self._title_kind, wanted) else ""

    def kind_of(self, name: str) -> str:
        """What pronouns fit a name: male, female, person, thing, group or unknown."""
        is_title = bool(self._title) and normal_form(name) == normal_form(self._title)
        return self._title_kind if is_title else self._kind(name)

    def definite(self, noun: str) -> str:
        """The name that "the <noun>" stands for, or ""."""
        return self._heads.get(noun, "")

    def _definition_heads(self) -> dict[str, str]:
        """Head nouns of definitions -> the title, if that is what the noun defines."""
        signs = self._signs.get(normal_form(self._title)) if self._title else None
        if signs is None or signs.definition is None:
            return {}
        nouns = signs.definition.nouns
        return {noun: self._title for noun in nouns[-2:] if noun in type_map("definition")}

    def _kind_of_title(self, text: str) -> str:
        kind = self._kind(self._title)
        if kind in ("person", "unknown"):
            found = [word.lower() for word in _PRONOUN.findall(text)]
            female = sum(word.startswith(("she", "her")) for word in found)
            male = len(found) - female
            is_alone = max(male, female) >= 2 * min(male, female) and (male or female)
            if is_alone and (kind == "person" or _opens_like_a_life(text, self._title)):
                return "female" if female > male else "male"
        return kind

    def _kind(self, name: str) -> str:
        type_ = self._type_of(name)
        if type_ == "PERSON":
            return "group" if "&" in name else self._gender(name)
        if type_ == "ORGANIZATION":
            return "group"
        return "unknown" if type_ == UNKNOWN_TYPE and not name.islower() else "thing"

    def _gender(self, name: str) -> str:
        signs = self._signs.get(normal_form(name))
        if signs is not None and signs.definition is not None:
            nouns = set(signs.definition.nouns)
            if nouns & _FEMALE_NOUNS:
                return "female"
            if nouns & _MALE_NOUNS:
                return "male"
        words = normal_form(name).split()
        first = words[0] if words else ""
        female = first in word_set("names", "female") or first in word_set("names", "female_title")
        male = first in word_set("names", "male") or first in word_set("names", "male_title")
        if female != male:
            return "female" if female else "male"
        return "person"

    def _pronoun_place(self, sentence: Sentence) -> int:
        """Where the pronoun stands that begins the sentence or its main clause, or -1."""
        tokens = sentence.tokens
        if not tokens:
            return -1
        if tokens[0].low in _KINDS and tokens[0].low not in ("him", "them"):
            return 0
        if tokens[0].low in _OPENINGS:
            for place in range(1, min(len(tokens) - 2, _LONGEST_OPENING)):
                if tokens[place].text == "," and tokens[place + 1].low in ("he", "she"):
                    return place + 1
        return -1

    def _referent(self, sentence: Sentence, place: int) -> str:
        tokens = sentence.tokens
        word = tokens[place].low
        following = [token.low for token in tokens[place + 1 : place + 4]]
        if not following or (following[0].startswith(("'", "’")) and word != "its"):
            return ""
        if word == "it" and not _EMPTY_IT.isdisjoint(following):
            return ""
        if word == "her" and not _is_possessive(following[0]):
            return ""
        return self._who(_KINDS[word])

    def _who(self, wanted: str) -> str:
        near = [s for s in self._recent if self._count - s.sentence <= _MEMORY]
        fitting = list(dict.fromkeys(s.name for s in near if _fits(s.kind, wanted)))
        title_fits = self._is_defined and _fits(self._title_kind, wanted)
        if title_fits and (not fitting or self._title in fitting or wanted in ("thing", "group")):
            return self._title
        if len(fitting) == 1:
            return fitting[0]
        return ""

    def _remember(self, sentence: Sentence, spans: list[Span]) -> None:
        spans = spans[1:] if _says_who_speaks(sentence, spans) else spans
        if not spans or spans[0].first > _LATEST_SUBJECT:
            return
        name = self._names.name_at(sentence.tokens, spans[0])
        norm = normal_form(name)
        is_title = bool(self._title) and norm == normal_form(self._title)
        kind = self._title_kind if is_title else self._kind(name)
        self._recent = [s for s in self._recent if self._count - s.sentence <= _MEMORY]
        self._recent.append(_Subject(self._title if is_title else name, kind, self._count))


def _says_who_speaks(sentence: Sentence, spans: list[Span]) -> bool:
    """Whether the first name is of who speaks, who is "I" there, not "he"."""
    if not sentence.begins_turn or not spans or spans[0].first:
        return False
    after = sentence.tokens[spans[0].last : spans[0].last + 1]
    return bool(after) and after[0].text == ":"


def _opens_like_a_life(text: str, title: str) -> bool:
    """Whether a text of unknown subject starts with its title, written like a person's name, which
    begins with no article as that of a book may."""
    words = title.split()
    is_name = 2 <= len(words) <= 4 and all(map(is_capital, words))
    return is_name and text.startswith(words[0]) and words[0].casefold() not in FUNCTION_WORDS["en"]


def _fits(kind: str, wanted: str) -> bool:
    if wanted in ("male", "female"):
        return kind in (wanted, "person")
    if wanted == "thing":
        return kind in ("thing", "group")
    return kind == "group"


def _is_possessive(following: str) -> bool:
    """Whether "her" before this word is "of her": the word is a noun and no finite verb."""
    flags = verb_forms().get(following, 0)
    return not flags & (PAST | THIRD) or following in word_set("verbs", "noun_like")


def _in_full(rest: str) -> str:
    """What follows a pronoun, with the verb that was shortened behind it, as names have none:
    "'ll be", "'d left"; "'d put" may be both."""
    short = _SHORTENED.match(rest)
    if short is None:
        return rest
    verb = _IN_FULL.get(short["verb"].lower(), "")
    if not verb:
        flags = verb_forms().get(short["next"].lower(), 0) & (BASE | PARTICIPLE)
        verb = {BASE: "would", PARTICIPLE: "had"}.get(flags, "")
    return f" {verb}{rest[short.end('verb') :]}" if verb else rest


def _replace(sentence: Sentence, spans: list[Span], place: int, name: str) -> list[Span]:
    """Writes ``name`` in place of the pronoun at ``place`` and moves the spans along."""
    old = sentence.tokens[place]
    new = f"{name}'s" if old.low in _POSSESSIVES else name
    before = len(sentence.tokens)
    rest = _in_full(sentence.reading[old.end :])
    sentence.reread(sentence.reading[: old.start] + new + rest)
    shift = len(sentence.tokens) - before
    n_words = shift + 1 - (old.low in _POSSESSIVES)
    moved = [
        Span(s.first + shift, s.last + shift, s.sure, s.quoted) if s.first > place else s
        for s in spans
    ]
    return sorted([*moved, Span(place, place + n_words)], key=lambda span: span.first)
