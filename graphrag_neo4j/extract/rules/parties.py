"""What a document calls a party from where it says so in brackets: "Brightwell Ltd (the
"Supplier")", "Anna Hoyle, Mill Road 4, Whitford (the landlord)"; or beside the name, parted by wide
blanks, as the head of a judgment does: "ANNA HOYLE          Claimant"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphrag_neo4j.extract.lexicon import bag, normal_form, plain_words, type_map
from graphrag_neo4j.extract.rules.clean_names import surface
from graphrag_neo4j.extract.rules.name_spans import Span, given_names, is_capital
from graphrag_neo4j.extract.rules.statements import Sentence
from graphrag_neo4j.extract.rules.tokens import Token
from graphrag_neo4j.text.legal_forms import LEGAL_FORMS

PARTIES = bag(
    """
    supplier buyer seller purchaser vendor provider operator controller processor lessor lessee
    lender borrower licensor licensee contractor claimant defendant plaintiff respondent appellant
    insurer insured trustee issuer regulator authority importer exporter manufacturer distributor
    customer client employer applicant tenant landlord carrier consumer
    """
)
_MORE_PARTIES = bag(
    """
    company bank firm agency landlady employee donor grantor grantee guarantor assignor assignee
    principal agent franchisor franchisee consultant subcontractor publisher shipper
    auftraggeber auftraggeberin auftragnehmer auftragnehmerin käufer käuferin verkäufer verkäuferin
    vermieter vermieterin mieter mieterin besteller lieferant kunde kundin arbeitgeber arbeitnehmer
    arbeitgeberin arbeitnehmerin darlehensgeber darlehensnehmer bürge verpächter pächter
    versicherer kläger klägerin beklagte gesellschaft
    bailleur bailleresse locataire vendeur vendeuse acheteur acheteuse acquéreur client cliente
    prestataire employeur salarié salariée prêteur emprunteur fournisseur société
    arrendador arrendadora arrendatario arrendataria vendedor vendedora comprador compradora
    cliente prestador empleador trabajador sociedad
    """
)
_ARTICLES = bag(
    """
    the der die das dem den des le la les el los du al del il lo gli dell' l' l’
    """
)
_INTRODUCES = bag(
    """
    hereinafter hereafter herein henceforth called named known referred to as simply
    im folgenden nachfolgend nachstehend künftig genannt als
    ci-après dénommé dénommée désigné désignée en adelante denominado denominada
    di seguito
    """
)
_BEFORE_PARTY = bag("between and by und zwischen entre et y e tra fra")
_ONE_OF_MANY = bag("a an any each every no other another new such ein eine einem einen jeder")
_DESCRIBES = bag(
    """
    registered incorporated organised organized established existing office seat address residing
    domiciled resident number born company corporation limited whose having wohnhaft sitz
    geschäftsansässig vertreten represented domicilié domiciliée demeurant domiciliado siège
    """
)
_QUOTES = frozenset("\"“”„«»‘’'‚‹›")
_PARTS = frozenset(";:-–—")
_WHERE = bag("in at near from")
_LEGAL_FORM = re.compile(r"(?:[a-z]{1,2}\.){1,4}[a-z]?", re.IGNORECASE)
"""What stands behind the name of a firm and may be no part of it: "a.s.", "d.o.o."."""
_LONGEST_TERM = 3  # words
_LONGEST_SENTENCE = 1_000
"""Tokens; what is longer is no sentence."""
_LONGEST_PARTY = 8  # tokens
_SHORTEST_PERSON = 2  # words
_LONGEST_BRACKET = 14  # tokens
_LONGEST_ADDRESS = 24  # tokens


@dataclass(frozen=True, slots=True)
class _Bracket:
    """A term in brackets: where they open and close, and where it stands."""

    opens: int
    closes: int
    first: int
    last: int
    is_quoted: bool
    is_introduced: bool
    has_article: bool

    def may_name(self, tokens: Sequence[Token], party: str) -> bool:
        """Whether it calls ``party`` by another name, and does not say something else of it, as
        the title of a book does."""
        words = [token.low for token in tokens[self.first : self.last]]
        if set(words) <= set(normal_form(party).split()):
            return self.is_quoted
        if words[-1].endswith("s") and not words[-1].endswith("ss"):
            return False  # several, together
        is_role = words[-1] in PARTIES | _MORE_PARTIES
        if self.is_quoted:
            return is_role or self.is_introduced or self.has_article
        is_one = is_role or type_map("definition").get(words[-1]) == "PERSON"
        return (self.has_article and is_one) or (self.is_introduced and is_role)


class Parties:
    """The terms that a document defines behind a name, in brackets or apart. ``said``: each
    sentence with its names."""

    def __init__(self, said: Sequence[tuple[Sentence, Sequence[Span]]]) -> None:
        self._since: dict[tuple[str, ...], int] = {}
        self._brackets: dict[int, list[_Bracket]] = {}
        self.names: dict[str, str] = {}
        """Normal form of a term -> that of the name it stands for."""
        found: dict[str, set[str]] = {}
        for index, (sentence, spans) in enumerate(said):
            if sentence.fields or len(sentence.tokens) > _LONGEST_SENTENCE:
                continue
            defined = (*_defined(sentence.tokens, spans), *_beside(sentence.tokens, spans))
            for bracket, name in defined:
                words = tuple(t.low for t in sentence.tokens[bracket.first : bracket.last])
                found.setdefault(" ".join(words), set()).add(name)
                self._since.setdefault(words, index)
                self._brackets.setdefault(index, []).append(bracket)
        self.names = {normal_form(term): min(who) for term, who in found.items() if len(who) == 1}
        self._since = {
            w: n for w, n in self._since.items() if normal_form(" ".join(w)) in self.names
        }

    def spans(self, index: int, sentence: Sentence, spans: list[Span]) -> list[Span]:
        """The names of a sentence, with the terms that stand for some, without what is defined."""
        if not self._since or sentence.fields or len(sentence.tokens) > _LONGEST_SENTENCE:
            return spans
        brackets = self._brackets.get(index, ())
        kept = [s for s in spans if not any(b.opens < s.first < b.closes for b in brackets)]
        after = max((b.closes for b in brackets), default=0)
        for words, since in self._since.items():
            if index < since:
                continue
            start = after if index == since else 0
            for place in _places(sentence.tokens, words, start):
                term = Span(place, place + len(words))
                rivals = [s for s in kept if s.first < term.last and term.first < s.last]
                if not any(_goes_beyond(sentence.tokens, rival, term) for rival in rivals):
                    kept = [s for s in kept if s not in rivals] + [term]
        return sorted(kept, key=lambda span: span.first)


def _defined(tokens: Sequence[Token], spans: Sequence[Span]) -> Iterator[tuple[_Bracket, str]]:
    """The terms of a sentence with the normal forms of the names they stand for."""
    begin = 0
    for place, token in enumerate(tokens):
        if token.text != "(" or (bracket := _bracket_at(tokens, place)) is None:
            continue
        if (party := _party(tokens, spans, begin, place)) is not None:
            name = surface(tokens, party)
            if bracket.may_name(tokens, name):
                yield bracket, normal_form(name)
        begin = bracket.closes + 1


def with_parties(tokens: Sequence[Token], spans: list[Span]) -> list[Span]:
    """``spans`` of names, with what stands in capitals alone before a party's role: "BERG JOINERY
    LIMITED; Defendant"."""
    mark = next((n for n, token in enumerate(tokens) if token.text == ";"), 0)
    if (
        not 1 < mark <= _LONGEST_PARTY
        or len(tokens) != mark + 2
        or any(s.first < mark for s in spans)
    ):
        return spans
    is_role = tokens[-1].low in PARTIES | _MORE_PARTIES
    is_written = all(t.text.isupper() or not t.is_word for t in tokens[:mark])
    return [Span(0, mark), *spans] if is_role and is_written else spans


