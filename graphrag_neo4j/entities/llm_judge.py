"""Has an LLM say, pair by pair, which entities are the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel

from graphrag_neo4j.entities.resolvable import Match, Pair, ResolvableEntity
from graphrag_neo4j.errors import BudgetExceeded, ModelError
from graphrag_neo4j.ids import make_id
from graphrag_neo4j.progress import Progress
from graphrag_neo4j.prompts import asked_again, load
from graphrag_neo4j.text.tokens import first_tokens

if TYPE_CHECKING:
    from graphrag_neo4j.llm.chat import ChatModel, Message

STAGE = "resolve_entities"
MAX_PAIRS = 30
INPUT_TOKENS = 60_000
"""Tokens of the pairs that an LLM is given at once, less if it takes less."""
_CUT = 0x10000000
"""A batch ends with a pair whose hash is below this (1 of 16), so that a pair more or less changes
its own batch only, and the others' answers are still in the cache."""
_REASON_LENGTH = 200
_ASK_AGAIN = (
    "Your answer did not have the form asked for. Answer with the JSON object alone: pairs, a list "
    "of objects with pair (its number), same (true or false) and reason."
)


class PairVerdict(BaseModel):
    """Whether the pair with this number is one thing."""

    pair: int
    same: bool
    reason: str = ""


class Verdicts(BaseModel):
    """An answer on one batch."""

    pairs: list[PairVerdict]


@dataclass
class Judgement:
    """``same``: pairs that the LLM says are one. ``failed``: reasons why pairs could not be
    judged; ``stopped``: why it ended early, if it did."""

    asked: int = 0
    same: list[Match] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    stopped: str | None = None


def judge(
    chat: ChatModel,
    pairs: Iterable[Pair],
    entities: Mapping[str, ResolvableEntity],
    progress: Progress,
    *,
    prompt: Path | None,
    at_once: int,
) -> Judgement:
    """Ask ``chat`` about each of ``pairs``. What it says nothing of is not the same."""
    from graphrag_neo4j.llm.concurrency import Workers

    instructions = load("resolve_entities", prompt)
    room = chat.text_room(INPUT_TOKENS)
    workers = Workers(at_once)
    batches = list(_batches(pairs))
    asked: list[Future[Verdicts]] = [
        workers.submit(partial(_ask, chat, instructions, _text(batch, entities, room)))
        for batch in batches
    ]
    found = Judgement()
    with progress.task("Comparing entities", len(batches), "items", chat.status) as advance:
        for batch, answer in zip(batches, asked, strict=True):
            try:
                found.same += _said(batch, answer.result())
                found.asked += len(batch)
            except BudgetExceeded as error:
                found.stopped = str(error)
            except ModelError as error:
                found.failed.append(f"{len(batch)} pairs: {error}")
            advance(1)
    return found


def _batches(pairs: Iterable[Pair]) -> Iterator[list[Pair]]:
    batch: list[Pair] = []
    for one in sorted(set(pairs)):
        batch.append(one)
        if len(batch) == MAX_PAIRS or int(make_id("pair", *one)[:8], 16) < _CUT:
            yield batch
            batch = []
    if batch:
        yield batch


def _text(batch: Sequence[Pair], entities: Mapping[str, ResolvableEntity], max_tokens: int) -> str:
    each = max_tokens // (2 * len(batch))
    lines: list[str] = []
    for number, pair in enumerate(batch, start=1):
        one, other = (first_tokens(_line(entities[id_]), each) for id_ in pair)
        lines += [f"{number}. A: {one}", f"   B: {other}"]
    return "\n".join(lines)


def _line(entity: ResolvableEntity) -> str:
    others = [name for name in entity.other_names if name != entity.name]
    also = f" (also: {'; '.join(others)})" if others else ""
    said = f" — {' '.join(entity.description.split())}" if entity.description else ""
    return f"{entity.name}{also} [{entity.type}]{said}"


def _ask(chat: ChatModel, instructions: str, text: str) -> Verdicts:
    messages: list[Message] = [("system", instructions), ("user", text)]
    reply = chat.complete(messages, stage=STAGE, schema=Verdicts)
    if not isinstance(reply.parsed, Verdicts):
        again = asked_again(messages, reply.text, _ASK_AGAIN)
        reply = chat.complete(again, stage=STAGE, schema=Verdicts, refresh=True)
    if not isinstance(reply.parsed, Verdicts):
        raise ModelError("The LLM's answer is no list of pairs, asked twice.", "Try another model.")
    return reply.parsed


def _said(batch: Sequence[Pair], verdicts: Verdicts) -> Iterator[Match]:
    for verdict in verdicts.pairs:
        if verdict.same and 1 <= verdict.pair <= len(batch):
            reason = " ".join(verdict.reason.split())[:_REASON_LENGTH] or "the LLM says so"
            yield Match(batch[verdict.pair - 1], reason, "llm")
