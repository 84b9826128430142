"""Parses on disk: what was parsed once is not parsed again, and comes out the same."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from spacy.language import Language
from spacy.tokens import Doc

from graphrag_neo4j.cache_files import NumbersCache
from graphrag_neo4j.extract.parse import parse_cache, pipeline
from graphrag_neo4j.extract.parse.parse_cache import parses_kept
from graphrag_neo4j.extract.parse.pipeline import ENGLISH, Pipeline, find_pipeline
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.ingest.content import ExtractedContent
from graphrag_neo4j.model import Document
from graphrag_neo4j.settings import Settings

TEXTS = [
    "Anna Berg, the harbour master of Lund, didn't sell 3 ships to Nordline for $5 million.",
    "She'd written that they're better off; it wasn't hers, and he'll have gone by Tuesday.",
    "",
    "mails to a.berg@example.org bounce :-( since 2021-03-04",
    "Δεν ξέρω 東京 😀 naïve coöperation",
    "She'd written that they're better off; it wasn't hers, and he'll have gone by Tuesday.",
    "  two   blanks  ",
]
SEEN = ("text", "tag_", "pos_", "dep_", "lemma_", "ent_type_", "ent_iob_", "norm_", "whitespace_")


def seen(doc: Doc) -> list[tuple[object, ...]]:
    """All that rules can see of a parse."""
    ends = [(entity.start, entity.end, entity.label_) for entity in doc.ents]
    sentences = [(sentence.start, sentence.end) for sentence in doc.sents] if len(doc) else []
    words = [
        (*(getattr(token, one) for one in SEEN), token.head.i, str(token.morph)) for token in doc
    ]
    return [*words, tuple(ends), tuple(sentences)]


def kept_in(folder: Path) -> NumbersCache:
    cache = parses_kept(Settings(_env_file=None, parse_cache=str(folder / "p.sqlite")))
    assert cache is not None
    return cache


@pytest.fixture(scope="module")
def plain() -> Pipeline:
    found = find_pipeline(ENGLISH)
    assert found is not None
    return found


@pytest.fixture
def asked(plain: Pipeline, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that were really parsed."""
    nlp = pipeline.loaded(plain.folder)
    texts: list[str] = []
    really = nlp.pipe

    def noted(some: Iterable[str], **options: Any) -> Any:
        some = list(some)
        texts.extend(some)
        return really(some, **options)

    monkeypatch.setattr(nlp, "pipe", noted)
    return texts


def test_a_parse_that_is_kept_equals_one_that_is_made(plain: Pipeline, tmp_path: Path) -> None:
    expected = [seen(doc) for doc in plain.parse(TEXTS)]
    for _ in ("made and kept", "found"):
        found = Pipeline(plain.folder, kept_in(tmp_path)).parse(TEXTS)
        assert [seen(doc) for doc in found] == expected


