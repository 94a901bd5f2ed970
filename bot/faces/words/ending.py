"""The line about the end of a campaign, with how all stand."""

from collections.abc import Iterator

from bot.faces.words.names import Names
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, number, word
from engine.ending import TURNS, CampaignEnded, Standing, Tally

LINES = Lines()


@LINES.of(CampaignEnded, herald=True)
def _(event: CampaignEnded, names: Names) -> str:
    return "\n".join((_outcome(event, names), *_standings(event.standings, names)))


def _outcome(event: CampaignEnded, names: Names) -> str:
    ending = event.ending
    because = f"turn {event.turn} was its last" if ending.reason == TURNS else word(ending.reason)
    victors = [names.thing(each) for each in ending.victors]
    won = "Nobody has won."
    if len(victors) == 1:
        won = f"The victor is **{victors[0]}**."
    elif victors:
        won = f"**{listed(victors, most=len(victors))}** share the victory."
    return f"🏁 **The campaign is over:** {names.show(because)}. {won}"


def _standings(standings: tuple[Standing, ...], names: Names) -> Iterator[str]:
    for each in standings:
        made_of = ", ".join(f"{word(tally.what)}: {_worth(tally)}" for tally in each.made_of)
        yield f"{each.rank}. {names.thing(each.who)}: {number(each.points, 'point')} ({made_of})"


def _worth(tally: Tally) -> str:
    if tally.points == tally.count:
        return str(tally.count)
    return f"{tally.count} for {number(tally.points, 'point')}"
