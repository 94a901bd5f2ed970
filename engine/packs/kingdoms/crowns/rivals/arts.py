"""What a king's people cast."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.facts import NotKnown
from engine.orders import Ref
from engine.packs.kingdoms.content.arts import CHARM, Art
from engine.packs.kingdoms.crowns.rivals.errands import Errand
from engine.packs.kingdoms.crowns.rivals.hands import Hand
from engine.packs.kingdoms.crowns.ventures.casting import Cast
from engine.packs.kingdoms.crowns.ventures.targets import old_graves, targets
from engine.packs.kingdoms.pieces.abilities import level_in
from engine.packs.kingdoms.pieces.records import Holding, Ruler
from engine.rivals import Reason
from engine.world import Missing, Record

_OF_USE: Final = ("BL", "RE", "CH", "KI", "EA", "PL", "TO", "OR", "PH", "SK")
"""The spells that a king has cast."""
RISING: Final = "SK"
"""The code of the spell that raises the dead."""
_DEAD: Final = 25
"""What an army is worth that costs nothing to raise."""


def castings(hand: Hand) -> Iterator[Errand]:
    """Spells useful on the spot, as often as the character may cast."""
    realm = hand.realm
    casting = realm.arts.casting
    for art in realm.arts.arts.values():
        ability = art.ability_of(hand.ruler.alignment)
        level = level_in(hand.ruler.skill, ability)
        tried = hand.cast.count(ability)
        if not art.action or not level or tried >= casting.limit("action", level):
            continue
        if art.key not in _OF_USE:
            continue
        chance = casting.chance("action", level)
        best = next(
            (each for each in _targets(hand, art, level) if _free(hand, art, each[1])), None
        )
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

        yield Errand(
            _key(hand, art, target), (), hand.length(Cast), worth * chance / 100, reason, cast
        )


def _key(hand: Hand, art: Art, target: Record | None) -> str:
    return f"cast {art.key} {target.place if target else hand.at}"


def _free(hand: Hand, art: Art, target: Record | None) -> bool:
    """Whether nobody casts the same, nor takes land today that would be laid waste."""
    claimed = hand.realm.claimed
    taken = isinstance(target, Holding) and f"take {target.id}" in claimed
    return not taken and _key(hand, art, target) not in claimed


def _targets(hand: Hand, art: Art, level: int) -> Sequence[tuple[float, Record | None]]:
    """Targets of a spell in reach, with their worth, the best first.

    It is looked up once a turn.
    """
    realm = hand.realm
    about = ("cast", art.key, hand.ruler.id, hand.at)
    if about not in realm.reckoned:
        realm.reckoned[about] = sorted(
            _valued(hand, art, level), key=lambda each: each[0], reverse=True
        )
    return realm.reckoned[about]


def _valued(hand: Hand, art: Art, level: int) -> Iterator[tuple[float, Record | None]]:
    realm, ruler = hand.realm, hand.ruler.replace(holding=hand.at)
    if not art.aim:
        worth = _worth(hand, art, None, level)
        if worth:
            yield worth, None
        return
    for target in targets(realm.state, art, ruler):
        try:
            worth = _worth(hand, art, target, level)
        except (NotKnown, Missing):
            continue
        if worth:
            yield worth, target


def _worth(hand: Hand, art: Art, target: Record | None, level: int) -> float:
    realm, nature = hand.realm, hand.realm.mind.nature
    match art.key, target:
        case "BL", Holding() if target.id in realm.land:
            # A prayer counts for the office of the High Priest too.
            return realm.tax(target.id) * realm.rules.gold.bless_percent / 100 + 2
        case "RE", Ruler() if target.crown == realm.crown.id:
            return 40
        case "CH", Ruler() if target.crown != realm.crown.id:
            return 30 * (1 + nature.wants("people")) / 5
        case "KI", Ruler() if target.crown and not realm.friendly(target.crown):
            return 6 * nature.wants("war")
        case "EA", Holding() if realm.hostile(realm.owner(target.id)):
            return realm.tax(target.id) * nature.wants("war") / 4
        case (("PL" | "TO"), Holding()) if realm.hostile(realm.owner(target.id)):
            return realm.foes(target.id).number * nature.wants("war") / 2
        case (("OR" | "PH"), Ruler()) if target.id == hand.ruler.id and len(hand.force) > 1:
            return 1.5 * len(hand.force)
        case "SK", None:
            return _raised(hand, hand.at, level)
        case _:
            return 0


def _raised(hand: Hand, holding: int, level: int) -> float:
    """What the dead are worth who would rise in a province, as far as they can be paid."""
    realm, types = hand.realm, hand.realm.armies.army_types
    about = ("graves", holding)
    if about not in realm.reckoned:
        realm.reckoned[about] = old_graves(realm.state, holding)
    graves = realm.reckoned[about]
    if not graves:
        return 0
    number = min(level, len(graves))
    pay = sum(types[grave.army].pay for grave in graves) / len(graves)
    if number * pay > realm.room:
        return 0
    # Under an Undead King they fight with zeal.
    zeal = 2 if realm.crown.alignment == realm.rules.start.skeletal else 1
    return number * (_DEAD * zeal + realm.mind.nature.wants("war"))


def raisings(hand: Hand) -> Iterator[Errand]:
    """Own land where the dead lie who may rise, for who knows how and can be there today."""
    realm = hand.realm
    art, casting = realm.arts.arts[RISING], realm.arts.casting
    ability = art.ability_of(hand.ruler.alignment)
    level = level_in(hand.ruler.skill, ability)
    if not level or hand.cast.count(ability) >= casting.limit("action", level):
        return
    chance = casting.chance("action", level)
    for goal, way in hand.ways(today=True).items():
        if not way or goal not in realm.land:
            continue
        worth = _raised(hand, goal, level) * chance / 100
        if not worth:
            continue
        reason = Reason("graves", (realm.land[goal].place,), chance)
        order = Cast(character=hand.ref, spell=art.key)

        def rise(hand: Hand, order: Cast = order, reason: Reason = reason) -> None:
            hand.cast.append(ability)
            hand.act(order, reason)

        yield Errand(f"cast {art.key} {goal}", way, hand.length(Cast), worth, reason, rise)


def charmings(hand: Hand) -> Iterator[Errand]:
    """Heroes without a King to whom somebody may go and win them by Charm, whatever they think."""
    realm = hand.realm
    art, casting = realm.arts.arts[CHARM], realm.arts.casting
    ability = art.ability_of(hand.ruler.alignment)
    level = level_in(hand.ruler.skill, ability)
    full = len(realm.rulers) >= realm.rules.gold.characters
    if not level or full or hand.cast.count(ability) >= casting.limit("action", level):
        return
    ways, chance = hand.ways(today=True), casting.chance("action", level)
    for hero in realm.view.all(Ruler):
        if hero.royal or hero.crown or hero.died or not hero.knows("holding"):
            continue
        if hero.holding not in ways:
            continue
        reason = Reason("spell", (hero.place,), chance)
        order = Cast(character=hand.ref, spell=art.key, target=Ref(*hero.place))

        def charm(hand: Hand, order: Cast = order, reason: Reason = reason) -> None:
            hand.cast.append(ability)
            hand.act(order, reason)

        worth = realm.hand_worth * realm.still * chance / 100
        way = ways[hero.holding]
        yield Errand(f"hire {hero.id}", way, hand.length(Cast), worth, reason, charm)
