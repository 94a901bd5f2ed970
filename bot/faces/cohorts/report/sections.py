"""Which events of Cohorts stand together in a report, and the table of a production's cities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.faces.choices.asking import planning
from bot.faces.cohorts.lines.sightings import ways
from bot.faces.cohorts.naming import CohortsNames
from bot.faces.report_sections import Learned, Need, Notice, ReportSection
from bot.faces.words.names import Names
from bot.faces.words.pages import Table
from bot.faces.words.text import clean, listed, number
from engine.facts import NotKnown
from engine.packs import Rules
from engine.packs.cohorts.battle.told import BattleFought, PiecesCaptured
from engine.packs.cohorts.cities.acting import PeopleAttracted
from engine.packs.cohorts.content.item_keys import race_of_recruits
from engine.packs.cohorts.knowledge.sighting import StackSighted
from engine.packs.cohorts.movement.rates import pace
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.ownership import faction_of, imprisoned
from engine.packs.cohorts.pieces.people import head_count
from engine.packs.cohorts.pieces.possessions import held, tally
from engine.packs.cohorts.pieces.records import Character, City, Stack
from engine.packs.cohorts.production.idling import PlayerIdle
from engine.packs.cohorts.production.weekly import PopulationGrew, RecruitsRaised
from engine.packs.cohorts.quests.questing import QuestDone
from engine.packs.cohorts.stacks.burdens import stuck
from engine.packs.cohorts.worth.healing import Recovered
from engine.packs.cohorts.worth.mana import ManaRegained
from engine.world import Missing, World


def _cities(names: Names, faction: int, told: Sequence[Learned]) -> Table | None:
    """What a production did in the faction's cities; None if there was none."""
    grown: dict[int, int] = {}
    raised = False
    for each in told:
        match each.event:
            case PopulationGrew() | PeopleAttracted() as event:
                grown[event.city] = grown.get(event.city, 0) + sum(event.growth.values())
            case RecruitsRaised():
                raised = True
            case _:
                continue
    if not grown and not raised:
        return None
    return Table(
        ("City", "People", "Grown", "Recruits", "Actions"),
        tuple(
            (clean(c.name), head_count(c), grown.get(c.id, 0), _waiting(names.world, c), c.actions)
            for c in own_cities(names.world, faction)
        ),
    )


def _waiting(view: World, city: City) -> int:
    """The recruits who wait in a city, as its panel has them."""
    return sum(each.count for each in held(view, city.place) if race_of_recruits(each.item))


def own_cities(view: World, faction: int) -> list[City]:
    """The faction's cities. Of foreign cities a view need not know who holds them."""
    return [
        city for city in view.all(City) if city.knows("baron") and faction_of(view, city) == faction
    ]


def _sighted(names: CohortsNames, told: Sequence[Learned]) -> Iterator[str]:
    """Who was seen, each on one line with the way it went."""
    return ways([each.event for each in told if isinstance(each.event, StackSighted)], names)


def _idle(event: PlayerIdle, names: Names) -> str:
    return names.player(event.player)


_GROWTH = (PopulationGrew, RecruitsRaised, PeopleAttracted)
SECTIONS = (
    ReportSection("👁 Sighted", (StackSighted,), lines=_sighted, apart=True),
    ReportSection("Cities", _GROWTH, table=_cities),
    # What a production does of itself to everyone, one by one: the cities' part once more.
    ReportSection("In detail", (*_GROWTH, ManaRegained, Recovered), late=True),
)
"""The sections of a faction's report."""
NOTICES = (Notice("Idle from now on: too many weeks without a run", PlayerIdle, _idle),)
"""Further lines for moderators."""


# ---------------------------------------------------------------- burdens


_AFTER: Final = (BattleFought, PiecesCaptured, QuestDone)


def _burdened(rules: Rules, names: CohortsNames, told: Sequence[Learned]) -> Iterator[str]:
    """Own stacks that cannot move where a battle or quest was, with what nothing there carries."""
    fields = dict.fromkeys(each.event.province for each in told if isinstance(each.event, _AFTER))
    for province in fields:
        for stack in names.world.by(Stack, "province", province):
            if faction_of(names.world, stack) != names.reader:
                continue
            state, name = planning(rules, names.world, stack.player), names.show(stack.name)
            try:
                if stuck(state, stack):
                    yield (
                        f"{name} cannot move: nothing in it carries "
                        f"{listed(_load(names.world, stack))}. `/turn` offers to put down what is "
                        "too much."
                    )
                elif (hold := pace(state, stack, "water").hold) and not hold.holds:
                    yield f"{name} cannot sail: more is aboard than its ships can hold."
            except (NotKnown, Missing):
                continue


def _load(view: World, stack: Stack) -> Iterator[str]:
    """What a stack has to carry."""
    pieces = list(pieces_in(view, stack.place))
    bodies = [each for each in pieces if isinstance(each, Character) and each.dead]
    captives = [each for each in pieces if imprisoned(each) and each not in bodies]
    goods = sum(tally(view, stack.place).values())
    if captives:
        yield number(len(captives), "prisoner")
    if bodies:
        yield number(len(bodies), "body", "bodies")
    if goods:
        yield number(goods, "item")


BURDENED: Final = Need("burdens", _burdened)
