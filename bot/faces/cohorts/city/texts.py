"""The words of a city's panel, tab by tab, as pages that fit into a Discord embed.

Pure text from facts. Every name goes through an escape, so nothing that anybody typed can format or
mention anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.faces.cohorts.city.defense import comes_out
from bot.faces.cohorts.city.facts import UNKNOWN, CityFacts, CityInside, Resident, outside
from bot.faces.cohorts.city.guilds import GuildFacts
from bot.faces.cohorts.city.making import Making
from bot.faces.cohorts.city.resources import ResourceFacts
from bot.faces.words.tabs import Tab, paged
from bot.faces.words.text import escaped, number


def city_tabs(facts: CityFacts, makings: Sequence[Making]) -> tuple[Tab, ...]:
    """Every tab of a city's panel; a foreign city has only one."""
    inside = facts.inside
    if inside is None:
        return (Tab("Overview", paged(_seen_from_outside(facts)), "As far as you know it"),)
    guilds = (line for guild in inside.guilds for line in _guild(guild))
    held = [f"{each.count:,} × {escaped(each.name)}" for each in inside.possessions]
    resources = [_resource(each) for each in inside.resources]
    return (
        Tab(
            "Overview",
            paged(_overview(facts, inside)),
            "Orders: /city build-improvement, /city attract, /city conscript",
        ),
        Tab("Guilds", paged(guilds), "Orders: /city build-guild, /city improve-guild"),
        Tab(
            "Resources",
            paged(resources or ["No resource is at hand. Build villages on deposits, or trade."]),
            "Orders: /city construct-village, /trade open, /trade offer",
        ),
        Tab(
            "Possessions",
            paged(held or ["The city holds nothing but its recruits."]),
            "Orders: /transfer items",
        ),
        Tab("Garrison", paged(_garrison(facts, inside)), "Orders: /war defend, /war repel"),
        Tab("Make", paged(_makings(inside, makings)), "Orders: /city make, /city train"),
    )


# ---------------------------------------------------------------- tabs


def _seen_from_outside(facts: CityFacts) -> Iterator[str]:
    for title, words in outside(facts):
        yield f"**{title}:** {escaped(words)}"
    yield from (_resident(each) for each in facts.residents)
    yield f"*{UNKNOWN} Towers, spells and agents may find out more.*"


def _overview(facts: CityFacts, inside: CityInside) -> Iterator[str]:
    yield f"**{inside.head_count:,}** people of {inside.limit:,} that it can hold."
    for folk in inside.people:
        parts = [f"{folk.free:,}"] if folk.free or not folk.slaves else []
        parts += [f"{folk.slaves:,} slaves"] if folk.slaves else []
        parts += [f"+{folk.growth:,} next month"] if folk.growth else []
        if folk.waiting or folk.recruits:
            levy = f", +{folk.recruits:,} next month" if folk.recruits else ""
            parts.append(f"{number(folk.waiting, 'waiting recruit')}{levy}")
        yield f"- {folk.name}: {'; '.join(parts)}"
    siege = " **Besieged:** nobody grows and no actions come." if inside.besieged else ""
    strife = " **Strife** costs it actions until the month ends." if inside.strife else ""
    yield f"**{number(inside.actions, 'action')}** left of {inside.most_actions}.{siege}{strife}"
    weak = f" (sabotaged: {inside.weakened} weaker this month)" if inside.weakened else ""
    levels = [f"walls {inside.walls}{weak}", *(f"{w.name.lower()} {w.level}" for w in inside.works)]
    yield f"Levels: {', '.join(levels)}."
    for work in inside.works:
        if work.hindered and work.level < work.most:
            yield f"-# {work.name} cannot be raised now. {escaped(work.hindered)}"
    guilds = [g for g in inside.guilds if g.level]
    named = ", ".join(f"{escaped(g.name)} {g.level}" for g in guilds)
    yield f"Guilds: {named or 'none'}."
    if facts.message:
        yield f"Message: “{escaped(facts.message)}”"


def _guild(guild: GuildFacts) -> Iterator[str]:
    if not guild.level:
        reason = escaped(guild.wants) or "All that it needs is a founder."
        yield f"-# No {guild.kind.lower()}. {reason}"
        return
    mana = f", mana {guild.mana} of {guild.most_mana}" if guild.most_mana else ""
    deity = f", of {escaped(guild.deity)}" if guild.deity else ""
    acted = "has an action left" if guild.actions else "has acted"
    yield (
        f"**{escaped(guild.name)}** ({guild.kind.lower()}{deity}), level {guild.level}{mana}; "
        f"{acted}"
    )
    if guild.barred:
        yield "-# It broke an agreement and may strike none this month."
    now = ", ".join(f"`/{' '.join(deed.path)}`" for deed in guild.now)
    yield f"Now: {now or 'nothing'}."
    for deed in guild.deeds:
        if deed.hindered:
            yield f"-# {deed.words}: {escaped(deed.hindered)}"


def _resource(each: ResourceFacts) -> str:
    counts = (("in own use", each.own), ("open", each.open), ("traded away", each.traded))
    counts += (("received", each.received),)
    parts = [f"{count} {what}" for what, count in counts if count] or ["at hand"]
    idle = "" if each.usable else " (not usable here now)"
    sources = ", ".join(escaped(source) for source in each.sources)
    return f"**{each.name}**: {', '.join(parts)}{idle} · from {sources}"


def _garrison(facts: CityFacts, inside: CityInside) -> Iterator[str]:
    yield f"The garrison {comes_out(inside.defense)}."
    if not facts.residents:
        yield "Nobody is garrisoned here. Stacks outside the walls are on the map."
        return
    yield f"In all {facts.garrison}."
    yield from (_resident(each) for each in facts.residents)


def _resident(each: Resident) -> str:
    parts = [each.what] if each.what else []
    parts += [number(each.soldiers, "man", "men")] if each.soldiers else []
    parts += [f"level {each.level}"] if each.level else []
    parts += [each.state] if each.state else []
    return f"- {escaped(each.name)}: {', '.join(parts) or each.kind}"


def _makings(inside: CityInside, makings: Sequence[Making]) -> Iterator[str]:
    """What can be made with the most of each, then by kind what cannot and why."""
    if not inside.actions:
        yield "**The city has no action left**; with its next one it could make:"
    else:
        yield "**Can be made now**, with the most that one action makes:"
    kinds = dict.fromkeys(each.kind for each in makings)
    ready = [each for each in makings if not each.hindered]
    for kind in kinds:
        found = [f"{each.name} **{each.most:,}**" for each in ready if each.kind == kind]
        if found:
            yield f"- {kind}: {', '.join(found)}"
    if not ready:
        yield "- nothing yet"
    for kind in kinds:
        missing = [each for each in makings if each.hindered and each.kind == kind]
        if missing:
            yield f"**{kind} that cannot be made**"
        for each in missing:
            yield f"- {each.name}: {escaped(each.hindered)}"
