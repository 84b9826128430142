"""Clauses of a parsed sentence: who does what to whom, whichever way it is said.

A clause has a verb with its auxiliaries and the infinitives that it governs ("plans to acquire"),
subjects and objects. What "and" joins shares them; a relative clause or a participle takes its
subject from the noun that it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import BASE, PARTICIPLE, bag, verb_forms
from graphrag_neo4j.extract.parse.antecedents import antecedent, brought_about
from graphrag_neo4j.extract.parse.negation import (
    answer_before,
    denials,
    is_contrast,
    is_denial,
    is_denied,
    is_no_longer,
)
from graphrag_neo4j.extract.parse.phrases import members
from graphrag_neo4j.extract.parse.questions import is_asked_of, is_in_question
from graphrag_neo4j.extract.parse.subjects import (
    SUBJECTS,
    is_called,
    is_joined_command,
    is_label,
    is_quoted_command,
    is_written_as_name,
    own_subjects,
)

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_OBJECTS = frozenset({"dobj", "attr", "oprd", "dative"})
_LINKS = frozenset({"prep", "dative", "agent"})
_GROUP = frozenset({"aux", "auxpass", "neg", "prt"})
_RELATIVE = bag("who which that whom")
_THINK = bag("expect think believe suppose imagine assume anticipate guarantee")
"""What one does not think is meant not to be so."""
_MAKE_DO = bag("help make let cause enable allow force lead see hear watch find appoint name hire")
"""Verbs whose object does what follows: "forced Beta to sell"."""
_ANSWERED = bag("say vote answer")
_NO_VERBS = bag("include follow concern regard base accord date")
"""Verbs whose participles are prepositions: "including"."""
_LONGEST_CHAIN = 3  # infinitives: "wants to try to buy"
_UNREAL = frozenset({"would", "could", "should", "might"})


@dataclass(slots=True)
class Clause:
    """``subjects`` ``words`` ``objects``, ``obliques`` (preposition, noun).

    ``verb`` is what is done: the last of a chain ("plans to acquire"), or a form of "be" with a
    complement. ``chain`` are the verbs before it. ``agents``: who does it, in the passive.
    """

    verb: Token
    subjects: list[Token]
    words: list[Token]
    chain: list[Token] = field(default_factory=list)
    objects: list[Token] = field(default_factory=list)
    obliques: list[tuple[Token, Token]] = field(default_factory=list)
    agents: list[Token] = field(default_factory=list)
    complements: list[Token] = field(default_factory=list)
    is_passive: bool = False
    is_participle: bool = False

    @property
    def is_copula(self) -> bool:
        """Whether the verb is "be", not as an auxiliary."""
        return self.verb.lemma_ == "be"

    @property
    def is_negated(self) -> bool:
        """Whether a "not", "never", "neither" or "no longer" belongs to the verb, or to what one
        does "not expect that" it does."""
        first = self.chain[0] if self.chain else self.verb
        is_thought = first.dep_ == "ccomp" and first.head.lemma_ in _THINK
        return any(is_denial(word) or is_no_longer(word) for word in self.words) or (
            is_thought and any(word.dep_ == "neg" for word in first.head.children)
        )

    @property
    def is_asked(self) -> bool:
        """Whether it is asked, not said: "whether it broke", "nobody knows if it broke"."""
        first = self._governor
        opener = next((child.lower_ for child in first.children if child.dep_ == "mark"), "")
        is_embedded = opener == "whether" or (opener == "if" and first.dep_ == "ccomp")
        return is_embedded or is_asked_of(first) or is_in_question(first)

    @property
    def is_unreal(self) -> bool:
        """Whether it would have been so: "a tag would have saved it"."""
        is_perfect = any(word.dep_ == "aux" and word.lemma_ == "have" for word in self.words)
        return is_perfect and self.modal in _UNREAL

    @property
    def is_denied(self) -> bool:
        """ "It was not the rain that caused the delay"."""
        first = self._governor
        named = first.head
        is_cleft = first.dep_ == "relcl" and named.dep_ == "attr" and named.head.lemma_ == "be"
        return is_cleft and any(w.dep_ == "neg" for w in (*named.head.children, *named.children))

    @property
    def _governor(self) -> Token:
        """Its first verb, or the one that this is joined to."""
        first = self.chain[0] if self.chain else self.verb
        while first.dep_ == "conj":
            first = first.head
        return first

    @property
    def modal(self) -> str:
        """The modal verb, if there is one: "may"."""
        found = next((word for word in self.words if word.tag_ == "MD"), None)
        if found is None or found.lower_ not in ("'d", "’d"):
            return found.lower_ if found is not None else ""
        return "" if _is_had(found) else "would"


def _is_had(contracted: Token) -> bool:
    """Whether "'d" is "had": a participle follows that is no base form, "I'd flown there"."""
    after = contracted.doc[contracted.i + 1 : contracted.i + 4]
    verb = next((token for token in after if token.pos_ in ("VERB", "AUX")), None)
    if verb is None:
        return False
    is_like = verb.tag_ == "VBN" and verb.lower_.endswith(("ed", "en"))
    flags = verb_forms().get(verb.lower_, PARTICIPLE if is_like else BASE)
    return bool(flags & PARTICIPLE) and not (flags & BASE and verb.tag_ != "VBN")


def find_clauses(doc: Doc, unsaid: Token | None = None) -> list[Clause]:
    """The clauses of a sentence that have a subject, in the order of their verbs. ``unsaid``: only
    those of this verb, which has none, and of what is joined to it; it stands for its subject."""
    found = []
    for token in doc:
        if not _is_predicate(token):
            continue
        subjects = _subjects(token)
        if unsaid is not None:
            subjects = [unsaid] if not subjects and unsaid in _joined(token) else []
        subjects = [one for one in subjects if not _lacks_noun(one)]
        if subjects:
            found.append(_clause(token, subjects))
    return found


def _lacks_noun(subject: Token) -> bool:
    """Whether it is a genitive that its noun is left out of: "Ann's is better"."""
    if subject.i + 2 >= len(subject.doc) or subject.dep_ not in SUBJECTS:
        return False
    after = subject.nbor()
    is_genitive = after.tag_ == "POS" and after.head == subject and after.ent_iob_ != "I"
    return is_genitive and after.nbor().lemma_ in ("be", "have")


def _is_predicate(token: Token) -> bool:
    """Whether a token is the verb of a clause, not part of another's."""
    if token.pos_ not in ("VERB", "AUX") or token.dep_ in ("aux", "auxpass", "amod", "compound"):
        return False
    if token.tag_ == "MD" or is_written_as_name(token):  # "and I would again"
        return False
    return not (token.dep_ == "xcomp" and _governs(token.head, token))


