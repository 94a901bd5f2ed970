"""The pages on which a King is made: identity, and each of the abilities.

No page offers what would make a King who may not rule; what a choice takes away it takes at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final, cast

from bot.faces.embeds import Card, Field
from bot.faces.join_forms import ARMS, PLACE, Progress
from bot.faces.kingdoms.abilities import ABOUT
from bot.faces.kingdoms.joining.claim import (
    Claim,
    blank_claim,
    changed,
    choices_of,
    content_of,
    from_court,
    lost,
    missing,
    unspent,
    with_level,
)
from bot.faces.kingdoms.terms import times
from bot.faces.pages import Ask, Button, Change, FormPosition, Menu, Page, Take, Turn
from bot.faces.words.choosing import Option
from bot.faces.words.text import escaped, listed, number
from engine.names import NAME_LENGTH
from engine.packs import Rules
from engine.packs.kingdoms.content.armies import ArmyContent
from engine.packs.kingdoms.content.rulers import RulerContent
from engine.packs.kingdoms.crowns.kings import (
    Choices,
    aptitude_of,
    levels_left,
    levels_of_king,
    points_left,
)
from engine.packs.kingdoms.pieces.abilities import ABILITIES, HIGHEST, NAMES, Ability, level_in

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


KING: Final = FormPosition("king")
ABILITY: Final = "ability"  # with the ability that is open

_BEST: Final = 3
"""Skills that the list of ready-made Kings tells of."""

Control = Menu[Claim] | Button[Claim]

# ---------------------------------------------------------------- ready-made Kings


def offered(rules: Rules, _faction: str) -> Iterator[Option]:
    """The ready-made Kings; each may rule any kingdom."""
    for court in content_of(rules).courts.values():
        what = f"{court.race.capitalize()}, {court.alignment}, {court.temper}"
        best = sorted(court.skill, key=lambda ability: -court.skill[ability])[:_BEST]
        skills = listed(f"{NAMES[ability]} {court.skill[ability]}" for ability in best)
        yield Option(court.key, court.name, f"{what}; {skills}")


def court_card(rules: Rules, key: str) -> Card:
    """A ready-made King, whole."""
    court = content_of(rules).courts[key]
    claim = from_court(rules, blank_claim(rules), key)
    about = f"{court.help}\nYours as this King is, or as a beginning for your own."
    return king_card(rules, claim, title=court.name, about=about)


# ---------------------------------------------------------------- the King


def king_page(at: Progress[Claim]) -> Page[Claim]:
    """Who the King is, and the way onto the throne."""
    rules, claim = at.rules, at.draft
    card = king_card(rules, claim, warned=at.warned)
    faction = rules.module.factions[claim.faction]
    named: Ask[Claim] = Ask(
        "The King",
        "Name",
        "A King's name",
        claim.king,
        lambda draft, name: draft.but(king=name),
        NAME_LENGTH,
    )
    realm: Ask[Claim] = Ask(
        "The kingdom",
        "Name",
        "A kingdom's name",
        claim.kingdom or faction.name,
        lambda draft, name: draft.but(kingdom=name),
        NAME_LENGTH,
    )
    anew: Change[Claim] = Change(lambda draft: _blank_again(rules, draft))
    return Page(
        card,
        (
            *_who(rules, claim),
            Button("join:join", "Join", Take(), main=True, disabled=bool(missing(rules, claim))),
            Button("join:abilities", "Abilities …", Turn(_spot(ABILITIES[0]))),
            Button("join:king", "Name the King …", named),
            Button("join:kingdom", "Name the kingdom …", realm),
            Button("join:arms", "Coat of arms", Turn(ARMS)),
            Button("join:place", "Faction", Turn(PLACE)),
            Button("join:discard", "Begin anew", anew),
        ),
    )


def _blank_again(rules: Rules, claim: Claim) -> Claim:
    blank = blank_claim(rules)
    kept = {name: getattr(claim, name) for name in ("module", "faction", "place", "name")}
    return blank.but(**kept)


def _who(rules: Rules, claim: Claim) -> Iterator[Menu[Claim]]:
    """Race, alignment and temper."""
    content = content_of(rules)
    races = [Option(key, key.capitalize(), people_about(rules, key)) for key in content.peoples]
    yield _menu(rules, "race", "Race", races, claim.race)
    rows = [Option(key, key, doubling(content, key)) for key in content.alignments]
    yield _menu(rules, "alignment", "Alignment", rows, claim.alignment)
    tempers = [
        Option(row.temper, row.temper, TEMPERS.get(row.temper, ""))
        for row in content.heroes.tempers
    ]
    yield _menu(rules, "temper", "Temper", tempers, claim.temper)


def _menu(
    rules: Rules, field: str, about: str, options: Iterable[Option], chosen: str
) -> Menu[Claim]:
    def choose(values: tuple[str, ...]) -> Change[Claim]:
        return Change(lambda draft: changed(rules, draft, **{field: values[0]}))

    return Menu(f"join:{field}", about, list(options), choose, (chosen,))


# ---------------------------------------------------------------- abilities


def _spot(ability: str) -> FormPosition:
    return FormPosition(ABILITY, (ability,))


def ability_page(at: Progress[Claim]) -> Page[Claim]:
    """One ability: its points of aptitude, its levels of skill, and the way to the next."""
    rules, claim = at.rules, at.draft
    ability = cast("Ability", at.at.about[0])
    place = ABILITIES.index(ability)
    last = len(ABILITIES) - 1
    controls: list[Control] = [
        Menu(
            "join:ability",
            "Ability",
            list(_abilities(rules, claim)),
            lambda values: Turn(_spot(values[0])),
            (ability,),
        ),
        _points(rules, claim, ability),
    ]
    skill = _skill(rules, claim, ability)
    if len(skill.options) > 1:
        controls.append(skill)
    before, after = ABILITIES[max(0, place - 1)], ABILITIES[min(last, place + 1)]
    controls += [
        Button("join:before", "◀ Before", Turn(_spot(before)), disabled=place == 0),
        Button("join:after", "Next ▶", Turn(_spot(after)), disabled=place == last),
        Button("join:back", "Back to the King", Turn(KING), main=True),
    ]
    return Page(ability_card(rules, claim, ability), tuple(controls))


def _abilities(rules: Rules, claim: Claim) -> Iterator[Option]:
    content = content_of(rules)
    aptitude, skill = levels_of_king(content, choices_of(claim))
    for ability in ABILITIES:
        most = level_in(aptitude, ability)
        have = f": skill {level_in(skill, ability)} of {most}" if most else ""
        yield Option(ability, f"{NAMES[ability]}{have}", ABOUT[ability])


def _points(rules: Rules, claim: Claim, ability: Ability) -> Menu[Claim]:
    """As many points of aptitude as may still be spread."""
    content = content_of(rules)
    spent = claim.points.get(ability, 0)
    most = min(content.kings.aptitude_most, spent + points_left(content, choices_of(claim)))
    doubles = ability in content.alignments[claim.alignment].doubles
    options = [
        Option(
            str(points),
            number(points, "point") + " of aptitude",
            f"Doubled by the alignment: aptitude {min(HIGHEST, 2 * points)}"
            if doubles and points
            else "",
        )
        for points in range(most + 1)
    ]
    edit = partial(_spread, rules, "points", ability)
    chosen = (str(spent),)
    return Menu("join:points", "Aptitude", options, lambda v: Change(partial(edit, v[0])), chosen)


def _skill(rules: Rules, claim: Claim, ability: Ability) -> Menu[Claim]:
    """As many levels of skill as the aptitude allows and may still be spread."""
    content, choices = content_of(rules), choices_of(claim)
    known = claim.skill.get(ability, 0)
    aptitude = level_in(aptitude_of(content, choices), ability)
    left = known + levels_left(content, choices)
    most = max(known, min(content.kings.skill_most, aptitude, left))
    options = [Option(str(level), f"Skill {level}") for level in range(most + 1)]
    edit = partial(_spread, rules, "skill", ability)
    chosen = (str(known),)
    return Menu("join:skill", "Skill", options, lambda v: Change(partial(edit, v[0])), chosen)


def _spread(rules: Rules, field: str, ability: Ability, value: str, claim: Claim) -> Claim:
    """Spread points or levels anew; what another open form spent meanwhile is not spent twice."""
    content = content_of(rules)
    most = {
        "points": content.kings.aptitude_most,
        "skill": content.kings.skill_most,
    }[field]
    left = {"points": points_left, "skill": levels_left}[field]
    have = getattr(claim, field)
    level = min(int(value), most, have.get(ability, 0) + left(content, choices_of(claim)))
    return changed(rules, claim, **{field: with_level(have, ability, level)})
