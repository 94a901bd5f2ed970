"""The steps of a Warlords battle: before the fight, bonuses, special attacks."""

from collections.abc import Sequence
from typing import Any

from engine.dice import Percent, ScriptedDice
from engine.facts import Tagged
from engine.packs.warlords.battle import condition as states
from engine.packs.warlords.battle.bonuses import (
    Gifts,
    arrays,
    category,
    flies,
    group_warding,
    lifted,
    personal,
    shared,
)
from engine.packs.warlords.battle.cards import (
    OPEN,
    SIDES,
    Field,
    FighterCard,
    SideName,
    terrains_of,
)
from engine.packs.warlords.battle.condition import stored_hits, stored_strength
from engine.packs.warlords.battle.duel import special
from engine.packs.warlords.battle.fight import engage
from engine.packs.warlords.battle.happenings import ShotFired, SpecialUsed
from engine.packs.warlords.battle.precombat import afflict, chance
from tests.rules.adapters.warlords import (
    CONTENT,
    MARKS,
    company,
    effect,
    field,
    fought,
    one,
    ordered,
    script,
    stack,
    state,
)
from tests.rules.dice import WholeDice
from tests.rules.harness import Given, Result, rule

# ---------------------------------------------------------------- before the fight


@rule("warlords.precombat.chance")
@rule("warlords.spell.malediction")
def precombat_chance(given: Given) -> Result:
    ability = given["ability"]
    worn = [[{ability: value} for value in each] for each in given.get("items", ())]
    worn += [[]] * len(given["units"])
    units = [
        one(**{ability: value}).replace(items=tuple(items))
        for value, items in zip(given["units"], worn, strict=False)
    ]
    cast = [{ability: value} for value in given.get("spells", ())]
    return {"percent": chance(stack(*units, cast=cast), ability)}


def shown(unit: FighterCard) -> dict[str, object]:
    """A unit after the step as cases list it: stored figures and its marks."""
    marks = {mark: getattr(unit.condition, mark) for mark in MARKS}
    return {
        "type": unit.type,
        "strength": stored_strength(unit.strength, unit.condition),
        "hits": stored_hits(unit.hits, unit.condition),
        **{mark: value for mark, value in marks.items() if value},
    }


@rule("warlords.precombat.order")
@rule("warlords.precombat.curse")
@rule("warlords.precombat.poison")
@rule("warlords.precombat.disease")
@rule("warlords.precombat.blessed-immune")
@rule("warlords.precombat.once")
@rule("warlords.precombat.own-ability")
@rule("warlords.precombat.floor-immune")
def precombat(given: Given) -> Result:
    with script(given) as dice:
        after = afflict(ordered(given, "attacker"), ordered(given, "defender"), dice, [])
    return {
        f"{side}_after": [shown(unit) for unit in each.fighters]
        for side, each in zip(SIDES, after, strict=True)
    }


@rule("warlords.strength.stored")
def stored(given: Given) -> Result:
    return {"stored_strength": stored_strength(given["strength"], state(given))}


@rule("warlords.hits.stored")
@rule("warlords.spell.mighty-feast")
@rule("warlords.spell.skyroad")
def full_hits(given: Given) -> Result:
    unit = one(hits=given["hits"]).replace(
        items=tuple(effect(item) for item in given.get("items", ())), condition=state(given)
    )
    array, _ = arrays(Field(), stack(unit, cast=given.get("spells", ())), stack())
    return {
        "full_hits": array.full_hits(unit, unit.condition),
        "missile_immune": array.stance(unit).arrowproof,
    }


@rule("warlords.lifedrain")
def lifedrain(given: Given) -> Result:
    now = state(given)
    if given["hit_by_lifedrain"]:
        now = states.drain(now)
    return {"hits": stored_hits(given["hits"], now), "drained": now.drained}


# ---------------------------------------------------------------- bonuses


@rule("warlords.terrain.bonus")
@rule("warlords.terrain.city")
@rule("warlords.bonus.banding")
@rule("warlords.bonus.banding-most")
@rule("warlords.bonus.item-strength")
@rule("warlords.bonus.final-cap")
@rule("warlords.bonus.order")
def combat_strength(given: Given) -> Result:
    if "draws" in given:
        return fought(given)
    if "base" in given:
        return {"terrains": list(terrains_of(given["base"], city=given["city"]))}
    sides = [company(given, side) for side in SIDES]
    found = {
        side: [[unit.type, array.stance(unit).strength] for unit in array.company.fighters]
        for side, array in zip(SIDES, arrays(field(given), *sides), strict=True)
        if side in given
    }
    return {"combat_strength": found}


