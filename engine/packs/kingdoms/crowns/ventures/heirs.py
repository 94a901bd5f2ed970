"""Royal Heirs: how one appears when a King has died, and the skills that the player gives.

Source: kingdoms.character.royal-heir.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Final

from pydantic import Field

from engine.events import Event, Level
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Refusal
from engine.packs.kingdoms.content.rulers import HeirRules, RulerContent
from engine.packs.kingdoms.crowns.heroes import most_hit_points, new_name
from engine.packs.kingdoms.crowns.order import living
from engine.packs.kingdoms.crowns.taxing import tax_of
from engine.packs.kingdoms.crowns.ventures.acting import FreeOrder, my_crown
from engine.packs.kingdoms.crowns.ventures.fading import END
from engine.packs.kingdoms.crowns.ventures.working import ability_named
from engine.packs.kingdoms.pieces.abilities import (
    ABILITIES,
    NAMES,
    NOTHING,
    Ability,
    level_in,
    with_level,
)
from engine.packs.kingdoms.pieces.chance import step_stream
from engine.packs.kingdoms.pieces.records import Crown, Holding, Ruler
from engine.state import State


def _levels(state: State, given: Given) -> Iterator[Choice]:
    for ability in ABILITIES:
        yield Choice(NAMES[ability], NAMES[ability])


LEVELS: Final = Asks("abilities, each once for each level", _levels, repeats=True)


@facts
class HeirAppeared(Event):
    """A Royal Heir follows a dead King, and carries the King's bones."""

    kind = "kingdoms-heir-appeared"

    crown: int
    ruler: int
    name: str
    king: int
    """The dead King whose bones the Heir carries."""
    number: int
    """How many Heirs the kingdom has had, this one included."""
    holding: Annotated[int, Level.OWN]


@facts
class HeirSchooled(Event):
    """A Royal Heir was given skills."""

    kind = "kingdoms-heir-schooled"

    ruler: int
    name: str
    skill: tuple[int, ...]


def seat(state: State, crown: Crown) -> int:
    """Where an Heir appears: the home, else the owned province of the largest tax base; 0: none."""
    world = state.world
    owned = list(world.by(Holding, "owner", crown.id))
    if any(holding.id == crown.home for holding in owned):
        return crown.home
    best = max(owned, key=lambda each: (tax_of(world, state.module, each), -each.id), default=None)
    return best.id if best else 0


def appear(state: State) -> None:
    """A step of the turn end: an Heir comes to every kingdom that has no King, but owns land."""
    world, content = state.world, state.module.content(RulerContent)
    for crown in list(living(world)):
        holding = 0 if crown.king else seat(state, crown)
        if not holding or not crown.bones:
            continue
        dead = world.get(Ruler, crown.bones)
        dice = step_stream(state, END, Crown.kind, crown.id, "heir")
        heir = world.add(
            Ruler,
            name=new_name(world, content, dead.race, dice),
            rank="heir",
            crown=crown.id,
            race=dead.race,
            alignment=dead.alignment,
            temper=dead.temper,
            refusal=dead.refusal,
            aptitude=content.doubled(dead.alignment, (content.heirs.aptitude,) * len(ABILITIES)),
            skill=NOTHING,
            hit_points=most_hit_points(content, "heir", NOTHING),
            holding=holding,
        )
        number = crown.heirs + 1
        world.put(crown.replace(king=heir.id, heirs=number, alignment=heir.alignment))
        event = HeirAppeared(
            crown=crown.id,
            ruler=heir.id,
            name=heir.name,
            king=dead.id,
            number=number,
            holding=holding,
        )
        state.emit(event, own=[crown.faction], public=True)


def faults(rules: HeirRules, heir: Ruler, number: int, given: Sequence[Ability]) -> Iterator[str]:
    """What is wrong with the levels that a player gives the Heir of that number."""
    most = rules.levels_of(number)
    if len(given) != most:
        yield f"{heir.name} has {most} skill levels to be given, and this gives {len(given)}."
    for ability in dict.fromkeys(given):
        levels = given.count(ability)
        if levels > rules.skill_most:
            yield f"{NAMES[ability]} gets {levels} levels, and at most {rules.skill_most} may be."
        if level_in(heir.skill, ability) + levels > level_in(heir.aptitude, ability):
            yield f"{NAMES[ability]} would be above the aptitude of {heir.name}."


class HeirSkills(FreeOrder):
    """Give your Royal Heir skills: name an ability once for each level."""

    path = ("kingdom", "heir-skills")
    rule = "kingdoms.character.royal-heir"
    phases = ("free",)

    levels: Annotated[tuple[Annotated[str, LEVELS], ...], Field(min_length=1, max_length=20)] = (
        Field(description="The abilities, each once for each level")
    )

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        crown = my_crown(state)
        heir = state.world.find(Ruler, crown.king)
        if heir is None or heir.rank != "heir":
            yield self.refusal("missing", "Your kingdom has no Royal Heir.")
            return
        if heir.schooled:
            yield self.refusal("not_allowed", f"{heir.name} has been given skills already.")
            return
        given = self.given
        if None in given:
            names = ", ".join(NAMES.values())
            yield Refusal(
                "bad_target",
                "kingdoms.ability.list",
                "One of them is no ability.",
                f"There are {names}.",
            )
            return
        rules = state.module.content(RulerContent).heirs
        known: list[Ability] = [each for each in given if each is not None]
        for wrong in faults(rules, heir, crown.heirs, known):
            yield self.refusal("not_allowed", wrong, "Spread the levels otherwise.")

    @property
    def given(self) -> tuple[Ability | None, ...]:
        """The abilities named; None for what is none."""
        return tuple(ability_named(name) for name in self.levels)

    def act(self, state: State) -> None:
        heir = state.world.get(Ruler, my_crown(state).king)
        skill = heir.skill
        for ability in self.given:
            if ability:
                skill = with_level(skill, ability, level_in(skill, ability) + 1)
        state.world.put(heir.replace(skill=skill, grown=True, schooled=True))
        state.emit(HeirSchooled(ruler=heir.id, name=heir.name, skill=skill))
