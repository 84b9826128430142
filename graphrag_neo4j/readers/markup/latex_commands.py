"""The commands that the author of a LaTeX file defines, put in where they are used.

``\\def`` and ``\\newcommand`` with arguments, also in each other; bounded, as a few lines can stand
for more than any memory holds. What is switched off by ``\\iffalse`` is left out, and acronyms are
what they print.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

_TOKEN = re.compile(
    r"\\(?P<name>[A-Za-z]+)|\\.|%[^\n]*", re.DOTALL
)  # what may be a command, what is none, a comment
_BRACE = re.compile(r"\\.|%[^\n]*|(?P<brace>[{}])", re.DOTALL)
_VERBATIM = re.compile(r"\{((?:verbatim|lstlisting|minted|alltt|comment)\*?)\}")
_VERB = re.compile(r"\*?(?P<mark>[^A-Za-z*\s{\[])[^\n]{0,500}?(?P=mark)")
_DEF = re.compile(r"\s*\\(?P<name>[A-Za-z@]+)\s*(?P<arguments>(?:#[1-9])*)\s*(?=\{)")
_COMMAND = re.compile(
    r"\*?\s*(?:\{\s*\\(?P<braced>[A-Za-z@]+)\s*\}|\\(?P<bare>[A-Za-z@]+))\s*"
    r"(?:\[(?P<arguments>[0-9])\]\s*(?:\[(?P<first>[^\[\]{}\n]{0,200})\]\s*)?)?(?=\{)"
)
_OPTIONAL = re.compile(r"\s?\[((?:[^\[\]{}]|\{[^{}]{0,200}\}){0,500})\]")
_SINGLE = re.compile(r"\\[A-Za-z]+|\\.|[^\s{}#%]")
_BLANK = re.compile(r"[ \t]*\n?[ \t]*")
_PLACE = re.compile(r"#([1-9#])")
_ENDS_IN_COMMAND = re.compile(r"\\[A-Za-z]+\Z")
_XSPACE = re.compile(r"\s*\\xspace\s*\Z")
_GROUP = r"\s*\{{(?P<{}>(?:[^{{}}]|\{{[^{{}}]{{0,500}}\}}){{0,500}})\}}"
_GIVEN = r"(?:\s*\[[^\[\]]{0,200}\])?"
_ACRONYM = re.compile(_GIVEN + "".join(map(_GROUP.format, ("key", "short", "long"))))
_TERM = re.compile(_GROUP.format("key") + _GROUP.format("fields"))
_NAME_OF_TERM = re.compile(r"(?:^|,)\s*name\s*=\s*(?:\{(?P<braced>[^{}]*)\}|(?P<bare>[^,{}]*))")
_SHOWN = re.compile(
    r"(?:gls|acr)(?P<form>short|long|full|xtrshort|xtrlong|xtrfull)?(?P<plural>pl)?", re.IGNORECASE
)
_SHOWN_KEY = re.compile(rf"\*?{_GIVEN}\s*\{{(?P<key>[^{{}}]{{0,200}})\}}")
_DEFINING = frozenset({"newcommand", "renewcommand", "providecommand", "DeclareSIUnit"})
_DEFS = frozenset({"def", "gdef", "edef", "xdef"})
_NO_CONDITIONS = frozenset({"iff", "ifthenelse"})  # they end without \\fi
_LONGEST = 2_000  # characters of a definition, or of an argument
_DEEPEST = 20  # commands in each other
_MOST_DEFINED = 1_000
_MOST_USES = 10_000
_MOST_ADDED = 1_000_000  # characters


@dataclass(frozen=True, slots=True)
class _Command:
    """``first`` is what its first argument is if none is given in brackets; None if it has to be
    given in braces as the others."""

    n_arguments: int
    first: str | None
    body: str


def without_iffalse(source: str) -> str:
    """``source`` without what stands between ``\\iffalse`` and its ``\\fi``, or ``\\else``."""
    if r"\iffalse" not in source:
        return source
    kept: list[str] = []
    end, depth, start = 0, 0, 0  # what is kept ends, and what is left out starts
    for found in _commands(source):
        name = found["name"]
        if depth and name.startswith("if") and name not in _NO_CONDITIONS:
            depth += 1
        elif not depth and name == "iffalse":
            depth, start = 1, found.start()
        elif (depth and name == "fi") or (depth == 1 and name == "else"):
            depth -= 1
            if not depth:
                kept.append(source[end:start])
                end = found.end()
    return "".join([*kept, source[end:]])


def with_own_commands(source: str, known: Collection[str] = ()) -> str:
    """``source`` with what its author's own commands stand for, without their definitions.
    Commands that are ``known`` keep their meaning. What would be too long stays as it is."""
    if not re.search(
        r"\\(?:def|[gex]def|(?:re)?newcommand|providecommand|DeclareSIUnit)(?![A-Za-z])", source
    ):
        return source
    return _Expander(frozenset(known)).expanded(source)


def with_acronyms(source: str) -> str:
    """``source`` with the terms and acronyms of its glossary as ``\\gls`` and the like print them,
    an acronym with its long form at its first use, and without their definitions. Those that are
    defined elsewhere stay as they are."""
    terms: dict[str, _Term] = {}
    parts: list[str] = []
    end = 0
    for found in _commands(source):
        name, at = found["name"], found.end()
        if found.start() < end:
            continue
        if name == "newacronym" and (made := _ACRONYM.match(source, at)):
            terms[made["key"].strip()] = _Term(made["short"].strip(), made["long"].strip())
            after, said = made.end(), ""
        elif name == "newglossaryentry" and (made := _TERM.match(source, at)):
            named = _NAME_OF_TERM.search(made["fields"])
            short = (named["braced"] or named["bare"] or "").strip() if named else ""
            terms[made["key"].strip()] = _Term(short or made["key"].strip())
            after, said = made.end(), ""
        elif (
            (shown := _SHOWN.fullmatch(name))
            and (key := _SHOWN_KEY.match(source, at))
            and (term := terms.get(key["key"].strip()))
        ):
            after, said = key.end(), term.shown((shown["form"] or "").lower(), shown["plural"])
            said = said[:1].upper() + said[1:] if name[0].isupper() else said
        else:
            continue
        parts += [source[end : found.start()], said]
        end = after
    return "".join([*parts, source[end:]])


@dataclass(slots=True)
class _Term:
    """``long`` is empty of a term that is no acronym."""

    short: str
    long: str = ""
    is_known: bool = False

    def shown(self, form: str, plural: str | None) -> str:
        """``form``: "short", "long", "full"; empty where the first use decides."""
        end = "s" if plural else ""
        is_full = form.endswith("full") or (not form and not self.is_known)
        self.is_known = self.is_known or not form
        if not self.long or not (is_full or form.endswith("long")):
            return self.short + end
        return f"{self.long}{end} ({self.short}{end})" if is_full else self.long + end


def _commands(source: str) -> Iterator[re.Match[str]]:
    """The commands in ``source``, but for those in comments and in what is printed as typed."""
    at = 0
    while found := _TOKEN.search(source, at):
        at = found.end()
        if found["name"] == "begin" and (verbatim := _VERBATIM.match(source, at)):
            end = source.find(rf"\end{{{verbatim[1]}}}", at)
            at = len(source) if end < 0 else end
        elif found["name"] in ("verb", "lstinline") and (verb := _VERB.match(source, at)):
            at = verb.end()
        elif found["name"]:
            yield found


@dataclass(slots=True)
class _Expander:
    known: frozenset[str]
    own: dict[str, _Command] = field(default_factory=dict)
    n_defined: int = 0
    n_used: int = 0
    n_added: int = 0

    def expanded(self, text: str, within: tuple[str, ...] = ()) -> str:
        """``text`` with its definitions learnt and its commands put in, but those that it is
        ``within``."""
        parts: list[str] = []
        end = 0
        for found in _commands(text):
            if found.start() < end:  # of a definition, or of an argument
                continue
            name = found["name"]
            if name in _DEFS or name in _DEFINING:
                after, said = self._define(text, found.end(), name), ""
            elif name in self.own and name not in within and len(within) < _DEEPEST:
                after, said = self._used(text, found.end(), name, within)
            else:
                continue
            if after:
                before = text[end : found.start()]
                last = before or "".join(parts[-1:])
                is_glued = said[:1].isalpha() and _ENDS_IN_COMMAND.search(last[-50:])
                parts += [before, " " if is_glued else "", said]
                end = after
        return "".join([*parts, text[end:]])

    def _define(self, text: str, at: int, how: str) -> int:
        """Learn the definition at a place. Where it ends; 0 if it is none that is understood."""
        self.n_defined += 1
        found = (_DEF if how in _DEFS else _COMMAND).match(text, at)
        if self.n_defined > _MOST_DEFINED or not found:
            return 0
        end = _group_end(text, found.end())
        if not end:
            return 0
        first = None
        if how in _DEFS:
            name, n_arguments = found["name"], len(found["arguments"]) // 2
        else:
            name, first = found["braced"] or found["bare"], found["first"]
            n_arguments = int(found["arguments"] or 0)
        body = _XSPACE.sub("", text[found.end() + 1 : end - 1])
        is_given = how == "providecommand" and name in self.own
        if name not in self.known and not is_given:
            self.own[name] = _Command(n_arguments, first, body)
        return end

    def _used(self, text: str, at: int, name: str, within: tuple[str, ...]) -> tuple[int, str]:
        """Where a command ends with its arguments, and what it stands for; 0 if that is not
        known."""
        command = self.own[name]
        self.n_used += 1
        if self.n_used > _MOST_USES or self.n_added > _MOST_ADDED:
            return 0, ""
        read = _arguments(text, at, command)
        if read is None:
            return 0, ""
        end, given = read
        given = [self.expanded(one, (*within, "")) for one in given]
        most = command.body.count("#") * max(map(len, given), default=0)
        if len(command.body) + most > _MOST_ADDED:
            return 0, ""
        said = _PLACE.sub(
            lambda place: "#" if place[1] == "#" else "".join(given[int(place[1]) - 1 :][:1]),
            command.body,
        )
        self.n_added += len(said)
        said = self.expanded(said, (*within, name))
        if not command.n_arguments and text.startswith("{}", end):
            end += 2
        is_glued = _ENDS_IN_COMMAND.search(said[-50:]) and text[end : end + 1].isalpha()
        return end, said + ("{}" if is_glued else "")


def _arguments(text: str, at: int, command: _Command) -> tuple[int, list[str]] | None:
    """Where the arguments of a command end, and they; None if some are missing."""
    given: list[str] = []
    if command.first is not None:
        optional = _OPTIONAL.match(text, at)
        given.append(optional[1] if optional else command.first)
        at = optional.end() if optional else at
    while len(given) < command.n_arguments:
        blank = _BLANK.match(text, at)
        at = blank.end() if blank else at
        if text.startswith("{", at):
            end = _group_end(text, at)
            if not end:
                return None
            given.append(text[at + 1 : end - 1])
        else:
            single = _SINGLE.match(text, at)
            if not single:
                return None
            given.append(single.group())
            end = single.end()
        at = end
    return at, given


def _group_end(text: str, start: int) -> int:
    """Where the group that starts with a brace ends; 0 if it does not, or is too long."""
    depth = 0
    for found in _BRACE.finditer(text, start, start + _LONGEST):
        if found["brace"]:
            depth += 1 if found["brace"] == "{" else -1
            if not depth:
                return found.end()
    return 0
