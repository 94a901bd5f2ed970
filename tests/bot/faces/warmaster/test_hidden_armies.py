"""Nothing that a player is shown, told, offered or foretold changes by what others have bought."""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from bot import faces
from bot.faces.choices.asking import Asking
from bot.faces.forecasts import Fight
from bot.faces.panels import Look
from bot.faces.warmaster.pitched.panel import PANEL
from bot.faces.warmaster.pitched.trials import FORECASTS
from engine.dice import ForeseeDice
from engine.orders import Order, Queued, Ref, parameters
from engine.packs.warmaster.pitched import arranging, buying, challenging
from engine.packs.warmaster.pitched.records import BoughtArmy, Challenge
from engine.preview import plan
from engine.state import State
from tests.packs.warmaster.test_pitched import CROWN, Duel
from tests.rules.scene import ref

ORDERS: tuple[type[Order], ...] = (
    buying.BuyArmy,
    arranging.ArrangeUnit,
    arranging.DismissArmy,
    challenging.SendChallenge,
    challenging.AcceptChallenge,
    challenging.DeclineChallenge,
)


def met() -> Duel:
    """I have been challenged, and have challenged; both others keep a second army."""
    duel = Duel()
    second = {**CROWN, "name": "The Spare"}
    assert not duel.scene.run(buying.BuyArmy(**second), player=duel.foe).refused
    assert not duel.scene.run(buying.BuyArmy(**second), player=duel.third).refused
    assert not duel.challenge().refused
    sent = challenging.SendChallenge(player=ref(duel.scene.me), army=ref(duel.theirs))
    assert not duel.scene.run(sent, player=duel.foe).refused
    return duel


def dismissed(duel: Duel) -> None:
    spare = [each for each in duel.scene.world.all(BoughtArmy) if each.name == "The Spare"]
    for army in spare:
        duel.scene.world.remove(army)


def renamed(duel: Duel) -> None:
    duel.scene.world.put(duel.scene.now(duel.theirs).replace(name="The Other Drum"))


def of_another_list(duel: Duel) -> None:
    army = duel.scene.now(duel.theirs)
    units = (army.units[0].replace(type="bone-spears"),) * 3
    duel.scene.world.put(army.replace(list="hollow-dynasty", units=units))


def arranged(duel: Duel) -> None:
    army = duel.scene.now(duel.theirs)
    units = (army.units[0].replace(directive="hold", defence=(3, 1)), *army.units[1:])
    duel.scene.world.put(army.replace(units=units))


def armed(duel: Duel) -> None:
    army = duel.scene.now(duel.theirs)
    units = (army.units[0].replace(item="battle-banner"), *army.units[1:])
    duel.scene.world.put(army.replace(units=units))


def challenged_with_the_spare(duel: Duel) -> None:
    """What was sent to me was sent with another of their armies."""
    spare = next(
        each
        for each in duel.scene.world.by(BoughtArmy, "player", duel.foe.id)
        if each.name == "The Spare"
    )
    sent = next(duel.scene.world.by(Challenge, "challenger", duel.foe.id))
    duel.scene.world.put(sent.replace(army=spare.id))


def others_challenge_each_other(duel: Duel) -> None:
    sent = next(duel.scene.world.by(Challenge, "challenger", duel.foe.id))
    values = {name: value for name, value in sent.known().items() if name != "id"}
    spare = next(duel.scene.world.by(BoughtArmy, "player", duel.third.id))
    changed = {**values, "challenger": duel.third.id, "challenged": duel.foe.id, "army": spare.id}
    duel.scene.world.add(Challenge, **changed)


HIDDEN: tuple[Callable[[Duel], None], ...] = (
    dismissed,
    renamed,
    of_another_list,
    arranged,
    armed,
    challenged_with_the_spare,
    others_challenge_each_other,
)


class Shown(NamedTuple):
    view: list[tuple[str, int, bytes | None]]
    plan: str
    choices: list[list[str]]
    panels: list[str]
    trial: str
    told: list[str]


class _NoHistory:
    """The panel asks for nothing of the past."""


def shown(duel: Duel) -> Shown:
    """Everything that I may come to see without fighting the battle."""
    scene = duel.scene
    view, faction, me = scene.view(), scene.ours.id, scene.me.id
    others = [each for each in scene.world.all(BoughtArmy) if each.player != me]
    got = next(view.by(Challenge, "challenged", me))
    known = (ref(duel.mine), *(Ref(BoughtArmy.kind, each) for each in (2, 3, 4, 9)))
    assert others
    orders: list[Order] = [
        *(challenging.AcceptChallenge(challenge=ref(got), army=army) for army in known),
        *(arranging.DismissArmy(army=army) for army in known),
        *(arranging.ArrangeUnit(army=army, number=1, directive="hold") for army in known),
        challenging.DeclineChallenge(challenge=ref(got)),
    ]
    queued = tuple(Queued(f"k{n}", order) for n, order in enumerate(orders, 1))
    state = State(scene.rules, view.fork(), ForeseeDice())
    state.player, state.planning = me, True
    given = {"challenge": str(ref(got)), "list": "redtusk-horde", "units": "3 runt mob"}
    choices = [
        [choice.label for choice in each.asks.among(state, given)]
        for cls in ORDERS
        for each in parameters(cls)
        if each.asks
    ]
    known_faces = faces.of(scene.rules)
    look = Look(known_faces, view, faction, me, 1, _NoHistory())  # type: ignore[arg-type]
    panels = [str((made := PANEL.make(look, about)).tabs) + str(made.leads) for about in ("", "1")]
    asking = Asking(known_faces, view, faction, me)
    question = FORECASTS.asked(asking, Fight((CROWN["name"],), "Redtusk Horde, ready-made"))
    declined = scene.run(challenging.DeclineChallenge(challenge=ref(got)))
    return Shown(
        view=[(kind, id, body) for kind, id, body in view.rows()],
        plan=str(plan(scene.rules, view, me, queued).orders),
        choices=choices,
        panels=panels,
        trial=str(question),
        told=[str(entry.for_(faction)) for entry in declined.entries],
    )


USUAL = shown(met())


@pytest.mark.rule("warmaster.battle.kinds")
@pytest.mark.parametrize("change", HIDDEN, ids=lambda each: each.__name__)
def test_what_others_have_bought_shows_nowhere(change: Callable[[Duel], None]) -> None:
    duel = met()
    change(duel)
    found = shown(duel)
    for name, usual, other in zip(Shown._fields, USUAL, found, strict=True):
        assert usual == other, name
