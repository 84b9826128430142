"""What kind of thing a question asks for, by its question words, and whether a text has one."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from graphrag_neo4j.extract.lexicon import plain_words
from graphrag_neo4j.retrieve.question.terms import COMMON, MAX_WORDS
from graphrag_neo4j.text.relative_days import WEEKDAYS

_AMOUNT_ASKED = re.compile(
    r"\bhow\ (?:much|many|long|old|far|high|big|tall|often|fast|heavy|deep|wide|late|early)\b",
    re.IGNORECASE | re.VERBOSE,
)
_AMOUNT_ASKED_ELSEWHERE = re.compile(
    r"""\b(?:wie\ ?(?:viele?|lange?|alt|hoch|weit|oft|groß|schwer|teuer)
    |combien|cu[aá]nt[oa]s?|quant[oiae]|quantos|quantas
    |hoe\ ?(?:veel|lang|oud|ver|hoog|vaak|groot|duur))\b
    |多少|几个|几次|多久|多大|何人|何個|何回|何年|いくつ|いくら|どのくらい|どれくらい""",
    re.IGNORECASE | re.VERBOSE,
)
_PERSON_ASKED = re.compile(
    r"""\b(?:who|whom|whose|wer|wem|wen|wessen|qui|qui[eé]n(?:es)?|chi|quem
    |wie(?=\ (?:heeft|is|was)))\b
    |谁|誰""",
    re.IGNORECASE | re.VERBOSE,
)
_REASON_ASKED = re.compile(r"\b(?:why|reason|cause[ds]?)\b", re.IGNORECASE)
_REASON_ASKED_ELSEWHERE = re.compile(
    r"""\b(?:cause\ d|warum|wieso|weshalb|wodurch|wozu|pourquoi|por\ qu[eéê]|perch[eé]
    |waarom|waardoor)
    |为什么|なぜ|どうして""",
    re.IGNORECASE | re.VERBOSE,
)
_REASON = re.compile(
    r"""\b(?:because|since|reasons?|due\ to|thanks\ to|caused?|causes|so\ that|therefore|thus)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_REASON_ELSEWHERE = re.compile(
    r"""\b(?:weil|denn|wegen|deshalb|weshalb|daher|damit|(?:auf)?grund|parce|puisque|car|grâce|porque|debido|pues
    |perch[eé]|poich[eé]|siccome|omdat|doordat|want|wegens|caus\w+)\b
    |因为|由于|所以|ため|から|ので""",
    re.IGNORECASE | re.VERBOSE,
)
_COUNTED = r"""(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w{2,6}teen
    |(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\w+)?|hundred|thousand|million|dozen)"""
_NUMBER_WORD = re.compile(
    rf"\b(?:{_COUNTED}|half|twice|(?<!that\ )(?<!this\ )(?<!the\ )(?<!which\ )one(?!\ of\b))\b",
    re.IGNORECASE | re.VERBOSE,
)
"""No "one" that only stands for a thing: "that one", "one of them"."""
_NUMBER_WORD_ELSEWHERE = re.compile(
    r"""\b(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|\w+zehn|\w+zig|hundert
    |tausend
    |deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|quinze|vingt\S*|\w+ante(?:-\w+)?|cent
    |mille
    |dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|veinte|\w+enta|cien|mil
    |due|tre|quattro|cinque|sei|sette|otto|nove|dieci|dodici|venti|cento
    |twee|drie|vijf|zes|zeven|negen|tien|twaalf|\w+tien|\w+tig|honderd|duizend)\b
    |[一二三四五六七八九十百千万]""",
    re.IGNORECASE | re.VERBOSE,
)
_NUMBER = re.compile(r"(?<![^\W\d_])(?<![^\W\d_]-)\d+")
"""None that is a part of a name, as in "eu-west-1"."""
_MONTHS = """january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec
    januar februar märz mai juni juli oktober dezember januari februari maart mei augustus
    janvier février mars avril juin juillet août septembre octobre novembre décembre
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
    gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre"""
