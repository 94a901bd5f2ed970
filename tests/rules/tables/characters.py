"""Ratings of actions, the first adventures, and the quests of the snow forest."""

import re
from collections.abc import Mapping
from typing import Any

from engine.module.names import key_of
from engine.packs.cohorts.content import Adventure, Content
from tests.rules.tables import Compared, Rows, by, table


@table("cohorts.action.ratings")
def ratings(rows: Rows, content: Content) -> Compared:
    made: dict[str, dict[str, str]] = {}
    for rating, wait in content.acting.ratings.items():
        count, what = (wait.months, "monthly") if wait.months else (wait.weeks, "weekly")
        ready = f"{count} {what} production{'s' * (count > 1)}"
        made[rating.casefold()] = {"ready_after": ready}
    told = {key: {"ready_after": row["ready_after"]} for key, row in by("rating", rows).items()}
    return told, made


@table("cohorts.quest.tokens")
def tokens(rows: Rows, content: Content) -> Compared:
    made: dict[str, dict[str, Any]] = {}
    for row in rows:
        quest = content.quests[row["quest"].casefold().replace(" ", "_")]
        given, wanted = quest.reward.tokens.get("snow_forest"), quest.consumes.tokens
        if given:
            made[key_of(quest.name)] = {"tokens": given}
            continue
        title = content.titles[quest.reward.title or ""].name
        made[key_of(quest.name)] = {
            "needs_tokens": wanted["snow_forest"],
            "gives_title": title,
            "min_level": quest.requires.level_min,
            "max_level": quest.requires.level_max,
        }
    return by("quest", rows), made


@table("cohorts.action.starter-adventures")
def adventures(rows: Rows, content: Content) -> Compared:
    """The figures of requirements, prices and benefits, and how often each is open."""
    told: dict[str, Any] = {}
    made: dict[str, Any] = {}
    named = {key_of(each.name): each for each in content.adventures.values()}
    for row in rows:
        task = named[key_of(row["name"])]
        consumed = {key_of(item): count for item, count in row["consumes"].items()}
        told[task.key] = (requirements(row["requires"]), consumed, row["open"], benefit(row))
        made[task.key] = (
            demanded(task),
            dict(task.consumes.items),
            opening(task),
            gained(content, task),
        )
    return told, made


def requirements(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row's requirements, words as keys."""
    return {
        key.casefold(): [key_of(each) for each in value]
        if isinstance(value, list)
        else key_of(value)
        if isinstance(value, str)
        else value
        for key, value in row.items()
    }


def demanded(task: Adventure) -> dict[str, Any]:
    """An adventure's requirements in the words of the table."""
    asks, found = task.requires, dict[str, Any]()
    for name in ("level_min", "level_max"):
        if getattr(asks, name):
            found[name] = getattr(asks, name)
    if asks.classes:
        [found["class"]] = asks.classes
    found |= {f"{key.casefold()}_min": least for key, least in asks.attributes.items()}
    found |= {f"{key}_min": least for key, least in asks.skills.items()}
    if asks.any_skill:
        found["skill_any"] = list(asks.any_skill)
        [found["skill_min"]] = set(asks.any_skill.values())
    return found


def benefit(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row's benefits: figures as they are, names as keys without what a bracket adds."""
    return {
        key.casefold(): key_of(re.sub(r" \(.*\)|, level \d+", "", value))
        if isinstance(value, str)
        else value
        for key, value in row["benefit"].items()
    }


def gained(content: Content, task: Adventure) -> dict[str, Any]:
    """An adventure's benefits in the words of the table."""
    gives, found = task.reward, dict[str, Any]()
    for name in ("xp", "mana", "action_points", "population", "above_city_limit"):
        if getattr(gives, name):
            found[name] = getattr(gives, name)
    if gives.recipe:
        found["recipe"] = key_of(gives.recipe)
    if gives.title:
        found["title"] = key_of(content.titles[gives.title].name)
    if gives.companion:
        found["monster"] = key_of(gives.companion.name)
    return found


def opening(task: Adventure) -> str:
    """How often an adventure is open, in the words of the table."""
    if task.open.months:
        return f"every {task.open.months} months per {task.open.per}"
    return f"once per {task.open.per}"
