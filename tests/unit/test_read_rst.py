"""reStructuredText and AsciiDoc: what in them is no prose, and what is a table; screenplays."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.model import Block, Document
from graphrag_neo4j.readers.files import read_path
from graphrag_neo4j.readers.markup.asciidoc import asciidoc_blocks
from graphrag_neo4j.readers.markup.rst_blocks import rst_blocks
from tests.support.growth import check_linear


def read(path: Path, text: str) -> Document:
    path.write_text(text)
    [item] = read_path(path)
    assert isinstance(item, Document), item
    return item


def statements(document: Document) -> list[str]:
    chunks = chunk_document(document, "s", size=128, overlap=0, strategy="sentence")
    found = RulesExtractor().extract(document, chunks)
    return [s.text for chunk in found for topic in chunk.topics for s in topic.statements]


def rows(blocks: tuple[Block, ...]) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    return [(block.columns, block.cells) for block in blocks if block.kind == "row"]


# -- reStructuredText --------------------------------------------------------------------------

RST = """Using it
========

.. contents::
   :depth: 2

.. _codes:

.. note:: The pump hums. It is old.

.. list-table:: Codes of the pump
   :header-rows: 1
   :widths: 10 90

   * - Code
     - Meaning
   * - 3
     - file cannot
       be read
   * -
     - the pump is off

Run it like this::

    pump --start now

.. code-block:: sh
   :linenos:

   pump --stop

The valve closes then.

.. a comment of the writer

.. csv-table::
   :header: "Lamp", "Meaning"

   "red, steady", jammed
"""


def test_directives_are_read_as_what_they_say(tmp_path: Path) -> None:
    document = read(tmp_path / "a.rst", RST)
    assert document.text == RST
    assert rows(document.blocks) == [
        (("Code", "Meaning"), ("3", "file cannot be read")),
        (("Code", "Meaning"), ("", "the pump is off")),
        (("Lamp", "Meaning"), ("red, steady", "jammed")),
    ]
    code = [RST[block.start : block.end] for block in document.blocks if block.kind == "code"]
    assert code == ["    pump --start now", "   pump --stop"]
    assert statements(document) == [
        "The pump hums.",
        "It is old.",
        "Codes of the pump",
        "3 - file cannot be read",
        "the pump is off",
        "Run it like this::",
        "pump --start now",
        "pump --stop",
        "The valve closes then.",
        '"red, steady", jammed',
    ]


SIMPLE = """=====  ==========
Code   Meaning
=====  ==========
0      fine
3      not
       read
=====  ==========

After it.
"""
GRID = """+------+---------+
| Code | Meaning |
+======+=========+
| 0    | fine    |
+------+---------+
| 3    | not     |
|      | read    |
+------+---------+
"""


@pytest.mark.parametrize("text", [SIMPLE, GRID])
def test_tables_that_are_drawn_have_rows_with_names(text: str) -> None:
    names = ("Code", "Meaning")
    assert rows(rst_blocks(text)) == [(names, ("0", "fine")), (names, ("3", "not read"))]


def test_a_table_without_an_end_and_one_with_wide_cells_are_text() -> None:
    assert rst_blocks(SIMPLE) and rst_blocks(GRID)
    assert rst_blocks("===  ===\nA    B\n\nmore\n") == ()
    assert rst_blocks("+--+--+\n| a b |\n+--+--+\n") == ()


def test_each_field_is_a_statement_of_its_own(tmp_path: Path) -> None:
    text = """Rotas
=====

:Owner: Mira Holt
:Last tested: 2031-02-11
   by the night shift
:orphan:

They hang in the hall.
:Not: a field
"""
    document = read(tmp_path / "a.rst", text)
    assert statements(document)[:2] == [
        ":Owner: Mira Holt",
        ":Last tested: 2031-02-11 by the night shift",
    ]
    assert rows(document.blocks) == [
        (("Owner",), ("Mira Holt",)),
        (("Last tested",), ("2031-02-11 by the night shift",)),
    ]


def test_what_is_new_or_outdated_keeps_the_word_for_it(tmp_path: Path) -> None:
    text = """.. deprecated:: 4.1
   Use the lift
   instead.

   It is faster.

.. versionadded:: 3.2

The stairs are steep.
"""
    assert statements(read(tmp_path / "a.rst", text)) == [
        "deprecated:: 4.1 Use the lift instead.",
        "It is faster.",
        "versionadded:: 3.2",
        "The stairs are steep.",
    ]


def test_a_long_field_is_read_as_prose(tmp_path: Path) -> None:
    text = "Doors\n=====\n\n:Abstract: " + "The door is heavy and old. " * 20 + "\n"
    assert len(statements(read(tmp_path / "a.rst", text))) > 1


@pytest.mark.parametrize("part", [":a: b\n", ":a: b\n c\n", ":a: b\n\n", ".. deprecated:: 1\n a\n"])
def test_fields_are_read_in_linear_time(part: str) -> None:
    check_linear(lambda n: rst_blocks(part * n), 10_000)


def test_a_role_is_no_name_and_its_words_are(tmp_path: Path) -> None:
    text = "Guide\n=====\n\n:func:`read_all` takes :py:class:`Path` from Ada Berg.\n"
    document = read(tmp_path / "a.rst", text)
    chunks = chunk_document(document, "s", size=128, overlap=0, strategy="sentence")
    (chunk,) = RulesExtractor().extract(document, chunks)
    names = {entity.name for entity in chunk.entities}
    assert "read_all" in names
    assert not names & {"func", "py:class", "class"}
    assert statements(document) == [":func:`read_all` takes :py:class:`Path` from Ada Berg."]


# -- AsciiDoc ----------------------------------------------------------------------------------

ASCIIDOC = """= The Mast
:toc:
:depth: 0.2 mm

