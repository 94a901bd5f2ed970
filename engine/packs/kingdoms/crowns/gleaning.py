"""What characters who can spy report without an order (kingdoms.ability.spy-reports)."""

from __future__ import annotations

from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.crowns.growing import END
from engine.packs.kingdoms.crowns.order import in_character_order
from engine.packs.kingdoms.crowns.spying import gleaning_chance
from engine.packs.kingdoms.crowns.ventures.acting import tell
from engine.packs.kingdoms.crowns.ventures.spying import report
from engine.packs.kingdoms.pieces.abilities import level_in
from engine.packs.kingdoms.pieces.chance import step_stream, succeeds
from engine.packs.kingdoms.pieces.records import Holding, Ruler
from engine.state import State


def glean(state: State) -> None:
    """A step of the turn end: who can spy may report a foreign province, in character order."""
    world, spying = state.world, state.module.content(RulerContent).spying
    for ruler in in_character_order(world):
        level = level_in(ruler.skill, "SP")
        if not level or world.get(Holding, ruler.holding).owner == ruler.crown:
            continue
        dice = step_stream(state, END, Ruler.kind, ruler.id, "glean")
        if succeeds(dice, gleaning_chance(spying, level)):
            tell(state, ruler, report(state, ruler, dice, ordered=False))
