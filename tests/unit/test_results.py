"""Results as data."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from llama_index.core.schema import NodeWithScore, TextNode

from graphrag_neo4j import StatementPostprocessor
from graphrag_neo4j.retrieve.rerank import repeats
from graphrag_neo4j.text.tokens import count_tokens


def test_the_statement_postprocessor_lets_other_nodes_pass() -> None:
    foreign = NodeWithScore(node=TextNode(text="anything"), score=0.5)
    assert StatementPostprocessor().postprocess_nodes([foreign]) == [foreign]


@given(st.lists(st.text(max_size=20), max_size=8))
def test_repeats_never_drop_a_text_of_its_own(texts: list[str]) -> None:
    again = repeats(texts, 0.999)
    assert len(again) == len(texts)
    assert not again[:1] or not again[0]
    for text, repeated in zip(texts, again, strict=True):
        if repeated:
            assert text.split()  # what holds no trigram repeats nothing


SHORT = st.lists(st.sampled_from(["a b c", "a b c d", "other words", "", "a b c!", "more"]))


@given(SHORT, st.sampled_from([0.0, 0.5, 0.95]), st.integers(0, 5))
def test_repeats_end_with_the_last_text_that_is_wanted(
    texts: list[str], threshold: float, enough: int
) -> None:
    whole = repeats(texts, threshold)
    found = repeats(texts, threshold, enough)
    assert found == whole[: len(found)]
    assert found.count(False) == min(enough, whole.count(False))
    if found and len(found) < len(whole):
        assert not found[-1]


def found_node(score: float, *texts: str) -> NodeWithScore:
    node = TextNode(text="\n".join(["Head", *(f"- {text}" for text in texts)]))
    node.metadata = {"statements": [{"text": text, "facts": []} for text in texts]}
    return NodeWithScore(node=node, score=score)


def test_the_best_node_is_cut_where_it_is_too_long_and_worse_ones_go() -> None:
    long = found_node(
        0.9, *(f"Boat number {n} lay by the old wall of the harbour." for n in range(9))
    )
    short, next_ = found_node(0.1, "It rained."), found_node(0.5, "The mill is shut.")
    [kept] = StatementPostprocessor(max_tokens=40).postprocess_nodes([short, long])
    assert kept.score == 0.9 and 0 < len(kept.node.metadata["statements"]) < 9
    enough = count_tokens(short.text) + count_tokens(next_.text)
    for tokens, scores in ((enough, [0.1, 0.5]), (enough - 1, [0.5])):
        found = StatementPostprocessor(max_tokens=tokens).postprocess_nodes([short, next_])
        assert [node.score for node in found] == scores
