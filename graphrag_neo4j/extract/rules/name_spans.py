"""Where names stand in a sentence: capitalised spans, quoted titles and identifiers.

What one sentence can tell. Whether a doubtful span is a name after all, and which spans are
the same name, is for :mod:`graphrag_neo4j.extract.rules.names`, which sees the whole document.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from graphrag_neo4j.extract.lexicon import bag, type_map, word_set
from graphrag_neo4j.extract.rules.codes import is_identifier
from graphrag_neo4j.extract.rules.kin import FAMILIAR
from graphrag_neo4j.extract.rules.tokens import Token

_FAMILY_PARTICLES = bag("de der den van von")
_LONGEST = 12  # words in a name
_LONGEST_QUOTE = 12  # words in a quoted title
_CLOSING = {'"': '"', "“": "”", "«": "»", "《": "》", "「": "」", "『": "』", "„": "“"}
_EAST_ASIAN_OPENERS = frozenset("《「『")
_NUMERALS = bag("one two three four five six seven eight nine ten eleven twelve")
_OFFICES = bag(
    "ceo cfo coo cto founder co-founder chairman chairwoman director head manager author editor"
)
_AMOUNT = re.compile(r"\d[\d.,]+(?:K|M|B|T|bn|mn)$")
CAPITAL_NAMES = frozenset({"WHO"})  # written so, no pronoun
ROMAN = re.compile(r"[IVX]{1,5}$")
_PARTICLE = re.compile(r"(?:d|l|al|el|ad|an|ar|as|ash|at|az|ul|un)['’-](?P<first>[^\W\d_])")
_POSSESSIVE_HEADS = bag(
    """
    abbey church cathedral college hospital school day square park court hall theatre theater
    university cup league open club union prize law theorem
    """
)
_POSSESSIVE_OWNERS = bag(
    """
    st. saint king queen prince children women men people girls boys world
    """
)
_AFTER_COMMA = bag("jr jr. sr sr. inc inc. ltd ltd. llc esq")
_AND_PAIRS = frozenset(
    {("bosnia", "herzegovina"), ("trinidad", "tobago"), ("antigua", "barbuda"), ("tyne", "wear")}
)
_INSTITUTIONAL = bag("national federal international royal central european state world joint")
_AND_ENDS = bag("sons brothers co co. company daughters associates")
_AND_HEADS = bag("ministry department bureau institute office college")
_WHEN = bag("in since until till during last next this every each early late mid")
_GIVEN_TOO = bag("al april august ed jan june may per will")
_WHEN_OR_WHO = bag("on by from before after")


@dataclass(slots=True)
class Span:
    """Words ``[first, last)`` of a sentence that look like a name.

    ``sure`` is False for a span that is capitalised only because it begins a sentence.
    ``quoted`` marks a title between quotation marks.
    """

    first: int
    last: int
    sure: bool = True
    quoted: bool = False


@cache
def _stop() -> frozenset[str]:
    return word_set("words", "stop")


@cache
def _dates() -> frozenset[str]:
    return word_set("words", "month") | word_set("words", "weekday")


@cache
def given_names() -> frozenset[str]:
    """Common given names, in lower case."""
    return word_set("names", "male") | word_set("names", "female")


@cache
def _connectors() -> frozenset[str]:
    return word_set("words", "connector")


def is_capital(text: str) -> bool:
    """Whether a word is written like a name: Anna, NASA, iPhone, 3M."""
    if text[0].isupper():
        return True
    if "-" in text or "'" in text or "’" in text:
        particle = _PARTICLE.match(text)
        return particle is not None and not particle["first"].islower()
    if text[0].isdigit():
        return len(text) < 8 and text[-1].isupper() and ":" not in text  # 3M, no 2:00PM
    return (
        text[0].isalpha()
        and text.isalpha()
        and len(text) > 2
        and not text[1:].islower()
        and (any(letter.isupper() for letter in text[1:4]))
    )


def find_spans(tokens: Sequence[Token]) -> list[Span]:
    """The spans of a sentence that look like names, from left to right, not overlapping."""
    if not tokens:
        return []
    quotes = _quotes(tokens)
    shouting = is_shouting(tokens)
    spans: list[Span] = []
    speaker = _speaker(tokens)
    if speaker >= 0:
        spans.append(Span(speaker, speaker + 1))
    place = speaker + 1
    while place < len(tokens):
        token = tokens[place]
        end = quotes.get(place)
        if end is not None and _is_title(tokens, place, end):
            spans.append(Span(place + 1, end, quoted=True))
            place = end + 1
        elif is_identifier(token.text):
            spans.append(Span(place, place + 1))
            place += 1
        elif not shouting and _can_begin(tokens, place):
            last = _extend(tokens, place)
            spans.append(Span(place, last, sure=not _begins_sentence(tokens, place)))
            place = last
        else:
            place += 1
    return spans


def _speaker(tokens: Sequence[Token]) -> int:
    """Where the speaker's name stands in a line of chat ("[10:31] ada: hello"), or -1."""
    for place, token in enumerate(tokens[:6]):
        if token.text == ":" and place > 0:
            stamped = tokens[0].text in ("[", "(") or ":" in tokens[0].text
            is_name = tokens[place - 1].is_word and not tokens[place - 1].text[0].isdigit()
            return place - 1 if stamped and place > 1 and is_name else -1
    return -1


