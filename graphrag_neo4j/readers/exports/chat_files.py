"""Text files that hold a chat as a messenger exports it: WhatsApp, Signal, LINE or KakaoTalk, or as
one copies it from Telegram.

A chat goes on for years. Each of its days is a document, so that what is said later changes none
before, and no chunk joins what was said months apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from graphrag_neo4j.readers.content import read_text_file, title_from_name
from graphrag_neo4j.readers.exports.chat_texts import signal_messages
from graphrag_neo4j.readers.exports.chats import Message, chat_document, days_of
from graphrag_neo4j.readers.exports.saved_chats import saved_messages
from graphrag_neo4j.readers.exports.whatsapp_text import whatsapp_messages
from graphrag_neo4j.readers.records import Item
from graphrag_neo4j.text.whatsapp import without_notices

_DAY = re.compile(r"\d{4}-\d\d-\d\d ")
_UNNAMED = "_chat"
"""What WhatsApp calls the text on an iPhone, in an archive that has the name of the chat."""


def read_saved_chat(path: Path, uri: str) -> Iterator[Item]:
    """A document for each day of the chat in a text file, one for all if 4/5 may be in April or in
    May; nothing if it holds none."""
    messages = _messages(read_text_file(path))
    title = title_from_name(path.parent if path.stem == _UNNAMED else path)
    if all(_DAY.match(message.time) for message in messages):
        yield from days_of(uri, title, messages, {}, has_clock=True)
    else:
        yield chat_document(uri, title, messages, {})


def _messages(text: str) -> Sequence[Message]:
    if messages := whatsapp_messages(text):
        return messages
    there = without_notices(text)
    return signal_messages(there) or saved_messages(there)
