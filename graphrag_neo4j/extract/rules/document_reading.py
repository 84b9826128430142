"""What rules find in one document: its entities, statements, topics and facts."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from operator import attrgetter

from graphrag_neo4j.extract.lexicon import normal_form, word_set
from graphrag_neo4j.extract.parse.document import ParsedDocument
from graphrag_neo4j.extract.relation_types import RelationTypes
from graphrag_neo4j.extract.rules.cited_names import with_cited
from graphrag_neo4j.extract.rules.clean_names import clean_name, surface
from graphrag_neo4j.extract.rules.code_marks import with_code_marks
from graphrag_neo4j.extract.rules.continued import continue_sentence
from graphrag_neo4j.extract.rules.coreference import Coreference
from graphrag_neo4j.extract.rules.document_types import DocumentTypes
from graphrag_neo4j.extract.rules.fact_ends import ends, phrases_of, respelled
from graphrag_neo4j.extract.rules.facts import statement_facts
from graphrag_neo4j.extract.rules.first_words import with_first_words
from graphrag_neo4j.extract.rules.foreign_names import foreign_spans
from graphrag_neo4j.extract.rules.joined import LIST_MARK
from graphrag_neo4j.extract.rules.labels import PERSON
from graphrag_neo4j.extract.rules.marked_terms import marked_terms, with_terms
from graphrag_neo4j.extract.rules.name_parts import split_parts
from graphrag_neo4j.extract.rules.name_spans import Span, find_spans
from graphrag_neo4j.extract.rules.names import Names
from graphrag_neo4j.extract.rules.opening_verbs import without_opening_verbs
from graphrag_neo4j.extract.rules.people import (
    correspondents,
    mail_headers,
    people_of,
    quoted_senders,
    sender_of,
)
from graphrag_neo4j.extract.rules.role_clauses import duty_facts, role_facts
from graphrag_neo4j.extract.rules.row_keys import described_code
from graphrag_neo4j.extract.rules.rows import name_spans, row_facts
from graphrag_neo4j.extract.rules.statements import (
    Sentence,
    chunk_sentences,
    opening_of_mail,
    without_boilerplate,
)
from graphrag_neo4j.extract.rules.succession import SUCCESSION, succession_facts
from graphrag_neo4j.extract.rules.titled_names import with_titles
from graphrag_neo4j.extract.rules.titles import title_names, titles_tell, told_of_title
from graphrag_neo4j.extract.rules.topics import chunk_topics, section_sizes
from graphrag_neo4j.extract.rules.turn_openers import without_openers
from graphrag_neo4j.extract.rules.vessels import VESSEL
from graphrag_neo4j.model import (
    UNKNOWN_TYPE,
    Chunk,
    Document,
    ExtractedChunk,
    ExtractedEntity,
    ExtractedFact,
    ExtractedStatement,
)
from graphrag_neo4j.text.language import language_within
from graphrag_neo4j.text.places import Places
from graphrag_neo4j.text.quotations import QUOTE
from graphrag_neo4j.text.talk import turn_starts

_READ_AS_ENGLISH = frozenset({"", "en"})  # "": not clear, or too short to tell
_ALL_NAMES = 3
_NO_PARTICLES = frozenset({"of", "the", "and"})  # others, as "van", are part of the family name
_OF_SHIPS = frozenset({"lady", "lord"})
_SUFFIX = re.compile(r"(?:[JS]r\.?|[IVX]+)")
CONCEPT = "CONCEPT"
"""Type of a cause or effect that is no proper name ("port strike")."""


class DocumentSentences:
    """A document's sentences, by chunk."""

    def __init__(self, document: Document, chunks: Sequence[Chunk]) -> None:
        self.document = document
        self.chunks = chunks
        self.language = language_within(document.text, document.shared_language)
        self.by_chunk = without_boilerplate(chunk_sentences(document, chunks))
        self.all = [sentence for group in self.by_chunk for sentence in group]


