"""Causes and effects of a parsed sentence: cause -> effect, where a connective says so.

Verbs ("led to", "was triggered by") join their subject and object. Other connectives ("because
of", "in protest against") join what follows them with what they depend on. The ends may be plain
noun phrases ("port strike") or short clauses ("flight was cancelled"); then they become entities
of their own, in lower case and short.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import bag
from graphrag_neo4j.extract.parse.clauses import Clause
from graphrag_neo4j.extract.parse.phrases import NOUNS, ParsedSentence, join, members
from graphrag_neo4j.extract.relation_types import CAUSES
from graphrag_neo4j.extract.rules.clean_names import clean_name
from graphrag_neo4j.model import ExtractedFact

if TYPE_CHECKING:
    from spacy.tokens import Token

_CAUSE_VERBS = bag(
    """
    cause trigger spark provoke prompt ignite precipitate induce fuel spur force anger enrage
    outrage motivate inspire
    """
)
_MAKES_DO = bag("force prompt spur inspire motivate")
"""Whom one forces is not the effect."""
_LEADS_TO = frozenset(
    {
        *(("lead", "to"), ("result", "in"), ("contribute", "to"), ("culminate", "in")),
        *(("give rise", "to"), ("bring", "about"), ("set", "off"), ("touch", "off")),
    }
)
_COMES_FROM = frozenset(
    {
        *(("stem", "from"), ("result", "from"), ("arise", "from"), ("blame", "on")),
        *(("attribute", "to"),),
    }
)
_IS_CAUSE = {"cause": "of", "reason": "for"}
_EFFECTS = {
    "PREVENTS": bag("prevent avert"),
    "REDUCES": bag("reduce lower lessen diminish mitigate decrease"),
    "INCREASES": bag("increase boost amplify"),
}
EFFECT_TYPES = frozenset({CAUSES, *_EFFECTS})
"""Types of the facts found here; their ends need not be names."""
_CONNECTIVE = re.compile(
    r"(?<!\w)(?:because of|because|due to|owing to|as a (?:direct )?(?:result|consequence) of|"
    r"thanks to|on account of|in response to|in reaction to|in retaliation (?:for|to)|in view of|"
    r"in protest (?:against|over|at|of)|to protest(?: against| over)?|"
    r"protesting(?: against| over)?|in (?:the )?(?:wake|aftermath) of|"
    r"in (?:solidarity|sympathy) with|in support of|in anticipation of|"
    r"on (?:suspicion|charges|grounds) of|angry (?:over|at|about)|"
    r"attributable to|demanding|seeking)(?!\w)",
    re.IGNORECASE,
)
_EVENTFUL = re.compile(r"(?<!\w)(?:after|following|over|amid)(?!\w)", re.IGNORECASE)
_EVENTS = bag(
    """
    strike protest riot killing death attack explosion blast arrest decision shortage crash accident
    flood flooding fire storm earthquake drought war clash violence murder shooting dispute scandal
    outbreak outage failure error bug incident collapse defeat resignation ban cut closure delay
    fall rise increase decline demand policy plan allegation issue condition wage pay dismissal
    removal kill die attack arrest resign collapse crash fail refuse reject shoot injure sack ban
    announce deny exam law bill reform eviction suicide concern fear announcement crackdown coup
    invasion assassination unrest upgrade deploy deployment rollout change disruption blockade
    imposition altercation torching controversy stir recall agitation rally ruling verdict breach
    rampage argument anger march rivalry tension quarrel row feud petition protest clash siege
    wrath deadlock demonstration meeting negotiation talk complaint lawsuit boycott resentment
    outrage begin erupt
    """
)
_EVENT_ENDINGS = ("tion", "tions", "sion", "sions", "ment", "ments")
_NO_EVENTS = bag(
    """
    option nation station section question version portion position location fashion condition
    moment element segment document apartment department instrument monument garment
    """
)
_MOODS = bag("irk anger upset worry enrage outrage alarm angry")
_DISPUTES = (_EVENTS | _MOODS) - bag(
    "fall rise increase decline change upgrade deploy deployment rollout begin"
)
"""What "over" gives a reason for; changes are made over a whole line."""
_WANTED = bag("demanding seeking")
"""What is wanted is the cause of what is done for it, not of who wants it."""
_TIMES = bag("date day week month year period time term decade lifetime")
_NO_EFFECTS = bag("say tell add preside include addition")
_LONGEST_END = 6  # words of a cause or effect
_LEFT_OUT = frozenset({"det", "poss", "predet", "punct", "case"})


def causal_facts(sentence: ParsedSentence, clauses: Sequence[Clause]) -> Iterator[ExtractedFact]:
    """Each cause with its effect that the sentence, with these clauses, states."""
    ends = _Ends(sentence, clauses)
    for clause in clauses:
        for type_, cause, effect in _by_verb(clause):
            yield from ends.facts(cause, effect, type_)
    for pattern in (_CONNECTIVE, _EVENTFUL):
        for match in pattern.finditer(sentence.text):
            found = _around(sentence, *match.span())
            if found is None:
                continue
            cause, effect = found
            word = match.group().lower()
            is_sure = pattern is _CONNECTIVE and word not in _WANTED
            if is_sure or _is_plausible(word, cause, effect):
                yield from ends.facts(cause, effect, CAUSES)


def _by_verb(clause: Clause) -> Iterator[tuple[str, Token, Token]]:
    """(type, cause, effect) that the verb of a clause joins; nothing that it denies or asks."""
    if clause.is_negated or clause.is_asked or clause.is_unreal or clause.is_denied:
        return
    lemma = clause.verb.lemma_.lower()
    patients = [thing for thing in clause.objects if not _is_torn(thing, clause)]
    first = clause.chain[0] if clause.chain else clause.verb
    is_consequence = first.dep_ == "advcl" and first.tag_ == "VBG"  # "…, causing delays"
    for subject in [first.head] if is_consequence else clause.subjects:
        for type_, verbs in ((CAUSES, _CAUSE_VERBS), *_EFFECTS.items()):
            if lemma in verbs:
                for thing in patients if not clause.is_passive else []:
                    if thing.pos_ != "PRON" or lemma not in _MAKES_DO:
                        yield type_, subject, thing
                for agent in clause.agents:
                    yield type_, agent, subject
        if lemma == "lead" and subject.ent_type_ in ("PERSON", "ORG", "GPE"):
            continue  # where to, not to what
        for preposition, noun in _adjuncts(clause):
            given = f"{lemma} rise" if _complement(clause) == "rise" else lemma
            if (given, preposition) in _LEADS_TO:
                yield CAUSES, subject, noun
            elif (lemma, preposition) in _COMES_FROM:
                yield CAUSES, noun, subject
            elif clause.is_copula and _IS_CAUSE.get(_complement(clause)) == preposition:
                yield CAUSES, subject, noun


def _is_torn(thing: Token, clause: Clause) -> bool:
    """Whether the parse tore an object in two: "reduced [North America] [net sales]"."""
    return any(other.left_edge.i == thing.i + 1 for other in clause.objects)


def _adjuncts(clause: Clause) -> Iterator[tuple[str, Token]]:
    """Nouns with the preposition or the particle that joins them to the verb."""
    for preposition, noun in clause.obliques:
        if preposition.i > clause.verb.i:
            yield preposition.lower_, noun
    particle = next((word.lower_ for word in clause.words if word.dep_ == "prt"), "")
    for thing in clause.objects:
        if particle:
            yield particle, thing
        for child in thing.children:  # "gives rise to", "is the cause of"
            if child.dep_ == "prep":
                for noun in child.children:
                    if noun.dep_ in ("pobj", "pcomp"):
                        yield child.lower_, noun


def _complement(clause: Clause) -> str:
    found = [*clause.objects, *(c for c in clause.verb.children if c.dep_ == "acomp")]
    return found[0].lower_ if found else ""


def _around(sentence: ParsedSentence, start: int, end: int) -> tuple[Token, Token] | None:
    """(cause, effect) of a connective at these characters: what follows it, and what it depends
    on."""
    span = sentence.doc.char_span(start, end)
    if span is None or span.end >= len(sentence.doc):
        return None
    cause = sentence.doc[span.end]
    while cause.head.i != cause.i and cause.head.i >= span.end:
        cause = cause.head
    is_amount = cause.ent_type_ in ("DATE", "TIME", "CARDINAL") or sentence.doc[span.end].like_num
    is_verb = any(c.dep_ == "aux" and c.tag_ != "TO" for c in span.root.children)  # "are seeking"
    is_open = span.start > 0 and sentence.doc[span.start - 1].lower_ == "whether"
    is_other = span.root.dep_ in ("amod", "prt", "advmod", "quantmod") or is_verb or is_open
    if is_other or is_amount:
        return None
    effect = span.root.head
    inside = set(range(span.start, span.end)) | {token.i for token in cause.subtree}
    while effect.i in inside and effect.head.i != effect.i:
        effect = effect.head
    if effect.i in inside:
        return None
    if effect.pos_ == "ADJ" and effect.dep_ == "acomp":
        effect = effect.head
    if effect.lemma_ in _MOODS and effect.dep_ in ("advcl", "acl", "amod"):
        effect = effect.head  # "irked over the cuts, they left"
    effect = _with_trouble(effect)
    if effect.lemma_ == "be":  # "the delay is due to"
        if any(child.dep_ == "neg" for child in effect.children):
            return None
        effect = next((c for c in effect.lefts if c.dep_ == "nsubj"), effect)
    return None if effect.lemma_ in _NO_EFFECTS else (cause, effect)


def _with_trouble(effect: Token) -> Token:
    """ "difficulty in hiring and managing as a result of": the difficulty, not the managing."""
    token = effect
    while token.dep_ == "conj":
        token = token.head
    is_done = effect.tag_ == "VBG" and token.dep_ in ("pcomp", "pobj")
    is_trouble = token.head.lower_ in ("in", "of") and token.head.head.pos_ in NOUNS
    return token.head.head if is_done and is_trouble else effect


def _is_plausible(word: str, cause: Token, effect: Token) -> bool:
    """Whether "after", "over" and the like stand between things that cause one another."""
    if cause.lemma_.lower() in _TIMES:
        return False  # "over the long term"
    if word == "following":
        is_adjunct = cause.head.dep_ == "prep" and _is_eventful(cause)
        return cause.pos_ in NOUNS and (is_adjunct or _is_event(cause))
    if word in _WANTED:
        return effect.pos_ == "VERB" or _is_eventful(effect, ())
    if word == "over":
        near = [token for token in cause.subtree if token.i <= cause.i + _LONGEST_END]
        before = {token.lemma_ for token in effect.subtree if token.i < cause.left_edge.i}
        is_dispute = not _DISPUTES.isdisjoint(before)
        return cause.pos_ in NOUNS and (is_dispute or any(map(_is_event, near)))
    if word == "after":
        own = {token.i for token in effect.subtree} - {token.i for token in cause.subtree}
        happens = any(_is_event(effect.doc[i], ()) for i in own)
        return _is_eventful(cause, ()) and happens
    return _is_eventful(cause)


def _is_eventful(head: Token, endings: tuple[str, ...] = _EVENT_ENDINGS) -> bool:
    return any(_is_event(token, endings) for token in head.subtree)


def _is_event(token: Token, endings: tuple[str, ...] = _EVENT_ENDINGS) -> bool:
    lemma = token.lemma_.lower()
    return lemma in _EVENTS or (token.lower_.endswith(endings) and lemma not in _NO_EVENTS)


class _Ends:
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
            return _lowered(f"{self._noun_phrase(head, _LONGEST_END)} {join(done)}", sentence)
        if head.lower_ == "being":
            what = self._complement(head)
            return f"being {what}" if what else ""
        if name := sentence.name_of(head):
            return name
        if head.pos_ in ("VERB", "AUX"):
            return self._clause(head)
        if head.pos_ not in NOUNS or sentence.is_empty(head) or sentence.is_value(head):
            return ""
        return _lowered(self._noun_phrase(head, _LONGEST_END), sentence)

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
        subject = next((c for c in verb.lefts if c.dep_ in ("nsubj", "nsubjpass")), None)
        group = [c for c in verb.children if c.dep_ in ("aux", "auxpass", "neg") and c.i < verb.i]
        if subject is None and clause is not None:
            subject = clause.subjects[0]
            group = [word for word in clause.words if word.i < verb.i]
        what = self._complement(verb)
        who = self._who(subject) if subject is not None and verb.tag_ != "VBG" else ""
        if who:
            return _lowered(f"{who} {join([*group, verb])} {what}".strip(), self._sentence)
        is_event = verb.tag_ in ("VBG", "VBD", "VBN") or subject is None
        is_told = is_event and not any(word.dep_ == "neg" for word in group)
        return f"{verb.lower_} {what}" if what and is_told else ""

    def _complement(self, verb: Token) -> str:
        """What is done, or to what: the object, an infinitive, else where to."""
        for child in verb.rights:
            if child.dep_ in ("dobj", "attr", "acomp"):
                return self._noun_phrase(child, 4)
            if child.dep_ == "xcomp" and (inner := self._complement(child)):
                return f"{join([*(c for c in child.lefts if c.dep_ == 'aux'), child])} {inner}"
        for child in verb.rights:
            noun = next((c for c in child.children if c.dep_ == "pobj"), None)
            is_connective = child.lower_ in ("over", "after", "following", "because", "due", "amid")
            if child.dep_ != "prep" or is_connective:
                continue
            if noun is not None and noun.pos_ in NOUNS:
                return f"{child.lower_} {self._noun_phrase(noun, 3)}"
        return ""

    def _who(self, subject: Token) -> str:
        if name := self._sentence.name_of(subject):
            return name
        of_which = any(t.tag_ == "WDT" and t.head.head == subject for t in subject.subtree)
        return self._noun_phrase(subject, 3) if subject.pos_ in NOUNS and not of_which else ""


def _made_to(thing: Token) -> list[Token]:
    """ "to close three plants" of "forced the firm to close three plants", "from entering" of
    "prevents dust from entering"."""
    lemma = thing.head.lemma_.lower()
    if thing.dep_ == "dobj" and lemma in _EFFECTS["PREVENTS"]:
        kept_from = next((c for c in thing.head.rights if c.lower_ == "from"), None)
        return _shortened(kept_from) if kept_from is not None else []
    if thing.dep_ != "dobj" or lemma not in _CAUSE_VERBS:
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
