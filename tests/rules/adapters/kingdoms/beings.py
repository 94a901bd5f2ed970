"""Monsters, what they hoard and whom they raid; magic items and artifacts."""

from typing import Any

from engine.packs.kingdoms.bouts import chances, sites
from engine.packs.kingdoms.bouts.commands import quality_bonus
from engine.packs.kingdoms.bouts.fighters import by_key
from engine.packs.kingdoms.bouts.happenings import SpellTried
from engine.packs.kingdoms.bouts.lore import prepare
from engine.packs.kingdoms.bouts.making import full_hits, monster, wanderer
from engine.packs.kingdoms.bouts.sides import EncounterSide
from engine.packs.kingdoms.content.sites import SiteKind
from tests.rules.adapters.kingdoms.chance import script
from tests.rules.adapters.kingdoms.fighters import (
    ARTS,
    CONTENT,
    artifact_of,
    being_of,
    bout,
    drawn,
    fighter,
    side,
)
from tests.rules.harness import Given, Name, Result, rule


@rule("kingdoms.monster.table-given")
def table_given(given: Given) -> Result:
    being = CONTENT.beings[being_of(given["monster"])]
    assert given.get("temper_modifiers", 0) == 0
    beast = EncounterSide.of("initiator", monster(being, being.hits))
    beast.temper = "Berserk"  # of which nothing is added
    foe = side(melee=given.get("opponent_melee", 0))
    more = chances.damage_modifier(beast, foe)
    return {
        "chance": chances.melee_chance(beast, foe),
        "damage": [each + more for each in being.damage],
        "shots": beast.fighter.level("AR"),
        "missile_chance": chances.fire_chance(beast, side()),
        "missile_damage": list(being.missile_damage),
    }


@rule("kingdoms.monster.hit-points")
def hit_points(given: Given) -> Result:
    being = CONTENT.beings[being_of(given.get("monster", "Giant"))]
    if "average" in given:
        being = being.model_copy(update={"hits": given["average"]})
    with drawn(given) as dice:
        return {"hit_points": full_hits(being, dice)}


@rule("kingdoms.monster.wandering")
def wandering(given: Given) -> Result:
    with drawn(given) as dice:
        met = wanderer(CONTENT, given["terrain"], dice)
    return {"monster": Name(met.name), "hit_points": met.full, "gold": met.gold}


UNGUARDED = (False, None, "none")


@rule("kingdoms.feature.hoards")
def hoards(given: Given) -> Result:
    named = None if given["hoard"] == "none" else given["hoard"]
    kind = SiteKind(key="den", name="Den", grounds=("Plain",), hoard=named)
    with drawn(given) as dice:
        found = sites.hoard(
            CONTENT, kind, dice, guarded=given.get("guardian", True) not in UNGUARDED
        )
    items = [
        {"name": Name(CONTENT.artifacts[key].name), "carried": carried}
        for key, carried in found.items
    ]
    return {"gold": found.gold, "items": items}


@rule("kingdoms.feature.raids")
def raids(given: Given) -> Result:
    more: dict[str, Any] = {key: given[key] for key in ("truce", "hidden") if key in given}
    armies = given.get("armies_in_only_candidate", 0)
    near = [sites.Prey(each, armies=armies, **more) for each in given.get("candidates", [1])]
    with drawn(given) as dice:
        return {"raided": sites.raided(given["raid"], near, dice) or "none"}


# ---------------------------------------------------------------- items


@rule("kingdoms.item.casting")
def casting(given: Given) -> Result:
    if "item" in given:
        skills = {"elemental": given.get("bearer_elemental", 0), **given.get("bearer_skills", {})}
        bearer = fighter({"items": [given["item"]], **skills})
        if CONTENT.artifacts[artifact_of(given["item"])].performs:
            casting = ARTS.casting
            return {"chance": casting.item_chance("action"), "level": casting.item_level}
        with script(()) as dice:
            met = bout(bearer, fighter({}), dice)
            level, chance = prepare(met, met.one, met.other, bearer.gifts.casts[0], item=True)
        return {"chance": chance, "level": level}
    told = {"plan": given["plan"], "temper": "Berserk", "items": ["Wand of Fire", "Staff of Ice"]}
    caster = fighter({**told, "elemental": given.get("elemental", 0)})
    foe = fighter({"hit_points": 999})
    with script([100] * 20) as dice:
        met = bout(caster, foe, dice)
        for _ in given["plan"]:
            met.act(met.one, free=False)
        while dice.used < 20:
            dice.whole(100)
    return {
        "cast": [
            f"{'IT' if each.item else 'CA'}-{each.art}"
            for each in met.log
            if isinstance(each, SpellTried)
        ]
    }


@rule("kingdoms.item.quality-bonus")
def quality(given: Given) -> Result:
    carried = by_key(CONTENT.artifacts, [artifact_of(item) for item in given["items"]])
    more = quality_bonus(carried, given.get("race", "human"), given["army"])
    return {"quality": given["quality"] + more}


@rule("kingdoms.item.artifacts")
def artifacts(given: Given) -> Result:
    if "archery" in given:
        bow = side(items=[given["item"]], archery=given["archery"])
        return {"shots": bow.fighter.level("AR"), "chance": chances.fire_chance(bow, side())}
    if "thief" in given:
        thief = side(items=[given["item"]], thief=given["thief"])
        return {"chance": chances.steal_chance(thief, side())}
    told = given.get("opponent", {"melee": given.get("opponent_melee", 0)})
    kind = [told["kind"]] if "kind" in told else list(told.get("kinds", ()))
    bearer: dict[str, Any] = {"melee": given["melee"], "items": [given["item"]]}
    if "alignment" in given:
        bearer["alignment"] = given["alignment"]
    one = side(temper="Berserk", **bearer)
    temper = told.get("temper", "Brave")
    foe = side(
        melee=told.get("melee", 0), temper=temper, kinds=[each.replace("-", "") for each in kind]
    )
    return {
        "chance": chances.melee_chance(one, foe),
        "damage_modifier": chances.damage_modifier(one, foe),
    }
