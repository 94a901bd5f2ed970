"""The Warlords battle: units of a case, whole fights and their odds; steps in `warlords_steps`."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.dice import ScriptedDice, Whole
from engine.packs.warlords.battle.cards import (
    NO_BOUND,
    OPEN,
    SIDES,
    Company,
    Field,
    FighterCard,
    KeptSpell,
    SideName,
    companies,
    fight_order,
    terrains_of,
)
from engine.packs.warlords.battle.checks import check, medal_die, succeeds, success_chance
from engine.packs.warlords.battle.condition import Condition
from engine.packs.warlords.battle.duel import hit_by, shot_strength
from engine.packs.warlords.battle.fight import battle, engage
from engine.packs.warlords.battle.happenings import Struck, Survived
from engine.packs.warlords.battle.odds import odds, round_of
from engine.packs.warlords.cards import card_of_hero, card_of_type, rank_of
from engine.packs.warlords.content import ABILITIES, WarContent
from engine.world import Place
from tests.rules.harness import Given, Result, folded, rule
from tests.rules.scene import module

CONTENT = module("warlords").content(WarContent)
MARKS = ("medals", "blessed", "poisoned", "diseased", "paralysed", "drained", "weakened")
UNIT = ("type", "id", "slot", "hero", "strength", "hits", "terrain", "kinds", "slayer", "items")

# ---------------------------------------------------------------- reading a case


def effect(given: Mapping[str, Any]) -> dict[str, int]:
    """Abilities as the battle names them: slayers by kind, yes as 1."""
    found: dict[str, int] = {}
    for name, value in given.items():
        if name == "slayer":
            found.update({f"slayer_{kind}": plus for kind, plus in value.items()})
        else:
            found["flying" if name == "flight" else name] = int(value)
    return found


def fighter(given: Given, place: int) -> FighterCard:
    """A unit of a case; a text is a type of the roster."""
    given.takes(*UNIT, *MARKS, *ABILITIES)
    hero = given.get("hero", False)
    abilities = {name: given[name] for name in (*ABILITIES, "slayer") if name in given}
    return FighterCard(
        piece=Place("character" if hero else "unit", given.get("id", place)),
        name=given.get("type", "Unit"),
        type=given.get("type", "Unit"),
        hero=hero,
        slot=given.get("slot", 8 if hero else 3),
        strength=given.get("strength", 1),
        hits=given.get("hits", 1),
        abilities=effect(abilities),
        terrain=dict(given.get("terrain", {})),
        kinds=tuple(given.get("kinds", ())),
        items=tuple(effect(item) for item in given.get("items", ())),
        condition=state(given),
    )


def of_roster(name: str, place: int) -> FighterCard:
    card = card_of_type(
        next(t for t in CONTENT.unit_types.values() if folded(t.name) == folded(name))
    )
    return FighterCard(
        piece=Place("unit", place),
        name=card.type,
        type=card.type,
        strength=card.strength,
        hits=card.hits,
        abilities=dict(card.abilities),
        terrain=dict(card.terrain),
        kinds=card.kinds,
    )


def state(given: Mapping[str, Any]) -> Condition:
    return Condition(**{mark: given[mark] for mark in MARKS if mark in given})


def fighters(units: Iterable[Any], above: int = 0) -> tuple[FighterCard, ...]:
    """The units of a list; their ids begin above a number, so that no two of a battle are one."""
    made = (
        of_roster(unit, place) if isinstance(unit, str) else fighter(unit, place)
        for place, unit in enumerate(units, start=1)
    )
    return tuple(each.replace(piece=each.piece._replace(id=each.piece.id + above)) for each in made)


def spells(cast: Iterable[Mapping[str, Any]]) -> tuple[KeptSpell, ...]:
    return tuple(KeptSpell(effect=effect(each)) for each in cast)


def company(given: Given, side: SideName) -> Company:
    """A side's units as they are listed."""
    return Company(
        side=side,
        fighters=fighters(given.get(side, ()), above=1000 * SIDES.index(side)),
        spells=spells(given.get(f"{side}_spells", ())),
    )


def ordered(given: Given, side: SideName) -> Company:
    """A side's units in fight order."""
    listed = company(given, side)
    return listed.replace(fighters=fight_order(listed.fighters))


def field(given: Given) -> Field:
    return Field(
        terrains=terrains_of(given.get("terrain", OPEN), city="city" in given),
        fortification=int(given.get("city", 0)),
        die=given.get("die", 20),
        banding=given.get("banding_most", NO_BOUND),
    )


def script(given: Given) -> ScriptedDice:
    return ScriptedDice(Whole(value, sides) for sides, value in given["draws"])


def one(strength: int = 1, hits: int = 1, id: int = 1, **abilities: int) -> FighterCard:
    """A unit with nothing but these."""
    return FighterCard(
        piece=Place("unit", id),
        name="Unit",
        type="Unit",
        strength=strength,
        hits=hits,
        abilities=abilities,
        terrain={},
    )


def stack(*units: FighterCard, cast: Iterable[dict[str, int]] = ()) -> Company:
    return Company(side="attacker", fighters=units, spells=spells(cast))


# ---------------------------------------------------------------- dice and sides


