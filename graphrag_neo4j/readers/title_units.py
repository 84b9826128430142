"""The unit that the title of a table gives for its numbers: "Budget (thousand crowns)", "Sales in
million euros, plants only"."""

from __future__ import annotations

import re

_PHRASE = re.compile(
    r"[(\[](?P<bracket>[^()\[\]]{1,40})[)\]]|\bin (?P<words>[^(),;:\[\]–—]{1,40})", re.IGNORECASE
)
_WORD = re.compile(r"[^\W\d_]+[²³23]?|[€$£¥%‰°]+[CFK]?")
_MOST_WORDS = 5
_UNITS = frozenset(
    """
    thousand thousands million millions billion billions hundred hundreds bn mn mln mio mrd tsd
    tausend millionen milliarden milliers millones miles
    € $ £ ¥ % ‰ ° °c °f °k chf czk dkk eur gbp huf jpy nok pln sek usd
    cent cents crown crowns dollar dollars euro euros franc francs krone kroner kronen kronor pence
    pound pounds rupee rupees yen yuan zloty
    percent percentage prozent points
    bar celsius fahrenheit kelvin pascal kpa hpa mpa psi
    g gram grams kg kilogram kilograms mg tonne tonnes tons t lb lbs
    km kilometre kilometres kilometer kilometers metre metres meter meters cm mm miles feet inches
    m² m³ m2 m3 km² km2 ha hectares acres ml hl litre litres liter liters gallons
    kw kwh mw mwh gw gwh twh joules volts amperes watts
    h s seconds minutes hours days weeks months years sekunden minuten stunden tage
    """.split()
)
_BESIDE = frozenset(
    "a an and at by each of per the an constant current prices year month week day".split()
)


def unit_in(title: str) -> str:
    """What the numbers below ``title`` count or measure, as it says it; "" if it does not."""
    for found in _PHRASE.finditer(title):
        said = " ".join((found["bracket"] or found["words"]).removeprefix("in ").split())
        words = [word.casefold() for word in _WORD.findall(said)]
        has_unit = not _UNITS.isdisjoint(words)
        if has_unit and len(words) <= _MOST_WORDS and {*words} <= _UNITS | _BESIDE:
            return said
    return ""
