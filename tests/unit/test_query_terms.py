"""What of a question is searched for."""

from __future__ import annotations

from graphrag_neo4j.retrieve.query_terms import candidate_entities, longest, search_words
from graphrag_neo4j.retrieve.rerank import tfidf_scores


def test_a_question_names_the_longest_entities_that_exist() -> None:
    found = candidate_entities("Was Anna Berg of the Port of Melby born in Osterby?")
    named = {name for name in found.values() if name in ("Anna Berg", "Berg", "Port of Melby")}
    assert named == {"Anna Berg", "Berg", "Port of Melby"}
    assert "Was" not in found.values()
    kept = longest({id_: name for id_, name in found.items() if name in named})
    assert set(kept.values()) == {"Anna Berg", "Port of Melby"}


def test_search_words_hold_no_operators() -> None:
    assert search_words('NOT (Melby AND "port")~2^4 *:*') == "not melby and port 2 4"


def test_tfidf_prefers_the_text_that_shares_rare_words() -> None:
    texts = ["the harbour was closed", "the harbour was sold to Blue Lines", "nothing at all"]
    scores = tfidf_scores("Who bought the harbour, Blue Lines?", texts)
    assert scores.index(max(scores)) == 1
    assert all(0 <= score <= 1.0001 for score in scores)
    assert tfidf_scores("", texts) == [0.0, 0.0, 0.0]
