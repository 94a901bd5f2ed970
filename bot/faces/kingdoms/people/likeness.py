"""How Kings and heroes look: by race, by what they do best, by what they carry and their wounds."""

from __future__ import annotations

from typing import Final

from bot.faces.sheet.likeness import Armour, Likeness
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.pieces.abilities import ABILITIES
from engine.packs.kingdoms.pieces.records import MagicItem, Ruler
from engine.world import World

_CALLINGS: Final = {
    **dict.fromkeys(("WH", "SA"), "priest"),
    **dict.fromkeys(("PS", "IL", "EL", "NE"), "mage"),
    **dict.fromkeys(("TA", "MA", "NA", "AR", "ME"), "warrior"),
    **dict.fromkeys(("SP", "TH", "EX"), "knave"),
    "DR": "bard",
}
"""What tells the calling of a character, by the best ability."""
_ARCHERY: Final = ABILITIES.index("AR")
_MELEE: Final = ABILITIES.index("ME")


def likeness_of(
    content: EncounterContent, view: World, ruler: Ruler, colour: int, most: int
) -> Likeness:
    """How a character looks, as far as known; `most` are the hit points when unhurt."""
    skill = (ruler.coma or ruler.skill) if ruler.knows("skill") else ()
    best = max(range(len(skill)), key=lambda place: skill[place]) if any(skill) else -1
    wounds = 0
    if ruler.knows("hit_points") and most:
        wounds = max(0, min(100, 100 * (most - ruler.hit_points) // most))
    return Likeness(
        seed=ruler.id * 2654435761 % 2**32,
        race=ruler.race,
        calling=_CALLINGS[ABILITIES[best]] if best >= 0 else "knave",
        armour=_armour(skill),
        weapon=_weapon(content, view, ruler, skill),
        shield=bool(skill) and skill[_MELEE] >= 2,
        wounds=wounds,
        dead=not ruler.alive,
        captive=False,
        colour=colour,
        crowned=ruler.royal,
    )


def _armour(skill: tuple[int, ...]) -> Armour:
    if not skill:
        return "none"
    melee = skill[_MELEE]
    return "plate" if melee >= 3 else "mail" if melee == 2 else "leather" if melee else "none"


def _weapon(content: EncounterContent, view: World, ruler: Ruler, skill: tuple[int, ...]) -> str:
    carried = [content.artifacts[item.item] for item in view.by(MagicItem, "holder", ruler.place)]
    names = " ".join(each.key for each in carried)
    for word, weapon in (("axe", "axe"), ("bow", "bow"), ("staff", "staff"), ("sword", "sword")):
        if word in names:
            return weapon
    if not skill:
        return ""
    if skill[_ARCHERY] > skill[_MELEE]:
        return "bow"
    return "blade" if skill[_MELEE] else "staff" if max(skill) else ""
