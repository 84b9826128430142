"""Functions with a namespace are found in a statement however they are written."""

from __future__ import annotations

import pytest

from graphrag_neo4j.errors import UsageError
from graphrag_neo4j.serve.cypher_calls import called_names, is_own_function
from tests.support.growth import check_linear


@pytest.mark.parametrize(
    "statement",
    [
        "RETURN gds.graph.project('x', a, b)",
        "RETURN gds.`graph`.project('x', a, b)",
        "RETURN `gds`.graph.project ('x', a, b)",
        "RETURN gds /* ' */ . graph // `\n . project\t('x', a, b)",
        "RETURN gds\N{NO-BREAK SPACE}.\N{EM SPACE}graph.project('x', a, b)",
        "RETURN 'it\\'s' + gds.graph.project('x', a, b) + 'a'",
        "RETURN '\\\\' + gds.graph.project('x', a, b) + '\\\\'",
        'RETURN "\'" + gds.graph.project("x", a, b) + "\'"',
        "RETURN n.`it's` + gds.graph.project('x', a, b) AS `'`",
        "RETURN n.`a``'` + gds.graph.project('x', a, b) AS `'`",
        "// don't\rRETURN gds.graph.project('x', a, b)",
        "RETURN '/*' + gds.graph.project('x', a, b) + '*/'",
        "RETURN '//' + gds.graph.project('x', a, b)",
    ],
)
def test_a_call_is_found_however_it_is_written(statement: str) -> None:
    assert list(called_names(statement)) == ["gds.graph.project"]


@pytest.mark.parametrize(
    "statement",
    [
        "MATCH (n:Entity)-[r:RELATED*1..3]->(m) WHERE n.name IN ['a.b('] AND (n.x = 1.5) RETURN n",
        "RETURN 'os.path.join(a)' AS text, \"say 'a.b()'\" // see a.b()",
        "/* a.b() */ MATCH (n) RETURN count(n), n.`a.b(` AS `a.b()`",
        "MATCH (n) WHERE n.x AND (n.y OR n.z) RETURN n {.name, .id}, size(n.names)",
    ],
)
def test_what_is_only_text_or_has_no_namespace_is_no_call(statement: str) -> None:
    assert list(called_names(statement)) == []


def test_a_quoted_name_with_a_dot_is_one_name() -> None:
    [name] = called_names("RETURN `date.truncate`.project(1)")
    assert not is_own_function(name)


@pytest.mark.parametrize(
    "statement",
    [
        "RETURN \\u0067ds.version()",
        "RETURN '\\u0027",
        "RETURN 'a",
        'RETURN "a',
        "RETURN `a",
        "RETURN 1 /* a",
    ],
)
def test_what_cannot_be_told_is_refused(statement: str) -> None:
    with pytest.raises(UsageError) as told:
        list(called_names(statement))
    assert told.value.hint


@pytest.mark.parametrize(
    ("name", "is_own"),
    [
        ("date.truncate", True),
        ("datetime.fromEpochMillis", True),
        ("DURATION.indays", True),
        ("vector.similarity.cosine", True),
        ("point.withinBBox", True),
        ("date.truncate.all", False),
        ("my.date.truncate", False),
        ("gds.version", False),
        ("apoc.load.json", False),
        ("genai.vector.encode", False),
    ],
)
def test_neo4js_own_functions_are_known(name: str, is_own: bool) -> None:
    assert is_own_function(name) is is_own


@pytest.mark.parametrize("part", ["a", "/*", "'\\", "a.", ". ", "/**/", "`"])
def test_long_statements_are_looked_through_in_linear_time(part: str) -> None:
    def look(n: int) -> None:
        try:
            names = list(called_names(part * n))
        except UsageError:
            names = []
        assert names == []

    check_linear(look, 100_000 // len(part))
