"""Source code: what it defines are its headings, its comments are prose, all other text is code."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.model import Block, Document, Heading
from graphrag_neo4j.readers.content import read_text_file, title_from_name, words

if TYPE_CHECKING:
    from pygments.lexer import Lexer
    from pygments.token import _TokenType

_LANGUAGES = """
bash .bash .sh .zsh; c .c; clojure .clj; cpp .cc .cpp .cxx .h .hpp; csharp .cs; dart .dart;
elixir .ex .exs; erlang .erl; fortran .f90; fsharp .fs; go .go; groovy .groovy; haskell .hs;
ini .cfg .ini; java .java; javascript .cjs .js .mjs; jsx .jsx; julia .jl; kotlin .kt .kts;
lua .lua; ocaml .ml; perl .pl .pm; php .php; powershell .ps1; python .py .pyi; r .r; ruby .rb;
rust .rs; scala .scala; sql .sql; swift .swift; tcl .tcl; toml .toml; tsx .tsx; typescript .ts;
vb.net .vb; yaml .yaml .yml; zig .zig
"""
LEXERS = {
    suffix: name for name, *suffixes in map(str.split, _LANGUAGES.split(";")) for suffix in suffixes
}
"""Pygments' lexer by suffix; its own choice by name takes Perl for Prolog."""
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
_DECORATORS = ("@", "#[")


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
        code = _Code(text, _pieces(_lexer(path), text))
        headings = tuple(_headings(code, title, by_token=path.suffix.lower() in _LIKE_C))
        blocks = tuple(_blocks(code))
    return Document(uri, text, title, headings, has_lines=True, blocks=blocks)


def _lexer(path: Path) -> Lexer:
    from pygments.lexers import get_lexer_by_name

    return get_lexer_by_name(LEXERS[path.suffix.lower()])


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

    for before, piece in pairwise(code.pieces):
        if piece.type not in Name or piece.text == "self":
            continue
        is_named = before.type in Keyword and before.text in _DEFINING
        is_told = by_token and piece.type in Name.Function
        if is_named or is_told or (before.text == ")" and _is_method_of_go(code, piece)):
            yield piece


def _is_method_of_go(code: _Code, name: _Piece) -> bool:
    """Whether it stands as in ``func (w *Writer) Close(``."""
    begins = code.text.startswith("func (", code.starts[code.line(name.start)])
    return begins and code.text.startswith("(", name.end)


def _blocks(code: _Code) -> Iterator[Block]:
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
