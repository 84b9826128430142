"""Numbers before the lines of a text."""

from __future__ import annotations

from graphrag_neo4j.readers.line_numbers import without_line_numbers

SAID = [
    "Q.   How long does it take?",
    "A.   Four minutes, or five; for a long",
    "     one perhaps",
    "eight.",
]


def _numbered(lines: list[str]) -> str:
    return "\n".join(f"{n:2}      {line}" for n, line in enumerate(lines, start=1))


def test_numbers_of_lines_are_left_out_and_each_word_keeps_its_place() -> None:
    page = _numbered([*SAID * 6])
    text = f"DEPOSITION\n\n{page}\n\n        Page 1\n\n{page}\n"
    plain = without_line_numbers(text)
    assert not any(line.lstrip()[:1].isdigit() for line in plain.split("\n"))
    assert len(plain) == len(text)
    assert plain.index("eight.") == text.index("eight.")


def test_ranks_of_a_table_and_numbers_of_a_list_stay() -> None:
    table = _numbered([f"Rovers {n}    18    42" for n in range(30)])
    assert without_line_numbers(table) == table
    fruit = _numbered([f"apples of sort {n}" for n in range(30)])
    assert without_line_numbers(fruit) == fruit
    short = _numbered(SAID)
    assert without_line_numbers(short) == short
    gaps = "\n".join(f"{3 * n}      word {n}" for n in range(30))
    assert without_line_numbers(gaps) == gaps
