import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.text.tokens import count_tokens, encode, first_tokens, token_offsets
from tests.support.growth import check_linear

ANY_TEXT = st.text(st.characters(), max_size=200)


def test_counts_as_openai_models_do() -> None:
    assert encode("hello world") == [15339, 1917]
    assert count_tokens("") == 0


def test_special_tokens_are_ordinary_text() -> None:
    assert count_tokens("<|endoftext|>") > 1


def test_offsets_point_at_the_character_of_each_token() -> None:
    text = "naïve 漢字 😀 end"
    offsets = token_offsets(text)
    assert offsets == sorted(offsets)
    assert text[offsets[-1] :] == " end"


@given(ANY_TEXT)
def test_there_is_one_offset_for_each_token(text: str) -> None:
    offsets = token_offsets(text)
    assert len(offsets) == count_tokens(text)
    assert offsets == sorted(offsets)
    assert all(0 <= offset < len(text) for offset in offsets)


@given(ANY_TEXT, st.integers(0, 30))
def test_first_tokens_is_a_prefix_within_the_limit(text: str, n: int) -> None:
    first = first_tokens(text, n)
    assert text.startswith(first)
    assert len(token_offsets(first)) <= max(n, 0) + 1  # a cut character may count anew
    if count_tokens(text) <= n:
        assert first == text


@pytest.mark.parametrize(
    ("sign", "size"), [("a", 100_000), (" ", 1_000_000), ("漢", 50_000), ("-", 100_000)]
)
def test_text_without_word_boundaries_is_counted_in_linear_time(sign: str, size: int) -> None:
    def counted(n: int) -> None:
        text = sign * n + "x"
        assert 0 < count_tokens(text) <= 3 * len(text)
        assert token_offsets(text)[0] == 0

    check_linear(counted, size)


def test_loads_offline_without_llama_index_and_leaves_the_environment_alone() -> None:
    code = (
        "import os, sys, socket; socket.socket = None\n"
        "from graphrag_neo4j.text.tokens import count_tokens; assert count_tokens('a b') == 2\n"
        "assert 'TIKTOKEN_CACHE_DIR' not in os.environ; "
        "assert 'llama_index.core' not in sys.modules"
    )
    environment = {k: v for k, v in os.environ.items() if k != "TIKTOKEN_CACHE_DIR"}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
