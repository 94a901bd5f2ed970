"""What faith does to churches of other religions."""

from typing import Any

from engine.dice import ScriptedDice, Whole
from engine.packs.cohorts.characters.preaching import AttackChurch, ConversionTried, ConvertChurch
from engine.packs.cohorts.pieces.records import Character, City, Guild
from tests.rules.adapters.characters_acting import ended
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import Scene, ref


class Parish(Scene):
    """A believer of mine, and a foreign church in a city at a distance that a scout has seen."""

    def __init__(self, given: Given, relation: str) -> None:
        super().__init__(48, 5)
        mine, theirs = tuple(self.content.deities)[:2]
        away = 1 + given.get("distance", 0)
        wild = relation in ("wild", "non-player", "unaligned")
        self.city_: City = self.city(away, 2, None if wild else self.someone(relation))
        deity = mine if given.get("same_religion") else theirs
        self.church: Guild | None = None
        if given.get("church", True):
            level = given.get("church_level", 10)
            self.church = self.guild(self.city_, "church", level, deity=deity)
        # A warrior's attributes do not help a faith that it learned.
        skills = {"faith": given.get("faith", 10)}
        deity = mine if given.get("deity", True) else ""
        self.hero: Character = self.character(
            self.at(1, 2), job="warrior", level=90, skills=skills, deity=deity
        )
        self.character(self.at(away, 2), name="Scout")

    def order(self) -> dict[str, Any]:
        """The parameters of either order."""
        return {"character": ref(self.hero), "city": ref(self.city_)}


def relation_of(given: Given) -> str:
    """How the owner of the city stands to me."""
    said = str(given.get("city_faction", "at_war")).replace(" ", "_")
    known = {"own": "self", "neutral_player": "neutral", "neutral_non-player": "wild"}
    return known.get(said, said)


@rule("cohorts.order.attack-church")
def attack_church(given: Given) -> Result:
    scene = Parish(given, relation_of(given))
    ran = scene.run(AttackChurch(**scene.order()))
    return {**ended(ran), "church_level": scene.now(scene.church).level if scene.church else 0}


@rule("cohorts.order.convert-church")
def convert_church(given: Given) -> Result:
    scene = Parish(given, relation_of(given))
    roll = given.get("roll", {"success": 1, "failed": 100}.get(given.get("result", ""), 0))
    dice = ScriptedDice([Whole(roll, 100)]) if roll else None
    ran = scene.run(ConvertChurch(**scene.order()), dice=dice)
    told = next(iter(ran.events(ConversionTried)), None)
    church = scene.now(scene.church) if scene.church else None
    return {
        **ended(ran),
        "chance": told.chance if told else None,
        "church_level": church.level if church else 0,
        "converted": church is not None and church.deity == scene.now(scene.hero).deity,
    }
