"""What a king's people cast, and whom they spy on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.facts import NotKnown
from engine.orders import Ref
from engine.packs.kingdoms.content.arts import Art
from engine.packs.kingdoms.crowns.rivals.errands import Errand
from engine.packs.kingdoms.crowns.rivals.hands import Hand
from engine.packs.kingdoms.crowns.rivals.realm import Realm
from engine.packs.kingdoms.crowns.ventures.casting import Cast
from engine.packs.kingdoms.crowns.ventures.spying import Spy
from engine.packs.kingdoms.crowns.ventures.targets import targets
from engine.packs.kingdoms.pieces.abilities import level_in
from engine.packs.kingdoms.pieces.records import Holding, Ruler
from engine.rivals import Reason
from engine.world import Missing, Record

_SECRET: Final = 5
"""What a report on a neighbour is worth, and as much again for each level of who brings it."""


def castings(hand: Hand) -> Iterator[Errand]:
    """Spells that are of use where he is, as often as he may cast."""
    realm = hand.realm
    casting = realm.arts.casting
    for art in realm.arts.arts.values():
        ability = art.ability_of(hand.ruler.alignment)
        level = level_in(hand.ruler.skill, ability)
        tried = hand.cast.count(ability)
        if not art.action or not level or tried >= casting.limit("action", level):
            continue
        chance = casting.chance("action", level)
        best = _best_target(hand, art)
        if best is None:
            continue
        worth, target = best
        reason = Reason("spell", (target.place,) if target else (), chance)
        order = Cast(
            character=hand.ref, spell=art.key, target=Ref(*target.place) if target else None
        )

        def cast(
            hand: Hand, order: Cast = order, reason: Reason = reason, ability: str = ability
        ) -> None:
            hand.cast.append(ability)
            hand.act(order, reason)

        key = f"cast {art.key} {target.place if target else hand.at}"
        yield Errand(key, (), hand.length(Cast), worth * chance / 100, reason, cast)


def _best_target(hand: Hand, art: Art) -> tuple[float, Record | None] | None:
    """What a spell is best cast on, with what that would be worth; None for nothing at all."""
    realm = hand.realm
    best: tuple[float, Record | None] | None = None
    ruler = hand.ruler.replace(holding=hand.at)
    if not art.aim:
        worth = _worth(realm, hand, art, None)
        return (worth, None) if worth else None
    for target in targets(realm.state, art, ruler):
        try:
            worth = _worth(realm, hand, art, target)
        except (NotKnown, Missing):
            continue
        if worth and (best is None or worth > best[0]):
            best = worth, target
    return best


def _worth(realm: Realm, hand: Hand, art: Art, target: Record | None) -> float:
    nature = realm.mind.nature
    match art.key, target:
        case "BL", Holding() if target.id in realm.land:
            # A prayer counts for the office of the High Priest too.
            return realm.tax(target.id) * realm.rules.gold.bless_percent / 100 + 2
        case "RE", Ruler() if target.crown == realm.crown.id:
            return 40
        case "CH", Ruler() if target.crown != realm.crown.id:
            return 30 * (1 + nature.wants("people")) / 5
        case "EA", Holding() if not realm.friendly(realm.owner(target.id)):
            return realm.tax(target.id) * nature.wants("war") / 4
        case (("OR" | "PH"), Ruler()) if target.id == hand.ruler.id and len(hand.force) > 1:
            return 1.5 * len(hand.force)
        case _:
            return 0


def spyings(hand: Hand) -> Iterator[Errand]:
    """Neighbours' land, of which a report would be welcome."""
    realm, nature = hand.realm, hand.realm.mind.nature
    level = level_in(hand.ruler.skill, "SP")
    if not level or hand.force or hand.ruler.royal:
        return
    for goal, way in hand.ways(today=True).items():
        owner = realm.owner(goal)
        if not owner or owner == realm.crown.id:
            continue
        reason = Reason("secrets", (realm.view.get(Holding, goal).place,), owner)
        worth = _SECRET * (1 + level) * nature.wants("guile") / 5
        yield Errand(f"spy {owner}", way, hand.length(Spy), worth, reason, _spy)


def _spy(hand: Hand) -> None:
    there = hand.realm.view.get(Holding, hand.at)
    reason = Reason("secrets", (there.place,), hand.realm.owner(hand.at))
    hand.act(Spy(character=hand.ref), reason)
