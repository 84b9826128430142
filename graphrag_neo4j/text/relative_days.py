"""Days that a text names from the day on which it was said: "yesterday", "letzten Samstag", "il y a
deux mois", "la semana pasada". They are told as ISO 8601 writes a day, a month, a year or an
interval of days.

What does not say enough is left: "Saturday", "next Friday" of a Monday, "in two weeks", which may
be how long something takes, "over the last month".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from graphrag_neo4j.text.function_words import language_by_words

_OFFSETS = {
    "day before yesterday": -2, "yesterday": -1, "last night": -1, "today": 0, "tonight": 0,
    "this morning": 0, "this afternoon": 0, "this evening": 0, "tomorrow": 1,
    "day after tomorrow": 2,
    "vorgestern": -2, "gestern": -1, "heute": 0, "morgen": 1, "übermorgen": 2,
    "avant-hier": -2, "hier": -1, "aujourd'hui": 0, "ce matin": 0, "ce soir": 0, "demain": 1,
    "après-demain": 2,
    "anteayer": -2, "ayer": -1, "anoche": -1, "hoy": 0, "esta mañana": 0, "esta tarde": 0,
    "esta noche": 0, "mañana": 1, "pasado mañana": 2,
}  # fmt: skip
ENGLISH_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday"
WEEKDAYS = {
    name: n
    for names in (
        ENGLISH_WEEKDAYS,
        "montag dienstag mittwoch donnerstag freitag samstag sonntag",
        "lundi mardi mercredi jeudi vendredi samedi dimanche",
        "lunes martes miércoles jueves viernes sábado domingo",
    )
    for n, name in enumerate(names.split())
} | {"sonnabend": 5}
_UNITS = {
    name: unit
    for unit, names in {
        "day": "day days tag tagen jour jours día días",
        "week": "week weeks woche wochen semaine semaines semana semanas",
        "fortnight": "fortnight fortnights",
        "weekend": "weekend wochenende week-end",
        "month": "month months monat monaten mois mes meses",
        "year": "year years jahr jahren an ans année années año años",
    }.items()
    for name in names.split()
} | {"fin de semana": "weekend"}
_NUMBERS = {
    name: n
    for names in (
        "one two three four five six seven eight nine ten eleven twelve",
        "einem zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
        "un deux trois quatre cinq six sept huit neuf dix onze douze",
        "un dos tres cuatro cinco seis siete ocho nueve diez once doce",
        "a", "an", "einer", "une", "una",
    )
    for n, name in enumerate(names.split(), start=1)
}  # fmt: skip
_SIDES = {
    -1: ("last", "letzt", "vergangen", "vorig", "derni", "pass", "pasad"),
    0: ("this", "dies", "cet", "ce", "est"),
    1: ("next", "nächst", "coming", "kommend", "proch", "próxim", "que viene"),
}
"""Over, going on, to come: how the word begins that says so."""
_AMBIGUOUS = ("next", "nächst")
"""Before the name of a day that still comes in the same week, either that one or the one after."""


def _any(names: Iterable[str]) -> str:
    return f"(?:{'|'.join(sorted(map(re.escape, names), key=len, reverse=True))})"


_UNCLEAR = {"day", "tag", "jour", "día", "fortnight", "fortnights"}
"""With "last" or "next" they are no day and no interval that one can tell."""
_UNIT = rf"(?P<unit>{_any({*_UNITS, *WEEKDAYS} - _UNCLEAR)})\b"
_AGO = rf"(?P<n>\d{{1,3}}|{_any(_NUMBERS)}) (?P<ago>{_any(_UNITS)})\b"
_WORDS = "|".join(
    (
        r"(?:the )?(?P<word>day (?:before yesterday|after tomorrow)|yesterday|last night|tonight"
        r"|today(?!['’]s)|this (?:morning|afternoon|evening)|tomorrow",
        r"vorgestern|gestern|heute|übermorgen"
        r"|(?<!heute )(?<!gestern )(?<!guten )(?<!jeden )(?<!am )morgen(?! gruß)",
        r"avant-hier|hier|aujourd['’]hui|ce (?:matin|soir)|après-demain|demain",
        r"anteayer|ayer|anoche|hoy|esta (?:mañana|tarde|noche)|pasado mañana"
        r"|(?<!la )(?<!esta )mañana)\b",
    )
)
_GERMAN = ("letzte", "vergangene", "vorige", "nächste", "kommende", "diese")
_FORMS = {
    _WORDS: (
        "yesterday last tonight today this tomorrow vorgestern gestern heute übermorgen morgen"
        " hier aujourd ce demain anteayer ayer anoche hoy esta mañana"
    ),
    rf"(?<!the )(?<!past )(?P<which>last|this|next|coming) {_UNIT}(?! (?:of|in)\b)": (
        "last this next coming"
    ),
    rf"{_AGO} ago": "ago",
    rf"(?P<which>{_any(_GERMAN)}[snrm]?) {_UNIT}(?! (?:de[rs]|im|in)\b)": " ".join(
        word + ending for word in _GERMAN for ending in ("", *"snrm")
    ),
    rf"vor {_AGO}": "vor",
    rf"(?:(?:la|le|l['’]) ?)?{_UNIT} (?P<which>derni(?:er|ère)|passée?|prochaine?)": (
        "dernier dernière passé passée prochain prochaine"
    ),
    rf"(?P<which>ce|cet|cette) {_UNIT}": "ce cet cette",
    rf"il y a {_AGO}": "y",
    rf"(?:(?:la|el) )?{_UNIT} (?P<which>pasad[oa]|próxim[oa]|que viene)": (
        "pasado pasada próximo próxima viene"
    ),
    rf"(?:(?:la|el) )?(?P<which>próxim[oa]|pasad[oa]) {_UNIT}": "pasado pasada próximo próxima",
    rf"(?P<which>est[ea]) {_UNIT}": "este esta",
    rf"hace {_AGO}": "hace",
}
"""With the words without which they are not there: few texts have one."""
_PATTERNS = tuple(
    (frozenset(needed.split()), re.compile(rf"(?<![\w-])(?:{form})(?![\w-])", re.IGNORECASE))
    for form, needed in _FORMS.items()
)
_NEEDED = frozenset[str]().union(*(needed for needed, _ in _PATTERNS))
_WORD = re.compile(r"\w+")
_DECEMBER = 12


def relative_days(text: str, day: date) -> dict[str, str]:
    """What ``text``, said on ``day``, names from that day on, as it is written, with the day,
    month, year or interval that it means; in the order of the text, each once."""
    found: dict[str, str] = {}
    for match in sorted(_found(text), key=lambda one: one.start()):
        told = _told(match, day)
        if told and not _is_of_another_language(match, text):
            found.setdefault(match[0], told)
    return found


def may_name_days(text: str) -> bool:
    """Whether :func:`relative_days` may find any in ``text``."""
    return not _NEEDED.isdisjoint(_WORD.findall(text.casefold()))


def _found(text: str) -> Iterator[re.Match[str]]:
    words = _NEEDED.intersection(_WORD.findall(text.casefold()))
    patterns = (pattern for needed, pattern in _PATTERNS if not words.isdisjoint(needed))
    return (match for pattern in patterns for match in pattern.finditer(text))


def _is_of_another_language(match: re.Match[str], text: str) -> bool:
    """German and Dutch have "hier", too, which is "here"; "Morgen" is a time of day."""
    said = match[0]
    return (said.casefold() == "hier" and language_by_words(text) != "fr") or said == "Morgen"


def _told(match: re.Match[str], day: date) -> str:
    parts = match.groupdict(default="")
    groups = {name: said.casefold().replace("’", "'") for name, said in parts.items()}
    if word := groups.get("word"):
        return (day + timedelta(days=_OFFSETS[word])).isoformat()
    try:
        if unit := groups.get("ago"):
            number = groups["n"]
            n = int(number) if number.isdecimal() else _NUMBERS[number]
            return _shifted(day, _UNITS[unit], -n)
        which, unit = groups["which"], groups["unit"]
        if unit in WEEKDAYS:
            return _weekday(day, WEEKDAYS[unit], which)
        return _shifted(day, _UNITS[unit], _side(which))
    except (OverflowError, ValueError):  # before the year 1
        return ""


def _side(which: str) -> int:
    return next(side for side, words in _SIDES.items() if which.startswith(words))


def last_weekday(day: date, wanted: int) -> str:
    """The last day of the week ``wanted`` (0 = Monday) before ``day``."""
    return (day - timedelta(days=(day.weekday() - wanted - 1) % 7 + 1)).isoformat()


def _weekday(day: date, wanted: int, which: str) -> str:
    side = _side(which)
    if side < 0:
        return last_weekday(day, wanted)
    if which.startswith(_AMBIGUOUS) and wanted > day.weekday():
        return ""
    return (day + timedelta(days=(wanted - day.weekday() - side) % 7 + side)).isoformat()


def _shifted(day: date, unit: str, n: int) -> str:
    if unit == "day":
        return (day + timedelta(days=n)).isoformat()
    if unit == "year":
        return f"{date(day.year + n, 1, 1).year:04}"
    if unit == "month":
        years, month = divmod(day.month - 1 + n, _DECEMBER)
        return f"{date(day.year + years, month + 1, 1):%Y-%m}"
    weeks = 2 * n if unit == "fortnight" else n
    monday = day - timedelta(days=day.weekday()) + timedelta(weeks=weeks)
    first = monday + timedelta(days=5) if unit == "weekend" else monday
    return f"{first.isoformat()}/{(monday + timedelta(days=6)).isoformat()}"
