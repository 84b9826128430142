"""The sentences of one document, parsed: its names, what types they have, and its facts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Protocol

from graphrag_neo4j.extract.lexicon import normal_form, third_person
from graphrag_neo4j.extract.parse.antecedents import note_types
from graphrag_neo4j.extract.parse.cast import said_of
from graphrag_neo4j.extract.parse.causes import causal_facts
from graphrag_neo4j.extract.parse.clauses import Clause, find_clauses
from graphrag_neo4j.extract.parse.dialogue import (
    Speech,
    find_speech,
    paragraphs_of,
    plain_quotes,
    speech_of_turn,
    speech_type,
)
from graphrag_neo4j.extract.parse.facts import clause_facts, unique_facts
from graphrag_neo4j.extract.parse.names import TYPES, find_names, label_votes, mentions_of
from graphrag_neo4j.extract.parse.nominal import nominal_facts
from graphrag_neo4j.extract.parse.people_nouns import is_only_person, is_work
from graphrag_neo4j.extract.parse.phrases import Mention, ParsedSentence, join
from graphrag_neo4j.extract.parse.references import References
from graphrag_neo4j.extract.parse.turns import (
    as_said,
    entries_of,
    turns_of,
    with_speaker,
    without_date,
)
from graphrag_neo4j.extract.parse.unsaid import headed_person, left_out, person_of
from graphrag_neo4j.extract.relation_types import RelationTypes, as_type
from graphrag_neo4j.extract.rules.appositions import bracket_facts
from graphrag_neo4j.extract.rules.clean_names import clean_name
from graphrag_neo4j.extract.rules.coreference import Coreference
from graphrag_neo4j.extract.rules.definitions import Definition
from graphrag_neo4j.extract.rules.name_spans import Span
from graphrag_neo4j.extract.rules.statements import Sentence
from graphrag_neo4j.extract.rules.tokens import Token
from graphrag_neo4j.model import Document, ExtractedFact

if TYPE_CHECKING:
    from spacy.tokens import Doc
    from spacy.tokens import Token as SpacyToken

ENGLISH_TEXTS = "en"
_LONGEST_PERSON = 3  # words
_OF_PERSONS = frozenset({"my", "his", "her"})
NamedSpans = Sequence[tuple[Span, str]]


class Parser(Protocol):
    """Parses texts in one ``language`` (ISO 639); ``name`` says which pipeline it is and of what
    version."""

    name: str
    language: str

    def parse(self, texts: Sequence[str]) -> list[Doc]: ...


class DocumentTexts:
    """What a parser is given of a document: a text a sentence, as it is said."""

    def __init__(self, document: Document, sentences: Sequence[Sentence]) -> None:
        self.document = document
        self.sentences = sentences
        said = [sentence.reading if sentence.tokens else "" for sentence in sentences]  # no code
        self.turns = turns_of(document.text, sentences)
        self.entries = entries_of(document.text, sentences)
        readings = [as_said(*one) for one in zip(said, self.turns, self.entries, strict=True)]
        self.texts = plain_quotes(readings, document.text)


def parse_together(parser: Parser, documents: Sequence[DocumentTexts]) -> list[ParsedDocument]:
    """Parses of several documents, whose texts are given to ``parser`` at once: many short ones
    take a third less time than one by one."""
    texts = [text for given in documents for text in given.texts]
    parses = iter(parser.parse(texts) if texts else ())
    by_document = [list(islice(parses, len(given.texts))) for given in documents]
    seen: set[int] = set()
    for own in by_document:  # documents note things with their parses: none shares one
        here = {id(doc): doc.copy() if id(doc) in seen else doc for doc in own}
        seen.update(here)
        own[:] = [here[id(doc)] for doc in own]
    return [
        ParsedDocument(given, own, is_english=parser.language == ENGLISH_TEXTS)
        for given, own in zip(documents, by_document, strict=True)
    ]


class ParsedDocument:
    """The parses of a document's sentences, and what they tell."""

    def __init__(self, given: DocumentTexts, parses: list[Doc], *, is_english: bool) -> None:
        document, sentences = given.document, given.sentences
        self._words = [sentence.tokens for sentence in sentences]
        self._turns = turns = given.turns
        self.parses = parses
        places = [sentence.start for sentence in sentences]
        paragraphs = list(paragraphs_of(document.text, places, turns))
        self._speeches = [
            speech if turn is None else speech_of_turn(parse, turn, speech.paragraph)
            for speech, turn, parse in zip(
                find_speech(self.parses, paragraphs), turns, self.parses, strict=True
            )
        ]
        self._entries = given.entries
        self._document = document
        self._is_english = is_english
        self._references: References | None = None
        self._person = ""
        self._unsaid: dict[int, SpacyToken] = {}  # verbs of sentences that leave the person out

    def spans(self) -> list[list[Span]]:
        """Where names may stand in each sentence."""
        return [
            without_date(with_speaker(find_names(words, parse), words, turn), words, entry)
            for words, parse, turn, entry in zip(
                self._words, self.parses, self._turns, self._entries, strict=True
            )
        ]

    def votes(self, index: int, span: Span) -> Counter[str]:
        """The types that the parser gives what stands at ``span``."""
        return label_votes(self._words[index], span, self.parses[index])

    def labelled(self, wanted: str) -> frozenset[str]:
        """Normal forms of names in two or three words that are mostly taken for a ``wanted``."""
        labels: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for parse in self.parses:
            for entity in parse.ents:
                if 1 < len(entity.text.split()) <= _LONGEST_PERSON:
                    type_ = TYPES.get(entity.label_, "")
                    labels[normal_form(clean_name(entity.text))][type_] += 1
        return frozenset(
            name for name, found in labels.items() if 2 * found[wanted] > found.total()
        )

    def described(self, index: int, span: Span) -> Definition | None:
        """What a noun in apposition says of the name at ``span``: "Nordline, a shipping firm"; and
        a noun for a work beside it: "her last novel, Winter Bees"."""
        words = self._words[index]
        start, end = words[span.first].start, words[span.last - 1].end
        tokens = self.parses[index].char_span(start, end, alignment_mode="expand")
        if tokens is None:
            return None
        for child in tokens.root.children:
            is_noun = child.dep_ == "appos" and child.pos_ == "NOUN" and child.i > tokens.end - 1
            if is_noun and any(left.dep_ == "det" for left in child.lefts):
                return _definition(child)
        works = (noun for noun in said_of(tokens.root) if is_work(noun.lower_))
        return next(map(_definition, works), None)

    def is_called_person(self, index: int, span: Span) -> bool:
        """Whether the noun beside the name at ``span`` is one for a person: "the coxswain, Una
        Vane", "a boy called Eli", "Una Vane, an apprentice"; or it says "his name was Eli"."""
        words = self._words[index]
        start, end = words[span.first].start, words[span.last - 1].end
        tokens = self.parses[index].char_span(start, end, alignment_mode="expand")
        if tokens is None:
            return False
        if _is_said_name(tokens.root):
            return True
        nouns = [noun for noun in said_of(tokens.root) if noun.tag_ == "NN"]
        return any(is_only_person(n.lower_) and not _stands_in_brackets(n) for n in nouns)

    def does_something(self, index: int, span: Span) -> bool:
        """Whether all words at ``span`` are the subject of a verb behind them."""
        words = self._words[index]
        start, end = words[span.first].start, words[span.last - 1].end
        tokens = self.parses[index].char_span(start, end, alignment_mode="expand")
        if tokens is None or not tokens.root.dep_.startswith("nsubj"):
            return False
        verb = tokens.root.head
        is_finite = verb.pos_ in ("VERB", "AUX") and all(c.tag_ != "TO" for c in verb.lefts)
        return is_finite and verb.i >= tokens.end

    def refer(
        self,
        named: Sequence[NamedSpans],
        coreference: Coreference,
        type_of: Callable[[str], str],
        is_common: Callable[[str], bool],
    ) -> dict[str, str]:
        """Finds what stands for the names, which are at ``named`` in each sentence; returns the
        types of who acts without a name, or has a common noun for a name (``is_common``)."""
        mentions = [
            mentions_of(words, spans, parse)
            for words, spans, parse in zip(self._words, named, self.parses, strict=True)
        ]
        for parse, here in zip(self.parses, mentions, strict=True):
            types = {m.head(parse).i: type_of(m.name) for m in here}
            note_types(parse, types)
        self._person = person_of(self._document, type_of)
        if self._person:
            unsaid = left_out(self.parses, self._speeches, mentions, self._person)
            self._unsaid = dict(unsaid)
        self._references = References(
            self._document.title,
            self.parses,
            mentions,
            self._speeches,
            coreference,
            type_of,
            is_common,
            {index: (verb, self._person) for index, verb in self._unsaid.items()},
            [entry.number for entry in self._entries],
            headed_person(self._document, {m.name for here in mentions for m in here}),
        )
        return self._references.types()

    def stand_ins(self, index: int) -> dict[int, str]:
        """Where in a sentence (characters) something stands for a name, and for which."""
        return self._references.places(index) if self._references is not None else {}

    def facts(
        self,
        index: int,
        named: NamedSpans,
        coreference: Coreference,
        relations: RelationTypes,
        type_of: Callable[[str], str],
        within: Sequence[tuple[int, int]] | None = None,
    ) -> list[ExtractedFact]:
        """The facts of a sentence, whose names are at ``named``, without repetition; of a row what
        sentences ``within`` these places of it say."""
        assert self._references is not None
        parse, words, speech = self.parses[index], self._words[index], self._speeches[index]
        mentions = self._references.mentions[index]
        if parse.text == f"Subject: {self._document.title}":
            return []  # of a mail: a title
        sentence = ParsedSentence(parse, mentions, coreference.definite, speech.quoted)
        if not self._is_english:  # of other languages we read names
            return unique_facts(bracket_facts(words, named, relations))
        if within is not None:
            clauses = [one for one in find_clauses(parse) if _is_within(one, within)]
            return unique_facts(clause_facts(sentence, clauses, relations))
        facts = _all_facts(sentence, words, named, relations, type_of)
        unsaid = self._unsaid_facts(index, sentence, relations)
        return unique_facts(chain(facts, unsaid, _said(speech)))

    def _unsaid_facts(
        self, index: int, sentence: ParsedSentence, relations: RelationTypes
    ) -> Iterator[ExtractedFact]:
        """What a sentence says of the person whom it leaves out."""
        verb = self._unsaid.get(index)
        if verb is None:
            return
        person = sentence.with_mention(Mention(verb.i, verb.i + 1, self._person))
        yield from clause_facts(person, find_clauses(sentence.doc, verb), relations)


