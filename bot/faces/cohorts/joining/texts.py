"""How the form reads: factions and cities, the party, a character's card, what is left or missing.

Pure formatting of a module's content and of what is chosen; names that people typed are escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import discord

from bot.campaigns.status import seats_left
from bot.faces.arms.coat import Arms
from bot.faces.cohorts.joining.steps import ATTRIBUTES, armor_about, race_about, weapon_about
from bot.faces.words.text import escaped
from bot.jobs.starting import Start
from bot.joining.beginning import Beginning
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.setup import Design, PartyFault
from engine.packs.cohorts.setup import designing
from engine.packs.cohorts.setup.designing import Outline, Sketch
from engine.packs.cohorts.setup.joining import subject_of

FIELD = 1024  # Discord: characters of an embed's field
ARMS_FILE = "attachment://arms.png"
_MARKS = {True: "✅", False: "▫️"}


# ---------------------------------------------------------------- the place


def place_card(
    rules: Rules,
    beginning: Beginning,
    starts: Sequence[Start],
    seated: Mapping[str, Sequence[str]],
) -> discord.Embed:
    """Factions and, once one is chosen, its free cities `starts`.

    `seated` are players' names by faction.
    """
    chosen = rules.module.factions.get(beginning.faction)
    embed = discord.Embed(
        title=f"{chosen.name}: where do you begin?" if chosen else "For whom do you play?",
        description=(
            "Cities on the map are free; the number is the city's. Yours is taken when you join, "
            "so until then somebody may be quicker.\n"
            f"You are called **{escaped(beginning.name)}**."
        ),
    )
    content = rules.module.content(Content)
    sides = [beginning.faction] if chosen else list(rules.module.factions)
    for key in sides:
        faction, realm = rules.module.factions[key], content.realms[key]
        players = seated.get(key, ())
        who = ", ".join(map(escaped, players)) or "nobody yet"
        value = (
            f"{faction.description}\n"
            f"**Peoples** {_names(realm.peoples, content.races)} · "
            f"**Land** {_names(realm.lands, content.terrains) or 'any'}\n"
            f"**Players** {who}{seats_left(faction.players, len(players))}"
        )
        embed.add_field(name=faction.name, value=value[:FIELD], inline=False)
    cities = [_city(start, start.city == beginning.city) for start in starts]
    if chosen:
        told = "\n".join(cities) or "None is free any more: choose another faction."
        embed.add_field(name="Free cities", value=told[:FIELD], inline=False)
    return embed


def city_about(start: Start) -> str:
    """What a starting city offers, in a line."""
    land = ", ".join(each.replace("_", " ") for each in start.land[:4])
    return f"{start.people:,} people · {land}"


def _city(start: Start, chosen: bool) -> str:
    mark = " ← yours" if chosen else ""
    return f"**{start.number}** {start.name}: {city_about(start)}{mark}"


# ---------------------------------------------------------------- the party


def party_card(
    rules: Rules,
    beginning: Beginning,
    faults: Sequence[PartyFault],
    arms: Arms,
    *,
    warned: bool = False,
) -> discord.Embed:
    """The party in the making, and what still keeps it from riding."""
    content, outline = rules.module.content(Content), beginning.outline
    faction = rules.module.factions[beginning.faction]
    embed = discord.Embed(
        title=f"Your party for {faction.name}",
        description=_state(outline, faults, content, warned),
    )
    for number, sketch in enumerate(outline.characters):
        own = [fault for fault in faults if fault.path[:2] == ("characters", number)]
        embed.add_field(
            name=f"{_MARKS[not own]} {number + 1} · {title_of(sketch, number, content)}"[:256],
            value=_short(sketch, own, content)[:FIELD],
            inline=True,
        )
    spells = _names(outline.spells, content.book_spells())
    if any(designing.casts(each, content) for each in outline.characters):
        most = content.setup.spells
        told = f"{spells or 'none yet'} ({len(outline.spells)} of {most})"
        embed.add_field(name="Spells of all who cast", value=told[:FIELD], inline=False)
    embed.set_thumbnail(url=ARMS_FILE)
    embed.set_footer(text=f"Arms: {arms.words}. All is kept; /join brings it back.")
    return embed


def _state(outline: Outline, faults: Sequence[PartyFault], content: Content, warned: bool) -> str:
    if faults:
        return "\n".join(["**Still to do**", *listed_faults(faults, outline)])
    left = list(leftovers(outline, content))
    if not left:
        return "It is complete. **Join** takes your place."
    ask = "**Press Join once more to begin without them.**" if warned else "It may join as it is."
    return "\n".join(["**Not used, and lost at the start:**", *(f"• {each}" for each in left), ask])


def listed_faults(faults: Sequence[PartyFault], outline: Outline, most: int = 8) -> list[str]:
    """The first faults as lines, each with its rule."""
    names = [escaped(each.name) for each in outline.characters]
    lines = [f"• {subject_of(each, names)} {each.says} (`{each.rule}`)" for each in faults[:most]]
    more = len(faults) - most
    return [*lines, f"… and {more} more"] if more > 0 else lines


def leftovers(outline: Outline, content: Content) -> Iterator[str]:
    """What may be left and is lost (cohorts.setup.steps)."""
    for each in designing.unspent(outline, content):
        if each.character is None:
            yield f"{each.left} {each.what}"
        else:
            name = outline.characters[each.character].name
            yield f"{escaped(name) or f'Character {each.character + 1}'}: {each.left} {each.what}"


def title_of(sketch: Sketch, number: int, content: Content) -> str:
    """Who a character is: `Maud, human warrior`."""
    what = " ".join(
        table[key].name.lower()
        for key, table in ((sketch.race, content.races), (sketch.class_, content.classes))
        if key
    )
    name = sketch.name or f"Character {number + 1}"
    return f"{escaped(name)}, {what}" if what else escaped(name)


def _short(sketch: Sketch, faults: Sequence[PartyFault], content: Content) -> str:
    if faults:
        fields = dict.fromkeys(str(fault.path[2]).replace("_", " ") for fault in faults)
        return f"to do: {', '.join(fields)}"
    lines = [_names(sketch.skills, content.skills), _names(sketch.talents, content.talents)]
    return "\n".join(f"-# {line}" for line in lines if line) or "-# nothing special"


# ---------------------------------------------------------------- a character


def character_card(
    outline: Outline, number: int, faults: Sequence[PartyFault], content: Content
) -> discord.Embed:
    """The preview of a character: attributes with what is left, and what each choice does."""
    sketch = outline.characters[number]
    own = [fault for fault in faults if fault.path[:2] == ("characters", number)]
    embed = discord.Embed(
        title=f"{number + 1} · {title_of(sketch, number, content)}"[:256],
        description="\n".join(_abouts(sketch, content)) or "Begin with a people and a class.",
    )
    left = designing.points_left(sketch, content)
    embed.add_field(
        name=f"Attributes: {left} of {content.setup.attribute_points} points left",
        value=f"{_attributes(sketch, content)}\n-# {cost_table(content)}",
        inline=False,
    )
    for name, keys, table, field in (
        ("Skills", sketch.skills, content.skills, "about"),
        ("Talents", sketch.talents, content.talents, "effect"),
    ):
        lines = [f"**{table[key].name}**: {getattr(table[key], field)}" for key in keys]
        embed.add_field(name=name, value=("\n".join(lines) or "none yet")[:FIELD], inline=False)
    embed.add_field(name="Equipment", value="\n".join(_equipment(sketch, content)), inline=False)
    if own:
        told = "\n".join(listed_faults(own, outline))
        embed.add_field(name="Still to do", value=told[:FIELD], inline=False)
    return embed


def cost_table(content: Content) -> str:
    """What raising an attribute costs (cohorts.setup.attribute-points)."""
    prices = content.setup.attribute_prices
    return "Cost: " + " · ".join(f"+{n} = {price}" for n, price in enumerate(prices, 1))


def _abouts(sketch: Sketch, content: Content) -> Iterator[str]:
    if sketch.race:
        race = content.races[sketch.race]
        yield f"**{race.name}**: {race_about(race)}"
    if sketch.class_:
        job = content.classes[sketch.class_]
        built_in = _names(job.built_in, content.skills)
        yield f"**{job.name}**: {job.about}. Has without learning: {built_in}."
    if sketch.deity:
        yield f"**{content.deities[sketch.deity].name}**: {content.deities[sketch.deity].domain}"


def _attributes(sketch: Sketch, content: Content) -> str:
    base = dict(content.races[sketch.race].attributes) if sketch.race else {}
    parts: list[str] = []
    for key in ATTRIBUTES:
        raised = sketch.raises.get(key, 0)
        plus = f" (+{raised})" if raised else ""
        parts.append(f"**{key}** {base[key] + raised if base else '?'}{plus}")
    return " · ".join(parts)


def _equipment(sketch: Sketch, content: Content) -> Iterator[str]:
    for slot in ("main_hand", "off_hand", "ranged"):
        key = getattr(sketch, slot)
        held = content.weapons[key] if key else None
        told = f"{held.name} ({weapon_about(held)})" if held else "nothing"
        yield f"**{slot.replace('_', ' ').capitalize()}** {told}"
    worn = content.armors[sketch.armor] if sketch.armor else None
    yield f"**Armor** {f'{worn.name} ({armor_about(worn)})' if worn else 'nothing'}"


# ---------------------------------------------------------------- ready-made parties and arms


def ready_card(title: str, about: str, design: Design, content: Content) -> discord.Embed:
    """A ready-made party, whole."""
    embed = discord.Embed(title=title, description=about)
    for character in design.characters:
        job = f"{content.races[character.race].name} {content.classes[character.class_].name}"
        items = [character.main_hand, character.off_hand, character.ranged]
        worn = [content.weapons[key].name for key in items if key]
        worn += [content.armors[character.armor].name] if character.armor else []
        lines = [
            job.lower(),
            f"-# {_names(character.skills, content.skills)}",
            f"-# {_names(character.talents, content.talents)}" if character.talents else "",
            f"-# {', '.join(worn).lower()}" if worn else "",
        ]
        embed.add_field(name=character.name, value="\n".join(filter(None, lines)))
    if design.spells:
        told = _names(design.spells, content.book_spells())
        embed.add_field(name="Spells of all who cast", value=told[:FIELD], inline=False)
    return embed


def arms_card(arms: Arms, whose: str) -> discord.Embed:
    """A coat of arms, large."""
    embed = discord.Embed(title=f"The arms of {escaped(whose)}"[:256], description=arms.words)
    embed.set_image(url=ARMS_FILE)
    return embed


def _names(keys: Iterable[str], table: Mapping[str, object]) -> str:
    return ", ".join(str(getattr(table[key], "name", key)) for key in keys)
