"""Questions to measure with: a file of JSON lines or CSV, read and checked.

Each line has a ``question`` and any of ``answer`` (one, or several that are all right),
``sources`` (where the answer stands: URIs, paths or titles, or passages of the text), ``type``
(figures are given for each type, too) and ``answer_pattern`` (a regular expression that a text
with the answer matches). In CSV, several answers or sources are separated by "|".
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.results import Result

MAX_QUESTION = 4_000
"""Characters of a question: what is longer was most likely put into the wrong column."""
SHOWN = 3
"""Bad lines that an error names."""
_OTHER_NAMES = {"answers": "answer", "source": "sources"}
_HINT = 'Write JSON lines as {"question": "…", "answer": "…", "sources": ["…"]}, or CSV.'


@dataclass(frozen=True, slots=True)
class Question(Result):
    """A question, what answers it (any of ``answers`` will do), and where that stands."""

    question: str
    answers: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    type: str = ""
    answer_pattern: re.Pattern[str] | None = field(default=None, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """It as a line of a file of questions."""
        row: dict[str, Any] = {"question": self.question}
        if self.answers:
            row["answer"] = self.answers[0] if len(self.answers) == 1 else list(self.answers)
        if self.sources:
            row["sources"] = list(self.sources)
        if self.type:
            row["type"] = self.type
        if self.answer_pattern:
            row["answer_pattern"] = self.answer_pattern.pattern
        return row

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Question:
        """From a line's fields. Raises ValueError with what is wrong."""
        row = {_OTHER_NAMES.get(name, name): value for name, value in row.items()}
        text = row.get("question")
        if not isinstance(text, str) or not text.strip():
            raise ValueError("it has no question")
        if len(text) > MAX_QUESTION:
            raise ValueError(f"its question has {len(text):,} characters")
        pattern = row.get("answer_pattern")
        return cls(
            text.strip(),
            _texts(row, "answer"),
            _texts(row, "sources"),
            str(row.get("type") or "").strip(),
            _pattern(pattern) if pattern else None,
        )


Questions = str | PathLike[str] | Iterable[Question | Mapping[str, Any]]
"""A file, or questions as records or as plain data."""


def questions_of(given: Questions) -> list[Question]:
    """The questions given, each text once. Raises :class:`UsageError` for what is none."""
    if isinstance(given, str | PathLike):
        return read_questions(Path(given))
    rows = ((place, one) for place, one in enumerate(given, start=1))
    return _checked(rows, "The questions")


def read_questions(path: Path) -> list[Question]:
    """The questions of a file, each text once. Raises :class:`UsageError` for lines that are
    none: half a file measured would be worse than none."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not UTF-8 text.", "Save it as UTF-8.") from None
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror or error}.", "Check the path."
        ) from None
    is_json = text.lstrip()[:1] in ("{", "[") or path.suffix.lower() in (".jsonl", ".json")
    return _checked(_json_rows(text) if is_json else _csv_rows(text), str(path))


def write_questions(questions: Iterable[Question]) -> str:
    """The text of a file of JSON lines."""
    return "".join(f"{json.dumps(one.to_dict(), ensure_ascii=False)}\n" for one in questions)


def _checked(rows: Iterable[tuple[int, Any]], place: str) -> list[Question]:
    found: dict[str, Question] = {}
    wrong = []
    for number, row in rows:
        try:
            if isinstance(row, Exception):
                raise row
            if not isinstance(row, Question | Mapping):
                raise ValueError("it is no JSON object")
            one = row if isinstance(row, Question) else Question.of(row)
        except ValueError as error:
            wrong.append(f"{number} ({error})")
        else:
            found.setdefault(one.question, one)
    if wrong:
        more = f" and {len(wrong) - SHOWN:,} more" if len(wrong) > SHOWN else ""
        raise UsageError(f"{place}: bad lines {', '.join(wrong[:SHOWN])}{more}.", _HINT)
    if not found:
        raise UsageError(f"{place}: there is no question.", _HINT)
    return list(found.values())


def _json_rows(text: str) -> Iterator[tuple[int, Any]]:
    if text.lstrip().startswith("["):
        try:
            yield from enumerate(json.loads(text), start=1)
        except (ValueError, RecursionError):
            yield 1, ValueError("it is no JSON")
        return
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except (ValueError, RecursionError):
                yield number, ValueError("it is no JSON")


def _csv_rows(text: str) -> Iterator[tuple[int, Any]]:
    header = text.partition("\n")[0]
    separator = max(",;\t", key=header.count)
    rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        names = [(name or "").strip().lower() for name in rows.fieldnames or ()]
        if "question" not in names:
            yield 1, ValueError("it names no column question")
            return
        rows.fieldnames = names
        for row in rows:
            if any(row.values()):
                yield rows.line_num, {**row, **{n: _split(row[n]) for n in _LISTS if n in row}}
    except csv.Error as error:
        yield rows.line_num, ValueError(str(error))


_LISTS = ("answer", "answers", "sources", "source")


def _split(cell: str | None) -> list[str]:
    return (cell or "").split("|")


def _texts(row: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """One text or several, without empty ones and repeats."""
    given = row.get(name)
    if given is None:
        return ()
    many = list(given) if isinstance(given, list | tuple) else [given]
    if not all(isinstance(one, str | int | float) for one in many):
        raise ValueError(f"its {name} is neither a text nor a list of texts")
    return tuple(dict.fromkeys(text for one in many if (text := str(one).strip())))


def _pattern(text: object) -> re.Pattern[str]:
    try:
        return re.compile(str(text))
    except (re.error, RecursionError, OverflowError) as error:
        raise ValueError(f"its answer_pattern is no regular expression: {error}") from None
