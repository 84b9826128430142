"""What a question names: candidate entities and search words, without a model."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain

from graphrag_neo4j.ids import entity_id, normalise_name
from graphrag_neo4j.text.function_words import FUNCTION_WORDS, language_by_words
from graphrag_neo4j.word_characters import WORD

MAX_WORDS = 512
"""Words of a question that are looked at; the rest of a longer one adds nothing but time."""
MAX_NAME_WORDS = 12
MAX_SEARCH_WORDS = 64
MAX_SIGN_QUERY = 1_500
"""Characters of the query made of a question in Chinese or Japanese."""
MAX_PHRASES = 8
MIN_INITIALS = 3
MAX_SIGNS = 8
"""Characters of a name in a script without blanks."""

_WORD_OR_SIGN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W\u3040-\u30ff\u3400-\u9fff]+")
_SIGN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_SIGNS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]{2,}")
_WORD_OR_SIGNS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]+|[^\W\u3040-\u30ff\u3400-\u9fff]+")
_WITH_DIGIT = re.compile(r"(?<![\w.])\w*\d\w*(?:\.\d+)*(?!\w)")
_PARTED_NUMBER = re.compile(r"(?<![\w.,])v?(\d+(?:[.,]\d+)+)(?!\w)")
_DIGITS_OF_YEAR = 4
_ENDING = re.compile(r"(?<=\w{3})(?:ing|ed|es|s|e)$")
_PLURAL = re.compile(r"[^\W\d_]{3}(?<!s)s$")
_QUOTED = re.compile(r""""[^"]+"|“[^”]+”|«[^»]+»|`[^`]+`|(?<!\w)'[^']+'(?!\w)|‘[^’]+’(?!\w)""")
DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2212"
"""The hyphen, and what typesetters put for it: a PDF's "−e" is -e."""
_OPTION = re.compile(rf"[{DASHES}]{{1,2}}[A-Za-z]")
_LONG_OPTION = re.compile(rf"[{DASHES}]{{1,2}}[A-Za-z]{{2}}")
_OF_POSSESSIVE = re.compile(r"['’]s?$")
_CODE = re.compile(r"\d{4}|\d\.\d|[^\W\d_]-?\d|\d[^\W\d_]")
_YEAR = re.compile(r"[12]\d{3}")
_ENDS = frozenset(",;:?!)")
_CONTRACTED = re.compile(
    r"\b(?:won|shan)['’]t(?!\w)|(?<!ca)n['’]t(?!\w)|(?<=\w)['’](?:s|t|d|m|re|ve|ll)(?!\w)",
    re.IGNORECASE,
)
_MODALS = ("may", "might", "must", "shall")
_MODAL = re.compile(
    rf"\b(?:{'|'.join(_MODALS)})(?=\s+(?:i|we|you|he|she|it|they|one|not|be)\b)", re.IGNORECASE
)
_WITH_APOSTROPHES = re.compile(r"[\w'’]+")
_IT = re.compile(r"\bIT\b")
"""No pronoun in a text that has small letters."""
_IDENTIFIER = re.compile(r"[^\W\d_]+(?:_[^\W_]+)+|[a-z]{2,}(?:[A-Z][a-z]+)+")
_PART = re.compile(r"[A-Z]?[^\W_A-Z]+|[A-Z]+")
_PREFIX = re.compile(r"(?<![\w-])[^\W\d_]{1,5}(?=-\w*\d)")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_TOKEN = re.compile(r"\S+")
MARKS = "\"'“”‘’«»()[]{}<>?!.,;:…"
COMMON = frozenset(
    "a an and are as at be been but by can did do does for from had has have he her his how i if"
    " in into is it its many me much my no not of on or our she so than that the their them then"
    " there these they this those to up was we were what when where which who whom whose why will"
    " with would you your"
    " arent cant couldnt didnt doesnt dont hasnt havent hows im isnt ive shouldnt thats theres"
    " wasnt werent whats wheres whos wont wouldnt".split()
)
"""The last ones as they are typed in haste; with an apostrophe, :func:`without_contractions`."""


