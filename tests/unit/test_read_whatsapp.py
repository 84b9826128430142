"""Chats that WhatsApp exports as text."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from tests.support.growth import check_linear

ANDROID = """\
5/9/24, 9:05 PM - Messages and calls are end-to-end encrypted.
5/9/24, 9:05 PM - Ruth added Teo
5/9/24, 9:06 PM - Ruth: who has the key?
5/9/24, 9:07 PM - Teo (Work): me
it hangs at the door
5/9/24, 9:08 PM - Ruth: <Media omitted>
6/2/24, 12:10 AM - Teo: the lock is new
"""
IPHONE = """\
[11/05/2024, 21:05:40] Boats: \u200eMessages and calls are end-to-end encrypted.
[11/05/2024, 21:06:01] Ruth: who has the key?
[11/05/2024, 21:07:12] Teo: me
[02/06/2024, 00:10:00] Teo: the lock is new
"""


def days(path: Path, text: str) -> list[tuple[str, str]]:
    path.write_text(text, encoding="utf-8")
    read = [document for document in read_path(path) if isinstance(document, Document)]
    assert all(one.uri == f"{path.as_uri()}#{one.metadata['date']}" for one in read)
    return [(one.title, one.text) for one in read]


def test_each_day_of_a_chat_is_a_document(tmp_path: Path) -> None:
    assert days(tmp_path / "WhatsApp Chat with Boats.txt", ANDROID) == [
        (
            "WhatsApp Chat with Boats, 2024-05-09",
            "21:06 Ruth: who has the key?\n\n21:07 Teo: me\nit hangs at the door",
        ),
        ("WhatsApp Chat with Boats, 2024-06-02", "00:10 Teo: the lock is new"),
    ]


def test_a_chat_without_a_name_is_called_as_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "Boats"
    folder.mkdir()
    assert [title for title, _ in days(folder / "_chat.txt", IPHONE)] == [
        "Boats, 2024-05-11", "Boats, 2024-06-02"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("stamps", "first"),
    [
        (("3/5/2024", "4/5/2024", "13/5/2024"), "2024-05-03"),  # a day is more than twelve
        (("3/5/2024", "3/13/2024", "4/5/2024"), "2024-03-05"),
        (("03/05/2024", "04/05/2024", "01/06/2024"), "2024-05-03"),  # days come in order
        (("3/5/2024", "4/1/2024", "5/2/2024"), "2024-03-05"),
        (("3.5.24", "4.5.24", "5.6.24"), "2024-05-03"),  # nobody writes months before full stops
        (("2024-05-03", "2024-05-04", "2024-06-05"), "2024-05-03"),
    ],
)
def test_the_chat_tells_whether_its_days_or_months_come_first(
    tmp_path: Path, stamps: tuple[str, ...], first: str
) -> None:
    chat = "".join(f"{stamp}, 21:05 - Ruth: hello\n" for stamp in stamps)
    assert days(tmp_path / "a.txt", chat)[0] == (f"A, {first}", "21:05 Ruth: hello")


@pytest.mark.parametrize(
    "text",
    [
        "3/5/24, 21:05 - Ruth: hi\n3/5/24, 21:06 - Teo: hi\n4/5/24, 21:06 - Ruth: so?\n",
        "13/5/24, 21:05 - Ruth: hi\n13/5/24, 21:06 - Teo: hi\n",  # too few
        "Notes\n\n13/5/24, 21:05 - Ruth: hi\n13/5/24, 21:06 - Teo: hi\n13/5/24, 21:07 - Teo: no\n",
        "13/5/24, 21:05 - it rained\n13/5/24, 21:06 - it rained\n13/5/24, 21:07 - it snowed\n",
    ],
)
def test_what_is_no_chat_or_may_be_of_two_months_stays_one_text(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    (document,) = read_path(tmp_path / "a.txt")
    assert isinstance(document, Document)
    assert document.text.strip() == text.strip()


def test_a_long_chat_takes_linear_time(tmp_path: Path) -> None:
    def read(n: int) -> object:
        (tmp_path / "a.txt").write_text("13/5/24, 21:05 - Ruth: a: b\n[13/5\n" * n)
        return list(read_path(tmp_path / "a.txt"))

    check_linear(read, 20_000)
