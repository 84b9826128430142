"""``graph.tune_prompts``: instructions for extraction made to fit a user's texts.

An LLM reads a sample and names domain, language, and types of entities and relations; then
passages of the sample are extracted with these, and what came out well becomes the examples. All
is written as files to look at and to change; nothing uses them before a setting names them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from graphrag_neo4j import prompts
from graphrag_neo4j.errors import ModelError, ModelUnavailable, UsageError
from graphrag_neo4j.evaluate.output import write_text
from graphrag_neo4j.extract.llm.options import ExtractOptions, Prompts
from graphrag_neo4j.ids import source_id
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.llm.repetition import REPETITION
from graphrag_neo4j.model import Chunk, Document
from graphrag_neo4j.readers.inputs import inputs_of
from graphrag_neo4j.results import Result
from graphrag_neo4j.text.tokens import count_tokens

if TYPE_CHECKING:
    from graphrag_neo4j.context import GraphContext
    from graphrag_neo4j.llm.chat import ChatModel, Message
    from graphrag_neo4j.readers.inputs import Ingestible
    from graphrag_neo4j.settings import Settings

STAGE = "tune prompts"
SEED = 20
PASSAGES = 12
EXAMPLES = 2
MAX_TYPES = 20
PASSAGE_TOKENS = 2_500
"""Tokens of passages that the LLM reads to say what the texts are."""
PROFILE_TOKENS = 800
"""Of an answer that says what the texts are, at first."""
EXAMPLE_TOKENS = 400
"""A longer answer makes a bad example: every request would carry it."""
_MOST_DOCUMENTS = 300
_TRIES = 6
_TYPE = re.compile(r"[^\W_]\w{1,39}")
Passage = tuple[Document, Chunk]


class Profile(BaseModel):
    """What an LLM says of a sample."""

    domain: str
    language: str
    entity_types: list[str] = Field(default_factory=list)
    relation_types: list[str] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PromptTuning(Result):
    """What was found of the texts, and the ``files`` written."""

    domain: str
    language: str
    entity_types: tuple[str, ...]
    relation_types: tuple[str, ...]
    examples: int
    files: tuple[Path, ...]

    def render(self) -> str:
        """For people, with what to do next."""
        return "\n".join(
            [
                f"Domain: {self.domain}",
                f"Language: {self.language}",
                f"Entity types: {', '.join(self.entity_types) or 'none found'}",
                f"Relation types: {', '.join(self.relation_types) or 'none found'}",
                f"Examples from your texts: {self.examples}",
                f"Look at {', '.join(map(str, self.files))}; to use them set the variables of "
                f"{self.files[-1]}.",
            ]
        )


def tune_prompts(
    context: GraphContext, items: Sequence[Ingestible | Iterable[Ingestible]], folder: Path
) -> PromptTuning:
    """See :meth:`graphrag_neo4j.KnowledgeGraph.tune_prompts`."""
    settings, chat = context.settings, context.chat
    prompt_file = folder / f"extract_{settings.extract_format}.md"
    files = (prompt_file, folder / "settings.env")
    if there := [path for path in files if path.exists()]:
        raise UsageError(f"{there[0]} is there already.", "Name another folder, or delete it.")
    with context.progress.task("Tuning prompts", 2 + EXAMPLES, "items", chat.status) as done:
        passages = sample(items, settings)
        done(1)
        profile = _profile(chat, passages)
        done(1)
        options = ExtractOptions(
            format=settings.extract_format,
            entity_types=tuple(profile.entity_types),
            language=profile.language,
            claims=settings.claims,
        )
        template = instructions(profile, options)
        examples = _examples(chat, passages, options, template)
        done(EXAMPLES)
    write_text(prompt_file, with_examples(template, examples))
    write_text(files[1], _variables(profile, prompt_file))
    return PromptTuning(
        profile.domain,
        profile.language,
        tuple(profile.entity_types),
        tuple(profile.relation_types),
        len(examples),
        files,
    )


def sample(items: Sequence[Ingestible | Iterable[Ingestible]], settings: Settings) -> list[Passage]:
    """Passages from all over the texts, the same ones each time. Raises :class:`UsageError` if
    there is nothing to read."""
    found: list[Passage] = []
    for number, document in enumerate(inputs_of(items, settings).documents()):
        if number >= _MOST_DOCUMENTS:
            break
        if isinstance(document, Document):
            chunks = chunk_document(
                document,
                source_id(document.uri),
                size=settings.chunk_size,
                overlap=0,
                strategy=settings.chunk_strategy,
            )
            found += [(document, chunk) for chunk in chunks]
    if not found:
        raise UsageError("There is no text to tune prompts by.", "Name files with text.")
    return Random(SEED).sample(found, min(PASSAGES, len(found)))  # noqa: S311 - no secret


def cleaned(types: Iterable[str]) -> list[str]:
    """Types as the graph has them: upper case, each once, without what is none."""
    upper = ("_".join(one.upper().split()).strip("_.-") for one in types)
    return list(dict.fromkeys(one for one in upper if _TYPE.fullmatch(one)))[:MAX_TYPES]


def instructions(profile: Profile, options: ExtractOptions) -> str:
    """The built-in instructions with the domain and the types in them."""
    built_in = prompts.load(f"extract_{options.format}")
    entity_types, relation_types = (
        f"{', '.join(types)}, or another if none of these fits" if types else placeholder
        for types, placeholder in (
            (profile.entity_types, "{entity_types}"),
            (profile.relation_types, "{relation_types}"),
        )
    )
    filled = prompts.fill(
        built_in,
        entity_types=entity_types,
        relation_types=relation_types,
        language=profile.language,
    )
    return f"The passages: {profile.domain}\n\n{filled}"


def with_examples(template: str, examples: Sequence[tuple[str, str]]) -> str:
    """The instructions, followed by passages of the user's own with their answers."""
    parts = [template.rstrip()]
    parts += [
        f"Example from these texts. Passage:\n{text}\n\nAnswer:\n{answer}"
        for text, answer in examples
    ]
    return "\n\n".join(parts) + "\n"