def search_words(question: str) -> str:
    """The question's words for the full-text index: bare, lower-cased, without operators.

    Function words are left out where a question has others: "What does" fits titles better than
    what is asked. The index stems English; other languages have one of their own. Of a script
    without blanks, whose signs the index has one by one, each two neighbours are a phrase. An
    identifier comes as add_entry and as addEntry.
    """
    bare = without_contractions(question)
    words = dict.fromkeys(form for word in WORD.findall(bare) for form in _spellings(word))
    language = language_by_words(question)
    if language == "zh":
        return " ".join(dict.fromkeys(w for word in words for w in _pairs(word)))[:MAX_SIGN_QUERY]
    empty = (FUNCTION_WORDS[language] if language else COMMON) - _of_codes(bare)
    content = [word for word in words if word not in empty]
    return " ".join((content or list(words))[:MAX_SEARCH_WORDS])


def without_contractions(text: str) -> str:
    """``text`` without what stands for "is", "not" and the like, and without possessives: an "s" or
    "t" alone is no word, and some formula or list has it; without "may" of "may I", for most texts
    that have it mean the month."""
    if "'" in text or "’" in text:
        text = _CONTRACTED.sub("", text)
    return _MODAL.sub("", text) if _has_modal(text) else text


def _has_modal(text: str) -> bool:
    """Whether it may have one: most texts have none, and looking costs less than the pattern."""
    return any(map(text.casefold().__contains__, _MODALS))


def _of_codes(text: str) -> frozenset[str]:
    """Words that are parts of a code, and none of the function words that they look like: the "so"
    of "SO-26412"."""
    return frozenset(word.casefold() for word in _PREFIX.findall(text))


def _spellings(word: str) -> Iterator[str]:
    """A word, and, if it is an identifier, as the other convention of code writes it."""
    bare = word.casefold()
    yield bare
    if "_" in bare.strip("_"):
        yield bare.replace("_", "")
    elif _HUMP.search(word):
        yield _HUMP.sub("_", word).casefold()


def _pairs(word: str) -> Iterator[str]:
    """A word, its signs two by two; a single sign stands alone."""
    for part in _WORD_OR_SIGNS.findall(word):
        if len(part) == 1 or not _SIGNS.match(part):
            yield part
        else:
            yield from (f'"{part[i : i + 2]}"' for i in range(len(part) - 1))


def exact_phrases(question: str) -> list[str]:
    """What a question names word for word, as phrases for the full-text index: what it quotes,
    numbers and codes ("ERR-2041", "EO 14028"), an option with its command ("set -e"), one of more
    than a letter ("-mmin"), and names.
    One capitalised word at the beginning says nothing, and a year before a name stands for itself:
    of "the 2012 Atlantic season" few texts have "2012 Atlantic"."""
    found = [quoted.group()[1:-1].strip() for quoted in _QUOTED.finditer(question)]
    run: list[str] = []
    start = 0
    before = ""
    for i, token in enumerate([*_TOKEN.findall(question)[:MAX_WORDS], ""]):
        bare = token.strip(MARKS)
        plain = _OF_POSSESSIVE.sub("", bare)
        if _OPTION.match(bare):
            found += [f"{before} {bare}"] if before else []
            found += [bare] if _LONG_OPTION.match(bare) else []
        telling = _is_telling(bare) and bare.casefold() not in COMMON
        if telling:
            start = start if run else i
            run.append(plain)
        if not telling or plain != bare or token[-1] in _ENDS:
            if len(run) > 1 and _YEAR.fullmatch(run[0]):
                found.append(run.pop(0))
                start += 1
            if len(run) > 1 or any(_CODE.search(word) for word in run) or (run and start > 0):
                found.append(" ".join(run))
            run = []
        before = plain
    return [_phrase(text) for text in dict.fromkeys(found) if text][:MAX_PHRASES]


def names_as_phrases(question: str, names: Mapping[str, str]) -> list[dict[str, str]]:
    """Of a question without capitals, what it says word for word if it is a name that the graph
    knows: ``id``, and the ``phrase`` for the full-text index, of which the longest
    :data:`MAX_PHRASES` are looked up; ``names``: :func:`candidate_entities`. With capitals,
    :func:`exact_phrases` tells."""
    if is_cased(question):
        return []
    return [{"id": id_, "phrase": _phrase(name)} for id_, name in names.items()]


def _phrase(text: str) -> str:
    """A text in quotes, as Lucene reads a phrase; halves of characters cannot be sent."""
    escaped = re.sub(r"[\\\"\ud800-\udfff]", " ", text)
    return f'"{escaped}"'


def _is_telling(token: str) -> bool:
    """Whether a word is written as names and codes are."""
    return token[:1].isupper() or any(c.isdigit() for c in token)


