"""What the rules read of Markdown."""

from __future__ import annotations

import pytest

from graphrag_neo4j.extract.rules.markdown_marks import as_read, without_marks, without_signs
from tests.support.growth import check_linear


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("made by [[Quillon Works]]", "made by Quillon Works"),
        ("by [[people/Odile Varga|Odile]]", "by Odile Varga"),
        ("[[Odile Varga|Didi]] and [[Odile Varga|Dr. Didi]]", "Odile Varga and Odile Varga"),
        ("[[Odile Varga|her aunt]] of [[Melby|Melbians]]", "her aunt of Melbians"),
        ("see [[Log#2024-03|the decision]], [[Log#2024-03]], [[#Top]]", "see the decision, Log, "),
        ("Noise:: 37 dB of std::vector", "Noise: 37 dB of std::vector"),
        ("**bold** [label](https://a.example) __init__", "bold label __init__"),
        ("a[0][1] and [[", "a[0][1] and [["),
        ("It hums.[^1] It glows [^22].", "It hums. It glows ."),
        ("[^tax]: Without tax.", " Without tax."),
        ("Leave out [^a-z] and 2^[3].", "Leave out [^a-z] and 2^[3]."),
    ],
)
def test_links_and_fields_are_read_as_their_words(text: str, read: str) -> None:
    assert without_marks(text) == read


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("It hums. ^n3-ref", "It hums. "),
        ("%% ask\nOdile %% It hums.", " It hums."),
        ("![[portrait.jpg|200]]", ""),
        ("[!info]- Old price", " Old price"),
        ("[![build](https://a.example/b.svg)](https://a.example)", ""),
        ("[ref]: https://a.example", ""),
        ("[ref]: <my notes.md> 'Notes'", ""),
        ("[comment]: # (not for print)", ""),
        ("[^1]: Taken at noon.", "[^1]: Taken at noon."),
        ("[Odile]: I will mend the pump.", "[Odile]: I will mend the pump."),
        ("[WARN]: full", "[WARN]: full"),
        ("2^10 and 100%% of 5%", "2^10 and 100%% of 5%"),
        ("Write `%%` for a sign, 5%% for a share.", "Write `%%` for a sign, 5%% for a share."),
    ],
)
def test_what_nobody_reads_is_left_out(text: str, left: str) -> None:
    assert without_signs(text) == left


@pytest.mark.parametrize(
    "part",
    [
        "[[",
        "[[a|",
        "%%",
        "%% a ",
        " ^a",
        "![[",
        "a:: ",
        "[!a",
        "[^1]",
        "\n[a]: a.b",
        '\n[a]: #a "',
        "a[^",
    ],
)
def test_long_texts_are_read_in_linear_time(part: str) -> None:
    check_linear(lambda n: without_marks(without_signs(part * n)), 200_000 // len(part))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("*Rowing: all.", "Rowing: all."),
        ("Oars by Oda Mills.**", "Oars by Oda Mills."),
        ("told by Oda*", "told by Oda"),
        ("*.txt is left out", "*.txt is left out"),
        ("2 * 3", "2 * 3"),
        ("rated 5*", "rated 5*"),
        ("*Oda* rows a*", "Oda rows a"),
    ],
)
def test_emphasis_over_sentences_leaves_no_half_of_its_marks(text: str, read: str) -> None:
    assert as_read(text, is_row=False, is_markdown=True) == read
    assert as_read(text, is_row=False, is_markdown=False) == text


def test_half_marks_are_looked_for_in_linear_time() -> None:
    check_linear(lambda n: as_read("a*" * n, is_row=False, is_markdown=True), 20_000)
    check_linear(lambda n: as_read("a" * n + "*", is_row=False, is_markdown=True), 20_000)
