"""Computer kings: what a kingdom wants, and what each of its people does for it in six phases.

A king orders what takes no time, shares out the armies, then fills the day of one after another,
generals first, each time with what is worth most for its time. All wishes are weights: those of the
king's nature, with the additions of the alignment.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from engine.module.natures import Wish
from engine.packs import Rules
from engine.packs.kingdoms.crowns.rivals.arts import castings, charmings, raisings
from engine.packs.kingdoms.crowns.rivals.bearers import handings_over, leavings
from engine.packs.kingdoms.crowns.rivals.conquest import conquests, defences, homewards
from engine.packs.kingdoms.crowns.rivals.court import edicts
from engine.packs.kingdoms.crowns.rivals.errands import Kind, busy
from engine.packs.kingdoms.crowns.rivals.forces import share_out
from engine.packs.kingdoms.crowns.rivals.growth import (
    explorations,
    hires,
    lessons,
    mercenaries,
    musters,
    searches,
)
from engine.packs.kingdoms.crowns.rivals.guarding import garrisons, keeps
from engine.packs.kingdoms.crowns.rivals.hands import Hand
from engine.packs.kingdoms.crowns.rivals.intrigue import pursuits, spyings, trails
from engine.packs.kingdoms.crowns.rivals.lines import lined_up
from engine.packs.kingdoms.crowns.rivals.overseas import shipyards
from engine.packs.kingdoms.crowns.rivals.realm import KingsView
from engine.packs.kingdoms.crowns.rivals.tactics import plan_of, planned
from engine.packs.kingdoms.crowns.rivals.thrones import throne
from engine.packs.kingdoms.crowns.rivals.wars import gatherings
from engine.packs.kingdoms.crowns.taxing import tax_base_of
from engine.packs.kingdoms.crowns.ventures.forces import led
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding, Ruler
from engine.rivals import Intent, Mind, Play
from engine.world import World

_KINDS: Final[tuple[Kind, ...]] = (
    conquests,
    defences,
    gatherings,
    homewards,
    garrisons,
    shipyards,
    castings,
    raisings,
    hires,
    charmings,
    searches,
    mercenaries,
    musters,
    explorations,
    leavings,
    pursuits,
    trails,
    spyings,
    lessons,
)
"""What people may do; of what is worth alike the first is done."""
_ADDS: Final[Mapping[str, Mapping[Wish, int]]] = {
    "Divine": {"peace": 1},
    "Good": {"peace": 1},
    "Druidic": {"peace": 1, "lore": 1},
    "Neutral": {"guile": 1},
    "Pagan": {"lore": 1, "peace": 1},
    "Evil": {"war": 1, "peace": -1, "guile": 1},
    "Undead": {"war": 1, "peace": -1},
}
"""What a king's alignment adds to the wishes."""


def wanted(mind: Mind) -> Iterator[Intent]:
    """What a computer king wants this turn, from what the kingdom knows."""
    crown = mind.view.first(Crown, "player", mind.player)
    if crown is None or crown.fallen:
        return
    realm = KingsView(_aligned(mind, crown), crown)
    yield from edicts(realm)
    yield from handings_over(realm)
    hands = [
        Hand(
            realm, ruler.replace(plan=plan_of(realm, ruler)), ruler.holding, led(realm.view, ruler)
        )
        for ruler in realm.rulers
        if not ruler.coma and ruler.since != realm.turn
    ]
    share_out(realm, hands)
    for hand in sorted(hands, key=lambda hand: (not hand.force, hand.ruler.id)):
        busy(hand, _KINDS)
        yield from planned(hand.ruler, realm.view.get(Ruler, hand.ruler.id).plan)
        yield from lined_up(hand)
        yield from hand.given


def _traits(_rules: Rules, world: World, player: int) -> Mapping[str, str]:
    crown = world.first(Crown, "player", player)
    return {"race": crown.race, "alignment": crown.alignment} if crown else {}


def _figures(rules: Rules, world: World, player: int) -> Mapping[str, int]:
    crown = world.first(Crown, "player", player)
    if crown is None:
        return {}
    people = [each for each in world.by(Ruler, "crown", crown.id) if each.alive]
    return {
        "treasury": crown.treasury,
        "tax base": tax_base_of(world, rules.module, crown.id),
        "provinces": sum(1 for _ in world.by(Holding, "owner", crown.id)),
        "armies": sum(1 for _ in world.by(Army, "crown", crown.id)),
        "characters": len(people),
        "inventions": len(crown.inventions),
        "heirs": crown.heirs,
        "fallen": int(bool(crown.fallen)),
    }


PLAY: Final = Play(think=wanted, join=throne, keeps=keeps, traits=_traits, figures=_figures)
"""Computer kings."""


def _aligned(mind: Mind, crown: Crown) -> Mind:
    """The mind with the wishes that go with its alignment."""
    wishes: dict[Wish, int] = dict(mind.nature.wishes)
    for wish, more in _ADDS.get(crown.alignment, {}).items():
        wishes[wish] = max(0, min(10, mind.nature.wants(wish) + more))
    return replace(mind, nature=mind.nature.model_copy(update={"wishes": wishes}))
