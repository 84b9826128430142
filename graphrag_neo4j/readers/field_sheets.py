"""Fields on a sheet: a name and its value in each row, as on a card, a form or an invoice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice

from graphrag_neo4j.readers.content import clean_text
from graphrag_neo4j.readers.record_fields import column_names
from graphrag_neo4j.readers.table_head import NumberedRow, head_text
from graphrag_neo4j.readers.tables import Cell, is_number

_FEWEST = 3
"""Rows of nothing but fields; fewer may as well be a table's."""
_MOST = 60
"""Rows; more are a table."""
_LONGEST_LABEL = 40
_LONGEST_TITLE = 200
_MOST_WORDS = 5
_OTHERS = 4
"""Of so many labels one is called as fields are."""
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_ADDRESS = re.compile(r"\S+@\S+\.\S+|https?://\S+|www\.\S+")
_COLUMNS_OF_FIELDS = re.compile(
    r"(?:field|property|attribute|feld|merkmal|eigenschaft|champ|propriété|campo|propiedad"
    r"|proprietà|veld)s?"
    r"\s(?:value|detail|entry|data|content|wert|inhalt|angabe|valeur|valor|valore|waarde)"
    r"(?:s|e|en|n)?",
    re.IGNORECASE,
)
"""What the columns of names and values are called: "Field", "Value"."""
_LABELS = frozenset(
    """
    account address amount applicant approved author authority bank bic birth birthday born branch
    brand budget building buyer capacity category chair city class client code colour color company
    condition contact cost country county created currency customer date deadline delivery
    department deposit description diameter dimensions director discount due duration edition
    email e-mail employee employer end expiry fax fee from gender height holder iban id institution
    instructor insurance invoice issue issued issuer job landlord language leader length
    licence license location maker manager manufacturer material mobile model name nationality no
    notes number
    occasion occupation operator order organisation organization organiser organizer owner parent
    patient payment period person phone place policy position post postcode power prepared price
    product project publisher purpose qty quantity rate reason recipient ref reference registered
    registration rent responsible revision role room salary sender serial sex size speed sponsor
    start state status street subject subtotal supplier surname tax tel telephone tenant term terms
    time title to total town type unit until url valid validity vat vendor venue version voltage
    volume warranty website weight width year zip
    absender adresse anschrift auftrag auftraggeber beginn bemerkung bestellung betrag betreff
    datum dauer empfänger ende fällig firma geburtsdatum gewicht hersteller iban kunde kundennummer
    leiter lieferant lieferung miete mieter modell nachname nummer ort plz preis projekt rechnung
    rechnungsnummer status steuer straße strasse summe telefon termin titel verantwortlich vermieter
    vorname währung zahlung zeitraum zustand
    adresse auteur client date début durée entreprise facture fin fournisseur lieu montant nom
    numéro objet poids prénom prix projet responsable société téléphone titre ville
    apellido cliente dirección empresa fecha importe inicio lugar nombre número precio proveedor
    proyecto teléfono título azienda cognome data fattura fornitore indirizzo importo luogo nome
    prezzo progetto telefono titolo adres bedrag bedrijf klant leverancier naam prijs telefoon
    """.split()
)
"""Words that names of fields are made of, in six languages."""

Shown = Callable[[object], str]
"""A cell as text."""
Record = dict[str, str]


def parted_fields(
    table: Iterable[NumberedRow], shown: Shown
) -> tuple[tuple[int, Record] | None, Iterator[NumberedRow]]:
    """The fields of a table that consists of them, as one record with the number of its first row,
    and the rows of any other.

    Fields are a column of names, no two alike, beside values of several kinds (words, numbers,
    addresses), where names end in colons or are called as fields are ("Contact", "Start"); or what
    "Field" and "Value" stand above.
    """
    rest = iter(table)
    rows = list(islice(rest, _MOST + 2))
    pairs = [_pair([shown(cell).strip() for cell in row]) for _, row in rows]
    if 0 < len(rows) <= _MOST + 1 and all(pairs):
        below = pairs[1:] if _COLUMNS_OF_FIELDS.fullmatch(" ".join(pairs[0])) else pairs
        is_told = len(below) < len(pairs)
        if _are_labels([label for label, _ in below]) and (is_told or _are_fields(below)):
            return (rows[0][0], _record(below)), iter(())
    return None, chain(rows, rest)