def _governs(verb: Token, infinitive: Token) -> bool:
    """Whether an infinitive has the subject of its verb: "plans to acquire"."""
    is_infinitive = any(child.lower_ == "to" for child in infinitive.lefts)
    has_object = any(child.dep_ == "dobj" for child in verb.children)
    has_own = any(child.dep_ in SUBJECTS for child in infinitive.children)
    return is_infinitive and not has_object and not has_own and verb.pos_ in ("VERB", "AUX")


def _subjects(verb: Token, depth: int = 0) -> list[Token]:
    own = own_subjects(verb)
    if own:
        return [one for subject in own for one in _antecedent(verb, subject)]
    head = verb.head
    if head.i == verb.i or depth > 4:
        return []
    if is_joined_command(verb):
        return []
    if verb.dep_ == "conj":
        return _subjects(head, depth + 1) if head.pos_ in ("VERB", "AUX") else []
    if verb.dep_ in ("acl", "relcl"):
        # an infinitive says what a noun is for; who does it, it does not say
        is_participle = verb.tag_ in ("VBN", "VBG") and verb.lemma_ not in _NO_VERBS
        is_participle = is_participle and not is_label(head, verb)
        nouns = brought_about(verb, head) if is_participle else []
        return [one for noun in nouns for one in _what_is(noun)]
    if verb.dep_ == "xcomp":
        if is_quoted_command(verb):
            return []
        objects = [child for child in head.children if child.dep_ == "dobj"]
        if objects:
            return objects if head.lemma_ in _MAKE_DO else []
        return _subjects(head, depth + 1)
    if verb.dep_ == "advcl" and verb.tag_ in ("VBG", "VBN") and not _is_marked(verb):
        return _subjects(head, depth + 1)
    return []


