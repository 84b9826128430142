"""The sentences of one document, parsed: its names, what types they have, and its facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from graphrag_neo4j.extract.parse.causes import causal_facts
from graphrag_neo4j.extract.parse.facts import clause_facts, unique_facts
from graphrag_neo4j.extract.parse.names import find_names, label_votes, mentions_of
from graphrag_neo4j.extract.parse.nominal import nominal_facts
from graphrag_neo4j.extract.parse.phrases import ParsedSentence
from graphrag_neo4j.extract.parse.pronouns import pronoun_mentions
from graphrag_neo4j.extract.relation_types import RelationTypes
from graphrag_neo4j.extract.rules.appositions import bracket_facts
from graphrag_neo4j.extract.rules.coreference import Coreference
from graphrag_neo4j.extract.rules.name_spans import Span
from graphrag_neo4j.extract.rules.statements import Sentence
from graphrag_neo4j.extract.rules.tokens import Token
from graphrag_neo4j.model import ExtractedFact

if TYPE_CHECKING:
    from spacy.tokens import Doc

NamedSpans = Sequence[tuple[Span, str]]


class Parser(Protocol):
    """Parses texts in one ``language`` (ISO 639); ``name`` says which pipeline it is and of what
    version."""

    name: str
    language: str

    def parse(self, texts: Sequence[str]) -> list[Doc]: ...


class ParsedDocument:
    """The parses of a document's sentences, made once, in one batch of its own.

    Beside the texts of other documents a parse might come out another way in the last bit.
    """

    def __init__(self, parser: Parser, sentences: Sequence[Sentence]) -> None:
        self._words = [sentence.tokens for sentence in sentences]
        self._parses = parser.parse([sentence.reading for sentence in sentences])

    def spans(self) -> list[list[Span]]:
        """Where names may stand in each sentence."""
        return [
            find_names(words, parse) for words, parse in zip(self._words, self._parses, strict=True)
        ]

    def votes(self, index: int, span: Span) -> Counter[str]:
        """The types that the parser gives what stands at ``span``."""
        return label_votes(self._words[index], span, self._parses[index])

    def facts(
        self,
        index: int,
        named: NamedSpans,
        coreference: Coreference,
        relations: RelationTypes,
        type_of: Callable[[str], str],
    ) -> list[ExtractedFact]:
        """The facts of a sentence, whose names are at ``named``, without repetition."""
        parse, words = self._parses[index], self._words[index]
        mentions = mentions_of(words, named, parse)
        mentions = pronoun_mentions(parse, mentions, coreference)
        sentence = ParsedSentence(parse, mentions, coreference.definite)
        return unique_facts(_all_facts(sentence, words, named, relations, type_of))


def _all_facts(
    sentence: ParsedSentence,
    words: Sequence[Token],
    named: NamedSpans,
    relations: RelationTypes,
    type_of: Callable[[str], str],
) -> Iterator[ExtractedFact]:
    yield from causal_facts(sentence)  # first: joined, they go before the same in mere words
    yield from clause_facts(sentence, relations)
    yield from nominal_facts(sentence, relations, type_of)
    yield from bracket_facts(words, named, relations)
