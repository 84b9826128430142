"""What is read of the candidates, and what shared words count: no server needed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_neo4j.retrieve.candidates.pool import Candidate, CandidatePool
from graphrag_neo4j.retrieve.candidates.seeds import SeedLimits, candidate_pool
from graphrag_neo4j.retrieve.candidates.selection import (
    CHUNKS_PER_SOURCE,
    FLOOR,
    FULL_FLOOR,
    FURTHER,
    HIGH_FLOOR,
    Floor,
    choose,
    floor_of,
    further_of,
    with_first_source,
)
from graphrag_neo4j.retrieve.candidates.walk import trust_in_walk
from graphrag_neo4j.retrieve.candidates.words_weight import (
    FOREIGN_WORDS_WEIGHT,
    WORDS_WEIGHTS,
    words_discount,
    words_weight,
)
from graphrag_neo4j.retrieve.question.terms import coverage


def candidates(*rows: tuple[str, str, float]) -> dict[str, Candidate]:
    """Rows of chunk, source and nearness."""
    return {chunk: Candidate(source, chunk=near) for chunk, source, near in rows}


def sources(found: dict[str, Candidate], scores: dict[str, float]) -> list[str]:
    order = sorted(scores, key=lambda id_: (-scores[id_], id_))
    return list(dict.fromkeys(found[id_].source for id_ in order))


def test_what_is_best_without_the_walk_stays_among_the_first() -> None:
    near = [(f"c{n}", f"s{n}", 1 - n / 20) for n in range(12)]
    found = candidates(*near)
    walked = {id_: float(n) for n, id_ in enumerate(found)}  # the walk turns all round
    order = sources(found, choose(found, walked, None))
    assert order.index("s0") < 2
    assert {"s0", "s1"} <= set(order[:5])
    assert {"s0", "s1", "s2", "s3"} <= set(order[:10])


def test_where_all_of_a_document_answers_its_chunks_follow_the_first() -> None:
    rows = [(f"a{n}", "A", 1 - n / 10) for n in range(5)] + [("b0", "B", 0.85), ("c0", "C", 0.8)]
    found = candidates(*rows)
    scores = {id_: one.chunk for id_, one in found.items()}
    chosen = choose(found, scores, 4)
    assert list(chosen) == ["a0", "a1", "b0", "c0"]
    assert list(with_first_source(found, scores, chosen)) == [f"a{n}" for n in range(5)] + [
        "b0",
        "c0",
    ]
    assert with_first_source({}, {}, {}) == {}


def test_what_is_best_by_vectors_and_by_words_stays_first_whatever_is_named() -> None:
    found = {
        "named": Candidate("N", chunk=0.9, words=0.5, title=1.0),
        "both": Candidate("B", chunk=1.0, words=1.0),
        "far": Candidate("F", chunk=0.1),
    }
    scores = {"named": 3.0, "both": 1.5, "far": 2.0}
    assert sources(found, choose(found, scores, None))[0] == "B"
    found["named"].words = 1.1  # now words and vectors disagree
    assert sources(found, choose(found, scores, None))[0] == "N"


def pool(found: dict[str, Candidate]) -> CandidatePool:
    return CandidatePool(found, {}, [], len(found), 0.25)


def test_what_is_lifted_to_the_first_place_stands_just_above_the_next() -> None:
    found = {
        "named": Candidate("N", chunk=0.9, words=0.5, title=1.0),
        "both": Candidate("B", chunk=1.0, words=1.0),
    }
    scores = choose(found, {"named": 1.5, "both": 1.0}, 2)
    assert scores["named"] < scores["both"] < 1.1 * scores["named"]


def test_a_walk_is_trusted_less_where_few_sources_fill_the_list() -> None:
    apart = pool(candidates(*((f"c{n}", f"s{n}", 1 - n / 20) for n in range(12))))
    crowded = pool(candidates(*((f"c{n}", f"s{n % 6}", 1 - n / 20) for n in range(12))))
    assert (apart.spread, crowded.spread) == (1.0, 0.5)
    assert trust_in_walk(crowded) == trust_in_walk(apart) / 2
    for each, kept, second in ((apart, 4, False), (crowded, 5, True)):
        found = each.candidates
        walked = {id_: float(n) for n, id_ in enumerate(found)}
        first = sources(found, choose(found, walked, None, floor_of(each)))[:5]
        assert (set(first[:2]) == {"s0", "s1"}) is second
        assert {f"s{n}" for n in range(kept)} <= set(first)
        assert len(first) == 5
    named = pool({**crowded.candidates, "named": Candidate("N", chunk=0.5, title=1.0)})
    assert trust_in_walk(named) == 1 and floor_of(named) == FLOOR


def test_a_walk_that_agrees_changes_no_score() -> None:
    found = candidates(("a", "A", 1.0), ("b", "B", 0.8), ("c", "C", 0.5))
    scores = {"a": 3.0, "b": 2.0, "c": 1.0}
    assert choose(found, scores, None) == scores


def test_where_nothing_but_the_walk_speaks_nothing_is_lifted() -> None:
    found = candidates(*((f"c{n}", f"s{n}", 0.0) for n in range(12)))
    scores = {id_: float(n) for n, id_ in enumerate(found)}
    assert choose(found, scores, None) == scores


def test_the_best_statement_is_read_wherever_it_stands() -> None:
    found = candidates(*((f"c{n}", "long", 0.9) for n in range(4)), ("other", "O", 0.5))
    found["c3"].statement = 1.0
    found["c2"].exact = 1.0
    scores = {"c0": 3.0, "c1": 2.9, "c2": 2.8, "c3": 2.7, "other": 1.0}
    assert list(choose(found, scores, None, further=0)) == ["c0", "c1", "c2", "c3", "other"]
    found["c2"].exact = found["c3"].statement = 0.0
    found["c0"].statement = 1.0
    assert list(choose(found, scores, None, further=0))[2] == "other"


def test_one_long_document_does_not_fill_the_list() -> None:
    found = candidates(*((f"x{n}", "X", 0.9) for n in range(6)), ("y", "Y", 0.1), ("z", "Z", 0.1))
    scores = {id_: candidate.chunk for id_, candidate in found.items()}
    chosen = list(choose(found, scores, 4, further=0))
    assert [id_[0] for id_ in chosen] == ["x"] * CHUNKS_PER_SOURCE + ["y", "z"]
    assert len(choose(found, scores, None, further=0)) == 8


def test_a_further_chunk_of_the_right_document_is_read_before_what_hardly_fits() -> None:
    near = [("x0", "X", 0.9), ("x1", "X", 0.8), ("x2", "X", 0.7), ("x3", "X", 0.7)]
    found = candidates(*near, ("y", "Y", 0.6), ("z", "Z", 0.1))
    scores = {id_: candidate.chunk for id_, candidate in found.items()}
    chosen = choose(found, scores, None)
    assert list(chosen) == ["x0", "x1", "x2", "y", "x3", "z"]
    assert all(chosen[id_] == scores[id_] for id_ in ("x2", "x3", "y"))


def test_of_long_documents_two_chunks_come_before_those_of_all_others() -> None:
    rows = [(f"a{n}", f"s{n % 2}", 1 - n / 20) for n in range(10)]
    assert further_of(pool(candidates(*rows))) == 0.0
    apart = [(f"a{n}", f"s{n}", 1 - n / 20) for n in range(10)]
    assert further_of(pool(candidates(*apart))) == FURTHER


@given(
    st.lists(
        st.tuples(st.integers(0, 12), st.integers(0, 10**6), st.integers(1, 10**6)),
        min_size=1,
        max_size=40,
        unique_by=(lambda row: row[1], lambda row: row[2]),  # of equal ones either may come first
    ),
    st.integers(1, 40),
    st.sampled_from((FLOOR, HIGH_FLOOR, FULL_FLOOR)),
)
def test_the_floor_holds_for_all_scores(
    rows: list[tuple[int, int, int]], n: int, floor: Floor
) -> None:
    found = candidates(*((f"c{i}", f"s{s}", near / 10**6) for i, (s, near, _) in enumerate(rows)))
    scores = {f"c{i}": score / 10**6 for i, (_, _, score) in enumerate(rows)}
    chosen = choose(found, scores, n, floor)
    assert len(chosen) == min(n, len(rows))
    everything = choose(found, scores, None, floor)
    assert everything.keys() == scores.keys()
    assert all(everything[id_] >= scores[id_] for id_ in scores)  # lifted, never lowered
    plain = sources(found, {id_: found[id_].base for id_ in found})
    order = sources(found, everything)
    for wanted, places in floor:
        assert set(plain[:wanted]) <= set(order[:places])


def stage_of(question: str, matched: str, **named: Any) -> Any:
    hits: list[dict[str, Any]] = [
        {
            "kind": "graph",
            "chunk": None,
            "source": None,
            "via": None,
            "score": 100.0,
            "chunk_count": 0,
        },
        {
            "kind": "words",
            "chunk": "c",
            "source": "s",
            "via": matched,
            "score": 5.0,
            "chunk_count": 0,
        },
    ]
    for chunk, share in named.get("about", ()):
        hits.append(
            {
                "kind": "about",
                "chunk": chunk,
                "source": chunk,
                "via": "e",
                "score": share,
                "chunk_count": 1,
            }
        )
    return candidate_pool(question, {"e": "Mira Kask"}, hits, SeedLimits(), 10)


def test_words_count_as_much_as_a_passage_covers_the_question() -> None:
    question = "Which paint did the neighbour order for that fence?"
    all_of_it = stage_of(question, "The neighbours ordered green paint which is for fences")
    little = stage_of(question, "Paint dries fast")
    assert all_of_it.words_weight > little.words_weight == WORDS_WEIGHTS[0]


@pytest.mark.parametrize(
    ("question", "passage", "is_foreign"),
    [
        (
            "drucker einrichten",
            "CUPS ist der Dienst, der unter Debian druckt. Wer einen Drucker hat, der am Netz"
            " haengt, stellt ihn in der Oberflaeche im Browser ein.",
            True,
        ),
        (
            "drukarka w sieci",
            "Drukarki obsługuje CUPS. Aby dodać nową, należy otworzyć stronę i podać jej adres.",
            True,
        ),
        (
            "printer setup",
            "CUPS is the service that prints. Who has a printer in the network adds it by its"
            " address in the browser, and then tries a page.",
            False,
        ),
    ],
)
def test_words_count_more_in_a_language_that_the_model_does_not_know(
    question: str, passage: str, is_foreign: bool
) -> None:
    other = "1,024 2,048 4,096"
    weight = words_weight(question, [other, passage], nearest=0.9)
    assert weight >= FOREIGN_WORDS_WEIGHT if is_foreign else weight == WORDS_WEIGHTS[0]
    assert words_weight(question, [passage], nearest=None) < FOREIGN_WORDS_WEIGHT
    assert words_weight(question, [], nearest=0.9) == WORDS_WEIGHTS[0]


def test_words_count_the_less_the_nearer_a_passage_is() -> None:
    question = "Which paint did the neighbour order for that fence?"
    texts = ["The neighbours ordered green paint which is for fences"]
    far, between, near = (words_weight(question, texts, nearest) for nearest in (0.8, 0.85, 0.9))
    assert far == pytest.approx(WORDS_WEIGHTS[1])
    assert far > between > near == WORDS_WEIGHTS[0]
    # another model's similarities mean something else
    assert far > words_weight(question, texts, None) > near


def test_who_opens_many_sources_says_little_of_each() -> None:
    one = stage_of("Mira Kask", "x", about=[("a", 1.0)]).candidates["a"].title
    many = stage_of("Mira Kask", "x", about=[("a", 0.01)]).candidates["a"].title
    assert one > 0.9
    assert many == pytest.approx(one / 100, rel=0.05)


@pytest.mark.parametrize(
    ("question", "text", "share"),
    [
        ("Who painted the fences?", "she paints a fence", 1.0),
        ("Who painted the fences?", "nothing of it", 0.0),
        ("", "anything", 0.0),
        ("who is it", "function words ask for nothing", 0.0),
        ("大坝", "三峡大坝在湖北", 1.0),
    ],
)
def test_coverage_is_the_share_of_asked_words_that_a_text_has(
    question: str, text: str, share: float
) -> None:
    assert coverage(question, text) == share


def test_several_good_chunks_of_a_source_are_better_than_one() -> None:
    found = candidates(("a", "A", 0.8), ("a2", "A", 0.7), ("b", "B", 0.82), ("b2", "B", 0.0))
    scores = {id_: one.chunk for id_, one in found.items()}
    chosen = choose(found, scores, None, ())
    assert sources(found, chosen) == ["A", "B"]
    assert chosen["a2"] == scores["a2"]


def test_a_phrase_that_one_passage_has_counts_as_a_title() -> None:
    def hit(chunk: str, score: float) -> dict[str, Any]:
        via = '"ERR-2041"'
        return {"kind": "phrase", "chunk": chunk, "source": chunk, "via": via, "score": score}

    graph = {"kind": "graph", "chunk": None, "source": None, "via": None, "score": 9.0}
    near = [{"kind": "chunk", "chunk": c, "source": c, "via": c, "score": 0.8} for c in "ab"]
    alone = candidate_pool("?", {}, [graph, *near, hit("a", 1.0)], SeedLimits(), 10).candidates
    shared = candidate_pool(
        "?", {}, [graph, *near, hit("a", 0.5), hit("b", 0.5)], SeedLimits(), 10
    ).candidates
    assert alone["a"].base == pytest.approx(2 * alone["b"].base)
    assert shared["a"].base == pytest.approx(1.25 * alone["b"].base)
    assert alone["a"].path()["phrases"] == ["ERR-2041"]


@pytest.mark.parametrize(
    ("question", "n_mentions", "is_named"),
    [
        ("How did computers help?", 1, False),
        ("how did computers help?", 1, True),
        ("How did Computers help?", 1, True),
        ("How did computers help?", 6, True),
    ],
)
def test_a_word_in_small_letters_is_no_name_if_passages_rarely_mean_one_by_it(
    question: str, n_mentions: int, *, is_named: bool
) -> None:
    def hit(kind: str, via: str, n: int) -> dict[str, Any]:
        chunk = "a" if kind == "about" else None
        row = {"kind": kind, "chunk": chunk, "source": chunk, "via": via}
        return row | {"score": float(n), "chunk_count": n}

    hits = [hit("graph", "", 0), hit("word", "computers\n", 10), hit("about", "id", n_mentions)]
    pool = candidate_pool(question, {"id": "computers"}, hits, SeedLimits(), 10)
    assert bool(pool.named) == bool(pool.candidates) == is_named


@pytest.mark.parametrize(
    ("question", "n_mentions", "title"),
    [
        ("who wrote brother", 2, 0.5),  # of 50 passages with the word
        ("who wrote brother", 10, 1.0),
        ("who wrote Brother", 2, 1.0),
        ("brother of whom", 2, None),
        ("brother of whom", 10, 1.0),
        ("brother", 2, 0.5),
    ],
)
def test_a_common_word_without_a_capital_may_be_a_title_but_not_at_the_beginning(
    question: str, n_mentions: int, title: float | None
) -> None:
    def hit(kind: str, via: str, n: int) -> dict[str, Any]:
        chunk = "a" if kind == "about" else None
        row = {"kind": kind, "chunk": chunk, "source": chunk, "via": via}
        return row | {"score": float(n) if kind == "word" else 1.0, "chunk_count": n}

    hits = [hit("word", "brother\n", 50), hit("about", "id", n_mentions)]
    hits.append(hit("graph", "", 0) | {"score": 9_999.0})
    pool = candidate_pool(question, {"id": "brother"}, hits, SeedLimits(), 10)
    assert [one.title for one in pool.candidates.values()] == ([] if title is None else [title])


@pytest.mark.parametrize(
    ("word", "raised"),
    [("ferritin", True), ("kas", True), ("mended", False), ("table", False), ("kask", False)],
    ids=["unknown", "letters of a name", "inflected", "known", "word of a name"],
)
def test_a_rare_word_raises_its_passage_if_the_model_does_not_know_it(
    word: str, *, raised: bool
) -> None:
    rows: list[dict[str, Any]] = [
        {"kind": "graph", "score": 99.0, "chunk_count": 0, "via": None},
        {"kind": "about", "score": 0.0, "chunk_count": 1, "via": "e"},
        {"kind": "rare", "score": 1.0, "chunk_count": 1, "via": f"{word}\n", "chunk": "a"},
    ]
    hits = [{"chunk": None, "source": None, **row} for row in rows]
    pool = candidate_pool(
        "What of Mira Kask?",
        {"e": "Mira Kask"},
        hits,
        SeedLimits(),
        10,
        is_unknown=lambda asked: asked != "table",
    )
    assert [one.exact for one in pool.candidates.values()] == ([0.4] if raised else [])


def test_a_name_is_no_common_word_for_sharing_its_stem_with_one() -> None:
    def named(n_written_so: float) -> dict[str, str]:
        hits: list[dict[str, Any]] = [
            {"kind": "graph", "score": 99.0, "chunk_count": 0, "via": None},
            {"kind": "word", "score": n_written_so, "chunk_count": 50, "via": "wanderer\n"},
            {"kind": "about", "score": 0.0, "chunk_count": 1, "via": "id"},
        ]
        rows = [{"chunk": None, "source": None, **hit} for hit in hits]
        return candidate_pool("wanderer crew", {"id": "wanderer"}, rows, SeedLimits(), 10).named

    assert named(1) == {"id": "wanderer"}
    assert named(50) == {}


def test_what_is_not_among_the_nearest_counts_a_little_less_than_the_last_of_them() -> None:
    def hit(kind: str, chunk: str, score: float) -> dict[str, Any]:
        return {"kind": kind, "chunk": chunk, "source": chunk, "via": chunk, "score": score}

    def base_of_far(n_near: int) -> float:
        hits = [
            {"kind": "graph", "chunk": None, "source": None, "via": None, "score": 9.0},
            *(hit("chunk", f"near{n}", 0.9 - n / 100) for n in range(n_near)),
            hit("words", "near0", 5.0),
            hit("words", "far", 5.0),
        ]
        limits = SeedLimits(chunks=4, statements=0)
        found = candidate_pool("?", {}, hits, limits, 10).candidates
        assert found["far"].base < found["near0"].base
        assert "chunk" not in found["far"].path()["scores"]
        return found["far"].base

    # also where fewer come than were asked for: then its vector is not written yet
    assert base_of_far(3) > base_of_far(4) > 0


def test_what_is_named_starts_a_walk_in_full_where_nearness_counts_less() -> None:
    found = candidates(("near", "A", 1.0), ("named", "B", 0.4))
    found["named"].title = 1.0
    pool = CandidatePool(found, {}, [], 9, WORDS_WEIGHTS[0])

    def starts(near: float) -> dict[str, float]:
        return {row["id"]: row["weight"] for row in pool.seeds(near)}

    assert starts(1.0) == {"near": 1.0, "named": 1.0}
    assert starts(0.25) == {"near": 0.25, "named": 1.0}


@pytest.mark.parametrize(
    ("question", "name", "exact"),
    [
        ("which journal tells of computers", "computers", 0.5),
        ("Which journal tells of Computers", "Computers", 1.0),
    ],
)
def test_a_name_in_small_letters_counts_by_the_passages_that_mean_it(
    question: str, name: str, exact: float
) -> None:
    hits: list[dict[str, Any]] = [
        {"kind": "graph", "score": 9_999.0, "chunk_count": 0, "via": None},
        {"kind": "word", "score": 2.0, "chunk_count": 2, "via": "computers\n"},
        {"kind": "about", "score": 0.0, "chunk_count": 1, "via": "id"},
        {"kind": "mention", "score": 1.0, "chunk_count": 1, "via": "id", "chunk": "a"},
    ]
    rows = [{"chunk": None, "source": None, **hit} for hit in hits]
    pool = candidate_pool(question, {"id": name}, rows, SeedLimits(), 10)
    assert [one.exact for one in pool.candidates.values()] == [exact]


def test_words_that_tell_passages_apart_by_chance_count_less_where_vectors_are_sure() -> None:
    english = ["the state is what they are against, and that is all of it"]
    assert words_discount(english, 0.9, 1.0) == WORDS_WEIGHTS[0]
    assert words_discount(english, 0.9, 0.8) == 0  # one stands out
    assert words_discount(english, 0.85, 1.0) == 0  # vectors are not sure
    assert words_discount(["der Staat ist das"], 0.9, 1.0) == 0  # nor do they know the language
    assert words_discount(english, None, 1.0) == words_discount([], 0.9, 1.0) == 0
