"""Globs that name sources."""

from __future__ import annotations

import re

import pytest

from graphrag_neo4j.source_names import glob_pattern


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
    pattern = re.compile(glob_pattern(glob))
    assert [path for path in [*fits, *fits_not] if pattern.fullmatch(path)] == fits
