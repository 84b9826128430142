"""Function words of five languages, and which language a short text is in by them.

A question is too short for :mod:`graphrag_neo4j.text.language`; the words that every sentence of a
language needs tell more of it.
"""

from __future__ import annotations

import re

_SIGNS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_WORD = re.compile(r"[^\W\d_]+")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FUNCTION_WORDS = {
    "en": _words(
        """
        a about after all also an and any are as at be because been before but by can could did do
        does during for from had has have he her him his how i if in into is it its just me more
        most my no not of on one only or other our out over she should so some than that the their
        them then there these they this those through to under up was we were what when where which
        while who whom whose why will with would you your
        """
    ),
    "de": _words(
        """
        aber als am an auch auf aus bei beim bin bis da damit dann das dass dein dem den denn der
        des dessen die dies diese diesem diesen dieser dieses doch dort du durch ein eine einem
        einen einer eines er es für gegen hat hatte hatten haben ich ihm ihn ihr ihre ihrem ihren
        ihrer ihres im in ins ist ja jede jeder jedes kann kein keine können man mehr mein mit muss
        nach nicht noch nur ob oder ohne sein seine seinem seinen seiner seines seit sich sie sind
        so über um und uns unser unter vom von vor wann war waren warum was wegen weil welche
        welchem welchen welcher welches wem wen wenn wer werden wessen wie wieso wird wir wo woher
        wohin worden wurde wurden zu zum zur zwischen
        """
    ),
    "fr": _words(
        """
        a à ai au aux avec avait avaient avoir c ça car ce ceci cela ces cet cette chez combien
        comme comment d dans de des donc dont du elle elles en entre est et été étaient était être
        eu fut il ils j je l la le les leur leurs lui m ma mais me même mes moi mon n ne ni nos
        notre nous on ont ou où par parce pas pendant plus pour pourquoi qu quand que quel quelle
        quelles quels qui quoi s sa sans se sera ses si son sont sous sur t ta te tes toi ton tous
        tout tu un une vers vos votre vous y
        """
    ),
    "es": _words(
        """
        a al algo ante antes aquel aquella así aún bajo cada como cómo con contra cuál cuáles cual
        cuando cuándo cuánta cuántas cuánto cuántos de del desde donde dónde dos durante e el él
        ella ellas ellos en entre era eran es esa ese eso esta está están estaba este esto estos fue
        fueron ha había haber han hasta hay la las le les lo los más me mi mis muy ni no nos
        nosotros o os otra otro para pero por porque pues que qué quien quién quienes quiénes se
        según ser si sí sin sobre son su sus también tan te tenía tiene tienen todo todos
        tu un una unas uno unos y ya yo
        """
    ),
}
_LEAST = 2  # words


def english_share(text: str) -> float:
    """The share of a text's words that are function words of English, 0 to 1: of English prose a
    third, of a text in another language, or of figures alone, a tenth or less."""
    words = _WORD.findall(text.casefold())
    return sum(word in FUNCTION_WORDS["en"] for word in words) / len(words) if words else 0.0


def language_by_words(text: str) -> str:
    """ "de", "fr" or "es" if at least two function words, and more than of any other language,
    are that language's; "zh" for Chinese signs; else ""."""
    best = "zh" if _SIGNS.search(text) else _clearest(text)
    return "" if best == "en" else best


def is_english(text: str) -> bool:
    """Whether at least two function words, and more than of any other language, are English."""
    return _clearest(text) == "en"


def _clearest(text: str) -> str:
    """The language of most of the function words, "" if that is not clear."""
    words = _WORD.findall(text.casefold())
    counts = {
        language: sum(word in known for word in words) for language, known in FUNCTION_WORDS.items()
    }
    best = max(counts, key=lambda language: counts[language])
    others = max(n for language, n in counts.items() if language != best)
    return best if counts[best] >= _LEAST and counts[best] > others else ""
