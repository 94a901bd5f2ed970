"""Lines about garrisons and their orders, attacks on cities, sieges and bombardments."""

from bot.faces.cohorts.city.defense import comes_out
from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, number, word
from engine.packs.cohorts.marching.garrisons import GarrisonStayed, StackSheltered
from engine.packs.cohorts.military.assisting import AssistanceSet
from engine.packs.cohorts.military.besieging import BaronyBesieged
from engine.packs.cohorts.military.bombarding import BombardmentBegun
from engine.packs.cohorts.military.bombardment import (
    BombardmentSuffered,
    Loss,
    ProvinceBombarded,
    Strike,
)
from engine.packs.cohorts.military.conquering import CityAssailed
from engine.packs.cohorts.military.defending import DefenseSet
from engine.packs.cohorts.military.expelling import StackExpelled
from engine.packs.cohorts.military.razing import ImprovementsRazed
from engine.packs.cohorts.military.repelling import IntrudersRepelled, StackTaken, WouldRepel
from engine.packs.cohorts.production.weekly import SiegeEndured

LINES = Lines()


@LINES.of(DefenseSet)
def _(event: DefenseSet, names: CohortsNames) -> str:
    return f"The garrison of {names.show(event.name)} {comes_out(event.orders)}."


@LINES.of(AssistanceSet)
def _(event: AssistanceSet, names: CohortsNames) -> str:
    who = names.show(event.name)
    if event.assists:
        return f"{who} helps the neutral barony in which it stands against attackers."
    return f"{who} keeps out of the wars of neutral baronies."


@LINES.of(GarrisonStayed)
def _(event: GarrisonStayed, names: CohortsNames) -> str:
    foes = listed(map(names.show, event.foes)) if event.foes else "the enemy"
    return (
        f"The garrison of {names.show(event.name)} stays behind its walls while {foes} "
        f"{'stand' if len(event.foes) > 1 else 'stands'} at {names.province(event.province)}."
    )


@LINES.of(StackSheltered)
def _(event: StackSheltered, names: CohortsNames) -> str:
    return (
        f"{names.show(event.name)} draws back from {names.province(event.province)} "
        f"behind the walls of {names.show(event.city_name)}."
    )


@LINES.of(CityAssailed)
def _(event: CityAssailed, names: CohortsNames) -> str:
    return f"{names.show(event.stack_name)} attacks {names.show(event.name)}!"


@LINES.of(BaronyBesieged)
def _(event: BaronyBesieged, names: CohortsNames) -> str:
    return (
        f"{names.show(event.stack_name)} lays siege to {names.show(event.name)}: until the city "
        "repels the intruders it regains no actions, and its people neither grow nor enlist."
    )


@LINES.of(SiegeEndured)
def _(event: SiegeEndured, names: CohortsNames) -> str:
    return (
        f"{names.city(event.city)} is still under siege: no new actions, no growth, no recruits. "
        "Only Repel Intruders breaks it."
    )


@LINES.of(StackExpelled)
def _(event: StackExpelled, names: CohortsNames) -> str:
    told = f"{names.show(event.name)} is driven out of the barony of {names.show(event.city_name)}"
    where = f" and withdraws to {names.province(event.to)}" if event.knows("to") else ""
    return f"{told}{where}."


@LINES.of(StackTaken)
def _(event: StackTaken, names: CohortsNames) -> str:
    return (
        f"{names.show(event.name)} has nowhere to flee to: its people are prisoners of "
        f"{names.show(event.city_name)}, and all that it carried is the city's."
    )


@LINES.of(WouldRepel)
def _(event: WouldRepel, names: CohortsNames) -> str:
    if not event.foes:
        return f"{names.city(event.city)} knows of no enemy in its barony to send its garrison to."
    return f"The garrison of {names.city(event.city)} would meet {names.things(event.foes)}."


@LINES.of(IntrudersRepelled)
def _(event: IntrudersRepelled, names: CohortsNames) -> str:
    city = names.show(event.name)
    if not event.won:
        told = f"The garrison of {city} fails to drive out the intruders"
        return f"{told}: the siege goes on." if event.siege == "goes on" else f"{told}."
    told = f"No enemy is left in the barony of {city}"
    return f"{told}: the siege is broken." if event.siege == "broken" else f"{told}."


@LINES.of(ImprovementsRazed)
def _(event: ImprovementsRazed, names: CohortsNames) -> str:
    gone = [names.show(village) for village in event.villages]
    gone += ["the castle" if each == "castle" else f"the {each} tower" for each in event.towers]
    gone += ["the walls"] * event.walls + ["the roads"] * event.roads
    who = names.show(event.name) if event.knows("name") else "Somebody unseen"
    return f"{who} lays {names.province(event.province)} waste. Razed: {listed(gone)}."


@LINES.of(BombardmentBegun)
def _(event: BombardmentBegun, names: CohortsNames) -> str:
    return (
        f"{names.show(event.name)} fires at {names.province(event.province)} with "
        f"{number(event.pieces, 'piece')}, {number(event.shots, 'shot')} in all."
    )


@LINES.of(ProvinceBombarded)
def _(event: ProvinceBombarded, names: CohortsNames) -> str:
    where = names.province(event.province)
    if not event.hits:
        return f"{names.show(event.name)} finds nothing to hit at {where}."
    hits = listed([_hit(hit, names) for hit in event.hits])
    return f"The shots of {names.show(event.name)} at {where}: {hits}."


@LINES.of(BombardmentSuffered)
def _(event: BombardmentSuffered, names: CohortsNames) -> str:
    who = names.stack(event.stack) if event.stack else "an enemy out of sight"
    losses = listed([_loss(loss, names) for loss in event.losses])
    return f"{names.province(event.province)} is bombarded by {who}: {losses}."


def _hit(hit: Strike, names: CohortsNames) -> str:
    return f"{_struck(hit, names)} {'destroyed' if hit.destroyed else 'hit'}"


def _loss(loss: Loss, names: CohortsNames) -> str:
    what = _struck(loss, names)
    return f"{what} destroyed" if loss.destroyed else f"{what} {-loss.levels}"


def _struck(hit: Strike | Loss, names: CohortsNames) -> str:
    """What was hit, by its name if it has one."""
    return names.show(hit.name) or word(hit.target)
