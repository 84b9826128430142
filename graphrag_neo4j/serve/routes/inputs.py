"""What routes take: types with bounds, so that nothing senseless reaches the library."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Query
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from graphrag_neo4j.llm.surrogates import whole

MAX_QUESTION = 20_000
"""Characters, enough for a letter; a question of so many takes about two seconds."""
MAX_SKIP = 1_000_000_000


def _whole(text: Any) -> Any:
    """A shell may hand on a byte that is no UTF-8 as half a character."""
    return whole(text) if isinstance(text, str) else text


Question = Annotated[str, BeforeValidator(_whole), StringConstraints(max_length=MAX_QUESTION)]
"""The library says that an empty one is empty, in the same words without ``serve``."""
Name = Annotated[
    str,
    Query(
        min_length=1,
        max_length=10_000,
        description="Id (8 digits will do), name, title, URI or path.",
    ),
]
NameInBody = Annotated[str, StringConstraints(min_length=1, max_length=10_000)]
Skip = Annotated[int, Query(ge=0, le=MAX_SKIP, description="After how many.")]
Limit = Annotated[int, Query(ge=1, le=1_000, description="At most.")]


class Body(BaseModel):
    """Base of what is sent as JSON; an unknown field is an error, not a wish unheard."""

    model_config = ConfigDict(extra="forbid")


class Asking(Body):
    """A question, a way of asking it, and the options that this way has in the library."""

    question: Question
    options: dict[str, Any] = Field(
        default_factory=dict, description="docs/retrieval.md, search.md"
    )
