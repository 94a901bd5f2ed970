"""Battles for honour: armies bought as they come ready-made, challenges sent, met and declined."""

from __future__ import annotations

from typing import Final

from engine.campaign import Faction, Player
from engine.orders import Order, Ref
from engine.packs.cohorts.rivals.desk import Desk, ref
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.warmaster.content import ArmyList, WarmasterContent
from engine.packs.warmaster.pieces import list_of
from engine.packs.warmaster.pitched.arranging import DismissArmy
from engine.packs.warmaster.pitched.buying import unfit
from engine.packs.warmaster.pitched.challenging import (
    AcceptChallenge,
    DeclineChallenge,
    SendChallenge,
)
from engine.packs.warmaster.pitched.mustering import (
    in_usual_brigades,
    orders_for,
    ready_made,
    with_post,
    with_spells,
)
from engine.packs.warmaster.pitched.records import (
    BoughtArmy,
    Challenge,
    armies_of,
    rungs,
    waiting,
)
from engine.rivals import Reason
from engine.world import Place

_SIZES: Final = (1000, 1500, 2000)
"""The points of the armies that computer players buy of their own accord."""
_SELDOM: Final = 4
"""A player sends a challenge in one turn of this many."""
_MEEK: Final = 3
"""Who wants war so little declines every other challenge."""
_PATIENCE: Final = 2
"""Turns after which a challenge that nobody answers is withdrawn."""
_UNLUCKY: Final = 2
"""Surplus of lost battles over won ones after which an army is given up for another."""


def duel(realm: RivalView, desk: Desk) -> None:
    """Answer challenges, keep an army that is arranged, and challenge somebody now and then."""
    for challenge in list(waiting(realm.world, "challenged", realm.player)):
        _answer(realm, desk, challenge)
    for challenge in list(waiting(realm.world, "challenger", realm.player)):
        if realm.turn - challenge.turn >= _PATIENCE:
            desk.give(DeclineChallenge, Reason("no_answer"), {"challenge": ref(challenge)})
    mine = list(armies_of(realm.world, realm.player))
    if not mine:
        _buy(realm, desk, _SIZES[realm.drawn("duels", "size", len(_SIZES)) - 1])
        return
    for army in mine:
        if not any(unit.brigade for unit in army.units):
            _arrange(realm, desk, army)
    _tire(realm, desk, mine[0])
    if realm.drawn("duels", "challenge", _SELDOM) == 1:
        _challenge(realm, desk, mine)


# ---------------------------------------------------------------- armies


def _buy(realm: RivalView, desk: Desk, points: int) -> None:
    """Buy the ready-made army of the own list."""
    own, war = _own_list(realm), realm.mind.rules.module.content(WarmasterContent)
    if own is not None:
        army = ready_made(war, own, points)
        buy, *_ = orders_for(army, Ref(BoughtArmy.kind))
        _give(desk, buy, Reason("army", figure=points))


def _own_list(realm: RivalView) -> ArmyList | None:
    """The army list of the faction's home race, else of any race of the player's."""
    war = realm.mind.rules.module.content(WarmasterContent)
    land = realm.content.realms.get(realm.world.get(Faction, realm.faction).key)
    races = ([land.home_race] if land else []) + [each.race for each in realm.heroes()]
    return next((army for race in races if (army := list_of(war, race))), None)


def _arrange(realm: RivalView, desk: Desk, army: BoughtArmy) -> None:
    """Put an army that is as it was bought into brigades, and its leaders where they belong."""
    war = realm.mind.rules.module.content(WarmasterContent)
    own, wanted = war.army_lists[army.list], in_usual_brigades(war, army)
    kinds = [own.units[unit.type] for unit in army.units]
    horse = [n for n, kind in enumerate(kinds, start=1) if kind.kind in ("cavalry", "chariot")]
    spells = sorted(own.spells, key=lambda key: war.war_spells[key].score)
    for place, officer in enumerate(army.officers):
        if officer.role == "hero" and horse:
            wanted = with_post(wanted, place, horse.pop(0))
        elif officer.role == "wizard":
            wanted = with_spells(wanted, place, spells)
    for order in orders_for(wanted, ref(army))[1:]:
        _give(desk, order, Reason("arranged"))


def _tire(realm: RivalView, desk: Desk, army: BoughtArmy) -> None:
    """Give up an army with which more was lost than won, for another next time."""
    rung = next((each for each in rungs(realm.world) if each.player == realm.player), None)
    pledged = any(waiting(realm.world, "army", army.id))
    unlucky = rung is not None and rung.lost - rung.won >= _UNLUCKY
    if unlucky and not pledged and realm.drawn("duels", "tire", _SELDOM) == 1:
        desk.give(DismissArmy, Reason("unlucky"), {"army": ref(army)})


# ---------------------------------------------------------------- challenges


def _answer(realm: RivalView, desk: Desk, challenge: Challenge) -> None:
    """Meet a challenge with an army that fits; else buy one, or decline if that pleases more."""
    war = realm.mind.rules.module.content(WarmasterContent)
    values = {"challenge": ref(challenge)}
    meek = realm.wants("war") < _MEEK
    if meek and realm.drawn(f"challenge:{challenge.id}", "meet", 2) == 1:
        desk.give(DeclineChallenge, Reason("no_duel"), values)
        return
    fit = (
        army
        for army in armies_of(realm.world, realm.player)
        if next(unfit(war, army, challenge.points), None) is None
    )
    army = max(fit, key=lambda each: (each.points, -each.id), default=None)
    if army is None:
        _buy(realm, desk, challenge.points)
        return
    challenger = Place(Player.kind, challenge.challenger)
    desk.give(
        AcceptChallenge,
        Reason("honour", (challenger,), challenge.points),
        {**values, "army": ref(army), "tell_all": True},
    )


def _challenge(realm: RivalView, desk: Desk, mine: list[BoughtArmy]) -> None:
    """Challenge who stands above on the ladder, else anybody of another faction."""
    if any(waiting(realm.world, "challenger", realm.player)):
        return
    others = [
        each.id for each in realm.world.all(Player) if each.active and each.faction != realm.faction
    ]
    ladder = [rung.player for rung in rungs(realm.world)]
    above = ladder[: ladder.index(realm.player)] if realm.player in ladder else ladder
    wanted = [each for each in reversed(above) if each in others] or others
    if not wanted:
        return
    other = wanted[realm.drawn("duels", "whom", len(wanted)) - 1]
    army = mine[realm.drawn("duels", "with", len(mine)) - 1]
    whom = Place(Player.kind, other)
    values = {"player": Ref(*whom), "army": ref(army), "tell_all": True}
    desk.give(SendChallenge, Reason("ladder", (whom,), army.points), values)


def _give(desk: Desk, order: Order, reason: Reason) -> None:
    """Give an order that is made already."""
    desk.give(
        type(order), reason, {name: getattr(order, name) for name in type(order).model_fields}
    )
