"""Armies of Kingdoms: what they are worth, and what units are in lines in the world of Cohorts."""

from typing import Any

from engine.module import key_of
from engine.numbers import exact
from engine.packs.kingdoms.arts.provinces import Tract
from engine.packs.kingdoms.battle import flight, losses
from engine.packs.kingdoms.battle.fight import fanaticism
from engine.packs.kingdoms.battle.line import LineUnit, frightens
from engine.packs.kingdoms.battle.on_cohorts.fielding import Looks, army_for, quality_of, share_of
from engine.packs.kingdoms.battle.strength import (
    army_factors,
    base_strength,
    battle_quality,
    explored_factor,
    multiplied,
    shortfall,
    side_factors,
    unsupplied,
    with_quality,
)
from engine.packs.kingdoms.battle.values import Contingent, Field, Fielded, Leader, Setting, Side
from engine.packs.kingdoms.bouts.on_cohorts.fielding import Schooling, abilities, full_hits
from engine.packs.kingdoms.content.armies import ArmyContent, ArmyType
from engine.packs.kingdoms.crowns.ventures.marching import Lead, Way, moves_of
from engine.packs.kingdoms.pieces.abilities import ABILITIES, level_in
from engine.packs.kingdoms.pieces.chance import ranged, succeeds
from engine.world import Place
from tests.rules.adapters.kingdoms.words import script
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import module

CONTENT = module("kingdoms").content(ArmyContent)
TYPES, RACES, FIGURES = CONTENT.army_types, CONTENT.army_races, CONTENT.columns


def field(terrain: str = "Plain", illusory: str = "") -> Field:
    """A field of that ground."""
    return Field.of(CONTENT, Setting(province=1, ground=terrain, illusion=illusory))


def race_of(type: ArmyType, race: str | None = None) -> str:
    """The race of an army: its own, else that of the case, else human."""
    return type.race or race or "human"


def army(code: str, race: str | None = None, quality: int = 2, **more: Any) -> Fielded:
    """An army of a case."""
    values = {"piece": Place("army", 1), **more}
    return Fielded(type=code, race=race_of(TYPES[code], race), quality=quality, **values)


def leader(**more: Any) -> Leader:
    """A leader of a case, with what it does not say as it is for nobody special."""
    values = {"piece": Place("ruler", 1), "race": "human", "alignment": "Neutral", **more}
    return Leader(**values)


def side(*armies: Fielded, led_by: Leader | None = None, **more: Any) -> Side:
    """A side of one contingent."""
    return Side(contingents=(Contingent(leader=led_by, armies=armies),), **more)


@rule("kingdoms.army.races")
@rule("kingdoms.army.terrain-strength")
@rule("kingdoms.army.garrison-strength")
def on_ground(given: Given) -> Result:
    one = army(given["army"], given.get("race"), given.get("quality", 2))
    place = field(given["terrain"], given.get("illusory", ""))
    base = base_strength(place, one, defends=given.get("defending", False))
    return {"base_strength": base, "strength": with_quality(FIGURES, base, one.quality)}


@rule("kingdoms.army.elephants")
def elephants(given: Given) -> Result:
    one = army(given.get("army", "EL"), given.get("race"))
    type = TYPES[one.type]
    assert type.least
    with script(given["draws"]) as dice:
        drawn = ranged(dice, type.least, type.strength)
    place = field(given["terrain"])
    return {"base_strength": base_strength(place, one, defends=False, drawn=drawn)}


@rule("kingdoms.army.beasts")
def beasts(given: Given) -> Result:
    return {"nemesis": frightens(TYPES[given["opponent"]], TYPES[given["army"]])}


@rule("kingdoms.army.quality")
def quality(given: Given) -> Result:
    base = exact(given["base_strength"])
    return {"strength": with_quality(FIGURES, base, given["quality"])}


