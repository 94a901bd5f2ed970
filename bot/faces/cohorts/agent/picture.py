"""The picture of an agent: whom it serves, its skills, and what it can try with which chance."""

from typing import Final

from bot.faces.cohorts.agent.facts import UNKNOWN, AgentFacts, AgentInside, Errand, outside
from bot.faces.cohorts.heading import heading
from bot.faces.paint import palette
from bot.faces.paint.picture import Picture
from bot.faces.sheet.outside import outside_sheet
from bot.faces.sheet.rows import LINE, entries, folded, pair
from bot.faces.sheet.sheet import GAP, HEAD, LEFT, PAD, RIGHT, TOP, Sheet, alt_text, file_name

_ROOM: Final = RIGHT - LEFT - 2 * PAD
_COLUMN: Final = _ROOM / 2 - PAD  # of skills, which stand in two
_STATE: Final = 190  # pixels of the panel with its sign


def draw_agent(facts: AgentFacts) -> Picture:
    """The card of an agent as far as its asker knows it."""
    inside = facts.inside
    sheet = _own(facts, inside) if inside else outside_sheet(outside(facts), UNKNOWN)
    where = facts.where
    name = file_name("agent", facts.name, f"turn-{where.turn}")
    return sheet.picture(heading(facts.name, facts.what, where), name, agent_alt(facts))


def _own(facts: AgentFacts, inside: AgentInside) -> Sheet:
    """Its sign and service above, then its skills, its errands, and a foot."""
    skills = [(each.name, str(each.level)) for each in inside.skills]
    rows = -(-max(len(skills), 1) // 2)
    body, tries = _tall(rows), _tall(2 * len(inside.errands))
    foot = _foot(facts, inside)
    lowest = TOP + _STATE + body + tries + 3 * GAP
    sheet = Sheet(round(lowest + 40 + len(foot) * LINE + GAP))
    _draw_state(sheet, facts, inside)
    top = TOP + _STATE + GAP
    sheet.panel((LEFT, top, RIGHT, top + body), "Skills")
    for number, words in enumerate(skills or [("No skill", "")]):
        column, row = divmod(number, rows)
        x = LEFT + PAD + column * (_COLUMN + 2 * PAD)
        pair(sheet, x, top + HEAD + LINE / 2 + row * LINE, _COLUMN, words)
    top += body + GAP
    sheet.panel((LEFT, top, RIGHT, top + tries), "What it can try")
    lines = [line for each in inside.errands for line in _errand(each)]
    none = [("", "It has the skill for none of the orders of agents.")]
    entries(sheet, LEFT + PAD, top + HEAD + LINE / 2, _ROOM, lines or none)
    sheet.panel((LEFT, lowest, RIGHT, lowest + 40 + len(foot) * LINE))
    entries(sheet, LEFT + PAD, lowest + 38, _ROOM, foot)
    return sheet


def _tall(rows: int) -> float:
    return HEAD + max(rows, 1) * LINE + 14


def _draw_state(sheet: Sheet, facts: AgentFacts, inside: AgentInside) -> None:
    """Race and level at the left, action and service at the right."""
    sheet.panel((LEFT, TOP, RIGHT, TOP + _STATE))
    middle = TOP + _STATE / 2
    sheet.icon(facts.icon, LEFT + PAD + 70, middle - 22, 104, palette.PARCHMENT)
    sheet.write(
        f"level {inside.level}", LEFT + PAD + 70, middle + 62, 34, palette.BRASS, align="middle"
    )
    x = LEFT + PAD + 190
    sheet.dots(x, middle - 34, inside.actions, 1)
    acts = "has an action left" if inside.actions else "has acted this turn"
    sheet.write(acts, x + 44, middle - 34, 28, palette.PARCHMENT, face="medium")
    serves = f"in the service of {inside.serves}" if inside.serves else "in nobody's service"
    sheet.write(serves, x, middle + 20, 24, palette.MUTED, face="medium", width=RIGHT - PAD - x)


def _errand(each: Errand) -> tuple[tuple[str, str], tuple[str, str]]:
    return (
        (f"/{' '.join(each.path)}", f"{each.skill} {each.level}, {each.where}"),
        ("", each.odds),
    )


def _foot(facts: AgentFacts, inside: AgentInside) -> list[tuple[str, str]]:
    where = facts.where
    carried = ", ".join(f"{count:,} × {name}" for name, count in inside.possessions)
    lines = [
        ("Place", f"{where.at}, {where.ground}" if where.ground else where.at),
        ("Moves", _moves(inside)),
        ("Carries", carried or "nothing"),
    ]
    if where.message:
        lines += folded(f"“{where.message}”", _ROOM, 2)
    return lines


def _moves(inside: AgentInside) -> str:
    rates = ", ".join(f"{each.value} points {each.name.lower()}" for each in inside.travel)
    how = "with its stack" if inside.stack else "only once it is in a stack"
    return f"{how}; alone {rates or 'not at all'}"


# ---------------------------------------------------------------- words for who cannot see it


def agent_alt(facts: AgentFacts) -> str:
    """What the picture shows, in the order shown."""
    where, inside = facts.where, facts.inside
    owner = f" of {where.owner.name}" if where.owner else ""
    parts = [f"{facts.name}, {facts.what}{owner}, {where.at}, turn {where.turn}."]
    if inside is None:
        parts += [f"{title}: {text}." for title, text in outside(facts)]
        return alt_text([*parts, UNKNOWN])
    acts = "has an action left" if inside.actions else "has acted this turn"
    parts.append(f"Level {inside.level}; it {acts}; it serves {inside.serves or 'nobody'}.")
    named = [f"{each.name} {each.level}" for each in inside.skills]
    parts.append(f"Skills: {', '.join(named) or 'none'}.")
    parts += [f"/{' '.join(each.path)}, {each.where}: {each.odds}." for each in inside.errands]
    return alt_text(
        parts + [f"{title}: {words}." for title, words in _foot(facts, inside) if title]
    )
