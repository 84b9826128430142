"""Full stops that end no sentence: those of abbreviations, initials, numbers of lists, ordinals."""

from __future__ import annotations

import re

from graphrag_neo4j.text.function_words import FUNCTION_WORDS

_OPENERS = "\"'“‘„«([{*_—–-"
_MEASURE = re.compile(r"[£$€]?\d+[a-z]{1,3}")
_SMALLER_MEASURE = re.compile(r"\s\d+[½¼¾]?[a-z]{1,3}\b")
"""£4 11s. 6d., 5lb. 4oz., 6ft. 2in."""
_QUANTITY = re.compile(
    r"(?P<ahead>\S+)\s+(?!(?:1\d|20)\d\d\s)\d[\d.,]*\s(?:[mgltsh]|(?P<capital>[AVCFKJW]))\Z"
)
"""16 A, 600 m. After a year, "m." is "married"; N and W may stand in addresses: 400 N. Main."""
_STREET_AHEAD = re.compile(
    r"\s+(?:[^\W\d_][\w'’-]*\s){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd"
    r"|Place|Pl|Court|Ct|Way|Highway|Hwy|Parkway|Terrace|Square|Circle)\b"
)
_BEFORE_HOUSE = frozenset({"at", "from", "in", "near", "on"})
_LOOK_BACK = 24  # no abbreviation is longer
_NEAR = 100  # characters: the first word of a sentence


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Capitalised, these begin a sentence and hardly ever go on a name or a title.
_STARTERS = _words(
    """
    A After Again All Also Although An And Another Any As At Because Before Both But By Despite
    During Each Every Finally First For From Furthermore Given He Her Here His How However I If In
    Initially Instead It Its Later Like Many Meanwhile Moreover Most My Nevertheless No Nor Not
    Now Of On Once One Only Or Other Our Over She Since So Some Soon Such That The Their Then There
    These They This Those Though Through Throughout Thus To Today Under Unlike Until Upon We What
    When Where Whether Which While Who Why With Within You Your
    """
)
# Something always follows on these.
_NEVER_LAST = _words(
    """
    mr mrs ms mx dr prof rev fr hon gen maj col lt cmdr cpt capt sgt cpl pvt adm sen rep gov pres
    supt messrs mme mlle sra mt ft vs e.g i.e cf viz lit translit
    sig dott avv geom dhr mevr drs bijv
    incl excl exc
    mio mrd tsd bzw bspw evtl ggf ggfs inkl exkl sog vgl hrsg zzgl abzgl hausverw versch vorauss
    dir proc prob dipl dipl.-ing dipl.-kfm ing rer mlles mgr dra srta avda av bd ee
    gez egr spett exma exmo exmas exmos ilma ilmo excma excmo dña tzn inż
    проф доц акад ул вул просп наб
    """
)
# "wg. Brandschutz", "Fam. Sauer": a "WG" is a shared flat, and "fam" may be anybody's friends.
_NEVER_LAST_AS_WRITTEN = frozenset({"wg", "Wg", "Fam", "Fa"})
# Polish "ul" is a hive as well, Turkish "Mah" and "Sok" are names of people: in addresses alone.
_TURKISH_NUMBER = re.compile(r"\s+(?:No\W{0,3})?\d")
_BEFORE_STREET = {
    "ul": re.compile(r"\s+(?:[^\W\d_]\w*\s){1,3}\d"),
    "mah": re.compile(r"\s+(?:\w+\s){1,3}(?:Cad|Cd|Sok|Sk|Bulv|Blv)\."),
    "cad": _TURKISH_NUMBER,
    "sok": _TURKISH_NUMBER,
}
_NEAR_STREET = re.compile(r"\bprzy\s+ul\Z")
# These end a sentence only if no number follows.
_BEFORE_NUMBER = _words(
    """
    no nos nr vol vols p pp pg fig figs eq art sec sect ch chap ed eds op para ver pt ca approx
    est c b d r m fl jan feb mar apr jun jul aug sep sept oct nov dec
    ext extn ref refs doc docs reg regs max arr dep str
    abs ziff abb kap rn str tel nro num pág págs núm pag blz jany febry septr octr novr decr kl tlf
    """
)
_STREET = "str"  # Seestr. 9
# These end a sentence only if a sure starter follows.
_SELDOM_LAST = _words(
    """
    st ste inc ltd co corp cos llc plc bros jr sr esq etc al ave blvd rd dept univ assn ph.d
    m.d d.c jan feb mar apr jun jul aug sep sept oct nov dec ed eds ca approx est mfg intl natl
    jany febry septr octr novr decr wm chas thos robt jno geo hy edw fredk benj danl saml richd
    """
)
# A capital and consonants are no word, but what is left of one: "Stn", "Hy", "Bldg".
_NO_VOWELS = re.compile(r"[B-DF-HJ-NP-TV-XZ][b-df-hj-np-tv-xz]{1,3}")
# "No. HC-774", "No. GB 555": a number that begins with letters.
_BEFORE_CODE = _words("no nos nr nro num núm ref refs doc docs reg regs ext inv")
_CODE = re.compile(r"\s+[A-Z]{1,6}[-/ ]?(?:[A-Z]{1,6}[-/ ])?\d")
# What dictionaries say of a word in brackets: "anvil (n.) – a block", "to go (v. i.)".
_OF_DICTIONARIES = _words(
    """
    n v vb vt vi vr adj adv prep pron conj int interj excl art det num pl sg sing m f masc fem neut
    abbr abbrev coll colloq obs arch dial poet lit fig sl esp usu orig pp pt aux refl intr trans tr
    itr i subst prov pref suff ugs veralt umg geh fam péj inv
    """
)
_IN_BRACKETS = re.compile(r"\((?:[^\W\d_]{1,7}\.[ ,/]{0,2}){1,3}\)\Z")
_WORD = re.compile(r"[^\W\d_]+")
# "Acme Corp makes": see BARE_FORM.
_COMPANY_FORMS = _words("inc ltd corp llc plc")
# "By 1 Nov. Boats go ashore.", not "On 1 Nov. Nelson sailed.", which has the day before all else.
_SHORT_MONTHS = _words("jan feb mar apr jun jul aug sep sept oct nov dec")
_DAY_AHEAD = re.compile(r"(?:\w+\W+){2}(?:[^\n]*\W)?\d{1,2}(?:st|nd|rd|th)?\s+[^\W\d_]{3,4}")
# In German "3." is "third": before a month, and after words that only German has.
_MONTHS = _words("Januar Februar März Mai Juni Juli Oktober Dezember")
_ANY_MONTHS = _MONTHS | _words("April August September November")
_ORDINAL = re.compile(r"(?:\b(\w+)\s+)?\b\d{1,2}\Z")
_BEFORE_ORDINAL = _words("im zum vom beim dem der die des das Im Zum Vom Beim Dem Der Die Des Das")
_BEFORE_DAY = _BEFORE_ORDINAL | _words("am den bis ab und Am Den Bis Ab")
_BEFORE_FEAST = _words("den Den")  # den 4. Advent
_ORDERED = _words(  # what has a number in German: the 2nd floor, class, league, part
    """
    OG UG DG Geschoss Obergeschoss Untergeschoss Stockwerk Etage Klasse Liga Bundesliga Regionalliga
    Kreisliga Teil Auflage Halbjahr Halbzeit Lehrjahr Schuljahr Semester Quartal Runde Spieltag
    Platz Mannschaft Vorsitzende Vorsitzender
    """
)
_STOREY = "Stock"  # an English word as well
_ON_STOREY = re.compile(r"[^\S\n]*(?:$|(?:links|rechts|mitte|vorne|hinten)\b)", re.I | re.M)
_COUNTED = re.compile(r"[^\S\n]+\d")
BARE_FORM = re.compile(r"\b(?:Inc|Ltd|Corp)\b(?!\.)")
"""Who writes one of them so never adds a full stop: there it ends a sentence."""
_DOTTED = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
_ELISION = re.compile(r"[dl]['’](?=\w)", re.IGNORECASE)  # l'art. 12
_FIRST_ITEM = re.compile(r"[*_]{0,2}[^\W\d_][^\n:.!?]{0,60}:[*_]{0,2}[^\S\n]+1\Z")
_SECOND_ITEM = re.compile(r"\s2[.)]\s")
_NEXT_ITEM_WITHIN = 1_000  # characters
_LIST_NUMBER = re.compile(r"\(?(?:\d{1,3}|[ivxIVX]{1,4}|[a-zA-Z])\Z")


