"""The land of Kingdoms, its set-up, its gold and what time does; offices and inventions."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pydantic import ValidationError

from engine.campaign import Player
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.crowns import founding, gold, growing
from engine.packs.kingdoms.crowns.exploring import discovered, explored, gained, percent_of
from engine.packs.kingdoms.crowns.founding import features_of
from engine.packs.kingdoms.crowns.heroes import drawn_temper
from engine.packs.kingdoms.crowns.inventions import boon
from engine.packs.kingdoms.crowns.joining import crowned
from engine.packs.kingdoms.crowns.kings import Choices, king_faults, levels_of_king
from engine.packs.kingdoms.crowns.offices import (
    Claimant,
    OfficeRealm,
    Share,
    battle_merit,
    gained_by,
    holder,
    merit,
    monster_merit,
    ranking,
    reduced,
    seconds,
    shares,
)
from engine.packs.kingdoms.crowns.ownership import taker
from engine.packs.kingdoms.crowns.paying import after_unpaid
from engine.packs.kingdoms.crowns.provinces import adjacent, holds, is_coastal
from engine.packs.kingdoms.crowns.ranks import claimants
from engine.packs.kingdoms.crowns.ventures.working import sage_chance
from engine.packs.kingdoms.pieces.abilities import ABILITIES, levels_of
from engine.packs.kingdoms.pieces.records import RECORDS, Army, Holding, Site
from engine.packs.kingdoms.pieces.timing import spans
from engine.world import World
from tests.packs.kingdoms.ventures.court import Court
from tests.rules.adapters.kingdoms.words import ARMIES, CROWNS, MODULE, drawn, levels, named
from tests.rules.harness import Given, Result, folded, rule

START, GOLD, TURNS = CROWNS.start, CROWNS.gold, CROWNS.turns
USUAL = {"race": "human", "alignment": "Neutral", "king": "Somebody", "temper": "Brave"}


def told(levels: tuple[int, ...]) -> dict[str, int]:
    """Levels as cases tell them: those that there are."""
    return {ability: n for ability, n in zip(ABILITIES, levels, strict=True) if n}


def plain(given: Mapping[str, Any]) -> dict[str, Any]:
    return dict(given.items())


# ---------------------------------------------------------------- the land


@rule("kingdoms.map.terrain-table")
def terrain_table(given: Given) -> Result:
    ground = ARMIES.grounds[given["terrain"]]
    return {
        "tax": ground.tax,
        "exploration": ground.exploration,
        "line": list(ground.line),
        "encounter": ground.encounter,
    }


@rule("kingdoms.map.sea-features")
@rule("kingdoms.setup.features")
def features(given: Given) -> Result:
    with drawn(given) as dice:
        sea = ARMIES.grounds[given["terrain"]].sea
        return {"features": features_of(START, dice, sea=sea)}


@rule("kingdoms.map.tax-base")
def tax_base(given: Given) -> Result:
    with drawn(given) as dice:
        average = ARMIES.grounds[given["terrain"]].tax
        return {"tax_base": founding.tax_base(average, dice.whole(3))}


@rule("kingdoms.map.ownership")
def ownership(given: Given) -> Result:
    sea = ARMIES.grounds[given["province"]].sea
    present = {
        crown: any(holds(ARMIES.army_types[type], sea=sea) for type in types)
        for crown, types in given["armies"].items()
        if types
    }
    owner = None if given["owner"] in (None, "none") else given["owner"]
    treaty = given.get("treaty", False)
    after = taker(owner, present, lambda one, other: one == other or treaty)
    return {"owner": after or "none"}


@rule("kingdoms.map.independent-provinces")
def militia(given: Given) -> Result:
    sea = ARMIES.grounds[given["terrain"]].sea
    armies, race = founding.militia_of(CROWNS, given["terrain"], given["tax_base"], sea=sea)
    return {"militia": armies, "race": race}


@rule("kingdoms.map.exploration")
def exploration(given: Given) -> Result:
    world = World(RECORDS)
    explored(world, crown=1, holding=1, percent=given["percent_before"])
    for place in given["feature_places"]:
        world.add(Site, holding=1, feature="", spot=place, being="", hit_points=0, full=0, gold=0)
    discovered(world, 1, 1)
    after = gained(given["percent_before"], given["gain"], 0)
    found = explored(world, crown=1, holding=1, percent=after)
    return {
        "percent_after": percent_of(world, 1, 1),
        "discovered": [site.spot for site in found],
    }


@rule("kingdoms.ability.explorer")
def explorer(given: Given) -> Result:
    basic = ARMIES.grounds[given["terrain"]].exploration
    return {"after": gained(given["before"], basic, given["explorer"])}


@rule("kingdoms.ability.sage")
def sage(given: Given) -> Result:
    return {"chance": sage_chance(CROWNS, given["sage"])}


# ---------------------------------------------------------------- set-up


@rule("kingdoms.setup.kingdom-choices")
def choices(given: Given) -> Result:
    given.takes("race", "alignment", "temper", "points", "skill")
    told_so = {**USUAL, **{key: given[key] for key in given if key not in ("points", "skill")}}
    spread = {key: plain(given[key]) for key in ("points", "skill") if key in given}
    try:
        made = Choices.model_validate({**told_so, **spread})
    except ValidationError:
        return {"valid": False}
    if any(king_faults(CROWNS, made)):
        return {"valid": False}
    aptitude, skill = levels_of_king(CROWNS, made)
    return {"valid": True, "aptitude": told(aptitude), "skill": told(skill)}


HOME = 20
"""A province with six around it."""


@rule("kingdoms.setup.start-forces")
def forces(given: Given) -> Result:
    court = Court()
    red = court.crown("Red", home=HOME)
    near = list(adjacent(court.world, HOME))
    for id in near[given["owned_land"] - 1 :]:
        court.change(court.world.get(Holding, id), terrain="Sea")
    assert is_coastal(court.world, ARMIES, HOME) == given["home_coastal"]
    told_so = {**USUAL, "race": given["race"], "alignment": given.get("alignment", "Neutral")}
    player = court.world.get(Player, red.player)
    choices = Choices.model_validate(told_so)
    king = court.step(lambda state: crowned(state, red, player, choices)).king
    armies = [each for each in court.world.all(Army) if each.crown == red.id]
    assert all(each.quality == START.quality for each in armies)
    return {
        "field": [each.type for each in armies if each.leader == king],
        "garrisons": sum(not each.leader for each in armies),
        "skeletal": [each.type for each in armies if each.skeletal],
    }


@rule("kingdoms.setup.hero-generation")
def hero(given: Given) -> Result:
    if "aptitude_points" in given:
        points = levels_of(plain(given["aptitude_points"]))  # type: ignore[arg-type]
        return {"aptitude": told(CROWNS.doubled(given["alignment"], points))}
    draws = [given[key] for key in ("draws_temper", "draws_refusal") if key in given]
    with drawn(Given({"draws": draws}, given.where)) as dice:
        temper, refusal = drawn_temper(CROWNS.heroes, dice)
    return {"temper": temper, "refusal": refusal}


@rule("kingdoms.character.aptitude")
def aptitude(given: Given) -> Result:
    ability = "WH" if given["alignment_ability"] else "TA"
    doubled = CROWNS.doubled("Good", levels_of({ability: given["drawn"]}))
    return {"aptitude": doubled[ABILITIES.index(ability)]}


@rule("kingdoms.character.healing")
def healing(given: Given) -> Result:
    owned = [named(given["invention"], CROWNS.devices)] if "invention" in given else []
    by = CROWNS.bodies.healing + boon(CROWNS.devices, owned, "healing")
    return {"after": growing.healed(given["hit_points"], given["maximum"], by)}


# ---------------------------------------------------------------- gold


@rule("kingdoms.economy.income")
def income(given: Given) -> Result:
    paid = gold.taxes(
        given["tax_base"],
        GOLD.bless_percent,
        blessed=given.get("blessed", False),
        quake=given.get("earthquake", False),
        raided=given.get("raided", False),
    )
    return {"income": paid}


@rule("kingdoms.economy.army-pay")
def army_pay(given: Given) -> Result:
    return {"pay": gold.army_pay(ARMIES.army_types[type] for type in given["armies"])}


@rule("kingdoms.economy.hero-pay")
def hero_pay(given: Given) -> Result:
    base = gold.base_pay(GOLD, [given["skills"]])
    return {"pay": gold.hero_pay(CROWNS, given["king"], given["hero"], base)}


@rule("kingdoms.alignment.divine-pays-as-good")
def divine_pay(given: Given) -> Result:
    return {"pay": gold.hero_pay(CROWNS, given["king"], given["hero"], given["base_pay"])}


@rule("kingdoms.alignment.reduction-use")
def reduction_use(given: Given) -> Result:
    return {"can_hire": gold.may_hire(CROWNS, given["king"], given["hero"])}


@rule("kingdoms.economy.unpaid")
def unpaid(given: Given) -> Result:
    if "claims" in given:
        claims = given["claims"]
        done = gold.settled(given["treasury"], claims)
        return {
            "paid": [claims[place] for place in done.paid],
            "unpaid": [claims[place] for place in done.unpaid],
            "treasury": done.treasury,
        }
    quality = given["army_quality"]
    after = quality if given["paid"] else after_unpaid(quality)
    return {"disbanded": after is None, "quality": after}


@rule("kingdoms.economy.recruit-cost")
def recruit_cost(given: Given) -> Result:
    return {"cost": gold.recruit_cost(GOLD, ARMIES.army_types[given["army"]])}


@rule("kingdoms.economy.recruit-places")
def recruit_places(given: Given) -> Result:
    if "tax_base" in given:
        return {"armies_per_turn": gold.recruits(GOLD, given["tax_base"])}
    type, ground = ARMIES.army_types[given["type"]], ARMIES.grounds[given["terrain"]]
    return {"allowed": gold.raised_in(type, ground, coastal=given.get("coastal", False))}


@rule("kingdoms.economy.recruit-chance")
def recruit_chance(given: Given) -> Result:
    type = ARMIES.army_types[given["army"]]
    sure = type.key == "EA" and folded(given.get("feature", "")) in EYRIE
    return {"chance": gold.recruit_chance(GOLD, ARMIES, type, given.get("druid", 0), sure=sure)}


EYRIE = ("eyrie", folded("Eagles' Eyrie"))


@rule("kingdoms.economy.hiring")
def hiring(given: Given) -> Result:
    king, hero = given["king"], given["hero"]
    pay = gold.hero_pay(CROWNS, king, hero, gold.base_pay(GOLD, [given.get("skills", 0)]))
    return {
        "allowed": gold.may_hire(CROWNS, king, hero),
        "chance": gold.hire_chance(CROWNS, king, hero, given.get("druid", 0)),
        "fee": gold.hire_fee(CROWNS, pay),
    }


@rule("kingdoms.economy.army-limit")
def army_limit(given: Given) -> Result:
    if "action" in given:
        assert given["action"] == "Recruit"
        # However many graves there are, they rot before anybody is kept from recruiting.
        given.get("graves")
        return {"allowed": not growing.is_full(TURNS, given["living"])}
    rots, living = growing.rotting(TURNS, given["turn"]), given["living"]
    graves = given.get("graves_after_checks", given.get("graves", 0))
    return {
        "checks": graves if rots else 0,
        "removed_by_limit": growing.too_many(TURNS, living, graves),
    }


# ---------------------------------------------------------------- time


@rule("kingdoms.turn.calendar")
def calendar(given: Given) -> Result:
    if "turn" in given:
        season, _, year = MODULE.year.date_of(given["turn"]).partition(", year ")
        return {"year": int(year), "season": season}
    chance = sage_chance(CROWNS, given["sage_level"])
    return {"discoveries_per_year": chance * given["practices_per_year"] / 100}


@rule("kingdoms.turn.phases")
def phases(given: Given) -> Result:
    lengths = [length for order in given["orders"] for _, length in order.items()]
    taken = spans(lengths)
    return {
        "valid": all(span.valid for span in taken),
        "effect_phases": [span.last for span in taken],
    }


OFFICES = CROWNS.imperial
ENCOUNTERS = MODULE.content(EncounterContent)
MAGICAL = ("WH", "PS", "IL", "EL", "NE")
KEYS = {folded(key): key for key in ENCOUNTERS.artifacts}
"""Items by their names in the rulebook, which are the keys of the module."""


def reduction(alignment: str) -> int:
    return CROWNS.alignments[alignment].reduction


@rule("kingdoms.office.table")
def prizes(given: Given) -> Result:
    assert given["sum_of_prizes"]
    artifacts = [each for each in ENCOUNTERS.artifacts.values() if each.unique]
    of_artifacts = CROWNS.merits.artifact * len(artifacts)
    return {"sum": sum(office.prize for office in OFFICES.values()) + of_artifacts}


@rule("kingdoms.office.arch-mage")
def arch_mage(given: Given) -> Result:
    court = Court()
    skill: dict[Any, int] = {ability: given[ability] for ability in MAGICAL if ability in given}
    mage = court.ruler(court.crown("Red"), 1, skill=skill)
    for name in given.get("items", []):
        court.item(KEYS[folded(name).replace("'", "")], mage)
    claimant = next(each for each in claimants(court.world, MODULE) if each.ruler == mage.id)
    return {"merit": merit(OFFICES["arch_mage"], claimant.levels, claimant.deeds)}


def realms(given: Given, *figures: str) -> list[OfficeRealm]:
    """Kingdoms of a case by name, in the order of their ids."""
    names: list[str] = []
    for figure in figures:
        names.extend(name for name in given.get(figure, ()) if name not in names)
    return [
        OfficeRealm(
            crown=number,
            alignment="Neutral",
            treasury=given.get("treasury", {}).get(name, 0),
            tax=given.get("tax_base", {}).get(name, 0),
        )
        for number, name in enumerate(sorted(names), start=1)
    ]


def names_of(given: Given, *figures: str) -> list[str]:
    return sorted({name for figure in figures for name in given.get(figure, ())})


@rule("kingdoms.office.emperor")
def emperor(given: Given) -> Result:
    kingdoms = realms(given, "tax_base", "treasury")
    held = holder(OFFICES["emperor"], ranking(OFFICES["emperor"], kingdoms, ()))
    return {"emperor": names_of(given, "tax_base", "treasury")[held.crown - 1] if held else None}


@rule("kingdoms.office.chancellor")
def chancellor(given: Given) -> Result:
    deeds: dict[Any, int] = {
        "features": given.get("features_first", 0),
        "inventions": given.get("inventions_first", 0),
        "espionage": given.get("inventions_spied", 0),
    }
    return {"merit": merit(OFFICES["chancellor"], levels(given), deeds)}


def commanded(battles: list[Given]) -> int:
    return sum(
        battle_merit(won=each["won"], enemy=each["enemy"], friendly=each["friendly"])
        for each in battles
    )


@rule("kingdoms.office.marshal")
def marshal(given: Given) -> Result:
    return {"merit": merit(OFFICES["marshal"], {}, {"land": commanded(given["battles"])})}


@rule("kingdoms.office.admiral")
def admiral(given: Given) -> Result:
    deeds: dict[Any, int] = {
        "sea": commanded(given.get("sea_battles", [])),
        "rich_seas": given.get("rich_seas", 0),
    }
    return {"merit": merit(OFFICES["admiral"], levels(given), deeds)}


@rule("kingdoms.office.defender")
def defender(given: Given) -> Result:
    points = monster_merit(
        given["event"],
        given["full_hit_points"],
        raid=given.get("raid", 0),
        truce=given.get("truce", False),
        halved=given.get("halved", False),
    )
    return {"merit": merit(OFFICES["defender"], {}, {"monsters": points})}


@rule("kingdoms.office.priest")
def priest(given: Given) -> Result:
    # Only what succeeded is noted as a merit; that is tested where spells are cast.
    given.get("failed_blesses")
    prayers = given.get("resurrections", 0) + given.get("blesses", 0)
    return {"merit": merit(OFFICES["priest"], levels(given), {"prayers": prayers})}


@rule("kingdoms.office.alignment-reduction")
def reducing(given: Given) -> Result:
    return {"points": reduced(given["prize"], given["holder"], given["emperor"], reduction)}


@rule("kingdoms.office.least-prize")
def leaving(given: Given) -> Result:
    holder, emperor, left = given["holder"], given["emperor"], given["left"]
    return {"points": reduced(given["prize"], holder, emperor, reduction, left)}


@rule("kingdoms.office.ties")
def ties(given: Given) -> Result:
    figures = ("merit", "treasury", "tax_base")
    names, kingdoms = names_of(given, *figures), realms(given, *figures)
    claimants = [
        Claimant(
            ruler=realm.crown,
            crown=realm.crown,
            alignment="Neutral",
            levels={},
            deeds={"land": given["merit"].get(names[realm.crown - 1], 0)},
        )
        for realm in kingdoms
    ]
    ranked = ranking(OFFICES["marshal"], kingdoms, claimants)
    return {"ranking": [names[each.crown - 1] for each in ranked]}


@rule("kingdoms.office.second-places")
def second_places(given: Given) -> Result:
    names = list(given["merit"])
    office = OFFICES["marshal"].model_copy(update={"prize": given["prize"]})
    # All are Neutral, and nobody is Emperor, so that nothing is reduced.
    kingdoms = [
        OfficeRealm(crown=n, alignment="Neutral", treasury=0, tax=0) for n, _ in enumerate(names, 1)
    ]
    people = [
        Claimant(n, n, "Neutral", {}, {"land": given["merit"][name]})
        for n, name in enumerate(names, 1)
    ]
    won = shares([office], kingdoms, people, reduction)
    won += seconds([office], kingdoms, people, reduction, given["second"])
    return {"points": {name: points_of(n, won) for n, name in enumerate(names, 1)}}


def points_of(crown: int, shared: Sequence[Share], artifacts: int = 0) -> Fraction:
    gained = gained_by(crown, shared, artifacts, CROWNS.merits.artifact)
    return sum((points for *_, points in gained), Fraction(0))


@rule("kingdoms.office.standing")
def stands(given: Given) -> Result:
    mine = OfficeRealm(crown=1, alignment=given["kingdom"], treasury=0, tax=2)
    theirs = given.get("emperor_alignment", "Neutral")
    other = OfficeRealm(crown=2, alignment=theirs, treasury=1, tax=1 if given["emperor"] else 3)
    shared = [
        each
        for each in shares([OFFICES["emperor"]], [mine, other], [], reduction)
        if each.crown == mine.crown
    ]
    sovereign = mine if given["emperor"] else other
    shared += [
        Share("", 1, 1, reduced(each["prize"], each["holder"], sovereign.alignment, reduction))
        for each in given["offices"]
    ]
    return {"standing": points_of(mine.crown, shared, given.get("artifacts", 0))}
