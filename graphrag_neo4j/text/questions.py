"""Which words ask: by their mark, or, as people type in chats, by their first words alone."""

from __future__ import annotations

import re

SPEAKER = re.compile(r"\A(?:\[[^\]\n]{1,40}\] ?)?[^\n]{1,40}?: ")
_CLOCK = re.compile(r"\A[^\n]{0,40}?\d:\d\d(?: ?[AP]M)?\s+")  # "Ada Berg 9:06 AM ok"
_QUESTION_MARKS = ("?", "？", "؟")
_AROUND = " \n*_~\"'”’»)"
"""What may stand behind the mark: emphasis of Markdown, quotation marks."""
_BARE_QUESTION = re.compile(
    r"""(?:(?:and|but|hey|hi|morning|ok|okay|so|well)[,.!]?\ ){0,2}
    (?:who(?!\ (?:cares|knows)\b)|whose|why(?!\ not\b)
    |wann|warum|wer|wieso|pourquoi|quand|quién|qué|dónde|cuándo|cómo
    |(?:how|what|when|where|which)
      (?:'?s|(?:\ (?!(?:a|he|i|it|my|she|that|the|they|we|you)\b)\w+){0,2}
      \ (?:are|can|could|did|do|does|happened|happens|has|have|is
      |should|was|were|will|would))
    |(?:do|have)\ (?:they|u|we|ya|you)
    |(?:are|can|could|did|has|is|shall|should|was|were|will|would)
      \ (?:any(?:body|one)|he|she|they|u|we|ya|you)
    |(?:does|is|was)\ (?:it|that|this)|does\ (?:any(?:body|one)|he|she|the))
    \b[^.!?;\n]*\w|how\ (?:far|long|many|much|often)(?:\ \w+){1,2}""",
    re.IGNORECASE | re.VERBOSE,
)
_REPORTED_QUESTION = re.compile(
    r"""\W*(?:[\w'’.-]+,?\ ){1,4}?(?:ask(?:s|ed|ing)?|want(?:s|ed)?\ to\ know|wonder(?:s|ed)?
    |[ei]nquire[sd]?)
    (?:\ [^\s;:?]+){0,3}?\ (?:who|whose|what|when|where|which|why|how|whether)\b
    (?:[^.!;:?]|[.!](?!\ )){1,200}""",
    re.IGNORECASE | re.VERBOSE,
)
"""Not what is told beside it: "They drew straws when Ada asked who rows."."""
_REPORTING = ("ask", "to know", "wonder", "nquire")
"""One of these it has."""
_QUESTION = re.compile(r"[^.!?…؟\s][^.!?…؟]{5,200}[?？؟]")
_SEGMENT_ENDS = re.compile(r"[.!…]+\s+|\n|,\s+|\s[-–—]\s")
_LONGEST_BARE = 120  # characters


def asks(text: str) -> bool:
    """Whether a statement is a question: by its mark, or, as people type in chats, by its first
    words and no mark at all ("Ada: ok who owns the runbook"), or told of ("Ada asks who has the
    key.")."""
    before_aside, text = _before_aside(text), text.rstrip(_AROUND)
    if text.endswith(_QUESTION_MARKS) or before_aside.endswith(_QUESTION_MARKS):
        return True
    said = [head.sub("", text, count=1) for head in (SPEAKER, _CLOCK)]
    low = text.casefold()
    forms = [_BARE_QUESTION]
    if any(map(low.__contains__, _REPORTING)):  # few have one; the pattern takes its time
        forms.append(_REPORTED_QUESTION)
    return any(form.fullmatch(one) for form in forms for one in said)


def _before_aside(text: str) -> str:
    """``text`` without what it ends with in brackets: "Left or right? (Most take the left.)"."""
    said, mark, aside = text.rstrip().rpartition("(")
    is_short = 0 < len(mark) <= len(aside) <= _LONGEST_BARE
    return said.rstrip(_AROUND) if is_short and aside.find(")") == len(aside) - 1 else ""


def last_question(said: str) -> str:
    """The last question of what is said, or what it ends with, if that asks without a mark; ""."""
    marked = list(_QUESTION.finditer(said))
    if marked:
        return marked[-1][0]
    last = _SEGMENT_ENDS.split(said.rstrip(_AROUND))[-1].strip()
    return last if len(last) <= _LONGEST_BARE and _BARE_QUESTION.fullmatch(last) else ""
