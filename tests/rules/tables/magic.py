"""Strategic spells, enchantments, brewing, statuses, and what characters do."""

import re
from collections.abc import Callable, Mapping
from typing import Any, get_args

from engine.module.names import key_of
from engine.packs.cohorts.content import Adventure, Content, Enchantment, Nature, Potion, Spell
from engine.packs.cohorts.content.bonus import Bonus, bonuses_of
from engine.packs.cohorts.content.enchanting import Kind
from engine.packs.cohorts.content.peoples import Attribute, Keyword
from engine.packs.cohorts.things.enchantments import enchanted
from engine.packs.cohorts.worth.levels import heroic_level
from tests.rules.ledger import BOOK
from tests.rules.tables import MAKERS, Compared, Rows, by, keys, needed, rows_of, table

_HOW_OFTEN = [
    "any time",
    "once per turn",
    "every other turn",
    "once per month",
    "once per quarter",
    "every other quarter",
    "once per year",
    "once in the game",
]


@table("cohorts.magic.spell-frequency")
def frequency(rows: Rows, content: Content) -> Compared:
    told = [(row["spell_level"], row["limit"], row["ready_after"].split(" (")[0]) for row in rows]
    made: list[tuple[int, str, str]] = []
    for level, wait in enumerate(content.spell_rules.frequency, start=1):
        ready = "at once"
        for number, word in ((wait.weeks, "weekly"), (wait.months, "monthly")):
            if number:
                ready = f"{number} {word} production{'s' * (number > 1)}"
        made.append((level, _HOW_OFTEN[level - 1], "never" if wait.once else ready))
    return told, made


def _reach(spell: Spell) -> str:
    reach = spell.reach
    return f"{reach.per_heroic_level}*HL" if reach.per_heroic_level else "here"


def _told_reach(text: str) -> str:
    first = str(text).split()[0]
    return first if first.endswith("*HL") else "here"


def _mana(text: object) -> int:
    return int(str(text)) if str(text).isdigit() else 0


def _ends(told: str) -> str:
    """How long the book says that a spell lasts, in the module's words."""
    if told.startswith("monthly"):
        return "month"
    if told.startswith("never"):
        return "ever"
    return "turn" if "end of the turn" in told else "moment"


def _of(key: str) -> Callable[[dict[str, Any], Content], Compared]:
    """Compares the table of one spell with its row of the module."""

    def compare(told: dict[str, Any], content: Content) -> Compared:
        spell = next(s for s in content.spells.values() if key_of(s.key) == key_of(key))
        often = _HOW_OFTEN[spell.level - 1].removesuffix("any time")
        return (
            told["level"],
            told["family"],
            told["side"].split()[0],
            _told_reach(told["range"]),
            _mana(told["mana_per_extra_province"]),
            _ends(told["ends"]),
            told["frequency"].startswith(often),
        ), (
            spell.level,
            spell.family,
            spell.side,
            _reach(spell),
            spell.reach.mana_per_province,
            spell.lasts,
            True,
        )

    return compare


for _rule in BOOK.ids:
    if _rule.startswith("cohorts.spell."):
        MAKERS[_rule] = _of(_rule.removeprefix("cohorts.spell."))


GROUPS: Mapping[str, tuple[Kind, ...]] = {
    "melee weapon": ("melee",),
    "missile weapon": ("missile",),
    "weapon with both attacks": ("melee", "missile"),
    "shield": ("shield",),
    "armor": ("armor",),
    "finger gear": ("finger",),
}
ALIKE: tuple[Kind, ...] = ("head", "back", "hand", "foot")


@table("cohorts.table.enchantment-levels")
def levels(told: Mapping[str, Any], content: Content) -> Compared:
    per_level = content.enchanting.levels
    made = {
        group: {word: amount for kind in kinds for word, amount in per_level[kind].items()}
        for group, kinds in GROUPS.items()
    }
    [gear] = {tuple(per_level[kind].items()) for kind in ALIKE}
    made["head back hand and foot gear"] = dict(gear)
    rows = {row["item"]: row["per_level"] for row in rows_of(told)}
    written = [(row["level"], *(row[name] for name in TOTALS)) for row in told["totals_by_level"]]
    totals = [
        (
            level,
            *(total(made[group], level, weapon=name == "weapon") for name, group in TOTALS.items()),
        )
        for level in range(1, len(written) + 1)
    ]
    return (rows, written), (made, totals)


TOTALS = {
    "weapon": "melee weapon",
    "armor": "armor",
    "shield": "shield",
    "gear": "head back hand and foot gear",
    "ring": "finger gear",
}


def total(per_level: Mapping[str, float], level: int, *, weapon: bool) -> str:
    """What a level gives in all, as the rulebook writes it."""
    parts: list[str] = []
    for word, amount in per_level.items():
        name = word.partition("_")[2] if weapon else word
        name, _, percent = name.partition("_")
        parts.append(f"{name.upper()} +{amount * level:g}{'%' if percent else ''}")
    return ", ".join(parts)


@table("cohorts.table.bestowed-enchantments")
def bestowed(told: Mapping[str, Any], content: Content) -> Compared:
    return rows_of(told), [
        {
            "name": key_of(each.key),
            "fits": " or ".join(each.fits) or "any",
            "level": "level of the spell" if each.grants_spell else each.level,
            "resource": needed(each.needs),
            "effect": effect(each),
        }
        for each in content.enchantments.values()
    ]


def effect(enchantment: Enchantment) -> dict[str, Any]:
    """What an enchantment does, in the rulebook's words."""
    found: dict[str, Any] = dict(enchantment.modifiers)
    if enchantment.special:
        found["special_attack"] = enchantment.special.model_dump()
    if enchantment.grants_spell:
        found["grants_spell"] = "chosen"
    return found


