"""The hand-over format: what any other engine extracted, as JSON lines, one chunk each.

A line is an object (UTF-8, on one line) with these fields; unknown ones are ignored::

    source      required  {"uri", "title"?, "metadata"?: {name: scalar}}, or only the URI
    text        required, unless the chunk is in the graph already: the chunk's text
    start, end  its characters in the document (default: unknown, counted up)
    position    its place among the source's chunks (default: the order of the lines)
    heading     what it stands under
    topics      [{"name", "statements": [statement]}]
    statements  [statement]: under one topic, named like the chunk's title
    triples     [[subject, predicate, object]]: each a statement with one fact
    entities    [{"name", "type"?, "description"?}], or only names
    about       names of the entities that the document is about
    claims      [{"subject", "object"?, "type"?, "status"?, "description"?, "start_date"?,
                "end_date"?, "source_text"?}]

    statement   {"text", "start"?, "end"?, "mentions"?: [names], "facts"?: [fact]}, or only text
    fact        {"subject", "predicate", "object", "relation_type"?, "description"?,
                "weight"?: 1.0, "object_is_entity"?: true, "subject_is_entity"?: true}

``relation_type`` is made from the predicate where it is missing ("is part of" -> IS_PART_OF). The
object of a triple is an entity if ``entities`` lists it or is missing, else it is mere words.
"""

from __future__ import annotations

import json
import re
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, ValidationError

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.ids import normalise_name
from graphrag_neo4j.model import (
    DEFAULT_RELATION_TYPE,
    UNKNOWN_TYPE,
    ExtractedChunk,
    ExtractedClaim,
    ExtractedEntity,
    ExtractedFact,
    ExtractedStatement,
    ExtractedTopic,
)
from graphrag_neo4j.readers.content import clean_text, safe_metadata
from graphrag_neo4j.word_characters import WORD

Text = Annotated[str, AfterValidator(clean_text)]
"""Text that Neo4j can store: control characters and surrogates replaced."""


def _with_words(text: str) -> str:
    text = " ".join(clean_text(text).split())
    if not text:
        raise ValueError("is empty")
    return text


Name = Annotated[str, AfterValidator(_with_words)]


Character = Annotated[int, Field(ge=-1, lt=2**62)]
"""A place in a document, -1 if unknown. What comes after it is counted up from it, and Neo4j has
integers below 2**63."""


def _named(key: str) -> BeforeValidator:
    """Lets a string stand for an object that has nothing else."""
    return BeforeValidator(lambda value: {key: value} if isinstance(value, str) else value)


class SourceLine(BaseModel):
    """Where a chunk comes from."""

    uri: Name
    title: Text = ""
    metadata: Annotated[dict[str, Any], AfterValidator(lambda m: safe_metadata(m.items()))] = {}


class EntityLine(BaseModel):
    """A named thing."""

    name: Name
    type: Text = UNKNOWN_TYPE
    description: Text = ""


class FactLine(BaseModel):
    """Subject, predicate, object, in the direction of the meaning."""

    subject: Name
    predicate: Name
    object: Name
    relation_type: Text = ""
    description: Text = ""
    weight: float = Field(1.0, ge=0, allow_inf_nan=False)
    object_is_entity: bool = True
    subject_is_entity: bool = True


class StatementLine(BaseModel):
    """A standalone assertion."""

    text: Name
    start: Character = -1
    end: Character = -1
    mentions: list[Name] = []
    facts: list[FactLine] = []


class TopicLine(BaseModel):
    """Statements that share a subject."""

    name: Name
    statements: list[Annotated[StatementLine, _named("text")]] = []


class ClaimLine(BaseModel):
    """Something said of somebody."""

    subject: Name
    object: Text = ""
    type: Text = ""
    status: Text = ""
    description: Text = ""
    start_date: Text = ""
    end_date: Text = ""
    source_text: Text = ""


class ChunkLine(BaseModel):
    """One line: a chunk and what was extracted from it."""

    source: Annotated[SourceLine, _named("uri")]
    text: Text = ""
    start: Character = -1
    end: Character = -1
    position: int | None = Field(None, ge=0)
    heading: Text = ""
    topics: list[TopicLine] = []
    statements: list[Annotated[StatementLine, _named("text")]] = []
    triples: list[tuple[Name, Name, Name]] = []
    entities: list[Annotated[EntityLine, _named("name")]] | None = None
    about: list[Name] = []
    claims: list[ClaimLine] = []

    def extracted(self, chunk_id: str, title: str) -> ExtractedChunk:
        """What the line says, as if an extractor had said it of this chunk.

        ``title`` names the topic of statements and triples that have none.
        """
        topics = [_topic(topic) for topic in self.topics]
        loose = [_statement(statement) for statement in self.statements]
        listed = None
        if self.entities is not None:
            listed = {normalise_name(entity.name) for entity in self.entities}
        loose += [_from_triple(triple, listed) for triple in self.triples]
        if loose:
            topics.append(ExtractedTopic(title or "Statements", tuple(loose)))
        return ExtractedChunk(
            chunk_id,
            tuple(topics),
            tuple(ExtractedEntity(**vars(entity)) for entity in self.entities or ()),
            tuple(self.about),
            tuple(ExtractedClaim(**vars(claim)) for claim in self.claims),
        )


