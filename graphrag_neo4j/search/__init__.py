"""Search: answers over contexts of the graph, in several ways, each with checkable citations."""

from __future__ import annotations

from graphrag_neo4j.search.options import OPTIONS

MODES = ("auto", *OPTIONS)
