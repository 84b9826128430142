"""Jupyter notebooks: their words as Markdown, code and its printed output in fences, a short one
behind the line that printed it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.model import Document, Place
from graphrag_neo4j.readers.content import (
    clean_text,
    read_text_file,
    shorten,
    title_from_name,
    with_words,
)
from graphrag_neo4j.readers.prose import markdown_document

_LONGEST_RESULT = 80  # characters
_LONGEST_CODE = 200  # characters
_WORD = re.compile(r"[^\W\d_]{2,}")
_GOES_ON = (" ", "\t", ")", "]", "}")
"""How a line begins that belongs to the one above it."""


def read_notebook(path: Path, uri: str) -> Document:
    """An .ipynb file of format 4; its places are cells. Pictures and other rich output, which is
    no text, are left out."""
    try:
        notebook = json.loads(read_text_file(path))
        cells = notebook["cells"]
        language = _language(notebook)
        texts = [clean_text("\n\n".join(_cell(cell, language))).strip() for cell in cells]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ReadError("it is not a sound notebook.", "Save it in Jupyter.", "corrupt") from error
    places: list[Place] = []
    length = 0
    for number, text in enumerate(texts, start=1):
        if text:
            places.append(Place(length, "cell", str(number)))
            length += len(text) + 2
    text = with_words("\n\n".join(filter(None, texts)))
    return replace(markdown_document(text, uri, title_from_name(path)), places=tuple(places))


def _language(notebook: dict[str, Any]) -> str:
    return str(notebook.get("metadata", {}).get("language_info", {}).get("name", ""))


def _cell(cell: dict[str, Any], language: str) -> Iterator[str]:
    source = _joined(cell["source"])
    if cell["cell_type"] != "code":
        yield source
    elif source.strip():
        yield _fenced(source, language)
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            printed = _joined(output.get("text") or data.get("text/plain") or "")
            if printed.strip() and "image/png" not in data:
                yield _fenced(_with_code(printed, source), "")


def _with_code(printed: str, source: str) -> str:
    """What was printed, behind the code that printed it if it is a short line or has no words: a
    number alone does not tell of what it is."""
    said = printed.strip()
    is_short = "\n" not in said and len(said) <= _LONGEST_RESULT
    if not is_short and _WORD.search(said):
        return printed
    code = _last_statement(source)
    return f"{code} -> {said}" if code and is_short else f"{code} ->\n{said}" if code else printed


def _last_statement(source: str) -> str:
    """The last lines of code that belong together, as one line; "" of what is too long for it."""
    lines: list[str] = []
    for line in reversed(source.splitlines()):
        if line.strip() and not line.lstrip().startswith("#"):
            lines.append(line)
            if not line.startswith(_GOES_ON):
                break
    code = " ".join(" ".join(reversed(lines)).split())
    return code if len(code) <= _LONGEST_CODE else shorten(" ".join(lines[0].split()))


def _joined(source: str | list[str]) -> str:
    return source if isinstance(source, str) else "".join(source)


def _fenced(text: str, language: str) -> str:
    fence = "```"
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text.strip(chr(10))}\n{fence}"
