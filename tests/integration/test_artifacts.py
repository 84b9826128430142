"""Fetching and verifying jars. The few that are downloaded here are a few kB each."""

from __future__ import annotations

import errno
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer

from graphrag_neo4j import artifacts as module
from graphrag_neo4j.artifacts import Artifact, cache_dir, fetch
from graphrag_neo4j.errors import ProvisionError
from graphrag_neo4j.progress import Advance, NullProgress, Status
from graphrag_neo4j.server.releases import RELEASES, read_lock


class Counting:
    """A listener that adds up what it is told."""

    total: int | None = 0
    done = 0

    @contextmanager
    def task(
        self, description: str, total: int | None, unit: str = "items", status: Status = str
    ) -> Iterator[Advance]:
        self.total = total

        def advance(n: int) -> None:
            self.done += n

        yield advance


@pytest.fixture(scope="module")
def small() -> list[Artifact]:
    """The three smallest jars of the default line."""
    return sorted(read_lock(RELEASES["2026.01"]), key=lambda a: a.size)[:3]


@pytest.fixture(scope="module")
def fetched(small: list[Artifact], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the three in it: from the cache, or from the network without one."""
    folder = tmp_path_factory.mktemp("fetched")
    for artifact in small:
        cached = cache_dir() / RELEASES["2026.01"].name / artifact.relative
        if cached.is_file():
            (folder / artifact.folder).mkdir(exist_ok=True)
            shutil.copy2(cached, folder / artifact.relative)
    fetch(small, folder, NullProgress())
    return folder


@pytest.fixture
def cache(fetched: Path, tmp_path: Path) -> Path:
    """A copy of that folder to spoil."""
    shutil.copytree(fetched, tmp_path / "cache")
    return tmp_path / "cache"


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every connection goes to a proxy on loopback that is not there."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    for name in ("HTTPS_PROXY", "HTTP_PROXY", "https_proxy", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{port}")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(module, "ATTEMPTS", 2)


def one_line(error: ProvisionError) -> str:
    text = str(error)
    assert "\n" not in text
    assert error.message and error.hint
    return text


def test_locks_name_every_jar_once_and_keep_classifiers() -> None:
    for release, count in ((RELEASES["2026.01"], 391), (RELEASES["5.26"], 344)):
        jars = read_lock(release)
        assert len({jar.relative for jar in jars}) == len(jars) == count
        assert {jar.folder for jar in jars} == {"lib", "plugins"}
    netty = Artifact("io.netty:netty-x:4.2.9.Final:linux-x86_64", "lib", "", 0)
    assert netty.relative == "lib/netty-x-4.2.9.Final-linux-x86_64.jar"


def test_what_is_in_place_needs_neither_network_nor_downloader_nor_lock(
    small: list[Artifact], cache: Path, no_network: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in ("jgo", "requests", "filelock", "truststore"):
        monkeypatch.setitem(sys.modules, package, None)
    paths = fetch(small, cache, NullProgress())
    assert paths == [cache / a.relative for a in small]


def test_warm_start_reads_no_jar(
    small: list[Artifact], cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch(small, cache, NullProgress())
    monkeypatch.setattr(module, "_sha256", lambda path: pytest.fail(f"read {path}"))
    fetch(small, cache, NullProgress())


@pytest.mark.parametrize("manifest", ["gone", "damaged"])
def test_a_lost_manifest_costs_reading_but_no_network(
    small: list[Artifact], cache: Path, no_network: None, manifest: str
) -> None:
    if manifest == "gone":
        (cache / "manifest.json").unlink()
    else:
        (cache / "manifest.json").write_text('{"lib/x.jar": [1')
    fetch(small, cache, NullProgress())


@pytest.mark.parametrize("damage", ["one byte", "truncated", "emptied", "gone"])
def test_a_damaged_file_is_fetched_again_and_only_that(
    small: list[Artifact], cache: Path, damage: str
) -> None:
    victim, witness = cache / small[0].relative, cache / small[1].relative
    good, before = victim.read_bytes(), witness.stat()
    if damage == "one byte":
        victim.write_bytes(good[:-1] + bytes([good[-1] ^ 1]))
    elif damage == "truncated":
        victim.write_bytes(good[: len(good) // 2])
    elif damage == "emptied":
        victim.write_bytes(b"")
    else:
        victim.unlink()
    counting = Counting()
    fetch(small, cache, counting)
    assert victim.read_bytes() == good
    assert witness.stat() == before
    assert counting.done == counting.total == small[0].size
    assert not (cache / ".scratch").exists()


def test_what_a_killed_run_left_is_never_used(small: list[Artifact], cache: Path) -> None:
    (cache / ".scratch").mkdir()
    (cache / ".scratch" / small[0].filename).write_bytes(b"half")
    good = (cache / small[0].relative).read_bytes()
    (cache / small[0].relative).unlink()
    fetch(small, cache, NullProgress())
    assert (cache / small[0].relative).read_bytes() == good
    assert not (cache / ".scratch").exists()


def test_no_network_is_one_line_and_leaves_nothing(
    small: list[Artifact], tmp_path: Path, no_network: None
) -> None:
    with pytest.raises(ProvisionError) as caught:
        fetch(small, tmp_path, NullProgress())
    assert "no network" in one_line(caught.value)
    assert "HTTPS_PROXY" in caught.value.hint
    assert not list(tmp_path.rglob("*.jar"))


@pytest.fixture
def own_certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Every connection goes to a proxy on loopback whose certificate nobody else signed."""
    program = shutil.which("openssl")
    if not program:
        pytest.skip("needs openssl to make a certificate")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    make = [program, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1",
            "-addext", "subjectAltName=IP:127.0.0.1",
            "-keyout", str(key), "-out", str(certificate)]  # fmt: skip
    subprocess.run(make, check=True, capture_output=True)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    with HTTPServer(ssl_context=context) as server:
        for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, f"https://127.0.0.1:{server.port}")
        for name in ("NO_PROXY", "no_proxy"):
            monkeypatch.delenv(name, raising=False)
        yield certificate


