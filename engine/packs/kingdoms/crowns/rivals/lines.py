"""In which order a general's armies stand: the strongest in front, those in fear and in air behind.

Unless somebody says otherwise, armies stand by their type alone, and green ones may come first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.packs.kingdoms.battle.line import frightens
from engine.packs.kingdoms.battle.values import Field
from engine.packs.kingdoms.crowns.mustering import contingents_of, field_of
from engine.packs.kingdoms.crowns.rivals.hands import Hand, refs
from engine.packs.kingdoms.crowns.rivals.reckoning import weight_of
from engine.packs.kingdoms.crowns.ventures.forces import led
from engine.packs.kingdoms.crowns.ventures.ruling import BattleOrder
from engine.packs.kingdoms.pieces.records import Army, Holding
from engine.rivals import Intent, Reason


def lined_up(hand: Hand) -> Iterator[Intent]:
    """A battle order for the armies that a general leads already.

    Only if the usual one puts others in front at the day's goal.
    """
    realm = hand.realm
    armies = [army for army in led(realm.view, hand.ruler) if army in hand.force]
    place = realm.view.get(Holding, hand.goal or hand.at)
    field = field_of(realm.state, place)
    if len(armies) <= field.ground.line[0] or realm.mind.strength == "weak":
        return
    best = _best(hand, field, armies)
    (usual,) = contingents_of(realm.state, field, place, armies)
    front = field.ground.line[0]
    stands = {army.piece.id for army in usual.armies[:front]}
    if stands != {army.id for army in best[:front]}:
        order = BattleOrder(character=hand.ref, armies=refs(best))
        yield Intent(order, Reason("line", (place.place,), len(best)))


def _best(hand: Hand, field: Field, armies: Sequence[Army]) -> list[Army]:
    """Who fears nobody there comes first, of them the strongest; who flies fights from behind."""
    realm, types = hand.realm, hand.realm.armies.army_types
    foes = realm.foes(hand.goal) if hand.goal else None
    there = [types[type] for type in (*foes.field, realm.rules.start.garrison)] if foes else []
    walkers = sum(1 for army in armies if not types[army.type].flies)

    def place(army: Army) -> tuple[bool, bool, float, int]:
        type = types[army.type]
        above = type.flies and walkers >= field.ground.line[0]
        feared = any(frightens(other, type) for other in there)
        return above, feared, -weight_of(realm, field, army, hand.goal or hand.at), army.id

    return sorted(armies, key=place)
