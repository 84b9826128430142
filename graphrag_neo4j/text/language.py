"""Which language a text is in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from graphrag_neo4j.text.function_words import FUNCTION_WORDS, english_share

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

_SAMPLE = 4_000
"""Characters that are looked at."""
_SURE = 0.5
_LIKELY = 0.3  # enough where the text is hardly English
_WORD = re.compile(r"[^\W\d_]{2,}")
_MOST_WORDS = 500
_SHORT = 200
"""Characters; what is shorter is in the language of its file, unless it is sure of its own."""
_VERY_SURE = 0.9
_ACCENTED = re.compile(r"[^\W\d_]*[^\W\d_a-zA-Z][^\W\d_]*")
_FEWEST_ACCENTED = 2  # words: one may be a name, or "café"
_LEAST_ENGLISH = 0.12  # of the words


def language_of(text: str) -> str:
    """The language of a text, as its ISO 639 code ("en", "zh"); "" where that is not clear: a few
    words, a table of numbers, code. Of a text in several, that of its beginning."""
    found, probability = _identifier().classify(text[:_SAMPLE])
    return str(found) if probability >= _SURE else ""


def shared_language(texts: Iterable[str]) -> str:
    """The language that the rows of a table or the messages of a file are in together; "" where
    that is not clear. Each word counts once, so that names of columns do not outweigh the rest."""
    words = (word for text in texts for word in _WORD.findall(text))
    sample = " ".join(islice(dict.fromkeys(words), _MOST_WORDS))
    found, probability = _identifier().classify(sample[:_SAMPLE])
    if is_foreign(sample):
        return str(found) if probability >= _LIKELY else ""
    is_common = found == "en" or found in FUNCTION_WORDS  # not Pidgin, for a list in English
    return str(found) if is_common and probability >= _SURE else ""


def language_within(text: str, shared: str) -> str:
    """The language of a text in a file whose texts are in ``shared`` together: its own if it is
    long enough to tell, or can be no other."""
    found, probability = _identifier().classify(text[:_SAMPLE])
    sure = _SURE if len(text) >= _SHORT or not shared else _VERY_SURE
    return str(found) if probability >= sure else shared


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
