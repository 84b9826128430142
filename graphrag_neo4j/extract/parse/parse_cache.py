"""Parses by text and pipeline, kept on disk: what was parsed once is not parsed again.

A page that changed is parsed where it changed, and a graph that is made anew parses nothing. One
SQLite file for all graphs and processes of a user, bounded. It holds no text and no words: a
word's place in the grammar (part of speech, dependency, kind of name) is looked up by the hash
of its sentence, and words and lemmas are made from the sentence itself.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from graphrag_neo4j.cache_files import NumbersCache, cache_path
from graphrag_neo4j.ids import content_hash

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

    from graphrag_neo4j.settings import Settings

MAX_BYTES = 1 << 28
LEMMATIZER = "lemmatizer"
_ATTRIBUTES = ("TAG", "POS", "MORPH", "LEMMA", "HEAD", "DEP", "ENT_IOB", "ENT_TYPE")
"""LEMMA is here what is set before the lemmatizer runs: "be" for "'s", "not" for "n't"."""
_KNOWN = frozenset(
    {"tok2vec", "transformer", "tagger", "morphologizer", "parser", "attribute_ruler", "ner"}
    | {LEMMATIZER}
)
_BATCH = 128  # sentences


def parses_kept(settings: Settings) -> NumbersCache | None:
    """The file of parses, of all pipelines, that ``GRAPHRAG_PARSE_CACHE`` names, or None when
    off."""
    path = parses_file(settings)
    return NumbersCache(path, "parse", MAX_BYTES, "GRAPHRAG_PARSE_CACHE") if path else None


def parses_file(settings: Settings) -> Path | None:
    """Where it is."""
    return cache_path(settings.parse_cache, "parses.sqlite")


def parses(
    nlp: Language, texts: Sequence[str], training: str, kept: NumbersCache | None
) -> list[Doc]:
    """A parse of each text, from ``kept`` or made and kept. ``training``: what tells the pipeline
    from others, and from itself trained anew.

    A pipeline with components that we do not know keeps nothing: we cannot tell what they note.
    """
    if kept is None or not _KNOWN.issuperset(nlp.pipe_names):
        return list(nlp.pipe(texts, batch_size=_BATCH))
    made_with = f"{training} {version('spacy')}"
    keys = [content_hash(f"{made_with}\n{text}") for text in texts]
    found = kept.find(list(dict.fromkeys(keys)))
    docs = {
        key: doc
        for key, text in zip(keys, texts, strict=True)
        if key in found and (doc := _restored(nlp, text, found[key])) is not None
    }
    new = {key: text for key, text in zip(keys, texts, strict=True) if key not in docs}
    made = nlp.pipe(new.values(), batch_size=_BATCH, disable=[LEMMATIZER])
    docs |= dict(zip(new, made, strict=True))
    kept.add({key: _packed(docs[key]) for key, text in new.items() if text})
    lemmatize: Any = nlp.get_pipe(LEMMATIZER)
    for doc in docs.values():
        lemmatize(doc)
    return [docs[key] for key in keys]


def _packed(doc: Doc) -> bytes:
    """One attribute after the other."""
    return zlib.compress(doc.to_array(list(_ATTRIBUTES)).T.tobytes())


def _restored(nlp: Language, text: str, packed: bytes) -> Doc | None:
    """None where what is kept does not fit the text."""
    import numpy as np

    doc: Any = nlp.make_doc(text)
    try:
        numbers = np.frombuffer(zlib.decompress(packed), np.uint64)
        by_word = numbers.reshape(len(_ATTRIBUTES), len(doc)).T
        doc.from_array(list(_ATTRIBUTES), np.ascontiguousarray(by_word))
    except (ValueError, IndexError, KeyError, zlib.error):
        return None
    return cast("Doc", doc)
