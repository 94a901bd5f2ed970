"""The combat spells, each cast in an encounter that has begun."""

from typing import Any

from engine.packs.kingdoms.bouts import chances
from engine.packs.kingdoms.bouts.bout import Bout
from engine.packs.kingdoms.bouts.happenings import Slain, Squeezed, Suspended
from engine.packs.kingdoms.bouts.lore import touches
from engine.packs.kingdoms.bouts.spells import WORKING
from tests.rules.adapters.kingdoms.fighters import CONTENT, bout, drawn, fighter, side
from tests.rules.adapters.kingdoms.words import Script
from tests.rules.harness import Given, Result, rule

KIND = {"anti-holy": "antiholy"}


def kinds(given: Given) -> list[str]:
    """The kinds of the opponent of a case; `living` is none."""
    target: str = given.get("target", "living")
    return [] if target == "living" else [KIND.get(target, target)]


def allowed(given: Given, code: str) -> bool:
    """Whether a spell can touch the opponent of a case, whatever the level of the caster."""
    given.get("level")
    return touches(CONTENT.charms[code], tuple(kinds(given)), royal=False)


def met_with(dice: Script, given: Given, at: str = "spell", **foe: Any) -> Bout:
    """An encounter whose other side is the opponent of the case."""
    told = {"kinds": kinds(given), "hit_points": 99, **foe}
    caster = fighter({"hit_points": 99, "plan": ["ME", given.get("next", "ME")]})
    made = bout(caster, fighter(told), dice, at=at)
    made.one.at = 1
    return made


@rule("kingdoms.spell.holy-symbol")
def holy_symbol(given: Given) -> Result:
    with drawn(given) as dice:
        met = met_with(dice, given)
        WORKING["HO"](met, met.one, met.other, given["level"])
    left = chances.hindered(given["chance"], holy=met.other.holy, unseen=False)
    return {"chance": left, "damage": 99 - met.other.hits}


@rule("kingdoms.spell.spiritwrack")
def spiritwrack(given: Given) -> Result:
    if not allowed(given, "SP"):
        return {"cast": False}
    # The damage is given, so the blow before it has hit for just so much.
    damage = given.get("damage", 3)
    foe: dict[str, Any] = {"temper": "Berserk", "damage": [damage, damage]}
    foe |= {"intelligence": given.get("intelligence", "Medium")}
    with drawn(Given({"draws": [1, *given.get("draws", ())]}, "wrack")) as dice:
        met = met_with(dice, given, "melee", **foe)
        WORKING["SP"](met, met.one, met.other, given["level"])
        met.blow(met.other, met.one)
    return {"cast": True, "damage": 99 - met.one.hits}


@rule("kingdoms.spell.psychic-blast")
def psychic_blast(given: Given) -> Result:
    with drawn(given) as dice:
        met = met_with(dice, given)
        WORKING["PS"](met, met.one, met.other, 1)
    return {"free_rounds": met.one.free}


@rule("kingdoms.spell.telekinetic-storm")
def telekinetic_storm(given: Given) -> Result:
    if not allowed(given, "TE"):
        return {"cast": False}
    with drawn(given) as dice:
        met = met_with(dice, given, given["range"])
        WORKING["TE"](met, met.one, met.other, 1)
    return {"cast": True, "opponent": 99 - met.other.hits, "caster": 99 - met.one.hits}


@rule("kingdoms.spell.invisibility")
def invisibility(given: Given) -> Result:
    holy = side()
    with drawn(Given({}, "unseen")) as dice:
        met = met_with(dice, given)
        WORKING["IN"](met, met.one, met.other, 1)
        if "holy_symbol_level" in given:
            WORKING["HO"](met, holy, met.other, given["holy_symbol_level"])
    chance = chances.hindered(
        given["opponent_chance"], holy=met.other.holy, unseen=met.one.invisible
    )
    return {"opponent_chance": chance}


@rule("kingdoms.spell.mirror-image-phantasm")
def mirror_image(given: Given) -> Result:
    if given.get("caster_disbelief", False):
        return {"disbelief": chances.own_disbelief(given["level"])}
    return {"disbelief": chances.disbelief(given["intelligence"], given["level"])}


@rule("kingdoms.spell.fireball")
def fireball(given: Given) -> Result:
    if not allowed(given, "FI"):
        return {"cast": False}
    with drawn(given) as dice:
        met = met_with(dice, given)
        WORKING["FI"](met, met.one, met.other, given["level"])
    return {"cast": True, "damage": 99 - met.other.hits}


@rule("kingdoms.spell.ice-suspension")
def ice_suspension(given: Given) -> Result:
    if not allowed(given, "IC"):
        return {"cast": False}
    hits = given.get("hit_points", 99)
    with drawn(given) as dice:
        met = met_with(dice, given, hit_points=hits)
        WORKING["IC"](met, met.one, met.other, given["level"])
    return {
        "cast": True,
        "suspended": any(isinstance(each, Suspended) for each in met.log),
        "free_rounds": met.one.free,
        "fled": met.outcome == "initiator_fled",
        "damage": hits - met.other.hits,
    }


@rule("kingdoms.spell.hand-of-death")
def hand_of_death(given: Given) -> Result:
    if not allowed(given, "HA"):
        return {"cast": False}
    level = given.get("necromancy", given.get("level", 1))
    with drawn(given) as dice:
        met = met_with(dice, given, temper="Berserk", melee=given.get("victim_melee", 0))
        met.one.fighter = fighter({"melee": given.get("caster_melee", 0)})
        WORKING["HA"](met, met.one, met.other, level)
        if "level" in given:
            met.act(met.one, free=True)
    damage = [each.damage for each in met.log if isinstance(each, Squeezed)]
    return {
        "cast": True,
        "damage": damage[0] if damage else 0,
        "victim_chance": chances.melee_chance(met.other, met.one),
    }


@rule("kingdoms.spell.control-undead")
def control_undead(given: Given) -> Result:
    if "target" in given and not allowed(given, "CO"):
        return {"cast": False}
    hits = given.get("hit_points", 20)
    with drawn(given) as dice:
        caster = fighter({"NE": given["level"], "plan": ["CA-CO"], "temper": "Berserk"})
        foe = fighter({"kinds": ["undead"], "hit_points": hits})
        met = bout(caster, foe, dice)
        met.act(met.one, free=False)
    slain = any(isinstance(each, Slain) for each in met.log)
    return {"cast": True, "slain": slain, "hit_points": met.other.hits}
