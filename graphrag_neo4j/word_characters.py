"""What words are made of: letters, digits, and the marks that belong to letters.

Python's ``\\w`` takes no vowel of Hindi, Thai or Tamil for a part of a word, as they are marks:
two names that differ in their vowels alone would be one.
"""

from __future__ import annotations

import re
from itertools import chain
from unicodedata import category

_WITH_MARKS = chain(range(0x300, 0x3100), range(0xA660, 0xAC00), range(0xFB1E, 0xFB1F))
"""Where Unicode has the marks of scripts that are written today."""
MARKS = "".join(mark for mark in map(chr, _WITH_MARKS) if category(mark).startswith("M"))
"""To stand in a set of a regular expression, beside ``\\w``."""
WORD = re.compile(rf"[\w{MARKS}]+")
