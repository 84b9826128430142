"""Keeps the descriptions of entities within bounds; the originals stay on the evidence.

By an LLM, which summarises, or by a rule, which keeps whole descriptions, the most frequent first,
as long as they fit. Both give the same for the same descriptions (the LLM by its cache).
What an LLM wrote stays while it cannot be asked; such entities are derived again by the next run.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.errors import ModelError
from graphrag_neo4j.prompts import fill, load
from graphrag_neo4j.text.tokens import count_tokens, first_tokens

if TYPE_CHECKING:
    from graphrag_neo4j.llm.chat import ChatModel
    from graphrag_neo4j.settings import Settings

STAGE = "describe_entity"
INPUT_TOKENS = 8_000
"""Descriptions that an LLM is given at once; rarer ones are left out."""
JOINT = "; "
_WORDS_PER_TOKEN = 0.7
_VOTES_OF_SAID = 10
_BYTES_PER_CHARACTER = 4


@dataclass(frozen=True, slots=True)
class Description:
    """What is said of an entity; ``by`` is "llm" for a summary that an LLM wrote."""

    text: str
    by: str | None = None


class Describer:
    """Shortens descriptions of more than ``settings.description_tokens``.

    ``failed``: names of entities that ``chat`` could not describe, and why; the rule did, or
    what an LLM wrote before stays. ``again``: ids of those to try again in the next run.
    """

    def __init__(self, settings: Settings, chat: ChatModel | None = None) -> None:
        self.failed: dict[str, str] = {}
        self.again: set[str] = set()
        self._keeps = settings.describe_by != "rules"
        self._tokens = settings.description_tokens
        self._chat = chat
        self._prompt = settings.describe_prompt
        self._at_once = settings.llm_concurrency

    @property
    def bounds(self) -> Mapping[str, int]:
        """What ``cypher/ingest/derive_entities.cypher`` needs to know: no more descriptions can fit
        than there are tokens, what has few characters cannot be too long, and for how many types
        that names suggest one counts that a text says."""
        few = self._tokens // _BYTES_PER_CHARACTER
        return {"most": self._tokens, "long": few, "said": _VOTES_OF_SAID}

    def shortened(self, rows: Iterable[Row]) -> dict[str, Description]:
        """Id -> description of those that might be too long, and have ``descriptions``; rows have
        ``id``, ``name``, ``type``, ``description`` and ``summary``, what an LLM wrote before."""
        long, found = [], dict[str, Description]()
        for row in rows:
            if row["descriptions"] and self._is_long(row["description"]):
                long.append(row)
            elif row["descriptions"]:
                found[row["id"]] = Description(row["description"])
        if self._chat is not None:
            return found | self._by_llm(self._chat, long)
        return found | {row["id"]: self._without_llm(row) for row in long}

    def _without_llm(self, row: Row) -> Description:
        if row["summary"] and self._keeps:
            self.again.add(row["id"])
            return Description(row["summary"], "llm")
        return Description(self._fitting(row["descriptions"]))

    def _is_long(self, text: str) -> bool:
        return count_tokens(text) > self._tokens

    def _fitting(self, descriptions: Sequence[str]) -> str:
        """Whole descriptions, the first ones first; if none fits, the first is not cut, either."""
        return JOINT.join(_fit(descriptions, self._tokens)) or descriptions[0]

    def _by_llm(self, chat: ChatModel, rows: Sequence[Row]) -> dict[str, Description]:
        from graphrag_neo4j.llm.concurrency import Workers

        if not rows:
            return {}
        max_words = math.floor(self._tokens * _WORDS_PER_TOKEN)
        instructions = fill(load("describe_entity", self._prompt), max_words=max_words)
        workers = Workers(self._at_once)
        asked = [workers.submit(partial(_ask, chat, instructions, row)) for row in rows]
        return {row["id"]: self._answer(row, one) for row, one in zip(rows, asked, strict=True)}

    def _answer(self, row: Row, future: Future[str]) -> Description:
        try:
            return Description(first_tokens(future.result(), self._tokens), "llm")
        except ModelError as error:
            self.failed[row["name"]] = str(error)
            self.again.add(row["id"])
            return self._without_llm(row)


def _ask(chat: ChatModel, instructions: str, row: Row) -> str:
    room = chat.text_room(INPUT_TOKENS)
    lines = _fit(row["descriptions"], room) or [first_tokens(row["descriptions"][0], room)]
    text = f"{row['name']} [{row['type']}]\n" + "".join(f"- {line}\n" for line in lines)
    return chat.complete([("system", instructions), ("user", text)], stage=STAGE).text.strip()


def _fit(texts: Sequence[str], tokens: int) -> list[str]:
    """Those that fit together, the first ones first; joining them costs a token each."""
    kept: list[str] = []
    for text in texts:
        size = count_tokens(text) + 1
        if size <= tokens:
            kept.append(text)
            tokens -= size
    return kept
