"""What stands in the prompt of a community's report."""

from __future__ import annotations

import re

RELATION = re.compile(r"^(\S+) \[([A-Z_]+)\] (\S+)( — .*)? \(weight: [\d.e+]+\) #R\d+$")


def relation_lines(prompt: str) -> list[tuple[str, str, str]]:
    """Source, type, target of the lines of the relations section; each line must be one."""
    section = next((p for p in prompt.split("# ") if p.startswith("Relations\n")), "")
    lines = [line for line in section.splitlines()[1:] if line and not line.startswith("(")]
    matches = [RELATION.match(line) for line in lines]
    assert all(matches), lines
    return [(m[1], m[2], m[3]) for m in matches if m]
