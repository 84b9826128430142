"""Causes and effects of a parsed sentence: cause -> effect, where a connective says so.

Verbs ("led to", "was triggered by") join their subject and object. Other connectives ("because
of", "in protest against") join what follows them with what they depend on. The ends may be plain
noun phrases ("port strike") or short clauses ("flight was cancelled"); then they become entities
of their own, in lower case and short.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import bag
from graphrag_neo4j.extract.parse.cause_ends import (
    CAUSE_VERBS,
    LONGEST_END,
    PREVENTING_VERBS,
    CauseEnds,
)
from graphrag_neo4j.extract.parse.clauses import Clause
from graphrag_neo4j.extract.parse.conditions import in_condition
from graphrag_neo4j.extract.parse.people_nouns import is_person
from graphrag_neo4j.extract.parse.phrases import NOUNS, ParsedSentence
from graphrag_neo4j.extract.relation_types import CAUSES
from graphrag_neo4j.extract.rules.labels import PERSON
from graphrag_neo4j.model import ExtractedFact

if TYPE_CHECKING:
    from spacy.tokens import Token

_MAKES_DO = bag("force prompt spur inspire motivate")
"""Whom one forces is not the effect."""
_SOMEBODY = bag("i you he she we who")
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
    "PREVENTS": PREVENTING_VERBS,
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
_ABOUT = bag(
    """
    lawsuit suit litigation dispute quarrel argument row feud controversy talk negotiation debate
    discussion
    """
)
"""What one of these is "over" is what it is about."""
_ARGUING = bag("argue quarrel talk negotiate debate bicker haggle")
_OF = bag("of to in")
_NO_OUTCOMES = bag(
    """
    begin meeting negotiation talk exam plan policy law bill issue condition wage pay demand
    """
)
"""Events that come after others without being due to them."""
_WANTED = bag("demanding seeking")
"""What is wanted is the cause of what is done for it, not of who wants it."""
_TIMES = bag("date day week month year period time term decade lifetime")
_ASKING_FIRST = bag("is are was were do does did can could will would shall should has have had")
_OWED = bag(
    """
    application payment rent fee tax invoice report essay homework coursework assignment submission
    return instalment installment balance debt royalty commission interest
    """
)
_NO_EFFECTS = bag("say tell add preside include addition")


def causal_facts(
    sentence: ParsedSentence, clauses: Sequence[Clause], type_of: Callable[[str], str]
) -> Iterator[ExtractedFact]:
    """Each cause with its effect that the sentence, with these clauses, states; a question or a
    condition states none."""
    if _asks(sentence):
        return
    ends = CauseEnds(sentence, clauses)
    for clause in clauses:
        for type_, cause, effect in () if in_condition(clause.verb) else _by_verb(clause):
            yield from ends.facts(cause, effect, type_)
    for pattern in (_CONNECTIVE, _EVENTFUL):
        for match in pattern.finditer(sentence.text):
            found = _around(sentence, *match.span())
            if found is None or in_condition(found[0]):
                continue
            cause, effect = found
            word = match.group().lower()
            if _is_label(effect, cause) or (word == "due to" and _is_owed(effect, cause)):
                continue
            if type_of(sentence.name_of(effect)) == PERSON:
                continue  # of "Ann was against it because of the dust" the dust is no cause of Ann
            if word == "thanks to" and type_of(sentence.name_of(cause)) == PERSON:
                continue  # who is thanked
            is_sure = pattern is _CONNECTIVE and word not in _WANTED
            if is_sure or _is_plausible(word, cause, effect):
                yield from ends.facts(cause, effect, CAUSES)


def _asks(sentence: ParsedSentence) -> bool:
    """Whether a sentence is a question from its verb on: "In view of the report, do you agree?" """
    if not sentence.text.rstrip("\"'”’) ").endswith("?"):
        return False
    first = next((token for token in sentence.doc if token.is_alpha), None)
    begins = first is not None and first.lower_ in _ASKING_FIRST
    return begins or any(_is_turned(token) for token in sentence.doc if token.dep_ == "ROOT")


def _is_turned(verb: Token) -> bool:
    """Whether a form of "do" or the like stands before the subject of a verb."""
    subject = next((c for c in verb.lefts if c.dep_ in ("nsubj", "nsubjpass")), None)
    helps = [c for c in (*verb.lefts, verb) if c.dep_ in ("aux", "auxpass") or c.lemma_ == "be"]
    return subject is not None and any(helping.i < subject.i for helping in helps)


def _by_verb(clause: Clause) -> Iterator[tuple[str, Token, Token]]:
    """(type, cause, effect) that the verb of a clause joins; nothing that it denies or asks."""
    if clause.is_negated or clause.is_asked or clause.is_unreal or clause.is_denied:
        return
    lemma = clause.verb.lemma_.lower()
    patients = [thing for thing in clause.objects if not _is_torn(thing, clause)]
    first = clause.chain[0] if clause.chain else clause.verb
    is_consequence = first.dep_ == "advcl" and first.tag_ == "VBG"  # "…, causing delays"
    for subject in [first.head] if is_consequence else clause.subjects:
        for type_, verbs in ((CAUSES, CAUSE_VERBS), *_EFFECTS.items()):
            if lemma in verbs:
                for thing in patients if not clause.is_passive else []:
                    if thing.pos_ != "PRON" or lemma not in _MAKES_DO:
                        yield type_, subject, thing
                for agent in clause.agents:
                    yield type_, agent, subject
        if lemma == "lead" and _leads_others(subject):
            continue  # where to, not to what
        for preposition, noun in _adjuncts(clause):
            given = f"{lemma} rise" if _complement(clause) == "rise" else lemma
            if (given, preposition) in _LEADS_TO:
                yield CAUSES, subject, noun
            elif (lemma, preposition) in _COMES_FROM:
                yield CAUSES, noun, subject
            elif clause.is_copula and _IS_CAUSE.get(_complement(clause)) == preposition:
                yield CAUSES, subject, noun


def _leads_others(subject: Token) -> bool:
    """Whether it is somebody who leads: "she led him to the stream"."""
    is_named = subject.ent_type_ in ("PERSON", "ORG", "GPE")
    return is_named or subject.lower_ in _SOMEBODY or is_person(subject.lower_)


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
    if effect.i in inside or _is_torn_off(effect, span.start, cause):
        return None
    if effect.pos_ == "ADJ" and effect.dep_ == "acomp":
        effect = effect.head
    if effect.lemma_ in _MOODS and effect.dep_ in ("advcl", "acl", "amod"):
        effect = effect.head  # "irked over the cuts, they left"
    effect = _with_trouble(effect)
    if effect.lemma_ == "be":
        if any(child.dep_ == "neg" for child in effect.children):
            return None
        effect = _what_is(effect, span.start)
    return None if effect.lemma_ in _NO_EFFECTS else (cause, effect)


def _what_is(be: Token, connective: int) -> Token:
    """The effect that a form of "be" tells of: the tension of "there was tension", the delay of
    "the delay is due to"; of "the ferry was late because of" all of it."""
    said = next((c for c in be.rights if c.dep_ in ("acomp", "attr") and c.i < connective), None)
    if said is None:
        return next((c for c in be.lefts if c.dep_ == "nsubj"), be)
    return said if any(c.dep_ == "expl" for c in be.children) else be


def _is_torn_off(effect: Token, connective: int, cause: Token) -> bool:
    """Whether the parse joins what the sentence parts: an effect before a semicolon, or a cause
    that "and" would join to it."""
    between = effect.doc[effect.i : connective] if effect.i < connective else ()
    is_joined = cause.dep_ == "conj" and cause.head.i < connective
    return is_joined or any(token.text == ";" for token in between)


def _is_label(effect: Token, cause: Token) -> bool:
    """Whether an effect is but a label or a speaker: "The mayor: because the firm failed"."""
    if effect.pos_ in ("VERB", "AUX") or effect.i > cause.i:
        return False
    return any(token.text == ":" for token in effect.doc[effect.i : cause.i])


def _is_owed(effect: Token, cause: Token) -> bool:
    """Whether what is "due to" somebody is what they are to get: "the rent due to the landlord"."""
    is_due = effect.lemma_.lower() in _OWED and effect.i < cause.i
    return is_due and (cause.pos_ == "PROPN" or is_person(cause.lemma_.lower()))


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
        if _is_about(cause, effect):
            return False
        near = [token for token in cause.subtree if token.i <= cause.i + LONGEST_END]
        before = {token.lemma_ for token in effect.subtree if token.i < cause.left_edge.i}
        is_dispute = not _DISPUTES.isdisjoint(before)
        return cause.pos_ in NOUNS and (is_dispute or any(map(_is_matter, near)))
    if word == "after":
        return _is_eventful(cause, ()) and _is_outcome(effect)
    return _is_eventful(cause)


def _is_matter(token: Token) -> bool:
    """Whether one may quarrel over it: "over the payment of salaries", but not "over the
    experiment", which says how long."""
    is_of = any(child.dep_ == "prep" and child.lower_ in _OF for child in token.rights)
    return _is_event(token, _EVENT_ENDINGS if is_of else ())


