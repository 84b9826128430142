"""Writes ``settings.md``, ``cli.md`` and ``api.md`` from the code: ``python -m docs.generate``.

What they say depends on the code alone, not on the machine, its environment or the width of a
terminal; a test compares them with what is committed.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click

from docs.api_reference import api_page
from graphrag_neo4j.cli import cli
from graphrag_neo4j.settings import Settings, variable_of

FOLDER = Path(__file__).parent
NAME = "graphrag-neo4j"
MADE = "<!-- Made by `python -m docs.generate`. Edit the code, not this file. -->"
ELSEWHERE = (
    ("NEO4J_CREDENTIALS_FILE", "File with lines like those of this page, as `--credentials FILE`."),
    (
        "GRAPHRAG_CACHE",
        "Folder of downloads, the embedding model, cached vectors, parses and answers.",
    ),
    ("GRAPHRAG_DEBUG", "Set to anything, an unexpected error shows where it came from."),
    (
        "JAVA_HOME",
        "A Java for the server, if none is packaged, or if it is the same version, but whole.",
    ),
)
"""Variables that are read before there are settings, or beside them."""


class Setting(NamedTuple):
    """A row of the reference."""

    name: str
    variable: str
    type: str
    default: str
    meaning: str


def settings_page() -> str:
    """The reference of the settings, grouped as in the code."""
    lines = [
        MADE,
        "# Settings",
        "",
        "Precedence: options of a command and arguments of `load_settings(…)`, then the database",
        "that a file given by `--credentials` names, then environment variables, then all other",
        "lines of a credentials file, then the defaults. An empty variable counts as not set. A",
        "field is what the setting is called in",
        "`graphrag_neo4j.settings.Settings`.",
    ]
    rows = {row.name: row for row in settings()}
    for title, names in groups():
        lines += ["", f"## {title}", "", *_table(rows[name] for name in names)]
    lines += ["", "## Variables that are no settings", "", "| variable | meaning |", "|---|---|"]
    lines += [f"| `{name}` | {meaning} |" for name, meaning in ELSEWHERE]
    return "\n".join(lines) + "\n"


def settings() -> Iterator[Setting]:
    """All settings, in the order of the code."""
    schema = Settings.model_json_schema(by_alias=False)["properties"]
    for name, field in Settings.model_fields.items():
        kind, default = _kind(schema[name]), _default(schema[name].get("default", {}))
        yield Setting(name, variable_of(name), kind, default, field.description or "")


def groups() -> list[tuple[str, list[str]]]:
    """Names of settings under the comments that head them in the code."""
    found: list[tuple[str, list[str]]] = []
    for line in inspect.getsource(Settings).splitlines():
        if comment := re.fullmatch(r"    # (.+)", line):
            found.append((comment[1], []))
        elif found and (field := re.match(r"    (\w+): ", line)):
            found[-1][1].append(field[1])
    return found


def _table(rows: Iterator[Setting]) -> Iterator[str]:
    yield "| variable | field | type | default | meaning |"
    yield "|---|---|---|---|---|"
    for row in rows:
        cells = (f"`{row.variable}`", f"`{row.name}`", row.type, row.default, row.meaning)
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _kind(schema: dict[str, Any]) -> str:
    """The type and its bounds, in words."""
    schema = next((one for one in schema.get("anyOf", ()) if one["type"] != "null"), schema)
    if "enum" in schema:
        return " or ".join(f"`{choice}`" for choice in schema["enum"])
    kind = {
        "string": {"path": "path", "password": "secret"}.get(schema.get("format", ""), "text"),
        "integer": "whole number",
        "number": "number",
        "boolean": "`true` or `false`",
        "object": "JSON object",
    }[schema["type"]]
    bounds = {
        "minimum": "from {}",
        "exclusiveMinimum": "above {}",
        "maximum": "to {}",
        "maxLength": "up to {} characters",
        "pattern": "as `{}`",
    }
    said = [text.format(_number(schema[b])) for b, text in bounds.items() if b in schema]
    return " ".join([kind, *said])


def _default(value: Any) -> str:
    if value is None:
        return "unset"
    if value in ("", {}):
        return "empty"
    return f"`{str(value).lower() if isinstance(value, bool) else _number(value)}`"


def _number(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def cli_page() -> str:
    """The reference of the command line."""
    lines = [MADE, "# Commands", "", *_described(cli)]
    found = list(commands())
    lines += ["", *(f"- [`{' '.join(path)}`](#{'-'.join(path)})" for path, _ in found)]
    for path, command in found:
        lines += ["", f"## {' '.join(path)}", "", *_described(command, (NAME, *path))]
    return "\n".join(lines) + "\n"


def commands(
    group: click.Group = cli, prefix: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """All commands, sub-commands after their group, by name."""
    for name, command in sorted(group.commands.items()):
        path = (*prefix, name)
        yield path, command
        if isinstance(command, click.Group):
            yield from commands(command, path)


def examples(command: click.Command) -> list[str]:
    """What the help gives as examples, as one would type it."""
    return re.findall(r"^Example: (.+)$", _help(command), re.MULTILINE)


def _help(command: click.Command) -> str:
    return inspect.cleandoc(command.help or "")


def _described(command: click.Command, path: tuple[str, ...] = (NAME,)) -> Iterator[str]:
    yield from ("```text", " ".join([*path, *_usage(command)]), "```")
    for paragraph in _help(command).replace("\b", "").split("\n\n"):
        prose = [line for line in paragraph.strip().splitlines() if line[:8] != "Example:"]
        if prose:
            yield from ("", *prose)
    if given := examples(command):
        yield from ("", "```bash", *given, "```")
    if options := _options(command):
        yield from ("", "| option | value | default | meaning |", "|---|---|---|---|")
        yield from map(_option, options)


def _options(command: click.Command) -> list[click.Option]:
    return [one for one in command.params if isinstance(one, click.Option) and not one.hidden]


def _usage(command: click.Command) -> Iterator[str]:
    if _options(command):
        yield "[OPTIONS]"
    for one in command.params:
        if isinstance(one, click.Argument):
            given = one.metavar or (one.name or "").upper()
            if isinstance(one.type, click.Choice):
                given = f"{{{'|'.join(map(str, one.type.choices))}}}"
            yield given if one.required or given[0] == "[" else f"[{given}]"
    if isinstance(command, click.Group):
        yield "COMMAND [ARGS]..."


def _option(option: click.Option) -> str:
    names = ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    meaning, default = option.help or "", ""
    if stated := re.search(r" ?\[(?:default: ([^;\]]+))?(?:; )?(?:env: (\w+))?\]", meaning):
        meaning = meaning.replace(stated[0], "").strip()
        default = ", ".join(f"`{text}`" for text in stated.groups() if text)
    elif option.envvar:
        default = f"`{option.envvar}`"
    elif option.show_default:
        given = option.default
        several = given if isinstance(given, tuple) else (given,)
        default = ", ".join(f"`{text}`" for text in several)
    meaning += " May be repeated." if option.multiple and "repeated" not in meaning else ""
    cells = (names, "" if option.is_flag else _value(option), default, meaning)
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _value(option: click.Option) -> str:
    kind = option.type
    if isinstance(kind, click.Choice):
        return " or ".join(f"`{choice}`" for choice in kind.choices)
    if isinstance(kind, click.IntRange | click.FloatRange):
        least = f"from {_number(kind.min)}" if kind.min is not None else ""
        most = f" to {_number(kind.max)}" if kind.max is not None else ""
        return f"{option.metavar or 'number'} {least}{most}".strip()
    return option.metavar or {"integer": "number", "path": "path"}.get(kind.name, kind.name)


PAGES: dict[str, Callable[[], str]] = {
    "settings.md": settings_page,
    "cli.md": cli_page,
    "api.md": lambda: api_page(MADE),
}


def main() -> None:
    """Write all pages."""
    for name, make in PAGES.items():
        (FOLDER / name).write_text(make(), "utf-8")


if __name__ == "__main__":
    main()
