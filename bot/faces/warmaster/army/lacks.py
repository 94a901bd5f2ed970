"""What an army may lack before it fights, and the tap that mends it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.faces.leads import Lead
from bot.faces.warmaster.army.deploying import DeployArmy
from bot.faces.warmaster.army.facts import ArmyFacts
from bot.faces.warmaster.army.leads import to_equip, to_name, to_order, to_post
from bot.faces.words.text import listed, number
from engine.facts import NotKnown
from engine.orders import Ref
from engine.packs.cohorts.pieces.possessions import count
from engine.packs.cohorts.pieces.records import Character, Stack, Unit
from engine.packs.cohorts.stacks.battle_slots import AssignBattleSlot
from engine.packs.cohorts.stacks.transfers import TransferCharacter
from engine.packs.warmaster.battle.brigades import LARGEST
from engine.packs.warmaster.content import MagicItem, WarmasterContent
from engine.packs.warmaster.orders.directing import FormBrigade
from engine.packs.warmaster.orders.equipping import may_carry, reach
from engine.packs.warmaster.pieces import carried
from engine.state import State
from engine.world import Missing, Place

_OFFERED: Final = 3
"""Bearers to whom a line leads for each item."""


@dataclass(frozen=True, slots=True)
class Lack:
    """Something that an army lacks."""

    about: str
    """What it is about, in a word or two."""
    says: str
    """In a few words, with names as people typed them."""
    leads: tuple[Lead, ...] = ()
    grave: bool = True
    """Whether it is worth more than a word in the panel."""


def lacks(state: State, facts: ArmyFacts) -> list[Lack]:
    """What an army of the player's lacks, the gravest first; `state` is a plan's on the view."""
    if not facts.units or facts.naval:
        return []
    found = [
        *_command(state, facts),
        *_in_danger(facts),
        *_idle_items(state, facts),
        *_unplaced(facts),
        *_alone(facts),
        *_untyped(facts),
    ]
    return sorted(found, key=lambda each: not each.grave)


def _command(state: State, facts: ArmyFacts) -> Iterator[Lack]:
    """Nobody leads, or nobody was named to."""
    general = facts.general
    if general is None:
        leads = [_into_battle(facts, each.place.id, each.name) for each in facts.leaders[:3]]
        if not leads and facts.place.kind == Stack.kind:
            leads = list(_joining(state, facts))
        yield Lack(
            "General", "nobody leads it but an unnamed captain, with Command 7", tuple(leads)
        )
        return
    others = [each for each in facts.leaders if each.role and each is not general]
    if others and not any(each.named for each in facts.leaders):
        leads = tuple(to_name(each) for each in (general, *others) if each.mine)
        says = f"no commander is named, so {general.name} leads by level"
        yield Lack("Commander", says, leads, grave=False)


def _into_battle(facts: ArmyFacts, character: int, name: str) -> Lead:
    given = {"piece": str(Ref(Character.kind, character))}
    return to_order(AssignBattleSlot, f"{name}: take a battle slot", **given)


def _joining(state: State, facts: ArmyFacts) -> Iterator[Lead]:
    """The player's characters who are where the stack is, and could join it."""
    stack = state.world.get(Stack, facts.place.id)
    for one in state.world.by(Character, "player", state.player):
        holder = state.world.at(one.holder)
        if one.dead or one.captor or getattr(holder, "province", 0) != stack.province:
            continue
        given = {"character": str(Ref(*one.place)), "target": str(Ref(*stack.place))}
        yield to_order(TransferCharacter, f"{one.name} joins {stack.name}", **given)


