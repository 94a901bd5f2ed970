"""What is hidden of foreign Kings and heroes, and of what they carry."""

from __future__ import annotations

from engine.packs.kingdoms.pieces.merits import Doings, Merit
from tests.hidden.kingdoms.veil import HIDDEN

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
