"""Mail as Outlook saves it (.msg)."""

from __future__ import annotations

import struct
from datetime import datetime, timezone
from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import Unreadable
from graphrag_neo4j.readers.files import read_path
from tests.support.ole_file import Tree, write_ole

SUBJECT, BODY, HTML, HEADERS = "0037", "1000", "1013", "007D"
SENT = datetime(2024, 5, 3, 9, 30, tzinfo=timezone.utc)


def text(value: str) -> bytes:
    return value.encode("utf-16-le")


def numbers(before: int, **values: tuple[int, int]) -> bytes:
    """The stream of properties of fixed size: by id, kind and value."""
    rows = (
        struct.pack("<HHIQ", kind, int(name.lstrip("p"), 16), 6, value)
        for name, (kind, value) in values.items()
    )
    return bytes(before) + b"".join(rows)


def ticks(moment: datetime) -> int:
    since = moment - datetime(1601, 1, 1, tzinfo=timezone.utc)
    return int(since.total_seconds()) * 10_000_000


def person(name: str, address: str, kind: int) -> Tree:
    return {
        "__substg1.0_3001001F": text(name),
        "__substg1.0_39FE001F": text(address),
        "__properties_version1.0": numbers(8, p0C15=(3, kind)),
    }


def mail(subject: str, body: str, *, is_within: bool = False) -> Tree:
    return {
        f"__substg1.0_{SUBJECT}001F": text(subject),
        f"__substg1.0_{BODY}001F": text(body),
        "__substg1.0_0C1A001F": text("Anna Berg"),
        "__substg1.0_5D01001F": text("anna@melby.example"),
        "__properties_version1.0": numbers(24 if is_within else 32, p0039=(0x40, ticks(SENT))),
    }


def documents(path: Path) -> list[Document]:
    items = list(read_path(path))
    assert all(isinstance(item, Document) for item in items), items
    return [item for item in items if isinstance(item, Document)]


def test_an_outlook_mail_reads_as_any_other(tmp_path: Path) -> None:
    tree = mail("Crane", "It fell in the storm.\r\n\r\n> Did it fall?")
    tree["__recip_version1.0_#00000000"] = person("Kari Lie", "kari@melby.example", 1)
    tree["__recip_version1.0_#00000001"] = person("Ola Vik", "ola@melby.example", 2)
    tree["__recip_version1.0_#00000002"] = person("Hidden", "hidden@melby.example", 3)
    [document] = documents(write_ole(tmp_path / "a.msg", tree))
    assert document.title == "Crane"
    assert document.text == (
        "From: Anna Berg <anna@melby.example>\n\nTo: Kari Lie <kari@melby.example>\n\n"
        "Cc: Ola Vik <ola@melby.example>\n\nDate: Fri, 03 May 2024 09:30:00 +0000\n\n"
        "Subject: Crane\n\nIt fell in the storm.\n\n> Did it fall?"
    )
    assert [block.kind for block in document.blocks] == [*["columns"] * 5, "quote"]


def test_the_headers_that_a_mail_came_with_count_first(tmp_path: Path) -> None:
    tree = mail("Crane", "It fell.")
    headers = (
        "From: =?utf-8?q?K=C3=A5re?= <k@melby.example>\r\nDate: Mon, 6 May 2024 08:00:00 +0200"
    )
    tree[f"__substg1.0_{HEADERS}001F"] = text(headers)
    [document] = documents(write_ole(tmp_path / "a.msg", tree))
    assert document.text.startswith(
        "From: Kåre <k@melby.example>\n\nDate: Mon, 06 May 2024 08:00:00 +0200\n\n"
    )


def test_a_name_without_an_address_stays_whole(tmp_path: Path) -> None:
    tree = mail("Crane", "It fell.")
    tree["__substg1.0_0C1A001F"] = text("Berg, Anna")
    tree["__substg1.0_5D01001F"] = text("/o=Melby/cn=anna")  # as a company's server names her
    [document] = documents(write_ole(tmp_path / "a.msg", tree))
    assert document.text.startswith('From: "Berg, Anna"\n\n')


def test_a_mail_that_is_only_a_page_is_read(tmp_path: Path) -> None:
    tree = mail("Crane", "")
    tree[f"__substg1.0_{HTML}0102"] = "<html><body><p>It fell, <b>à Melby</b>.</p>".encode("cp1252")
    tree["__properties_version1.0"] = numbers(32, p3FDE=(3, 1252))
    [document] = documents(write_ole(tmp_path / "a.msg", tree))
    assert document.text.endswith("It fell, à Melby.")


def test_texts_in_the_code_page_of_the_sender_are_read(tmp_path: Path) -> None:
    tree: Tree = {
        f"__substg1.0_{SUBJECT}001E": "格式測試".encode("cp950"),
        f"__substg1.0_{BODY}001E": "中文測試".encode("cp950"),
        "__properties_version1.0": numbers(32, p3FFD=(3, 950)),
    }
    [document] = documents(write_ole(tmp_path / "a.msg", tree))
    assert document.title == "格式測試"
    assert document.text.endswith("中文測試")


def test_attached_files_and_mails_are_documents_of_their_own(tmp_path: Path) -> None:
    tree = mail("Crane", "See below.")
    tree["__attach_version1.0_#00000000"] = {
        "__substg1.0_3707001F": text("notes.txt"),
        "__substg1.0_37010102": b"The rail broke.",
    }
    tree["__attach_version1.0_#00000001"] = {
        "__substg1.0_3701000D": mail("Older", "It creaks.", is_within=True),
    }
    found = documents(write_ole(tmp_path / "a.msg", tree))
    assert [document.title for document in found] == ["Crane", "Notes", "Older"]
    last = [document.text.split("\n\n")[-1] for document in found]
    assert last == ["See below.", "The rail broke.", "It creaks."]
    assert found[1].uri.endswith("a.msg#notes.txt")


@pytest.mark.parametrize("data", [b"no OLE file at all", bytes.fromhex("d0cf11e0a1b11ae1") * 80])
def test_a_damaged_outlook_mail_is_reported(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.msg"
    path.write_bytes(data)
    [item] = read_path(path)
    assert isinstance(item, Unreadable)
    assert item.kind == "corrupt"
