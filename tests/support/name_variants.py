"""Hand-over lines in which few things have many names."""

from __future__ import annotations

from tests.support.life import Line, Sources


def line(uri: str, *facts: tuple[str, str, str], types: dict[str, str] | None = None) -> Line:
    """A source with one statement and one fact for each triple, and a claim on the first."""
    said = [f"{' '.join(fact)}." for fact in facts]
    names = {name for s, _, o in facts for name in (s, o)}
    kinds = {"Nordic Freight": "COMPANY", "Nordic Freight Ltd.": "COMPANY", **(types or {})}
    return {
        "source": {"uri": f"doc:{uri}", "title": f"Report {uri}"},
        "text": f"{uri}: {' '.join(said)}",
        "topics": [
            {
                "name": "Trade",
                "statements": [
                    {
                        "text": text,
                        "facts": [{"subject": s, "predicate": p, "object": o, "weight": 2.0}],
                    }
                    for text, (s, p, o) in zip(said, facts, strict=True)
                ],
            }
        ],
        "entities": [
            {"name": n, "type": kinds.get(n, "UNKNOWN"), "description": f"{n} of {uri}"}
            for n in sorted(names)
        ],
        "claims": [{"subject": facts[0][0], "type": "X", "status": "TRUE", "description": said[0]}],
    }


def sources() -> Sources:
    """Sources that call four things by nine names."""
    return {
        "a": [
            line("a", ("Nordic Freight Ltd.", "owns", "Port of Melby"),
                 ("Nordic Freight", "trades as", "Nordic Freight Ltd.")),
            line("a", ("World Port League", "admitted", "Port of Melby")),
        ],
        "b": [
            line("b", ("Nordic-Freight", "owns", "Port of Melby"),
                 ("WPL", "warned", "Nordic Freight")),
            line("b", ("World Port League", "calls itself", "WPL")),
        ],
        "c": [line("c", ("Nordic Freight", "sued", "Dr. Anna Berg"),
                   ("Anna Berg", "runs", "Pórt of Melby"))],
        "d": [line("d", ("Nordic Freight", "owns", "Port of Melby"))],
    }  # fmt: skip
