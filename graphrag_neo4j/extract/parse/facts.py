"""Facts of a parsed sentence: subject, predicate and object, in the direction of what is done.

A fact between two names is a relation, with a type in the present tense: "was acquired by",
"acquired" and "will acquire" are all ACQUIRES, from who does it to whom it is done. What is said
of a name, or of a thing without one, in mere words keeps the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import bag, normal_form
from graphrag_neo4j.extract.parse.clauses import Clause
from graphrag_neo4j.extract.parse.conditions import conditions_of
from graphrag_neo4j.extract.parse.dialogue import is_saying
from graphrag_neo4j.extract.parse.negation import is_denial, is_none
from graphrag_neo4j.extract.parse.phrases import ParsedSentence, join, members
from graphrag_neo4j.extract.parse.roles import full_preposition, makes_no_relation, role_of
from graphrag_neo4j.extract.parse.standing import Standing, governors, hearsay, standing
from graphrag_neo4j.extract.parse.successors import replaced, taken_over_from
from graphrag_neo4j.extract.parse.verb_types import verb_type
from graphrag_neo4j.extract.parse.verbs import (
    MODALS,
    MOVING,
    PERCEIVING,
    SHARED,
    TELLING,
)
from graphrag_neo4j.extract.relation_types import RelationTypes, as_type, derive_type, typed
from graphrag_neo4j.extract.rules.clean_names import clean_name
from graphrag_neo4j.model import ExtractedFact

if TYPE_CHECKING:
    from spacy.tokens import Token

_MAX_FACTS = 32  # of one statement
_CONTRACTED = re.compile(r"(?<!\w)['’](?:s|m|re)(?!\w)")
_CLOCK = re.compile(r"\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp]\.?[Mm]\.?)?")
_LONGEST_LITERAL = 30  # words
_LONGEST_SUBJECT = 16  # words
_PERSONAL = bag("i you he she it we they me him her us them")


@dataclass(frozen=True, slots=True)
class _Step:
    """From the subject of a clause to a noun: the words that lead there, as text and as type."""

    head: Token
    predicate: str
    type: str


def clause_facts(
    sentence: ParsedSentence, clauses: Sequence[Clause], relations: RelationTypes
) -> Iterator[ExtractedFact]:
    """What the clauses of a sentence state. What is asked or denied ("not the rain that caused it")
    states nothing."""
    if sentence.text.rstrip("\"'”’ ").endswith("?"):
        return
    for clause in clauses:
        if clause.is_asked or clause.is_denied:
            continue
        reading = _ClauseReading(sentence, clause, relations)
        yield from map(reading.as_held, reading.facts())


def unique_facts(facts: Iterator[ExtractedFact]) -> list[ExtractedFact]:
    """Facts without repetitions and without those from a thing to itself."""
    found: dict[tuple[str, str, str], ExtractedFact] = {}
    for fact in facts:
        key = (normal_form(fact.subject), fact.relation_type, normal_form(fact.object))
        if key[0] != key[2] and fact.object:
            found.setdefault(key, fact)
    return list(found.values())[:_MAX_FACTS]


class _ClauseReading:
    """One clause while it is turned into facts."""

    def __init__(self, sentence: ParsedSentence, clause: Clause, relations: RelationTypes) -> None:
        self._sentence = sentence
        self._clause = clause
        self._relations = relations
        first = clause.chain[0] if clause.chain else clause.verb
        self._standing, self._hearsay = standing(first), hearsay(first)
        before = (verb for verb in governors(first) if verb.i <= first.i)
        self._conditions = conditions_of(clause.verb, (*clause.chain, *before))
        self._verb = join(clause.words)
        is_first = clause.words[0].i == 0  # "Neither Ann nor Max met", or its subject is unsaid
        if is_first and (clause.verb in clause.subjects or is_denial(clause.words[0])):
            self._verb = self._verb[:1].lower() + self._verb[1:]

    def as_held(self, fact: ExtractedFact) -> ExtractedFact:
        """A fact as what others say, if the text has it so: REPORTEDLY_ACQUIRES."""
        said = f"{fact.relation_type} {fact.object}".lower()
        if not self._hearsay or self._hearsay in said:
            return fact
        type_ = as_type(f"{self._hearsay} {fact.relation_type}")
        return replace(fact, predicate=f"{self._hearsay} {fact.predicate}", relation_type=type_)

    def facts(self) -> Iterator[ExtractedFact]:
        is_told = self._standing is Standing.SO
        is_real = is_told and not self._conditions  # what depends on something joins no names
        if self._standing is Standing.UNTRUE:
            return
        for subject in self._clause.subjects:
            if (
                subject.i in self._sentence.quoted
                and self._clause.verb.i not in self._sentence.quoted
                and is_saying(self._clause.verb)
            ):
                continue  # what is said does not say it
            name = self._sentence.name_of(subject)
            if self._clause.is_copula and subject.pos_ == "PRON" and self._names_only():
                is_real = is_told = False
            is_joined = False
            if is_real:
                for fact in self._relations_of(name) if name else self._held_by(subject):
                    is_joined = True
                    yield fact
            if is_told or subject.pos_ != "PRON":  # "let me know" tells nothing of me
                yield from self._literal(subject, name, is_joined)
        if is_real:
            yield from self._together()

    def _together(self) -> Iterator[ExtractedFact]:
        """ "Ann and Max met": Ann meets with Max."""
        clause = self._clause
        if clause.verb.lemma_ not in SHARED or clause.is_passive or clause.is_negated:
            return
        if len(clause.subjects) != 2 or any(self._sentence.names_of(o) for o in clause.objects):
            return
        one, other = (self._sentence.name_of(subject) for subject in clause.subjects)
        if one and other:
            type_ = verb_type(clause, after=("with",))
            yield ExtractedFact(one, f"{self._verb} with", other, relation_type=type_)

    def _held_by(self, subject: Token) -> Iterator[ExtractedFact]:
        """ "Its founder was Ann", "the capital of Norland is Velmar": said of whom it names."""
        yield from replaced(self._sentence, self._clause, subject)
        for thing in self._clause.objects if self._clause.is_copula else ():
            for name in self._sentence.names_of(thing):
                for role, holder in role_of(self._sentence, subject, is_one=True):
                    type_ = as_type(f"{self._not()}{role}")
                    for other in self._sentence.holders(holder):
                        fact = ExtractedFact(name, f"{self._verb} {role}", other, True, type_)
                        yield self._by_pattern(fact)

    def _names_only(self) -> bool:
        """ "It's Max": who "it" is, the sentences before did not say."""
        return any(self._sentence.name_of(thing) for thing in self._clause.objects)

    def _relations_of(self, subject: str) -> Iterator[ExtractedFact]:
        for step in self._steps():
            for name in self._sentence.holders(step.head):
                fact = ExtractedFact(subject, step.predicate, name, relation_type=step.type)
                yield self._by_pattern(fact)
        for agent in self._clause.agents:
            if not self._sentence.is_value(agent):
                for name in self._sentence.names_of(agent):
                    yield self._from_agent(subject, name)

    def _by_pattern(self, fact: ExtractedFact) -> ExtractedFact:
        is_participle = self._clause.is_participle and self._clause.is_passive
        matched = self._relations.match(fact.predicate, is_participle=is_participle)
        return fact if matched is None else typed(fact, matched)

    def _from_agent(self, patient: str, agent: str) -> ExtractedFact:
        """ "B was acquired by A": A acquires B, unless a pattern has the passive itself."""
        surface = ExtractedFact(patient, f"{self._verb} by", agent)
        is_participle = self._clause.is_participle
        matched = self._relations.match(surface.predicate, is_participle=is_participle)
        if matched is not None:
            return typed(surface, matched)
        type_ = verb_type(self._clause, is_active=True)
        if self._clause.chain:  # "agreed to be bought by": said of who agreed
            type_ = verb_type(self._clause, after=("by",))
            return ExtractedFact(patient, surface.predicate, agent, relation_type=type_)
        return ExtractedFact(agent, type_.replace("_", " ").lower(), patient, relation_type=type_)

    def _steps(self) -> Iterator[_Step]:
        """Ways from the subject to the nouns of the clause, but for the agent."""
        clause = self._clause
        inserted = ""
        for thing in clause.objects:
            if is_none(thing):  # "has no patience with Y"
                return
            if clause.is_copula:
                inserted = inserted or self._inserted(thing)
                yield from self._copula_steps(thing)
                continue
            if clause.verb.lemma_ != "say" and not self._is_called(thing):
                yield _Step(thing, self._verb, verb_type(clause))
            if self._sentence.name_of(thing):
                yield from self._places_after(thing)
            else:
                yield from self._owner_step(thing)
                inserted = self._inserted(thing)
                yield from self._steps_through(thing, inserted)
        taken_over = list(taken_over_from(clause))
        for other in taken_over:
            yield _Step(other, f"{self._verb} from", "SUCCEEDS")
        yield from self._given(inserted)
        for other in self._moved():
            yield _Step(other, self._verb, verb_type(clause))
        adjective = self._adjective()
        for preposition, noun in clause.obliques:
            word = preposition.lower_
            if makes_no_relation(preposition) or self._sentence.is_value(noun):
                continue
            if noun in taken_over:
                continue
            if adjective:
                yield _Step(
                    noun,
                    f"{self._verb} {adjective} {word}",
                    as_type(f"{self._not()}{self._be()}{adjective} {word}"),
                )
                continue
            if clause.is_copula and inserted:  # "was a friend to"
                type_ = as_type(f"{self._not()}{inserted} {full_preposition(preposition)}")
                yield _Step(noun, f"{self._verb} {inserted} {full_preposition(preposition)}", type_)
                continue
            yield from self._owner_step(noun, full_preposition(preposition))
            between = f" {inserted}" if inserted else ""
            type_ = verb_type(
                clause, after=(*inserted.split(), *full_preposition(preposition).split())
            )
            yield _Step(noun, f"{self._verb}{between} {full_preposition(preposition)}", type_)

    def _is_called(self, thing: Token) -> bool:
        """ "I cannot, Ann." """
        mention = self._sentence.mention_at(thing)
        is_after_comma = (
            mention is not None
            and mention.first > 0
            and (self._sentence.doc[mention.first - 1].text == ",")
        )
        return is_after_comma and thing.dep_ != "conj" and thing.i in self._sentence.quoted

    def _copula_steps(self, noun: Token) -> Iterator[_Step]:
        """ "X is Y", "X is the capital of Y", "X is Y's brother"."""
        for one in members(noun):
            if self._sentence.name_of(one):
                yield _Step(one, self._verb, f"{self._not()}IS")
                continue
            for role, holder in role_of(self._sentence, one):
                predicate = f"{self._verb} {role}"
                yield _Step(holder, predicate, as_type(f"{self._not()}{role}"))

    def _steps_through(self, thing: Token, inserted: str) -> Iterator[_Step]:
        """ "makes turbines for Y": by way of a thing without a name."""
        for child in thing.children:
            if child.dep_ != "prep" or makes_no_relation(child) or not inserted:
                continue
            for noun in child.children:
                if noun.dep_ == "pobj" and not self._sentence.is_value(noun):
                    words = (*inserted.split(), child.lower_)
                    predicate = f"{self._verb} {inserted} {child.lower_}"
                    yield _Step(noun, predicate, verb_type(self._clause, after=words))

    def _given(self, inserted: str) -> Iterator[_Step]:
        """ "gave Ann a book", "told Ann the truth": to whom."""
        for child in self._clause.verb.children:
            if child.dep_ == "dative" and child.pos_ in ("NOUN", "PROPN", "PRON"):
                is_told = self._clause.verb.lemma_ in TELLING
                words = () if is_told else (*inserted.split(), "to")
                predicate = " ".join((self._verb, *words))
                yield _Step(child, predicate, verb_type(self._clause, after=words))

    def _moved(self) -> Iterator[Token]:
        """ "saw Ann leave", "begged Ann to leave": who is seen or begged."""
        lemma = self._clause.verb.lemma_
        for done in self._clause.complements:
            if done.dep_ != "ccomp" or done.tag_ not in ("VB", "VBG"):
                continue
            is_to = any(c.dep_ == "aux" and c.lower_ == "to" for c in done.children)
            is_other = any(c.dep_ in ("aux", "mark") for c in done.children) and not is_to
            if not is_other and lemma in (MOVING if is_to else PERCEIVING):
                yield from (c for c in done.children if c.dep_ == "nsubj")

    def _owner_step(self, noun: Token, preposition: str = "") -> Iterator[_Step]:
        """ "rejects Beta's appeal", "knocks at Ann's door": by way of what somebody has."""
        inserted = self._inserted(noun)
        owner = next((child for child in noun.lefts if child.dep_ == "poss"), None)
        if owner is None or not inserted or self._sentence.name_of(noun) or self._clause.is_copula:
            return
        words = (*preposition.split(), inserted, "of")
        yield _Step(owner, " ".join((self._verb, *words)), verb_type(self._clause, after=words))

    def _places_after(self, thing: Token) -> Iterator[_Step]:
        """ "married Ann in Velmar": where it was, though it stands after a name."""
        for child in thing.children:
            for noun in child.children:
                if child.lower_ in ("in", "at", "from") and noun.dep_ == "pobj":
                    type_ = verb_type(self._clause, after=(child.lower_,))
                    yield _Step(noun, f"{self._verb} {child.lower_}", type_)

    def _inserted(self, thing: Token) -> str:
        """A thing as a part of a predicate; "" for amounts, names in it and pronouns."""
        sentence = self._sentence
        if thing.pos_ != "NOUN" or sentence.is_value(thing) or sentence.is_empty(thing):
            return ""
        return thing.lower_ if thing.is_alpha else ""

    def _adjective(self) -> str:
        """ "responsible" of "is responsible for"."""
        clause = self._clause
        if not clause.is_copula:
            return ""
        found = (c for c in clause.verb.children if c.dep_ == "acomp" and c.is_alpha)
        return next((c.lower_ for c in found), "")

    def _not(self) -> str:
        modal = self._clause.modal
        parts = ["NOT_"] if self._clause.is_negated else []
        return "".join([*parts, f"{modal.upper()}_" if modal in MODALS else ""])

    def _be(self) -> str:
        return "BE_" if self._clause.modal in MODALS else ""

    def _literal(self, subject: Token, name: str, is_joined: bool) -> Iterator[ExtractedFact]:
        """What the clause says in mere words."""
        heads = self._said_heads()
        said = self._rest(heads)
        if not said or (is_joined and not self._says_more()):
            return
        text = name or self._subject_text(subject)
        if not text:
            return
        first, predicate, type_ = heads[0], self._verb, self._literal_type()
        if first.dep_ in ("prep", "agent") and said.lower().startswith(f"{first.lower_} "):
            predicate, said = f"{predicate} {first.lower_}", said[len(first) + 1 :]
            type_ = self._literal_type(first.lower_)
        if said.lower() not in _PERSONAL:  # "won't talk about it"
            said = self._with_conditions(said)
            yield ExtractedFact(text, predicate, said, False, type_, subject_is_entity=bool(name))

    def _with_conditions(self, said: str) -> str:
        """ "a fee if the tenant is late"."""
        for words in self._conditions:
            text = join(words[:_LONGEST_LITERAL])
            if words[0].i == 0:  # "If the tenant is late, ..."
                text = text[:1].lower() + text[1:]
            said = said if text in said else f"{said} {text}"
        return said

    def _literal_type(self, preposition: str = "") -> str:
        predicate = f"{self._verb} {preposition}".strip()
        matched = self._relations.match(predicate)
        if matched is not None and not matched.is_turned:
            return matched.type
        if self._clause.is_copula and self._clause.modal not in MODALS:
            return derive_type(_CONTRACTED.sub("is", predicate).replace("no longer", "not"))
        return verb_type(self._clause, after=(preposition,) if preposition else ())

    def _subject_text(self, subject: Token) -> str:
        if self._sentence.tells_nothing(subject):
            return ""
        first = self._clause.chain[0] if self._clause.chain else self._clause.verb
        own = list(first.subtree)  # of "the boy with a drum who led" not what "who" led
        is_outside = first.dep_ in ("relcl", "acl") and subject not in own
        without = [t for t in first.head.rights if t.is_punct] + own if is_outside else []
        without += [
            c for c in subject.rights if c.dep_ == "prep" and c.n_rights == 0
        ]  # "loss of or"
        text = clean_name(self._whose(subject) or self._sentence.text_of(subject, without=without))
        does_nothing = _CLOCK.fullmatch(text) is not None  # the time of an entry
        return text if not does_nothing and len(text.split()) <= _LONGEST_SUBJECT else ""

    def _whose(self, subject: Token) -> str:
        """ "the minister's name" of "the minister, whose name was Auld"."""
        relative = next((child for child in subject.lefts if child.lower_ == "whose"), None)
        first = self._clause.chain[0] if self._clause.chain else self._clause.verb
        if relative is None or first.dep_ != "relcl":
            return ""
        noun, sentence = first.head, self._sentence
        holder = sentence.name_of(noun) or clean_name(sentence.text_of(noun, without=[noun]))
        mark = "'" if noun.tag_ == "NNS" and holder.endswith("s") else "'s"
        return f"{holder}{mark} {sentence.text_of(subject, without=[relative])}" if holder else ""

    def _said_heads(self) -> list[Token]:
        """What follows the verb, in its order."""
        clause = self._clause
        heads = [*clause.objects, *clause.complements]
        heads += [preposition for preposition, _ in clause.obliques]
        heads += [
            child
            for child in clause.verb.children
            if child.dep_ in ("npadvmod", "advmod", "agent", "dative")
        ]
        unique = {head.i: head for head in heads if head.i > clause.verb.i}
        if not unique:  # "In May 1990, Acme was founded."
            before = (p for p, noun in clause.obliques if self._sentence.is_value(noun))
            unique = {preposition.i: preposition for preposition in before}
        return [unique[place] for place in sorted(unique)]

    def _rest(self, heads: Sequence[Token]) -> str:
        taken = {word.i for word in self._clause.words}
        words = {token.i: token for head in heads for token in head.subtree if token.i not in taken}
        before = [self._sentence.doc[head.left_edge.i - 1] for head in heads if head.left_edge.i]
        words |= {one.i: one for one in before if one.lower_ == "not" and one.i not in taken}
        ordered = [words[place] for place in sorted(words)]
        while ordered and ordered[-1].dep_ == "cc":  # "paid by Ann and not by Max"
            ordered.pop()
        text = join(ordered[:_LONGEST_LITERAL])
        return text if any(map(str.isalnum, text)) else ""

    def _says_more(self) -> bool:
        """Whether the clause says more than names do."""
        sentence, clause = self._sentence, self._clause
        things = [*clause.objects, *clause.complements]
        dates = (child for child in clause.verb.children if child.dep_ == "npadvmod")
        if any(sentence.is_value(date) for date in dates):
            return True
        return any(not sentence.names_of(thing) for thing in things) or any(
            sentence.is_value(noun) or not sentence.names_of(noun) for _, noun in clause.obliques
        )
