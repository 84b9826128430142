"""Numbers in English words."""

from __future__ import annotations

_TO_TWENTY = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
)
_TENS = "thirty forty fifty sixty seventy eighty ninety"

NUMBER_WORDS = {word: n for n, word in enumerate(_TO_TWENTY.split())}
NUMBER_WORDS |= {word: 10 * (n + 3) for n, word in enumerate(_TENS.split())}
"""What each of them counts; none of two words."""
