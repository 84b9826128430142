"""Function words of seven languages, and which language a short text is in by them.

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
        does during for from had has have he her him his how i if in into is it its just many me
        more most much my no not of on one only or other our out over she should so some than that
        the their them then there these they this those through to under up was we were what when
        where which while who whom whose why will with would you your
        """
    ),
    "de": _words(
        """
        aber als am an auch auf aus bei beide beiden beim bin bis bitte bzw da dabei damit dann darf
        das dass dein dem den denn der des dessen die dies diese diesem diesen dieser dieses doch
        dort du durch dürfen eigentlich ein eine einem einen einer eines er es etwas euch euer für
        gegen hab habe haben hast hat hatte hatten hier ich ihm ihn ihnen ihr ihre ihrem ihren ihrer
        ihres im immer in ins ist ja jede jeder jedes jetzt kann kannst kein keine können könnte mal
        man mehr mein meine meinem meinen meiner meines mich mir mit muss müssen nach nicht noch nun
        nur ob oder ohne schon sei sein seine seinem seinen seiner seines seit sich sie sind so soll
        sollen sollte sondern um und uns unser unsere unserem unseren unserer unseres unsre unter
        viel viele vielen vom von vor waere wann war waren warum was wegen weil welche welchem
        welchen welcher welches wem wen wenn wer werden wessen wie wieder wieso wieviel wieviele
        will wir wird wirklich wo woher wohin wollen worden wurde wurden wäre wärest zu zum zur
        zwischen über
        """
    ),
    "fr": _words(
        """
        a ai au aux avaient avait avec avoir c car ce ceci cela ces cet cette chez combien comme
        comment d dans de des donc dont du elle elles en entre est et eu fut il ils j je l la le les
        leur leurs lui m ma mais me mes moi mon même n ne ni nos notre nous on ont ou où par parce
        pas pendant plus pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa sans se
        sera ses si son sont sous sur t ta te tes toi ton tous tout tu un une vers vos votre vous y
        à ça étaient était été être
        """
    ),
    "es": _words(
        """
        a al algo ante antes aquel aquella así aún bajo cada como con contra cual cuando cuál cuáles
        cuándo cuánta cuántas cuánto cuántos cómo de del desde donde dos durante dónde e el ella
        ellas ellos en entre era eran es esa ese eso esta estaba este esto estos está están fue
        fueron ha haber había han hasta hay la las le les lo los me mi mis muy más ni no nos
        nosotros o os otra otro para pero por porque pues que quien quienes quién quiénes qué se
        según ser si sin sobre son su sus sí también tan te tenía tiene tienen todo todos tu un una
        unas uno unos y ya yo él
        """
    ),
    "it": _words(
        """
        ai al alla alle allo anche c che chi ci col come con cosa cui da dai dal dalla dalle dei del
        della delle dello di dopo dove e era essere fra gli ha hanno ho i il l la le lo loro ma mi
        mia mie mio nei nel nella nelle non o per perche perché più quale quali quando quanta quante
        quanti quanto quella quello questa questo qui se si sia sono sta stata stato su sua sue sui
        sul sulla suo te ti tra tu un una uno va verso viene voi è
        """
    ),
    "pt": _words(
        """
        ao aos aquela aquele as até com como da das de dela dele depois desde do dos e ela ele eles
        em entre era essa esse esta este está estão eu foi foram há isso isto já lhe lhes mais mas
        me mesmo meu minha muito na nas nem no nos num numa não o onde os ou para pela pelo pode por
        porque porquê quais qual quando quanta quantas quanto quantos que quem quê se sem ser seu
        seus sua suas são só também te tem têm um uma vai à às é
        """
    ),
    "nl": _words(
        """
        aan al alle als bij dan dat de deze die dit door een en er geen had hebben heeft het hij hoe
        hoeveel ik ja je jij kan kunnen mag me met mijn moet moeten na naar niet nog nu om ons ook
        op over te tot u uit van vanaf voor waar waarom wanneer waren wat we wel welke werd wie wij
        wil worden wordt zich zij zijn zo zou
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
    """The code of the language whose function words at least two words are, and more than of any
    other language; "zh" for Chinese signs; "" for English and where it is not clear."""
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
