"""Parts make the graph that an ingest of their files makes, and bad ones make nothing."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graphrag_neo4j.errors import SettingsError, UsageError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.settings import Settings
from tests.support.command_line import run
from tests.support.databases import embed_entities, empty, run_cypher, snapshot
from tests.support.fake_llm import API_KEY, Answer, FakeLLM
from tests.support.hash_embedding import HashEmbedding
from tests.support.llm_ingest import documents, read
from tests.support.parts import (
    HASHED,
    extracted,
    hashed_settings,
    manifest,
    write_files,
    write_manifest,
)

MakeGraph = Callable[..., KnowledgeGraph]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_files(tmp_path / "files")


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Parts that tests spoil copies of."""
    root = tmp_path_factory.mktemp("parts")
    extracted(write_files(root / "files"), root / "out")
    return root / "out"


def ingested(graph: KnowledgeGraph, folder: Path) -> Any:
    """The graph that files make from nothing, and what the ingest said."""
    empty(graph.database)
    report = graph.ingest(folder)
    return snapshot(graph), report.to_dict()


def test_parts_make_the_graph_that_their_files_make(
    fresh_graph: KnowledgeGraph, folder: Path, tmp_path: Path
) -> None:
    wanted, said = ingested(fresh_graph, folder)
    extracted(folder, tmp_path / "out", workers=2)
    empty(fresh_graph.database)
    report = fresh_graph.ingest(extracted=tmp_path / "out")
    assert snapshot(fresh_graph) == wanted
    assert report.to_dict() == said
    assert run_cypher(fresh_graph, "MATCH (s:Source) WHERE s.aliases IS NOT NULL RETURN s.uri")


def test_parts_that_are_loaded_again_change_nothing(
    fresh_graph: KnowledgeGraph, folder: Path, tmp_path: Path
) -> None:
    n = extracted(folder, tmp_path / "out").sources
    fresh_graph.ingest(extracted=tmp_path / "out")
    before = snapshot(fresh_graph)
    again = fresh_graph.ingest(extracted=tmp_path / "out")
    assert (again.added, again.changed, again.unchanged) == (0, 0, n)
    assert fresh_graph.ingest(folder).unchanged == n
    assert snapshot(fresh_graph) == before


def test_nothing_is_embedded_but_what_is_needed_later(
    make_graph: MakeGraph, folder: Path, tmp_path: Path
) -> None:
    class Counting(HashEmbedding):
        texts: list[str] = []  # noqa: RUF012 - a field of pydantic

        def _get_text_embedding(self, text: str) -> list[float]:
            self.texts.append(text)
            return super()._get_text_embedding(text)

    extracted(folder, tmp_path / "out")
    model = Counting()
    with make_graph(embed_model=model) as graph:
        graph.ingest(extracted=tmp_path / "out")
        assert model.texts == ["dimensions"]
        assert embed_entities(graph) == len(model.texts) - 1 == graph.stats().nodes["Entity"]


