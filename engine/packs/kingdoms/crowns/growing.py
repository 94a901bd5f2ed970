"""What time does by itself as a turn ends: wounds heal, graves rot, Green armies settle.

Sources: kingdoms.character.healing, kingdoms.economy.army-limit, kingdoms.turn.green-armies,
kingdoms.turn.new-heroes, kingdoms.army.werebeasts.
"""

from __future__ import annotations

from typing import Final

from engine.dice import Dice
from engine.events import Event
from engine.facts import facts
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.rulers import RulerContent, Turns
from engine.packs.kingdoms.crowns.heroes import drawn_hero, enter
from engine.packs.kingdoms.crowns.order import living
from engine.packs.kingdoms.crowns.strewing import wild_land
from engine.packs.kingdoms.pieces.chance import picked, step_stream, succeeds
from engine.packs.kingdoms.pieces.records import Army, Crown, Grave, Holding, Ruler
from engine.state import State
from engine.world import World

END: Final = 7
"""The phase of streams that are drawn from as a turn ends."""
_GREEN, _AVERAGE = 1, 2  # kingdoms.army.quality


def healed(hit_points: int, most: int, by: int) -> int:
    """Hit points after a turn end, at most the maximum; what is above it stays."""
    return max(hit_points, min(most, hit_points + by))


# ---------------------------------------------------------------- graves


def rotting(turns: Turns, turn: int) -> bool:
    """Whether graves rot at the end of a turn."""
    return turn >= turns.rot_from


def too_many(turns: Turns, alive: int, graves: int) -> int:
    """How many graves the limit of armies takes away."""
    return min(graves, max(0, alive + graves - turns.armies))


def is_full(turns: Turns, alive: int) -> bool:
    """Whether nobody can recruit, as there are too many living armies."""
    return alive >= turns.armies


def rot(state: State) -> None:
    """A step of the turn end: graves rot, the oldest first, then the limit of armies counts."""
    world, turns = state.world, state.module.content(RulerContent).turns
    turn = state.now.turn
    if rotting(turns, turn):
        for grave in oldest(world):
            if grave.turn < turn and succeeds(
                step_stream(state, END, Grave.kind, grave.id, "rot"), turns.rot
            ):
                world.remove(grave)
    graves = oldest(world)
    for grave in graves[: too_many(turns, world.count(Army), len(graves))]:
        world.remove(grave)


def oldest(world: World) -> list[Grave]:
    """The graves, the oldest first, in the same turn by id."""
    return sorted(world.all(Grave), key=lambda grave: (grave.turn, grave.id))


# ---------------------------------------------------------------- armies


@facts
class ArmySettled(Event):
    """A Green army has become Average (kingdoms.turn.green-armies)."""

    kind = "kingdoms-army-settled"

    army: int
    type: str
    holding: int


def settles(turns: Turns, quality: int, raised: int, turn: int, dice: Dice) -> bool:
    """Whether a Green army that was recruited in an earlier turn becomes Average."""
    return quality == _GREEN and raised < turn and succeeds(dice, turns.settles)


def settle_armies(state: State) -> None:
    """A step of the turn end: Green armies of kingdoms may become Average, by id."""
    world, turns = state.world, state.module.content(RulerContent).turns
    for army in list(world.all(Army)):
        dice = step_stream(state, END, Army.kind, army.id, "settle")
        if army.crown and settles(turns, army.quality, army.raised, state.now.turn, dice):
            world.put(army.replace(quality=_AVERAGE))
            crown = world.get(Crown, army.crown)
            settled = ArmySettled(army=army.id, type=army.type, holding=army.holding)
            state.emit_to(settled, own=[crown.faction])


@facts
class ArmyChanged(Event):
    """An army that was bitten in battle became Werebeasts (kingdoms.army.werebeasts)."""

    kind = "kingdoms-army-changed"

    army: int
    before: str
    type: str
    holding: int


def change_bitten(state: State) -> None:
    """A step of the turn end: bitten armies that still are become as what bit them, by id."""
    world, types = state.world, state.module.content(ArmyContent).army_types
    biter = next((type for type in types.values() if type.bites), None)
    for army in list(world.all(Army)):
        if biter is None or not army.bitten:
            continue
        world.put(army.replace(type=biter.key, race=biter.race or army.race, bitten=False))
        crown = world.find(Crown, army.crown)
        changed = ArmyChanged(army=army.id, before=army.type, type=biter.key, holding=army.holding)
        state.emit_to(changed, own=[crown.faction] if crown else [])


# ---------------------------------------------------------------- heroes


@facts
class HeroAppeared(Event):
    """A hero without a King has come into the world; only a meeting tells where."""

    kind = "kingdoms-hero-appeared"

    ruler: int
    name: str


def new_heroes(state: State) -> None:
    """A step of the turn end: unemployed heroes may appear (kingdoms.turn.new-heroes)."""
    world, content = state.world, state.module.content(RulerContent)
    kingdoms = list(living(world))
    unemployed = sum(
        1 for each in world.all(Ruler) if each.alive and not each.crown and each.rank == "hero"
    )
    for crown in kingdoms:
        if unemployed >= content.turns.heroes_per_kingdom * len(kingdoms):
            return
        dice = step_stream(state, END, Crown.kind, crown.id, "new hero")
        if succeeds(dice, content.turns.new_hero):
            _appear(state, crown, dice)
            unemployed += 1


def _appear(state: State, crown: Crown, dice: Dice) -> None:
    """A hero comes into the world, on land that no kingdom owns if there is any."""
    world, content = state.world, state.module.content(RulerContent)
    armies = state.module.content(ArmyContent)
    land = list(wild_land(world, armies)) or [
        each for each in world.all(Holding) if not armies.grounds[each.terrain].sea
    ]
    holding = picked(dice, land)
    name = step_stream(state, END, Crown.kind, crown.id, "new hero's name")
    hero = enter(world, content, drawn_hero(content, dice), name, holding=holding.id)
    state.emit_to(HeroAppeared(ruler=hero.id, name=hero.name))