@rule("warlords.bonus.category")
@rule("warlords.bonus.category-cap")
@rule("warlords.spell.bravery")
def category_total(given: Given) -> Result:
    name = given["category"]
    units = [one(**{name: value}) for value in given["units"]]
    worn = tuple({name: value} for value in given.get("items", ()))
    cast = [{name: value} for value in given.get("spells", ())]
    made = stack(*units, one().replace(items=worn), cast=cast)
    return {"total": int(category(Gifts.of(made), name, given.get("city", 0)).value)}


@rule("warlords.bonus.formula")
def formula(given: Given) -> Result:
    sides = [
        stack(one(), cast=[{name: given[side][name]} for name in given[side]])
        for side in ("side_a", "side_b")
    ]
    a, b = arrays(Field(), *sides)
    return {"bonus_a": int(a.bonus.value), "bonus_b": int(b.bonus.value)}


@rule("warlords.bonus.clamp")
def clamp(given: Given) -> Result:
    plus = given["bonus"]
    harm = [{name: 1} for name in ("chaos", "fear", "siege")[: max(0, -plus)]]
    sides = stack(one(given["strength"]), cast=[{"leadership": max(0, plus)}]), stack(cast=harm)
    array, _ = arrays(Field(), *sides)
    return {"strength": array.stance(array.company.fighters[0]).strength}


@rule("warlords.map.artillery")
def siege(given: Given) -> Result:
    engines = stack(*(one(siege=value) for value in given["siege_units"]))
    place = Field(fortification=given["city_fortification"])
    _, defender = arrays(place, engines, stack(one()))
    return {"bracket": int(defender.brackets[2].value)}


@rule("warlords.item.table")
def relics(given: Given) -> Result:
    names = given.get("hero_items", given.get("stack_items"))
    known = {relic.name: dict(relic.effect) for relic in CONTENT.relics.values()}
    hero = one(given.get("hero_strength", 1)).replace(items=tuple(known[name] for name in names))
    place = Field(terrains=terrains_of(given.get("terrain", OPEN), city=False))
    array, _ = arrays(place, stack(hero), stack())
    of_items = int(array.totals[given["category"]].value) if "category" in given else 0
    return {"combat_strength": array.stance(hero).strength, "item_bonus": of_items}


@rule("warlords.warding.total")
@rule("warlords.spell.storm-ward")
def warding(given: Given) -> Result:
    own = one(warding=given["self"]).replace(
        items=tuple({"warding": value} for value in given.get("items", ()))
    )
    cast = [{"group_warding": value} for value in given.get("spells", ())]
    made = stack(own, *(one(group_warding=value) for value in given["group"]), cast=cast)
    array, _ = arrays(Field(), made, stack())
    assert array.warding == group_warding(made, Gifts.of(made))
    return {"warding": array.stance(own).warding}


@rule("warlords.slayer.stack")
def slayer(given: Given) -> Result:
    if "draws" in given:
        return fought(given)
    units = [one(slayer_dragon=value) for value in given["units"]]
    worn = tuple({"slayer_dragon": value} for value in given.get("items", ()))
    cast = [{"slayer_dragon": value} for value in given.get("spells", ())]
    made = stack(*units, one().replace(items=worn), cast=cast)
    return {"slayer": int(shared(Gifts.of(made), "slayer_dragon").value)}


@rule("warlords.flight")
def flight(given: Given) -> Result:
    wings = ({"flying": 1},)
    own = one(flying=int(given["card"])).replace(items=wings if given.get("item_flying") else ())
    other = one(group_flight=int(given.get("stack_group_flight", False))).replace(
        items=wings if given.get("other_hero_item_flying") else ()
    )
    cast = wings if given.get("stack_spell_flight") else ()
    return {"flying": flies(own, lifted=lifted(stack(own, other, cast=cast)))}


# ---------------------------------------------------------------- special attacks


@rule("warlords.special.total")
@rule("warlords.spell.wrath-of-kali")
def special_total(given: Given) -> Result:
    ability = given["ability"]
    values = {
        key: tuple({ability: value} for value in given.get(key, ()))
        for key in ("spells", "items", "companion_items")
    }
    own = one(**{ability: given["unit"]}).replace(items=values["items"])
    other = one().replace(items=values["companion_items"])
    gifts = Gifts.of(stack(own, other, cast=values["spells"]))
    return {"total": int(personal(gifts, own, ability).value)}


