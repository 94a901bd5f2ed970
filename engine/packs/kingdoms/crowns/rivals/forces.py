"""Who leads what: armies go from who has too many, or should lead none, to who leads best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.packs.kingdoms.crowns.rivals.hands import Hand, refs
from engine.packs.kingdoms.crowns.rivals.overseas import aboard
from engine.packs.kingdoms.crowns.rivals.realm import KingsView
from engine.packs.kingdoms.crowns.rivals.wars import war_of
from engine.packs.kingdoms.crowns.ventures.forces import garrison
from engine.packs.kingdoms.crowns.ventures.parting import Leave, PickUp
from engine.packs.kingdoms.pieces.abilities import level_in
from engine.packs.kingdoms.pieces.records import Army
from engine.rivals import Reason

_COMPANY: Final = 2
"""Number of armies worth a separate general where nobody need be fought."""


def share_out(realm: KingsView, hands: Sequence[Hand]) -> None:
    """Give the armies of each own province to those who are to lead them, first thing in a day."""
    places = sorted({hand.at for hand in hands if hand.at in realm.land})
    for place in places:
        here = [hand for hand in hands if hand.at == place]
        crews = {hand.ruler.id: crew for hand in here if (crew := aboard(hand)) is not None}
        for hand in here:
            if hand.ruler.id in crews:
                _leave(hand, crews[hand.ruler.id])
        _share(realm, place, [hand for hand in here if hand.ruler.id not in crews])


def _share(realm: KingsView, place: int, here: list[Hand]) -> None:
    types = realm.armies.army_types
    loose = [a for a in garrison(realm.view, realm.crown.id, place) if not _stays(realm, a)]
    marching = [army for hand in here for army in hand.force] + loose
    # The dead follow the one who raised them, and lie down again for others.
    marching = [army for army in marching if not army.skeletal]
    fleets = [army for army in marching if types[army.type].sails]
    walking = [a for a in marching if a not in fleets and not _stays(realm, a)]
    generals = sorted(here, key=_fitness, reverse=True)[: _number(realm, len(walking))]
    wanted = {hand.ruler.id: [army for army in hand.force if army.skeletal] for hand in here}
    strongest = sorted(walking, key=lambda army: (-army.quality, army.id))
    for number, army in enumerate(strongest):
        if generals:
            wanted[generals[number % len(generals)].ruler.id].append(army)
    rest = [hand for hand in here if hand not in generals]
    if fleets and rest and not realm.sea(place):
        captain = max(rest, key=lambda hand: (level_in(hand.ruler.skill, "NA"), -hand.ruler.id))
        if not captain.ruler.royal:
            wanted[captain.ruler.id] = fleets
    for hand in here:
        _leave(hand, wanted[hand.ruler.id])
    for hand in here:
        _pick_up(hand, wanted[hand.ruler.id])


def _stays(realm: KingsView, army: Army) -> bool:
    """Whether an army is better behind walls."""
    return realm.armies.army_types[army.type].attacking is not None


def _fitness(hand: Hand) -> tuple[int, int]:
    skill = hand.ruler.skill
    leads = 3 * level_in(skill, "TA") + level_in(skill, "MA") - 2 * hand.ruler.royal
    return leads, -hand.ruler.id


def _number(realm: KingsView, armies: int) -> int:
    """How many generals share that many armies; a weak king keeps them together.

    In a war each leads as many as it takes.
    """
    if realm.mind.strength == "weak":
        return 1
    war = war_of(realm)
    return max(1, armies // (war.host if war else _COMPANY))


def _leave(hand: Hand, wanted: Sequence[Army]) -> None:
    left = [army for army in hand.force if army not in wanted]
    if left:
        reason = Reason("hand_over", (left[0].place,), len(left))
        hand.act(Leave(character=hand.ref, armies=refs(left)), reason)
        hand.force = [army for army in hand.force if army in wanted]


def _pick_up(hand: Hand, wanted: Sequence[Army]) -> None:
    taken = [army for army in wanted if army not in hand.force]
    if taken:
        reason = Reason("lead", (taken[0].place,), len(taken))
        hand.act(PickUp(character=hand.ref, armies=refs(taken)), reason)
        hand.force = [*hand.force, *taken]