@table("cohorts.order.college-enchant-item")
def examples(told: Mapping[str, Any], content: Content) -> Compared:
    per_level = content.enchanting.items_per_level
    return told["examples"], [
        {
            **each,
            "made": enchanted(each["from"], each["given"], per_level * each["guild_level"]).made,
        }
        for each in told["examples"]
    ]


def _recipes(
    rows: Rows, content: Content, keyword: Keyword, column: str, *same: str
) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
    """The rows by name, and for the same potions their recipe and the columns that are alike."""
    told = by(column, rows)
    for row in told.values():
        row["ingredients"] = {key_of(name): count for name, count in row["ingredients"].items()}
    return told, {
        key_of(each.key): {
            "item_level": each.item_level,
            "ingredients": {key_of(name): count for name, count in each.ingredients.items()},
            **{name: getattr(each, name) for name in same},
        }
        for each in content.potions.values()
        if each.keyword == keyword
    }


def _effect(potion: Potion) -> str:
    """What a potion does, in the rulebook's words."""
    said: list[str] = []
    if potion.mana:
        said.append(f"restores {potion.mana}*Q mana, up to capacity")
    for word, percent in potion.modifiers.items():
        what = word.removesuffix("_percent").upper()
        bonus = "AF bonus" if what == "AF" else what
        said.append(f"{bonus} +{percent:g}*Q percent")
    if potion.shell:
        strength = f"{potion.shell}*Q"
        said.append(f"Character Shell of strength {strength} on the drinker (usual replacement)")
    if potion.heals:
        said.append(f"wounds -{potion.heals}*Q")
    if potion.cures:
        cured = " and ".join(status.capitalize() for status in potion.cures)
        said.append(f"cures {cured} below level {potion.severity}*Q")
    if potion.action_points:
        said.append(f"{potion.action_points} action point")
    if potion.least_quality > 1:
        said.append(f"can only be made at Q {potion.least_quality} or more")
    return "; ".join(said)


@table("cohorts.action.potion-recipes")
def potions(rows: Rows, content: Content) -> Compared:
    told, made = _recipes(rows, content, "magic", "potion")
    for key, row in made.items():
        row["effect"] = _effect(_potion(content, key))
    return told, made


@table("cohorts.action.healing-draught-recipes")
def draughts(rows: Rows, content: Content) -> Compared:
    told, made = _recipes(rows, content, "healing", "draught")
    for key, row in made.items():
        row["effect"] = _effect(_potion(content, key))
    return told, made


@table("cohorts.action.poison-recipes")
def poisons(rows: Rows, content: Content) -> Compared:
    told, made = _recipes(rows, content, "poison", "poison")
    for key, row in made.items():
        poison = _potion(content, key)
        coating = poison.coating
        assert coating
        damage = f"{coating.damage}*Q" if coating.damage else "0"
        special = f"special attack {coating.type.capitalize()}"
        row["weapon_classes"] = [each.capitalize() for each in coating.classes]
        row["weapon_effect"] = f"{special}: damage {damage}, value {coating.value}*Q"
        row["if_drunk"] = (
            f"{poison.inflicts.capitalize()}, level {poison.severity}*Q"
            if poison.inflicts
            else f"{poison.wounds} wounds"
        )
    return told, made


@table("cohorts.action.antidote-recipes")
def antidotes(rows: Rows, content: Content) -> Compared:
    """That each cures what is below level 5*Q stands in the ruling."""
    told, made = _recipes(rows, content, "antidote", "antidote", "cures")
    for row in told.values():
        row["cures"] = keys(row["cures"])
    for key, row in made.items():
        row["cures"] = list(row["cures"])
        assert _potion(content, key).severity == 5
    return told, made


def _potion(content: Content, key: str) -> Potion:
    return next(each for each in content.potions.values() if key_of(each.key) == key)


@table("cohorts.skill.potions")
def qualities(rows: Rows, content: Content) -> Compared:
    """By the first and the last level of each row, of an open one also a far higher level."""
    told: dict[int, tuple[int, str]] = {}
    for row in rows:
        first, _, last = row["character_level"].partition("-")
        levels = (int(first.rstrip("+")), int(last) if last else 99)
        told.update(dict.fromkeys(levels, (row["quality_index"], row["quality"])))
    made: Mapping[int, int] = {
        level: content.brewing.quality_at(heroic_level(level)) for level in told
    }
    return told, {level: (index, content.brewing.name_of(index)) for level, index in made.items()}


@table("cohorts.order.make-poison-weapons")
def poisoning(rows: Rows, content: Content) -> Compared:
    last = len(content.brewing.poisoning)
    made: Rows = [
        {
            "heroic_level": level if level < last else f"{level} or more",
            "vials": each.vials,
            "weapons_per_vial": each.weapons,
            "most": each.vials * each.weapons,
        }
        for level, each in enumerate(content.brewing.poisoning, start=1)
    ]
    return rows, made


@table("cohorts.status.supernatural")
def natures(told: Rows, content: Content) -> Compared:
    return told, [row(nature) for nature in content.natures.values()]


def row(nature: Nature) -> dict[str, object]:
    found = {each.target: each for each in bonuses_of(nature.modifiers)}
    special = nature.special
    return {
        "name": nature.name,
        "category": nature.category,
        "can_afflict": nature.afflicts,
        "percent": {key: found[key].percent for key in get_args(Attribute) if key in found},
        "AF_percent": percent(found.get("AF")),
        "special_attack": f"{special.type.title()} {special.strength}*HL" if special else "none",
        "mana_recovery_percent": percent(found.get("mana")),
        "land_rate_percent": percent(found.get("rate")),
    }


def percent(bonus: Bonus | None) -> float:
    return bonus.percent if bonus else 0


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
