"""How Kingdoms draws, and the words of its worked cases as the code has them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar, cast

from engine.dice import ScriptedDice, ScriptError, Whole, shuffled
from engine.packs.kingdoms.arts.content import ArtsContent
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.crowns.content import CrownContent
from engine.packs.kingdoms.pieces.abilities import ABILITIES
from engine.packs.kingdoms.pieces.chance import picked, ranged, rounded, succeeds, thrown
from tests.rules.harness import Given, Result, folded, rule
from tests.rules.scene import module

T = TypeVar("T")


class Script(ScriptedDice):
    """Dice that fall as a case lists them: a range by what it gives, a pick by its place from 1."""

    def pick(self, options: Sequence[T]) -> T:
        if not isinstance(options, range):
            return options[self.whole(len(options)) - 1]
        numbers = cast("Sequence[T]", options)
        if len(numbers) == 1:
            return numbers[0]
        drawn = self.whole(options[-1])
        if drawn not in options:
            raise ScriptError(f"{drawn} was drawn from {options}")
        return numbers[options.index(drawn)]


def script(draws: Sequence[int]) -> Script:
    """Dice that fall as a case lists them; all of them must be thrown."""
    return Script(Whole(value) for value in draws)


@rule("kingdoms.random.draws")
def draws(given: Given) -> Result:
    found: dict[str, object] = {}
    with script(given.get("draws", ())) as dice:
        if "check_percent" in given:
            found["success"] = succeeds(dice, given["check_percent"])
        if "round_randomly" in given:
            found["result"] = rounded(dice, given["round_randomly"])
        if "shuffle" in given:
            found["order"] = shuffled(dice, given["shuffle"])
        if "range" in given:
            found["result"] = ranged(dice, *given["range"])
        if "roll" in given:
            times, sides = given["roll"].split("d")
            found["result"] = thrown(dice, int(times), int(sides))
        if "pick" in given:
            found["result"] = picked(dice, given["pick"])
    return {**found, "draws_used": dice.used}


MODULE = module("kingdoms")
ARTS = MODULE.content(ArtsContent)
ARMIES = MODULE.content(ArmyContent)
CROWNS = MODULE.content(CrownContent)


def drawn(given: Given) -> Script:
    """Dice that fall as the case lists them, in the order in which they are asked for."""
    return script(given.get("draws", ()))


def levels(given: Mapping[str, int]) -> dict[str, int]:
    """Levels by ability that a case names among its other keys."""
    return {ability: given[ability] for ability in ABILITIES if ability in given}


def named(name: str, known: Iterable[str]) -> str:
    """The key that a name of a case stands for.

    Raises:
        LookupError: it stands for none.
    """
    for key in known:
        if folded(key) == folded(name):
            return key
    raise LookupError(name)
