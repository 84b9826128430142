"""Small real PDF files, made of words at places."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

At = (
    tuple[float, float, str]
    | tuple[float, float, str, float]
    | tuple[float, float, str, float, Literal["regular", "bold"]]
)
"""Left and baseline in points from the page's lower left, the words, their size (11), weight."""


def write_pdf(path: Path, *pages: list[At]) -> Path:
    """A PDF in Helvetica with these words on its pages, each 612 by 792 points."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", ""]
    objects.extend(
        f"<< /Type /Font /Subtype /Type1 /BaseFont /{font} >>"
        for font in ("Helvetica", "Helvetica-Bold")
    )
    kids = []
    for words in pages:
        stream = " ".join(_shown(*one) for one in words)
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
        objects.append(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] "
            f"/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents {len(objects)} 0 R >>"
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


def _shown(left: float, base: float, text: str, size: float = 11, weight: str = "regular") -> str:
    return f"BT /{'F2' if weight == 'bold' else 'F1'} {size} Tf {left} {base} Td ({text}) Tj ET"
