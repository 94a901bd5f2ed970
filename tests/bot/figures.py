"""Figures that people read, by what they are of, so that none is told otherwise elsewhere.

A pattern says where a figure stands in a text. Its groups are named by what they count; `thing` is
what that is of, else it is what the text is about. `sum_` before a name adds up all its hits;
`game_` is of the whole game.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

_N: Final = r"\d[\d,]*"
_TURNS: Final = r"(?P<game_turns>\d+) turns? left, this one included"
_CITY: Final = rf"(?P<actions>{_N}) actions? left, (?P<people>{_N}) people"
_RECRUITS: Final = rf"(?:, (?P<recruits>{_N}) recruits?\b)?"
_PEOPLE: Final = rf"In all: (?P<people>{_N}) of"
_RACES: Final = rf"^• \w+: (?P<sum_{{}}>{_N})"
_STANDS: Final = (
    rf"(?P<rank>\d+)\. \**(?P<thing>[^*:\n]+?)(?: \(you\))?\**: (?P<points>{_N}) points?\b"
    rf"(?: \((?P<moved>{_N}) (?:more|fewer) than before\))?"
)
_REALM: Final = (
    rf"Provinces: (?P<provinces>{_N}) \(tax base (?P<tax>{_N})\)",
    rf"Armies: (?P<armies>{_N}) \((?P<standing>{_N}) in garrisons\)",
    rf"In the treasury: (?P<treasury>{_N}) gold",
    rf"Taxes: (?P<tax>{_N}) gold",
    rf"Left: (?P<saved>{_N}) gold",
    rf"− (?:Heroes|Armies): (?P<sum_pay>{_N}) gold",
)
_PHASES: Final = r"(?P<phases>\d) phases? free"

FIGURES: Final[Mapping[str, Sequence[str]]] = {
    "panel city, City": (
        _PEOPLE,
        rf"Actions left: (?P<actions>{_N}) of",
        rf"Garrison: (?:.+, )?(?P<garrison>{_N}) soldiers",
    ),
    "panel city, City: Population": (_RACES.format("people"),),
    "panel city, City: Recruits": (_RACES.format("recruits"),),
    "panel city, Garrison": (
        rf"In all: (?:.+, )?(?P<garrison>{_N}) soldiers",
        rf"^(?!.*: prisoner).*\((?P<sum_garrison>{_N}) [^()]*soldiers",
    ),
    "picture city": (_PEOPLE, rf"Actions left: (?P<actions>{_N}) of"),
    "panel growth": (
        rf"\*\*People\*\* · (?P<people>{_N})",
        rf"In all: {_N} to (?P<people>{_N})",
        rf"\*\*Recruits waiting\*\* · (?P<recruits>{_N})",
        rf"Waiting: {_N} to (?P<recruits>{_N})",
    ),
    "panel roster, Roster": (
        rf"🏰 \*\*(?P<thing>[^*]+)\*\*.*\n-# {_CITY}{_RECRUITS}",
        rf"• (?P<thing>[^:\n]+): (?P<soldiers>{_N}) [^\n]*soldiers\.",
        rf"• (?P<thing>[^:\n]+): [^\n]*, (?P<soldiers>{_N}) strong",
        r"• (?P<thing>[^:\n]+): [^\n]*\([^()]*, level (?P<level>\d+)\)",
        r"• (?P<thing>[^:\n]+): [^\n]*encounter level (?P<encounter>\d+)",
        rf"^• (?P<cities>{_N}) (?:city|cities), (?P<stacks>{_N}) stacks?",
        rf"^• \d+ cit[^\n]*?(?P<all_soldiers>{_N}) soldiers",
    ),
    "picture roster": (rf"(?:\. )(?P<thing>[^.();:]+) \(\d+,\d+; {_CITY}{_RECRUITS}",),
    "report Treasury": (rf"(?P<thing>[^;.\n]+) paid [^;]+; the treasury held (?P<treasury>{_N})",),
    "turn Cities": (
        rf"^\*\*(?P<thing>[^*]+)\*\* (?P<actions>{_N}) actions? left"
        rf"(?: \((?P<recruits>{_N}) recruits? waiting\))?",
    ),
    "panel unit, Unit": (
        rf"Soldiers: (?P<soldiers>{_N})$",
        r"encounter level (?P<encounter>\d+)",
        r"Counts as level: (?P<encounter>\d+)",
    ),
    "picture unit": (
        rf"Soldiers: (?P<soldiers>{_N});",
        r"Counts as level: (?P<encounter>\d+)",
    ),
    "panel stack, Stack": (
        rf"• (?P<thing>[^(\n]+?) \((?P<soldiers>{_N}) [^()\n]*soldiers",
        r"• (?P<thing>[^(\n]+?) \([^()\n]*, encounter level (?P<encounter>\d+)\)",
    ),
    "panel character, Character": (
        r"^• Level (?P<level>\d+)",
        r"encounter level (?P<encounter>\d+)",
        r"\((?P<phases>\d) of \d phases? free",
    ),
    "picture character": (
        r"turn \d+\. Level (?P<level>\d+)",
        r"\((?P<phases>\d) of \d phases? free",
    ),
    "panel standings, Standings": (_STANDS,),
    "panel goal": (_STANDS, _TURNS),
    "picture standings": (_STANDS,),
    "picture week": (
        r"Rank: (?P<rank>\d+) of",
        rf"Points: (?P<points>{_N})",
        rf"What you hold: Cities: (?P<cities>{_N})",
        rf"Stacks: (?P<stacks>{_N})",
        rf"Soldiers: (?P<all_soldiers>{_N})",
        rf"Gold: (?P<treasury>{_N})",
        rf"Armies: (?P<armies>{_N})",
        rf"What you hold: Provinces: (?P<provinces>{_N})",
    ),
    "turn goal": (
        r"stand (?P<rank>\d+)\. of",
        rf"with (?P<points>{_N}) points?",
        _TURNS,
    ),
    "panel kingdom": _REALM,
    "picture kingdom": _REALM,
    "panel armies": (
        rf"Armies: (?P<armies>{_N}) \({_N} (?:is|are) led, (?P<standing>{_N}) stands? in garr",
    ),
    "turn Treasury": (
        rf"^(?P<treasury>{_N}) gold now, (?P<tax>{_N}) of income, (?P<pay>{_N}) of pay: "
        rf"\*\*(?P<saved>{_N})\*\*",
    ),
    "panel timetable": (rf"\*\*(?P<thing>[^*]+)\*\*, [^\n]*: {_PHASES}",),
    "turn Characters": (r"^\*\*(?P<thing>[^*]+)\*\* has (?P<phases>\d) phases? left",),
}
"""Patterns by the places whose names begin so, or also by the heading below which they hold."""
_HEADED: Final = re.compile(r"^\*\*([^*\n]+)\*\*.*\n((?:•.*\n?)*)", re.MULTILINE)


class Figures:
    """What was read in one state of the game."""

    def __init__(self) -> None:
        self.told: dict[tuple[str, str, str], dict[int, set[str]]] = defaultdict(dict)
        """By reader, thing and what is counted: each number with where it stands."""
        self.alike: set[tuple[str, str, str]] = set()
        """Of what has the same name as something else of the same reader."""

    def read(self, reader: str, where: str, thing: str, text: str) -> None:
        """Note the figures in a text about a thing."""
        headed = {found[1]: found[2] for found in _HEADED.finditer(text)}
        for place, patterns in FIGURES.items():
            begins, _, heading = place.partition(": ")
            if not where.startswith(begins) or (heading and heading not in headed):
                continue
            sums: Counter[str] = Counter()
            for pattern in patterns:
                seen: set[tuple[str, str]] = set()
                for found in re.finditer(pattern, headed.get(heading, text), re.MULTILINE):
                    values = {name: value for name, value in found.groupdict().items() if value}
                    of = values.pop("thing", thing)
                    for name, value in values.items():
                        number = int(value.replace(",", ""))
                        if name.startswith("game_"):
                            self.note(reader, where, "the game", name.removeprefix("game_"), number)
                        elif name.startswith("sum_"):
                            sums[name.removeprefix("sum_")] += number
                        else:
                            self.note(reader, where, of, name, number)
                            if (of, name) in seen and of != thing:
                                self.alike.add((reader, of.replace("\\", ""), name))
                            seen.add((of, name))
            for name, number in sums.items():
                self.note(reader, where, thing, name, number)

    def note(self, reader: str, where: str, thing: str, what: str, number: int) -> None:
        """Note one figure."""
        key = reader, thing.replace("\\", ""), what
        self.told[key].setdefault(number, set()).add(where)

    def together(self, readers: Iterable[str], thing: str, what: str) -> int:
        """What each reader has of a thing, added up; of contradictions the first."""
        told = (self.told.get((each, thing, what), {0: set()}) for each in readers)
        return sum(next(iter(numbers)) for numbers in told)

    def contradictions(self) -> Iterator[str]:
        """Whatever has two numbers, and where each stands."""
        for key, numbers in self.told.items():
            if len(numbers) > 1 and key not in self.alike:
                reader, thing, what = key
                places = "; ".join(
                    f"{number:,} in {', '.join(sorted(where))}" for number, where in numbers.items()
                )
                yield f"{reader}: {what} of {thing}: {places}"

    def compared(self) -> int:
        """How many figures were read in more than one place."""
        return sum(
            len({where for each in numbers.values() for where in each}) > 1
            for numbers in self.told.values()
        )