def is_shouting(tokens: Sequence[Token]) -> bool:
    """Whether most words are in capitals, which then say nothing."""
    words = [token.text for token in tokens if len(token.text) > 2 and token.text.isalpha()]
    return len(words) >= 4 and sum(word.isupper() for word in words) > 0.6 * len(words)


def _quotes(tokens: Sequence[Token]) -> dict[int, int]:
    """Opening mark -> closing mark, for quotations short enough to be a title."""
    pairs: dict[int, int] = {}
    opened = -1
    closing = ""
    for place, token in enumerate(tokens):
        if opened >= 0 and token.text == closing:
            if place - opened <= _LONGEST_QUOTE + 1:
                pairs[opened] = place
            opened = -1
        elif opened < 0 and token.text in _CLOSING:
            opened, closing = place, _CLOSING[token.text]
    return pairs


def _is_title(tokens: Sequence[Token], opened: int, closed: int) -> bool:
    """A quotation is a title if its words are capitalised, and speech if it ends like one."""
    inner = tokens[opened + 1 : closed]
    if not inner:
        return False
    if tokens[opened].text in _EAST_ASIAN_OPENERS:
        return True
    if inner[-1].text in (",", ".", "...", "--") or not (
        is_capital(inner[0].text) or inner[0].text[0].isdigit()
    ):
        return False
    words = [token for token in inner if token.is_word and not token.text.isdigit()]
    content = [token for token in words if token.low not in _stop()]
    lower = sum(not is_capital(token.text) for token in content)
    if inner[-1].text in "!?" and (opened == 0 or tokens[opened - 1].text in ",:"):
        return False
    return bool(words) and lower <= len(content) // 4 and (len(words) > 1 or bool(content))


def _begins_sentence(tokens: Sequence[Token], place: int) -> bool:
    while place > 0 and tokens[place - 1].text in "\"'“‘„«([*_—–-":
        place -= 1
    return place == 0 or tokens[place - 1].text in (".", "!", "?", ":", ";", "…", "...", "|")


def _is_amount(tokens: Sequence[Token], place: int) -> bool:
    """Whether "50M" stands after a currency, or counts for itself ("250K", but "3M"), or "EUR"
    and "US" stand before an amount."""
    text = tokens[place].text
    if not text[0].isdigit():
        return text.isupper() and _is_currency(tokens, place)
    return _AMOUNT.match(text) is not None or (place > 0 and tokens[place - 1].text in "$€£¥")


def _is_currency(tokens: Sequence[Token], place: int) -> bool:
    if tokens[place].low not in word_set("words", "currency") or place + 1 == len(tokens):
        return False
    after = tokens[place + 1].text
    return after == "$" if len(tokens[place].text) == 2 else after[0].isdigit()


