"""Which files of a folder are read, and that each other one is named with its reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.ingest.report import IngestReport
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import Unreadable
from graphrag_neo4j.readers.files import ReadOptions, find_files, read_files
from graphrag_neo4j.settings import Settings


def fill(folder: Path, *names: str) -> Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("Words.\n")
    return folder


def outcome(folder: Path, options: ReadOptions | None = None) -> dict[str, str]:
    """What became of each file: "read", or the kind of the reason."""
    options = options or ReadOptions()
    prefix = f"{folder.resolve().as_uri()}/"
    items = read_files(find_files([folder], options), options)
    return {
        item.uri.removeprefix(prefix): "read" if isinstance(item, Document) else item.kind
        for item in items
    }


def test_an_ignore_file_has_the_rules_of_git(tmp_path: Path) -> None:
    fill(tmp_path, "a.txt", "b.log", "keep.log", "old/x.txt", "sub/b.log", "sub/c.txt", "sub/d.txt")
    (tmp_path / ".graphragignore").write_text("# not these\n*.log\n!keep.log\nold/\n")
    (tmp_path / "sub" / ".graphragignore").write_text("!b.log\n/c.txt\n")
    assert outcome(tmp_path) == {
        ".graphragignore": "hidden", "a.txt": "read", "b.log": "ignored", "keep.log": "read",
        "old": "ignored", "sub/.graphragignore": "hidden", "sub/b.log": "read",
        "sub/c.txt": "ignored", "sub/d.txt": "read",
    }  # fmt: skip


def test_patterns_include_and_exclude(tmp_path: Path) -> None:
    fill(tmp_path, "a.md", "b.txt", "sub/c.md", "drafts/d.md")
    options = ReadOptions(include=("*.md",), exclude=("drafts/",))
    expected = {"a.md": "read", "b.txt": "ignored", "drafts": "ignored", "sub/c.md": "read"}
    assert outcome(tmp_path, options) == expected


def test_a_file_that_is_named_is_read_whatever_is_excluded(tmp_path: Path) -> None:
    fill(tmp_path, "a.log", ".hidden.txt")
    (tmp_path / ".graphragignore").write_text("*")
    options = ReadOptions(include=("*.md",), exclude=("*.log",))
    files = [tmp_path / "a.log", tmp_path / ".hidden.txt"]
    items = list(read_files(find_files(files, options)))
    assert [isinstance(item, Document) for item in items] == [True, True]


def test_a_large_file_is_named_with_its_size(tmp_path: Path) -> None:
    fill(tmp_path, "a.txt")
    (tmp_path / "b.txt").write_text("x" * 2000)
    options = ReadOptions(max_bytes=1000)
    assert outcome(tmp_path, options) == {"a.txt": "read", "b.txt": "too large"}
    [item] = read_files([tmp_path / "b.txt"], options)
    assert isinstance(item, Unreadable) and "GRAPHRAG_MAX_FILE_SIZE" in item.hint


def test_settings_say_what_is_read() -> None:
    settings = Settings(include="*.md, *.txt", max_file_size="5m", archives=True, record_key="sku")
    assert ReadOptions.of(settings) == ReadOptions(
        ("*.md", "*.txt"), (), 5 << 20, archives=True, record_key="sku"
    )


@pytest.mark.parametrize("address", ["https://example.org/a.pdf", "s3://bucket/a", "ftp://h/x"])
def test_an_address_says_what_to_do(address: str) -> None:
    with pytest.raises(UsageError) as caught:
        find_files([Path(address)])
    assert f"{address} is an address" in caught.value.message
    assert "Download it" in caught.value.hint


def test_a_report_counts_the_reasons() -> None:
    report = IngestReport()
    report.add_unread(Unreadable("file:///a.png", "No.", "Convert it.", True, "unsupported"))
    report.add_unread(Unreadable("file:///b.txt", "it is empty.", "Leave it out.", kind="empty"))
    assert report.skipped == {"file:///a.png": "No. Convert it."}
    assert report.unreadable == {"file:///b.txt": "it is empty. Leave it out."}
    assert report.summary().endswith("Not read: 1 empty, 1 unsupported.")


def test_what_only_says_that_a_document_is_open_is_skipped(tmp_path: Path) -> None:
    (tmp_path / "~$letter.docx").write_bytes(b"\x04Anna" + b" " * 150)
    (tmp_path / "a.txt").write_text("Pumps move water.")
    skipped = [one for one in find_files([tmp_path]) if isinstance(one, Unreadable)]
    assert [(one.skipped, one.kind) for one in skipped] == [(True, "hidden")]
