"""Threads of a forum, of questions with answers, of comments: posts of one shape, each by somebody.

A site may call its parts as it likes. What they are shows by comparison: the element that has a
name in each post, while what is said differs, is who writes; what comes back word for word below
the posts of one author is a signature, and in those of several a button.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, islice
from typing import TYPE_CHECKING

from bs4.element import NavigableString, Tag

from graphrag_neo4j.readers.content import words
from graphrag_neo4j.readers.web.post_parts import Part, day_in, is_count, is_prose, parts_of

if TYPE_CHECKING:
    from bs4 import BeautifulSoup

_NAME = re.compile(r"@?(?P<name>[^\W\d_][\w.'’@-]*(?: [\w.'’-]+){0,3})(?: ?\([^()\n]{1,40}\))?,?")
_BY = re.compile(r"(?:[^\W\d_]{3,12} )?(?:by|von|par|por|di|door|af|av)[\s:]+(?=\S)", re.IGNORECASE)
_DASH = re.compile(r"\s*[–—~-]\s*\Z")
_PEOPLE = frozenset(
    words("author by commenter handle member nick nickname poster profile user username writer")
)
"""Words in the class or address of who writes, on sites of any make."""
_WORD = re.compile(r"[A-Z]?[a-z]+")
_SIGNATURES = words("motto sig signature")
_ACCEPTED = re.compile(
    r"[✓✔☑✅★\s]*(?:(?:accepted|best|chosen|verified|marked) (?:answer|reply|solution)|accepted"
    r"|solution|solved|marked as (?:answer|solution)|(?:akzeptierte|beste|hilfreichste) antwort"
    r"|lösung|gelöst"
    r"|(?:meilleure )?réponse acceptée|meilleure réponse|résolu|mejor respuesta|respuesta aceptada"
    r"|solución|miglior risposta|soluzione)[.:!✓✔\s]*|[✓✔☑✅]",
    re.IGNORECASE,
)
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_REPLY = re.compile(r"(?:re|aw|sv)\b:?", re.IGNORECASE)
_AROUND = 12  # elements around one that are looked at
_DEEP = 60  # unclosed tags nest so deep; to look into each would take the square of that
_FEWEST, _MANY = 2, 3
_MOST = 5_000  # posts
_LONGEST_NAME = 60  # characters
_LONGEST_LINK = 40
_LONGEST_REPEATED = 300
_SHORTEST_QUOTATION = 12
_MOST_QUOTATIONS = 300


@dataclass(slots=True)
class _Post:
    """A post, the element that names its author, and what else it has, in order."""

    element: Tag
    author: Tag
    name: str
    parts: list[Part] = field(default_factory=list)


def join_threads(soup: BeautifulSoup) -> frozenset[int]:
    """Put the author, and the day where it is told, before the words of each post, and take out
    what the page says around them. Returns the ids of the elements that are posts."""
    threads = _threads(soup)
    posts = {id(post.element): post for thread in threads for post in thread}
    for post in posts.values():
        post.parts = parts_of(post.element, post.author, posts)
    names = {post.name for post in posts.values()}
    quoted = _Said(posts.values(), names)
    for thread in threads:
        _mend(soup, thread, quoted)
    return frozenset(posts)


def _threads(soup: BeautifulSoup) -> list[list[_Post]]:
    """The posts that belong together, of each run; those within others behind them."""
    found: list[list[_Post]] = []
    taken: dict[int, _Post] = {}
    names: set[str] = set()
    groups = sorted(_groups(soup), key=lambda group: (-len(group), -len({p.name for p in group})))
    for group in groups:
        own = [post for post in group if id(post.element) not in taken]
        is_inside = any(_holds(post, taken) for post in own)
        if len(own) < len(group) or not _is_thread(own, names, is_inside=is_inside):
            continue
        found.append(own)
        names |= {post.name for post in own}
        taken |= {id(post.element): post for post in own}
    return found


def _holds(post: _Post, taken: Mapping[int, _Post]) -> bool:
    return any(id(around) in taken for around in islice(post.element.parents, _AROUND))


def _groups(soup: BeautifulSoup) -> Iterator[list[_Post]]:
    """Elements that stand alike and begin with a name, with what each of them alone stands in."""
    alike: dict[tuple[str, ...], list[tuple[Tag, str]]] = {}
    seen: set[int] = set()
    for text in soup.find_all(string=True):
        element = text.parent
        if type(text) is not NavigableString or not text.strip() or element is None:
            continue
        if id(element) in seen or element.name in (*_HEADINGS, "script", "style", "title"):
            continue
        seen.add(id(element))
        if (name := _name(text)) and len(list(islice(element.parents, _DEEP))) < _DEEP:
            alike.setdefault(_form(element), []).append((element, name))
    for pairs in alike.values():
        if _FEWEST <= len(pairs) <= _MOST:
            yield _posts(pairs)


def _name(text: str) -> str:
    plain = _BY.sub("", " ".join(text.split()), count=1)
    found = _NAME.fullmatch(plain) if len(plain) <= _LONGEST_NAME else None
    return found["name"].rstrip(",") if found else ""


def _form(element: Tag) -> tuple[str, ...]:
    classes = tuple(map(str, element.get("class") or ()))
    if classes or element.parent is None:
        return (element.name, *classes)
    around = element.parent
    return (element.name, "", around.name, *map(str, around.get("class") or ()))


def _posts(pairs: Sequence[tuple[Tag, str]]) -> list[_Post]:
    """Each author with the largest element around that has no other, as many levels up as most. One
    that is alike around others holds the answers to it."""
    runs = [len(list(run)) for _, run in groupby(pairs, key=lambda pair: pair[1])]
    if all(length % 2 == 0 for length in runs):
        pairs = pairs[::2]  # named at the head of each post and beside it
    around = [[element, *islice(element.parents, _AROUND)] for element, _ in pairs]
    times = Counter(id(tag) for chain in around for tag in chain)
    levels = [
        next((n for n, tag in enumerate(c) if times[id(tag)] > 1), len(c)) - 1 for c in around
    ]
    counted = Counter(level for level in levels if level > 0)
    if not counted:
        return []
    up = min(counted, key=lambda level: (-counted[level], level))
    forms = {_form(chain[up]) for chain, level in zip(around, levels, strict=True) if level >= up}
    found: dict[int, _Post] = {}
    for (element, name), chain, level in zip(pairs, around, levels, strict=True):
        if level >= up or (len(chain) > up and _form(chain[up]) in forms):
            found.setdefault(id(chain[up]), _Post(chain[up], element, name))
    return list(found.values())


def _is_thread(posts: list[_Post], known: set[str], *, is_inside: bool) -> bool:
    """Whether several people write what stands in ``posts``; ``known``: who writes elsewhere on
    the page."""
    names = Counter(post.name for post in posts)
    if len(posts) < _FEWEST or len(names) < _FEWEST:
        return False
    own = {id(post.element) for post in posts}
    for post in posts:
        post.parts = parts_of(post.element, post.author, own)
    said = [[part for part in post.parts if not part.is_quoted and part.is_said] for post in posts]
    if 2 * sum(any(map(is_prose, (p.text for p in parts))) for parts in said) < len(posts):
        return False
    if 2 * sum(_has_own_heading(post) for post in posts) >= len(posts) or _is_table(posts):
        return False
    if any(part.text.startswith(":") for post in posts for part in post.parts if part.is_next):
        return False  # "<b>Ann</b>: we meet at six"
    if sum(post.name in known for post in posts) * 2 >= len(posts):
        return True
    if is_inside:
        return False
    if all(_is_by(post) for post in posts):
        return True
    recurs = len(posts) >= _MANY and len(names) < len(posts)
    is_dated = 2 * sum(any(p.is_day for p in post.parts) for post in posts) >= len(posts)
    is_counted = 2 * sum(any(is_count(p.text) for p in post.parts) for post in posts) >= len(posts)
    return (is_dated and (recurs or all(_is_called_so(post) for post in posts))) or (
        recurs and is_counted
    )


def _has_own_heading(post: _Post) -> bool:
    heading = post.element.find(_HEADINGS)
    return heading is not None and _REPLY.match(heading.get_text().strip()) is None


def _is_table(posts: Sequence[_Post]) -> bool:
    """Whether they are rows of data, whose cells have no paragraphs."""
    rows = [post.element for post in posts if post.element.name == "tr"]
    return bool(rows) and 2 * sum(row.find(["p", "div", "br"]) is None for row in rows) >= len(rows)


def _is_by(post: _Post) -> bool:
    text = " ".join(post.author.get_text(" ").split())
    around = " ".join(islice((post.author.parent or post.author).stripped_strings, 4))
    return any(_BY.match(one) and post.name in one for one in (text, around))


def _is_called_so(post: _Post) -> bool:
    links = [post.author.get("href"), *(a.get("href") for a in post.author.find_all("a", limit=2))]
    named = [*(post.author.get("class") or ()), *(link for link in links if link)]
    named += post.author.parent.get("class") or () if post.author.parent is not None else ()
    return not _PEOPLE.isdisjoint(w.casefold() for one in named for w in _WORD.findall(str(one)))


class _Said:
    """What is said in all posts, to know what repeats it."""

    def __init__(self, posts: Iterable[_Post], names: set[str]) -> None:
        self._names = names
        self._left = _MOST_QUOTATIONS
        own = (p.text for post in posts for p in post.parts if p.is_said and not p.is_quoted)
        self._text = "\n".join(text for text in own if not self._begins_with_name(text))

    def repeats(self, part: Part) -> bool:
        """Whether ``part`` quotes a post of the page."""
        by = self._begins_with_name(part.text)
        if not (part.is_quoted or by) or self._left <= 0:
            return False
        self._left -= 1
        words = part.text[len(by) :].strip(' :"“”„«»…↑\n')
        return len(words) >= _SHORTEST_QUOTATION and words in self._text

    def _begins_with_name(self, text: str) -> str:
        """The head of a quotation: "ann_b wrote:"."""
        head, colon, _ = text[: 2 * _LONGEST_NAME].partition(":")
        found = head.split()
        is_head = any(" ".join(found[:n]) in self._names for n in range(1, len(found) + 1))
        return head + colon if colon and is_head else ""


def _mend(soup: BeautifulSoup, posts: Sequence[_Post], said: _Said) -> None:
    body = _body(posts)
    repeated = _repeated(posts)
    signatures = {path for path, _ in repeated if path not in body}
    up = min(_levels_of_author(post, body) for post in posts)
    for post in posts:
        profile = [post.author, *islice(post.author.parents, up)][up]
        words_: list[Part] = []
        day, is_accepted, rest = "", False, []
        for part in post.parts:
            beside = part.is_within(profile)
            day = day or (day_in(part) if beside or part.path not in body else "")
            if _ACCEPTED.fullmatch(part.text) and (beside or part.path not in body):
                is_accepted = True
                rest.append(part)
            elif part.is_heading:
                continue
            elif (
                beside
                or said.repeats(part)
                or (part.path, part.text) in repeated
                or _is_furniture(part, body, signatures)
            ):
                rest.append(part)
            elif not part.is_quoted:
                words_.append(part)
        own = [part for part in words_ if part.path in body] or words_
        if own:
            _say(soup, post, profile, own[0], day, is_accepted=is_accepted)
            for part in rest:
                part.take_out()


def _body(posts: Sequence[_Post]) -> set[str]:
    """Where the words of posts stand: the longest part of each, where that is prose."""
    longest = []
    for post in posts:
        said = [part for part in post.parts if part.is_said and not part.is_quoted]
        around = [*islice(post.author.parents, _AROUND)]
        apart = [p for p in said if p.element is post.element or not _is_one_of(p.element, around)]
        longest += [max(apart or said, key=lambda part: len(part.text))] if said else []
    return {part.path for part in longest if is_prose(part.text)}


def _is_one_of(tag: Tag, tags: Sequence[Tag]) -> bool:
    return any(one is tag for one in tags)


def _repeated(posts: Sequence[_Post]) -> set[tuple[str, str]]:
    """Parts that come back word for word at one place of several posts, but for the first words of
    a post: several may say "Thanks." """
    times: Counter[tuple[str, str]] = Counter()
    for post in posts:
        said = [part for part in post.parts if part.is_said and not part.is_quoted]
        first = max(said, key=lambda part: len(part.text), default=None)
        times.update({(p.path, p.text) for p in post.parts if not (p is first or p.is_quoted)})
    return {one for one, n in times.items() if n > 1 and len(one[1]) <= _LONGEST_REPEATED}


def _levels_of_author(post: _Post, body: set[str]) -> int:
    """How far around the author's name stands nothing but what is told of the author."""
    said = [part for part in post.parts if part.path in body and part.is_said]
    up = 0
    for around in islice(post.author.parents, _AROUND):
        if around is post.element or any(part.is_within(around) for part in said):
            break
        up += 1
    return up


