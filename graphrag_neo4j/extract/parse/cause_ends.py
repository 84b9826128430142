"""The ends of causal facts: names, or short phrases for nouns ("port strike") and clauses ("flight
was cancelled")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import bag
from graphrag_neo4j.extract.parse.clauses import Clause
from graphrag_neo4j.extract.parse.phrases import NOUNS, ParsedSentence, join, members
from graphrag_neo4j.extract.parse.subjects import own_subjects
from graphrag_neo4j.extract.parse.verbs import HARDLY
from graphrag_neo4j.extract.rules.clean_names import clean_name
from graphrag_neo4j.model import ExtractedFact

if TYPE_CHECKING:
    from spacy.tokens import Token

CAUSE_VERBS = bag(
    """
    cause trigger spark provoke prompt ignite precipitate induce fuel spur force anger enrage
    outrage motivate inspire
    """
)
PREVENTING_VERBS = bag("prevent avert")
LONGEST_END = 6  # words of a cause or effect
_LIMITING = HARDLY | bag("only late never")
_UNTIL = bag("until till before")
_DURATIONS = frozenset({"TIME", "DATE"})
_LONGEST_LIMIT = 6
_LEFT_OUT = frozenset({"det", "poss", "predet", "punct", "case"})


class CauseEnds:
    """Names causes and effects."""

    def __init__(self, sentence: ParsedSentence, clauses: Sequence[Clause]) -> None:
        self._sentence = sentence
        self._without: set[int] = set()
        self._clauses = {verb.i: one for one in clauses for verb in (*one.chain, one.verb)}

    def facts(self, cause: Token, effect: Token, type_: str) -> Iterator[ExtractedFact]:
        """The fact that joins them, if both can be named."""
        for one in members(cause) if cause.pos_ in NOUNS else [cause]:
            start, end = self._name(one, effect), self._name(effect, cause)
            is_same = one.lower_ == effect.lower_ and effect.pos_ in NOUNS and start.endswith(end)
            if start and end and start.lower() != end.lower() and not is_same:
                yield ExtractedFact(start, type_.lower(), end, relation_type=type_)

    def _name(self, head: Token, other: Token) -> str:
        """The name or a short phrase for one end, without what tells of the ``other``."""
        sentence = self._sentence
        self._without = {token.i for token in other.subtree} - {head.i}
        if other.is_ancestor(head):
            self._without = set()
        if shared := _shares_noun(head):
            return _lowered(clean_name(join(shared)), sentence)
        if done := _made_to(head):
            return _lowered(f"{self._noun_phrase(head, LONGEST_END)} {join(done)}", sentence)
        if head.lower_ == "being":
            what = self._complement(head)
            return f"being {what}" if what else ""
        if name := sentence.name_of(head):
            return name
        if head.pos_ in ("VERB", "AUX"):
            return self._clause(head)
        if head.pos_ not in NOUNS or sentence.is_empty(head) or sentence.is_value(head):
            return ""
        return _lowered(self._noun_phrase(head, LONGEST_END), sentence)

    def _noun_phrase(self, head: Token, limit: int) -> str:
        """A noun with what stands before it, and what follows as far as it fits."""
        words = [head]
        for child in reversed(list(head.lefts)):
            is_left_out = child.dep_ in _LEFT_OUT and child.lower_ != "no"
            if is_left_out and self._sentence.mention_at(child) is None:
                continue
            part = list(child.subtree)
            if len(part) + len(words) > limit:
                break
            words += part
        for child in head.rights:
            part = [token for token in child.subtree if token.dep_ != "punct"]
            if child.dep_ == "prep" and (len(part) + len(words) > limit or len(part) == 1):
                part = _shortened(child)
            is_other = any(token.i in self._without for token in part)
            is_fit = len(part) + len(words) <= limit and not is_other
            if child.dep_ not in ("prep", "acl") or not is_fit or not part:
                break
            words += part
        return clean_name(join(words))

    def _clause(self, verb: Token) -> str:
        """A clause in a few words: "flight was cancelled", "closed the bridge"."""
        clause = self._clauses.get(verb.i)
        plain = (c for c in own_subjects(verb) if c.dep_ in ("nsubj", "nsubjpass"))
        subject = next((c for c in plain if c.i < verb.i), None)
        group = [c for c in verb.children if c.dep_ in ("aux", "auxpass", "neg") and c.i < verb.i]
        if subject is None and clause is not None:
            subject = clause.subjects[0]
            group = [word for word in clause.words if word.i < verb.i]
        limits = _limits(verb)
        if limits is None:
            return ""
        group = [*group, *(word for word in limits if word.i < verb.i)]
        late = [word for word in limits if word.i > verb.i]
        what = self._complement(verb, without=late)
        what = f"{what} {join(late)}".strip()
        who = self._who(subject) if subject is not None and verb.tag_ != "VBG" else ""
        if who:
            return _lowered(f"{who} {join([*group, verb])} {what}".strip(), self._sentence)
        is_event = verb.tag_ in ("VBG", "VBD", "VBN") or subject is None
        is_left_out = any(word.dep_ == "neg" for word in group) or verb.lemma_ == "be"
        is_told = is_event and not is_left_out  # "was the leader" is nothing without who was
        return f"{verb.lower_} {what}" if what and is_told else ""

    def _complement(self, verb: Token, without: Sequence[Token] = ()) -> str:
        """What is done, or to what: the object, an infinitive, else where to, but for what is
        told otherwise (``without``)."""
        for child in verb.rights:
            if child.dep_ in ("dobj", "attr", "acomp"):
                return self._noun_phrase(child, 4)
            if child.dep_ == "xcomp" and (inner := self._complement(child)):
                return f"{join([*(c for c in child.lefts if c.dep_ == 'aux'), child])} {inner}"
        for child in verb.rights:
            noun = next((c for c in child.children if c.dep_ == "pobj"), None)
            is_connective = child.lower_ in ("over", "after", "following", "because", "due", "amid")
            if child.dep_ != "prep" or is_connective or child in without:
                continue
            if noun is not None and noun.pos_ in NOUNS:
                return f"{child.lower_} {self._noun_phrase(noun, 3)}"
        return ""

    def _who(self, subject: Token) -> str:
        if name := self._sentence.name_of(subject):
            return name
        of_which = any(t.tag_ == "WDT" and t.head.head == subject for t in subject.subtree)
        return self._noun_phrase(subject, 3) if subject.pos_ in NOUNS and not of_which else ""


def _limits(verb: Token) -> list[Token] | None:
    """What makes another thing of what is done: "only after 35 minutes", "too late", "hardly",
    "until May" of what was not done; None where this is too long to be told."""
    limits: list[Token] = []
    for child in verb.children:
        is_adverb = child.dep_ == "advmod" and _limits_alone(child)
        if not is_adverb and not _is_limiting(child, verb):
            continue
        part = [token for token in child.subtree if not token.is_punct]
        if len(part) > _LONGEST_LIMIT:
            return None
        limits += part
    return sorted(limits, key=lambda word: word.i)


def _limits_alone(adverb: Token) -> bool:
    """ "hardly", "late", "later than planned", but not "later" alone, which is a time."""
    is_compared = adverb.i + 1 < len(adverb.doc) and adverb.nbor().lower_ == "than"
    return adverb.lower_ in _LIMITING or is_compared


def _is_limiting(child: Token, verb: Token) -> bool:
    """Whether a phrase or clause beside a verb says how late or how seldom it is done."""
    if child.dep_ not in ("prep", "advcl", "npadvmod"):
        return False
    first = child.left_edge
    is_only = "only" in (first.lower_, first.nbor(-1).lower_ if first.i else "")
    if is_only or first.lower_ == "than":
        return True
    if first.lower_ in _UNTIL:
        return any(c.dep_ == "neg" for c in verb.children)
    is_time = any(c.dep_ == "pobj" and c.ent_type_ in _DURATIONS for c in child.children)
    return first.lower_ == "after" and is_time


def _made_to(thing: Token) -> list[Token]:
    """ "to close three plants" of "forced the firm to close three plants", "from entering" of
    "prevents dust from entering"."""
    lemma = thing.head.lemma_.lower()
    if thing.dep_ == "dobj" and lemma in PREVENTING_VERBS:
        kept_from = next((c for c in thing.head.rights if c.lower_ == "from"), None)
        return _shortened(kept_from) if kept_from is not None else []
    if thing.dep_ != "dobj" or lemma not in CAUSE_VERBS:
        return []
    end = thing.right_edge.i + 1
    for verb in thing.head.rights:
        starts = verb.dep_ in ("xcomp", "advcl") and verb.left_edge.i == end
        if starts and verb.tag_ == "VB" and verb.left_edge.lower_ == "to":
            what = next((child for child in verb.rights if child.dep_ == "dobj"), None)
            lefts = [token for left in what.lefts for token in left.subtree] if what else []
            return [*verb.doc[end : verb.i + 1], *([*lefts, what] if what is not None else [])]
    return []


def _shares_noun(head: Token) -> list[Token]:
    """ "sales and marketing costs": of the first of two, a noun that both may have is not
    parted."""
    doc, place = head.doc, head.i
    if head.n_lefts or place + 3 >= len(doc) or doc[place + 1].dep_ != "cc":
        return []
    other = next((c for c in head.children if c.dep_ == "conj"), None)
    before = list(other.lefts) if other is not None else []
    is_alike = bool(before) and {w.dep_ for w in before} <= {"compound", "amod"}
    if other is None or not is_alike or before[0].left_edge.i != place + 2:
        return []
    return [*doc[place : other.i + 1]]


def _shortened(preposition: Token) -> list[Token]:
    """ "of a ticket to the show" -> "of a ticket"; nothing of what is no phrase alone."""
    after = next((c for c in preposition.children if c.dep_ in ("pobj", "pcomp")), None)
    if after is None or after.pos_ in ("ADP", "SCONJ") or after.pos_ == "PRON":
        return []
    if after.dep_ == "pobj":
        return [preposition, *(token for left in after.lefts for token in left.subtree), after]
    thing = next((c for c in after.rights if c.dep_ == "dobj"), None)  # "in operating cash flow"
    if after.tag_ != "VBG" or thing is None:
        return []
    return [preposition, after, *(t for left in thing.lefts for t in left.subtree), thing]


def _lowered(text: str, sentence: ParsedSentence) -> str:
    """A phrase begins in lower case, unless a name begins it."""
    first = text.partition(" ")[0].partition("'")[0].partition("’")[0]
    is_name = any(token.text == first and token.pos_ == "PROPN" for token in sentence.doc)
    named = is_name or any(mention.name.startswith(first) for mention in sentence.mentions)
    return text if named else text[:1].lower() + text[1:]
