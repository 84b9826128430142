"""The errors that a user can meet, as one small tree.

    GraphRagError
    ├── UsageError            asked wrongly (exit code 2)
    │   └── OptionError       an option that does not exist, or a value that makes no sense
    ├── NotFoundError         no source, entity … has that name
    ├── SettingsError         a setting is missing or contradicts another
    ├── MissingExtraError     an optional package is needed: names the pip line
    ├── ProvisionError        the local server's files could not be fetched or verified
    ├── ServerError           the local server did not start, stop or answer
    ├── DatabaseError         Neo4j was reached and refused the request
    │   ├── SchemaError       the schema in the database does not fit this program
    │   └── ReadOnlyError     the database, or this user, may only read
    ├── DatabaseUnavailable   Neo4j could not be reached or would not let us in
    ├── ReadError             a document could not be read
    └── ModelError            an LLM or embedding model failed or is not set
        ├── PromptTooLong     it does not fit the model's context window, so it was not sent
        ├── BudgetExceeded    the next call could cross the budget, so it was not made
        └── ModelUnavailable  no other call would fare better: wrong key, endpoint not there

Each carries what is wrong (``message``) and what to do about it (``hint``);
the command line prints both on one line and exits with ``exit_code``.
"""

from __future__ import annotations

from collections.abc import Iterable

EMPTY_GRAPH = ("The graph is empty.", "Run: graphrag-neo4j ingest PATH.")
"""What is wrong, and what to do, where a question needs documents."""


def how_to_install(*extras: str) -> str:
    """What to type for optional packages: there is a checkout, and no package on a registry."""
    return f"pip install '.[{','.join(extras)}]' in the checkout"


class GraphRagError(Exception):
    """Base class. ``message`` says what is wrong, ``hint`` what to do next."""

    exit_code = 1

    def __init__(self, message: str, hint: str = "") -> None:
        self.message = message
        self.hint = hint
        super().__init__(f"{message} {hint}".strip())

    def _render_traceback_(self) -> list[str]:
        """One line in a notebook, too (IPython asks for it); ``%debug`` still knows the rest."""
        return [f"{type(self).__name__}: {self}"]


class UsageError(GraphRagError):
    """The call itself is wrong: an unknown mode, an empty question, a bad range."""

    exit_code = 2


class OptionError(UsageError):
    """An option does not exist, or has a value that makes no sense.

    ``names``: the options that message and hint may name, as Python calls them; the command line
    says them as the shell does.
    """

    def __init__(self, message: str, hint: str = "", *, names: Iterable[str] = ()) -> None:
        super().__init__(message, hint)
        self.names = frozenset(names)


class NotFoundError(GraphRagError):
    """Nothing in the graph has that name. ``kind``: what was looked for ("source", "entity").

    ``message`` names what is near, if anything is.
    """

    def __init__(self, kind: str, message: str, hint: str = "") -> None:
        self.kind = kind
        super().__init__(message, hint)


class SettingsError(GraphRagError):
    """A setting is missing, malformed or contradicts another."""


class MissingExtraError(GraphRagError):
    """An optional dependency is not installed."""

    def __init__(self, what: str, extra: str = "local") -> None:
        super().__init__(f"{what} is not installed.", f"Run: {how_to_install(extra)}.")


class ProvisionError(GraphRagError):
    """A file of the local server or of the local model is missing, damaged or unreachable."""


class ServerError(GraphRagError):
    """The local Neo4j server did not start, stop or answer."""


class DatabaseError(GraphRagError):
    """Neo4j was reached and refused a statement."""


class SchemaError(DatabaseError):
    """The schema in the database does not fit: edited migration, other dimension, too old."""


class ReadOnlyError(DatabaseError):
    """Neo4j refused to write: the database, or this user, may only read."""


class DatabaseUnavailable(GraphRagError):  # noqa: N818 - reads as a state, like the driver's own
    """No Neo4j at the address, a wrong password or an unknown database."""


class ReadError(GraphRagError):
    """A document could not be read. ``message`` is the reason, without the file's name, ``kind``
    its sort: "unsupported", "empty", "encrypted", "corrupt", "scanned" or "too large"."""

    def __init__(self, message: str, hint: str = "", kind: str = "corrupt") -> None:
        self.kind = kind
        super().__init__(message, hint)


class ModelError(GraphRagError):
    """An LLM or embedding model is not set, not reachable or answered nonsense."""


class BudgetExceeded(ModelError):  # noqa: N818 - named by what happened, like its hint
    """The next LLM call could cost more than is left of the budget; it was not made."""


class PromptTooLong(ModelError):  # noqa: N818 - reads as a state
    """What is to be asked does not fit the model's context window; it was not sent."""


class ModelUnavailable(ModelError):  # noqa: N818 - reads as a state
    """No other call would fare better: the key, the model's name or the account is refused, or
    the endpoint cannot be reached. A run that meets it ends, and the next one goes on."""
