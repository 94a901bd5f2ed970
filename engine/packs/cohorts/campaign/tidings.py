"""What all the world hears at the end of a tick: cities and heroes that fell, deeds, great works.

Each piece of news is made from what truly happened and holds what anybody may know of it, nothing
else: no place but a city's name, no stack, nobody who was not seen. From which size and level on
it is told is the module's (`[tidings]`). Great battles are told where they are fought
(`marching.hearing`), wars where they are decided (`diplomacy`). Source: cohorts.campaign.tidings.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Final

from engine.campaign import Faction
from engine.ending import CampaignEnded
from engine.events import Entry, Event
from engine.facts import facts, unless_plain
from engine.packs.cohorts.battle.fallen import CharacterFell
from engine.packs.cohorts.cities.towers import TowerBuilt
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.tidings import Tidings
from engine.packs.cohorts.diplomacy import wars
from engine.packs.cohorts.guilds.founding import GuildBuilt
from engine.packs.cohorts.knowledge.memories import Memory
from engine.packs.cohorts.marching.conquest import CityConquered
from engine.packs.cohorts.marching.hearing import BattleHeard
from engine.packs.cohorts.military.razing import ImprovementsRazed
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.ownership import city_of, faction_of
from engine.packs.cohorts.pieces.people import head_count
from engine.packs.cohorts.pieces.records import Character, City, Guild, Province, Stack
from engine.packs.cohorts.quests.questing import QuestDone
from engine.packs.cohorts.quests.rewards import RewardGained
from engine.packs.cohorts.worth.experience import LevelChanged
from engine.state import State
from engine.world import World


@facts
class CityFell(Event):
    """A city changed hands by force, and all the world heard of it."""

    name: str
    winner: int
    """The faction that holds it now; 0 for nobody."""
    loser: int
    """The faction that held it; 0 for a wild city."""
    people: int
    """Who lives there, slaves included, in full hundreds."""
    unfought: Annotated[bool, unless_plain()] = False
    """Whether a player lost it and no soldiers met for it, where all hear of such battles."""


@facts
class LandWasted(Event):
    """An enemy laid land of a faction waste; who it was, only those know who saw it."""

    barony: str
    """The city that it belongs to."""
    faction: int
    """Whose it is; 0 for nobody's."""
    villages: tuple[str, ...]
    castle: bool


@facts
class HeroMourned(Event):
    """A hero died of whom all the world had heard."""

    name: str
    race: str
    job: str
    level: int
    titles: tuple[str, ...]
    faction: int
    battle: bool
    """Whether it fell in a battle."""
    foes: tuple[int, ...]
    """The factions that it fell against; empty for wild ones and for no battle."""
    baron: tuple[str, ...]
    """The cities of which it was baron."""


@facts
class DeedHeard(Event):
    """A hero did a quest, or was given a title."""

    name: str
    job: str
    level: int
    faction: int
    quest: str
    """Its key; empty for a title alone."""
    title: str
    """Its key; empty for none."""


@facts
class RenownHeard(Event):
    """A hero was the first of all to reach a level."""

    name: str
    race: str
    job: str
    level: int
    faction: int


@facts
class WorkHeard(Event):
    """A castle was built, or the first guild of its type that any faction has."""

    city: str
    faction: int
    guild: str
    """Its type; empty for a castle."""
    name: str
    """Of the guild."""
    founder: str
    """Of the guild."""


@facts
class WarUnderWay(Event):
    """A war that was not over when the campaign was."""

    war: wars.War


EVENTS: Final = (
    CityFell,
    LandWasted,
    HeroMourned,
    DeedHeard,
    RenownHeard,
    WorkHeard,
    WarUnderWay,
)


def wars_to_tell(state: State, ended: CampaignEnded) -> Iterator[WarUnderWay]:
    """When a campaign is over: how the wars stood that were not (cohorts.campaign.wars)."""
    for war in state.world.all(wars.War):
        if not war.ended:
            yield WarUnderWay(war=war.replace(ended=ended.turn))


