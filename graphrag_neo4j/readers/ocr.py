"""Words on pictures, by RapidOCR (extra ``ocr``): its models travel with it, nothing is fetched.

Used for what has no text of its own: scanned pages of a PDF and, if asked for, picture files.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from graphrag_neo4j.errors import ReadError, how_to_install
from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import clean_text, safe_metadata, title_from_name, with_words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

INSTALL = how_to_install("ocr")
LEAST_SCORE = 0.5
"""Of 1: what was read with less is a guess, and left out."""
MOST_PIXELS = 100_000_000
_LOADING = Lock()


@dataclass(frozen=True, slots=True)
class Words:
    """Words on one line, and their box in pixels from the upper left."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


def is_installed() -> bool:
    """Whether the extra is there; loads nothing."""
    return find_spec("rapidocr") is not None


def words_on(picture: NDArray[np.uint8] | str) -> list[Words]:
    """The words on a picture (its pixels, or its file), from above, from left to right."""
    found = _engine()(picture)
    if found.boxes is None or found.txts is None:
        return []
    return list(_words(found))


def read_picture(path: Path, uri: str) -> Document:
    """A picture file as the lines on it. Raises :class:`ReadError` if there are no words."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(path) as picture:
            width, height = picture.size
            if width * height > MOST_PIXELS:
                raise ReadError(f"it has {width:,} x {height:,} pixels.", "Cut it.", "too large")
            words = words_on(str(path))
    except (UnidentifiedImageError, SyntaxError, ValueError) as error:
        raise ReadError("it is not a sound picture.", "Save it anew.", "corrupt") from error
    text = with_words("\n".join(word.text for word in words))
    metadata = safe_metadata([("width", width), ("height", height)])
    return Document(uri, text, title_from_name(path), metadata=metadata)


def _words(found: Any) -> Iterator[Words]:
    for box, text, score in zip(found.boxes, found.txts, found.scores, strict=True):
        words = " ".join(clean_text(text).split())
        if words and score >= LEAST_SCORE:
            across, down = [float(x) for x, _ in box], [float(y) for _, y in box]
            yield Words(words, min(across), min(down), max(across), max(down))


def _engine() -> Any:
    with _LOADING:
        return _load()


@cache
def _load() -> Any:
    # onnxruntime would report its use to its maker, and keep a database in the home directory
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
    from rapidocr import RapidOCR

    engine = RapidOCR(params={"Global.log_level": "critical"})
    logging.getLogger("RapidOCR").setLevel(logging.CRITICAL)
    return engine
