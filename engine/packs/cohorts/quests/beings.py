"""Beings that quests bring into the game: companions who stay, foes who are gone after a battle.

What they are like the module says (`content.quests.Being`).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from engine.packs.cohorts.characters.newcomers import newcomer, unused
from engine.packs.cohorts.cities.models import SOLDIERS
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.quests import Being
from engine.packs.cohorts.pieces import possessions
from engine.packs.cohorts.pieces.contents import pieces_in
from engine.packs.cohorts.pieces.records import Character, Piece, Stack, Unit
from engine.packs.cohorts.stacks.transfers import hand_over, too_high
from engine.state import State
from engine.world import Place, Record


def join(state: State, being: Being, holder: Place, province: int) -> Character | Unit:
    """Have somebody enter the player's service, in a stack or city if there is room, else loose."""
    made = appear(state, being, state.player, Place("province", province))
    stack = state.world.at(holder)
    if isinstance(stack, Character):
        stack = state.world.at(stack.holder)
    if isinstance(stack, Stack) and not any(too_high(state, stack, [made])):
        hand_over(state, made, stack.place)
    return made


def appear(state: State, being: Being, player: int, holder: Place) -> Character | Unit:
    """Make somebody new, of a player or, with 0, of nobody."""
    content = state.module.content(Content)
    name, worn = unused(state, being.name), dict(sorted(being.arms.worn().items()))
    if being.class_:
        made = newcomer(
            state,
            name=name,
            race=being.race,
            job=being.class_,
            level=being.level,
            player=player,
            holder=holder,
            deity=being.deity or "",
            talents=being.talents,
            equipment=worn,
            slot=being.slot,
        )
        skills = {**made.skills, **being.skills}
        made = made.replace(skills=dict(sorted(skills.items())))
        state.world.put(made)
        return made
    return state.make(
        Unit,
        name=name,
        race=being.race,
        player=player,
        holder=holder,
        used=Fraction(0),
        acted=False,
        message="",
        arm="soldier",
        type=being.type or SOLDIERS,
        soldiers=being.soldiers,
        level=being.level,
        xp=content.experience.needed_for(being.level),
        talents=being.talents,
        equipment=worn,
        slot=being.slot,
        wounds=0,
        morale=content.training.morale,
        statuses={},
        ext=None,
    )


# ---------------------------------------------------------------- foes


def assemble(state: State, name: str, foes: Sequence[Being], province: int) -> Stack:
    """A stack of nobody's with the foes of a quest, for the time of a battle."""
    stack = state.world.add(
        Stack,
        name=name,
        player=0,
        province=province,
        used=Fraction(1),
        acted="",
        banner=0,
        message="",
    )
    for being in foes:
        appear(state, being, 0, stack.place)
    return stack


def disperse(state: State, stack: Stack, foes: Sequence[Record]) -> None:
    """After the battle: the foes are gone, and whom or what they had taken lies free."""
    world, ground = state.world, Place("province", stack.province)
    for foe in foes:
        left = world.find(type(foe), foe.id)
        if left:
            possessions.move_all(world, left.place, ground)
            world.remove(left)
    now = world.find(Stack, stack.id)
    if now:
        possessions.move_all(world, now.place, ground)
        for taken in list(pieces_in(world, now.place)):
            hand_over(state, freed(taken), ground)
        world.remove(now)


def freed(piece: Piece) -> Piece:
    """The piece as nobody's prisoner."""
    return piece.replace(captor=0) if isinstance(piece, Character | Unit) else piece
