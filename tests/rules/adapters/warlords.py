"""The Warlords battle: bonuses, whole fights and chances, and what becomes of who fell."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from engine.battle import BATTLE, BattleRecord, Engagement
from engine.campaign import Player
from engine.dice import Percent, ScriptedDice, Whole
from engine.packs.warlords.battle.bonuses import arrays
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
from engine.packs.warlords.battle.condition import Condition, stored_hits, stored_strength
from engine.packs.warlords.battle.duel import hit_by, shot_strength
from engine.packs.warlords.battle.fight import battle, engage
from engine.packs.warlords.battle.happenings import Struck, Survived
from engine.packs.warlords.battle.odds import odds, round_of
from engine.packs.warlords.blessing import SeekBlessing
from engine.packs.warlords.cards import card_of_hero, card_of_type, fighter_of_unit, rank_of
from engine.packs.warlords.content import ABILITIES, WarContent
from engine.packs.warlords.pieces import SPEED_PER_MOVE, condition_of
from engine.world import Place
from tests.packs.warlords.scene import WarScene
from tests.rules.adapters.battle_field import Lucky
from tests.rules.adapters.movement import stamina_of
from tests.rules.dice import WholeDice
from tests.rules.harness import Given, Result, folded, rule
from tests.rules.scene import module, ref

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


@rule("warlords.precombat.paralysis")
def paralysis(given: Given) -> Result:
    """A unit with so much movement left is struck before a battle that others fight."""
    fate = Fate({"move": given["movement"]}, state(given))
    left = Fraction(given["remaining"], given["movement"])
    fate.scene.change(fate.stack, used=1 - left)
    fate.befall("paralysed")
    after = stamina_of(fate.scene, fate.stack)
    return {
        "movement": after.rate / SPEED_PER_MOVE,
        "remaining": after.points / SPEED_PER_MOVE,
        "paralysed": fate.condition.paralysed,
    }


STRIKES = {
    "cursed": "curse",
    "poisoned": "poison",
    "diseased": "disease",
    "paralysed": "paralysis",
}


class Fate:
    """A unit by a card, and what blessings, battles and productions make of it.

    In its battles another unit does the fighting, so that the checks before them are all.
    """

    def __init__(self, card: Mapping[str, Any], condition: Condition) -> None:
        cards: dict[str, Mapping[str, Any]] = {
            "card": card,
            "killer": {"abilities": {"assassination": 10}, "move": 40},
        }
        for ability in STRIKES.values():
            cards[ability] = {"abilities": {ability: 10}}
        self.scene = scene = WarScene(cards=cards)
        self.stack = scene.stack(5, 5)
        scene.temple(5, 5)
        self.unit = scene.troop(self.stack, "card", condition=condition, slot=5)
        self.killer = scene.troop(self.stack, "killer", slot=1)

    def befall(self, event: str) -> None:
        """Something happens to it."""
        scene, event = self.scene, event.strip()
        if event == "blessed":
            assert not scene.run(SeekBlessing(stack=ref(self.stack))).refused
            scene.produce()  # until when the stack may not seek another
        elif event in STRIKES:
            enemy = scene.stack(5, 5, scene.someone("at_war"))
            scene.troop(enemy, STRIKES[event], scene.world.get(Player, enemy.player))
            scene.battle(scene.clash(scene.now(self.stack), enemy), Lucky())  # no strike misses
        else:
            assert event.endswith("production"), event
            scene.produce(monthly=event.startswith("monthly"))

    @property
    def condition(self) -> Condition:
        """Its state now."""
        return condition_of(self.scene.war, self.scene.now(self.unit))

    def now(self) -> dict[str, object]:
        """What it would bring to a battle, and its marks."""
        fighter = fighter_of_unit(self.scene.state(), self.scene.now(self.unit))
        return {
            "strength": stored_strength(fighter.strength, fighter.condition),
            "hits": stored_hits(fighter.hits, fighter.condition),
            **{mark: getattr(fighter.condition, mark) for mark in MARKS},
        }


def lived(given: Mapping[str, Any], events: Iterable[str]) -> dict[str, object]:
    """A unit of these figures, on its card, and with these marks, after these events."""
    fate = Fate({"strength": given["strength"], "hits": given.get("hits", 2)}, state(given))
    for event in events:
        fate.befall(event)
    return fate.now()


@rule("warlords.precombat.lasting")
@rule("warlords.precombat.curse-no-debt")
def over_time(given: Given) -> Result:
    events = given["events"] if "events" in given else [given["event"]]
    return lived(given["before"], events)


@rule("warlords.precombat.curse-strength")
def curse_strength(given: Given) -> Result:
    return lived(given, given["events"])


@rule("warlords.blessing.effect")
def blessing(given: Given) -> Result:
    return lived(given, ["blessed"])


@rule("warlords.aftermath.recovery")
def recovery(given: Given) -> Result:
    ill = state(given)
    # Whatever card comes to these figures in that state.
    strength, hits = given["stored_strength"], given["stored_hits"]
    card = {
        "strength": next(n for n in range(1, 10) if stored_strength(n, ill) == strength),
        "hits": next(n for n in range(1, 5) if stored_hits(n, ill) == hits),
    }
    scene = WarScene(cards={"card": card})
    stack = scene.stack(5, 5)
    unit = scene.troop(stack, "card", condition=ill)
    enemy = scene.stack(5, 5, scene.someone("at_war"))
    company = Company(side="attacker", fighters=(fighter_of_unit(scene.state(), unit),))
    left = Survived(
        side="attacker",
        piece=unit.place,
        strength=given["combat_strength"],
        hits=given["hits_left"],
        drained=False,
    )
    fought = Engagement(participants=(Field(), company), events=(left,), winner="attacker")
    clash = scene.clash(stack, enemy)
    state_ = scene.state()
    record = BattleRecord(system="warlords", clash=clash, engagements=(fought,))
    scene.rules.contests[BATTLE].aftermath(state_, record)
    again = fighter_of_unit(scene.state(), scene.now(unit))
    marks = {mark: getattr(again.condition, mark) for mark in MARKS}
    array, _ = arrays(Field(), company.replace(fighters=(again,)), company.replace(fighters=()))
    stance = array.stance(again)
    return {"hits": stance.hits, "strength": stance.strength, **marks}


class Winning(WholeDice):
    """Dice with which the attacker hits in every round and is never hit."""

    def __init__(self) -> None:
        self.rolled = 0

    def whole(self, sides: int, *, chance: Percent | None = None) -> int:
        if sides != CONTENT.warlords.die:  # a medal's, which need not help
            return sides
        self.rolled += 1
        return 1 if self.rolled % 2 else sides


@rule("warlords.aftermath.medals")
def medals(given: Given) -> Result:
    """A unit kills one enemy after the other in a battle."""
    own, *others = sorted({kill["own"] for kill in given["kills"]})
    assert not others, "in a battle a unit has one strength"
    enemies = [kill["enemy"] for kill in given["kills"]]
    cards = {"card": {"strength": own}} | {f"foe_{n}": {"strength": n} for n in set(enemies)}
    scene = WarScene(cards=cards)
    stack, foe = scene.stack(5, 5), scene.someone("at_war")
    before = Condition(medals=given.get("medals", 0), points=given.get("points", 0))
    unit = scene.troop(stack, "card", condition=before)
    enemy = scene.stack(5, 5, foe)
    for slot, strength in enumerate(enemies, start=1):
        scene.troop(enemy, f"foe_{strength}", foe, slot=slot)
    scene.battle(scene.clash(stack, enemy), Winning())
    now = condition_of(scene.war, scene.now(unit))
    return {"medals": now.medals, "points": now.points}