def _profile(chat: ChatModel, passages: Sequence[Passage]) -> Profile:
    texts, left = [], PASSAGE_TOKENS
    for _, chunk in passages:
        if count_tokens(chunk.text) <= left:
            texts.append(chunk.text)
            left -= count_tokens(chunk.text)
    request = prompts.fill(prompts.load("tune_profile"), passages="\n\n---\n\n".join(texts))
    messages: list[Message] = [("user", request)]
    reply = chat.complete(messages, stage=STAGE, schema=Profile, max_tokens=PROFILE_TOKENS)
    if reply.finish_reason == "length":  # its lists may end in half a word
        reply = chat.complete(messages, stage=STAGE, schema=Profile)
    if reply.finish_reason in ("length", REPETITION):
        raise ModelError(
            "The LLM's answer of what the texts are was cut off.",
            "Raise GRAPHRAG_LLM_MAX_TOKENS, or try another GRAPHRAG_LLM_MODEL.",
        )
    if not isinstance(reply.parsed, Profile):
        raise ModelError(
            "The LLM did not say what the texts are in a form that can be read.",
            "Try again with another GRAPHRAG_LLM_MODEL.",
        )
    found = reply.parsed
    return Profile(
        domain=" ".join(found.domain.split())[:300],
        language=" ".join(found.language.split())[:60],
        entity_types=cleaned(found.entity_types),
        relation_types=cleaned(found.relation_types),
    )


def _examples(
    chat: ChatModel, passages: Sequence[Passage], options: ExtractOptions, template: str
) -> list[tuple[str, str]]:
    """Passages with answers that were read without a flaw, in the words of the passage."""
    wire, texts = options.make_format(), Prompts(options)
    system = prompts.fill(template, claims="")
    found: list[tuple[str, str]] = []
    for document, chunk in sorted(passages, key=lambda one: one[1].n_tokens)[-_TRIES:]:
        messages: list[Message] = [("system", system), ("user", texts.text(document, chunk))]
        try:
            reply = chat.complete(messages, stage=STAGE, schema=wire.schema)
        except ModelUnavailable:
            raise
        except ModelError:
            continue
        parsed = wire.parse(reply.text, cut=reply.finish_reason == "length")
        facts = [f for t in parsed.topics for s in t.statements for f in s.facts]
        names = [entity.name for entity in parsed.entities]
        is_sound = not parsed.unusable and not parsed.quarantined and bool(facts)
        is_literal = bool(names) and all(name in chunk.text for name in names)
        answer = reply.text.strip()
        if is_sound and is_literal and count_tokens(answer) <= EXAMPLE_TOKENS:
            found.append((chunk.text.strip(), answer))
        if len(found) == EXAMPLES:
            break
    return found


def _variables(profile: Profile, prompt_file: Path) -> str:
    """A file as ``--credentials`` takes it."""
    lines = [
        "# Made by graphrag-neo4j prompts tune. Look at the prompt, change what is wrong, then set",
        "# these variables, or add the lines to your credentials file.",
        f"GRAPHRAG_EXTRACT_PROMPT={prompt_file.resolve()}",
        f"ENTITY_TYPES={','.join(profile.entity_types)}",
        f"GRAPHRAG_LANGUAGE={profile.language}",
        f"# relation types in the prompt: {', '.join(profile.relation_types)}",
    ]
    return "\n".join(lines) + "\n"
