"""On whom a spell may be cast, as factions stand to each other (cohorts.magic.target-relations)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.campaign import Player
from engine.orders import Refusal
from engine.packs.cohorts.content.spells import Dispel, Reveal
from engine.packs.cohorts.diplomacy.hostility import bound, calm, safe_province, still_suing
from engine.packs.cohorts.knowledge.choices import subject_in
from engine.packs.cohorts.knowledge.memories import Memory
from engine.packs.cohorts.magic.cast import SpellResolution, spot
from engine.packs.cohorts.pieces.ownership import city_of, faction_of, player_of, relation
from engine.packs.cohorts.pieces.records import Province
from engine.state import State
from engine.world import Record

RELATIONS = "cohorts.magic.target-relations"


def owner(state: State, thing: Record) -> tuple[int, int]:
    """The faction and the player who have a thing, 0 for none; a province is its barony's lord's.

    In a plan a province whose city is out of sight is whose it was when it was last seen.
    """
    world = state.world
    if not isinstance(thing, Province):
        return faction_of(world, thing), player_of(world, thing)
    city = city_of(world, thing.barony)
    if not state.planning or (city and city.knows("baron")):
        return (faction_of(world, city), player_of(world, city)) if city else (0, 0)
    seen = world.find(Memory, thing.id)
    lord = world.first(Player, "faction", seen.owner) if seen else None
    return (lord.faction, lord.id) if lord else (0, 0)


def forbidden(state: State, cast: SpellResolution, *, hostile: bool) -> Iterator[Refusal]:
    """Why a spell may not be cast on its target, as their factions stand and where they are."""
    faction, player = owner(state, cast.target)
    stands = relation(state.world, cast.caster.faction, faction)
    own = stands == "allied" and faction == cast.caster.faction
    if not hostile:
        # Shells, barriers and healing for a province serve everyone in it.
        if stands == "at_war" and not isinstance(cast.target, Province):
            yield _refusal(state, cast, "is your enemy's, and friendly spells are not for enemies")
        return
    effect = cast.spell.effect
    if not isinstance(effect, Reveal):
        dispels = isinstance(effect, Dispel)
        if stands == "allied" and not (dispels and (own or effect.removes == "barrier")):
            yield _refusal(
                state, cast, "is your own faction's or an ally's, and this is a hostile spell"
            )
        elif stands == "neutral" and player:
            yield _refusal(state, cast, "belongs to a player who is neutral to you")
    spots = (cast.caster.province, spot(state.world, cast.target))
    if bound(state.world, cast.caster.faction, faction, spots[1]):
        yield still_suing()
    if player not in (0, cast.caster.player) and any(calm(state.world, each) for each in spots):
        yield safe_province()


def spared(state: State, cast: SpellResolution, piece: Record) -> bool:
    """Whether a spell on an area passes a piece by: in a safe province everyone with a player.

    There its caster may attack neither friends nor anybody's pieces but those of no player.
    Source: cohorts.world.pvp-restriction.
    """
    spots = (cast.caster.province, spot(state.world, piece))
    if not any(calm(state.world, each) for each in spots):
        return False
    faction, player = owner(state, piece)
    return player != 0 or relation(state.world, cast.caster.faction, faction) == "allied"


def _refusal(state: State, cast: SpellResolution, says: str) -> Refusal:
    return Refusal(
        "relation", RELATIONS, f"{subject_in(state, cast.target)} {says}.", "Choose another target."
    )