@rule("kingdoms.army.quality-modifiers")
def modified_quality(given: Given) -> Result:
    lacks = given.get("shortfall", 0)
    strange = (key for key, each in RACES.items() if key != "human" and each.druid == lacks)
    race = next(strange, "human")
    one = Fielded(
        piece=Place("army", 1),
        type="LE",
        race=race,
        quality=given["quality"],
        home=given.get("home", False),
        blessed=given.get("banner", False) + given.get("artifact", False),
    )
    head = leader(oratory=given.get("oratory", False))
    thirsty = given.get("desert_without_camels", False)
    place = field("Desert" if thirsty else "Plain")
    own = side(one, led_by=head)
    assert unsupplied(place, own) == thirsty
    found = battle_quality(
        place, own, head, one, fanatical=given.get("fanatical", False), thirsty=thirsty
    )
    return {"quality": found}


@rule("kingdoms.army.home-province")
def home(given: Given) -> Result:
    given.get("role")
    at_home = given["province"] == f"home_of_{given['army_owner']}"
    one = army("LE", home=at_home)
    own = side(one)
    raised = battle_quality(field(), own, None, one, fanatical=False, thirsty=False)
    return {"bonus": raised - one.quality}


@rule("kingdoms.army.special-factors")
@rule("kingdoms.army.defence-factor")
@rule("kingdoms.ability.tactical")
def factors(given: Given) -> Result:
    own, other = given.get("exploration", (0, 0))
    defends = given.get("defending", given.where.startswith("kingdoms.army.defence-factor"))
    head = leader(
        tactical=given.get("tactical", 0),
        naval=given.get("naval", 0),
        phantasm=given.get("phantasm", 0),
    )
    one = army("LE")
    place = field(given.get("terrain", "Plain"))
    ours = side(one, led_by=head, explored=own)
    common = side_factors(
        place,
        ours,
        side(explored=other),
        defends=defends,
        demoralized=given.get("demoralized", False),
    )
    found = multiplied(exact(given["strength"]), common)
    found = multiplied(found, army_factors(place, ours, head, one))
    return {"strength": found * (FIGURES.nemesis if given.get("nemesis") else 1)}


@rule("kingdoms.army.exploration-factor")
def exploration(given: Given) -> Result:
    return {"factor": explored_factor(FIGURES, given["own"], given["other"])}


@rule("kingdoms.army.camels")
def camels(given: Given) -> Result:
    place = field(given["terrain"], given.get("illusory", ""))
    own = side(*(army(code) for code in given["side"]), supplied=given.get("oasis", False))
    return {"modifier": -int(unsupplied(place, own))}


def unit(one: Fielded, **more: Any) -> LineUnit:
    """An army as it fights."""
    values = {"side": "defender", "number": 1, "quality": one.quality, **more}
    return LineUnit(
        army=one,
        type=TYPES[one.type],
        contingent=Contingent(armies=(one,)),
        leader=None,
        **values,
    )


@rule("kingdoms.army.werebeasts")
def werebeasts(given: Given) -> Result:
    place = field()
    code = given["victim"]
    victim = army(code, given.get("race"), skeletal=given.get("skeletal", False))
    with script(given.get("draws", ())) as dice:
        whole = not given.get("destroyed", False)
        may = whole and losses.bitable(place, victim, TYPES[code])
        bitten = may and succeeds(dice, FIGURES.bite) if "draws" in given else None
    return {"draw": may, "bitten": bitten}


@rule("kingdoms.army.trolls")
def trolls(given: Given) -> Result:
    one = army("TR", quality=given["quality"], skeletal=given.get("skeletal", False))
    found = None
    if given["event"] == "destroyed_in_battle":
        found = losses.risen(field(), one, one.quality)
    return {"mercenary": found is not None, "quality": found}


@rule("kingdoms.army.whales")
def whales(given: Given) -> Result:
    one = army("WH", quality=given.get("quality", 2))
    place = field(given["terrain"])
    if given.get("lost"):
        chance = flight.escape_chance(place, TYPES["WH"], 1)
        return {"escape_check": chance < 100, "escapes": chance > 0}
    base = base_strength(place, one, defends=False)
    return {"strength": with_quality(FIGURES, base, one.quality)}


@rule("kingdoms.army.skeletal")
def skeletal(given: Given) -> Result:
    one = army("LE", given["race"], skeletal=given["skeletal"])
    assert given["event"] in {"plague", "parole", "bite"}
    return {"affected": field().humanoid(one)}


