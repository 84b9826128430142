"""Evidence is verbatim: what is stated, and what a model is sent, stands in the document."""

from __future__ import annotations

import csv
import html
import json
import re
import struct
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from llama_index.core.schema import Document as LlamaDocument

from graphrag_neo4j.extract.llm.options import ExtractOptions, Prompts
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import clean_text
from graphrag_neo4j.readers.files import from_llama, read_path
from graphrag_neo4j.readers.pdf.paragraphs import page_text
from graphrag_neo4j.text.quotations import QUOTE, unmarked
from graphrag_neo4j.text.sentences import sentence_spans
from tests.support.files import (
    odf_paragraph,
    write_docx,
    write_epub,
    write_odf,
    write_pptx,
    write_xlsx,
)

HOSTILE = (
    "2*3*4 metres", "If a<b and b>c then stop", "<anna@example.org>", "<branch>", "__init__",
    "List<String>", "|x| < 5", "- 5 degrees", "> said she", "# not a heading", "```", "~~gone~~",
    "[a](b) (c)", "![x](y)", "<!-- no -->", "&lt;b&gt;", "*a* **b** _c_", "a | b", "C:\\dir\\n",
    "{title} {text}", "$50M", "x = y", "1. one", "(a) two", "[10:31] ada: hello", "Ada Holm",
    "She said so.", "It is. He left.", "\u201cyes\u201d", "《红楼梦》。", "<br>", "</p>", "***",
)  # fmt: skip
NONE = "\ufffe\uffff"  # which XML, and so Word, cannot hold
PIECES = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs"), exclude_characters=NONE)),
)
WORD = re.compile(r"\w+")
LIST_MARKS = re.compile(r"\(?(?:\d{1,3}|[a-z])[.)]\s|\[[xX]\]")
TEXTS = st.lists(PIECES, min_size=1, max_size=6).map(lambda found: " ".join(["Word", *found]))
LINES = st.lists(PIECES, min_size=1, max_size=6).map(lambda found: "\n".join(["Word", *found]))


def _write_csv(path: Path, text: str) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["n", "text"], ["1", text]])


def _write_eml(path: Path, text: str) -> None:
    mail = EmailMessage()
    mail["Subject"] = "Words"
    mail.set_content(text)
    path.write_bytes(mail.as_bytes())


def _write_notebook(path: Path, text: str) -> None:
    path.write_text(json.dumps({"cells": [{"cell_type": "markdown", "source": text}]}), "utf-8")


def _write_rtf(path: Path, text: str) -> None:
    escaped = re.sub(r"([\\\\{}])", r"\\\1", text).replace("\n", "\\line ")
    units = "".join(c if ord(c) < 128 else _rtf_unit(c) for c in escaped)
    path.write_text(f"{{\\rtf1\\ansi {units}}}", "latin-1")


def _rtf_unit(char: str) -> str:
    data = char.encode("utf-16-le")
    numbers = struct.unpack(f"<{len(data) // 2}h", data)
    return "".join(f"\\u{number}?" for number in numbers)


