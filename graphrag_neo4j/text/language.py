"""Which language a text is in."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from graphrag_neo4j.text.function_words import english_share

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

_SAMPLE = 4_000
"""Characters that are looked at."""
_SURE = 0.5
_ACCENTED = re.compile(r"[^\W\d_]*[^\W\d_a-zA-Z][^\W\d_]*")
_FEWEST_ACCENTED = 2  # words: one may be a name, or "café"
_LEAST_ENGLISH = 0.12  # of the words


def language_of(text: str) -> str:
    """The language of a text, as its ISO 639 code ("en", "zh"); "" where that is not clear: a few
    words, a table of numbers, code. Of a text in several, that of its beginning."""
    found, probability = _identifier().classify(text[:_SAMPLE])
    return str(found) if probability >= _SURE else ""


def is_foreign(text: str) -> bool:
    """Whether a text is hardly English, however short: two words have letters beyond A to Z, and
    few are those that every English sentence needs."""
    sample = text[:_SAMPLE]
    accented = len(_ACCENTED.findall(sample))
    return accented >= _FEWEST_ACCENTED and english_share(sample) < _LEAST_ENGLISH


@cache
def _identifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