def _is_furniture(part: Part, body: set[str], signatures: set[str]) -> bool:
    if part.path in body:
        return False
    if part.path in signatures or part.is_day or is_count(part.text):
        return True
    if part.is_called(_SIGNATURES):
        return True
    return part.is_linked and len(part.text) <= _LONGEST_LINK


def _say(
    soup: BeautifulSoup, post: _Post, profile: Tag, first: Part, day: str, *, is_accepted: bool
) -> None:
    """Put the author before the ``first`` words of a post."""
    start = first.strings[0]
    mark = "Accepted answer: " if is_accepted else ""
    last = profile.previous_sibling
    profile.extract()
    if isinstance(last, NavigableString) and _DASH.search(last):
        kept = NavigableString(_DASH.sub("", str(last)))
        last.replace_with(kept)
        start = kept if start is last else start
    _lay_out(post.element)
    if day:
        start.insert_before(f"{post.name} wrote on {day}:", soup.new_tag("br"), mark)
    else:
        start.insert_before(f"{post.name}: {mark}")


def _lay_out(post: Tag) -> None:
    """Make a part of the page of what is no item of a list, and no row of a table."""
    if post.name == "li":
        post.name = "div"
    elif post.name == "tr":
        table = post.find_parent("table")
        cells = post.find_all("td", recursive=False)
        for one in (post, *cells, *([table] if table is not None else [])):
            one.name = "div"