def without_addresses(tokens: Sequence[Token], spans: list[Span]) -> list[Span]:
    """``spans`` of names, with that of a party cut where its address begins: "ANNA BERG of Mill
    House, Melby (the "Seller")"."""
    if len(tokens) > _LONGEST_SENTENCE or not any(token.text == "(" for token in tokens):
        return spans
    return [part for span in spans for part in _cut_at_address(tokens, span)]


def _cut_at_address(tokens: Sequence[Token], span: Span) -> list[Span]:
    places = range(span.first + 1, span.last - 1)
    of = next((place for place in places if tokens[place].text == "of"), 0)
    if span.quoted or not of:
        return [span]
    end = min(len(tokens), span.last + _LONGEST_ADDRESS)
    opens = next((n for n in range(span.last, end) if tokens[n].text == "("), 0)
    if not opens or _bracket_at(tokens, opens) is None:
        return [span]
    name = Span(span.first, of)
    is_cut = _is_at_address(tokens, name, opens)
    return [name, Span(of + 1, span.last)] if is_cut else [span]


def _beside(tokens: Sequence[Token], spans: Sequence[Span]) -> Iterator[tuple[_Bracket, str]]:
    """Names with their parts beside them: "ANNA HOYLE; Claimant"."""
    for span in spans:
        role = span.last + 1
        is_begun = not span.first or tokens[span.first - 1].text in _PARTS
        if not is_begun or role >= len(tokens) or tokens[span.last].text != ";":
            continue
        is_ended = role + 1 == len(tokens) or tokens[role + 1].text == ";"
        if is_ended and tokens[role].low in PARTIES | _MORE_PARTIES:
            yield (
                _Bracket(span.last, role + 1, role, role + 1, False, False, False),
                normal_form(surface(tokens, span)),
            )


