"""Lines about garrisons and their orders, attacks on cities, sieges and bombardments."""

from bot.faces.cohorts.city.panel import comes_out
from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import (
    CAPTURED,
    GAINED,
    LOST,
    NEEDS,
    PLAIN,
    VAIN,
    VICTORY,
    News,
    headline,
    routine,
    unless_vain,
)
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, number, word
from engine.packs.cohorts.marching.garrisons import GarrisonStayed, StackSheltered
from engine.packs.cohorts.military.assisting import AssistanceSet
from engine.packs.cohorts.military.besieging import BaronyBesieged
from engine.packs.cohorts.military.bombarding import BombardmentBegun
from engine.packs.cohorts.military.bombardment import (
    BombardmentHit,
    BombardmentSuffered,
    Loss,
    ProvinceBombarded,
)
from engine.packs.cohorts.military.conquering import CityAssailed
from engine.packs.cohorts.military.defending import DefenseSet
from engine.packs.cohorts.military.expelling import StackExpelled
from engine.packs.cohorts.military.razing import ImprovementsRazed
from engine.packs.cohorts.military.repelling import IntrudersRepelled, StackTaken, WouldRepel
from engine.packs.cohorts.production.hunger import GarrisonHungered
from engine.packs.cohorts.production.weekly import SiegeEndured
from engine.world import Place

LINES = Lines()


@LINES.of(DefenseSet, routine("order to a garrison", "orders to garrisons"))
def _(event: DefenseSet, names: CohortsNames) -> str:
    told = f"The garrison of {names.show(event.name)} {names.did('got', 'get')} orders to"
    return f"{told} {comes_out(event.orders).replace('comes out', 'come out', 1)}."


@LINES.of(AssistanceSet, routine("order to a stack", "orders to stacks"))
def _(event: AssistanceSet, names: CohortsNames) -> str:
    who = f"{names.show(event.name)} {names.did('got', 'get')} orders to"
    if event.assists:
        return f"{who} help neutral baronies on the spot against attackers."
    return f"{who} keep out of the wars of neutral baronies."


@LINES.of(GarrisonStayed, NEEDS)
def _(event: GarrisonStayed, names: CohortsNames) -> str:
    foes = listed(map(names.show, event.foes)) if event.foes else "the enemy"
    return (
        f"The garrison of {names.show(event.name)} stayed behind its walls while {foes} "
        f"stood at {names.province(event.province)}."
    )


@LINES.of(StackSheltered)
def _(event: StackSheltered, names: CohortsNames) -> str:
    return (
        f"{names.show(event.name)} {names.did('drew', 'draw')} back from "
        f"{names.province(event.province)} behind the walls of {names.show(event.city_name)}."
    )


@LINES.of(CityAssailed)
def _(event: CityAssailed, names: CohortsNames) -> str:
    attacked = names.did("attacked", "attack")
    return f"{names.show(event.stack_name)} {attacked} {names.show(event.name)}."


def _besieged(event: BaronyBesieged, names: CohortsNames) -> News:
    if names.own(Place("city", event.city)):
        return headline(LOST, f"{names.show(event.name)} is under siege")
    return PLAIN


@LINES.of(BaronyBesieged, _besieged)
def _(event: BaronyBesieged, names: CohortsNames) -> str:
    laid = f"{names.show(event.stack_name)} {names.did('laid', 'lay')} siege to"
    return (
        f"{laid} {names.show(event.name)}: until the city repels the intruders it regains no "
        "actions, and its people neither grow nor enlist."
    )


@LINES.of(SiegeEndured, NEEDS)
def _(event: SiegeEndured, names: CohortsNames) -> str:
    return (
        f"{names.city(event.city)} was still under siege: no new actions, no growth, no recruits. "
        "Only Repel Intruders breaks it."
    )


@LINES.of(GarrisonHungered, NEEDS)
def _(event: GarrisonHungered, names: CohortsNames) -> str:
    return (
        f"{names.city(event.city)} could feed {event.fed:,} of the {event.soldiers:,} soldiers in "
        f"its garrison: hunger cost each unit {event.wounds}% of its strength."
    )


