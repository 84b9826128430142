"""Asking again after failures that may pass: backoff with jitter, within two bounds."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from tenacity import (
    RetryCallState,
    Retrying,
    retry_if_exception,
    stop_after_attempt,
    stop_before_delay,
    wait_random_exponential,
)
from tenacity.stop import stop_base

from graphrag_neo4j.errors import GraphRagError
from graphrag_neo4j.llm.failures import Failure, failure_of
from graphrag_neo4j.settings import Settings

T = TypeVar("T")
_log = logging.getLogger(__name__)
LONGEST_BACKOFF = 30.0  # seconds


@dataclass(frozen=True)
class Retry:
    """At most ``attempts`` within ``deadline`` seconds; waits grow from ``backoff`` seconds.

    What says nothing in time is asked once more only. A ``Retry-After`` of the endpoint is
    honoured, with up to ``backoff`` seconds of jitter on top; one that leads beyond the deadline
    ends the call at once. ``secrets`` are kept out of error messages.
    """

    attempts: int = 5
    deadline: float = 600.0
    backoff: float = 1.0
    what: str = "LLM"
    secrets: tuple[str, ...] = ()

    @classmethod
    def of(cls, settings: Settings, what: str, secrets: Iterable[str] = ()) -> Retry:
        """As the settings say."""
        return cls(
            settings.llm_retries,
            settings.llm_deadline,
            settings.llm_backoff,
            what,
            tuple(secrets),
        )

    def __call__(
        self, work: Callable[[], T], before_again: Callable[[Failure], None] = lambda _: None
    ) -> T:
        """``work()``, again after each transient failure; ``before_again`` is told of it.

        Raises :class:`ModelError` for any :class:`Failure`, and for any other exception of a
        model, which :func:`failure_of` explains.
        """

        def attempt() -> T:
            try:
                return work()
            except (Failure, GraphRagError):
                raise
            except Exception as error:
                raise failure_of(error, self.secrets) from None

        def tell(state: RetryCallState) -> None:
            failure = _failure(state)
            pause = state.next_action.sleep if state.next_action else 0.0
            _log.info("%s: %s; asking again in %.1f s", self.what, failure.reason, pause)
            before_again(failure)

        retrying = Retrying(
            stop=stop_after_attempt(self.attempts) | stop_before_delay(self.deadline) | _Enough(),
            wait=self._wait,
            retry=retry_if_exception(lambda e: isinstance(e, Failure) and e.transient),
            before_sleep=tell,
            reraise=True,
        )
        try:
            return retrying(attempt)
        except Failure as failure:
            attempts = int(retrying.statistics["attempt_number"])
            raise failure.to_error(self.what, attempts) from None

    def _wait(self, state: RetryCallState) -> float:
        failure = _failure(state)
        if failure.retry_after is None:
            return wait_random_exponential(self.backoff, max=LONGEST_BACKOFF)(state)
        return failure.retry_after + wait_random_exponential(self.backoff, max=self.backoff)(state)


class _Enough(stop_base):
    """Whether the second attempt failed in a way that more of the same will not mend."""

    def __call__(self, retry_state: RetryCallState) -> bool:
        return retry_state.attempt_number > 1 and _failure(retry_state).once


def _failure(state: RetryCallState) -> Failure:
    error = state.outcome.exception() if state.outcome else None
    assert isinstance(error, Failure)
    return error
