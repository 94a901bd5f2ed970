"""What a king orders without anybody's time: treaties, gifts, an Heir's skills, gold and drink."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.orders import Ref
from engine.packs.kingdoms.crowns.heroes import most_hit_points
from engine.packs.kingdoms.crowns.paying import is_paid, pay_of
from engine.packs.kingdoms.crowns.relations import kin, truce_between
from engine.packs.kingdoms.crowns.rivals.realm import KingsView
from engine.packs.kingdoms.crowns.rivals.wars import war_of
from engine.packs.kingdoms.crowns.ventures.heirs import HeirSkills
from engine.packs.kingdoms.crowns.ventures.ruling import (
    Disband,
    Dismiss,
    Drink,
    GiveGold,
    PayTribute,
)
from engine.packs.kingdoms.crowns.ventures.treating import BreakTreaty, Treat, offer_of
from engine.packs.kingdoms.pieces.abilities import (
    NAMES,
    Ability,
    level_in,
    with_level,
)
from engine.packs.kingdoms.pieces.records import Army, MagicItem, Ruler, Site
from engine.rivals import Intent, Reason

_HEIR: Final[tuple[Ability, ...]] = ("TA", "ME", "TA", "WH", "ME", "DR", "WH", "MA", "DR", "SA")
"""What an Heir is taught, in this order, as far as there are levels and aptitude."""
_PLENTY: Final = 350
"""With so much gold beyond what it keeps a kingdom can give some away."""
_LATE: Final = 6
"""Turns before the end in which gold is kept."""
_GENEROUS: Final = 5
"""As much must a king care for peace who gives anything away."""
_ASKED: Final = 5
"""How much more it is wanted if somebody asks for it."""
_ELSEWHERE: Final = 4
"""How much more a king wants peace while at war with somebody else."""


def edicts(realm: KingsView) -> Iterator[Intent]:
    """Everything that takes no time, before the day begins."""
    yield from _treaties(realm)
    yield from _heir(realm)
    yield from _savings(realm)
    for ruler in realm.rulers:
        yield from _draught(realm, ruler)
    yield from _tributes(realm)
    yield from _gifts(realm)


# ---------------------------------------------------------------- others


def _treaties(realm: KingsView) -> Iterator[Intent]:
    """One war at a time: peace with all but the prey, as far as this king cares for peace."""
    nature, me = realm.mind.nature, realm.crown.id
    if not realm.crown.king:
        return
    reach, ours = realm.reach_of, len(realm.land)
    war = war_of(realm)
    prey = war.prey if war else 0
    bound = [each.id for each in realm.others if truce_between(realm.view, me, each.id)]
    for other in realm.others:
        if kin(realm.view, me, other.id):
            continue
        ref, place, size = Ref(*other.place), other.place, reach[other.id]
        truce = truce_between(realm.view, me, other.id)
        if truce:
            if other.id == prey and not truce.notice:
                yield Intent(BreakTreaty(kingdom=ref), Reason("prey", (place,), size))
            continue
        offered = offer_of(realm.view, other.id, me) is not None
        near = other.id in realm.neighbours
        if near and _last_border(realm, other.id) and ours > size // 2:
            continue
        wish = nature.wants("peace") + _ASKED * offered + 2 * (size > ours) - 2 * (len(bound) > 1)
        wish += _ELSEWHERE * (prey != 0)
        if other.id == prey or offer_of(realm.view, me, other.id) is not None:
            continue
        if wish >= 7 and (near or offered):
            reason = Reason("accept" if offered else "peace", (place,), size)
            yield Intent(Treat(kingdom=ref), reason)


def _last_border(realm: KingsView, other: int) -> bool:
    """Whether every neighbour but that one is bound already: somebody has to be left to fight."""
    rest = [id for id in realm.neighbours if id != other]
    return bool(rest) and all(realm.friendly(id) for id in rest)


def _tributes(realm: KingsView) -> Iterator[Intent]:
    """Gold for monsters with which there is a bargain, before they come again."""
    for site in realm.view.all(Site):
        for crown, gold in site.bargains:
            if crown == realm.crown.id and gold <= realm.gold // 3:
                realm.spend(gold)
                reason = Reason("tribute", (site.place,), gold)
                yield Intent(PayTribute(feature=Ref(*site.place)), reason)


# ---------------------------------------------------------------- its own


def _heir(realm: KingsView) -> Iterator[Intent]:
    """What a new Heir is taught."""
    heir = realm.view.find(Ruler, realm.crown.king)
    if heir is None or heir.rank != "heir" or heir.schooled:
        return
    rules, skill = realm.rules.heirs, heir.skill
    left, taught = rules.levels_of(realm.crown.heirs), list[Ability]()
    for ability in (*_HEIR, *_HEIR, *NAMES):
        level, most = level_in(skill, ability), level_in(heir.aptitude, ability)
        if left and taught.count(ability) < rules.skill_most and level < most:
            skill = with_level(skill, ability, level + 1)
            taught.append(ability)
            left -= 1
    names = tuple(NAMES[ability] for ability in taught)
    yield Intent(HeirSkills(levels=names), Reason("heir", (heir.place,), len(names)))


def _savings(realm: KingsView) -> Iterator[Intent]:
    """Heroes who cannot be paid go before they are lost: sleepers first, then the weakest armies.

    Armies go from the safest land.
    """
    types = realm.armies.army_types
    missing = realm.pay - realm.income - realm.crown.treasury
    for hero in _useless(realm):
        if missing > 0:
            missing -= pay_of(realm.rules, realm.crown, hero)
            reason = Reason("sleeper", (hero.place,), realm.pay - realm.income)
            yield Intent(Dismiss(hero=Ref(*hero.place)), reason)
    armies = [
        army
        for army in realm.view.by(Army, "crown", realm.crown.id)
        if not army.leader and army.holding not in realm.threats
    ]
    armies.sort(key=lambda army: (types[army.type].strength * army.quality, army.id))
    for army in armies:
        if missing <= 0:
            return
        missing -= types[army.type].pay
        reason = Reason("unpayable", (army.place,), realm.pay - realm.income)
        yield Intent(Disband(army=Ref(*army.place)), reason)


def _useless(realm: KingsView) -> Iterator[Ruler]:
    """Heroes in a coma whom nobody of the kingdom can wake."""
    wakes = any(level_in(each.skill, "WH") for each in realm.rulers if not each.coma)
    for ruler in realm.rulers:
        if ruler.coma and not ruler.royal and is_paid(ruler) and not wakes:
            yield ruler


def _gifts(realm: KingsView) -> Iterator[Intent]:
    """Gold for the weakest friend while there is war, if there is plenty of it."""
    war, spare = war_of(realm), realm.gold - realm.reserve - _PLENTY
    if war is None or spare <= 0 or realm.room <= 0 or realm.turns_left < _LATE:
        return
    friends = [each for each in realm.others if realm.friendly(each.id) and each.id != war.prey]
    weakest = min(friends, key=lambda each: (realm.reach_of[each.id], each.id), default=None)
    generous = realm.mind.nature.wants("peace") >= _GENEROUS
    if weakest is None or not generous or realm.reach_of[weakest.id] >= len(realm.land):
        return
    gold = max(1, spare // 4)
    realm.spend(gold)
    order = GiveGold(kingdom=Ref(*weakest.place), gold=gold)
    yield Intent(order, Reason("gift", (weakest.place,), gold))


def _draught(realm: KingsView, ruler: Ruler) -> Iterator[Intent]:
    """A draught for who is badly hurt and has one."""
    most = most_hit_points(realm.rules, ruler.rank, ruler.skill)
    if 2 * ruler.hit_points > most:
        return
    for item in realm.view.by(MagicItem, "holder", ruler.place):
        if not realm.meetings.artifacts[item.item].heals:
            continue
        reason = Reason("hurt", (ruler.place,), ruler.hit_points)
        order = Drink(character=Ref(*ruler.place), item=Ref(*item.place))
        yield Intent(order, reason, choice=f"drink {ruler.id}")
