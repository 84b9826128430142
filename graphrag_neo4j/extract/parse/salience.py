"""How much of what a text spoke of is raised: the salience of names and nouns.

Each noun phrase that was read raises what it stands for: subjects most, the nearer the more
(after Lappin and Leass, 1994, "An algorithm for pronominal anaphora resolution").
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_MEMORY = 4  # sentences
_LONG_MEMORY = 15  # for whom nobody came after
_CLEAR = 1.25
"""How much more the first must be raised than the second."""
_LEAST = 1.0
_TWICE = 2
_PARALLEL = 1.5
"""More for what has the part in its clause that the pronoun has."""
_QUOTED = 0.3
_ANIMATE = frozenset({"male", "female", "person"})
_SHARING = frozenset({"conj", "advcl", "xcomp"})
"""Verbs that may have the subject of the verb above."""
_OWN = 2.5
"""More for the subject of a clause, as whose something in it is."""
_SUBJECT, _OBJECT, _OTHER = 4.0, 2.5, 1.5
_ASIDE = 0.5


@dataclass(frozen=True, slots=True)
class Raised:
    """What a noun phrase of a sentence stood for. ``name``: "#noun" of what has none; ``clause``:
    the verb that it depends on, and ``is_main``, whether that is one of the main clause; ``role``:
    subject, object or ""."""

    sentence: int
    name: str
    kind: str
    weight: float
    is_quoted: bool
    clause: int
    role: str
    is_main: bool = True

    @property
    def is_subject(self) -> bool:
        return self.role == "subject"


Fit = Callable[[Raised], float]
"""How well what was raised fits, from 0 to 1."""


class Asides:
    """The sentences of a document, by their numbers, that say more of what the one before is about,
    without a verb: "relay sends mail. Python, port 80. It …"."""

    def __init__(self, parses: Sequence[Doc], paragraphs: Sequence[int]) -> None:
        before = [-1, *paragraphs]
        self._places = {
            index
            for index, parse in enumerate(parses)
            if paragraphs[index] == before[index] and _has_no_verb(parse)
        }

    def __contains__(self, sentence: object) -> bool:
        return sentence in self._places

    def told_since(self, first: int, last: int) -> int:
        """How many sentences stand behind one up to another, without asides."""
        return sum(place not in self._places for place in range(first + 1, last + 1))


def _has_no_verb(parse: Doc) -> bool:
    roots = [token for token in parse if token.dep_ == "ROOT"]
    return bool(roots) and all(root.pos_ in ("NOUN", "PROPN") for root in roots)


class Salience:
    """What the sentences read so far raised. A sentence is known by its number."""

    def __init__(self) -> None:
        self._raised: list[Raised] = []

    def add(
        self,
        sentence: int,
        token: Token,
        name: str,
        kind: str,
        *,
        is_quoted: bool,
        is_aside: bool = False,
    ) -> None:
        """``token`` stands for ``name``; ``is_aside``: in a sentence that is one
        (:class:`Asides`), where only people come up."""
        self._raised = [r for r in self._raised if sentence - r.sentence <= _LONG_MEMORY]
        clause, weight, role = verb_of(token), _weight(token), _role(token)
        if is_aside and kind not in _ANIMATE:
            weight = _ASIDE
        if kind in _ANIMATE and _does_it(token):
            weight, role = max(weight, _OBJECT), role or "object"
        is_main = clause >= 0 and _is_main(token.doc[clause])
        raised = Raised(sentence, name, kind, weight, is_quoted, clause, role, is_main)
        self._raised.append(raised)

    def latest(self, names: Collection[str]) -> str:
        """The one of ``names`` that was raised last; ""."""
        near = [raised.name for raised in self._raised if raised.name in names]
        return near[-1] if near else ""

    def named_in(self, sentence: int) -> set[str]:
        """What a sentence raised so far."""
        return {raised.name for raised in self._raised if raised.sentence == sentence}

    def subjects(self, sentence: int, clause: int) -> set[str]:
        """The subjects of a clause."""
        return {
            raised.name
            for raised in self._raised
            if raised.sentence == sentence and raised.clause == clause and raised.is_subject
        }

    def scores(
        self,
        sentence: int,
        token: Token,
        fits: Fit,
        *,
        is_quoted: bool = False,
        quoted: float = _QUOTED,
    ) -> defaultdict[str, float]:
        """How much each name is raised where ``token`` stands in a sentence. ``quoted``: what is
        left of what only a quotation raises, for who tells of it."""
        scores: defaultdict[str, float] = defaultdict(float)
        role = _role(token)
        owner_clause = verb_of(token) if token.tag_ == "PRP$" else -2
        for raised in self._raised:
            if sentence - raised.sentence > _MEMORY or not (fit := fits(raised)):
                continue
            weight = fit * raised.weight * 0.5 ** (sentence - raised.sentence)
            if raised.is_quoted and not is_quoted:
                weight *= quoted
            if raised.role == role:
                weight *= _PARALLEL
            if raised.sentence == sentence and raised.is_subject and raised.clause == owner_clause:
                weight *= _OWN
            if weight:
                scores[raised.name] += weight
        return scores

    def nearer(self, name: str, sentence: int, fits: Fit, *, is_quoted: bool) -> str:
        """Who took part in a later sentence than the last that had ``name``, or ""."""
        own = [r for r in self._raised if r.is_quoted <= is_quoted and r.sentence <= sentence]
        last = max((r.sentence for r in own if r.name == name), default=sentence)
        first = max(last + 1, sentence - _MEMORY)
        later = [r for r in own if r.sentence >= first and r.role and r.is_main and fits(r)]
        return later[-1].name if later else ""

    def last_person(self, sentence: int, fits: Fit) -> str:
        """Whom the text spoke of before it came to things."""
        weights: defaultdict[str, float] = defaultdict(float)
        for raised in self._raised:
            if fits(raised) and not raised.is_quoted:
                weights[raised.name] += raised.weight * 0.8 ** (sentence - raised.sentence)
        return clearest(weights, _LEAST / 4, 2 * _CLEAR)


def clearest(scores: Mapping[str, float], least: float = _LEAST, clear: float = _CLEAR) -> str:
    """The name that is raised by ``least``, and ``clear`` times as much as the second; ""."""
    ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    if not ranked or ranked[0][1] < least:
        return ""
    is_clear = len(ranked) == 1 or ranked[0][1] >= clear * ranked[1][1]
    return ranked[0][0] if is_clear else ""


def foremost(counts: Mapping[str, int], fits: Callable[[str], bool], least: int) -> str:
    """The name, of those that fit, that a text has ``least`` times at least, and twice as often as
    any other; ""."""
    own = sorted(((n, name) for name, n in counts.items() if fits(name)), reverse=True)
    if not own or own[0][0] < least:
        return ""
    return own[0][1] if len(own) == 1 or own[0][0] >= _TWICE * own[1][0] else ""


def verb_of(token: Token) -> int:
    """The verb of the clause that a word stands in: the one that has the subject."""
    verb = next((a for a in token.ancestors if a.pos_ in ("VERB", "AUX")), None)
    if verb is None:
        return -1
    while verb.dep_ in _SHARING and verb.head.i != verb.i and not _has_subject(verb):
        verb = verb.head
    return verb.i


def _has_subject(verb: Token) -> bool:
    return any(child.dep_ in ("nsubj", "nsubjpass") for child in verb.children)


def _chain(token: Token) -> Iterator[Token]:
    """A word and those that "and" joins it to."""
    yield token
    while token.dep_ == "conj":
        token = token.head
        yield token


def is_subject(token: Token) -> bool:
    return any(one.dep_ in ("nsubj", "nsubjpass") for one in _chain(token))


def _role(token: Token) -> str:
    *_, first = _chain(token)
    if first.dep_ in ("nsubj", "nsubjpass"):
        return "subject"
    return "object" if first.dep_ in ("dobj", "dative") else ""


def _weight(token: Token) -> float:
    *_, first = _chain(token)
    if first.dep_ in ("nsubj", "nsubjpass", "ROOT"):
        if _is_joined(token):  # of two who do something neither is "he" before others
            return _OBJECT
        return _SUBJECT if first.head.dep_ not in ("relcl", "acl") else _OBJECT
    return _OBJECT if first.dep_ in ("dobj", "dative") else _OTHER


def _is_main(verb: Token) -> bool:
    while verb.dep_ == "conj":
        verb = verb.head
    return verb.dep_ == "ROOT"


def _is_joined(token: Token) -> bool:
    return token.dep_ == "conj" or any(child.dep_ == "conj" for child in token.children)


def _does_it(token: Token) -> bool:
    """Whether it is by whom something is done: "written by the nephew"."""
    by = token.head
    return token.dep_ == "pobj" and by.lower_ == "by" and by.head.tag_ == "VBN"


def is_of_other(token: Token) -> bool:
    """Whether a pronoun is of another than its clause is about: "Ann saw her", "Ann is her
    successor"; who is "her own boss" may be Ann."""
    if token.tag_ == "PRP":
        return not is_subject(token)
    noun = token.head
    is_told = token.dep_ == "poss" and noun.dep_ == "attr" and noun.head.lemma_ == "be"
    return is_told and all(child.lower_ != "own" for child in noun.lefts)
