"""What the tests of LLM ingests share: documents, and an LLM that reads them."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

from graphrag_neo4j.model import Document
from tests.support.fake_llm import Answer, prompt_of

EMPTY: dict[str, Any] = {"topics": [], "entities": []}


def documents(n: int, chunks: int = 2) -> list[Document]:
    """Documents of so many chunks (sections); passages name the document and the chunk."""
    return [
        Document(f"doc:{i}", "\n\n".join(passage(i, k) for k in range(chunks)), f"Report {i}")
        for i in range(n)
    ]


def passage(i: int, k: int) -> str:
    """One paragraph, long enough to be a chunk of its own at chunk_size=40."""
    return (
        f"Passage {i}-{k}. Station {i} supersedes Station {i + k + 1} in the north of Norland, and "
        f"Anna Berg visits Station {i} every summer with her brother."
    )


def passage_of(request: dict[str, Any]) -> str:
    """The passage that a request asks about."""
    user = next(m["content"] for m in request["messages"] if m["role"] == "user")
    return str(user).partition("Passage:\n")[2].rpartition("\n\n")[0].strip()


def is_first(request: dict[str, Any]) -> bool:
    """Whether it is no gleaning, repair or re-ask."""
    return len(request["messages"]) == 2


def fact(subject: str, type_: str, object_: str) -> dict[str, Any]:
    return {
        "subject": subject, "predicate": type_.lower(), "object": object_, "strength": 2,
        "object_is_entity": True, "relation_type": type_, "description": f"{subject} and {object_}",
    }  # fmt: skip


def extraction(text: str) -> dict[str, Any]:
    """Stations named in a passage, one after the other superseded, and its visitor."""
    names = list(dict.fromkeys(re.findall(r"Station \d+", text)))
    facts = [fact(a, "SUPERSEDES", b) for a, b in pairwise(names)]
    statements = [{"text": text, "facts": facts}]
    if "Anna Berg" in text and names:
        visit = fact("Anna Berg", "VISITS", names[0])
        statements.append({"text": f"Anna Berg visits {names[0]}.", "facts": [visit]})
    return {
        "topics": [{"name": "Stations", "statements": statements}],
        "entities": [{"name": n, "type": "STATION", "description": f"{n} it is."} for n in names],
    }


def read(request: dict[str, Any]) -> Any:
    """The answer of a good LLM."""
    return extraction(passage_of(request)) if is_first(request) else EMPTY


def counted(request: dict[str, Any]) -> Answer:
    """The same from an endpoint that does not say its token counts, so that ours are used."""
    return Answer(json.dumps(read(request)), usage=None)


def mentions(request: dict[str, Any], words: str) -> bool:
    return words in prompt_of(request)
