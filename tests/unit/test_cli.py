"""The command line's help and completion."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import click.testing
import pytest

from graphrag_neo4j.cli import cli
from graphrag_neo4j.cli.app import App, Failure, Root, confirm
from graphrag_neo4j.errors import DatabaseUnavailable
from tests.support.command_line import CODE, run


def commands(group: click.Group, prefix: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    found = []
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            found += commands(command, (*prefix, name))
        else:
            found.append((*prefix, name))
    return found


@pytest.mark.parametrize("command", commands(cli), ids=" ".join)
def test_every_command_has_help_with_an_example(command: tuple[str, ...]) -> None:
    result = click.testing.CliRunner().invoke(cli, [*command, "--help"])
    assert result.exit_code == 0
    assert "Example: " in result.output


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_completes_commands(shell: str) -> None:
    script = run("completion", shell)
    assert script.returncode == 0
    assert "_GRAPHRAG_NEO4J_COMPLETE" in script.stdout
    words = {"COMP_WORDS": "graphrag-neo4j comm", "COMP_CWORD": "1" if shell != "fish" else "comm"}
    asked = run(env={"_GRAPHRAG_NEO4J_COMPLETE": f"{shell}_complete", **words})
    assert "communities" in asked.stdout


@pytest.mark.parametrize("error", [BufferError("a buffer"), DatabaseUnavailable("No Neo4j.")])
def test_ctrl_c_is_told_also_where_clearing_up_fails(error: Exception) -> None:
    @click.command()
    def work() -> None:
        try:
            raise KeyboardInterrupt
        finally:
            raise error

    result = click.testing.CliRunner().invoke(Root(commands={"work": work}), ["work"])
    assert result.exit_code == 1
    assert result.output == "Error: Interrupted. The same command again finishes the work.\n"


INTERRUPTED = """
import sys

class CtrlC:
    def find_spec(self, name, *_):
        if name == "graphrag_neo4j.cli":
            raise KeyboardInterrupt

sys.meta_path.insert(0, CtrlC())
from graphrag_neo4j.__main__ import main
main()
"""


def test_ctrl_c_while_the_command_line_is_imported_is_one_line() -> None:
    done = run("stats", code=INTERRUPTED)
    assert done.returncode == 1
    assert done.stderr == "Error: Interrupted. The same command again finishes the work.\n"


ANSWER_UNDER_WAY = """
import sys, time, types
from typing import Annotated
from pydantic import BeforeValidator, TypeAdapter
from graphrag_neo4j.llm.concurrency import Workers

class SlowToEnd:
    def __del__(self, sleep=time.sleep):
        sleep(1)

sys.slow, workers = SlowToEnd(), Workers(1)
checked = TypeAdapter(Annotated[None, BeforeValidator(lambda _: time.sleep(0.5))])

def cli(prog_name):
    workers.submit(lambda: checked.validate_python(None))
    time.sleep(0.1)
    print("Interrupted.")
    raise SystemExit(1)

sys.modules["graphrag_neo4j.cli"] = types.SimpleNamespace(cli=cli)
from graphrag_neo4j.__main__ import main
main()
"""


def test_an_answer_that_comes_while_the_process_ends_does_not_abort_it() -> None:
    done = run(code=ANSWER_UNDER_WAY)
    assert (done.returncode, done.stdout, done.stderr) == (1, "Interrupted.\n", "")


def test_the_package_is_run_as_the_command_is() -> None:
    code = "import runpy; runpy.run_module('graphrag_neo4j', run_name='__main__')"
    done = run("--help", code=code)
    assert done.stdout.startswith("Usage: graphrag-neo4j ")


HOSTILE = "Port\t\x1b[2Jof\x1b]52;c;cm0gLXJm\x07 Melby\x9b31m\r\nÆrø\x7f\x00"


def test_what_is_printed_cannot_command_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    App().emit({}, HOSTILE)
    assert capsys.readouterr().out == "Port\t[2Jof]52;c;cm0gLXJm Melby31m\nÆrø\n"
    assert "\x1b" not in Failure(HOSTILE, 1).message


def test_json_has_control_characters_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    App(json=True).emit({"answer": HOSTILE}, "")
    printed = capsys.readouterr().out
    assert json.loads(printed) == {"answer": HOSTILE}
    assert not any(one in printed for one in "\x1b\x07\x9b\x7f\x00")


def test_a_question_that_nobody_can_answer_is_not_agreed_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdin", None)  # as <&- leaves it
    with pytest.raises(click.Abort):
        confirm("Remove all?")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is full")
@pytest.mark.parametrize("asked", [["stats", "--help"], ["--help"], ["--version"]], ids=" ".join)
def test_output_to_a_full_disk_is_one_line(asked: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(
            [sys.executable, "-c", CODE, *asked],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert ended.returncode == 1
    assert ended.stderr.decode() == "Error: There is no space left for what is written.\n"


@pytest.mark.parametrize("command", ["ingest", "sync"])
@pytest.mark.parametrize("path", ["reprots", "https://library.example/reports"])
def test_a_path_that_is_not_there_is_told_before_a_server_is_started(
    tmp_path: Path, command: str, path: str
) -> None:
    home = tmp_path / "home"
    result = click.testing.CliRunner().invoke(cli, ["--home", str(home), command, path])
    assert result.exit_code == 2
    assert "reprots" in result.output or "is an address" in result.output
    assert not home.exists()


@pytest.mark.parametrize("behind", [False, True])
def test_the_home_may_stand_before_or_behind_the_command(tmp_path: Path, behind: bool) -> None:
    home = ["--home", str(tmp_path / "home")]
    command = ["sources", "list", "--json"]
    arguments = [*command, *home] if behind else [*home, *command]
    result = click.testing.CliRunner().invoke(cli, arguments, env={"NEO4J_URI": "bolt://[::1]:1"})
    assert (result.exit_code, json.loads(result.stdout)) == (0, [])


@pytest.mark.parametrize("arguments", [("--help",), ("completion", "bash")])
def test_a_reader_that_has_enough_ends_a_command_without_a_word(arguments: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)  # as "| head" does
    try:
        command = [sys.executable, "-m", "graphrag_neo4j", *arguments]
        done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")
