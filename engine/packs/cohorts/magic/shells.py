"""Shells: how strong the magic is that a hostile spell must exceed.

Source: cohorts.magic.shell-stacking. How shells are laid down is in `effects.lying`.
"""

from __future__ import annotations

from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.ownership import province_of
from engine.packs.cohorts.pieces.records import Character, City, Province, Unit
from engine.packs.cohorts.worth.active_spells import own_shell
from engine.world import Place, Record, World


def covering(world: World, content: Content, thing: Record) -> int:
    """The whole shell that covers something: its own and those of all that it is in.

    A military unit has none itself.
    """
    total = 0 if isinstance(thing, Unit) else own_shell(world, content, thing.place)
    if isinstance(thing, Province):
        return total
    if isinstance(thing, Character | Unit) and thing.holder.kind != Province.kind:
        total += own_shell(world, content, thing.holder)
    ground = Place(Province.kind, province_of(world, thing.place))
    return total + own_shell(world, content, ground)


def against_destruction(world: World, content: Content, province: Province) -> int:
    """The shell that a spell of destruction must exceed: that of the land and of a city on it."""
    cities = world.by(City, "province", province.id)
    over = sum(own_shell(world, content, city.place) for city in cities)
    return covering(world, content, province) + over


def overcomes(strength: int, shell: int) -> bool:
    """Whether a hostile spell takes effect; there is no roll (cohorts.magic.shell-contest)."""
    return strength > shell
