"""Units and characters of the world as those who fight: figures of a type, or by conversion.

Sources: warmaster.map.military-unit, warmaster.map.conversion, warmaster.map.character.
"""

from __future__ import annotations

from engine.packs.cohorts.content import Armor, Content, Weapon
from engine.packs.cohorts.content.item_keys import item_of
from engine.packs.cohorts.movement.rates import by_itself
from engine.packs.cohorts.pieces.records import Character, Unit
from engine.packs.cohorts.things.equipment import mount_of
from engine.packs.cohorts.worth.levels import encounter_level
from engine.packs.warmaster.battle.values import AttachedStand, Captain, SideName, Troop
from engine.packs.warmaster.content import MagicItem, UnitType, WarmasterContent
from engine.packs.warmaster.content.lists import NO_ARMOUR, Kind, Role
from engine.packs.warmaster.leading import command_of, figures_of, usual_stance
from engine.packs.warmaster.pieces import (
    Regiment,
    carried,
    list_of,
    regiment_of,
    stands_of,
    type_of,
)
from engine.packs.warmaster.standing import leader_post, unit_post
from engine.state import State

_CAPTAIN = "Captain"


def figures_of_unit(state: State, unit: Unit) -> Troop:
    """A unit with its figures and wounds, without what it was told.

    Its directive is that of an attacker; `muster` says what it really does.
    """
    war, content = state.module.content(WarmasterContent), state.module.content(Content)
    own = regiment_of(war, content, unit)
    kind = type_of(war, own)
    return typed(unit, own, kind) if kind else converted(state, unit)


def typed(unit: Unit, own: Regiment, kind: UnitType) -> Troop:
    """A unit of a type of an army list (warmaster.map.military-unit)."""
    return troop_of_type(kind, attached=own.attached).replace(
        piece=unit.place,
        name=unit.name,
        points=own.points,
        stands=stands_of(kind.stands, unit.wounds),
    )


def troop_of_type(kind: UnitType, *, attached: bool = False) -> Troop:
    """A whole unit of a type, with or without its attached stand."""
    extra = kind.attached if attached else None
    return Troop(
        name=kind.name,
        type=kind.key,
        kind=kind.kind,
        attacks=kind.attacks,
        hits=kind.hits,
        armour=kind.armour,
        full_stands=kind.stands,
        stands=kind.stands,
        pace=kind.pace,
        shots=kind.shots,
        range=kind.range,
        points=kind.points + (extra.points if extra else 0),
        special=kind.special,
        attached=AttachedStand(
            attacks=extra.attacks,
            hits=extra.hits,
            armour=extra.armour,
            shots=extra.shots,
            range=extra.range,
        )
        if extra
        else None,
        directive="attack",
    )


def converted(state: State, unit: Unit) -> Troop:
    """A unit without a type, by its values in the base game (warmaster.map.conversion)."""
    war, content = state.module.content(WarmasterContent), state.module.content(Content)
    figures, level = war.conversion, encounter_level(unit)
    scale = war.warmaster.experience_points
    engine = figures.engines.get(unit.type) if unit.arm == "artillery" else None
    if engine:
        return Troop(
            piece=unit.place,
            name=unit.name,
            type="",
            kind="machine",
            attacks=engine.attacks,
            hits=engine.hits,
            full_stands=engine.stands,
            stands=stands_of(engine.stands, unit.wounds),
            pace=figures.pace["machine"],
            shots=engine.shots,
            range=engine.range,
            points=level * scale,
            special=("pierce",) if engine.pierce else (),
            directive="attack",
        )
    flies = by_itself(state.world, content, unit, "air") is not None
    kind: Kind = "monster" if flies else "cavalry" if mount_of(content, unit) else "infantry"
    bow = any(_shoots(content, item) for item in unit.equipment.values())
    return Troop(
        piece=unit.place,
        name=unit.name,
        type="",
        kind=kind,
        attacks=min(figures.most_attacks, figures.attacks + level // figures.attack_levels),
        hits=figures.hits + (level >= figures.tough_level),
        armour=_armour(war, content, unit),
        full_stands=figures.stands,
        stands=stands_of(figures.stands, unit.wounds),
        pace=figures.pace[kind],
        shots=figures.shots if bow else 0,
        range=figures.range if bow else 0,
        points=level * scale,
        special=("flyer",) if flies else (),
        directive="attack",
    )


def _armour(war: WarmasterContent, content: Content, unit: Unit) -> int:
    worn = content.item(unit.equipment.get("armor", ""))
    df = worn.df if isinstance(worn, Armor) else 0
    steps = [step.armour for step in war.conversion.armour if df >= step.df]
    return steps[-1] if steps else NO_ARMOUR


def _shoots(content: Content, item: str) -> bool:
    weapon = content.weapons.get(item_of(item).key)
    return isinstance(weapon, Weapon) and weapon.missile_damage > 0


# ---------------------------------------------------------------- who carries and leads


def item_for(war: WarmasterContent, key: str, troop: Troop) -> MagicItem | None:
    """The magic item that a unit carries, if one of its kind and values may."""
    item = war.magic_items.get(key)
    fits = item and item.cost_for(troop.kind, troop.armour, troop.hits) is not None
    return item if fits else None


def in_place(state: State, unit: Unit, troop: Troop, side: SideName) -> Troop:
    """A unit with what it was told and what it carries, its brigade apart."""
    war = state.module.content(WarmasterContent)
    post = unit_post(state.world, unit)
    item = item_for(war, carried(state.world, unit), troop)
    return troop.replace(
        at=post.attack if side == "attacker" else post.defence,
        directive=post.directive or troop.directive,
        item=item.key if item else "",
    )


def captain_of(state: State, character: Character, role: Role) -> Captain:
    """A character in its role, with the item that the role may carry (warmaster.map.character)."""
    war = state.module.content(WarmasterContent)
    army = list_of(war, character.race)
    figures = figures_of(army, role)
    item = war.magic_items.get(carried(state.world, character))
    post = leader_post(state.world, character)
    spells = army.spells if army and role == "wizard" else ()
    return Captain(
        piece=character.place,
        name=character.name,
        role=role,
        command=command_of(war.warmaster.leading, figures.command, character.level),
        bonus=figures.bonus,
        stance=post.stance or usual_stance(role),
        item=item.key if item and item.cost_for_role(role) is not None else "",
        spells=tuple(key for key in post.spells if key in spells) or spells,
    )


def unnamed_captain(war: WarmasterContent) -> Captain:
    """Who leads an army without characters (warmaster.map.character)."""
    return Captain(
        name=_CAPTAIN,
        role="general",
        command=war.warmaster.leading.captain,
        stance=usual_stance("general"),
    )
