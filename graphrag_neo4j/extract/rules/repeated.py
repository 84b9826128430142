"""What a short sentence belongs to that stands in a section more than once.

"Nobody has looked at it." of the roof is not the same as of the lamp. Each is read with the first
sentence of its item or paragraph, or, where it begins one, with the sentence before it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence

from graphrag_neo4j.extract.rules.joined import LIST_MARK
from graphrag_neo4j.text.sentences import Span

_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_LONGEST = 200  # characters of what it belongs to
_LONGEST_SAID = 100
"""Characters of a sentence that says little without what it belongs to."""

Said = tuple[Span, str]
"""Where a sentence stands, and what it says."""


def owners(text: str, said: Sequence[Said], headings: Sequence[int]) -> Iterator[str]:
    """For each sentence, in order, what it belongs to if it is short and its words come back below
    the same heading; "" else, and where nothing stands before it there. ``headings``: where those
    of the ``text`` start."""
    sections = [bisect_right(headings, start) for (start, _), _ in said]
    once = {place: (at, words) for (place, words), at in zip(said, sections, strict=True)}
    times = Counter(once.values())
    lead = before = ""
    last = end = -1
    for ((start, stop), words), section in zip(said, sections, strict=True):
        is_new = section != last
        before = "" if is_new else before
        lead = "" if is_new or begins_block(text, end, start) else lead
        comes_back = times[section, words] > 1
        is_brief = len(words) <= _LONGEST_SAID and "|" not in words  # no row of a table
        yield (lead or before)[:_LONGEST] if comes_back and is_brief else ""
        lead = lead or words
        before = before if comes_back else words
        last, end = section, stop


def begins_block(text: str, end: int, start: int) -> bool:
    """Whether a sentence at ``start`` begins an item or a paragraph; the one before it has its
    ``end`` there."""
    if _BLANK_LINE.search(text, end, start):
        return True
    line = text.rfind("\n", 0, start) + 1
    at = line + len(text[line:start]) - len(text[line:start].lstrip())
    mark = LIST_MARK.match(text, at)
    return mark is not None and mark.end() >= start
