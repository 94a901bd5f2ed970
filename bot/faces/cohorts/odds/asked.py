"""Which fight a person means, from what their faction knows, and who may be named for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from bot.faces.choices.asking import Asking, Offer, Unanswered, found, offered
from bot.faces.cohorts.choosing import shown
from bot.faces.cohorts.odds.facts import clash_of, fighters, sides
from bot.faces.forecasts import Fight
from bot.faces.odds.facts import OddsQuestion
from bot.faces.words.text import escaped
from engine.battle import Clash
from engine.packs.cohorts.battle.guess import unseen_garrisons
from engine.packs.cohorts.knowledge.memories import Sighting
from engine.packs.cohorts.pieces.ownership import faction_of, of_faction, of_player, relation
from engine.packs.cohorts.pieces.records import City, Map, Province, Stack
from engine.world import World

KINDS: Final = (Stack.kind, City.kind)
MOST: Final = 8
"""Stacks that may fight together."""

Thing = Stack | City


def asked(asking: Asking, fight: Fight) -> OddsQuestion:
    """The question that is meant.

    Raises:
        Unanswered: it makes no sense, or what it names is not known.
    """
    view, faction, defending = asking.view, asking.faction, fight.defending
    own = [_meant(view, text) for text in fight.mine[:MOST]]
    foe = _meant(view, fight.enemy)
    for each in own:
        _refuse_own(faction, view, each, defending=defending)
    if len(fight.mine) > MOST or len({each.place for each in own}) < len(own):
        raise Unanswered(
            f"At most {MOST} stacks can fight together, each once.", "Name every stack once."
        )
    _refuse_enemy(view, faction, foe)
    if defending and isinstance(foe, City) and any(isinstance(each, City) for each in own):
        raise Unanswered("Cities do not attack one another.", "Name a stack of yours.")
    question = OddsQuestion(tuple(each.place for each in own), foe.place, defending)
    refuse_unknown(view, faction, question, clash_of(view, question))
    return question


def refuse_unknown(view: World, faction: int, question: OddsQuestion, clash: Clash) -> None:
    """Raises `Unanswered` where there is nobody to reckon with, on either side."""
    attackers, defenders = sides(view, clash)
    defending = question.defending
    ours, theirs = (defenders, attackers) if defending else (attackers, defenders)
    if next(fighters(view, ours), None) is None:
        name = escaped(ours[0].name)
        raise Unanswered(
            f"Nobody in {name} can fight.",
            "Name a stack with characters or military units in it.",
            "cohorts.battle.participants",
        )
    unseen = unseen_garrisons(view, clash, faction)
    if next(fighters(view, theirs), None) is None and not unseen:
        foe = view.at(question.enemy)
        assert isinstance(foe, Stack | City)
        sighting = view.first(Sighting, "about", (faction, foe.place))
        if sighting and sighting.searched:
            raise Unanswered(
                f"Nobody who would fight was in {escaped(foe.name)} when somebody looked into it "
                f"in turn {sighting.turn}.",
                "Nothing stands in the way of an attack, unless troops have come since.",
                "cohorts.knowledge.view",
            )
        raise Unanswered(
            f"You know of nobody who would fight for {escaped(foe.name)}, so there is nothing to "
            "reckon with.",
            "Look closer first: `/covert spy-legion` on its province, a stack beside it or a spell "
            "such as Read City may tell.",
            "cohorts.knowledge.view",
        )


def _meant(view: World, text: str) -> Thing:
    thing = found(view, KINDS, text)
    assert isinstance(thing, Thing)
    return thing


def _refuse_own(faction: int, view: World, thing: Thing, *, defending: bool) -> None:
    name = escaped(thing.name)
    if not of_faction(view, thing, faction):
        raise Unanswered(
            f"{name} is not of your faction.",
            "Name a stack of yours first; the enemy goes into `enemy`.",
        )
    if isinstance(thing, City) and not defending:
        raise Unanswered(
            f"{name} is a city, and cities attack nobody.",
            "Name a stack, or set `defending` to ask what an attack on the city brings.",
        )


def _refuse_enemy(view: World, faction: int, foe: Thing) -> None:
    name = escaped(foe.name)
    if not _hostile(view, faction, foe):
        raise Unanswered(
            f"{name} is on your side: you do not fight your own faction or its allies.",
            "Name a stack or city of another faction.",
            "cohorts.diplomacy.relations",
        )
    if not foe.knows("province") or view.find(Province, foe.province) is None:
        raise Unanswered(
            f"You do not know where {name} is.",
            "Name a stack that your faction has in sight or has sighted.",
            "cohorts.knowledge.view",
        )


def _hostile(view: World, faction: int, thing: Thing) -> bool:
    """Whether a thing is neither the faction's nor known to be an ally's."""
    if isinstance(thing, City) and not thing.knows("baron"):
        return True
    return relation(view, faction, faction_of(view, thing)) != "allied"


# ---------------------------------------------------------------- while one types


def own(asking: Asking, typed: str, _: str) -> Iterator[Offer]:
    """The stacks and cities of the caller, then of the caller's faction."""
    return _offered(asking, [*asking.view.all(Stack), *asking.view.all(City)], typed)


def own_stacks(asking: Asking, typed: str, _: str) -> Iterator[Offer]:
    """The stacks of the caller, then of the caller's faction."""
    return _offered(asking, asking.view.all(Stack), typed)


def _offered(asking: Asking, things: Iterable[Thing], typed: str) -> Iterator[Offer]:
    view, faction = asking.view, asking.faction
    mine = [thing for thing in things if thing.knows("name") and of_faction(view, thing, faction)]
    mine.sort(key=lambda each: not of_player(view, each, asking.player))
    return offered(view, mine, KINDS, typed, lambda thing: shown(view, thing))


def foes(asking: Asking, typed: str, mine: str) -> Iterator[Offer]:
    """Foreign stacks and cities that the faction knows of, the nearest to `mine` first."""
    view = asking.view
    grid = view.get(Map, 1).grid
    try:
        start = _meant(view, mine).province
    except Unanswered:
        start = 0
    hostile = [
        thing
        for thing in (*view.all(Stack), *view.all(City))
        if thing.knows("name") and thing.knows("province") and _hostile(view, asking.faction, thing)
    ]

    def far(thing: Thing) -> int:
        return grid.distance(grid.at(start - 1), grid.at(thing.province - 1)) if start else 0

    hostile.sort(key=far)
    return offered(view, hostile, KINDS, typed, lambda thing: shown(view, thing))
