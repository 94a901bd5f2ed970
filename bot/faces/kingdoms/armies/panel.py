"""`/armies`: every army of a player's kingdom by where it is and who leads it, with its pay."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from bot.faces.cards.card import Box, PanelCard, Row, made_of
from bot.faces.kingdoms.choosing import own_crown
from bot.faces.kingdoms.looks import ARMY, looks_of
from bot.faces.kingdoms.terms import times
from bot.faces.kingdoms.whereabouts import at, rank
from bot.faces.panels import Look, Panel, PanelMade
from engine.campaign import Now
from engine.packs import Rules
from engine.packs.kingdoms.content.armies import ArmyContent, quality
from engine.packs.kingdoms.crowns.ventures.acting import SPENT
from engine.packs.kingdoms.pieces.records import Army, Crown, Ruler


def army_rows(
    rules: Rules, armies: Iterable[Army], note: Callable[[Army], str] = lambda _: ""
) -> Iterator[Row]:
    """A row for each kind of armies that differ in nothing that a row tells."""
    content = rules.module.content(ArmyContent)
    alike: dict[tuple[str, int, str], int] = {}
    for army in armies:
        key = army.type, army.quality, ", ".join(filter(None, (note(army), *_traits(army))))
        alike[key] = alike.get(key, 0) + 1
    for (type, level, said), count in alike.items():
        name = content.army_types[type].name
        icon = looks_of(rules).icon("army_types", type, ARMY)
        yield Row(times(name, count), quality(level), said, icon=icon)


def _traits(army: Army) -> Iterator[str]:
    """Facts of an army, apart from its type and quality."""
    yield army.race.capitalize()
    if army.skeletal:
        yield "Skeletal"
    if army.bitten:
        yield "bitten"
    if army.moves >= SPENT:
        yield "cannot move any more"
    elif army.moves:
        yield f"moved {army.moves}"


_Force = tuple[int, int]
"""Where armies are, and who leads them; 0 for a garrison."""


def card_of(look: Look, crown: Crown) -> PanelCard:
    """The roll of a kingdom's armies, those that are led first."""
    view, content = look.view, look.rules.module.content(ArmyContent)
    armies = list(view.by(Army, "crown", crown.id))
    forces: dict[_Force, list[Army]] = {}
    for army in armies:
        forces.setdefault((army.holding, army.leader), []).append(army)
    order = sorted(forces, key=lambda force: (not force[1], force[1], force[0]))
    pay = sum(content.army_types[army.type].pay for army in armies)
    led = sum(1 for army in armies if army.leader)
    head = (
        Row("Armies", str(len(armies)), f"{led} are led, {len(armies) - led} stand in garrisons"),
        Row("Pay", f"{pay} gold a turn"),
    )
    garrisons = [force for force in order if not force[1]]
    boxes = [_force(look, force, forces[force]) for force in order if force[1]]
    if garrisons:
        boxes.append(_garrisons(look, [(force, forces[force]) for force in garrisons]))
    return PanelCard(
        "armies",
        f"Armies of {crown.name}",
        "army roll",
        view.get(Now, 1).turn,
        crown.faction,
        icon="crossed-swords",
        head=head,
        boxes=tuple(boxes),
    )


def _force(look: Look, force: _Force, armies: list[Army]) -> Box:
    """The armies under one leader."""
    leader = look.view.get(Ruler, force[1])
    where = at(look.view, force[0])
    return Box(f"{rank(leader)} {leader.name}", tuple(army_rows(look.rules, armies)), where)


def _garrisons(look: Look, forces: list[tuple[_Force, list[Army]]]) -> Box:
    """The armies without a leader, province by province."""
    armies = [army for _, some in forces for army in some]
    rows = army_rows(look.rules, armies, lambda army: at(look.view, army.holding))
    return Box("Garrisons: a leader can pick them up", tuple(rows), wide=True, columns=2)


def _make(look: Look, about: str) -> PanelMade:
    card = card_of(look, own_crown(look))
    hint = "/character pick-up gives a garrison a leader"
    return made_of(card, look.view, hint)


PANEL: Final = Panel(
    name="armies",
    help="All your armies: where they are, who leads them, how good they are, what they cost",
    make=_make,
    by_itself=True,
)
