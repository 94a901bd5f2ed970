"""Alignments, experience and spies of Kingdoms; spells that last, inventions, pursuit."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from engine.battle import MOVEMENT, Clash
from engine.numbers import exact
from engine.orders import Order
from engine.packs.kingdoms.arts.armies import plague_chance
from engine.packs.kingdoms.arts.provinces import (
    Tract,
    hiding_ends,
    illusion_ends,
    lays_to_rest,
    targetable,
    workable,
)
from engine.packs.kingdoms.battle.strength import (
    army_factors,
    base_strength,
    battle_quality,
    multiplied,
    phantasm_factor,
)
from engine.packs.kingdoms.content.devices import Boon
from engine.packs.kingdoms.crowns import spying
from engine.packs.kingdoms.crowns.battles import BATTLES
from engine.packs.kingdoms.crowns.encounters import fighter_of
from engine.packs.kingdoms.crowns.experience import ability_of, may_rise, risen, rises
from engine.packs.kingdoms.crowns.exploring import explored, gained
from engine.packs.kingdoms.crowns.gold import taxes
from engine.packs.kingdoms.crowns.growing import healed
from engine.packs.kingdoms.crowns.inventions import boon
from engine.packs.kingdoms.crowns.paying import collect
from engine.packs.kingdoms.crowns.relations import partners
from engine.packs.kingdoms.crowns.spying import margin
from engine.packs.kingdoms.crowns.ventures.casting import Cast
from engine.packs.kingdoms.crowns.ventures.forces import lead_of
from engine.packs.kingdoms.crowns.ventures.marching import Way, moves_of
from engine.packs.kingdoms.crowns.ventures.moving import lesson_of_way, reaches
from engine.packs.kingdoms.crowns.ventures.parting import lesson
from engine.packs.kingdoms.crowns.ventures.searching import Search
from engine.packs.kingdoms.crowns.ventures.spying import margin_with, stealing_chance
from engine.packs.kingdoms.crowns.ventures.treating import BreakTreaty, Treat
from engine.packs.kingdoms.crowns.ventures.working import practice_chance
from engine.packs.kingdoms.pieces.abilities import NOTHING, Ability, level_in, with_level
from engine.packs.kingdoms.pieces.alignment import difference
from engine.packs.kingdoms.pieces.enchantments import highest, is_on, lay
from engine.packs.kingdoms.pieces.merits import Doings
from engine.packs.kingdoms.pieces.records import Army, Crown, Holding, LastingSpell, Ruler
from engine.state import State
from tests.packs.kingdoms.ventures.court import Court, ref
from tests.rules.adapters.kingdoms.armies import WAYS, army, field, leader, side
from tests.rules.adapters.kingdoms.fighters import CONTENT as FINDS
from tests.rules.adapters.kingdoms.fighters import artifact_of
from tests.rules.adapters.kingdoms.spells import OWNERS, ground
from tests.rules.adapters.kingdoms.words import ARMIES, ARTS, CROWNS, MODULE, drawn, named
from tests.rules.harness import Given, Result, folded, rule

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


HERE = 20
WORKINGS, ARTS_BY_CODE = ARTS.workings, ARTS.arts

# ---------------------------------------------------------------- spells


@rule("kingdoms.spell.bless-province")
def bless(given: Given) -> Result:
    if "tax_base" in given:
        paid = taxes(
            given["tax_base"],
            CROWNS.gold.bless_percent,
            blessed=given.get("blessed_times", 1) > 0,
            quake=given.get("earthquake", False),
            raided=given.get("raided", False),
        )
        return {"income": paid}
    level = given["white"]
    with drawn(given) as dice:
        removed = given.get("success", True) and lays_to_rest(WORKINGS, level, dice)
    return {"graves_removed": removed}


@rule("kingdoms.spell.earthquake")
def earthquake(given: Given) -> Result:
    if "tax_base" not in given:
        art, whose = ARTS_BY_CODE["EA"], OWNERS.get(given.get("province_owner", ""), "enemy")
        near = targetable(art, given.get("distance", 0), whose)
        return {"cast": workable(art, ground(given)) and near}
    paid = taxes(
        given["tax_base"],
        CROWNS.gold.bless_percent,
        blessed=given.get("blessed", False),
        quake=given.get("earthquake", True),
        raided=given.get("raided", False),
    )
    return {"income": paid}


@rule("kingdoms.spell.oratory")
def oratory(given: Given) -> Result:
    court = Court()
    red = court.crown("Red")
    hero = court.ruler(red, HERE, skill={"PS": 5})
    for _ in range(given["castings"]):
        court.step(lambda state: lay(state, hero, "OR", hero, 5, 1))
    head = leader(oratory=is_on(court.world, hero, "OR"))
    one = army("LE", None, given["quality"])
    own = side(one, led_by=head)
    found = battle_quality(field(), own, head, one, fanatical=False, thirsty=False)
    return {"quality": found}


@rule("kingdoms.spell.phantasmal-armies")
def phantasm(given: Given) -> Result:
    court = Court()
    red = court.crown("Red")
    hero = court.ruler(red, HERE)
    for level in given.get("levels") or [given["level"]]:
        court.step(lambda state, level=level: lay(state, hero, "PH", hero, level, 1))
    of = leader(phantasm=highest(court.world, hero, "PH"))
    return {"strength": given["strength"] * phantasm_factor(ARMIES.columns, of)}


@rule("kingdoms.spell.illusory-terrain")
def illusion(given: Given) -> Result:
    if "draws" in given:
        with drawn(given) as dice:
            return {"dissipated": illusion_ends(WORKINGS, dice)}
    one = army(given["army"], given.get("race"))
    on = field(given["real"], given["illusory"])
    return {"base_strength": base_strength(on, one, defends=False)}


@rule("kingdoms.spell.hide-feature")
def hide(given: Given) -> Result:
    if "draws" in given:
        with drawn(given) as dice:
            return {"dissipated": hiding_ends(WORKINGS, dice)}
    court = Court()
    names = ("red", "blue", "green")
    crowns = {name: court.crown(name) for name in names}
    knowing = [crowns[name] for name in given["known_to"]]
    site = court.site(HERE, "oasis", *knowing, spot=10)
    caster = court.ruler(crowns["green"], HERE)
    if given["hidden"]:
        known = tuple(crown.id for crown in knowing)
        court.step(lambda state: lay(state, site, "HI", caster, 1, 1, known_to=known))
    if "searcher" in given:
        whose = crowns[given["searcher"].removesuffix("_hero")]
        hero = court.ruler(whose, HERE)
        return {"search_allowed": court.do(whose, Search(character=ref(hero), feature=ref(site)))}
    whose = crowns[given["explorer"]]
    found = explored(court.world, whose.id, HERE, 100)
    return {"discovered": bool(found)}


@rule("kingdoms.spell.clairvoyance")
def clairvoyance(given: Given) -> Result:
    court = Court()
    red = court.crown("Red")
    level = given.get("level", 5)
    caster = court.ruler(red, HERE, skill={"PS": level})
    ball = court.item("crystal_ball", caster)
    again = given.get("then_by_ability_on", given.get("then_by_item_on", "B"))
    names = [given.get("by_ability_on", "A"), again]
    watched = [court.ruler(None, HERE, name=name) for name in names]
    first = Cast(character=ref(caster), spell="Clairvoyance", target=ref(watched[0]))
    # The draw is low enough for any chance.
    assert court.do(red, first, [1])
    if "castings_by_ability" in given:
        assert given["castings_by_ability"] == 2
        second = Cast(character=ref(caster), spell="Clairvoyance", target=ref(watched[1]))
        return {"second_cast": court.do(red, second, [])}
    if "then_by_ability_on" in given:
        again_by_ability = Cast(character=ref(caster), spell="Clairvoyance", target=ref(watched[1]))
        assert not court.do(red, again_by_ability, [])
    by_item = Cast(
        character=ref(caster), spell="Clairvoyance", target=ref(watched[1]), item=ref(ball)
    )
    if "then_by_ability_on" not in given:
        assert court.do(red, by_item, [1])
    seen = [
        ruler.name
        for ruler in watched
        if any(each.on == ruler.place for each in court.world.all(LastingSpell))
    ]
    return {"watched": seen}


# ---------------------------------------------------------------- inventions


def made(name: str) -> list[str]:
    return [key for key, each in CROWNS.devices.items() if folded(each.name) == folded(name)]


def gives(given: Given, what: Boon) -> int:
    return boon(CROWNS.devices, made(given["invention"]), what)


def of_army(given: Given) -> Result:
    """What an invention does for an army in a battle, or for its moves."""
    court = Court()
    red = court.crown("Red", inventions=tuple(made(given["invention"])))
    skill: dict[Ability, int] = {"NA": given.get("naval", 0), "MA": given.get("march", 0)}
    head = court.ruler(red, HERE, skill=skill)
    one = court.army(red, HERE, given["army"], head)
    if "strength" not in given:
        lead = lead_of(court.state(), head)
        way = replace(WAYS[given.get("move", "land_to_land")], own=True)
        return {"moves": moves_of(ARMIES.columns, ARMIES.army_types[one.type], way, lead)}
    here = court.change(court.world.get(Holding, HERE), terrain=given.get("terrain", "Plain"))
    defends = given.get("defending", False)
    if defends:
        court.give(red, HERE)
    foe = court.army(None, HERE, "GA", militia=True)
    sides = ((head.place, one.place), (foe.place,))
    clash = Clash(sides=sides[::-1] if defends else sides, trigger=MOVEMENT, place=here.place)
    arena, mustered = BATTLES.muster(court.state(), clash)
    own = mustered[int(defends)]
    [armed] = own.armies
    factors = army_factors(arena.field, own, own.leaders[0], armed)
    return {"strength": multiplied(exact(given["strength"]), factors)}


def of_person(given: Given) -> Result:
    """What an invention does for a character in person."""
    court = Court()
    red = court.crown("Red", inventions=tuple(made(given["invention"])))
    skill: dict[Ability, int] = {"ME": given.get("melee", 0)}
    one = court.ruler(red, HERE, skill=skill, rank=given.get("kind", "hero"))
    found = fighter_of(court.state(), one)
    return {"hit_points": found.full, "damage_modifier": found.gifts.damage, "speed": found.pace}


@rule("kingdoms.invention.table")
def invention(given: Given) -> Result:
    assert made(given["invention"])
    if "army" in given:
        return of_army(given)
    if "kind" in given or "melee" in given:
        return of_person(given)
    if "maximum" in given:
        by = CROWNS.bodies.healing + gives(given, "healing")
        return {"after": healed(given["hit_points"], given["maximum"], by)}
    if "aptitude" in given:
        more = gives(given, "practice_percent")
        return {"chance": practice_chance(CROWNS, given["aptitude"], given["skill"], more=more)}
    if "level" in given:
        guarded = gives(given, "plague_halved") > 0
        return {"chance": plague_chance(WORKINGS, given["level"], guarded=guarded)}
    if "explorer" in given:
        basic = ARMIES.grounds[given["terrain"]].exploration
        more = gives(given, "explorer_levels")
        return {"after": gained(given.get("before", 0), basic, given["explorer"] + more)}
    if "tax_income" in given:
        court = Court()
        red = court.crown("Red", treasury=0, inventions=tuple(made(given["invention"])))
        court.give(red, HERE)
        terrain = "Plain" if given.get("plains", 0) else "Forest"
        court.change(court.world.get(Holding, HERE), tax=given["tax_income"], terrain=terrain)
        court.step(collect)
        return {"income": court.now(red).treasury}
    level = given["spy"]
    return {"margin": margin_with(margin(CROWNS.spying, level), gives(given, "spy_margin"))}


# ---------------------------------------------------------------- treaties


def court_of(given: Given) -> tuple[Court, dict[str, Crown]]:
    court = Court()
    crowns: dict[str, Crown] = {}
    for name in given:
        told: Given = given[name]
        crown = court.crown(name, told.get("alignment", "Neutral"))
        if told.get("king", True) not in (False, None, "none"):
            court.king(crown, 1 + len(crowns))
        crowns[name] = court.now(crown)
    return court, crowns


@rule("kingdoms.treaty.making")
def treaty(given: Given) -> Result:
    given.takes("red", "blue")
    court, crowns = court_of(given)
    orders = {
        crown: [Treat(kingdom=ref(crowns[given[name]["Treat"]]))]
        for name, crown in crowns.items()
        if "Treat" in given[name]
    }
    court.tick("run", {crown.player: told for crown, told in orders.items()})
    red, blue = crowns["red"], crowns["blue"]
    return {"treaty": partners(court.world, red.id, blue.id)}


@rule("kingdoms.treaty.breaking")
def breaking(given: Given) -> Result:
    court = Court()
    turn = given.get("turn", 4)
    other = given.get("same_turn_treat_by", "Good")
    red, blue = court.crown("red", given["breaker"]), court.crown("blue", other)
    for crown in (red, blue):
        court.king(crown, HERE)
        court.give(crown, crown.id)
    red, blue = court.now(red), court.now(blue)
    court.treaty(red, blue)
    court.set_turn(turn)
    orders: dict[Crown, list[Order]] = {red: [BreakTreaty(kingdom=ref(blue))]}
    if "same_turn_treat_by" in given:
        orders[blue] = [Treat(kingdom=ref(red))]
    court.tick("run", {crown.player: told for crown, told in orders.items()})
    if partners(court.world, red.id, blue.id):
        court.tick("weekly")
        turn += 1
    still = partners(court.world, red.id, blue.id)
    return {"treaty": still, "at_war_from": None if still else f"turn {turn} phase 1"}


# ---------------------------------------------------------------- following and spying


@rule("kingdoms.action.pursue")
def pursue(given: Given) -> Result:
    near = reaches(given["distance"], given.get("armies", 0))
    return {"moves": given["success"] and near}


@rule("kingdoms.action.spy")
def spy(given: Given) -> Result:
    return {"chance": stealing_chance(given["spy"], given["inventions_lacking"])}
