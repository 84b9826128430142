"""How letters and mails begin and end: "Dear Ann,", "Hello all", "Kind regards, Bo Hill". It says
whom a text is for and whose it is, no more."""

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
_CLOSING = re.compile(
    r"(?:(?:many |with )?(?:kind(?:est)? |best |warm(?:est)? )?(?:regards|wishes)"
    r"|(?:yours )?(?:very )?(?:sincerely|truly|faithfully)|yours(?: ever)?"
    r"|(?:many |with )?thanks(?: again| a lot| so much)?|thank you|cheers|all the best"
    r"|(?:best|love)(?=[,.!]|\Z)|mit (?:freundlichen|besten|lieben) grüßen"
    r"|(?:viele|liebe|beste) grüße|cordialement|bien à vous|(?:un )?saludos?|atentamente"
    r"|cordiali saluti|met vriendelijke groet(?:en)?)"
    r"(?P<names>[^\S\n]*[,.!–-]?(?:[^\S\n]+[\w.'’&-]{1,30}){0,4})[^\S\n]*[,.!]?",
    re.IGNORECASE,
)
_LONGEST = 80  # characters
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


def is_courtesy(text: str) -> bool:
    """Whether a text is a salutation or what a letter ends with, with the name of who writes it."""
    line = text.strip()
    if len(line) > _LONGEST or not line:
        return False
    closing = _CLOSING.fullmatch(line)
    if closing is None:
        return is_salutation(line)
    return all(word[0].isupper() for word in closing["names"].strip(" ,.!–-").split())


def _is_greeting(said: str) -> bool:
    found = _SALUTATION.fullmatch(said)
    words = found["names"].split() if found else []
    return found is not None and all(word[0].isupper() or word in _SMALL for word in words)