def _joined(verb: Token) -> list[Token]:
    """A verb and those that it is joined to."""
    found = [verb]
    while found[-1].dep_ == "conj":
        found.append(found[-1].head)
    return found


def _is_marked(verb: Token) -> bool:
    return any(child.dep_ in ("mark", "advmod") and child.i < verb.i for child in verb.children)


def _antecedent(verb: Token, subject: Token) -> Iterator[Token]:
    """The noun that "who", "which" or "that" stands for; else the subjects as they are."""
    relative = verb
    while relative.dep_ == "conj":
        relative = relative.head
    if _is_relative(subject) and relative.dep_ == "relcl":
        yield from _what_is(antecedent(subject, relative.head))
    elif subject.dep_ != "expl" and not is_called(verb, subject):
        yield from members(subject)


def _is_relative(subject: Token) -> bool:
    return subject.lower_ in _RELATIVE and subject.tag_ != "DT"


def _what_is(noun: Token) -> list[Token]:
    """The noun that a relative clause is about: of "X is a film that …" and "X, a film that …"
    it is X."""
    head = noun.head
    if noun.dep_ == "attr" and head.lemma_ == "be":
        own = [child for child in head.children if child.dep_ == "nsubj" and child.lower_ != "it"]
        if own and own[0].tag_ not in ("EX", "WDT", "WP"):
            return [one for subject in own for one in members(subject)]
    if noun.dep_ == "appos" and head.pos_ == "PROPN":
        return [head]
    return [noun]


def _clause(first: Token, subjects: list[Token]) -> Clause:
    verb, chain = first, []
    words = [first, *_group(first)]
    for _ in range(_LONGEST_CHAIN):
        following = next(
            (c for c in verb.children if c.dep_ == "xcomp" and c.i > verb.i and _governs(verb, c)),
            None,
        )
        if following is None:
            break
        if verb.lemma_ == "be" or any(c.dep_ in ("acomp", "attr") for c in verb.children):
            words += [c for c in verb.children if c.dep_ == "acomp"]
        chain.append(verb)
        verb = following
        words += [verb, *_group(verb)]
    clause = Clause(verb, subjects, words, chain)
    clause.is_passive = _is_passive(verb, first)
    clause.is_participle = first.dep_ in ("acl", "advcl") and first.tag_ in ("VBN", "VBG")
    _add_arguments(clause, first)
    nouns = [*subjects, *clause.objects, *(noun for _, noun in clause.obliques)]
    found = {word.i: word for word in (*clause.words, *denials(first, nouns))}
    answer = answer_before(first, subjects)
    clause.words = [found[place] for place in sorted(found) if place >= answer]
    return clause


def _group(verb: Token) -> list[Token]:
    """Auxiliaries, adverbs among them, negation and particles of a verb; of a joined one, those
    that it shares."""
    own = [c for c in verb.children if c.dep_ in _GROUP and not is_contrast(verb, c)]
    own += [c for c in verb.children if c.dep_ == "advmod" and _stands_between(c, own, verb)]
    own += [word for c in verb.children if is_no_longer(c) for word in (c, *c.children)]
    own += [child for child in verb.children if is_answer(child)]
    is_alike = verb.tag_ == verb.head.tag_ and verb.tag_ in ("VB", "VBN", "VBG")
    has_own = any(child.dep_ in ("aux", "auxpass") for child in own)
    if verb.dep_ == "conj" and is_alike and not has_own:
        own += [c for c in verb.head.children if c.dep_ in ("aux", "auxpass")]
    return own


def _stands_between(adverb: Token, group: list[Token], verb: Token) -> bool:
    """ "was later sold": between the auxiliary and its verb."""
    return any(one.i < adverb.i < verb.i for one in group) and adverb.n_lefts + adverb.n_rights == 0


def is_answer(word: Token) -> bool:
    """ "said no to", "voted yes on": without it, both are the same."""
    if word.lower_ not in ("no", "yes") or word.dep_ not in ("intj", "dobj"):
        return False
    follows = word.nbor().text if word.i + 1 < len(word.doc) else ""
    is_plain = word.i > word.head.i and follows != ","  # "said no, it is hers"
    return is_plain and word.head.lemma_.lower() in _ANSWERED


