"""Many clients at once: python -m benchmarks.serve URL TOKEN [--clients 50] [--seconds 60]

Asks a running ``serve`` the questions that it suggests, first one client, then many, each as soon
as it has its answer. One client of C shares the machine with the others, so its p95 may be that of
a single one times three, times the clients for each core. Then as many files as ``--uploads`` says
come at once, one bad in ten: the others have to be in the graph, the bad ones explained. They are
deleted in the end.
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

OVER = ("done", "failed", "cancelled")


@click.command()
@click.argument("url")
@click.argument("token")
@click.option("--clients", default=50, show_default=True)
@click.option("--seconds", default=60.0, show_default=True, help="Of each round; 0 = no questions.")
@click.option("--mode", default="traversal", show_default=True)
@click.option("--uploads", default=0, show_default=True, help="Files to send at once.")
@click.option("--pid", type=int, help="The server's process, to watch its memory.")
def main(
    url: str, token: str, clients: int, seconds: float, mode: str, uploads: int, pid: int | None
) -> None:
    """Print p50 and p95 of one client and of many, errors, and memory, as JSON, too."""
    headers = {"Authorization": f"Bearer {token}"}
    limits = httpx.Limits(max_connections=max(clients, uploads))

    async def measure() -> dict[str, Any]:
        async with httpx.AsyncClient(
            base_url=url, headers=headers, timeout=120, limits=limits
        ) as client:
            asked = await questions(client, clients, seconds, mode, pid) if seconds else {}
            return asked | (await upload(client, uploads) if uploads else {})

    click.echo(json.dumps(asyncio.run(measure())))


async def questions(
    client: httpx.AsyncClient, clients: int, seconds: float, mode: str, pid: int | None
) -> dict[str, Any]:
    """Both rounds, the p95 that many clients may have, and the server's memory in MB: before, then
    ten times in each round."""
    asked = (await client.get("/api/suggestions")).json()
    found: dict[str, Any] = {"mode": mode, "memory_mb": [_memory(pid)]}
    for name, n in (("one", 1), ("many", clients)):
        watch = asyncio.create_task(_watch(pid, seconds))
        row = found[name] = await _round(client, asked, n, seconds, mode)
        found["memory_mb"].append(await watch)
        click.echo(
            f"{n:>3} clients: {row['answers']:,} answers, {row['errors']} errors, "
            f"p50 {row['p50']:.3f} s, p95 {row['p95']:.3f} s"
        )
    cores = os.cpu_count() or 1
    found["allowed_p95"] = round(3 * found["one"]["p95"] * clients / cores, 3)
    click.echo(f"p95 allowed: {found['allowed_p95']:.3f} s on {cores} cores")
    return found


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


async def upload(client: httpx.AsyncClient, n: int) -> dict[str, Any]:
    """``n`` files at once, the last of each ten no PDF, though it is called one: how long until
    all were confirmed, and until all jobs were over; how many are in the graph, and explained."""

    async def send(number: int) -> str:
        text = f"Ship {number} lies in the harbour of Melby. Erik Vale saw ship {number}."
        file = (f"load {number}.txt", text.encode())
        if number % 10 == 9:
            file = (f"load {number}.pdf", b"%PDF-")
        answer = await client.post("/api/documents", files=[("files", file)])
        return str(answer.raise_for_status().json()["id"])

    started = time.perf_counter()
    ids = await asyncio.gather(*map(send, range(n)))
    confirmed = time.perf_counter() - started
    over = [await _over(client, id_) for id_ in ids]
    seconds = time.perf_counter() - started
    files = [file for job in over for file in job["files"]]
    sources = (await client.get("/api/sources?text=load%20&limit=1000")).json()
    for source in sources:
        await client.delete("/api/sources", params={"name": source["id"]})
    found = {
        "uploads": n,
        "in_graph": len(sources),
        "explained": sum(file["state"] == "failed" and bool(file["reason"]) for file in files),
        "confirmed_seconds": round(confirmed, 2),
        "seconds": round(seconds, 2),
    }
    click.echo(
        f"{n} uploads, confirmed in {confirmed:.1f} s, done in {seconds:.1f} s: "
        f"{found['in_graph']} in the graph, {found['explained']} explained"
    )
    return found


async def _over(client: httpx.AsyncClient, id_: str) -> Any:
    while True:
        job = (await client.get(f"/api/jobs/{id_}")).json()
        if job["state"] in OVER:
            return job
        await asyncio.sleep(0.2)


async def _watch(pid: int | None, seconds: float) -> list[int | None]:
    found = []
    for _ in range(10):
        await asyncio.sleep(seconds / 10)
        found.append(_memory(pid))
    return found


def _memory(pid: int | None) -> int | None:
    return None if pid is None else psutil.Process(pid).memory_info().rss >> 20


if __name__ == "__main__":
    main()
