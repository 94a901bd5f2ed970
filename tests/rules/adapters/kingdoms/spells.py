"""The action spells of Kingdoms, how often and how well spells are cast; and marches."""

from collections.abc import Mapping

from engine.dice import ScriptedDice, Whole
from engine.packs.kingdoms.arts.armies import (
    Exposed,
    risen,
    scattered,
    sickness,
    spreads,
    stays_up,
)
from engine.packs.kingdoms.arts.casters import RealmCaster
from engine.packs.kingdoms.arts.charming import Charmed, alignment_after, charmable
from engine.packs.kingdoms.arts.killing import Victim, fate, kill_chance, killable
from engine.packs.kingdoms.arts.provinces import Owner, Tract, after, targetable, workable
from engine.packs.kingdoms.arts.raising import Target, gift
from engine.packs.kingdoms.arts.raising import alignment_after as raised_alignment
from engine.packs.kingdoms.battle.losses import remains
from engine.packs.kingdoms.bouts.happenings import Slain
from engine.packs.kingdoms.bouts.lore import touches
from engine.packs.kingdoms.content.arts import Magic
from engine.packs.kingdoms.crowns.ventures.casting import Cast
from engine.packs.kingdoms.crowns.ventures.marching import Lead, Marcher, Way, barred
from engine.packs.kingdoms.pieces.chance import succeeds
from tests.packs.kingdoms.ventures.court import Court, ref
from tests.rules.adapters.kingdoms.armies import army, field
from tests.rules.adapters.kingdoms.fighters import CONTENT as FINDS
from tests.rules.adapters.kingdoms.fighters import bout, fighter
from tests.rules.adapters.kingdoms.words import ARMIES, ARTS, CROWNS, drawn
from tests.rules.harness import Given, Result, rule

CASTING, WORKINGS = ARTS.casting, ARTS.workings
MAGICAL = ("WH", "PS", "IL", "EL", "NE")
ABILITY_WORDS = {
    "white": "WH",
    "psychic": "PS",
    "illusory": "IL",
    "elemental": "EL",
    "necromancy": "NE",
}

# ---------------------------------------------------------------- magic in general


@rule("kingdoms.magic.casting-limits")
def limits(given: Given) -> Result:
    if "level" in given:
        level = given["level"]
        return {"action": CASTING.limit("action", level), "combat": CASTING.limit("combat", level)}
    if "skills" in given and "encounter_plan" not in given:
        known = [level for level in given["skills"].values() if level]
        return {
            "action_spells_in_turn": sum(CASTING.limit("action", level) for level in known),
            "combat_spells_in_encounter": sum(CASTING.limit("combat", level) for level in known),
        }
    skills = {ability: given[word] for word, ability in ABILITY_WORDS.items() if word in given}
    skills |= dict(given.get("skills", {}))
    skills |= {ability: given[ability] for ability in MAGICAL if ability in given}
    cast: list[tuple[str, Magic]] = []
    for entry in given["encounter_plan"]:
        art = ARTS.arts[entry.removeprefix("CA-")]
        if CASTING.allows(art, art.ability, skills.get(art.ability, 0), cast):
            cast.append((art.key, art.ability))
    return {"cast": [code for code, _ in cast]}


@rule("kingdoms.magic.success-chance")
def chances(given: Given) -> Result:
    return {"chance": CASTING.chance(given["kind"], given["level"])}


# ---------------------------------------------------------------- white magic

PERSON = ("dead", "kind", "alignment", "skills", "items", "own", "comatose")


@rule("kingdoms.spell.resurrect-character")
def resurrect(given: Given) -> Result:
    kingdom = given["kingdom"]
    caster = RealmCaster(
        alignment=given.get("caster_alignment", kingdom),
        kingdom=kingdom,
        royal=given.get("caster", "hero") in ("king", "heir"),
    )
    told: Given = given["target"]
    told.takes(*PERSON)
    target = Target(
        rank=told.get("kind", "hero"),
        alignment=told.get("alignment", kingdom),
        dead=told.get("dead", False),
        comatose=told.get("comatose", False),
        own=told.get("own", True),
    )
    given_to = gift(caster, target)
    skills, items = told.get("skills", {}), told.get("items", [])
    chance = CASTING.chance("action", given["level"])
    with drawn(given) as dice:
        done = given_to is not None and succeeds(dice, chance)
    if given_to is None or not done:
        return {
            "cast": given_to is not None,
            "alive": not target.dead,
            "alignment": target.alignment,
            "skills": dict(skills),
            "items": list(items),
        }
    return {
        "cast": True,
        "alive": True,
        "alignment": raised_alignment(caster, target, given_to),
        "skills": dict(skills),
        "items": [] if given_to == "life" else list(items),
        "employer": "caster_kingdom",
    }


