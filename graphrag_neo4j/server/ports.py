"""Choose two free ports on this machine."""

from __future__ import annotations

import errno
import random
import socket
import sys
import time

from graphrag_neo4j.errors import ServerError
from graphrag_neo4j.server.config import HOST, FixedPorts, Ports

USUAL = Ports(7687, 7474)
_TRIED = 200
LINGER_SECONDS = 1.0
_ANSWER_SECONDS = 0.5
ANY = FixedPorts()
_ADDRESSES = (
    (socket.AF_INET, "127.0.0.1"),
    (socket.AF_INET, "0.0.0.0"),  # noqa: S104 - asked whether it is taken, never listened on
    (socket.AF_INET6, "::1"),
    (socket.AF_INET6, "::"),
)


def choose_ports(before: Ports | None, fixed: FixedPorts = ANY, *, spread: bool = False) -> Ports:
    """The ports used ``before``, each if still free, else the usual ones or the next free.

    ``fixed`` ones are taken as they are; raises :class:`ServerError` if one is not free.
    ``spread`` picks any free pair: for servers that start at once and took each other's.
    """
    remembered = before or USUAL
    if before is not None:
        _wait_until_free(before)
    ahead = random.randrange(_TRIED) if spread else 0  # noqa: S311 - no secret
    bolt = _checked(fixed.bolt, "bolt") or _first_free(
        remembered.bolt, USUAL.bolt, ahead, but=fixed.http
    )
    http = _checked(fixed.http, "http") or _first_free(remembered.http, USUAL.http, ahead, but=bolt)
    if bolt == http:
        raise ServerError(f"Port {bolt} cannot be both.", "Give two ports, one for each.")
    return Ports(bolt, http)


def _checked(fixed: int | None, name: str) -> int | None:
    if fixed and not is_free(fixed):
        raise ServerError(
            f"Port {fixed}, fixed for {name.capitalize()}, is taken by another program.",
            f"End that program, or fix another with: graphrag-neo4j server start --{name}-port N.",
        )
    return fixed


def _wait_until_free(ports: Ports) -> None:
    """A server killed just now may hold its ports for another moment."""
    end = time.monotonic() + LINGER_SECONDS
    while not (is_free(ports.bolt) and is_free(ports.http)) and time.monotonic() < end:
        time.sleep(0.05)


def _first_free(remembered: int, usual: int, ahead: int, but: int | None = None) -> int:
    usual_ones = list(range(usual, usual + _TRIED))
    candidates = [*usual_ones[ahead:], *usual_ones[:ahead]]
    if not ahead:
        candidates.insert(0, remembered)
    for port in candidates:
        if port != but and is_free(port):
            return port
    raise ServerError(
        f"No free port between {usual} and {usual + _TRIED}.", "Stop a server that is not needed."
    )


def is_open(port: int) -> bool:
    """Whether somebody answers at ``port`` of our host."""
    with socket.socket() as probe:
        probe.settimeout(_ANSWER_SECONDS)
        return probe.connect_ex((HOST, port)) == 0


def is_free(port: int) -> bool:
    """Whether nobody listens on ``port``, on any address through which we could be confused."""
    for family, address in _ADDRESSES:
        try:
            with socket.socket(family, socket.SOCK_STREAM) as probe:
                if sys.platform != "win32":  # there it would allow what it is to find out
                    # connections that linger from a server just stopped are no obstacle
                    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if family == socket.AF_INET6:
                    probe.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                probe.bind((address, port))
                probe.listen(1)
        except OSError as error:
            if _address_is_taken(error):
                return False
            # else no IPv6 here, or the like: nobody can listen there either
    return True


def _address_is_taken(error: OSError) -> bool:
    return error.errno in (errno.EADDRINUSE, errno.EACCES)
