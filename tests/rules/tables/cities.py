"""Cities and their guilds, and how a campaign is won."""

from collections.abc import Mapping
from typing import Any

from engine.packs.cohorts.content import Content, GuildType
from tests.rules.scene import SOURCE, changed, module
from tests.rules.tables import Compared, Rows, by, needed, table


@table("cohorts.world.starter-city")
def starter_city(told: Mapping[str, Any], content: Content) -> Compared:
    city = content.starting_city
    home = city.home_race_percent
    return told, {
        "population": city.population,
        "population_by_race": f"the faction's home race {home}%, "
        f"a second race of the faction {100 - home}%",
        "improvements": dict(city.improvements),
        "guilds": {},
        "villages": [
            {
                "on": f"{' or '.join(each.removeprefix('any ') for each in village.on)} deposit",
                "level": village.level,
            }
            for village in city.villages
        ],
        "capital_province_deposits": list(city.capital_deposits),
        "recruits_of_home_race": city.recruits_of_home_race,
        "items": dict(city.items),
        "fortification_level_in_capital_province": city.fortification_level,
    }


@table("cohorts.city.actions")
def city_actions(rows: Rows, content: Content) -> Compared:
    rules = content.cities
    steps = range(rules.most_actions - rules.least_actions + 1)
    made = [
        {
            "population_from": step * rules.people_per_action,
            "population_to": (step + 1) * rules.people_per_action - 1,
            "actions": rules.least_actions + step,
        }
        for step in steps
    ]
    return rows, [*made[:-1], {**made[-1], "population_to": None}]


@table("cohorts.city.improvement-requirements")
def improvement_requirements(rows: Rows, content: Content) -> Compared:
    made: dict[str, str] = {}
    for each in content.improvements.values():
        parts = ["city in a coastal province"] if each.coastal else []
        parts += [needed(each.needs)] if each.needs else []
        for other, level in each.improvements.items():
            parts.append(f"a level {level} {content.improvements[other].name.lower()}")
        made[each.key] = " and ".join(parts)
    return {row["improvement"]: row["needs"] for row in rows}, made


@table("cohorts.improvement.placement")
def placement(rows: Rows, content: Content) -> Compared:
    """That none of them stands in a sea province is a rule and no figure."""
    assert not any(row["sea_province"] for row in rows)
    told = {
        row["improvement"]: (row["max_level"], row["capital_province"], row["exclusive_with"])
        for row in rows
    }
    return told, {
        each.key: (each.levels, each.on_capital, list(each.excludes))
        for each in content.province_improvements.values()
    }


@table("cohorts.improvement.fortification-requirements")
def fortification_requirements(rows: Rows, content: Content) -> Compared:
    needs = content.province_improvements["fortification"].needs
    return rows, [{"level": n, "needs": needed(each)} for n, each in enumerate(needs, 1)]


@table("cohorts.improvement.fortification-bonus")
def fortification_bonus(rows: Rows, content: Content) -> Compared:
    figures = content.province_improvements["fortification"]
    levels = zip(figures.df_percent, figures.mar, strict=True)
    return rows, [
        {"level": n, "df_percent": df, "mar": mar} for n, (df, mar) in enumerate(levels, 1)
    ]


@table("cohorts.improvement.guard-tower-attack")
def guard_tower_attack(rows: Rows, content: Content) -> Compared:
    figures = content.province_improvements["guard_tower"]
    levels = zip(figures.ship_percent, figures.artillery_percent, strict=True)
    return rows, [
        {"level": n, "ship_percent": ship, "artillery_percent": engine}
        for n, (ship, engine) in enumerate(levels, 1)
    ]


@table("cohorts.order.train-military-units")
def training(rows: Rows, content: Content) -> Compared:
    """What engines and ships take is in their own tables."""
    told = {row["class"]: row["most"] for row in rows}
    assert by("class", rows)["soldier"]["recruits_per_unit"] == (
        content.training.soldiers_per_recruit
    )
    assert by("class", rows)["artillery"]["types"] == list(content.artillery)
    barracks, mill, yard = (
        content.improvements[key] for key in ("barracks", "lumber_mill", "shipyard")
    )
    return told, {
        "soldier": f"{barracks.per_level} * barracks level",
        "artillery": f"floor({mill.per_level} * lumber mill level / cost)",
        "ship": f"floor({yard.per_level} * shipyard level / cost)",
    }


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


_NAMED = {
    "city": "city",
    "territory_capital": "territory capital",
    "kingdom_capital": "kingdom capital",
    "people": "1000 people",
    "guild_level": "guild level",
    "castle": "castle",
    "title": "title",
    "task": "quest or adventure completed",
}


@table("cohorts.campaign.points")
def points(rows: Rows, content: Content) -> Compared:
    worth = content.winning.points.model_dump()
    return rows, [{"for": _NAMED[what], "points": points} for what, points in worth.items()]


@table("cohorts.campaign.tidings")
def tidings(rows: Rows, content: Content) -> Compared:
    usual = content.tidings.model_dump()
    return [{key: row[key] for key in row if key != "measure"} for row in rows], [
        {"of": what, "told" if isinstance(said, bool) else "from": said}
        for what, said in usual.items()
    ]


@table("cohorts.campaign.end")
def end(rows: Rows, content: Content) -> Compared:
    winning = content.winning
    assert winning.share is not None
    return rows, [
        {"condition": "last_standing", "value": winning.last_standing},
        {"condition": "share", **winning.share.model_dump()},
        {"condition": "turns", "value": module().victory.turns},
    ]
