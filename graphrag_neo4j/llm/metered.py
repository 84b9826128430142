"""A :class:`ChatModel` as LlamaIndex's engines take an LLM."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import aclosing
from typing import Any

from llama_index.core.base.llms.generic_utils import (
    astream_chat_response_to_completion_response,
    chat_response_to_completion_response,
    stream_chat_response_to_completion_response,
)
from llama_index.core.base.llms.types import (
    ChatMessage,
    ChatResponse,
    CompletionResponse,
    LLMMetadata,
    MessageRole,
    TextBlock,
)
from llama_index.core.llms import LLM
from llama_index.core.llms.callbacks import llm_chat_callback
from pydantic import PrivateAttr

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.llm.chat import ChatModel, Message

STAGE = "answer"
"""Under which the calls of LlamaIndex's engines are counted."""
_KNOWN = frozenset({"max_tokens"})
_SYSTEM = (MessageRole.SYSTEM, MessageRole.DEVELOPER)
_ASSISTANT = (MessageRole.ASSISTANT, MessageRole.CHATBOT, MessageRole.MODEL)


class MeteredLLM(LLM):
    """LlamaIndex's interface to a :class:`ChatModel`: what an engine asks is cached, counted,
    within the budget and the limits, and asked again where that helps.

    It takes text, and no tools: an engine that wants an object (``output_cls``) asks for JSON.
    Raises what :class:`ChatModel` does, and :class:`UsageError` for anything else than text.
    ``callback_manager`` hears of each call, and so does LlamaIndex's instrumentation.
    """

    _chat: ChatModel = PrivateAttr()

    def __init__(self, chat: ChatModel) -> None:
        llm = chat.llm
        super().__init__(
            callback_manager=llm.callback_manager,
            system_prompt=llm.system_prompt,
            query_wrapper_prompt=llm.query_wrapper_prompt,
            output_parser=llm.output_parser,
            pydantic_program_mode=llm.pydantic_program_mode,
        )
        self._chat = chat

    @classmethod
    def class_name(cls) -> str:
        return "MeteredLLM"

    @property
    def metadata(self) -> LLMMetadata:
        said = {"is_chat_model": True, "is_function_calling_model": False}
        return self._chat.llm.metadata.model_copy(update=said)

    @llm_chat_callback()
    def chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        reply = self._chat.complete(_texts(messages), stage=STAGE, **_known(kwargs))
        return _response(reply.text)

    @llm_chat_callback()
    async def achat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponse:
        reply = await self._chat.acomplete(_texts(messages), stage=STAGE, **_known(kwargs))
        return _response(reply.text)

    @llm_chat_callback()
    def stream_chat(
        self, messages: Sequence[ChatMessage], **kwargs: Any
    ) -> Generator[ChatResponse, None, None]:
        text = ""
        for piece in self._chat.stream(_texts(messages), stage=STAGE, **_known(kwargs)):
            text += piece
            yield _response(text, piece)

    @llm_chat_callback()
    async def astream_chat(
        self, messages: Sequence[ChatMessage], **kwargs: Any
    ) -> AsyncGenerator[ChatResponse, None]:
        answer = self._chat.astream(_texts(messages), stage=STAGE, **_known(kwargs))

        async def responses() -> AsyncGenerator[ChatResponse, None]:
            text = ""
            async with aclosing(answer) as pieces:
                async for piece in pieces:
                    text += piece
                    yield _response(text, piece)

        return responses()

    def complete(
        self,
        prompt: str,
        formatted: bool = False,  # noqa: ARG002 - LlamaIndex's protocol
        **kwargs: Any,
    ) -> CompletionResponse:
        return chat_response_to_completion_response(self.chat([_of_user(prompt)], **kwargs))

    async def acomplete(
        self,
        prompt: str,
        formatted: bool = False,  # noqa: ARG002 - LlamaIndex's protocol
        **kwargs: Any,
    ) -> CompletionResponse:
        return chat_response_to_completion_response(await self.achat([_of_user(prompt)], **kwargs))

    def stream_complete(
        self,
        prompt: str,
        formatted: bool = False,  # noqa: ARG002 - LlamaIndex's protocol
        **kwargs: Any,
    ) -> Generator[CompletionResponse, None, None]:
        responses = self.stream_chat([_of_user(prompt)], **kwargs)
        return stream_chat_response_to_completion_response(responses)

    async def astream_complete(
        self,
        prompt: str,
        formatted: bool = False,  # noqa: ARG002 - LlamaIndex's protocol
        **kwargs: Any,
    ) -> AsyncGenerator[CompletionResponse, None]:
        responses = await self.astream_chat([_of_user(prompt)], **kwargs)
        return astream_chat_response_to_completion_response(responses)


def _of_user(prompt: str) -> ChatMessage:
    return ChatMessage(role=MessageRole.USER, content=prompt)


def _response(text: str, piece: str | None = None) -> ChatResponse:
    message = ChatMessage(role=MessageRole.ASSISTANT, content=text)
    return ChatResponse(message=message, delta=piece)


def _known(kwargs: dict[str, Any]) -> dict[str, Any]:
    """What an engine may say beside the messages."""
    if unknown := sorted(kwargs.keys() - _KNOWN):
        raise UsageError(
            f"The graph's LLM does not take {', '.join(unknown)} with a request.",
            "Set it where the LLM is made, or ask the LLM itself.",
        )
    return kwargs


def _texts(messages: Sequence[ChatMessage]) -> list[Message]:
    return [_text(message) for message in messages]


def _text(message: ChatMessage) -> Message:
    if not all(isinstance(block, TextBlock) for block in message.blocks):
        raise UsageError(
            "The graph's LLM takes text alone.", "Ask the LLM itself about images and files."
        )
    text = message.content or ""
    if message.role in _SYSTEM:
        return "system", text
    return ("assistant" if message.role in _ASSISTANT else "user"), text
