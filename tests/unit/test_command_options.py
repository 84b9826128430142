"""Options that a question names, and their descriptions in manuals: no server needed."""

from __future__ import annotations

import pytest

from graphrag_neo4j.retrieve.ranking.command_options import described

INVERT = "-v, --invert-match Invert the sense of matching."


def is_described(question: str, text: str, title: str = "", section: str | None = None) -> bool:
    source = {"title": title, "uri": "file:///tmp/page.txt"}
    statement = {"id": "s", "text": text, "words": text}
    row = {"chunk": "c", "source": source, "section": section, "statements": [statement]}
    return described(question, [row]) == {"s"}


@pytest.mark.parametrize(
    ("question", "text", "is_description"),
    [
        ("what does -mmin do", "-mmin n File's data was last modified n minutes ago.", True),
        ("when do i use -mmin", "-mmin n File's data was last modified n minutes ago.", True),
        ("-v?", INVERT, True),
        ("what does set -e do", "−e Exit immediately.", True),
        ("what does set −e do", "-e Exit immediately.", True),
        ("--exclude", "--exclude=PATTERN Exclude files.", True),
        ("what does -mmin do", "Measure times (for -amin and -mmin).", False),
        ("what does -v do", "-V, --version Output the version.", False),
        ("What is -5 degrees?", "-5 is cold.", False),
        ("what - then", "- an item", False),
        ("", "", False),
    ],
)
def test_what_begins_with_an_option_describes_it(
    question: str, text: str, *, is_description: bool
) -> None:
    assert is_described(question, text) == is_description


@pytest.mark.parametrize(
    "question",
    [
        "what does grep -v do",
        "grep option -v",
        "grep -i -v",
        "what is the -v flag of grep",
        "what does -v mean in grep?",
    ],
)
def test_an_option_of_a_named_command_is_described_in_its_manual_alone(question: str) -> None:
    assert is_described(question, INVERT, "Grep")
    assert is_described(question, INVERT, "Tools", section="Searching > grep")
    assert not is_described(question, INVERT, "Ssh")


def test_a_command_of_two_words_needs_both() -> None:
    text = "-x <cmd> Append a command."
    assert is_described("git-rebase -x", text, "git-rebase(1)")
    assert not is_described("git-rebase -x", text, "git(1)")
