"""The XML of Word files: what is to be read in it, as the text stands after all tracked changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from graphrag_neo4j.readers.content import clean_text, words
from graphrag_neo4j.readers.office.equations import MATH, equation
from graphrag_neo4j.readers.office.symbols import TICKED, UNTICKED, symbol
from graphrag_neo4j.readers.superscripts import note_mark, superscript, with_superscripts

if TYPE_CHECKING:
    from lxml.etree import _Element

WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
WORD_2010 = "{http://schemas.microsoft.com/office/word/2010/wordml}"
COMPATIBILITY = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
UNREAD = frozenset(
    {f"{WORD}{name}" for name in words("del moveFrom pPr rPr rt sectPr tblPr tcPr trPr")}
    | {f"{COMPATIBILITY}Fallback"}
)
"""Formats, what is struck out or moved away, how a word is pronounced, a text box once more."""
_MARKS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}


def paragraphs_of(element: _Element) -> str:
    said = (words_of(paragraph).strip() for paragraph in element.iter(f"{WORD}p"))
    return " ".join(filter(None, said))


def join_paragraphs(body: _Element) -> None:
    """Put the words of each paragraph whose end is struck out before those of the next one."""
    for paragraph in list(body.iter(f"{WORD}p")):
        marks = paragraph.find(f"{WORD}pPr/{WORD}rPr")
        if marks is None or all(marks.find(WORD + name) is None for name in ("del", "moveFrom")):
            continue
        following = next(paragraph.itersiblings(), None)
        if following is None or following.tag != f"{WORD}p":
            continue
        at = 0 if following.find(f"{WORD}pPr") is None else 1
        following[at:at] = [child for child in paragraph if child.tag != f"{WORD}pPr"]
        paragraph.getparent().remove(paragraph)


def words_of(paragraph: _Element) -> str:
    return clean_text(with_superscripts("".join(_texts(paragraph)), of_runs=True))


def _texts(element: _Element) -> Iterator[str]:
    """The text of a paragraph as it stands now, without its boxes."""
    for child in element:
        name = child.tag.removeprefix(WORD) if isinstance(child.tag, str) else ""
        if name == "t":
            yield child.text or ""
        elif name in _MARKS:
            yield _MARKS[name]
        elif name == "sym":
            yield symbol(child.get(f"{WORD}font") or "", child.get(f"{WORD}char") or "")
        elif child.tag == f"{MATH}oMath":
            yield equation(child)
        elif child.tag == f"{MATH}oMathPara":
            yield " ".join(map(equation, child.iterfind(f"{MATH}oMath")))
        elif name == "checkBox":
            yield _tick(child, WORD)
        elif name == "sdt":
            said = "".join(_texts(child))
            box = child.find(f"{WORD}sdtPr/{WORD_2010}checkbox")
            yield said if said.strip() or box is None else _tick(box, WORD_2010)
        elif name == "r" and _is_raised(child):
            yield superscript("".join(_texts(child)))
        elif name == "hyperlink" and all(map(_is_raised, child.iter(f"{WORD}r"))):
            runs = (run for run in child if run.tag not in UNREAD)
            yield note_mark("".join(text for run in runs for text in _texts(run)))
        elif name != "txbxContent" and child.tag not in UNREAD:
            yield from _texts(child)


def _tick(box: _Element, space: str) -> str:
    """The sign of a box to tick, whose parts are of the namespace ``space``."""
    state = box.find(f"{space}checked")
    if state is None:
        state = box.find(f"{space}default")
    is_ticked = state is not None and state.get(f"{space}val") not in ("0", "false", "off")
    return TICKED if is_ticked else UNTICKED


def _is_raised(run: _Element) -> bool:
    align = run.find(f"{WORD}rPr/{WORD}vertAlign")
    return align is not None and align.get(f"{WORD}val") == "superscript"


def within(element: _Element, name: str) -> Iterator[_Element]:
    """The rows of a table or cells of a row, also those that something wraps."""
    for child in element:
        if child.tag == f"{WORD}{name}":
            yield child
        elif child.tag not in UNREAD and child.tag != f"{WORD}tbl":
            yield from within(child, name)
