"""Bodyguards, and the missions of assassins and saboteurs."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from engine.campaign import Player
from engine.dice import ScriptedDice, Whole
from engine.orders import Order
from engine.packs.cohorts.covert.assassins import AssassinateCharacter, KidnapCharacter
from engine.packs.cohorts.covert.bodyguards import AssignBodyguard
from engine.packs.cohorts.covert.defense import MissionGround, of_character
from engine.packs.cohorts.covert.mission import MissionEnded
from engine.packs.cohorts.covert.odds import Craft
from engine.packs.cohorts.covert.sabotage import (
    CauseStrifeInCity,
    SabotageFortifications,
    SabotageMoraleOfTroops,
    TroopsDisheartened,
)
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import Character, Stack
from engine.world import Record
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import Ran, Scene, ref

HOME = (5, 5)
CRAFTS: Mapping[str, Craft] = {"assassinate": "assassin", "kidnap": "assassin", "spy": "spy"}


class Plot(Scene):
    """A character of mine with covert skills, and a faction at war in the same place."""

    def __init__(
        self, given: Given, *, content: Mapping[str, Any] | None = None, **skills: int
    ) -> None:
        super().__init__(content=content)
        self.foe: Player = self.someone("at_war")
        self.den: Record = {"province": self.at, "city": self._town}.get(
            str(given.get("assassin_in", "stack")), self.stack
        )(*HOME)
        self.hero = self.spy(**skills)

    def _town(self, x: int, y: int) -> Record:
        return self.city(x, y, self.me)

    def spy(self, **skills: int) -> Character:
        """Another such character, whose class helps no covert skill."""
        return self.character(self.den, job="warrior", level=90, skills=skills)

    def try_(
        self, order: type[Order], target: Record, *rolls: int, by: Character | None = None
    ) -> Ran:
        """Carry a mission out; without rolls it succeeds."""
        dice = ScriptedDice([Whole(roll, 100) for roll in rolls or (1,)])
        return self.run(
            order.model_validate(
                {"character": str(ref(by or self.hero)), "target": str(ref(target))}
            ),
            dice=dice,
        )


def told(ran: Ran) -> dict[str, Any]:
    """How a mission ended: refused with a reason, or the chances that its sponsor was told."""
    if ran.refused:
        return {"result": "refused", "reason": ran.code}
    (event,) = ran.events(MissionEnded)
    return {"result": event.outcome, "chance": event.success, "captor": event.captor}


# ---------------------------------------------------------------- bodyguards


@rule("cohorts.order.assign-bodyguard")
def bodyguards(given: Given) -> Result:
    if "guards" in given:
        return {"bodyguard_defense": _guarded(given["guards"], str(given["mission"]))}
    scene = Plot(given)
    people = {name: scene.character(scene.den, name=name) for name in "ABC"}

    def assign(guard: str, client: str) -> Ran:
        order = AssignBodyguard(character=ref(people[guard]), client=ref(people[client]))
        ran = scene.run(order)
        scene.produce()
        return ran

    sponsor, client = str(given["sponsor"]), str(given["client"])
    for text in (sponsor, client):
        found = re.fullmatch(r"(\w) (?:who )?(guarded by|guards|guarding) (\w)", text)
        if found:
            one, how, other = found.groups()
            assert not assign(*((other, one) if how == "guarded by" else (one, other))).refused
    ran = assign(sponsor[0], client[0])
    names = {person.id: name for name, person in people.items()}
    posts = {name: names.get(scene.now(one).guarding) for name, one in people.items()}
    return {
        "result": ran.result(),
        "reason": ran.code,
        **{f"{name}_guards": post for name, post in posts.items()},
        **{
            f"guards_of_{name}": [g for g, post in posts.items() if post == name] for name in people
        },
    }


def _guarded(guards: Sequence[Given], mission: str) -> int:
    """What guards oppose to a mission against their client, who has no skill himself."""
    scene = Scene()
    client = scene.character(scene.stack(*HOME))
    for each in guards:
        here = each.get("here", True)
        skills = {craft: each.get(craft, 0) for craft in ("spy", "thief", "assassin")}
        status = str(each.get("status", "")).casefold()
        guard = scene.character(
            scene.stack(*(HOME if here else (1, 1))),
            job=str(each.get("class", "warrior")).casefold(),
            level=each.get("level", 1),
            skills=skills,
        )
        assert not scene.run(AssignBodyguard(character=ref(guard), client=ref(client))).refused
        statuses = {status: 10} if status not in ("", "dead") else {}
        scene.change(guard, statuses=statuses, dead=status == "dead")
    crafts: list[Craft] = [CRAFTS[word] for word in mission.split("-") if word in CRAFTS]
    craft: Craft = crafts[0] if crafts else "thief"
    spot = scene.at(*HOME).id
    ground = MissionGround(
        scene.world, scene.content, spot, faction_of(scene.world, client), (craft,)
    )
    return of_character(ground, scene.now(client)).level


# ---------------------------------------------------------------- assassins


@rule("cohorts.order.assassinate-character")
def assassinate(given: Given) -> Result:
    scene = Plot(given, assassin=given.get("assassin", 20))
    target = _victim(scene, given)
    ran = scene.try_(AssassinateCharacter, target)
    now = scene.now(target)
    return {**told(ran), "wounds": now.wounds, "dead": now.dead}


@rule("cohorts.order.kidnap-character")
def kidnap(given: Given) -> Result:
    scene = Plot(given, assassin=given.get("assassin", 20))
    target = _victim(scene, given)
    failed = (100, 1) if given.get("result") == "failed_escaped" else ()
    ended = told(scene.try_(KidnapCharacter, target, *failed))
    now = scene.now(target)
    held = now.captor == scene.me.id and now.holder == scene.den.place
    return {**ended, "prisoner_of": "container of the assassin" if held else None}


def _victim(scene: Plot, given: Given) -> Character:
    return scene.character(
        scene.stack(*HOME, scene.foe),
        scene.foe,
        attributes={"CON": given.get("effective_CON", 10)},
        wounds=given.get("wounds", 0),
        skills={"assassin": given.get("defense", 0)},
    )


# ---------------------------------------------------------------- saboteurs


@rule("cohorts.order.sabotage-morale-of-troops")
def morale(given: Given) -> Result:
    """A mission against a province with an enemy unit, with units of every side, or with nobody.

    `in` is `city` for a garrison. `ratings` are the levels of thieves, one in each stack; the
    mission then fails and its thief is caught. Without them it succeeds.
    """
    scene = Plot(given, thief=given["thief"])
    garrison = given.get("in") == "city"
    points: dict[str, int] = dict(given.get("units", {}))
    if "morale" in given:
        points["enemy"] = given["morale"]
    units = {
        side: scene.unit(_camp(scene, side, garrison=garrison), _player(scene, side), morale=each)
        for side, each in points.items()
    }
    stacks: dict[str, Stack] = {}
    for name, level in given.get("ratings", {}).items():
        stacks[name] = scene.stack(*HOME, scene.foe, name=name)
        scene.character(stacks[name], scene.foe, job="warrior", level=1, skills={"thief": level})
        scene.unit(stacks[name], scene.foe)
    order = SabotageMoraleOfTroops(character=ref(scene.hero), target=ref(scene.at(*HOME)))
    state = scene.state()
    state.player = scene.me.id
    venture = order.venture(state)
    rolls = given.get("rolls", (100, 100) if stacks else (1,))
    ran = scene.try_(SabotageMoraleOfTroops, scene.at(*HOME), *rolls)
    ended = told(ran)
    left = {side: scene.now(unit).morale for side, unit in units.items()}
    event = next(iter(ran.events(TroopsDisheartened)), None)
    names = {stack.place: name for name, stack in stacks.items()}
    return {
        "loss_percent": event.percent if event else 0,
        "morale": left if "units" in given else left.get("enemy"),
        "result": ended["result"],
        "chance": ended["chance"],
        "defense": venture.defense.level,
        "captor": names.get(ended["captor"]),
    }


def _player(scene: Plot, side: str) -> Player:
    return scene.foe if side == "enemy" else scene.someone(side)


def _camp(scene: Plot, side: str, *, garrison: bool) -> Record:
    """A stack of a side there, or its city with the garrison."""
    owner = _player(scene, side)
    return scene.city(*HOME, owner) if garrison else scene.stack(*HOME, owner)


@rule("cohorts.order.cause-strife-in-city")
def strife(given: Given) -> Result:
    scene = Plot(given, thief=30)
    people = {"human": given.get("population", 12000)}
    city = scene.city(*HOME, scene.foe, population=people)
    for _ in range(int(given.get("strife", True))):
        assert not scene.try_(CauseStrifeInCity, city, by=scene.spy(thief=30)).refused
    scene.produce(monthly=given.get("event") == "monthly production")
    now = scene.now(city)
    return {"actions": now.actions, "strife": now.strife}


@rule("cohorts.order.sabotage-fortifications")
def walls(given: Given) -> Result:
    scene = Plot(given, thief=30)
    scene.city(*HOME, scene.foe)
    scene.province(*HOME, fortification=given["level"])
    for _ in range(2 if given.get("sabotaged_twice") else 1):
        order = SabotageFortifications
        assert not scene.try_(order, scene.at(*HOME), by=scene.spy(thief=30)).refused
    if given.get("event") == "monthly production":
        scene.produce(monthly=True)
    now = scene.at(*HOME)
    return {"effective_level": now.walls, "level": now.fortification}
