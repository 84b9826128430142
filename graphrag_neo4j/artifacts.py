"""Fetch artifacts (the local server's jars, the local models) into the cache.

Every file is known beforehand by coordinate, size and sha256, and is verified before use. A file
is downloaded to a scratch folder, hashed there, and only then moved to its place, so nothing
half-written is ever seen. ``manifest.json`` beside the files records size and mtime of what was
verified: a later start compares those and does not read hundreds of megabytes again. With
everything in place there is no network access, no lock and no import of the downloader.

jgo downloads. pooch in its place would read all 391 jars again at each start (0.18 s against
0.01 s), has no lock between processes, and wants addresses where jgo takes coordinates.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import ssl
import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from graphrag_neo4j.errors import MissingExtraError, ProvisionError
from graphrag_neo4j.files import home_directory_needed
from graphrag_neo4j.progress import Advance, Progress
from graphrag_neo4j.wheels import WheelNotFetchedError, download_wheel

THREADS = 16
ATTEMPTS = 4
TIMEOUT = 20  # seconds without a byte
_NO_SPACE = frozenset({errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)})
_Stamp = tuple[int, int, str]  # size, mtime in ns, sha256


@dataclass(frozen=True)
class Artifact:
    """One file. ``coordinate`` is ``group:artifact:version[:classifier]`` of a jar, or
    ``pypi:name:version`` of a wheel for any platform; ``size`` in bytes."""

    coordinate: str
    folder: str
    sha256: str
    size: int

    @property
    def is_wheel(self) -> bool:
        """Whether it comes from the package index, not from a Maven repository."""
        return self.coordinate.startswith("pypi:")

    @property
    def filename(self) -> str:
        """The file's name in its repository."""
        _, name, *rest = self.coordinate.split(":")
        if self.is_wheel:
            return f"{name.replace('-', '_')}-{rest[0]}-py3-none-any.whl"
        return "-".join((name, *rest)) + ".jar"

    @property
    def relative(self) -> str:
        """Path below the folder that :func:`fetch` fills, with forward slashes."""
        return f"{self.folder}/{self.filename}" if self.folder else self.filename


def cache_dir() -> Path:
    """Where downloads live, shared by all homes: ``GRAPHRAG_CACHE`` or the user's cache folder.

    Raises :class:`SettingsError` where both are missing.
    """
    from platformdirs import user_cache_path

    given = os.environ.get("GRAPHRAG_CACHE")
    with home_directory_needed():
        return Path(given).expanduser().absolute() if given else user_cache_path("graphrag-neo4j")


def fetch(artifacts: Sequence[Artifact], into: Path, progress: Progress) -> list[Path]:
    """Make sure that all ``artifacts`` are in ``into``, each verified; return their paths in order.

    Files that are there already are kept. Safe to call from several processes at once. Raises
    :class:`ProvisionError` when a file cannot be had, :class:`MissingExtraError` when something
    must be downloaded and the packages of the extra "local" are not installed.
    """
    with _explained(into):
        if _missing(artifacts, into):
            with _locked(into):
                missing = _missing(artifacts, into)
                if missing:
                    _download(missing, into, progress)
    return [into / artifact.relative for artifact in artifacts]


def _missing(artifacts: Iterable[Artifact], into: Path) -> list[Artifact]:
    """What is absent or damaged. Files that changed since the manifest was written are re-read."""
    known = _read_manifest(into)
    missing: list[Artifact] = []
    found: dict[str, _Stamp] = {}
    for artifact in artifacts:
        stamp = _stamp(into / artifact.relative, artifact)
        if stamp is None:
            missing.append(artifact)
        elif known.get(artifact.relative) == stamp:
            continue
        elif _sha256(into / artifact.relative) == artifact.sha256:
            found[artifact.relative] = stamp
        else:
            missing.append(artifact)
    if found:
        with suppress(OSError):  # a read-only cache is fine: it is only read again next time
            _write_manifest(into, known | found)
    return missing


