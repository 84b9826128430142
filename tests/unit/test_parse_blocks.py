"""Products in blocks: a text is parsed alike in any company, and documents share no parse."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_neo4j.extract.parse.blocks import ROWS, BlockOps, one_thread
from graphrag_neo4j.extract.parse.document import DocumentTexts, parse_together
from graphrag_neo4j.extract.parse.parse_cache import parses_kept
from graphrag_neo4j.extract.parse.pipeline import ENGLISH, Pipeline, find_pipeline, loaded
from graphrag_neo4j.extract.rules.extractor import RulesExtractor
from graphrag_neo4j.extract.rules.statements import chunk_sentences
from graphrag_neo4j.ingest.content import ExtractedContent
from graphrag_neo4j.model import Document
from graphrag_neo4j.settings import Settings

WORDS = "Anna Berg sold her old boat to the harbour master of Lund in May , and he wept .".split()
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=40).map(" ".join)


@pytest.fixture(scope="module")
def pipeline() -> Pipeline:
    found = find_pipeline(ENGLISH)
    assert found is not None
    return found


@settings(max_examples=40, deadline=None)
@given(
    n_rows=st.integers(0, 3 * ROWS),
    is_given=st.booleans(),
    turned=st.tuples(st.booleans(), st.booleans()),
)
def test_a_product_is_the_product(n_rows: int, is_given: bool, turned: tuple[bool, bool]) -> None:
    rng = np.random.default_rng(n_rows)
    left = rng.random((n_rows, 24), dtype=np.float32)
    right = rng.random((24, 10), dtype=np.float32)
    out = np.empty((n_rows, 10), np.float32) if is_given else None
    x, y = left.T if turned[0] else left, right.T if turned[1] else right
    product = BlockOps().gemm(x, y, out, *turned)
    assert out is None or product is out
    np.testing.assert_allclose(product, left @ right, rtol=1e-5)


@settings(max_examples=25, deadline=None)
@given(st.lists(texts, min_size=1, max_size=30), st.integers(0, 29))
def test_a_text_is_parsed_alike_beside_any_others(
    pipeline: Pipeline, many: list[str], one: int
) -> None:
    text = many[one % len(many)]
    model = loaded(pipeline.folder).get_pipe("tok2vec").model
    with one_thread():
        docs = [loaded(pipeline.folder).make_doc(each) for each in many]
        beside = np.asarray(model.predict(docs)[one % len(many)])
        alone = np.asarray(model.predict([loaded(pipeline.folder).make_doc(text)])[0])
    assert beside.tobytes() == alone.tobytes()


def test_its_models_take_blocks(pipeline: Pipeline) -> None:
    nodes = list(loaded(pipeline.folder).get_pipe("ner").model.walk())
    assert {type(node.ops) for node in nodes} == {BlockOps}


def read(extractor: RulesExtractor, documents: Sequence[Document]) -> list[object]:
    contents = ExtractedContent(extractor, Settings(_env_file=None)).contents(documents)
    return [content.extracted for content in contents]


def test_documents_read_together_are_read_as_alone(pipeline: Pipeline, tmp_path: Path) -> None:
    kept = parses_kept(Settings(_env_file=None, parse_cache=str(tmp_path / "p.sqlite")))
    again = "He sold it to the master, who keeps it there."
    documents = [
        Document("a.txt", f"Anna Berg is a pilot. Carl Orr had a boat. {again}", title="Boats"),
        Document("b.txt", f"Nordline is a company. Max Vane ran the mill. {again}", title="Mills"),
        Document("c.txt", "", title="Nothing"),
        Document("d.txt", "Die Anlage steht in Hamburg, wo sie der Rat nicht will.", title=""),
        Document("e.txt", again, title=""),
    ]
    extractor = RulesExtractor(parsers=[Pipeline(pipeline.folder, kept)])  # one parse a text
    together = read(extractor, documents)
    assert together == [read(extractor, [one])[0] for one in documents]
    assert together == read(extractor, documents[::-1])[::-1]
    assert together[0] != together[1]


def test_no_parse_is_two_documents(pipeline: Pipeline, tmp_path: Path) -> None:
    kept = parses_kept(Settings(_env_file=None, parse_cache=str(tmp_path / "p.sqlite")))
    documents = [Document(uri, "The mill is closed. It rains.", title="") for uri in ("a", "b")]
    maker = ExtractedContent(RulesExtractor(), Settings(_env_file=None))
    given = []
    for document in documents:
        (sentences,) = chunk_sentences(document, maker.chunks(document))
        given.append(DocumentTexts(document, sentences))
    one, other = parse_together(Pipeline(pipeline.folder, kept), given)
    parses = [*one.parses, *other.parses]
    assert len({id(parse) for parse in parses}) == len(parses) == 4
