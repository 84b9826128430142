"""Manual pages in roff."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_neo4j.model import Document
from graphrag_neo4j.readers.files import read_path
from tests.support.growth import check_linear

MAN = r"""'\" t
.\" A comment.
.TH LANTERNCTL 1 "2024-06-11"
.de zZ
.B hidden
..
.if n .ad l
.SH NAME
lanternctl \- control the lantern\(aqs log
.SH OPTIONS
.TP
.BR \-\-server " " \fIURL\fR
Address of the daemon, see
.BR lanternd (8).
.TP
.B \-q
Print nothing but errors.
.IP \(bu 2
one \s-1BIG\s0 thing
.SS Files
.nf
a  b
.fi
C:\e, na\[:i]ve, \(lqso\(rq.
"""
MDOC = r""".Dd June 3, 2024
.Dt LANTERN 8
.Os
.Sh NAME
.Nm lantern
.Nd keep the log
.Sh SYNOPSIS
.Nm
.Op Fl qv
.Op Fl f Ar file
.Sh DESCRIPTION
The
.Nm
daemon keeps it, see
.Xr lanternctl 1 .
.Bl -tag -width Ds
.It Fl q
Print nothing.
.It Fl f Ar file , Fl Fl file Ns = Ns Ar file
Read
.Pa /etc/lantern
.Pq or Ar file .
.El
"""


def _read(tmp_path: Path, name: str, text: str) -> Document:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    [document] = read_path(path)
    assert isinstance(document, Document)
    return document


@pytest.mark.parametrize("name", ["lanternctl.1", "lanternctl.man", "lanternctl"])
def test_a_manual_page_is_read_as_it_is_shown(tmp_path: Path, name: str) -> None:
    document = _read(tmp_path, name, MAN)
    assert document.title == "lanternctl"
    assert document.text == (
        "NAME\n\nlanternctl - control the lantern's log\n\nOPTIONS\n\n"
        "--server URL\nAddress of the daemon, see lanternd(8).\n\n"
        "-q\nPrint nothing but errors.\n\n- one BIG thing\n\n"
        "Files\n\na  b\n\nC:\\, naïve, “so”."
    )
    assert [(h.title, h.level) for h in document.headings] == [
        ("NAME", 1),
        ("OPTIONS", 1),
        ("Files", 2),
    ]
    assert [block.kind for block in document.blocks] == ["code"]


def test_macros_of_mdoc_are_read_in_their_line(tmp_path: Path) -> None:
    document = _read(tmp_path, "lantern.8", MDOC)
    assert document.title == "lantern"
    assert document.text == (
        "NAME\n\nlantern – keep the log\n\nSYNOPSIS\n\nlantern [-qv] [-f file]\n\nDESCRIPTION\n\n"
        "The lantern daemon keeps it, see lanternctl(1).\n\n-q\nPrint nothing.\n\n"
        "-f file, --file=file\nRead /etc/lantern (or file)."
    )


@pytest.mark.parametrize("text", ["Log of May.\n.TH is a macro.\n", "..\nNothing here to read.\n"])
def test_a_text_with_the_suffix_of_a_manual_stays_as_it_is(tmp_path: Path, text: str) -> None:
    assert _read(tmp_path, "app.log.1", text).text == text


@pytest.mark.parametrize(
    "line", [".Op Op ", ".Fl ", '.B "" ', "a\\\n", ".if n \\{\n", "\\f[", "\\*["]
)
def test_manual_pages_are_read_in_linear_time(tmp_path: Path, line: str) -> None:
    head = f".TH A 1\nIt is read.\n{line}"
    check_linear(lambda n: _read(tmp_path, "a.1", head + line[1:] * n), 40_000)
