"""Tempers, and what else counts in encounters; monsters, their hoards, magic items."""

from fractions import Fraction
from typing import Any

from engine.dice import ScriptedDice
from engine.packs.kingdoms.battle.duel import face
from engine.packs.kingdoms.battle.values import Champion
from engine.packs.kingdoms.bouts import chances, sites
from engine.packs.kingdoms.bouts.bout import Bout
from engine.packs.kingdoms.bouts.chances import can_talk, flee_chance, melee_chance, melee_terms
from engine.packs.kingdoms.bouts.commands import quality_bonus
from engine.packs.kingdoms.bouts.fighters import by_key
from engine.packs.kingdoms.bouts.happenings import Balked, FleeTried, SpellTried
from engine.packs.kingdoms.bouts.lore import can_cast, prepare, spell_chance, touches
from engine.packs.kingdoms.bouts.making import full_hits, monster, wanderer
from engine.packs.kingdoms.bouts.plans import can_use
from engine.packs.kingdoms.bouts.sides import EncounterSide
from engine.packs.kingdoms.content.arts import magicians_help
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.content.sites import SiteKind
from engine.packs.kingdoms.crowns.encounters import fighter_of
from engine.packs.kingdoms.crowns.ventures.spying import Spy
from engine.packs.kingdoms.crowns.ventures.working import Explore
from engine.packs.kingdoms.pieces.temper import flees, may_refuse, mercy, risk_of_death
from engine.world import Place
from tests.packs.kingdoms.ventures.court import Court, ref
from tests.rules.adapters.kingdoms.armies import leader
from tests.rules.adapters.kingdoms.battles import no_effect
from tests.rules.adapters.kingdoms.fighters import (
    ARTS,
    CONTENT,
    LORE,
    MODULE,
    artifact_of,
    being_of,
    bout,
    drawn,
    fighter,
    side,
)
from tests.rules.adapters.kingdoms.words import CROWNS, named, script
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
def points_of_a_being(given: Given) -> Result:
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


RULERS = MODULE.content(RulerContent)
PERSON = ("temper", "hit_points", "king", "refusal")


@rule("kingdoms.temper.table")
def table(given: Given) -> Result:
    tempers = {each.temper: each.refusal for each in RULERS.heroes.tempers}
    if not may_refuse(given["temper"], royal=given.get("king", False)):
        return {"refusal": 0}
    return {"refusal": list(tempers[given["temper"]])}


@rule("kingdoms.temper.flight")
@rule("kingdoms.temper.kings-never-refuse")
def flight(given: Given) -> Result:
    royal = given.get("king", False)
    found: dict[str, object] = {"refusal_check": may_refuse(given["temper"], royal=royal)}
    if "refusal" in given and "opponent" not in given:
        one = fighter({"temper": given["temper"], "king": royal, "refusal": given["refusal"]})
        with drawn(given) as dice:
            met = Bout.of("random", one, fighter({"name": "Ogre"}, monster=True), LORE, dice)
            met.refusals()
        assert found["refusal_check"] == any(isinstance(each, Balked) for each in met.log)
        return found
    foe = given["opponent"]
    risk = risk_of_death(foe["chance"], tuple(foe["damage"]), foe["modifier"], given["hit_points"])
    if royal and not given.get("lost_in_encounter", 0):
        return {**found, "risk": risk, "flees": _sits_still(given)}
    with drawn(given) as dice:
        fled, _ = flees(
            given["temper"],
            risk,
            Fraction(given.get("own_risk_on_opponent", 0)),
            dice,
            hurt=given.get("hurt", False),
        )
    return {**found, "risk": risk, "flees": fled}


def _sits_still(given: Given) -> bool:
    """Whether an unhurt King flees from a certain danger."""
    one = fighter({key: given[key] for key in PERSON if key in given})
    with ScriptedDice(()) as dice:
        met = bout(one, fighter({"melee": 5, "temper": "Brave"}), dice, at="bow")  # type: ignore[arg-type]
        met.act(met.one, free=False)
    return any(isinstance(each, FleeTried) for each in met.log)


@rule("kingdoms.temper.rage")
def rage(given: Given) -> Result:
    one = fighter({"temper": "Berserk", "hit_points": given["hit_points"]})
    with drawn(given) as dice:
        met = bout(one, fighter({}), dice)
        met.rage(met.one)
    during = met.one.loses(given["damage"])
    return {"during": during, "after": met.one.after()}


@rule("kingdoms.temper.intimidation")
def intimidation(given: Given) -> Result:
    terms = melee_terms(side(temper=given["attacker"]), side(temper=given["defender"]))
    return {"modifier": terms.get("intimidation", 0)}