@rule("kingdoms.army.skeletal-fanaticism")
def skeletal_fanaticism(given: Given) -> Result:
    one = army("LE", skeletal=given["skeletal"])
    head = leader(alignment=given["leader"]) if "leader" in given else None
    own = side(one, led_by=head, alignment=given["kingdom"])
    return {"fanatical": fanaticism(FIGURES, own, head, one)}


@rule("kingdoms.alignment.fanaticism")
def fanatical(given: Given) -> Result:
    one = army("LE", skeletal=given.get("skeletal", False))
    head = leader(alignment=given.get("leader", "Neutral"))
    own = side(one, led_by=head, alignment=given["kingdom"])
    with script(given.get("draws", ())) as dice:
        found = succeeds(dice, fanaticism(FIGURES, own, head, one))
    return {"fanatical": found, "draws_used": dice.used}


WAYS = {
    "land_to_land": Way(Tract("Plain"), Tract("Plain")),
    "land_to_sea": Way(Tract("Plain"), Tract("Sea")),
    "sea_to_land": Way(Tract("Sea"), Tract("Plain")),
    "sea_to_sea": Way(Tract("Sea"), Tract("Sea")),
}


@rule("kingdoms.ability.march")
def march(given: Given) -> Result:
    way = WAYS[given.get("move", "land_to_land")]
    lead = Lead(march=given["level"])
    return {"moves": moves_of(FIGURES, TYPES[given["army"]], way, lead)}


@rule("kingdoms.ability.naval")
def naval(given: Given) -> Result:
    if "strength" in given:
        given.get("army")  # all armies gain alike
        return factors(given)
    lead = Lead(march=given.get("march", 0), naval=given["naval"])
    return {"moves": moves_of(FIGURES, TYPES[given["army"]], WAYS[given["move"]], lead)}


@rule("kingdoms.ability.druid-leading")
def druid_leading(given: Given) -> Result:
    lacks = shortfall(given["leader_race"], given["druid"], RACES[given["army_race"]])
    return {"quality": given["quality"] - lacks}


@rule("kingdoms.ability.druid-garrison")
def druid_garrison(given: Given) -> Result:
    one = Fielded(
        piece=Place("army", 1), type="LE", race=given["garrison_race"], quality=given["quality"]
    )
    own = side(one, king_race=given["king_race"], king_druid=given["king_druid"])
    found = battle_quality(field(), own, None, one, fanatical=False, thirsty=False)
    return {"quality": found}


STAND_INS = module("iron_lines").content(ArmyContent).stand_ins
LOOKS = ("arm", "race", "keyword", "flies", "mount", "mount_speed", "weapons", "garrison")


@rule("kingdoms.mapping.battle-for-base-units")
def base_units(given: Given) -> Result:
    found: dict[str, object] = {}
    if "unit_level" in given:
        found["quality"] = quality_of(given["unit_level"])
    if "army_strength" in given:
        share = share_of(given.get("soldiers", 100), exact(given.get("wounds", 0)))
        found["strength"] = exact(given["army_strength"]) * share
    if any(key in given for key in LOOKS):
        found["army"] = army_for(STAND_INS, looks(given))
    return found


def looks(given: Given) -> Looks:
    """A unit of the base game as a case describes it; a mount of which nothing is said is slow."""
    weapons = tuple(given.get("weapons", ()))
    return Looks(
        arm=given.get("arm", "soldier"),
        words=tuple(key_of(given[each]) for each in ("race", "keyword") if each in given),
        flies=given.get("flies", False),
        mount=given.get("mount", ""),
        mount_speed=given.get("mount_speed", 0),
        weapons=weapons,
        armed=bool(weapons),
        garrison=given.get("garrison", False),
    )


SKILLS = ("troop_training", "best_weapon", "bow", "faith", "spell_craft", "spy", "thief")


@rule("kingdoms.mapping.abilities-for-base-characters")
def base(given: Given) -> Result:
    levels = abilities(Schooling(**{key: given[key] for key in SKILLS if key in given}))
    found: dict[str, object] = {each: level_in(levels, each) for each in ABILITIES}
    return {**found, "hit_points": full_hits(levels)}
