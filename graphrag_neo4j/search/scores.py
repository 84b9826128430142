"""The scores that a model gives, which may lie outside of the scale it was told."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, Field

HIGHEST = 100.0


def _within(score: object) -> object:
    """A number as one of the scale; anything else as it is, for pydantic to judge."""
    if isinstance(score, bool) or not isinstance(score, (int, float)):
        return score
    return min(max(score, 0.0), HIGHEST)


Score = Annotated[float, Field(ge=0, le=HIGHEST), BeforeValidator(_within)]
"""0 to 100; what is less or more becomes the nearest of these."""