def _bracket_at(tokens: Sequence[Token], opens: int) -> _Bracket | None:
    end = min(len(tokens), opens + _LONGEST_BRACKET)
    closes = next((n for n in range(opens + 1, end) if tokens[n].text == ")"), 0)
    if not closes:
        return None
    first, last = opens + 1, closes
    while last > first and (tokens[last - 1].text in _QUOTES or not tokens[last - 1].is_word):
        last -= 1
    is_introduced = has_article = False
    is_quoted = last < closes
    while first < last:
        word = tokens[first]
        if word.low in _ARTICLES:
            has_article = has_article or word.text.islower()  # "The Plague" is a title
        elif word.low in _INTRODUCES:
            is_introduced = True
        elif word.is_word:
            break
        first += 1
    words = tokens[first:last]
    if not 0 < len(words) <= _LONGEST_TERM or not all(word.text.isalpha() for word in words):
        return None
    return _Bracket(opens, closes, first, last, is_quoted, is_introduced, has_article)


def _party(tokens: Sequence[Token], spans: Sequence[Span], begin: int, opens: int) -> Span | None:
    """Whom brackets behind a name, its address or its description are about."""
    before = [span for span in spans if span.first >= begin and span.last <= opens]
    living = [span for span in before if _is_at_address(tokens, span, opens)]
    if living:
        return living[-1]
    heads = [span for span in before if _begins(tokens, span, begin)]
    if heads and any(token.low in _DESCRIBES for token in tokens[heads[0].last : opens]):
        return heads[0]
    head = next((one for one in heads if _is_list(tokens, one.last, opens)), None)
    if head is not None:
        is_announced = head.first > begin and tokens[head.first - 1].low in _BEFORE_PARTY
        has_number = any(token.text[0].isdigit() for token in tokens[head.last : opens])
        if is_announced or has_number:
            return head
    last = before[-1] if before and before[-1].last == opens else None
    is_where = last is not None and tokens[last.first - 1].low in _WHERE and last.first > begin
    return None if is_where and len(before) > 1 else last


def _is_at_address(tokens: Sequence[Token], span: Span, opens: int) -> bool:
    """Whether but an address stands between a name and brackets: "Anna Berg of 3 Mill Row"."""
    is_near = tokens[span.last].low == "of" and opens - span.last <= _LONGEST_ADDRESS
    if not is_near or not _is_list(tokens, span.last, opens):
        return False
    return tokens[span.last + 1].text[0].isdigit() or _is_in_full(tokens, span, opens)


def _is_in_full(tokens: Sequence[Token], span: Span, opens: int) -> bool:
    """Whether what stands before "of" is all of the name of somebody or of a firm: not "Royal
    Bank" of "Royal Bank of Norland"."""
    words = [token.low for token in tokens[span.first : span.last]]
    if len(words) < _SHORTEST_PERSON:
        return False
    if words[-1] in LEGAL_FORMS or words[0] in given_names():
        return True
    if words[-1] in plain_words() or words[-1] in type_map("suffix"):
        return False
    is_written = all(token.text.isupper() for token in tokens[span.first : span.last])
    is_set_off = is_written and not tokens[span.last + 1].text.isupper()
    return is_set_off or any(token.text == "," for token in tokens[span.last : opens])


def _begins(tokens: Sequence[Token], span: Span, begin: int) -> bool:
    """Whether a name begins what is said of a party: as the first of its line, behind "between"
    or its number."""
    after = span.last
    if after < len(tokens) and _LEGAL_FORM.fullmatch(tokens[after].text):
        after += 1
    if after >= len(tokens) or tokens[after].text not in (",", "("):
        return False
    before = tokens[span.first - 1] if span.first > begin else None
    return before is None or before.low in _BEFORE_PARTY or before.text == ")"


def _is_list(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether only parts of an address stand between two places."""
    return all(
        token.text in (",", ".", "/", "-")
        or token.low in ("of", "at")  # "Ann Berg, of 3 Mill Row"
        or token.text[0].isdigit()
        or is_capital(token.text)
        or _LEGAL_FORM.fullmatch(token.text)
        for token in tokens[start:end]
    )


def _places(tokens: Sequence[Token], words: tuple[str, ...], start: int) -> Iterator[int]:
    """Where a term stands: written with capitals, or behind a definite article."""
    size = len(words)
    for place in range(start, len(tokens) - size + 1):
        if tokens[place].low != words[0]:
            continue
        if tuple(token.low for token in tokens[place : place + size]) != words:
            continue
        before = tokens[place - 1].low if place else ""
        after = tokens[place + size].low if place + size < len(tokens) else ""
        is_written = all(is_capital(token.text) for token in tokens[place : place + size])
        if before in _ONE_OF_MANY or (after == "of" and not is_written):
            continue
        if is_written or before in _ARTICLES:
            yield place


def _goes_beyond(tokens: Sequence[Token], span: Span, term: Span) -> bool:
    """Whether a name has more words than the term: "Customer Relations", not "Customer 900"."""
    others = [*range(span.first, term.first), *range(term.last, span.last)]
    if term.last < span.last and tokens[term.last].text[0].isdigit() and span.first == term.first:
        return False
    return any(tokens[n].is_word and tokens[n].low not in _ARTICLES for n in others)
