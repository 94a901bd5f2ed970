"""The picture of a forecast: who is likely to win, what becomes of whom, on what it rests."""

from typing import Final

from bot.faces.odds.facts import OddsFacts, OddsSide
from bot.faces.odds.texts import ends_told, told
from bot.faces.paint import palette
from bot.faces.paint.canvas import Box
from bot.faces.paint.card import Heading
from bot.faces.paint.palette import FactionLook
from bot.faces.paint.picture import Picture
from bot.faces.paint.shapes import emblem
from bot.faces.sheet.rows import BAR, LINE, bar, folded
from bot.faces.sheet.sheet import (
    GAP,
    HEAD,
    LEFT,
    PAD,
    RIGHT,
    TOP,
    Align,
    Sheet,
    alt_text,
    file_name,
)
from engine.battle import whole_percent

_SCALE: Final = 292  # the height of the panel with the chance
_TALL: Final = 60  # of the bar in it
_WIDE: Final = (RIGHT - LEFT - GAP) / 2  # of one of two panels side by side
_MOST: Final = 14  # fighters of a side
_WORDS: Final = 34  # a line of what it rests on


def draw_odds(facts: OddsFacts) -> Picture:
    """The card of a forecast."""
    rests = [
        line
        for words in (*facts.knowledge, *facts.guessed)
        for _, line in folded(words, RIGHT - LEFT - 2 * PAD)
    ]
    fighters = max(len(_shown(host)) for host in (facts.mine, facts.theirs))
    middle = HEAD + max(fighters, 1) * BAR + 10
    ends = ends_told(facts)
    panels = {"How it may end": ends} if ends else {}
    panels["What this rests on"] = rests
    lower = [HEAD + len(lines) * _WORDS + 14 for lines in panels.values()]
    sheet = Sheet(round(TOP + _SCALE + GAP + middle + GAP + sum(each + GAP for each in lower)))
    _draw_chances(sheet, facts)
    top = TOP + _SCALE + GAP
    attack = facts.mine.role == "attacks"
    titles = ("You attack", "They defend") if attack else ("You defend", "They attack")
    lefts = (LEFT, LEFT + _WIDE + GAP)
    for title, host, left in zip(titles, (facts.mine, facts.theirs), lefts, strict=True):
        _draw_host(sheet, title, host, (left, top, left + _WIDE, top + middle))
    top += middle + GAP
    for (title, lines), tall in zip(panels.items(), lower, strict=True):
        sheet.panel((LEFT, top, RIGHT, top + tall), title)
        for number, line in enumerate(lines):
            y = top + HEAD + number * _WORDS + 12
            wide = RIGHT - LEFT - 2 * PAD
            sheet.write(line, LEFT + PAD, y, 22, palette.COORDINATE, face="medium", width=wide)
        top += tall + GAP
    owner = facts.mine.owner
    shown = (
        FactionLook(owner.key, owner.name, owner.colour, emblem(owner.emblem)) if owner else None
    )
    heading = Heading("Odds", facts.place, facts.turn, shown)
    return sheet.picture(heading, file_name("odds", facts.title), odds_alt(facts))


def _draw_chances(sheet: Sheet, facts: OddsFacts) -> None:
    """The chance as a bar: what is mine at worst, what at best, and the likeliest between."""
    mine, theirs = facts.mine, facts.theirs
    sheet.panel((LEFT, TOP, RIGHT, TOP + _SCALE))
    left, right = LEFT + PAD, RIGHT - PAD
    wide = right - left
    sheet.write(facts.verdict, left, TOP + 50, 54, palette.WHITE, width=wide)
    ends: tuple[tuple[OddsSide, float, Align], ...] = (
        (mine, left, "left"),
        (theirs, right, "right"),
    )
    for host, x, align in ends:
        y, half = TOP + 106, wide / 2 - GAP
        sheet.write(host.name, x, y, 28, palette.PARCHMENT, align=align, width=half)
    top = TOP + 136
    bottom = top + _TALL
    low, high, likely = (left + wide * each for each in (mine.low, mine.high, mine.wins))
    sheet.box((left - 3, top - 3, right + 3, bottom + 3), palette.PARCHMENT)
    sheet.box((left, top, right, bottom), _paint(theirs))
    if likely > left:
        sheet.box((left, top, likely, bottom), _paint(mine))
    if likely < right:
        sheet.hatch((likely, top, right, bottom), palette.FRAME, 16)
    if not facts.exact:  # from the worst case to the best
        under = bottom + 22
        ends_of = ((low, under - 16), (low, under), (high, under), (high, under - 16))
        sheet.line(ends_of, palette.BRASS, 8)
    sheet.box((likely - 6, top - 12, likely + 6, bottom + 12), palette.FRAME)
    sheet.box((likely - 3, top - 12, likely + 3, bottom + 12), palette.WHITE)
    words = f"{facts.certainty}; still counting" if facts.counting else facts.certainty
    middle = (left + right) / 2
    paint = palette.PARCHMENT if facts.sure else palette.WHITE
    sheet.write(words, middle, bottom + 56, 32, paint, align="middle", width=wide)


def _paint(host: OddsSide) -> str:
    return palette.livery(host.owner.colour).colour if host.owner else palette.NEUTRAL


def _draw_host(sheet: Sheet, title: str, host: OddsSide, box: Box) -> None:
    """What each fighter of a side loses on average, as bars."""
    left, top, right, _ = box
    sheet.panel(box, title)
    y = top + HEAD
    for name, words, share in _shown(host):
        bar(sheet, left + PAD, y, right - left - 2 * PAD, (name, words), share, palette.DOWN)
        y += BAR
    if not host.prospects:
        sheet.write(
            "nobody whom you know of",
            left + PAD,
            y + LINE / 2,
            24,
            palette.MUTED,
            face="italic",
        )


def _shown(host: OddsSide) -> list[tuple[str, str, float]]:
    """Name, words and share lost of each, the last line for those who do not fit."""
    lines = [(each.name, told(each), each.lost) for each in host.prospects]
    if len(lines) <= _MOST:
        return lines
    rest = host.prospects[_MOST - 1 :]
    lost = sum(each.lost for each in rest) / len(rest)
    words = f"lose {whole_percent(lost)}% on average"
    return [*lines[: _MOST - 1], (f"and {len(rest)} more", words, lost)]


# ---------------------------------------------------------------- words for who cannot see it


def odds_alt(facts: OddsFacts) -> str:
    """What the picture shows, in the order shown."""
    hosts = (facts.mine, facts.theirs)
    chances = [f"{facts.verdict} that {facts.mine.name} {facts.does}."]
    chances += [f"{end}." for end in ends_told(facts)]
    each = ["; ".join(f"{name} {words}" for name, words, _ in _shown(host)) for host in hosts]
    fates = [
        f"Of {host.name}: {words or 'nobody known'}."
        for host, words in zip(hosts, each, strict=True)
    ]
    return alt_text(
        (
            f"{facts.title[:1].upper()}{facts.title[1:]}, {facts.place}, turn {facts.turn}.",
            *chances,
            f"{facts.certainty.capitalize()}.",
            *fates,
            *facts.knowledge,
            *facts.guessed,
        )
    )
