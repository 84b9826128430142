"""The ways of search by mode.

A new one is an entry here: Python, the command line and the MCP tools take it from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from graphrag_neo4j.options import Mode
from graphrag_neo4j.search.options import (
    BasicOptions,
    CausalOptions,
    DriftOptions,
    GlobalOptions,
    LocalOptions,
    QuestionOptions,
    SearchOptions,
)

SearchMode = Literal["auto", "local", "global", "basic", "naive", "drift", "causal", "questions"]
"""How a question is answered: a key of :data:`SEARCH_MODES`, or "auto", which chooses one for
each question."""
AUTO = "auto"

_HERE = "graphrag_neo4j.search"
SEARCH_MODES: Mapping[SearchMode, Mode[SearchOptions]] = {
    "local": Mode(
        "something in particular, from entities, relations, claims, reports and texts",
        LocalOptions,
        f"{_HERE}.local:search_local",
    ),
    "global": Mode(
        "the whole collection, from community reports",
        GlobalOptions,
        f"{_HERE}.global_:search_global",
    ),
    "basic": Mode("from the nearest texts alone", BasicOptions, f"{_HERE}.basic:search_basic"),
    "naive": Mode(
        "from the nearest texts alone, without citations",
        BasicOptions,
        f"{_HERE}.basic:search_naive",
    ),
    "drift": Mode(
        "step by step from reports to texts", DriftOptions, f"{_HERE}.drift:search_drift"
    ),
    "causal": Mode("chains of causes and effects", CausalOptions, f"{_HERE}.causal:search_causal"),
    "questions": Mode(
        "what could be asked next", QuestionOptions, f"{_HERE}.questions:search_questions"
    ),
}
SEARCH_MODE_NAMES: tuple[SearchMode, ...] = get_args(SearchMode)
