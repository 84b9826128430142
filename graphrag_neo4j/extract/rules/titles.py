"""The names that a document's title or a heading gives."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence, Set
from urllib.parse import unquote, urlsplit

from graphrag_neo4j.extract.lexicon import normal_form, plain_words, word_set
from graphrag_neo4j.extract.rules.codes import (
    TitleCode,
    code_in_title,
    is_identifier,
    labelled_name,
    without_reply,
)
from graphrag_neo4j.extract.rules.tokens import tokenise
from graphrag_neo4j.model import Document

_IN_BRACKETS = re.compile(r"\s*\([^()]*\)\s*$")
_ALIASES = frozenset(
    ("aliases", "alias", "also known as", "also called", "aka", "nickname", "nicknames")
)
_FIELD = re.compile(
    r"^(?:[-*+] )?[*_]{0,2}(?P<label>[A-Za-z. ]{3,20}?)[*_]{0,2}:(?P<value>[^\n]+)", re.M
)
_HEAD = 1_000  # characters below a title
_PARTED = re.compile(r"[,;]|\bor\b")
_ASIDE = re.compile(r"\([^()]*\)")
_MOST_WORDS = 5  # of a nickname
_NOTES = ("md", "markdown")
_NOT_WORD = re.compile(r"[\W_]+")


def is_label(document: Document) -> bool:
    """Whether the title is but a file's name (and a record's number) that the text never uses."""
    file = unquote(urlsplit(document.uri).path) if document.uri.startswith("file:") else ""
    named = str(document.metadata.get("file_name") or file).replace("\\", "/").rpartition("/")[2]
    stem = _NOT_WORD.split(named.rpartition(".")[0].casefold())
    title = _NOT_WORD.split(document.title.casefold())
    is_file = bool(named) and (title[: len(stem)] == stem or document.title == named)
    used = re.search(rf"(?<!\w){re.escape(document.title)}(?!\w)", " ".join(document.text.split()))
    return is_file and used is None


def title_names(title: str) -> tuple[str, ...]:
    """The names a title gives: as it stands, and without a closing "(…)"; of one that begins with
    a code or an identifier ("INC-209: scans lost") this one."""
    whole = without_reply(" ".join(title.split()))
    if told := told_of_title(whole):
        return (told.name,)
    if not reads_like_name(whole):
        return ()
    plain = _IN_BRACKETS.sub("", whole)
    return tuple(dict.fromkeys(name for name in (whole, plain) if normal_form(name)))


def told_of_title(title: str) -> TitleCode | None:
    """The code or identifier that a title or heading is about, and what it says of it."""
    title = without_reply(title)
    if code := code_in_title(title):
        return code
    named = labelled_name(title)
    return named if named is not None and is_identifier(named.name) else None


def title_aliases(document: Document) -> tuple[str, ...]:
    """What else a note says that its title is called, in its front matter; its heading, where it
    is called by its file."""
    heading = title_names(document.title) if note_name(document) else ()
    return (*heading, *other_names(document))


def other_names(document: Document) -> tuple[str, ...]:
    """What a note says in so many words that its title is called: "aliases" of its front matter,
    "Also known as:" among the fields below its title."""
    told = [str(v) for k, v in document.metadata.items() if says_names(k)]
    names = [name for value in told for name in _parted(value)]
    names += [name for value in _head_fields(document) for name in nicknames(value)]
    return tuple(dict.fromkeys(" ".join(name.split()) for name in names if _is_name(name)))


def says_names(label: str) -> bool:
    """Whether a field with such a label has other names of what it belongs to."""
    return re.sub(r"[\W_]+", " ", label.casefold().replace(".", "")).strip() in _ALIASES


def _parted(value: str) -> list[str]:
    """The names of a list, as metadata keep it, or of what commas part."""
    try:
        listed = json.loads(value) if value.startswith("[") else [value]
    except ValueError:
        return []
    if value.startswith("["):
        return [str(name).replace(";", ",") for name in listed]
    return re.split("[,;]", value)


def _head_fields(document: Document) -> list[str]:
    """The values of fields with other names between the title and the next heading."""
    if not document.headings or document.headings[0].title != document.title:
        return []
    start, *more = (heading.start for heading in document.headings[:2])
    head = document.text[start : min([start + _HEAD, *more])]
    return [field["value"] for field in _FIELD.finditer(head) if says_names(field["label"])]


def nicknames(value: str) -> list[str]:
    """The names of a field of prose: written like names, few words, without asides."""
    names = [part.strip(" \t*_.\"'“”") for part in _PARTED.split(_ASIDE.sub("", value))]
    return [
        name
        for name in names
        if len(name.split()) <= _MOST_WORDS and name.removeprefix("the ")[:1].isupper()
    ]


def note_name(document: Document) -> str:
    """The name of the file of a note, by which others link to it, where its heading has that and
    more: "Salt Roads" of "Salt Roads - Ines Caldermann"; else ""."""
    url = urlsplit(document.uri)
    file = unquote(url.path).rpartition("/")[2] if url.scheme == "file" else ""
    stem, dot, suffix = file.rpartition(".")
    if not dot or suffix.casefold() not in _NOTES or not document.is_markdown:
        return ""
    name = " ".join(stem.split())
    words, title = normal_form(name).split(), normal_form(document.title).split()
    is_part = any(title[n : n + len(words)] == words for n in range(len(title)))
    is_named = len(words) > 1 or not plain_words().issuperset(words)
    is_name = is_named and name[:1].isupper() and reads_like_name(name)
    return name if is_name and is_part and len(words) < len(title) else ""


def _is_name(alias: str) -> bool:
    """Whether it is no old address of a page, as some programs keep there."""
    return bool(alias.strip()) and "/" not in alias


def reads_like_name(heading: str) -> bool:
    """Whether a title or heading names a thing ("Marley's Ghost") and not a section."""
    words = normal_form(heading).split()
    return 0 < len(words) <= 12 and not all(
        word in word_set("words", "generic_heading") or word in word_set("words", "stop")
        for word in words
    )


def by_first_word(titles: Sequence[str], lower_words: frozenset[str]) -> dict[str, list[list[str]]]:
    """The words of titles by their first one; of a title of one word only if the text does not use
    it as a short word like others (``lower_words``)."""
    index: dict[str, list[list[str]]] = {}
    for title in titles:
        words = [token.low for token in tokenise(title)]
        if words and (len(words) > 1 or len(words[0]) > 2 or words[0] not in lower_words):
            index.setdefault(words[0], []).append(words)
    return index


def titles_tell(titles: Sequence[str], used: Set[str]) -> bool:
    """Whether a title names something: the text, which has the words ``used``, has one of it, or it
    is written like a name. Else (a chat's number, a file's name) it is but a label."""
    words = {word.low for title in titles for word in tokenise(title)} - word_set("words", "stop")
    return any(word in used for word in words if word.isalnum() and len(word) > 2) or any(
        title[0].isupper() and not any(c.isdigit() for c in title) for title in titles
    )