@rule("kingdoms.character.royal-heir")
def heir(given: Given) -> Result:
    if "heir_number" in given:
        return {"skill_levels": CROWNS.heirs.levels_of(given["heir_number"])}
    assert given["spell"] in ("Resurrect", "Resurrect Character", "RE")
    given.get("second_heir")  # the Heir carries the bones of the first dead King all the same
    grown = given.get("heir_skills_assigned", False) or given.get("heir_improved", False)
    caster = RealmCaster("Neutral", "Neutral")
    return {"old_king_returns": gift(caster, Target("heir", "Neutral", grown=grown)) == "king"}


TYPES = ARMIES.army_types


def ground(given: Given) -> Tract:
    return Tract(
        given.get("terrain", "Plain"), given.get("parted", False), given.get("flooded", False)
    )


def passes(given: Given) -> bool:
    """Whether an army may enter or leave the province of a case, alone or carried."""
    here = ground(given)
    army = TYPES[given["army"]]
    force = [Marcher(army)]
    if carrier := given.get("carried_by"):
        force.append(Marcher(TYPES[carrier]))
    entered = given.get("entered", "")
    assert entered in ("", "last_turn", "this_turn")
    if given["action"] == "leave":
        way = Way(
            here, Tract(given.get("to", "Sea" if army.sails or "carried_by" in given else "Plain"))
        )
    else:
        start = given.get("from", "Sea" if army.sails or "carried_by" in given else "Plain")
        way = Way(Tract(start), here)
    return barred(ARMIES.columns, force, way, Lead()) is None


@rule("kingdoms.spell.part-sea")
def part_sea(given: Given) -> Result:
    if "cast" in given:
        return worked(given, given["cast"])
    return {"allowed": passes(given)}


def worked(given: Given, spell: str) -> Result:
    """What a spell that succeeds makes of the province of a case."""
    art = next(art for art in ARTS.arts.values() if art.name == spell)
    here = ground(given)
    if not workable(art, here):
        return {"cast": False}
    then = after(art, here)
    return {
        "cast": True,
        "flooded": then.flooded,
        "parted": then.parted,
        "terrain": then.now,
    }


@rule("kingdoms.spell.flood-province")
def flood(given: Given) -> Result:
    if "army" in given:
        return {"allowed": passes(given)}
    if "distance" in given and not targetable(ARTS.arts["FL"], given["distance"], "enemy"):
        given.get("terrain")
        return {"cast": False}
    return worked(given, "Flood Province")


# ---------------------------------------------------------------- psychic magic

CASTER = ("alignment", "king", "kingdom", *MAGICAL)
HERO = ("hero", "king", "leads", "alignment", "highest_skill", "own")


@rule("kingdoms.spell.charm")
def charm(given: Given) -> Result:
    told: Given = given["caster"]
    told.takes(*CASTER)
    alignment = told["alignment"]
    caster = RealmCaster(alignment, told.get("kingdom", alignment), royal=told.get("king", False))
    skills = {ability: told[ability] for ability in MAGICAL if ability in told}
    kind = given["kind"]
    ability = ARTS.arts["CH"].ability_of(alignment)
    level = skills.get(ability, 0)
    chance = CASTING.chance(kind, level) if level else 0
    if "target" not in given:
        return {"cast": bool(level), "chance": chance, "ability": ability}
    whom: Given = given["target"]
    whom.takes(*HERO)
    target = Charmed(
        alignment=whom.get("alignment", "Neutral"),
        highest=whom.get("highest_skill", 0),
        hero=whom.get("hero", True) and not whom.get("king", False),
        armies=whom.get("leads", 0),
        own=whom.get("own", False),
    )
    if not level or not charmable(caster, target):
        return {"cast": False}
    with drawn(given) as dice:
        hired = succeeds(dice, chance)
        then = alignment_after(WORKINGS, caster, target, dice) if hired else target.alignment
    return {
        "cast": True,
        "hired": hired,
        "fee": 0,
        "alignment": then,
        "chance": chance,
        "ability": ability,
    }


# ---------------------------------------------------------------- elemental magic


OWNERS: dict[str, Owner] = {"caster_kingdom": "own", "partner": "partner"}


@rule("kingdoms.spell.tornadoes")
def tornadoes(given: Given) -> Result:
    if "province_owner" in given or "distance" in given:
        whose = OWNERS.get(given.get("province_owner", ""), "enemy")
        given.get("level")
        return {"cast": targetable(ARTS.arts["TO"], given.get("distance", 0), whose)}
    with drawn(given) as dice:
        gone = scattered(WORKINGS, given["level"], range(1, given["armies"] + 1), dice)
    return {"scattered": gone}


# ---------------------------------------------------------------- necromancy


def cast_over(level: int, graves: int) -> bool:
    """Whether Skeletal Army can be cast where that many graves were dug this turn."""
    court = Court()
    red = court.crown("Red", "Undead")
    caster = court.ruler(red, 1, skill={"NE": level})
    for _ in range(graves):
        court.grave(1, turn=4)
    return court.do(red, Cast(character=ref(caster), spell="Skeletal Army"))


