"""Lines about who leads a campaign, and about its end, with how all stand."""

from collections.abc import Iterator

from bot.faces.words.names import Names
from bot.faces.words.news import ELSEWHERE, ENDED, LEAD, News, headline
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, word
from engine.ending import TURNS, CampaignEnded, LeadChanged, Standing

LINES = Lines()


def _lead(event: LeadChanged, names: Names) -> News:
    if names.reader:
        return ELSEWHERE
    leaders = listed([names.standing(each) for each in event.leaders], most=3)
    return headline(LEAD, f"{leaders} with {names.points(event.points)}")


def _took(event: LeadChanged) -> str:
    if len(event.leaders) > 1:
        return "led together"
    return "took the lead" if event.before else "led"


@LINES.of(LeadChanged, _lead, herald=True)
def _(event: LeadChanged, names: Names) -> str:
    leaders = listed([names.standing(each) for each in event.leaders], most=len(event.leaders))
    told = f"{leaders} {_took(event)} with {names.points(event.points)}"
    told += f", {event.ahead} ahead of the next" if event.ahead else ""
    gone = [names.standing(each) for each in event.before if each not in event.leaders]
    return f"{told}; {listed(gone)} had led before." if gone else f"{told}."


def _ended(event: CampaignEnded, names: Names) -> News:
    victors = [names.standing(each) for each in event.ending.victors]
    won = f"{listed(victors, most=3)} won" if victors else "nobody won"
    return headline(ENDED, f"the campaign is over, and {won}")


@LINES.of(CampaignEnded, _ended, herald=True)
def _(event: CampaignEnded, names: Names) -> str:
    return "\n".join((_outcome(event, names), *_standings(event.standings, names)))


def _outcome(event: CampaignEnded, names: Names) -> str:
    ending = event.ending
    why = f"Turn {event.turn} was the last."
    if ending.reason != TURNS:
        why = f"It was decided in turn {event.turn}: {names.show(word(ending.reason))}."
    victors = [names.standing(each) for each in ending.victors]
    won = "Nobody won."
    if len(victors) == 1:
        won = f"The victor was **{victors[0]}**."
    elif victors:
        won = f"**{listed(victors, most=len(victors))}** shared the victory."
    return f"{why} {won}"


def _standings(standings: tuple[Standing, ...], names: Names) -> Iterator[str]:
    for each in standings:
        made_of = ", ".join(told for tally in each.made_of if (told := names.counted(tally)))
        points = f"{each.rank}. {names.standing(each.who)}: {names.points(each.points)}"
        yield f"{points} ({made_of})" if made_of else points
