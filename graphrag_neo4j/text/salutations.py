"""How letters and mails begin: "Dear Ann,", "Hello all". It says whom a text is for, no more."""

from __future__ import annotations

import re

_SALUTATION = re.compile(
    r"(?:(?:my )?dear(?:est)?|hello|hi|hey|greetings|good (?:morning|afternoon|evening|day)|hallo"
    r"|guten (?:tag|morgen)|(?:meine? )?liebe[rs]?|sehr geehrte[rn]?|bonjour|bonsoir"
    r"|(?:m(?:on|a|es) )?ch(?:er|ère)s?|hola|estimad[oa]s?|querid[oa]s?|ciao|gentile|buongiorno"
    r"|beste|hej)"
    r"(?P<names>(?:[^\S\n]+[\w.'’&-]{1,30}){0,6})[^\S\n]*[,!:–-]?",
    re.IGNORECASE,
)
_SMALL = frozenset(
    """
    all and both colleagues everybody everyone folks friends sir sirs madam team there again
    und zusammen alle kollegen kolleginnen herr frau à tous et toutes monsieur madame
    a todos todas y señor señora signor signora e collega allen
    """.split()
)
"""Words of a salutation that are no names."""


def is_salutation(line: str) -> bool:
    """Whether a line, or a paragraph, is nothing else, to several as well: "Dear Ann, dear Bo,"."""
    return all(map(_is_greeting, line.strip().removesuffix(",").split(", ")))


def _is_greeting(said: str) -> bool:
    found = _SALUTATION.fullmatch(said)
    words = found["names"].split() if found else []
    return found is not None and all(word[0].isupper() or word in _SMALL for word in words)
