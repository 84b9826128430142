"""What an LLM can add to a question: keywords (other names, acronyms) and sub-questions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from llama_index.core.prompts import BasePromptTemplate, PromptTemplate

from graphrag_neo4j.ids import entity_id
from graphrag_neo4j.prompts import load
from graphrag_neo4j.retrieve.steps import Predict, Steps

if TYPE_CHECKING:
    from graphrag_neo4j.llm.chat import ChatModel

_BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s*")
_MAX_LINE = 500
_LONGEST_NAME = 100  # characters; weak models give the request's own words


def default_prompts() -> dict[str, BasePromptTemplate]:
    """The prompts by name, as LlamaIndex's ``PromptMixin`` shows and replaces them."""
    return {name: PromptTemplate(load(name)) for name in ("keywords", "subquestions")}


def keywords(
    chat: ChatModel, prompt: BasePromptTemplate, question: str, limit: int
) -> Steps[dict[str, str]]:
    """Names that the question uses or means, at most ``limit``: entity id -> name."""
    text = yield Predict(chat, prompt, {"question": question, "max_keywords": limit})
    names = (line for line in _lines(text, limit) if len(line) <= _LONGEST_NAME)
    return {entity_id(name): name for name in names}


def subquestions(
    chat: ChatModel, prompt: BasePromptTemplate, question: str, limit: int
) -> Steps[list[str]]:
    """Questions that together answer ``question``, at most ``limit``; none if it is simple."""
    text = yield Predict(chat, prompt, {"question": question, "max_subqueries": limit})
    return [line for line in _lines(text, limit) if line.casefold() != question.casefold()]


def _lines(text: str, limit: int) -> list[str]:
    """The answer's lines without bullets, quotes and repeats."""
    bare = (_BULLET.sub("", line).strip().strip("\"'`") for line in text.splitlines())
    return list(dict.fromkeys(line for line in bare if line and len(line) <= _MAX_LINE))[:limit]
