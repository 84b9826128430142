"""How letters and mails begin: "Dear Ann,", "Hello all". It says whom a text is for, no more."""

from __future__ import annotations

import re

_SALUTATION = re.compile(
    r"(?:dear|hello|hi|hey|greetings|good (?:morning|afternoon|evening|day)|hallo"
    r"|guten (?:tag|morgen)|liebe[rs]?|sehr geehrte[rn]?|bonjour|bonsoir|ch(?:er|ère)s?|hola"
    r"|estimad[oa]s?|querid[oa]s?|ciao|gentile|buongiorno|beste|hej)"
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
    """Whether a line, or a paragraph, is nothing else."""
    found = _SALUTATION.fullmatch(line.strip())
    words = found["names"].split() if found else []
    return found is not None and all(word[0].isupper() or word in _SMALL for word in words)
