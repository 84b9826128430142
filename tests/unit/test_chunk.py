import itertools
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.ingest.chunk import chunk_document
from graphrag_neo4j.model import Chunk, Document
from graphrag_neo4j.readers.prose import markdown_document, markdown_headings
from graphrag_neo4j.text.tokens import count_tokens

WORDS = st.lists(
    st.sampled_from(
        [
            "word ",
            "Sentence. ",
            "Dr. ",
            "\n",
            "\n\n",
            "\n# Head\n",
            "\n## Sub\n",
            "\n### Deep\n",
            "漢字",
            "😀",
            "x" * 300,
            "𓀀",
            "  ",
            "\u2028",
            "-- ",
            "same. same. ",
            "\nAnn: So it is. ",
            "\nBo: Is it? ",
        ]
    ),
    max_size=120,
).map("".join)
OPTIONS = st.fixed_dictionaries(
    {
        "size": st.integers(16, 80),
        "overlap": st.integers(0, 15),
        "strategy": st.sampled_from(["sentence", "token"]),
    }
)


def document(text: str, title: str = "Doc") -> Document:
    return Document("file:///d.md", text, title, markdown_headings(text))


def chunks(text: str, title: str = "Doc", **options: Any) -> list[Chunk]:
    given = {"size": 64, "overlap": 0, "strategy": "sentence", **options}
    return chunk_document(document(text, title), "s", **given)


@settings(deadline=None, max_examples=200)
@given(WORDS, OPTIONS)
def test_chunks_are_spans_within_the_limit_that_cover_every_word(
    text: str, options: dict[str, Any]
) -> None:
    made = chunks(text, **options)
    covered: set[int] = set()
    for position, chunk in enumerate(made):
        assert chunk.text == text[chunk.start : chunk.end] == chunk.text.strip() != ""
        assert chunk.n_tokens == count_tokens(chunk.text) <= options["size"]
        assert chunk.position == position
        covered.update(range(chunk.start, chunk.end))
    assert all(char.isspace() or at in covered for at, char in enumerate(text))
    assert len({chunk.id for chunk in made}) == len(made)
    assert chunks(text, **options) == made
    assert [c.start for c in made] == sorted(c.start for c in made)


def test_a_text_without_words_has_no_chunks() -> None:
    assert chunks("") == chunks(" \n\n ", strategy="token") == []


def test_ids_do_not_depend_on_position() -> None:
    sections = "# One\n\n" + "Alpha beta gamma. " * 10 + "\n\n# Two\n\n" + "Delta epsilon. " * 10
    before = {chunk.id for chunk in chunks(sections)}
    after = {
        chunk.id for chunk in chunks("# Zero\n\n" + "New words here. " * 10 + "\n\n" + sections)
    }
    assert before < after


def test_ids_differ_between_sources() -> None:
    [one] = chunk_document(document("A text."), "a", size=64, overlap=0, strategy="sentence")
    [two] = chunk_document(document("A text."), "b", size=64, overlap=0, strategy="sentence")
    assert one.id != two.id


def test_equal_passages_get_different_ids() -> None:
    made = chunks("Same words here again. " * 200, strategy="sentence", size=16)
    assert len({chunk.text for chunk in made}) < len(made) == len({chunk.id for chunk in made})


def test_windows_step_by_size_less_overlap() -> None:
    text = " ".join(f"word{n % 10}" for n in range(500))  # two tokens each
    made = chunks(text, size=100, overlap=20, strategy="token")
    assert [chunk.n_tokens for chunk in made[:-1]] == [100] * (len(made) - 1)
    assert [count_tokens(text[: chunk.start].rstrip()) for chunk in made[:4]] == [0, 80, 160, 240]


def test_sentences_overlap_whole_and_within_the_overlap() -> None:
    text = " ".join(f"This is sentence number {n}." for n in range(40))
    made = chunks(text, size=60, overlap=20)
    for left, right in itertools.pairwise(made):
        shared = text[right.start : left.end]
        assert shared.startswith("This") and shared.endswith(".")
        assert count_tokens(shared) <= 20


def test_a_chunk_does_not_cross_a_heading() -> None:
    body = "Some words about it. " * 8
    made = chunks(f"# Guide\n\n{body}\n\n## First\n\n{body}\n\n## Second\n\n{body}", title="Guide")
    assert [chunk.title for chunk in made] == ["Guide", "Guide - First", "Guide - Second"]
    assert [chunk.heading for chunk in made] == ["Guide", "First", "Second"]


