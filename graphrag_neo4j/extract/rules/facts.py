"""Facts of a statement: subject, predicate and object, in the direction of the sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from graphrag_neo4j.extract.lexicon import bag, normal_form, word_set
from graphrag_neo4j.extract.relation_types import RelationTypes, derive_type, typed
from graphrag_neo4j.extract.rules.appositions import apposition_facts, bracket_facts
from graphrag_neo4j.extract.rules.causes import causal_facts
from graphrag_neo4j.extract.rules.clauses import Argument, Clause, Range, find_clauses
from graphrag_neo4j.extract.rules.clean_names import clean_name
from graphrag_neo4j.extract.rules.definitions import join_tokens
from graphrag_neo4j.extract.rules.name_spans import Span
from graphrag_neo4j.extract.rules.pos_tagger import REDUCED, tag
from graphrag_neo4j.extract.rules.statements import Sentence
from graphrag_neo4j.extract.rules.tokens import Token
from graphrag_neo4j.model import ExtractedFact

NamedSpans = Sequence[tuple[Span, str]]
_LONGEST_LITERAL = 12  # words
_LONGEST_INSERT = 4  # words of a direct object that a predicate may hold ("sold the firm to")
_EMPTY_ALONE = bag(
    "i you he she it we they him her them me us himself herself itself themselves this that so"
)
_MAX_FACTS = 24  # of one statement
_MAX_NAMES = 12  # that share one place in a fact


def statement_facts(
    sentence: Sentence,
    named: NamedSpans,
    definite: Callable[[str], str],
    relations: RelationTypes,
) -> list[ExtractedFact]:
    """The facts that a sentence states about its names, without repetition."""
    tokens = sentence.tokens
    tags = tag(tokens, [span for span, _ in named], relations.is_verb)
    reading = _Reading(tokens, tags, named, definite, relations)
    clauses = find_clauses(tokens, tags)
    facts = [fact for clause in clauses for fact in reading.clause_facts(clause)]
    facts += apposition_facts(tokens, tags, named, relations)
    facts += bracket_facts(tokens, named, relations)
    facts += causal_facts(tokens, tags, named)
    unique: dict[tuple[str, str, str], ExtractedFact] = {}
    for fact in facts:
        same = normal_form(fact.subject) == normal_form(fact.object)
        if not same:
            unique.setdefault((fact.subject, fact.predicate.lower(), fact.object), fact)
    return list(unique.values())[:_MAX_FACTS]


class _Reading:
    """A tagged sentence with its names."""

    def __init__(
        self,
        tokens: Sequence[Token],
        tags: str,
        named: NamedSpans,
        definite: Callable[[str], str],
        relations: RelationTypes,
    ) -> None:
        self._tokens = tokens
        self._tags = tags
        self._named = named
        self._definite = definite
        self._relations = relations

    def clause_facts(self, clause: Clause) -> Iterator[ExtractedFact]:
        """What one clause says of each of its subjects."""
        subjects = self._names_in(clause.subject) or self._defined(clause.subject)
        if not subjects:
            return
        verb = self._verb_text(clause)
        is_participle = self._tags[clause.verb[0]] == REDUCED
        for predicate, argument, whole in self._predicates(clause, verb):
            objects = self._names_in(argument.words)
            for subject in subjects:
                for name in objects:
                    yield self._relation(subject, predicate, name, is_participle)
                if not objects:
                    literal = self._text(whole)
                    if literal:
                        yield self._literal(subject, predicate, literal, is_participle)
        if clause.is_copula:
            yield from self._role_facts(clause, subjects, verb)

    def _predicates(self, clause: Clause, verb: str) -> Iterator[tuple[str, Argument, Range]]:
        """Each argument with the predicate that leads to it, and the words it covers as text."""
        first, *others = clause.arguments
        opening = verb
        if clause.is_copula and not first.preposition and self._starts_with_article(first.words):
            opening = f"{verb} {self._tokens[first.words[0]].low}"
            first = Argument("", (first.words[0] + 1, first.words[1]))
            if first.words[0] < first.words[1]:
                end = others[-1].words[1] if others else first.words[1]
                yield opening, first, (first.words[0], end)
            return
        predicate = f"{verb} {first.preposition}".strip()
        yield predicate, first, first.words
        direct = "" if first.preposition else self._short(first.words)
        for argument in others:
            middle = f" {direct}" if direct else ""
            if argument.preposition:
                yield f"{verb}{middle} {argument.preposition}", argument, argument.words

    def _role_facts(
        self, clause: Clause, subjects: Sequence[str], verb: str
    ) -> Iterator[ExtractedFact]:
        """ "X is the daughter of Y": the role is the predicate and Y the object."""
        first, last = clause.arguments[0].words
        if clause.arguments[0].preposition:
            return
        roles = word_set("names", "role")
        for place in range(first, last - 1):
            word = self._tokens[place].low
            if word in roles and self._tokens[place + 1].low in ("of", "to"):
                for name in self._names_in((place + 2, last)):
                    for subject in subjects:
                        yield self._relation(subject, f"{verb} {word} of", name)

    def _relation(
        self, subject: str, predicate: str, object_: str, is_participle: bool = False
    ) -> ExtractedFact:
        """From who does it to whom it is done: "B was acquired by A" is "A acquires B" if a
        pattern has the verb."""
        return typed(
            ExtractedFact(subject, predicate, object_),
            self._relations.match(predicate, is_participle=is_participle),
        )

    def _literal(
        self, subject: str, predicate: str, text: str, is_participle: bool
    ) -> ExtractedFact:
        """What is said of a name in mere words keeps the name as subject."""
        matched = self._relations.match(predicate, is_participle=is_participle)
        turned = matched is None or matched.is_turned
        type_ = derive_type(predicate) if matched is None or turned else matched.type
        return ExtractedFact(subject, predicate, text, False, type_)

    def _verb_text(self, clause: Clause) -> str:
        text = join_tokens(self._tokens[clause.verb[0] : clause.verb[1]])
        return text.replace("'s", "is").replace("’s", "is") if text in ("'s", "’s") else text

    def _starts_with_article(self, words: Range) -> bool:
        return words[1] > words[0] and self._tokens[words[0]].low in ("a", "an", "the")

    def _short(self, words: Range) -> str:
        length = words[1] - words[0]
        return join_tokens(self._tokens[words[0] : words[1]]) if length <= _LONGEST_INSERT else ""

    def _text(self, words: Range) -> str:
        last = min(words[1], words[0] + _LONGEST_LITERAL)
        return clean_literal(join_tokens(self._tokens[words[0] : last]))

    def _names_in(self, words: Range) -> list[str]:
        """Names that a noun phrase stands for: its head, or each member of a list."""
        first, last = words
        found: list[str] = []
        for span, name in self._named:
            if first <= span.first and span.last <= last:
                after = self._tags[span.last] if span.last < last else ""
                begins = span.first == first or self._tags[first : span.first].strip("DOR#") == ""
                listed = span.first > first and self._tags[span.first - 1] in "C,"
                if after in ("", "C", ",", "P", "x", ".", "G") and (
                    (begins and not found) or (listed and found)
                ):
                    found.append(name)
                elif after == "N" and begins:
                    continue
        return found[:_MAX_NAMES]

    def _defined(self, words: Range) -> list[str]:
        """The document's subject behind "the film", if that is what it is."""
        first, last = words
        if last - first == 2 and self._tokens[first].low in ("the", "this"):
            name = self._definite(self._tokens[first + 1].low)
            return [name] if name else []
        return []


def clean_literal(text: str) -> str:
    """A complement without outer marks; "" if it says nothing by itself ("it", "him")."""
    words = text.lower().split()
    if not any(map(str.isalnum, text)) or (words[0] in _EMPTY_ALONE and len(words) == 1):
        return ""
    return clean_name(text)
