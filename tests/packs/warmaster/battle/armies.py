"""Armies made of the shipped lists, for battles from deployment to the end."""

from engine.dice import Dice, Seed, SeededDice
from engine.packs.warmaster.battle.brigades import usual_brigades
from engine.packs.warmaster.battle.directives import default_directive
from engine.packs.warmaster.battle.making import made
from engine.packs.warmaster.battle.values import SIDES, Army, Captain, Field, Troop
from engine.packs.warmaster.content.lists import ArmyList, Role, UnitType
from tests.rules.adapters.warmaster.scene import FIELDS, LISTS, troop_of


def thrown(number: int) -> Dice:
    """Dice of that number, always the same."""
    return SeededDice(Seed(bytes(32)), number).stream("tests", "battle")


def grounds(base: str, number: int, walls: int = 0) -> Field:
    """A field of that base terrain."""
    return made(base, FIELDS[base], walls, thrown(number))


def in_ranks(army_list: ArmyList, side: int, types: list[UnitType]) -> tuple[Troop, ...]:
    """Units of these types with the directives and brigades that are usual for the side."""
    name = SIDES[side]
    return usual_brigades(
        [
            troop_of(
                kind,
                directive=default_directive(
                    name, kind.kind, missiles=kind.shots > 0, flies="flyer" in kind.special
                ),
            )
            for kind in types
        ]
    )


def led(army_list: ArmyList, heroes: int = 2, mages: int = 1) -> tuple[Captain, ...]:
    """A General, Heroes, and Wizards or Runesmiths of a list."""
    mage: tuple[Role, ...] = ("wizard", "runesmith")
    hero: tuple[Role, ...] = ("hero",)
    roles: list[Role] = ["general", *hero * heroes, *mage * mages]
    return tuple(
        Captain(
            role=role,
            command=army_list.characters[role].command,
            bonus=army_list.characters[role].bonus,
            stance="lead" if role == "hero" else "stay",
            spells=army_list.spells if role == "wizard" else (),
        )
        for role in roles
        if role in army_list.characters
    )


def host(key: str, side: int, units: int, **changes: object) -> Army:
    """An army of a list with that many units, of each of its types in turn."""
    army_list = LISTS[key]
    types = list(army_list.units.values())
    chosen = [types[number % len(types)] for number in range(units)]
    return Army(
        side=SIDES[side],
        list=key,
        troops=in_ranks(army_list, side, chosen),
        captains=led(army_list),
    ).replace(**changes)
