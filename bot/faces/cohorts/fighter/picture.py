"""The picture of a character or military unit: its state, figures, gear and skills on one card."""

from typing import Final

from bot.faces.cohorts.fighter.facts import FighterFacts, Hero, Inside, outside
from bot.faces.cohorts.fighter.skills import learned
from bot.faces.cohorts.heading import heading
from bot.faces.paint import palette
from bot.faces.paint.picture import Picture
from bot.faces.sheet.outside import outside_sheet
from bot.faces.sheet.rows import BAR, LINE, bar, cut, entries, folded, pair
from bot.faces.sheet.sheet import GAP, HEAD, LEFT, PAD, RIGHT, TOP, Sheet, alt_text, file_name
from bot.faces.words.figures import Figure, amount

_WIDE: Final = (RIGHT - LEFT - GAP) / 2  # of one of two panels side by side
_RIGHT: Final = LEFT + _WIDE + GAP
_ROOM: Final = _WIDE - 2 * PAD
_RATINGS: Final = 12
_SKILLS: Final = 10
_GEAR: Final = 14  # lines
_SHOWN: Final = 6  # talents and spells


def draw_fighter(facts: FighterFacts) -> Picture:
    """The card of a character or unit as far as its asker knows it."""
    inside = facts.inside
    sheet = _own(facts, inside) if inside else outside_sheet(outside(facts), facts.caveat)
    where = facts.where
    name = file_name(facts.kind, facts.name, f"turn-{where.turn}")
    title = heading(facts.name, facts.what, where)
    return sheet.picture(title, name, fighter_alt(facts))


def _own(facts: FighterFacts, inside: Inside) -> Sheet:
    """Bars above, two columns of two panels each, and a foot."""
    hero = inside.hero
    upper = 40 + (4 if hero else 3) * BAR
    body = [_attribute(each) for each in hero.attributes] if hero else _troop(facts, inside)
    gear = _gear(inside) or [("", "nothing")]
    ratings = cut([(each.name, each.value) for each in inside.ratings], _RATINGS, "Ratings")
    ratings += [(each.name, each.value) for each in inside.travel]
    traits = (_skills(hero) if hero else _talents(inside)) or [("", "none")]
    foot = _foot(facts, inside)
    columns = [_tall(len(body)), _tall(len(gear))], [_tall(len(ratings)), _tall(len(traits))]
    middle = max(map(sum, columns))
    for column in columns:
        column[1] += middle - sum(column)
    lowest = TOP + upper + GAP + middle + 2 * GAP
    end = lowest + 40 + len(foot) * LINE
    sheet = Sheet(round(end + GAP))
    _draw_state(sheet, facts, inside, TOP, upper)
    top = TOP + upper + GAP
    title = "Attributes" if hero else "Soldiers"
    y = _panel(sheet, LEFT, top, columns[0][0], title)
    for number, each in enumerate(body):
        pair(sheet, LEFT + PAD, y + number * LINE, _ROOM, (each[0], each[1]), each[2])
    y = _panel(sheet, LEFT, top + columns[0][0] + GAP, columns[0][1], "Gear")
    entries(sheet, LEFT + PAD, y, _ROOM, gear)
    y = _panel(sheet, _RIGHT, top, columns[1][0], "Ratings and movement")
    for number, (name, value) in enumerate(ratings):
        pair(sheet, _RIGHT + PAD, y + number * LINE, _ROOM, (name, value))
    title = "Skills" if hero else "Talents"
    y = _panel(sheet, _RIGHT, top + columns[1][0] + GAP, columns[1][1], title)
    entries(sheet, _RIGHT + PAD, y, _ROOM, traits)
    sheet.panel((LEFT, lowest, RIGHT, end))
    entries(sheet, LEFT + PAD, lowest + 38, RIGHT - LEFT - 2 * PAD, foot)
    return sheet


def _tall(rows: int) -> float:
    return HEAD + max(rows, 1) * LINE + 14


def _panel(sheet: Sheet, x: float, top: float, tall: float, title: str) -> float:
    """One of two panels side by side; gives the middle of its first row."""
    sheet.panel((x, top, x + _WIDE, top + tall), title)
    return top + HEAD + LINE / 2


def _draw_state(sheet: Sheet, facts: FighterFacts, inside: Inside, top: float, tall: float) -> None:
    """Race and level at the left, bars at the right."""
    sheet.panel((LEFT, top, RIGHT, top + tall))
    middle = top + tall / 2
    sheet.icon(facts.icon, LEFT + PAD + 70, middle - 26, 120, palette.PARCHMENT)
    sheet.write(
        f"level {inside.level}", LEFT + PAD + 70, middle + 66, 34, palette.BRASS, align="middle"
    )
    x, wide = LEFT + PAD + 190, RIGHT - LEFT - 2 * PAD - 190
    span = max(inside.next_xp - inside.from_xp, 1)
    bars = [
        (
            ("Experience", f"{inside.xp:,} of {inside.next_xp:,}"),
            (inside.xp - inside.from_xp) / span,
            palette.BRASS,
        ),
        (
            ("Health", f"{amount(100 - inside.wounds)}%"),
            float(100 - inside.wounds) / 100,
            palette.UP if inside.wounds < 50 else palette.DOWN,
        ),
        (
            ("Morale", f"{amount(inside.morale)}%"),
            float(inside.morale) / 100,
            palette.BAR if inside.morale >= 50 else palette.DOWN,
        ),
    ]
    if inside.hero:
        mana, most = inside.hero.mana, inside.hero.most_mana
        bars.append((("Mana", f"{mana} of {most}"), mana / max(most, 1), palette.RIVER))
    for number, (words, share, paint) in enumerate(bars):
        bar(sheet, x, top + 20 + number * BAR, wide, words, share, paint)