def test_changed_files_change_the_graph_as_an_ingest_does(
    fresh_graph: KnowledgeGraph, folder: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    extracted(folder, out)
    fresh_graph.ingest(extracted=out)
    # the first name of a text gets another one, which the copy in another part takes over; a
    # record without an id goes
    (folder / "copy.txt").write_text("Melby is a town in Norland.")
    (folder / "notes.jsonl").write_text('{"id": "a", "text": "Siri Dahl left Melby."}\n')
    extracted(folder, out)
    report = fresh_graph.ingest(extracted=out)
    changed = snapshot(fresh_graph)
    assert not [uri for uri in report.unreadable if uri.endswith("town.txt")]
    assert report.removed == 1
    assert ingested(fresh_graph, folder)[0] == changed


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        ("truncate", r"part-00001\.parquet in .* is damaged or half-written: its sha256 is not"),
        ("flip", r"part-00001\.parquet in .* is damaged or half-written: its sha256 is not"),
        ("checksum", r"part-00001\.parquet in .* is damaged or half-written: its sha256 is not"),
        ("missing", r"part-00001\.parquet is missing in .*\. Run its extract again"),
        ("listed twice", r"part-00001\.parquet is in manifest\.json of .* twice"),
        ("there twice", r"part-00001\.parquet and part-00099\.parquet in .* the same part twice"),
        ("foreign", r"part-00099\.parquet in .* is not in manifest\.json"),
        ("version", r"are of format 99; this version reads 4\. Extract them with this version"),
        ("not done", r"are not all there\. Run its extract again"),
        ("no manifest", r"There is no manifest\.json in .*\. Make one: graphrag-neo4j extract\."),
        ("bad manifest", r"manifest\.json in .* is damaged"),
    ],
)
def test_bad_parts_are_one_line_and_load_nothing(
    fresh_graph: KnowledgeGraph, parts: Path, tmp_path: Path, spoil: str, said: str
) -> None:
    out = Path(shutil.copytree(parts, tmp_path / "out"))
    about, part = manifest(out), out / "part-00001.parquet"
    data, entry = part.read_bytes(), about["parts"][1]
    if spoil == "truncate":
        part.write_bytes(data[: len(data) // 2])
    elif spoil == "flip":
        part.write_bytes(data[:99] + bytes([data[99] ^ 1]) + data[100:])
    elif spoil == "checksum":
        entry["sha256"] = "0" * 64
    elif spoil == "missing":
        part.unlink()
    elif spoil == "listed twice":
        about["parts"].append(entry)
    elif spoil == "there twice":
        shutil.copy(part, out / "part-00099.parquet")
        about["parts"].append({**entry, "name": "part-00099.parquet"})
    elif spoil == "foreign":
        shutil.copy(part, out / "part-00099.parquet")
    elif spoil == "version":
        about["format"] = 99
    elif spoil == "not done":
        about["parts"] = None
    write_manifest(out, about)
    if spoil == "no manifest":
        (out / "manifest.json").unlink()
    elif spoil == "bad manifest":
        (out / "manifest.json").write_text('{"format": 1, "parts"')
    with pytest.raises(UsageError, match=said) as caught:
        fresh_graph.ingest(extracted=out)
    assert "\n" not in str(caught.value)
    assert snapshot(fresh_graph) == (frozenset(), frozenset())


def test_parts_of_another_way_are_refused(
    fresh_graph: KnowledgeGraph, folder: Path, tmp_path: Path
) -> None:
    fresh_graph.ingest(folder / "firm.txt")
    before = snapshot(fresh_graph)
    extracted(folder, tmp_path / "out", settings=hashed_settings(chunk_size=64))
    with pytest.raises(SettingsError, match="made with chunk size 256 \\(now 64\\)"):
        fresh_graph.ingest(extracted=tmp_path / "out")
    assert snapshot(fresh_graph) == before
    fresh_graph.ingest(extracted=tmp_path / "out", switch_extractor=True)
    assert fresh_graph.stats().nodes["Source"] > 1


def test_vectors_of_another_model_are_refused(
    fresh_graph: KnowledgeGraph, folder: Path, tmp_path: Path
) -> None:
    model = HashEmbedding(model_name="other")
    extracted(folder, tmp_path / "out", embed_model=model)
    with pytest.raises(SettingsError, match=r"vectors of these parts are of other, .* of hash"):
        fresh_graph.ingest(extracted=tmp_path / "out")
    assert snapshot(fresh_graph) == (frozenset(), frozenset())


def test_what_an_llm_failed_is_told_and_mended(
    make_graph: MakeGraph, fake_llm: FakeLLM, tmp_path: Path
) -> None:
    files = {f"{d.title}.txt": d.text for d in documents(3, 1)}
    folder, out = write_files(tmp_path / "files", files), tmp_path / "out"
    about = {"openai_api_key": API_KEY, "openai_base_url": fake_llm.url, "llm_retries": 1}
    by_llm: dict[str, Any] = {"extractor": "llm", "describe_by": "rules", **about}
    fake_llm.answer = lambda asked: (
        Answer("nonsense") if "Passage 1-0" in str(asked) else read(asked)
    )
    extracted(folder, out, settings=hashed_settings(**by_llm))
    with make_graph(settings=Settings(_env_file=None, **by_llm)) as graph:
        report = graph.ingest(extracted=out)
        assert [name.rpartition("/")[2] for name in report.failed] == ["Report%201.txt [0]"]
        assert [row.uri.rpartition("/")[2] for row in graph.problems()] == ["Report%201.txt"]
        fake_llm.answer = read
        extracted(folder, out, settings=hashed_settings(**by_llm))
        assert graph.ingest(extracted=out).is_clean
        mended = snapshot(graph)
        assert ingested(graph, folder)[0] == mended


def test_the_command_loads_parts(
    remote: dict[str, str], fresh_graph: KnowledgeGraph, parts: Path
) -> None:
    env = {**remote, "GRAPHRAG_EMBEDDING": HASHED, "GRAPHRAG_NLP": "none"}
    done = run("ingest", "--extracted", str(parts), "--json", env=env)
    assert done.returncode == 1, done.stderr  # two documents were not read
    report = json.loads(done.stdout)
    assert report["added"] == fresh_graph.stats().nodes["Source"]
    assert len(report["unreadable"]) == 2
    both = run("ingest", "a.txt", "--extracted", str(parts), env=env)
    assert (both.returncode, both.stderr) == (
        2,
        "Error: Give paths, or parts, not both. Ingest one after the other.\n",
    )