def _can_begin(tokens: Sequence[Token], place: int) -> bool:
    token = tokens[place]
    if not is_capital(token.text) or _is_amount(tokens, place):
        return False
    if token.text in CAPITAL_NAMES:  # what shouts is not read at all
        return True
    following = tokens[place + 1] if place + 1 < len(tokens) else None
    has_name_next = (
        following is not None and is_capital(following.text) and following.low not in _stop()
    )
    if token.low in _dates():
        is_of_name = has_name_next and following is not None and following.low not in _dates()
        is_of_name = is_of_name or _is_before_particle(tokens, place)
        return is_of_name and not _is_when(tokens, place)
    if token.low in _stop() and not (token.text.isupper() and len(token.text) in (2, 3)):
        return (
            has_name_next
            and token.low not in ("i", "the", "a", "an")
            and (not _begins_sentence(tokens, place) or token.low in ("st", "saint"))
        )
    if token.low in _stop():
        return token.low in ("us", "who", "it", "am", "st") and not _begins_sentence(tokens, place)
    return len(token.text) > 1 or has_name_next


def _is_before_particle(tokens: Sequence[Token], place: int) -> bool:
    """ "Jan de Groot", "April van der Meer" are no months."""
    after = place + 1
    while after < len(tokens) and tokens[after].low in _FAMILY_PARTICLES:
        after += 1
    return place + 1 < after < len(tokens) and is_capital(tokens[after].text)


def _is_when(tokens: Sequence[Token], place: int) -> bool:
    """Whether a month or a day says when: "in June Anna Berg left", but "a gift from June Berg"."""
    before = tokens[place - 1].low if place else ""
    is_person = tokens[place].low in given_names()
    return before in _WHEN or (before in _WHEN_OR_WHO and not is_person)


def _extend(tokens: Sequence[Token], first: int) -> int:
    """The end of the name that begins at ``first``."""
    last = first + 1
    limit = min(len(tokens), first + _LONGEST)
    while last < limit:
        step = _step(tokens, first, last, limit)
        if step == 0:
            break
        last += step
    return last


def _step(tokens: Sequence[Token], first: int, last: int, limit: int) -> int:
    """How many more words belong to the name ``[first, last)``; 0 if it is complete."""
    token = tokens[last]
    previous = tokens[last - 1]
    if _continues(tokens, last):
        return 1
    if token.text.isdigit():
        if _is_in_date(tokens, last):
            return 0
        return int(
            (len(token.text) <= 4 or previous.text.isupper() or last - first > 1)
            and previous.low not in _dates()
            and (last + 1 == len(tokens) or tokens[last + 1].text not in "%$€£")
            and not (last + 1 < len(tokens) and tokens[last + 1].low in _dates())
        )
    if token.low in _connectors() or token.low in ("the", "&", "+"):
        is_office = last == first + 1 and previous.low in _OFFICES
        return 0 if is_office else _across_connectors(tokens, last, limit)
    if token.text in ("-", "–") and token.start == previous.end and last + 1 < limit:
        return 2 * _continues(tokens, last + 1)
    if token.text in ("'s", "’s"):
        return _across_possessive(tokens, first, last, limit)
    if token.text in ("'", "’"):
        return 2 * _is_of_many(tokens, last, limit)
    if token.text == "," and last + 1 < limit and tokens[last + 1].low in _AFTER_COMMA:
        return 2
    if token.low == "and" and last + 1 < limit:
        return _across_and(tokens, first, last)
    return 0


def _is_in_date(tokens: Sequence[Token], place: int) -> bool:
    """Whether a number begins a date or a time of day: "13/05/2024", "10:44"."""
    if place + 2 >= len(tokens):
        return False
    number, mark, other = tokens[place : place + 3]
    is_close = number.end == mark.start and mark.end == other.start
    return is_close and mark.text in "/:" and other.text[0].isdigit()