@rule("kingdoms.spell.skeletal-army")
def skeletal_army(given: Given) -> Result:
    if "event" in given:
        assert given["event"] == "destroyed"
        one = army("GA", quality=given["quality"], skeletal=given["skeletal"])
        grave = remains(field(), one, one.quality)
        return {"grave_quality": grave.quality if grave else None}
    if "transferred_to" in given:
        told = given["transferred_to"]
        leader = told["alignment"] if isinstance(told, Mapping) else None
        return {"buried": not stays_up(skeletal=given["skeletal"], leader=leader)}
    graves = given.get("graves_earlier", given.get("graves", 0))
    level = given["level"]
    fresh = given.get("graves_this_turn", 0)
    if not graves:
        return {"cast": cast_over(level, fresh), "raised": 0}
    with drawn(given) as dice:
        up = list(risen(level, range(graves), dice)) if given.get("success", True) else []
    return {"cast": True, "raised": len(up)}


@rule("kingdoms.spell.kill-enemy")
def kill(given: Given) -> Result:
    kind, told = given["kind"], given.get("target", Given({}, given.where))
    if isinstance(told, str):
        given.get("level")
        kinds = () if told == "living" else (told.replace("-", ""),)
        return {"cast": touches(FINDS.charms["KI"], kinds, royal=False)}
    told.takes("hero", "king", "monster", "leads_army", "alignment")
    if kind == "action" and told.get("monster", False):
        given.get("level")
        return {"cast": False}  # only characters are offered as targets of the action
    victim = Victim(
        alignment=told.get("alignment", "Neutral"),
        hero=told.get("hero", True) and not told.get("king", False),
        leads_army=told.get("leads_army", False),
    )
    defending = kind == "combat" and not given.get("initiator", True)
    if not killable(victim) or defending:
        given.get("level")
        return {"cast": False}
    full = CASTING.chance(kind, given["level"])
    half = kill_chance(
        full, in_feature=given.get("in_feature", False), leads_army=victim.leads_army
    )
    if "draws" not in given:
        return {"cast": True, "chance": half}
    if kind == "combat":
        return {"cast": True, "chance": half, **struck_down(given, victim)}
    with drawn(given) as dice:
        came = fate(WORKINGS, full, victim, dice)
    return {"cast": True, "killed": came == "killed", "coma": came == "coma", "chance": half}


def struck_down(given: Given, victim: Victim) -> Result:
    """What Kill Enemy does in an encounter whose initiator casts it."""
    caster = fighter({"NE": given["level"], "plan": ["CA-KI"], "temper": "Berserk"})
    foe = fighter({"leads_army": victim.leads_army, "alignment": victim.alignment})
    with drawn(given) as dice:
        met = bout(caster, foe, dice, "search" if given.get("in_feature", False) else "pursue")
        met.act(met.one, free=False)
    return {"killed": any(isinstance(each, Slain) for each in met.log), "coma": False}


@rule("kingdoms.spell.plague")
def plague(given: Given) -> Result:
    if "spread_draw" in given:
        dice = ScriptedDice([Whole(given["spread_draw"], 100)])
        return {"spreads": spreads(WORKINGS, dice)}
    armies: list[Exposed] = []
    for told in given["armies"]:
        told.takes("race", "immune", "quality", "skeletal", "guarded")
        armies.append(
            Exposed(
                humanoid=ARMIES.army_races[told["race"]].humanoid,
                quality=told.get("quality", 2),
                immune=told.get("immune", False),
                skeletal=told.get("skeletal", False),
                guarded=told.get("guarded", False),
            )
        )
    with drawn(given) as dice:
        found = [sickness(WORKINGS, given["level"], army, dice) for army in armies]
    by_fate = {
        name: [n for n, came in enumerate(found, start=1) if came == name]
        for name in ("destroyed", "immune", "unaffected", "weakened")
    }
    left = [
        army.quality - (came == "weakened")
        for army, came in zip(armies, found, strict=True)
        if came != "destroyed"
    ]
    return {**by_fate, "quality": left}


def way(given: Given, start: str = "Plain") -> Way:
    return Way(Tract(given.get("from", start)), Tract(given.get("to", "Plain")))


@rule("kingdoms.action.move")
def move(given: Given) -> Result:
    if "armies" in given:
        force = [
            Marcher(TYPES[army], used)
            for army, used in zip(given["armies"], given["moves_used"], strict=True)
        ]
    else:
        force = [Marcher(TYPES[given["army"]], given["moves_used"])]
    lead = Lead(march=given.get("march", 0), naval=given.get("naval", 0))
    return {"can_move": barred(ARMIES.columns, force, way(given), lead) is None}


@rule("kingdoms.action.move-naval")
def move_naval(given: Given) -> Result:
    force = [
        Marcher(TYPES[army], given.get(f"{army.lower()}_moves_used", 0)) for army in given["force"]
    ]
    goal = "Sea" if given.get("embark") else given.get("to", "Plain")
    coastal = given.get("coastal", True)
    step = Way(Tract(given.get("from", "Plain")), Tract(goal), goal_coastal=coastal)
    return {
        "allowed": barred(ARMIES.columns, force, step, Lead(naval=given.get("naval", 0))) is None
    }
