"""Frames of stack traces in plain text."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from graphrag_neo4j.readers.stack_traces import stack_frames
from tests.support.growth import check_linear

TRACES = {
    "java": (
        "melby.GaugeLost: gauge 7 is silent\n",
        "\tat melby.tides.Gauge.read(Gauge.java:212)\n"
        "\tat java.base/java.lang.Thread.run(Thread.java:833)\n"
        "\t... 12 more",
    ),
    "python": (
        "Traceback (most recent call last):\n",
        '  File "/opt/melby/gauge.py", line 88, in read\n'
        "    level = self._level(timeout=3)\n"
        "            ^^^^^^^^^^^^^^^^^^^^^^\n"
        '  File "<stdin>", line 1, in <module>',
    ),
    "javascript": (
        "TypeError: gauge is not a function\n",
        "    at Gauge.read [as level] (/opt/melby/gauge.js:12:7)\n"
        "    at new Pier (file:///opt/melby/pier.mjs:3:1)\n"
        "    at async /opt/melby/main.js:9:3",
    ),
    "c#": (
        "Unhandled exception. Melby.GaugeLost: gauge 7 is silent\n",
        "   at Melby.Tides.Gauge.Read(String name, Int32 n) in C:\\melby\\Gauge.cs:line 12\n"
        "   at Melby.Program.Main()",
    ),
    "go": (
        "goroutine 17 [running]:\n",
        "main.(*Gauge).read(0xc000010000)\n\t/src/gauge.go:88 +0x1a\n"
        "created by main.main\n\t/src/main.go:12 +0x5f",
    ),
    "ruby": (
        "gauge.rb:3:in `read': gauge 7 is silent (GaugeLost)\n",
        "\tfrom gauge.rb:9:in `level'\n\tfrom main.rb:2:in `<main>'",
    ),
    "php": (
        "PHP Fatal error: gauge 7 is silent\n",
        "#0 /opt/melby/gauge.php(12): Gauge->read()\n#1 {main}",
    ),
}


@pytest.mark.parametrize("name", TRACES)
def test_frames_of_a_trace_are_one_block_of_code(name: str) -> None:
    above, frames = TRACES[name]
    text = f"{above}{frames}\nThe pier was closed.\n"
    (block,) = stack_frames(text)
    assert (block.kind, text[block.start : block.end]) == ("code", frames)


@pytest.mark.parametrize(
    "text",
    [
        "We met\n  at the pier (by the gauge) and\n  at noon.\n  at 10:30 we left.",
        'The file "gauge.py" has a fault in line 88.\n# 1 is best\n#2 (3): so',
        "  from Melby: in spring\n... 12 moreover",
    ],
)
def test_prose_has_no_frames(text: str) -> None:
    assert list(stack_frames(text)) == []


def test_a_log_with_a_trace_is_read_with_its_frames_as_code(tmp_path: Path) -> None:
    file = tmp_path / "tides.log"
    above, frames = TRACES["java"]
    file.write_text(f"{above}{frames}\n2031-05-11 08:14:23 INFO retry\n", encoding="utf-8")
    (document,) = read_path(file)
    assert isinstance(document, Document)
    code = [document.text[b.start : b.end] for b in document.blocks if b.kind == "code"]
    assert code == [frames]


@pytest.mark.parametrize(
    "part", ["\n  at ", "  at a.b(", "/:1", ":1", '\n  File "a", line 1', "\na(\n\t", "#0 a(1", " "]
)
def test_frames_are_found_in_linear_time(part: str) -> None:
    check_linear(lambda n: list(stack_frames("  at " + part * n)), 200_000 // len(part))
