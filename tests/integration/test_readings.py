"""A file that is as it was is not read again, and the graph is the one that reading would make."""

from __future__ import annotations

import json
import os
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from graphrag_neo4j.ingest import readings
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import Item, ReadOptions, read_path
from graphrag_neo4j.settings import Settings
from tests.support.databases import Snapshot, empty, run_cypher, snapshot
from tests.support.documents import FIRM, HARBOUR, TOWN
from tests.support.pdf_file import write_pdf

Opened = Callable[[Settings], KnowledgeGraph]
RUNS = int(os.environ.get("GRAPHRAG_LIFE_RUNS", "6"))
"""Random sequences."""


class Read(list[str]):
    """The names of the files that were read."""

    def names(self) -> list[str]:
        """Those since it was asked last, in order."""
        found = sorted(self)
        self.clear()
        return found


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Read:
    found = Read()

    def noted(path: Path, options: ReadOptions) -> Iterator[Item]:
        found.append(path.name)
        return read_path(path, options)

    monkeypatch.setattr(readings, "read_path", noted)
    return found


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(_env_file=None, reading_cache=str(tmp_path / "readings.sqlite"))


@pytest.fixture
def opened(make_graph: Callable[..., KnowledgeGraph]) -> Iterator[Opened]:
    with ExitStack() as stack:
        yield lambda settings: stack.enter_context(make_graph(settings=settings))


