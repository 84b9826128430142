"""Kill -9 during an LLM ingest, at a few moments; benchmarks/kill.py does more of them."""

from __future__ import annotations

from pathlib import Path

from tests.support.killing import Killing, RecordingLLM


def test_a_killed_ingest_is_finished_by_the_next_and_pays_nothing_twice(
    remote: dict[str, str], tmp_path: Path
) -> None:
    with RecordingLLM() as llm:
        llm.latency = 0.1
        killing = Killing(llm, remote, tmp_path)
        first, whole = killing.undisturbed(12)
        moments = [killing.moment(first + share * (whole - first)) for share in (0.3, 0.7)]
    assert all(moment.is_right for moment in moments), moments
    assert any(moment.died and moment.answered for moment in moments), moments
    assert all(moment.asked_again <= 8 for moment in moments)  # as many as run at once
