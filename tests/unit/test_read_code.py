"""Source code: definitions are headings, comments prose, and in code nothing is read."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_neo4j.extract.parse.pipeline import ENGLISH, find_pipeline
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.model import Document, ExtractedStatement
from graphrag_neo4j.readers.code import LEXERS, read_code
from graphrag_neo4j.readers.files import read_path
from graphrag_neo4j.readers.prose import markdown_document
from graphrag_neo4j.readers.sql import read_sql

PATIENCE = 20.0

PYTHON = '''#!/usr/bin/env python3
"""Keeps the ledger of the Melby harbour office."""
import os  # for paths

# Anna Berg wrote the first version. It was
# rewritten by Carl Dahl in 2019.
LIMIT = 3


@dataclass
class Ledger:
    """All entries of a year."""

    total: int = 0

    # Called by the clerk.
    def add_entry(self, amount):
        if amount is None:
            raise LedgerError("nothing to add")
        self.total += amount


def close(ledger):
    """If entries are missing, LedgerError is raised by the office."""
    return ledger.total
'''


def read(folder: Path, name: str, text: str) -> Document:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return (read_sql if file.suffix.lower() == ".sql" else read_code)(file, "doc:1")


def statements(document: Document, extractor: RulesExtractor) -> list[ExtractedStatement]:
    chunks = chunk_document(document, "s", size=256, overlap=0, strategy="sentence")
    found = extractor.extract(document, chunks)
    return [s for chunk in found for topic in chunk.topics for s in topic.statements]


def test_definitions_are_headings_with_what_stands_above_them(tmp_path: Path) -> None:
    document = read(tmp_path, "ledger.py", PYTHON)
    assert [(h.level, h.title) for h in document.headings] == [
        (1, "Ledger"),
        (2, "Ledger.add_entry"),
        (1, "close"),
    ]
    lines = [document.text[h.start :].splitlines()[0].strip() for h in document.headings]
    assert lines == ["@dataclass", "# Called by the clerk.", "def close(ledger):"]


def test_below_a_definition_the_rest_goes_on(tmp_path: Path) -> None:
    text = (
        "def parse(x):\n    return x\n\n\n# The order counts.\n\n# See below.\nTABLE = [\n"
        "    1,\n]\n\nclass Writer:\n    def open(self):\n        pass\n\n    size = 3\n"
        '    """About\nsize."""\n'
    )
    document = read(tmp_path, "table_maker.py", text)
    parts = [(h.title, document.text[h.start :].splitlines()[0].strip()) for h in document.headings]
    assert parts == [
        ("parse", "def parse(x):"),
        ("Table maker", "# The order counts."),
        ("Writer", "class Writer:"),
        ("Writer.open", "def open(self):"),
        ("Writer", "size = 3"),
    ]


def test_orders_to_a_machine_and_the_text_of_a_class_stand_above_no_function(
    tmp_path: Path,
) -> None:
    text = "#include <x.h>\n\n/* Adds. */\nint add(int a)\n{\n  return a;\n}\n"
    assert [h.start for h in read(tmp_path, "a.c", text).headings] == [text.index("/*")]
    text = 'class A:\n    """About A."""\n\n    def f(self):\n        pass\n'
    assert [h.start for h in read(tmp_path, "a.py", text).headings] == [0, text.index("    def")]


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        (
            "a.go",
            "type Writer struct { n int }\nfunc (w *Writer) Close() error {\n\treturn nil\n}\n"
            "func Open(path string) *Writer { return nil }\n",
            ["Writer", "Close", "Open"],
        ),
        (
            "a.ts",
            "export class Client {\n  x = 1;\n}\nexport function toCents(x: number) {}\n",
            ["Client", "toCents"],
        ),
        ("a.c", "static int add(int a)\n{\n  return add(1);\n}\n", ["add"]),
        (
            "a.java",
            "package org.example;\nclass Ledger {\n  void add(int n) {\n  }\n}\n",
            ["Ledger", "Ledger.add"],
        ),
        (
            "a.rs",
            "struct Ring;\nimpl Ring {\n  pub fn push(&mut self) {}\n}\n",
            ["Ring", "Ring.push"],
        ),
        (
            "a.rb",
            "class Mailer\n  def send\n    x\n  end\n\n  attr_reader :box\nend\n",
            ["Mailer", "Mailer.send", "Mailer"],
        ),
        ("A.PY", "def f():\n    pass\n", ["f"]),
        ("a.pl", "use strict;\nsub add {\n  my $x = shift;\n}\n", ["add"]),
        ("a.sh", "set -e\ntar cf x.tar .\n", []),
    ],
)  # fmt: skip
def test_definitions_in_other_languages(
    tmp_path: Path, name: str, text: str, wanted: list[str]
) -> None:
    assert [h.title for h in read(tmp_path, name, text).headings] == wanted


def test_comments_are_sentences_read_without_their_marks_and_stated_as_they_stand(
    tmp_path: Path,
) -> None:
    document = read(tmp_path, "ledger.py", PYTHON)
    said = {s.text: s for s in statements(document, RulesExtractor())}
    assert "Keeps the ledger of the Melby harbour office." in said
    found = said["It was\n# rewritten by Carl Dahl in 2019."]
    assert found.resolved.endswith(" was rewritten by Carl Dahl in 2019.")
    assert document.text[found.start : found.end] == found.text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.java", "/**\n * Keeps all entries.\n */\nclass A {}\n"),
        ("a.c", "/* Keeps\n * all entries. */\nint x;\n"),
        ("a.rs", "/// Keeps all entries.\nstruct A;\n"),
        ("a.sql", "-- Keeps all entries.\nSELECT 1;\n"),
        ("a.r", "# Keeps all entries.\nf <- function(x) x\n"),
        ("A.SQL", "-- Keeps all entries.\nSELECT 1;\n"),
        ("a.lua", "--[[ Keeps all entries. ]]\nlocal x = 1\n"),
        ("a.hs", "{- Keeps all entries. -}\nmain = x\n"),
        ("a.clj", ";; Keeps all\n;; entries.\n(def x 1)\n"),
        ("a.py", "'''Keeps all entries.'''\nx = 1\n"),
    ],
)
def test_marks_of_other_languages(tmp_path: Path, name: str, text: str) -> None:
    found = statements(read(tmp_path, name, text), RulesExtractor())
    assert "Keeps all entries." in [s.resolved or s.text for s in found]


JAVA = """/**
 * Sends lamps to the {@link LampRoom} of Melby.
 * <p>
 * @param keeper who gets the lamps, see {@code Keeper}
 *     and the list
 * @return true if Osmere answered
 * @author Odile Varga
 */
