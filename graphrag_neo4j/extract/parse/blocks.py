"""Matrix products of the parser: as fast as numpy's library makes them, and alike in any company.

A row's product with a matrix comes out another way in the last bit when other rows stand beside
it, as libraries choose their way by the number of rows. spaCy's own library does not, and takes
three to four times as long. Here rows go in blocks of one size, of which each is a product of
the same shape: a text is parsed alike, whatever else is parsed with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any

import numpy as np
from thinc.api import NumpyOps
from threadpoolctl import ThreadpoolController

ROWS = 128
_ALONE = Lock()


class BlockOps(NumpyOps):  # type: ignore[misc, unused-ignore]
    """Thinc's operations on the CPU, with products in blocks of ``ROWS`` rows."""

    def gemm(
        self, x: Any, y: Any, out: Any = None, trans1: bool = False, trans2: bool = False
    ) -> Any:
        """``x`` times ``y``; ``trans1`` and ``trans2``: as if turned over."""
        left, right = x.T if trans1 else x, y.T if trans2 else y
        product = np.empty((len(left), right.shape[1]), left.dtype) if out is None else out
        for start in range(0, len(left), ROWS):
            block = left[start : start + ROWS]
            n_rows = len(block)
            if n_rows < ROWS:
                block = np.concatenate(
                    [block, np.zeros((ROWS - n_rows, left.shape[1]), left.dtype)]
                )
            product[start : start + n_rows] = (block @ right)[:n_rows]
        return product


def use_blocks(nlp: Any) -> None:
    """Let the models of a pipeline take :class:`BlockOps` where they take thinc's for the CPU."""
    ops = BlockOps()
    models = (getattr(component, "model", None) for _, component in nlp.pipeline)
    for node in (node for model in models if model is not None for node in model.walk()):
        if type(node.ops) is NumpyOps:  # none for graphics cards or of a maker
            node.ops = ops


@contextmanager
def one_thread() -> Iterator[None]:
    """Products so small gain nothing from threads, which wait for each other where cores are busy.
    The number of threads is the process's: it is one parse's at a time."""
    with _ALONE, _libraries().limit(limits=1, user_api="blas"):
        yield


@cache
def _libraries() -> ThreadpoolController:
    return ThreadpoolController()
