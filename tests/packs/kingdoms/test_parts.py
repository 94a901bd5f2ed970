"""The parts of Kingdoms that a module may switch on alone, in the world of Cohorts."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.battle import BATTLE
from engine.dice import Seed, SeededDice
from engine.module.load import check, load
from engine.packs import Rules
from engine.packs.cohorts.pieces.records import Character
from engine.packs.kingdoms.battle.happenings import Dueled, LeaderEnded
from engine.packs.kingdoms.battle.on_cohorts.system import CohortsLineBattles
from engine.packs.kingdoms.bouts.contest import BOUT, end_of, fighters
from engine.packs.kingdoms.bouts.on_cohorts.dueling import Champions
from engine.packs.kingdoms.bouts.on_cohorts.planning import Tactics
from engine.packs.kingdoms.bouts.on_cohorts.system import lore
from tests.packs.kingdoms.battle.test_iron_lines import meeting
from tests.rules.scene import MODULES

PARTS = {
    "kingdoms.battle": ("army_types", "army_races", "grounds", "columns"),
    "kingdoms.bouts": (
        "beings", "charms", "artifacts", "hoards", "sites", "wandering", "meetings",
    ),
    "kingdoms.arts": ("arts", "casting", "workings"),
}  # fmt: skip
TOGETHER = [("kingdoms.battle",), ("kingdoms.bouts",), ("kingdoms.arts",), tuple(PARTS)]


def module_of(folder: Path, parts: tuple[str, ...]) -> Path:
    """A module of the world of Cohorts with these parts of Kingdoms."""
    here = folder / "parts"
    here.mkdir()
    takes = dict.fromkeys(table for part in parts for table in PARTS[part])
    packs = ", ".join(f'"{each}"' for each in ("cohorts", *parts))
    taken = ", ".join(f'"{each}"' for each in takes)
    text = f'[meta]\ntitle = "Parts"\nversion = "1.0"\nextends = "cohorts"\npacks = [{packs}]\n'
    text += f"takes = {{ kingdoms = [{taken}] }}\n"
    (here / "module.toml").write_text(text, encoding="utf-8")
    return here


@pytest.mark.rule("kingdoms.mapping.packs")
@pytest.mark.parametrize("parts", TOGETHER)
def test_each_part_can_be_switched_on_alone(tmp_path: Path, parts: tuple[str, ...]) -> None:
    here = module_of(tmp_path, parts)
    faults = check(here, [tmp_path, MODULES])
    assert faults == [], faults
    module = load("parts", [tmp_path, MODULES])
    rules = Rules.of(module)
    assert isinstance(rules.contests[BATTLE], CohortsLineBattles) == ("kingdoms.battle" in parts)
    assert (BOUT in rules.contests) == ("kingdoms.bouts" in parts)
    if "kingdoms.bouts" in parts:
        assert bool(lore(module).arts) == ("kingdoms.arts" in parts)


def dueled(number: int, *, plan: tuple[str, ...] = ("ME",)) -> tuple[Dueled, int, int, bool]:
    """The result of the champions' meeting, both champions' wounds, and whether one is dead."""
    scene, clash = meeting()
    people = {each.name: each for each in scene.world.all(Character)}
    scene.change(people["Grim"], ext=Tactics(plan=plan))
    contest = scene.rules.contests[BATTLE]
    assert isinstance(contest, CohortsLineBattles)
    assert isinstance(contest.duels, Champions)
    state = scene.state(SeededDice(Seed(bytes([number]) * 32), 1))
    dice = state.stream("test", "battle")
    record = contest.fight(*contest.muster(state, clash), dice, clash)
    contest.aftermath(state, record)
    duels = record.engagements[:-1]
    assert len(duels) == (plan == ("ME",))
    [told] = [each for each in record.engagements[-1].events if isinstance(each, Dueled)]
    odo, grim = (scene.now(people[name]) for name in ("Odo", "Grim"))
    for duel in duels:
        ends = {
            each.leader: each.fate
            for each in record.engagements[-1].events
            if isinstance(each, LeaderEnded)
        }
        for one, left in zip(fighters(duel), end_of(duel).hits, strict=True):
            assert one.piece
            if not left:
                assert ends[one.piece] == "slain"
    return told, int(odo.wounds), int(grim.wounds), odo.dead or grim.dead


@pytest.mark.rule("kingdoms.battle.duel")
def test_where_encounters_are_on_too_the_champions_of_both_stacks_duel() -> None:
    told, *wounds, dead = dueled(1)
    assert told.answers == ("ready", "ready")
    assert dead or any(wounds)


@pytest.mark.rule("kingdoms.battle.duel")
def test_whose_plan_is_to_flee_declines_and_his_side_loses_heart() -> None:
    told = dueled(1, plan=("FL",))[0]
    assert told.answers == ("ready", "declined")
    assert told.demoralized == ("defender",)
