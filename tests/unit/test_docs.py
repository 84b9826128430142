"""The documentation says what the code does: generated pages, commands, links, variables."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from importlib.metadata import metadata
from importlib.util import find_spec
from pathlib import Path

import click
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from docs.generate import ELSEWHERE, NAME, PAGES, commands, examples, groups, settings
from graphrag_neo4j.cli import cli
from graphrag_neo4j.cli.app import App
from graphrag_neo4j.readers.code import LEXERS
from graphrag_neo4j.readers.formats import SUFFIXES
from graphrag_neo4j.retrieve.modes import RETRIEVER_MODES
from graphrag_neo4j.search.options import (
    BasicOptions,
    CausalOptions,
    DriftOptions,
    GlobalOptions,
    LocalOptions,
    QuestionOptions,
)
from graphrag_neo4j.settings import Settings
from graphrag_neo4j.vocabulary import LABELS, LINKS

ROOT = Path(__file__).parents[2]
LIBRARY = "graphrag_neo4j"
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
COMMANDS = [pytest.param(command, id=" ".join(path)) for path, command in commands()]
KNOWN = {row.variable for row in settings()} | dict(ELSEWHERE).keys()
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", PAGES)
def test_a_generated_page_is_what_the_code_makes_now(name: str) -> None:
    committed = (ROOT / "docs" / name).read_text("utf-8")
    assert committed == PAGES[name](), "run: python -m docs.generate"


def test_the_api_reference_names_modules_in_full() -> None:
    named = re.findall(r"`(graphrag_neo4j\.[\w.]+)`", PAGES["api.md"]())
    assert "graphrag_neo4j.search.options" in named
    assert [name for name in named if find_spec(name) is None] == []


def test_several_defaults_are_listed_and_not_shown_as_python() -> None:
    page = PAGES["cli.md"]()
    assert "| `traversal`, `vector_guided`, `hybrid` |" in page
    assert "`('" not in page


def test_generated_pages_depend_on_nothing_but_the_code(tmp_path: Path) -> None:
    code = "from docs.generate import PAGES\nfor make in PAGES.values(): print(make(), end='')"
    odd = {"COLUMNS": "37", "HOME": str(tmp_path), "LC_ALL": "C", "PYTHONIOENCODING": "utf-8"}
    odd |= dict.fromkeys(KNOWN - {"GRAPHRAG_PRICES", "RELATION_PATTERNS"}, "5")
    made = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **odd},
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert made.stdout == "".join(make() for make in PAGES.values())
    assert str(Path.home()) not in made.stdout


def test_every_setting_is_described_in_a_group_of_its_own() -> None:
    for row in settings():
        assert row.meaning.endswith("."), row.name
    assert [name for _, names in groups() for name in names] == list(Settings.model_fields)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_and_option_is_described(command: click.Command) -> None:
    assert command.help
    if not isinstance(command, click.Group):
        assert examples(command)
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help, option.opts


def test_every_variable_that_is_read_or_named_is_in_the_reference() -> None:
    sources = [*(ROOT / "graphrag_neo4j").rglob("*.py"), *DOCUMENTS]
    for path in sources:
        named = set(re.findall(r"\bGRAPHRAG_[A-Z][A-Z_]+\b", path.read_text("utf-8")))
        assert named <= KNOWN, f"{path.name}: {named - KNOWN}"


def _prose(text: str) -> str:
    return _FENCE.sub("", text)


def _anchors(path: Path) -> set[str]:
    """The anchors that a reader of the page can go to, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", _prose(path.read_text("utf-8")), re.MULTILINE)
    return {
        re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings
    }


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for link in _LINK.findall(_prose(path.read_text("utf-8"))):
        if re.match(r"[a-z+]+:", link):
            continue
        place, _, anchor = link.partition("#")
        target = (path.parent / place).resolve() if place else path
        assert target.exists(), link
        assert ROOT in target.parents, link
        if anchor:
            assert anchor in _anchors(target), link


def _command_lines(text: str) -> Iterator[str]:
    """What is typed: commands of shell blocks, and those in the middle of a sentence."""
    for language, block in _FENCE.findall(text):
        if language == "bash":
            for line in block.replace("\\\n", " ").splitlines():
                yield from (part.strip() for part in re.split(r"&&|\|\s", line) if NAME in part)
    yield from re.findall(rf"`({NAME} [^`]+)`", _prose(text))


def _parse(words: list[str]) -> None:
    """Parse what stands behind the command's name; nothing is run. Raises UsageError."""
    command: click.Command = cli
    while isinstance(command, click.Group):
        while words and words[0].startswith("-"):
            (option,) = (one for one in command.params if words[0] in one.opts)
            words = words[1 if isinstance(option, click.Option) and option.is_flag else 2 :]
        if not words:
            return
        assert words[0] in command.commands, words
        command, words = command.commands[words[0]], words[1:]
    command.make_context(NAME, words, obj=App())


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_commands_exist_with_their_options(path: Path) -> None:
    for line in _command_lines(path.read_text("utf-8")):
        words = shlex.split(line, comments=True)
        if NAME in words:
            try:
                _parse(words[words.index(NAME) + 1 :])
            except click.UsageError as error:
                pytest.fail(f"{line}: {error.format_message()}")


