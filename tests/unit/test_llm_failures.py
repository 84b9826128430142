"""What messages about a model must not show."""

from __future__ import annotations

import pytest

from graphrag_neo4j.llm.failures import redacted


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("at http://user:p4ss@127.0.0.1:80/v1.", "at http://***@127.0.0.1:80/v1."),
        ("at http://user:p@4ss@localhost/v1", "at http://***@localhost/v1"),
        ("at http://localhost/v1?to=a@b.org", "at http://localhost/v1?to=a@b.org"),
        ("write to ann@example.org", "write to ann@example.org"),
        ("the key sk-abcdef12345", "the key ***"),
    ],
)
def test_keys_and_passwords_in_addresses_are_hidden(text: str, shown: str) -> None:
    assert redacted(text) == shown
