"""What an item gives to its wearer, in words.

Bonuses are asked of the rules: those that a bearer of this item alone has and one without it has
not.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from bot.faces.cohorts.spelling import spelt
from bot.faces.words.figures import amount, effects
from engine.modifiers import Modifier
from engine.packs.cohorts.content import Content, Gear, Mount, Potion, Weapon
from engine.packs.cohorts.content.item_keys import item_of
from engine.packs.cohorts.content.items import PHYSICAL, Equipment
from engine.packs.cohorts.content.land import MODES
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.things.uniques import unique_of
from engine.packs.cohorts.worth.bonuses import modifiers
from engine.world import Place, World

_NOBODY = Place("unit", 0)


def gifts(
    view: World, content: Content, item: str, bearer: Character | Unit | None = None
) -> tuple[str, ...]:
    """What an item gives, to a bearer with its talents and level or to anybody."""
    return (*_attacks(content, item), *map(spelt, effects(_bonuses(view, content, item, bearer))),
            *_further(view, content, item))  # fmt: skip


def _bonuses(
    view: World, content: Content, item: str, bearer: Character | Unit | None
) -> Iterator[Modifier]:
    wearer = bearer or _anybody(content)
    without = list(modifiers(view, content, wearer.replace(equipment={})))
    for each in modifiers(view, content, wearer.replace(equipment={"hand": item})):
        if each in without:
            without.remove(each)
        else:
            yield each


def _anybody(content: Content) -> Unit:
    """A bearer that adds nothing itself."""
    return Unit(
        id=_NOBODY.id,
        name="",
        race=next(iter(content.races)),
        player=0,
        holder=_NOBODY,
        used=Fraction(0),
        acted=False,
        message="",
        arm="soldier",
        type="soldiers",
        soldiers=1,
        level=1,
        xp=0,
        talents=(),
        slot=0,
        wounds=0,
        morale=100,
        statuses={},
        ext=None,
    )


def _attacks(content: Content, item: str) -> Iterator[str]:
    weapon = content.item(item)
    if not isinstance(weapon, Weapon):
        return
    for way, damage, power, type_ in (
        ("melee", weapon.melee_damage, weapon.melee_power, weapon.melee_type),
        ("missile", weapon.missile_damage, weapon.missile_power, weapon.missile_type),
    ):
        if damage:
            kind = "" if type_ == PHYSICAL else f" {type_}"
            yield f"{way}{kind} damage × {amount(damage)}, power {power}"


def _further(view: World, content: Content, item: str) -> Iterator[str]:
    """What is no bonus: how it moves and carries, its poison, its talents and spells."""
    name, thing = item_of(item), content.item(item)
    if isinstance(thing, Equipment):
        yield from (f"gives the talent {content.talents[key].name}" for key in thing.talents)
        spells = (content.spell(key) for key in thing.spells)
        yield from (f"grants the spell {spell.name}" for spell in spells if spell)
    if isinstance(thing, Gear | Mount):
        for mode in MODES:
            travel = getattr(thing, mode)
            if travel:
                yield f"moves by {mode} at {travel.rate}, carries {travel.capacity}"
    poison = content.potions.get(name.poison)
    if isinstance(poison, Potion) and poison.coating:
        coat, quality = poison.coating, name.poison_quality
        yield (
            f"{coat.type.replace('_', ' ')} attack, damage {coat.damage * quality}, "
            f"strength {coat.value * quality}"
        )
    unique = unique_of(view, name)
    spell = content.spell(unique.spell) if unique and unique.knows("spell") else None
    if spell:
        yield f"grants the spell {spell.name}"
