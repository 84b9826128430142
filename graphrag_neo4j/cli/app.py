"""What every command shares: settings, output as text or JSON, errors as one line."""

from __future__ import annotations

import errno
import json
import os
import re
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from graphrag_neo4j.cli.options import in_shell
from graphrag_neo4j.errors import EMPTY_GRAPH, DatabaseUnavailable, GraphRagError

if TYPE_CHECKING:
    from graphrag_neo4j.knowledge_graph import KnowledgeGraph
    from graphrag_neo4j.progress import Progress
    from graphrag_neo4j.serve.client import Remote
    from graphrag_neo4j.settings import Settings

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
F = TypeVar("F", bound=Callable[..., Any])


class FilePath(click.Path):
    """A path; an empty one, as an unset variable gives it, is not the folder one stands in."""

    def __init__(self, **options: Any) -> None:
        super().__init__(path_type=Path, **options)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("the path is empty.", param, ctx)
        return super().convert(value, param, ctx)


@dataclass
class App:
    """The options of the root command, and what commands make of them."""

    options: dict[str, Any] = field(default_factory=dict)
    json: bool = False

    @cached_property
    def settings(self) -> Settings:
        """Settings from the environment and the root command's options."""
        from graphrag_neo4j.settings import load_settings

        home: Path | None = self.options.get("home")
        settings = load_settings(self.options.get("credentials"), home=home)
        if home is not None:  # asked for by name, the local home goes before NEO4J_URI
            settings = settings.model_copy(update={"neo4j_uri": None})
        return settings

    @cached_property
    def progress(self) -> Progress:
        """Bars on stderr; lines if that is no terminal."""
        from graphrag_neo4j.progress import LineProgress, RichProgress

        return RichProgress() if sys.stderr.isatty() else LineProgress()

    @cached_property
    def is_unused(self) -> bool:
        """Whether the graph is a local one whose home was never used: there is nothing to read."""
        from graphrag_neo4j.server import LocalServer

        return self.settings.neo4j_uri is None and LocalServer.of(self.settings).is_unused

    @cached_property
    def misplaced_home(self) -> Path | None:
        """A home that an older version made in the wrong place."""
        from graphrag_neo4j.server import LocalServer
        from graphrag_neo4j.server.misplaced_home import misplaced_home

        return misplaced_home(LocalServer.of(self.settings).home)

    def warn_of_misplaced_home(self) -> None:
        """Say on stderr where such a home is, and what to do with it."""
        from graphrag_neo4j.server.misplaced_home import explanation

        if self.misplaced_home:
            click.echo(explanation(self.misplaced_home), err=True)

    def says_unused(self, nothing: Any) -> bool:
        """Whether nothing was ever put into this graph; then that is said, as JSON ``nothing``."""
        if self.is_unused:
            self.warn_of_misplaced_home()
            self.emit(nothing, here(" ".join(EMPTY_GRAPH)))
        return self.is_unused

    def graph(self, *, to_fill: bool = False, **overrides: object) -> KnowledgeGraph:
        """The graph that the settings name, to be opened by ``with``.

        Only a command that is ``to_fill`` it makes a home; others raise
        :class:`DatabaseUnavailable` where there is none. ``overrides``: settings that a command's
        options give; None gives nothing.
        """
        from graphrag_neo4j.knowledge_graph import KnowledgeGraph

        if self.is_unused:
            self.warn_of_misplaced_home()
            if not to_fill:
                raise DatabaseUnavailable(*EMPTY_GRAPH)
        return KnowledgeGraph(self.settings_with(**overrides), progress=self.progress)

    def settings_with(self, **overrides: object) -> Settings:
        """The settings, and what a command's options give; None gives nothing."""
        given = {name: value for name, value in overrides.items() if value is not None}
        return self.settings.model_copy(update=given)

    @cached_property
    def remote(self) -> Remote | None:
        """The server of pages (``serve``) of this graph, if it runs: it answers at once."""
        from graphrag_neo4j.serve.client import Remote

        return Remote.of(self.settings)

    def emit(self, data: Any, text: str) -> None:
        """Print ``data``, results or plain, as JSON if ``--json`` was given, else ``text``."""
        if self.json:
            from graphrag_neo4j.results import plain

            text = json.dumps(plain(data), indent=2, ensure_ascii=False, default=str)
            click.echo(_CONTROLS.sub(lambda control: f"\\u{ord(control[0]):04x}", text))
        else:
            click.echo(printable(text))


def printable(text: str) -> str:
    """``text`` without control characters, but tabs and ends of lines: a document or an LLM could
    command the terminal by them."""
    return _CONTROLS.sub("", text)


pass_app = click.make_pass_decorator(App, ensure=True)


def reading_options(command: F) -> F:
    """Adds what says which files are read: settings of the same names, None where not given."""
    for option in reversed(
        (
            click.option(
                "--include",
                multiple=True,
                callback=_joined,
                metavar="PATTERN",
                help="Of folders, read only files that fit, as in a .gitignore. May be repeated.",
            ),
            click.option(
                "--exclude",
                multiple=True,
                callback=_joined,
                metavar="PATTERN",
                help="Leave out files and folders that fit. May be repeated.",
            ),
            click.option(
                "--archives", is_flag=True, default=None, help="Read zip, tar and gz files."
            ),
            click.option(
                "--ocr",
                type=click.Choice(["off", "pages", "all"]),
                help="With the extra ocr: read scanned pages (the default), pictures too, or none.",
            ),
            click.option(
                "--record-key",
                metavar="COLUMN",
                help="What identifies a row of a table. [default: id, _id, uuid, else its content]",
            ),
        )
    ):
        command = option(command)
    return command


