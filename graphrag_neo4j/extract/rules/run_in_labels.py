"""Labels of one word that open the parts of a paragraph, as in an abstract: "Background. Few bees
live in towns. Methods. We counted hives."."""

from __future__ import annotations

from collections.abc import Sequence

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
