"""Small real PDF files, made of words at places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

At = (
    tuple[float, float, str]
    | tuple[float, float, str, float]
    | tuple[float, float, str, float, Literal["regular", "bold", "bitmap", "code"]]
)
"""Left and baseline in points from the page's lower left, the words, their size (11), weight."""


_FONTS = {"regular": "F1", "bold": "F2", "bitmap": "F3", "code": "F4"}


def write_pdf(
    path: Path,
    *pages: list[At],
    meant: Mapping[str, str] | None = None,
    drawn: Sequence[str] = (),
    matrix: str = "1 0 0 1 0 0",
    rotate: int = 0,
) -> Path:
    """A PDF in Helvetica with these words on its pages, each 612 by 792 points.

    Words in "bitmap" are of a font without a name, as TeX makes them; ``meant`` is the text that
    it says its characters are. ``drawn``: of each page, what is drawn on it ("0 0 9 9 re S").
    ``matrix`` is put before all that stands on a page; ``rotate`` are the degrees by which a page
    says that it is shown turned.
    """
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", ""]
    objects.extend(
        f"<< /Type /Font /Subtype /Type1 /BaseFont /{font} >>"
        for font in ("Helvetica", "Helvetica-Bold")
    )
    objects += [
        "<< /Length 30 >>\nstream\n6 0 0 0 6 10 d1 0 0 5 7 re f \nendstream",
        _bitmap(),
        _to_unicode(meant or {}),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>",
    ]
    fonts = "/F1 3 0 R /F2 4 0 R /F3 6 0 R /F4 8 0 R"
    kids = []
    for number, words in enumerate(pages):
        shown = " ".join([*drawn[number : number + 1], *(_shown(*one) for one in words)])
        stream = f"{matrix} cm {shown}"
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Rotate {rotate} "
            f"/Resources << /Font << {fonts} >> >> /Contents {len(objects)} 0 R >>"
        )
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    out, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode()
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    size, start = len(objects) + 1, len(out)
    out += f"xref\n0 {size}\n0000000000 65535 f \n{table}".encode()
    out += f"trailer << /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF".encode()
    path.write_bytes(out)
    return path


def lines(words: list[str], *, left: float = 50, top: float = 750, lead: float = 14) -> list[At]:
    """``words`` below each other."""
    return [(left, top - lead * n, text) for n, text in enumerate(words)]


def _bitmap() -> str:
    """A Type 3 font: each character is a box of six tenths of its size, drawn by object 5."""
    names = [f"/c{code}" for code in range(1, 256)]
    return (
        "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 10 10] /FontMatrix [0.1 0 0 0.1 0 0] "
        f"/FirstChar 1 /LastChar 255 /Widths [{'6 ' * 255}] /Resources << >> /ToUnicode 7 0 R "
        f"/Encoding << /Type /Encoding /Differences [1 {' '.join(names)}] >> "
        f"/CharProcs << {' '.join(f'{name} 5 0 R' for name in names)} >> >>"
    )


def _to_unicode(meant: Mapping[str, str]) -> str:
    pairs = "\n".join(f"<{ord(code):02x}> <{ord(char):04x}>" for code, char in meant.items())
    stream = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
        "1 begincodespacerange <00> <ff> endcodespacerange\n"
        f"{len(meant)} beginbfchar\n{pairs}\nendbfchar endcmap"
    )
    return f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream"


def _shown(left: float, base: float, text: str, size: float = 11, weight: str = "regular") -> str:
    shown = "".join(f"\\{ord(char):03o}" for char in text) if weight == "bitmap" else text
    return f"BT /{_FONTS[weight]} {size} Tf {left} {base} Td ({shown}) Tj ET"
