"""Every statement says what it does, is in use, and is the one that code names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from graphrag_neo4j.database import cypher
from graphrag_neo4j.vocabulary import RELATED

ROOT = Path(__file__).parents[2]
PLAYED_BY_A_PERSON = {"browser", "schema"}
NO_STATEMENTS = PLAYED_BY_A_PERSON | {"clauses"}
FILES = {
    re.sub(r"\.(search|procedure)$", "", str(path.relative_to(cypher.folder()).with_suffix("")))
    for path in cypher.folder().rglob("*.cypher")
    if path.parent.name not in NO_STATEMENTS
}
"""Statements as code names them: without the kind of a template and the line of a server."""
FOLDERS = {name.partition("/")[0] for name in FILES} | {
    "admin", "delete", "derive", "export", "import", "read", "resolve", "write"
}  # fmt: skip
_NAME = re.compile(rf'"((?:{"|".join(sorted(FOLDERS))})/[a-z_]+)"')


@pytest.mark.parametrize("name", cypher.names())
def test_statement_says_what_it_does_in_a_comment(name: str) -> None:
    lines = cypher.load(name).splitlines()
    assert any(line.startswith("// ") for line in lines[:2])


def test_code_names_all_statements_and_no_others() -> None:
    code = [*ROOT.glob("graphrag_neo4j/**/*.py"), *ROOT.glob("benchmarks/**/*.py")]
    named = {name for path in code for name in _NAME.findall(path.read_text("utf-8"))}
    assert named - FILES == set(), "there is no such file"
    assert FILES - named == set(), "nothing runs it"


def test_folders_are_those_of_the_packages_that_run_them() -> None:
    packages = {path.parent.name for path in ROOT.glob("graphrag_neo4j/*/__init__.py")}
    assert {path.name for path in cypher.folder().iterdir()} <= (
        packages | NO_STATEMENTS | {"sources"}
    )


def test_a_clause_is_one_that_statements_share() -> None:
    used: dict[str, int] = {path.stem: 0 for path in cypher.folder().glob("clauses/*.cypher")}
    for path in cypher.folder().rglob("*.cypher"):
        for name in re.findall(r"/\* clause: (\w+) \*/", path.read_text("utf-8")):
            used[name] += 1
    assert used and all(n > 1 for n in used.values())
    assert not any("clause:" in cypher.load(name) for name in cypher.names())


def test_a_template_takes_names_of_the_vocabulary_only() -> None:
    name = cypher.of("interop/write_links", RELATED)
    assert "(start:Entity {id: row.from})" in cypher.load(name)
    assert "[new:RELATED]" in cypher.load(name) and "/*" not in cypher.load(name)
    for kind in ("Entity-OWNS-Entity", "Person", "Entity", "Chunk {id: 1}) DETACH DELETE n //"):
        with pytest.raises(KeyError):
            cypher.load(f"interop/write_links:{kind}")


def test_lists_and_texts_are_sent_in_one_map_and_all_else_as_it_is() -> None:
    text = "UNWIND $ids AS id MATCH (n {id: id}) WHERE n.name = $name RETURN n LIMIT $limit"
    sent, given = cypher.sent(text, {"ids": ["a"], "name": "b", "limit": 3})
    assert given == {"limit": 3, "sized": {"ids": ["a"], "name": "b"}}
    assert sent == text.replace("$ids", "$sized.ids").replace("$name", "$sized.name")
    assert cypher.sent(text, {"limit": 3}) == (text, {"limit": 3})
