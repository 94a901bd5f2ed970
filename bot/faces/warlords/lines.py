"""Lines about Warlords: battles, blessings, heroes and their relics, troops."""

from collections.abc import Mapping

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, number
from engine.battle import QUEST
from engine.packs.warlords.aftermath import BattleFought
from engine.packs.warlords.blessing import BlessedByChurch, StackBlessed
from engine.packs.warlords.college import RelicMade
from engine.packs.warlords.heroes import HeroTypeChosen, RelicEquipped
from engine.packs.warlords.magic import WarSpellCast
from engine.packs.warlords.training import TroopsTrained

LINES = Lines()


@LINES.of(BattleFought)
def _(event: BattleFought, names: CohortsNames) -> str:
    winner = names.faction(event.winner) if event.winner else "The defenders"
    nobodys = "those who were there" if event.record.clash.trigger == QUEST else "the garrison"
    loser = f"the force of {names.faction(event.loser)}" if event.loser else nobodys
    told = f"Battle at {names.province(event.province)}: {winner} wiped out {loser}"
    told += f" ({_listed(event.beaten, names)})" if event.beaten else ""
    told += f" and lost {_listed(event.fell, names)}." if event.fell else " without a loss."
    for what, who in (
        ("Fallen, but alive", event.saved),
        ("Taken prisoner", event.prisoners),
        ("New medals", event.medals),
    ):
        if who:
            told += f" {what}: {_listed(who, names)}."
    if event.spoils:
        told += f" Spoils: {names.items(_relics_first(event.spoils, names))}."
    if event.xp:
        told += f" The surviving heroes share {event.xp:,} XP."
    return told


@LINES.of(StackBlessed)
def _(event: StackBlessed, names: CohortsNames) -> str:
    if not event.blessed:
        return f"All of {names.show(event.name)} were blessed already."
    return f"{names.show(event.name)} is blessed: {_listed(event.blessed, names)}."


@LINES.of(BlessedByChurch)
def _(event: BlessedByChurch, names: CohortsNames) -> str:
    church = f"The church of {names.city(event.city)}"
    if not event.blessed:
        return f"{church} gives its blessing to those who had it already."
    return f"{church} blesses {_listed(event.blessed, names)}."


@LINES.of(RelicMade)
def _(event: RelicMade, names: CohortsNames) -> str:
    return (
        f"The college of {names.city(event.city)} makes {names.show(event.relic)} of "
        f"{event.used:,} {names.item(event.material)}."
    )


@LINES.of(HeroTypeChosen)
def _(event: HeroTypeChosen, names: CohortsNames) -> str:
    return f"{names.show(event.name)} fights as a {names.show(event.type)} from now on."


@LINES.of(RelicEquipped)
def _(event: RelicEquipped, names: CohortsNames) -> str:
    done = "puts on" if event.worn else "takes off"
    return f"{names.show(event.name)} {done} {names.show(event.relic)}."


@LINES.of(WarSpellCast)
def _(event: WarSpellCast, names: CohortsNames) -> str:
    told = f"{names.show(event.name)} casts {names.show(event.spell)} on {names.stack(event.stack)}"
    return f"{told}; {_listed(event.ended, names)} ends." if event.ended else f"{told}."


@LINES.of(TroopsTrained)
def _(event: TroopsTrained, names: CohortsNames) -> str:
    made = number(len(event.units), "unit")
    return (
        f"{names.city(event.city)} trains {made} of {names.show(event.type)} from "
        f"{event.recruits:,} {names.show(event.race)} recruits."
    )


def _relics_first(items: Mapping[str, int], names: CohortsNames) -> dict[str, int]:
    """What nobody would overlook, before what any soldier carries."""
    relics: Mapping[str, str] = names.content.thing_names if names.content else {}
    return {item: items[item] for item in sorted(items, key=lambda item: item not in relics)}


def _listed(texts: tuple[str, ...], names: CohortsNames) -> str:
    return listed(names.show(text) for text in texts)