def test_tiny_sections_join_under_the_first_heading() -> None:
    made = chunks("## A\n\nFew.\n\n## B\n\nAlso few.\n\n## C\n\nFew again.", size=200)
    assert [chunk.heading for chunk in made] == ["A"]


def test_a_tiny_section_does_not_swallow_a_higher_one() -> None:
    made = chunks("# One\n\n## Part\n\nFew.\n\n# Two\n\nOther matters.", size=200)
    assert [chunk.heading for chunk in made] == ["Part", "Two"]


def test_a_heading_alone_leads_to_the_section_below_it() -> None:
    [chunk] = chunks("# Finances\n\n## Revenue\n\nIt rose by a tenth last year.")
    assert chunk.title == "Doc - Finances > Revenue"
    assert chunk.text.startswith("# Finances")


def test_window_takes_the_heading_it_starts_under() -> None:
    made = chunks("Intro. " * 10 + "\n\n# Part\n\n" + "Words here. " * 40, strategy="token")
    assert made[0].title == "Doc"
    assert made[-1].title == "Doc - Part"


@pytest.mark.parametrize(
    "wrong", [{"size": 5}, {"overlap": 64}, {"overlap": -1}, {"strategy": "page"}]
)
def test_bad_options_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        chunks("text", **wrong)


def test_only_the_title_of_the_document_counts_not_its_uri() -> None:
    moved = replace(document("A text."), uri="file:///elsewhere.md")
    options: dict[str, Any] = {"size": 64, "overlap": 0, "strategy": "sentence"}
    assert chunk_document(moved, "s", **options) == chunks("A text.")


@pytest.mark.parametrize(
    "words", ["पंप कल सुबह टूट गया था और ", "Schraubzwingenhalterungen Wasserzählerwechsel "]
)
def test_a_sentence_longer_than_a_chunk_is_cut_between_words(words: str) -> None:
    text = words * 40
    made = chunks(text, size=40)
    assert len(made) > 3
    assert [word for chunk in made for word in chunk.text.split()] == text.split()


def test_what_has_no_blanks_is_cut_anywhere() -> None:
    made = chunks("漢字" * 200, size=40)
    assert all(chunk.n_tokens > 30 for chunk in made[:-1])
    assert "".join(chunk.text for chunk in made) == "漢字" * 200


def test_a_chunk_does_not_end_within_a_row_of_a_table() -> None:
    row = "| 09:0{n} | Ann Hale finds the lamp broken and the door open. Nobody was there. |\n"
    table = "| Time | Event |\n|---|---|\n" + "".join(row.format(n=n) for n in range(8))
    document = markdown_document(table, "doc:1", "Log")
    for size in range(32, 80, 4):
        chunks = chunk_document(document, "s", size=size, overlap=0, strategy="sentence")
        assert len(chunks) > 2
        assert all(chunk.text.count("Ann Hale") == chunk.text.count("there.") for chunk in chunks)


def test_a_talk_is_parted_between_its_turns() -> None:
    turns = [
        f"{name}: I saw the boat on day {n}. You mended it with tar. It floats as it did before."
        for n, name in enumerate(("Ann", "Bo") * 6)
    ]
    found = chunks("\n\n".join(turns), size=64)
    assert len(found) > 2
    assert all(chunk.text.startswith(("Ann: ", "Bo: ")) for chunk in found)


@pytest.mark.parametrize("size", [56, 64, 72, 80])
def test_an_answer_stays_with_its_question(size: int) -> None:
    said = "Ann: Who mended boat {n} in May?\n\nBo: I did it with the tar of the old yard.\n\n"
    found = chunks("".join(said.format(n=n) for n in range(12)), size=size)
    assert len(found) > 2
    assert all(chunk.text.startswith("Ann: ") for chunk in found)


def test_a_turn_that_is_longer_than_half_a_chunk_is_cut_between_sentences() -> None:
    long = " ".join(f"I saw boat number {n} on the river." for n in range(30))
    found = chunks(f"Ann: Did you?\n\nBo: {long}\n\nAnn: You did.", size=64)
    assert all(chunk.n_tokens > 32 for chunk in found[:-1])


def test_questions_alone_are_parted_between_turns() -> None:
    said = "".join(f"{name}: Who mended boat {n}?\n\n" for n, name in enumerate(("Ann", "Bo") * 9))
    found = chunks(said, size=48)
    assert len(found) > 2
    assert all(chunk.text.startswith(("Ann: ", "Bo: ")) for chunk in found)
    assert all(chunk.n_tokens > 24 for chunk in found[:-1])
