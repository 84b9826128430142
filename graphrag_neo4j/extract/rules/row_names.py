"""What else the row of a table says that it is about: in a column "Nickname" or "Maiden name"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphrag_neo4j.extract.lexicon import bag
from graphrag_neo4j.extract.rules.no_names import is_truth
from graphrag_neo4j.extract.rules.row_cells import About, Field, plain
from graphrag_neo4j.extract.rules.row_keys import key_of
from graphrag_neo4j.extract.rules.titles import nicknames, says_names

_FAMILY_NAMES = frozenset(
    {
        "maiden name", "née", "nee", "birth name", "name at birth", "married name",
        "geburtsname", "mädchenname", "nom de jeune fille", "nom de naissance",
    }
)  # fmt: skip
_CALLS = bag("called rufname spitzname surnom apodo") | {"known as", "goes by"}


def is_other_name(label: str) -> bool:
    """Whether a column has other names of what its rows are about."""
    return says_names(label) or plain(label) in _FAMILY_NAMES | _CALLS


def names_in_row(fields: Sequence[Field], about: About | None) -> Iterator[tuple[str, str]]:
    """What a row is about, and each other name that it has in a column."""
    key = key_of(fields) if about is None else None
    owner = about.name if about is not None else key.name if key is not None else ""
    for field in fields if owner else ():
        if key is None or field not in key.fields:
            yield from ((owner, name) for name in _in_cell(field, owner))


def with_family(owner: str, family: str) -> list[str]:
    """The names of who has another family name, with all given ones and with the first."""
    given = owner.split()[:-1]
    if not family[:1].isalpha():
        return []
    if family[0].isupper() and " " in family:
        return [family]
    return list(dict.fromkeys(f"{' '.join(own)} {family}" for own in (given, given[:1]) if own))


def _in_cell(field: Field, owner: str) -> list[str]:
    label = plain(field.label)
    if label in _FAMILY_NAMES:
        return with_family(owner, field.value)
    if says_names(field.label):
        return nicknames(field.value)
    names = nicknames(field.value) if label in _CALLS else []
    # a list of calls has such a column, too: whom one called, or whether
    return [name for name in names if name.isalpha() and not is_truth(name)]
