"""The first things within a tag of a page."""

from bs4 import BeautifulSoup
from bs4.element import Tag

from graphrag_neo4j.readers.web.inner import first_within, following_within
from tests.support.growth import check_linear

PAGE = "<ul><li><b>Tea</b> at <i>four</i></li><li>Cake <!-- or bread --></li></ul><p>After</p>"


def tags(page: str) -> list[Tag]:
    return BeautifulSoup(page, "html.parser").find_all(True)


def test_first_things_within_are_the_first_descendants() -> None:
    for tag in tags(PAGE):
        for most in (1, 3, 40):
            assert list(first_within(tag, most)) == list(tag.descendants)[:most]


def test_what_follows_stops_at_the_end_of_the_tag() -> None:
    item = tags(PAGE)[1]
    assert [str(one) for one in following_within(item.contents[0], item, 40)] == [
        "Tea",
        " at ",
        "<i>four</i>",
        "four",
    ]


def test_tags_never_closed_are_looked_into_in_linear_time() -> None:
    def look(n: int) -> list[object]:
        return [list(first_within(tag, 40)) for tag in tags("<div>a" * n)]

    check_linear(look, 20_000)