def is_abbreviation(
    text: str, sentence: int, stop: int, follow: re.Match[str], forms_are_bare: bool
) -> bool:
    """Whether the full stop at ``stop`` belongs to the word before it and ends nothing.

    ``sentence``: where the sentence begins. ``follow``: the blanks after the stop, with the
    groups ``opener`` and ``word`` of what comes next. ``forms_are_bare``: the text writes "Corp",
    "Ltd" and "Inc" without a full stop.
    """
    before = text[max(sentence, stop - _LOOK_BACK) : stop]
    word = before.rsplit(None, 1)[-1].lstrip(_OPENERS) if before.strip() else ""
    if not word or before[-1].isspace():
        return False
    if _is_ordinal(before, follow["word"], text[follow.end() : follow.end() + _LOOK_BACK]):
        return True
    if _MEASURE.fullmatch(word) and _SMALLER_MEASURE.match(text, stop + 1):
        return True
    word = _ELISION.sub("", word)
    is_near = stop - sentence <= _NEAR
    if is_near and _LIST_NUMBER.match(word) and _is_alone(text[sentence:stop], word):
        return True
    if is_near and word == "1" and _FIRST_ITEM.fullmatch(text[sentence:stop].strip()):
        return _SECOND_ITEM.search(text, stop, stop + _NEXT_ITEM_WITHIN) is not None
    lower = word.lower()
    next_word = follow["word"]
    if forms_are_bare and lower in _COMPANY_FORMS:
        return False
    if lower in _NEVER_LAST or word in _NEVER_LAST_AS_WRITTEN:
        return True
    street = _BEFORE_STREET.get(lower)
    if street and (street.match(text, stop + 1) or _NEAR_STREET.search(before)):
        return True
    is_before = lower in _BEFORE_NUMBER or lower.endswith(_STREET)
    if is_before and next_word[:1].isdigit():
        return True
    if lower in _BEFORE_CODE and _CODE.match(text, stop + 1):
        return True
    if len(next_word) > 1 and next_word[0].isupper() and _ends_quantity(before, text, stop + 1):
        return False
    if lower in _SHORT_MONTHS and _ends_day(text[max(sentence, stop - _NEAR) : stop], follow):
        return False
    initial = len(word) == 1 and word.isalpha()
    is_short = _DOTTED.fullmatch(word) or _NO_VOWELS.fullmatch(word)
    if initial and len(next_word) == 1 and text.startswith(".", follow.end()):
        return True  # J. A. Berg, i. A. Berg
    if initial or lower in _SELDOM_LAST or is_short:
        return next_word not in _STARTERS
    return False