def _definition(noun: SpacyToken) -> Definition:
    before = [t for t in noun.lefts if t.dep_ in ("amod", "compound") and not t.ent_type_]
    nouns = tuple(token.lower_ for token in (*before, noun))
    return Definition(nouns[-1], nouns, join([*before, noun]))


def _stands_in_brackets(noun: SpacyToken) -> bool:
    """ "Max Orr, 3 Mill Lane, Velmar (the landlord)": it may be said of more than the name."""
    first = noun.left_edge
    return first.i > 0 and first.nbor(-1).text == "("


def _is_said_name(name: SpacyToken) -> bool:
    """ "Her name was Una Vane"; the name of a thing is "its name"."""
    subjects = (c for c in name.head.children if c.dep_ == "nsubj" and c.lower_ == "name")
    is_said = name.dep_ == "attr" and name.head.lemma_ == "be"
    return is_said and any(o.lower_ in _OF_PERSONS for noun in subjects for o in noun.lefts)


def _is_within(clause: Clause, places: Sequence[tuple[int, int]]) -> bool:
    """Whether a clause stands in one of ``places``, with what it is about."""
    ends = [*clause.words, *clause.subjects, *clause.objects]
    first, last = min(t.idx for t in ends), max(t.idx + len(t) for t in ends)
    return any(start <= first and last <= end for start, end in places)


def _said(speech: Speech) -> Iterator[ExtractedFact]:
    """Who says something to whom."""
    if speech.verb is not None and speech.speaker and speech.hearer:
        words = speech_type(speech.verb)
        verb, _, to = words.partition(" ")
        type_ = as_type(f"{third_person(verb)} {to}")
        yield ExtractedFact(speech.speaker, words, speech.hearer, relation_type=type_)


def _all_facts(
    sentence: ParsedSentence,
    words: Sequence[Token],
    named: NamedSpans,
    relations: RelationTypes,
    type_of: Callable[[str], str],
) -> Iterator[ExtractedFact]:
    clauses = find_clauses(sentence.doc)
    # first: joined, they go before the same in words
    yield from causal_facts(sentence, clauses, type_of)
    yield from clause_facts(sentence, clauses, relations)
    yield from nominal_facts(sentence, relations, type_of)
    yield from bracket_facts(words, named, relations)
