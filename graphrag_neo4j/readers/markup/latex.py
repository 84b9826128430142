"""LaTeX: what it prints, with its sections as headings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import Blocks, read_text_file, title_from_name, words
from graphrag_neo4j.readers.markup import latex_notes
from graphrag_neo4j.readers.markup.latex_commands import (
    with_acronyms,
    with_own_commands,
    without_iffalse,
)
from graphrag_neo4j.readers.markup.latex_tables import TABLE_ARGUMENTS, latex_rows
from graphrag_neo4j.readers.markup.latex_units import (
    QUANTITIES,
    UNITS,
    formula,
    quantity,
    with_powers_behind,
)
from graphrag_neo4j.readers.prose import read_plain
from graphrag_neo4j.readers.superscripts import superscript, with_superscripts
from graphrag_neo4j.readers.tables import Cell

if TYPE_CHECKING:
    from pylatexenc.latex2text import LatexNodes2Text
    from pylatexenc.latexwalker import LatexNode, LatexWalker

_LEVELS: Mapping[str, int] = {
    "part": 1,
    "chapter": 1,
    "section": 2,
    "subsection": 3,
    "subsubsection": 4,
    "paragraph": 5,
}
_HEAD = ("title", "author", "date")
_UNPRINTED = words(
    "bibliography bibliographystyle includegraphics input label maketitle missingfigure today todo"
)
_AUTHOR, _AFFILIATION = "IEEEauthorblockN", "IEEEauthorblockA"
_PRINTED = {"and": ", ", "LaTeX": "LaTeX", "TeX": "TeX"}
_CITING = words(
    """
    autocite cite citealp citealt citeauthor citep citet citeyear Citep Citet eqref footcite
    parencite ref textcite cref Cref autoref nameref
    """
)
_REFERRING = words("ref cref Cref autoref nameref")
_SECTION_LABEL = re.compile(
    r"\\(?:chapter|(?:sub){0,2}section)\*?(?:\[[^\[\]]{0,200}\])?\{(?P<title>[^{}\\$]{1,200})\}"
    r"\s*\\label\{(?P<label>[^{}]{1,100})\}"
)
_SIGNS: Mapping[str, str] = {
    "S": "§",
    "P": "¶",
    "pounds": "£",
    "euro": "€",
    "EUR": "€",
    "copyright": "©",
    "degree": "°",
    "checkmark": "✓",
}
_LAST_WORDS = words(
    "colorbox href keywords mbox multicolumn multirow textcolor textmd textsf texttt textup"
)  # of which the last argument is printed
_MEANT = frozenset(
    {*_LEVELS, *_HEAD, *_UNPRINTED, *_CITING, *words("begin caption end footnote item")}
)
"""What a class file may define anew without another meaning."""
_ENVIRONMENT = re.compile(r"\A\\begin\{\w+\*?\}|\\end\{\w+\*?\}\Z")
_BLANK_LINES = re.compile(r"\n[^\S\n]*(?:\n[^\S\n]*)+")
_ITEM = re.compile(r"\s*(?:\*|\d+\.)\s")
_FRAMES = frozenset({"table", "table*", "sidewaystable", "center", "adjustbox"})
_TABLES = frozenset({"tabular", "tabular*", "tabularx", "tabulary", "longtable"})
_BIBLIOGRAPHY = "thebibliography"
_Piece = tuple[str, int, str] | list[list[Cell]]
_CODE = frozenset(
    {
        "verbatim", "lstlisting", "minted", "alltt", "equation", "equation*", "align", "align*",
        "gather", "gather*", "multline", "multline*", "eqnarray", "eqnarray*",
    }
)  # fmt: skip
"""What stays as it is: code, and formulas on lines of their own."""


def read_latex(path: Path, uri: str) -> Document:
    """The text of a LaTeX file without its commands and comments; long formulas stay as they are.

    Title: ``\\title``, else that of its only chapter, else the file's name. A file that cannot be
    understood is read as text.
    """
    from pylatexenc.latexwalker import LatexWalkerError

    source = with_own_commands(without_iffalse(read_text_file(path)), _MEANT)
    source = with_acronyms(source)
    source = with_powers_behind(source)
    printer = _printer(_section_labels(source))
    try:
        nodes, _, _ = _walker(source).get_latex_nodes()
        title, *rest = (_argument(printer, _first(nodes, name)) for name in _HEAD)
        blocks = Blocks()
        for line in rest:
            blocks.add(line)
        for piece in _pieces(printer, _body(nodes)):
            if isinstance(piece, list):
                blocks.add_table(piece)
            else:
                text, level, kind = piece
                blocks.add(text, level=level, kind=kind)
    except (LatexWalkerError, RecursionError, IndexError, ValueError):
        return read_plain(path, uri)
    if not blocks.text:
        return read_plain(path, uri)
    title = title or _only_chapter(printer, _body(nodes)) or title_from_name(path)
    return blocks.document(uri, title)


def _only_chapter(printer: LatexNodes2Text, nodes: Sequence[LatexNode]) -> str:
    """The title of a file that is one chapter of a book."""
    chapters = [node for node in nodes if getattr(node, "macroname", "") == "chapter"]
    return _argument(printer, chapters[0]) if len(chapters) == 1 else ""


def _walker(source: str) -> LatexWalker:
    """Parses LaTeX; it is told the arguments of commands that the library does not know."""
    from pylatexenc.latexwalker import LatexWalker, get_default_latex_context_db
    from pylatexenc.macrospec import MacroSpec, VerbatimArgsParser, std_environment, std_macro

    context = get_default_latex_context_db()
    macros = [std_macro("href", "{{"), std_macro("bibliographystyle", "{")]
    macros += [std_macro(name, "{{{") for name in ("multicolumn", "multirow")]
    macros += [std_macro("thanks", "{"), *(std_macro(name, "*[[{") for name in _CITING)]
    macros += [std_macro(name, "[{") for name in ("todo", "missingfigure")]
    macros += [std_macro("bibitem", "[{"), std_macro("textsuperscript", "{")]
    macros += [std_macro(name, "{") for name in (_AUTHOR, _AFFILIATION)]
    macros += [std_macro(name, given) for name, given in TABLE_ARGUMENTS.items()]
    macros += [std_macro(name, given) for name, given in QUANTITIES.items()]
    macros += [std_macro(name, "") for name in (*_SIGNS, *UNITS)]
    macros.append(MacroSpec("lstinline", args_parser=VerbatimArgsParser("verb-macro")))
    environments = [std_environment(_BIBLIOGRAPHY, "{")]
    context.add_context_category("graphrag", prepend=True, macros=macros, environments=environments)
    return LatexWalker(source, latex_context=context, tolerant_parsing=True)


def _section_labels(source: str) -> dict[str, str]:
    """The titles of sections by the labels right behind them."""
    return {found["label"]: found["title"] for found in _SECTION_LABEL.finditer(source)}


def _printer(sections: Mapping[str, str]) -> LatexNodes2Text:
    """Prints LaTeX as text: a citation by its key, a reference to one of ``sections`` by its title,
    pictures and the day of today not at all."""
    from pylatexenc.latex2text import (
        LatexNodes2Text,
        MacroTextSpec,
        get_default_latex_context_db,
    )

    def referred(node: LatexNode, l2tobj: LatexNodes2Text) -> str:
        label = _argument(l2tobj, node)
        return f"[{sections.get(label, label)}]"

    context = get_default_latex_context_db()
    macros = [MacroTextSpec(name, discard=True) for name in _UNPRINTED]
    macros += [MacroTextSpec(name, _cited) for name in _CITING]
    macros += [MacroTextSpec(name, referred) for name in _REFERRING]
    macros.append(MacroTextSpec("thanks", _in_brackets))
    macros.append(MacroTextSpec("textsuperscript", _raised))
    macros.append(MacroTextSpec("footnote", _note))
    macros.append(MacroTextSpec("bibitem", _entry_key))
    macros.append(MacroTextSpec(_AUTHOR, _last_words))
    macros.append(MacroTextSpec(_AFFILIATION, _affiliation))
    macros += [MacroTextSpec(name, _as_typed) for name in ("verb", "lstinline")]
    printed = {**_PRINTED, **_SIGNS, **UNITS}
    macros += [MacroTextSpec(name, words) for name, words in printed.items()]
    macros += [MacroTextSpec(name, quantity) for name in QUANTITIES]
    macros += [MacroTextSpec(name, _last_words) for name in _LAST_WORDS]
    context.add_context_category("graphrag", prepend=True, macros=macros)

    class Printer(LatexNodes2Text):  # type: ignore[misc]
        """Leaves formulas as they are, but for quantities and short ones."""

        def math_node_to_text(self, node: LatexNode) -> str:
            return formula(self, node)

    return Printer(context)


def _cited(node: LatexNode, l2tobj: LatexNodes2Text) -> str:
    return f"[{_argument(l2tobj, node)}]"


def _entry_key(node: LatexNode, l2tobj: LatexNodes2Text) -> str:
    """Begins a paragraph, an entry of the literature, as the text cites it."""
    return f"\n\n{_cited(node, l2tobj)} "


def _raised(node: LatexNode, l2tobj: LatexNodes2Text) -> str:
    return superscript(_argument(l2tobj, node))


def _note(node: LatexNode, l2tobj: LatexNodes2Text) -> str:
    return latex_notes.note(_argument(l2tobj, node))


def _in_brackets(node: LatexNode, l2tobj: LatexNodes2Text) -> str:
    return f" ({_argument(l2tobj, node)})"


def _affiliation(node: LatexNode, l2tobj: LatexNodes2Text) -> str:
    """Behind its author's name, its lines parted by commas."""
    lines = l2tobj.nodelist_to_text(node.nodeargd.argnlist).split("\n")
    return f" ({', '.join(filter(None, map(str.strip, lines)))})"