_MONTH = rf"(?:{'|'.join(_MONTHS.split())})\b\.?"
_DATED = re.compile(
    rf"""\d{{4}}-\d\d-\d\d | \b\d{{1,2}}([./])\d{{1,2}}\1\d{{2,4}}\b | \b\d{{1,2}}:\d\d(?::\d\d)?\b
    | \b\d{{1,2}}(?:st|nd|rd|th)?\.?\ (?:of\ |de\ )?{_MONTH}(?:,?\ (?:de\ )?\d{{4}}\b)?
    | \b{_MONTH}\ \d+(?:st|nd|rd|th)?\b(?:,?\ \d{{4}}\b)?
    | \A\W*(?:\d+[.)]\s|\d+(?:\.\d+)+\.?\s+(?-i:["“(]?[^\W\d_a-zß-ÿ]))""",
    re.IGNORECASE | re.VERBOSE,
)
"""A date, a time of day, the number of a clause: none of them says how many."""
_MONEY_ASKED = re.compile(
    r"""\b(?:how\ much|what|which
    |wie\ ?viel|was(?=\ kostet)|welche[nrs]?|combien|quel(?:le)?|cu[aá]nto|hoeveel)\b
    .{0,80}\b(?:bill|budget|charge[ds]?|costs?|deposit|earns?|expensive|fees?|fined?|money
    |ow(?:e[ds]?|ing)|pa(?:id|y|ys)|prices?|rent|salary|wages?|worth
    |kostete?n?|preis|miete|gebühr|coûte|prix|loyer|cuesta|precio|alquiler|prijs|huur)\b""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_MONEY = re.compile(
    rf"""[£$€¥]\s?\d|\d\s?[£$€¥]
    |\b(?:\d[\d.,]{{0,12}}|{_COUNTED})[\ ]?(?:million[\ ])?
      (?:p|cents?|pence|pounds?|euros?|dollars?|crowns?|francs?|franken|eur|usd|gbp|chf|kr)\b
    |\b(?:eur|usd|gbp|chf)[\ ]?\d
    |{_COUNTED}[\ ](?:hundred|thousand|grand)\b""",
    re.IGNORECASE | re.VERBOSE,
)
"""As people say it, without a currency, too: "twenty-three eight hundred"."""
_NUMBERED = re.compile(r"\b(?:what|which)\s+((?:[^\W\d_]+\s+){0,2}[^\W\d_]+)", re.IGNORECASE)
_SHORTEST_NUMBERED = 3
_PLURAL = re.compile(r"(?<=\w{3})s$")
_TIME_ASKED = re.compile(r"\bhow (?:old|late|early)\b|\bwie (?:alt|spät|früh)\b", re.IGNORECASE)
_YES_NO = re.compile(
    r"""\W*(?:(?:and|but|hey|hi|ok|okay|so|well)[,.!]?\ ){0,2}
    (?:(?:is|are|was|were|do|does|did|can|could|has|have|had|will|would|should|must|may)(?:n['’]?t)?
    |am|won['’]?t|ist|sind|war|waren|hat|haben|hatte|kann|darf|muss|gibt|wird
    |est-ce|est|sont|es|son|está|están|hay|tiene|puede)
    \b(?!.*\b(?:or|oder|ou|what|who|when|where|which|why|how)\b)""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_STEPS_ASKED = re.compile(
    r"""\bhow\ (?:to|do|does|can|should|must)\b|\bsteps?\ (?:for|to|of)\b
    |\b(?:procedure|instructions)\b
    |\bwie\ (?:kann|muss|soll|wird|macht|geht)\b|\bcomment\ (?:faire|on|puis|se)\b
    |\bc[oó]mo\ (?:se|puedo|hago|hay)\b|\bhoe\ (?:moet|kan|doe)\b""",
    re.IGNORECASE | re.VERBOSE,
)
_WHOLE_ASKED = re.compile(
    r"""\bwhat\b.{0,80}\b(?:decided?|agreed?|discuss(?:ed)?|resolved|concluded?)\b
    |\bwhat\ happened\ (?:at|during|in)\b|\bsummari[sz]e\b
    |(?<!\d\ )\bminutes\ (?:of|from)\b
    |\b(?:decisions?|resolutions|findings|conclusions|outcomes?|summary)\ (?:of|from|at)\b
    |\b(?:beschlossen|beschlüsse|zusammenfassung|décidé|décisions|résumé|acordado|decisiones|resumen
    |besloten|besluiten|samenvatting|deciso|decisioni|riassunto)\b""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_NAME = re.compile(r"(?<=\w)[ ,:]+\(?([^\W\d_a-zß-ÿ][\w'’-]+)")
_DOER = re.compile(r"\W*([^\W\d_a-zß-ÿ][\w-]+) (?=[a-zß-ÿ])")
"""The first word of a sentence, which is a name if it is no common word: "Hosking carried me"."""
_SHORT_DAYS = "mon tue tues wed weds thu thur thurs fri sat sun"
_NO_NAMES = frozenset(f"{_MONTHS} {_SHORT_DAYS}".split()) | WEEKDAYS.keys()
_WORD = re.compile(r"\w+")

_AMOUNTS = ((_AMOUNT_ASKED_ELSEWHERE, _NUMBER_WORD_ELSEWHERE), (_AMOUNT_ASKED, _NUMBER_WORD))
_REASONS = ((_REASON_ASKED_ELSEWHERE, _REASON_ELSEWHERE), (_REASON_ASKED, _REASON))
"""Where English is asked, only English tells: "car", "want", "due" and "once" are words there."""

Fits = Callable[[str], bool]


def wanted(question: str) -> list[tuple[str, Fits]]:
    """The kinds that are asked for, of "amount", "money", "number" ("port 80" where one asks "which
    port"), "person" and "reason", each with a function that tells whether a text has one; what the
    question says itself does not count."""
    kinds: list[tuple[str, Fits]] = []
    for asked, word in _AMOUNTS:
        if asked.search(question):
            known = set(_NUMBER.findall(question))
            other = None if _TIME_ASKED.search(question) else _DATED
            kinds.append(("amount", partial(_has_number, known=known, word=word, other=other)))
            break
    if _MONEY_ASKED.search(question):
        kinds.append(("money", partial(_has_word, word=_MONEY)))
    if names := _perhaps_numbered(question):
        numbered = re.compile(rf"\b(?:{'|'.join(names)})\w?\s+(?:no\.?\s|number\s|#)?\d", re.I)
        kinds.append(("number", partial(_has_word, word=numbered)))
    if _PERSON_ASKED.search(question):
        words = {word.casefold() for word in _WORD.findall(question)[:MAX_WORDS]}
        kinds.append(("person", partial(_has_name, known=words)))
    for asked, word in _REASONS:
        if asked.search(question):
            kinds.append(("reason", partial(_has_word, word=word)))
            break
    return kinds


def _perhaps_numbered(question: str) -> list[str]:
    """Words behind "which": the name of a thing, and what may follow it; "the" has no number."""
    asked = _NUMBERED.search(question)
    words = asked[1].casefold().split() if asked else []
    return [
        _PLURAL.sub("", word)
        for word in words
        if len(word) >= _SHORTEST_NUMBERED and word not in COMMON
    ]


def is_yes_no(question: str) -> bool:
    """Whether yes or no answers it: it begins with a verb, and leaves no choice. What answers has
    the same words then ("Is the lock mended?" "The lock is not mended.")."""
    return _YES_NO.match(question) is not None


def asks_for_steps(question: str) -> bool:
    """Whether it asks how a thing is done, which all steps of a list answer."""
    return _STEPS_ASKED.search(question) is not None


def asks_for_whole(question: str) -> bool:
    """Whether no sentence but all of a document answers: what was decided, a summary."""
    return _WHOLE_ASKED.search(question) is not None


def has_new_name(question: str, text: str) -> bool:
    """Whether a text has a number or a name that the question has not: "Who leads the port?" "Ada
    Berg leads the port." says little more, and all that is asked."""
    known = {word.casefold() for word in _WORD.findall(question)[:MAX_WORDS]}
    return bool(set(_NUMBER.findall(text)) - known) or _has_name(text, known)


def _has_number(
    text: str, known: set[str], word: re.Pattern[str], other: re.Pattern[str] | None
) -> bool:
    """A number that is not ``known``, nor a part of what is ``other``."""
    text = other.sub(" ", text) if other else text
    return bool(set(_NUMBER.findall(text)) - known) or _has_word(text, word)


def _has_word(text: str, word: re.Pattern[str]) -> bool:
    return word.search(text) is not None


def _has_name(text: str, known: set[str]) -> bool:
    """A word with a capital letter within a text, where names have one, or a name at its head."""
    found = {name.casefold() for name in _NAME.findall(text)}
    if (doer := _DOER.match(text)) and (first := doer[1].casefold()) not in plain_words():
        found.add(first)
    return not found <= known | _NO_NAMES