def test_a_certificate_that_is_not_trusted_is_called_that(
    small: list[Artifact], tmp_path: Path, own_certificate: Path
) -> None:
    begin = time.monotonic()
    with pytest.raises(ProvisionError) as caught:
        fetch(small[:1], tmp_path / "cache", NullProgress())
    assert "certificate" in one_line(caught.value) and "network" not in caught.value.message
    assert "REQUESTS_CA_BUNDLE" in caught.value.hint
    assert time.monotonic() - begin < 5  # asked once, not four times


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system has no such variable")
def test_a_certificate_that_the_system_trusts_is_trusted(
    small: list[Artifact], tmp_path: Path, own_certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("REQUESTS_CA_BUNDLE", raising=False)
    monkeypatch.delenv("CURL_CA_BUNDLE", raising=False)
    monkeypatch.setattr(module, "ATTEMPTS", 1)
    monkeypatch.setenv("SSL_CERT_FILE", str(own_certificate))
    with pytest.raises(ProvisionError) as caught:  # of a proxy that answers nothing useful
        fetch(small[:1], tmp_path / "cache", NullProgress())
    assert "certificate" not in one_line(caught.value)


def test_finished_files_stay_when_another_cannot_be_had(
    small: list[Artifact], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ATTEMPTS", 2)
    absent = Artifact("org.neo4j:no-such-artifact:0.0.0", "lib", "0" * 64, 1)
    with pytest.raises(ProvisionError) as caught:
        fetch([small[0], absent], tmp_path, NullProgress())
    assert "no-such-artifact" in one_line(caught.value)
    assert fetch(small[:1], tmp_path, Counting()) == [tmp_path / small[0].relative]


def test_a_wrong_checksum_is_refused(
    small: list[Artifact], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "ATTEMPTS", 2)
    with pytest.raises(ProvisionError) as caught:
        fetch([replace(small[0], sha256="0" * 64)], tmp_path, NullProgress())
    assert "sha256" in one_line(caught.value)
    assert not list(tmp_path.rglob("*.jar"))


def test_an_unusable_cache_folder_is_one_line(small: list[Artifact], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ProvisionError) as caught:
        fetch(small, tmp_path / "file" / "cache", NullProgress())
    assert "GRAPHRAG_CACHE" in one_line(caught.value)


def test_a_full_disk_is_one_line(
    small: list[Artifact], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(module, "_resolve_jar", full)
    with pytest.raises(ProvisionError) as caught:
        fetch(small, tmp_path, NullProgress())
    assert "disk is full" in one_line(caught.value)


def test_two_processes_fetch_into_one_folder(small: list[Artifact], tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from graphrag_neo4j.artifacts import fetch\n"
        "from graphrag_neo4j.progress import NullProgress\n"
        "from graphrag_neo4j.server.releases import RELEASES, read_lock\n"
        "jars = sorted(read_lock(RELEASES['2026.01']), key=lambda a: a.size)[:3]\n"
        "fetch(jars, Path(sys.argv[1]), NullProgress())\n"
    )
    both = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path)]) for _ in range(2)]
    assert [process.wait(60) for process in both] == [0, 0]
    fetch(small, tmp_path, Counting())
    assert not (tmp_path / ".scratch").exists()
