"""``extract_parts``: files to parts, on one machine or many; no database is needed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.ids import content_hash
from graphrag_neo4j.ingest.made_with import made_with
from graphrag_neo4j.llm.meter import Meter
from graphrag_neo4j.parts.columns import FORMAT
from graphrag_neo4j.parts.engines import Engine, engine_of
from graphrag_neo4j.parts.maker import MadePart, PartMaker, unread_of
from graphrag_neo4j.parts.manifest import Manifest, is_part
from graphrag_neo4j.parts.store import Store
from graphrag_neo4j.parts.tasks import PART_BYTES, Task, tasks_of
from graphrag_neo4j.progress import NullProgress, Progress
from graphrag_neo4j.readers.content import Unreadable
from graphrag_neo4j.readers.files import ReadOptions, find_files
from graphrag_neo4j.results import RunReport, counted
from graphrag_neo4j.settings import Settings, load_settings

if TYPE_CHECKING:
    from llama_index.core.base.embeddings.base import BaseEmbedding
    from llama_index.core.llms import LLM

    from graphrag_neo4j.extract import Extractor


@dataclass(slots=True)
class ExtractReport(RunReport):
    """What an extraction did.

    ``parts`` are there now, ``made`` of them by this run; they hold ``sources``. ``incomplete``:
    sources of which chunks failed or are left; ``unreadable``, ``skipped``: reasons by name.
    ``usage``: what the LLM was asked, in one line; empty if it was not.
    """

    out: str
    parts: int = 0
    made: int = 0
    sources: int = 0
    incomplete: int = 0
    usage: str = ""
    unreadable: dict[str, str] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)

    @property
    def is_clean(self) -> bool:
        """Whether everything could be read and extracted."""
        return not (self.unreadable or self.incomplete)

    def summary(self) -> str:
        """One line for people."""
        text = (
            f"{counted(self.sources, 'source')} in {counted(self.parts, 'part')} in {self.out}, "
            f"{self.made:,} of them made now."
        )
        if self.incomplete:
            text += f" {counted(self.incomplete, 'source')} incomplete: the same command goes on."
        if self.skipped:
            text += f" {counted(len(self.skipped), 'file')} skipped (--report lists them)."
        if self.unreadable:
            text += f" {len(self.unreadable)} unreadable."
        return f"{text} {self.usage}".strip()

    def problems(self, *, full: bool = True) -> list[str]:
        """One line for each document that was not read; ``full``: those skipped, too."""
        lines = [f"unreadable: {name}: {reason}" for name, reason in self.unreadable.items()]
        if full:
            lines += (f"skipped: {name}: {reason}" for name, reason in self.skipped.items())
        return lines


def extract_parts(
    *paths: str | PathLike[str],
    out: str | PathLike[str],
    engine: Engine = "local",
    workers: int | None = None,
    settings: Settings | None = None,
    embed_model: BaseEmbedding | None = None,
    llm: LLM | None = None,
    extractor: Extractor | None = None,
    progress: Progress | None = None,
    part_bytes: int = PART_BYTES,
    force: bool = False,
) -> ExtractReport:
    """Read, chunk, extract and embed files and folders, and write parts to ``out``.

    ``out``: a folder, or an address as fsspec knows them (``s3://bucket/folder``). The same files
    and settings give the same bytes, whatever the ``engine`` ("local": processes of this machine,
    "ray", "spark") and however many its ``workers``. Parts that are there already are kept, so the
    same call goes on where another ended. :meth:`KnowledgeGraph.ingest` loads them.

    Models and ``extractor`` as with :class:`KnowledgeGraph`; ``part_bytes``: size of the files that
    a part is made of, about; ``force``: replace what other files or settings made. Raises
    :class:`UsageError` for an ``out`` that holds something else, cannot be used, or is written to
    by another extraction on this machine, and :class:`ModelError` for an LLM that cannot be asked;
    what was made until then stays.
    """
    run = engine_of(engine)
    maker = PartMaker(
        Store.of(out),
        settings or load_settings(),
        embed_model,
        llm,
        extractor,
        progress or NullProgress(),
    )
    files = _files(paths, maker)
    manifest = _begun(maker, paths, part_bytes)
    made: dict[int, MadePart] = {}
    with maker.store.claimed():
        maker = replace(maker, known=_claimed(maker.store, manifest, force))
        tasks = tasks_of(files, manifest.way, part_bytes)
        size = sum(task.size for task in tasks)
        with maker.progress.task("Extracting files", size, "bytes") as advance:
            for one in run(maker, tasks, workers) if tasks else ():
                made[one.number] = one
                advance(tasks[one.number].size)
        return _finished(maker.store, manifest, tasks, made)


def _files(paths: Iterable[str | PathLike[str]], maker: PartMaker) -> list[Path | Unreadable]:
    """The files to read; not what an earlier run wrote to a folder among them."""
    given, out = [Path(path) for path in paths], maker.store.folder
    if out and out.resolve() in [path.resolve() for path in given]:
        raise UsageError(f"{out} is to be read: it cannot hold the parts.", "Choose another --out.")
    return find_files(given, ReadOptions.of(maker.settings), [out] if out else [])


def _begun(maker: PartMaker, paths: Iterable[str | PathLike[str]], part_bytes: int) -> Manifest:
    """The manifest before there are parts."""
    context, options = maker.context, ReadOptions.of(maker.settings)
    made, model = made_with(context.settings, context.extractor), context.embed_model.model_name
    parts = [FORMAT, made, context.extractor.fingerprint, model, astuple(options)]
    way = content_hash(json.dumps(parts, ensure_ascii=False, sort_keys=True))
    uris = tuple(Path(path).resolve().as_uri() for path in paths)
    return Manifest(uris, made, way, model, part_bytes, {})


def _claimed(store: Store, manifest: Manifest, force: bool) -> dict[str, str]:
    """Say in the store what is to come, unless it holds something else; returns the checksums of
    the parts that are said to be there."""
    try:
        before = Manifest.find(store)
    except UsageError:
        if not force:
            raise
        before = None
    others = [name for name in store.names() if is_part(name)] if before is None else []
    if (others or (before and not before.is_alike(manifest))) and not force:
        what = "parts of other files, or made in another way" if before else "files of others"
        raise UsageError(f"{store} holds {what}.", "Choose another --out, or use --force.")
    store.remove_unfinished()
    manifest.write(store)
    return {part.name: part.sha256 for part in before.parts or ()} if before else {}


def _finished(
    store: Store, manifest: Manifest, tasks: Sequence[Task], made: dict[int, MadePart]
) -> ExtractReport:
    """Write the manifest, now that all parts are there; remove what is none any more."""
    ordered = [made[task.number] for task in tasks]
    unread = unread_of(ordered)
    parts = tuple(one.part for one in ordered)
    report = ExtractReport(
        out=str(store),
        parts=len(parts),
        made=sum(one.is_new for one in ordered),
        sources=sum(part.rows for part in parts) - len(unread),
        incomplete=sum(part.incomplete for part in parts),
        usage=_usage(ordered),
        unreadable={item.uri: str(item) for item in unread if not item.skipped},
        skipped={item.uri: str(item) for item in unread if item.skipped},
    )
    listed = {part.name for part in parts}
    store.remove([name for name in store.names() if is_part(name) and name not in listed])
    store.remove_unfinished()
    Manifest(
        manifest.paths, manifest.made_with, manifest.way, manifest.embed_model,
        manifest.part_bytes, report.unreadable, parts,
    ).write(store)  # fmt: skip
    return report.final()


def _usage(made: Iterable[MadePart]) -> str:
    meter = Meter()
    for one in made:
        for stage, usage in one.usage.items():
            meter.add(stage, usage)
    return f"{meter.summary()}." if meter.snapshot() else ""
