"""One part: a parquet file whose bytes hang on its records alone.

In its footer stand the format and the key of the task that it was made for, so that a file that is
there already can be told from one that was made of something else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.parts.columns import FORMAT, schema
from graphrag_neo4j.parts.store import Store

_FORMAT, _KEY = b"graphrag-neo4j.format", b"graphrag-neo4j.key"
_WRITTEN = {"compression": "zstd", "use_dictionary": False, "write_page_checksum": True}
"""All that decides about bytes and is not in the records; the rest is Arrow's default."""


class PartWriter:
    """Writes batches of records, each to a row group of its own."""

    def __init__(self, file: IO[bytes], key: str) -> None:
        import pyarrow.parquet as pq

        about = {_FORMAT: str(FORMAT).encode(), _KEY: key.encode()}
        self._schema = schema().with_metadata(about)
        self._writer: Any = pq.ParquetWriter(file, self._schema, **_WRITTEN)

    def add(self, records: Sequence[Row]) -> None:
        """Write a batch."""
        import pyarrow as pa

        table = pa.Table.from_pylist(list(records), self._schema)
        self._writer.write_table(table, row_group_size=max(len(records), 1))

    def close(self) -> None:
        """Write the footer."""
        self._writer.close()


@contextmanager
def _opened(store: Store, name: str) -> Iterator[Any]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    with store.reading(name) as file:
        try:
            found = pq.ParquetFile(file, page_checksum_verification=True)
            about = found.schema_arrow.metadata or {}
            if about.get(_FORMAT, b"").decode() != str(FORMAT):
                raise UsageError(
                    f"{name} in {store} is of another format.", "Extract it with this version."
                )
            yield found
        except (pa.ArrowException, OSError) as error:
            reason = str(error).partition("\n")[0]
            raise UsageError(f"{name} in {store} is damaged: {reason}.", "Extract anew.") from None


def key_of(store: Store, name: str) -> str:
    """The key of the task that a part was made for. Raises :class:`UsageError` if it is none."""
    with _opened(store, name) as part:
        return str(part.schema_arrow.metadata.get(_KEY, b"").decode())


def tables(store: Store, name: str, columns: Sequence[str] | None = None) -> Iterator[Any]:
    """The batches that a part was written in, as Arrow tables. Raises :class:`UsageError` for a
    file that is damaged, or of another format."""
    with _opened(store, name) as part:
        for group in range(part.num_row_groups):
            yield part.read_row_group(group, columns=columns)
