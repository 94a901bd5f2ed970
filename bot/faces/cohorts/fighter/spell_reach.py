"""Where a spell of an own character reaches, for how much mana, and whom it would meet there.

Told as if it were cast now from where its caster is, by the rules' own measures on the faction's
view. What shells others have is known only in part, so it is told as the least.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.faces.choices.asking import planning
from bot.faces.words.tabs import PAGE, paged
from bot.faces.words.text import escaped, number
from engine.facts import NotKnown
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.magic.cast import SpellResolution, Working, distance, spot
from engine.packs.cohorts.magic.casting import suits
from engine.packs.cohorts.magic.effects import working_of
from engine.packs.cohorts.pieces.ownership import imprisoned
from engine.packs.cohorts.pieces.records import Character, City, Map, Province, Stack, Unit
from engine.packs.cohorts.worth.casters import caster_of
from engine.state import State
from engine.world import Missing, World

_TARGETS: Final[dict[str, type[Character | City | Stack | Unit]]] = {
    cls.kind: cls for cls in (Character, City, Stack, Unit)
}
"""Kinds that are told one by one; of provinces the map tells."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Something known that the spell could be cast on."""

    name: str
    kind: str
    away: int
    """Provinces."""
    mana: int
    """What must be added to reach it."""
    shell: int
    """The least that covers it: as far as the faction knows; 0 for friendly spells."""
    needs: int | None
    """The least mana that exceeds that shell there; None if all that there is does not."""


@dataclass(frozen=True, slots=True)
class SpellReach:
    """Where a spell reaches from where its caster is."""

    spell: str
    caster: str
    province: int
    hostile: bool
    most: int
    """The mana that can be added."""
    price: Mapping[int, int]
    """By province in reach, the mana that must be added to get there."""
    aims: tuple[Aim, ...]
    """The nearest first."""


def spell_reach(rules: Rules, view: World, character: Character, key: str) -> SpellReach:
    """Where that spell of an own character reaches on its faction's view.

    Raises:
        Missing: the character does not hold it or cannot cast it, as the dead and captives cannot.
    """
    content = rules.module.content(Content)
    if not may_cast(character):
        raise Missing(f"{character.name} cannot cast anything now")
    caster = caster_of(view, content, character)
    if not caster.levels.get(key):
        raise Missing(f"{character.name} cannot cast {key}")
    plain = SpellResolution(
        caster, content.spells[key], caster.levels[key], 0, character, -1, None, "", ""
    )
    working = working_of(plain.spell)
    most = max(0, character.mana - working.price(plain))
    state = planning(rules, view, caster.player)
    price = dict(_price(state, plain, most))
    aims = [
        aim
        for kind in plain.spell.targets
        for aim in _aims(state, plain, working, kind, price, most)
    ]
    return SpellReach(
        spell=plain.spell.name,
        caster=caster.name,
        province=caster.province,
        hostile=working.hostile(plain),
        most=most,
        price=price,
        aims=tuple(sorted(aims, key=lambda each: (each.away, each.kind, each.name))),
    )


def may_cast(character: Character) -> bool:
    """Whether a character is free and alive, as far as is known: then it is known where."""
    return not imprisoned(character) and not (character.knows("dead") and character.dead)


def _price(state: State, plain: SpellResolution, most: int) -> Iterator[tuple[int, int]]:
    """Each province that the spell can reach, with the mana that takes."""
    world, here = state.world, plain.caster.province
    if plain.spell.reach.barony:
        barony = world.get(Province, here).barony
        yield from ((each.id, 0) for each in world.by(Province, "barony", barony) if barony)
        return
    grid = world.get(Map, 1).grid
    centre = grid.at(here - 1)
    for hex_ in grid.within(centre, replace(plain, mana=most).range):
        beyond = max(0, grid.distance(centre, hex_) - plain.range)
        yield grid.index(hex_) + 1, beyond * plain.spell.reach.mana_per_province


def _aims(
    state: State,
    plain: SpellResolution,
    working: Working,
    kind: str,
    price: Mapping[int, int],
    most: int,
) -> Iterator[Aim]:
    for thing in state.world.all(_TARGETS[kind]) if kind in _TARGETS else ():
        if not thing.knows("name"):
            continue
        try:
            there = spot(state.world, thing)
            cast = replace(plain, target=thing)
            if there not in price or not suits(state, cast):
                continue
            hostile = working.hostile(cast)
            shell = working.shell(state, cast) if hostile else 0
        except (NotKnown, Missing):
            continue
        needs = max(price[there], shell - cast.level + 1 if hostile else 0)
        yield Aim(
            name=thing.name,
            kind=kind,
            away=distance(state.world, cast.caster.province, there),
            mana=price[there],
            shell=shell,
            needs=needs if needs <= most else None,
        )


# ---------------------------------------------------------------- in words

_MORE: Final = "-# And {:,} more, no nearer than these."


def reach_words(facts: SpellReach) -> str:
    """Whom the spell could be cast on and what that takes, the nearest first, on one page."""
    head = (
        f"Cast now by {escaped(facts.caster)}, who can add **{facts.most}** mana. "
        "The numbers on the map are the mana that a province takes."
    )
    if facts.hostile:
        head += "\n-# Shells are told as far as you know of them; more may lie there unseen."
    if not facts.aims:
        return f"{head}\nNobody that you know of and could cast it on is within its reach."
    found = [
        f"- **{escaped(each.name)}** ({each.kind}), {_away(each.away)}: {_takes(facts, each)}"
        for each in facts.aims
    ]
    first = paged(found, PAGE - len(head) - len(_MORE))[0]
    more = len(found) - first.count("\n") - 1
    return "\n".join((head, first, _MORE.format(more))) if more else f"{head}\n{first}"


def _away(away: int) -> str:
    return number(away, "province") if away else "same province"


def _takes(facts: SpellReach, aim: Aim) -> str:
    if not facts.hostile:
        return f"{aim.mana} mana"
    shell = f"shell of {aim.shell} or more" if aim.shell else "no shell that you know of"
    if aim.needs is None:
        return f"{shell}, too strong for all the mana"
    return f"{shell}, {aim.needs} mana to exceed it" if aim.shell else f"{shell}, {aim.needs} mana"
