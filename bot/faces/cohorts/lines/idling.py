"""Lines about players of whom nothing is heard."""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.telling import Lines
from bot.faces.words.text import number
from engine.packs.cohorts.production.idling import PlayerIdle

LINES = Lines()


@LINES.of(PlayerIdle)
def _(event: PlayerIdle, names: CohortsNames) -> str:
    return (
        f"{names.player(event.player)} has run no turn for {number(event.missed, 'week')}, and no "
        "longer counts in your faction's votes; the next run changes that."
    )
