"""Clauses that a question asks for by their number: "section 7.3", "§ 10 (1)", "art. 12".

A number stands before what it numbers, in the line or in a heading above it, and says nothing to
vectors. Which text is meant, the question's other words tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.retrieve.question.terms import asked_stems, stems
from graphrag_neo4j.retrieve.ranking.chunks import rare_shares

CLAUSE = 1.0
"""What the clause itself counts."""
BELOW = 0.5
"""What each statement below a heading with its number counts."""
BESIDE = 0.25
"""The same, where only a paragraph of it is asked for, and it is another one."""
NEARLY_BEST = 0.9
"""Texts that have so much of the question's other words, beside the one that has most, may be
meant."""
_KINDS = {
    "section": "section sections sec sect § §§ abschnitt paragraf sección sezione paragraaf",
    "article": "article articles art artikel artículo articulo articolo artigo",
    "clause": "clause clauses cl ziffer cláusula clausula clausola",
    "paragraph": "paragraph paragraphs para absatz abs alinéa apartado",
    "chapter": "chapter chapters chap ch kapitel chapitre capítulo capitulo capitolo hoofdstuk",
    "item": "item items point points punkt nr tagesordnungspunkt",
    "step": "step steps schritt étape etape paso",
    "exercise": "exercise exercises problem question aufgabe übung exercice ejercicio answer",
    "annex": "annex appendix schedule exhibit anhang anlage annexe anexo",
    "part": "part teil partie parte",
    "rule": "rule rules regel règle regla",
    "by-law": "by-law by-laws bylaw bylaws",
    "regulation": "regulation regulations reg regs",
    "condition": "condition conditions",
    "reference": "reference references ref",
}
_KIND_OF = {word: kind for kind, words in _KINDS.items() for word in words.split()}
_WORDS = "|".join(sorted(map(re.escape, _KIND_OF), key=len, reverse=True))
_ONLY_HEADINGS = frozenset({"chapter", "part", "annex"})
ALIKE = frozenset(
    {"section", "clause", "paragraph", "article", "rule", "by-law", "regulation", "condition"}
)
"""One writes "section 7.3" for what another calls clause 7.3."""
_NUMBER = r"(?:[A-Z]?\d{1,3}(?:\.\d{1,3}){0,3}[a-z]?|(?-i:(?!I\b)[IVX]{1,5}|[A-HJ-Z]))"
_ASKED = re.compile(
    rf"(?<!\w)(?P<kind>{_WORDS})(?:(?<=§)\s*|\.\s*|\s+)\[?(?P<number>{_NUMBER})\]?(?![\w-]|[.,]\d)"
    r"(?P<parts>(?:\s*\(\w{1,3}\))*)",
    re.IGNORECASE,
)
_PART = re.compile(r"\((\w{1,3})\)")
_BEGINS = re.compile(
    rf"\W{{0,4}}(?:(?P<kind>{_WORDS})\.?\s*)?[\[(]?(?P<number>{_NUMBER})"
    r"(?![\w%°€$£/-]|[.,:]\d)(?P<mark>[.):\]]|(?=\s|\Z))",
    re.IGNORECASE,
)
_NAME_BREAK = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Clause:
    """What is asked for: its kind, its number, and the paragraph of it ("1" of "§ 10 (1)") or
    nothing."""

    kind: str
    number: str
    part: str

    def weight(self, text: str, headings: Sequence[str]) -> float:
        """How far a statement below these headings is the clause, 0 to 1."""
        if any(self._begins(heading, is_heading=True) for heading in headings):
            if not self.part:
                return BELOW
            return CLAUSE if text.lstrip().casefold().startswith(f"({self.part})") else BESIDE
        is_it = self.kind not in _ONLY_HEADINGS and self._begins(text, is_heading=False)
        return CLAUSE if is_it else 0.0

    def _begins(self, text: str, *, is_heading: bool) -> bool:
        match = _BEGINS.match(text)
        if match is None or match["number"].casefold() != self.number:
            return False
        if match["kind"] is None:  # "12 crates", "A boat", but "12. Crates", "7.3 Pets", "F2 Pets"
            is_code = any(map(str.isdigit, self.number)) and not self.number.isdigit()
            return is_heading or is_code or bool(match["mark"])
        kind = _KIND_OF[match["kind"].casefold()]
        return kind == self.kind or ALIKE.issuperset((kind, self.kind))


def asked_clauses(question: str) -> list[Clause]:
    """The clauses that a question names by kind and number."""
    return [
        Clause(
            _KIND_OF[match["kind"].casefold()],
            match["number"].casefold(),
            next(iter(_PART.findall(match["parts"].casefold())), ""),
        )
        for match in _ASKED.finditer(question)
    ]


def clauses(question: str, said: Sequence[Row]) -> dict[str, float]:
    """What statements of ``said``, rows of ``retrieve/statements``, count, 0 to 1 by id, that are
    the clause that the question names, of those texts that have most of its other words; each text
    has a section 3."""
    asked = asked_clauses(question)
    if not asked:
        return {}
    others = asked_stems(_ASKED.sub(" ", question))
    words: dict[str, set[str]] = {}
    for chunk in said:
        words.setdefault(text_of(chunk), set()).update(_words(chunk))
    shares = dict(zip(words, rare_shares([others & one for one in words.values()]), strict=True))
    enough = NEARLY_BEST * max(shares.values(), default=0.0)
    found = {
        row["id"]: max(clause.weight(row["text"], headings) for clause in asked)
        for chunk in said
        if shares[text_of(chunk)] >= enough
        for row, headings in _with_headings(chunk)
    }
    return {id_: weight for id_, weight in found.items() if weight}


def text_of(chunk: Row) -> str:
    """The name of the whole text, of which its records and parts are sources of their own."""
    return str(chunk["source"]["uri"]).partition("#")[0]


def _words(chunk: Row) -> frozenset[str]:
    file_name = _NAME_BREAK.sub(" ", text_of(chunk).rpartition("/")[2])
    texts = [row["words"] for row in chunk["statements"]]
    title = chunk["source"].get("title") or ""
    return stems(" ".join([title, file_name, chunk["section"] or "", *texts]))


def _with_headings(chunk: Row) -> Iterator[tuple[Row, list[str]]]:
    """Each statement with the headings above it."""
    for row in chunk["statements"]:
        yield row, headings_above(chunk, row)


def headings_above(chunk: Row, row: Row) -> list[str]:
    """The headings above a statement of a chunk."""
    paths = filter(None, (chunk["section"], row["topic"]))
    return [heading for path in paths for heading in path.split(" > ")]