WRITERS: dict[str, Callable[[Path, str], object]] = {
    "a.txt": lambda path, text: path.write_text(text, "utf-8"),
    "a.md": lambda path, text: path.write_text(text, "utf-8"),
    "a.html": lambda path, text: path.write_text(f"<p>{html.escape(text)}</p>", "utf-8"),
    "a.docx": write_docx,
    "a.pptx": lambda path, text: write_pptx(path, ("", text, "")),
    "a.odt": lambda path, text: write_odf(
        path, f"<office:text>{odf_paragraph(text)}</office:text>"
    ),
    "a.epub": lambda path, text: write_epub(path, f"<p>{html.escape(text)}</p>"),
    "a.xlsx": lambda path, text: write_xlsx(path, {"S": [["n", "text"], ["x", f"_{text}"]]}),
    "a.eml": _write_eml,
    "a.rst": lambda path, text: path.write_text(text, "utf-8"),
    "a.ipynb": _write_notebook,
    "a.srt": lambda path, text: path.write_text(f"1\n00:00:01,0 --> 00:00:02,0\n{text}\n", "utf-8"),
    "a.rtf": _write_rtf,
    "a.csv": _write_csv,
    "a.json": lambda path, text: path.write_text(json.dumps([{"text": text}]), "utf-8"),
    "a.jsonl": lambda path, text: path.write_text(json.dumps({"text": text}) + "\n", "utf-8"),
}


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _check(document: Document) -> None:
    """Each statement stands at its place, they lose no word, and a prompt holds the passage."""
    chunks = chunk_document(document, "s1", size=400, overlap=0, strategy="sentence")
    extracted = RulesExtractor().extract(document, chunks)
    prompts = Prompts(ExtractOptions())
    stated: list[str] = []
    quotes = any(block.kind == "quote" for block in document.blocks)  # a mail: lines have marks
    for chunk, found in zip(chunks, extracted, strict=True):
        assert chunk.text == document.text[chunk.start : chunk.end]
        assert chunk.text in prompts.text(document, chunk)
        for statement in (s for topic in found.topics for s in topic.statements):
            cited = document.text[statement.start : statement.end]
            as_quoted = QUOTE + " ".join(unmarked(cited).split())
            said = " ".join(statement.text.split())
            assert said in (" ".join(cited.split()), as_quoted if quotes else "")
            assert "\n" not in statement.text or statement.text == cited
            stated.append(cited)
    if not document.is_markdown:  # where headings and the language of a code block are none
        titles = {heading.title for heading in document.headings}  # of topics
        if document.text.startswith("Subject: "):  # headers of a mail, and whom it greets
            idle = (one for one in document.blocks if one.kind == "columns")
            titles |= {document.text[one.start : one.end] for one in idle}
        for gap in _gaps(document.text, stated):
            rest = LIST_MARKS.sub("", gap)
            lines = (line for a, b in sentence_spans(rest) for line in rest[a:b].splitlines())
            assert all(_states_nothing(line) or line.strip() in titles for line in lines), gap


def _states_nothing(line: str) -> bool:
    """A single word, mere numbers or a line of a table of contents."""
    words = WORD.findall(line)
    return len(words) < 2 or all(map(str.isdecimal, words)) or " . . . . ." in line


def _gaps(text: str, stated: list[str]) -> Iterator[str]:
    """What of ``text`` is in no statement."""
    place = 0
    for one in stated:
        at = text.index(one, place)
        yield text[place:at]
        place = at + len(one)
    yield text[place:]


@pytest.mark.parametrize("name", sorted(WRITERS))
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(text=TEXTS | LINES)
@example(" ".join(HOSTILE))
@example("\n".join(HOSTILE))
@example("Word\n\nx = y\n***")
def test_a_statement_is_what_stands_at_its_place(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    WRITERS[name](path, text)
    for document in read_path(path):
        assert isinstance(document, Document)
        if name == "a.csv":  # the other column stands beside it
            assert _squeezed(clean_text(text)) in _squeezed(document.text)
        if name in ("a.txt", "a.md", "a.rst", "a.json", "a.jsonl", "a.ipynb"):
            assert _squeezed(document.text) == _squeezed(clean_text(text))
        _check(document)


@settings(max_examples=25, deadline=None)
@given(text=TEXTS | LINES, name=st.sampled_from(("", "a.txt", "a.md", "a.pdf")))
@example("\n".join(HOSTILE), "a.md")
def test_a_llamaindex_document_is_cited_as_it_stands(text: str, name: str) -> None:
    document = from_llama(LlamaDocument(text=text, metadata={"file_name": name} if name else {}))
    assert document.text == clean_text(text)
    _check(document)


@settings(max_examples=25, deadline=None)
@given(text=TEXTS | LINES)
def test_a_page_of_a_pdf_is_cited_as_it_stands(text: str) -> None:
    _check(Document("doc:1", page_text(clean_text(text)), "Page"))
