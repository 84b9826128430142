"""The commands of CONTRIBUTING run, and those that name tests find some."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
CHECKS = (ROOT / ".ci" / "run").read_text("utf-8")
BLOCK = re.findall(r"^```bash\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)[0]
COMMANDS = [
    part.strip() for line in BLOCK.splitlines() for part in line.partition("#")[0].split("&&")
]


def starting_with(word: str) -> list[str]:
    return [command for command in COMMANDS if command.split()[0] == word]


def run(*words: str) -> str:
    """What a module of Python prints; it must succeed."""
    done = subprocess.run([sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_kind_of_command_is_tested_here() -> None:
    assert {command.split()[0] for command in COMMANDS} == {"pip", "pytest", "ruff", "mypy"}


def test_what_is_installed_has_the_extra() -> None:
    (command,) = starting_with("pip")
    extra = re.search(r"\[(\w+)\]", command)
    assert extra
    assert f"\n{extra[1]} = [" in (ROOT / "pyproject.toml").read_text("utf-8")


@pytest.mark.parametrize("command", starting_with("pytest"))
def test_the_tests_named_are_there(command: str) -> None:
    for word in shlex.split(command):
        assert not word.startswith("tests") or (ROOT / word).exists()


@pytest.mark.parametrize("command", [c for c in starting_with("pytest") if "-k" in c])
def test_the_example_of_some_tests_runs_some(command: str) -> None:
    assert re.search(r"[1-9]\d* passed", run(*shlex.split(command), "-v"))


@pytest.mark.parametrize("command", starting_with("ruff"))
def test_the_code_is_as_ruff_wants_it(command: str) -> None:
    run(*shlex.split(command))


@pytest.mark.parametrize("command", [*starting_with("ruff"), *starting_with("mypy")])
def test_what_takes_long_is_run_with_the_other_checks(command: str) -> None:
    assert command in CHECKS.splitlines()
