"""Many clients at once: python -m benchmarks.serve URL TOKEN [--clients 50] [--seconds 60]

Asks a running ``serve`` the questions that it suggests, first one client, then many, each as soon
as it has its answer. One client of C shares the machine with the others, so its p95 may be that of
a single one times three, times the clients for each core.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from statistics import quantiles
from typing import Any

import click
import httpx
import psutil


@click.command()
@click.argument("url")
@click.argument("token")
@click.option("--clients", default=50, show_default=True)
@click.option("--seconds", default=60.0, show_default=True)
@click.option("--mode", default="traversal", show_default=True)
@click.option("--pid", type=int, help="The server's process, to watch its memory.")
def main(url: str, token: str, clients: int, seconds: float, mode: str, pid: int | None) -> None:
    """Print p50 and p95 of one client and of many, errors, and memory, as JSON, too."""
    result = asyncio.run(measure(url, token, clients, seconds, mode, pid))
    cores = os.cpu_count() or 1
    result["allowed_p95"] = round(3 * result["one"]["p95"] * clients / cores, 3)
    for name in ("one", "many"):
        row = result[name]
        click.echo(
            f"{row['clients']:>3} clients: {row['answers']:,} answers, {row['errors']} errors, "
            f"p50 {row['p50']:.3f} s, p95 {row['p95']:.3f} s"
        )
    click.echo(f"p95 allowed: {result['allowed_p95']:.3f} s on {cores} cores")
    click.echo(json.dumps(result))


async def measure(
    url: str, token: str, clients: int, seconds: float, mode: str, pid: int | None
) -> dict[str, Any]:
    """Both rounds, and the server's memory in MB before, between and after them."""
    headers = {"Authorization": f"Bearer {token}"}
    limits = httpx.Limits(max_connections=clients)
    memory = [_memory(pid)]
    async with httpx.AsyncClient(
        base_url=url, headers=headers, timeout=120, limits=limits
    ) as client:
        questions = (await client.get("/api/suggestions")).json()
        found = {}
        for name, n in (("one", 1), ("many", clients)):
            found[name] = await _round(client, questions, n, seconds, mode)
            memory.append(_memory(pid))
    return {**found, "memory_mb": memory, "mode": mode}


async def _round(
    client: httpx.AsyncClient, questions: list[str], n: int, seconds: float, mode: str
) -> dict[str, Any]:
    end = time.perf_counter() + seconds
    times: list[float] = []
    errors = 0

    async def ask(number: int) -> None:
        nonlocal errors
        while time.perf_counter() < end:
            body = {"question": questions[number % len(questions)], "mode": mode}
            started = time.perf_counter()
            answer = await client.post("/api/retrieve", json=body)
            times.append(time.perf_counter() - started)
            errors += answer.status_code != 200
            number += 1

    await asyncio.gather(*map(ask, range(n)))
    cuts = quantiles(times, n=20) if len(times) > 1 else [times[0]] * 19
    return {
        "clients": n,
        "answers": len(times),
        "errors": errors,
        "p50": round(cuts[9], 4),
        "p95": round(cuts[18], 4),
    }


def _memory(pid: int | None) -> int | None:
    return None if pid is None else psutil.Process(pid).memory_info().rss >> 20


if __name__ == "__main__":
    main()
