"""The end of spells: most end with the turn, illusions go on until they dissipate.

Sources: kingdoms.turn.end-steps, kingdoms.spell.illusory-terrain, kingdoms.spell.hide-feature.
"""

from __future__ import annotations

from engine.events import Event
from engine.facts import facts
from engine.packs.kingdoms.arts.content import ArtsContent
from engine.packs.kingdoms.arts.provinces import hiding_ends, illusion_ends
from engine.packs.kingdoms.crowns.exploring import discovered
from engine.packs.kingdoms.crowns.order import living
from engine.packs.kingdoms.crowns.ventures.targets import HIDE, ILLUSION
from engine.packs.kingdoms.pieces.chance import step_stream
from engine.packs.kingdoms.pieces.records import Crown, LastingSpell, Site
from engine.state import State
from engine.world import Place

END = 7
"""The phase of streams that are drawn from as a turn ends."""


@facts
class IllusionFaded(Event):
    """An illusion dissipated: of a terrain, or what hid a feature."""

    kind = "kingdoms-illusion-faded"

    art: str
    on: Place


@facts
class FeatureRevealed(Event):
    """A kingdom discovered a feature as what hid it was gone."""

    kind = "kingdoms-feature-revealed"

    crown: int
    site: int
    holding: int


def end_spells(state: State) -> None:
    """A step of the turn end: spells of the turn end, then illusions check whether they do."""
    world = state.world
    for spell in list(world.all(LastingSpell)):
        if spell.art not in (ILLUSION, HIDE):
            world.remove(spell)
    workings = state.module.content(ArtsContent).workings
    for art, ends in ((ILLUSION, illusion_ends), (HIDE, hiding_ends)):
        for spell in list(world.all(LastingSpell)):
            if spell.art != art:
                continue
            dice = step_stream(state, END, LastingSpell.kind, spell.id, "fade")
            if ends(workings, dice):
                world.remove(spell)
                crown = world.find(Crown, spell.crown)
                faded = IllusionFaded(art=art, on=spell.on)
                state.emit_to(faded, own=[crown.faction] if crown else [])
                if art == HIDE:
                    _reveal(state, spell.on)


def _reveal(state: State, on: Place) -> None:
    """Let kingdoms that have explored far enough discover a feature that was hidden from them."""
    site = state.world.get(Site, on.id)
    for crown in living(state.world):
        for each in discovered(state.world, crown.id, site.holding):
            shown = FeatureRevealed(crown=crown.id, site=each.id, holding=each.holding)
            state.emit_to(shown, own=[crown.faction])
