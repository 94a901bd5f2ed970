"""Who leads armies, where leaders stand, which spells come first, and who carries magic items."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.packs.cohorts.pieces.records import Character, City, Stack, Unit
from engine.packs.cohorts.rivals.desk import Desk, ref
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.warmaster.battle.figures import Arm, arm_of
from engine.packs.warmaster.content import MagicItem, WarmasterContent
from engine.packs.warmaster.fielding import figures_of_unit
from engine.packs.warmaster.leading import role_of
from engine.packs.warmaster.orders.casting import SetSpellOrder, known
from engine.packs.warmaster.orders.commanding import NameCommander, PostCharacter
from engine.packs.warmaster.orders.doctrine import USUAL, SetItemUse, uses_of
from engine.packs.warmaster.orders.equipping import (
    EquipMagicItem,
    UnequipMagicItem,
    may_carry,
    reach,
)
from engine.packs.warmaster.pieces import carried, regiment_of
from engine.packs.warmaster.standing import doctrine, leader_post
from engine.rivals import Reason
from engine.world import Place

_AS_IS_USUAL: Final = 2
"""The first standing rules of an item: as is usual, and never."""
_BETTER: Final = 40
"""Points that a unit must be worth more before an item changes hands."""
_WINGS: Final[tuple[Arm, ...]] = ("horse", "foot")
"""With whom Heroes stand, the first that there are."""
_REAR: Final[tuple[Arm, ...]] = ("shooters", "machines", "foot")
"""With whom Wizards and Runesmiths stand."""
Piece = Unit | Character


def lead(realm: RivalView, desk: Desk) -> None:
    """See to the leaders of all armies, and to the magic items at hand."""
    for place in (*realm.stacks(), *realm.cities()):
        units, people = _there(realm, place.place)
        _items(realm, desk, place.place)
        led = [each for each in people if each.slot]
        if units and led:
            _leaders(realm, desk, units, led)
    _uses(realm, desk)


def _there(realm: RivalView, place: Place) -> tuple[list[Unit], list[Character]]:
    """The own units and characters of a stack or city, as they now are."""
    units = [each for each in realm.units() if each.holder == place]
    return units, [each for each in realm.heroes() if each.holder == place]


# ---------------------------------------------------------------- leaders


def _leaders(realm: RivalView, desk: Desk, units: Sequence[Unit], led: Sequence[Character]) -> None:
    war = realm.mind.rules.module.content(WarmasterContent)
    fit = [each for each in led if role_of(war, each) == "hero"] or led
    best = max(fit, key=lambda each: (each.level, -each.id))
    named = [each for each in led if leader_post(realm.world, each).commander]
    if named != [best]:
        desk.give(NameCommander, Reason("commander", (best.place,)), {"character": ref(best)})
    for hero in led:
        role = role_of(war, hero)
        if role == "wizard":
            _spells(realm, desk, hero)
        if hero is not best:
            _post(realm, desk, hero, units, wizard=role != "hero")


def _post(
    realm: RivalView, desk: Desk, hero: Character, units: Sequence[Unit], *, wizard: bool
) -> None:
    """Post a Hero with the wing, and who knows magic behind the line."""
    post = leader_post(realm.world, hero)
    if any(post.unit == each.id for each in units):
        return
    arms = {each.id: arm_of(figures_of_unit(realm.state, each)) for each in units}
    for arm in _REAR if wizard else _WINGS:
        unit = next((each for each in units if arms[each.id] == arm), None)
        if unit is not None:
            values = {
                "character": ref(hero),
                "unit": ref(unit),
                "stance": "command" if wizard else "lead",
            }
            reason = Reason("behind" if wizard else "wing", (hero.place, unit.place))
            desk.give(PostCharacter, reason, values)
            return


def _spells(realm: RivalView, desk: Desk, wizard: Character) -> None:
    """Have a Wizard try the spells first that work most often."""
    spells = known(realm.mind.rules.module.content(WarmasterContent), wizard)
    best = sorted(spells, key=lambda each: each.score)
    if best and leader_post(realm.world, wizard).spells != tuple(each.key for each in best):
        values = {"wizard": ref(wizard), "spells": tuple(each.key for each in best)}
        desk.give(SetSpellOrder, Reason("sure_spells", (wizard.place,)), values)


# ---------------------------------------------------------------- items


def _items(realm: RivalView, desk: Desk, place: Place) -> None:
    """Give each item at hand to who is worth most of those who may carry it and have none."""
    war = realm.mind.rules.module.content(WarmasterContent)
    for item in war.magic_items.values():
        units, people = _there(realm, place)
        able = sorted(
            (each for each in (*people, *units) if may_carry(realm.state, each, item)),
            key=lambda each: (-_worth(realm, each), each.id),
        )
        bare = (each for each in able if not carried(realm.world, each))
        piece = next((each for each in bare if reach(realm.state, each, item.key)), None)
        if piece is not None:
            values = {"piece": ref(piece), "item": item.key}
            desk.give(EquipMagicItem, Reason("item", (piece.place,)), values)
        else:
            _hand_over(realm, desk, item, able)


def _hand_over(realm: RivalView, desk: Desk, item: MagicItem, able: Sequence[Piece]) -> None:
    """Have a unit hand an item to one of more worth beside it."""
    bearer = next((each for each in able if carried(realm.world, each) == item.key), None)
    free = [each for each in able if isinstance(each, Unit) and not carried(realm.world, each)]
    if isinstance(bearer, Unit) and free:
        gain = _worth(realm, free[0]) - _worth(realm, bearer)
        if gain >= _BETTER:
            reason = Reason("better_hands", (free[0].place,))
            if desk.give(UnequipMagicItem, reason, {"piece": ref(bearer)}):
                values = {"piece": ref(free[0]), "item": item.key}
                desk.give(EquipMagicItem, reason, values)


def _worth(realm: RivalView, piece: Piece) -> int:
    if isinstance(piece, Character):
        return 10 * piece.level
    war = realm.mind.rules.module.content(WarmasterContent)
    return regiment_of(war, realm.content, piece).points


def _uses(realm: RivalView, desk: Desk) -> None:
    """Say of items that can be kept for something for what they are kept."""
    war = realm.mind.rules.module.content(WarmasterContent)
    told = {each.item for each in doctrine(realm.world, realm.player).uses}
    for piece in _bearers(realm):
        item = war.magic_items.get(carried(realm.world, piece))
        if item is None or item.key in told:
            continue
        ways = [words for words, _ in uses_of(war, item)][_AS_IS_USUAL:]
        wanted = _known_spells(war, piece) if item.effect.does == "better cast" else ways
        use = next((words for words in reversed(ways) if words in wanted), "")
        if use and use != USUAL:
            values = {"item": item.key, "use": use}
            desk.give(SetItemUse, Reason("kept_for", (piece.place,)), values)
            told.add(item.key)


def _known_spells(war: WarmasterContent, piece: Piece) -> list[str]:
    return [each.name for each in known(war, piece)] if isinstance(piece, Character) else []


def _bearers(realm: RivalView) -> Iterator[Piece]:
    for piece in (*realm.heroes(), *realm.units()):
        if isinstance(realm.world.at(piece.holder), Stack | City):
            yield piece
