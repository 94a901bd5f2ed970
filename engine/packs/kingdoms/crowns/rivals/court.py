"""What a king orders without anybody's time: treaties, an Heir's skills, plans, gold and drink."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.orders import Ref
from engine.packs.kingdoms.content.charms import CODES
from engine.packs.kingdoms.crowns.heroes import most_hit_points
from engine.packs.kingdoms.crowns.relations import kin, truce_between
from engine.packs.kingdoms.crowns.rivals.realm import Realm
from engine.packs.kingdoms.crowns.rivals.wars import war_of
from engine.packs.kingdoms.crowns.ventures.heirs import HeirSkills
from engine.packs.kingdoms.crowns.ventures.ruling import Disband, Drink, EncounterPlan, PayTribute
from engine.packs.kingdoms.crowns.ventures.treating import BreakTreaty, Treat, offer_of
from engine.packs.kingdoms.pieces.abilities import (
    NAMES,
    Ability,
    level_in,
    with_level,
)
from engine.packs.kingdoms.pieces.records import Army, Item, Ruler, Site
from engine.rivals import Intent, Reason

_HEIR: Final[tuple[Ability, ...]] = ("TA", "ME", "TA", "WH", "ME", "DR", "WH", "MA", "DR", "SA")
"""What an Heir is taught, in this order, as far as there are levels and aptitude."""
_SPELLS: Final = ("FI", "IC", "PS", "KI", "HA", "HO", "SP", "IN")
"""Combat spells, the most useful first."""
_MOST_SPELLS: Final = 3
_ASKED: Final = 5
"""By so much more he wants it if he is asked for it."""
_ELSEWHERE: Final = 4
"""By so much more a king wants peace while he makes war on somebody else."""


def edicts(realm: Realm) -> Iterator[Intent]:
    """Everything that takes no time, before the day begins."""
    yield from _treaties(realm)
    yield from _heir(realm)
    yield from _savings(realm)
    for ruler in realm.rulers:
        yield from _plan(realm, ruler)
        yield from _draught(realm, ruler)
    yield from _tributes(realm)


# ---------------------------------------------------------------- others


def _treaties(realm: Realm) -> Iterator[Intent]:
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


def _last_border(realm: Realm, other: int) -> bool:
    """Whether every neighbour but that one is bound already: somebody has to be left to fight."""
    rest = [id for id in realm.neighbours if id != other]
    return bool(rest) and all(realm.friendly(id) for id in rest)


def _tributes(realm: Realm) -> Iterator[Intent]:
    """Gold for monsters with which there is a bargain, before they come again."""
    for site in realm.view.all(Site):
        for crown, gold in site.bargains:
            if crown == realm.crown.id and gold <= realm.gold // 3:
                realm.spend(gold)
                reason = Reason("tribute", (site.place,), gold)
                yield Intent(PayTribute(feature=Ref(*site.place)), reason)


# ---------------------------------------------------------------- its own


def _heir(realm: Realm) -> Iterator[Intent]:
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


def _savings(realm: Realm) -> Iterator[Intent]:
    """Armies that cannot be paid go before they are lost: the weakest, from the safest land."""
    types = realm.armies.army_types
    missing = realm.pay - realm.income - realm.crown.treasury
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


def _plan(realm: Realm, ruler: Ruler) -> Iterator[Intent]:
    """How somebody fights in person: spells first, then arrows, then blades."""
    plan = plan_of(realm, ruler)
    if plan != ruler.plan and not ruler.coma:
        tactics = EncounterPlan(character=Ref(*ruler.place), tactics=plan)
        yield Intent(tactics, Reason("plan", (ruler.place,)))


def plan_of(realm: Realm, ruler: Ruler) -> tuple[str, ...]:
    """The encounter plan that goes with what a character can do."""
    spells: list[str] = []
    for code in _SPELLS:
        art = realm.arts.arts.get(code)
        if art and art.combat and code in CODES:
            ability = art.ability_of(ruler.alignment)
            if level_in(ruler.skill, ability) >= 1 and len(spells) < _MOST_SPELLS:
                spells.append(f"CA-{code}")
    bow = ("FI",) if level_in(ruler.skill, "AR") else ()
    return (*spells, *bow, "ME")


def _draught(realm: Realm, ruler: Ruler) -> Iterator[Intent]:
    """A draught for who is badly hurt and has one."""
    most = most_hit_points(realm.rules, ruler.rank, ruler.skill)
    if 2 * ruler.hit_points > most:
        return
    for item in realm.view.by(Item, "holder", ruler.place):
        reason = Reason("hurt", (ruler.place,), ruler.hit_points)
        order = Drink(character=Ref(*ruler.place), item=Ref(*item.place))
        yield Intent(order, reason, choice=f"drink {ruler.id}")