def tell(state: State) -> None:
    """At the end of a tick: all the world hears of its great deeds, and the wars note them."""
    rules = state.module.content(Content).tidings
    for entry in tuple(state.log.entries):
        hears = _HEARS.get(type(entry.event))
        for event in hears(state, rules, entry) if hears else ():
            state.emit(event, public=True)
            _note(state, event)
        _note(state, entry.event)


# ---------------------------------------------------------------- what is heard of what


def _conquered(state: State, rules: Tidings, entry: Entry) -> Iterator[Event]:
    event: Any = entry.event
    city = state.world.get(City, event.city)
    if rules.cities:
        yield CityFell(
            name=event.name,
            winner=event.winner,
            loser=event.loser,
            people=head_count(city) // _HUNDRED * _HUNDRED,
            unfought=bool(event.loser and rules.battle) and not _fought_for(state, event.name),
        )
        _heard_whose(state.world, city, event.winner)


def _fought_for(state: State, city: str) -> bool:
    """Whether all heard in this tick of a battle with the garrison of a city."""
    heard = (each.event for each in state.log.entries if isinstance(each.event, BattleHeard))
    return any(each.where == city and each.garrison for each in heard)


def _heard_whose(world: World, city: City, winner: int) -> None:
    """All who remember its barony know now whose it is (cohorts.knowledge.view)."""
    for land in world.by(Province, "barony", city.barony):
        spots = ((faction.id, land.id) for faction in world.all(Faction))
        for memory in list(world.among(Memory, "spot", spots)):
            world.put(memory.replace(owner=winner))


def _razed(state: State, rules: Tidings, entry: Entry) -> Iterator[Event]:
    event: Any = entry.event
    city = city_of(state.world, state.world.get(Province, event.province).barony)
    castle = "castle" in event.towers
    if rules.cities and city and (event.villages or castle):
        yield LandWasted(
            barony=city.name,
            faction=faction_of(state.world, city),
            villages=event.villages,
            castle=castle,
        )


def _fell(state: State, rules: Tidings, entry: Entry) -> Iterator[Event]:
    event: Any = entry.event
    if rules.hero and event.level >= rules.hero:
        (faction,) = entry.audience
        yield HeroMourned(
            name=event.name,
            race=event.race,
            job=event.job,
            level=event.level,
            titles=event.titles,
            faction=faction,
            battle=event.battle,
            foes=tuple(_foes(state, event.province, faction)) if event.battle else (),
            baron=tuple(state.world.get(City, each).name for each in event.cities),
        )


def _foes(state: State, province: int, faction: int) -> Iterator[int]:
    """Against whom a faction fought last in a province in this tick."""
    for entry in reversed(state.log.entries):
        told = entry.event.known()
        if "record" not in told or told.get("province") != province:
            continue
        # Systems that build on this one tell of a battle by who has won and who has lost.
        winner, loser = told.get("winner", 0), told.get("loser", 0)
        sides = told.get("attackers", (winner,)), told.get("defenders", (loser,))
        if faction in sides[0]:
            yield from filter(None, sides[1])
        elif faction in sides[1]:
            yield from filter(None, sides[0])
        else:
            continue
        return


def _quested(state: State, rules: Tidings, entry: Entry) -> Iterator[Event]:
    event: Any = entry.event
    stack = state.world.find(Stack, event.stack)
    there = list(pieces_in(state.world, stack.place)) if stack else []
    heroes = [each for each in there if isinstance(each, Character) and not each.dead]
    best = max(heroes, key=lambda each: (each.level, -each.id), default=None)
    if best and rules.hero and best.level >= rules.hero:
        yield _deed(state, best, quest=event.quest)


def _rewarded(state: State, rules: Tidings, entry: Entry) -> Iterator[Event]:
    event: Any = entry.event
    for place in event.titled:
        hero = state.world.at(place)
        if isinstance(hero, Character) and rules.hero and hero.level >= rules.hero:
            yield _deed(state, hero, title=event.title)


