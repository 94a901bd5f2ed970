"""A scene for covert missions: a character of mine, and eastward of it what others have."""

from collections.abc import Mapping
from typing import Any

from engine.campaign import Player
from engine.dice import ScriptedDice, Streams, Whole
from engine.orders import Order
from engine.packs.cohorts.characters.acting import CharacterAction
from engine.packs.cohorts.covert.mission import (
    Mission,
    MissionEnded,
    MissionFoiled,
    MissionUnderway,
)
from engine.packs.cohorts.covert.odds import CRAFTS
from engine.packs.cohorts.pieces.records import Character, City, Province, Stack
from engine.state import State
from engine.world import Record
from tests.rules.harness import Given
from tests.rules.scene import Ran, Scene, ref

HOME = (1, 6)
NOBODY = "neutral non-player"
UNALIGNED = {NOBODY, "non-player", "unaligned", "nobody", "wild"}
SKILLS = (*CRAFTS, "stealth")


class Covert(Scene):
    """A character of mine at `HOME` with such skills; a scout of mine knows what is there."""

    def __init__(
        self,
        away: int = 0,
        relation: str = "at_war",
        *,
        content: Mapping[str, Any] | None = None,
        **skills: int,
    ) -> None:
        super().__init__(max(40, away + 5), 12, content=content)
        self.party = self.stack(*HOME)
        self.hero = self.able(self.party, **skills)
        nobody = relation in UNALIGNED
        self.them = None if nobody else self.someone(relation.removesuffix(" player"))
        if self.them:
            self.met(self.them)
        self.there = HOME[0] + away, HOME[1]
        self.scout = self.character(self.stack(*self.there), name="Scout")

    @classmethod
    def of(cls, given: Given, **more: Any) -> "Covert":
        """The scene of a case that says the skills and, if it matters, how far away it is."""
        skills = {skill: given[skill] for skill in SKILLS if skill in given}
        return cls(
            given.get("distance", 0), given.get("target_relation", "at_war"), **skills, **more
        )

    # ------------------------------------------------------------------ people and places

    @property
    def foe(self) -> Player:
        """The player against whom it goes, where there is one."""
        assert self.them
        return self.them

    def able(self, holder: Record, player: Player | None = None, /, **skills: int) -> Character:
        """A character whose skills are as they are said: a priest without deity has no bonus."""
        bare = {skill: level for skill, level in sorted(skills.items()) if level}
        return self.character(holder, player, job="priest", skills=bare)

    def theirs(self, holder: Record, /, **skills: int) -> Character:
        """The same of those against whom it goes; of nobody if no player is."""
        hero = self.able(holder, self.them, **skills)
        return hero if self.them else self.change(hero, player=0)

    def camp(self, name: str = "Camp") -> Stack:
        """A stack of theirs where it goes on."""
        found = next((each for each in self.world.all(Stack) if each.name == name), None)
        stack = found or self.stack(*self.there, self.them, name=name)
        return stack if self.them else self.change(stack, player=0)

    def target(self, kind: str) -> Character | Stack | City | Province:
        """What it is aimed at."""
        match kind:
            case "character":
                return self.theirs(self.camp())
            case "stack":
                return self.camp()
            case "city":
                return self.city(*self.there, self.them, name="Capital")
            case _:
                return self.land()

    def land(self) -> Province:
        """The province there, in a barony of theirs whose capital is elsewhere."""
        self.capital()
        return self.at(*self.there)

    def capital(self) -> City:
        """The capital of the barony of the province there."""
        x, y = self.there
        found = next((city for city in self.world.all(City) if city.name == "Capital"), None)
        if found is None:
            found = self.city(x, y + 4, self.them, name="Capital")
            self.province(x, y, barony=found.barony)
        return found

    def guard(self, target: Record, level: int, craft: str) -> None:
        """Have a target defended so well against a skill, by itself or by somebody there."""
        if isinstance(target, Character):
            self.change(target, skills={craft: level})
        elif level:
            holder = self.camp() if isinstance(target, Province) else target
            self.theirs(holder, **{craft: level})

    # ------------------------------------------------------------------ missions

    def order(self, cls: type[CharacterAction], target: Record, **more: Any) -> Any:
        """The order of that class against a target, an item named if it asks for one."""
        fields: dict[str, Any] = {"character": ref(self.hero), "target": ref(target), **more}
        if "item" in cls.model_fields:
            fields.setdefault("item", "spear")
        return cls.model_validate(fields)

    def mission(self, name: str) -> type[Mission]:
        """The mission whose ledger entry is called so."""
        found = (cls for cls in self.rules.orders.values() if cls.rule == f"cohorts.order.{name}")
        cls = next(found)
        assert issubclass(cls, Mission)
        return cls

    def state(self, dice: Streams | None = None) -> State:
        """My state of things as they are."""
        state = super().state(dice)
        state.player = self.me.id
        return state

    def venture(self, order: Mission) -> MissionUnderway:
        """A mission with its chances."""
        return order.venture(self.state())

    def carry_out(self, order: Order, *rolls: int) -> Ran:
        """Run it with these rolls, or with any."""
        dice: Streams = ScriptedDice([Whole(roll, 100) for roll in rolls])
        return self.run(order, dice=dice if rolls else None)


def ended(ran: Ran) -> dict[str, object]:
    """How a mission ended, as the ledger calls it."""
    assert not ran.faults, ran.faults[0].traceback
    if ran.refused:
        return {"result": "refused", "reason": ran.code}
    (event,) = ran.events(MissionEnded)
    words = {"escaped": "failed_escaped", "captured": "failed_captured"}
    named = [each.culprit_name for each in ran.events(MissionFoiled)]
    return {
        "result": words.get(event.outcome, event.outcome),
        "chance": event.success,
        "capture": event.capture,
        "sponsor_named": any(named),
    }