def test_a_wrong_command_would_be_found() -> None:
    with pytest.raises(click.UsageError):
        _parse(["--home", "x", "ingest", "--no-such-option"])
    with pytest.raises(AssertionError):
        _parse(["sources", "vanish"])


def test_every_prompt_is_listed_with_its_placeholders() -> None:
    page = (ROOT / "docs" / "prompts.md").read_text("utf-8")
    rows = {
        name: line
        for line in page.splitlines()
        if line.startswith("| `")
        for name in re.findall(r"`(\w+)`", line.split("|")[1])
    }
    templates = {path.stem: path for path in (ROOT / "graphrag_neo4j" / "prompts").glob("*.md")}
    assert rows.keys() == templates.keys()
    everywhere = {"query", "response_type", "max_length", "language"}
    for name, path in templates.items():
        used = set(re.findall(r"\{([a-z_]+)\}", path.read_text("utf-8")))
        listed = set(re.findall(r"\{([a-z_]+)\}", rows[name]))
        assert used <= listed | everywhere, name


def _shown(default: object) -> str:
    """A number or a switch as the page writes it; of anything else only the name is looked for."""
    if isinstance(default, bool):
        return str(default).lower()
    if isinstance(default, int):
        return f"{default:,}"
    return f"{default:g}" if isinstance(default, float) else ""


def test_the_options_of_every_search_mode_are_listed_with_their_defaults() -> None:
    lines = (ROOT / "docs" / "search.md").read_text("utf-8").splitlines()
    for kind in (LocalOptions, GlobalOptions, BasicOptions, DriftOptions, CausalOptions):
        for option in fields(kind):
            rows = [line for line in lines if f"`{option.name}`" in line]
            shown = _shown(option.default)
            wanted = re.compile(rf"(?<![\w.,]){re.escape(shown)}(?![\w]|[.,]\d)")
            assert any(wanted.search(row) for row in rows), f"{option.name} {shown}"
    for option in fields(QuestionOptions):
        assert any(f"`{option.name}`" in line for line in lines), option.name


@pytest.mark.parametrize(("system", "kind"), [("Linux", Unix), ("macOS", MacOS)])
def test_the_usual_folders_are_those_that_are_documented(
    system: str, kind: type[Unix] | type[MacOS], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/me")
    page = (ROOT / "docs" / "operations.md").read_text("utf-8")
    (row,) = re.findall(rf"^\| {system} \| `(.+)` \| `(.+)` \|$", page, re.MULTILINE)
    places = kind("graphrag-neo4j")
    folders = [f"{places.user_data_dir}/default", places.user_cache_dir]
    assert [folder.replace("~", "/home/me") for folder in row] == folders


def test_the_options_of_every_retriever_are_listed_with_their_defaults() -> None:
    lines = (ROOT / "docs" / "retrieval.md").read_text("utf-8").splitlines()
    for mode in RETRIEVER_MODES.values():
        for option in fields(mode.options):
            rows = [line for line in lines if line.startswith("| `") and f"`{option.name}`" in line]
            default = option.default
            shown = str(default) if isinstance(default, bool) else _shown(default)
            assert any(shown in row for row in rows), f"{option.name} {shown}"


def test_nothing_is_installed_from_a_registry_that_does_not_have_it() -> None:
    pages = [*DOCUMENTS, *(ROOT / "notebooks").glob("*"), *(ROOT / LIBRARY).rglob("*.py")]
    for path in pages:
        if path.is_file():
            for line in re.findall(r"pip install.*graphrag-neo4j\[.*", path.read_text("utf-8")):
                assert "--no-index" in line, f"{path.name}: {line}"


def test_extras_to_install_exist() -> None:
    extras = metadata("graphrag-neo4j").get_all("Provides-Extra") or []
    for path in DOCUMENTS:
        for names in re.findall(r"'(?:graphrag-neo4j|\.)\[([\w,]+)\]'", path.read_text("utf-8")):
            assert set(names.split(",")) <= set(extras), f"{path.name}: {names}"


def test_every_kind_of_file_that_is_read_is_listed() -> None:
    page = (ROOT / "docs" / "formats.md").read_text("utf-8")
    assert {suffix for suffix in SUFFIXES - LEXERS.keys() if f"`{suffix}`" not in page} == set()


def test_concepts_draws_every_kind_of_relationship_and_tells_every_label() -> None:
    text = (ROOT / "docs" / "concepts.md").read_text("utf-8")
    drawn = set(re.findall(r"^  (\w+) -- (\w+) --> (\w+)$", text, re.MULTILINE))
    assert drawn == {link.pattern for link in LINKS}
    assert set(re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)) >= {*LABELS}