def _attribute(each: Figure) -> tuple[str, str, str]:
    """An attribute, with what changes its bare value."""
    bare = each.shares[0][1]
    note = ", ".join(f"{change} {source}" for source, change in each.shares[1:])
    return each.name, each.value if each.value == bare else f"{bare} → {each.value}", note


def _troop(facts: FighterFacts, inside: Inside) -> list[tuple[str, str, str]]:
    return [
        ("Soldiers", f"{facts.soldiers:,}", ""),
        ("Encounter level", str(inside.encounter), ""),
        ("Battle slot", str(inside.slot or "none"), inside.directive),
        ("Talents", f"{len(inside.talents)} of {inside.talent_slots}", ""),
    ]


def _gear(inside: Inside) -> list[tuple[str, str]]:
    lines: list[tuple[str, str]] = []
    for each in inside.gear:
        lines.append((each.name, each.place))
        if each.gives:
            lines.append(("", "; ".join(each.gives)))
    return cut(lines, _GEAR, "Gear")


def _talents(inside: Inside) -> list[tuple[str, str]]:
    return cut([(each.name, each.text) for each in inside.talents], _SHOWN, "Overview")


def _skills(hero: Hero) -> list[tuple[str, str]]:
    lines = [
        (f"{each.name} {each.effective}", f"{each.kind}, bare {each.bare} of {each.cap}")
        for each in sorted(learned(hero.skills), key=lambda skill: -skill.effective)
    ]
    return cut(lines, _SKILLS, "Skills")


def _foot(facts: FighterFacts, inside: Inside) -> list[tuple[str, str]]:
    """Where it is, what lies on it, what is left to do."""
    where, hero = facts.where, inside.hero
    state = ", ".join(
        filter(
            None,
            (
                inside.state,
                *(f"{s.name} ({s.text})" if s.text else s.name for s in inside.statuses),
            ),
        )
    )
    lines = [("Place", f"{where.at}, {where.ground}" if where.ground else where.at)]
    if state:
        lines.append(("State", state))
    if inside.spells:
        lines.append(("Under", ", ".join(each.name for each in inside.spells)))
    if hero:
        acts = "has its action" if hero.actions else "has acted"
        points = [f"{hero.skill_points} skill", f"{hero.attribute_points} attribute"]
        lines.append(("Action", f"{acts}; points to spend: {', '.join(points)}"))
        if inside.talents:
            lines.append(("Talents", ", ".join(each.name for each in inside.talents)))
        if hero.spells:
            lines.append(("Spells", ", ".join(each.name for each in hero.spells)))
        if hero.titles:
            lines.append(("Titles", ", ".join(each.name for each in hero.titles)))
    if where.message:
        lines += folded(f"“{where.message}”", RIGHT - LEFT - 2 * PAD, 2)
    return lines


# ---------------------------------------------------------------- words for who cannot see it


def fighter_alt(facts: FighterFacts) -> str:
    """What the picture shows, the figures themselves in the order shown."""
    where, inside = facts.where, facts.inside
    owner = f" of {where.owner.name}" if where.owner else ""
    parts = [f"{facts.name}, {facts.what}{owner}, {where.at}, turn {where.turn}."]
    if inside is None:
        parts += [f"{title}: {text}." for title, text in outside(facts)]
        return alt_text([*parts, facts.caveat])
    if facts.soldiers:
        parts.append(f"Soldiers {facts.soldiers:,}.")
    parts.append(
        f"Level {inside.level}, XP {inside.xp:,} of {inside.next_xp:,}. Health "
        f"{amount(100 - inside.wounds)}%, morale {amount(inside.morale)}%."
    )
    hero = inside.hero
    if hero:
        parts.append(f"Mana {hero.mana} of {hero.most_mana}.")
        parts.append(f"{', '.join(f'{each.name} {each.value}' for each in hero.attributes)}.")
    figures = [f"{each.name} {each.value}" for each in (*inside.ratings, *inside.travel)]
    if figures:
        parts.append(f"{', '.join(figures)}.")
    parts.append(f"Gear: {', '.join(each.name for each in inside.gear) or 'nothing'}.")
    if hero:
        named = [f"{each.name} {each.effective}" for each in learned(hero.skills)]
        parts.append(f"Skills: {', '.join(named) or 'none'}.")
    else:
        parts.append(f"Talents: {', '.join(t.name for t in inside.talents) or 'none'}.")
    return alt_text(
        parts + [f"{title}: {words}." for title, words in _foot(facts, inside) if title]
    )