class Lamps {}

/** Waits for Osmere. @see RetryQueue */
class Waiting {}
"""


def test_each_tag_of_a_doc_comment_begins_a_sentence(tmp_path: Path) -> None:
    found = statements(read(tmp_path, "lamps.java", JAVA), RulesExtractor())
    said = [s for s in found if "class" not in s.text]
    assert [s.text for s in said] == [
        "Sends lamps to the {@link LampRoom} of Melby.",
        "@param keeper who gets the lamps, see {@code Keeper}\n *     and the list",
        "@return true if Osmere answered",
        "@author Odile Varga",
        "Waits for Osmere.",
        "@see RetryQueue",
    ]
    assert said[0].resolved == "Sends lamps to the LampRoom of Melby."
    named = {name for s in said for name in s.mentions}
    assert "Odile Varga" in named
    assert not {"@param", "@return", "@author", "@link", "@code", "@see"} & named


SPHINX = '''def rest(tries):
    """Rest before a lamp is lit again.

    :param int tries: how often it was lit,
        and by whom
    :returns: seconds
    :raises ValueError: if it was never lit
    """
'''
ROXYGEN = """#' Lights a lamp
#'
#' @param x height in metres
#' @return the lamp
light <- function(x) {
}
"""


def test_each_field_of_a_docstring_begins_a_sentence(tmp_path: Path) -> None:
    found = statements(read(tmp_path, "lamps.py", SPHINX), RulesExtractor())
    assert [s.text for s in found][1:] == [
        "Rest before a lamp is lit again.",
        ":param int tries: how often it was lit, and by whom",
        ":returns: seconds",
        ":raises ValueError: if it was never lit",
    ]
    assert found[2].resolved == "param int tries: how often it was lit, and by whom"


def test_each_tag_of_roxygen_begins_a_sentence(tmp_path: Path) -> None:
    found = statements(read(tmp_path, "lamps.R", ROXYGEN), RulesExtractor())
    assert [s.text for s in found][:3] == [
        "Lights a lamp",
        "@param x height in metres",
        "@return the lamp",
    ]


def test_code_is_cited_as_it_stands_on_its_lines(tmp_path: Path) -> None:
    document = read(tmp_path, "ledger.py", PYTHON)
    found = [s for s in statements(document, RulesExtractor()) if "add_entry" in s.text]
    assert [s.text for s in found] == [PYTHON[s.start : s.end] for s in found]
    assert found[0].text.startswith("def add_entry(self, amount):\n        if amount is None:")


def test_in_code_nothing_is_read_and_comments_name_code(tmp_path: Path) -> None:
    parser = find_pipeline(ENGLISH)
    assert parser is not None
    extractor = RulesExtractor(parsers=[parser])
    document = read(tmp_path, "ledger.py", PYTHON)
    for statement in statements(document, extractor):
        if "=" in statement.text:
            assert not statement.mentions and not statement.facts
    chunks = chunk_document(document, "s", size=256, overlap=0, strategy="sentence")
    types = {
        e.name: e.type for chunk in extractor.extract(document, chunks) for e in chunk.entities
    }
    assert types["LedgerError"] == "CODE"
    assert types["Anna Berg"] == "PERSON"


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        (
            "a.go",
            "package a\n\n// Max is how often a driver is asked.\nconst Max = 5\n\nfunc F() {}\n",
            "// Max is how often a driver is asked. const Max = 5",
        ),
        (
            "a.py",
            "import os\n\n# Below it a ticket\n# is read again.\nLIMIT = 0.8\nFLOOR = 0.1\n\nx = 3",
            "# Below it a ticket # is read again. LIMIT = 0.8 FLOOR = 0.1",
        ),
        (
            "a.rs",
            "/// Tolerance in metres.\npub const TOLERANCE: f64 = 35.0;\n\nfn f() {}\n",
            "/// Tolerance in metres. pub const TOLERANCE: f64 = 35.0;",
        ),
        (
            "A.java",
            "class A {\n  /**\n   * Wait before a retry.\n   */\n  static final int WAIT = 3;\n}\n",
            "/** * Wait before a retry. */ static final int WAIT = 3;",
        ),
        (
            "a.h",
            "/* Letters of a name. */\n#define LONGEST 80 // so far\nint f(void);\n",
            "/* Letters of a name. */ #define LONGEST 80 // so far",
        ),
        (
            "b.py",
            "#: Tries of a pump.\nTRIES = 14\nPAUSE = 0.5\n\nx = 3\n",
            "#: Tries of a pump. TRIES = 14",
        ),
        (
            "c.py",
            "# Tries of a pump.\nTRIES = 14  # at most\nPAUSE = 0.5  # seconds\nCAP = 9\n",
            "# Tries of a pump. TRIES = 14 # at most",
        ),
        (
            "b.h",
            "/** Tries of a pump. */\n#define TRIES 14\n#define PAUSE 5\nint f(void);\n",
            "/** Tries of a pump. */ #define TRIES 14",
        ),
    ],
)
def test_a_constant_stands_with_the_sentence_directly_above(
    tmp_path: Path, name: str, text: str, wanted: str
) -> None:
    document = read(tmp_path, name, text)
    assert wanted in [s.text for s in statements(document, RulesExtractor())]
    spans = [(block.start, block.end) for block in document.blocks]
    covered = "".join(text[start:end] for start, end in spans)
    assert "".join(covered.split()) == "".join(text.split())
    assert all(first[1] <= second[0] for first, second in pairwise(spans))


def test_the_mark_of_a_comment_that_documents_is_not_read(tmp_path: Path) -> None:
    document = read(tmp_path, "a.py", "#: Tries of a pump.\nTRIES = 14\nPAUSE = 0.5\n\nx = 3\n")
    (found,) = (s for s in statements(document, RulesExtractor()) if "Tries" in s.text)
    assert found.resolved == "TRIES = 14: Tries of a pump."


@pytest.mark.parametrize(
    "text",
    [
        "# The order counts.\n\nLIMIT = 3\n",
        "# The order counts.\ntotal = 3\n",
        "# The order counts.\nif LIMIT == 3:\n    pass\n",
        "# The order counts.\nTABLE = [\n    1,\n]\n",
        "# The order counts.\n" + "".join(f"A{n} = {n}\n" for n in range(6)),
        "# The order counts. See Ann.\nLIMIT = 3\n",
        "x = 3  # The order counts.\nLIMIT = 3\n",
        "# The order counts.\n# LIMIT = 3\nx = 4\n",
    ],
)
def test_other_code_stands_apart_from_the_comment_above(tmp_path: Path, text: str) -> None:
    kinds = {block.kind for block in read(tmp_path, "a.py", text).blocks}
    assert kinds - {"comment"} == {"code"}


def test_code_within_markdown_gives_no_facts() -> None:
    parser = find_pipeline(ENGLISH)
    assert parser is not None
    text = "Anna Berg founded Nordline in 1999.\n\n```\nfoo returns Bar and Bar calls Baz\n```\n"
    found = statements(markdown_document(text, "doc:1"), RulesExtractor(parsers=[parser]))
    facts = {s.text.partition(" ")[0]: s.facts for s in found}
    assert facts["Anna"] and not facts["foo"]


@given(
    text=st.lists(
        st.sampled_from(
            [
                "def f(",
                "class A",
                '"""',
                "'",
                "/*",
                "*/",
                "//",
                "# x",
                "\n",
                "    ",
                "{",
                "}",
                "é",
                "create table a (",
                "insert into a values (",
                ", ",
                ")",
                ";",
                "--",
                "$$",
            ]
        ),
        max_size=40,
    ).map("".join),
    suffix=st.sampled_from([".py", ".c", ".js", ".go", ".sql", ".rb", ".php"]),
)
@settings(max_examples=150, deadline=None)
def test_whatever_a_file_holds_all_of_it_is_code_or_comment(text: str, suffix: str) -> None:
    if not text.strip():
        return
    with TemporaryDirectory() as folder:
        document = read(Path(folder), f"a{suffix}", text)
    blocks = document.blocks
    assert all(a.end <= b.start for a, b in pairwise(blocks))
    rest, at = "", 0
    for block in blocks:
        rest, at = rest + document.text[at : block.start], block.end
    assert not (rest + document.text[at:]).strip()
    starts = [h.start for h in document.headings]
    assert starts == sorted(set(starts))
    assert all(start < len(document.text) for start in starts)


