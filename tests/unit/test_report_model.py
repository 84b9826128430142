"""Reports as small models really write them."""

from __future__ import annotations

import json

from graphrag_neo4j.communities.report_model import Report
from graphrag_neo4j.prompts import load

# What a model of half a billion parameters answered
RECORDED = """{
  "title": "The Melby Harbour Board, led by Ida Koll, paid four thousand crowns for the repair",
  "summary": "The Melby Harbour Board, led by Ida Koll, paid four thousand crowns for the repair",
  "rating": 8.0,
  "rating_explanation": "The community is important because it supports the repair.",
  "findings": [
    {"summary": "One insight in a short sentence", "explanation": "The Melby Harbour Board, led by
 Ida Koll, paid four thousand crowns. It was for the repair.", "references": ["R1"]}
  ]
}"""
FORM = load("community_report")


def test_a_headline_that_is_copied_from_the_form_gives_way_to_the_text() -> None:
    report = Report.model_validate(json.loads(RECORDED, strict=False)).without_copied(FORM)
    (finding,) = report.findings
    assert finding.summary.startswith("The Melby Harbour Board")
    assert finding.summary.endswith("crowns.")
    assert finding.references == ["R1"]


def test_findings_that_say_only_what_the_form_says_are_left_out() -> None:
    data = json.loads(RECORDED, strict=False)
    data["findings"][0]["explanation"] = "a paragraph on what supports it"
    assert Report.model_validate(data).without_copied(FORM).findings == []


def test_a_report_that_is_the_form_itself_is_none() -> None:
    data = json.loads(RECORDED, strict=False)
    assert Report.model_validate(data).says_more_than(FORM)
    for copied in ("Short and specific; it names the most important entities.", "…"):
        data["title"] = copied
        assert not Report.model_validate(data).says_more_than(FORM)