@rule("warlords.random.percent")
def percent_check(given: Given) -> Result:
    with script(given) as dice:
        return {"success": check(dice, given["chance"])[0]}


@rule("warlords.die.size")
def die_size(given: Given) -> Result:
    try:
        figures = CONTENT.warlords.model_copy().model_dump()
        type(CONTENT.warlords).model_validate({**figures, "die": given["die"]})
    except ValueError:
        return {"valid": False}
    medals = given.get("medals")
    return {"valid": True, **({"medal_die": medal_die(given["die"], medals)} if medals else {})}


@rule("warlords.stack.fight-order")
def order(given: Given) -> Result:
    return {"order": [each.type for each in fight_order(fighters(given["stack"]))]}


@rule("warlords.battle.companies")
def cut(given: Given) -> Result:
    garrison = [given["garrison_units"]] if "garrison_units" in given else []
    sizes = [*garrison, *given.get("stacks", ())]
    groups = [([one(id=n) for n in range(size)], ()) for size in sizes]
    made = companies("defender", groups, CONTENT.warlords.stack_limit)
    return {"companies": [len(each.fighters) for each in made]}


# ---------------------------------------------------------------- whole fights


@rule("warlords.battle.sequence")
@rule("warlords.bonus.fixed")
@rule("warlords.duel.sequence")
@rule("warlords.duel.step-up")
@rule("warlords.duel.death")
@rule("warlords.acid.per-enemy")
@rule("warlords.assassination.first-enemy")
@rule("warlords.assassination.used-up")
@rule("warlords.missile.shot")
@rule("warlords.missile.carry")
@rule("warlords.missile.used-up")
@rule("warlords.missile.immunity")
@rule("warlords.missile.no-medals")
@rule("warlords.round.dice")
@rule("warlords.slayer.roll")
@rule("warlords.spell.eagle-sight")
@rule("warlords.spell.thunder-step")
def fought(given: Given) -> Result:
    place = field(given).replace(mercy=0)
    attacker, defender = (ordered(given, side) for side in SIDES)
    with script(given) as dice:
        (fight,) = battle(place, (attacker,), (defender,), dice)
    types = {unit.piece: unit.type for unit in (*attacker.fighters, *defender.fighters)}
    left: dict[str, list[list[object]]] = {side: [] for side in SIDES}
    for event in fight.events:
        if isinstance(event, Survived):
            left[event.side].append([types[event.piece], event.strength, event.hits])
    return {"winner": fight.winner, **{f"{side}_left": left[side] for side in SIDES}}


@rule("warlords.missile.flyers")
def at_flyers(given: Given) -> Result:
    if "draws" in given:
        return fought(given)
    return {"shot_strength": shot_strength(given["strength"], at_flyer=given["flying_target"])}


@rule("warlords.round.tie")
def tie(given: Given) -> Result:
    if "roll" in given:
        return {"success": succeeds([given["roll"]], given["strength"])}
    die, medals = given.get("die", 20), given.get("medals", 0)
    return {"chance": success_chance(given["strength"], die, medals)}


@rule("warlords.round.result")
def result(given: Given) -> Result:
    struck = hit_by(given["attacker"] == "success", given["defender"] == "success")
    return {"hit": None if struck is None else SIDES[struck]}


@rule("warlords.round.odds")
def round_odds(given: Given) -> Result:
    die = given.get("die", 20)
    chances = [
        success_chance(given[f"{side}_strength"], die, given.get(f"{side}_medals", 0))
        for side in SIDES
    ]
    made = round_of(*chances)
    names = ("hit_defender", "hit_attacker", "nothing", "next_hit_on_defender")
    return {name: getattr(made, name) for name in names}


@rule("warlords.trample")
@rule("warlords.trample.flying")
def trample(given: Given) -> Result:
    if "draws" in given:
        return fought(given)
    # A sure slayer ends the fight after the first hit.
    golem = one(trample=given["trample"], slayer_beast=10)
    target = one(hits=given["hits"], flying=int(given["flying"])).replace(kinds=("beast",))
    with ScriptedDice([Whole(1, 20), Whole(20, 20)]) as dice:
        result = engage(Field(), stack(golem), stack(target).replace(side="defender"), dice)
    return {"hits": next(e.left for e in result.engagement.events if isinstance(e, Struck))}


@rule("warlords.fight.odds")
@rule("warlords.roster.odds")
def win_chance(given: Given) -> Result:
    sides = (ordered(given, side) for side in SIDES)
    figures = CONTENT.warlords
    attacker, defender = [(side,) for side in sides]
    limits = {"most": figures.exact_outcomes, "trials": figures.trials}
    made = odds(field(given), attacker, defender, **limits)
    assert made.exact
    return {"attacker_wins": made.attacker_wins}


# ---------------------------------------------------------------- medals and heroes


@rule("warlords.hero.types")
def hero(given: Given) -> Result:
    kind = next(t for t in CONTENT.hero_types.values() if folded(t.name) == folded(given["hero"]))
    card = card_of_hero(kind, given["level"])
    figures = {"strength": card.strength, "hits": card.hits, "move": card.move}
    terrain = {"terrain": dict(card.terrain)}
    return {"rank": rank_of(given["level"]), **figures, **card.abilities, **terrain}
