"""Fetch a wheel as a file, with the package index that pip is set to. Nothing is installed."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

TIMEOUT = 300  # seconds


class WheelNotFetchedError(Exception):
    """pip could not fetch it; the message is one line."""


def download_wheel(requirement: str, into: Path) -> Path:
    """The wheel of ``requirement`` ("name==1.0") below ``into``."""
    if find_spec("pip") is None:
        raise WheelNotFetchedError("pip is not installed here")
    command = [
        *(sys.executable, "-m", "pip", "download", "--quiet", "--no-input"),
        *("--disable-pip-version-check", "--no-deps", "--only-binary", ":all:"),
        *("--retries", "1", "--timeout", "15", "--dest", str(into), requirement),
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
    except subprocess.TimeoutExpired:
        raise WheelNotFetchedError("no answer in time") from None
    wheel = next(into.glob("*.whl"), None)
    if done.returncode or wheel is None:
        raise WheelNotFetchedError("the package index does not have it or cannot be reached")
    return wheel
