"""What kind of thing a name names, as far as rules can tell.

The strongest sign is a definition ("X is a French novelist"), then the shape of the name
(honorific, given name, "… River", "… Inc.") and general lists of places, then what stands
around it ("born in X").
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from graphrag_neo4j.extract.lexicon import (
    bag,
    is_town,
    normal_form,
    place_map,
    plain_words,
    type_map,
    word_set,
)
from graphrag_neo4j.extract.rules.codes import (
    identifier_type,
    is_code,
    is_identifier,
    is_marked,
    kind_by_noun,
)
from graphrag_neo4j.extract.rules.definitions import Definition
from graphrag_neo4j.extract.rules.labels import (
    credible,
    is_given_alone,
    is_given_name,
    is_person_by_form,
)
from graphrag_neo4j.extract.rules.name_spans import ROMAN, Span, given_names, is_capital
from graphrag_neo4j.extract.rules.titled_names import is_among_titled
from graphrag_neo4j.extract.rules.tokens import Token
from graphrag_neo4j.model import UNKNOWN_TYPE

_PERSON_HINTS = bag(
    "mr mrs ms miss mister dr doctor prof professor sir dame cllr councillor councilor"
)
_IS = frozenset({"is", "was", "'s", "’s"})
_PERSON_TITLES = bag("father mother brother sister aunt uncle cousin")
"""Before a name and with a capital: "Father Tull", not "her sister Ann"."""
_PLACE_BEFORE = bag("in near at from")
_IN_PERSONS = bag(
    """
    of the and de der den van von la le du da di y e af av zu zum bin ibn al el ter ten del della
    dos das het san
    """
)
_MISTAKEN = frozenset({"LOCATION", "ORGANIZATION"})
"""What a parser often takes a given name for that it does not know."""
_LONGEST_PLACE = 3  # words
_WORDS_OF_PERSON = 2
_WORDS_OF_CALL = 3  # "she is called"
_CURRENCY = 3  # letters
_FEW_VOTES = 2  # of one place in the text
_NUMBERED = re.compile(
    r"(?:[A-Z]{2,6}|[A-Z]{2,5}/[A-Z]{2,5}) \d{3,}[\w.:-]*$"
)  # EO 14028, RFC 2822
_SECTION = re.compile(
    r"(?:clause|schedule|section|subsection|paragraph|annex|appendix)s? (?:\d{1,3}[\w.()]*|[A-Z])",
    re.IGNORECASE,
)
_SERIES = re.compile(r"(?:ADR|RFC|PEP|JEP|KEP|EIP|BIP|ISO|IEC|DIN|EN|SOP) \d[\w.:-]*")
"""Documents of a series: ADR 7."""
_CODE = re.compile(
    r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?:\(\))?$"  # os.path, Writer.close
    r"|(?:[A-Z][a-z0-9]+)+(?:Error|Exception|Warning)$|U\+[0-9A-F]{4,6}$"
)
_VERSION = re.compile(r"v?\d+(?:\.\d+|\.x)+(?:[ab]|rc)?\d*")
_DOMAIN = re.compile(
    r"\.(?:com|org|net|edu|gov|io|de|fr|uk|eu|cn|[A-Z])$|^(?:[A-Z]\.)", re.IGNORECASE
)


@dataclass(slots=True)
class Signs:
    """What a document says about the kind of one name."""

    definition: Definition | None = None
    beside: Definition | None = None
    """The same by a noun beside the name ("Nordline, a shipping firm"), from a parser."""
    hints: Counter[str] = field(default_factory=Counter)
    is_firm: bool = False
    """Whether it stands in a column of firms."""
    is_addressed: bool = False
    """Whether "Mr", "Mrs" or "Dr" stands before it, or a noun for a person beside it."""
    kinds: Counter[str] = field(default_factory=Counter)
    """What the column of a code or the noun before it says that it is: INVOICE."""
    column: Counter[str] = field(default_factory=Counter)
    """What the columns that it stands in say that their values are."""
    labels: Counter[str] = field(default_factory=Counter)
    """Types that a parser gave the name, where there is one."""


def hint_at(tokens: Sequence[Token], span: Span, own_types: Sequence[str] = ()) -> str:
    """The kind that the words around a name suggest, or ""; a noun before it may be one of
    ``own_types`` ("the spell X")."""
    for own in own_types:
        noun = _noun(own).split()
        place = span.first - len(noun)
        if place >= 0 and [token.low for token in tokens[place : span.first]] == noun:
            return own
    before = tokens[span.first - 1].low.rstrip(".") if span.first else ""
    if before in _PERSON_HINTS or is_among_titled(tokens, span):
        return "PERSON"
    if before in word_set("names", "title") and span.last - span.first > 1:
        return "PERSON"
    following = tokens[span.last].text if span.last < len(tokens) else ""
    if (
        following == "("
        and span.last + 1 < len(tokens)
        and tokens[span.last + 1].low
        in (
            "born",
            "died",
        )
    ):
        return "PERSON"
    if before in _PLACE_BEFORE and not span.quoted:
        two_before = tokens[span.first - 2].low if span.first > 1 else ""
        if two_before in ("born", "died", "lived", "located", "situated", "based", "raised"):
            return "LOCATION"
    return "WORK" if span.quoted else ""


def kind_around(tokens: Sequence[Token], span: Span) -> str:
    """The kind of record that the noun before a code says ("invoice R-2026-140"), and CODE for a
    word in small letters that is written as code; else ""."""
    if span.last - span.first != 1:
        return ""
    word = tokens[span.first].text
    if is_code(word):
        return kind_by_noun(tokens[span.first - 1].text) if span.first else ""
    return (
        (type_by_ending(word) or "CODE") if word.islower() and is_marked(tokens, span.first) else ""
    )


def type_of(name: str, signs: Signs | None, own_types: Sequence[str] = ()) -> str:
    """The type of a name. ``own_types`` go first: by its definition, its head
    noun, a noun before it."""
    for definition in (signs.definition, signs.beside) if signs is not None else ():
        defined = _type_by_nouns(definition, own_types) if definition is not None else ""
        if defined:
            return defined
    named = next((own for own in own_types if _is_head(_noun(own), name)), "")
    if not named and signs is not None:
        named = next((own for own in own_types if signs.hints[own]), "")
    found = (
        named
        or _most(signs.kinds if signs is not None else {})
        or _most(signs.column if signs is not None else {})
        or _person_by_label(name, signs)
        or ("ORGANIZATION" if signs is not None and signs.is_firm else "")
        or type_by_ending(name)
        or ("PERSON" if _is_person(name, signs) else "")
        or _by_labels(name, signs)
        or _type_by_lists(name)
    )
    if found:
        return found
    if signs is not None and signs.hints:
        return max(signs.hints.items(), key=lambda item: item[1])[0]
    return UNKNOWN_TYPE


def _most(votes: Mapping[str, int]) -> str:
    return max(sorted(votes), key=votes.__getitem__) if votes else ""


def _is_person(name: str, signs: Signs | None) -> bool:
    """Whether how a name is written or addressed makes it a person's."""
    is_addressed = signs is not None and signs.is_addressed
    return is_person_by_form(name) or (is_addressed and not any(map(str.isdigit, name)))


