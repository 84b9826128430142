"""A folder is synchronised: emptied, narrowed, linked, moved, unreadable."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from graphrag_neo4j.errors import GraphRagError, UsageError
from graphrag_neo4j.knowledge_graph import KnowledgeGraph
from graphrag_neo4j.settings import Settings
from tests.support.command_line import run
from tests.support.databases import empty, snapshot
from tests.support.documents import FIRM, HARBOUR, TOWN

MakeGraph = Callable[..., KnowledgeGraph]
TEXTS = {"firm.txt": FIRM.text, "harbour.txt": HARBOUR.text, "town.md": TOWN.text}


def filled(folder: Path, *names: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names or TEXTS:
        (folder / name).write_text(TEXTS[name])
    return folder


def names_in(graph: KnowledgeGraph) -> set[str]:
    return {Path(uri).name for s in graph.sources.list() for uri in (s.uri, *s.aliases)}


# -- nothing is found ------------------------------------------------------------------------


@pytest.mark.parametrize("left", ["nothing", "hidden", "empty folders"])
def test_a_folder_in_which_nothing_is_found_takes_nothing_out(
    fresh_graph: KnowledgeGraph, tmp_path: Path, left: str
) -> None:
    folder = filled(tmp_path / "share")
    fresh_graph.sync(folder)
    before = snapshot(fresh_graph)
    for file in folder.iterdir():
        file.unlink()
    if left == "hidden":
        (folder / ".DS_Store").write_text("x")
    elif left == "empty folders":
        (folder / "a" / "b").mkdir(parents=True)
    with pytest.raises(GraphRagError, match=r"Nothing is found in .*share.*3 files") as caught:
        fresh_graph.sync(folder)
    assert caught.value.exit_code == 1 and "sources delete" in caught.value.hint
    assert snapshot(fresh_graph) == before
    fresh_graph.sources.delete(str(folder))
    assert fresh_graph.sync(folder).removed == 0, "nothing was there before"


@pytest.mark.parametrize("other", ["empty", "missing"])
def test_of_several_folders_one_that_is_empty_or_missing_stops_all(
    fresh_graph: KnowledgeGraph, tmp_path: Path, other: str
) -> None:
    one, two = filled(tmp_path / "one", "firm.txt"), filled(tmp_path / "two", "town.md")
    assert fresh_graph.sync(one, two).added == 2
    before = snapshot(fresh_graph)
    (one / "firm.txt").write_text(HARBOUR.text)
    (two / "town.md").unlink()
    if other == "missing":
        two.rmdir()
    with pytest.raises(GraphRagError, match="two"):
        fresh_graph.sync(one, two)
    assert snapshot(fresh_graph) == before
    two.mkdir(exist_ok=True)
    (two / "other.txt").write_text("Olaf Lund lives in Norland.")
    report = fresh_graph.sync(one, two)
    assert (report.added, report.changed, report.removed) == (1, 1, 1)


def test_the_last_file_may_be_emptied_or_ignored(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    folder = filled(tmp_path / "in", "firm.txt")
    fresh_graph.sync(folder)
    (folder / "firm.txt").write_text("")
    assert fresh_graph.sync(folder).removed == 1


def test_a_folder_from_which_only_linked_files_came_is_not_emptied_either(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    out, folder = filled(tmp_path / "out", "firm.txt"), tmp_path / "in"
    folder.mkdir()
    (folder / "link.txt").symlink_to(out / "firm.txt")
    fresh_graph.sync(folder)
    (folder / "link.txt").unlink()
    with pytest.raises(GraphRagError, match="Nothing is found"):
        fresh_graph.sync(folder)


def test_the_command_says_in_one_line_that_nothing_is_found(
    remote: dict[str, str], tmp_path: Path
) -> None:
    folder = filled(tmp_path / "in", "firm.txt")
    assert run("sync", str(folder), env=remote).returncode == 0
    (folder / "firm.txt").unlink()
    said = run("sync", str(folder), env=remote)
    assert said.returncode == 1
    assert "Nothing is found" in said.stderr and len(said.stderr.strip().splitlines()) == 1
    folder.rmdir()
    said = run("sync", str(folder), env=remote)
    assert said.returncode == 2 and "There is no folder" in said.stderr
    sources = json.loads(run("sources", "list", "--json", env=remote).stdout)
    assert len(sources) == 1


def test_no_folder_is_asked_wrongly(fresh_graph: KnowledgeGraph) -> None:
    with pytest.raises(UsageError, match="No folder"):
        fresh_graph.sync()


# -- patterns ----------------------------------------------------------------------------------


@pytest.mark.parametrize("narrowed", [{"include": "*.md"}, {"exclude": "*.txt,old/"}])
def test_what_patterns_leave_out_is_not_touched(
    fresh_graph: KnowledgeGraph, make_graph: MakeGraph, tmp_path: Path, narrowed: dict[str, str]
) -> None:
    folder = filled(tmp_path)
    (folder / "old").mkdir()
    (folder / "old" / "letter.txt").write_text("Lars Vik lives in Norland.")
    (folder / "gone.md").write_text("Siri Dahl lives in Osterby.")
    fresh_graph.sync(folder)
    (folder / "firm.txt").unlink()
    (folder / "harbour.txt").write_text("Olaf Lund lives in Norland.")
    (folder / "gone.md").unlink()
    with make_graph(settings=Settings(_env_file=None).model_copy(update=narrowed)) as graph:
        report = graph.sync(folder)
        assert (report.added, report.changed, report.removed) == (0, 0, 1)
        assert names_in(graph) == {"firm.txt", "harbour.txt", "town.md", "letter.txt"}
    report = fresh_graph.sync(folder)
    assert (report.changed, report.removed) == (1, 1)
    assert names_in(fresh_graph) == {"harbour.txt", "town.md", "letter.txt"}


# -- links ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["file", "folder", "two links", "elsewhere"])
def test_a_file_goes_with_the_last_link_by_which_it_came(
    fresh_graph: KnowledgeGraph, tmp_path: Path, way: str
) -> None:
    out, folder = filled(tmp_path / "out", "firm.txt"), filled(tmp_path / "in", "town.md")
    target = out if way == "folder" else out / "firm.txt"
    (folder / "link.txt").symlink_to(target, target_is_directory=way == "folder")
    if way == "two links":
        (folder / "other.txt").symlink_to(out / "firm.txt")
    assert fresh_graph.sync(folder).added == 2
    assert fresh_graph.sync(folder).unchanged == 2
    (folder / "link.txt").unlink()
    if way == "elsewhere":
        filled(tmp_path / "else", "harbour.txt")
        (folder / "link.txt").symlink_to(tmp_path / "else" / "harbour.txt")
    if way == "two links":
        assert fresh_graph.sync(folder).removed == 0
        (folder / "other.txt").unlink()
    assert fresh_graph.sync(folder).removed == 1
    found = snapshot(fresh_graph)
    empty(fresh_graph.database)
    fresh_graph.ingest(folder)
    assert snapshot(fresh_graph) == found


@pytest.mark.parametrize("first", [True, False])
def test_a_file_that_was_also_ingested_itself_stays_when_its_link_goes(
    fresh_graph: KnowledgeGraph, tmp_path: Path, first: bool
) -> None:
    out, folder = filled(tmp_path / "out", "firm.txt"), filled(tmp_path / "in", "town.md")
    (folder / "link.txt").symlink_to(out / "firm.txt")
    if first:
        fresh_graph.ingest(out)
    fresh_graph.ingest(folder)
    fresh_graph.ingest(out)
    (folder / "link.txt").unlink()
    assert fresh_graph.sync(folder).removed == 0
    assert names_in(fresh_graph) == {"firm.txt", "town.md"}


def test_a_link_goes_though_what_it_led_to_changed_meanwhile(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    out, folder = filled(tmp_path / "out", "firm.txt"), filled(tmp_path / "in", "town.md")
    (folder / "link.txt").symlink_to(out / "firm.txt")
    fresh_graph.sync(folder)
    (out / "firm.txt").write_text(HARBOUR.text)
    assert fresh_graph.sync(folder).changed == 1
    (folder / "link.txt").unlink()
    assert fresh_graph.sync(folder).removed == 1
    assert names_in(fresh_graph) == {"town.md"}


# -- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["ingest", "sync"])
def test_a_moved_folder_is_cited_where_it_is_now(
    fresh_graph: KnowledgeGraph, tmp_path: Path, by: str
) -> None:
    folder = filled(tmp_path / "before")
    (folder / "rows.csv").write_text("id,text\n1,Anna Berg lives in Melby.\n")
    fresh_graph.sync(folder)
    folder = folder.rename(tmp_path / "moved")
    report = fresh_graph.sync(folder) if by == "sync" else fresh_graph.ingest(folder)
    counts = (report.added, report.changed, report.unchanged, report.removed, report.renamed)
    assert counts == (0, 0, 0, 0, 4)
    assert "4 renamed" in report.summary()
    found = snapshot(fresh_graph)
    empty(fresh_graph.database)
    fresh_graph.ingest(folder)
    assert snapshot(fresh_graph) == found


@pytest.mark.parametrize("new", ["a.txt", "z.txt"])
def test_a_renamed_file_is_counted_once(
    fresh_graph: KnowledgeGraph, tmp_path: Path, new: str
) -> None:
    folder = filled(tmp_path)
    fresh_graph.sync(folder)
    (folder / "firm.txt").rename(folder / new)
    report = fresh_graph.sync(folder)
    counts = (report.added, report.changed, report.unchanged, report.removed, report.renamed)
    assert counts == (0, 0, 2, 0, 1)
    assert names_in(fresh_graph) == {new, "harbour.txt", "town.md"}


def test_a_copy_beside_its_original_is_no_rename(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    folder = filled(tmp_path, "firm.txt")
    fresh_graph.sync(folder)
    (folder / "copy.txt").write_text(FIRM.text)
    assert fresh_graph.sync(folder).renamed == 0
    (folder / "firm.txt").unlink()
    report = fresh_graph.sync(folder)
    assert (report.renamed, report.removed) == (0, 1)
    assert names_in(fresh_graph) == {"copy.txt"}


def test_a_text_that_cannot_be_compared_with_files_keeps_its_name(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    fresh_graph.ingest(FIRM)
    fresh_graph.sync(filled(tmp_path, "firm.txt"))
    assert len(names_in(fresh_graph)) == 2


# -- unreadable ------------------------------------------------------------------------------------


def test_a_file_that_became_unreadable_is_a_problem_until_it_is_mended_or_deleted(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    folder = filled(tmp_path)
    file = folder / "firm.txt"
    fresh_graph.sync(folder)
    assert fresh_graph.problems() == []
    for mend in ("text", "delete", "remove"):
        file.write_bytes(b"\x00\x01\x02\xff" * 100)
        report = fresh_graph.sync(folder)
        assert report.kept == (file.as_uri(),)
        assert "1 unreadable file said before stays" in report.summary()
        (problem,) = fresh_graph.problems()
        assert (problem.uri, problem.status, problem.position) == (
            file.as_uri(),
            "unreadable",
            None,
        )
        assert problem.reason and problem.statements > 0
        if mend == "text":
            file.write_text(FIRM.text)
            fresh_graph.sync(folder)
        elif mend == "delete":
            fresh_graph.sources.delete(str(file))
            file.write_text(FIRM.text)
            assert fresh_graph.problems() == []
            fresh_graph.sync(folder)
        else:
            file.unlink()
            assert fresh_graph.sync(folder).removed == 1
        assert fresh_graph.problems() == []


def test_a_file_that_never_could_be_read_is_a_problem_without_statements(
    fresh_graph: KnowledgeGraph, tmp_path: Path
) -> None:
    (tmp_path / "plan.pdf").write_bytes(b"%PDF-broken")
    report = fresh_graph.ingest(tmp_path)
    assert report.kept == () and not report.is_clean
    (problem,) = fresh_graph.problems()
    assert (problem.status, problem.statements) == ("unreadable", 0)
    (tmp_path / "plan.pdf").unlink()
    filled(tmp_path, "firm.txt")
    fresh_graph.ingest(tmp_path)
    assert fresh_graph.problems() == []


def test_the_command_tells_what_stays_of_an_unreadable_file(
    remote: dict[str, str], tmp_path: Path
) -> None:
    folder = filled(tmp_path / "in", "firm.txt", "town.md")
    assert run("sync", str(folder), env=remote).returncode == 0
    (folder / "firm.txt").write_bytes(b"\x00\x01\x02\xff" * 100)
    said = run("sync", str(folder), env=remote)
    assert said.returncode == 1 and "What it said before stays." in said.stdout
    said = run("problems", env=remote)
    assert "cannot be read:" in said.stdout and "of before stay" in said.stdout
