"""Search: answers over contexts of the graph, in several ways, each with checkable citations."""

from __future__ import annotations

MODES = ("auto", "local", "global", "basic", "naive", "drift", "causal", "questions")
