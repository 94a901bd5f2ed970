"""Whatever people read is in whole words, and no figure is told otherwise elsewhere.

Everything that is told in a game of every system is read. Each pattern is of what a program writes
and a person would not; which figures are compared stands in `tests.bot.figures`. The soak plays
longer games.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from data import FOLDER
from engine.module import load
from engine.packs import Rules
from tests.bot.heard import HeardGame, hear
from tests.bot.kept_game import kept_file

MODULES = ("cohorts", "warlords", "kingdoms", "warmaster")
"""One of every system."""
FAULTS = {
    "an internal key": r"(?<![/`\w])[a-z]+_[a-z_]+\b",
    "the id of a rule": r"\b(?:cohorts|warlords|kingdoms|warmaster|common)\.[a-z]+[.-]",
    "an order as a sheet has it": r"\bnew:k\d|\b(?!https?:)[a-z_]{2,}:(?=[\w\"“])",
    "a name that nobody would give": r"\b[A-Z][a-z]+ \d+-\d+\b|\bof turn \d",
    "a province by its number": r"\b(?:at|of|with|on|by) Province \d",
    "an abbreviation": (  # but for those in the names of spells
        r"(?<!Increase )(?<!Decrease )"
        r"\b(?:STR|DEX|CON|INT|WIS|CHA|HP|AF|DF|POW|RES|MAR|SAR|TL|XP|EL)\b"
    ),
    "a word of Python's": r"\b(?:None|True|False)\b|\bobject at 0x|\{\w*\}|\b[A-Z]\w+\(\w+=",
    "a place in a row as a number": r"\b\d+\. of \d",
    "a thing by its number": r": (?:agent|character|stack|unit) \d+,",
    "nothing told as something": r"\bhad nothing;|: nothing;|\b0 provinces here|against 100%",
    "a name that a program gives": r"\b(?:Foot|Horse|Shots) \d+-\d|\bWork \d+ of turn \d",
    "what would be as if it had been": r"\bwould [^.]*, and came\b",
    "two blanks": r"(?<=\w)  +(?=\w)",
    "marks that do not belong together": (
        r" [.,;!?](?=\s|$)|\( |(?<!\.)\.\.(?!\.)|[!?]\.|,\.|\.;|[.!?]”\.|• -"
        r"|\(\)|“”|\*\*\*\*|, ,|,,|:\.(?=\s|$)"
    ),
    "a wrong number": (
        r"\b(?:no|[2-9]|\d\d+) [a-z]+s was\b|\bwas (?:no )?(?:enemy )?(?:troops|soldiers)\b"
        r"|(?<![+.,\d])\b1 (?:actions|armies|battles|bodies|characters|cities|gems|hits|items|"
        r"levels|orders|people|phases|pieces|points|prisoners|provinces|quests|recruits|slots|"
        r"soldiers|spells|stacks|stands|titles|turns|units|votes|wagons|weeks)\b"
    ),
    "a wrong article": (
        r"\ba (?:[aeio]\w+)\b(?<!one)(?<!once)|\ban (?:uni|use|eu)"
        r"|\b(the|an|of|to|in|was|and) \1\b"
    ),
}
"""What must be found nowhere, by what it is."""
_TABLE = re.compile(r"```.*?```", re.DOTALL)


def faults(texts: dict[str, str]) -> list[str]:
    """What is wrong with texts, by the place where each stands."""
    found: list[str] = []
    for text, where in texts.items():
        read = _TABLE.sub("", text) if not where.startswith("account") else text
        read = read.replace("\\", "")  # before what Discord would take for a mark
        for what, pattern in FAULTS.items():
            if what == "two blanks" and where.startswith("account"):
                continue  # it is set in columns
            for fault in re.finditer(pattern, read):
                around = read[max(0, fault.start() - 50) : fault.end() + 40]
                found.append(f"{where}: {what}: …{around}…")
        if where.startswith("event") and not re.search(r"[.!?…)”\"*]$", text.strip()):
            found.append(f"{where}: half a sentence: {text[-80:]}")
    return found


@pytest.mark.parametrize("module", MODULES)
def test_all_that_is_told_of_a_short_game_is_in_whole_words(module: str, tmp_path: Path) -> None:
    heard = hear(Rules.of(load(module, [FOLDER / "modules"])), tmp_path, turns=3, most=1)
    assert len(heard.texts) > 500
    assert faults(heard.texts) == []
    assert heard.figures.compared() > 40
    assert list(heard.figures.contradictions()) == []


@pytest.mark.soak
@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("number", [2, 3])
def test_everything_that_is_told_of_a_long_game_is_in_whole_words(
    module: str, number: int, tmp_path: Path
) -> None:
    rules = Rules.of(load(module, [FOLDER / "modules"]))
    heard = hear(rules, tmp_path, turns=12, most=4, number=number)
    assert faults(heard.texts) == []


@pytest.mark.soak
@pytest.mark.parametrize("module", MODULES)
def test_no_figure_contradicts_another_in_fifty_turns(module: str, tmp_path: Path) -> None:
    """All panels of all players are read every fifth turn."""
    rules = Rules.of(load(module, [FOLDER / "modules"]))
    game = HeardGame(rules, *asyncio.run(kept_file(rules, tmp_path)), tries=1)
    for turn, _ in enumerate(game.turns(50), start=1):
        if turn % 5 == 0:
            game.look_around(most=2)
            assert list(game.figures.contradictions()) == [], turn
