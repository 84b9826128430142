"""An evaluation as text: a table for the shell, and Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table

from graphrag_neo4j.evaluate.evaluation import (
    SIZES,
    Evaluation,
    FoundSource,
    ModeEvaluation,
    Outcome,
)
from graphrag_neo4j.evaluate.statistics import Difference, Figure, percentile
from graphrag_neo4j.results import counted

COLUMNS = (
    "judged", "em", "f1", "cited", "supported",
    "recall@1", "recall@2", "recall@5", "recall@10", "all@5", "mrr",
    "answer@1", "answer@5", "answer", "tokens", "ms", "p95_ms", "cypher_calls",
)  # fmt: skip
"""The columns of tables, those that were measured."""
WORST = 5
"""Questions that a table is followed by."""
_WIDEST = 1_000
_TEXT = 160


def table(evaluation: Evaluation, worst: int = WORST, width: int | None = None) -> str:
    """For people in a shell: figures by mode, what differs, and the worst questions of the best
    mode with what was found instead."""
    parts = [figures(evaluation, width)]
    if compared := [sentence(one) for one in evaluation.comparisons]:
        parts.append("\n".join(compared))
    if missing := missing_line(evaluation):
        parts.append(missing)
    best = evaluation.mode(evaluation.best())
    bad = worst_of(best, worst)
    if bad:
        parts.append(f"Worst questions ({best.mode}):")
        parts += ["\n".join(explained(outcome)) for outcome in bad]
    return "\n\n".join(parts)


def figures(evaluation: Evaluation, width: int | None = None) -> str:
    """The table alone, a column a mode: means, and half of the 95 % interval of shares."""
    shown = Table(title=counted(evaluation.n, "question"))
    shown.add_column("metric", no_wrap=True)
    for mode in evaluation.modes:
        shown.add_column(mode.mode, justify="right", no_wrap=True)
    for column in columns_of(evaluation):
        shown.add_row(column, *(cell(mode, column) for mode in evaluation.modes))
    return rendered(shown, width)


def rendered(shown: Table, width: int | None = None) -> str:
    """A table as text, no narrower than its columns need."""
    width = max(width or Console().width, Console(width=_WIDEST).measure(shown).maximum)
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(shown)
    return capture.get().rstrip()


def markdown(evaluation: Evaluation) -> str:
    """The same as a Markdown page, of each mode its worst questions."""
    columns = columns_of(evaluation)
    lines = [f"# Evaluation of {counted(evaluation.n, 'question')}", ""]
    lines += [f"| mode | {' | '.join(columns)} |", f"|---|{'---:|' * len(columns)}"]
    lines += [
        f"| {mode.mode} | {' | '.join(cell(mode, column) for column in columns)} |"
        for mode in evaluation.modes
    ]
    lines += ["", "± is half of the 95 % bootstrap interval over the questions.", ""]
    lines += [f"- {line}" for line in map(sentence, evaluation.comparisons)]
    if missing := missing_line(evaluation):
        lines += ["", missing]
    for mode in evaluation.modes:
        if mode.types:
            lines += ["", f"## {mode.mode} by type", "", *_types(mode, columns)]
    for mode in evaluation.modes:
        bad = worst_of(mode, WORST)
        if bad:
            lines += ["", f"## Worst questions of {mode.mode}", ""]
            for outcome in bad:
                first, *rest = explained(outcome)
                lines += [f"- {_plain(first)}", *(f"  - {_plain(line)}" for line in rest)]
    for name, text in evaluation.prompts.items():
        lines += ["", f"## Prompt: {name}", "", "````text", text.rstrip(), "````"]
    return "\n".join(lines) + "\n"


def columns_of(evaluation: Evaluation) -> list[str]:
    """Columns that have figures."""
    there = set(evaluation.metric_names)
    if "ms" in there:
        there.add("p95_ms")
    return [column for column in COLUMNS if column in there]


def cell(mode: ModeEvaluation, column: str) -> str:
    """A figure as text; shares in percent with half of their interval."""
    if column == "p95_ms":
        return f"{percentile(list(mode.values('ms').values()), 0.95):,.0f}"
    if column == "ms":
        return f"{percentile(list(mode.values('ms').values()), 0.5):,.0f}"
    one = mode.metrics.get(column)
    if one is None:
        return "-"
    if column in SIZES:
        return f"{one.value:,.1f}" if column == "cypher_calls" else f"{one.value:,.0f}"
    return share(one)


def share(one: Figure) -> str:
    """``97.5 ±1.2``, in percent."""
    return f"{100 * one.value:.1f} ±{50 * (one.high - one.low):.1f}"


def sentence(one: Difference) -> str:
    """What a comparison says, in words."""
    size = f"{100 * one.value:+.1f} points ({100 * one.low:+.1f} to {100 * one.high:+.1f})"
    told = f"{one.metric}: {one.second} against {one.first}: {size}, p = {one.p:.2g}"
    return f"{told}, n = {one.n:,}." + ("" if one.is_sure else " No difference can be told.")


def missing_line(evaluation: Evaluation) -> str:
    """What there is to say on sources that the graph does not have; empty if nothing."""
    names = evaluation.missing
    if not names:
        return ""
    shown = ", ".join(repr(name[:60]) for name in names[:5])
    more = f" and {len(names) - 5:,} more" if len(names) > 5 else ""
    return (
        f"{len(names):,} of the sources named are not in the graph and count as not found: "
        f"{shown}{more}. See graphrag-neo4j sources list."
    )


def worst_of(mode: ModeEvaluation, n: int) -> list[Outcome]:
    """The ``n`` worst outcomes, as far as they are not perfect."""
    return [one for one in mode.outcomes[:n] if one.badness()[0] < 1]


def explained(outcome: Outcome) -> Iterator[str]:
    """An outcome in lines: the question, what should be found, what was found instead and why."""
    yield outcome.question
    for name, rank in outcome.expected.items():
        place = "not found" if rank is None else f"found at {rank}"
        yield f"   expected {_short(name)}: {place}"
    if outcome.answers:
        wanted = " / ".join(outcome.answers[:3])
        said = f", answered: {_short(outcome.answer)}" if outcome.answer is not None else ""
        yield f"   wanted: {_short(wanted)}{said}"
    if outcome.verdict:
        yield f"   {_short(outcome.verdict)}"
    for one in outcome.instead[:3]:
        yield f"   instead {_found(one)}"


def _found(one: FoundSource) -> str:
    why = f" ({'; '.join(one.why)})" if one.why else ""
    return f"{one.rank}. {_short(one.title)}: {_short(one.text)}{why}"


def _types(mode: ModeEvaluation, columns: Sequence[str]) -> Iterator[str]:
    kept = [column for column in columns if column not in ("p95_ms", "ms")]
    yield f"| type | n | {' | '.join(kept)} |"
    yield f"|---|---:|{'---:|' * len(kept)}"
    for name, by_metric in mode.types.items():
        one = ModeEvaluation(name, by_metric, {}, ())
        n = max(figure.n for figure in by_metric.values())
        yield f"| {_plain(name)} | {n:,} | {' | '.join(cell(one, column) for column in kept)} |"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _TEXT else f"{text[: _TEXT - 1]}…"


def _plain(text: str) -> str:
    """``text`` that Markdown shows as it is."""
    escaped = text.strip().replace("\\", "\\\\").replace("<", "&lt;").replace("\n", " ")
    for mark in "|*_`[]#":
        escaped = escaped.replace(mark, f"\\{mark}")
    return escaped
