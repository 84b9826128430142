"""A graph that is built of parts is the one that they are loaded into."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from graphrag_neo4j.bulk import derived, tables
from graphrag_neo4j.bulk.build import BuildReport, build_graph
from graphrag_neo4j.errors import ServerError, SettingsError, UsageError
from graphrag_neo4j.ingest import derive
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.parts.extract import extract_parts
from graphrag_neo4j.server import LocalServer
from graphrag_neo4j.settings import Settings
from tests.support.command_line import run
from tests.support.databases import connect, embed_entities, run_cypher, snapshot
from tests.support.fake_llm import FakeLLM, prompt_of
from tests.support.gossip import Gossip
from tests.support.hash_embedding import HashEmbedding
from tests.support.parts import FILES, HASHED, extracted, manifest, write_files, write_manifest

LINES = [
    {"id": 1, "text": "Anna Berg founded Blue Lines. 😀 is no word.", "year": 1999, "tags": "a"},
    {"id": 2, "text": 'Erik Holm said "no"; Blue Lines, in Melby,\nclosed.', "year": "old"},
    {"id": 3, "text": "Anna Berg FOUNDED Blue Lines.", "rate": 0.1, "dc:title": "", "is_new": True},
    {"id": 4, "text": "Erik Holm acquired Blue Lines. erik holm acquired blue lines."},
]
"""Facts in several words, values of several types under one name, names that a table would not
have, marks that a table is cut by."""
TABLES = {
    "orders.csv": "order,article,handled_by\nSO-26001,FLT-0050-D2,Rei Nakagome\n",
    "stock.csv": "article,bin,insured\nFLT-0050-D2,A07-5,False\n",
    "trips.json": json.dumps(
        [{"trip": "TR-7714", "lines": [{"article": "FLT-0050-D2", "qty": 2}]}]
    ),
}
"""Rows that a code joins."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {**FILES, "odd.jsonl": "\n".join(map(json.dumps, LINES)), **TABLES}
    return write_files(tmp_path_factory.mktemp("build") / "files", files)


@pytest.fixture(scope="module")
def parts(folder: Path) -> Path:
    extracted(folder, folder.parent / "parts")
    return folder.parent / "parts"


def built(parts: Path, home: Path) -> BuildReport:
    settings = Settings(_env_file=None, server_memory="1g")
    return build_graph(parts, into=home, settings=settings, embed_model=HashEmbedding())


def indexes_of(graph: KnowledgeGraph) -> dict[str, str]:
    """What each index is, by its name."""
    found = run_cypher(graph, "SHOW INDEXES YIELD name, type, labelsOrTypes, properties, options")
    return {row.pop("name"): str(row) for row in found if row["type"] != "LOOKUP"}


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "home"
    LocalServer(tmp_path / "home").stop()


def test_a_built_graph_is_the_one_that_is_loaded(
    fresh_graph: KnowledgeGraph, folder: Path, parts: Path, home: Path
) -> None:
    loaded = fresh_graph.ingest(extracted=parts)
    wanted, made_with = snapshot(fresh_graph), fresh_graph.schema.status().made_with
    indexes = indexes_of(fresh_graph)
    (home / "conf").mkdir(parents=True)
    (home / "conf" / "extra.conf").write_text("# the user's own\n")
    report = built(parts, home)
    assert report.sources == loaded.added
    assert report.entities_derived == loaded.entities_derived
    assert sorted(path.name for path in home.parent.iterdir()) == ["home"]
    assert (home / "conf" / "extra.conf").read_text() == "# the user's own\n"
    with connect(LocalServer(home, memory="1g").start()) as graph:
        assert snapshot(graph) == wanted
        assert indexes_of(graph) == indexes
        assert graph.schema.status().made_with == made_with
        assert not graph.schema.status().pending and not graph.schema.status().not_online
        assert graph.ingest(folder).added == 0
        assert snapshot(graph) == wanted
        assert embed_entities(graph) == embed_entities(fresh_graph) > 0
        assert snapshot(graph) == snapshot(fresh_graph)
        assert graph.retrieve("Who founded Blue Lines?")
        assert graph.ingest(folder.parent / "files" / "firm.txt").unchanged == 1