def _stamp(path: Path, artifact: Artifact) -> _Stamp | None:
    """What the manifest must say about a good file; None when the file is absent or truncated."""
    try:
        stat = path.stat()
    except FileNotFoundError:
        return None
    if stat.st_size != artifact.size:
        return None
    return stat.st_size, stat.st_mtime_ns, artifact.sha256


def _read_manifest(into: Path) -> dict[str, _Stamp]:
    try:
        entries = json.loads((into / "manifest.json").read_text("utf-8"))
        return {name: (int(size), int(mtime), sha) for name, (size, mtime, sha) in entries.items()}
    except (FileNotFoundError, ValueError, TypeError, AttributeError):
        return {}  # a damaged manifest only costs reading the files again


def _write_manifest(into: Path, entries: dict[str, _Stamp]) -> None:
    temporary = into / f"manifest.json.{os.getpid()}.{threading.get_ident()}"
    try:
        temporary.write_text(json.dumps(entries, indent=0, sort_keys=True), "utf-8")
        temporary.replace(into / "manifest.json")
    finally:
        temporary.unlink(missing_ok=True)


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


@contextmanager
def _locked(into: Path) -> Iterator[None]:
    try:
        from filelock import FileLock
    except ImportError:
        raise MissingExtraError("filelock") from None
    into.mkdir(parents=True, exist_ok=True)
    with FileLock(into / ".lock"):
        yield


def _download(missing: list[Artifact], into: Path, progress: Progress) -> None:
    """Fetch all of ``missing``. What was verified before an error stays for the next time."""
    scratch = into / ".scratch"
    shutil.rmtree(scratch, ignore_errors=True)  # a killed run's leftovers; we hold the lock
    for folder in {artifact.folder for artifact in missing}:
        (into / folder).mkdir(parents=True, exist_ok=True)
    total = sum(artifact.size for artifact in missing)
    what = missing[0].filename if len(missing) == 1 else f"{len(missing)} files"
    stop = threading.Event()
    tasks: dict[Future[_Stamp], Artifact] = {}
    pool = ThreadPoolExecutor(min(THREADS, len(missing)), "fetch")
    with _system_certificates(), progress.task(f"Fetching {what}", total, "bytes") as advance:
        tell = _serialised(advance)
        try:
            # the largest first: else everybody waits for them at the end
            for artifact in sorted(missing, key=lambda a: -a.size):
                tasks[pool.submit(_fetch_one, artifact, into, scratch, tell, stop)] = artifact
            for task in wait(tasks, return_when=FIRST_EXCEPTION).done:
                task.result()
        finally:  # also on Ctrl-C
            stop.set()
            pool.shutdown(cancel_futures=True)
            shutil.rmtree(scratch, ignore_errors=True)
            good = {
                artifact.relative: task.result()
                for task, artifact in tasks.items()
                if not task.cancelled() and task.exception() is None
            }
            _write_manifest(into, _read_manifest(into) | good)


@contextmanager
def _system_certificates() -> Iterator[None]:
    """Trust whom the operating system trusts, as pip and browsers do; an organisation's own
    authority is known there. jgo's connections know only the list that comes with requests."""
    try:
        import truststore
    except ImportError:
        raise MissingExtraError("truststore") from None
    truststore.inject_into_ssl()
    try:
        yield
    finally:
        truststore.extract_from_ssl()


def _serialised(advance: Advance) -> Advance:
    lock = threading.Lock()

    def tell(n: int) -> None:
        with lock:
            advance(n)

    return tell


class _Stopped(Exception):  # noqa: N818 - a signal between threads, never seen outside
    """Another file failed or the user interrupted: give up quietly."""