@rule("kingdoms.temper.elan")
@rule("kingdoms.temper.parrying")
def stance(given: Given) -> Result:
    ahead = given["melee_difference"]
    one = side(temper=given["attacker"], melee=max(0, ahead))
    foe = side(temper=given["defender"], melee=max(0, -ahead))
    return {"chance": melee_chance(one, foe)}


@rule("kingdoms.temper.fleeing")
def fleeing(given: Given) -> Result:
    foe = side()
    base = flee_chance(side(temper="Brave"), foe, "bow")
    return {"chance": given["base"] + flee_chance(side(temper=given["temper"]), foe, "bow") - base}


@rule("kingdoms.temper.begging")
def begging(given: Given) -> Result:
    return {"chance": mercy(given["beggar"], given["opponent"])}


@rule("kingdoms.temper.bluffing")
def bluffing(given: Given) -> Result:
    champion = Champion(
        plan=tuple(given["plan"]),
        temper=given["temper"],
        # That the King refused is given; one who is sure to draws nothing for it.
        refusal=100 if given.get("refused", False) else 0,
    )
    coward = leader(piece=Place("ruler", 1), champion=champion, royal=given.get("king", False))
    with drawn(given) as dice:
        found = face(coward, leader(piece=Place("ruler", 2)), no_effect, dice)
    assert found
    return {"duel": found.fought, "demoralized": "attacker" in found.demoralized}


# ---------------------------------------------------------------- alignment


@rule("kingdoms.alignment.order-of-magicians")
def order_of_magicians(given: Given) -> Result:
    kind, by = given["kind"], given["ability"]
    told = {"kingdom": given["kingdom"], "alignment": given["character"], by: given["level"]}
    if kind == "action":
        order = magicians_help(given["kingdom"], given["character"], by)
        return {"chance": ARTS.casting.chance("action", given["level"], order=order)}
    art = next(art for art in ARTS.arts.values() if art.combat and art.ability == by)
    with ScriptedDice(()) as dice:
        met = bout(fighter(told), fighter({}), dice)  # type: ignore[arg-type]
        return {"chance": spell_chance(met, met.one, met.other, art, by)}


@rule("kingdoms.alignment.order-of-duelists")
def order_of_duelists(given: Given) -> Result:
    one = side(kingdom=given["kingdom"], alignment=given["character"])
    foe = side(monster=given["opponent"] == "monster", name="Ogre")
    return {"bonus": melee_terms(one, foe).get("duelists", 0)}


# ---------------------------------------------------------------- characters


@rule("kingdoms.character.undead")
def undead(given: Given) -> Result:
    foe = side(alignment=given["alignment"])
    code = next(art.key for art in LORE.arts.values() if art.name == given["spell"])
    charm = CONTENT.charms[code]
    return {"affected": touches(charm, foe.kinds, royal=given.get("king", False))}


SKILLS = ("thief", "archery", "white", "psychic", "illusory", "elemental", "necromancy", "melee")
TACTICS = {"Steal": "ST", "Fire": "FI", "Melee": "ME", "Flee": "FL", "Talk": "TA"}


WORK = {"Explore": Explore, "Spy": Spy}


@rule("kingdoms.character.unskilled-attempts")
def unskilled(given: Given) -> Result:
    if given.get("action", "") in WORK:
        court = Court()
        red = court.crown("Red")
        skill = {"EX": given.get("explorer", 0), "SP": given.get("spy", 0)}
        one = court.ruler(red, 1, skill=skill)  # type: ignore[arg-type]
        return {"allowed": court.do(red, WORK[given["action"]](character=ref(one)))}
    one = fighter({key: given[key] for key in SKILLS if key in given})
    rich = fighter({"items": ["Wand of Fire"]})
    with ScriptedDice(()) as dice:
        met = bout(one, rich, dice)  # type: ignore[arg-type]
        if "spell" in given:
            assert given.get("action", "Cast") == "Cast"
            art = next(art for art in LORE.arts.values() if art.name == given["spell"])
            if not art.combat and LORE.casting:
                level = one.level(art.ability)
                return {"allowed": LORE.casting.limit("action", level) > 0}
            return {"allowed": can_cast(met, met.one, met.other, art.key, item=False)}
        tactic = TACTICS[given["tactic"]]
        return {"allowed": can_use(met, met.one, met.other, tactic, free=False)}


@rule("kingdoms.ability.druid-talking")
def druid_talking(given: Given) -> Result:
    return {"can_talk": can_talk(given["druid"], given["talk_class"])}


@rule("kingdoms.character.hit-points")
def hit_points(given: Given) -> Result:
    court = Court()
    owned = tuple(named(each, CROWNS.devices) for each in given.get("inventions", ()))
    red = court.crown("Red", inventions=owned)
    one = court.ruler(red, 1, skill={"ME": given["melee"]}, rank=given["kind"])
    for item in given.get("items", ()):
        court.item(artifact_of(item), one)
    return {"hit_points": fighter_of(court.state(), one).full}
