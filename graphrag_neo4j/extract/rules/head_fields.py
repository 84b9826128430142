"""Lines of fields right below a heading, which are about what it names: "Owner: Priya Raman" below
"# Project Lantern"."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import replace

from graphrag_neo4j.extract.lexicon import bag
from graphrag_neo4j.extract.rules.entries import bold_subject
from graphrag_neo4j.extract.rules.joined import LIST_MARK
from graphrag_neo4j.extract.rules.kin import is_of_person
from graphrag_neo4j.extract.rules.row_cells import About, Field
from graphrag_neo4j.extract.rules.row_fields import (
    about_title,
    fields_told,
    is_name,
    is_of_documents,
)
from graphrag_neo4j.extract.rules.tokens import tokenise
from graphrag_neo4j.model import Document

_GOES_ON = bag("It This That The")
_LONGEST = 600  # characters of a line that is read for fields
_LONGEST_HEADING = 400
_LINE_OF_FIELD = re.compile(r"[^\S\n]*(?:[-*+] )?(?:\*\*|__)?[^\W_][^:\n]{0,59}:[^\n]*")


class HeadFields:
    """The headings of a document, and which lines stand right below each."""

    def __init__(self, document: Document) -> None:
        self._text = document.text
        self._headings = sorted(document.headings, key=lambda heading: heading.start)
        self._starts = [heading.start for heading in self._headings]

    def read(self, start: int, reading: str) -> tuple[tuple[Field, ...], About | None]:
        """The fields that are ``reading``, which begins at ``start`` of the document, and what they
        are about; none of what is no field, or stands elsewhere. Half of their labels are such as
        stand there, or below the name of a person."""
        if len(reading) > _LONGEST or ": " not in reading:
            return (), None
        about = self._above(start)
        if about is None:
            return (), None
        fields = tuple(map(_without_stop, fields_told(reading)))
        if any(map(_is_said, fields)):
            return (), None
        of_person = is_name(about.name)
        known = sum(
            is_of_documents(field.label) or (of_person and is_of_person(field.label))
            for field in fields
        )
        return (fields, about) if known and 2 * known >= len(fields) else ((), None)

    def _above(self, start: int) -> About | None:
        """What the heading names that stands above, if only lines of fields part it from here."""
        number = bisect_left(self._starts, start) - 1
        if number < 0 or start - self._starts[number] > _LONGEST + _LONGEST_HEADING:
            return None
        lines = self._text[self._starts[number] : start].split("\n")[1:-1]
        if not all(_LINE_OF_FIELD.fullmatch(line) for line in lines if line.strip()):
            return None
        line = self._text.rfind("\n", 0, start) + 1
        if any(map(str.isalnum, LIST_MARK.sub("", self._text[line:start], count=1))):
            return self._told_before(number, start)
        return about_title(self._headings[number].title)

    def _told_before(self, number: int, start: int) -> About | None:
        """What the paragraph is about that a field ends: what it sets in bold and tells of, or the
        heading that it repeats or says more of ("It …")."""
        heading = self._headings[number]
        below = self._text.find("\n", heading.start) + 1
        blank = self._text.rfind("\n\n", heading.start, start) + 2
        paragraph = self._text[max(blank, below) : start].lstrip()
        if name := bold_subject(paragraph):
            return About(name, is_entity=is_name(name) or name.islower())
        goes_on = paragraph.partition(" ")[0] in _GOES_ON
        is_told = paragraph.startswith(heading.title) or goes_on
        return about_title(heading.title) if is_told and is_name(heading.title) else None


def _without_stop(field: Field) -> Field:
    """ "Noor Basting" of "Owner: Noor Basting."; "Corvane Ltd." keeps its point."""
    tokens = tokenise(field.value)
    is_ended = len(tokens) > 1 and tokens[-1].text == "." and not _is_said(field)
    return replace(field, value=field.value[:-1]) if is_ended else field


def _is_said(field: Field) -> bool:
    """Whether a value is a sentence: "Priya leads." """
    words = field.value.split()
    return field.value.endswith(".") and len(words) > 1 and words[-1][0].islower()
