"""Verbs and adverbs that tell what a clause makes of its subject and objects."""

from __future__ import annotations

from graphrag_neo4j.extract.lexicon import bag

HARDLY = bag("hardly scarcely barely rarely seldom nearly almost allegedly reportedly")
MODALS = bag("may might could would should must ought")
UNREAL = bag(
    """
    deny doubt want wish hope expect propose urge ask demand require request suggest recommend
    pretend refuse fail imagine fear suppose
    """
)
PERCEIVING = bag("see hear watch feel notice find observe behold")
SHARED = bag(
    """
    meet marry divorce quarrel argue fight agree disagree talk speak converse correspond dance dine
    play sing work collaborate cooperate compete merge travel walk go come ride sail sit stand live
    stay return arrive leave wait run
    """
)
"""What two do, they do with one another."""
TELLING = bag("tell ask show teach promise answer warn")
MOVING = bag(
    """
    ask beg tell beckon bid order urge force compel allow help invite persuade encourage advise
    warn require enable permit implore beseech entreat teach command direct instruct forbid
    """
)
REAL = bag("help make let cause enable see hear watch find force lead")