def _in_danger(facts: ArmyFacts) -> Iterator[Lack]:
    """A General who stays in the front row or goes into the fighting, and may well be slain there.

    Sources: warmaster.character.loss, warmaster.end.withdrawal.
    """
    general = facts.general
    if general is None or len(facts.units) < 2:
        return
    leads = (to_post(general),) if general.mine else ()
    parts = zip(("attack", "defence"), general.units, general.front, strict=True)
    fronts = [(part, unit) for part, unit, front in parts if front]
    if general.stance == "lead":
        says = f"{general.name} goes into the fighting: a General slain is a battle lost"
        yield Lack("General", says, leads, grave=False)
    elif fronts and str(general.stance) == "stay":
        when = "in attack and defence" if len(fronts) > 1 else f"in {fronts[0][0]}"
        says = (
            f"{general.name} commands from the front row with {fronts[0][1]} {when}: a General "
            "slain is a battle lost"
        )
        yield Lack("General", says, leads, grave=not general.posted)


def _idle_items(state: State, facts: ArmyFacts) -> Iterator[Lack]:
    """Items at hand that nobody carries, though somebody could, in one line."""
    names: list[str] = []
    leads: list[Lead] = []
    for item in state.module.content(WarmasterContent).magic_items.values():
        if able := _able(state, facts, item):
            names.append(item.name)
            leads += able[:_OFFERED]
    if names:
        lies = "lies" if len(names) == 1 else "lie"
        yield Lack("Items", f"{listed(names)} {lies} unused", tuple(leads))


def _able(state: State, facts: ArmyFacts, item: MagicItem) -> list[Lead]:
    """To those who could carry an item that lies there."""
    try:
        if not _free(state, facts, item.key):
            return []
        return [
            to_equip(place, name, item)
            for place, name in _own(facts)
            if isinstance(piece := state.world.at(place), Character | Unit)
            and not carried(state.world, piece)
            and may_carry(state, piece, item)
            and reach(state, piece, item.key)
        ]
    except (NotKnown, Missing):
        return []


def _own(facts: ArmyFacts) -> Iterator[tuple[Place, str]]:
    """The player's own who fight in it, with their names."""
    yield from ((each.place, each.name) for each in facts.leaders if each.mine and each.role)
    yield from ((each.place, each.troop.name) for each in facts.units if each.mine)


def _free(state: State, facts: ArmyFacts, item: str) -> bool:
    """Whether more of an item is in the force than is carried there."""
    there = count(state.world, facts.place, item)
    for cls in (Character, Unit):
        for piece in state.world.by(cls, "holder", facts.place):
            has = count(state.world, piece.place, item)
            there += has - (1 if has and carried(state.world, piece) == item else 0)
    return there > 0


def _unplaced(facts: ArmyFacts) -> Iterator[Lack]:
    """Units that were given no hex, which find one by their battle slots."""
    mine = [each for each in facts.units if each.mine]
    parts = ("attack", "defence")
    counts = [sum(each.given[part] is None for each in mine) for part, _ in enumerate(parts)]
    if not any(counts):
        return
    leads = tuple(
        DeployArmy.lead(facts.place, name)
        for name, count_ in zip(parts, counts, strict=True)
        if count_
    )
    if counts[0] == counts[1]:
        when = f"{number(counts[0], 'unit')}, neither for attack nor for defence"
    else:
        told = zip(parts, counts, strict=True)
        when = " and ".join(f"{number(n, 'unit')} for {name}" for name, n in told if n)
    yield Lack("Places", f"no hex was given to {when}", leads, grave=False)


def _alone(facts: ArmyFacts) -> Iterator[Lack]:
    """Units left out of brigades where the player formed any."""
    alone = [each for each in facts.units if each.mine and not each.brigade]
    if facts.brigades and alone:
        given = tuple(("units", str(Ref(*each.place))) for each in alone[:LARGEST])
        lead = Lead(label="Form a brigade of them", order=FormBrigade.path, given=given)
        says = f"{number(len(alone), 'unit')} in no brigade, ordered one by one"
        yield Lack("Brigades", says, (lead,), grave=False)


def _untyped(facts: ArmyFacts) -> Iterator[Lack]:
    """Units that no army list knows."""
    found = [each.troop.name for each in facts.units if not each.troop.type]
    if found:
        verb = "has no type and fights" if len(found) == 1 else "have no type and fight"
        yield Lack("Type", f"{listed(found)} {verb} by level and gear", grave=False)
