"""An evaluation as JUnit XML: a suite for each mode, a case for each question.

A case fails where the main metric is below 1, so that a CI shows which questions went wrong.
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element, SubElement, tostring

from graphrag_neo4j.evaluate.evaluation import Evaluation, ModeEvaluation, Outcome
from graphrag_neo4j.evaluate.report import explained

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(evaluation: Evaluation) -> str:
    """The text of the XML file."""
    root = Element("testsuites", name="graphrag-neo4j evaluate")
    for mode in evaluation.modes:
        _suite(root, mode, evaluation.main_metric)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _suite(root: Element, mode: ModeEvaluation, metric: str) -> None:
    failed = [one for one in mode.outcomes if one.metrics.get(metric, 1.0) < 1]
    seconds = sum(one.metrics.get("ms", 0.0) for one in mode.outcomes) / 1000
    suite = SubElement(
        root,
        "testsuite",
        name=mode.mode,
        tests=str(len(mode.outcomes)),
        failures=str(len(failed)),
        errors="0",
        time=f"{seconds:.3f}",
    )
    properties = SubElement(suite, "properties")
    for name, figure in mode.metrics.items():
        SubElement(properties, "property", name=name, value=f"{figure.value:.4f}")
    for outcome in mode.outcomes:
        _case(suite, mode.mode, outcome, metric)


def _case(suite: Element, mode: str, outcome: Outcome, metric: str) -> None:
    seconds = outcome.metrics.get("ms", 0.0) / 1000
    case = SubElement(
        suite, "testcase", classname=mode, name=_safe(outcome.question), time=f"{seconds:.3f}"
    )
    value = outcome.metrics.get(metric, 1.0)
    if value < 1:
        failure = SubElement(case, "failure", message=f"{metric} {value:.2f}", type=metric)
        failure.text = _safe("\n".join(explained(outcome)))


def _safe(text: str) -> str:
    """``text`` without characters that XML cannot hold."""
    return _NOT_XML.sub("\ufffd", text)
