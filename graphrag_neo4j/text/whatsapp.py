"""Lines of a chat that WhatsApp exports: "[12/05/2024, 9:31:02 PM] Ann Berg (Work): hello" on an
iPhone, "12/05/2024, 21:31 - Ann Berg (Work): hello" on Android.

Between such a stamp and the colon stands a name as somebody keeps it among contacts, whatever it
looks like: with more words than a label has elsewhere, with brackets or pictures, or a number.
"""

from __future__ import annotations

import re

HALF_DAY = r"(?:[^\S\n]?(?:[APap](?:\.[^\S\n]?[Mm]\.|\.?[Mm]\.?)|[صم])(?!\w))?"
"""What may stand behind a time: "PM", "p. m.", in Arabic "م"."""
_DATE = r"(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d\d-\d\d)[,،][^\S\n]"
_STAMP = (
    rf"\u200e?(?:\[{_DATE}\d{{1,2}}:\d\d:\d\d{HALF_DAY}\]"
    rf"|{_DATE}\d{{1,2}}:\d\d{HALF_DAY}[^\S\n]-)[^\S\n]"
)
_HEAD = re.compile(
    rf"{_STAMP}[^\w\n:+]{{0,4}}(?P<label>[\w+][^\n:\"“”„«»()]{{0,58}}?)"
    r"(?:[^\S\n]?\([^()\n:]{1,40}\))?[^\w\n:.)]{0,8}:[^\S\n]"
)


def message_head(line: str) -> re.Match[str] | None:
    """What stands before the words of a message that ``line`` begins, with the name of who writes
    it (``label``), without what is kept in brackets behind it; None if it begins none."""
    return _HEAD.match(line)
