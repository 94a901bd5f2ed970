"""Lines about guilds: how they grow, whom they teach and train, and whom they hunt."""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.telling import Lines
from bot.faces.words.text import word
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
        f"{names.city(event.city)} builds {names.show(event.name)}, a {what}{whose} "
        f"founded by {names.show(event.founder)}."
    )


@LINES.of(GuildImproved)
def _(event: GuildImproved, names: CohortsNames) -> str:
    odds = f"(rolled {event.roll} against {event.chance}%)"
    guild = f"{names.show(event.name)} in {names.city(event.city)}"
    if event.succeeded:
        return f"{guild} rises to level {event.level} {odds}."
    return f"{guild} tries to rise and stays at level {event.level} {odds}."


@LINES.of(GuildGrew)
def _(event: GuildGrew, names: CohortsNames) -> str:
    return (
        f"{names.show(event.name)} in {names.city(event.city)} grows by itself "
        f"to level {event.level}."
    )


@LINES.of(GuildManaRegained)
def _(event: GuildManaRegained, names: CohortsNames) -> str:
    return f"{names.show(event.name)} regains {event.mana} mana."


@LINES.of(CharacterTaught)
def _(event: CharacterTaught, names: CohortsNames) -> str:
    odds = f"(rolled {event.roll} against {event.chance}%)"
    skill = f"{word(event.skill)} {event.level}"
    lesson = f"{names.show(event.guild)} teaches {names.show(event.name)}"
    if event.succeeded:
        return f"{lesson}, who now has {skill} {odds}."
    return f"{lesson} in vain: still {skill} {odds}."


@LINES.of(UnitDrilled)
def _(event: UnitDrilled, names: CohortsNames) -> str:
    drilled = f"{names.show(event.trainer)} trains {names.show(event.name)}"
    odds = f"(rolled {event.roll}, total {event.total})"
    if event.xp > 0:
        return f"{drilled}, who gains {event.xp:,} XP {odds}."
    if event.xp < 0:
        return f"{drilled} so badly that {-event.xp:,} XP are lost {odds}."
    return f"{drilled} without gain {odds}."


@LINES.of(AgentHunted)
def _(event: AgentHunted, names: CohortsNames) -> str:
    agent = f"the agent {names.show(event.name)} at {names.province(event.province)}"
    if not event.knows("guild_name"):
        if event.killed:
            return f"{agent[0].upper()}{agent[1:]} was killed by assassins."
        return f"Assassins tried to kill {agent} and failed."
    odds = f"(rolled {event.roll} against {event.chance}%)"
    verb = "kills" if event.killed else "fails to kill"
    return f"{names.show(event.guild_name)} {verb} {agent} {odds}."
