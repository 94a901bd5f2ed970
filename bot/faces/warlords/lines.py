"""Lines about Warlords: battles, blessings, heroes and their relics, troops."""

from collections.abc import Mapping

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import (
    DEFEAT,
    PLAIN,
    VICTORY,
    News,
    headline,
    routine,
    unless_vain,
)
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, number
from engine.battle import QUEST
from engine.packs.warlords.aftermath import WarlordsBattleFought
from engine.packs.warlords.blessing import BlessedByChurch, StackBlessed
from engine.packs.warlords.college import RelicMade
from engine.packs.warlords.heroes import HeroTypeChosen, RelicEquipped
from engine.packs.warlords.magic import WarSpellCast
from engine.packs.warlords.training import TroopsTrained

LINES = Lines()


def _battle(event: WarlordsBattleFought, names: CohortsNames) -> News:
    where = names.province(event.province)
    if names.reader and names.reader == event.winner:
        return headline(VICTORY, f"at {where}")
    if names.reader and names.reader == event.loser:
        return headline(DEFEAT, f"at {where}", vain=True)
    return PLAIN


@LINES.of(WarlordsBattleFought, _battle)
def _(event: WarlordsBattleFought, names: CohortsNames) -> str:
    winner = names.faction(event.winner) if event.winner else "The defenders"
    nobodys = "those who were there" if event.record.clash.trigger == QUEST else "the garrison"
    loser = f"the force of {names.faction(event.loser)}" if event.loser else nobodys
    told = f"{winner} wiped out {loser} at {names.province(event.province)}."
    lost = [
        f"{who} {len(fell)}" for who, fell in (("winners", event.fell), ("losers", event.beaten))
    ]
    told += f" Lost: {', '.join(lost)}."
    # Each is told once: who fell and lives on, and of these who was taken.
    taken = (*event.saved, *event.prisoners)
    for what, who in (
        ("Fallen of the winners", tuple(each for each in event.fell if each not in taken)),
        ("Fallen of the losers", tuple(each for each in event.beaten if each not in taken)),
        ("Struck down, but alive", tuple(e for e in event.saved if e not in event.prisoners)),
        ("Taken prisoner", event.prisoners),
        ("New medals", event.medals),
    ):
        if who:
            told += f" {what}: {_listed(who, names)}."
    if event.spoils:
        told += f" Spoils: {names.items(_relics_first(event.spoils, names))}."
    if event.xp:
        told += f" The surviving heroes shared {event.xp:,} experience."
    return told


@LINES.of(StackBlessed, unless_vain("blessed"))
def _(event: StackBlessed, names: CohortsNames) -> str:
    if not event.blessed:
        return f"All of {names.show(event.name)} were blessed already."
    came, who = names.did("came", "come"), _listed(event.blessed, names)
    return f"A blessing {came} upon {names.show(event.name)}: {who}."


@LINES.of(BlessedByChurch, unless_vain("blessed"))
def _(event: BlessedByChurch, names: CohortsNames) -> str:
    church = f"The church of {names.city(event.city)}"
    if not event.blessed:
        gave = names.did("gave", "give")
        return f"{church} {gave} its blessing to those who had it already."
    return f"{church} {names.did('blessed', 'bless')} {_listed(event.blessed, names)}."


@LINES.of(RelicMade)
def _(event: RelicMade, names: CohortsNames) -> str:
    return (
        f"The college of {names.city(event.city)} {names.did('made', 'make')} "
        f"{names.show(event.relic)} of {event.used:,} {names.item(event.material)}."
    )


@LINES.of(HeroTypeChosen)
def _(event: HeroTypeChosen, names: CohortsNames) -> str:
    became = names.did("became", "become")
    return f"{names.show(event.name)} {became} a {names.show(event.type)}."


@LINES.of(RelicEquipped, routine("relic put on or off", "relics put on or off"))
def _(event: RelicEquipped, names: CohortsNames) -> str:
    done = names.did("put on", "put on") if event.worn else names.did("took off", "take off")
    return f"{names.show(event.name)} {done} {names.show(event.relic)}."


@LINES.of(WarSpellCast)
def _(event: WarSpellCast, names: CohortsNames) -> str:
    cast = names.did("cast", "cast")
    told = f"{names.show(event.name)} {cast} {names.show(event.spell)} on"
    told = f"{told} {names.stack(event.stack)}"
    ended = names.did("ended", "end")
    return f"{told}; {_listed(event.ended, names)} {ended}." if event.ended else f"{told}."


@LINES.of(TroopsTrained, routine("training"))
def _(event: TroopsTrained, names: CohortsNames) -> str:
    made = number(len(event.units), "unit")
    recruits = number(event.recruits, f"{names.show(event.race)} recruit")
    return (
        f"{names.city(event.city)} {names.did('trained', 'train')} {made} of "
        f"{names.show(event.type)} from {recruits}."
    )


def _relics_first(items: Mapping[str, int], names: CohortsNames) -> dict[str, int]:
    """What nobody would overlook, before what any soldier carries."""
    relics: Mapping[str, str] = names.content.thing_names if names.content else {}
    return {item: items[item] for item in sorted(items, key=lambda item: item not in relics)}


def _listed(texts: tuple[str, ...], names: CohortsNames) -> str:
    return listed(names.show(text) for text in texts)
