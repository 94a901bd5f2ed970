"""Lines about what all the world hears: battles, cities and heroes that fell, deeds, great works.

The herald alone tells them; whom such news concern has read more in its own report.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.faces.cohorts.lines.diplomacy import tolls
from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import DEED, ELSEWHERE, FALLEN, PLAIN, WAR, News, Sign, headline
from bot.faces.words.telling import Lines, tell
from bot.faces.words.text import listed, number, word
from engine.packs.cohorts.campaign.tidings import (
    CityFell,
    DeedHeard,
    HeroMourned,
    LandWasted,
    RenownHeard,
    WarUnderWay,
    WorkHeard,
)
from engine.packs.cohorts.marching.hearing import BattleHeard

LINES = Lines()

CONQUEST: Final = Sign("🏰", "Conquest", 15, lasting=True)
_WILD: Final = replace(CONQUEST, weight=16, lasting=False)
BATTLE: Final = Sign("🗡", "Battle", 45)
WASTED: Final = Sign("🪓", "Laid waste", 48)
WORK: Final = Sign("🏛", "Great work", 115)


def _told(sign: Sign, title: Callable[[Any, CohortsNames], str]) -> Callable[[Any, Any], News]:
    """A headline of the herald, and nothing to factions, which read of their own elsewhere."""

    def found(event: Any, names: CohortsNames) -> News:
        return ELSEWHERE if names.reader else headline(sign, title(event, names))

    return found


def _of(faction: int, names: CohortsNames) -> str:
    return names.faction(faction) if faction else "the wild"


def _sides(factions: Iterable[int], names: CohortsNames) -> str:
    return listed([names.faction(each) for each in factions])


# ---------------------------------------------------------------- war


def _city_title(event: CityFell, names: CohortsNames) -> str:
    city = names.show(event.name)
    if not event.winner:
        return f"{city} was lost to all"
    return f"{city} fell to {names.faction(event.winner)}"


def _city(event: CityFell, names: CohortsNames) -> News:
    """What a player lost stands before what was wild."""
    return _told(CONQUEST if event.loser else _WILD, _city_title)(event, names)


@LINES.of(CityFell, _city, herald=True)
def _(event: CityFell, names: CohortsNames) -> str:
    city = names.show(event.name)
    if not event.winner:
        return f"{city} of {_of(event.loser, names)} fell, and nobody was left to rule it."
    of = f"a city of {names.faction(event.loser)}" if event.loser else "a wild city"
    people = f" with {event.people:,} people" if event.people else ""
    how = " without a battle of soldiers" * event.unfought
    return f"{city}, {of}{people}, fell to {names.faction(event.winner)}{how}."


def _battle_title(event: BattleHeard, names: CohortsNames) -> str:
    return f"{_winners(event, names)} won {_where(event, names)}"


def _winners(event: BattleHeard, names: CohortsNames) -> str:
    won = event.attackers if event.winner == "attacker" else event.defenders
    return _sides(won, names) if event.winner != "none" else "nobody"


def _where(event: BattleHeard, names: CohortsNames) -> str:
    if not event.where:
        return "in the wilds"
    how = {"attacker": "before", "defender": "at the walls of"}.get(event.garrison, "near")
    return f"{how} {names.show(event.where)}"


@LINES.of(BattleHeard, _told(BATTLE, _battle_title), herald=True)
def _(event: BattleHeard, names: CohortsNames) -> str:
    one = f"{number(event.attacking, 'soldier')} of {_sides(event.attackers, names)}"
    other = f"{number(event.defending, 'soldier')} of {_sides(event.defenders, names)}"
    if event.wild and event.garrison == "defender":
        other += ", who stood by the wild city,"
    end = {"attacker": "won", "defender": "were beaten"}.get(event.winner, "gained nothing")
    lost = (
        f"{_lost(event.attackers_lost, event.attacking)} of the attackers and "
        f"{_lost(event.defenders_lost, event.defending)} of the defenders were dead or wounded"
        if event.attackers_lost or event.defenders_lost
        else "nobody was hurt"
    )
    where = _where(event, names)
    return f"{where[0].upper()}{where[1:]} {one} attacked {other} and {end}; {lost}."


def _lost(count: int, of: int) -> str:
    return "none" if not count else "all" if count == of else f"{count:,}"


def _wasted_title(event: LandWasted, names: CohortsNames) -> str:
    return f"the land of {names.show(event.barony)}"


@LINES.of(LandWasted, _told(WASTED, _wasted_title), herald=True)
def _(event: LandWasted, names: CohortsNames) -> str:
    gone = [f"the village of {names.show(each)}" for each in event.villages]
    gone += ["its castle"] * event.castle
    whose = f" of {names.faction(event.faction)}" if event.faction else ""
    return f"Enemies laid waste the land of {names.show(event.barony)}{whose}: {listed(gone)}."


def _under_way(event: WarUnderWay, names: CohortsNames) -> News:
    """That a war began in the last turn of all was told as it did."""
    if event.war.began == event.war.ended:
        return ELSEWHERE
    return _told(WAR, _war_title)(event, names)


def _war_title(event: WarUnderWay, names: CohortsNames) -> str:
    one, other = (names.faction(each) for each in event.war.sides)
    return f"{one} and {other} were still at war"


@LINES.of(WarUnderWay, _under_way, herald=True)
def _(event: WarUnderWay, names: CohortsNames) -> str:
    one, other = (names.faction(each) for each in event.war.sides)
    return (
        f"The war of {one} and {other}, begun in turn {event.war.began}, was not over. "
        f"{tolls(event.war, names)}"
    )


# ---------------------------------------------------------------- heroes


def _hero(event: HeroMourned | DeedHeard | RenownHeard, names: CohortsNames) -> str:
    return f"{names.show(event.name)} of {_of(event.faction, names)}"


def _fell(event: HeroMourned, names: CohortsNames) -> News:
    if names.reader:
        return ELSEWHERE
    return headline(FALLEN, names.show(event.name), f" of {_of(event.faction, names)}")


def _mourned(events: Sequence[HeroMourned], names: CohortsNames) -> Iterator[str]:
    """The heroes of one side who fell against one enemy in a sentence."""
    fates: dict[tuple[int, bool, tuple[int, ...]], list[HeroMourned]] = {}
    for event in events:
        fates.setdefault((event.faction, event.battle, event.foes), []).append(event)
    for alike in fates.values():
        one = alike[0]
        if len(alike) == 1:
            yield tell(one, names)
            continue
        who = [f"{names.show(each.name)} ({_sort(each)}{_titled(each, names)})" for each in alike]
        heroes = f"{len(alike)} heroes of {_of(one.faction, names)}"
        told = listed(who, most=len(who))
        barons = [each.baron for each in alike if each.baron]
        yield f"{heroes} {_died(one, names)}: {told}.{_orphaned(barons, names)}"


@LINES.of(HeroMourned, _fell, herald=True, together=_mourned)
def _(event: HeroMourned, names: CohortsNames) -> str:
    titles = _titled(event, names).removeprefix("; ")
    who = f"{_hero(event, names)}, {_sort(event)}" + (f" ({titles})" if titles else "")
    return f"{who}, {_died(event, names)}.{_orphaned([event.baron], names)}"


def _sort(event: HeroMourned) -> str:
    return f"{word(event.race)} {word(event.job)} of level {event.level}"


def _titled(event: HeroMourned, names: CohortsNames) -> str:
    return f"; {listed([names.title(each) for each in event.titles])}" if event.titles else ""


def _died(event: HeroMourned, names: CohortsNames) -> str:
    if not event.battle:
        return "died"
    return f"fell in battle against {_sides(event.foes, names) if event.foes else 'the wild'}"


def _orphaned(barons: Sequence[Sequence[str]], names: CohortsNames) -> str:
    """The cities that lost their barons with somebody, after a blank; empty for none."""
    cities = [names.show(city) for held in barons for city in held]
    what = "its baron" if len(cities) == 1 else "their baron" + "s" * (len(barons) > 1)
    return f" {listed(cities, most=len(cities))} lost {what}." if cities else ""


def _deed(event: DeedHeard, names: CohortsNames) -> News:
    if names.reader:
        return ELSEWHERE
    if not event.title:
        return PLAIN
    return headline(DEED, f"{names.show(event.name)}, {names.title(event.title)}")


def _quests(events: Sequence[DeedHeard], names: CohortsNames) -> str:
    """The quests of a week; of one that brought a title, the title was told."""
    titled = {each.name for each in events if each.title}
    done: dict[str, dict[str, None]] = {}
    for each in events:
        if each.quest and each.name not in titled:
            who = f"{_hero(each, names)} ({word(each.job)} of level {each.level})"
            done.setdefault(names.task(each.quest), {})[who] = None
    told = [f"“{quest}” by {listed(who)}" for quest, who in done.items()]
    return f"Quests completed: {listed(told, most=len(told))}." if told else ""


@LINES.of(DeedHeard, _deed, herald=_quests)
def _(event: DeedHeard, names: CohortsNames) -> str:
    who = f"{_hero(event, names)}, {word(event.job)} of level {event.level},"
    if event.title:
        return f"{who} was given the title “{names.title(event.title)}”."
    return f"{who} completed the quest “{names.task(event.quest)}”."


def _renown_title(event: RenownHeard, names: CohortsNames) -> str:
    return f"{names.show(event.name)} reached level {event.level} before all others"


@LINES.of(RenownHeard, _told(DEED, _renown_title), herald=True)
def _(event: RenownHeard, names: CohortsNames) -> str:
    who = f"{_hero(event, names)}, {word(event.race)} {word(event.job)},"
    return f"{who} was the first of all to reach level {event.level}."


# ---------------------------------------------------------------- works


def _work_title(event: WorkHeard, names: CohortsNames) -> str:
    city = names.show(event.city)
    return f"the first {word(event.guild)} guild, in {city}" if event.guild else f"a castle, {city}"


@LINES.of(WorkHeard, _told(WORK, _work_title), herald=True)
def _(event: WorkHeard, names: CohortsNames) -> str:
    city = f"{names.show(event.city)} of {_of(event.faction, names)}"
    if not event.guild:
        return f"{city} raised a castle."
    founder = f" by {names.show(event.founder)}" if event.founder else ""
    called = "" if event.city in event.name else f", and is called {names.show(event.name)}"
    return f"The first {word(event.guild)} guild of all was founded in {city}{founder}{called}."
