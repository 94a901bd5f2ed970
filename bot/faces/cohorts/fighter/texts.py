"""The words of a character's or unit's panel, tab by tab.

Pure text from facts. Every name goes through an escape, so nothing that anybody typed can format or
mention anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.faces.actions import Action
from bot.faces.cohorts.fighter.combat_spells import combat_spell_lines
from bot.faces.cohorts.fighter.facts import FighterFacts, FighterInside, Hero, outside
from bot.faces.cohorts.fighter.missions import covert_lines
from bot.faces.cohorts.fighter.skills import SkillFacts, learned
from bot.faces.cohorts.fighter.spells import Lying, SpellFacts
from bot.faces.cohorts.spelling import spelt
from bot.faces.words.figures import Figure, Named, Worn
from bot.faces.words.tabs import Tab, paged
from bot.faces.words.text import escaped, number, percent


def fighter_tabs(facts: FighterFacts) -> tuple[Tab, ...]:
    """Every tab of a character's or unit's panel; one that belongs to others has only one."""
    inside = facts.inside
    if inside is None:
        return (Tab("Overview", paged(_seen(facts)), "As far as you know it"),)
    hint = "Orders: /transfer character, /set slot, /set talents"
    found = [
        Tab("Overview", paged(_overview(facts, inside)), hint),
        Tab("Ratings", paged(_ratings(inside)), "/rules explains how they are used"),
        Tab("Gear", paged(_gear(inside)), "/show item tells more of each"),
    ]
    if inside.hero:
        found[1:1] = _hero_tabs(inside.hero)
    found.append(Tab("Can do", paged(deed_lines(inside.deeds)), "As things stand now"))
    if inside.hero and (inside.hero.titles or inside.hero.recipes):
        found.append(Tab("Titles and recipes", paged(_titles(inside.hero))))
    return tuple(found)


def _hero_tabs(hero: Hero) -> list[Tab]:
    tabs = [
        Tab("Attributes", paged(_attributes(hero)), "Orders: /spend attribute-points"),
        Tab("Skills", paged(_skills(hero)), "Orders: /spend skill-points"),
    ]
    if hero.spells:
        tabs.append(Tab("Spells", paged(_spells(hero)), "Orders: /character cast"))
    if hero.combat:
        lines = paged(combat_spell_lines(hero.mana, hero.combat))
        tabs.append(Tab("Combat spells", lines, "Orders: /set combat-spell"))
    if hero.covert:
        tabs.append(Tab("Covert work", paged(covert_lines(hero.covert)), "Orders: /covert"))
    return tabs


# ---------------------------------------------------------------- tabs


def _seen(facts: FighterFacts) -> Iterator[str]:
    for title, words in outside(facts):
        yield f"**{title}:** {escaped(words)}"
    yield f"*{facts.caveat} Spells and agents may find out more.*"


def _overview(facts: FighterFacts, inside: FighterInside) -> Iterator[str]:
    what = escaped(facts.what)
    heads = f"**{facts.soldiers:,}** " if facts.soldiers else ""
    yield f"{heads}{what}, level **{inside.level}**, encounter level {inside.encounter}."
    if inside.state:
        yield f"**It is {inside.state}.**"
    where = facts.where
    ground = f", {where.ground}" if where.ground else ""
    yield f"It is {escaped(where.at)}{ground}. Player: {escaped(where.player) or 'nobody'}."
    left = max(0, inside.next_xp - inside.xp)
    yield f"Experience **{inside.xp:,}** of {inside.next_xp:,} for the next level: {left:,} more."
    yield (
        f"Wounds **{percent(inside.wounds)}**, morale **{percent(inside.morale)}**, "
        f"battle slot {inside.slot or 'none'}"
        + (f", directive {spelt(escaped(inside.directive))}." if inside.directive else ".")
    )
    if inside.hero:
        yield from _means(inside.hero)
    for title, some in (
        ("Statuses", inside.statuses),
        ("Talents", inside.talents),
        ("By birth", inside.born_talents),
    ):
        if some:
            yield f"**{title}**"
            yield from _named(some)
    if inside.free_talents:
        yield f"{number(inside.free_talents, 'free talent slot')}."
    yield from spell_lines(inside.spells)
    if where.message:
        yield f"Message: “{escaped(where.message)}”"


def _means(hero: Hero) -> Iterator[str]:
    acts = "has an action left" if hero.actions else "has acted"
    extra = f" and {number(hero.action_points, 'action point')}" if hero.action_points else ""
    yield f"It {acts}{extra}."
    if hero.guards:
        yield f"It is the bodyguard of {escaped(hero.guards)}."
    if hero.guarded:
        yield f"Guarded by {escaped(', '.join(hero.guarded))}."
    if hero.most_mana:
        yield (
            f"Mana **{hero.mana}** of {hero.most_mana}; the month brings up to {hero.month_mana}."
        )
    for points, what in ((hero.skill_points, "skill"), (hero.attribute_points, "attribute")):
        if points:
            yield f"**{number(points, f'{what} point')}** to spend."
    if hero.draughts:
        yield "**Potions at work**"
        yield from _named(hero.draughts)


def _attributes(hero: Hero) -> Iterator[str]:
    yield "What counts is the effective value; each line says what makes it."
    yield from figure_lines(hero.attributes)
    yield f"{number(hero.attribute_points, 'attribute point')} to spend."


def _skills(hero: Hero) -> Iterator[str]:
    yield f"**{number(hero.skill_points, 'skill point')}** to spend."
    for each in learned(hero.skills):
        yield from _skill(each)
    ready = [each for each in hero.skills if not each.effective and each.kind == "trained"]
    if ready:
        names = ", ".join(f"{each.name} (to {each.cap})" for each in ready)
        yield f"**Trained, not learned yet:** {names}"
    rest = [each for each in hero.skills if not each.effective and each.kind == "untrained"]
    if rest:
        yield f"-# Untrained, to level {rest[0].cap}: {', '.join(each.name for each in rest)}"


def _skill(each: SkillFacts) -> Iterator[str]:
    room = f", points can add {each.room}" if each.room else ""
    yield (
        f"**{each.name} {each.effective}** ({each.kind}; bare {each.bare} of {each.cap}{room}; "
        f"heroic {each.heroic})"
    )
    if each.figure.shares:
        yield f"-# {_shares(each.figure)}"


def _spells(hero: Hero) -> Iterator[str]:
    yield (f"Mana **{hero.mana}** of {hero.most_mana}. Mana that is added makes a spell stronger.")
    for each in hero.spells:
        yield from _spell(each)


def _spell(each: SpellFacts) -> Iterator[str]:
    ready = f"again {each.ready}" if each.ready else "ready"
    head = f"**{each.name}**, level {each.level} {each.family}, {each.side}"
    if not each.caster_level:
        yield f"{head}: it cannot cast this."
        return
    least, most = each.strength
    strength = str(least) if least == most else f"{least} to {most}"
    yield f"{head}: **{ready}**"
    yield f"- {each.does}" + (f", {each.lasts}" if each.lasts else "")
    yield (
        f"-# Caster level {each.caster_level}, strength {strength}; on a "
        f"{' or '.join(each.targets)}; range {each.range}"
    )


def _ratings(inside: FighterInside) -> Iterator[str]:
    yield inside.ratings_note
    yield from figure_lines(inside.ratings)
    if inside.travel:
        yield "**Movement points a turn, alone**"
        yield from figure_lines(inside.travel)


def _gear(inside: FighterInside) -> Iterator[str]:
    for each in inside.gear:
        yield _worn(each)
    if not inside.gear:
        yield "Nothing is worn or wielded."
    if inside.hero:
        if inside.hero.possessions:
            yield "**Carried**"
        for name, count in inside.hero.possessions:
            yield f"- {count:,} × {escaped(name)}"


def _worn(each: Worn) -> str:
    gives = "; ".join(escaped(gift) for gift in each.gives) or "nothing by itself"
    return f"**{each.place.capitalize()}:** {escaped(each.name)}\n-# {gives}"


def _titles(hero: Hero) -> Iterator[str]:
    if hero.titles:
        yield "**Titles**"
        yield from _named(hero.titles)
    if hero.recipes:
        yield "**Knows how to make**"
        yield from (f"- {escaped(name)}" for name in hero.recipes)


# ---------------------------------------------------------------- what other panels say alike


def deed_lines(deeds: Iterable[Action]) -> Iterator[str]:
    """What could be ordered now, then what not and why."""
    every = list(deeds)
    ready = [f"`/{' '.join(deed.path)}`" for deed in every if not deed.hindered]
    yield f"**Would be accepted now:** {', '.join(ready) or 'nothing'}."
    for deed in every:
        if deed.hindered:
            yield f"- `/{' '.join(deed.path)}`: {escaped(deed.hindered)}"


def figure_lines(figures: Iterable[Figure]) -> Iterator[str]:
    """Each figure with its lines under it."""
    for each in figures:
        name = spelt(each.name)
        yield f"**{name[:1].upper()}{name[1:]} {each.value}**"
        if each.shares:
            yield f"-# {_shares(each)}"


def spell_lines(spells: Iterable[Lying]) -> Iterator[str]:
    """The spells on something."""
    for number_, each in enumerate(spells):
        if not number_:
            yield "**Spells on it**"
        strength = f", strength {each.strength}" if each.strength is not None else ""
        lasts = f", {each.lasts}" if each.lasts else ""
        yield f"- {each.name} ({each.side}, level {each.level}{strength}): {each.does}{lasts}"


def _shares(each: Figure) -> str:
    return " · ".join(f"{does} {spelt(escaped(source))}".strip() for source, does in each.shares)


def _named(some: Iterable[Named]) -> Iterator[str]:
    for each in some:
        yield f"- {escaped(each.name)}" + (f": {spelt(escaped(each.text))}" if each.text else "")
