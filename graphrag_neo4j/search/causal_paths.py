"""Causal paths: chains from cause to effect, found in the graph, shown in stored direction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.text.tokens import count_tokens

FORWARD = (
    "CAUSES", "CAUSED", "CAUSE", "LEADS_TO", "LED_TO", "RESULTS_IN", "RESULTED_IN", "TRIGGERS",
    "TRIGGERED", "ENABLES", "ENABLED", "PREVENTS", "PREVENTED", "INCREASES", "DECREASES",
    "REDUCES", "INFLUENCES", "INFLUENCED", "AFFECTS", "AFFECTED", "CONTRIBUTES_TO",
    "CONTRIBUTED_TO", "DRIVES", "FORCES", "FORCED", "INDUCES", "PRODUCES", "BRINGS_ABOUT",
    "GIVES_RISE_TO", "HAS_EFFECT", "IMPACTS",
)  # fmt: skip
"""Relation types whose source is the cause."""
BACKWARD = (
    "CAUSED_BY", "IS_CAUSED_BY", "RESULTS_FROM", "RESULTED_FROM", "DUE_TO", "TRIGGERED_BY",
    "AFFECTED_BY", "INFLUENCED_BY", "STEMS_FROM", "ARISES_FROM", "DEPENDS_ON", "BECAUSE_OF",
    "HAS_CAUSE",
)  # fmt: skip
"""Relation types whose source is the effect."""
LIMITS = {"walks": 2_000, "arms": 100, "paths": 200, "facts": 50}
HEADING = "-----Causal Paths-----\n"
FACTS_HEADING = "-----Causal Facts-----\n"


@dataclass(frozen=True)
class CausalPath:
    """Relations that lead from a cause to an effect. ``score``: the sum of w / (1 + w) over the
    weights of its steps; ``text``: arrows point as the relations are stored."""

    text: str
    score: float
    steps: tuple[Row, ...]


def read_paths(rows: Sequence[Row]) -> list[CausalPath]:
    """Paths, best first, without those that are part of another or run in a circle."""
    kept: list[tuple[tuple[str, ...], CausalPath]] = []
    for row in sorted(rows, key=lambda r: (-len(r["steps"]), -r["score"], r["entities"])):
        keys = tuple(_key(step) for step in row["steps"])
        circle = len(set(row["entities"])) < len(row["entities"])
        if circle or any(_contains(longer, keys) for longer, _ in kept):
            continue
        kept.append((keys, CausalPath(_text(row), row["score"], tuple(row["steps"]))))
    return sorted((path for _, path in kept), key=lambda p: (-p.score, p.text))


def paths_text(paths: Sequence[CausalPath], facts: Sequence[Row], budget: int) -> tuple[str, int]:
    """The paths, then the facts, that fit into ``budget`` tokens; how many paths those are."""
    lines = [f"{n}. {path.text} (score: {path.score:.2f})\n" for n, path in enumerate(paths, 1)]
    text, shown = _fitting(HEADING, lines, budget)
    more, _ = _fitting(
        FACTS_HEADING,
        [f"- {' '.join(fact['text'].split())}\n" for fact in facts],
        budget - count_tokens(text),
    )
    return text + more, shown


def _fitting(heading: str, lines: Sequence[str], budget: int) -> tuple[str, int]:
    text = heading
    used = count_tokens(heading)
    shown = 0
    for line in lines:
        used += count_tokens(line)
        if used > budget:
            break
        text += line
        shown += 1
    return (text, shown) if shown else ("", 0)


def _key(step: Row) -> str:
    return f"{step['source_id']} {step['relation_type']} {step['target_id']}"


def _contains(longer: Sequence[str], keys: Sequence[str]) -> bool:
    n = len(keys)
    return any(tuple(longer[i : i + n]) == tuple(keys) for i in range(len(longer) - n + 1))


def _text(row: Row) -> str:
    """``A -[CAUSES]-> B <-[DUE_TO]- C``: from cause to effect, arrows as stored."""
    parts: list[str] = []
    for at, step in zip(row["entities"], row["steps"], strict=False):
        along = step["source_id"] == at
        near, far = ("source", "target") if along else ("target", "source")
        if not parts:
            parts.append(_bare(step[near]))
        type_ = step["relation_type"]
        parts += [f"-[{type_}]->" if along else f"<-[{type_}]-", _bare(step[far])]
    return " ".join(parts)


def _bare(name: str) -> str:
    return " ".join(name.split())
