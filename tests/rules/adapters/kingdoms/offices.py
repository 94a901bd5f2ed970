"""The imperial offices and inventions of Kingdoms."""

from typing import Any

from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.crowns.offices import (
    Claimant,
    OfficeRealm,
    Share,
    battle_merit,
    holder,
    merit,
    monster_merit,
    ranking,
    reduced,
    seconds,
    shares,
    standing,
)
from engine.packs.kingdoms.crowns.ranks import claimants
from tests.packs.kingdoms.ventures.court import Court
from tests.rules.adapters.kingdoms.words import CROWNS, MODULE, levels
from tests.rules.harness import Given, Result, folded, rule

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
    points = dict(standing(kingdoms, won, {}, 0))
    return {"points": {name: points[n] for n, name in enumerate(names, 1)}}


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
    ranked = standing([mine, other], shared, {1: given.get("artifacts", 0)}, CROWNS.merits.artifact)
    return {"standing": dict(ranked)[1]}