def _is_passive(verb: Token, first: Token) -> bool:
    if any(child.dep_ in ("auxpass", "nsubjpass") for child in verb.children):
        return True
    if verb.tag_ != "VBN" or verb.i != first.i:
        return False
    if any(child.dep_ == "aux" and child.lemma_ == "have" for child in verb.children):
        return False  # "which Acme had bought"
    if verb.dep_ == "conj" and verb.head.tag_ == "VBN":
        return _is_passive(verb.head, verb.head) and not any(
            child.dep_ == "aux" for child in verb.children
        )
    return verb.dep_ in ("acl", "advcl", "relcl")


def _add_arguments(clause: Clause, first: Token) -> None:
    verb = clause.verb
    holders = [verb] if verb.i == first.i else [verb, *clause.chain]
    for holder in holders:
        for child in holder.children:
            if not _is_parted(holder, child) and not _is_other(holder, child):
                _add_argument(clause, child)
    if not clause.objects and not clause.is_passive:
        clause.objects += _shared_objects(verb)
    if clause.is_copula:  # "is responsible for", "is next to"
        for child in verb.children:
            if child.dep_ in ("acomp", "advmod") and child.i > verb.i:
                for grandchild in child.children:
                    _add_argument(clause, grandchild)
    _add_relative_object(clause, first)


def _is_parted(verb: Token, child: Token) -> bool:
    """Whether a clause ends between two words, whatever the parse joins: "Signed: Ann Berg, for
    the landlord; Max Orr, for the tenant"."""
    first, last = sorted((verb.i, child.i))
    return any(token.text == ";" for token in verb.doc[first:last])


def _is_other(verb: Token, child: Token) -> bool:
    """ "sold it to Ann, not to Max": a preposition that a contrast denies."""
    return child.dep_ in _LINKS and is_denied(verb, child)


def _add_argument(clause: Clause, child: Token) -> None:
    if is_answer(child):
        for grandchild in child.children:
            _add_argument(clause, grandchild)
    elif child.dep_ in _OBJECTS and child.dep_ != "dative":
        clause.objects.append(child)
    elif child.dep_ in _LINKS:
        if child.dep_ == "dative" and child.pos_ in ("NOUN", "PROPN", "PRON"):
            return
        for noun in _objects_of(child, clause.verb):
            if child.dep_ == "agent" and clause.is_passive:
                clause.agents.append(noun)
            else:
                clause.obliques.append((child, noun))
    elif child.dep_ in ("acomp", "ccomp"):
        clause.complements.append(child)


def _objects_of(preposition: Token, verb: Token) -> Iterator[Token]:
    for child in preposition.children:
        if child.dep_ in ("pobj", "pcomp"):
            yield child
        elif child.dep_ == "prep" and not is_denied(verb, child):  # "out of", "from under"
            yield from _objects_of(child, verb)


def _shared_objects(verb: Token) -> list[Token]:
    """What a verb has in common with the next: "bought and sold X"."""
    following = [c for c in verb.children if c.dep_ == "conj" and c.pos_ == "VERB"]
    for other in following:
        between = other.i - verb.i
        objects = [c for c in other.children if c.dep_ == "dobj"]
        own = any(c.dep_ in SUBJECTS for c in other.children)
        if objects and not own and between <= 2:
            return objects
    return []


def _add_relative_object(clause: Clause, first: Token) -> None:
    """ "the company (that) Acme bought": the noun is what the verb of its clause is about."""
    if first.dep_ != "relcl" or any(c.dep_ in SUBJECTS and _is_relative(c) for c in first.lefts):
        return
    noun = first.head
    asked = [one for one in clause.objects if one.lower_ in _RELATIVE]
    for one in asked:
        clause.objects.remove(one)
        noun = antecedent(one, noun)
    stranded = [(p, other) for p, other in clause.obliques if other.lower_ in _RELATIVE]
    for pair in stranded:
        clause.obliques.remove(pair)
        clause.obliques.append((pair[0], antecedent(pair[1], noun)))
    has_adverb = any(c.lower_ in ("where", "when", "why", "how") for c in first.children)
    if not stranded and not clause.objects and not has_adverb and not clause.is_passive:
        clause.objects.append(noun)
