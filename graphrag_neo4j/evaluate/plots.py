"""Plots as inline SVG: no library, no script, readable in light and dark."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from graphrag_neo4j.evaluate.evaluation import ModeEvaluation
from graphrag_neo4j.evaluate.metrics import CUTS
from graphrag_neo4j.evaluate.statistics import Figure, percentile

N_COLOURS = 8
"""Colours in the page's style sheet (``.c0`` and on); more modes use them again."""
_ROW, _LEFT, _RIGHT, _WIDTH = 26, 120, 30, 560
_BINS = 24


def curve(modes: Sequence[ModeEvaluation]) -> str:
    """Recall by the number of sources looked at, a line a mode with the band of its interval."""
    given = [one for one in modes if f"recall@{CUTS[0]}" in one.metrics]
    if not given:
        return ""
    height, width, left = 260, 560, 50
    xs = {k: left + n * (width - left - 20) / (len(CUTS) - 1) for n, k in enumerate(CUTS)}
    lowest = min(one.metrics[f"recall@{k}"].low for one in given for k in CUTS)
    floor = math.floor(lowest * 10) / 10 if lowest < 1 else 0.9

    def y(value: float) -> float:
        return 20 + (1 - (value - floor) / (1 - floor)) * (height - 60)

    parts = [*_grid(left, width - 20, floor, y)]
    for number, one in enumerate(given):
        figures = [one.metrics[f"recall@{k}"] for k in CUTS]
        upper = [f"{xs[k]:.1f},{y(f.high):.1f}" for k, f in zip(CUTS, figures, strict=True)]
        lower = [f"{xs[k]:.1f},{y(f.low):.1f}" for k, f in zip(CUTS, figures, strict=True)]
        line = [f"{xs[k]:.1f},{y(f.value):.1f}" for k, f in zip(CUTS, figures, strict=True)]
        colour = f"c{number % N_COLOURS}"
        parts.append(f'<polygon class="band {colour}" points="{" ".join(upper + lower[::-1])}"/>')
        parts.append(f'<polyline class="line {colour}" points="{" ".join(line)}"/>')
        parts += [
            f'<circle class="{colour}" cx="{xs[k]:.1f}" cy="{y(f.value):.1f}" r="3.5">'
            f"<title>{escape(one.mode)}, recall@{k}: {100 * f.value:.1f} % "
            f"({100 * f.low:.1f} to {100 * f.high:.1f})</title></circle>"
            for k, f in zip(CUTS, figures, strict=True)
        ]
    parts += [f'<text x="{xs[k]:.1f}" y="{height - 20}" class="mid">{k}</text>' for k in CUTS]
    parts.append(f'<text x="{(left + width) / 2}" y="{height - 2}" class="mid">sources</text>')
    return _svg("Recall by the number of sources", width, height, parts)


def dots(metric: str, modes: Mapping[str, Figure]) -> str:
    """A metric of each mode: a dot with the bar of its interval, 0 to 100 %."""
    height = 30 + _ROW * len(modes)
    span = _WIDTH - _LEFT - _RIGHT

    def x(value: float) -> float:
        return _LEFT + value * span

    parts = [
        f'<line class="grid" x1="{x(v):.1f}" x2="{x(v):.1f}" y1="4" y2="{height - 24}"/>'
        f'<text x="{x(v):.1f}" y="{height - 8}" class="mid">{round(100 * v)} %</text>'
        for v in (0, 0.25, 0.5, 0.75, 1)
    ]
    for number, (mode, one) in enumerate(modes.items()):
        y, colour = 4 + _ROW * (number + 0.5), f"c{number % N_COLOURS}"
        parts += [
            f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" class="end">{escape(mode)}</text>',
            f'<line class="bar {colour}" x1="{x(one.low):.1f}" x2="{x(one.high):.1f}" '
            f'y1="{y:.1f}" y2="{y:.1f}"/>',
            f'<circle class="{colour}" cx="{x(one.value):.1f}" cy="{y:.1f}" r="5">'
            f"<title>{100 * one.value:.1f} % ({100 * one.low:.1f} to {100 * one.high:.1f})</title>"
            "</circle>",
        ]
    return _svg(metric, _WIDTH, height, parts)


def latency(modes: Sequence[ModeEvaluation]) -> str:
    """How long questions took, a row of bars a mode."""
    every = {one.mode: list(one.values("ms").values()) for one in modes}
    slowest = percentile([ms for values in every.values() for ms in values], 0.99) or 1.0
    row, span = 46, _WIDTH - _LEFT - _RIGHT
    height = 24 + row * len(every)
    parts = []
    for number, (mode, values) in enumerate(every.items()):
        base = row * (number + 1)
        counts = [0] * _BINS
        for ms in values:
            counts[min(_BINS - 1, int(ms / slowest * _BINS))] += 1
        most = max(counts, default=1) or 1
        parts.append(f'<text x="{_LEFT - 8}" y="{base - 6}" class="end">{escape(mode)}</text>')
        for place, count in enumerate(counts):
            if count:
                tall = max(1.0, (row - 12) * count / most)
                parts.append(
                    f'<rect class="c{number % N_COLOURS}" x="{_LEFT + place * span / _BINS:.1f}" '
                    f'y="{base - tall:.1f}" width="{span / _BINS - 1.5:.1f}" height="{tall:.1f}">'
                    f"<title>{count:,} questions</title></rect>"
                )
        parts.append(
            f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{base}" y2="{base}"/>'
        )
    for share in (0, 0.5, 1):
        x = _LEFT + share * span
        parts.append(
            f'<text x="{x:.1f}" y="{height - 6}" class="mid">{share * slowest:,.0f} ms</text>'
        )
    return _svg("Milliseconds a question", _WIDTH, height, parts)


def _grid(left: float, right: float, floor: float, y: object) -> Iterator[str]:
    assert callable(y)
    for step in range(6):
        value = floor + step * (1 - floor) / 5
        at = y(value)
        yield f'<line class="grid" x1="{left}" x2="{right}" y1="{at:.1f}" y2="{at:.1f}"/>'
        yield f'<text x="{left - 6}" y="{at + 4:.1f}" class="end">{round(100 * value)} %</text>'


def _svg(title: str, width: int, height: int, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" role="img" '
        f'aria-label="{escape(title)}">{"".join(parts)}</svg>'
    )