def _is_about(cause: Token, effect: Token) -> bool:
    """Whether "over" says what a dispute is about: "the lawsuit over the flood"."""
    if effect.lemma_.lower() in _ARGUING:
        return True
    for place in range(cause.left_edge.i - 1, -1, -1):  # whatever the parse joins "over" to
        lemma = effect.doc[place].lemma_.lower()
        if lemma in _ABOUT:
            return True
        if effect.doc[place].pos_ == "VERB" or lemma in _DISPUTES:
            return False
    return False


def _is_outcome(effect: Token) -> bool:
    """Whether what happens after an event is one itself: "workers died after the blast"; what is
    said beside it ("given after an attack, in heart failure") does not count."""
    own = [c for c in effect.children if c.dep_ in ("nsubj", "nsubjpass", "dobj")]
    return any(
        _is_event(one, ()) and one.lemma_.lower() not in _NO_OUTCOMES for one in (effect, *own)
    )


def _is_eventful(head: Token, endings: tuple[str, ...] = _EVENT_ENDINGS) -> bool:
    return any(_is_event(token, endings) for token in head.subtree)


def _is_event(token: Token, endings: tuple[str, ...] = _EVENT_ENDINGS) -> bool:
    lemma = token.lemma_.lower()
    return lemma in _EVENTS or (token.lower_.endswith(endings) and lemma not in _NO_EVENTS)
