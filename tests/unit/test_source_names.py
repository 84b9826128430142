"""Globs that name sources."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.text.globs import MOST_WILDCARDS, Glob


@pytest.mark.parametrize(
    ("glob", "fits", "fits_not"),
    [
        ("/a/*.md", ["/a/x.md"], ["/a/b/x.md", "/a/x_md", "/a/x.md2"]),
        ("/a/**/*.md", ["/a/x.md", "/a/b/x.md", "/a/b/c/x.md"], ["/b/x.md"]),
        ("/a/**", ["/a/x", "/a/b/x"], ["/ab"]),
        ("/a/?.md", ["/a/x.md", "/a/ä.md"], ["/a//.md", "/a/xy.md"]),
        ("/a/[xy-].md", ["/a/x.md", "/a/-.md"], ["/a/z.md"]),
        ("/a/[!x].md", ["/a/y.md"], ["/a/x.md"]),
        ("/a/[x.md", ["/a/[x.md"], ["/a/x.md"]),
    ],
)
def test_a_glob_stops_at_folders(glob: str, fits: list[str], fits_not: list[str]) -> None:
    pattern = Glob(glob)
    assert [path for path in [*fits, *fits_not] if pattern.fits(path)] == fits


TOKENS = st.lists(st.sampled_from(["a", "b", "/", "*", "**", "**/", "?", "[ab]"]), max_size=12)


@given(TOKENS, st.text("ab/", max_size=8))
def test_many_wildcards_fit_what_a_regular_expression_would(tokens: list[str], text: str) -> None:
    glob = "".join(tokens)
    meaning = {"**/": "(?:[^/]+/|/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    parts = re.findall(r"\*\*/|\*\*|\*|\?|\[ab\]|.", glob)
    wanted = re.fullmatch("".join(meaning.get(one, one) for one in parts), text) is not None
    assert Glob("[c]" * 4 + glob).fits("cccc" + text) == wanted  # too many for an expression


def test_a_glob_of_many_stars_ends() -> None:
    text = "file:///home/ada/" + "a" * 80
    assert not Glob("*a" * 30 + "z").fits(text)
    assert not Glob("*" * 400 + "z").fits(text)
    assert Glob("**/" * 100 + "*a").fits("home/ada/" + "a" * 80)


def test_a_glob_of_too_many_wildcards_is_refused() -> None:
    with pytest.raises(UsageError):
        Glob("*a" * (MOST_WILDCARDS + 1))