def test_it_equals_in_another_process(plain: Pipeline, tmp_path: Path) -> None:
    Pipeline(plain.folder, kept_in(tmp_path)).parse(TEXTS)
    code = (
        "from pathlib import Path; from tests.unit.test_parse_cache import *; "
        f"folder, kept = Path({str(plain.folder)!r}), kept_in(Path({str(tmp_path)!r})); "
        "print(repr([seen(doc) for doc in Pipeline(folder, kept).parse(TEXTS)]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    assert run.stdout.strip() == repr([seen(doc) for doc in plain.parse(TEXTS)])


def test_only_what_is_new_is_parsed(plain: Pipeline, asked: list[str], tmp_path: Path) -> None:
    Pipeline(plain.folder, kept_in(tmp_path)).parse(TEXTS)
    assert sorted(asked) == sorted(set(TEXTS)), "each once"
    asked.clear()
    Pipeline(plain.folder, kept_in(tmp_path)).parse([*TEXTS, "Only this is new."])
    assert [text for text in asked if text] == ["Only this is new."]


def test_no_word_is_in_the_file(plain: Pipeline, tmp_path: Path) -> None:
    (doc,) = Pipeline(plain.folder, kept_in(tmp_path)).parse(TEXTS[:1])
    with sqlite3.connect(tmp_path / "p.sqlite") as connection:
        rows = connection.execute("SELECT key, numbers FROM parse").fetchall()
    (numbers,) = [zlib.decompress(packed) for _, packed in rows]
    hashes = set(np.frombuffer(numbers, np.uint64).tolist())
    words = [token for token in doc if token.pos_ in ("NOUN", "PROPN", "VERB", "NUM")]
    assert len(words) > 8
    for token in words:
        assert hashes.isdisjoint({token.orth, token.lower, token.lemma}), token
    written = b"".join(file.read_bytes() for file in tmp_path.iterdir()) + numbers
    assert b"Anna" not in written and b"harbour" not in written


def test_a_pipeline_with_parts_of_its_own_keeps_nothing(
    plain: Pipeline, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @Language.component("notes_of_its_own")
    def _note(doc: Doc) -> Doc:
        doc.user_data["seen"] = True
        return doc

    import spacy

    nlp = spacy.load(plain.folder)
    nlp.add_pipe("notes_of_its_own")
    monkeypatch.setattr(pipeline, "loaded", lambda folder: nlp)
    for _ in ("first", "second"):
        docs = Pipeline(plain.folder, kept_in(tmp_path)).parse(TEXTS)
        assert all(doc.user_data["seen"] for doc in docs)
    assert kept_in(tmp_path).size().entries == 0


@pytest.mark.parametrize("rubbish", [b"", b"rubbish", zlib.compress(b"12345678" * 7), "of another"])
def test_what_does_not_fit_is_parsed_anew(
    plain: Pipeline, tmp_path: Path, rubbish: bytes | str
) -> None:
    Pipeline(plain.folder, kept_in(tmp_path)).parse(TEXTS)
    with sqlite3.connect(tmp_path / "p.sqlite") as connection:
        other = "(SELECT numbers FROM parse ORDER BY length(numbers) LIMIT 1)"
        if isinstance(rubbish, bytes):
            connection.execute("UPDATE parse SET numbers = ?", (rubbish,))
        else:
            connection.execute(f"UPDATE parse SET numbers = {other}")
    found = Pipeline(plain.folder, kept_in(tmp_path)).parse(TEXTS)
    assert [seen(doc) for doc in found] == [seen(doc) for doc in plain.parse(TEXTS)]


def test_a_broken_file_is_never_in_the_way(plain: Pipeline, tmp_path: Path) -> None:
    (tmp_path / "p.sqlite").write_bytes(b"no database" * 1000)
    found = Pipeline(plain.folder, kept_in(tmp_path)).parse(TEXTS)
    assert [seen(doc) for doc in found] == [seen(doc) for doc in plain.parse(TEXTS)]


def test_off_keeps_nothing_and_on_is_in_the_cache_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRAPHRAG_CACHE", str(tmp_path))
    assert parses_kept(Settings(_env_file=None, parse_cache="off")) is None
    monkeypatch.delenv("GRAPHRAG_PARSE_CACHE")
    cache = parses_kept(Settings(_env_file=None))
    assert cache is not None
    cache.add({"a": b"1"})
    assert (tmp_path / "parses.sqlite").exists()


def test_another_version_of_spacy_finds_nothing(
    plain: Pipeline, asked: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Pipeline(plain.folder, kept_in(tmp_path)).parse(TEXTS)
    monkeypatch.setattr(parse_cache, "version", lambda name: "0.0")
    asked.clear()
    Pipeline(plain.folder, kept_in(tmp_path)).parse(TEXTS)
    assert len(asked) == len(set(TEXTS))


def test_a_pipeline_that_was_trained_anew_finds_nothing(plain: Pipeline, tmp_path: Path) -> None:
    anew = tmp_path / "anew"
    shutil.copytree(plain.folder, anew)
    about = json.loads((plain.folder / "meta.json").read_text("utf-8"))
    scores = about["performance"] | {"tag_acc": 0.5}
    (anew / "meta.json").write_text(json.dumps(about | {"performance": scores}), "utf-8")
    for folder in (plain.folder, anew):
        Pipeline(folder, kept_in(tmp_path)).parse(TEXTS)
    assert Pipeline(anew).name == plain.name
    assert kept_in(tmp_path).size().entries == 2 * len({text for text in TEXTS if text})


def test_a_document_is_read_alike_with_and_without(
    plain: Pipeline, asked: list[str], tmp_path: Path
) -> None:
    lines = [f"Person {n} met Anna Berg in Lund, where she'd sold Nordline." for n in range(40)]
    document = Document("a.txt", "\n\n".join(lines), title="Harbour")
    parsers = [plain, *(Pipeline(plain.folder, kept_in(tmp_path)) for _ in range(2))]
    settings = Settings(_env_file=None)
    read = []
    for parser in parsers:
        asked.clear()
        extractor = RulesExtractor(parsers=[parser])
        chunks = ExtractedContent(extractor, settings).chunks(document)
        read.append(extractor.extract(document, chunks))
    assert read[0] == read[1] == read[2] and not asked
    assert any(fact for chunk in read[0] for topic in chunk.topics for fact in topic.statements)


def test_it_is_bounded(plain: Pipeline, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parse_cache, "MAX_BYTES", 60_000)
    parser = Pipeline(plain.folder, kept_in(tmp_path))
    for n in range(30):
        parser.parse([f"Person {n} of house {k} lives here." for k in range(10)])
    assert 0 < kept_in(tmp_path).size().entries < 250