@pytest.mark.parametrize(("description_tokens", "most_mentions"), [(20, 10_000), (500, 2)])
def test_what_is_derived_does_not_depend_on_the_way(
    make_graph: Callable[..., KnowledgeGraph],
    tmp_path: Path,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
    description_tokens: int,
    most_mentions: int,
) -> None:
    for module in (derive, derived):
        monkeypatch.setattr(module, "MOST_MENTIONS", most_mentions)
    settings = Settings(_env_file=None, server_memory="1g", description_tokens=description_tokens)
    check_both_ways(make_graph, settings, tmp_path, home)


def test_an_llm_shortens_descriptions_of_what_is_built(
    make_graph: Callable[..., KnowledgeGraph], fake_llm: FakeLLM, tmp_path: Path, home: Path
) -> None:
    fake_llm.answer = lambda request: f"Of {len(prompt_of(request))} characters."
    given = {"server_memory": "1g", "description_tokens": 20, "describe_by": "llm"}
    check_both_ways(make_graph, fake_llm.settings(**given), tmp_path, home)
    assert fake_llm.requests


def check_both_ways(
    make_graph: Callable[..., KnowledgeGraph], settings: Settings, folder: Path, home: Path
) -> None:
    """The same parts, loaded and built, are the same graph."""
    texts = [f"# {n}\n\nWhat they say of {n}.\n\n## More\n\nAnd of {n * 7}." for n in range(20)]
    files = write_files(folder / "files", {f"{n}.md": text for n, text in enumerate(texts)})
    given: dict[str, Any] = {"settings": settings, "embed_model": HashEmbedding()}
    extract_parts(files, out=folder / "parts", extractor=Gossip(), workers=1, **given)
    with make_graph(**given) as graph:
        loaded = graph.ingest(extracted=folder / "parts")
        wanted = snapshot(graph)
    report = build_graph(folder / "parts", into=home, **given)
    assert report.entities_derived == loaded.entities_derived
    with connect(LocalServer(home, memory="1g").start()) as graph:
        found = snapshot(graph)
    for there, here in zip(wanted, found, strict=True):  # a few that differ; all would be too many
        assert not list(there ^ here)[:4]


def test_a_home_that_was_used_is_left_alone(parts: Path, tmp_path: Path) -> None:
    home = write_files(tmp_path / "home", {"server.json": "{}"})
    with pytest.raises(UsageError, match=r"There is a graph in .*home\. Name a new home"):
        built(parts, home)
    assert [path.name for path in tmp_path.rglob("*")] == ["home", "server.json"]


@pytest.mark.parametrize("name", ["letter.txt", "conf/mine.txt", "photos/dog.png"])
def test_a_folder_with_other_files_is_left_alone(parts: Path, tmp_path: Path, name: str) -> None:
    folder = write_files(tmp_path / "documents", {"conf/extra.conf": "", name: "mine"})
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(UsageError, match=r"documents holds other files\. Name a new home"):
        built(parts, folder)
    assert (folder / name).read_text() == "mine"
    assert sorted(tmp_path.rglob("*")) == before


def test_a_source_that_is_in_the_parts_twice_is_named(parts: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"file:.* is in these parts twice\. Build of one"):
        build_graph(parts, parts, into=tmp_path / "home", embed_model=HashEmbedding())
    assert not list(tmp_path.iterdir())


def test_bad_parts_build_nothing(parts: Path, tmp_path: Path) -> None:
    out = Path(shutil.copytree(parts, tmp_path / "out"))
    (out / "part-00001.parquet").write_bytes(b"PAR1 half")
    with pytest.raises(UsageError, match="damaged or half-written"):
        built(out, tmp_path / "home")
    shutil.copy(parts / "part-00001.parquet", out)
    write_manifest(out, {**manifest(out), "embed_model": "other"})
    with pytest.raises(SettingsError, match="vectors of these parts are of other"):
        built(out, tmp_path / "home")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_an_import_that_fails_leaves_nothing(
    parts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "OPTIONS", ("--no-such-option",))
    with pytest.raises(ServerError, match="The import failed: "):
        built(parts, tmp_path / "home")
    assert not list(tmp_path.iterdir())


def test_a_disk_that_is_full_is_one_line_and_leaves_nothing(parts: Path, tmp_path: Path) -> None:
    limited = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4_096, 4_096)); "
        "from graphrag_neo4j.__main__ import main; main()"
    )
    env = {"GRAPHRAG_EMBEDDING": HASHED}
    done = run("build", str(parts), "--into", str(tmp_path / "home"), env=env, code=limited)
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1), done.stderr
    assert done.stderr.startswith("Error: The tables could not be made: ")
    assert not list(tmp_path.iterdir())
