"""Lines about guilds: how they grow, whom they teach and train, and whom they hunt."""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import LOST, PLAIN, VAIN, News, headline, routine, unless_vain
from bot.faces.words.telling import Lines
from bot.faces.words.text import experience, word
from engine.packs.cohorts.agents.of_guilds import AgentHunted
from engine.packs.cohorts.guilds.founding import GuildBuilt
from engine.packs.cohorts.guilds.raising import GuildGrew, GuildImproved
from engine.packs.cohorts.guilds.teaching import CharacterTaught
from engine.packs.cohorts.worth.drill import UnitDrilled
from engine.packs.cohorts.worth.mana import GuildManaRegained

LINES = Lines()


@LINES.of(GuildBuilt)
def _(event: GuildBuilt, names: CohortsNames) -> str:
    what = "church" if event.type == "church" else f"{event.type} guild"
    whose = f" of {word(event.deity).title()}" if event.deity else ""
    return (
        f"{names.city(event.city)} {names.did('built', 'build')} {names.show(event.name)}, a "
        f"{what}{whose} founded by {names.show(event.founder)}."
    )


@LINES.of(GuildImproved, unless_vain("succeeded"))
def _(event: GuildImproved, names: CohortsNames) -> str:
    odds = names.rolled(event.roll, event.chance)
    guild = _guild(event.name, event.city, names)
    if event.succeeded:
        return f"{guild} {names.did('rose', 'rise')} to level {event.level}{odds}."
    tried, stayed = names.did("tried", "try"), names.did("stayed", "stay")
    return f"{guild} {tried} to rise and {stayed} at level {event.level}{odds}."


def _guild(name: str, city: int, names: CohortsNames) -> str:
    """A guild with its city, unless its name says that."""
    guild, where = names.show(name), names.city(city)
    return guild if where in guild else f"{guild} in {where}"


@LINES.of(GuildGrew)
def _(event: GuildGrew, names: CohortsNames) -> str:
    guild, grew = _guild(event.name, event.city, names), names.did("grew", "grow")
    return f"{guild} {grew} to level {event.level} by chance."


@LINES.of(GuildManaRegained, routine("guild's mana back", "guilds' mana back"))
def _(event: GuildManaRegained, names: CohortsNames) -> str:
    regained = names.did("regained", "regain")
    return f"{names.show(event.name)} {regained} {event.mana} mana."


@LINES.of(CharacterTaught, unless_vain("succeeded", routine("lesson")))
def _(event: CharacterTaught, names: CohortsNames) -> str:
    odds = names.rolled(event.roll, event.chance)
    skill = f"{word(event.skill)} {event.level}"
    lesson = f"{names.show(event.guild)} {names.did('taught', 'teach')} {names.show(event.name)}"
    if event.succeeded:
        return f"{lesson}, who {names.did('reached', 'reach')} {skill}{odds}."
    return f"{lesson} {names.in_vain()}: still {skill}{odds}."


def _drilled(event: UnitDrilled, names: CohortsNames) -> News:
    return routine("drill") if event.xp > 0 else VAIN


@LINES.of(UnitDrilled, _drilled)
def _(event: UnitDrilled, names: CohortsNames) -> str:
    trained = names.did("trained", "train")
    drilled = f"{names.show(event.trainer)} {trained} {names.show(event.name)}"
    odds = "" if names.planned else f" (rolled {event.roll}, total {event.total})"
    if event.xp > 0:
        return f"{drilled}, who {names.did('gained', 'gain')} {experience(event.xp)}{odds}."
    if event.xp < 0:
        lost = f"{experience(-event.xp)} {names.did('was', 'be')} lost"
        return f"{drilled} so badly that {lost}{odds}."
    return f"{drilled} without gain{odds}."


def _hunted(event: AgentHunted, names: CohortsNames) -> News:
    if event.knows("guild_name"):
        return PLAIN if event.killed else VAIN
    return headline(LOST, f"{names.show(event.name)} was killed") if event.killed else PLAIN


@LINES.of(AgentHunted, _hunted)
def _(event: AgentHunted, names: CohortsNames) -> str:
    agent = f"the agent {names.show(event.name)} at {names.province(event.province)}"
    if not event.knows("guild_name"):
        return f"Assassins killed {agent}." if event.killed else f"Assassins tried to kill {agent}."
    odds = names.rolled(event.roll, event.chance)
    hunted = names.did("killed", "kill") if event.killed else names.did("failed", "fail")
    to_kill = "" if event.killed else " to kill"
    return f"{names.show(event.guild_name)} {hunted}{to_kill} {agent}{odds}."
