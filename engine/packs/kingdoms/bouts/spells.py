"""Combat spells: what they do when they work, and two of them when they fail.

Who may cast them at whom, and how well, stands in `lore`; images of an opponent in `images`.

Source: kingdoms.magic.exact-effects.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Final

from engine.dice import Dice
from engine.packs.kingdoms.bouts import ending, images
from engine.packs.kingdoms.bouts.happenings import Enraged, Slain, SpellTried, Suspended
from engine.packs.kingdoms.bouts.sides import EncounterSide, Range
from engine.packs.kingdoms.pieces.chance import checked, ranged, rounded, thrown

if TYPE_CHECKING:
    from engine.packs.kingdoms.bouts.bout import Bout

_HOLY: Final = 10  # kingdoms.spell.holy-symbol
_HOLIER: Final = 20
_HOLY_DIE: Final = 4
_STUN: Final = (2, 5)  # kingdoms.spell.psychic-blast
_STORM: Final = (4, 4)  # kingdoms.spell.telekinetic-storm
_STORM_BACK: Final[Mapping[Range, int]] = {"melee": 4, "bow": 2, "spell": 1}
_STORM_DIE: Final = 4
_FIREBALL: Final = (1, 8)  # kingdoms.spell.fireball
_FREEZES: Final = 4  # kingdoms.spell.ice-suspension
_ICE_ROUNDS: Final = 3
_CRASH: Final = (5, 10)
_SQUEEZE: Final = 1  # kingdoms.spell.hand-of-death
_RAISED: Final = (50, 100)  # kingdoms.spell.control-undead


def cast(
    bout: Bout,
    side: EncounterSide,
    foe: EncounterSide,
    code: str,
    level: int,
    chance: int,
    *,
    item: bool,
) -> bool:
    """Cast a spell that was prepared; whether it worked (kingdoms.encounter.tactic-cast)."""
    worked, drawn = checked(bout.dice, chance)
    bout.log.append(
        SpellTried(
            role=side.role,
            art=code,
            level=level,
            item=item,
            chance=chance,
            drawn=drawn,
            worked=worked,
        )
    )
    if worked:
        WORKING[code](bout, side, foe, level)
    elif code in FAILING:
        FAILING[code](bout, foe)
    return worked


# ---------------------------------------------------------------- figures


def holy(level: int, *, unholy: bool) -> int:
    """By how many percent of itself a Holy Symbol lowers a chance to hit."""
    return min(100, (_HOLIER if unholy else _HOLY) * level)


def frozen(level: int, hits: int) -> tuple[bool, int]:
    """Whether ice holds a victim whole, and the free rounds (kingdoms.spell.ice-suspension)."""
    if hits <= _FREEZES * level:
        return True, _ICE_ROUNDS
    return False, ceil(Fraction(_FREEZES * level, hits) * _ICE_ROUNDS)


def squeeze(level: int, dice: Dice) -> int:
    """What a squeeze does: 1 and half a point for each level, rounded randomly."""
    return _SQUEEZE + rounded(dice, Fraction(level, 2))


# ---------------------------------------------------------------- what they do


def _holy_symbol(bout: Bout, side: EncounterSide, foe: EncounterSide, level: int) -> None:
    foe.holy = holy(level, unholy=foe.unholy)
    if foe.unholy:
        bout.burn(foe, "HO", thrown(bout.dice, level, _HOLY_DIE))
        bout.deaths()


def _spiritwrack(bout: Bout, side: EncounterSide, foe: EncounterSide, level: int) -> None:
    foe.wrack = level


def _charm(bout: Bout, side: EncounterSide, foe: EncounterSide, level: int) -> None:
    bout.outcome = f"{side.role}_charmed_away"


def _psychic_blast(bout: Bout, side: EncounterSide, foe: EncounterSide, level: int) -> None:
    bout.grant(side, ranged(bout.dice, *_STUN))


def _telekinetic_storm(bout: Bout, side: EncounterSide, foe: EncounterSide, level: int) -> None:
    bout.burn(foe, "TE", thrown(bout.dice, *_STORM))
    bout.burn(side, "TE", thrown(bout.dice, _STORM_BACK[bout.at], _STORM_DIE))
    bout.deaths()


def _invisibility(bout: Bout, side: EncounterSide, foe: EncounterSide, level: int) -> None:
    side.invisible = True


def _fireball(bout: Bout, side: EncounterSide, foe: EncounterSide, level: int) -> None:
    bout.burn(foe, "FI", ranged(bout.dice, *_FIREBALL) + level)
    bout.deaths()


def _ice_suspension(bout: Bout, side: EncounterSide, foe: EncounterSide, level: int) -> None:
    if "flying" in foe.kinds:
        bout.burn(foe, "IC", ranged(bout.dice, *_CRASH))
        bout.deaths()
        if not bout.outcome:
            bout.grant(side, bout.dice.whole(_ICE_ROUNDS))
        return
    held, rounds = frozen(level, foe.hits)
    if held:
        items = foe.fighter.hoard if side.fighter.character else ()
        bout.log.append(Suspended(role=foe.role, items=items))
        if items:
            bout.gain(ending.Gains(side.role, items))
            foe.fighter = foe.fighter.replace(hoard=())
        if side.plan[side.at] == "FL":
            bout.outcome = f"{side.role}_fled"
            return
    bout.grant(side, rounds)


def _slay(bout: Bout, foe: EncounterSide, code: str) -> None:
    foe.hits = 0
    bout.log.append(Slain(role=foe.role, art=code))
    bout.deaths()


def _kill_enemy(bout: Bout, side: EncounterSide, foe: EncounterSide, level: int) -> None:
    _slay(bout, foe, "KI")


def _kill_enemy_failed(bout: Bout, foe: EncounterSide) -> None:
    was, foe.temper = foe.temper, "Berserk"
    bout.log.append(Enraged(role=foe.role, art="KI", left=foe.hits))
    if was != "Berserk":
        bout.rage(foe)


def _hand_of_death(bout: Bout, side: EncounterSide, foe: EncounterSide, level: int) -> None:
    side.grip = level


def _control_undead(bout: Bout, side: EncounterSide, foe: EncounterSide, level: int) -> None:
    _slay(bout, foe, "CO")


def _control_undead_failed(bout: Bout, foe: EncounterSide) -> None:
    foe.hits += foe.hits * ranged(bout.dice, *_RAISED) // 100
    foe.controlled = True
    bout.log.append(Enraged(role=foe.role, art="CO", left=foe.hits))


WORKING: Final[Mapping[str, Callable[[Bout, EncounterSide, EncounterSide, int], None]]] = {
    "HO": _holy_symbol,
    "SP": _spiritwrack,
    "CH": _charm,
    "PS": _psychic_blast,
    "TE": _telekinetic_storm,
    "IN": _invisibility,
    "MI": images.phantasm,
    "FI": _fireball,
    "IC": _ice_suspension,
    "KI": _kill_enemy,
    "HA": _hand_of_death,
    "CO": _control_undead,
}
"""What a spell does that worked: the encounter, the caster, the opponent and the level."""
FAILING: Final[Mapping[str, Callable[[Bout, EncounterSide], None]]] = {
    "KI": _kill_enemy_failed,
    "CO": _control_undead_failed,
}
"""What a spell does to its victim that failed."""
