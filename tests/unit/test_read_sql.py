"""SQL: statements, the columns of tables, rows as records."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.model import ExtractedStatement
from graphrag_neo4j.readers.files import read_path
from tests.support.growth import check_linear
from tests.support.rules import edges_in, names_in, read_by_rules, statements_in

TABLE = """\
-- One meter hangs at one address.
CREATE TABLE IF NOT EXISTS billing.meter (
    serial   varchar(12) PRIMARY KEY,
    -- as on the door
    address  text NOT NULL DEFAULT 'none; yet',   -- without the town
    amount   numeric(10,2) CHECK (amount >= 0),
    FOREIGN KEY (serial) REFERENCES device (id)
);
"""


def stated(folder: Path, text: str) -> list[ExtractedStatement]:
    path = folder / "a.sql"
    path.write_text(text)
    return statements_in(read_by_rules(path))


def read(folder: Path, text: str) -> list[str]:
    """What is read of each statement."""
    return [one.resolved or one.text for one in stated(folder, text)]


def test_each_column_is_stated_under_its_table_with_its_comment(tmp_path: Path) -> None:
    assert read(tmp_path, TABLE) == [
        "One meter hangs at one address.",
        "columns of meter: serial, address, amount",
        "meter > serial: varchar(12) primary key",
        "meter > address: text not null default 'none; yet' -- without the town -- as on the door",
        "meter > amount: numeric(10,2) check (amount >= 0)",
        "meter: foreign key (serial) references device (id)",
    ]
    assert "serial   varchar(12) PRIMARY KEY,".split() == stated(tmp_path, TABLE)[2].text.split()
    (tmp_path / "a.sql").write_text(TABLE)
    assert names_in(read_by_rules(tmp_path / "a.sql", parsed=True)).isdisjoint({"NULL", "KEY"})


def test_rows_are_records_with_the_names_of_the_columns_of_their_table(tmp_path: Path) -> None:
    rows = (
        "INSERT INTO billing.meter VALUES ('MT-1', 'Smith''s; Lane', 5.5);\n"
        "insert into meter (serial, address)\nvalues ('MT-2', NULL), ('MT-3', 'Elm Road (north)')\n"
        "on conflict do nothing;\n"
    )
    assert read(tmp_path, TABLE + rows)[6:] == [
        "serial: MT-1; address: Smith's; Lane; amount: 5.5",
        "serial: MT-2",
        "serial: MT-3; address: Elm Road (north)",
        "on conflict do nothing;",
    ]


def test_rows_of_an_unknown_table_are_values(tmp_path: Path) -> None:
    assert read(tmp_path, "INSERT INTO x VALUES (1, 'red'), (2, 'blue');") == [
        "1, red",
        "2, blue",
    ]


def test_a_row_joins_the_names_in_it(tmp_path: Path) -> None:
    text = "INSERT INTO staff (name, boss) VALUES ('Ann Berg', 'Carl Dahl');"
    (tmp_path / "a.sql").write_text(text)
    assert edges_in(read_by_rules(tmp_path / "a.sql")) == {("Ann Berg", "BOSS", "Carl Dahl")}


def test_copied_lines_are_records(tmp_path: Path) -> None:
    text = "COPY item (id, label) FROM stdin;\n1\tO'Brien's red one\n2\t\\N\n\\.\n\nSELECT now();\n"
    assert read(tmp_path, text) == [
        "COPY item (id, label) FROM stdin;",
        "id: 1; label: O'Brien's red one",
        "id: 2",
        "SELECT now();",
    ]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE a SET b = 'one; two';",
        'UPDATE a SET b = "one; two";',
        "UPDATE `a` SET b = 'it\\'s; two';",
        "UPDATE a SET b = 1 -- one; two\n WHERE c = 2;",
        "UPDATE a SET b = 1 /* one; two */ WHERE c = 2;",
        "CREATE FUNCTION f() RETURNS int AS $body$ BEGIN RETURN 1; END; $body$ LANGUAGE plpgsql;",
        "CREATE TRIGGER t AFTER INSERT ON a BEGIN UPDATE b SET c = 1; DELETE FROM d; END;",
        "UPDATE a SET b = 1; -- as ordered",
    ],
)
def test_only_the_end_of_a_statement_cuts(tmp_path: Path, statement: str) -> None:
    said = [one.text for one in stated(tmp_path, f"GRANT ALL ON x TO y;\n{statement}\nDROP z, w;")]
    assert said == ["GRANT ALL ON x TO y;", statement, "DROP z, w;"]


def test_a_quote_without_an_end_loses_no_statement(tmp_path: Path) -> None:
    said = [one.text for one in stated(tmp_path, "DROP it's, b;\nDROP c, d;\n")]
    assert said == ["DROP it's, b;", "DROP c, d;"]


@pytest.mark.parametrize("between", [",", ",\n", ";\nINSERT INTO item VALUES "])
def test_no_row_of_a_long_file_is_cut(tmp_path: Path, between: str) -> None:
    rows = between.join(f"({n}, 'item no {n}; W{n}')" for n in range(300))
    said = read(
        tmp_path, f"CREATE TABLE item (id int, label text);\nINSERT INTO item VALUES {rows};"
    )
    assert said[3:] == [f"id: {n}; label: item no {n}; W{n}" for n in range(300)]


@pytest.mark.parametrize("unit", ["(1, 'a'), ", "'", "\\'`", "$a", "$a$", "/*", "--\n", "a(", ";"])
def test_sql_is_read_in_time_in_proportion_to_it(tmp_path: Path, unit: str) -> None:
    path = tmp_path / "a.sql"

    def run(n: int) -> None:
        path.write_text(f"INSERT INTO a VALUES {unit * n}x")
        list(read_path(path))

    check_linear(run, 10_000)
