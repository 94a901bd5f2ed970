"""An agent among enemies, for the tests of this folder."""

from __future__ import annotations

from typing import Any, TypeVar

from engine.dice import ScriptedDice, Whole
from engine.events import Event
from engine.orders import Order
from engine.packs.cohorts.pieces.records import Agent
from engine.world import Record
from tests.rules.scene import Ran, Scene, ref

E = TypeVar("E", bound=Event)
HOME = (3, 3)
SKILLS = ("assassin", "spell_craft", "spy", "stealth", "thief")


class Mission(Scene):
    """An agent of mine of level and skills 10, in a stack; the enemy's are as they are made."""

    def __init__(self, **values: Any) -> None:
        super().__init__(16, 8)
        self.mine = self.stack(*HOME, name="Whisper")
        own = {"actions": 1, "level": 10, "skills": dict.fromkeys(SKILLS, 10), "type": "knave"}
        self.sent = self.agent(self.mine, name="Shade", **{**own, **values})
        self.foe = self.someone("at_war")
        self.asked = str(ref(self.sent))
        """How one names it while typing."""

    def enemy(self, away: int = 0, who: str = "at_war", **values: Any) -> Agent:
        """An agent alone in a stack, that far to the east."""
        owner = self.someone(who)
        stack = self.stack(HOME[0] + away, HOME[1], owner, name="Black Hand")
        return self.agent(stack, owner, **{"name": "Viper", "type": "knave", **values})

    def watch(self, away: int) -> None:
        """Have somebody of mine where my agent is not."""
        self.character(self.at(HOME[0] + away, HOME[1]))

    def do(self, cls: type[Order], *rolls: int, target: Record | None = None, **more: Any) -> Ran:
        """Have my agent carry out an order, its rolls falling as said."""
        aim = {"target": ref(target)} if target else {}
        order = cls.model_validate({"agent": ref(self.sent), **aim, **more})
        return self.run(order, dice=ScriptedDice([Whole(roll, 100) for roll in rolls]))


def told(ran: Ran, kind: type[E], faction: int) -> E | None:
    """What a faction learned of the one event of a kind."""
    (entry,) = [entry for entry in ran.entries if isinstance(entry.event, kind)]
    found = entry.for_(faction)
    assert found is None or isinstance(found, kind)
    return found
