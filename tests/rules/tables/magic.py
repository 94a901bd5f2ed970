"""Strategic spells: level, side, targets, reach, and when they can be cast again."""

from collections.abc import Callable
from typing import Any

from engine.module.names import key_of
from engine.packs.cohorts.content import Content, Spell
from tests.rules.ledger import BOOK
from tests.rules.tables import MAKERS, Compared, Rows, table

_HOW_OFTEN = [
    "any time",
    "once per turn",
    "every other turn",
    "once per month",
    "once per quarter",
    "every other quarter",
    "once per year",
    "once in the game",
]


@table("cohorts.magic.spell-frequency")
def frequency(rows: Rows, content: Content) -> Compared:
    told = [(row["spell_level"], row["limit"], row["ready_after"].split(" (")[0]) for row in rows]
    made: list[tuple[int, str, str]] = []
    for level, wait in enumerate(content.spell_rules.frequency, start=1):
        ready = "at once"
        for number, word in ((wait.weeks, "weekly"), (wait.months, "monthly")):
            if number:
                ready = f"{number} {word} production{'s' * (number > 1)}"
        made.append((level, _HOW_OFTEN[level - 1], "never" if wait.once else ready))
    return told, made


def _reach(spell: Spell) -> str:
    reach = spell.reach
    return f"{reach.per_heroic_level}*HL" if reach.per_heroic_level else "here"


def _told_reach(text: str) -> str:
    first = str(text).split()[0]
    return first if first.endswith("*HL") else "here"


def _mana(text: object) -> int:
    return int(str(text)) if str(text).isdigit() else 0


def _ends(told: str) -> str:
    """How long the book says that a spell lasts, in the module's words."""
    if told.startswith("monthly"):
        return "month"
    if told.startswith("never"):
        return "ever"
    return "turn" if "end of the turn" in told else "moment"


def _of(key: str) -> Callable[[dict[str, Any], Content], Compared]:
    """Compares the table of one spell with its row of the module."""

    def compare(told: dict[str, Any], content: Content) -> Compared:
        spell = next(s for s in content.spells.values() if key_of(s.key) == key_of(key))
        often = _HOW_OFTEN[spell.level - 1].removesuffix("any time")
        return (
            told["level"],
            told["family"],
            told["side"].split()[0],
            _told_reach(told["range"]),
            _mana(told["mana_per_extra_province"]),
            _ends(told["ends"]),
            told["frequency"].startswith(often),
        ), (
            spell.level,
            spell.family,
            spell.side,
            _reach(spell),
            spell.reach.mana_per_province,
            spell.lasts,
            True,
        )

    return compare


for _rule in BOOK.ids:
    if _rule.startswith("cohorts.spell."):
        MAKERS[_rule] = _of(_rule.removeprefix("cohorts.spell."))
