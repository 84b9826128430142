"""Identity is content: the id of every record is a hash of its normalised content and parent.

The same input gives the same ids on every machine and in every order, so writing it again
with MERGE changes nothing. An id is 32 hexadecimal digits (128 bits of BLAKE2b) over the
record's kind and parts, each prefixed by its length, so that no two lists of parts collide
by running into each other.
"""

from __future__ import annotations

import re
import unicodedata
from hashlib import blake2b

from graphrag_neo4j.word_characters import MARKS

IN_FRAGMENT = "/:@!$&'()*+,;=?"
"""Besides letters and digits, what the fragment of a URI may hold as it is."""
_ID_PREFIX = re.compile(r"[0-9a-f]{8,32}")
_POSSESSIVE = re.compile(r"['’]s?(?=\s|$)")
_INITIALS = re.compile(r"\b(?:\w\.){2,}")
_NOT_WORD = re.compile(rf"[^\w{MARKS}+#]+")  # "C", "C++" and "C#" are three names
_UNSEEN = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]|(?<=i)\u0307")
"""Soft hyphens, joiners, marks of byte order; the dot that a Turkish İ leaves on its i."""
_ARTICLES = re.compile(r"^(?:(?:the|a|an)\s+)+(?=\S)")


def content_hash(text: str) -> str:
    """Hash of a text exactly as it stands."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def make_id(kind: str, *parts: str) -> str:
    """The id of a record of ``kind`` made of ``parts`` (parent ids, normalised contents)."""
    hasher = blake2b(digest_size=16, person=kind.encode()[:16])
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        hasher.update(len(data).to_bytes(8, "little") + data)
    return hasher.hexdigest()


def normalise_text(text: str) -> str:
    """NFKC, with runs of white space folded to one space: how sentences are compared."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def normalise_name(name: str) -> str:
    """How entity names are compared: "The U.S.'s" and "us" meet, "Us-2" and "US 2" meet.

    NFKC, case-folded, nothing that is not seen, initials joined ("u.s." -> "us"), no possessive,
    words only, no leading article. A name made of nothing but marks keeps its folded form.
    """
    folded = _UNSEEN.sub("", unicodedata.normalize("NFKC", name).casefold())
    folded = unicodedata.normalize("NFKC", folded).strip()
    plain = _INITIALS.sub(lambda match: match.group().replace(".", ""), folded)
    plain = _NOT_WORD.sub(" ", _POSSESSIVE.sub("", plain)).strip()
    return _ARTICLES.sub("", plain) or folded


def entity_id(name: str) -> str:
    """Entities meet by normalised name, whatever document or type they came with."""
    return make_id("entity", normalise_name(name))


def id_prefix(text: str) -> str | None:
    """``text`` if it can be the beginning of an id that is long enough to tell records apart."""
    return text if _ID_PREFIX.fullmatch(text) else None


def source_id(uri: str) -> str:
    """A source is known by its URI, so that a changed text replaces the old one."""
    return make_id("source", uri)


def property_name(key: str) -> str:
    """What a document's field is called as a property: letters, digits and underscores."""
    name = re.sub(r"\W+", "_", key).strip("_") or "field"
    return f"_{name}" if name[0].isdigit() else name
