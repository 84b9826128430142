"""Prompt templates: Markdown files here, each replaceable by a file of the user's.

A template has placeholders in braces, as ``{query}``. Only those that :func:`fill` is given are
replaced, in one pass, so braces of JSON in a template or in a text stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

from graphrag_neo4j.errors import SettingsError
from graphrag_neo4j.text.tokens import first_tokens

_Message = tuple[Literal["system", "user", "assistant"], str]
_SHOWN_AGAIN = 300  # tokens of an answer of another form


def load(name: str, override: Path | None = None) -> str:
    """The template ``name`` (without ``.md``), or the text of the file ``override``.

    Raises :class:`SettingsError` when the override cannot be read or is empty.
    """
    if override is None:
        return _built_in(name)
    try:
        text = override.expanduser().read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise SettingsError(
            f"The prompt {override} cannot be read: {reason}.", "Check the path."
        ) from None
    if not text.strip():
        raise SettingsError(f"The prompt {override} is empty.", "Write it, or unset its path.")
    return text


def fill(template: str, **values: object) -> str:
    """``template`` with each known ``{name}`` replaced; nothing inside a value is replaced."""
    if not values:
        return template
    known = re.compile(r"\{(" + "|".join(map(re.escape, values)) + r")\}")
    return known.sub(lambda match: str(values[match[1]]), template)


@cache
def _built_in(name: str) -> str:
    return (files(__name__) / f"{name}.md").read_text("utf-8")


def asked_again(messages: Sequence[_Message], answer: str, request: str) -> list[_Message]:
    """``messages``, the beginning of an ``answer`` of another form, and a ``request`` for the right
    one. The rest of the answer would fill the context window."""
    return [*messages, ("assistant", first_tokens(answer, _SHOWN_AGAIN)), ("user", request)]
