"""Files of questions: what is read, and that hostile ones are one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.evaluate.questions import (
    Question,
    questions_of,
    read_questions,
    write_questions,
)


def _file(folder: Path, text: str | bytes, name: str = "questions.jsonl") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_json_lines_are_read(tmp_path: Path) -> None:
    rows = [
        {"question": " Who? ", "answer": ["Anna", "Anna Berg"], "sources": "a.md", "type": "one"},
        {"question": "When?", "answer": 1921, "answers_note": None},
    ]
    text = "\n\n".join(json.dumps(row) for row in rows)
    assert read_questions(_file(tmp_path, text)) == [
        Question("Who?", ("Anna", "Anna Berg"), ("a.md",), "one"),
        Question("When?", ("1921",)),
    ]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_csv_of_any_separator_is_read(tmp_path: Path, separator: str) -> None:
    rows = [["Question", "answer", "sources"], ["Who?", "Anna|Ann", "a.md|b.md"], ["", "", ""]]
    text = "\ufeff" + "\r\n".join(separator.join(row) for row in rows)
    assert read_questions(_file(tmp_path, text, "questions.csv")) == [
        Question("Who?", ("Anna", "Ann"), ("a.md", "b.md"))
    ]


def test_a_csv_question_may_hold_lines_and_separators(tmp_path: Path) -> None:
    path = _file(tmp_path, 'question,type\n"Who,\nand when?",x\n', "q.csv")
    assert read_questions(path) == [Question("Who,\nand when?", type="x")]


def test_a_question_asked_twice_counts_once(tmp_path: Path) -> None:
    path = _file(tmp_path, '{"question": "Who?"}\n{"question": "Who?", "answer": "x"}')
    assert read_questions(path) == [Question("Who?")]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('{"question": "Who?"}\n{"question": ""}', "2 (it has no question)"),
        ('{"answer": "Anna"}', "1 (it has no question)"),
        ('{"question": 5}', "it has no question"),
        ('{"question": "Who?"', "it is no JSON"),
        ("[1, 2]", "1 (it is no JSON object), 2 (it is no JSON object)"),
        ("[" * 100_000, "it is no JSON"),
        ('{"question": "' + "x" * 5_000 + '"}', "its question has 5,000 characters"),
        ('{"question": "Who?", "sources": {"a": 1}}', "its sources is neither"),
        ('{"question": "Who?", "answer_pattern": "("}', "no regular expression"),
        ("", "there is no question"),
        ("text,answer\nWho?,Anna", "it names no column question"),
        (b"\xff\xfe\x00", "is not UTF-8"),
        ("\n".join('{"a": 1}' for _ in range(9)), "and 6 more"),
    ],
)
def test_a_bad_file_is_one_line_that_names_the_place(
    tmp_path: Path, text: str | bytes, wrong: str
) -> None:
    name = "q.csv" if isinstance(text, str) and text.startswith("text,") else "q.jsonl"
    with pytest.raises(UsageError) as error:
        read_questions(_file(tmp_path, text, name))
    assert wrong in error.value.message
    assert "\n" not in str(error.value)


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        read_questions(tmp_path / "none.csv")


def test_plain_data_and_records_are_questions() -> None:
    assert questions_of([{"question": "Who?"}, Question("When?")]) == [
        Question("Who?"),
        Question("When?"),
    ]
    with pytest.raises(UsageError, match="The questions: bad lines 1"):
        questions_of(["Who?"])  # type: ignore[list-item]


@given(st.text(max_size=200))
def test_any_text_is_questions_or_one_line(text: str) -> None:
    with_nothing = Path("/nonexistent")
    assert not with_nothing.exists()
    for row in ({"question": text}, {"question": "Who?", "answer": text, "sources": [text]}):
        try:
            (one,) = questions_of([row])
        except UsageError as error:
            assert "\n" not in error.message
            continue
        again = json.loads(write_questions([one]))
        assert Question.of(again) == one
