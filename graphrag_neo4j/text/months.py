"""Months by their names in languages of Western Europe."""

from __future__ import annotations

_MONTHS = (
    "january jan januar januari janvier enero gennaio janeiro",
    "february feb februar februari février febrero febbraio fevereiro",
    "march mar märz maart mars marzo março",
    "april apr avril abril aprile",
    "may mai mei mayo maggio maio",
    "june jun juni juin junio giugno junho",
    "july jul juli juillet julio luglio julho",
    "august aug augustus août agosto",
    "september sep sept septembre septiembre settembre setembro",
    "october oct oktober octobre octubre ottobre outubro",
    "november nov novembre noviembre novembro",
    "december dec dezember décembre diciembre dicembre dezembro",
)
MONTH_NUMBERS = {name: n for n, names in enumerate(_MONTHS, start=1) for name in names.split()}
"""The number of a month, 1 to 12, by its name in small letters. Short forms only where no text
means another word by them, as "2 out" may not be October."""
