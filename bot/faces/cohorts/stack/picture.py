"""The picture of a stack: who is in it, and how far and fast it goes in each way of moving."""

from typing import Final

from bot.faces.cohorts.heading import heading
from bot.faces.cohorts.stack.array import draw_array, in_slots, tall_of_array
from bot.faces.cohorts.stack.facts import (
    NOBODY_ABLE,
    UNKNOWN,
    MemberFacts,
    PaceFacts,
    StackFacts,
    StackInside,
    outside,
)
from bot.faces.paint import palette
from bot.faces.paint.picture import Picture
from bot.faces.sheet.outside import outside_sheet
from bot.faces.sheet.rows import LINE, as_large, bar, cut, entries, folded, pair
from bot.faces.sheet.sheet import GAP, HEAD, LEFT, PAD, RIGHT, TOP, Sheet, alt_text, file_name
from bot.faces.words.figures import amount
from bot.faces.words.text import number

_MEMBERS: Final = 12
_MOVERS: Final = 5
_ROOM: Final = RIGHT - LEFT - 2 * PAD
_WORDS: Final = 62  # of the sentence under a bar


def draw_stack(facts: StackFacts) -> Picture:
    """The card of a stack as far as its asker knows it."""
    inside = facts.inside
    sheet = _own(facts, inside) if inside else outside_sheet(outside(facts), UNKNOWN)
    where = facts.where
    subtitle = ", ".join(filter(None, (facts.type, where.at)))
    name = file_name("stack", facts.name, f"turn-{where.turn}")
    return sheet.picture(heading(facts.name, subtitle, where), name, stack_alt(facts))


def _own(facts: StackFacts, inside: StackInside) -> Sheet:
    members = cut([_member(each) for each in facts.members], _MEMBERS, "Overview")
    upper = HEAD + max(len(members), 1) * LINE + 14
    talls = [_tall(pace) for pace in inside.paces]
    foot = _foot(facts, inside)
    lower = 40 + len(foot) * LINE
    array = tall_of_array(facts)
    whole = TOP + array + upper + GAP + sum(tall + GAP for tall in talls) + lower + GAP
    sheet = Sheet(round(whole))
    draw_array(sheet, facts, TOP)
    top = TOP + array
    note = f"encounter level {inside.encounter}" if inside.encounter else ""
    sheet.panel((LEFT, top, RIGHT, top + upper), facts.muster or "Empty", note)
    entries(sheet, LEFT + PAD, top + HEAD + LINE / 2, _ROOM, members or [("", "Nobody is in it.")])
    top += upper + GAP
    for pace, tall in zip(inside.paces, talls, strict=True):
        _draw_pace(sheet, pace, top, tall)
        top += tall + GAP
    sheet.panel((LEFT, top, RIGHT, top + lower))
    entries(sheet, LEFT + PAD, top + 38, _ROOM, foot)
    return sheet


def _member(each: MemberFacts) -> tuple[str, str]:
    level = f"encounter level {each.level}" if each.level else ""
    return each.name, ", ".join(filter(None, (each.described, level, each.state)))


def _tall(pace: PaceFacts) -> float:
    hold = LINE if pace.hold else 0
    return HEAD + 46 + _WORDS + min(len(pace.movers), _MOVERS) * LINE + hold


def _draw_pace(sheet: Sheet, pace: PaceFacts, top: float, tall: float) -> None:
    """Points left as a bar, why it is so slow, and who moves how fast, the slowest first."""
    reach = f"{number(pace.reached, 'province')} in reach"
    sheet.panel((LEFT, top, RIGHT, top + tall), f"By {pace.mode}", reach)
    x, y = LEFT + PAD, top + HEAD
    share = float(pace.left / pace.rate) if pace.rate else 0.0
    words = "Points left", f"{amount(pace.left)} of {amount(pace.rate)}"
    bar(sheet, x, y, _ROOM, words, share, palette.BRASS)
    y += 46 + 22
    sheet.write(
        pace.why,
        x,
        y,
        as_large(pace.why, "italic", (26, 24, 22), _ROOM),
        palette.COORDINATE,
        face="italic",
        width=_ROOM,
    )
    y += 42
    for mover in pace.movers[:_MOVERS]:
        load = f"bears {amount(mover.load)} of {amount(mover.capacity)}"
        note = load if mover.load or mover.capacity else ""
        made = ", ".join(f"{change} {source}" for source, change in mover.figure.shares)
        note = f"{made}; {note}" if note else made
        pair(sheet, x, y, _ROOM, (mover.name, mover.figure.value), note)
        y += LINE
    if pace.hold:
        hold = pace.hold
        aboard = (
            f"troops {amount(hold.troop_load)} of {amount(hold.troop_capacity)}, "
            f"cargo {amount(hold.cargo_load)} of {amount(hold.cargo_capacity)}"
        )
        entries(sheet, x, y, _ROOM, [("Aboard", aboard)])


def _foot(facts: StackFacts, inside: StackInside) -> list[tuple[str, str]]:
    where = facts.where
    held = ", ".join(f"{count:,} × {name}" for name, count in inside.possessions)
    lines = [("Place", f"{where.at}, {where.ground}" if where.ground else where.at)]
    if inside.paces and inside.used:
        lines.append(("Used", f"{amount(inside.used * 100)}% of its movement"))
    if inside.encounter:
        lines.append(("Action", inside.acted or "not used yet"))
    if held:
        lines.append(("Carries", held))
    if not inside.paces:
        lines.insert(1, ("Movement", "nothing in it moves by itself"))
    if inside.spells:
        lines.append(("Under", ", ".join(each.name for each in inside.spells)))
    if where.message:
        lines += folded(f"“{where.message}”", _ROOM, 2)
    return lines


# ---------------------------------------------------------------- words for who cannot see it


def stack_alt(facts: StackFacts) -> str:
    """What the picture shows, in the order shown."""
    where, inside = facts.where, facts.inside
    owner = f" of {where.owner.name}" if where.owner else ""
    parts = [f"{facts.name}, {facts.type or 'stack'}{owner}, {where.at}, turn {where.turn}."]
    if inside is None:
        parts += [f"{title}: {text}." for title, text in outside(facts)]
        return alt_text([*parts, UNKNOWN])
    parts.append(f"Encounter level {inside.encounter}." if inside.encounter else NOBODY_ABLE)
    parts += [f"In slot {each.slot}: {each.name}." for each in in_slots(facts)]
    for pace in inside.paces:
        parts.append(
            f"By {pace.mode} {amount(pace.left)} of {amount(pace.rate)} points left, "
            f"{number(pace.reached, 'province')} in reach. {pace.why}"
        )
    parts += [f"{name}: {words}." for name, words in map(_member, facts.members)]
    return alt_text(
        parts + [f"{title}: {words}." for title, words in _foot(facts, inside) if title]
    )
