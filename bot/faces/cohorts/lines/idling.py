"""Lines about players of whom nothing is heard."""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import NEEDS
from bot.faces.words.telling import Lines
from bot.faces.words.text import number
from engine.packs.cohorts.production.idling import PlayerIdle

LINES = Lines()


@LINES.of(PlayerIdle, NEEDS)
def _(event: PlayerIdle, names: CohortsNames) -> str:
    return (
        f"{names.player(event.player)} ran no turn for {number(event.missed, 'week')}, and counted "
        "no longer in your faction's votes; the next run changes that."
    )