@LINES.of(StackExpelled)
def _(event: StackExpelled, names: CohortsNames) -> str:
    city = names.show(event.city_name)
    told = f"{names.show(event.name)} had to leave the barony of {city}"
    where = f" and withdrew to {names.province(event.to)}" if event.knows("to") else ""
    return f"{told}{where}."


def _taken(event: StackTaken, names: CohortsNames) -> News:
    if names.own(Place("city", event.city)):
        return headline(VICTORY, f"{names.show(event.name)} surrendered")
    return headline(CAPTURED, f"{names.show(event.name)} surrendered")


@LINES.of(StackTaken, _taken)
def _(event: StackTaken, names: CohortsNames) -> str:
    city = names.show(event.city_name)
    return (
        f"{names.show(event.name)} had nowhere to flee to: its people became prisoners of "
        f"{city}, and its goods went to the city."
    )


@LINES.of(WouldRepel)
def _(event: WouldRepel, names: CohortsNames) -> str:
    if not event.foes:
        return f"{names.city(event.city)} would find no known enemy in its barony to drive out."
    return f"The garrison of {names.city(event.city)} would meet {names.things(event.foes)}."


def _repelled(event: IntrudersRepelled, names: CohortsNames) -> News:
    if not event.won:
        return VAIN
    if event.siege == "broken":
        return headline(GAINED, f"{names.show(event.name)} is free of the siege")
    return PLAIN


@LINES.of(IntrudersRepelled, _repelled)
def _(event: IntrudersRepelled, names: CohortsNames) -> str:
    city = names.show(event.name)
    if not event.won:
        told = f"The garrison of {city} failed to drive out the intruders"
        return f"{told}: the siege went on." if event.siege == "goes on" else f"{told}."
    told = f"No enemy was left in the barony of {city}"
    return f"{told}: the siege was broken." if event.siege == "broken" else f"{told}."


def _razed(event: ImprovementsRazed, names: CohortsNames) -> News:
    return PLAIN if event.knows("stack") and names.own(Place("stack", event.stack)) else NEEDS


@LINES.of(ImprovementsRazed, _razed)
def _(event: ImprovementsRazed, names: CohortsNames) -> str:
    gone = [names.show(village) for village in event.villages]
    gone += ["the castle" if each == "castle" else f"the {each} tower" for each in event.towers]
    gone += ["the walls"] * event.walls + ["the roads"] * event.roads
    who = names.show(event.name) if event.knows("name") else "Somebody unseen"
    laid = names.did("laid", "lay")
    return f"{who} {laid} {names.province(event.province)} waste. Razed: {listed(gone)}."


@LINES.of(BombardmentBegun)
def _(event: BombardmentBegun, names: CohortsNames) -> str:
    return (
        f"{names.show(event.name)} {names.did('fired', 'fire')} at "
        f"{names.province(event.province)} with {number(event.pieces, 'piece')}, "
        f"{number(event.shots, 'shot')} in all."
    )


@LINES.of(ProvinceBombarded, unless_vain("hits"))
def _(event: ProvinceBombarded, names: CohortsNames) -> str:
    where = names.province(event.province)
    if not event.hits:
        return f"{names.show(event.name)} found nothing to hit at {where}."
    hits = listed([_hit(hit, names) for hit in event.hits])
    return f"The shots of {names.show(event.name)} at {where}: {hits}."


@LINES.of(BombardmentSuffered, NEEDS)
def _(event: BombardmentSuffered, names: CohortsNames) -> str:
    who = names.stack(event.stack) if event.stack else "an enemy out of sight"
    losses = listed([_loss(loss, names) for loss in event.losses])
    return f"{names.province(event.province)} was bombarded by {who}: {losses}."


def _hit(hit: BombardmentHit, names: CohortsNames) -> str:
    return f"{_struck(hit, names)} {'destroyed' if hit.destroyed else 'hit'}"


def _loss(loss: Loss, names: CohortsNames) -> str:
    what = _struck(loss, names)
    return f"{what} destroyed" if loss.destroyed else f"{what} {-loss.levels}"


def _struck(hit: BombardmentHit | Loss, names: CohortsNames) -> str:
    """What was hit, by its name if it has one."""
    return names.show(hit.name) or word(hit.target)
