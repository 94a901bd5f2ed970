"""The awards by the rules of Warmaster."""

from __future__ import annotations

from typing import Final

from bot.faces.awards import Annals, Award, Won, most, tallied
from bot.faces.words.text import number
from engine.packs.warmaster.college import MagicItemMade
from engine.packs.warmaster.pitched.contest import PitchedFought
from engine.world import Place


def _champion(annals: Annals) -> Won | None:
    won = tallied((each.winner, 1) for _, _, each in annals.deeds(PitchedFought) if each.winner)
    return most(won, annals.names.player, lambda count: number(count, "pitched battle"))


def _largest(annals: Annals) -> Won | None:
    spent: dict[str, int] = {}
    for _, _, each in annals.deeds(PitchedFought):
        for name, points in zip(each.armies, each.spent, strict=True):
            shown = annals.names.show(name)
            spent[shown] = max(spent.get(shown, 0), points)
    return most(spent, str, lambda points: f"{number(points, 'point')} in the field")


def _fewer(annals: Annals) -> Won | None:
    """Who won with most points fewer than the other side."""
    better: dict[tuple[int, int], int] = {}
    for turn, _, each in annals.deeds(PitchedFought):
        if each.winner:
            ours = 0 if each.winner == each.challenger else 1
            key = each.winner, turn
            better[key] = max(better.get(key, 0), each.spent[1 - ours] - each.spent[ours])
    return most(
        better,
        lambda each: annals.names.player(each[0]),
        lambda points: f"with {number(points, 'point')} fewer than the other side",
    )


def _smith(annals: Annals) -> Won | None:
    made = tallied((each.city, 1) for _, _, each in annals.deeds(MagicItemMade))
    return most(
        made,
        lambda city: annals.names.thing(Place("city", city)),
        lambda count: number(count, "magic item"),
    )


AWARDS: Final = (
    Award("Most pitched battles won", "🤺", (PitchedFought,), _champion),
    Award("Largest army of a pitched battle", "🎺", (PitchedFought,), _largest),
    Award("Best underdog in the field", "🐕", (PitchedFought,), _fewer),
    Award("Most magic items made", "🪄", (MagicItemMade,), _smith),
)