The cup tips at {depth}.

== Start

// not read
. Insert three cells.
. Press the key.

[WARNING]
====
Do not heat it.
====

.Lamps of the mast
[cols="1,2"]
|===
|Lamp |Meaning

|Green, steady |Linked
|Red
|Cup jammed
|===

[source,sh]
----
mast |= --start
----
"""


def test_marks_of_asciidoc_say_nothing_and_its_tables_have_names(tmp_path: Path) -> None:
    document = read(tmp_path / "a.adoc", ASCIIDOC)
    assert document.text == ASCIIDOC
    assert rows(document.blocks) == [
        (("depth",), ("0.2 mm",)),
        (("Lamp", "Meaning"), ("Green, steady", "Linked")),
        (("Lamp", "Meaning"), ("Red", "Cup jammed")),
    ]
    assert statements(document) == [
        "depth: 0.2 mm",
        "The cup tips at {depth}.",
        "Insert three cells.",
        "Press the key.",
        "Do not heat it.",
        "Lamps of the mast",
        "Green, steady |Linked",
        "Red |Cup jammed",
        "mast |= --start",
    ]


def test_a_table_with_cells_over_several_columns_is_text() -> None:
    assert rows(asciidoc_blocks("|===\n2+|Both\n|a |b\n|===\n")) == []
    assert rows(asciidoc_blocks("|===\n|a |b\n|c |d\n|===\n")) == [
        ((), ("a", "b")),
        ((), ("c", "d")),
    ]


def test_a_quotation_keeps_who_said_it(tmp_path: Path) -> None:
    document = read(tmp_path / "a.adoc", "[quote, Ada Berg]\nIt rains on us.\n")
    assert "Ada Berg" in document.text
    assert not document.blocks


@given(st.text("|=.+-:*[]a/ \n{}", max_size=120))
def test_blocks_lie_in_their_text_one_behind_the_other(text: str) -> None:
    for blocks in (rst_blocks(text), asciidoc_blocks(text)):
        ends = [0, *(place for block in blocks for place in (block.start, block.end)), len(text)]
        assert ends == sorted(ends), blocks


# -- screenplays -------------------------------------------------------------------------------

SCREENPLAY = """Title: THE FOG
Author: Ada Berg
Draft date: 1 May
    2024

FADE IN:

# Act one

EXT. HARBOUR - DAWN #1#

EFFIE (12, no socks) fills bottles from the *kettle*.
She hums.

EFFIE (CONT'D)
(to the cat)
It was sea once.
It remembers.

@McRae ^
Quite so.

STRAKE (V.O.)
Come along.

> CUT TO:

> THE END <
"""


def test_who_speaks_in_a_screenplay_stands_before_what_is_said(tmp_path: Path) -> None:
    document = read(tmp_path / "a.fountain", SCREENPLAY)
    assert document.title == "THE FOG"
    assert [(h.level, h.title) for h in document.headings] == [
        (1, "Act one"),
        (3, "EXT. HARBOUR - DAWN"),
    ]
    assert document.text == (
        "Title: THE FOG\n\nAuthor: Ada Berg\n\nDraft date: 1 May 2024\n\nAct one\n\n"
        "EXT. HARBOUR - DAWN\n\nEFFIE (12, no socks) fills bottles from the kettle.\nShe hums.\n\n"
        "EFFIE: (to the cat) It was sea once. It remembers.\n\nMcRae: Quite so.\n\n"
        "STRAKE: (V.O.) Come along.\n\nTHE END"
    )


def test_a_screenplay_without_a_title_page_is_called_as_its_file(tmp_path: Path) -> None:
    document = read(tmp_path / "the_fog.fountain", "INT. HUT\n\nNote: it is dark.\n")
    assert (document.title, document.text) == ("The fog", "INT. HUT\n\nNote: it is dark.")


@pytest.mark.parametrize("suffix", [".fountain", ".adoc", ".rst", ".txt"])
@pytest.mark.parametrize("blank", [" ", "\t"])
def test_a_long_line_of_blanks_is_read_in_linear_time(
    tmp_path: Path, suffix: str, blank: str
) -> None:
    def read_blanks(n: int) -> None:
        text = f"It begins.\n\n{blank * n}\n\nIt ends.\n"
        assert "It ends" in read(tmp_path / f"a{suffix}", text).text

    check_linear(read_blanks, 60_000)


def test_scenes_line_below_line_are_read_however_many_they_are(tmp_path: Path) -> None:
    document = read(tmp_path / "a.fountain", "INT. HUT\n" * 3_000 + "It is dark.\n")
    assert document.text.endswith("It is dark.")


def test_a_table_of_nothing_in_asciidoc_keeps_no_text_from_being_read(tmp_path: Path) -> None:
    document = read(tmp_path / "a.adoc", "The mill.\n\n|===\n|===\n\nIt is old.\n")
    assert "It is old." in document.text
