"""Answers as JSON: what to ask an endpoint for, and reading what comes back."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import openai
from json_repair import repair_json
from pydantic import BaseModel, ValidationError

from graphrag_neo4j.llm.thoughts import without_thoughts

Arguments = dict[str, Any]

_FENCED = re.compile(r"```[\w-]*\s*\n(.*?)```", re.DOTALL)
_OPENING = re.compile(r"[{\[]")
_LIKE_JSON = re.compile(r"""\{\s*(["']|\w+\s*:)|\[\s*["'{\[]""")  # rather than prose in brackets
_FORMAT_REFUSED = re.compile(
    r"response.?format|json|schema|grammar|un(known|recognized|expected|supported)|extra|permitted",
    re.IGNORECASE,
)

_STREAM_REFUSED = re.compile(r"\bstream(ing)?\b", re.IGNORECASE)
_BREAKS_THAT_TEACH = 2


class RequestAdapter:
    """The request arguments that one model's endpoint takes, learnt from what it refuses.

    A schema is asked for as ``json_schema``; refused that, in JSON mode; refused that, by the
    prompt alone. Newer OpenAI models want ``max_completion_tokens`` and no temperature; some
    servers do not know ``stream_options``. Each refusal is met once and remembered.

    A stream that does not say that it ended may be the network's doing: only where none ever did,
    a second one teaches that the endpoint's streams never do.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._refused: set[str] = set()
        self._says_its_end = False
        self._n_broken_off = 0

    def chat(self, schema: type[BaseModel] | None, max_tokens: int) -> Arguments:
        """Arguments of a plain call; ``max_tokens`` is in them unless the model wants another."""
        arguments: Arguments = {"max_tokens": max_tokens}
        if "max_tokens" in self._refused:
            arguments = {"max_completion_tokens": max_tokens}
        if "temperature" in self._refused:
            arguments["temperature"] = 1.0
        if schema is not None:
            if f"json_schema {schema.__name__}" not in self._refused:
                arguments["response_format"] = _json_schema(schema)
            elif "json_object" not in self._refused:
                arguments["response_format"] = {"type": "json_object"}
        return arguments

    @property
    def streams(self) -> bool:
        """Whether answers are asked for as streams: unless the endpoint refused that."""
        return "stream" not in self._refused

    def stream(self, schema: type[BaseModel] | None, max_tokens: int) -> Arguments:
        """Arguments of a streamed call, which asks for the usage at its end."""
        arguments = self.chat(schema, max_tokens)
        if "stream_options" not in self._refused:
            arguments["stream_options"] = {"include_usage": True}
        return arguments

    @property
    def n_broken_off(self) -> int:
        """Times that streams broke off; several at once are one."""
        return self._n_broken_off

    def heard_end(self) -> None:
        """A stream said that it ended."""
        self._says_its_end = True

    def broke_off(self, n_before: int) -> bool:
        """A stream did not say that it ended; ``n_before``: :attr:`n_broken_off` when it was asked
        for. Whether asking without a stream can help."""
        with self._lock:
            if self._n_broken_off == n_before:
                self._n_broken_off += 1
            if self._says_its_end or self._n_broken_off < _BREAKS_THAT_TEACH:
                return False
            self._refused.add("stream")
        return True

    def learn(self, refusal: str, sent: Arguments, *, streamed: bool = False) -> bool:
        """Remember what ``refusal`` says of ``sent``; whether asking otherwise can help."""
        refused = _refused(refusal, sent)
        if refused is None and streamed and _STREAM_REFUSED.search(refusal):
            refused = "stream"
        if refused:
            with self._lock:
                self._refused.add(refused)
        return refused is not None


def _refused(refusal: str, sent: Arguments) -> str | None:
    if "max_tokens" in sent and "max_completion_tokens" in refusal:
        return "max_tokens"
    if sent.get("temperature") != 1.0 and re.search("temperature.*(support|default)", refusal):
        return "temperature"
    if "stream_options" in sent and "stream_options" in refusal:
        return "stream_options"
    if "response_format" in sent and _FORMAT_REFUSED.search(refusal):
        wanted = sent["response_format"]
        if wanted["type"] == "json_schema":
            return f"json_schema {wanted['json_schema']['name']}"
        return "json_object"
    return None


@cache
def schema_text(schema: type[BaseModel]) -> str:
    """``schema`` as JSON text, for counting and comparing."""
    return json.dumps(schema.model_json_schema(), sort_keys=True)


@cache
def _json_schema(schema: type[BaseModel]) -> Arguments:
    """OpenAI's strict form: every property required, none added, no defaults."""
    tool = openai.pydantic_function_tool(schema)
    parameters = _without_defaults(tool["function"]["parameters"])
    return {
        "type": "json_schema",
        "json_schema": {"name": schema.__name__, "strict": True, "schema": parameters},
    }


def _without_defaults(node: Any) -> Any:
    if isinstance(node, list):
        return [_without_defaults(item) for item in node]
    if not isinstance(node, dict):
        return node
    return {
        # below "properties" and "$defs" the keys are names of the user's
        key: {name: _without_defaults(item) for name, item in value.items()}
        if key in ("properties", "$defs")
        else _without_defaults(value)
        for key, value in node.items()
        if key != "default"
    }


def parse(text: str, schema: type[BaseModel]) -> tuple[BaseModel | None, bool]:
    """The first JSON value in ``text`` that fits ``schema``, and whether it had to be repaired.

    Thoughts, code fences and prose around the value are ignored. None when nothing fits: also
    when a non-empty object shares no field with the schema, as all-optional fields would
    otherwise turn any stray object into an empty answer.
    """
    for value in _sound(text):
        if (model := _validated(value, schema)) is not None:
            return model, False
    body = without_thoughts(text)
    if opening := _LIKE_JSON.search(body):
        value = _repaired(body[opening.start() :])
        for candidate in (value, *(value if isinstance(value, list) else ())):
            if candidate and (model := _validated(candidate, schema)) is not None:
                return model, True
    return None, False


def _sound(text: str) -> Iterator[Any]:
    """Valid JSON values in ``text``: the whole, each fenced block, each outermost bracket."""
    body = without_thoughts(text)
    for whole in (text, body, *(match[1] for match in _FENCED.finditer(body))):
        with suppress(ValueError, RecursionError):
            yield json.loads(whole, strict=False)
    decoder = json.JSONDecoder(strict=False)
    position = 0
    while opening := _OPENING.search(body, position):
        try:
            value, position = decoder.raw_decode(body, opening.start())
        except (ValueError, RecursionError):
            if _LIKE_JSON.match(body, opening.start()):
                return  # broken: a part of it must not pass for the whole
            position = opening.end()
        else:
            if value:
                yield value


def _repaired(text: str) -> Any:
    try:
        return repair_json(text, return_objects=True, skip_json_loads=True)
    except (ValueError, RecursionError):  # nested deeper than any schema
        return None


def _validated(value: Any, schema: type[BaseModel]) -> BaseModel | None:
    if isinstance(value, dict) and value:
        fields = schema.model_fields
        names = {*fields, *(field.alias for field in fields.values() if field.alias)}
        if not names & value.keys():
            return None
    try:
        return schema.model_validate(value)
    except ValidationError:
        return None