def with_named_fields(table: Iterable[Sequence[Cell]]) -> list[Sequence[Cell]]:
    """The rows of a table of a document; if they are but fields and their values, as in
    :func:`parted_fields`, each name is marked as one."""
    rows = list(table)
    said = [[" ".join(cell.text.split()) for cell in row] for row in rows]
    filled = [cells for cells in said if any(cells)]
    is_plain = all(len(row) == 2 and not any(cell.is_name for cell in row) for row in rows)
    if not is_plain or not _FEWEST <= len(filled) <= _MOST or not all(map(all, filled)):
        return rows
    if not _are_labels([label for label, _ in filled]) or not _are_fields(filled):
        return rows
    return [[replace(row[0], is_name=True), row[1]] for row in rows]


def head_records(head: Iterable[NumberedRow], shown: Shown) -> Iterator[tuple[int, Record]]:
    """What stands above the names of a table: neighbouring fields as one record, any other row as
    a text; each with the number of its first row."""
    rows = [(place, [*filter(None, (shown(cell).strip() for cell in row))]) for place, row in head]
    run: list[Sequence[str]] = []
    begin = 0
    for place, cells in [*rows, (0, [])]:
        pairs = _pairs(cells)
        if pairs:
            begin = begin if run else place
            run += pairs
            continue
        if run:
            yield begin, _record(run) if len(run) > 1 else {"text": head_text(run[0])}
            run = []
        if cells:
            yield place, {"text": head_text(cells)}


def title_in(head: Sequence[NumberedRow], shown: Shown) -> str:
    """What the rows above a table call it: the first of them, if it is one cell of words."""
    cells = [said for cell in head[0][1] if (said := shown(cell).strip())] if head else []
    title = " ".join(clean_text(cells[0]).split()) if len(cells) == 1 else ""
    return title if any(map(str.isalpha, title)) and len(title) <= _LONGEST_TITLE else ""


def _pair(cells: Sequence[str]) -> list[str]:
    """A name and its value, which may be empty; nothing of a row that has more, or no name."""
    label, value, *others = [*cells, "", ""]
    return [label, value] if label and not any(others) else []


def _pairs(cells: Sequence[str]) -> list[Sequence[str]]:
    """The fields of a row that has one, or several beside one another."""
    pairs = [cells[n : n + 2] for n in range(0, len(cells), 2)]
    if len(cells) % 2 or not _are_labels([pair[0] for pair in pairs]):
        return []
    return pairs if len(pairs) == 1 or all(_is_called_so(label) for label, _ in pairs) else []


def _record(pairs: Iterable[Sequence[str]]) -> Record:
    labels, values = zip(*pairs, strict=True)
    names = column_names(label.rstrip(" :") for label in labels)
    return {name: value for name, value in zip(names, values, strict=True) if value}


def _are_labels(labels: Sequence[str]) -> bool:
    """Whether they may name fields: short, words, and no two alike."""
    is_told = len({label.casefold() for label in labels}) == len(labels)
    return is_told and all(map(_may_be_label, labels))


def _may_be_label(label: str) -> bool:
    is_short = len(label) <= _LONGEST_LABEL and len(label.split()) <= _MOST_WORDS
    return is_short and not is_number(label) and _WORD.search(label) is not None


def _are_fields(pairs: Sequence[Sequence[str]]) -> bool:
    """Whether labels are called as fields are, beside values of several kinds, and the first pair
    names no columns ("Name", "Phone")."""
    if len(pairs) < _FEWEST or _is_label(pairs[0][1]):
        return False
    labels = [label for label, _ in pairs]
    n_called = sum(map(_is_called_so, labels))
    is_called = n_called > 1 and _OTHERS * n_called >= len(labels)
    return is_called and len({_kind(value) for _, value in pairs if value}) > 1


def _is_called_so(label: str) -> bool:
    if label.endswith(":"):
        return True
    words = [word.casefold() for word in _WORD.findall(label)]
    return 0 < len(words) <= _MOST_WORDS and not _LABELS.isdisjoint(words)


def _is_label(value: str) -> bool:
    """Whether it is nothing but words that fields are called by."""
    words = {word.casefold() for word in _WORD.findall(value)}
    return bool(words) and words <= _LABELS


def _kind(value: str) -> str:
    if _ADDRESS.fullmatch(value):
        return "address"
    return "number" if is_number(value) or value[:1].isdigit() else "words"
