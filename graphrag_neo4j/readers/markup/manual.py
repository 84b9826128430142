"""Manual pages as ``man`` shows them, in its macros or those of mdoc: headings, text, options.

What only lays out a page (fonts, registers, conditions, equations) is left out; a macro that is not
known says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import Blocks, read_text_file, title_from_name, words
from graphrag_neo4j.readers.markup.roff_text import arguments, in_line, plain

_TITLE = re.compile(rb"^[.'][ \t]*(?:TH|Dd)[ \t]+\S", re.MULTILINE)
_CONTINUED = re.compile(r"(?<!\\)\\\n")
_COMMENT = re.compile(r"\\[\"#].*")
_HEADINGS = {"SH": 1, "Sh": 1, "SS": 2, "Ss": 2}
_CODE_BEGINS, _CODE_ENDS = words("nf EX Vb Bd"), words("fi EE Ve Ed")
_SKIPPED = {"de": "..", "am": "..", "ig": "..", "EQ": ".EN"}  # and where each ends
_PARTS = words("PP P LP HP Pp RS RE br sp Bl El")
_FONTS = words("B I R SM SB")
_IN_TURN = words("BR BI IR IB RB RI")
_LITERAL = words("-literal -unfilled")
_BULLET = re.compile(r"[•*·o-]|\(?\d{1,3}[.)]?")


def is_manual(head: bytes) -> bool:
    """Whether a file that begins with ``head`` is a manual page in roff."""
    return head[:1] in (b".", b"'") and _TITLE.search(head) is not None


def read_manual(path: Path, uri: str) -> Document:
    """A manual page. Title: what it is the manual of."""
    page = _Page(title_from_name(path))
    page.read(_lines(read_text_file(path)))
    return page.blocks.document(uri, page.title, {"section": page.section} if page.section else {})


def _lines(text: str) -> Iterator[str]:
    """The lines that are shown: no comments, no definitions, what is conditional left out."""
    end, depth = "", 0
    for line in _CONTINUED.sub("", text).split("\n"):
        line = _COMMENT.sub("", line)
        name = re.match(r"[.'][ \t]*(\w*)", line)
        if end:
            end = "" if line.startswith(end) else end
        elif depth or (name and name[1] in ("if", "ie", "el", "while")):
            depth = max(depth + line.count("\\{") - line.count("\\}"), 0)
        elif name and name[1] in _SKIPPED:
            end = _SKIPPED[name[1]]
        else:
            yield line


class _Page:
    def __init__(self, title: str) -> None:
        self.blocks = Blocks()
        self.title, self.section = title, ""
        self._name = ""  # that mdoc's Nm stands for
        self._words: list[str] = []
        self._heading = 0  # the level of the one that the next line is
        self._is_term = self._is_item = self._is_code = self._is_table = False
        self._link = ""

    def read(self, lines: Iterator[str]) -> None:
        for line in lines:
            if self._is_table and not line.startswith(".TE"):
                self._row(line)
            elif line[:1] in (".", "'"):
                self._macro(*(arguments(line[1:].strip()) or [""]))
            elif not line.strip() and not self._is_code:
                self._end()
            else:
                self._add(plain(line))
        self._end()

    def _add(self, text: str) -> None:
        if not text.strip() and not self._is_code:
            return
        self._words.append(text)
        if self._heading or self._is_term:
            self._end()

    def _end(self) -> None:
        """Ends what is open: a heading, a term, a paragraph, code."""
        text = ("\n" if self._is_code else " ").join(self._words)
        kind = "code" if self._is_code else "term" if self._is_term else ""
        if self._is_item and text.strip():
            text, kind = f"- {text.strip()}", "item"
        if text.strip():
            self.blocks.add(text, level=self._heading, kind=kind)
            self._heading, self._is_term, self._is_item = 0, False, False
        self._words = []

    def _row(self, line: str) -> None:
        """A row of a table; its layout, which ends in a stop or semicolon, has no tabs."""
        cells = [plain(cell).strip() for cell in line.split("\t") if cell not in ("T{", "T}", "_")]
        if "\t" in line and any(cells):
            self.blocks.add("- " + ", ".join(filter(None, cells)), kind="item")

    def _macro(self, name: str, *args: str) -> None:
        if name in ("TH", "Dt") and args:
            self.title = plain(args[0].lower() if args[0].isupper() else args[0])
            self.section = args[1] if len(args) > 1 else ""
        elif name in _HEADINGS:
            self._end()
            self._heading = _HEADINGS[name]
            self._add(plain(" ".join(args)))
        elif name in ("TP", "TQ", "IP", "It"):
            self._begin_entry(name, args)
        elif name in _CODE_BEGINS or name in _CODE_ENDS:
            self._end()
            is_shown = name != "Bd" or not _LITERAL.isdisjoint(args)
            self._is_code = name in _CODE_BEGINS and is_shown
        elif name in _PARTS:
            self._end()
        elif name in ("TS", "TE"):
            self._end()
            self._is_table = name == "TS"
        elif name in ("UR", "MT"):
            self._link = plain(args[0]) if args else ""
        elif name in ("UE", "ME"):
            self._add(f"({self._link})" + plain("".join(args)))
        else:
            self._add(self._inline(name, args))

    def _begin_entry(self, name: str, args: Sequence[str]) -> None:
        self._end()
        term = plain(in_line(["No", *args], self._name) if name == "It" else (args[:1] or [""])[0])
        self._is_item = name in ("IP", "It") and _BULLET.fullmatch(term or "-") is not None
        self._is_term = not self._is_item
        if name in ("IP", "It") and self._is_term:
            self._add(term)

    def _inline(self, name: str, args: Sequence[str]) -> str:
        if name in _FONTS or name in _IN_TURN:
            return plain(("" if name in _IN_TURN else " ").join(args))
        if name == "Nm" and args and not self._name:
            self._name = args[0]
        return plain(in_line([name, *args], self._name))
