"""What brings a kingdom on in peace: features, armies and heroes to be had, and learning."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from engine.orders import Ref
from engine.packs.kingdoms.bouts.sites import gained as benefit_of
from engine.packs.kingdoms.content.armies import ArmyType
from engine.packs.kingdoms.crowns.experience import may_rise
from engine.packs.kingdoms.crowns.exploring import gained, percent_of
from engine.packs.kingdoms.crowns.gold import (
    hero_pay,
    hire_chance,
    hire_fee,
    may_hire,
    raised_in,
    recruit_chance,
    recruit_cost,
    recruits,
)
from engine.packs.kingdoms.crowns.provinces import is_coastal
from engine.packs.kingdoms.crowns.rivals.errands import Errand
from engine.packs.kingdoms.crowns.rivals.hands import Hand
from engine.packs.kingdoms.crowns.rivals.realm import KingsView
from engine.packs.kingdoms.crowns.rivals.reckoning import chance_inside
from engine.packs.kingdoms.crowns.rivals.tactics import Plan, plans_for
from engine.packs.kingdoms.crowns.rivals.wars import island, walks
from engine.packs.kingdoms.crowns.ventures.recruiting import Hire, Recruit
from engine.packs.kingdoms.crowns.ventures.searching import Search
from engine.packs.kingdoms.crowns.ventures.working import (
    Explore,
    Practice,
    practice_chance,
    sage_chance,
)
from engine.packs.kingdoms.pieces.abilities import ABILITIES, MAGICAL, Ability, level_in
from engine.packs.kingdoms.pieces.records import Army, Holding, Ruler, Site
from engine.rivals import Reason

_FEATURE: Final = 14
"""What a feature that nobody has found yet is worth, in gold."""
_HOARD: Final = 20
_BENEFIT: Final = 12
_HERO: Final = 100
"""What a hero is worth; a King twice that."""
_FEW: Final = 4
"""Characters that every king would have."""
_USUAL_PAY: Final = 3
"""What heroes ask each turn, as long as one does not know them."""
_LIKELY: Final = 40
"""The least chance in percent with which one tries to recruit."""
EXPEDITION: Final = 9
"""As many armies a king of an island raises to take over the sea."""
_LEVEL: Final = 15
"""What a level is worth, in gold; those that are named here more or less."""
_LEVELS: Final[dict[Ability, float]] = {"TA": 1.6, "MA": 1.2, "WH": 1.6, "DR": 1.4, "NA": 0.8}


def explorations(hand: Hand) -> Iterator[Errand]:
    """Land that is not explored to the end, its own first of all."""
    realm = hand.realm
    explorer = level_in(hand.ruler.skill, "EX")
    for goal, way in hand.ways(today=True).items():
        before = percent_of(realm.view, realm.crown.id, goal)
        if before == 100 or (goal not in realm.land and realm.owner(goal)):
            continue
        holding = realm.view.get(Holding, goal)
        basic = realm.armies.grounds[holding.terrain].exploration
        more = gained(before, basic, explorer) - before
        share = 1.0 if goal in realm.land else 0.4
        share *= 0.15 if realm.sea(goal) else 1.0
        worth = more / 100 * _FEATURE * share * (1 + realm.mind.nature.wants("lore")) / 5
        reason = Reason("unexplored", (holding.place,), before)
        yield Errand(f"explore {goal}", way, hand.length(Explore), worth, reason, _explore)


def _explore(hand: Hand) -> None:
    holding = hand.realm.view.get(Holding, hand.at)
    percent = percent_of(hand.realm.view, hand.realm.crown.id, hand.at)
    hand.act(Explore(character=hand.ref), Reason("unexplored", (holding.place,), percent))


def searches(hand: Hand) -> Iterator[Errand]:
    """Known features that still have something, where the guardian can be dealt with."""
    realm, nature = hand.realm, hand.realm.mind.nature
    ways = hand.ways(today=True)
    for site in realm.view.all(Site):
        if site.holding not in ways or f"search {site.id}" in realm.claimed:
            continue
        kind = realm.meetings.sites[site.feature]
        benefit = benefit_of(kind, guarded=False, searched=site.searched)
        if not site.being and not benefit:
            continue
        way, phases = ways[site.holding], hand.length(Search)
        for plan in _plans(hand, site):
            inside = chance_inside(realm, hand.ruler, site, plan)
            brings = _HOARD * inside.gains / 100 if site.being else 0
            lets = _BENEFIT * bool(benefit) + _raids(realm, site)
            risk = max(_HERO, realm.hand_worth) * (1 + hand.ruler.royal) * inside.dies / 100
            cares = (1 + nature.wants("lore")) / 5
            worth = (brings + lets * inside.rid / 100) * cares - risk
            sure = max(inside.rid, inside.gains)
            reason = Reason("beatable" if site.being else "unguarded", (site.place,), sure)
            yield Errand(
                f"search {site.id}", way, phases, worth, reason, _going_in(site, plan, reason)
            )


def _plans(hand: Hand, site: Site) -> Iterable[Plan]:
    """How somebody may go in: by one plan a day, whatever comes in between."""
    if hand.settled or not site.being:
        return (hand.ruler.plan,)
    return plans_for(hand.realm, hand.ruler, hand.realm.meetings.beings[site.being])


def _going_in(site: Site, plan: Plan, reason: Reason) -> Callable[[Hand], None]:
    def go_in(hand: Hand) -> None:
        if site.being:
            hand.ruler, hand.settled = hand.ruler.replace(plan=plan), True
        hand.act(Search(character=hand.ref, feature=Ref(*site.place)), reason)

    return go_in


def _raids(realm: KingsView, site: Site) -> float:
    """What a guardian may yet cost the land on which it is, if it lives."""
    if not site.being or site.holding not in realm.land or realm.crown.id in site.truces:
        return 0
    often = realm.meetings.beings[site.being].raid / 100
    return often * realm.tax(site.holding) / 2 * min(realm.turns_left, 10)


# ---------------------------------------------------------------- people and armies


def _most(realm: KingsView) -> int:
    """How many characters a king keeps: a strong one as many as allowed, a weak one few."""
    match realm.mind.strength:
        case "weak":
            return _FEW
        case "middle":
            return _FEW + realm.mind.nature.wants("people") // 2
        case "strong":
            return realm.rules.gold.characters


def hires(hand: Hand) -> Iterator[Errand]:
    """Heroes without a King who would come, while they can be paid."""
    realm, nature = hand.realm, hand.realm.mind.nature
    pay = hero_pay(realm.rules, realm.crown.alignment, realm.crown.alignment, _USUAL_PAY)
    fee = hire_fee(realm.rules, pay)
    if realm.room < pay or realm.gold < fee or len(realm.rulers) >= _most(realm):
        return
    ways = hand.ways(today=True)
    for hero in realm.view.all(Ruler):
        if hero.royal or hero.crown or hero.died or not hero.knows("holding"):
            continue
        alignment = realm.crown.alignment
        if hero.holding not in ways or not may_hire(realm.rules, alignment, hero.alignment):
            continue
        druid = level_in(hand.ruler.skill, "DR")
        chance = hire_chance(realm.rules, alignment, hero.alignment, druid)
        worth = realm.hand_worth * chance / 100 * (5 + nature.wants("people")) / 10
        worth *= realm.still
        reason = Reason("hero_free", (hero.place,), chance)
        order = Hire(character=hand.ref, hero=Ref(*hero.place))

        def hire(hand: Hand, order: Hire = order, reason: Reason = reason) -> None:
            hand.realm.spend(fee, pay)
            hand.act(order, reason)

        key = f"hire {hero.id}"
        yield Errand(key, ways[hero.holding], hand.length(Hire), worth, reason, hire)


def musters(hand: Hand) -> Iterator[Errand]:
    """Own land that gives armies, while they can be paid."""
    realm, nature = hand.realm, hand.realm.mind.nature
    for goal, way in hand.ways(today=True).items():
        if goal not in realm.land or realm.sea(goal):
            continue
        holding = realm.land[goal]
        if realm.mustered.get(goal, 0) >= recruits(realm.rules.gold, realm.tax(goal)):
            continue
        type = _best_type(realm, hand.ruler, holding)
        if type is None:
            continue
        if island(realm, goal) and _on_foot(realm, goal) >= EXPEDITION:
            continue
        danger = realm.threats.get(goal, 0)
        worth = 3.0 + nature.wants("war") + 4 * danger + 3 * bool(hand.force)
        worth *= realm.still * plenty(realm)
        reason = Reason("muster", (holding.place,), realm.room)
        yield recruiting(hand, way, type, worth, reason)


def recruiting(
    hand: Hand, way: tuple[int, ...], type: ArmyType, worth: float, reason: Reason
) -> Errand:
    """Going where an army of a type can be recruited, and the gold for it."""
    cost = recruit_cost(hand.realm.rules.gold, type)
    order = Recruit(character=hand.ref, army=type.key)

    def recruit(hand: Hand) -> None:
        hand.realm.spend(cost, type.pay)
        hand.realm.mustered[hand.at] = hand.realm.mustered.get(hand.at, 0) + 1
        hand.held = True
        hand.act(order, reason)

    return Errand("", way, hand.length(Recruit), worth / hand.early(way), reason, recruit)


def _on_foot(realm: KingsView, holding: int) -> int:
    """How many armies that march there are where one walks to from a province."""
    types, ours = realm.armies.army_types, walks(realm, holding)
    armies = (types[each.type] for id in ours for each in realm.view.by(Army, "holding", id))
    return sum(1 for type in armies if not type.sails and type.attacking is None)


def mercenaries(hand: Hand) -> Iterator[Errand]:
    """Armies that serve nobody, wherever they stand: more than green ones, and at once."""
    realm, nature = hand.realm, hand.realm.mind.nature
    ways, types = hand.ways(today=True), realm.armies.army_types
    for army in realm.view.all(Army):
        if not army.mercenary or army.holding not in ways:
            continue
        type = types[army.type]
        cost = recruit_cost(realm.rules.gold, type)
        if cost > realm.gold or type.pay > realm.room or type.sails:
            continue
        worth = (6.0 + nature.wants("war")) * army.quality * realm.still * plenty(realm)
        reason = Reason("mercenary", (army.place,), cost)
        order = Recruit(character=hand.ref, mercenary=Ref(*army.place))

        def pay(
            hand: Hand,
            order: Recruit = order,
            reason: Reason = reason,
            cost: int = cost,
            pay: int = type.pay,
        ) -> None:
            hand.realm.spend(cost, pay)
            hand.held = True
            hand.act(order, reason)

        way = ways[army.holding]
        worth /= hand.early(way)
        yield Errand(f"hire army {army.id}", way, hand.length(Recruit), worth, reason, pay)


def plenty(realm: KingsView) -> float:
    """How much rather gold is spent than kept: the more there is, and the fewer armies."""
    armies = sum(1 for _ in realm.view.by(Army, "crown", realm.crown.id))
    lacking = 2.0 if armies < len(realm.land) else 1.0
    return lacking * max(0.5, min(4.0, realm.gold / 80))


def _best_type(realm: KingsView, ruler: Ruler, holding: Holding) -> ArmyType | None:
    """The army that gives most for its pay, of those to be had and paid."""
    ground = realm.armies.grounds[holding.terrain]
    coastal = is_coastal(realm.view, realm.armies, holding.id)
    druid = level_in(ruler.skill, "DR")
    best: tuple[float, ArmyType] | None = None
    for type in realm.armies.army_types.values():
        cost = recruit_cost(realm.rules.gold, type)
        chance = recruit_chance(realm.rules.gold, realm.armies, type, druid)
        if cost > realm.gold or type.pay > realm.room or chance < _LIKELY:
            continue
        if type.sails or not raised_in(type, ground, coastal=coastal) or type.attacking:
            continue
        race = realm.armies.army_races[type.race or realm.crown.race]
        strength = type.strength + (type.key in race.types) - len(type.adverse) / 5
        rate = strength * chance / type.pay
        if best is None or rate > best[0]:
            best = rate, type
    return best[1] if best else None


# ---------------------------------------------------------------- learning


def lessons(hand: Hand) -> Iterator[Errand]:
    """The ability that is best practised; Sages may invent something as well."""
    realm, nature, ruler = hand.realm, hand.realm.mind.nature, hand.ruler
    if hand.practised or hand.time < hand.length(Practice):
        return
    content, best = realm.rules, (0.0, "", 0)
    for ability in ABILITIES:
        skill, aptitude = level_in(ruler.skill, ability), level_in(ruler.aptitude, ability)
        chance = practice_chance(content, aptitude, skill) if may_rise(ruler, ability) else 0
        worth = chance / 100 * _LEVEL * _LEVELS.get(ability, 1.0)
        if ability in MAGICAL or ability == "SA":
            worth *= (1 + nature.wants("lore")) / 5
        if ability == "SA":
            worth += sage_chance(content, skill) / 100 * 40
        best = max(best, (worth, ability, chance))
    worth, ability, chance = best
    reason = Reason("practise", (ruler.place,), chance)

    def practise(hand: Hand) -> None:
        hand.practised = True
        hand.act(Practice(character=hand.ref, ability=ability), reason)

    if worth:
        yield Errand("", (), hand.length(Practice), worth, reason, practise)
