"""What is hidden of the land, and of other kingdoms: their people, armies and papers."""

from __future__ import annotations

from engine.campaign import Player
from engine.packs.kingdoms.pieces.merits import Doings, Merit
from engine.packs.kingdoms.pieces.records import Army, CharacterSighting, Overture, Survey, Truce
from engine.world import World
from tests.hidden.kinds import alter
from tests.hidden.kingdoms.veil import HIDDEN, Shrouded

HIDDEN.differ(
    "far",
    {
        "owner of land out of sight": {"owner": 3},
        "worth of land out of sight": {"tax": 99, "recruits": 2},
    },
)
HIDDEN.differ(lambda scene, world: scene.owned(3)[0], {"raid on land of another": {"raided": True}})
HIDDEN.differ(
    "grave",
    {
        "grave out of sight": lambda scene: {"holding": scene.farther.id, "army": "HC"},
        "loss of a grave": None,
    },
)
HIDDEN.differ(
    "secret",
    {
        "guardian of an unknown feature": {"being": "dragon", "hit_points": 40, "full": 40},
        "discovery of a feature by others": {"known_to": (2, 3)},
        "hiding place of an unknown feature": lambda scene: {"spot": 1, "holding": scene.far.id},
    },
)
HIDDEN.differ(
    "site",
    {
        "gold in a known feature": {"gold": 777, "spot": 1},
        "wounds of a known guardian": {"hit_points": 1},
        "others who know a known feature": {"known_to": (1, 3, 4)},
        "dealings of others with a known guardian": {
            "truces": (2,),
            "raided": (3,),
            "halved": (2,),
            "bargains": ((2, 30),),
        },
    },
)


HIDDEN.differ(
    lambda scene, world: next(world.by(Truce, "crowns", 2)),
    {"treaty of others under notice": {"notice": True}, "treaty of others": None},
)
HIDDEN.differ(
    lambda scene, world: next(world.by(Overture, "crown", 3)),
    {"offer of a treaty between others": None},
)
HIDDEN.differ("watch", {"spell of others on ones king": None})
HIDDEN.differ("spell", {"spell of others out of sight": {"art": "EA", "level": 5}})


@HIDDEN.hides
def survey_of_others(scene: Shrouded, world: World) -> None:
    for survey in list(world.by(Survey, "crown", 2)):
        alter(world, survey, percent=100, garrison=9)


@HIDDEN.hides
def sighting_by_others(scene: Shrouded, world: World) -> None:
    for sighting in list(world.by(CharacterSighting, "crown", 2)):
        world.remove(sighting)


@HIDDEN.hides
def last_run_of_another_player(scene: Shrouded, world: World) -> None:
    player = world.get(Player, scene.crown(2).player)
    alter(world, player, last_run=0, missed=player.missed + 1)


HIDDEN.differ(
    lambda scene, world: scene.king(2),
    {
        "skill of a king": {"skill": (5,) * 15, "aptitude": (5,) * 15},
        "wounds of a king": {"hit_points": 1},
        "plan of a king": lambda scene: {"plan": ("FL",), "line": (scene.dragons.id,)},
        "temper of a king": {"temper": "Cowardly", "refusal": 90},
    },
)
HIDDEN.differ(
    lambda scene, world: scene.king(3),
    {"coma of a king": lambda scene: {"coma": scene.king(3).skill, "skill": (0,) * 15}},
)
HIDDEN.differ(
    lambda scene, world: scene.king(4),
    {"place of a king": lambda scene: {"holding": scene.farther.id}},
)
HIDDEN.differ(
    "unseen",
    {
        "merit of a hero": {"merit": Merit(land=9, monsters=40)},
        "deeds of a hero": {"doings": Doings(practised=True, risen=("ME",))},
        "place of a hero never seen": lambda scene: {"holding": scene.far.id},
        "name and race of a hero never seen": {
            "name": "Nobody Known",
            "race": "dwarf",
            "alignment": "Evil",
        },
        "death of a hero never seen": {"died": 1, "hit_points": 0},
    },
)
HIDDEN.differ(
    "noticed",
    {
        "place of a hero who was noticed and went on": lambda scene: {"holding": scene.far.id},
        "death of a hero who was noticed and went on": lambda scene: {
            "died": 1,
            "hit_points": 0,
            "holding": scene.far.id,
        },
        "dismissal of a hero who was noticed": lambda scene: {
            "crown": 0,
            "holding": scene.far.id,
        },
        "new lord of a hero who was noticed": lambda scene: {
            "crown": 4,
            "holding": scene.far.id,
            "since": 1,
        },
    },
)
HIDDEN.differ("dead", {"body out of sight": lambda scene: {"holding": scene.farther.id}})
HIDDEN.differ(
    "stranger",
    {
        "hero out of sight whom nobody employs": lambda scene: {
            "holding": scene.far.id,
            "alignment": "Evil",
            "refusal": 5,
        },
        "hiring of a hero out of sight": lambda scene: {
            "crown": 4,
            "since": 1,
            "holding": scene.far.id,
        },
    },
)
HIDDEN.differ(
    "relic",
    {
        "item of a hero": lambda scene: {"holder": scene.lord.place, "used": 1},
        "item in a known feature": lambda scene: {"holder": scene.site.place},
    },
)


HIDDEN.differ(
    lambda scene, world: scene.crown(2),
    {
        "treasury": {"treasury": 999},
        "inventions": {"inventions": ("compass",)},
        "broken treaties": {"broke": (4,), "landless": True},
        "bones of a dead king": lambda scene: {"bones": scene.dead.id, "heirs": 1},
    },
)
HIDDEN.differ(
    lambda scene, world: scene.crown(3),
    {"place of the home": lambda scene: {"home": scene.farther.id}},
)
HIDDEN.differ(
    lambda scene, world: next(each for each in world.by(Army, "crown", 3) if not each.leader),
    {"type of a garrison": {"type": "HC", "race": "orc", "moves": 1}},
)
HIDDEN.differ("dragons", {"leader of an army": {"leader": 0}, "loss of an army": None})


@HIDDEN.hides
def quality_of_a_kings_armies(scene: Shrouded, world: World) -> None:
    for army in list(world.by(Army, "leader", scene.crown(2).king)):
        alter(world, army, quality=5, immune=True)


@HIDDEN.hides
def place_of_an_army_with_its_leader(scene: Shrouded, world: World) -> None:
    alter(world, scene.lord, holding=scene.farther.id)
    alter(world, scene.dragons, holding=scene.farther.id)


@HIDDEN.hides
def loss_of_militia_out_of_sight(scene: Shrouded, world: World) -> None:
    for army in list(world.by(Army, "holding", scene.farther.id)):
        world.remove(army)


@HIDDEN.hides
def militia_out_of_sight_that_serves_for_pay(scene: Shrouded, world: World) -> None:
    for army in list(world.by(Army, "holding", scene.farther.id)):
        alter(world, army, militia=False)
