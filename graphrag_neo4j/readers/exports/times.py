"""Points in time as exports write them, by numbers or in words."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

_MILLISECONDS = 1e11
"""A number of seconds as large as that is far in the future."""
_FORMATS = (  # Google's, in British and American English
    "%A, %d %B %Y at %H:%M:%S",
    "%A, %B %d, %Y at %I:%M:%S %p",
    "%A, %d %B %Y at %I:%M:%S %p",
    "%A, %B %d, %Y at %H:%M:%S",
)
_ZULU = "+00:00"


def point_in_time(value: object) -> str:
    """A point in time as "2024-06-01 09:00"; numbers are seconds or milliseconds since 1970.
    "" for anything else."""
    if isinstance(value, (str, int, float)) and not isinstance(value, bool):
        try:
            number = float(value)
        except ValueError:
            return next(_in_words(" ".join(str(value).split())), "")
        return _since_1970(number)
    return ""


def _since_1970(number: float) -> str:
    try:
        seconds = number / 1000 if abs(number) > _MILLISECONDS else number
        return f"{datetime.fromtimestamp(seconds, timezone.utc):%Y-%m-%d %H:%M}"
    except (OverflowError, OSError, ValueError):
        return ""


def _in_words(text: str) -> Iterator[str]:
    """The one point in time that ``text`` names in a form that is known."""
    for read in (_iso, parsedate_to_datetime, _of_google):
        try:
            yield f"{read(text):%Y-%m-%d %H:%M}"
        except (TypeError, ValueError, IndexError):
            continue


def _iso(text: str) -> datetime:
    """ISO 8601; before Python 3.11 its "Z" and short fractions are not read."""
    day, _, time = text.replace("Z", _ZULU).partition(".")
    zone = time.lstrip("0123456789")
    return datetime.fromisoformat(f"{day}{zone}")


def _of_google(text: str) -> datetime:
    plain = text.removesuffix(" UTC").removesuffix(" GMT")
    for form in _FORMATS:
        try:
            return datetime.strptime(plain, form)
        except ValueError:
            continue
    raise ValueError(text)
