"""Who of a king's people carries which magic item, and what lies with the dead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.orders import Ref
from engine.packs.kingdoms.content.artifacts import Artifact
from engine.packs.kingdoms.crowns.rivals.errands import Errand
from engine.packs.kingdoms.crowns.rivals.hands import Hand
from engine.packs.kingdoms.crowns.rivals.realm import KingsView
from engine.packs.kingdoms.crowns.ventures.forces import led
from engine.packs.kingdoms.crowns.ventures.parting import PickUp, lying
from engine.packs.kingdoms.crowns.ventures.ruling import AssignItem
from engine.packs.kingdoms.pieces.abilities import level_in
from engine.packs.kingdoms.pieces.records import MagicItem, Ruler
from engine.rivals import Intent, Reason

_BETTER: Final = 1.5
"""By so much more must another have of an item before it changes hands."""
_LIES: Final = 25
"""What an item is worth that lies with somebody dead."""
_ANYBODY: Final = 1
"""What any item is worth to anybody."""


def handings_over(realm: KingsView) -> Iterator[Intent]:
    """Items that somebody in the same province has more of than who carries them."""
    people = [ruler for ruler in realm.rulers if not ruler.coma]
    for holder in people:
        for item in realm.view.by(MagicItem, "holder", holder.place):
            kind = realm.meetings.artifacts[item.item]
            near = [each for each in people if each.holding == holder.holding]
            best = max(near, key=lambda each: (_use(realm, kind, each), -each.id))
            if _use(realm, kind, best) > _BETTER * _use(realm, kind, holder):
                order = AssignItem(
                    character=Ref(*holder.place), item=Ref(*item.place), to=Ref(*best.place)
                )
                yield Intent(order, Reason("bearer", (best.place, item.place)))


def _use(realm: KingsView, kind: Artifact, ruler: Ruler) -> float:
    """What an item is good for in somebody's hands."""
    if kind.not_undead and ruler.alignment == "Undead":
        return 0
    armies = led(realm.view, ruler)
    use = _ANYBODY + 2.0 * kind.banner * len(armies)
    if kind.command:
        use += 2 * sum(kind.command.over(army.race, army.type) for army in armies)
    if kind.performs in ("OR", "PH"):
        use += len(armies)
    fights = 1 + level_in(ruler.skill, "ME")
    use += fights * (kind.hit / 10 + kind.damage + kind.guard / 10 + bool(kind.bane))
    use += sum(more * (1 + level_in(ruler.skill, each)) for each, more in kind.levels.items())
    if kind.casts:
        # Those who cannot fight by spells themselves gain most from a spell in an item.
        use += 4 / (1 + sum(level_in(ruler.skill, each) for each in ("EL", "PS", "NE", "WH", "IL")))
    use += kind.steal / 5 * level_in(ruler.skill, "TH")
    hurt = max(0, realm.rules.bodies.hit_points - ruler.hit_points)
    return use + hurt * kind.heals + ruler.royal * kind.hit_points / 4


def leavings(hand: Hand) -> Iterator[Errand]:
    """Items that lie with the dead where somebody can be today."""
    realm = hand.realm
    for goal, way in hand.ways(today=True).items():
        about = ("lying", goal)
        if about not in realm.reckoned:
            realm.reckoned[about] = tuple(lying(realm.state, goal))
        for item in realm.reckoned[about]:
            reason = Reason("lies", (item.place,))
            order = PickUp(character=hand.ref, items=(Ref(*item.place),))

            def take(hand: Hand, order: PickUp = order, reason: Reason = reason) -> None:
                hand.act(order, reason)

            key, phases = f"item {item.id}", hand.length(PickUp)
            yield Errand(key, way, phases, _LIES * realm.still, reason, take)
