"""Parts hold what was made of files, byte for byte the same whoever makes them."""

from __future__ import annotations

import gc
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow.parquet import ParquetWriter

from graphrag_neo4j.errors import ModelError, UsageError
from graphrag_neo4j.ids import content_hash
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.ingest.content import Content
from graphrag_neo4j.ingest.identity import Version
from graphrag_neo4j.ingest.rows import GraphRows
from graphrag_neo4j.ingest.source_rows import add_source
from graphrag_neo4j.model import (
    Document,
    ExtractedChunk,
    ExtractedClaim,
    ExtractedEntity,
    ExtractedFact,
    ExtractedStatement,
    ExtractedTopic,
    Quarantined,
)
from graphrag_neo4j.parts import columns
from graphrag_neo4j.parts.columns import Stored, StoredSource, items_of, source_record
from graphrag_neo4j.parts.load import Parts
from graphrag_neo4j.parts.maker import PartMaker
from graphrag_neo4j.parts.part_file import PartWriter, tables
from graphrag_neo4j.parts.store import Store
from graphrag_neo4j.vocabulary import Label
from tests.support.command_line import run
from tests.support.fake_llm import API_KEY, Answer, FakeLLM
from tests.support.llm_ingest import documents, read
from tests.support.parts import (
    FILES,
    HASHED,
    contents,
    extracted,
    hashed_settings,
    manifest,
    write_files,
    write_manifest,
)

