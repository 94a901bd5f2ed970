"""`/show army`: a force as Warmaster sees it, with pictures of where it stands."""

from __future__ import annotations

from typing import Final

from bot.faces.battle.scene import Side
from bot.faces.cards.card import made_of
from bot.faces.choices.asking import Unanswered
from bot.faces.cohorts.asking import planning
from bot.faces.panels import Further, Look, Panel, PanelMade, Sight
from bot.faces.warmaster.army.card import HINTS, card_of
from bot.faces.warmaster.army.choosing import ABOUT
from bot.faces.warmaster.army.facts import ArmyFacts, Force, facts_in
from bot.faces.warmaster.army.lacks import lacks
from engine.campaign import Faction, Now
from engine.facts import NotKnown
from engine.orders import Ref
from engine.packs.warmaster.battle.values import SIDES
from engine.world import Missing

_PARTS: Final = ("When it attacks", "When it defends")


def _facts(look: Look, about: str) -> ArmyFacts:
    force = look.view.at(Ref.parse(about).place)
    assert isinstance(force, Force)
    try:
        return facts_in(planning(look.rules, look.view, look.player), force)
    except (NotKnown, Missing) as unknown:
        raise Unanswered(
            "Not all of it is yours to know: others hold some of its people.",
            "/show stack tells what you know of it.",
        ) from unknown


def _make(look: Look, about: str) -> PanelMade:
    facts = _facts(look, about)
    state = planning(look.rules, look.view, look.player)
    lacking = lacks(state, facts)
    turn = look.view.get(Now, 1).turn
    card = card_of(look.faces.looks, facts, lacking, turn, look.faction)
    further = tuple(
        Further(label, deployment, (about, part))
        for part, label in enumerate(_PARTS)
        if facts.units and not facts.naval
    )
    hint = "What is set here holds until it is changed"
    return made_of(card, look.view, hint, about, HINTS, further)


def deployment(look: Look, about: str, part: int) -> Sight:
    """The army in its places, as it would stand when it attacks (0) or defends (1)."""
    from bot.faces.warmaster.battle.field import Deployment, draw_deployment

    facts = _facts(look, about)
    array, owner = facts.arrays[part], look.view.get(Faction, look.faction)
    return Sight(
        draw_deployment(
            Deployment(
                title=facts.name,
                army=array.army,
                side=Side(facts.name, owner.colour, owner.emblem, own=True),
                subtitle=f"{_PARTS[part].lower()}: rows {_rows(part)}",
                turn=look.view.get(Now, 1).turn,
                field=array.field,
                looks=look.faces.looks,
            )
        ),
        _words(facts, part),
    )


def _rows(part: int) -> str:
    return "11 to 13" if SIDES[part] == "attacker" else "0 to 2"


def _words(facts: ArmyFacts, part: int) -> str:
    told = sum(unit.given[part] is not None for unit in facts.units)
    words = (
        "Both armies face each other across 14 rows of 18 hexes; the enemy sees none of this "
        "beforehand. Hexes are named by column and row, such as 8,11."
    )
    rest = len(facts.units) - told
    if rest:
        words += f" {rest} of {len(facts.units)} units were given no hex and stand where there is"
        words += " room by their battle slots."
    return words


PANEL: Final = Panel(
    name="army",
    help="A force in battle: who leads, where each unit stands, what it does; set all of it here",
    make=_make,
    about=ABOUT,
)