def is_addressed(tokens: Sequence[Token], span: Span) -> bool:
    """Whether "Mr", "Dr", "Father" or "she's called" stands before a name of one or two words."""
    before_it = tokens[max(0, span.first - _WORDS_OF_CALL) : span.first]
    if span.last - span.first <= _WORDS_OF_PERSON and _is_called(before_it):
        return True
    word = tokens[span.first - 1] if span.first else None
    before = word.low.rstrip(".") if word is not None else ""
    is_kin = word is not None and is_capital(word.text) and before in _PERSON_TITLES
    is_titled = is_kin or before in _PERSON_HINTS or is_among_titled(tokens, span)
    return is_titled and span.last - span.first <= _WORDS_OF_PERSON


def _is_called(before: Sequence[Token]) -> bool:
    """ "She's called", "he is named", "sie heißt", with nothing between it and the name."""
    words = [token.low for token in before]
    if words[-1:] in (["heißt"], ["heisst"]):
        return words[-2:-1] in (["sie"], ["er"])
    is_named = words[-1:] in (["called"], ["named"])
    return is_named and words[0] in ("she", "he") and words[1] in _IS


def _person_by_label(name: str, signs: Signs | None) -> str:
    """ "Laura Hill" is no hill: a given name first, and a parser that says so."""
    words = normal_form(name).split()
    is_labelled = signs is not None and signs.labels["PERSON"] > 0
    return "PERSON" if is_labelled and len(words) == 2 and _are_given(name) else ""


def _are_given(name: str) -> bool:
    """Whether a given name begins it, and what "&" adds to it: not "Ernst & Young"."""
    firsts = (normal_form(part).partition(" ")[0] for part in name.split("&"))
    return all(map(is_given_name, firsts))


def _by_labels(name: str, signs: Signs | None) -> str:
    """The type that a parser gives a name mostly; a single time, lists know better."""
    if signs is None or not signs.labels or is_identifier(name):
        return ""
    labels = credible(name, signs.labels)
    if not labels:  # "Board", "Librarian" where a line begins
        return type_map("definition").get(name.lower()) or type_map("suffix").get(name.lower(), "")
    label, votes = max(labels.items(), key=lambda item: item[1])
    listed = _type_by_lists(name)
    if label in _MISTAKEN and is_given_alone(name):
        return "PERSON"
    if 2 * labels.total() < signs.labels.total():
        return listed  # what a parser mostly takes it for cannot be: it does not know the name
    return listed if listed and votes <= _FEW_VOTES else label


