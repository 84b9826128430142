"""Which language a text is in."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

_SAMPLE = 4_000
"""Characters that are looked at."""
_SURE = 0.5


def language_of(text: str) -> str:
    """The language of a text, as its ISO 639 code ("en", "zh"); "" where that is not clear: a few
    words, a table of numbers, code. Of a text in several, that of its beginning."""
    found, probability = _identifier().classify(text[:_SAMPLE])
    return str(found) if probability >= _SURE else ""


@cache
def _identifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
