"""Sources and entities are found by the names that people have for them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from click.testing import CliRunner, Result

from graphrag_neo4j.cli import cli
from graphrag_neo4j.context import GraphContext
from graphrag_neo4j.errors import NotFoundError, UsageError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.resources.sources import SourceMatch
from graphrag_neo4j.server import ServerInfo
from tests.support.databases import connect, empty, snapshot
from tests.support.documents import DOCUMENTS, FIRM, HARBOUR
from tests.support.life import write_lines
from tests.support.name_variants import sources as lines_to_merge

FILES = {
    "a b.txt": "Anna Berg lives in Melby.",
    "reports/2023.txt": "Erik Holm founded Nordic Freight.",
    "reports/2024/one.txt": "Siri Dahl lives in Osterby.",
    "reports/2024/two.md": "# Board minutes\n\nOlaf Lund is a carrier.",
    "reports.txt": "Lars Vik lives in Norland.",
    "rows.csv": "name,what\nKarin Holm,left Osterby\nLiv Moe,is harbour master\n",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("named").resolve()
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def _fill(graph: KnowledgeGraph, folder: Path) -> None:
    empty(graph.database)
    graph.ingest(folder, DOCUMENTS)


@pytest.fixture
def filled_graph(
    fresh_graph: KnowledgeGraph, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> KnowledgeGraph:
    """The files of the folder, in whose parent we stand, and three other documents."""
    _fill(fresh_graph, folder)
    monkeypatch.chdir(folder)
    return fresh_graph


def _names(rows: list[SourceMatch], folder: Path) -> list[str]:
    """Files as relative paths, rows of a table as the table, in order."""
    uris = [unquote(uri.partition("#")[0]) for row in rows for uri in row.named]
    return sorted({uri.removeprefix(f"file://{folder}/") for uri in uris})


def test_a_name_is_a_path_a_folder_a_glob_a_title_a_uri_or_an_id(
    filled_graph: KnowledgeGraph, folder: Path
) -> None:
    id_ = next(row.id for row in filled_graph.sources.list() if row.uri == FIRM.uri)
    reports = ["reports/2023.txt", "reports/2024/one.txt", "reports/2024/two.md"]
    for name, expected in {
        "a b.txt": ["a b.txt"],
        f"{folder}/a b.txt": ["a b.txt"],
        (folder / "a b.txt").as_uri(): ["a b.txt"],
        "./reports/../a b.txt": ["a b.txt"],
        "reports": reports,
        "reports/": reports,
        f"{folder}/reports/2024": reports[1:],
        "rows.csv": ["rows.csv"],
        "reports/*": reports[:1],
        "reports/**/*.md": reports[2:],
        "*.csv": ["rows.csv"],
        "doc:*": ["doc:firm", "doc:harbour", "doc:town"],
        "one.txt": reports[1:2],
        "two.md": reports[2:],
        "Board minutes": reports[2:],
        "board MINUTES": reports[2:],
        FIRM.uri: [FIRM.uri],
        FIRM.title: [FIRM.uri],
        id_: [FIRM.uri],
        id_[:8]: [FIRM.uri],
    }.items():
        assert _names(filled_graph.sources.find(name), folder) == expected, name
    assert len(filled_graph.sources.find("rows.csv")) == 2
    for row in filled_graph.sources.find("rows.csv"):
        for shown in (unquote(row.named[0].removeprefix("file://")), row.named[0]):
            assert filled_graph.sources.find(shown) == [row], "as results show it"
    key = filled_graph.sources.find("rows.csv")[0].named[0].partition("#")[2]
    assert len(filled_graph.sources.find(f"rows.csv#{key}")) == 1


def test_what_fits_nothing_is_an_error_and_deletes_nothing(filled_graph: KnowledgeGraph) -> None:
    before = snapshot(filled_graph)
    for name, message in {
        "nowhere/": "No source comes from the folder 'nowhere/'",
        "*.docx": r"No source fits '\*\.docx'",
        "none.txt": "There is no source 'none.txt'",
        "minutes": "There is no source 'minutes'. Did you mean: 'Board minutes'",
        "00000000": "There is no source",
        " ": "empty",
        "\0": "There is no source",
    }.items():
        with pytest.raises((NotFoundError, UsageError), match=message):
            filled_graph.sources.delete("a b.txt", name)
    assert snapshot(filled_graph) == before


def test_a_bare_file_name_that_two_files_have_is_neither(
    filled_graph: KnowledgeGraph, folder: Path, tmp_path: Path
) -> None:
    twin = tmp_path / "one.txt"
    twin.write_text("Another report, of the year before.")
    filled_graph.ingest(twin)
    with pytest.raises(NotFoundError, match=r"no source 'one\.txt'"):
        filled_graph.sources.find("one.txt")
    one = "reports/2024/one.txt"
    assert _names(filled_graph.sources.find(one), folder) == [one]


def test_a_title_of_several_sources_lists_them_and_deletes_nothing(
    filled_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    twin = tmp_path / "twin.md"
    twin.write_text("# Board minutes\n\nAnother meeting.")
    filled_graph.ingest(twin)
    before = snapshot(filled_graph)
    with pytest.raises(UsageError, match="several sources") as told:
        filled_graph.sources.delete("Board minutes")
    assert "two.md" in str(told.value)
    assert "twin.md" in str(told.value)
    assert snapshot(filled_graph) == before


def test_files_that_are_gone_are_deleted_by_path(
    filled_graph: KnowledgeGraph, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in ("x.txt", "y.txt", "t.csv"):
        (copy / name).write_text(f"name,what\n{name},lies in {copy.name}\n")
    before = snapshot(filled_graph)
    filled_graph.ingest(copy)
    for path in copy.iterdir():
        path.unlink()
    monkeypatch.chdir(tmp_path)
    assert filled_graph.sources.delete("copy/t.csv").removed == 1
    assert filled_graph.sources.delete("copy/x.*").removed == 1
    copy.rmdir()
    assert filled_graph.sources.delete("copy").removed == 1
    assert snapshot(filled_graph) == before
    assert folder.exists()


def test_sources_are_listed_by_part_of_title_or_path_and_by_glob(
    filled_graph: KnowledgeGraph,
) -> None:
    def titles(text: str) -> set[str]:
        return {
            row.uri.rpartition("/")[2].partition("#")[0] for row in filled_graph.sources.list(text)
        }

    assert titles("MINUTES") == {"two.md"}
    assert titles("reports/2024") == {"one.txt", "two.md"}
    assert titles("a b.txt") == {"a%20b.txt"}
    assert titles("*.md") == {"two.md"}
    assert titles("2024/*") == {"one.txt", "two.md"}
    assert titles("board*") == {"two.md"}
    assert titles("nothing like it") == set()
    assert len(filled_graph.sources.list()) == 10
    (harbour,) = filled_graph.sources.list("Port of Mel")
    assert harbour.metadata == {**HARBOUR.metadata, "language": "en"}


def test_the_text_of_a_source_is_found_by_path_and_title(filled_graph: KnowledgeGraph) -> None:
    for name in ("reports/2024/two.md", "Board minutes"):
        assert "Olaf Lund" in filled_graph.sources.text(name).pieces[-1].text
    with pytest.raises(UsageError, match="several sources"):
        filled_graph.sources.text("reports")
    with pytest.raises(NotFoundError, match="no source"):
        filled_graph.sources.text("none.txt")


# -- entities --------------------------------------------------------------------------------


def test_entities_are_listed_by_how_often_they_are_mentioned(fresh_graph: KnowledgeGraph) -> None:
    fresh_graph.ingest(DOCUMENTS)
    rows = fresh_graph.entities.list()
    assert [row.chunk_count for row in rows] == sorted(
        (row.chunk_count for row in rows), reverse=True
    )
    assert rows[0].chunk_count > 1
    assert fresh_graph.entities.list(skip=1, limit=2) == rows[1:3]
    kind = rows[0].type
    assert fresh_graph.entities.list(type=kind.lower()) == [r for r in rows if r.type == kind]
    assert fresh_graph.entities.list(type="NO_SUCH") == []


def test_entities_are_found_by_parts_of_names_and_despite_typos(
    fresh_graph: KnowledgeGraph,
) -> None:
    fresh_graph.ingest(DOCUMENTS)
    for text in ("freight", "NORDIC", "nord", "Nordik Frieght", "nordic freight", 'nordic" AND (+'):
        assert fresh_graph.entities.find(text)[0].name == "Nordic Freight", text
    assert {row.name for row in fresh_graph.entities.find("holm")} == {"Erik Holm", "Karin Holm"}
    for text in ("", " ?! ", "zxqv"):
        assert fresh_graph.entities.find(text) == []
    (first, *_) = fresh_graph.entities.find("berg", limit=1)
    assert fresh_graph.entities.find("berg", type=first.type)[0] == first
    assert fresh_graph.entities.find("berg", type="NO_SUCH") == []


def test_an_unknown_entity_brings_those_with_like_names(fresh_graph: KnowledgeGraph) -> None:
    fresh_graph.ingest(DOCUMENTS)
    with pytest.raises(NotFoundError, match=r"'Freight'\. Did you mean: Nordic Freight"):
        fresh_graph.entities.get("Freight")
    with pytest.raises(NotFoundError, match=r"^No entity is called 'zxqv'\. See"):
        fresh_graph.entities.get("zxqv")
    freight = fresh_graph.entities.get("nordic freight", statements=2)
    assert fresh_graph.entities.get(freight.id[:8], statements=2) == freight
    assert [said.uri for said in freight.statements] == [FIRM.uri, FIRM.uri]
    for said in freight.statements:
        assert FIRM.text[said.start : said.end].split()[-1] in said.text
    assert fresh_graph.entities.get("nordic freight", statements=0).statements == ()


def test_names_of_merged_entities_lead_to_the_one(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    lines = [one for lines in lines_to_merge().values() for one in lines]
    fresh_graph.import_extracted(write_lines(tmp_path / "lines.jsonl", lines))
    fresh_graph.entities.resolve()
    assert fresh_graph.entities.find("WPL")[0].name == "World Port League"
    assert fresh_graph.entities.get("WPL").name == "World Port League"


# -- the commands ----------------------------------------------------------------------------


@pytest.fixture
def command(server: ServerInfo, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs a command on the filled graph, in the folder."""
    with connect(server) as graph:
        _fill(graph, folder)
        model = graph.embed_model
    monkeypatch.setattr(GraphContext, "embed_model", model)
    monkeypatch.setenv("NEO4J_URI", server.bolt_uri)
    monkeypatch.setenv("NEO4J_USERNAME", server.username)
    monkeypatch.setenv("NEO4J_PASSWORD", server.password)
    monkeypatch.chdir(folder)

    def run(*arguments: str) -> Result:
        return CliRunner().invoke(cli, arguments)

    return run


