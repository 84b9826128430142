"""The LLM extractor: what is asked, what becomes of good, bad and missing answers."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from graphrag_neo4j.errors import BudgetExceeded, ModelError, SettingsError
from graphrag_neo4j.extract import Extractor
from graphrag_neo4j.extract.llm import ExtractOptions, LLMExtractor
from graphrag_neo4j.extract.llm.conversation import Message
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ids import normalise_name
from graphrag_neo4j.ingest.rows import GraphRows, add_extraction
from graphrag_neo4j.model import OUT_OF_BUDGET, Chunk, Document, ExtractedChunk, ExtractedFact
from graphrag_neo4j.settings import Settings
from graphrag_neo4j.vocabulary import FACT_SUPPORTS, Label


@dataclass(frozen=True)
class Reply:
    text: str
    finish_reason: str = "stop"
    parsed: BaseModel | None = None


@dataclass
class Asked:
    messages: Sequence[Message]
    schema: type[BaseModel] | None
    max_tokens: int | None = None

    @property
    def last(self) -> str:
        return self.messages[-1][1]


@dataclass
class ScriptedChat:
    """Stands in for a ChatModel: answers in order (the last for ever), or by a function."""

    script: Sequence[str | Reply | Exception] | Callable[[Asked], str | Reply | Exception]
    model: str = "scripted"
    max_tokens: int = 4000
    asked: list[Asked] = field(default_factory=list)
    forgotten: list[Sequence[Message]] = field(default_factory=list)

    async def acomplete(
        self,
        messages: Sequence[Message],
        *,
        stage: str,
        schema: type[BaseModel] | None = None,
        max_tokens: int | None = None,
    ) -> Reply:
        asked = Asked(list(messages), schema, max_tokens)
        self.asked.append(asked)
        await asyncio.sleep(0)
        if callable(self.script):
            answer = self.script(asked)
        else:
            answer = self.script[min(len(self.asked), len(self.script)) - 1]
        if isinstance(answer, Exception):
            raise answer
        return Reply(answer) if isinstance(answer, str) else answer

    def forget(self, messages: Sequence[Message], **_: object) -> None:
        self.forgotten.append(messages)


PASSAGE = "Ada Moor built Lock 3 in 2031. Lock 3 superseded Lock 2."
DOCUMENT = Document("doc:1", PASSAGE, "Lock 3", ())
EMPTY = "<|COMPLETE|>"


def chunk_of(text: str = PASSAGE, number: int = 1, heading: str = "History") -> Chunk:
    return Chunk(f"c{number}", "s1", "Lock 3 - History", heading, text, 100, 100 + len(text), 0, 9)


def entity(name: str, type_: str = "THING", description: str = "") -> str:
    return f'("entity"<|>"{name}"<|>"{type_}"<|>"{description}")##\n'


def relation(source: str, type_: str, target: str, text: str = "t", weight: object = 5) -> str:
    return f'("relationship"<|>"{source}"<|>"{target}"<|>"{type_}"<|>"{text}"<|>{weight})##\n'


def extract(
    *script: str | Reply | Exception, chat: ScriptedChat | None = None, **options: Any
) -> ExtractedChunk:
    options = {"format": "tuples", "gleanings": 0, **options}
    extractor = LLMExtractor(chat or ScriptedChat(script), ExtractOptions(**options))
    return extractor.extract_many([(DOCUMENT, [chunk_of()])])[0][0]


def names(chunk: ExtractedChunk) -> list[str]:
    return [found.name for found in chunk.entities]


def facts(chunk: ExtractedChunk) -> list[ExtractedFact]:
    return [f for topic in chunk.topics for s in topic.statements for f in s.facts]


def check_complete(chunk: ExtractedChunk) -> None:
    """What whoever writes the graph relies on."""
    listed = set(names(chunk))
    assert len({normalise_name(name) for name in listed}) == len(chunk.entities)
    assert set(chunk.about) <= listed
    for found in chunk.entities:
        assert found.name
        assert found.type
        found.name.encode()
    for topic in chunk.topics:
        assert topic.name
        for statement in topic.statements:
            assert statement.text
            assert set(statement.mentions) <= listed
            assert -1 <= statement.start <= statement.end
    for fact in facts(chunk):
        assert fact.subject in listed
        assert not fact.object_is_entity or fact.object in listed
        assert fact.relation_type.isidentifier() or fact.relation_type[0].isdigit()
        assert len(fact.relation_type) <= 64
    for claim in chunk.claims:
        assert claim.subject in listed
        assert not claim.object or claim.object in listed


# What is asked


def test_a_request_shows_title_heading_text_and_types() -> None:
    chat = ScriptedChat([EMPTY])
    extract(
        chat=chat, entity_types=("PERSON", "LOCK"), relation_patterns={"replaces": "SUPERSEDES"}
    )
    asked = chat.asked[0]
    instructions, request = asked.messages[0][1], asked.messages[1][1]
    assert "PERSON, LOCK" in instructions
    assert "SUPERSEDES" in instructions
    assert "the language of the passage" in instructions
    assert "claim" not in instructions
    for part in ("Lock 3", "History", PASSAGE):
        assert part in request
    assert "{" not in instructions + request


def test_json_is_asked_for_with_a_schema_and_tuples_without() -> None:
    for format_, has_schema in (("json", True), ("tuples", False)):
        chat = ScriptedChat(['{"topics": []}' if has_schema else EMPTY])
        extract(chat=chat, format=format_)
        assert (chat.asked[0].schema is not None) == has_schema


def test_language_and_claims_are_asked_for_when_set() -> None:
    for format_ in ("json", "tuples"):
        chat = ScriptedChat(['{"topics": []}' if format_ == "json" else EMPTY])
        extract(chat=chat, format=format_, language="Swedish", claims=True)
        instructions = chat.asked[0].messages[0][1]
        assert "Write in Swedish" in instructions
        assert "SUSPECTED" in instructions


def test_braces_in_a_text_are_no_placeholders() -> None:
    chat = ScriptedChat([EMPTY])
    LLMExtractor(chat, ExtractOptions("tuples", 0)).extract_many(
        [(Document("d", "", "{heading}"), [chunk_of("a {title} {x}")])]
    )
    assert "a {title} {x}" in chat.asked[0].last
    assert "Document: {heading}" in chat.asked[0].last


def test_instructions_can_be_replaced_by_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.md"
    path.write_text("Mine, of {entity_types}; {relation_types}. {other}")
    chat = ScriptedChat([EMPTY])
    extract(chat=chat, prompt=path, entity_types=("LOCK",), ontology="strict")
    assert chat.asked[0].messages[0][1].startswith("Mine, of LOCK (only these); any")
    assert chat.asked[0].messages[0][1].endswith("{other}")
    with pytest.raises(SettingsError):
        extract(chat=chat, prompt=tmp_path / "missing.md")


def test_an_empty_chunk_is_not_asked_about() -> None:
    chat = ScriptedChat([EMPTY])
    (found,) = LLMExtractor(chat).extract_many([(DOCUMENT, [chunk_of(" \n")])])[0]
    assert (found, chat.asked) == (ExtractedChunk("c1"), [])


# What becomes of a good answer


def test_a_relation_keeps_direction_type_description_and_strength() -> None:
    found = extract(
        entity("Lock 3", "lock", "Lock 3 is a lock.")
        + relation("Lock 3", "SUPERSEDES", "Lock 2", "Lock 3 superseded Lock 2.", 9)
    )
    check_complete(found)
    (fact,) = facts(found)
    assert (fact.subject, fact.relation_type, fact.object) == ("Lock 3", "SUPERSEDES", "Lock 2")
    assert (fact.predicate, fact.description, fact.weight) == (
        "supersedes", "Lock 3 superseded Lock 2.", 9.0,
    )  # fmt: skip
    assert [(e.name, e.type) for e in found.entities] == [("Lock 3", "LOCK"), ("Lock 2", "UNKNOWN")]
    (topic,) = found.topics
    assert topic.name == "History"
    assert found.about == ("Lock 3",)
    assert (found.failed, found.quarantined) == ("", ())


def test_statements_mention_the_entities_whose_names_stand_in_them() -> None:
    answer = {
        "topics": [
            {"name": "T", "statements": [{"text": "Ada Moor of New York built Lock 3 for us."}]}
        ],
        "entities": [{"name": name} for name in ("York", "New York", "Ada Moor", "US", "Lock")],
    }
    found = extract(json.dumps(answer), format="json")
    assert found.topics[0].statements[0].mentions == ("Ada Moor", "New York", "Lock")


def test_a_statement_is_located_in_the_sentence_it_was_made_from() -> None:
    answer = {
        "topics": [
            {
                "name": "T",
                "statements": [
                    {"text": "In 2031 Ada Moor built Lock 3."},
                    {"text": "Lock 2 was superseded by Lock 3."},
                    {"text": "Nobody knows why."},
                ],
            }
        ]
    }
    statements = extract(json.dumps(answer), format="json").topics[0].statements
    spans = [(statement.start - 100, statement.end - 100) for statement in statements]
    assert PASSAGE[slice(*spans[0])] == "Ada Moor built Lock 3 in 2031."
    assert PASSAGE[slice(*spans[1])] == "Lock 3 superseded Lock 2."
    assert (statements[2].start, statements[2].end) == (-1, -1)


def test_claims_concern_listed_entities() -> None:
    text = '("claim"<|>"ada moor"<|>"Port"<|>"DELAY"<|>"TRUE"<|>"2031"<|>"NONE"<|>"d"<|>"s")##'
    found = extract(entity("Ada Moor") + text, claims=True)
    check_complete(found)
    (claim,) = found.claims
    assert (claim.subject, claim.object, claim.status) == ("Ada Moor", "Port", "TRUE")


# Asking for what was missed


def test_gleaning_adds_and_never_replaces() -> None:
    chat = ScriptedChat(
        [
            entity("Ada", "PERSON", "Ada built it.") + relation("Ada", "BUILT", "Lock 3", "b", 7),
            entity("Ada", "ROBOT", "Ada lives.") + relation("Ada", "BUILT", "Lock 3", "b", 1)
            + entity("Port"),
            EMPTY,
        ]
    )  # fmt: skip
    found = extract(chat=chat, gleanings=5)
    assert names(found) == ["Ada", "Port", "Lock 3"]
    ada = found.entities[0]
    assert (ada.type, ada.description) == ("PERSON", "Ada built it.\nAda lives.")
    assert [fact.weight for fact in facts(found)] == [7.0]
    texts = [statement.text for statement in found.topics[0].statements]
    assert texts == ["Ada built it.", "Ada b Lock 3.", "Ada lives."]
    assert len(chat.asked) == 3  # the third had nothing new
    roles = [role for role, _ in chat.asked[2].messages]
    assert roles == ["system", "user", "assistant", "user", "assistant", "user"]


def test_no_gleaning_when_it_is_switched_off() -> None:
    chat = ScriptedChat([entity("Ada")])
    extract(chat=chat, gleanings=0)
    assert len(chat.asked) == 1


def test_a_gleaning_answer_in_prose_says_that_nothing_is_missing() -> None:
    chat = ScriptedChat([entity("Ada"), "Nothing was missed."])
    found = extract(chat=chat, gleanings=2)
    assert (len(chat.asked), names(found), found.quarantined) == (2, ["Ada"], ())


def test_an_unusable_gleaning_answer_costs_nothing_of_the_first_and_is_kept() -> None:
    first = json.dumps({"topics": [], "entities": [{"name": "Ada"}]})
    chat = ScriptedChat([first, '{"topics": [', '{"topics": ['])
    found = extract(chat=chat, format="json", gleanings=1)
    assert (len(chat.asked), names(found), found.failed) == (3, ["Ada"], "")
    assert [kept.record for kept in found.quarantined] == ['{"topics": [']


# What becomes of a bad answer


BAD = '("entity"<|>"Bea"<|>"PERSON")##\n'


def test_a_malformed_record_is_asked_for_again_once_and_mended() -> None:
    chat = ScriptedChat([entity("Ada") + BAD, entity("Bea", "PERSON", "Bea is here.")])
    found = extract(chat=chat)
    assert (names(found), found.quarantined) == (["Ada", "Bea"], ())
    assert len(chat.asked) == 2
    assert BAD.strip("\n#") in chat.asked[1].last
    assert "expected 4 fields, found 3" in chat.asked[1].last


@pytest.mark.parametrize("second", [BAD, EMPTY, "", entity("Somebody else")])
def test_a_malformed_record_that_is_not_mended_stays_quarantined(second: str) -> None:
    chat = ScriptedChat([entity("Ada") + BAD, second])
    found = extract(chat=chat)
    assert len(chat.asked) == 2
    assert found.failed == ""
    assert [kept.reason for kept in found.quarantined] == ["expected 4 fields, found 3"]


def test_all_malformed_records_go_into_one_request() -> None:
    first = entity("Ada") + BAD + relation("Ada", "X", "B", weight="much")
    chat = ScriptedChat([first, '("entity"<|>"Cleo")##' + entity("Dan"), EMPTY])
    found = extract(chat=chat, gleanings=1)
    assert len(chat.asked) == 3
    assert chat.asked[2].last.count("<|>") == 2 + 5 + 1
    assert len(found.quarantined) == 3


@pytest.mark.parametrize("bad", ["", "Sorry, I cannot.", Reply("the the the", "length")])
def test_an_unusable_answer_is_asked_for_anew_once(bad: str | Reply) -> None:
    chat = ScriptedChat([bad, entity("Ada")])
    found = extract(chat=chat)
    assert (names(found), found.failed) == (["Ada"], "")
    first, second = (asked.messages for asked in chat.asked)
    assert second[: len(first)] == first
    assert second[-1][1].startswith("That answer cannot be used: ")  # never the very same again


def test_a_chunk_fails_with_a_reason_when_its_answer_stays_unusable() -> None:
    chat = ScriptedChat(["Sorry."])
    found = extract(chat=chat, gleanings=3)
    assert len(chat.asked) == 2
    assert found.failed == "no record in the answer"
    assert [kept.record for kept in found.quarantined] == ["Sorry."]


@pytest.mark.parametrize("format_", ["json", "tuples"])
@pytest.mark.parametrize("part", [slice(None), slice(0, 1), slice(1, 2)])
def test_an_answer_that_echoes_the_request_is_no_extraction(format_: str, part: slice) -> None:
    chat = ScriptedChat(lambda asked: "\n".join(text for _, text in asked.messages[part]))
    found = extract(chat=chat, format=format_)
    assert "repeats the request" in found.failed
    assert (len(chat.asked), names(found)) == (2, [])


def test_what_a_cut_off_answer_holds_is_kept_and_gleaning_goes_on() -> None:
    chat = ScriptedChat(
        [Reply(entity("Ada") + '("entity"<|>"Be', "length"), entity("Bea", "P", "d"), EMPTY]
    )
    found = extract(chat=chat, gleanings=1)
    assert names(found) == ["Ada", "Bea"]
    assert (found.failed, len(found.quarantined)) == ("", 1)


def test_of_json_that_was_cut_off_the_closed_records_are_kept() -> None:
    whole = json.dumps({"entities": [{"name": "Ada"}, {"name": "Bea"}], "topics": []})
    found = extract(Reply(whole[: whole.index("Bea")], "length"), format="json")
    assert (found.failed, names(found)) == ("", ["Ada"])
    assert [one.reason for one in found.quarantined] == ["cut off by the limit of tokens"]
    nothing = extract(Reply(whole[:20], "length"), format="json")
    assert (nothing.failed, names(nothing)) == ("cut off by the limit of tokens", [])


def test_what_had_no_end_is_not_asked_for_more() -> None:
    chat = ScriptedChat([Reply(entity("Ada") * 3, "repetition"), entity("Bea")])
    found = extract(chat=chat, gleanings=2)
    assert (names(found), len(chat.asked)) == (["Ada"], 1)


@pytest.mark.parametrize(
    ("form", "nothing"), [("tuples", EMPTY), ("json", '{"topics": [], "entities": []}')]
)
def test_that_nothing_was_found_is_asked_twice_and_told(form: str, nothing: str) -> None:
    chat = ScriptedChat([nothing])
    found = extract(chat=chat, format=form, gleanings=1)
    assert (found.failed, len(chat.asked), chat.forgotten) == ("", 2, [])
    assert [one.reason for one in found.quarantined] == ["nothing was found in the passage"]
    assert "nothing was found" in chat.asked[1].last


def test_what_is_said_of_entities_that_no_statement_names_becomes_statements() -> None:
    described = [
        {"name": "Ada Moor", "type": "PERSON", "description": "Ada Moor built Lock 3."},
        {"name": "Lock 3", "type": "LOCK", "description": "Lock 3 superseded Lock 2."},
        {"name": "Lock 2", "type": "LOCK", "description": ""},
    ]
    found = extract(json.dumps({"topics": [], "entities": described}), format="json")
    (topic,) = found.topics
    assert [one.text for one in topic.statements] == [
        "Ada Moor built Lock 3.", "Lock 3 superseded Lock 2.",
    ]  # fmt: skip
    assert topic.statements[1].mentions == ("Lock 3", "Lock 2")
    stated = {"name": "Locks", "statements": [{"text": "Ada Moor built Lock 3.", "facts": []}]}
    found = extract(json.dumps({"topics": [stated], "entities": described}), format="json")
    assert sum(len(topic.statements) for topic in found.topics) == 1


def test_what_is_copied_from_the_instructions_is_set_aside() -> None:
    copied = '("entity"<|>"Quill pumps"<|>"PRODUCT"<|>"Quill pumps were in use since 2031.")##\n'
    found = extract(
        entity("Ada Moor", "PERSON", "She built Lock 3.")
        + copied
        + relation("Ada Moor", "BUILT", "PRODUCT", "Ada Moor built Lock 3.")
        + relation("Ada Moor", "BUILT", "Lock 3", "Ada Moor built Lock 3."),
        gleanings=1,
    )
    assert names(found) == ["Ada Moor", "Lock 3"]
    assert [(fact.subject, fact.object) for fact in facts(found)] == [("Ada Moor", "Lock 3")]
    reasons = {one.reason for one in found.quarantined}
    assert reasons == {"it comes from the instructions, not from the passage"}


def test_an_answer_has_room_by_the_size_of_its_passage() -> None:
    chat = ScriptedChat([EMPTY, EMPTY])
    extract(chat=chat)
    short = chat.asked[0].max_tokens
    assert short is not None
    assert 300 < short < 1_000
    chat = ScriptedChat([EMPTY, EMPTY], max_tokens=200)
    extract(chat=chat)
    assert chat.asked[0].max_tokens == 200


def test_an_answer_given_only_as_parsed_object_is_read() -> None:
    class Given(BaseModel):
        entities: list[dict[str, str]]

    found = extract(Reply("", parsed=Given(entities=[{"name": "Ada"}])), format="json")
    assert names(found) == ["Ada"]


def test_the_thoughts_of_a_reasoning_model_are_no_answer() -> None:
    thoughts = f"<think>Perhaps {entity('Draft')}?</think>\n"
    assert names(extract(thoughts + entity("Ada"))) == ["Ada"]
    assert names(extract(thoughts.removeprefix("<think>") + entity("Ada"))) == ["Ada"]
    quoted = extract(entity("Ada", "P", "Ada wrote </think>."))
    assert quoted.entities[0].description == "Ada wrote </think>."


# Types


PATTERNS = {"supersedes": "SUPERSEDES", "replaces": "SUPERSEDES", "part of": "PART_OF"}
ANSWER = (
    entity("Ada", "person", "Ada is here.") + entity("Port", "harbour", "The port is wide.")
    + relation("Ada", "part-of", "Crew") + relation("Ada", "Replaces", "Bea")
    + relation("Bea", "LOVES", "Ada", "Bea loves Ada.")
)  # fmt: skip


def typed(mode: str) -> tuple[ExtractedChunk, dict[str, str], list[str]]:
    found = extract(
        ANSWER, ontology=mode, entity_types=("PERSON", "CREW"), relation_patterns=PATTERNS
    )
    check_complete(found)
    types = {e.name: e.type for e in found.entities}
    return found, types, [fact.relation_type for fact in facts(found)]


def test_an_open_ontology_keeps_other_types() -> None:
    found, types, relations = typed("open")
    assert (types["Ada"], types["Port"]) == ("PERSON", "HARBOUR")
    assert relations == ["PART_OF", "REPLACES", "LOVES"]
    assert found.quarantined == ()


def test_a_guided_ontology_maps_to_the_nearest_type_and_notes_what_it_cannot() -> None:
    found, types, relations = typed("guided")
    assert (types["Ada"], types["Port"], types["Bea"]) == ("PERSON", "UNKNOWN", "UNKNOWN")
    assert relations == ["PART_OF", "SUPERSEDES", "RELATED"]
    assert facts(found)[2].description == "Bea loves Ada. (relation: LOVES)"
    assert found.entities[1].description == "The port is wide. (type: harbour)"
    assert found.quarantined == ()


def test_a_strict_ontology_drops_other_types_and_counts_them() -> None:
    found, types, relations = typed("strict")
    assert (types, relations) == ({"Ada": "PERSON"}, [])
    reasons = [kept.reason for kept in found.quarantined]
    assert len([reason for reason in reasons if reason.startswith("entity type")]) == 3
    assert len([reason for reason in reasons if reason.startswith("its end")]) == 3
    bare = extract(relation("A", "LOVES", "B") + relation("A", "SUPERSEDES", "B"),
                   ontology="strict", relation_patterns=PATTERNS)  # fmt: skip
    assert [fact.relation_type for fact in facts(bare)] == ["SUPERSEDES"]
    assert [kept.reason for kept in bare.quarantined] == [
        "relation type LOVES is not in the ontology"
    ]


def test_a_negated_relation_is_never_mapped_to_what_it_denies() -> None:
    found = extract(
        relation("A", "NEVER_REPLACES", "B"), ontology="guided", relation_patterns=PATTERNS
    )
    assert [fact.relation_type for fact in facts(found)] == ["RELATED"]


@pytest.mark.parametrize("mode", ["guided", "strict"])
def test_a_passive_relation_is_turned_round_as_the_rules_do(mode: str) -> None:
    patterns = {"replaced": "SUPERSEDES", "owned by": "OWNED_BY"}
    found = extract(
        relation("A", "WAS_REPLACED_BY", "B") + relation("A", "IS_OWNED_BY", "B"),
        ontology=mode,
        relation_patterns=patterns,
    )
    edges = [(fact.subject, fact.relation_type, fact.object) for fact in facts(found)]
    assert edges == [("B", "SUPERSEDES", "A"), ("A", "OWNED_BY", "B")]
    assert facts(found)[0].predicate == "supersedes"


def untyped(source: str, target: str, text: str, weight: int = 8) -> str:
    """A relationship as other prompts ask for it, without a field for the type."""
    return f'("relationship"|"{source}"|"{target}"|"{text}"|{weight})##\n'


@pytest.mark.parametrize("mode", ["open", "guided", "strict"])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("supersedes", "EO 14028 supersedes EO 13800."),
        ("EO 14028 supersedes EO 13800 in full.", "EO 14028 supersedes EO 13800 in full."),
        ("EO 13800 was superseded by EO 14028.", "EO 13800 was superseded by EO 14028."),
    ],
)
def test_a_relation_without_a_type_takes_that_of_its_words(mode: str, text: str, said: str) -> None:
    found = extract(
        untyped("EO 14028", "EO 13800", text),
        ontology=mode,
        relation_patterns={"supersedes": "SUPERSEDES", "superseded": "SUPERSEDES"},
    )
    (one,) = facts(found)
    assert (one.subject, one.relation_type, one.object) == ("EO 14028", "SUPERSEDES", "EO 13800")
    assert one.weight == 8
    assert [statement.text for statement in found.topics[0].statements] == [said]


def test_words_that_mean_something_else_give_no_type() -> None:
    patterns = {"supersedes": "SUPERSEDES", "superseded": "SUPERSEDES"}
    texts = [
        "A was superseded by B.",  # the other direction
        "A does not supersede B.",
        "A is old. It supersedes nothing, and B is new.",
        "does not supersede",
    ]
    found = extract(
        "".join(untyped("A", "B", text) for text in texts),
        ontology="guided",
        relation_patterns=patterns,
    )
    assert {fact.relation_type for fact in facts(found)} == {"RELATED"}


def test_without_patterns_a_bare_phrase_is_the_type() -> None:
    found = extract(untyped("Acme", "pumps", "manufactures") + untyped("Acme", "Bolt", "owns"))
    assert [(f.relation_type, f.predicate) for f in facts(found)] == [
        ("MANUFACTURES", "manufactures"),
        ("OWNS", "owns"),
    ]
    texts = [statement.text for statement in found.topics[0].statements]
    assert texts == ["Acme manufactures pumps.", "Acme owns Bolt."]


def test_json_without_a_type_takes_that_of_its_predicate() -> None:
    fact = {"subject": "A", "predicate": "supersedes", "object": "B", "strength": 3}
    topics = [{"name": "T", "statements": [{"text": "A supersedes B.", "facts": [fact]}]}]
    answer = json.dumps({"topics": topics, "entities": []})
    for mode in ("open", "strict"):
        patterns = {"supersedes": "SUPERSEDES"}
        found = extract(answer, format="json", ontology=mode, relation_patterns=patterns)
        assert [one.relation_type for one in facts(found)] == ["SUPERSEDES"]


def weights(*answers: str) -> dict[tuple[str, str], float]:
    """The weight of each fact by its statement, for chunks of one document with these answers."""
    graph = GraphRows()
    found = [replace(extract(text), chunk_id=f"c{i}") for i, text in enumerate(answers)]
    add_extraction(graph, "source", "Report", found)
    texts = {row["id"]: row["text"] for row in graph.of(Label.STATEMENT)}
    return {(row["text"], texts[row["to"]]): row["weight"] for row in graph.of(FACT_SUPPORTS)}


def test_relations_of_different_ends_share_no_statement_and_chunks_add_up() -> None:
    one = untyped("Acme", "pumps", "manufactures", 7)
    other = untyped("Bolt", "screws", "manufactures", 4)
    assert weights(one + other, untyped("Acme", "pumps", "manufactures", 8)) == {
        ("Acme manufactures pumps", "Acme manufactures pumps."): 15,
        ("Bolt manufactures screws", "Bolt manufactures screws."): 4,
    }


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("is part-of", "IS_PART_OF"),
        ("`]->() DETACH DELETE n //", "RELATED"),
        ("överträffar", "ÖVERTRÄFFAR"),
        ("संबंधित है", "संबंधित_है"),
        ("関連", "関連"),
        ("💥", "RELATED"),
        ("", "RELATED"),
        ("_", "RELATED"),
        ("x " * 500, "_".join("X" * 32)),
        ("y" * 5_000, "Y" * 64),
    ],
)
def test_relation_types_become_bounded_identifiers(written: str, expected: str) -> None:
    found = extract(relation("A", written, "B", "why"))
    (fact,) = facts(found)
    assert fact.relation_type == expected
    if expected == "RELATED" and written.strip():
        assert fact.description == f"why (relation: {written})"


@pytest.mark.parametrize(
    "name", ["N" * 300, "a\x00b", "🙂", "שלום\u202e", "{id: 1}", "'; DROP", "\ud800x", "C++"]
)
def test_strange_names_survive(name: str) -> None:
    found = extract(entity(name) + relation(name, "HAS", "B"))
    check_complete(found)
    assert len(found.entities) == 2
    assert found.quarantined == ()


def test_a_name_of_ten_thousand_characters_is_quarantined_not_fatal() -> None:
    found = extract(entity("N" * 10_000) + entity("Ada"), EMPTY)
    assert names(found) == ["Ada"]
    assert [kept.reason for kept in found.quarantined] == ["name is longer than 300 characters"]


_PIECES = st.sampled_from(
    ['("entity"<|>', '("relationship"<|>', '("claim"<|>', '"<|>"', '")##\n', "8)##", "Ada", "\0",
     EMPTY, "🙂", '"', "NONE", "TRUE", " ", "\ud800", "{", "topics", "[", ":"]
)  # fmt: skip


@given(st.lists(st.lists(_PIECES, max_size=30).map("".join), min_size=1, max_size=4),
       st.sampled_from(["open", "guided", "strict"]),
       st.sampled_from(["json", "tuples"]))  # fmt: skip
@settings(max_examples=150, deadline=None)
def test_any_answers_give_a_complete_record(script: list[str], mode: str, format_: str) -> None:
    check_complete(
        extract(*script, gleanings=1, ontology=mode, entity_types=("PERSON",), format=format_)
    )


# Many chunks


def work_of(n: int, per_document: int = 2) -> list[tuple[Document, list[Chunk]]]:
    return [
        (DOCUMENT, [chunk_of(f"chunk {i}", i) for i in range(at, at + per_document)])
        for at in range(0, n, per_document)
    ]


def number_in(asked: Asked) -> int:
    return int(asked.messages[1][1].rsplit("chunk ", 1)[1].split()[0])


def test_results_are_in_the_order_of_the_work() -> None:
    chat = ScriptedChat(lambda asked: entity(f"E{number_in(asked)}"))
    found = LLMExtractor(chat, ExtractOptions("tuples", 0)).extract_many(work_of(6, 3))
    assert [[chunk.chunk_id for chunk in group] for group in found] == [
        ["c0", "c1", "c2"], ["c3", "c4", "c5"],
    ]  # fmt: skip
    assert [names(chunk) for group in found for chunk in group] == [[f"E{i}"] for i in range(6)]


def test_chunks_are_extracted_at_the_same_time() -> None:
    arrived: list[None] = []
    together = asyncio.Event()

    class Waiting(ScriptedChat):
        async def acomplete(self, messages: Sequence[Message], **options: Any) -> Reply:
            arrived.append(None)
            if len(arrived) == 8:
                together.set()
            await asyncio.wait_for(together.wait(), 5)
            return Reply(EMPTY)

    LLMExtractor(Waiting([]), ExtractOptions("tuples", 0)).extract_many(work_of(8))


async def test_it_can_be_called_where_an_event_loop_runs() -> None:
    before = threading.active_count()  # other tests of the process may have left some
    extractor = LLMExtractor(ScriptedChat([entity("Ada")]), ExtractOptions("tuples", 0))
    blocking = extractor.extract_many(work_of(2))
    assert blocking == await extractor.aextract_many(work_of(2))
    assert threading.active_count() - before < 20


def test_chunks_beyond_the_budget_are_left_to_do_and_those_before_it_are_returned() -> None:
    def script(asked: Asked) -> str | Exception:
        return entity("Ada") if number_in(asked) < 3 else BudgetExceeded("used up")

    found = LLMExtractor(ScriptedChat(script), ExtractOptions("tuples", 0)).extract_many(work_of(6))
    assert [chunk.failed for group in found for chunk in group] == [""] * 3 + [OUT_OF_BUDGET] * 3


def test_a_chunk_whose_gleaning_the_budget_forbids_is_left_to_do() -> None:
    found = extract(entity("Ada"), BudgetExceeded("used up"), gleanings=1)
    assert found == ExtractedChunk("c1", failed=OUT_OF_BUDGET)


def test_a_failed_call_costs_only_its_chunk() -> None:
    def script(asked: Asked) -> str | Exception:
        return ModelError("The LLM failed: refused.") if number_in(asked) == 1 else entity("Ada")

    found = LLMExtractor(ScriptedChat(script), ExtractOptions("tuples", 0)).extract_many(work_of(4))
    failed = [chunk.failed for group in found for chunk in group]
    assert failed == ["", "The LLM failed: refused.", "", ""]


def test_other_errors_end_the_whole() -> None:
    chat = ScriptedChat([SettingsError("no price")])
    with pytest.raises(SettingsError):
        LLMExtractor(chat).extract_many(work_of(4))


def test_progress_counts_chunks() -> None:
    seen: list[int] = []

    class Listener:
        @contextmanager
        def task(
            self,
            description: str,
            total: int | None,
            unit: str = "items",
            status: Callable[[], str] = str,
            /,
        ) -> Iterator[Callable[[int], None]]:
            assert total == 4
            assert status() == "12 tokens"
            yield seen.append

    chat = ScriptedChat([EMPTY])
    LLMExtractor(
        chat, ExtractOptions("tuples", 0), Listener(), status=lambda: "12 tokens"
    ).extract_many(work_of(4))
    assert sum(seen) == 4


# Fingerprint, settings, protocol


def test_the_fingerprint_changes_with_whatever_changes_the_output(tmp_path: Path) -> None:
    prompt = tmp_path / "p.md"
    prompt.write_text("mine")
    variants = [
        ExtractOptions(),
        ExtractOptions("tuples"),
        ExtractOptions(gleanings=2),
        ExtractOptions(ontology="guided"),
        ExtractOptions(entity_types=("A",)),
        ExtractOptions(relation_patterns={"a": "B"}),
        ExtractOptions(relation_patterns={"b": "B"}),
        ExtractOptions(language="Swedish"),
        ExtractOptions(claims=True),
        ExtractOptions(prompt=prompt),
    ]
    prints = [LLMExtractor(ScriptedChat([]), options).fingerprint for options in variants]
    prints.append(LLMExtractor(ScriptedChat([], "other")).fingerprint)
    assert len(set(prints)) == len(prints)
    assert LLMExtractor(ScriptedChat([])).fingerprint == prints[0]


def test_options_come_from_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "GRAPHRAG_EXTRACT_FORMAT": "tuples", "GRAPHRAG_GLEANINGS": "3",
        "GRAPHRAG_ONTOLOGY": "strict", "ENTITY_TYPES": "person, lock",
        "RELATION_PATTERNS": '{"a": "B"}', "GRAPHRAG_LANGUAGE": "Swedish",
        "GRAPHRAG_CLAIMS": "true", "GRAPHRAG_EXTRACT_PROMPT": "/p.md",
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    assert ExtractOptions.of(Settings()) == ExtractOptions(
        "tuples", 3, "strict", ("PERSON", "LOCK"), {"a": "B"}, "Swedish", True, Path("/p.md")
    )
    for name in ("FORMAT", "PROMPT"):
        monkeypatch.delenv(f"GRAPHRAG_EXTRACT_{name}")
    for name in ("GLEANINGS", "ONTOLOGY", "LANGUAGE", "CLAIMS"):
        monkeypatch.delenv(f"GRAPHRAG_{name}")
    monkeypatch.delenv("ENTITY_TYPES")
    monkeypatch.delenv("RELATION_PATTERNS")
    assert ExtractOptions.of(Settings()) == ExtractOptions()


def test_both_extractors_take_many_documents() -> None:
    extractors: list[Extractor] = [RulesExtractor(), LLMExtractor(ScriptedChat([EMPTY]))]
    for extractor in extractors:
        assert len(extractor.extract_many(work_of(4))) == 2
    rules = RulesExtractor()
    assert rules.extract_many([(DOCUMENT, [chunk_of()])]) == [rules.extract(DOCUMENT, [chunk_of()])]
