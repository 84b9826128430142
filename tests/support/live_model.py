"""A real small model, served on loopback while a test runs.

``LIVE_MODEL_FILE`` names its GGUF file, ``LIVE_MODEL_PYTHON`` a Python that has the package
``xllamacpp`` (llama.cpp's server); or ``LIVE_LLM_URL`` names an endpoint that is served already.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from tenacity import retry, retry_if_exception_type, stop_after_delay, wait_fixed

from graphrag_neo4j.settings import Settings

CONTEXT_WINDOW = 4_096
_SERVER = """
import sys, time, xllamacpp
p = xllamacpp.CommonParams()
p.model.path, p.n_ctx, p.n_parallel = sys.argv[1], int(sys.argv[3]), 1
p.cpuparams.n_threads, p.hostnames, p.port = 2, ["127.0.0.1"], int(sys.argv[2])
server = xllamacpp.Server(p)
time.sleep(3600)
"""


def why_not() -> str:
    """Why there is no live model; empty if there is one."""
    if os.environ.get("LIVE_LLM_URL"):
        return ""
    file = os.environ.get("LIVE_MODEL_FILE")
    if not file:
        return "no live model: set LIVE_MODEL_FILE or LIVE_LLM_URL"
    return "" if Path(file).is_file() else f"no live model: {file} is not there"


@contextmanager
def live_settings() -> Iterator[Settings]:
    """Settings that name the live model; nothing is cached."""
    if url := os.environ.get("LIVE_LLM_URL"):
        yield _settings(url)
        return
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    python = os.environ.get("LIVE_MODEL_PYTHON", sys.executable)
    arguments = [os.environ["LIVE_MODEL_FILE"], str(port), str(CONTEXT_WINDOW)]
    server = subprocess.Popen([python, "-c", _SERVER, *arguments], stdout=subprocess.DEVNULL)
    try:
        _wait(port, server)
        yield _settings(f"http://127.0.0.1:{port}/v1")
    finally:
        server.kill()
        server.wait()


@retry(
    retry=retry_if_exception_type(httpx.HTTPError),
    stop=stop_after_delay(60),
    wait=wait_fixed(0.5),
    reraise=True,
)
def _wait(port: int, server: subprocess.Popen[bytes]) -> None:
    assert server.poll() is None, "the model's server has ended"
    httpx.get(f"http://127.0.0.1:{port}/health").raise_for_status()


def _settings(url: str) -> Settings:
    model = os.environ.get("LIVE_LLM_MODEL", "live")
    return Settings(_env_file=None, openai_base_url=url, llm_model=model, llm_cache="off")
