"""An evaluation as one HTML page that needs no server, no network and no script."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files

from graphrag_neo4j.evaluate.evaluation import (
    SIZES,
    Evaluation,
    FoundSource,
    ModeEvaluation,
    Outcome,
)
from graphrag_neo4j.evaluate.plots import N_COLOURS, curve, dots, latency
from graphrag_neo4j.evaluate.report import cell, columns_of, missing_line, sentence
from graphrag_neo4j.prompts import fill
from graphrag_neo4j.results import counted

SHOWN = 200
"""Questions of a mode that the page shows, the worst ones."""
_PLOTTED = ("judged", "f1", "em", "supported", "recall@2", "recall@5", "all@5", "answer@1",
            "answer@5")  # fmt: skip


def page(evaluation: Evaluation) -> str:
    """The page's text. Nothing in a question or a document can become markup."""
    template = (files("graphrag_neo4j") / "data" / "evaluation.html").read_text("utf-8")
    text = fill(
        template,
        title=f"Evaluation of {counted(evaluation.n, 'question')}",
        settings=escape("; ".join(_setting(*one) for one in evaluation.settings.items())),
        legend="".join(_legend(evaluation)),
        table=_table(evaluation),
        differences="".join(f"<li>{escape(one)}</li>" for one in _remarks(evaluation)),
        plots="".join(_plots(evaluation)),
        types="".join(_types(one, columns_of(evaluation)) for one in evaluation.modes),
        questions="".join(_questions(one, evaluation.main_metric) for one in evaluation.modes),
        prompts=_prompts(evaluation),
    )
    return text.encode("utf-8", "replace").decode("utf-8")  # lone surrogates


def _prompts(evaluation: Evaluation) -> str:
    shown = "".join(
        f"<details><summary>{escape(name)}</summary><pre>{escape(text)}</pre></details>"
        for name, text in evaluation.prompts.items()
    )
    return f"<h2>Prompts</h2>{shown}" if shown else ""


def _setting(name: str, value: object) -> str:
    shown = ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
    return f"{name}: {shown}"


def _legend(evaluation: Evaluation) -> Iterator[str]:
    for number, one in enumerate(evaluation.modes):
        yield f'<span><i class="c{number % N_COLOURS}"></i>{escape(one.mode)}</span>'


def _table(evaluation: Evaluation) -> str:
    rows = [
        [column, *(cell(one, column) for one in evaluation.modes)]
        for column in columns_of(evaluation)
    ]
    return _html_table(["metric", *(one.mode for one in evaluation.modes)], rows)


def _remarks(evaluation: Evaluation) -> Iterator[str]:
    yield from map(sentence, evaluation.comparisons)
    if missing := missing_line(evaluation):
        yield missing


def _plots(evaluation: Evaluation) -> Iterator[str]:
    if drawn := curve(evaluation.modes):
        yield _figure("Recall by sources looked at", drawn)
    for metric in _PLOTTED:
        by_mode = {
            one.mode: one.metrics[metric] for one in evaluation.modes if metric in one.metrics
        }
        if by_mode:
            yield _figure(metric, dots(metric, by_mode))
    yield _figure("Time", latency(evaluation.modes))


def _figure(caption: str, drawn: str) -> str:
    return f"<figure><figcaption>{escape(caption)}</figcaption>{drawn}</figure>"


def _types(mode: ModeEvaluation, columns: Sequence[str]) -> str:
    kept = [column for column in columns if column not in SIZES]
    rows = [
        [name, f"{max(one.n for one in figures.values()):,}"]
        + [cell(ModeEvaluation(name, figures, {}, ()), column) for column in kept]
        for name, figures in mode.types.items()
    ]
    if not rows:
        return ""
    return f"<h3>{escape(mode.mode)} by type</h3>{_html_table(['type', 'n', *kept], rows)}"


def _questions(mode: ModeEvaluation, metric: str) -> str:
    shown = "".join(_question(one, metric) for one in mode.outcomes[:SHOWN])
    left = len(mode.outcomes) - SHOWN
    more = f"<p>{left:,} better ones are not shown.</p>" if left > 0 else ""
    return f"<h3>{escape(mode.mode)}</h3>{shown}{more}"


def _question(outcome: Outcome, metric: str) -> str:
    value = outcome.metrics.get(metric)
    mark = "" if value is None else f'<b class="{_grade(value)}">{value:.2f}</b> '
    lines = [
        f"<li>expected <code>{escape(name)}</code>: "
        f"{'<b>not found</b>' if rank is None else f'found at {rank}'}</li>"
        for name, rank in outcome.expected.items()
    ]
    if outcome.answers:
        lines.append(f"<li>wanted: {escape(' / '.join(outcome.answers))}</li>")
    if outcome.answer is not None:
        lines.append(f"<li>answered: {escape(outcome.answer)}</li>")
    if outcome.verdict:
        lines.append(f"<li>{escape(outcome.verdict)}</li>")
    lines += [_found(one) for one in outcome.found]
    kind = f" <small>{escape(outcome.type)}</small>" if outcome.type else ""
    return (
        f"<details><summary>{mark}{escape(outcome.question)}{kind}</summary>"
        f"<ul>{''.join(lines)}</ul></details>"
    )


def _grade(value: float) -> str:
    return "good" if value >= 1 else "bad" if value <= 0 else "half"


def _found(one: FoundSource) -> str:
    kind = "expected" if one.expected else "instead"
    why = "".join(f"<br><small>{escape(reason)}</small>" for reason in one.why)
    return (
        f'<li class="{kind}">{one.rank}. <b>{escape(one.title)}</b> '
        f"<code>{escape(one.uri)}</code><br>{escape(one.text)}{why}</li>"
    )


def _html_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in header)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(value)}</td>' for value in row)}</tr>" for row in rows
    )
    return f"<div class=wide><table><tr>{head}</tr>{body}</table></div>"