COLUMNS = "544a9c0c25f1614b0195887d06b62786"
"""Hash of the columns of FORMAT 4."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_files(tmp_path / "files")


def sources(out: Path) -> dict[str, StoredSource]:
    """All sources of the parts in a folder, by URI."""
    items = (item for table in Parts(Store.of(out)).tables() for item in items_of(table))
    return {item.uri: item for item in items if isinstance(item, StoredSource)}


def uris(out: Path) -> set[str]:
    return {uri.rpartition("/")[2] for uri in sources(out)}


# -- what a part holds -----------------------------------------------------------------------

names = st.sampled_from(["Anna Berg", "Port of Melby", "Osterby", "Nordic Freight", "in 1999"])
texts = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), min_size=1, max_size=40)
facts = st.builds(
    ExtractedFact,
    subject=names,
    predicate=st.sampled_from(["met", "is in"]),
    object=names,
    object_is_entity=st.booleans(),
    relation_type=st.sampled_from(["MET", "IN"]),
    description=st.sampled_from(["", "said"]),
    weight=st.floats(0.1, 9),
    subject_is_entity=st.booleans(),
)
statements = st.builds(
    ExtractedStatement,
    text=texts,
    start=st.integers(-1, 20),
    end=st.integers(-1, 40),
    mentions=st.lists(names, max_size=2).map(tuple),
    facts=st.lists(facts, max_size=2).map(tuple),
    resolved=st.one_of(st.just(""), texts),
)
claims = st.builds(ExtractedClaim, subject=names, object=names, status=st.just("TRUE"), type=texts)
chunks = st.builds(
    ExtractedChunk,
    chunk_id=st.just(""),
    topics=st.lists(
        st.builds(ExtractedTopic, names, st.lists(statements, max_size=3).map(tuple)), max_size=2
    ).map(tuple),
    entities=st.lists(
        st.builds(ExtractedEntity, names, st.just("X"), texts, names), max_size=3
    ).map(tuple),
    about=st.lists(names, max_size=1).map(tuple),
    claims=st.lists(claims, max_size=2).map(tuple),
    failed=st.sampled_from(["", "budget", "no answer"]),
    quarantined=st.lists(st.builds(Quarantined, texts, texts), max_size=2).map(tuple),
)
metadata = st.dictionaries(
    st.sampled_from(["year", "title", "é"]),
    st.one_of(texts, st.integers(-(2**63), 2**63 - 1), st.booleans(), st.floats(-1e9, 1e9)),
)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(chunks, metadata), min_size=1, max_size=3))
def test_what_is_read_of_a_part_is_what_was_written(
    found: list[tuple[ExtractedChunk, Any]],
) -> None:
    store = Store.of("memory://parts")
    with store.writing("part-00000.parquet") as file:
        writer = PartWriter(file, "key")
        wanted, records = GraphRows(), []
        vectors: dict[str, list[float]] = {}
        for number, (chunk, about) in enumerate(found):
            document = Document(
                f"doc:{number}", "Anna Berg met Erik Holm.", "Melby", metadata=about
            )
            version = Version(f"text {number}", "fingerprint", None)
            (cut,) = chunk_document(document, f"s{number}", size=50, overlap=0, strategy="token")
            content = Content([cut], [replace(chunk, chunk_id=cut.id)])
            graph = GraphRows()
            add_source(graph, document, content, version)
            add_source(wanted, document, content, version)
            own = {
                id_: {"embedding_key": id_, "embedding": np.array([number, len(id_)], np.float32)}
                for id_ in graph.texts
            }
            vectors |= {id_: [float(number), len(id_)] for id_ in own}
            records.append(source_record(document.uri, version, content.status, graph, own))
        writer.add(records)
        writer.close()
    (table,) = tables(store, "part-00000.parquet")
    items = [item for item in items_of(table) if isinstance(item, StoredSource)]
    stored, graph = Stored(items), GraphRows()
    stored.add_to(graph)
    for row in wanted.rows[Label.SOURCE].values():
        row["properties"] |= {"aliases": None, "alias_count": None}
    assert graph.rows == wanted.rows
    for kind, rows in wanted.rows.items():
        assert list(graph.rows[kind]) == list(rows)  # in this order, too
    assert (graph.statuses, graph.texts) == (wanted.statuses, wanted.texts)
    assert stored.vectors == vectors


def test_other_columns_are_another_format() -> None:
    told = {columns.column_of(kind): dict(fields) for kind, fields in columns.COLUMNS.items()}
    others = [columns.SOURCE_COLUMNS, columns.STATUS_COLUMNS, columns.EMBEDDING_COLUMNS]
    found = [*others, told]
    assert (columns.FORMAT, content_hash(json.dumps(found))) == (4, COLUMNS)


# -- the same bytes --------------------------------------------------------------------------


def test_records_of_a_large_file_are_shared_out(tmp_path: Path) -> None:
    lines = [json.dumps({"id": n, "text": f"Anna Berg met Person {n}."}) for n in range(40)]
    folder = write_files(tmp_path / "files", {"all.jsonl": "\n".join(lines) + "\n[1]\n"})
    report = extracted(folder, tmp_path / "out")
    size = (folder / "all.jsonl").stat().st_size
    assert report.parts == -(-size // 200) > 2
    assert uris(tmp_path / "out") == {f"all.jsonl#{n}" for n in range(40)}
    assert [uri.rpartition("/")[2] for uri in report.unreadable] == ["all.jsonl#41"]


def test_parts_may_lie_elsewhere(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRAPHRAG_CACHE", str(tmp_path / "cache"))
    extracted(folder, tmp_path / "out")
    extracted(folder, "memory://bucket/parts")
    there = Store.of("memory://bucket/parts")
    for name, data in contents(tmp_path / "out").items():
        with there.reading(name) as file:
            assert file.read() == data
    assert there.names() == sorted(contents(tmp_path / "out"))


def test_a_file_address_is_the_folder_of_that_path(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "a folder"
    extracted(folder, f"file://{out}")
    assert "manifest.json" in contents(out)
    assert all(file.parent == out for file in Parts(Store.of(f"file://{out}")).files())
    with pytest.raises(UsageError, match=r"not on this machine\. Copy it here first\."):
        Store.of("s3://bucket/parts").file("part-00000.parquet")


def test_build_takes_the_address_that_extract_takes(tmp_path: Path) -> None:
    home = str(tmp_path / "home")
    done = run("build", f"file://{tmp_path}/none", "--into", home, env={})
    assert f"There is no manifest.json in {tmp_path}/none." in done.stderr
    assert "The path is empty." in run("build", "", "--into", home, env={}).stderr


# -- going on --------------------------------------------------------------------------------


def test_a_second_run_makes_only_what_is_missing_or_damaged(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    first = extracted(folder, out)
    before = contents(out)
    (out / "part-00000.parquet").unlink()
    (out / "part-00001.parquet").write_bytes(before["part-00001.parquet"][:-9])
    spoiled = bytearray(before["part-00002.parquet"])
    spoiled[len(spoiled) // 3] ^= 1
    (out / "part-00002.parquet").write_bytes(spoiled)
    second = extracted(folder, out)
    assert (first.made, second.made) == (first.parts, 3)
    assert contents(out) == before
    assert extracted(folder, out).made == 0
    assert first.unreadable == second.unreadable


def test_a_run_that_was_killed_is_gone_on_with(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    extracted(folder, out)
    before = contents(out)
    write_manifest(out, {**manifest(out), "parts": None, "unreadable": {}})
    (out / "part-00000.parquet").unlink()
    (out / "part-00001.parquet").write_bytes(before["part-00001.parquet"][:-9])
    assert extracted(folder, out).made == 2
    assert contents(out) == before


def test_parts_below_the_files_are_not_read(folder: Path, tmp_path: Path) -> None:
    out = folder / "deep" / "parts"
    first = extracted(folder, out)
    before = contents(out)
    (tmp_path / "link").symlink_to(folder, target_is_directory=True)
    for address in (out, f"file://{out}", tmp_path / "link" / "deep" / "parts"):
        again = extracted(folder, address)
        assert (again.sources, again.made, again.skipped) == (first.sources, 0, {})
    assert contents(out) == before


def test_a_folder_that_is_read_takes_no_parts(folder: Path) -> None:
    with pytest.raises(UsageError, match="is to be read: it cannot hold the parts"):
        extracted(folder, folder)
    assert not (folder / "manifest.json").exists()


def test_two_extractions_do_not_write_to_one_folder(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    first = extracted(folder, out)
    before = contents(out)
    (out / ".unfinished-1").write_text("of the other one")
    with (
        Store.of(out).claimed(),
        pytest.raises(UsageError, match="Another extract is writing to"),
    ):
        extracted(folder, out, force=True)
    assert (out / ".unfinished-1").exists()
    assert extracted(folder, out).parts == first.parts
    assert contents(out) == before


def test_two_extractions_of_this_machine_do_not_write_to_one_bucket(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRAPHRAG_CACHE", str(tmp_path / "cache"))
    with (
        Store.of("memory://claimed/parts").claimed(),
        pytest.raises(UsageError, match="Another extract is writing to memory://claimed/parts"),
    ):
        extracted(folder, "memory://claimed/parts/")
    assert extracted(folder, "memory://claimed/parts").parts > 0
    assert not list((tmp_path / "cache").iterdir())


def test_a_bucket_can_be_written_where_the_cache_folder_cannot(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("GRAPHRAG_CACHE", str(tmp_path / "file" / "cache"))
    assert extracted(folder, "memory://unclaimed/parts").parts > 0


def test_files_of_others_that_are_called_like_parts_stay(folder: Path, tmp_path: Path) -> None:
    out = write_files(tmp_path / "out", {"part-00077.parquet": "something else"})
    with pytest.raises(UsageError, match="holds files of others"):
        extracted(folder, out)
    assert [path.name for path in out.iterdir()] == ["part-00077.parquet"]


def test_a_changed_file_changes_its_part_only(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    extracted(folder, out)
    before = contents(out)
    (folder / "firm.txt").write_text(FILES["firm.txt"].replace("Blue", "Pink"))
    assert extracted(folder, out).made == 1
    after = contents(out)
    assert sum(before[name] != after[name] for name in before) == 2  # and the manifest
    extracted(folder, tmp_path / "anew")
    assert contents(tmp_path / "anew") == after


def test_a_person_of_slack_who_is_called_otherwise_changes_the_parts_that_name_them(
    tmp_path: Path,
) -> None:
    folder, out = tmp_path / "export", tmp_path / "out"
    said = {"type": "message", "user": "U1", "text": "I sold the pier.", "ts": "1619858400.1"}
    files: dict[str, Any] = {
        "users.json": [{"id": "U1", "real_name": "Anna Berg"}],
        "channels.json": [{"id": "C1", "name": "general", "members": ["U1"]}],
        "general/2021-05-01.json": [said],
        "town.txt": "Osterby is a town in Norland.",
    }
    write_files(folder, {name: json.dumps(value) for name, value in files.items()})
    extracted(folder, out, part_bytes=1)
    (folder / "users.json").write_text(json.dumps([{"id": "U1", "real_name": "Siri Dahl"}]))
    assert extracted(folder, out, part_bytes=1).made == 3  # not the town's
    extracted(folder, tmp_path / "anew", part_bytes=1)
    assert contents(tmp_path / "anew") == contents(out)


def test_what_is_no_part_any_more_goes(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    before = extracted(folder, out)
    (out / ".unfinished-1").write_text("of a killed worker")
    (folder / "deep" / "station.txt").unlink()
    (folder / "firm.txt").unlink()
    assert extracted(folder, out).parts < before.parts
    extracted(folder, tmp_path / "anew")
    assert contents(tmp_path / "anew") == contents(out)


@pytest.mark.parametrize("way", ["settings", "paths"])
def test_other_parts_are_not_replaced_unless_meant(folder: Path, tmp_path: Path, way: str) -> None:
    out = tmp_path / "out"
    extracted(folder, out)
    before = contents(out)
    more: dict[str, Any] = {"settings": hashed_settings(chunk_size=64)} if way == "settings" else {}
    other = folder / "deep" if way == "paths" else folder
    with pytest.raises(UsageError, match="parts of other files, or made in another way"):
        extracted(other, out, **more)
    assert contents(out) == before
    extracted(other, out, force=True, **more)
    extracted(other, tmp_path / "anew", **more)
    assert contents(out) == contents(tmp_path / "anew")


def test_chunks_that_failed_are_tried_again(fake_llm: FakeLLM, tmp_path: Path) -> None:
    files = {f"{d.title}.txt": d.text for d in documents(3, 1)}
    folder, out = write_files(tmp_path / "files", files), tmp_path / "out"
    settings = hashed_settings(
        extractor="llm", openai_api_key=API_KEY, openai_base_url=fake_llm.url, llm_retries=1
    )
    fake_llm.answer = lambda asked: (
        Answer("nonsense") if "Passage 1-0" in str(asked) else read(asked)
    )
    first = extracted(folder, out, settings=settings, part_bytes=200)
    assert (first.parts, first.incomplete, first.is_clean) == (3, 1, False)
    assert "1 source incomplete: the same command goes on. " in first.summary()
    assert "LLM calls" in first.usage
    fake_llm.answer = read
    second = extracted(folder, out, settings=settings, part_bytes=200)
    assert (second.made, second.incomplete, second.is_clean) == (1, 0, True)
    assert "Passage 0-0" not in str(fake_llm.requests[-2:])
    extracted(folder, tmp_path / "anew", settings=settings, part_bytes=200)
    assert contents(out) == contents(tmp_path / "anew")


# -- what went wrong -------------------------------------------------------------------------


def test_what_could_not_be_read_is_listed_with_its_reason(folder: Path, tmp_path: Path) -> None:
    (folder / ".hidden").write_text("nobody reads this")
    report = extracted(folder, tmp_path / "out")
    listed = manifest(tmp_path / "out")["unreadable"]
    assert listed == dict(report.unreadable)
    assert {uri.rpartition("/")[2] for uri in listed} == {"broken.pdf", "notes.jsonl#2"}
    assert all(reason.endswith(".") for reason in listed.values())
    assert [uri.rpartition("/")[2] for uri in report.skipped] == [".hidden"]


def test_a_place_that_cannot_be_written_is_one_line(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"cannot be used: (Not a directory|File exists)\."):
        extracted(folder, tmp_path / "file")
    with pytest.raises(UsageError, match="Protocol not known: nowhere"):
        extracted(folder, "nowhere://parts")


def test_an_llm_that_cannot_be_asked_leaves_no_part_and_no_open_file(
    folder: Path, tmp_path: Path
) -> None:
    url = "http://127.0.0.1:9/v1"
    settings = hashed_settings(
        extractor="llm", openai_api_key=API_KEY, openai_base_url=url, llm_retries=1
    )
    with pytest.raises(ModelError, match="cannot be reached") as raised:
        extracted(folder, tmp_path / "out", settings=settings)
    assert raised.tb  # which keeps what was used alive
    writers = [one for one in gc.get_objects() if type(one) is ParquetWriter]
    assert [one.is_open for one in writers] == [False]
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["manifest.json"]


def test_the_command_says_what_it_did_and_goes_on(folder: Path, tmp_path: Path) -> None:
    env = {"GRAPHRAG_EMBEDDING": HASHED, "GRAPHRAG_NLP": "none"}
    arguments = ["extract", str(folder), "--out", str(tmp_path / "out"), "--workers", "1"]
    done = run(*arguments, env=env)
    assert done.returncode == 1, done.stderr
    assert done.stdout.count("unreadable: ") == 2
    assert f"10 sources in 1 part in {tmp_path / 'out'}, 1 of them made now. 2 unreadable.\n" in (
        done.stdout
    )
    assert json.loads(run(*arguments, "--json", env=env).stdout)["made"] == 0
    wrong = run("ingest", env=env)
    assert (wrong.returncode, "Missing argument 'PATH...'" in wrong.stderr) == (2, True)


def test_a_budget_is_shared_out(tmp_path: Path) -> None:
    maker = PartMaker(Store.of(tmp_path), hashed_settings(budget=2.0))
    assert maker.sent(0.25).settings.budget == 0.5
    assert maker.settings.budget == 2.0
    assert PartMaker(Store.of(tmp_path), hashed_settings()).sent(0.5).settings.budget is None
