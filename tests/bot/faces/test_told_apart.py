"""What may be chosen can be told apart, also where several are called alike."""

from __future__ import annotations

from bot.faces.choices.asking import planning
from bot.faces.choices.filter import head_of
from bot.faces.choices.offering import offered
from engine.forms import given_by_players
from engine.labels import Labels
from engine.orders import Choice, Order, Parameter, parameters
from engine.packs import Rules
from engine.packs.kingdoms.crowns.ventures.parting import Leave
from engine.packs.kingdoms.crowns.ventures.ruling import BattleOrder, Disband
from engine.world import World
from tests.packs.kingdoms.crowns.test_odds import HERE, Border
from tests.packs.kingdoms.ventures.court import RULES, ref
from tests.rules.scene import Scene


def choices(
    rules: Rules, view: World, player: int, cls: type[Order], name: str, **given: str
) -> tuple[list[Choice], Labels]:
    """What is offered for a parameter of an order, and what things are called."""
    parameter = next(each for each in parameters(cls) if each.name == name)
    labels = Labels(view)
    state = planning(rules, view, player)
    return list(offered(parameter, state, labels, given)), labels


def test_armies_of_one_type_are_told_apart_wherever_one_chooses_among_them() -> None:
    court = Border(mine=3)
    court.army(court.me, HERE, leader=court.mine, quality=4, moves=1)
    view = RULES.view(court.world, court.me.faction)
    who = str(ref(court.mine))
    for cls, name in ((BattleOrder, "armies"), (Leave, "armies"), (Disband, "army")):
        found, labels = choices(RULES, view, court.me.player, cls, name, character=who)
        assert len({each.label for each in found}) == len(found) == 4, cls
        assert any(", moved 1" in each.label for each in found)
        for each in found:
            number = each.label.rpartition(" ")[2]
            noted = f"army{number} (Legion · Average · moved 1)"
            assert str(labels.find(noted, ("army",))) == each.value


def test_units_and_heroes_of_one_name_are_told_apart() -> None:
    scene = Scene()
    stack = scene.stack(2, 2)
    for wounds in (0, 0, 30):
        scene.change(scene.unit(stack, name="Harrow Guard"), wounds=wounds)
    for _ in range(2):
        scene.character(stack, name="Sten")
    asked = 0
    for cls in given_by_players(scene.rules).values():
        for each in parameters(cls):
            if not _names_own(each):
                continue
            found, _ = choices(scene.rules, scene.view(), scene.me.id, cls, each.name)
            heads = [head_of(each.label) for each in found]
            assert len({*heads}) == len(found), (cls, each.name, found)
            asked += len(found)
    assert asked > 50


def _names_own(parameter: Parameter) -> bool:
    asks = parameter.asks
    return asks is not None and bool({"unit", "character"} & {*asks.kinds})
