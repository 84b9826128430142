"""Source code: what it defines are its headings, its comments are prose, all other text is code."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.model import Block, Document, Heading
from graphrag_neo4j.readers.content import read_text_file, title_from_name, words
from graphrag_neo4j.text.sentences import sentence_spans

if TYPE_CHECKING:
    from pygments.lexer import Lexer
    from pygments.token import _TokenType

_LANGUAGES = """
bash .bash .sh .zsh; c .c; cmake .cmake; clojure .clj; cpp .cc .cpp .cxx .h .hpp; csharp .cs; dart
.dart; docker .dockerfile; elixir .ex .exs; erlang .erl; fortran .f90; fsharp .fs; go .go; groovy
.groovy; haskell .hs; ini .cfg .ini; java .java; javascript .cjs .js .mjs; jsx .jsx; julia .jl;
kotlin .kt .kts; lua .lua; make .just .mak .mk; ocaml .ml; perl .pl .pm; php .php; powershell
.ps1; python .py .pyi; r .r; ruby .rb; rust .rs; scala .scala; swift .swift; tcl .tcl; toml .toml;
tsx .tsx; typescript .ts; vb.net .vb; yaml .yaml .yml; zig .zig
"""
LEXERS = {
    suffix: name for name, *suffixes in map(str.split, _LANGUAGES.split(";")) for suffix in suffixes
}
"""Pygments' lexer by suffix; its own choice by name takes Perl for Prolog."""
_NAMED = {
    "cmakelists.txt": "cmake",
    **dict.fromkeys(("containerfile", "dockerfile"), "docker"),
    **dict.fromkeys(("bsdmakefile", "gnumakefile", "justfile", "makefile"), "make"),
    "jenkinsfile": "groovy",
    **dict.fromkeys(("brewfile", "gemfile", "podfile", "rakefile", "vagrantfile"), "ruby"),
    "snakefile": "python",
}
"""Lexer of files that are known by their whole name; recipes of just are read as make's."""
_DEFINING = words(
    """
    class def defmodule defp enum fn fun func function interface mod module namespace object
    procedure protocol record struct sub trait type union
    """
)
"""Keywords before the name of what is defined."""
_LIKE_C = words(".c .cc .cpp .cs .cxx .dart .h .hpp .java")
"""Languages in which a function has no keyword before its name: the lexer tells."""
_CONTINUING = words(
    "catch done elif else elseif elsif end endif ensure esac except fi finally rescue until while"
)
"""Words that go on with, or end, what began at the same indentation."""
LONGEST_LINE = 2_000
_MAKE = "make"
_DECORATORS = ("@", "#[")
_ASSIGNED = re.compile(
    r"\s*(?:(?P<define>\#define\s+\w+)\s+|(?P<name>[^=\n\"']*[^=\n\"'\s<>!+*/:|&-])\s*:?=(?![=>])\s*)"
    r"(?P<value>\S.*)"
)
_IN_CAPITALS = re.compile(r"[A-Z][A-Z0-9_]+")
_SAYS_SO = words("const constexpr final readonly val")
_LITERAL = re.compile(
    r"[-+]?\.?\d|[a-zA-Z]{0,2}[\"'`]|(?:true|false|none|null|nil)\b", re.IGNORECASE
)
_GOES_ON = tuple("\\({[,=+*&|-")
_MOST_CONSTANTS = 5
_LONGEST_CONSTANT = 600
_MARKS = re.compile(r"^[\s#/*!;:\"'-]+|[\s*/\"']+$")
_OF_ONE = ("#:", "/**", "/*!", "///", "//!")
"""These begin what documents the one name below it."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A token that is not blank."""

    start: int
    end: int
    type: _TokenType
    text: str


def read_code(path: Path, uri: str) -> Document:
    """A file of source code, its text as it is, its name as title. One with endless lines, which
    no person wrote, has no parts."""
    text, title = read_text_file(path), title_from_name(path)
    headings: tuple[Heading, ...] = ()
    blocks: tuple[Block, ...] = ()
    if all(len(line) <= LONGEST_LINE for line in text.splitlines()):
        language = _language(path)
        code = _Code(text, _pieces(_lexer(language), text))
        by_token = language == _MAKE or path.suffix.lower() in _LIKE_C
        headings = tuple(_headings(code, title, by_token=by_token))
        rows = _targets(code) if language == _MAKE else _constants(code)
        blocks = tuple(_parted(_blocks(code, rows), headings, text))
    return Document(uri, text, title, headings, has_lines=True, blocks=blocks)


def is_code(path: Path, known: Container[str]) -> bool:
    """Whether a file is code by its name: "Makefile", "Dockerfile.dev"; with a suffix that is
    ``known`` only by its whole name: "CMakeLists.txt", not "Makefile.pdf"."""
    has_other_suffix = path.suffix.lower() in known and path.name.casefold() not in _NAMED
    return not has_other_suffix and bool(_language_by_name(path))


def _language_by_name(path: Path) -> str:
    name = path.name.casefold()
    found = _NAMED.get(name, "")
    if not found and path.suffix.lower() not in LEXERS:
        found = _NAMED.get(name.partition(".")[0], "")
    return found


