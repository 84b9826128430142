"""What is written like a name and names nothing: file formats, currencies, the numbers of pages,
levels of a log, sums of a table."""

from __future__ import annotations

from collections.abc import Sequence

from graphrag_neo4j.extract.lexicon import bag, word_set

_FORMATS = bag(
    """
    AVI BMP CSV DOC DOCX EPUB GIF HEIC HTML JPEG JPG JSON MP3 MP4 ODS ODT PDF PNG PPT PPTX RTF SVG
    TIFF TSV TXT WAV WEBP XLS XLSX XML YAML ZIP
    """
)
_CURRENCIES = bag(
    """
    AUD BRL CHF CNY CZK DKK EUR GBP HKD HUF JPY KRW MXN NOK NZD PLN RON SEK SGD USD ZAR
    """
)
_LEVELS = bag("DEBUG INFO WARN WARNING ERROR FATAL")
_PAGES = bag("page pages p pp seite seiten página pagina pagine copyright")
_SUMS = frozenset(
    {"total", "totals", "subtotal", "sub-total", "grand total", "total sum", "sum", "summe"}
    | {"gesamt", "zwischensumme", "insgesamt", "totale", "totaal", "suma", "somme", "sous-total"}
)
_UNITS = bag(
    """
    kg g mg µg t lb lbs oz km m cm mm µm nm mi ft l ml dl cl kW kWh MW MWh W V A mA Hz kHz MHz GHz
    kB MB GB TB °C °F °
    """
)
_TRUTHS = bag(
    """
    true false yes no ja nein wahr falsch oui non vrai faux sí si verdadero falso n/a none null
    """
)
_BETWEEN = bag("of von de di /")


def names_nothing(words: Sequence[str]) -> bool:
    """Whether ``words`` are but a file format, a currency, a page, a level of a log or the label of
    a sum: "CSV", "EUR 500", "Page 1", "WARN", "Total"."""
    first = words[0]
    if " ".join(words).casefold().rstrip(":") in _SUMS:
        return True
    is_format = first in _FORMATS and first.lower() not in word_set("things", "product")
    rest = words[1:]
    if not all(word[0].isdigit() or word.lower() in _BETWEEN for word in rest):
        return False
    if first.lower() in _PAGES:
        return bool(rest) or first.lower() == "copyright"
    return is_format or first in _CURRENCIES or first in _LEVELS


def is_truth(cell: str) -> bool:
    """Whether a cell says but yes, no or nothing: "True", "nein", "N/A"."""
    return cell.casefold() in _TRUTHS


def is_unit(word: str) -> bool:
    """Whether a word measures the number before it."""
    return word in _UNITS


def n_before_name(words: Sequence[str]) -> int:
    """How many words stand before a name and say something else: "Copyright 2019 Ann Berg", "ERROR
    Gateway"."""
    if words[0] in _LEVELS:
        return int(len(words) > 1)
    if words[0].lower() != "copyright":
        return 0
    return next((n for n, word in enumerate(words) if n and word[0].isalpha()), 0)
