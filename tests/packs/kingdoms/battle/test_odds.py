"""The chance to win a battle in lines: against every outcome one by one, and against battles."""

from fractions import Fraction

import pytest

from engine.dice import Percent, Seed, SeededDice
from engine.packs.kingdoms.battle.fight import Sides, fight, line_up
from engine.packs.kingdoms.battle.odds import exact, forecast
from engine.packs.kingdoms.battle.values import Contingent, Field, Side
from engine.world import Place
from tests.rules.adapters.kingdoms.armies import army, field, leader
from tests.rules.dice import WholeDice


class Branches(WholeDice):
    """Dice that fall in every way there is, one after the other, each as likely as it is."""

    def __init__(self) -> None:
        self.path: list[tuple[int, list[tuple[int, Fraction]]]] = []
        self.step = 0

    def whole(self, sides: int, *, chance: Percent | None = None) -> int:
        if sides == 1:
            return 1
        if self.step == len(self.path):
            each = [(n, Fraction(1, sides)) for n in range(1, sides + 1)]
            if chance is not None:
                likely = Fraction(int(chance), sides)
                each = [(1, likely), (sides, 1 - likely)]
            self.path.append((0, each))
        place, options = self.path[self.step]
        self.step += 1
        return options[place][0]

    def likely(self) -> Fraction:
        found = Fraction(1)
        for place, options in self.path:
            found *= options[place][1]
        return found

    def on(self) -> bool:
        """Go to the next way, if there is one."""
        self.step = 0
        while self.path:
            place, options = self.path.pop()
            if place + 1 < len(options):
                self.path.append((place + 1, options))
                return True
        return False


def enumerated(place: Field, sides: Sides) -> Fraction:
    """The attacker's chance by fighting the battle in every way up to its winner."""
    dice, won = Branches(), Fraction(0)
    while True:
        if line_up(place, sides, dice).winner == "attacker":
            won += dice.likely()
        if not dice.on():
            return won


def host(number: int, *armies: tuple[str, str, int], alignment: str = "Neutral") -> Side:
    made = tuple(
        army(code, race, quality, piece=Place("army", number * 100 + n))
        for n, (code, race, quality) in enumerate(armies)
    )
    head = leader(piece=Place("ruler", number), tactical=number, druid=4)
    return Side(alignment=alignment, contingents=(Contingent(leader=head, armies=made),))


LEGION, RIDERS, BOWS = ("LE", "human", 2), ("HC", "human", 2), ("BO", "elf", 2)


@pytest.mark.parametrize(
    "ground, attackers, defenders, alignment",
    [
        ("Plain", [LEGION], [BOWS], "Divine"),
        ("Jungle", [("EL", "human", 2)], [LEGION], "Neutral"),
        ("Plain", [LEGION], [BOWS, RIDERS], "Neutral"),
        ("Plain", [LEGION, ("EA", "eagle", 1)], [RIDERS], "Good"),
        ("Plain", [("WH", "whale", 2)], [("GA", "human", -1)], "Neutral"),
    ],
)
def test_counting_out_gives_what_every_way_together_gives(ground, attackers, defenders, alignment):
    sides = host(1, *attackers), host(2, *defenders, alignment=alignment)
    assert exact(field(ground), sides) == enumerated(field(ground), sides)


def test_a_larger_battle_is_won_as_often_as_was_counted_out():
    sides = host(1, LEGION, RIDERS, BOWS, BOWS), host(2, BOWS, LEGION, LEGION, alignment="Good")
    counted = exact(field("Forest"), sides)
    assert counted is not None
    streams = SeededDice(Seed(bytes(32)), 1)
    won = sum(
        fight(field("Forest"), sides, streams.stream("test", "battle")).winner == "attacker"
        for _ in range(400)
    )
    assert abs(won / 400 - counted) < 0.08


def test_forecasts_are_exact_where_they_can_be_and_say_who_falls():
    sides = host(1, LEGION, LEGION), host(2, BOWS)
    *_, last = forecast(field(), sides)
    assert last.exact
    assert last.attacker_wins == float(exact(field(), sides) or 0)
    falls = {fate.piece.id: fate.falls for fate in last.fates}
    assert set(falls) == {100, 101, 200}
    assert falls[200] > falls[100] > 0


def test_a_duel_that_may_be_fought_is_sampled_and_the_same_for_all_who_ask():
    def slain(*_):  # type: ignore[no-untyped-def]
        return "", "slain"

    sides = host(1, LEGION), host(2, BOWS)
    first, second = (list(forecast(field(), sides, slain)) for _ in range(2))
    assert first == second
    assert not first[-1].exact
    assert first[-1].battles == field().figures.trials
    assert first[-1].attacker_wins > float(exact(field(), sides) or 0)


def test_a_side_without_armies_has_lost():
    sides = host(1, LEGION), host(2)
    assert exact(field(), sides) == 1
    assert exact(field(), (sides[1], sides[0])) == 0
    assert exact(field(), (sides[1], sides[1])) == 0


def test_what_is_too_much_to_count_is_sampled():
    kinds = [("LE", "human", 1), ("BO", "elf", 3), ("AX", "dwarf", 4), ("PH", "orc", 5)] * 5
    sides = host(1, *kinds, alignment="Good"), host(2, *reversed(kinds), alignment="Divine")
    assert exact(field(), sides) is None
    first = next(forecast(field(), sides))
    assert not first.exact
    assert first.battles == 20
