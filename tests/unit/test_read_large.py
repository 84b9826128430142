"""Large files: in parts that stay what they are, read in bounded memory, time and address space."""

from __future__ import annotations

import random
import sys
import time
import tracemalloc
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import psutil
import pytest

from graphrag_neo4j.ids import source_id
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.model import Block, Document, Heading, Place
from graphrag_neo4j.readers import apart, csv_tables, formats, large
from graphrag_neo4j.readers.content import Unreadable
from graphrag_neo4j.readers.files import read_path, read_uris
from graphrag_neo4j.readers.large import in_parts
from graphrag_neo4j.readers.options import ReadOptions
from graphrag_neo4j.text.places import link_to
from tests.support.pdf_file import lines, write_pdf

SENTENCES = [f"Person {n} lives in house {n * 7} of Melby." for n in range(400)]
TEXT = "\n\n".join(SENTENCES)


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts of 4,000 characters are large, and files of as many bytes are read in pieces."""
    monkeypatch.setattr(large, "LARGE", 4_000)
    monkeypatch.setattr(large, "MIN_PART", 1_000)
    monkeypatch.setattr(large, "MAX_PART", 2_000)
    monkeypatch.setattr(formats, "_MOST_AT_ONCE", 4_000)
    monkeypatch.setattr(csv_tables, "_MOST_AT_ONCE", 4_000)


def parts_of(path: Path) -> list[Document]:
    items = list(read_path(path))
    assert all(isinstance(item, Document) for item in items), items
    return [item for item in items if isinstance(item, Document)]


@pytest.mark.usefixtures("small_parts")
def test_a_large_text_comes_in_parts_that_are_all_of_it(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(TEXT)
    parts = parts_of(path)
    assert len(parts) > 5
    assert "".join(part.text for part in parts) == TEXT
    assert all(len(part.text) <= 2_000 for part in parts)
    assert all(len(part.text) >= 1_000 for part in parts[:-1])
    assert len({part.uri for part in parts}) == len(parts)
    assert {part.title for part in parts} == {"A"}
    assert [part.first_line for part in parts] == [
        1 + "".join(part.text for part in parts[:n]).count("\n") for n in range(len(parts))
    ]
    assert sum(part.share for part in parts) == pytest.approx(1.0)


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_read_in_pieces_it_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    path = tmp_path / "a.log"
    path.write_bytes(TEXT.replace("house", "château").replace("\n\n", "\r\n\r\n").encode(encoding))
    in_pieces = parts_of(path)
    monkeypatch.setattr(formats, "_MOST_AT_ONCE", 1 << 30)
    at_once = parts_of(path)
    assert [(p.uri, p.text, p.first_line) for p in in_pieces] == [
        (p.uri, p.text, p.first_line) for p in at_once
    ]
    assert "château" in in_pieces[0].text


def test_the_beginning_tells_the_encoding_of_a_large_text(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    said = "Der Bürgermeister von Köln erklärte die Brücke für geöffnet, und viele hörten zu. "
    path.write_bytes((said * 80_000).encode("cp1252"))
    assert formats.reader_of(path, ReadOptions()) is large.read_large_text
    assert "für geöffnet" in parts_of(path)[0].text


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("at", [0, 150, 399])
def test_what_is_inserted_moves_no_part_but_its_own(tmp_path: Path, at: int) -> None:
    path = tmp_path / "a.txt"
    path.write_text(TEXT)
    before = {part.uri: part.text for part in parts_of(path)}
    path.write_text("\n\n".join([*SENTENCES[:at], "Somebody new came to town.", *SENTENCES[at:]]))
    after = {part.uri: part.text for part in parts_of(path)}
    changed = sum(before.get(uri) != text for uri, text in after.items())
    assert changed <= 4 < len(before) - 4


@pytest.mark.usefixtures("small_parts")
def test_parts_keep_headings_places_and_blocks() -> None:
    chapters = [f"Chapter {n}\n\nSection\n\n{TEXT[:1500]}\n\ncode {n}\n\n" for n in range(8)]
    text = "".join(chapters)
    starts = [text.index(f"Chapter {n}\n") for n in range(8)]
    headings = [
        heading
        for n, start in enumerate(starts)
        for heading in (
            Heading(start, 1, f"Chapter {n}"),
            Heading(text.index("Section", start), 2, "Section"),
        )
    ]
    codes = [text.index(f"code {n}\n") for n in range(8)]
    document = Document(
        "file:///a.pdf",
        text,
        "A",
        tuple(headings),
        places=tuple(Place(start, "page", str(n + 1)) for n, start in enumerate(starts)),
        blocks=tuple(Block(at, at + 6, "code") for at in codes),
    )
    parts = list(in_parts(document))
    assert "".join(part.text for part in parts) == text and len(parts) == 8
    for n, part in enumerate(parts):
        assert part.text.startswith(f"Chapter {n}")
        assert part.headings[0] == Heading(0, 1, f"Chapter {n}")
        assert part.places == (Place(0, "page", str(n + 1)),)
        assert [part.text[b.start : b.end] for b in part.blocks] == [f"code {n}"]
        chunks = chunk_document(part, source_id(part.uri), size=64, overlap=0, strategy="sentence")
        assert (
            chunks[-1].section == f"Chapter {n} > Section" and chunks[-1].place == f"page {n + 1}"
        )
        assert link_to(part.uri, chunks[0].place) == f"file:///a.pdf#page={n + 1}"


@pytest.mark.usefixtures("small_parts")
def test_a_part_in_the_middle_of_a_section_knows_it() -> None:
    text = "Chapter\n\n" + TEXT
    parts = list(in_parts(Document("u", text, "T", (Heading(0, 1, "Chapter"),))))
    chunks = chunk_document(parts[3], "s", size=64, overlap=0, strategy="sentence")
    assert {chunk.section for chunk in chunks} == {"Chapter"}


@pytest.mark.usefixtures("small_parts")
def test_parts_can_be_read_again_by_their_names(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(TEXT)
    wanted = parts_of(path)[2]
    [again] = read_uris([wanted.uri])
    assert again == wanted


@pytest.mark.usefixtures("small_parts")
def test_a_large_table_is_read_line_by_line(tmp_path: Path) -> None:
    rows = ["id;said;by", *(f'{n};"Line {n}\nand more; é";Ann' for n in range(400))]
    path = tmp_path / "a.csv"
    path.write_text("\n".join(rows))
    documents = parts_of(path)
    assert len(documents) == 400
    assert documents[7].text == "id: 7\nsaid: Line 7\nand more; é\nby: Ann"


def _lines(n: int) -> Iterator[str]:
    dice = random.Random(1)
    for _ in range(n):
        yield " ".join(f"word{dice.randrange(5000)}" for _ in range(12)) + ".\n"


def test_memory_does_not_grow_with_a_text(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    with path.open("w") as file:
        file.writelines(_lines(120_000))
    size = path.stat().st_size
    assert size > 10_000_000
    tracemalloc.start()
    try:
        read = sum(len(part.text) for part in read_path(path) if isinstance(part, Document))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert read == size
    assert peak < 5_000_000


# -- parsers in a process of their own ----------------------------------------------------------


def test_a_large_pdf_is_read_by_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_pdf(tmp_path / "a.pdf", lines(["Anna Berg lives in Melby."]))
    here = parts_of(path)
    monkeypatch.setattr(formats, "FROM_BYTES", 0)
    monkeypatch.delitem(sys.modules, "pypdfium2", raising=False)
    assert parts_of(path) == here
    assert "pypdfium2" not in sys.modules


def test_a_parser_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.html"
    path.write_text("<p>x")
    monkeypatch.setattr(formats, "FROM_BYTES", 0)
    monkeypatch.setattr(apart, "_START", "import time; time.sleep(60)")
    began = time.monotonic()
    [item] = read_path(path, ReadOptions(seconds=1))
    assert isinstance(item, Unreadable) and item.kind == "too large"
    assert "1 seconds" in item.reason and "GRAPHRAG_MAX_FILE_SECONDS" in item.hint
    assert time.monotonic() - began < 20


@pytest.mark.parametrize("harm", ["import os; os.abort()", "print('no pickle')"])
def test_a_parser_that_crashes_costs_its_file_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, harm: str
) -> None:
    path = tmp_path / "a.html"
    path.write_text("<p>x")
    monkeypatch.setattr(formats, "FROM_BYTES", 0)
    monkeypatch.setattr(apart, "_START", harm)
    [item] = read_path(path)
    assert isinstance(item, Unreadable) and item.kind == "corrupt" and "crashed" in item.reason


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps a limit of address space")
def test_a_parser_that_eats_memory_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.html"
    path.write_text("<p>x")
    monkeypatch.setattr(formats, "FROM_BYTES", 0)
    greedy = "import graphrag_neo4j.readers.apart as a; a.MEMORY = 600 << 20; "
    greedy += (
        "import graphrag_neo4j.readers.web.page as w; w.clean_text = lambda t: 'x' * (1 << 30); "
    )
    monkeypatch.setattr(apart, "_START", apart._START.replace("from graph", greedy + "from graph"))
    [item] = read_path(path)
    assert isinstance(item, Unreadable) and item.kind == "too large"


def test_nothing_is_left_running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_pdf(tmp_path / "a.pdf", *([lines(SENTENCES[:40])] * 3))
    monkeypatch.setattr(formats, "FROM_BYTES", 0)
    before = set(psutil.Process().children())
    reading = read_path(path)
    next(reading)
    assert set(psutil.Process().children()) - before
    reading.close()  # type: ignore[attr-defined]
    assert not set(psutil.Process().children()) - before


def test_neighbours_of_parts_touch(small_parts: None) -> None:
    parts = list(in_parts(Document("u", TEXT, "T")))
    assert len(parts) > 1
    assert all(one.text[-1].isspace() and other.text[0] == "P" for one, other in pairwise(parts))
