"""Server-sent events, as every client reads them."""

from __future__ import annotations

import json
from typing import Any

_LINE_ENDS = str.maketrans({end: f"\\u{ord(end):04x}" for end in "\x85\u2028\u2029"})
"""No ends of lines in JSON or in this protocol, but for many clients, as ``str.splitlines`` is."""


def server_sent(data: Any, kind: str = "") -> bytes:
    """One event: ``data`` as JSON on one line, with the name ``kind`` if it has one."""
    text = json.dumps(data, ensure_ascii=False, default=str).translate(_LINE_ENDS)
    name = f"event: {kind}\n" if kind else ""
    return f"{name}data: {text}\n\n".encode("utf-8", "replace")
