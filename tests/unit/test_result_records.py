"""Results are frozen records whose plain data are what ``--json`` has always printed."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import FrozenInstanceError, dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

import graphrag_neo4j
from graphrag_neo4j.ingest.report import IngestReport
from graphrag_neo4j.interop.msgraphrag import ImportReport
from graphrag_neo4j.llm.usage_total import UsageSum, UsageTotals
from graphrag_neo4j.resources import communities, entities, schema, sources, stats
from graphrag_neo4j.results import Result, RunReport, called, counted, many, plain

RESULTS = [
    kind
    for module in (communities, entities, schema, sources, stats)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Result) and kind is not Result
]
RELATION = {
    "from_id": "1", "from": "Anna", "type": "MANAGES", "to_id": "2", "to": "Harbour",
    "weight": 2.0, "description": None,
    "evidence": [{"statement_id": "s", "chunk_id": "c", "source_id": "d", "uri": "doc:a",
                  "start": 0, "end": None, "place": "page 3"}],
}  # fmt: skip


@pytest.mark.parametrize("kind", RESULTS, ids=lambda kind: kind.__name__)
def test_a_result_is_a_frozen_dataclass_with_a_meaning(kind: type[Result]) -> None:
    assert not (kind.__doc__ or "").startswith(f"{kind.__name__}(")  # what dataclass would say
    one: Any = object.__new__(kind)
    assert is_dataclass(one)
    with pytest.raises((FrozenInstanceError, TypeError)):
        setattr(one, fields(one)[0].name, None)


def test_what_is_exported_is_frozen_or_is_when_a_run_hands_it_out() -> None:
    kinds = [getattr(graphrag_neo4j, name) for name in graphrag_neo4j.__all__]
    records = [kind for kind in kinds if isinstance(kind, type) and is_dataclass(kind)]
    mutable = {kind for kind in records if not vars(kind)["__dataclass_params__"].frozen}
    assert mutable and all(issubclass(kind, RunReport) for kind in mutable)


def test_only_a_code_tells_that_a_source_is_not_in_english() -> None:
    report = IngestReport(added=1)
    own = ("English", "en-GB", "EN", "Python", None, ["de"])
    report.add_languages({"properties": {"language": language}} for language in own)
    assert (report.foreign, "local-multilingual" in report.summary()) == (0, False)
    report.add_languages([{"properties": {"language": "de"}}])
    assert (report.foreign, "local-multilingual" in report.summary()) == (1, True)


def test_a_report_that_was_handed_out_cannot_be_changed() -> None:
    report = IngestReport(added=1, failed={"a [0]": "why"}).final()
    with pytest.raises(FrozenInstanceError):
        report.added += 1
    with pytest.raises(TypeError, match="copy it"):
        report.failed["a [0]"] = ""
    with pytest.raises(TypeError, match="copy it"):
        del report.failed["a [0]"]
    with pytest.raises(TypeError, match="copy it"):
        report.failed.update(x="y")
    assert json.dumps(report.failed) == '{"a [0]": "why"}'
    assert copy.deepcopy(report) == report == pickle.loads(pickle.dumps(report))
    nested = ImportReport().final()
    with pytest.raises(TypeError):
        nested.defects.add("rows without id", 7)


def test_a_row_becomes_a_record_and_the_same_plain_data() -> None:
    relation = entities.EntityRelation.of(RELATION)
    assert (relation.from_name, relation.to_name) == ("Anna", "Harbour")
    assert relation.evidence == (entities.Evidence("s", "c", "d", "doc:a", 0, None, "page 3"),)
    assert relation.to_dict() == RELATION
    json.dumps(relation.to_dict())


def test_names_that_a_row_lacks_have_their_defaults() -> None:
    assert communities.ReportFinding.of({"summary": "a", "explanation": "b"}).references == ()
    with pytest.raises(TypeError, match="uri"):
        entities.SourceReference.of({"id": "1", "title": "x"})


def test_plain_data_of_anything_can_be_written_as_json() -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Whole(Result):
        path: Path
        parts: tuple[UsageSum, ...] = many(UsageSum)
        size: int = called("n")

    whole = Whole(path=Path("a"), parts=(UsageSum(calls=1),), size=3)
    data: dict[str, Any] = {"whole": whole, "list": [whole]}
    found = json.loads(json.dumps(plain(data)))
    assert found["whole"] == found["list"][0] == whole.to_dict()
    assert found["whole"]["n"] == 3 and found["whole"]["parts"][0]["calls"] == 1


def test_usage_adds_up() -> None:
    one = UsageSum(1, 0, 100, 10, 0.5)
    assert one + UsageSum(2, 1, 1, 1, 0.25) == UsageSum(3, 1, 101, 11, 0.75)
    assert UsageTotals({"extract": one}, one).summary() == (
        "1 call (extract 1), 100 tokens in, 10 out, $0.5000"
    )
    assert UsageTotals().summary() == "no calls"
    unpriced = UsageSum(4, 4, 100, 10, 0.0)
    assert (
        UsageTotals({"ask": unpriced}, unpriced)
        .summary()
        .endswith("10 out, price unknown (GRAPHRAG_PRICES)")
    )
    mixed = unpriced + one
    assert (
        UsageTotals({"ask": mixed}, mixed)
        .summary()
        .endswith("20 out, $0.5000 without 4 calls of unknown price")
    )


@pytest.mark.parametrize(
    ("n", "noun", "said"),
    [(1, "chunk", "1 chunk"), (0, "chunk", "0 chunks"), (2_000, "entity", "2,000 entities")],
)
def test_what_is_counted_agrees_with_its_number(n: int, noun: str, said: str) -> None:
    assert counted(n, noun) == said


def test_a_graph_that_was_never_made_has_counts_of_zero() -> None:
    counts = stats.GraphStats().to_dict()
    assert set(counts["nodes"].values()) == {0} and counts["llm"]["total"]["calls"] == 0
    assert counts["communities"] == {"method": None, "levels": []}
