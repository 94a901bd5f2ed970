"""An army list as a sheet."""

from __future__ import annotations

from bot.faces.cards.card import Box, PanelCard, Row
from bot.faces.paint.looks import Looks
from bot.faces.warmaster.battle.terms import ROLES
from bot.faces.warmaster.cards.spells import casting, does, whom
from bot.faces.warmaster.lists.texts import more_of
from bot.faces.warmaster.looks import ROLES as ICONS
from bot.faces.warmaster.looks import list_icon, spell_icon, unit_icon
from bot.faces.warmaster.terms import figures
from engine.packs.warmaster.content import ArmyList, UnitType, WarmasterContent


def card_of(war: WarmasterContent, looks: Looks, army: ArmyList, turn: int) -> PanelCard:
    """The sheet of an army list."""
    units = tuple(_unit(war, looks, army, kind) for kind in army.units.values())
    leaders = tuple(
        Row(
            ROLES[role],
            f"{figures_.points} points",
            f"Command {figures_.command}, bonus +{figures_.bonus}",
            icon=ICONS[role],
        )
        for role, figures_ in army.characters.items()
    )
    spells = tuple(
        Row(
            war.war_spells[key].name,
            casting(war.war_spells[key]),
            icon=spell_icon(looks, key),
            text=f"On {whom(war.war_spells[key])}. {does(war.war_spells[key])}.",
        )
        for key in army.spells
    )
    boxes = [
        Box("Units", units, "points, and how many per 1,000 in pitched battles", wide=True),
        Box("Leaders", leaders, wide=True, columns=2 if len(leaders) > 2 else 1),
    ]
    if spells:
        boxes.append(Box("Spells", spells, "the die to cast, and how far", wide=True))
    races = [race.replace("_", " ") for race, key in war.armies.items() if key == army.key]
    head = (
        Row(army.description or army.name),
        Row("Raised of", ", ".join(races)),
        Row("Units", str(len(units))),
    )
    return PanelCard(
        "list", army.name, "army list", turn, icon=list_icon(looks, army.key), head=head,
        boxes=tuple(boxes),
    )  # fmt: skip


def _unit(war: WarmasterContent, looks: Looks, army: ArmyList, kind: UnitType) -> Row:
    return Row(
        kind.name,
        str(kind.points),
        icon=unit_icon(looks, army.key, kind.key, kind.kind),
        text=f"{figures(kind)} {'. '.join(more_of(war, kind))}.",
    )