def _last_words(node: LatexNode, l2tobj: LatexNodes2Text) -> str:
    return _argument(l2tobj, node)


def _as_typed(node: LatexNode) -> str:
    return str(getattr(node.nodeargd, "verbatim_text", ""))


def _body(nodes: Sequence[LatexNode]) -> Sequence[LatexNode]:
    """What stands in the environment "document"; of a part of a text, all."""
    for node in nodes:
        if getattr(node, "environmentname", "") == "document":
            return list(node.nodelist)
    return nodes


def _pieces(printer: LatexNodes2Text, nodes: Sequence[LatexNode]) -> Iterator[_Piece]:
    """Paragraphs, headings with their levels, code, and the rows of tables, in order."""
    run: list[LatexNode] = []
    for node in _unframed(nodes):
        level = _LEVELS.get(getattr(node, "macroname", ""), 0)
        environment = getattr(node, "environmentname", "")
        is_code = environment in _CODE
        is_bibliography, is_abstract = environment == _BIBLIOGRAPHY, environment == "abstract"
        is_part = is_code or is_bibliography or is_abstract or environment in _TABLES
        if not (level or is_part):
            run.append(node)
            continue
        yield from _paragraphs(printer, run)
        run = []
        if is_abstract:
            yield "Abstract", _LEVELS["section"], ""
            yield from _pieces(printer, node.nodelist)
        elif is_bibliography:
            yield "References", _LEVELS["section"], ""
            for entry, *_ in _paragraphs(printer, node.nodelist):
                yield " ".join(entry.split()), 0, ""
        elif environment in _TABLES:
            yield latex_rows(printer, node.nodelist)
        elif is_code:
            yield _ENVIRONMENT.sub("", formula(printer, node)), 0, "code"
        else:
            yield _argument(printer, node), level, ""
    yield from _paragraphs(printer, run)


