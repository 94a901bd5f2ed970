"""Fighters of encounters as cases tell of them; plans, tactics, chances and whole encounters."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.module.names import key_of
from engine.packs.kingdoms.arts.content import ArtsContent
from engine.packs.kingdoms.bouts import chances, ending
from engine.packs.kingdoms.bouts.bout import Bout
from engine.packs.kingdoms.bouts.fighters import EncounterFighter, Meeting, by_key, gifts_of
from engine.packs.kingdoms.bouts.happenings import Blow, Closed, Ended, FleeTried, Shot, SpellTried
from engine.packs.kingdoms.bouts.making import lore_of
from engine.packs.kingdoms.bouts.plans import chosen
from engine.packs.kingdoms.bouts.sides import EncounterSide
from engine.packs.kingdoms.bouts.sites import meeting_chance
from engine.packs.kingdoms.bouts.spells import holy
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.pieces.abilities import ABILITIES, MAGICAL, Ability, levels_of
from tests.rules.adapters.kingdoms.words import Script, script
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import module

MODULE = module("kingdoms")
CONTENT = MODULE.content(EncounterContent)
ARTS = MODULE.content(ArtsContent)
LORE = lore_of(CONTENT, ARTS.arts, ARTS.casting)

WORDS: Mapping[str, Ability] = {
    "melee": "ME",
    "archery": "AR",
    "missile": "AR",
    "druid": "DR",
    "thief": "TH",
    "white": "WH",
    "psychic": "PS",
    "illusory": "IL",
    "elemental": "EL",
    "necromancy": "NE",
}
FIGHTER = (
    "name",
    "king",
    "kind",
    "alignment",
    "kingdom",
    "temper",
    "refusal",
    "hit_points",
    "maximum",
    "damage",
    "missile_damage",
    "speed",
    "intelligence",
    "kinds",
    "talk",
    "plan",
    "items",
    "leads_army",
    *WORDS,
    *ABILITIES,
)


def being_of(name: str) -> str:
    """The key of a monster by its name.

    Raises:
        LookupError: there is no such monster.
    """
    known = known_being(name)
    if known is None:
        raise LookupError(name)
    return known


def known_being(name: str) -> str | None:
    """The key of a monster by its name, None for a name that is in no table."""
    return next((key for key in CONTENT.beings if key_of(key) == key_of(name)), None)


def artifact_of(name: str) -> str:
    """The key of an item by its name in the rulebook."""
    wanted = key_of(name.replace("'", ""))
    return next(key for key in CONTENT.artifacts if key_of(key) == wanted)


def fighter(given: Mapping[str, Any], *, monster: bool = False) -> EncounterFighter:
    """Who fights; a monster is told by its name, and is Medium and does 1-6 unless it is said."""
    if isinstance(given, Given):
        given.takes(*FIGHTER)
    name = given.get("name", "")
    being = ""
    told: dict[str, Any] = {}
    if monster:
        being = known_being(name) or "beast"
        if being in CONTENT.beings:
            known = CONTENT.beings[being]
            told = {
                "alignment": known.alignment,
                "temper": known.temper,
                "intelligence": known.intelligence,
                "talk": known.talk,
                "kinds": known.kinds,
            }
    levels: dict[Ability, int] = {
        ability: given[word] for word, ability in WORDS.items() if word in given
    }
    levels.update({ability: given[ability] for ability in ABILITIES if ability in given})
    for name_of in ("alignment", "kingdom", "temper", "refusal", "speed", "intelligence", "talk"):
        if name_of in given:
            told[name_of] = given[name_of]
    for name_of in ("damage", "missile_damage", "kinds", "plan"):
        if name_of in given:
            told[name_of] = tuple(given[name_of])
    carried = tuple(artifact_of(item) for item in given.get("items", ()))
    hits = given.get("hit_points", 20)
    casts = tuple(
        entry.removeprefix("CA-") for entry in told.get("plan", ()) if entry.startswith("CA-")
    )
    return EncounterFighter(
        name=name,
        being=being,
        royal=given.get("king", given.get("kind") in ("king", "heir")),
        hits=hits,
        full=given.get("maximum", hits),
        levels=levels_of(levels),
        casts=casts if monster else (),
        carried=carried,
        leads=given.get("leads_army", False),
        gifts=gifts_of(
            by_key(CONTENT.artifacts, carried), undead=told.get("alignment") == "Undead"
        ),
        **told,
    )


def side(
    given: Mapping[str, Any] | None = None, *, monster: bool = False, **more: Any
) -> EncounterSide:
    """A combatant in the middle of an encounter."""
    return EncounterSide.of("initiator", fighter({**(given or {}), **more}, monster=monster))


def bout(
    one: EncounterFighter,
    other: EncounterFighter,
    dice: Script,
    meeting: Meeting = "search",
    at: str = "spell",
) -> Bout:
    """An encounter that has begun, at a range."""
    made = Bout.of(meeting, one, other, LORE, dice)
    made.at, made.number = at, 1  # type: ignore[assignment]
    return made


def drawn(given: Given) -> Script:
    """Dice that fall as the case lists them."""
    draws: Sequence[int] = given.get("draws", ())
    return script(draws)


GROUNDS = MODULE.content(ArmyContent).grounds


@rule("kingdoms.encounter.random-chance")
def random_chance(given: Given) -> Result:
    ground = GROUNDS[given["terrain"]]
    chance = meeting_chance(
        ground.encounter,
        given["action"],
        leads=given.get("leads_army", False),
        at_home=given.get("own_province", False),
    )
    return {"chance": chance}


@rule("kingdoms.encounter.refusal")
def refusal(given: Given) -> Result:
    person = fighter({k: given[k] for k in ("temper", "refusal", "king", "plan") if k in given})
    kind = given["kind"]
    foe = fighter({"name": "Ogre"}, monster=kind in ("search", "random"))
    first = given.get("side", "initiator") == "initiator"
    with drawn(given) as dice:
        met = Bout.of(kind, *((person, foe) if first else (foe, person)), LORE, dice)
        met.refusals()
    his = met.one if first else met.other
    outcome = "refused" if met.outcome == "refused" else "fought"
    return {"encounter": outcome, "plan": list(his.plan)}


@rule("kingdoms.encounter.plan")
def plan(given: Given) -> Result:
    skills = ("archery", "elemental", "white", "psychic", "illusory", "necromancy", "thief")
    one = fighter({key: given[key] for key in (*skills, "plan", "items") if key in given})
    rich: dict[str, Any] = {"kinds": given.get("opponent_kinds", [])}
    rich |= {"items": ["War Banner"]} if given.get("opponent_has_treasure", False) else {}
    with drawn(Given({}, "plan")) as dice:
        met = bout(one, fighter(rich), dice, at=given.get("range", "spell"))
        me = met.one
        me.talked = given.get("talked", False)
        actions: list[str] = []
        for _ in range(max(3, len(one.plan)) if len(one.plan) > 2 else 1):
            actions.append(chosen(met, me, met.other, free=False))
            me.fired = me.fired or actions[-1] == "FI"
    return {"first_action": actions[0], "action": actions[0], "actions": actions}


@rule("kingdoms.encounter.free-rounds")
def free_rounds(given: Given) -> Result:
    able = dict.fromkeys(MAGICAL, 5) if given["tactic"].startswith("CA-") else {}
    told = {"plan": [given["tactic"]], "archery": given.get("archery", 0), "hit_points": 99}
    one = fighter({**told, **able})
    # No draw is made where there is no doubt, so a fighter who never misses shows the tactic.
    sure = one.replace(gifts=one.gifts.replace(hit=500))
    with drawn(Given({"draws": [1] * 8 if given["tactic"] != "FL" else []}, "free")) as dice:
        met = bout(sure, fighter({"hit_points": 99}), dice, at=given.get("range", "spell"))
        met.grant(met.one, given["free_rounds"])
        met.next_round()
        used = dice.used
        while dice.used < 8 and given["tactic"] != "FL":
            dice.whole(100)
    return {
        "range": met.at,
        "attacks": sum(isinstance(each, Blow) for each in met.log),
        "shots": sum(isinstance(each, Shot) for each in met.log),
        "fled": any(isinstance(each, FleeTried) and each.away for each in met.log),
        "draws_used": used,
    }


@rule("kingdoms.encounter.tactic-melee")
def closing(given: Given) -> Result:
    one = fighter({key: given[key] for key in ("speed", "items") if key in given})
    with drawn(Given({"draws": [100] if given["range"] == "melee" else []}, "closing")) as dice:
        met = bout(one, fighter({}), dice, at=given["range"])
        met.act(met.one, free=False)
    blow = any(isinstance(each, Blow) for each in met.log)
    assert blow != any(isinstance(each, Closed) for each in met.log)
    return {"range": met.at, "blow": blow}


def pair(given: Given) -> tuple[EncounterSide, EncounterSide]:
    """Attacker and defender as the melee cases tell of them."""
    both: dict[str, Any] = {"alignment": "Neutral", "kingdom": "Neutral"}
    one = side(
        both if given.get("duelists") else None,
        temper=given.get("attacker", "Berserk"),
        melee=given["own"],
        items=given.get("attacker_items", []),
    )
    foe = side(
        temper=given.get("defender", "Brave"),
        melee=given["opponent"],
        items=given.get("defender_items", []),
    )
    foe.invisible = given.get("defender_invisible", False)
    grip = given.get("necromancy", 1)
    foe.grip = grip if given.get("defender_holds_hand_of_death", False) else 0
    one.holy = symbol(given)
    return one, foe


def symbol(given: Given) -> int:
    """By how many percent a Holy Symbol lowers a chance."""
    told = given.get("holy_symbol")
    return holy(told["level"], unholy=told["against"] != "living") if told else 0


@rule("kingdoms.encounter.melee-chance")
@rule("kingdoms.ability.melee")
def melee_chance(given: Given) -> Result:
    one, foe = pair(given)
    return {
        "chance": chances.melee_chance(one, foe),
        "damage_modifier": chances.damage_modifier(one, foe),
    }


@rule("kingdoms.encounter.melee-damage")
def melee_damage(given: Given) -> Result:
    told: dict[str, Any] = {"damage": given["damage"], "melee": given["own"], "temper": "Berserk"}
    one = fighter({**told, "items": given.get("items", [])})
    foe = fighter({"melee": given["opponent"], "hit_points": 99})
    # The case tells the draw of the damage alone: the blow before it has hit.
    with drawn(Given({"draws": [1, *given["draws"]]}, "damage")) as dice:
        met = bout(one, foe, dice, at="melee")
        met.blow(met.one, met.other)
    return {"damage": 99 - met.other.hits}


@rule("kingdoms.ability.archery")
def archery(given: Given) -> Result:
    one = side(archery=given["archery"], items=given.get("items", []))
    return {
        "shots": one.fighter.level("AR"),
        "chance": chances.fire_chance(one, side()),
        "damage": list(one.fighter.missile_damage),
    }


@rule("kingdoms.encounter.tactic-fire")
def fire(given: Given) -> Result:
    wracked = given.get("animal_under_spiritwrack", False)
    told = {"intelligence": "Animal"} if wracked else {}
    one = fighter({"archery": given["archery"], "plan": ["FI"], **told})
    foe = fighter({"hit_points": 99, "items": given.get("opponent_items", [])})
    with drawn(given) as dice:
        met = bout(one, foe, dice, at=given.get("range", "spell"))
        met.other.invisible = given.get("opponent_invisible", False)
        met.one.holy = symbol(given)
        met.one.wrack = int(wracked)
        if "draws" in given:
            met.act(met.one, free=given.get("free_round", False))
    return {
        "chance": chances.fire_chance(met.one, met.other),
        "hits": sum(isinstance(each, Shot) and each.hit for each in met.log),
        "damage": 99 - met.other.hits,
        "range": met.at,
        "used": met.one.fired,
    }


@rule("kingdoms.encounter.tactic-talk")
def talk(given: Given) -> Result:
    if "answer_draw" not in given:
        told: Given = given["opponent"]
        told.takes("intelligence", "alignment", "name")
        one = fighter(
            {
                "druid": given["druid"],
                "alignment": given["talker"],
                "items": given.get("items", []),
            }
        )
        foe = fighter({"name": "Troll", **{key: told[key] for key in told}}, monster=True)
        return {"chance": chances.talk_chance(one, foe)}
    hoard = tuple(f"item-{n}" for n in range(given.get("hoard_items", 0)))
    foe = fighter({"name": "Ogre"}, monster=True).replace(gold=given.get("gold", 0), hoard=hoard)
    one = fighter({"plan": ["TA"], "druid": 5, "alignment": foe.alignment})
    draws = [1, given["answer_draw"], *([1] if len(hoard) > 1 else [])]
    with drawn(Given({"draws": draws}, "talk")) as dice:
        met = bout(one, foe, dice)
        met.act(met.one, free=False)
    answer = met.outcome.removeprefix("talk_")
    return {"answer": answer, "gold": met.gains.gold, "items": len(met.gains.items)}


@rule("kingdoms.encounter.tactic-steal")
def steal(given: Given) -> Result:
    one = side(thief=given["thief"], items=given.get("items", []))
    one.invisible = given.get("invisible", False)
    foe = side(intelligence=given.get("intelligence", "Medium"))
    return {"chance": chances.steal_chance(one, foe)}


@rule("kingdoms.ability.thief")
def thief(given: Given) -> Result:
    more, none = (
        chances.steal_chance(side(thief=level), side(intelligence="Superhuman"))
        for level in (given["thief"], 0)
    )
    return {"bonus": more - none}


@rule("kingdoms.encounter.tactic-flee")
def flee(given: Given) -> Result:
    one = side(
        speed=given["speed"], temper=given.get("temper", "Brave"), items=given.get("items", [])
    )
    one.invisible = given.get("invisible", False)
    foe = side(speed=given["opponent_speed"])
    return {"chance": chances.flee_chance(one, foe, given["range"])}


def whole(given: Given) -> tuple[Bout, Ended]:
    """A whole encounter; a side of searches and random encounters is a monster.

    It is the other side, but where a random encounter is begun by one that is in the table.
    """
    kind = given["kind"]
    monster = kind in ("search", "random")
    begins = kind == "random" and known_being(given["initiator"].get("name", "")) is not None
    hoard = tuple(artifact_of(item) for item in given.get("hoard", ()))
    one = fighter(given["initiator"], monster=begins)
    other: EncounterFighter = fighter(given["other"], monster=monster and not begins)
    other = other.replace(hoard=hoard, gold=given.get("gold", 0))
    with drawn(given) as dice:
        met = Bout.of(kind, one, other, LORE, dice)
        ended = met.fight()
    return met, ended


@rule("kingdoms.encounter.example-ogre")
@rule("kingdoms.encounter.example-spells")
def example(given: Given) -> Result:
    met, ended = whole(given)
    return {
        "outcome": ended.outcome,
        "rounds": ended.rounds,
        "initiator_hit_points": ended.hits[0],
        "other_hit_points": ended.hits[1],
        "cast": [each.art for each in met.log if isinstance(each, SpellTried)],
        "gold": ended.gold,
        "items": list(ended.items),
    }


@rule("kingdoms.feature.stopped-raids")
def stopped_raids(given: Given) -> Result:
    beast = fighter({"name": "Ogre", "maximum": given["full"]}, monster=True)
    outcome = "other_fled" if given.get("fled", False) else given.get("outcome", "round_limit")
    outcome = f"talk_{given['talk']}" if "talk" in given else outcome
    left = given["left"] * given.get("monster_alive", True)
    return {"truce": ending.truce(outcome, "other", beast, left)}