def _noun(own_type: str) -> str:
    return own_type.replace("_", " ").lower()


def _is_head(noun: str, name: str) -> bool:
    """Whether a name is headed by a noun: "Executive Order 14028", "Mending Spell of Ur"."""
    words = name.lower().partition(" of ")[0].split()
    while words and any(map(str.isdigit, words[-1])):
        words.pop()
    return len(name.split()) > 1 and f" {' '.join(words)}".endswith(f" {noun}")


def _type_by_nouns(definition: Definition, own_types: Sequence[str]) -> str:
    for own in own_types:
        if f" {_noun(own)} " in f" {' '.join(definition.nouns)} ":
            return own
    known, head = type_map("definition"), definition.head
    if head not in known and head in word_set("types", "person"):
        return "PERSON"  # "harbour master": what stands before an unknown noun tells less
    for noun in reversed(definition.nouns):
        found = known.get(noun) or known.get(noun.removesuffix("s"))
        if found:
            return found
    return ""


@cache
def type_by_ending(name: str) -> str:
    """What the first or last word of a name tells: "… River", "… Inc.", "Lake …"."""
    words = normal_form(name).split()
    if not words:
        return ""
    if by_form := _type_by_form(name, words):
        return by_form
    if " ".join(words) in word_set("things", "field"):
        return "CONCEPT"
    if " ".join(words) in word_set("places", "nationality"):
        return "NATIONALITY"
    is_address = "/" in name and " " not in name
    if len(words) == 1 or is_address or " ".join(words) in place_map():
        return ""
    if words[-1] in word_set("places", "affix"):
        return "LOCATION"
    return type_map("suffix").get(words[-1]) or type_map("prefix").get(words[0], "")


@cache
def may_be_place(name: str) -> bool:
    """Whether nothing in a name itself says that it is no place: "Congress", "CSV", "Ann Berg"."""
    words = normal_form(name).split()
    if not words or len(words) > _LONGEST_PLACE or name.isupper() or not name[0].isupper():
        return False
    if any(map(str.isdigit, name)) or "," in name:
        return False
    listed = _type_by_lists(name) or type_by_ending(name)
    kinds = type_map("suffix").keys() | type_map("definition").keys()
    is_kind = words[-1] in kinds or (len(words) == 1 and words[0] in plain_words())
    return listed in ("", "LOCATION") and not is_kind and words[0] not in given_names()


def _type_by_form(name: str, words: Sequence[str]) -> str:
    """What the writing tells: EO 14028, Executive Order 14028, os.path.join, Windows 11."""
    if words[:2] == ["executive", "order"]:
        return "LAW"
    if _SECTION.fullmatch(name):
        return "SECTION"
    products = word_set("things", "product")
    if _is_version(name, products):
        return "PRODUCT"
    if name.lower() in products:
        return "PRODUCT"
    if _NUMBERED.match(name) or _SERIES.fullmatch(name):
        return "DOCUMENT"
    if is_identifier(name):
        return identifier_type(name)
    return "CODE" if _CODE.match(name) and not _DOMAIN.search(name) else ""


def _is_version(name: str, products: frozenset[str]) -> bool:
    """ "Windows 11", "Python 3.7", "Ubuntu 22.04"; not "Section 4.1" and "Luke 2.14"."""
    first, _, number = name.partition(" ")
    if first.lower() in products:
        return number[:1].isdigit() and " " not in number
    is_plain = first.lower() in plain_words() or first.lower() in given_names()
    is_currency = len(first) <= _CURRENCY and first.isupper()
    return (
        bool(_VERSION.fullmatch(number)) and first[:1].isupper() and not (is_plain or is_currency)
    )


@cache
def _type_by_lists(name: str) -> str:
    """What lists of places and given names tell."""
    words = normal_form(name).split()
    if not words:
        return ""
    if name.lower() in word_set("things", "organization"):
        return "ORGANIZATION"
    if name.lower() in word_set("things", "product_name"):
        return "PRODUCT"
    if " ".join(words) in place_map():
        return "LOCATION"
    if any(map(str.isdigit, name)):
        return ""
    if is_town(" ".join(words)):
        return "LOCATION"
    if len(words) == 1:
        return "PERSON" if is_given_name(words[0]) else ""
    is_named = all(not word.islower() or word in _IN_PERSONS for word in name.split())
    if _are_given(name) and len(words) <= 5 and "the" not in words[:-2] and is_named:
        return "PERSON"
    titled = words[0] in word_set("names", "noble") and words[0] not in ("st", "saint", "count")
    return "PERSON" if titled or (ROMAN.match(name.split()[-1]) and len(words) == 2) else ""
