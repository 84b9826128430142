"""An embedding model whose process is killed, as often as there are marks in a folder."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path

from tests.support.hash_embedding import HashEmbedding


class DyingEmbedding(HashEmbedding):
    """Kills its process if it can remove a file from ``marks``; else it is like its base."""

    marks: str

    def _get_text_embedding(self, text: str) -> list[float]:
        for mark in Path(self.marks).iterdir():
            with suppress(FileNotFoundError):  # another worker had it
                mark.unlink()
                os.kill(os.getpid(), signal.SIGKILL)
        return super()._get_text_embedding(text)
