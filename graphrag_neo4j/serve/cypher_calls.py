"""Which functions and procedures of a namespace (``date.truncate``) a statement calls.

Neo4j's own functions only compute. Those of plugins can do anything: ``gds.graph.project`` copies
rows into the server's memory, where they stay, in a transaction that only reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphrag_neo4j.errors import UsageError

_FUNCTION = re.compile(
    r"((date|datetime|localdatetime|localtime|time)\.(realtime|statement|transaction|truncate)"
    r"|datetime\.fromepoch(millis)?"
    r"|duration\.(between|inDays|inMonths|inSeconds)"
    r"|point\.(distance|withinBBox)"
    r"|vector\.similarity\.(cosine|euclidean)"
    r"|db\.nameFromElementId)\Z",
    re.IGNORECASE | re.ASCII,
)
_TOKEN = re.compile(
    r"""(?P<space>(?:\s+|//[^\r\n]*|/\*.*?\*/)+)
    |(?P<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
    |`(?P<quoted>(?:[^`]|``)*)`
    |(?P<open>['"`]|/\*)
    |(?P<word>[^\s!-/:-@\[-^`{-~]+)""",
    re.DOTALL | re.VERBOSE,
)
_WORDS = re.compile(r"([\w. ]+)(\(?)")
_ESCAPE = re.compile(r"\\u[0-9a-f]{4}", re.IGNORECASE)


def called_names(text: str) -> Iterator[str]:
    """Names with a dot that ``text`` calls, without their quotes, each as often as it does.

    Raises :class:`UsageError` where that cannot be told: for a string, a name or a comment without
    its end, and for ``\\u0027``, which Cypher reads before all else as the quote that it is.
    """
    if _ESCAPE.search(text):
        raise UsageError(
            "A statement here has no characters written as \\u and four digits.",
            "Write the characters themselves.",
        )
    for words, is_call in _WORDS.findall(_TOKEN.sub(_plain, text)):
        name = re.sub(r" ?\. ?", ".", words).rstrip().rpartition(" ")[2]
        if is_call and "." in name:
            yield name


def is_own_function(name: str) -> bool:
    """Whether this is a function of Neo4j itself that only computes."""
    return _FUNCTION.match(name) is not None


def _plain(token: re.Match[str]) -> str:
    """One space for spaces and comments, no strings, names in word characters alone."""
    if token.lastgroup == "open":
        raise UsageError(
            "A string, a name in backticks or a comment of the statement does not end.",
            "Close it.",
        )
    if token.lastgroup in ("quoted", "word"):
        return re.sub(r"\W", "_", token[token.lastgroup]) or "_"
    return " " if token.lastgroup == "space" else "''"
