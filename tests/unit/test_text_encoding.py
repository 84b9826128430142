"""Text of UTF-8 with a few bytes that are none."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.errors import ReadError
from graphrag_neo4j.readers.content import decode, open_text

LINE = "Müller wohnt in Köln, sagt Zoë – 20 €.\n"


def both(data: bytes, path: Path) -> str:
    """What is read of the bytes at once, and of a file piece by piece: the same."""
    path.write_bytes(data)
    with open_text(path) as file:
        assert file.read() == decode(data)
    return decode(data)


def test_one_line_of_another_program_spoils_no_other(tmp_path: Path) -> None:
    data = LINE.encode() + "André;Paris\n".encode("cp1252") + LINE.encode()
    assert both(data, tmp_path / "a.log") == f"{LINE}André;Paris\n{LINE}"


@pytest.mark.parametrize("mark", ["ü", "€", "🦢"])
def test_a_file_that_is_cut_within_a_character_is_utf8(tmp_path: Path, mark: str) -> None:
    for missing in range(1, len(mark.encode())):
        data = f"{LINE}{LINE}{mark}".encode()[:-missing]
        assert both(data, tmp_path / "a.txt") == f"{LINE}{LINE}\ufffd"


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1252", LINE * 3),
        ("cp1252", "CAFÉ» a été fermé, hélas. " * 3),
        ("cp1251", "Тётка Алёна живёт в Орле, а Фёдор уехал. " * 3),
        ("shift_jis", "安全な港に船が着きました。灯台の鍵は箱の中です。" * 3),
        ("gbk", "码头的钥匙在箱子里,船明天到。" * 5),
    ],
)
def test_other_encodings_stay_what_they_are(tmp_path: Path, encoding: str, text: str) -> None:
    assert both(text.encode(encoding), tmp_path / "a.txt") == text


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(ReadError):
        decode(bytes(range(0x80, 0x100)) * 30)


@given(
    st.lists(st.sampled_from("aü€ 🦢é\n"), min_size=8).filter(lambda c: not "".join(c).isascii())
)
def test_one_stray_byte_costs_itself_alone(characters: list[str]) -> None:
    text = "".join(characters)
    assert decode(text.encode() + b"\xe9 " + text.encode()) == f"{text}é {text}"
