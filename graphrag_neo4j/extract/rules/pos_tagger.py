"""What each word of a sentence does, as one letter: enough grammar to find clauses.

There is no statistical tagger here: closed word classes, a list of verbs with their forms,
and the neighbours of a word decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache

from graphrag_neo4j.extract.lexicon import (
    BASE,
    GERUND,
    PARTICIPLE,
    PAST,
    THIRD,
    bag,
    verb_forms,
    word_set,
)
from graphrag_neo4j.extract.rules.name_spans import Span
from graphrag_neo4j.extract.rules.tokens import Token

NAME = "N"
NOUN = "O"  # any other word that can stand in a noun phrase
NUMBER = "#"
DETERMINER = "D"
PRONOUN = "Y"
AUXILIARY = "A"
MODAL = "M"
VERB = "V"
INFINITIVE = "I"
GERUND_TAG = "G"
REDUCED = "p"  # a participle after its noun: "a film directed by"
ADVERB = "R"
PREPOSITION = "P"
TO = "T"
RELATIVE = "W"
CONJUNCTION = "C"
SUBORDINATOR = "S"
COMMA = ","
BRACKET = "x"  # inside "(…)"
STOP = "."


_PREPOSITIONS = bag(
    """
    of in on at by for from with into onto through during against between among amongst within
    without upon across around near behind beside beyond under over above below toward towards
    about per via until till throughout despite alongside amid along off out up down as like
    than inside outside plus except since after before opposite including versus
    """
)
_DETERMINERS = bag(
    """
    a an the this these those his her its their my your our each every some any no all both many
    much several few more most other another such 's ’s
    """
)
_PRONOUNS = bag(
    """
    i you he she it we they him them me us himself herself itself themselves
    """
)
_SUBORDINATORS = bag(
    """
    because although though while whereas if unless when whenever once so whether where
    """
)
_RELATIVES = bag("who whom which that whose")
_ADVERBS = bag(
    """
    not never also then later often still already now soon just only even first again almost
    once always sometimes usually mostly mainly together ever too very well there here therefore
    thus currently both n't instead twice
    """
)
_LY_NOUNS = bag("family italy july reply supply ally assembly monopoly only early")


def _never(_: str) -> bool:
    return False


def tag(
    tokens: Sequence[Token], spans: Iterable[Span], is_verb: Callable[[str], bool] = _never
) -> str:
    """One letter for each token. ``is_verb`` knows verbs beside those listed."""
    tags = [""] * len(tokens)
    for span in spans:
        for place in range(span.first, min(span.last, len(tokens))):
            tags[place] = NAME
    depth = 0
    for place, token in enumerate(tokens):
        depth = max(0, depth + (token.text in ("(", "[")))
        if depth:
            tags[place] = BRACKET
            depth -= token.text in (")", "]")
        elif not tags[place]:
            known = NOUN if _is_may(tokens, place) else _closed_class(token)
            tags[place] = known or _open_class(tokens, tags, place, is_verb)
    return "".join(tags)


def _is_may(tokens: Sequence[Token], place: int) -> bool:
    """Whether "May" is the month: beside a number ("3 May"), or after a preposition ("in May")."""
    if tokens[place].text != "May":
        return False
    beside = (*tokens[max(0, place - 1) : place], *tokens[place + 1 : place + 2])
    after_preposition = place > 0 and tokens[place - 1].low in _PREPOSITIONS
    return after_preposition or any(token.text[0].isdigit() for token in beside)


@cache
def _closed_words() -> dict[str, str]:
    classes: dict[str, str] = {}
    for words, letter in (
        (word_set("verbs", "modal"), MODAL),
        (word_set("verbs", "auxiliary") - {"'d"}, AUXILIARY),
        (_RELATIVES, RELATIVE),
        (_SUBORDINATORS, SUBORDINATOR),
        (_DETERMINERS, DETERMINER),
        (_PRONOUNS, PRONOUN),
        (_PREPOSITIONS, PREPOSITION),
        (_ADVERBS, ADVERB),
        (frozenset({"and", "or", "but", "&", "nor"}), CONJUNCTION),
        (frozenset({"to"}), TO),
    ):
        for word in words:
            classes.setdefault(word, letter)
    classes["'s"] = classes["’s"] = DETERMINER
    return classes


def _closed_class(token: Token) -> str:
    known = _closed_words().get(token.low)
    if known:
        return known
    first = token.text[0]
    if first == ",":
        return COMMA
    if first.isdigit():
        return NUMBER
    if not first.isalnum():
        return NOUN if token.text in ("$", "€", "£", "%", "-", "#", "@") else STOP
    if token.low.endswith(("n't", "n’t")):
        return AUXILIARY
    if token.low.endswith("ly") and len(token.low) > 4 and token.low not in _LY_NOUNS:
        return ADVERB
    return ""


def _open_class(
    tokens: Sequence[Token], tags: Sequence[str], place: int, is_verb: Callable[[str], bool]
) -> str:
    """Verb or noun, by form and neighbours."""
    word = tokens[place].low
    flags = verb_forms().get(word, 0) or _guess_flags(word)
    if not flags and is_verb(word):
        flags = THIRD if word.endswith("s") else BASE
    if not flags and not _may_be_unknown_verb(tokens, tags, place):
        return NOUN
    flags = flags or BASE
    before = place - 1
    while before >= 0 and tags[before] in (ADVERB, BRACKET):
        before -= 1
    previous = tags[before] if before >= 0 else STOP
    following = _closed_words().get(tokens[place + 1].low, "") if place + 1 < len(tokens) else STOP
    if place + 1 < len(tokens) and tags[place + 1] == NAME:
        following = NAME
    if previous in (AUXILIARY, MODAL):
        return _after_auxiliary(flags, tokens[before].low)
    if previous == TO:
        return INFINITIVE if flags & BASE else NOUN
    if previous == DETERMINER:
        return NOUN
    if previous == PREPOSITION:
        return GERUND_TAG if flags & GERUND else NOUN
    if flags & GERUND and not flags & BASE:
        return GERUND_TAG
    shy = word in word_set("verbs", "noun_like")
    if flags & (PAST | PARTICIPLE) and not (shy and not flags & PAST):
        return _past(tokens, place, previous, following, flags)
    return _present(flags, previous, following, shy, tokens[before].low if before >= 0 else "")


def _may_be_unknown_verb(tokens: Sequence[Token], tags: Sequence[str], place: int) -> bool:
    """Whether a verb must follow: "did not <word>", "may <word>"."""
    before = place - 1
    while before >= 0 and tags[before] == ADVERB:
        before -= 1
    if before < 0 or not tokens[place].text.islower():
        return False
    auxiliary = tokens[before].low
    return tags[before] == MODAL or auxiliary.startswith(("do", "did"))


def _guess_flags(word: str) -> int:
    """Forms of verbs that are not listed, by their endings."""
    if len(word) > 4 and word.endswith("ed") and not word.endswith("eed") and word.isalpha():
        return PAST | PARTICIPLE
    if len(word) > 5 and word.endswith("ing") and word.isalpha():
        return GERUND
    return 0


def _after_auxiliary(flags: int, auxiliary: str) -> str:
    if flags & (PARTICIPLE | GERUND | PAST):
        return VERB
    takes_base = auxiliary in word_set("verbs", "modal") or auxiliary.startswith(("do", "did"))
    return VERB if takes_base and flags & BASE else NOUN


def _past(tokens: Sequence[Token], place: int, previous: str, following: str, flags: int) -> str:
    """A past form is a finite verb, or a participle that belongs to the noun before it."""
    if previous in (NOUN, NUMBER, NAME, COMMA, BRACKET):
        by_next = place + 1 < len(tokens) and tokens[place + 1].low == "by"
        if by_next or not flags & PAST or (following == PREPOSITION and previous in (NOUN, COMMA)):
            return REDUCED
        is_adjective = previous in (NUMBER, COMMA) and not following
        return NOUN if is_adjective else VERB
    if previous in (STOP, SUBORDINATOR):
        return REDUCED
    return VERB


def _present(flags: int, previous: str, following: str, shy: bool, word_before: str) -> str:
    opens_object = following in (DETERMINER, NAME, PRONOUN, TO) or (
        following == PREPOSITION and not shy
    )
    if flags & THIRD and not flags & BASE:
        subject = previous in (NAME, RELATIVE, PRONOUN, CONJUNCTION, BRACKET) or (
            previous == NOUN and opens_object
        )
        return VERB if subject and (not shy or opens_object) else NOUN
    if flags & BASE:
        plural = word_before.endswith("s") and previous in (NOUN, NAME)
        subject = previous in (PRONOUN, RELATIVE) or (plural and opens_object and not shy)
        return VERB if subject and not (shy and not opens_object) else NOUN
    return NOUN
