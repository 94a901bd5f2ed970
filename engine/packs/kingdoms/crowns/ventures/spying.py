"""Spy: a report on the province, and perhaps an invention of its owner's.

Sources: kingdoms.action.spy, kingdoms.ability.spy-reports.
"""

from __future__ import annotations

from typing import Final

from engine.dice import Dice
from engine.events import Event
from engine.facts import facts
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.experience import attempted
from engine.packs.kingdoms.crowns.inventions import boon, lacking
from engine.packs.kingdoms.crowns.spying import drawn_error, margin, reported
from engine.packs.kingdoms.crowns.ventures.acting import Venture, phase_now, tell, with_doings
from engine.packs.kingdoms.crowns.ventures.working import gain
from engine.packs.kingdoms.pieces.abilities import level_in
from engine.packs.kingdoms.pieces.chance import picked, step_stream, succeeds
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding, Ruler
from engine.packs.kingdoms.pieces.timing import parts_of
from engine.state import State

LESSON: Final = "Spy, Trail or Pursue"
LEAST_MARGIN: Final = 5
"""No margin of error gets smaller by inventions (kingdoms.invention.table)."""
STEALING: Final = 10
"""The chance of an invention, in percent for each Spy level (kingdoms.action.spy)."""


@facts
class ProvinceReported(Event):
    """A spy reported on a province; the numbers of armies are the spy's estimates."""

    kind = "kingdoms-province-reported"

    ruler: int
    name: str
    holding: int
    owner: int
    """The kingdom that owns it; 0 for nobody."""
    armies: tuple[tuple[int, str, int], ...]
    """Kingdom (0 for militia and mercenaries), type of army, and number."""
    characters: tuple[int, ...]
    inventions: tuple[str, ...]
    """Of its owner."""
    margin: int
    """Error of a number, at most, in percent."""
    ordered: bool
    """Whether the character was sent to spy, and did not just keep watch."""


@facts
class WouldReport(Event):
    """In a plan: that a spy would report on a province; what, nobody can know before."""

    kind = "kingdoms-would-report"

    ruler: int
    name: str
    holding: int
    margin: int
    """Error of numbers, at most, in percent."""


def stealing_chance(spy: int, lacking: int) -> int:
    """The chance in percent that a spy brings an invention home, of those that are lacking."""
    return STEALING * spy if lacking else 0


def report(state: State, ruler: Ruler, dice: Dice, *, ordered: bool) -> ProvinceReported:
    """A spy's report of the province; one draw for each type of army."""
    world = state.world
    holding = world.get(Holding, ruler.holding)
    error = margin_of(state, ruler)
    counted: dict[tuple[int, str], int] = {}
    types = state.module.content(ArmyContent).army_types
    for army in world.by(Army, "holding", holding.id):
        key = army.crown, army.type
        counted[key] = counted.get(key, 0) + 1
    order = sorted(counted, key=lambda key: (key[0], list(types).index(key[1])))
    told = [
        (crown_id, type, reported(counted[crown_id, type], drawn_error(dice, error)))
        for crown_id, type in order
    ]
    owner = world.find(Crown, holding.owner)
    return ProvinceReported(
        ruler=ruler.id,
        name=ruler.name,
        holding=holding.id,
        owner=holding.owner,
        armies=tuple(told),
        characters=tuple(each.id for each in world.by(Ruler, "holding", holding.id) if each.alive),
        inventions=owner.inventions if owner else (),
        margin=error,
        ordered=ordered,
    )


def margin_of(state: State, ruler: Ruler) -> int:
    """By how many percent the numbers of a spy may be wrong."""
    devices = state.module.content(VentureContent).devices
    less = boon(devices, state.world.get(Crown, ruler.crown).inventions, "spy_margin")
    spying = state.module.content(RulerContent).spying
    return margin_with(margin(spying, level_in(ruler.skill, "SP")), less)


def margin_with(margin: int, less: int) -> int:
    """A margin of error made smaller by inventions, but not below the least there is."""
    return max(min(margin, LEAST_MARGIN), margin - less)


class Spy(Venture):
    """Spy out the province where the character is, and perhaps an invention of its owner."""

    path = ("character", "spy")
    rule = "kingdoms.action.spy"
    work = "spy"
    phases = parts_of("spy")

    def act(self, state: State) -> None:
        world, ruler = state.world, self.actor(state)
        shadowy = tuple(dict.fromkeys((*ruler.doings.shadowy, "Spy")))
        ruler = with_doings(ruler, shadowy=shadowy)
        world.put(ruler)
        if state.planning:
            self._foresee(state, ruler)
            return
        dice = step_stream(state, phase_now(state), Ruler.kind, ruler.id, "spy")
        told = report(state, ruler, dice, ordered=True)
        tell(state, ruler, told)
        owner = world.find(Crown, told.owner)
        if owner and owner.id != ruler.crown:
            devices = state.module.content(VentureContent).devices
            mine = lacking(devices, world.get(Crown, ruler.crown).inventions)
            wanted = [key for key in mine if key in owner.inventions]
            if succeeds(dice, stealing_chance(level_in(ruler.skill, "SP"), len(wanted))):
                gain(state, ruler, picked(dice, wanted), "espionage")
        attempted(state, ruler.id, LESSON)

    def _foresee(self, state: State, ruler: Ruler) -> None:
        would = WouldReport(
            ruler=ruler.id,
            name=ruler.name,
            holding=ruler.holding,
            margin=margin_of(state, ruler),
        )
        tell(state, ruler, would)
        attempted(state, ruler.id, LESSON)
