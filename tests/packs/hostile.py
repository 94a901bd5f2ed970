"""What a chooser may meet: earlier parameters half typed, hostile, or of things out of sight.

A scene's order classes are walked in full: every parameter that offers choices, after every value
of this kind for every parameter before it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.orders import Order, Parameter, parameters
from engine.packs.cohorts.pieces.records import Map
from engine.state import State
from engine.world import Record, World
from tests.rules.scene import Scene, ref

TYPED = (
    "",
    "n",
    "unit:",
    "unit:north gate",
    "city:north gate",
    "stack:1, stack:2",
    "nonsense:1",
    "unit:0",
    *(f"{kind}:999999999" for kind in ("city", "player", "province", "stack", "barony", "guild")),
    *(f"{kind}:0" for kind in ("province", "barony", "army", "crown")),
    "province:-1",
    "army:999999999",
    "999,999",
    "character:new:k1",
    "unit:new:k9",
    "\N{RIGHT-TO-LEFT OVERRIDE}\0\x1b",
    "x" * 300,
    "0",
    "-1",
)
"""What somebody may have typed, or a client may send, for anything at all."""


@dataclass(frozen=True)
class Asked:
    """A parameter that offers choices, with what was given before it."""

    order: type[Order]
    parameter: Parameter
    given: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{' '.join(self.order.path)} {self.parameter.name} after {dict(self.given)!r}"


def asked(
    classes: Iterable[type[Order]], things: Iterable[Record], typed: Iterable[str] = TYPED
) -> Iterator[Asked]:
    """Every parameter of the orders after every hostile value for each of the others.

    `things` are what is named where a thing is asked for.
    """
    named = [str(ref(thing)) for thing in things]
    for order in classes:
        every = parameters(order)
        for parameter in every:
            if parameter.asks is None:
                continue
            yield Asked(order, parameter, {})
            for other in every:
                if other.name == parameter.name:
                    continue
                fitting = named if other.kind == "ref" else ()
                for value in (*typed, *fitting):
                    yield Asked(order, parameter, {other.name: value})


def raised(scene: Scene, view: World, every: Iterable[Asked]) -> list[str]:
    """The choosers that raise, with what they raise."""
    return raised_on(scene.planning(view), every)


def raised_on(state: State, every: Iterable[Asked]) -> list[str]:
    """The same, for the player who sees this state."""
    found: dict[str, str] = {}
    for each in every:
        assert each.parameter.asks
        try:
            for _ in each.parameter.asks.among(state, each.given):
                pass
        except Exception as error:
            key = f"{' '.join(each.order.path)} {each.parameter.name} {type(error).__name__}"
            found.setdefault(key, f"{each}: {error!r}")
    return list(found.values())


def captives(scene: Scene) -> list[Record]:
    """Mine whom others hold out of my sight, openly and unseen, others' whom I hold, a fleet."""
    foe = scene.someone("at_war")
    size = scene.world.get(Map, 1)
    far = scene.city(size.width - 1, size.height - 1, foe)
    home = scene.stack(1, 1)
    all_skills = dict.fromkeys(scene.content.skills, 9)
    able = {"skills": all_skills, "action_points": 2, "mana": 9, "skill_points": 3}
    theirs = {**able, "captor": foe.id}
    beside = scene.stack(1, 1, foe)
    scene.character(beside, foe)
    return [
        scene.character(far, **theirs),
        scene.character(far, **theirs, seized=scene.at(1, 2).id),
        scene.character(beside, **theirs),
        scene.unit(far, captor=foe.id),
        scene.unit(far, captor=foe.id, arm="ship", type="barge", soldiers=5),
        scene.character(home, foe, captor=scene.me.id, skills=all_skills),
        scene.unit(home, foe, captor=scene.me.id),
        scene.unit(home, arm="ship", type="barge", soldiers=5),
        home,
        far,
    ]


def poorer(view: World, kind: type[Record], *, whole: int = 0) -> World:
    """The view with of each thing of a kind nothing but that it is there and whose it is.

    What the player `whole` has, and nobody else holds, is left as it is: that is always known.
    """
    found = view.fork()
    for thing in list(found.all(kind)):
        known = thing.known()
        if known.get("player") != whole or known.get("captor"):
            found.put(thing.only({"id", "player", "name", "faction"}))
    return found
