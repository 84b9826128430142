"""Lines of a chat that WhatsApp exports: "[12/05/2024, 9:31:02 PM] Ann Berg (Work): hello" on an
iPhone, "12/05/2024, 21:31 - Ann Berg (Work): hello" on Android.

Between such a stamp and the colon stands a name as somebody keeps it among contacts, whatever it
looks like: with more words than a label has elsewhere, with brackets or pictures, or a number.
"""

from __future__ import annotations

import re
from collections import Counter

HALF_DAY = r"(?:[^\S\n]?(?:[APap](?:\.[^\S\n]?[Mm]\.|\.?[Mm]\.?)|[صم])(?!\w))?"
"""What may stand behind a time: "PM", "p. m.", in Arabic "م"."""
_DATE = r"(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d\d-\d\d)"
_ON_ANDROID = rf"{_DATE}[,،][^\S\n]\d{{1,2}}:\d\d{HALF_DAY}[^\S\n]-[^\S\n]"
_STAMP = rf"\u200e?(?:\[{_DATE}[,،][^\S\n]\d{{1,2}}:\d\d:\d\d{HALF_DAY}\][^\S\n]|{_ON_ANDROID})"
_HEAD = re.compile(
    rf"{_STAMP}[^\w\n:+]{{0,4}}(?P<label>[\w+][^\n:\"“”„«»()]{{0,58}}?)"
    r"(?:[^\S\n]?\([^()\n:]{1,40}\))?[^\w\n:.)]{0,8}:[^\S\n]"
)
_ANY_STAMP = (  # also of other programs
    rf"[\[(]?(?:{_DATE}(?:[,،]?[^\S\n]|T))?\d{{1,2}}:\d\d[^\S\n]?(?::\d\d)?{HALF_DAY}"
    r"(?:\]| -)[^\S\n]"
)
_DELETED = (
    "This message was deleted|You deleted this message"
    "|Diese Nachricht wurde gelöscht|Du hast diese Nachricht gelöscht"
    "|Ce message a été supprimé|Vous avez supprimé ce message"
    "|Se eliminó este mensaje|Eliminaste este mensaje"
    "|Questo messaggio è stato eliminato|Hai eliminato questo messaggio"
    "|Esta mensagem foi apagada|Mensagem apagada|Você apagou esta mensagem"
    "|Dit bericht is verwijderd|U hebt dit bericht verwijderd"
    "|Данное сообщение удалено|Вы удалили данное сообщение"
)
_NO_WORDS = re.compile(
    rf"^\u200e?{_ANY_STAMP}[^\n:]{{1,60}}:[^\S\n]"
    rf"(?:\u200e[^\n]*|<[^<>\n]{{3,60}}>[^\S\n]*|(?:{_DELETED})\.?)$",
    re.MULTILINE,
)
_EDITED = re.compile(
    r"(?<![^\S\n])[^\S\n]*(?:\u200e<[^<>\n]{3,60}>|<This message was edited>)$", re.MULTILINE
)
_POLL = re.compile(r"(?<=:[^\S\n])\u200e(?=[^\W\d_a-z]{3,12}:$)", re.MULTILINE)
_OPTION = re.compile(r"^\u200e[^\W\d_a-z]{3,12}:[^\S\n]", re.MULTILINE)
_ANDROID = re.compile(
    rf"^\u200e?{_ON_ANDROID}(?:(?P<name>[^\n:\"“”„«»]{{1,80}}):(?=\s|\Z)|[^\n]*$)", re.MULTILINE
)


def message_head(line: str) -> re.Match[str] | None:
    """What stands before the words of a message that ``line`` begins, with the name of who writes
    it (``label``), without what is kept in brackets behind it; None if it begins none."""
    return _HEAD.match(line)


def without_notices(text: str) -> str:
    """``text``, where the lines of a chat are empty that its program wrote and nobody said.

    That is a notice (who joins, who may call), what stands for a picture or for what was deleted,
    and, at the end of a message, that it was changed. On an iPhone they begin with a mark that
    cannot be seen or stand in angle brackets; on Android a notice is a line with a stamp and
    without a name, in a chat that begins with one and where most lines have a name.
    """
    if "\u200e" in text:
        text = _OPTION.sub("- ", _POLL.sub("", text))
    text = _NO_WORDS.sub("", text)
    text = _EDITED.sub("", text) if ">" in text else text
    lines = list(_ANDROID.finditer(text))
    names = Counter(line["name"] for line in lines if line["name"])
    is_chat = len(names) > 1 and max(names.values()) > 1 and not lines[0]["name"]
    if not is_chat or 2 * sum(names.values()) < len(lines):
        return text
    return _ANDROID.sub(lambda line: line[0] if line["name"] else "", text)
