"""Steps that overlap: the order of items, what fails, what is left early."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextvars import ContextVar

import pytest

from graphrag_neo4j.ingest.overlap import Overlap

PATIENCE = 30.0
AHEAD = 3


class StepError(Exception):
    """What a step of these tests raises."""


def test_every_step_takes_the_items_in_their_order() -> None:
    first, second = list[int](), list[int]()
    with Overlap[int]([first.append, second.append], AHEAD) as overlap:
        assert list(overlap.run(range(50))) == [*range(50)]
    assert first == second == [*range(50)]


def test_while_one_is_in_the_last_step_others_are_in_the_first_and_made() -> None:
    is_made, is_begun = threading.Event(), threading.Event()

    def items() -> Iterator[int]:
        yield 0
        yield 1
        is_made.set()
        yield 2

    def first(item: int) -> None:
        if item == 1:
            assert is_made.wait(PATIENCE)
            is_begun.set()

    def second(item: int) -> None:
        if item == 0:
            assert is_begun.wait(PATIENCE)

    with Overlap[int]([first, second], AHEAD) as overlap:
        assert list(overlap.run(items())) == [0, 1, 2]


@pytest.mark.parametrize("ahead", [0, 1, 3])
def test_no_more_than_so_many_are_under_way(ahead: int) -> None:
    made, done = list[int](), list[int]()
    most = 0

    def items() -> Iterator[int]:
        nonlocal most
        for n in range(20):
            most = max(most, len(made) - len(done))
            made.append(n)
            yield n

    with Overlap[int]([lambda _: None, done.append], ahead) as overlap:
        for n in overlap.run(items()):
            assert len(done) > n
    assert most <= ahead


def test_what_an_item_raises_comes_after_those_before_it_are_through() -> None:
    done, seen = list[int](), list[int]()

    def items() -> Iterator[int]:
        yield from range(3)
        raise StepError

    with Overlap[int]([lambda _: None, done.append], AHEAD) as overlap, pytest.raises(StepError):
        for n in overlap.run(items()):
            seen.append(n)
    assert done == seen == [0, 1, 2]


@pytest.mark.parametrize("where", [0, 1])
def test_after_a_step_that_failed_nothing_goes_on(where: int) -> None:
    taken: list[list[int]] = [[], []]
    seen = list[int]()

    def step(number: int, item: int) -> None:
        if (number, item) == (where, 3):
            raise StepError
        taken[number].append(item)

    steps = [lambda item: step(0, item), lambda item: step(1, item)]
    with Overlap[int](steps, AHEAD) as overlap, pytest.raises(StepError) as error:
        for n in overlap.run(range(20)):
            seen.append(n)
    assert taken[1] == seen == [0, 1, 2]
    assert taken[where] == [0, 1, 2]
    assert any(entry.name == "step" for entry in error.traceback)


def test_whoever_leaves_early_leaves_no_step_behind() -> None:
    has_begun, told, ended = threading.Event(), list[int](), list[type[BaseException]]()
    second = list[int]()

    def items() -> Iterator[int]:
        yield from range(3)
        assert has_begun.wait(PATIENCE)
        raise KeyboardInterrupt

    def first(_: int) -> None:
        has_begun.set()
        try:
            while True:
                advance(1)
        except BaseException as error:
            ended.append(type(error))
            raise

    with (
        pytest.raises(KeyboardInterrupt),
        Overlap[int]([first, second.append], AHEAD) as overlap,
    ):
        advance = overlap.guarded(told.append)
        list(overlap.run(items()))
    n = len(told)
    assert ended == [CancelledError]
    assert not second and len(told) == n


def test_steps_see_the_callers_context_variables() -> None:
    variable, seen = ContextVar("variable", default=""), list[str]()
    variable.set("here")
    with Overlap[int]([lambda _: seen.append(variable.get())], AHEAD) as overlap:
        list(overlap.run([1]))
    assert seen == ["here"]