def _joined(_: click.Context, __: click.Parameter, patterns: tuple[str, ...]) -> str | None:
    return ",".join(patterns) or None


def page_options(size: int = 100) -> Callable[[F], F]:
    """Adds ``--limit`` and ``--skip`` to a command that lists, ``size`` rows at a time."""
    some, none = click.IntRange(min=1), click.IntRange(min=0)

    def add(command: F) -> F:
        command = click.option(
            "--skip", default=0, show_default=True, type=none, help="After how many."
        )(command)
        return click.option(
            "--limit", default=size, show_default=True, type=some, help="How many."
        )(command)

    return add


def json_option(command: F) -> F:
    """Adds ``--json`` to a command that prints data."""

    def remember(context: click.Context, _: click.Parameter, value: bool) -> None:
        context.ensure_object(App).json = value

    return click.option(
        "--json",
        "as_json",
        is_flag=True,
        expose_value=False,
        callback=remember,
        help="Print JSON.",
    )(command)


def extractor_option(command: F) -> F:
    """Adds ``--extractor``, which goes before the setting."""
    return click.option(
        "--extractor",
        type=click.Choice(["rules", "llm"]),
        help="What reads the texts: rules (no LLM), or an LLM. [env: GRAPHRAG_EXTRACTOR]",
    )(command)


host_option = click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on; another than this machine's own needs GRAPHRAG_SERVE_TOKEN.",
)
names_option = click.option(
    "--allow-host",
    "names",
    multiple=True,
    metavar="NAME",
    help="A name by which it may be called, beside addresses and localhost. May be repeated.",
)


class Root(click.Group):
    """The root command: every known error becomes one line and an exit code.

    Its own options, as --home, may stand behind a command, too.
    """

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Adds a command, which takes the options of the root."""
        super().add_command(cmd, name)
        of_root = [one for one in self.params if isinstance(one, click.Option) and one.expose_value]
        for command in _leaves(cmd):
            command.params += [_given_late(one) for one in of_root]

    def make_context(self, *arguments: Any, **more: Any) -> click.Context:
        """Reads the arguments, and prints what --help and --version ask for."""
        with self._told():
            return super().make_context(*arguments, **more)

    def invoke(self, ctx: click.Context) -> Any:
        with self._told():
            return super().invoke(ctx)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except GraphRagError as error:
            self._end_if_interrupted(error)
            raise Failure(here(in_shell(error)), error.exit_code) from error
        except KeyboardInterrupt as error:
            self._end_if_interrupted(error)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:
            if os.environ.get("GRAPHRAG_DEBUG"):
                raise
            self._end_if_interrupted(error)
            if isinstance(error, BrokenPipeError) and _is_output_closed():
                _drop_output()  # as "| head" does when it has enough
                raise click.exceptions.Exit(1) from error
            if isinstance(error, OSError) and error.errno == errno.ENOSPC:
                _drop_output()
                raise Failure("There is no space left for what is written.", 1) from error
            text = f"Unexpected {type(error).__name__}: {error}".splitlines()[0]
            raise Failure(f"{text} Set GRAPHRAG_DEBUG=1 for details.", 1) from error

    @staticmethod
    def _end_if_interrupted(error: BaseException) -> None:
        """Raise the line for Ctrl-C if that is behind an error: it may come in the middle of the
        driver's work, whose clearing up then fails in its own way."""
        behind: BaseException | None = error
        while behind is not None:
            if isinstance(behind, KeyboardInterrupt):
                text = "Interrupted. The same command again finishes the work."
                raise Failure(text, 1) from None
            behind = behind.__cause__ or behind.__context__


def here(text: str) -> str:
    """The message, with the commands that it names as they are typed for the home in use."""
    context = click.get_current_context(silent=True)
    app = context.find_object(App) if context else None
    home: Path | None = app.options.get("home") if app else None
    if home is None:
        return text
    from graphrag_neo4j.server.config import shell_command

    return re.sub(r"\bgraphrag-neo4j(?= [a-z])", lambda _: shell_command(home.resolve()), text)


def _leaves(command: click.Command) -> Iterator[click.Command]:
    """The commands that do something: of a group, those in it."""
    if isinstance(command, click.Group):
        for one in command.commands.values():
            yield from _leaves(one)
    else:
        yield command


def _given_late(option: click.Option) -> click.Option:
    """An option of the root command, as one that stands behind another command."""

    def remember(context: click.Context, one: click.Parameter, value: Any) -> None:
        if value is not None and one.name:
            context.ensure_object(App).options[one.name] = value

    return click.Option(
        option.opts,
        type=option.type,
        help=option.help,
        expose_value=False,
        hidden=True,
        callback=remember,
    )


def confirm(question: str) -> None:
    """Ask on stderr, and end the command unless the answer is yes; without an input it is no."""
    if sys.stdin is None:  # closed by <&-
        raise click.Abort
    click.confirm(question, abort=True, err=True)


def _is_output_closed() -> bool:
    """Whether nobody reads any more what is printed, as far as the system can tell."""
    if not hasattr(select, "poll"):
        return True
    poll = select.poll()
    poll.register(sys.stdout.fileno(), 0)
    return any(event & select.POLLERR for _, event in poll.poll(0))


def _drop_output() -> None:
    """Let what is left to be written go nowhere: at its end Python would try it once more."""
    with suppress(OSError), Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


class Failure(click.ClickException):
    """An error with its own exit code."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(printable(message))
        self._code = exit_code

    @property
    def exit_code(self) -> int:  # type: ignore[override]
        """What the process ends with."""
        return self._code
