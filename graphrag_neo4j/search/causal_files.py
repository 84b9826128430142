"""The files of a causal search: its network data as JSON, its report as Markdown."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path

from graphrag_neo4j.database.connection import Row
from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.files import write_atomically
from graphrag_neo4j.search.context import Context
from graphrag_neo4j.search.options import CausalOptions
from graphrag_neo4j.search.run import SearchRun


class CausalFiles:
    """Writes into the folder that the options name; nothing without one."""

    def __init__(self, session: SearchRun, options: CausalOptions) -> None:
        self._session = session
        self._options = options
        self._moment = time.time()
        digest = hashlib.sha256(session.question.encode("utf-8", "replace")).hexdigest()
        self.query_id = f"{digest[:8]}_{int(self._moment)}"

    async def save_network_data(
        self, data: Context, reports: Context, paths: Sequence[Row]
    ) -> None:
        """``causal_search_network_data_{query_id}.json``."""
        if not self._options.save_network_data:
            return
        content = {
            "entities": data.tables["Entities"],
            "relationships": data.tables["Relationships"],
            "text_units": data.tables["Sources"],
            "community_reports": reports.tables["Reports"],
            "context_summary": {
                "question": self._session.question,
                "budget": data.budget,
                "tokens": {**data.section_tokens, "Reports": reports.tokens},
                "records": {
                    name: len(rows) for name, rows in {**data.tables, **reports.tables}.items()
                },
                "causal_paths": [{"path": p["text"], "score": p["score"]} for p in paths],
            },
        }
        text = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
        await self._write(f"causal_search_network_data_{self.query_id}.json", text)

    async def save_report(self, report: str) -> None:
        """``causal_search_report_{query_id}.md``."""
        if not self._options.save_causal_report:
            return
        moment = datetime.fromtimestamp(self._moment, timezone.utc).isoformat(timespec="seconds")
        question = " ".join(self._session.question.split())
        head = f"# Causal analysis report\n\n**Question:** {question}\n\n**Time:** {moment}\n"
        await self._write(f"causal_search_report_{self.query_id}.md", f"{head}\n{report}\n")

    async def _write(self, name: str, text: str) -> None:
        folder = self._options.output_dir
        if folder is None:
            return
        try:
            path = await asyncio.to_thread(_write, Path(folder), name, text)
        except OSError as error:
            raise UsageError(
                f"Cannot write into {folder}: {error.strerror}.", "Name another output folder."
            ) from None
        self._session.files.append(path)


def _write(folder: Path, name: str, text: str) -> Path:
    folder = folder.expanduser()
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / name, text)
    return folder / name
