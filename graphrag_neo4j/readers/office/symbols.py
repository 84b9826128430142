"""Signs of the fonts Symbol and Wingdings, whose codes are their own."""

from __future__ import annotations

_SYMBOL = dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
        "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖαβχδεφγηιϕκλμνοπθρστυϖωξψζ",
        strict=True,
    )
) | dict(
    zip(
        "\"$'*-@^¢£¥«¬\xad®¯°±²³´µ¶·¸¹º»¼ÅÆÇÈÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàâãäåò",
        "∀∃∋∗−≅⊥′≤∞↔←↑→↓°±″≥×∝∂•÷≠≡≈…⊕∅∩∪⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊®©™∑∫",
        strict=True,
    )
)
_WINGDINGS = {
    "Wingdings": {"ü": "✓", "û": "✗", "þ": "☑", "ý": "☒", "¨": "☐", "o": "☐", "q": "☐"}
    | {"à": "→", "ß": "←", "è": "→", "n": "■", "l": "●", "J": "☺", "L": "☹"},
    "Wingdings 2": {"P": "✓", "O": "✗", "R": "☑", "Q": "☒", "S": "☒", "T": "☒", "£": "☐"},
}
TICKED, UNTICKED = "☒", "☐"


def symbol(font: str, code: str) -> str:
    """The sign with the hexadecimal ``code`` in ``font``; "" for a picture that no letter is."""
    try:
        number = int(code, 16)
    except ValueError:
        return ""
    byte = chr(number & 0xFF)
    if font == "Symbol":
        return _SYMBOL.get(byte, byte if byte.isascii() and byte.isprintable() else "")
    if font in _WINGDINGS:
        return _WINGDINGS[font].get(byte, "")
    return "" if font.startswith(("Wingdings", "Webdings")) or number >= 0xD800 else chr(number)
