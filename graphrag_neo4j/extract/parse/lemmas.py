"""Base forms of English verbs where the parser takes another verb for it: "hat" of "hated"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphrag_neo4j.extract.lexicon import bag, doubles, regular_bases

if TYPE_CHECKING:
    from spacy.tokens import Doc

_INFLECTED = ("VBD", "VBN", "VBG", "VBZ")
_ENDINGS = ("ed", "ing", "es")
_UNDOUBLED = bag("bus")


def repair_lemmas(parse: Doc) -> None:
    """Set the lemmas of verbs that end in -ed, -ing or -es to the verb that has such a form."""
    for token in parse:
        if token.tag_ in _INFLECTED and token.lower_.endswith(_ENDINGS):
            token.lemma_ = base_form(token.lower_, token.lemma_)


def base_form(form: str, lemma: str) -> str:
    """The verb of a ``form`` in -ed, -ing or -es, in lower case: a listed one, or ``lemma`` with
    the "e" that it lost: "tap" would make "tapped", so "taped" is of "tape"."""
    if base := regular_bases().get(form):
        return base
    has_lost_e = form in (lemma + ending for ending in _ENDINGS) and doubles(lemma)
    return lemma + "e" if has_lost_e and lemma not in _UNDOUBLED else lemma