@pytest.fixture
def graph(opened: Opened, settings: Settings) -> KnowledgeGraph:
    return opened(settings)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three texts and a table."""
    folder = tmp_path / "docs"
    folder.mkdir()
    for name, document in (("firm.txt", FIRM), ("harbour.md", HARBOUR), ("town.txt", TOWN)):
        (folder / name).write_text(document.text)
    (folder / "people.csv").write_text("id,name,does\n1,Anna Berg,manages\n2,Bo Lind,sails\n")
    return folder


def test_files_that_are_as_they_were_are_not_read_again(
    graph: KnowledgeGraph, folder: Path, read: Read
) -> None:
    assert graph.ingest(folder).added == 5
    assert read.names() == ["firm.txt", "harbour.md", "people.csv", "town.txt"]
    before = snapshot(graph)
    for again in (graph.ingest, graph.sync):
        report = again(folder)
        assert (report.added, report.changed, report.removed, report.unchanged) == (0, 0, 0, 5)
        assert read.names() == [] and snapshot(graph) == before


def test_a_plan_reads_only_what_an_ingest_would(
    graph: KnowledgeGraph, folder: Path, read: Read
) -> None:
    graph.ingest(folder)
    read.clear()
    (folder / "firm.txt").write_text(FIRM.text + " It closed.")
    plan = graph.plan(folder)
    assert (plan.documents, plan.unchanged, read.names()) == (1, 4, ["firm.txt"])
    assert plan.files == {".csv": 1, ".md": 1, ".txt": 2}


def test_one_that_changed_is_read_though_time_and_size_are_those_of_before(
    graph: KnowledgeGraph, folder: Path, read: Read
) -> None:
    graph.ingest(folder)
    read.clear()
    file = folder / "town.txt"
    before, text = file.stat(), file.read_text()
    file.write_text(text[:-2] + "X.")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert file.stat().st_size == before.st_size
    assert graph.ingest(folder).changed == 1
    assert read.names() == ["town.txt"]


def test_what_was_taken_out_of_the_graph_is_read_again(
    graph: KnowledgeGraph, folder: Path, read: Read
) -> None:
    graph.ingest(folder)
    whole = snapshot(graph)
    graph.sources.delete((folder / "firm.txt").as_uri())
    graph.sources.delete((folder / "people.csv").as_uri() + "#2")
    read.clear()
    assert graph.ingest(folder).added == 2
    assert read.names() == ["firm.txt", "people.csv"]
    assert snapshot(graph) == whole


def test_another_graph_reads_its_own(graph: KnowledgeGraph, folder: Path, read: Read) -> None:
    graph.ingest(folder)
    whole = snapshot(graph)
    empty(graph.database)
    read.clear()
    assert graph.ingest(folder).added == 5
    assert len(read.names()) == 4 and snapshot(graph) == whole


def test_other_settings_read_anew(
    graph: KnowledgeGraph, opened: Opened, folder: Path, read: Read, settings: Settings
) -> None:
    graph.ingest(folder)
    read.clear()
    other = opened(settings.model_copy(update={"chunk_size": 50}))
    other.ingest(folder, switch_extractor=True)
    assert len(read.names()) == 4
    keyed = opened(settings.model_copy(update={"record_key": "name"}))
    keyed.ingest(folder, switch_extractor=True)
    assert "people.csv" in read.names()


def test_other_code_reads_anew(
    graph: KnowledgeGraph, folder: Path, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph.ingest(folder)
    read.clear()
    monkeypatch.setattr(readings, "code_signature", lambda: "of another release")
    graph.ingest(folder)
    assert len(read.names()) == 4
    monkeypatch.setattr(readings, "code_signature", lambda: None)
    graph.ingest(folder)
    assert len(read.names()) == 4


def test_the_signature_tells_code_and_packages_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    signature = readings.code_signature.__wrapped__
    assert signature() == signature() is not None
    before = signature()
    monkeypatch.setattr(readings, "version", lambda name: "0.0")
    assert signature() not in (before, None)


def test_a_copy_is_read_as_it_may_become_a_source_of_its_own(
    graph: KnowledgeGraph, folder: Path, read: Read
) -> None:
    (folder / "copy.txt").write_text(FIRM.text)
    graph.ingest(folder)
    read.clear()
    graph.ingest(folder)
    assert read.names() == ["copy.txt", "firm.txt"]


def test_a_record_that_cannot_be_read_is_told_each_time(
    graph: KnowledgeGraph, folder: Path, read: Read
) -> None:
    (folder / "rows.jsonl").write_text('{"id": "a", "text": "Bo sails."}\n{nonsense\n')
    first = graph.ingest(folder)
    again = graph.ingest(folder)
    assert first.unreadable == again.unreadable and len(again.unreadable) == 1
    assert read.names().count("rows.jsonl") == 2


def test_a_file_without_words_is_looked_at_once(
    graph: KnowledgeGraph, folder: Path, read: Read
) -> None:
    (folder / "blank.txt").write_text("  \n")
    write_pdf(folder / "scan.pdf", [])
    first = graph.ingest(folder)
    assert sorted(uri.rpartition("/")[2] for uri in first.unreadable) == ["blank.txt", "scan.pdf"]
    read.clear()
    again = graph.sync(folder)
    assert read.names() == [] and again.unreadable == first.unreadable
    assert again.unread_kinds == first.unread_kinds


def test_a_file_that_changes_before_it_is_read_is_not_taken_for_what_it_was(
    graph: KnowledgeGraph, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = folder / "town.txt"

    def late(path: Path, options: ReadOptions) -> Iterator[Item]:
        if path == file:
            file.write_text(HARBOUR.text + " More.")
        yield from read_path(path, options)

    with monkeypatch.context() as patch:
        patch.setattr(readings, "read_path", late)
        graph.ingest(folder)
    file.write_text(TOWN.text)
    assert graph.ingest(folder).changed == 1


def test_documents_that_are_given_by_hand_are_never_left_out(
    graph: KnowledgeGraph, folder: Path
) -> None:
    file = folder / "town.txt"
    graph.ingest(folder)
    graph.ingest([Document(file.as_uri(), "Bo Lind sails to Melby.", "Town"), folder])
    (row,) = run_cypher(
        graph, "MATCH (s:Source {uri: $uri}) RETURN s.content_hash AS hash", uri=file.as_uri()
    )
    alone = graph.ingest(file)
    assert alone.unchanged == 1, row


def test_no_word_or_name_is_kept(graph: KnowledgeGraph, folder: Path, settings: Settings) -> None:
    graph.ingest(folder)
    kept = Path(str(settings.reading_cache))
    assert kept.stat().st_mode & 0o777 == 0o600
    rows = sqlite3.connect(kept).execute("SELECT key, numbers FROM reading").fetchall()
    assert len(rows) == 4
    assert all(len(key) == 32 and len(numbers) == 16 for key, numbers in rows)
    sqlite3.connect(kept).close()


def test_a_broken_cache_costs_only_time(
    graph: KnowledgeGraph, folder: Path, settings: Settings, read: Read
) -> None:
    Path(str(settings.reading_cache)).write_bytes(b"no database" * 1000)
    assert graph.ingest(folder).added == 5
    read.clear()
    assert graph.ingest(folder).unchanged == 5
    assert len(read.names()) == 4


def test_off_reads_all(opened: Opened, folder: Path, read: Read) -> None:
    graph = opened(Settings(_env_file=None, reading_cache="off"))
    graph.ingest(folder)
    graph.ingest(folder)
    assert len(read.names()) == 8


def changed(folder: Path, chance: random.Random) -> str:
    """One thing that people do to a folder."""
    names = sorted(path.name for path in folder.iterdir())
    name = chance.choice([*names, "new.txt", "a.txt", "rows.jsonl"])
    file = folder / name
    texts = [FIRM.text, HARBOUR.text, TOWN.text, TOWN.text + " It grew."]
    act = chance.choice(["write", "write", "delete", "rename", "copy", "touch"])
    if act == "write" or not file.exists():
        if file.suffix == ".jsonl":
            rows = [
                {"id": n, "text": text} for n, text in enumerate(texts) if chance.random() < 0.6
            ]
            file.write_text("".join(json.dumps(row) + "\n" for row in rows))
        elif file.suffix != ".csv":
            file.write_text(chance.choice(texts))
    elif act == "delete" and len(names) > 1:
        file.unlink()
    elif act == "rename":
        file.rename(folder / f"z{file.name}")
    elif act == "copy":
        (folder / f"b{file.name}").write_bytes(file.read_bytes())
    else:
        os.utime(file)
    return f"{act} {name}"


def test_any_life_of_a_folder_makes_the_graph_that_reading_all_makes(
    opened: Opened, settings: Settings, folder: Path
) -> None:
    start = {path.name: path.read_bytes() for path in folder.iterdir()}

    def life(graph: KnowledgeGraph, seed: int) -> tuple[Snapshot, list[str]]:
        chance = random.Random(seed)
        empty(graph.database)
        for path in folder.iterdir():
            path.unlink()
        for name, data in start.items():
            (folder / name).write_bytes(data)
        told = [graph.sync(folder).summary()]
        for _ in range(chance.randint(3, 6)):
            told += [changed(folder, chance) for _ in range(chance.randint(1, 3))]
            bring = graph.sync if chance.random() < 0.7 else graph.ingest
            told.append(bring(folder).summary())
        return snapshot(graph), told

    remembering = opened(settings)
    reading_all = opened(Settings(_env_file=None, reading_cache="off"))
    for seed in range(RUNS):
        assert life(remembering, seed) == life(reading_all, seed), seed
