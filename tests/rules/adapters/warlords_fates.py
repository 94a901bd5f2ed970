"""What battles, blessings and time make of units by the rules of Warlords."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from engine.battle import BATTLE, BattleRecord, Engagement
from engine.campaign import Player
from engine.dice import Percent
from engine.packs.warlords.battle.bonuses import arrays
from engine.packs.warlords.battle.cards import Company, Field
from engine.packs.warlords.battle.condition import Condition, stored_hits, stored_strength
from engine.packs.warlords.battle.happenings import Survived
from engine.packs.warlords.blessing import SeekBlessing
from engine.packs.warlords.cards import fighter_of_unit
from engine.packs.warlords.pieces import SPEED_PER_MOVE, condition_of
from tests.packs.warlords.scene import WarScene
from tests.rules.adapters.battle_field import Lucky, T
from tests.rules.adapters.movement import stamina_of
from tests.rules.adapters.warlords import CONTENT, MARKS, state
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import ref


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


class Winning:
    """Dice with which the attacker hits in every round and is never hit."""

    def __init__(self) -> None:
        self.rolled = 0

    def whole(self, sides: int, *, chance: Percent | None = None) -> int:
        if sides != CONTENT.warlords.die:  # a medal's, which need not help
            return sides
        self.rolled += 1
        return 1 if self.rolled % 2 else sides

    def real100(self, *, chance: Percent | None = None) -> float:
        raise NotImplementedError

    def pick(self, options: Sequence[T]) -> T:
        raise NotImplementedError


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
