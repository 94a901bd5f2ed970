"""Rulings of our own that a module may switch on: storms, heroes, lessons, guards, founders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.dice import ScriptedDice
from engine.packs.cohorts.battle import rewards, targets
from engine.packs.cohorts.battle.fight import Fight
from engine.packs.cohorts.battle.magic import attacks
from engine.packs.cohorts.battle.rewards import Sharer
from engine.packs.cohorts.battle.slots import DISTANCE, hex_of
from engine.packs.cohorts.content.battle import BattleRules
from engine.packs.cohorts.content.cities import Experience
from engine.packs.cohorts.covert.assassins import KidnapCharacter
from engine.packs.cohorts.guilds.founding import BuildGuild
from engine.packs.cohorts.stacks.training_camp import lesson
from tests.rules.adapters.battle_field import CONTENT, FIELD, hero, unit
from tests.rules.adapters.covert_missions import plot
from tests.rules.adapters.covert_scene import ended
from tests.rules.harness import Given, rule
from tests.rules.scene import Scene, ref


def _fight(rules: Mapping[str, Any], *units: Any) -> Fight:
    own: BattleRules = FIELD.rules.model_copy(update=dict(rules))
    return Fight(replace(FIELD, rules=own), units, ScriptedDice([]), None)


def _figures(given: Given, *names: str) -> Experience:
    said = {name: given[name] for name in names if name in given}
    return CONTENT.experience.model_copy(update=said)


@rule("cohorts.battle.crowded-storm")
def crowded(given: Given) -> dict[str, object]:
    half = given["heads"] // 2
    foes = [unit(n, side=1, soldiers=half) for n in (1, 2)]
    fight = _fight({"storm_heads": given["storm_heads"]}, unit(3), *foes)
    struck = fight.fighting[1]
    return {"percent": 100 * attacks.spread(fight, given["caster_level"], struck)}


@rule("cohorts.battle.led-heroes")
def led(given: Given) -> dict[str, object]:
    seeker, captain = hero(1, side=0, slot=3), hero(2, side=1, slot=3)
    beside = []
    if "distance_to_own_unit" in given:
        far = given["distance_to_own_unit"]
        row = DISTANCE[hex_of(1, 3)]
        slot = next(slot for slot in range(1, 11) if row[hex_of(1, slot)] == far)
        beside = [unit(3, side=1, slot=slot)]
    fight = _fight({"heroes_led": given["heroes_led"]}, seeker, captain, *beside)
    target = targets.sought(fight, fight.fighting[0][0])
    struck = [each.unit.place for each in target.struck] if target else []
    return {"passed_over": captain.place not in struck}


@rule("cohorts.battle.lessons")
def lessons(given: Given) -> dict[str, object]:
    figures = _figures(given, "heroes_percent", "battle_percent")
    if "enemy_el" in given:
        return {"xp": rewards.conquest(figures, given["enemy_el"])}
    sharers = [Sharer(True, level, 1, 0) for level in given["characters"]]
    heroes = len(sharers)
    sharers += [Sharer(False, 1, 100, dealt) for dealt in given["units_dealt"]]
    shares = rewards.shares(figures, given["xp"], sharers)
    return {"characters": shares[:heroes], "units": shares[heroes:]}


@rule("cohorts.unit.camp-limit")
def camp_limit(given: Given) -> dict[str, object]:
    scene = Scene(content={"training": {"camps_to_level": given["camps_to_level"]}})
    return {"xp": lesson(scene.content, given["level"])}


@rule("cohorts.covert.kidnapping")
def kidnapping(given: Given) -> dict[str, object]:
    figures = {f"kidnap_{name}": value for name, value in given.get("kidnap", {}).items()}
    scene = plot(given, content={"covert": figures}, assassin=given["assassin"])
    victim = scene.character(
        scene.camp(),
        scene.foe,
        level=given["victim_level"],
        skills={"assassin": given["defense"]},
        attributes={"CON": 10},
    )
    if "guard_level" in given:
        # So few soldiers have the encounter level of their level.
        scene.unit(scene.camp(), scene.foe, level=given["guard_level"], soldiers=1)
    return {"chance": ended(scene.carry_out(scene.order(KidnapCharacter, victim), 1))["chance"]}


@rule("cohorts.guild.founders")
def founders(given: Given) -> dict[str, object]:
    kind = {"needs": (), "several": None, "least_people": 0}
    scene = Scene(
        content={
            "guild_rules": {"founder_level": given["founder_level"]},
            "guilds": {"warrior": kind},
        }
    )
    city = scene.city(4, 4, scene.me, actions=1)
    founder = scene.character(city, job="warrior", level=given["level"])
    ran = scene.give(
        BuildGuild,
        city=str(ref(city)),
        type="warrior",
        name="Blades",
        founder=str(ref(founder)),
    )
    return {"guild": None if ran.refused else "warrior", "fails": ran.code or None}