class DocumentReading:
    """One document while it is read: its sentences, names and what is known about them."""

    def __init__(
        self,
        given: DocumentSentences,
        types: tuple[str, ...],
        relations: RelationTypes,
        parsed: ParsedDocument | None,
    ) -> None:
        self._document = document = given.document
        self._chunks = given.chunks
        self._relations = relations
        self._by_chunk = given.by_chunk
        self._sentences = given.all
        self._parsed = parsed
        self._is_english = given.language in _READ_AS_ENGLISH
        spans = self._spans(given.language)
        self._names = Names(document, self._sentences, spans, *self._labelled())
        known = DocumentTypes(document, self._sentences, self._names, self._parsed, types)
        self._known = known
        self._sender = sender_of(document)
        self._headers = mail_headers(document)
        self._quoted_senders = quoted_senders(document.text) if self._headers else []
        self._opening = opening_of_mail(self._sentences, self._headers)
        self._coreference = Coreference(document, self._names, known.type_of, known.signs)
        titles = (document.title, *(heading.title for heading in document.headings))
        told = filter(None, map(told_of_title, titles))
        self._told = {normal_form(one.name): one.description for one in told}
        coded = (described_code(sentence.fields) for sentence in self._sentences)
        self._told |= {normal_form(code): title for code, title in filter(None, coded)}
        self._acting: frozenset[str] = frozenset()  # without a name
        if self._parsed is not None:
            named = [self._named(index) for index in range(len(self._sentences))]
            members = self._parsed.refer(
                named, self._coreference, known.type_of, self._names.is_common
            )
            known.learn(members)
            self._acting = frozenset(map(normal_form, members))

    def _labelled(self) -> tuple[frozenset[str], frozenset[str]]:
        """Who is taken for a person and what for a firm by a parser, if there is one."""
        if self._parsed is None:
            return frozenset(), frozenset()
        return self._parsed.labelled(PERSON), self._parsed.labelled("ORGANIZATION")

    def _spans(self, language: str) -> list[list[Span]] | None:
        """Where names may stand, as far as something better than English capitals tells."""
        tokens = [sentence.tokens for sentence in self._sentences]
        terms = marked_terms(self._document, self._sentences) if self._is_english else frozenset()
        if self._parsed is not None:
            spans = self._parsed.spans()
            if self._is_english:
                spans = with_first_words(self._sentences, spans)
                names = frozenset(map(normal_form, title_names(self._document.title)))
                acts = self._parsed.does_something
                spans = without_opening_verbs(self._sentences, spans, names, acts)
        elif self._is_english:
            if not terms and not any(s.fields or "`" in s.reading for s in self._sentences):
                return None
            spans = [find_spans(words) for words in tokens]
        else:
            spans = foreign_spans(tokens, language)
        spans = self._without_openers(spans)
        spans = with_code_marks(self._sentences, with_cited(self._sentences, spans))
        spans = [with_terms(*both, terms) for both in zip(tokens, spans, strict=True)]
        return [
            name_spans(sentence.tokens, sentence.fields, found, sentence.about)
            if sentence.fields
            else found
            for sentence, found in zip(self._sentences, spans, strict=True)
        ]

    def _without_openers(self, spans: list[list[Span]]) -> list[list[Span]]:
        text = self._document.text
        turns = turn_starts(text)
        people = people_of(text) if turns else ()
        return without_openers(self._sentences, spans, turns, people)

    def chunks(self) -> list[ExtractedChunk]:
        sizes, places = section_sizes(self._chunks), Places(self._document)
        said = self._statements()
        used = {token.low for sentence in self._sentences for token in sentence.tokens}
        are_told = titles_tell(self._names.titles, used)
        found = []
        for chunk, statements in zip(self._chunks, said, strict=True):
            about = self._about(chunk, statements, are_told)
            n_chunks = sizes[chunk.heading]
            topics = chunk_topics(self._document, places, chunk, statements, n_chunks)
            found.append(ExtractedChunk(chunk.id, topics, self._entities(statements, about), about))
        return found

    def _statements(self) -> list[list[ExtractedStatement]]:
        index = 0
        by_chunk = []
        for sentences in self._by_chunk:
            statements = []
            self._coreference.start_chunk()
            for sentence in sentences:
                statements.append(self._statement(index, sentence))
                index += 1
            by_chunk.append(statements)
        return by_chunk

    def _named(self, index: int) -> list[tuple[Span, str]]:
        """The names of a sentence as it stands, with their places."""
        tokens = self._sentences[index].tokens
        return [(span, self._names.name_at(tokens, span)) for span in self._names.spans(index)]

    def _statement(self, index: int, sentence: Sentence) -> ExtractedStatement:
        before = self._names.spans(index)
        as_said = self._named(index)
        known = self._parsed.stand_ins(index) if self._parsed is not None else None
        spans = self._coreference.resolve(sentence, before, known)
        if index:
            continue_sentence(self._document.text, self._sentences[index - 1], sentence)
        named = [(span, self._names.name_at(sentence.tokens, span)) for span in spans]
        if sentence.fields:
            facts = self._row_facts(index, sentence, as_said)
        elif self._parsed is not None:
            facts = self._parsed.facts(
                index, as_said, self._coreference, self._relations, self._known.type_of
            )
        elif self._is_english:
            facts = statement_facts(sentence, named, self._coreference.definite, self._relations)
        else:
            facts = []
        if self._is_english and not sentence.fields:
            facts += role_facts(sentence.tokens, as_said)
            if self._is_item(sentence) and not facts:
                facts += duty_facts(sentence.reading, sentence.tokens, self._names.full_name)
        facts = self._with_succession(sentence, as_said, facts)
        mentions = [name for span, name in named for name in self._with_parts(sentence, span, name)]
        mentions += self._pairs(sentence, named)
        mentions += [name for fact in facts for name in ends(fact)]
        mentions += self._correspondents(sentence)
        unique = {normal_form(name): name for name in reversed(mentions)}
        kept = dict.fromkeys(unique[normal_form(name)] for name in mentions)
        spelled = tuple(respelled(fact, unique) for fact in facts)
        return ExtractedStatement(
            sentence.text,
            sentence.start,
            sentence.end,
            tuple(kept),
            spelled,
            sentence.resolved if sentence.resolved != sentence.text else "",
        )

    def _is_item(self, sentence: Sentence) -> bool:
        text = self._document.text
        line = text.rfind("\n", 0, sentence.start) + 1
        return LIST_MARK.fullmatch(text, line, sentence.start) is not None

    def _correspondents(self, sentence: Sentence) -> list[str]:
        """Of a mail: whom a header names by an address, also with its first words, and who wrote
        what is said below them, be it in a mail that is handed on."""
        if not self._headers:
            return []
        if sentence.start < len(self._headers):
            names = correspondents(sentence.text)
        else:
            is_quoted = sentence.text.startswith(QUOTE)
            sender = self._quoted_sender(sentence) if is_quoted else self._sender
            names = [sender] if sender else []
            if sentence is self._opening:
                names += correspondents(self._headers)
        return [self._names.full_name(name) for name in names]

    def _quoted_sender(self, sentence: Sentence) -> str:
        """Who wrote what is quoted, by the header above it that is quoted as often."""
        line = self._document.text.rfind("\n", 0, sentence.start) + 1
        depth = self._document.text.count(">", line, sentence.start)
        alike = [one for one in self._quoted_senders if one.depth == depth]
        n_above = bisect_left(alike, sentence.start, key=attrgetter("start"))
        return alike[n_above - 1].name if n_above else ""

    def _with_succession(
        self,
        sentence: Sentence,
        named: Sequence[tuple[Span, str]],
        facts: Sequence[ExtractedFact],
    ) -> list[ExtractedFact]:
        """``facts`` and what takes the place of the document, in the words of no other fact."""
        first = next((f.start for f in sentence.fields), 0) if sentence.about is not None else 0
        skipped = sum(token.start < first for token in sentence.tokens)
        if sentence.fields and not first:
            return list(facts)
        moved = [
            (Span(s.first - skipped, s.last - skipped), name)
            for s, name in named
            if s.first >= skipped
        ]
        found = succession_facts(sentence.tokens[skipped:], moved, self._document.title)
        if not found:
            return list(facts)
        return found + [one for one in facts if SUCCESSION.isdisjoint(one.predicate.split())]

    def _row_facts(
        self, index: int, sentence: Sentence, named: Sequence[tuple[Span, str]]
    ) -> list[ExtractedFact]:
        """What a row says by its columns, and what sentences in its cells do."""
        tokens = sentence.tokens
        at: dict[tuple[int, int], str] = {}
        for span, name in named:
            for first in with_titles(tokens, span):  # "Dr. Rask" in a cell is Rask
                at.setdefault((tokens[first].start, tokens[span.last - 1].end), name)
        about = sentence.about
        if about is not None and about.is_entity:
            about = replace(about, name=self._names.full_name(about.name))
        found = row_facts(sentence.fields, lambda start, end: at.get((start, end), ""), about)
        facts = list(found)
        if self._parsed is not None:
            prose = [(f.start, f.end) for f in sentence.fields if f.is_prose]
            facts += self._parsed.facts(
                index, named, self._coreference, self._relations, self._known.type_of, within=prose
            )
        return facts

    def _with_parts(self, sentence: Sentence, span: Span, name: str) -> list[str]:
        words = sentence.tokens[span.first : span.last]
        names = [name]
        if self._known.type_of(name) == VESSEL:
            return names
        for first, last in split_parts(words):
            if last - first == 1 and words[0].low in word_set("names", "title"):
                continue  # "Judge Greve" is one person, not Greve beside
            is_the = span.first > 0 and sentence.tokens[span.first - 1].low == "the"
            is_ship = is_the and words[0].low in _OF_SHIPS  # "the Lady Ann"
            if is_ship and not self._names.is_named(words[first:last]):
                continue
            part = Span(span.first + first, span.first + last)
            names.append(self._names.full_name(surface(sentence.tokens, part)))
        return names

    def _pairs(self, sentence: Sentence, named: list[tuple[Span, str]]) -> list[str]:
        """ "Leland, North Carolina" and "Hugh, 2nd Duke of Arles", beside their parts."""
        pairs = []
        tokens = sentence.tokens
        for (one, name), (two, container) in pairwise(named):
            between = tokens[one.last : two.first]
            if not between or between[0].text != "," or len(between) > 2:
                continue
            ordinal = between[1].low if len(between) == 2 else ""
            in_region = not ordinal and self._relations.is_town_in(name, container)
            if in_region or self._relations.is_dignity(container, ordinal):
                rank = f"{ordinal} {container}".strip()
                pairs.append(clean_name(f"{name}, {rank}"))
        return pairs

    def _about(
        self, chunk: Chunk, statements: Sequence[ExtractedStatement], titles_tell: bool
    ) -> tuple[str, ...]:
        """What the title names, and the heading if the text names it, too; where they tell
        nothing (a chat log, a file's name), what the chunk itself mentions first stands in for
        them."""
        names = list(self._names.titles)
        if told := told_of_title(chunk.heading):
            names.append(told.name)
        elif chunk.heading and self._names.counts[normal_form(chunk.heading)]:
            names.append(clean_name(chunk.heading))
        elif not titles_tell:
            quotes = chunk.own is not None
            own = (one for one in statements if not (quotes and one.text.startswith(QUOTE)))
            first = next((one.mentions[:1] for one in own), ())
            names += [*first, *(short for name in first if (short := self._short_name(name)))]
        unique: dict[str, str] = {}
        for name in names:
            unique.setdefault(normal_form(name), name)
        return tuple(unique.values())

    def _short_name(self, name: str) -> str:
        """Of a person whom the text defines by all names, the name that others use: "Anna Berg" of
        "Anna Maria Berg (born 1970) is …"; else nothing."""
        ranks = word_set("names", "noble") | word_set("names", "title")
        words = [word for word in name.split() if word.lower().rstrip(".") not in ranks]
        signs = self._known.signs.get(normal_form(name))
        is_defined = signs is not None and signs.definition is not None
        if len(words) < _ALL_NAMES or not is_defined or self._known.type_of(name) != PERSON:
            return ""
        given, *middle, family = words
        particles = [word for word in middle if word.islower()]
        if _NO_PARTICLES & set(particles) or _SUFFIX.fullmatch(family) or given.endswith("."):
            return ""
        short = " ".join([given, *particles, family])
        self._known.learn({short: PERSON})
        return short

    def _entities(
        self, statements: Sequence[ExtractedStatement], about: Sequence[str]
    ) -> tuple[ExtractedEntity, ...]:
        names = list(about)
        concepts: set[str] = set()
        for statement in statements:
            names += statement.mentions
            for fact in statement.facts:
                concepts |= phrases_of(fact)
        return tuple(self._entity(name, name in concepts) for name in dict.fromkeys(names))

    def _entity(self, name: str, is_concept: bool) -> ExtractedEntity:
        norm = normal_form(name)
        is_named = bool(self._names.counts[norm]) or norm in self._acting
        is_phrase = is_concept and not is_named  # "Ann Berg had its key" is no person
        type_ = CONCEPT if is_phrase else self._known.type_of(name)
        if type_ == UNKNOWN_TYPE:
            type_ = CONCEPT if is_concept else self._known.type_of_pair(name)
        signs = self._known.signs.get(normal_form(name))
        definition = (signs.definition or signs.beside) if signs is not None else None
        description = definition.description if definition else ""
        description = description or self._told.get(norm, "")
        type_from = "text" if not is_phrase and self._known.says_type_of(name) else ""
        return ExtractedEntity(name, type_, description, self._names.also_called(name), type_from)
