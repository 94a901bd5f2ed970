"""How Kings read while they are chosen: whole, and what each choice does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.embeds import Card, Field
from bot.faces.kingdoms.abilities import ABOUT
from bot.faces.kingdoms.joining.claim import (
    Claim,
    choices_of,
    content_of,
    lost,
    missing,
    unspent,
)
from bot.faces.kingdoms.terms import times
from bot.faces.words.text import escaped, listed
from engine.packs import Rules
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.crowns.kings import (
    Choices,
    levels_of_king,
)
from engine.packs.kingdoms.pieces.abilities import ABILITIES, NAMES, Ability, level_in

TEMPERS: Final = {
    "Berserk": "1 to 4 more hit points in a fight, harder to hit, and never flees",
    "Brave": "Strikes 10% more often, and flees only when the odds are bad",
    "Cautious": "Is struck 10% less often, and flees in time",
    "Cowardly": "Flees at the first blood, and may beg for mercy",
}
"""What tempers mean (kingdoms.temper.*)."""


def people_about(rules: Rules, race: str) -> str:
    """What armies a race begins with."""
    people, types = content_of(rules).peoples[race], rules.module.content(ArmyContent).army_types
    counts: dict[str, int] = {}
    for key in people.armies:
        counts[types[key].name] = counts.get(types[key].name, 0) + 1
    return f"Begins with {listed(times(name, count) for name, count in counts.items())}"


def doubling(content: RulerContent, alignment: str) -> str:
    """What the alignment does to aptitudes and skills, in a sentence."""
    row = content.alignments[alignment]
    told: list[str] = []
    if row.doubles:
        names = " and ".join(NAMES[each] for each in row.doubles)
        told.append(f"Doubles the aptitude in {names}, to 5 at most.")
    if row.gift:
        told.append(f"Gives one level of {NAMES[row.gift]} more.")
    return " ".join(told)


# ---------------------------------------------------------------- cards


def king_card(
    rules: Rules, claim: Claim, *, title: str = "", warned: bool = False, about: str = ""
) -> Card:
    """The King as chosen so far, and what is left to spend."""
    content, choices = content_of(rules), choices_of(claim)
    lines = [about] if about else []
    lines.append(f"**{claim.race.capitalize()}**: {people_about(rules, claim.race)}.")
    row = content.alignments[claim.alignment]
    lines.append(f"**{claim.alignment}**: {row.help}")
    lines.append(f"**{claim.temper}**: {TEMPERS.get(claim.temper, '')}.")
    if warned and (going := lost(rules, claim)):
        lines.append(
            f"⚠ Not spent yet, and gone once you join: {listed(going)}. Join again to go without."
        )
    elif left := _left(content, choices):
        lines.append(f"-# {left}")
    if not title and (wanting := missing(rules, claim)):
        lines.append(f"⚠ Before you can join: {listed(each.says for each in wanting)}.")
    return Card(
        title or escaped(claim.king) or "Your King",
        "\n".join(lines),
        tuple(level_fields(content, choices)),
    )


def _left(content: RulerContent, choices: Choices) -> str:
    """What may still be spent; empty once all is."""
    left = list(unspent(content, choices))
    return f"Left to spend: {listed(left)}." if left else ""


def level_fields(content: RulerContent, choices: Choices) -> Iterator[Field]:
    """Skill and aptitude of the King in each ability above 0, kind by kind."""
    aptitude, skill = levels_of_king(content, choices)
    told = [
        f"**{NAMES[each]}** {level_in(skill, each)} of {level_in(aptitude, each)}"
        for each in ABILITIES
        if level_in(aptitude, each)
    ]
    if told:
        yield Field("Skill, of the aptitude up to which it may rise", " · ".join(told))


def ability_card(rules: Rules, claim: Claim, ability: Ability) -> Card:
    """One ability of the King: its use, the King's level, what doubling does."""
    content, choices = content_of(rules), choices_of(claim)
    aptitude, skill = levels_of_king(content, choices)
    row = content.alignments[claim.alignment]
    doubled = " (doubled by the alignment)" if ability in row.doubles else ""
    gift = f" {claim.alignment} gave one level of it." if row.gift == ability else ""
    lines = [
        f"{ABOUT[ability]}.",
        f"**Aptitude {level_in(aptitude, ability)}**{doubled}, "
        f"**skill {level_in(skill, ability)}**.{gift}",
        "Aptitude is how far a skill may rise by practice and experience; skill is what counts.",
        f"{claim.alignment}: {doubling(content, claim.alignment)}",
        f"-# {_left(content, choices) or 'All points and levels are spent: take some back first.'}",
    ]
    return Card(
        f"{escaped(claim.king) or 'Your King'}: {NAMES[ability]}",
        "\n".join(filter(None, lines)),
        tuple(level_fields(content, choices)),
    )


def welcome_card(rules: Rules, claim: Claim, court: str) -> Card:
    """What a newcomer has taken: the kingdom, and who rules it."""
    faction = rules.module.factions[claim.faction]
    name = content_of(rules).courts[court].name if court else claim.king
    begins = "You begin with your home province, your King, two heroes and your armies."
    text = f"{faction.description}\n\n**{escaped(name)}** sits on the throne. {begins}"
    return Card(f"Welcome to {escaped(claim.kingdom) or faction.name}", text)
