"""OLE files (MS-CFB), in which older Office programs keep streams as a disk keeps files."""

from __future__ import annotations

import struct
from pathlib import Path

_SECTOR, _MINI, _CUTOFF = 512, 64, 4096
_FREE, _END, _NONE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFF
_TABLE = 0xFFFFFFFD
_STORAGE, _STREAM, _ROOT = 1, 2, 5

Tree = dict[str, "Tree | bytes"]


class _Directory:
    """The entries of all storages and streams, each level a list from right to right."""

    def __init__(self, tree: Tree) -> None:
        self.rows: list[list[object]] = []
        self.data: dict[int, bytes] = {}
        self._add("Root Entry", tree, _ROOT)

    def _add(self, name: str, held: Tree | bytes, kind: int) -> int:
        at = len(self.rows)
        self.rows.append([name, kind, _NONE, _NONE])  # name, kind, next, first child
        if isinstance(held, bytes):
            self.data[at] = held
            return at
        before = None
        for inner in sorted(held, key=lambda n: (len(n), n.upper())):
            below = held[inner]
            child = self._add(inner, below, _STREAM if isinstance(below, bytes) else _STORAGE)
            self.rows[at if before is None else before][3 if before is None else 2] = child
            before = child
        return at


def write_ole(path: Path, tree: Tree) -> Path:
    """A file with ``tree``: streams by name, within storages by name."""
    directory = _Directory(tree)
    sectors: list[bytes] = []
    chain: list[int] = []

    def keep(data: bytes) -> int:
        if not data:
            return _END
        first = len(sectors)
        for start in range(0, len(data), _SECTOR):
            sectors.append(data[start : start + _SECTOR].ljust(_SECTOR, b"\0"))
            chain.append(len(sectors))
        chain[-1] = _END
        return first

    minis, mini_chain, starts = b"", [], {}
    for at, data in directory.data.items():
        if len(data) >= _CUTOFF:
            starts[at] = keep(data)
            continue
        starts[at] = len(minis) // _MINI if data else _END
        for start in range(0, len(data), _MINI):
            minis += data[start : start + _MINI].ljust(_MINI, b"\0")
            mini_chain.append(len(minis) // _MINI)
        if data:
            mini_chain[-1] = _END
    starts[0] = keep(minis)
    table = b"".join(struct.pack("<I", n) for n in mini_chain)
    mini_table = keep(table.ljust(-(-len(table) // _SECTOR) * _SECTOR, b"\xff"))
    rows = b""
    for at, (name, kind, following, child) in enumerate(directory.rows):
        label = str(name).encode("utf-16-le") + b"\0\0"
        size = len(minis) if at == 0 else len(directory.data.get(at, b""))
        start = starts.get(at, 0)
        rows += label.ljust(64, b"\0")
        rows += struct.pack("<HBBIII", len(label), kind, 1, _NONE, following, child)
        rows += bytes(16 + 4 + 16) + struct.pack("<IQ", start, size)
    first_row = keep(rows)
    n_tables = 1
    while len(chain) + n_tables > n_tables * _SECTOR // 4:
        n_tables += 1
    first_table = len(sectors)
    chain += [_TABLE] * n_tables
    packed = b"".join(struct.pack("<I", n) for n in chain).ljust(n_tables * _SECTOR, b"\xff")
    sectors += [packed[n * _SECTOR : (n + 1) * _SECTOR] for n in range(n_tables)]
    header = (
        bytes.fromhex("d0cf11e0a1b11ae1") + bytes(16) + struct.pack("<HHHHH", 62, 3, 0xFFFE, 9, 6)
    )
    header += bytes(6) + struct.pack("<IIIII", 0, n_tables, first_row, 0, _CUTOFF)
    header += struct.pack("<IIII", mini_table, -(-len(table) // _SECTOR), _END, 0)
    places = list(range(first_table, first_table + n_tables))
    header += b"".join(struct.pack("<I", n) for n in places).ljust(436, b"\xff")
    path.write_bytes(header + b"".join(sectors))
    return path