@pytest.mark.parametrize("unit", ["((((", '"""', "<<<<", "#{", "'a"])
def test_hostile_code_takes_bearable_time(tmp_path: Path, unit: str) -> None:
    lines = (unit * (1_000 // len(unit)) + "\n") * 8
    for suffix in sorted({*LEXERS, ".sql"}):
        for text in (lines, unit * (60_000 // len(unit))):
            began = time.monotonic()
            read(tmp_path, f"a{suffix}", text)
            assert time.monotonic() - began < PATIENCE, suffix


MAKE = """\
PY ?= python3

# copy the wheel to the host
ship: build
\tscp dist/*.whl puddle:/srv

clean:
\trm -rf dist
"""


@pytest.mark.parametrize("name", ["Makefile", "GNUmakefile", "justfile", "rules.mk"])
def test_a_target_stands_with_the_comment_above_it_and_no_assignment_is_a_title(
    tmp_path: Path, name: str
) -> None:
    (tmp_path / name).write_text(MAKE)
    [document] = [one for one in read_path(tmp_path / name) if isinstance(one, Document)]
    assert "PY" not in document.title
    assert [heading.title for heading in document.headings] == ["ship", "clean"]
    said = [one.text for one in statements(document, RulesExtractor())]
    assert said[0] == "PY ?= python3"
    assert said[1].startswith("# copy the wheel to the host ship: build")
    assert said[2].startswith("clean:")


@pytest.mark.parametrize("name", ["Dockerfile", "Dockerfile.dev", "Containerfile"])
def test_the_first_line_of_a_file_that_is_code_by_its_name_is_no_title(
    tmp_path: Path, name: str
) -> None:
    (tmp_path / name).write_text("FROM python:3.12\n\n# tools of the host\nRUN pip install x\n")
    [document] = [one for one in read_path(tmp_path / name) if isinstance(one, Document)]
    assert "python" not in document.title
    assert [block.kind for block in document.blocks] == ["code", "comment", "code"]


def test_short_functions_apart_by_one_line_are_statements_of_their_own(tmp_path: Path) -> None:
    text = 'def one():\n    """Gives one."""\n    return 1\n\ndef two():\n    return 2\n'
    said = [s.text for s in statements(read(tmp_path, "a.py", text), RulesExtractor())]
    assert said == ["def one():", "Gives one.", "return 1", "def two():\n    return 2"]


@pytest.mark.parametrize("name", ["Makefile.html", "dockerfile.html"])
def test_a_suffix_tells_before_a_name_that_is_like_that_of_code(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("<h1>Build</h1><p>Run make before you ship.</p>", "utf-8")
    [document] = read_path(tmp_path / name)
    assert isinstance(document, Document)
    assert document.text == "Build\n\nRun make before you ship."
