"""Guilds: what building one takes, whose skills they teach, and the roll that trains units."""

from typing import Any

from engine.packs.cohorts.content import Content, GuildType
from tests.rules.scene import SOURCE, changed
from tests.rules.tables import Compared, Rows, by, needed, table


@table("cohorts.order.build-guild")
def build_guild(rows: Rows, content: Content) -> Compared:
    level = f"of level {changed(content, SOURCE).guild_rules.founder_level} or more"
    made = {
        key: {
            "founder": f"{guild.founder or 'any class'} {level}",
            "resources": _needs(guild),
            "population": f"more than {guild.least_people - 1}" if guild.least_people else None,
        }
        for key, guild in content.guilds.items()
    }
    return by("type", rows), made


def _needs(guild: GuildType) -> str:
    if guild.several:
        return f"two of {', '.join(guild.several.among)}"
    if guild.needs == (("any rare",),):
        return "one resource of rare availability"
    return needed(guild.needs) if guild.needs else "none"


@table("cohorts.order.guild-train-character")
def train_character(rows: Rows, content: Content) -> Compared:
    told = {row["guild"]: row["class"].partition(" ")[0] for row in rows}
    return told, {key: guild.teaches for key, guild in content.guilds.items()}


@table("cohorts.order.guild-summon-agent")
def summon_agent(rows: Rows, content: Content) -> Compared:
    told = {row["guild"]: (row["agent_type"], row["skills_of_class"]) for row in rows}
    return told, {key: (guild.agent, guild.teaches) for key, guild in content.guilds.items()}


@table("cohorts.unit.training-roll")
def training_roll(rows: Rows, content: Content) -> Compared:
    drill = content.drill
    [below, *bands, best, worst] = rows
    totals = [int(str(row["total"]).partition("-")[0].rstrip("+")) for row in bands]
    told: list[Any] = [(t, row["xp_percent_of_gap"]) for t, row in zip(totals, bands, strict=True)]
    told += [below["xp_percent_of_gap"], int(best["xp_percent_of_gap"].split()[0])]
    told += [worst["xp_percent_of_gap"]]
    made: list[Any] = [(gain.total, gain.percent) for gain in drill.gains]
    return told, [*made, drill.percent(2, 9), drill.best_percent, drill.percent(1, 30)]
