"""LlamaIndex's own query and chat engines over our retrievers, with the options that they have
over any index."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from llama_index.core.chat_engine import (
    CondensePlusContextChatEngine,
    CondenseQuestionChatEngine,
    ContextChatEngine,
    SimpleChatEngine,
)
from llama_index.core.chat_engine.types import BaseChatEngine
from llama_index.core.llms import LLM, MockLLM
from llama_index.core.query_engine import RetrieverQueryEngine
from llama_index.core.response_synthesizers import BaseSynthesizer, ResponseMode
from llama_index.core.response_synthesizers.context_only import ContextOnly
from llama_index.core.response_synthesizers.no_text import NoText

from graphrag_neo4j.errors import OptionError, UsageError
from graphrag_neo4j.llm.metered import MeteredLLM
from graphrag_neo4j.options import check_names
from graphrag_neo4j.retrieve.modes import RETRIEVER_MODES, RetrieverMode, make_retriever
from graphrag_neo4j.retrieve.options import OTHER_NAMES

if TYPE_CHECKING:
    from graphrag_neo4j.context import HasContext
    from graphrag_neo4j.llm.chat import ChatModel

Options = Mapping[str, Any]

CHAT_MODES: Mapping[str, type[BaseChatEngine]] = {
    "best": CondensePlusContextChatEngine,
    "condense_plus_context": CondensePlusContextChatEngine,
    "context": ContextChatEngine,
    "condense_question": CondenseQuestionChatEngine,
    "simple": SimpleChatEngine,
}
_AGENTS = ("react", "openai")
_OURS = frozenset({"retriever", "query_engine", "llm"})
_SHARED = frozenset({"callback_manager", "verbose"})
"""Given to retriever and engine alike."""
_WITHOUT_LLM: Mapping[ResponseMode | None, type[BaseSynthesizer]] = {
    ResponseMode.NO_TEXT: NoText,
    ResponseMode.CONTEXT_ONLY: ContextOnly,
}


def query_engine(
    graph: HasContext, mode: RetrieverMode, llm: LLM | ChatModel | None, options: Options
) -> RetrieverQueryEngine:
    """The engine of :meth:`~graphrag_neo4j.KnowledgeGraph.as_query_engine`."""
    from_args = RetrieverQueryEngine.from_args
    of_engine, of_retriever = _parted(options, mode, _names(from_args))
    if "response_mode" in of_engine:
        of_engine["response_mode"] = _response_mode(of_engine["response_mode"])
    without = _WITHOUT_LLM.get(of_engine.get("response_mode"))
    if llm is None and without is not None:
        of_engine["response_synthesizer"] = without(llm=MockLLM())
        return from_args(make_retriever(graph, mode, **of_retriever), llm=MockLLM(), **of_engine)
    chat = _sized(graph, llm)
    with _refusals():
        retriever = make_retriever(graph, mode, llm=chat, **of_retriever)
        asked = MeteredLLM(chat)
        engine = from_args(retriever, llm=asked, **of_engine)
    if manager := of_engine.get("callback_manager"):  # LlamaIndex gives it to the engine alone
        asked.callback_manager = manager
    return engine


def chat_engine(
    graph: HasContext, mode: RetrieverMode, chat_mode: str, llm: LLM | None, options: Options
) -> BaseChatEngine:
    """The engine of :meth:`~graphrag_neo4j.KnowledgeGraph.as_chat_engine`."""
    kind = _chat_kind(chat_mode)
    make = kind.from_defaults  # type: ignore[attr-defined]
    known = _names(make)
    chat = _sized(graph, llm)
    asked = MeteredLLM(chat)
    if kind is SimpleChatEngine:
        check_names(options, known)
        with _refusals():
            return make(llm=asked, **options)  # type: ignore[no-any-return]
    if kind is CondenseQuestionChatEngine:
        of_engine = {name: value for name, value in options.items() if name in known}
        rest = {n: v for n, v in options.items() if n not in known or n in _SHARED}
        engine = query_engine(graph, mode, chat, rest)
        with _refusals():
            return make(query_engine=engine, llm=asked, **of_engine)  # type: ignore[no-any-return]
    of_engine, of_retriever = _parted(options, mode, known)
    with _refusals():
        retriever = make_retriever(graph, mode, llm=chat, **of_retriever)
        return make(retriever=retriever, llm=asked, **of_engine)  # type: ignore[no-any-return]


def _sized(graph: HasContext, llm: LLM | ChatModel | None) -> ChatModel:
    """``llm``, or the graph's own, that knows its context window: engines split by it."""
    chat = graph.context.chat_of(llm)
    _ = chat.context_window
    return chat


def _parted(
    options: Options, mode: RetrieverMode, of_engine: frozenset[str]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Options of the engine, and those of the retriever. Raises :class:`OptionError` for one that
    neither has."""
    of_retriever = {*OTHER_NAMES, *_SHARED}
    if mode in RETRIEVER_MODES:  # else the retriever says what modes there are
        of_retriever |= {one.name for one in fields(RETRIEVER_MODES[mode].options)}
        check_names(options, of_engine | of_retriever)
    engine = {name: value for name, value in options.items() if name in of_engine}
    return engine, {n: v for n, v in options.items() if n not in of_engine or n in _SHARED}


def _names(make: Callable[..., object]) -> frozenset[str]:
    parameters = inspect.signature(make).parameters.values()
    return frozenset(p.name for p in parameters if p.kind != p.VAR_KEYWORD) - _OURS


def _response_mode(mode: object) -> ResponseMode:
    try:
        return ResponseMode(mode)
    except ValueError:
        known = ", ".join(one.value for one in ResponseMode)
        raise OptionError(
            f"Unknown response_mode {mode!r}.", f"Use one of {known}.", names=("response_mode",)
        ) from None


def _chat_kind(chat_mode: str) -> type[BaseChatEngine]:
    name = getattr(chat_mode, "value", chat_mode)
    if name in _AGENTS:
        raise OptionError(
            f"LlamaIndex has no chat_mode {name!r} any more.",
            "Give as_tools() to its ReActAgent or FunctionAgent.",
            names=("chat_mode",),
        )
    if name not in CHAT_MODES:
        raise OptionError(
            f"Unknown chat_mode {name!r}.",
            f"Use one of {', '.join(CHAT_MODES)}.",
            names=("chat_mode",),
        )
    return CHAT_MODES[name]


@contextmanager
def _refusals() -> Iterator[None]:
    """What LlamaIndex refuses, as our error."""
    try:
        yield
    except (TypeError, ValueError, NotImplementedError) as error:
        raise UsageError(f"LlamaIndex refuses this: {error}", "Change the option.") from error
