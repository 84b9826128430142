"""Files made to do harm: refused or bounded, quickly, and nothing outside is touched."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import os
import stat
import tarfile
import time
import zipfile
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from itertools import pairwise
from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers import archive, tar
from graphrag_neo4j.readers.content import Unreadable
from graphrag_neo4j.readers.files import Item, ReadOptions, read_path
from tests.support.files import write_docx, write_epub, write_odf, write_xlsx, write_zip

LAUGHS = "".join(
    f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' if n else '<!ENTITY l0 "lol">' for n in range(12)
)
PACKAGED = [".docx", ".pptx", ".xlsx", ".odt", ".ods", ".epub", ".zip"]
SECONDS = 20.0


@pytest.fixture(autouse=True)
def _quick() -> Iterator[None]:
    started = time.monotonic()
    yield
    assert time.monotonic() - started < SECONDS


def items_of(path: Path) -> list[Item]:
    return list(read_path(path, ReadOptions(archives=True)))


def failure(path: Path) -> Unreadable:
    [item] = items_of(path)
    assert isinstance(item, Unreadable), item
    return item


def words_of(path: Path) -> list[str]:
    """The words of a file, which may come in parts."""
    documents = [item for item in items_of(path) if isinstance(item, Document)]
    return " ".join(document.text for document in documents).split()


@pytest.mark.parametrize("suffix", PACKAGED)
def test_a_zip_bomb_is_refused(tmp_path: Path, suffix: str) -> None:
    path = write_zip(tmp_path / f"a{suffix}", {"word/document.xml": b"\0" * (64 << 20)})
    assert path.stat().st_size < 1 << 20
    assert failure(path).kind == "too large"


@pytest.mark.parametrize("name", ["a.gz", "a.bz2", "a.xz", "a.tgz", "a.tar.xz"])
def test_a_packed_bomb_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(tar, "MOST_BYTES", 8 << 20)
    monkeypatch.setattr(tar, "MOST_PART_BYTES", 8 << 20)
    data = b"x" * (32 << 20)
    if ".t" in name:
        data = tar_of({"a.txt": data})
    pack: dict[str, Callable[[bytes], bytes]] = {"bz2": bz2.compress, ".xz": lzma.compress}
    (tmp_path / name).write_bytes(pack.get(name[-3:], gzip.compress)(data))
    assert failure(tmp_path / name).kind == "too large"


def test_a_tar_leads_nowhere(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as made:
        for name in ("../up.txt", "/abs.txt", "good.txt"):
            info = tarfile.TarInfo(name)
            info.size = 6
            made.addfile(info, io.BytesIO(b"Words."))
        link = tarfile.TarInfo("link.txt")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        made.addfile(link)
    (folder / "a.tar").write_bytes(data.getvalue())
    items = items_of(folder / "a.tar")
    assert [item.uri.partition("#")[2] for item in items] == [
        "../up.txt", "/abs.txt", "good.txt", "link.txt",
    ]  # fmt: skip
    assert [type(item) for item in items] == [Document] * 3 + [Unreadable]
    assert [entry.name for entry in tmp_path.rglob("*")] == ["in", "a.tar"]


@pytest.mark.parametrize("name", ["a.gz", "a.bz2", "a.xz", "a.tar", "a.tar.gz"])
def test_a_broken_archive_is_reported(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"no archive at all")
    assert failure(tmp_path / name).kind == "corrupt"


def tar_of(parts: dict[str, bytes]) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as made:
        for name, content in parts.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            made.addfile(info, io.BytesIO(content))
    return data.getvalue()


def test_an_archive_that_lies_about_its_sizes_is_refused(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", {"a.txt": b"x" * (32 << 20)})
    data = path.read_bytes()
    size = (32 << 20).to_bytes(4, "little")
    path.write_bytes(data.replace(size, (10).to_bytes(4, "little")))
    assert failure(path).kind == "corrupt"


def test_too_many_parts_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_PARTS", 3)
    path = write_zip(tmp_path / "a.zip", {f"{n}.txt": "x" for n in range(4)})
    assert failure(path).kind == "too large"


def test_archives_in_archives_end_somewhere(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "0.zip", {"a.txt": "Words."})
    for n in range(1, 9):
        path = write_zip(tmp_path / f"{n}.zip", {f"{n - 1}.zip": path.read_bytes()})
    assert failure(path).kind == "too large"


def test_names_in_an_archive_lead_nowhere(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    path = folder / "a.zip"
    with zipfile.ZipFile(path, "w") as made:
        for name in ("../evil.txt", "/evil.txt", "..\\evil.txt", "a\0b.txt"):
            made.writestr(name, "Words.")
        link = zipfile.ZipInfo("link.txt")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        made.writestr(link, "/etc/passwd")
    items = items_of(path)
    assert [item.text for item in items if isinstance(item, Document)] == ["Words."] * 4
    [skipped] = [item for item in items if isinstance(item, Unreadable)]
    assert skipped.reason == "it is a link."
    assert [entry.name for entry in tmp_path.rglob("*")] == ["in", "a.zip"]


def test_an_attachment_with_a_path_for_a_name_leads_nowhere(tmp_path: Path) -> None:
    mail = EmailMessage()
    mail["Subject"] = "x"
    mail.set_content("Words.")
    mail.add_attachment("More.", filename="../../evil.txt")
    (tmp_path / "a.eml").write_bytes(mail.as_bytes())
    assert [type(item) for item in items_of(tmp_path / "a.eml")] == [Document, Document]
    assert [entry.name for entry in tmp_path.rglob("*")] == ["a.eml"]


def _with_document_type(suffix: str, folder: Path, declared: str, reference: str) -> Path:
    """A file whose XML declares entities and uses one of them."""
    kind = f"<!DOCTYPE x [{declared}]>"
    path = folder / f"a{suffix}"
    if suffix == ".odt":
        write_odf(path, f"<office:text><text:p>Words. {reference}</text:p></office:text>")
        part = "content.xml"
    elif suffix == ".epub":
        write_epub(path, "<p>Words.</p>", title=reference)
        part = "o/book.opf"
    elif suffix == ".docx":
        write_docx(path, "Words. REFERENCE")
        part = "word/document.xml"
    else:
        write_xlsx(path, {"S": [["a", "b"], ["Words. REFERENCE", "x"]]})
        part = "xl/worksheets/sheet1.xml"
    with zipfile.ZipFile(path) as made:
        parts = {name: made.read(name) for name in made.namelist()}
    xml = parts[part].decode().replace("REFERENCE", reference)
    head, found, body = xml.partition("?>")
    parts[part] = (f"{head}?>{kind}{body}" if found else f"{kind}{xml}").encode()
    return write_zip(path, dict(parts))


@pytest.mark.parametrize("suffix", [".odt", ".epub", ".docx", ".xlsx"])
def test_a_billion_laughs_do_not_unfold(tmp_path: Path, suffix: str) -> None:
    for item in items_of(_with_document_type(suffix, tmp_path, LAUGHS, "&l11;")):
        assert isinstance(item, Unreadable) or "lollol" not in item.text + item.title


@pytest.mark.parametrize("suffix", [".odt", ".epub", ".docx", ".xlsx"])
def test_external_entities_are_not_fetched(tmp_path: Path, suffix: str) -> None:
    secret = tmp_path / "secret"
    secret.write_text("SECRET")
    declared = f'<!ENTITY e SYSTEM "{secret.as_uri()}">'
    for item in items_of(_with_document_type(suffix, tmp_path, declared, "&e;")):
        assert isinstance(item, Unreadable) or "SECRET" not in item.text + item.title


def test_yaml_aliases_are_not_unfolded(tmp_path: Path) -> None:
    names = "abcdefghi"
    lines = [f"{names[0]}: &{names[0]} [lol]"]
    lines += [f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]" for a, b in pairwise(names)]
    (tmp_path / "a.md").write_text("\n".join(["---", *lines, "---", "Words."]))
    [item] = items_of(tmp_path / "a.md")
    assert isinstance(item, Document) and not item.metadata


@pytest.mark.parametrize("name", ["a.json", "a.jsonl", "a.ipynb"])
@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_deeply_nested_json_is_reported(tmp_path: Path, name: str, opening: str) -> None:
    (tmp_path / name).write_text(opening * 200_000)
    assert failure(tmp_path / name).kind == "corrupt"


@pytest.mark.parametrize("name", ["a.html", "a.eml", "a.epub"])
def test_deeply_nested_pages_are_read(tmp_path: Path, name: str) -> None:
    page = "<div><ul><li>" * 3000 + "deep"
    if name == "a.epub":
        write_epub(tmp_path / name, page)
    else:
        head = "Subject: x\nContent-Type: text/html\n\n" if name == "a.eml" else ""
        (tmp_path / name).write_text(head + page)
    [item] = items_of(tmp_path / name)
    assert isinstance(item, Document) and item.text.endswith("deep")


def test_blanks_between_the_parts_of_a_page_take_no_time(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>Far</p>" + " " * 500_000 + "<p>apart</p>")
    assert words_of(tmp_path / "a.html") == ["Far", "apart"]


@pytest.mark.parametrize(("depth", "is_read"), [(200, True), (3000, False)])
def test_a_mail_of_parts_within_parts_is_read_or_reported(
    tmp_path: Path, depth: int, is_read: bool
) -> None:
    parts = "".join(
        f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(depth)
    )
    plan = "Content-Type: text/plain\nContent-Disposition: attachment; filename=plan.txt\n\nJune.\n"
    path = tmp_path / "a.eml"
    path.write_text(f"From: a@example.org\nTo: b@example.org\nSubject: Deep\n{parts}{plan}")
    if is_read:
        _mail, attached = items_of(path)
        assert isinstance(attached, Document) and attached.text.strip() == "June."
    else:
        assert failure(path).kind == "too large"


def test_deeply_nested_opendocument_is_reported(tmp_path: Path) -> None:
    body = "<text:section>" * 5000 + "x" + "</text:section>" * 5000
    path = write_odf(tmp_path / "a.odt", f"<office:text>{body}</office:text>")
    assert failure(path).kind == "corrupt"


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.rst", "a.html", "a.srt", "a.log"])
def test_an_endless_line_is_read(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("1\n00:00:01,0 --> 00:00:02,0\n" + "word " * 400_000)
    assert len(words_of(tmp_path / name)) >= 400_000


def test_an_endless_row_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("text\n" + "x" * 2_000_000)
    assert "".join(words_of(tmp_path / "a.csv")) == "x" * 2_000_000


def test_a_sheet_with_a_cell_far_out_is_bounded(tmp_path: Path) -> None:
    path = write_xlsx(tmp_path / "a.xlsx", {"S": [["a", "b"], ["x", "y"]]})
    with zipfile.ZipFile(path) as made:
        parts: dict[str, str | bytes] = {name: made.read(name) for name in made.namelist()}
    sheet = parts["xl/worksheets/sheet1.xml"]
    assert isinstance(sheet, bytes)
    far = b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
    parts["xl/worksheets/sheet1.xml"] = sheet.replace(b"</sheetData>", far)
    items = items_of(write_zip(path, parts))
    assert isinstance(items[0], Document) and items[0].text == "a: x\nb: y"


def test_opendocument_repeats_are_bounded(tmp_path: Path) -> None:
    many = 'table:number-columns-repeated="999999999"'
    cell = f"<table:table-cell {many}><text:p>x</text:p></table:table-cell>"
    row = f"<table:table-row>{cell}</table:table-row>"
    blanks = '<text:p>a<text:s text:c="999999999"/>b</text:p>'
    sheet = (
        f'<office:spreadsheet><table:table table:name="S">{row}</table:table></office:spreadsheet>'
    )
    [item] = items_of(write_odf(tmp_path / "a.ods", sheet))
    assert len(item.text if isinstance(item, Document) else "") < 10_000
    [item] = items_of(write_odf(tmp_path / "a.odt", f"<office:text>{blanks}</office:text>"))
    assert isinstance(item, Document) and len(item.text) < 10_000


def test_a_notebook_of_other_values_is_reported(tmp_path: Path) -> None:
    values: list[object] = [5, [], {"cells": 5}, {"cells": [5]}, {"cells": [{"source": 5}]}]
    for value in values:
        (tmp_path / "a.ipynb").write_text(json.dumps(value))
        assert failure(tmp_path / "a.ipynb").kind == "corrupt"


def test_a_pipe_in_place_of_a_file_does_not_hang_a_folder(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    from graphrag_neo4j.readers.files import find_files

    [item] = find_files([tmp_path])
    assert isinstance(item, Unreadable)
