"""How the form reads: the party, a character's card, ready-made parties, what is left or missing.

Pure formatting of a module's content and of what is chosen; names that people typed are escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.faces.cohorts.joining.steps import ATTRIBUTES, armor_about, race_about, weapon_about
from bot.faces.embeds import Card, Drawn, Field
from bot.faces.words.rulebook import ruled
from bot.faces.words.text import escaped
from engine.module.schema import ModuleFaction
from engine.packs import Rules
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.content.setup import Design, Party, PartyFault
from engine.packs.cohorts.setup import designing
from engine.packs.cohorts.setup.designing import Outline, Sketch
from engine.packs.cohorts.setup.joining import subject_of

_MARKS = {True: "✅", False: "▫️"}


def faction_about(rules: Rules, faction: str) -> str:
    """The peoples of a faction and the land that it likes."""
    content = rules.module.content(Content)
    realm = content.realms[faction]
    return (
        f"**Peoples** {_names(realm.peoples, content.races)} · "
        f"**Land** {_names(realm.lands, content.terrains) or 'any'}"
    )


# ---------------------------------------------------------------- the party


def party_card(
    content: Content,
    faction: ModuleFaction,
    outline: Outline,
    faults: Sequence[PartyFault],
    *,
    arms: str,
    shield: Drawn,
    warned: bool = False,
) -> Card:
    """The party in the making, and what still keeps it from riding.

    `arms` tells of the coat of arms, `shield` shows it.
    """
    fields: list[Field] = []
    for number, sketch in enumerate(outline.characters):
        own = [fault for fault in faults if fault.path[:2] == ("characters", number)]
        name = f"{_MARKS[not own]} {number + 1} · {title_of(sketch, number, content)}"
        fields.append(Field(name, _short(sketch, own, content), beside=True))
    spells = _names(outline.spells, content.book_spells())
    if any(designing.casts(each, content) for each in outline.characters):
        most = content.setup.spells
        told = f"{spells or 'none yet'} ({len(outline.spells)} of {most})"
        fields.append(Field("Spells of all who cast", told))
    return Card(
        f"Your party for {faction.name}",
        _state(outline, faults, content, warned),
        tuple(fields),
        footer=f"Arms: {arms}. All is kept; /join brings it back.",
        thumbnail=shield,
    )


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
    lines = [f"• {told_fault(each, outline)}{ruled(each.rule)}" for each in faults[:most]]
    more = len(faults) - most
    return [*lines, f"… and {more} more"] if more > 0 else lines


def told_fault(fault: PartyFault, outline: Outline) -> str:
    """A fault in words."""
    names = [escaped(each.name) for each in outline.characters]
    return f"{subject_of(fault, names)} {fault.says}"


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
) -> Card:
    """The preview of a character: attributes with what is left, and what each choice does."""
    sketch = outline.characters[number]
    own = [fault for fault in faults if fault.path[:2] == ("characters", number)]
    left = designing.points_left(sketch, content)
    fields = [
        Field(
            f"Attributes: {left} of {content.setup.attribute_points} points left",
            f"{_attributes(sketch, content)}\n-# {cost_table(content)}",
        )
    ]
    for name, keys, table, field in (
        ("Skills", sketch.skills, content.skills, "about"),
        ("Talents", sketch.talents, content.talents, "effect"),
    ):
        lines = [f"**{table[key].name}**: {getattr(table[key], field)}" for key in keys]
        fields.append(Field(name, "\n".join(lines) or "none yet"))
    fields.append(Field("Equipment", "\n".join(_equipment(sketch, content))))
    if own:
        fields.append(Field("Still to do", "\n".join(listed_faults(own, outline))))
    return Card(
        f"{number + 1} · {title_of(sketch, number, content)}",
        "\n".join(_abouts(sketch, content)) or "Begin with a people and a class.",
        tuple(fields),
    )


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


# ---------------------------------------------------------------- ready-made parties


def in_short(party: Party) -> str:
    """A party in a line: its name, and what its people are."""
    people = ", ".join(f"{each.race} {each.class_}" for each in party.characters)
    return f"{party.name}: {people}".replace("_", " ")


def ready_card(title: str, about: str, design: Design, content: Content) -> Card:
    """A ready-made party, whole."""
    fields: list[Field] = []
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
        fields.append(Field(character.name, "\n".join(filter(None, lines)), beside=True))
    if design.spells:
        told = _names(design.spells, content.book_spells())
        fields.append(Field("Spells of all who cast", told))
    return Card(title, about, tuple(fields))


# ---------------------------------------------------------------- the welcome


def welcome_card(faction: ModuleFaction, party: Design) -> Card:
    """What a newcomer has taken: the faction, and who rides."""
    ready = isinstance(party, Party)
    about = f"**{party.name}**: {party.description}" if ready else "Your own party rides out."
    fields: list[Field] = []
    for character in party.characters:
        what = f"{character.race} {character.class_}".replace("_", " ")
        skills = ", ".join(character.skills).replace("_", " ")
        fields.append(Field(escaped(character.name), f"{what}\n-# {skills}", beside=True))
    return Card(f"Welcome to {faction.name}", f"{faction.description}\n\n{about}", tuple(fields))


def _names(keys: Iterable[str], table: Mapping[str, object]) -> str:
    return ", ".join(str(getattr(table[key], "name", key)) for key in keys)
