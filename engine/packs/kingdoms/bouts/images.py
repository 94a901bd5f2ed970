"""Mirror-Image Phantasm: a victim fights an image of itself, and perhaps the caster does too.

All in the caster's one action, in separate rounds that the encounter does not count; but no image
fights for longer than an encounter may last, so that every one ends. Source:
kingdoms.spell.mirror-image-phantasm.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.packs.kingdoms.bouts import chances
from engine.packs.kingdoms.bouts.fighters import Role
from engine.packs.kingdoms.bouts.happenings import (
    Blow,
    Doubted,
    ImageEnded,
    ImageMade,
    Slain,
    SpellTried,
)
from engine.packs.kingdoms.bouts.lore import can_cast, prepare
from engine.packs.kingdoms.bouts.sides import EncounterSide
from engine.packs.kingdoms.pieces.chance import checked, ranged

if TYPE_CHECKING:
    from engine.packs.kingdoms.bouts.bout import Bout

_CODE: Final = "MI"
_TACTIC: Final = f"CA-{_CODE}"


def phantasm(bout: Bout, side: EncounterSide, foe: EncounterSide, level: int) -> None:
    """The image that `side` makes of its opponent, to its end."""
    bout.log.append(ImageMade(role=side.role, left=foe.hits))
    how = "broken" if _broken(bout, side, foe) else _courses(bout, side, foe, level)
    bout.log.append(ImageEnded(role=side.role, how=how))
    slain = {"turned": side, "finished": foe}.get(how)
    if slain:
        slain.hits = 0
        bout.log.append(Slain(role=slain.role, art=_CODE))
        bout.deaths()


def _broken(bout: Bout, side: EncounterSide, foe: EncounterSide) -> bool:
    """Whether the victim ends both images with another, which it tries only once."""
    if foe.plan[foe.at] != _TACTIC or not can_cast(bout, foe, side, _CODE, item=False):
        return False
    foe.at = min(foe.at + 1, len(foe.plan) - 1)
    level, chance = prepare(bout, foe, side, _CODE, item=False)
    if bout.forgone(foe, _TACTIC):
        return False
    worked, drawn = checked(bout.dice, chance)
    bout.log.append(
        SpellTried(
            role=foe.role,
            art=_CODE,
            level=level,
            item=False,
            chance=chance,
            drawn=drawn,
            worked=worked,
        )
    )
    return worked


def _courses(bout: Bout, side: EncounterSide, foe: EncounterSide, level: int) -> str:
    """The victim against its image; if that wins, the image against its master. How it ended."""
    victim = image = foe.hits
    doubt = chances.disbelief(foe.fighter.intelligence, level)
    for _ in range(bout.rounds):
        if _doubts(bout, foe, doubt):
            return "seen-through"
        image = _strike(bout, foe, foe, image, foe.role, "at")
        if image <= 0:
            return "beaten"
        victim = _strike(bout, foe, foe, victim, side.role, "by")
        if victim <= 0:
            return _turned(bout, side, foe, level, image)
    return "faded"


def _turned(bout: Bout, side: EncounterSide, foe: EncounterSide, level: int, image: int) -> str:
    """The image, which looks and fights as the victim does, against its master."""
    master, doubt = side.hits, chances.own_disbelief(level)
    for _ in range(bout.rounds):
        if _doubts(bout, side, doubt):
            return "finished"
        master = _strike(bout, foe, side, master, side.role, "by")
        if master <= 0:
            return "turned"
        image = _strike(bout, side, foe, image, side.role, "at")
        if image <= 0:
            return "finished"
    return "faded"


def _doubts(bout: Bout, side: EncounterSide, chance: int) -> bool:
    seen, drawn = checked(bout.dice, chance)
    bout.log.append(Doubted(role=side.role, chance=chance, drawn=drawn, seen_through=seen))
    return seen


def _strike(
    bout: Bout, one: EncounterSide, at: EncounterSide, hits: int, role: Role, image: str
) -> int:
    """A blow with the figures of `one` at somebody with those of `at`; the hits left to the victim.

    A Spiritwrack takes nothing off it.
    """
    terms = chances.melee_terms(one, at)
    chance = chances.melee_chance(one, at, terms)
    hit, drawn = checked(bout.dice, chance)
    damage = 0
    if hit:
        more = chances.damage_modifier(one, at)
        damage = max(0, ranged(bout.dice, *one.fighter.damage) + more)
    bout.log.append(
        Blow(
            role=role,
            chance=chance,
            terms=terms,
            drawn=drawn,
            hit=hit,
            damage=damage,
            left=hits - damage,
            image=image,
        )
    )
    return hits - damage
