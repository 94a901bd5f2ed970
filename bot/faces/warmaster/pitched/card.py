"""Pitched battles as sheets: a bought army, and the ladder of duels beside one's own armies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.faces.cards.card import Box, PanelCard, Row
from bot.faces.choices.asking import Asking
from bot.faces.paint.looks import Looks
from bot.faces.warmaster.looks import ROLES as ICONS
from bot.faces.warmaster.looks import list_icon, unit_icon
from bot.faces.warmaster.pitched.draft import mine, war_of
from bot.faces.warmaster.pitched.texts import (
    officer_words,
    orders_of,
    points,
    post_of,
    summary,
    unit_words,
)
from bot.faces.words.text import number
from engine.campaign import Now, Player
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.pitched.buying import spent_on
from engine.packs.warmaster.pitched.mustering import points_of_officer, points_of_unit
from engine.packs.warmaster.pitched.records import BoughtArmy, Rung, rungs, waiting
from engine.world import World

_RUNGS = 16
"""Places of the ladder that the picture has room for; the words have all."""


def army_card(asking: Asking, army: BoughtArmy) -> PanelCard:
    """The sheet of a bought army."""
    war, looks = war_of(asking), asking.faces.looks
    own = war.army_lists[army.list]
    leaders = tuple(
        Row(
            officer_words(war, officer),
            str(points_of_officer(war, army, place)),
            f"Command {own.characters[officer.role].command}",
            icon=ICONS[officer.role],
            text=_sentence(post_of(war, army, officer)),
        )
        for place, officer in enumerate(army.officers)
    )
    units = tuple(_units(war, looks, army))
    columns = 2 if len(units) > 10 else 1
    note = number(len(units), "unit")
    return PanelCard(
        "pitched-army",
        army.name,
        own.name,
        asking.view.get(Now, 1).turn,
        asking.faction,
        icon=list_icon(looks, army.list),
        head=(
            Row("For battles of", points(army.points)),
            Row("It costs", points(spent_on(war, army))),
            Row("Units", str(len(units))),
        ),
        boxes=(
            Box("Leaders", leaders, wide=True, columns=2 if len(leaders) > 2 else 1),
            Box("Units", units, note, wide=True, columns=columns),
        ),
    )


def _units(war: WarmasterContent, looks: Looks, army: BoughtArmy) -> Iterator[Row]:
    own = war.army_lists[army.list]
    for place, unit in enumerate(army.units):
        kind = own.units[unit.type]
        yield Row(
            f"{place + 1}. {unit_words(war, army, unit)}",
            str(points_of_unit(war, army, place)),
            icon=unit_icon(looks, own.key, kind.key, kind.kind),
            text=_sentence(orders_of(unit)),
        )


def _sentence(told: str) -> str:
    return f"{told[:1].upper()}{told[1:]}." if told else ""


# ---------------------------------------------------------------- the ladder


def player_name(view: World, player: int) -> str:
    """What a player is called; "somebody" for one who is not known."""
    found = view.find(Player, player)
    return found.name if found and found.knows("name") else "somebody"


def ladder_rows(view: World, places: Sequence[Rung]) -> Iterator[Row]:
    """Places of the ladder."""
    for rung in places:
        name = player_name(view, rung.player)
        yield Row(f"{rung.rank}. {name}", f"{rung.won} won, {rung.lost} lost")


def duels_card(asking: Asking) -> PanelCard:
    """The ladder of duels, and the caller's armies."""
    war, looks, view = war_of(asking), asking.faces.looks, asking.view
    every = rungs(view)
    ladder = tuple(ladder_rows(view, every[:_RUNGS])) or (Row("Nobody has fought yet"),)
    armies = tuple(
        Row(
            army.name,
            points(army.points),
            war.army_lists[army.list].name,
            icon=list_icon(looks, army.list),
            text=f"{summary(war, army)}.",
        )
        for army in mine(asking)
    ) or (Row("None yet", text="Build one, or take a ready-made one."),)
    rest = len(every) - _RUNGS
    return PanelCard(
        "pitched-battles",
        "Pitched battles",
        "for honour alone",
        view.get(Now, 1).turn,
        asking.faction,
        icon="crossed-swords",
        head=tuple(_standing(asking)),
        boxes=(
            Box(
                "Ladder of duels",
                ladder,
                f"and {rest} more" if rest > 0 else "who beats somebody above takes that place",
                wide=True,
                columns=2 if len(ladder) > 4 else 1,
            ),
            Box("Your armies", armies, wide=True),
        ),
    )


def _standing(asking: Asking) -> Iterator[Row]:
    """Where the caller stands, and what waits."""
    view, player = asking.view, asking.player
    rung = view.first(Rung, "player", player)
    place = f"{rung.rank} of {view.count(Rung)}" if rung else "none yet"
    yield Row("Your place on the ladder", place)
    yield Row("Challenges to you", str(len(list(waiting(view, "challenged", player)))))
    yield Row("Yours that wait", str(len(list(waiting(view, "challenger", player)))))
