"""A unit or character as it fights by Warmaster: its figures, what they come from, what it is told.

The figures are those with which it enters a battle (`engine.packs.warmaster.fielding`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.cohorts.asking import planning
from bot.faces.warmaster.battle.terms import ROLES
from bot.faces.warmaster.cards.spells import does, whom
from bot.faces.warmaster.terms import (
    KINDS,
    SPECIALS,
    STANCES,
    UNTYPED,
    armour,
    directive,
    shots,
)
from bot.faces.words.figures import Bearing, Figure, Shares, Worn, amount, change
from bot.faces.words.text import number
from engine.facts import NotKnown
from engine.packs import Rules
from engine.packs.cohorts.battle.guess import recalled
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.warmaster.battle.directives import default_directive
from engine.packs.warmaster.battle.values import SIDES, SideName, Spot, Troop
from engine.packs.warmaster.content import ArmyList, WarmasterContent
from engine.packs.warmaster.content.lists import Role
from engine.packs.warmaster.fielding import captain_of, figures_of_unit, item_for, troop_of_type
from engine.packs.warmaster.leading import casts, figures_of, role_of, staff
from engine.packs.warmaster.pieces import carried, list_of, regiment_of, type_of
from engine.packs.warmaster.standing import Brigade, leader_post, unit_post
from engine.state import State
from engine.world import World

_NOTE: Final = "By its type, wounds and item; /show army tells how the whole army fights."
_WORD: Final[dict[SideName, str]] = {"attacker": "Attacking", "defender": "Defending"}


def war_bearing(rules: Rules, view: World, piece: Character | Unit) -> Bearing:
    """How an own piece fights, on a view.

    Raises:
        NotKnown: the view does not hold all of it.
    """
    state = planning(rules, view, piece.player)
    if isinstance(piece, Unit):
        troop = figures_of_unit(state, piece)
        figures = (*_unit(state, piece, troop), *_orders(state, piece, troop))
        return Bearing(figures, _NOTE, relics=tuple(_item(state, piece, troop)))
    return Bearing(tuple(_leader(state, piece)), _NOTE, relics=tuple(_device(state, piece)))


def war_reading(rules: Rules, view: World, piece: Character | Unit) -> Iterator[tuple[str, str]]:
    """How a foreign piece fights, as far as its type and what spying told of it say."""
    filled = recalled(view, (piece,))
    known = filled.get(type(piece), piece.id)
    state = planning(rules, filled, 0)
    try:
        if isinstance(known, Unit):
            troop = figures_of_unit(state, known)
            yield "Fights as", _called(state, troop)
            yield "Card", ", ".join(_brief(troop))
        else:
            role = role_of(_war(state), known)
            captain = captain_of(state, known, role)
            yield "Leads as", f"{ROLES[role]} unless it commands, Command {captain.command}"
    except NotKnown:
        return


def war_seeing(rules: Rules, view: World, piece: Character | Unit) -> Iterator[tuple[str, str]]:
    """How a foreign unit fights at full strength, by its type, which is plain to see."""
    if not isinstance(piece, Unit) or not (piece.knows("type") and piece.knows("race")):
        return
    state = planning(rules, view, 0)
    war, content = _war(state), state.module.content(Content)
    kind = type_of(war, regiment_of(war, content, Unit.partly(**{**piece.known(), "ext": None})))
    if kind:
        troop = troop_of_type(kind)
        yield "Fights as", _called(state, troop)
        yield "Card", f"{', '.join(_brief(troop))}, at full strength"


# ---------------------------------------------------------------- units


def _war(state: State) -> WarmasterContent:
    return state.module.content(WarmasterContent)


def _called(state: State, troop: Troop) -> str:
    for army in _war(state).army_lists.values():
        if troop.type in army.units:
            return f"{army.units[troop.type].name} ({army.name})"
    return UNTYPED


def _unit(state: State, unit: Unit, troop: Troop) -> Iterator[Figure]:
    """The figures of its type, or by conversion."""
    name, _, of = _called(state, troop).rstrip(")").partition(" (")
    origin = of or "from its level, armor, mount and weapons"
    worth = f"{KINDS[troop.kind]}, {number(troop.points, 'point')}"
    yield Figure("Fights as", name, ((origin, ""), (worth, "")))
    lost = troop.full_stands - troop.stands
    wounds = ((f"wounds {amount(unit.wounds)}%", change("add", -lost)),) if lost else ()
    full = (("at full strength", str(troop.full_stands)),)
    yield Figure("Stands", str(troop.stands), (*full, *wounds))
    dice = f"{number(troop.attacks * troop.stands, 'die', 'dice')} in all"
    yield Figure("Attacks", str(troop.attacks), (("for each stand", ""), (dice, "")))
    yield Figure("Hits", str(troop.hits), (("for each stand", ""), ("each can take", "")))
    yield Figure("Armour", armour(troop.armour), _saves(troop.armour))
    yield Figure("Pace", str(troop.pace), (("hexes", ""),))
    if troop.shots:
        yield Figure("Shots", str(troop.shots), (("for each stand", ""), _reach(troop.range)))
    if troop.attached:
        extra = troop.attached
        parts = [number(extra.attacks, "attack"), number(extra.hits, "hit")]
        parts += [shots(extra.shots, extra.range)] if extra.shots else []
        parts += [f"armour {armour(extra.armour)}"]
        yield Figure("Attached stand", "yes", (("besides its own", ""), (", ".join(parts), "")))
    if troop.special:
        rules = tuple((f"{rule}: {SPECIALS[rule]}", "") for rule in troop.special)
        yield Figure("Special rules", ", ".join(troop.special), rules)


def _saves(value: int) -> Shares:
    chance = max(0, 7 - value)
    return (("of six dice save", str(chance)),) if chance else ()


def _reach(range: int) -> tuple[str, str]:
    return (f"to {number(range, 'hex', 'hexes')}", "")


def _brief(troop: Troop) -> Iterator[str]:
    """Its figures in a line, for foreign units."""
    yield KINDS[troop.kind]
    yield f"{troop.stands} of {number(troop.full_stands, 'stand')}"
    yield f"{number(troop.attacks, 'attack')} and {number(troop.hits, 'hit')} for each"
    yield f"armour {armour(troop.armour)}"
    yield f"pace {troop.pace}"
    if troop.shots:
        yield shots(troop.shots, troop.range)
    yield number(troop.points, "point")
    yield from troop.special


def _orders(state: State, unit: Unit, troop: Troop) -> Iterator[Figure]:
    """What it was told for battles."""
    post = unit_post(state.world, unit)
    flies = "flyer" in troop.special
    brigade = state.world.find(Brigade, post.brigade) if post.brigade else None
    yield Figure("Brigade", brigade.name if brigade else "usual")
    for side, spot in zip(SIDES, (post.attack, post.defence), strict=True):
        usual = default_directive(side, troop.kind, missiles=troop.shots > 0, flies=flies)
        said = "as it is told" if post.directive else "as is usual"
        where = _at(spot) if spot else ("stands where there is room", "")
        yield Figure(_WORD[side], directive(post.directive or usual), ((said, ""), where))


def _at(spot: Spot) -> tuple[str, str]:
    return (f"stands at {spot[0]},{spot[1]}", "")


def _item(state: State, unit: Unit, troop: Troop) -> Iterator[Worn]:
    item = item_for(_war(state), carried(state.world, unit), troop)
    if item:
        cost = item.cost_for(troop.kind, troop.armour, troop.hits)
        yield Worn(f"magic {item.kind}", item.name, (item.help.rstrip("."), f"{cost} points"))


# ---------------------------------------------------------------- characters


def role_in(state: State, character: Character) -> tuple[Role | None, str]:
    """The role of a character in the army that it is with, and why; None if it stays out."""
    war = _war(state)
    if not character.slot:
        return None, "it stays out of battle, in slot 0"
    beside = [
        each
        for each in state.world.by(Character, "holder", character.holder)
        if each.knows("slot") and each.slot and not each.dead and not each.captor
    ]
    named = [each.id for each in beside if leader_post(state.world, each).commander]
    led = staff(war, beside, named)
    if led.general and led.general.id == character.id:
        return "general", "named commander" if character.id in named else "of the highest level"
    if all(each.id != character.id for each in led.others):
        most = war.warmaster.leading
        return None, f"{most.most_heroes} Heroes and {most.most_wizards} Wizards lead before it"
    why = "by class and skill" if casts(war.warmaster.leading, character) else "by class"
    return role_of(war, character), why


def _leader(state: State, character: Character) -> Iterator[Figure]:
    role, why = role_in(state, character)
    if role is None:
        yield Figure("Leads as", "nobody", ((why, ""),))
        return
    captain, war = captain_of(state, character, role), _war(state)
    army = list_of(war, character.race)
    listed = figures_of(army, role)
    where = army.name if army else "a being of no list"
    yield Figure("Leads as", ROLES[role], ((where, ""), (why, "")))
    by_level = captain.command - listed.command
    level = ((f"level {character.level}", change("add", by_level)),) if by_level else ()
    shares = ((f"{ROLES[role]} of the list", str(listed.command)), *level)
    yield Figure("Command", str(captain.command), shares)
    yield Figure("Attack bonus", f"+{captain.bonus}", (("in combat", ""), ("for its unit", "")))
    yield from _post(state, character, captain.stance)
    if role == "wizard" and army:
        yield from _spells(state, army, captain.spells)


def _post(state: State, character: Character, stance: str) -> Iterator[Figure]:
    post = leader_post(state.world, character)
    unit = state.world.find(Unit, post.unit) if post.unit else None
    moves = (STANCES[stance], "")
    yield Figure("With", unit.name if unit else "a unit as usual", (("in battle", ""), moves))


def _spells(state: State, army: ArmyList, order: tuple[str, ...]) -> Iterator[Figure]:
    """The Wizard's spells in the order of preference; those that are never tried last."""
    spells = _war(state).war_spells
    for number_, key in enumerate(order, start=1):
        spell = spells[key]
        choice = (f"choice {number_}, range {spell.range}, on {whom(spell)}", "")
        yield Figure(spell.name, f"{spell.score}+", (choice, (does(spell), "")))
    for key in army.spells:
        if key not in order:
            yield Figure(spells[key].name, "never", (("not in its spell order", ""),))


def _device(state: State, character: Character) -> Iterator[Worn]:
    war = _war(state)
    item = war.magic_items.get(carried(state.world, character))
    role, _ = role_in(state, character)
    if item is None:
        return
    cost = item.cost_for_role(role) if role else None
    fits = f"{cost} points" if cost is not None else "of no use in its role"
    yield Worn(f"magic {item.kind}", item.name, (item.help.rstrip("."), fits))
