"""Counting tokens offline, the way OpenAI's models count them (tiktoken's cl100k_base).

``tiktoken`` alone downloads its ranks on first use. llama-index-core ships them, so they are
read from there; a ``TIKTOKEN_CACHE_DIR`` set by the user wins. Text that looks like a special
token (``<|endoftext|>``) is counted as the ordinary text it is.
"""

from __future__ import annotations

import os
import re
from functools import cache
from importlib.util import find_spec
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiktoken import Encoding

_CACHE_DIR = "TIKTOKEN_CACHE_DIR"

# Older tiktoken needs quadratic time for a long run without a word boundary, and even a new one
# (0.14) raises ValueError on a million blanks before a word. Longer runs are cut.
_RUN = 2_000
_LONG_RUN = re.compile(rf"\S{{{_RUN}}}|\s{{{_RUN}}}")

_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTINUATION_BYTES = bytes(range(0x80, 0xC0))


def count_tokens(text: str) -> int:
    """Number of tokens of ``text``; 0 for the empty text."""
    return len(encode(text))


def encode(text: str) -> list[int]:
    """Token ids of ``text``. Lone surrogates count as the replacement character."""
    encoding = _encoding()
    tokens: list[int] = []
    for piece in _pieces(_SURROGATE.sub("\ufffd", text)):
        tokens += encoding.encode_ordinary(piece)
    return tokens


def token_offsets(text: str) -> list[int]:
    """The character of ``text`` in which each token starts, in order.

    A character outside the vocabulary is several tokens, all with that character's offset.
    """
    tokens = _encoding().decode_tokens_bytes(encode(text))
    if text.isascii():
        return [0, *accumulate(map(len, tokens))][: len(tokens)]
    lengths = (len(token.translate(None, _CONTINUATION_BYTES)) for token in tokens)
    starts = accumulate(lengths, initial=0)
    return [start - (0x80 <= token[0] < 0xC0) for token, start in zip(tokens, starts, strict=False)]


def first_tokens(text: str, n: int) -> str:
    """The longest beginning of ``text`` within its first ``n`` tokens, in whole characters."""
    if len(text.encode("utf-8", "surrogatepass")) <= n:  # a token is at least one byte
        return text
    offsets = token_offsets(text)
    return text if len(offsets) <= n else text[: offsets[max(n, 0)]]


def _pieces(text: str) -> list[str]:
    """``text`` cut inside runs that would be slow; nearly always the whole text."""
    cuts = [0, *(match.end() for match in _LONG_RUN.finditer(text)), len(text)]
    if len(cuts) == 2:
        return [text]
    return [text[start:end] for start, end in pairwise(cuts)]


@cache
def _encoding() -> Encoding:
    import tiktoken

    shipped = _shipped_ranks()
    if shipped is None or _CACHE_DIR in os.environ:
        return tiktoken.get_encoding("cl100k_base")
    os.environ[_CACHE_DIR] = str(shipped)
    try:
        return tiktoken.get_encoding("cl100k_base")
    finally:
        os.environ.pop(_CACHE_DIR, None)  # another thread may have been first


def _shipped_ranks() -> Path | None:
    """The folder with the ranks in llama-index-core, found without its 1.2 s import."""
    package = find_spec("llama_index")  # a namespace package: looking it up runs no code
    for place in (package.submodule_search_locations or ()) if package else ():
        folder = Path(place) / "core" / "_static" / "tiktoken_cache"
        if folder.is_dir():
            return folder
    return None
