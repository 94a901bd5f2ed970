"""Alignments, experience and spies of Kingdoms."""

from types import SimpleNamespace
from typing import Any, cast

from engine.packs.kingdoms.arts.provinces import Tract
from engine.packs.kingdoms.crowns import spying
from engine.packs.kingdoms.crowns.experience import ability_of, may_rise, risen, rises
from engine.packs.kingdoms.crowns.inventions import boon
from engine.packs.kingdoms.crowns.ventures.marching import Way
from engine.packs.kingdoms.crowns.ventures.moving import lesson_of_way
from engine.packs.kingdoms.crowns.ventures.parting import lesson
from engine.packs.kingdoms.crowns.ventures.working import practice_chance
from engine.packs.kingdoms.pieces.abilities import NOTHING, Ability, level_in, with_level
from engine.packs.kingdoms.pieces.alignment import difference
from engine.packs.kingdoms.pieces.merits import Doings
from engine.packs.kingdoms.pieces.records import Army, Ruler
from engine.state import State
from tests.rules.adapters.kingdoms.fighters import CONTENT as FINDS
from tests.rules.adapters.kingdoms.fighters import artifact_of
from tests.rules.adapters.kingdoms.words import ARMIES, ARTS, CROWNS, MODULE, drawn, named
from tests.rules.harness import Given, Result, rule

SPYING = CROWNS.spying


def somebody(**values: Any) -> Ruler:
    """A hero of whom nothing is special but what is given."""
    usual: dict[str, Any] = {
        "id": 1,
        "name": "Somebody",
        "rank": "hero",
        "crown": 1,
        "race": "human",
        "alignment": "Neutral",
        "temper": "Brave",
        "refusal": 0,
        "aptitude": NOTHING,
        "skill": NOTHING,
        "hit_points": 20,
        "holding": 1,
    }
    return Ruler(**{**usual, **values})


# ---------------------------------------------------------------- alignments


@rule("kingdoms.alignment.table")
def alignment(given: Given) -> Result:
    row = CROWNS.alignments[given["alignment"]]
    magic, special = row.doubles or ("none", "none")
    return {"reduction": row.reduction, "magic": magic, "special": special}


@rule("kingdoms.alignment.difference")
def steps(given: Given) -> Result:
    return {"difference": difference(given["a"], given["b"])}


# ---------------------------------------------------------------- experience


@rule("kingdoms.experience.action-table")
def action_table(given: Given) -> Result:
    event = given["event"]
    if "armies" in given:
        armies = [
            cast("Army", SimpleNamespace(type=named(type, ARMIES.army_types)))
            for type in given["armies"]
        ]
        state = cast("State", SimpleNamespace(module=MODULE))
        if event == "Move":
            step = Way(Tract(given.get("from", "Plain")), Tract(given.get("to", "Plain")))
            event = lesson_of_way(state, armies, step)
        else:
            event = lesson(state, armies)
    rows = {row.action: row for row in CROWNS.learning.deeds}
    found = [row for action, row in rows.items() if action == event]
    row = (found or [row for action, row in rows.items() if event in action])[0]
    sea = ARMIES.grounds[given["terrain"]].sea if "terrain" in given else False
    spell = None
    if "spell" in given:
        names = {art.name: art.ability for art in ARTS.arts.values()}
        spell = names[named(given["spell"], names)]
    return {
        "chance": row.chance,
        "ability": ability_of(row.ability, spell=cast("Ability | None", spell), sea=sea),
    }


@rule("kingdoms.experience.improving")
def improving(given: Given) -> Result:
    ruler = somebody(
        skill=with_level(NOTHING, "EX", given["skill"]),
        aptitude=with_level(NOTHING, "EX", given["aptitude"]),
        doings=Doings(risen=("EX",) if given.get("risen_this_turn") else ()),
        died=1 if given.get("dead") else 0,
        coma=NOTHING if given.get("coma") else (),
    )
    draw = may_rise(ruler, "EX")
    if "draws" in given:
        with drawn(given) as dice:
            if rises(ruler, "EX", given["chance"], dice):
                ruler = risen(ruler, "EX")
    else:
        given["chance"]
    return {"draw": draw, "skill": level_in(ruler.skill, "EX")}


@rule("kingdoms.experience.practice")
def practice(given: Given) -> Result:
    owned = [named(given["invention"], CROWNS.devices)] if "invention" in given else []
    more = boon(CROWNS.devices, owned, "practice_percent")
    return {"chance": practice_chance(CROWNS, given["aptitude"], given["skill"], more=more)}


# ---------------------------------------------------------------- spies


@rule("kingdoms.ability.spy-table")
def spy_table(given: Given) -> Result:
    row = SPYING.at(given["level"])
    return {
        "escape_notice": row.escape_notice,
        "margin": row.margin,
        "pursue_or_trail": row.pursue_or_trail,
    }


@rule("kingdoms.ability.spy-pursue-chance")
def follow(given: Given) -> Result:
    pursues, distance = given["action"] == "Pursue", given.get("distance", 0)
    chance = spying.follow_chance(
        SPYING,
        given.get("spy", 0),
        leads=given.get("target_leads_army", False),
        distance=distance if pursues else 0,
        kin=given.get("same_kingdom", False),
    )
    return {"chance": chance}


@rule("kingdoms.ability.spy-notice")
def notice(given: Given) -> Result:
    carried = (FINDS.artifacts[artifact_of(item)] for item in given.get("items", ()))
    escape = spying.escape_chance(
        SPYING,
        given.get("spy", 0),
        given.get("thief", 0),
        given.get("did", ()),
        leads=given.get("leads_army", False),
        always=max((each.shadows for each in carried), default=0),
    )
    return {"escape": escape}


@rule("kingdoms.ability.spy-reports")
def reports(given: Given) -> Result:
    if "actual" in given:
        return {"reported": spying.reported(given["actual"], given["e"])}
    assert given["order"] == "none"
    return {"general_intelligence_chance": spying.gleaning_chance(SPYING, given["spy"])}