def coverage(question: str, text: str) -> float:
    """The share of the question's words, function words aside, that ``text`` has, 0 to 1."""
    asked = asked_stems(question)
    return len(asked & stems(text)) / len(asked) if asked else 0.0


def rare_coverage(question: str, text: str, rarity: Mapping[str, float]) -> float:
    """:func:`coverage` where words count by ``rarity`` (by stem; 1 if unknown), names and numbers
    double; "3.1.0" is there as a whole or not at all: its parts stand anywhere."""
    asked = asked_terms(question)
    names = _name_stems(question)
    weights = {stem: rarity.get(stem, 1.0) * (2 if stem in names else 1) for stem in asked}
    total = math.fsum(weights.values())  # exact: sets come in any order
    there = terms(text)
    return math.fsum(weights[stem] for stem in asked & there) / total if total else 0.0


def rarest_missing(question: str, text: str, rarity: Mapping[str, float]) -> float:
    """How rare the rarest word of the question is, names aside, that ``text`` lacks; 0 if it has
    all. Of "the salary of Ann Berg" a text on her may lack just what is asked."""
    missing = asked_stems(question) - _name_stems(question) - terms(text)
    return max((rarity.get(stem, 1.0) for stem in missing), default=0.0)


def other_coverage(question: str, text: str, rarity: Mapping[str, float]) -> float:
    """The share of the question's words, names aside, that ``text`` has, where words count by
    ``rarity``; 1 if it has no others. Of "the salary of Ann Berg" a line on her may have none."""
    weights = {w: rarity.get(w, 1.0) for w in asked_stems(question) - _name_stems(question)}
    total = math.fsum(weights.values())
    there = weights.keys() & stems(text)
    return math.fsum(weights[stem] for stem in there) / total if total else 1.0


def asked_stems(question: str) -> frozenset[str]:
    """Stems of the words that say what is asked."""
    language = language_by_words(question)
    empty = COMMON.union(FUNCTION_WORDS.get(language, ())) - _of_codes(question)
    return stems(question) - stems(" ".join(empty))


def missing_names(question: str, text: str) -> float:
    """The share of the words of the question's names, and of its numbers, that ``text`` lacks."""
    names = _name_stems(question)
    return len(names - terms(text)) / len(names) if names else 0.0


def _name_stems(question: str) -> frozenset[str]:
    """Stems of words with a capital letter, the first word aside, or a digit, and numbers with
    points as a whole."""
    words = WORD.findall(question)
    telling = [word for word in words[1:] if word[0].isupper()]
    telling += [word for word in words if any(c.isdigit() for c in word)]
    parted = set(numbers_in_parts(question))
    return stems(" ".join(telling)) - COMMON - _parts(parted) | parted


def asked_terms(question: str) -> frozenset[str]:
    """:func:`asked_stems`, where "3.1.0" is one, and its parts are none."""
    parted = frozenset(numbers_in_parts(question))
    return asked_stems(question) - _parts(parted) | parted


def terms(text: str) -> set[str]:
    """Stems, and "3.1.0" as a whole, too."""
    return {*stems(text), *numbers_in_parts(text)}


def numbers(text: str) -> frozenset[str]:
    """Words with a digit, in lower case; "3.1.1" is one."""
    return frozenset(found.casefold() for found in _WITH_DIGIT.findall(text))


def _parts(numbers: Iterable[str]) -> set[str]:
    return {part for number in numbers for part in number.split(".")}


@lru_cache(maxsize=2_000)  # several signals of one answer ask for those of the same statement
def stems(text: str) -> frozenset[str]:
    """Words without their commonest English endings; a script without blanks by characters;
    add_entry and addEntry are one, and their parts are there, too. "IT" has one of its own, beside
    that of "it"."""
    bare = without_contractions(text) if _has_modal(text) else text
    found = frozenset(chain.from_iterable(map(_stems_of, _WITH_APOSTROPHES.findall(bare))))
    return found | {"IT"} if _has_it(text) else found


@lru_cache(maxsize=50_000)  # an answer's statements share most of their words with the next one's
def _stems_of(word: str) -> tuple[str, ...]:
    """Those of a word with its apostrophes; of a script without blanks a run of words; of an
    identifier those of its parts, too."""
    bare = without_contractions(word)
    parts = _PART.findall(bare) if _IDENTIFIER.fullmatch(bare) else []
    found = [*_WORD_OR_SIGN.findall(bare.casefold().replace("_", "")), *map(str.casefold, parts)]
    return tuple(map(_stem, found))