def _unframed(nodes: Iterable[LatexNode]) -> Iterator[LatexNode]:
    """The nodes, those within what only puts a table at its place among them."""
    for node in nodes:
        if getattr(node, "environmentname", "") in _FRAMES:
            yield from _unframed(node.nodelist)
        else:
            yield node


def _paragraphs(printer: LatexNodes2Text, nodes: list[LatexNode]) -> Iterator[tuple[str, int, str]]:
    """The paragraphs, each with its notes behind it."""
    text = with_superscripts(printer.nodelist_to_text(nodes).replace("\u00a0", " "))
    for paragraph in _BLANK_LINES.split(text):
        kind = "item" if _ITEM.match(paragraph) else ""
        said, notes = latex_notes.parted(paragraph)
        yield "\n".join(line.strip() for line in said.strip().split("\n")), 0, kind
        for note in notes:
            yield note, 0, ""


def _first(nodes: Sequence[LatexNode], macro: str) -> LatexNode | None:
    both = [*nodes, *_body(nodes)]
    return next((node for node in both if getattr(node, "macroname", "") == macro), None)


def _argument(printer: LatexNodes2Text, node: LatexNode | None) -> str:
    """The words of the last argument of a command, notes in it in brackets."""
    arguments = node.nodeargd.argnlist if node is not None and node.nodeargd else []
    given = [argument for argument in arguments if argument is not None]
    said = with_superscripts(printer.nodelist_to_text(given[-1:]))
    return latex_notes.in_brackets(" ".join(said.split()).replace(" , ", ", "))
