"""What stands behind the name of a firm and tells its legal form."""

from __future__ import annotations

LEGAL_FORMS = {
    form: forms[0]
    for forms in (
        ("inc", "incorporated"), ("corp", "corporation"), ("co", "company"), ("ltd", "limited"),
        ("llc",), ("llp",), ("plc",), ("gmbh",), ("ag",), ("kg",), ("ohg",), ("sa",), ("sas",),
        ("sarl",), ("srl",), ("spa",), ("bv",), ("nv",), ("oy",), ("oyj",), ("ab",), ("asa",),
        ("ky",), ("aps",), ("pty",), ("kk",),
    )
    for form in forms
}  # fmt: skip
"""Each form, and the one that says the same: "limited" is "ltd"."""
