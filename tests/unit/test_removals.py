"""Which names of sources lie in files and folders."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.ingest.removals import beginning_so

_NAMES = st.lists(st.text(alphabet="ab/#", max_size=6), max_size=8)


@given(names=_NAMES, prefixes=_NAMES)
def test_names_are_those_that_begin_with_a_prefix(names: list[str], prefixes: list[str]) -> None:
    begin = [name for name in names if any(map(name.startswith, prefixes))]
    assert list(beginning_so(names, prefixes)) == begin