def test_commands_name_sources_and_entities(command: Any) -> None:
    dry = command("sources", "delete", "--dry-run", "reports", "rows.csv")
    assert dry.output.splitlines()[-1] == "5 would be removed."
    assert "reports/2024/two.md" in dry.output
    rows = json.loads(command("sources", "delete", "--dry-run", "reports", "--json").stdout)
    assert len(rows) == 3
    failed = command("sources", "delete", "reports", "nowhere/")
    assert (failed.exit_code, failed.stderr.count("\n")) == (1, 1)
    assert len(json.loads(command("sources", "list", "--json").stdout)) == 10
    assert command("sources", "delete", "reports").stdout == "3 removed.\n"
    assert "No source fits 'minutes'" in command("sources", "list", "minutes").output
    assert "Anna Berg lives in Melby." in command("sources", "text", "a b.txt").output
    assert command("entities", "list", "--limit", "1").output.count("\n") == 1
    assert "Nordic Freight [" in command("entities", "find", "frieght").output
    shown = command("entities", "get", "Freight")
    assert shown.exit_code == 1
    assert "No entity is called 'Freight'. Did you mean: Nordic Freight" in shown.stderr
    assert (
        "- Nordic Freight acquired Blue Lines."
        in command("entities", "get", "nordic freight").output
    )