def _has_it(text: str) -> bool:
    """Whether a text speaks of information technology: "IT" is a pronoun where all is in
    capitals."""
    return "IT" in text and _IT.search(text) is not None and not text.isupper()


def is_sign(stem: str) -> bool:
    """Whether one of :func:`stems` is a character of a script without blanks."""
    return _SIGN.fullmatch(stem) is not None


def numbers_in_parts(text: str) -> Iterator[str]:
    """Versions, numbers of clauses and decimals, a comma as a point: "3.1.0", "12.5"; no dates,
    which others write in other ways."""
    for found in _PARTED_NUMBER.finditer(text):
        parts = re.split("[.,]", found[1])
        has_zeros = any(len(part) > 1 and part.startswith("0") for part in parts)
        if len(parts[-1]) != _DIGITS_OF_YEAR and not (len(parts) > 2 and has_zeros):
            yield ".".join(parts)


def _stem(word: str) -> str:
    return _ENDING.sub("", word)


def is_cased(question: str) -> bool:
    """Whether a question has a capital letter beside its first one, so that names have, too."""
    return any(c.isupper() for c in question.strip()[1:])


def candidate_entities(question: str) -> dict[str, str]:
    """Ids of entities that the question may name, with the words that name each.

    All runs of up to 12 words that hold a capital letter or a digit, or any letters of a
    script without capitals; single words only if they are capitalised, not the first, and
    not a function word, but "IT" in a question that has small letters. In a question without
    capitals (its first letter aside) every run may be a name that neither begins nor ends with a
    function word. A plural may name its singular, and capitalised words the acronym of their
    initials. In a script without blanks, every run of 2 to 8 characters may be a name. Which of
    them exist, the graph knows.
    """
    tokens = [match.group().strip(MARKS) for match in _TOKEN.finditer(question)][:MAX_WORDS]
    telling = [any(map(_tells_name, token)) for token in tokens]
    found: dict[str, str] = {entity_id("IT"): "IT"} if _has_it(question) else {}
    cased = is_cased(question)
    for i in range(len(tokens)):
        for j in range(i + 1, min(i + MAX_NAME_WORDS, len(tokens)) + 1):
            run = tokens[i:j]
            may_be = any(telling[i:j]) and _may_be_name(run, first=i == 0)
            if may_be or not (cased or _is_function(run)):
                name = " ".join(run)
                found[entity_id(name)] = name  # of equal ones the shorter
                if _PLURAL.search(name):
                    found.setdefault(entity_id(name[:-1]), name)
                if cased and len(short := _initials(run)) >= MIN_INITIALS:
                    found.setdefault(entity_id(short), name)
    for signs in _SIGNS.findall(question[:MAX_WORDS]):
        for i in range(len(signs) - 1):
            for j in range(i + 2, min(i + MAX_SIGNS, len(signs)) + 1):
                found.setdefault(entity_id(signs[i:j]), signs[i:j])
    return found


def longest(names: dict[str, str]) -> dict[str, str]:
    """Of the names that exist, those that are no part of a longer one."""
    words = {id_: f" {normalise_name(name)} " for id_, name in names.items()}
    return {
        id_: name
        for id_, name in names.items()
        if not any(words[id_] in other and words[id_] != other for other in words.values())
    }


def _tells_name(character: str) -> bool:
    """Whether it is a capital letter, a digit, or a letter of a script without capitals."""
    return (
        character.isupper()
        or character.isdigit()
        or (character.isalpha() and not character.islower())
    )


def _may_be_name(tokens: list[str], *, first: bool) -> bool:
    """Whether a run with a character that :func:`_tells_name` may be a name."""
    if not tokens[0] or not tokens[-1]:
        return False
    if len(tokens) > 1:
        return True
    return tokens[0].casefold() not in COMMON and not (first and tokens[0].istitle())


def _initials(tokens: list[str]) -> str:
    """Those of the capitalised words, if the first and the last are, and no other but function
    words stands between."""
    if not all(word[:1].isupper() or word.casefold() in COMMON for word in tokens):
        return ""
    if tokens[0].casefold() in COMMON or not tokens[-1][:1].isupper():
        return ""
    return "".join(word[0] for word in tokens if word[:1].isupper())


def _is_function(tokens: list[str]) -> bool:
    """Whether a run begins or ends with a function word, or with none."""
    return any(not word or word.casefold() in COMMON for word in (tokens[0], tokens[-1]))