def _continues(tokens: Sequence[Token], place: int) -> bool:
    token = tokens[place]
    if not is_capital(token.text) or _is_amount(tokens, place):
        return False
    if _is_of_family(tokens, place):
        return True
    if token.low in _dates():
        return False
    if token.low not in _stop() or token.low in _NUMERALS or ROMAN.match(token.text):
        return True
    return (
        place + 1 < len(tokens)
        and is_capital(tokens[place + 1].text)
        and token.low not in ("i", "he", "she", "it", "they", "we")
    )


def _is_of_family(tokens: Sequence[Token], place: int) -> bool:
    """Whether a month or a function word is a name, behind what a family calls somebody: "Aunt
    May", "Uncle Per"."""
    before = tokens[place - 1]
    is_called = before.low in FAMILIAR and is_capital(before.text)
    is_day = place + 1 < len(tokens) and tokens[place + 1].text[0].isdigit()
    return is_called and tokens[place].low in _GIVEN_TOO and not is_day


def _across_connectors(tokens: Sequence[Token], last: int, limit: int) -> int:
    if tokens[last].low == "the" and tokens[last - 1].low in _connectors():
        return 0
    place = last
    while place < min(limit, last + 3) and (
        tokens[place].low in _connectors() or tokens[place].text in ("the", "&", "+", "'", "’")
    ):
        place += 1
    if place >= len(tokens) or not is_capital(tokens[place].text):
        return 0
    token = tokens[place]
    if token.low in _dates() or token.low in _stop() or tokens[last].text == "I":
        return 0
    return place - last + 1


def _across_possessive(tokens: Sequence[Token], first: int, last: int, limit: int) -> int:
    if last + 1 >= limit or not is_capital(tokens[last + 1].text):
        return 0
    owner = tokens[last - 1].low
    is_saint = last - 2 >= first and tokens[last - 2].low in ("st.", "saint", "st")
    joined = owner in _POSSESSIVE_OWNERS or is_saint
    return 2 * (joined or tokens[last + 1].low in _POSSESSIVE_HEADS)


def _is_of_many(tokens: Sequence[Token], mark: int, limit: int) -> bool:
    """Whether an institution follows the mark behind those whose it is: "Parents' Association"."""
    owner = tokens[mark - 1]
    if mark + 1 >= limit or not owner.low.endswith("s") or owner.end != tokens[mark].start:
        return False
    head = tokens[mark + 1]
    is_institution = type_map("suffix").get(head.low) == "ORGANIZATION"
    return is_capital(head.text) and (is_institution or head.low in _POSSESSIVE_HEADS)


def _across_and(tokens: Sequence[Token], first: int, last: int) -> int:
    following = tokens[last + 1]
    if not is_capital(following.text) or following.low in _stop():
        return 0
    if _is_one_institution(tokens, first, last):
        return 2
    pair = (tokens[last - 1].low, following.low)
    if pair in _AND_PAIRS or following.low in _AND_ENDS:
        return 2
    return 2 * (tokens[first].low in _AND_HEADS and last - first > 1)


def _is_one_institution(tokens: Sequence[Token], first: int, last: int) -> bool:
    """ "National Aeronautics and Space Administration": opens like an institution and only ends
    like one after "and"."""
    end = last + 1
    while end < len(tokens) and is_capital(tokens[end].text) and end - last < 4:
        end += 1
    opens = tokens[first].low in _INSTITUTIONAL or tokens[first].low in word_set(
        "places", "nationality"
    )
    return (
        opens
        and last - first > 1
        and type_map("suffix").get(tokens[end - 1].low) == "ORGANIZATION"
        and type_map("suffix").get(tokens[last - 1].low) is None
    )


def merged(spans: list[Span], titles: list[Span]) -> list[Span]:
    """Both lists in order; where two overlap, the longer one stays."""
    kept = list(spans)
    for title in titles:
        rivals = [span for span in kept if span.first < title.last and title.first < span.last]
        if all(span.last - span.first <= title.last - title.first for span in rivals):
            kept = [span for span in kept if span not in rivals]
            kept.append(title)
    return sorted(kept, key=lambda span: span.first)
