"""Labels that open what follows in their line: in bold type or italics ("**Methods.** We asked…"),
with the number of a clause ("5.3 *Signs.* No sign…", "5.3 Signs. No sign…"), and of one word, where
the parts of a paragraph have them, as in an abstract: "Background. Few bees live in towns. Methods.
We counted hives."."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NUMBER = r"(?:[^\W\d_]{0,2}\d{1,4}(?:[./-]\d{1,4}){0,4}[.)]?|\([a-z]\))[^\S\n]+"
_CLAUSE = r"[^\W\d_]{0,2}\d{1,4}(?:[./]\d{1,4}){1,4}[.)]?[^\S\n]+"
RUN_IN_LABEL = re.compile(
    rf"(?:{_NUMBER})?(?P<mark>\*\*|__|\*|_)(?=[^\W\d_])(?P<name>[^*_\n.:!?]{{1,60}})[.:](?P=mark)"
    rf"|{_CLAUSE}(?P<plain>[^\W\d_a-z][^\W_]*(?:[^\S\n][^\W_]+)?)\."
    r"(?=[^\S\n]+[^\W\d_]|\Z)"
)
"""The ``name`` of a label, or what it is called in ``plain`` type."""

_FEWEST = 3
"""Labels; two words alone may be exclamations."""


def run_in_labels(sentences: Sequence[str], begins: Sequence[bool]) -> frozenset[int]:
    """The numbers of the sentences that are labels, in paragraphs that begin with one. ``begins``
    tells of each sentence whether it begins a paragraph."""
    found: list[int] = []
    labels: list[int] = []
    for at, begins_paragraph in enumerate(begins):
        if begins_paragraph:
            found += _enough(labels)
            labels = []
        is_before = at + 1 < len(sentences) and not begins[at + 1]
        if (begins_paragraph or labels) and is_before and _is_label(*sentences[at : at + 2]):
            labels.append(at)
    return frozenset(found + _enough(labels))


def _enough(labels: list[int]) -> list[int]:
    return labels if len(labels) >= _FEWEST else []


def _is_label(sentence: str, following: str) -> bool:
    """Whether a sentence is one word with its full stop, before one of several words."""
    is_word = sentence[:1].isupper() and sentence[:-1].isalpha() and sentence.endswith(".")
    return is_word and len(following.split(maxsplit=1)) > 1