def _language(path: Path) -> str:
    return _language_by_name(path) or LEXERS[path.suffix.lower()]


def _lexer(language: str) -> Lexer:
    from pygments.lexers import get_lexer_by_name

    return get_lexer_by_name(language)


def _pieces(lexer: Lexer, text: str) -> list[_Piece]:
    found = []
    for start, type_, value in lexer.get_tokens_unprocessed(text):
        if bare := value.strip():
            start += value.index(bare)
            found.append(_Piece(start, start + len(bare), type_, bare))
    return found


class _Code:
    """A text and its tokens, with the places at which its lines start."""

    def __init__(self, text: str, pieces: Sequence[_Piece]) -> None:
        self.text = text
        self.pieces = pieces
        self.starts = list(accumulate((len(x) for x in text.splitlines(True)), initial=0))
        self._first = {self.line(piece.start): piece for piece in reversed(pieces)}
        self._last = {self.line(piece.end - 1): piece for piece in pieces}

    def line(self, place: int) -> int:
        """The number of the line that a place is in, from 0 on."""
        return bisect_right(self.starts, place) - 1

    def indent(self, line: int) -> int:
        """The blanks before a line's first token."""
        piece = self._first.get(line)
        return piece.start - self.starts[line] if piece else 0

    def above(self, line: int, bound: int) -> int:
        """The first of the lines of comments and decorators above ``line`` that belong to it, from
        the line ``bound`` on; itself where there is none."""
        from pygments.token import Comment

        top = line
        for at in range(line - 1, bound - 1, -1):
            if piece := self._first.get(at):
                is_comment = piece.type in Comment and _is_comment(piece)
                if not is_comment and not piece.text.startswith(_DECORATORS):
                    break
                top = at
        return top

    def is_written(self, line: int) -> bool:
        """Whether a line begins with code."""
        piece = self._first.get(line)
        return piece is not None and not _is_comment(piece)

    def has_comment_behind(self, line: int) -> bool:
        """Whether a line of code ends with a comment."""
        piece = self._last.get(line)
        return piece is not None and _is_comment(piece) and self.is_written(line)

    def comment_above(self, line: int) -> int:
        """The first line of the comment that ends directly above ``line``; itself without one."""
        top = line
        while (piece := self._last.get(top - 1)) and _is_comment(piece):
            begins = self.line(piece.start)
            if self._first[begins] is not piece:  # it stands behind code
                break
            top = begins
        return top

    def resumed(self, line: int, bound: int) -> int | None:
        """The first line, before ``bound``, that belongs no more to what ``line`` defines."""
        from pygments.token import Keyword, Name

        is_inside = False
        for at in range(line + 1, bound):
            piece = self._first.get(at)
            if piece is None or _is_comment(piece) or piece.text.casefold() in _CONTINUING:
                continue
            if self.indent(at) > self.indent(line):
                is_inside = True
            elif is_inside and (piece.type in Name or piece.type in Keyword):
                return at
        return None


def _headings(code: _Code, title: str, *, by_token: bool) -> Iterator[Heading]:
    """What is defined, by its whole name ("Writer.close"), with the comments and decorators above
    it; below it the rest goes on, as a part of what it stands in, or of the file (``title``)."""
    defined = {code.line(name.start): name for name in _defined(code, by_token=by_token)}
    inside: list[tuple[int, str]] = []
    bound = 0
    for line, after in pairwise([*defined, len(code.starts) - 1]):
        _leave(inside, code.indent(line))
        inside.append((code.indent(line), defined[line].text))
        yield Heading(code.starts[code.above(line, bound)], len(inside), _whole_name(inside))
        bound = line + 1
        if rest := code.resumed(line, after):
            _leave(inside, code.indent(rest))
            place = code.starts[code.above(rest, bound)]
            yield Heading(place, max(len(inside), 1), _whole_name(inside) or title)
            bound = rest + 1


def _leave(inside: list[tuple[int, str]], indent: int) -> None:
    """Take out what a line that is indented so far does not stand in."""
    while inside and inside[-1][0] >= indent:
        inside.pop()


def _whole_name(inside: Sequence[tuple[int, str]]) -> str:
    return ".".join(name for _, name in inside)


def _defined(code: _Code, *, by_token: bool) -> Iterator[_Piece]:
    """The names that definitions give."""
    from pygments.token import Keyword, Name

    for before, piece in pairwise((*code.pieces[:1], *code.pieces)):
        if piece.type not in Name or piece.text == "self" or piece.text.startswith("."):
            continue
        is_named = before.type in Keyword and before.text in _DEFINING
        is_told = by_token and piece.type in Name.Function
        if is_named or is_told or (before.text == ")" and _is_method_of_go(code, piece)):
            yield piece


def _is_method_of_go(code: _Code, name: _Piece) -> bool:
    """Whether it stands as in ``func (w *Writer) Close(``."""
    begins = code.text.startswith("func (", code.starts[code.line(name.start)])
    return begins and code.text.startswith("(", name.end)


