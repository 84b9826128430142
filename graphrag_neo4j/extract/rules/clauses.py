"""Clauses: who does what to whom, as places in a tagged sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from graphrag_neo4j.extract.lexicon import bag
from graphrag_neo4j.extract.rules.tokens import Token

Range = tuple[int, int]
"""Words ``[first, last)``."""

_COPULAS = bag("is was are were be been being become became becomes remains remained")
_DENIALS = bag("neither nor not")
_LONGEST_LIST = 60  # words that the arguments of one verb may span


@dataclass(slots=True)
class Argument:
    """A noun phrase after a verb, with the preposition before it ("" for a direct object)."""

    preposition: str
    words: Range


@dataclass(slots=True)
class Clause:
    """``subject`` verb-group ``arguments``. ``is_copula``: the verb is a bare "be"/"become"."""

    subject: Range
    verb: Range
    arguments: list[Argument] = field(default_factory=list)
    is_copula: bool = False
    end: int = 0


def find_clauses(tokens: Sequence[Token], tags: str) -> list[Clause]:
    """The clauses of a sentence that have a subject, in order."""
    clauses: list[Clause] = []
    pending: list[Clause] = []  # verbs that share the arguments of the next: "bought and sold X"
    place = 0
    while place < len(tags):
        if tags[place] not in "AMVpG" or (tags[place] == "G" and not _opens_clause(tags, place)):
            place += 1
            continue
        verb = _verb_group(tags, place)
        clause = _clause(tokens, tags, verb, clauses)
        if clause is not None:
            clauses.append(clause)
            for waiting in pending:
                waiting.arguments, waiting.end = clause.arguments, clause.end
            if clause.arguments:
                pending = []
            elif tags[verb[1] : verb[1] + 1] == "C":
                pending.append(clause)
        place = max(verb[1], place + 1)
    return [clause for clause in clauses if clause.arguments]


def _opens_clause(tags: str, place: int) -> bool:
    """Whether a gerund says something of the noun before it ("starring X", ", causing Y")."""
    before = tags[place - 1] if place else ""
    after = tags[place + 1] if place + 1 < len(tags) else ""
    if before == "O" and after == "O":  # "a flying machine"
        return False
    after_comma = before in (",", "x")
    return (after_comma and after in ("N", "O", "D", "T", "P", "#")) or (
        before in ("N", "O", "#") and after in ("N", "O", "D", "#")
    )


def _verb_group(tags: str, first: int) -> Range:
    """Auxiliaries, adverbs, the verb, and infinitives that it governs."""
    last = first + 1
    had_verb = tags[first] in "VpG"
    while last < len(tags):
        letter = tags[last]
        ahead = tags[last + 1] if last + 1 < len(tags) else ""
        if letter == "R" and (ahead in "AMVRTP" or (not had_verb and ahead in "DON#")):
            last += 1
        elif letter in "AMV" and not had_verb:
            had_verb = letter == "V"
            last += 1
        elif letter == "T" and ahead == "I":
            last += 2
            had_verb = True
        else:
            break
    while last > first + 1 and tags[last - 1] == "R" and had_verb:
        last -= 1
    return first, last


def _clause(
    tokens: Sequence[Token], tags: str, verb: Range, before: Sequence[Clause]
) -> Clause | None:
    subject = _subject(tokens, tags, verb[0], before)
    if subject is None or _is_denied(tokens, subject[0]):
        return None
    first, last = verb
    if first and tokens[first - 1].low == "never":  # it makes another predicate
        first -= 1
    is_copula = all(
        tokens[place].low in _COPULAS or tags[place] in "RM" for place in range(first, last)
    ) and any(tokens[place].low in _COPULAS for place in range(first, last))
    clause = Clause(subject, (first, last), is_copula=is_copula)
    clause.arguments, clause.end = _arguments(tokens, tags, last)
    return clause


def _is_denied(tokens: Sequence[Token], subject: int) -> bool:
    """Whether a subject is one that did not: "neither Anna nor Carl", "not even Anna"."""
    before = [token.low for token in tokens[max(subject - 2, 0) : subject]]
    if before[-1:] == ["even"]:
        before.pop()
    return bool(before) and before[-1] in _DENIALS


def _subject(
    tokens: Sequence[Token], tags: str, verb: int, before: Sequence[Clause]
) -> Range | None:
    place = verb
    while place > 0 and tags[place - 1] in "Rx":
        place -= 1
    if place == 0:
        return None
    letter = tags[place - 1]
    if letter == "W":
        end = place - 1
        while end > 0 and tags[end - 1] in ",xP":
            end -= 1
        return _noun_phrase_before(tokens, tags, end, tail=True)
    if letter == "C" or (letter == "," and place > 1 and tags[verb] in "VAMG" and before):
        return before[-1].subject if before else None
    if letter == ",":
        return _clause_start(tags, place)
    reduced = tags[verb] in "pG"
    if reduced and before and before[-1].is_copula and before[-1].end >= place - 1:
        return before[-1].subject
    return _noun_phrase_before(tokens, tags, place, tail=reduced)


def _clause_start(tags: str, end: int) -> Range | None:
    """The first noun phrase of the clause that ends before a comma: "X, son of Y, was …"."""
    start = end - 1
    while start > 0 and tags[start - 1] not in "VAMGpIS.W":
        start -= 1
    while start < end and tags[start] in "PSC,RT":
        if tags[start] == "P":
            while start < end and tags[start] != ",":
                start += 1
        else:
            start += 1
    last = start
    while last < end and tags[last] in "NOD#YP":
        last += 1
    return (start, last) if last > start else None


def _noun_phrase_before(tokens: Sequence[Token], tags: str, end: int, tail: bool) -> Range | None:
    """The noun phrase that ends at ``end``. ``tail``: only its last part ("… in a town that")."""
    if end == 0 or tags[end - 1] not in "NO#DYx":
        return None
    first = end
    while first > 0:
        letter = tags[first - 1]
        if (
            letter in "NO#DYx"
            or (letter == "P" and not tail)
            or (letter == "P" and tokens[first - 1].low == "of")
        ):
            first -= 1
        elif letter == "C" and tokens[first - 1].low in ("and", "&", "or") and not tail:
            if first < 2 or tags[first - 2] not in "NO#":
                break
            first -= 1
        elif letter == "," and not tail and _is_list_comma(tags, first - 1, end):
            first -= 1
        else:
            break
    while first < end and tags[first] in "PCx":
        if tags[first] != "P":
            first += 1
            continue
        first = _after_opening(tags, first, end)
    return (first, end) if first < end else None


def _is_list_comma(tags: str, comma: int, end: int) -> bool:
    """Whether "A, B and C" goes on over this comma."""
    return (
        comma > 0 and tags[comma - 1] == "N" and tags[comma + 1] == "N" and "C" in tags[comma:end]
    )


def _after_opening(tags: str, first: int, end: int) -> int:
    """Skips a leading prepositional phrase ("In 1990 Anna …")."""
    place = first + 1
    while place < end and tags[place] == "D":
        place += 1
    kind = tags[place] if place < end else ""
    while place < end and tags[place] == kind:
        place += 1
    return place if place < end else end


def _arguments(tokens: Sequence[Token], tags: str, first: int) -> tuple[list[Argument], int]:
    """The noun phrases after a verb, up to the end of its clause."""
    arguments: list[Argument] = []
    preposition: list[str] = []
    start = first
    place = first
    limit = min(len(tags), first + _LONGEST_LIST)
    while place < limit:
        letter = tags[place]
        if letter in "PT" and not (tokens[place].low == "of" and place > start):
            _close(arguments, preposition, start, place)
            if place > start:
                preposition = []
            preposition.append(tokens[place].low)
            start = place + 1
        elif (
            (letter == "," and not _goes_on(tags, place, start))
            or (letter == "C" and not _joins_nouns(tags, place))
            or letter in "WSVAMp.I"
            or (letter == "G" and place > start)
        ):
            break
        elif letter == "x" and place == start:
            start = place + 1
        place += 1
    _close(arguments, preposition, start, place)
    return arguments, place


def _close(arguments: list[Argument], preposition: Sequence[str], start: int, end: int) -> None:
    if end > start:
        arguments.append(Argument(" ".join(preposition), (start, end)))


def _goes_on(tags: str, comma: int, start: int) -> bool:
    """Whether a comma separates the members of a list of names."""
    if comma == start or tags[comma - 1] not in "N" or comma + 1 >= len(tags):
        return False
    after = comma + 1
    if tags[after] == "C":
        return after + 1 < len(tags) and tags[after + 1] == "N"
    if tags[after] != "N":
        return False
    while after < len(tags) and tags[after] == "N":
        after += 1
    return after == len(tags) or tags[after] in ",C.#"


def _joins_nouns(tags: str, place: int) -> bool:
    """Whether "and" joins two noun phrases, not two clauses."""
    if place == 0 or place + 1 >= len(tags) or tags[place - 1] not in "NO#,Dx":
        return False
    after = place + 1
    while after < len(tags) and tags[after] in "NO#DR":
        after += 1
    return after > place + 1 and (after == len(tags) or tags[after] not in "VAM")
