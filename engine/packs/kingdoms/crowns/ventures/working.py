"""Practice, Explore and Wait: what a character does by himself.

Sources: kingdoms.action.practice, kingdoms.experience.practice, kingdoms.ability.sage,
kingdoms.action.explore, kingdoms.feature.discovery, kingdoms.action.wait.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from pydantic import Field

from engine.events import Event, Level
from engine.facts import facts
from engine.orders import Asks, Choice, Given, Refusal
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.encounters import chance_meeting
from engine.packs.kingdoms.crowns.experience import attempted, learn, may_rise
from engine.packs.kingdoms.crowns.exploring import explored, gained, percent_of
from engine.packs.kingdoms.crowns.inventions import boon, discovered
from engine.packs.kingdoms.crowns.ventures.acting import (
    Venture,
    actor_of,
    phase_now,
    tell,
    with_doings,
)
from engine.packs.kingdoms.pieces.abilities import ABILITIES, NAMES, Ability, level_in
from engine.packs.kingdoms.pieces.chance import step_stream, succeeds
from engine.packs.kingdoms.pieces.records import Crown, Holding, Ruler, Site
from engine.packs.kingdoms.pieces.timing import parts_of
from engine.refusals import quoted
from engine.state import State

_MOST: Final = 100


@facts
class Practised(Event):
    """A character practised an ability; whether it rose is told beside it."""

    kind = "kingdoms-practised"

    ruler: int
    name: str
    ability: str
    chance: int
    rose: bool


@facts
class InventionGained(Event):
    """A kingdom gained an invention: discovered, spied out, or found in a library."""

    kind = "kingdoms-invention-gained"

    crown: int
    ruler: int
    name: str
    device: str
    how: str
    """`sage`, `espionage` or `library`."""
    first: bool
    """Whether no kingdom had had it before (kingdoms.invention.discovery)."""


@facts
class Explored(Event):
    """A character explored a province."""

    kind = "kingdoms-explored"

    ruler: int
    name: str
    holding: int
    before: int
    percent: int
    """How far the kingdom has explored it now."""
    sites: Annotated[tuple[int, ...], Level.OWN]
    """The features that were discovered by it."""
    first: Annotated[tuple[int, ...], Level.OWN]
    """Those of them that no kingdom had discovered before."""
    phase: int


# ---------------------------------------------------------------- inventions


def gain(state: State, ruler: Ruler, device: str, how: str) -> None:
    """Give an invention to a character's kingdom, and the character the merit of it.

    Source: kingdoms.invention.discovery.
    """
    world = state.world
    crown = world.get(Crown, ruler.crown)
    first = not any(device in each.inventions for each in world.all(Crown))
    world.put(crown.replace(inventions=(*crown.inventions, device)))
    now = world.get(Ruler, ruler.id)
    merit = now.merit
    if how == "espionage":
        merit = merit.replace(espionage=merit.espionage + 1)
    elif first:
        merit = merit.replace(inventions=merit.inventions + 1)
    world.put(now.replace(merit=merit))
    gained_one = InventionGained(
        crown=crown.id, ruler=ruler.id, name=ruler.name, device=device, how=how, first=first
    )
    tell(state, ruler, gained_one)


# ---------------------------------------------------------------- practice


def _abilities(state: State, given: Given) -> Iterator[Choice]:
    ruler = actor_of(state, given)
    for ability in ABILITIES:
        if ruler is None or not _in_vain(ruler, ability):
            yield Choice(NAMES[ability], _promising(state, ruler, ability))


def _promising(state: State, ruler: Ruler | None, ability: Ability) -> str:
    """An ability with the chance in percent that practice raises it, of an own character."""
    name = NAMES[ability]
    crown = state.world.find(Crown, ruler.crown) if ruler else None
    if ruler is None or crown is None or not crown.knows("inventions"):
        return name
    return f"{name}, {raising(state, crown, ruler, ability)}% chance"


def likeliest(state: State, crown: Crown, ruler: Ruler) -> tuple[int, Ability] | None:
    """The ability that practice is likeliest to raise, behind the chance in percent."""
    open_: list[Ability] = [ability for ability in ABILITIES if not _in_vain(ruler, ability)]
    chances: list[tuple[int, Ability]] = [(raising(state, crown, ruler, a), a) for a in open_]
    return max(chances, key=lambda each: each[0], default=None)


def _in_vain(ruler: Ruler, ability: Ability) -> bool:
    """Whether practising an ability is useless; a Sage may always invent something."""
    inventive = ability == "SA" and level_in(ruler.skill, ability)
    return not inventive and not may_rise(ruler, ability)


ABILITY: Final = Asks("an ability", _abilities)


def ability_named(name: str) -> Ability | None:
    """The ability of a name, or of its two letters."""
    told = name.strip().casefold()
    return next((key for key in ABILITIES if told in (key.casefold(), NAMES[key].casefold())), None)


def practice_chance(content: RulerContent, aptitude: int, skill: int, *, more: int = 0) -> int:
    """The chance in percent that Practice raises an ability (kingdoms.experience.practice).

    `more` is what the kingdom's inventions add where the aptitude exceeds the skill.
    """
    left = max(0, aptitude - skill)
    return min(_MOST, content.learning.practice * left + more) if left else 0


def raising(state: State, crown: Crown, ruler: Ruler, ability: Ability) -> int:
    """The chance in percent that practice raises an ability of a character now."""
    if not may_rise(ruler, ability):
        return 0
    content = state.module.content(RulerContent)
    devices = state.module.content(VentureContent).devices
    more = boon(devices, crown.inventions, "practice_percent")
    skill, aptitude = level_in(ruler.skill, ability), level_in(ruler.aptitude, ability)
    return practice_chance(content, aptitude, skill, more=more)


def sage_chance(content: RulerContent, sage: int) -> int:
    """The chance in percent that practising as a Sage invents something (kingdoms.ability.sage)."""
    return content.learning.invention * sage


def _learned_out(ruler: Ruler, ability: Ability) -> Refusal:
    """Refuses to practise what cannot rise, and names what is missing."""
    name, most = NAMES[ability], level_in(ruler.aptitude, ability)
    if ability in ruler.doings.risen:
        says = f"{name} of {ruler.name} has risen this turn, and rises once a turn."
    elif most:
        says = (
            f"{ruler.name} has {name} {level_in(ruler.skill, ability)}, and an aptitude of {most}."
        )
    else:
        says = f"{ruler.name} has no aptitude for {name}."
    return Refusal(
        "unable",
        "kingdoms.experience.practice",
        f"{says} Practice could not raise it.",
        "Practise an ability whose aptitude is higher than its level.",
    )


class Practice(Venture):
    """Practise an ability, which may raise it by one level; a Sage may invent something."""

    path = ("character", "practice")
    rule = "kingdoms.action.practice"
    work = "practice"
    phases = parts_of("practice")

    ability: Annotated[str, ABILITY] = Field(description="The ability")

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from super().conditions(state)
        ruler, ability = self.actor(state), ability_named(self.ability)
        if ability is None:
            names = ", ".join(NAMES.values())
            says = f"There is no ability called {quoted(self.ability)}."
            yield Refusal("bad_target", "kingdoms.ability.list", says, f"There are {names}.")
        if ruler.doings.practised:
            yield self.refusal(
                "not_allowed",
                f"{ruler.name} has practised this turn already.",
                "One practice a turn is allowed.",
            )
        if ability and _in_vain(ruler, ability):
            yield _learned_out(ruler, ability)

    def act(self, state: State) -> None:
        world, ability = state.world, ability_named(self.ability)
        assert ability
        content = state.module.content(RulerContent)
        devices = state.module.content(VentureContent).devices
        ruler = with_doings(self.actor(state), practised=True)
        world.put(ruler)
        skill = level_in(ruler.skill, ability)
        dice = step_stream(state, phase_now(state), Ruler.kind, ruler.id, "practice")
        # The level before the practice counts, and the invention is drawn first.
        if ability == "SA" and succeeds(dice, sage_chance(content, skill)):
            device = discovered(devices, world.get(Crown, ruler.crown).inventions, dice)
            if device:
                gain(state, ruler, device, "sage")
        ruler = world.get(Ruler, ruler.id)
        chance = raising(state, world.get(Crown, ruler.crown), ruler, ability)
        rose = succeeds(dice, chance)
        practised = Practised(
            ruler=ruler.id, name=ruler.name, ability=ability, chance=chance, rose=rose
        )
        tell(state, ruler, practised)
        if rose:
            learn(state, ruler, ability)

    def done(self, state: State) -> bool:
        """Whether nothing is left to learn; a Sage may always invent something."""
        ruler, ability = state.world.get(Ruler, self.character.id), ability_named(self.ability)
        if ability is None or ability == "SA":
            return False
        return level_in(ruler.skill, ability) >= level_in(ruler.aptitude, ability)


# ---------------------------------------------------------------- explore and wait


class Explore(Venture):
    """Explore the province where the character is, which may discover its features."""

    path = ("character", "explore")
    rule = "kingdoms.action.explore"
    work = "explore"
    phases = parts_of("explore")

    def act(self, state: State) -> None:
        world, id = state.world, self.character.id
        if not chance_meeting(state, id, "Explore"):
            return
        ruler = world.get(Ruler, id)
        holding = world.get(Holding, ruler.holding)
        basic = state.module.content(ArmyContent).grounds[holding.terrain].exploration
        devices = state.module.content(VentureContent).devices
        more = boon(devices, world.get(Crown, ruler.crown).inventions, "explorer_levels")
        before = percent_of(world, ruler.crown, holding.id)
        percent = gained(before, basic, level_in(ruler.skill, "EX") + more)
        found = explored(world, ruler.crown, holding.id, percent)
        first = [site for site in found if site.known_to == (ruler.crown,)]
        note_first(state, ruler, first)
        event = Explored(
            ruler=ruler.id,
            name=ruler.name,
            holding=holding.id,
            before=before,
            percent=percent,
            sites=tuple(site.id for site in found),
            first=tuple(site.id for site in first),
            phase=phase_now(state),
        )
        tell(state, ruler, event)
        attempted(state, ruler.id, "Explore")

    def done(self, state: State) -> bool:
        """Whether the character's province has nothing left to explore."""
        ruler = state.world.get(Ruler, self.character.id)
        return percent_of(state.world, ruler.crown, ruler.holding) >= _MOST


def note_first(state: State, ruler: Ruler, sites: list[Site]) -> None:
    """Give a character the merit of first discovery (kingdoms.feature.discovery)."""
    if sites:
        now = state.world.get(Ruler, ruler.id)
        merit = now.merit.replace(features=now.merit.features + len(sites))
        state.world.put(now.replace(merit=merit))


class Wait(Venture):
    """Let a phase pass; leaders of armies still fight beside them."""

    path = ("character", "wait")
    rule = "kingdoms.action.wait"
    work = "wait"
    phases = parts_of("wait")
    in_coma = True

    def act(self, state: State) -> None:
        """It has no effect."""
