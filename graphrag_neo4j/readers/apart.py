"""Reading in a process of its own, which may be ended: with limits of time and memory.

Libraries for PDF, Office and web pages can hang on a file, eat all memory, or crash. What is large
enough for that to hurt is read by a child process, which hands its documents over one by one.
"""

from __future__ import annotations

import contextlib
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Timer
from typing import BinaryIO

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.content import Unreadable
from graphrag_neo4j.readers.options import ReadOptions

Item = Document | Unreadable

FROM_BYTES = 1_000_000
"""Smaller files are read in this process: to start another takes as long."""
MEMORY = 4 << 30
"""Bytes of address space that the child may have, besides ten for each byte of the file."""
_PER_BYTE = 10
_ALIVE = "alive"
_START = (
    "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); "
    "from graphrag_neo4j.readers.apart import main; main()"
)


_listener: list[Callable[[], None]] = []


def tell_alive() -> None:
    """To be called between the pages of a file: the time for the next one begins anew."""
    for listener in _listener:
        listener()


def read_apart(path: Path, options: ReadOptions, depth: int) -> Iterator[Item]:
    """The documents of one file, read by a child process.

    Ended when it takes ``options.seconds`` for one document, or one page of a PDF: what came
    before stays, and an :class:`Unreadable` says so.
    """
    uri = path.resolve().as_uri()
    command = [sys.executable, "-I", "-c", _START]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as child:
        try:
            yield from _items(child, (path, options, depth), options.seconds)
        except TimeoutError:
            reason = f"it took its reader more than {options.seconds} seconds."
            hint = "Split it, or raise GRAPHRAG_MAX_FILE_SECONDS."
            yield Unreadable(uri, reason, hint, kind="too large")
        except EOFError:
            reason = f"its reader crashed (exit code {child.wait()})."
            yield Unreadable(uri, reason, "Save it anew, or split it.", kind="corrupt")
        finally:
            child.kill()


def _items(child: subprocess.Popen[bytes], task: object, seconds: int) -> Iterator[Item]:
    """What the child hands over. Raises :class:`TimeoutError` when one item takes longer than
    ``seconds``, :class:`EOFError` when the child is gone before it was done."""
    assert child.stdin and child.stdout
    with contextlib.suppress(BrokenPipeError):  # it is gone already: its answer says so
        pickle.dump(sys.path, child.stdin)
        pickle.dump(task, child.stdin)
        child.stdin.close()
    while True:
        alarm = _Alarm(child, seconds)
        try:
            item: Item | str | None = pickle.load(child.stdout)  # noqa: S301 - of our own child
        except (EOFError, pickle.UnpicklingError):
            raise (TimeoutError if alarm.has_rung else EOFError) from None
        finally:
            alarm.cancel()
        if item is None:
            return
        if not isinstance(item, str):
            yield item


class _Alarm(Timer):
    """Ends the child when the time is up."""

    def __init__(self, child: subprocess.Popen[bytes], seconds: int) -> None:
        super().__init__(seconds, self._ring)
        self.daemon = True
        self.has_rung = False
        self._child = child
        self.start()

    def _ring(self) -> None:
        self.has_rung = True
        self._child.kill()


def main() -> None:
    """The child: reads the file that its standard input names."""
    from graphrag_neo4j.readers.files import read_here

    path, options, depth = pickle.load(sys.stdin.buffer)  # noqa: S301 - of our own parent
    _limit_memory(MEMORY + _PER_BYTE * path.stat().st_size)
    out = sys.stdout.buffer
    sys.stdout = sys.stderr  # a library that prints must not spoil the answer
    _listener.append(lambda: _hand_over(_ALIVE, out))
    for item in read_here(path, options, depth):
        _hand_over(item, out)
    _hand_over(None, out)


def _hand_over(item: Item | str | None, out: BinaryIO) -> None:
    pickle.dump(item, out, pickle.HIGHEST_PROTOCOL)
    out.flush()


def _limit_memory(size: int) -> None:
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (size, size))
    except (ImportError, ValueError, OSError):
        pass  # systems without such limits
