"""Token counts that an endpoint says, and those that it cannot mean."""

from __future__ import annotations

from typing import Any

import pytest

from graphrag_neo4j.llm.response_usage import Heard


def test_counts_of_the_endpoint_go_before_our_own() -> None:
    call = Heard(40)
    call.hear("The ferry", {})
    call.hear("The ferry sails.", {"prompt_tokens": 52, "completion_tokens": 7})
    assert (call.tokens_in, call.tokens_out) == (52, 7)


@pytest.mark.parametrize("said", ["many", "12", -3, 0, 10**15, True, 7.5, None, [3]])
def test_what_cannot_be_a_count_leaves_our_own(said: Any) -> None:
    call = Heard(40, 3)
    call.hear("The ferry sails.", {"prompt_tokens": said, "completion_tokens": said})
    assert (call.tokens_in, call.tokens_out) == (40, 3)
