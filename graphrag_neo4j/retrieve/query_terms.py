"""What a question names: candidate entities and search words, without a model."""

from __future__ import annotations

import re

from graphrag_neo4j.ids import entity_id, normalise_name

MAX_WORDS = 512
"""Words of a question that are looked at; the rest of a longer one adds nothing but time."""
MAX_NAME_WORDS = 12
MAX_SEARCH_WORDS = 64

_WORD = re.compile(r"\w+")
_WORD_OR_SIGN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W\u3040-\u30ff\u3400-\u9fff]+")
_ENDING = re.compile(r"(?<=\w{3})(?:ing|ed|es|s|e)$")
_PLURAL = re.compile(r"[^\W\d_]{3}(?<!s)s$")
_TOKEN = re.compile(r"\S+")
_MARKS = "\"'“”‘’«»()[]{}<>?!.,;:…"
COMMON = frozenset(
    "a an and are as at be been but by can did do does for from had has have he her his how i if"
    " in into is it its me my no not of on or our she so than that the their them then there"
    " these they this those to up was we were what when where which who whom whose why will with"
    " would you your".split()
)


def search_words(question: str) -> str:
    """The question's words for the full-text index: bare, lower-cased, without operators."""
    words = dict.fromkeys(_WORD.findall(question.casefold()))
    return " ".join(list(words)[:MAX_SEARCH_WORDS])


def coverage(question: str, text: str) -> float:
    """The share of the question's words, function words aside, that ``text`` has, 0 to 1."""
    asked = {stem for stem in _stems(question) if stem not in COMMON}
    return len(asked & _stems(text)) / len(asked) if asked else 0.0


def _stems(text: str) -> set[str]:
    """Words without their commonest English endings; a script without blanks by characters."""
    return {_ENDING.sub("", word) for word in _WORD_OR_SIGN.findall(text.casefold())}


def is_cased(question: str) -> bool:
    """Whether a question has a capital letter beside its first one, so that names have, too."""
    return any(c.isupper() for c in question.strip()[1:])


def candidate_entities(question: str) -> dict[str, str]:
    """Ids of entities that the question may name, with the words that name each.

    All runs of up to 12 words that hold a capital letter or a digit, or any letters of a
    script without capitals; single words only if they are capitalised, not the first, and
    not a function word. In a question without capitals (its first letter aside) every run may be
    a name that neither begins nor ends with a function word. A plural may name its singular.
    Which of them exist, the graph knows.
    """
    tokens = [match.group().strip(_MARKS) for match in _TOKEN.finditer(question)][:MAX_WORDS]
    cased = is_cased(question)
    found: dict[str, str] = {}
    for i in range(len(tokens)):
        for j in range(i + 1, min(i + MAX_NAME_WORDS, len(tokens)) + 1):
            run = tokens[i:j]
            if _may_be_name(run, first=i == 0) or not (cased or _is_function(run)):
                name = " ".join(run)
                found[entity_id(name)] = name  # of equal ones the shorter
                if _PLURAL.search(name):
                    found.setdefault(entity_id(name[:-1]), name)
    return found


def longest(names: dict[str, str]) -> dict[str, str]:
    """Of the names that exist, those that are no part of a longer one."""
    words = {id_: f" {normalise_name(name)} " for id_, name in names.items()}
    return {
        id_: name
        for id_, name in names.items()
        if not any(words[id_] in other and words[id_] != other for other in words.values())
    }


def _may_be_name(tokens: list[str], *, first: bool) -> bool:
    if not tokens[0] or not tokens[-1]:
        return False
    text = "".join(tokens)
    if not any(c.isupper() or c.isdigit() or (c.isalpha() and not c.islower()) for c in text):
        return False
    if len(tokens) > 1:
        return True
    return tokens[0].casefold() not in COMMON and not (first and tokens[0].istitle())


def _is_function(tokens: list[str]) -> bool:
    """Whether a run begins or ends with a function word, or with none."""
    return any(not word or word.casefold() in COMMON for word in (tokens[0], tokens[-1]))
