"""Lines about players of whom nothing is heard."""

from bot.reports.names import Names, number
from bot.reports.telling import line
from engine.packs.cohorts.production.idling import PlayerIdle


@line(PlayerIdle)
def _(event: PlayerIdle, names: Names) -> str:
    return (
        f"{names.player(event.player)} has run no turn for {number(event.missed, 'week')}, and no "
        "longer counts in your faction's votes; the next run changes that."
    )
