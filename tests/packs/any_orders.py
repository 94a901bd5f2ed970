"""Orders of any class that a player, by default `me`, might give in a scene, sensible or not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import reject
from hypothesis import strategies as st
from pydantic import ValidationError

from engine.campaign import Player
from engine.dice import ForeseeDice
from engine.orders import Order, Parameter, Queued, Ref, parameters
from engine.state import State
from engine.world import World
from tests.rules.scene import Scene, ref

_MOST = 8  # orders in a list


@dataclass(frozen=True)
class AnyOrders:
    """The strategies of a scene in which nothing is changed."""

    scene: Scene
    view: World
    classes: Sequence[type[Order]]
    words: Sequence[str]
    """Texts that are typed where a text is asked for, in addition to random ones."""
    player: Player | None = None

    def orders(self) -> st.SearchStrategy[Order]:
        """An order of any of the classes, of values that its class takes."""
        return st.composite(self._order)()

    def lists(self) -> st.SearchStrategy[list[Order]]:
        """A player's list."""
        return st.lists(self.orders(), max_size=_MOST)

    def queues(self) -> st.SearchStrategy[list[Queued]]:
        """A player's list, each order in one of the phases it may run in."""
        return st.composite(self._queue)()

    def _queue(self, draw: st.DrawFn) -> list[Queued]:
        found = enumerate(draw(self.lists()), start=1)
        return [Queued(f"k{n}", order, draw(st.sampled_from(order.phases))) for n, order in found]

    def _order(self, draw: st.DrawFn) -> Order:
        cls = draw(st.sampled_from(self.classes))
        given: dict[str, Any] = {}
        for parameter in parameters(cls):
            if parameter.required or draw(st.booleans()):
                value = draw(self._values(parameter, given))
                given[parameter.name] = str(value) if isinstance(value, Ref) else value
        try:
            return cls.model_validate(given)
        except ValidationError:
            reject()

    def _values(self, parameter: Parameter, given: Mapping[str, Any]) -> st.SearchStrategy[Any]:
        """What is offered for a parameter after the values given so far, or anything at all."""
        one = self._junk(parameter)
        if parameter.asks:
            state = State(self.scene.rules, self.view, ForeseeDice())
            state.player, state.planning = (self.player or self.scene.me).id, True
            offered = [choice.value for choice in parameter.asks.among(state, given)]
            if offered:
                one = st.one_of(*[st.sampled_from(offered)] * 5, one)
        return st.lists(one, min_size=1, max_size=3) if parameter.many else one

    def _junk(self, parameter: Parameter) -> st.SearchStrategy[Any]:
        """What someone might give for a parameter, sensible or not."""
        match parameter.kind:
            case "ref":
                assert parameter.asks
                world = self.scene.world
                kinds = [world.kinds[kind] for kind in parameter.asks.kinds]
                found = [ref(thing) for cls in kinds for thing in world.all(cls)]
                found += [Ref(cls.kind, 10**6) for cls in kinds]
                found += [Ref(cls.kind, new="k1") for cls in kinds]
                return st.sampled_from(found)
            case "number":
                low, high = parameter.least, parameter.most
                return st.integers(low, high) | st.integers(low, min(high or 9, (low or 0) + 9))
            case "flag":
                return st.booleans()
            case "option":
                return st.sampled_from(parameter.options)
            case _:
                return st.sampled_from(self.words) | st.text(max_size=5)