class Late(WholeDice):
    """Dice with which all fails for a while, so that whatever may be is tried; then one wins."""

    def __init__(self) -> None:
        self.drawn = 0

    def whole(self, sides: int, *, chance: Percent | None = None) -> int:
        self.drawn += 1
        return sides if self.drawn <= 200 or self.drawn % 2 == 0 else 1


def dueled(own: FighterCard, enemy: FighterCard) -> Sequence[Tagged]:
    """What happens as two units fight it out."""
    sides = stack(own), stack(enemy).replace(side="defender")
    return engage(Field(), *sides, Late()).engagement.events


def shot(own: int, enemy: int) -> dict[SideName, int]:
    """The shots that units with that many of them fire at each other."""
    events = dueled(one(missile=own), one(missile=enemy, id=2))
    fired = [event.side for event in events if isinstance(event, ShotFired)]
    return {side: fired.count(side) for side in SIDES}


@rule("warlords.special.offset")
def offset(given: Given) -> Result:
    ability = given["ability"]
    if ability == "missile":
        fired = shot(given.get("own", 0), given.get("enemy", 0))
        return {"net_own": fired["attacker"], "net_enemy": fired["defender"]}
    return {f"net_{side}": net_of(given, ability, side) for side in ("own", "enemy")}


def net_of(given: Given, ability: str, side: str) -> int:
    """What is left of an ability, in those that bring the chance of a single one.

    Where the chance is certain the enemy's warding is raised until it is not.
    """
    (single,) = used(one(**{ability: 1}), one(id=2), ability)
    more = 0
    while True:
        sides = {
            each: one(
                **{ability: given.get(each, 0)},
                warding=given.get(f"{each}_warding", 0) + more * (each != side),
                id=number,
            )
            for number, each in enumerate(("own", "enemy"), start=1)
        }
        enemy = "enemy" if side == "own" else "own"
        found = used(sides[side], sides[enemy], ability)
        if not found or found[0] < 100:
            return more + (found[0] // single if found else 0)
        more += 1


def used(own: FighterCard, enemy: FighterCard, ability: str) -> list[int]:
    """The chance with which a unit uses its ability on another, if it does."""
    events = dueled(own, enemy)
    specials = [each for each in events if isinstance(each, SpecialUsed)]
    return [each.chance for each in specials if (each.side, each.ability) == (SIDES[0], ability)]


def opposed(given: Given, ability: Any) -> dict[str, int]:
    """The percent chances of two units' abilities set against each other."""
    sides = [
        stack(one(**{ability: given.get(side, 0), "warding": given.get(f"{side}_warding", 0)}))
        for side in ("own", "enemy")
    ]
    own, enemy = (each.stance(each.company.fighters[0]) for each in arrays(Field(), *sides))
    return {
        "percent_own": special(ability, own, enemy, first=(True, True)),
        "percent_enemy": special(ability, enemy, own, first=(True, True)),
    }


@rule("warlords.acid.chance")
@rule("warlords.assassination.chance")
@rule("warlords.warding.effect")
def special_chance(given: Given) -> Result:
    if "draws" in given:
        return fought(given)
    ability = given.get("ability") or given.where.split(".")[1]
    return opposed(given, ability)


@rule("warlords.acid.effect")
def acid(given: Given) -> Result:
    # Assassination, certain as well, ends the fight before a die is needed.
    strength = given["strength"]
    plus = max(0, strength - 9)
    target = one(strength - plus, hits=4).replace(items=({"strength": plus},))
    left = after_special(target, "acid")
    return {"dies": True} if not left else {"strength": left}


@rule("warlords.lightning")
def lightning(given: Given) -> Result:
    if "draws" in given:
        return fought(given)
    if "hits" not in given:
        return opposed(given, "lightning")
    left = after_special(one(hits=given["hits"]), "lightning")
    return {"dies": True} if not left else {"hits": left}


def after_special(target: FighterCard, ability: str) -> int:
    """What is left to a unit that an ability is sure to hit."""
    sure = stack(one(assassination=10, **{ability: 10}))
    with ScriptedDice(()) as dice:
        result = engage(Field(), sure, stack(target).replace(side="defender"), dice)
    used = [e for e in result.engagement.events if isinstance(e, SpecialUsed)]
    return next(event.left for event in used if event.ability == ability)


@rule("warlords.missile.shots")
def shots(given: Given) -> Result:
    fired = shot(given.get("own", 0), given.get("enemy", 0))
    return {"own_fires": fired["attacker"], "enemy_fires": fired["defender"]}
