"""What is hidden of the land: whose it is, what it is worth, and what lies in it."""

from __future__ import annotations

from tests.hidden.kingdoms.veil import HIDDEN

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
