"""What all the world hears of: great battles, heroes who fall, and why wars begin."""

from __future__ import annotations

from typing import Any

from engine.campaign import Faction, Now
from engine.ending import Reckoning, Standing
from engine.packs.cohorts.campaign.tidings import HeroMourned
from engine.packs.cohorts.content.tidings import Tidings
from engine.packs.cohorts.diplomacy.decisions import RelationChanged
from engine.packs.cohorts.diplomacy.orders import DeclareWar
from engine.packs.cohorts.diplomacy.wars import Both, Prize, War
from engine.packs.cohorts.marching.hearing import BattleHeard
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.military.conquering import ConquerCity
from engine.packs.cohorts.pieces.ownership import Relation
from tests.rules.adapters.battle_world import REALMS
from tests.rules.harness import Given, rule
from tests.rules.scene import Ran, Scene, ref


@rule("cohorts.campaign.tidings")
def tidings(given: Given) -> dict[str, object]:
    set_so: dict[str, Any] = {given["of"]: given["from"]} if "from" in given else {}
    scene = Scene(content={"realms": REALMS, "tidings": Tidings(**set_so)})
    scene.someone("neutral")  # who is nowhere near
    if given["of"] == "battle":
        fight = _stormed if given.get("city") else _fought
        return {"told": by_all(scene, fight(scene, *given["soldiers"]), BattleHeard)}
    hero = scene.character(scene.stack(9, 5), level=given["level"], wounds=99)
    host = scene.stack(10, 5, scene.someone("at_war"))
    scene.unit(host, scene.someone("at_war"), soldiers=900)
    stack = ref(scene.world.at(hero.holder) or hero)
    ran = scene.run(MoveAlong(stack=stack, steps=("e",)))
    return {"told": by_all(scene, ran, HeroMourned)}


def _fought(scene: Scene, mine: int, theirs: int) -> Ran:
    foe = scene.someone("at_war")
    stack, host = scene.stack(9, 5), scene.stack(10, 5, foe)
    scene.unit(stack, soldiers=mine)
    scene.unit(host, foe, soldiers=theirs)
    return scene.run(MoveAlong(stack=ref(stack), steps=("e",)))


def _stormed(scene: Scene, mine: int, theirs: int) -> Ran:
    foe = scene.someone("at_war")
    lord = scene.character(scene.at(1, 1), foe)
    city, stack = scene.city(6, 5, None, baron=lord.id), scene.stack(6, 5)
    scene.character(scene.at(2, 2))  # who can be its baron
    scene.unit(city, foe, soldiers=theirs)
    scene.unit(stack, soldiers=mine)
    return scene.give(ConquerCity, stack=str(ref(stack)), city=str(ref(city)))


def by_all(scene: Scene, ran: Ran, cls: type[Any]) -> bool:
    """Whether every faction learned of such an event."""
    everyone = {each.id for each in scene.world.all(Faction)}
    return any(
        isinstance(entry.event, cls) and everyone <= entry.audience.keys() for entry in ran.entries
    )


@rule("cohorts.campaign.wars")
def wars(given: Given) -> dict[str, object]:
    scene = Scene()
    target, ally = scene.someone("neutral"), scene.someone("allied")
    us, them, friend = scene.ours.id, target.faction, ally.faction
    low, high = sorted((us, them))
    if "allies_until" in given:
        stands = next(each for each in scene.world.by(Relation, "one", low) if each.other == high)
        scene.change(stands, was="allied", since=given["allies_until"])
    if "lost_city" in given:
        prize = Prize(city=given["lost_city"], winner=them, loser=us, turn=9)
        nothing = {"won": Both(), "fallen": Both(), "heroes": Both()}
        scene.world.add(War, one=low, other=high, began=8, ended=10, prizes=(prize,), **nothing)
    if given.get("ally_at_war"):
        scene.relation(scene.world.get(Faction, friend), scene.world.get(Faction, them), "at_war")
    if "target_rank" in given:
        _reckon(scene, {them: given["target_rank"], us: 2, friend: 4 - given["target_rank"]})
    weeks = scene.content.diplomacy.war
    scene.change(scene.world.get(Now, 1), turn=given["turn"] - weeks + 1)
    scene.give(DeclareWar, faction=str(ref(scene.world.get(Faction, them))))
    *_, ran = [scene.produce() for _ in range(weeks)]
    (begun,) = [each for each in ran.events(RelationChanged) if each.relation == "at_war"]
    assert begun.cause
    assert begun.sought == (us,)
    return {"cause": begun.cause.why, "city": begun.cause.city}


def _reckon(scene: Scene, ranks: dict[int, int]) -> None:
    """Have the world been told so of how all stand; nothing tells it again."""
    standings = tuple(
        Standing(who=scene.world.get(Faction, id).place, rank=rank, points=10 - rank, made_of=())
        for id, rank in ranks.items()
    )
    scene.world.add(Reckoning, turn=1_000, standings=standings)
