"""The line about the end of a campaign, with how all stand."""

from collections.abc import Iterator

from bot.faces.words.names import Names
from bot.faces.words.news import ENDED, News, headline
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, word
from engine.ending import TURNS, CampaignEnded, Standing, Tally

LINES = Lines()


def _ended(event: CampaignEnded, names: Names) -> News:
    victors = [names.thing(each) for each in event.ending.victors]
    won = f"{listed(victors, most=3)} won" if victors else "nobody won"
    return headline(ENDED, f"the campaign is over, and {won}")


@LINES.of(CampaignEnded, _ended, herald=True)
def _(event: CampaignEnded, names: Names) -> str:
    return "\n".join((_outcome(event, names), *_standings(event.standings, names)))


def _outcome(event: CampaignEnded, names: Names) -> str:
    ending = event.ending
    because = f"turn {event.turn} was its last" if ending.reason == TURNS else word(ending.reason)
    victors = [names.thing(each) for each in ending.victors]
    won = "Nobody won."
    if len(victors) == 1:
        won = f"The victor was **{victors[0]}**."
    elif victors:
        won = f"**{listed(victors, most=len(victors))}** shared the victory."
    return f"**The campaign ended:** {names.show(because)}. {won}"


def _standings(standings: tuple[Standing, ...], names: Names) -> Iterator[str]:
    for each in standings:
        made_of = ", ".join(
            f"{names.tally(tally.what)}: {_worth(tally, names)}" for tally in each.made_of
        )
        yield f"{each.rank}. {names.thing(each.who)}: {names.points(each.points)} ({made_of})"


def _worth(tally: Tally, names: Names) -> str:
    if tally.points == tally.count:
        return str(tally.count)
    return f"{tally.count} for {names.points(tally.points)}"