def _fetch_one(
    artifact: Artifact, into: Path, scratch: Path, tell: Advance, stop: threading.Event
) -> _Stamp:
    """Download, verify, move into place. A second attempt follows any failure but a full disk."""
    reason = ""
    for attempt in range(ATTEMPTS):
        if stop.wait(0.5 * 3 ** (attempt - 1) if attempt else 0):
            raise _Stopped
        told = 0

        def count(n: int) -> None:
            nonlocal told
            if stop.is_set():
                raise _Stopped
            told += n
            tell(n)

        try:
            resolve = _resolve_wheel if artifact.is_wheel else _resolve_jar
            path = resolve(artifact, scratch, count)
        except _NotFetchedError as error:
            reason = str(error)
        else:
            if _sha256(path) == artifact.sha256:
                target = into / artifact.relative
                path.replace(target)
                tell(artifact.size - told)
                stat = target.stat()
                return stat.st_size, stat.st_mtime_ns, artifact.sha256
            path.unlink()
            reason = "checksum"
        tell(-told)
    if reason == "checksum":
        raise ProvisionError(
            f"{artifact.filename} does not have the expected sha256, fetched {ATTEMPTS} times.",
            "Something between here and the repository changes files: check the proxy.",
        )
    raise ProvisionError(
        f"Could not fetch {artifact.coordinate}: {reason}.",
        "Check the network connection or proxy (HTTPS_PROXY) and run it again;"
        " finished files are kept.",
    )


class _NotFetchedError(Exception):
    """One attempt failed for a reason that may pass: network, or the repository's answer."""


def _resolve_wheel(artifact: Artifact, scratch: Path, _count: Advance) -> Path:
    """One attempt to download a wheel below ``scratch`` with the package index of pip."""
    _, name, version = artifact.coordinate.split(":")
    folder = scratch / uuid4().hex
    folder.mkdir(parents=True)
    try:
        return download_wheel(f"{name}=={version}", folder)
    except WheelNotFetchedError as error:
        raise _NotFetchedError(str(error)) from None


def _resolve_jar(artifact: Artifact, scratch: Path, count: Advance) -> Path:
    """One attempt to download a jar below ``scratch`` with jgo's default repository."""
    try:
        from jgo.maven import MavenContext, PythonResolver
        from requests import RequestException
    except ImportError:
        raise MissingExtraError("jgo") from None

    @contextmanager
    def counted(_name: str, _size: int) -> Iterator[Advance]:
        yield count

    # of its own, so that what a failed attempt left there is not taken for the file
    with_own_cache = scratch / uuid4().hex
    context = MavenContext(
        PythonResolver(progress_callback=counted), repo_cache=with_own_cache, timeout=TIMEOUT
    )
    group, name, version, *classifier = artifact.coordinate.split(":")
    component = context.project(group, name).at_version(version)
    try:
        return component.artifact(*classifier).resolve()
    except RequestException as error:
        if _is_untrusted(error):
            raise ProvisionError(
                f"Could not fetch {artifact.coordinate}: the certificate of the server, or of a"
                " proxy before it, is not trusted.",
                "Add your organisation's certificate to those that this system trusts, or set"
                " REQUESTS_CA_BUNDLE to a file with it (PEM), and run it again.",
            ) from None
        raise _NotFetchedError(_root_cause(error)) from None
    except RuntimeError as error:  # jgo's word for any answer but 200
        raise _NotFetchedError("the repository does not have it or refused") from error


def _is_untrusted(error: BaseException) -> bool:
    """Whether a certificate was refused: to ask again would change nothing."""
    return any(isinstance(one, ssl.SSLCertVerificationError) for one in _nested(error))


def _root_cause(error: BaseException) -> str:
    """The innermost reason of a nested network error, on one line, without addresses."""
    *_, innermost = _nested(error)
    return f"no network ({type(innermost).__name__})"


def _nested(error: BaseException) -> Iterator[BaseException]:
    """An error, what it is about, and so on."""
    inner: object = error
    while isinstance(inner, BaseException):
        yield inner
        inner = getattr(inner, "reason", None) or next(
            (a for a in reversed(inner.args) if isinstance(a, BaseException)), None
        )


@contextmanager
def _explained(into: Path) -> Iterator[None]:
    """Turn errors of the file system into one line each."""
    try:
        yield
    except OSError as error:
        if error.errno in _NO_SPACE:
            raise ProvisionError(
                f"The disk is full at {into}.",
                "Free some space, or set GRAPHRAG_CACHE to a folder on another disk.",
            ) from error
        raise ProvisionError(
            f"The cache folder {into} cannot be used: {error.strerror or error}.",
            "Make it writable, or set GRAPHRAG_CACHE to a folder that is.",
        ) from error
