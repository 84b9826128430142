"""Mode "auto": which way of searching fits a question, by rules; one statement, no model."""

from __future__ import annotations

import re
from dataclasses import dataclass

from graphrag_neo4j.retrieve.question.terms import candidate_entities
from graphrag_neo4j.search.modes import SearchMode
from graphrag_neo4j.search.run import SearchRun

_CAUSAL = re.compile(
    r"\b(why|causes?|caused|causing|causal\w*|because|reasons?|led to|leads? to|leading to"
    r"|results? (?:in|of|from)|resulted|consequences?|effects? of|impacts?|due to|how come"
    r"|triggers?|triggered|what happens if)\b",
    re.IGNORECASE,
)
_GLOBAL = re.compile(
    r"\b(overall|themes?|summar(?:y|ise|ize|ies|ises|izes)|overview|in general"
    r"|main (?:topics?|points?|ideas?|findings?|subjects?)|most important|trends?|patterns?|whole"
    r"|entire|across (?:all|the)|all (?:the )?(?:documents?|sources?|texts?|reports?)|everything"
    r"|what (?:is|are) (?:this|these|the) (?:data|documents?|texts?|book|story|corpus"
    r"|collection)(?: all)? about)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Route:
    """A mode and why."""

    mode: SearchMode
    why: str


async def route(session: SearchRun) -> Route:
    """The mode for the session's question."""
    question = session.question
    candidates = candidate_entities(question)
    row = (await session.read("search/entities_named", candidates=list(candidates)))[0]
    if not row["entities"]:
        return Route("basic", "the graph has no entities")
    if match := _CAUSAL.search(question):
        return Route("causal", f"the question asks for causes or effects ({match[0]!r})")
    if match := _GLOBAL.search(question):
        if row["reports"]:
            return Route("global", f"the question is about the whole ({match[0]!r})")
        why = "the question is about the whole, but there are no community reports"
        return Route("basic", why)
    if row["named"]:
        names = ", ".join(dict.fromkeys(candidates[id_] for id_ in row["named"]))
        return Route("local", f"the question names {names}")
    return Route("local", "the question is about something in particular")