def _from_triple(triple: tuple[str, str, str], listed: set[str] | None) -> ExtractedStatement:
    """``listed``: normalised names of entities; None if nobody listed them."""
    subject, predicate, object_ = triple
    is_entity = listed is None or normalise_name(object_) in listed
    fact = ExtractedFact(subject, predicate, object_, is_entity, relation_type_of(predicate))
    return ExtractedStatement(f"{subject} {predicate} {object_}", facts=(fact,))


def _topic(line: TopicLine) -> ExtractedTopic:
    return ExtractedTopic(line.name, tuple(_statement(one) for one in line.statements))


def _statement(line: StatementLine) -> ExtractedStatement:
    facts = []
    for fact in line.facts:
        type_ = fact.relation_type or relation_type_of(fact.predicate)
        facts.append(ExtractedFact(**{**vars(fact), "relation_type": type_}))
    place = (line.start, line.end) if 0 <= line.start <= line.end else (-1, -1)
    return ExtractedStatement(line.text, *place, tuple(line.mentions), tuple(facts))


def relation_type_of(predicate: str) -> str:
    """A predicate as a relation type: "is part of" -> IS_PART_OF."""
    return "_".join(WORD.findall(predicate.upper())).strip("_") or DEFAULT_RELATION_TYPE


def parse_line(line: str) -> ChunkLine:
    """One line of a hand-over file, in our format or in graphrag-toolkit's.

    Raises :class:`ReadError` with the reason.
    """
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise ReadError("it is not JSON.") from None
    if not isinstance(data, dict):
        raise ReadError("it is not a JSON object.")
    try:
        return ChunkLine.model_validate(from_toolkit(data) if _is_toolkit(data) else data)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise ReadError(f"{place}: {first['msg']}.") from None
    except (TypeError, KeyError, AttributeError) as error:
        raise ReadError(f"it is no graphrag-toolkit chunk ({error}).") from None


# -- graphrag-toolkit's chunks ---------------------------------------------------------------

_LOCAL = "__Local_Entity__"
_OWN_FIELDS = ("id", "source", "text", "start", "end", "propositions", "topics")


def _is_toolkit(data: dict[str, Any]) -> bool:
    return isinstance(data.get("topics"), dict) and "topics" in data["topics"]


def from_toolkit(data: dict[str, Any]) -> dict[str, Any]:
    """A chunk as graphrag-toolkit writes it, in our format.

    Complements and local entities are words, not entities; an entity that no fact joins is not
    in that graph, and so not in ours.
    """
    topics: list[dict[str, Any]] = []
    entities: dict[str, str] = {}
    for topic in data["topics"]["topics"]:
        statements = []
        for statement in topic["statements"]:
            facts = [_toolkit_fact(fact, entities) for fact in statement["facts"]]
            statements.append({"text": statement["value"], "facts": facts})
        topics.append({"name": topic["value"], "statements": statements})
    source = data.get("source", "")
    return {
        "source": {
            "uri": source,
            "title": re.sub(r"\.\w+$", "", str(source)),
            "metadata": {k: v for k, v in data.items() if k not in _OWN_FIELDS},
        },
        "text": data.get("text", ""),
        "start": data.get("start", -1),
        "end": data.get("end", -1),
        "topics": topics,
        "entities": [{"name": name, "type": type_} for name, type_ in entities.items()],
    }


def _toolkit_fact(fact: dict[str, Any], entities: dict[str, str]) -> dict[str, Any]:
    subject, end = fact["subject"], fact.get("object") or fact["complement"]
    is_entity = {}
    for role, value in (("subject", subject), ("object", end)):
        kind = value.get("classification") or UNKNOWN_TYPE
        is_entity[f"{role}_is_entity"] = kind != _LOCAL and (
            role == "subject" or fact.get("object") is not None
        )
        if is_entity[f"{role}_is_entity"]:
            entities.setdefault(value["value"], kind)
    return {
        "subject": subject["value"],
        "predicate": fact["predicate"]["value"],
        "object": end["value"],
        **is_entity,
    }