def _deed(state: State, hero: Character, *, quest: str = "", title: str = "") -> DeedHeard:
    return DeedHeard(
        name=hero.name,
        job=hero.job,
        level=hero.level,
        faction=faction_of(state.world, hero),
        quest=quest,
        title=title,
    )


def _rose(state: State, rules: Tidings, entry: Entry) -> Iterator[Event]:
    """The first to reach the level of renown, or a further step of it."""
    event: Any = entry.event
    step = rules.renown
    hero = state.world.at(event.piece)
    if not step or not isinstance(hero, Character) or event.level < step:
        return
    least = event.level // step * step
    others = (each for each in state.world.all(Character) if each.id != hero.id)
    if event.before < least and not any(each.level >= least for each in others):
        yield RenownHeard(
            name=hero.name,
            race=hero.race,
            job=hero.job,
            level=least,
            faction=faction_of(state.world, hero),
        )


def _founded(state: State, rules: Tidings, entry: Entry) -> Iterator[Event]:
    event: Any = entry.event
    world = state.world
    city = world.get(City, event.city)
    others = (each for each in world.all(Guild) if each.id != event.guild)
    held = (
        each.type == event.type and faction_of(world, world.get(City, each.city)) != 0
        for each in others
    )
    if rules.works and not any(held):
        yield WorkHeard(
            city=city.name,
            faction=faction_of(world, city),
            guild=event.type,
            name=event.name,
            founder=event.founder,
        )


def _built(state: State, rules: Tidings, entry: Entry) -> Iterator[Event]:
    event: Any = entry.event
    city = state.world.get(City, event.city)
    if rules.works and event.type == "castle" and event.level == 1:
        yield WorkHeard(
            city=city.name, faction=faction_of(state.world, city), guild="", name="", founder=""
        )


_HUNDRED: Final = 100
_HEARS: Final[Mapping[type[Event], Callable[[State, Tidings, Entry], Iterator[Event]]]] = {
    CityConquered: _conquered,
    ImprovementsRazed: _razed,
    CharacterFell: _fell,
    QuestDone: _quested,
    RewardGained: _rewarded,
    LevelChanged: _rose,
    GuildBuilt: _founded,
    TowerBuilt: _built,
}


# ---------------------------------------------------------------- events that belong to a war


def _note(state: State, event: Event) -> None:
    """Write what all heard into the war that it belongs to (cohorts.campaign.wars)."""
    match event:
        case CityFell():
            war = wars.under_way(state.world, event.winner, event.loser)
            if war:
                prize = wars.Prize(
                    city=event.name,
                    winner=event.winner,
                    loser=event.loser,
                    turn=state.now.turn,
                )
                state.world.put(war.replace(prizes=(*war.prizes, prize)))
        case BattleHeard():
            _note_battle(state, event)
        case HeroMourned():
            for foe in event.foes:
                war = wars.under_way(state.world, event.faction, foe)
                if war:
                    lost = _more(war, event.faction, war.heroes, 1)
                    state.world.put(war.replace(heroes=lost))
        case _:
            pass


def _note_battle(state: State, event: BattleHeard) -> None:
    """A battle belongs to every war that a faction of one side has with one of the other."""
    lost = event.shares or (event.attackers_lost, event.defenders_lost)
    fell = dict(zip((*event.attackers, *event.defenders), lost, strict=True))
    for one, other in itertools.product(event.attackers, event.defenders):
        war = wars.under_way(state.world, one, other)
        if war is None:
            continue
        fallen = _more(war, other, _more(war, one, war.fallen, fell[one]), fell[other])
        won = war.won
        if event.winner in ("attacker", "defender"):
            won = _more(war, one if event.winner == "attacker" else other, won, 1)
        state.world.put(war.replace(won=won, fallen=fallen))


def _more(war: wars.War, faction: int, figures: wars.Both, by: int) -> wars.Both:
    """The figures of both sides with one side's raised."""
    if faction == war.one:
        return figures.replace(one=figures.one + by)
    return figures.replace(other=figures.other + by)