def _blocks(code: _Code, told: Iterable[Block]) -> Iterator[Block]:
    """Comments and code, and the rows ``told``, of code together with the comment above it."""
    rows = deque(told)
    for block in _stretches(code):
        start = block.start
        while rows and rows[0].start < block.end:
            yield from _between(code, block, start, rows[0].start)
            start = rows[0].end
            if start > block.end:  # it goes on in the code below the comment
                break
            yield rows.popleft()
        yield from _between(code, block, start, block.end)


def _parted(blocks: Iterable[Block], headings: Sequence[Heading], text: str) -> Iterator[Block]:
    """``blocks``, of which code ends where the next definition begins."""
    starts = [heading.start for heading in headings]
    for block in blocks:
        first, last = bisect_right(starts, block.start), bisect_left(starts, block.end)
        if block.kind != "code" or first >= last:
            yield block
            continue
        for start, end in pairwise((block.start, *starts[first:last], block.end)):
            said = text[start:end]
            start += len(said) - len(said.lstrip())
            if said.strip():
                yield Block(start, start + len(said.strip()), "code")


def _between(code: _Code, block: Block, start: int, end: int) -> Iterator[Block]:
    """What of ``block`` stands from ``start`` to ``end``."""
    if text := code.text[start:end].strip():
        start += code.text[start:end].index(text)
        yield Block(start, start + len(text), block.kind)


def _constants(code: _Code) -> Iterator[Block]:
    """Constants of a line, a few below one another, with the sentence directly above, as rows: the
    number alone says nothing, and the comment without it does not tell how many. One that documents
    is of the first of them, and so is any where others have comments behind them. A longer comment
    is prose, and read as such."""
    lines = code.text.splitlines()
    is_constant = [code.is_written(n) and _is_constant(line) for n, line in enumerate(lines)]
    for n, is_one in enumerate(is_constant):
        if not is_one or (n and is_constant[n - 1]):
            continue
        top = code.comment_above(n)
        below = next((m for m in range(n, len(lines)) if not is_constant[m]), len(lines))
        is_of_one = lines[top].lstrip().startswith(_OF_ONE)
        if is_of_one or any(map(code.has_comment_behind, range(n + 1, below))):
            below = n + 1
        start, end = code.starts[top] + code.indent(top), code.starts[below - 1]
        end += len(lines[below - 1].rstrip())
        if top == n or below - n > _MOST_CONSTANTS or end - start > _LONGEST_CONSTANT:
            continue
        said = _said_in(lines[top:n])
        if len(sentence_spans(said)) == 1:
            named = " ".join(" ".join(lines[n:below]).split())
            yield Block(start, end, "row", (named,), (said,))


def _targets(code: _Code) -> Iterator[Block]:
    """Targets with their recipes and the sentence directly above, as rows."""
    lines = code.text.splitlines()
    for target in _defined(code, by_token=True):
        n = code.line(target.start)
        top = code.comment_above(n)
        below = range(n + 1, len(lines))
        end_line = next((m for m in below if not lines[m][:1].isspace()), len(lines))
        end = code.starts[end_line - 1] + len(lines[end_line - 1].rstrip())
        said = _said_in(lines[top:n])
        if (
            top < n
            and end - code.starts[top] <= _LONGEST_CONSTANT
            and len(sentence_spans(said)) == 1
        ):
            named = " ".join(" ".join(lines[n:end_line]).split())
            yield Block(code.starts[top] + code.indent(top), end, "row", (named,), (said,))


def _said_in(comment: Iterable[str]) -> str:
    return " ".join(" ".join(_MARKS.sub("", line) for line in comment).split())


def _is_constant(line: str) -> bool:
    """Whether it gives a name its value for good, and ends there: the name is in capitals, or a
    word such as "const" stands before it and the value is a literal."""
    found = _ASSIGNED.match(line)
    if found is None or line.rstrip().endswith(_GOES_ON):
        return False
    if found["define"]:
        return True
    before = found["name"].partition(":")[0].split()
    if before and _IN_CAPITALS.fullmatch(before[-1]):
        return True
    return not _SAYS_SO.isdisjoint(before) and _LITERAL.match(found["value"]) is not None


def _stretches(code: _Code) -> Iterator[Block]:
    """Comments and documentation that share no line with code, and the code between them."""
    written = {
        line
        for piece in code.pieces
        if not _is_comment(piece)
        for line in (code.line(piece.start), code.line(piece.end - 1))
    }
    begin = end = 0
    is_prose = False
    for piece in code.pieces:
        alone = _is_comment(piece) and written.isdisjoint(
            (code.line(piece.start), code.line(piece.end - 1))
        )
        if alone != is_prose or not end:
            if end:
                yield Block(begin, end, "comment" if is_prose else "code")
            begin, is_prose = piece.start, alone
        end = piece.end
    if end:
        yield Block(begin, end, "comment" if is_prose else "code")


def _is_comment(piece: _Piece) -> bool:
    """Whether it is a comment, or a text that documents; not an order to a machine."""
    from pygments.token import Comment, String

    is_order = piece.type in Comment.Preproc or piece.type in Comment.Hashbang
    return (piece.type in Comment and not is_order) or piece.type in String.Doc
