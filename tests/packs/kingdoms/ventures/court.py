"""A small world of Kingdoms for a test: a flat land, some kingdoms, and who and what stands there.

What a method does not name is the plainest there is. Records are frozen: after an order or a turn,
`now(record)` is what has become of one. No rule is applied here.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from engine.campaign import Faction, Now, Player
from engine.dice import ScriptedDice, Seed, SeededDice
from engine.events import Event
from engine.module import Module
from engine.orders import Order, Queued, Ref, Refusal, Refused
from engine.packs import Rules
from engine.packs.kingdoms.pieces.abilities import Ability, levels_of
from engine.packs.kingdoms.pieces.records import (
    Army,
    CharacterSighting,
    Course,
    Crown,
    Grave,
    Holding,
    Lands,
    MagicItem,
    Ruler,
    Site,
    Truce,
    survey_id,
)
from engine.replay import replay
from engine.state import State
from engine.turn import Due, DueKind, Submission
from engine.world import Record, World
from tests.rules.adapters.kingdoms.words import script
from tests.rules.scene import module

MODULE: Module = module("kingdoms")
RULES = Rules.of(MODULE)
WIDTH, HEIGHT = 8, 6
SEED = Seed(bytes([5]) * 32)

R = TypeVar("R", bound=Record)
E = TypeVar("E", bound=Event)


def ref(record: Record) -> Ref:
    """How an order names a record."""
    return Ref(*record.place)


class Court:
    """The world, the events so far, and what was refused last."""

    def __init__(self, terrain: str = "Plain") -> None:
        self.world = World(RULES.records)
        self.world.put(Now(id=1, tick=0, turn=4, month=1, date=dt.date(2026, 1, 5)))
        self.world.put(Lands(id=1, width=WIDTH, height=HEIGHT, wraps=True))
        self.world.put(Course(id=1, phase=1, order=()))
        for index in range(WIDTH * HEIGHT):
            self.world.add(
                Holding,
                x=index % WIDTH,
                y=index // WIDTH,
                terrain=terrain,
                height=10,
                region=0,
                tax=6,
            )
        self.events: list[Event] = []
        self.heard: list[tuple[Event, Mapping[int, Event]]] = []
        """Each event with what each faction learned of it."""
        self.refused: list[Refusal] = []
        self.ticks = 0

    # ------------------------------------------------------------ building

    def crown(self, name: str, alignment: str = "Neutral", **more: Any) -> Crown:
        """A kingdom of a separate faction, with a player and no King."""
        key = ("vesperine", "thistledown", "marrowgate", "hollowcrown")
        number = self.world.count(Faction)
        faction = self.world.add(
            Faction, key=key[number], name=name, colour=1 + number, emblem="lion"
        )
        player = self.world.add(Player, faction=faction.id, name=name, active=True, last_run=0)
        told: dict[str, Any] = {
            "name": name,
            "faction": faction.id,
            "player": player.id,
            "race": "human",
            "alignment": alignment,
            "home": 1,
            "treasury": 100,
        }
        return self.world.add(Crown, **{**told, **more})

    def ruler(
        self,
        crown: Crown | None,
        holding: int,
        name: str = "",
        skill: Mapping[Ability, int] | None = None,
        aptitude: int | None = None,
        **more: Any,
    ) -> Ruler:
        """A character; a King becomes that of the kingdom. Nothing is learned without aptitude."""
        skills = levels_of(skill or {})
        told: dict[str, Any] = {
            "name": name or f"Ruler {self.world.count(Ruler) + 1}",
            "rank": "hero",
            "crown": crown.id if crown else 0,
            "race": "human",
            "alignment": crown.alignment if crown else "Neutral",
            "temper": "Brave",
            "refusal": 0,
            "aptitude": skills if aptitude is None else (aptitude,) * len(skills),
            "skill": skills,
            "hit_points": 20,
            "holding": holding,
        }
        ruler = self.world.add(Ruler, **{**told, **more})
        if crown and ruler.royal and ruler.alive:
            self.world.put(self.now(crown).replace(king=ruler.id))
        return ruler

    def king(self, crown: Crown, holding: int, **more: Any) -> Ruler:
        """The King of a kingdom."""
        return self.ruler(crown, holding, rank="king", **more)

    def army(
        self,
        crown: Crown | None,
        holding: int,
        type: str = "LE",
        leader: Ruler | None = None,
        **more: Any,
    ) -> Army:
        """An army, garrison or led."""
        told: dict[str, Any] = {
            "type": type,
            "race": "human",
            "quality": 2,
            "crown": crown.id if crown else 0,
            "holding": holding,
            "leader": leader.id if leader else 0,
        }
        return self.world.add(Army, **{**told, **more})

    def site(self, holding: int, feature: str, *known: Crown, **more: Any) -> Site:
        """A feature, by default without guardian and hoard."""
        told: dict[str, Any] = {
            "holding": holding,
            "feature": feature,
            "spot": 50,
            "being": "",
            "hit_points": 0,
            "full": 0,
            "gold": 0,
            "known_to": tuple(crown.id for crown in known),
        }
        return self.world.add(Site, **{**told, **more})

    def item(self, key: str, holder: Record) -> MagicItem:
        """A magic item."""
        return self.world.add(MagicItem, item=key, holder=holder.place)

    def grave(self, holding: int, turn: int = 1, **more: Any) -> Grave:
        """A destroyed army."""
        told: dict[str, Any] = {"army": "LE", "race": "human", "quality": 2}
        return self.world.add(Grave, holding=holding, turn=turn, **{**told, **more})

    def give(self, crown: Crown, *holdings: int) -> None:
        """Let a kingdom own provinces."""
        for id in holdings:
            self.change(self.world.get(Holding, id), owner=crown.id)

    def change(self, record: R, **changes: Any) -> R:
        """Other values in the fields of a record as it is now."""
        after = self.now(record).replace(**changes)
        self.world.put(after)
        return after

    def treaty(self, one: Crown, other: Crown, **more: Any) -> Truce:
        """A treaty of two kingdoms."""
        first, second = sorted((one.id, other.id))
        return self.world.add(Truce, crowns=(first, second), turn=1, **more)

    def sight(self, crown: Crown, ruler: Ruler) -> None:
        """Let a kingdom have noticed a character last turn, in the present province."""
        self.world.put(
            CharacterSighting(
                id=survey_id(crown.id, ruler.id),
                crown=crown.id,
                ruler=ruler.id,
                turn=3,
                seen=((6, ruler.holding),),
                armies=(),
                of=ruler.crown,
            )
        )

    def set_turn(self, turn: int) -> None:
        """Let it be another turn."""
        self.world.put(self.world.get(Now, 1).replace(turn=turn))

    # ------------------------------------------------------------ asking

    def now(self, record: R) -> R:
        """What a record is now."""
        return self.world.get(type(record), record.id)

    def there(self, record: Record) -> bool:
        """Whether a record is still there."""
        return self.world.find(type(record), record.id) is not None

    def told(self, cls: type[E]) -> list[E]:
        """The events of a kind so far."""
        return [event for event in self.events if isinstance(event, cls)]

    def hears(self, crown: Crown, cls: type[E]) -> list[Event]:
        """What a kingdom's faction learned of events of a kind."""
        told = (heard.get(crown.faction) for event, heard in self.heard if isinstance(event, cls))
        return [event for event in told if event]

    # ------------------------------------------------------------ doing

    def state(self, draws: Sequence[int] | None = None) -> State:
        """A state with dice that fall so, or with those of a seed."""
        if draws is None:
            return State(RULES, self.world, SeededDice(SEED, self.world.get(Now, 1).turn))
        return State(RULES, self.world, script(draws))

    def do(self, crown: Crown, order: Order, draws: Sequence[int] | None = None) -> bool:
        """Carry out an order in the phase that runs; whether it was not refused.

        With `draws` just those must be thrown.
        """
        state = self.state(draws)
        state.player, state.order = crown.player, "k1"
        try:
            with state.attempt():
                self.refused = list(order.conditions(state))
                if not self.refused:
                    order.perform(state)
        except Refused as refused:
            self.refused = [refused.refusal]
        if isinstance(state.dice, ScriptedDice):
            state.dice.finish()
        self._note(state)
        return not self.refused

    def step(self, run: Any, draws: Sequence[int] | None = None) -> Any:
        """Let the rules do something by themselves."""
        state = self.state(draws)
        found = run(state)
        if isinstance(state.dice, ScriptedDice):
            state.dice.finish()
        self._note(state)
        return found

    def _note(self, state: State) -> None:
        self.events += [entry.event for entry in state.log.entries]
        self.heard += [(entry.event, entry.audience) for entry in state.log.entries]

    def phase(self, phase: int) -> None:
        """Let another phase run."""
        self.world.put(self.world.get(Course, 1).replace(phase=phase))

    def tick(self, kind: DueKind, orders: Mapping[int, Sequence[Order]] | None = None) -> None:
        """Resolve a tick from stored rows, as a host does; an order that breaks fails the test."""
        self.ticks += 1
        told = [
            Submission(player, tuple(Queued(f"k{n}", each) for n, each in enumerate(given, 1)))
            for player, given in (orders or {}).items()
        ]
        due = Due(kind, self.ticks, dt.date(2026, 1, 5), tuple(told))
        outcome = replay(RULES, self.world.rows(), due, SeededDice(SEED, self.ticks), {}).outcome
        assert not outcome.faults, outcome.faults
        self.world = outcome.world
        self.events += [entry.event for entry in outcome.entries]
        self.heard += [(entry.event, entry.audience) for entry in outcome.entries]

    def turn(self, orders: Mapping[Crown, Sequence[Order]] | None = None) -> None:
        """Run a whole turn with these orders, and its end."""
        given = orders or {}
        self.tick("run", {crown.player: given[crown] for crown in given})
        self.tick("weekly")
