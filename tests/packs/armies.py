"""Armies such as campaigns have: people of ready-made parties and their troops, grown by the rules.

They are made without the model of the forecasts (`cohorts.battle.usual`).
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

from engine.campaign import Now, Player
from engine.packs.cohorts.content.setup import StartingCharacter
from engine.packs.cohorts.pieces.records import Character, Stack
from engine.packs.cohorts.worth import skills
from engine.packs.warlords.battle.condition import Condition
from engine.packs.warlords.pieces import Hero
from tests.packs.warlords.scene import WarScene
from tests.rules.scene import Scene

LEATHER: Final = {"main_hand": "spear", "off_hand": "shield", "armor": "soft_leather"}
ARMS: Final = (
    {"main_hand": "spear"},
    {"main_hand": "spear", "armor": "soft_leather"},
    LEATHER,
    {"main_hand": "broadsword", "off_hand": "shield", "armor": "studded_leather"},
    {"main_hand": "broadsword", "off_hand": "shield", "armor": "chain_mail", "head": "iron_helm"},
)
"""From what lies in a starting city to what its smiths make months later."""
BOWS: Final = {"ranged": "short_bow", "main_hand": "dagger", "armor": "soft_leather"}
TALENTS: Final = ("armored", "swordsman", "defender", "bowman")
TROOPS: Final = (
    ("peasant", "light_infantry", "archer", "scout"),
    ("heavy_infantry", "spearman", "archer", "knight"),
)


class Army:
    """Makes the army of one side, that many weeks after the start of a campaign."""

    def __init__(self, scene: Scene, random: Random, weeks: int, *, strength: float) -> None:
        self.scene, self.random, self.weeks = scene, random, weeks
        self.pace = random.uniform(0.6, 1.4)
        self.strength = strength

    def raised(self, stack: Stack, player: Player) -> None:
        """Fill a stack."""
        for number in range(self.random.randint(1, 4)):
            self.unit(stack, player, f"Company {number}")
        party = self.random.choice(list(self.scene.content.parties.values()))
        for one in self.random.sample(party.characters, self.random.randint(0, 3)):
            self.character(stack, player, one)

    def grown(self, rate: float) -> int:
        """Levels gained since the start."""
        return round(self.weeks * rate * self.pace * self.random.uniform(0.5, 1.3))

    def armed(self) -> dict[str, str]:
        """What a unit has: at first what the city gave, after months mostly good things."""
        most = 2 + self.weeks * self.pace / 5
        return dict(ARMS[min(len(ARMS) - 1, int(self.random.uniform(0.3, 1.1) * most))])

    def wounds(self) -> int:
        """Some are still hurt from their last fight."""
        return self.random.randint(5, 30) if self.weeks and self.random.random() < 0.2 else 0

    def unit(self, stack: Stack, player: Player, name: str) -> None:
        """A unit, fresh or seasoned."""
        level = 1 + (self.grown(0.3) if self.random.random() < 0.8 else 0)
        shoots = self.random.random() < 0.2
        values: dict[str, Any] = {
            "name": name,
            "soldiers": round(self.random.randint(60, 180) * self.strength),
            "level": level,
            "talents": tuple(sorted(self.random.sample(TALENTS, min(2, self.grown(0.1))))),
            "equipment": dict(BOWS) if shoots else self.armed(),
            "slot": 8 if shoots else self.random.choice((3, 3, 3, 2, 4)),
            "wounds": self.wounds(),
            "morale": 100,
        }
        if isinstance(self.scene, WarScene):
            kind = self.random.choice(TROOPS[self.weeks > 5])
            medals = min(4, self.grown(0.08))
            self.scene.troop(
                stack, kind, player, type=kind, condition=Condition(medals=medals), **values
            )
        else:
            self.scene.unit(stack, player, **values)

    def character(self, stack: Stack, player: Player, one: StartingCharacter) -> None:
        """A character who came with the start, and has lived since."""
        content = self.scene.content
        race = content.races[one.race].attributes
        raises: dict[str, int] = {**one.raises}
        kit = {
            place: item
            for place in ("main_hand", "off_hand", "ranged", "armor")
            if (item := getattr(one, place))
        }
        values: dict[str, Any] = {
            "name": one.name,
            "race": one.race,
            "job": one.class_,
            "deity": one.deity or "",
            "skills": dict.fromkeys(one.skills, content.setup.skill_level),
            "talents": one.talents,
            # Better armour is found with time; one without a shield goes on without.
            "equipment": {**kit, **{k: v for k, v in self.armed().items() if k == "armor"}},
            "wounds": self.wounds(),
            "slot": content.setup.battle_slot,
            "attributes": {
                key: value + raises.get(key, 0) for key, value in race.model_dump().items()
            },
        }
        if isinstance(self.scene, WarScene):
            kind = self.scene.war.hero_of(one.class_) or next(
                iter(self.scene.war.hero_types.values())
            )
            relics = list(self.scene.war.relics.values())
            worn = {r.place: r.key for r in self.random.sample(relics, min(2, self.grown(0.06)))}
            values["ext"] = Hero.of(kind).replace(worn=worn)
        self.learned(self.scene.character(stack, player, **values), self.grown(0.35))

    def learned(self, one: Character, levels: int) -> None:
        """Bring a beginner that many levels on, with the points that come with these."""
        content, level = self.scene.content, one.level + levels
        grown = one.replace(level=level)
        attributes, learning = dict(one.attributes), dict(one.skills)
        for _ in range(levels * content.experience.attribute_points):
            attributes[self.random.choice((*skills.attributes(content, one), "CON"))] += 1
        for _ in range(levels * content.experience.skill_points):
            open_ = [
                skill
                for skill, now in learning.items()
                if now < skills.most(skills.kind_of(content, grown, skill), level)
            ]
            if open_:
                learning[self.random.choice(open_)] += 1
        natural = dict.fromkeys(skills.built_in(content, one.job), level)
        self.scene.change(one, level=level, attributes=attributes, skills={**learning, **natural})


def weeks_on(scene: Scene, weeks: int) -> None:
    """Let that many weeks have gone by since the start."""
    scene.change(scene.world.get(Now, 1), turn=weeks + 1)
