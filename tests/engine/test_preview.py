"""Plans: the rules on what a player knows, without the seed."""

from collections.abc import Iterator

from engine.orders import Order, Queued, Ref, Refusal
from engine.preview import Plan, plan
from engine.state import State
from engine.world import World
from tests.engine import toy
from tests.engine.toy import Dig, Draw, Well

RULES = toy.rules()


def view(*, hidden: bool = False) -> World:
    """What faction 1 knows: its own well, and of the other's perhaps not how full it is."""
    seen = toy.world(rules=RULES)
    if hidden:
        seen.put(seen.get(Well, 2).only(["id", "faction"]))
    return seen


def foreseen(world: World, *orders: Order | Queued) -> Plan:
    return plan(RULES, world, 1, toy.queued(*orders))


def draw(well: str, litres: int = 5) -> Draw:
    return Draw(well=Ref.parse(well), litres=litres)


def test_a_plan_runs_the_orders_in_their_phases_and_leaves_the_view_alone() -> None:
    seen = view()
    made = foreseen(seen, draw("well:new:k2", 4), Dig())
    assert [(each.key, each.outcome) for each in made.orders] == [("k2", "done"), ("k1", "done")]
    assert made.world.get(Well, 3).water == 6
    assert seen.count(Well) == 2


def test_a_refused_order_says_why_and_changes_nothing() -> None:
    made = foreseen(view(), draw("well:1", 50))
    planned = made.of("k1")
    assert planned is not None
    assert planned.refusal is not None
    assert planned.refusal.says == "There is not so much in it."
    assert made.world.get(Well, 1).water == 20


def test_an_order_that_needs_the_unknown_cannot_be_foreseen_and_puts_it_in_doubt() -> None:
    made = foreseen(view(hidden=True), draw("well:2"), draw("well:1"))
    assert [each.outcome for each in made.orders] == ["unforeseen", "done"]
    assert made.orders[0].unknown == "you do not know enough of the well"


def test_what_an_unforeseen_order_would_have_changed_is_in_doubt_for_later_ones() -> None:
    class Guess(Draw):
        """Draw what the other well holds."""

        path = ("well", "guess")

        def conditions(self, state: State) -> Iterator[Refusal]:
            _ = state.world.get(Well, 2).water
            return iter(())

    made = foreseen(view(hidden=True), Guess(well=Ref("well", 1)), draw("well:1"))
    assert [each.outcome for each in made.orders] == ["unforeseen", "unforeseen"]


def test_an_order_that_needs_what_the_view_does_not_hold_cannot_be_foreseen() -> None:
    class Follow(Draw):
        """Draw from a well that is not in view."""

        path = ("well", "follow")

        def conditions(self, state: State) -> Iterator[Refusal]:
            _ = state.world.get(Well, 99)
            return iter(())

    made = foreseen(view(), Follow(well=Ref("well", 1)), draw("well:2"))
    assert [each.outcome for each in made.orders] == ["unforeseen", "done"]
    assert made.orders[0].unknown == "it takes something that you do not know of"


def test_a_chance_is_reported_and_never_drawn() -> None:
    (planned,) = foreseen(view(), draw("well:1", 15)).orders
    (drawn,) = planned.draws
    assert (drawn.chance, drawn.sides, drawn.actor) == (50, 20, "well:1")


def test_an_order_that_breaks_the_program_is_planned_as_refused_without_details() -> None:
    (planned,) = foreseen(view(), draw("well:1", 13)).orders
    assert planned.outcome == "refused"
    assert planned.refusal is not None
    assert planned.refusal.code == "internal_error"