def _is_alone(said: str, number: str) -> bool:
    """Whether a sentence has said no more than the number of an item, be it in bold type."""
    return not said.strip().lstrip("*_")[len(number) + 1 :]


def _ends_day(said: str, follow: re.Match[str]) -> bool:
    """Whether a day with its month ends a sentence: two words or more are ahead of it, and what
    follows is no other month."""
    is_month = follow["word"].lower()[:3] in _SHORT_MONTHS or follow["word"] in _ANY_MONTHS
    if follow["opener"] or is_month or not follow["word"][:1].isupper():
        return False
    return _DAY_AHEAD.fullmatch(" ".join(said.split())) is not None


def is_of_dictionary(text: str, start: int, end: int) -> bool:
    """Whether what ends at ``end`` is a part of speech or the like in brackets: "(n.)"."""
    found = _IN_BRACKETS.search(text, max(start, end - _LOOK_BACK), end)
    return found is not None and _OF_DICTIONARIES.issuperset(_WORD.findall(found[0].lower()))


def _ends_quantity(before: str, text: str, after: int) -> bool:
    """Whether the letter that ``before`` ends with is the unit of a number, no initial: "fused at
    16 A", not "Team 3 A. Berg"; ``after``: where ``text`` goes on. "W" may be the west."""
    found = _QUANTITY.search(before)
    if found is None:
        return False
    ahead = found["ahead"]
    if found["capital"] == "W" and (
        ahead.lower() in _BEFORE_HOUSE or _STREET_AHEAD.match(text, after)
    ):
        return False
    return found["capital"] is None or not ahead[0].isupper()


def _is_ordinal(before: str, next_word: str, after: str) -> bool:
    """Whether a number before a full stop is a German ordinal: "am 3. Mai", "im 2. Quartal",
    "den 4. Advent", "Wohnung 2. OG links"; ``after``: what follows the next word."""
    found = _ORDINAL.search(before)
    if found is None or not next_word[:1].isupper():
        return False
    word = found[1] or ""
    is_day = next_word in _MONTHS or (next_word in _ANY_MONTHS and word in _BEFORE_DAY)
    is_feast = word in _BEFORE_FEAST and next_word.lower() not in FUNCTION_WORDS["de"]
    is_storey = next_word == _STOREY and _ON_STOREY.match(after) is not None
    is_ordered = next_word in _ORDERED and not _COUNTED.match(after)
    return is_day or is_feast or is_storey or is_ordered or word in _BEFORE_ORDINAL
