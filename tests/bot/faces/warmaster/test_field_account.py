"""The account of a battle of Warmaster tells every event, every order with its value and reason."""

import re
from typing import get_args

import pytest

from bot.faces.battle.account import Account, digest
from bot.faces.cohorts.naming import CohortsNames
from bot.faces.warmaster.battle import account as accounts
from bot.faces.warmaster.battle import blow_lines, command_lines
from bot.faces.warmaster.battle.scenes import field_battle
from bot.faces.warmaster.battle.terms import STOOD
from bot.faces.words.text import clean
from engine.battle import BattleRecord
from engine.packs.warmaster.battle import blows, happenings, mercy
from engine.packs.warmaster.battle.blows import (
    AttackDice,
    CharacterSlain,
    DrivenBack,
    RoundFought,
    Shot,
    UnitLost,
    WizardCast,
)
from engine.packs.warmaster.battle.happenings import (
    Blundered,
    HeldBack,
    Moved,
    Ordered,
    Stood,
    TurnBegan,
)
from engine.packs.warmaster.battle.naval import Broadside
from engine.world import World
from tests.bot.faces.battle.sample import SETTING
from tests.bot.faces.battle.test_accounts import classes, lines
from tests.bot.faces.warmaster.sample import alone, at_sea, equipped, met
from tests.packs.warmaster.battle.armies import host
from tests.rules.adapters.warmaster.scene import LORE

REPORT = pytest.mark.rule("warmaster.report")
ORDER = re.compile(
    r"^(General|Hero|Wizard|Runesmith)( \d)? \([AD]\) (ordered|tested it again).*: "
    r"value \d+ \(Command \d+(, −\d for [a-z0-9 ]+)*\).*; rolled \d \+ \d = \d+: "
    r"(obeyed|obeyed, for a double 1 always is|not obeyed|a blunder)\.$"
)


def told_of(record: BattleRecord) -> Account:
    return accounts.account(record, CohortsNames(World(()), clean), "Battle of Aldermere, turn 14")


@pytest.fixture(scope="module", params=(1, 3))
def fought(request: pytest.FixtureRequest) -> tuple[BattleRecord, list[str]]:
    """A record of armies with items and spells, and all lines of its account."""
    record = met("crown-marches", "warren-clans", 14, base="forest", seed=request.param, items=True)
    return record, lines(told_of(record))


@REPORT
def test_every_class_of_event_has_words() -> None:
    told = {*command_lines.TELLERS.told, *blow_lines.TELLERS.told, *accounts.ENDINGS.told}
    every = {each for module in (happenings, blows, mercy) for each in classes(module)}
    assert every - told == {Stood, TurnBegan, mercy.Mercy}


@REPORT
def test_every_reason_to_go_elsewhere_has_words() -> None:
    assert set(command_lines.WENT) == set(get_args(happenings.Went))


@REPORT
def test_every_order_is_told_with_its_value_where_that_comes_from_and_its_dice(
    fought: tuple[BattleRecord, list[str]],
) -> None:
    record, told = fought
    events = record.engagements[0].events
    orders = [each for each in events if isinstance(each, Ordered)]
    found = [line for line in told if ORDER.match(line)]
    assert len(found) == len(orders)
    for order, line in zip(orders, found, strict=True):
        assert f"value {order.value.value} (Command {order.value.command}" in line
        assert f"rolled {order.dice[0]} + {order.dice[1]}" in line
        assert line.count("−") == len(order.value.penalties)
        if order.success:
            assert "not obeyed" not in line


@REPORT
def test_whom_of_a_brigade_an_order_did_not_reach_is_said_with_the_reason(
    fought: tuple[BattleRecord, list[str]],
) -> None:
    _, told = fought
    parted = [line for line in told if ", but not " in line]
    assert parted
    reason = r"\((too far off|nothing to do|confused|in contact with the enemy|having charged|"
    reason += r"stalled by a blunder|held back by the army's line)\)"
    for line in parted:
        apart = line.split(", but not ")[1].split(": value ")[0]
        assert re.search(reason + "$", apart), line


@REPORT
def test_every_move_says_whereto_and_by_which_directive_or_what_else(
    fought: tuple[BattleRecord, list[str]],
) -> None:
    record, told = fought
    moves = [each for each in record.engagements[0].events if isinstance(each, Moved)]
    pattern = r"\) (moved .* towards|charged|pursued|had won and advanced upon) "
    found = [line for line in told if re.search(pattern, line)]
    assert len(found) == len(moves)
    for move, line in zip(moves, found, strict=True):
        column, row = move.path[-1]
        assert f"to {column},{row}" in line
        reasons = r"\((Attack|Advance|Counter|Stand off|Flank (left|right))|initiative|spell"
        assert re.search(reasons + r"|pursued|had won", line), line


@REPORT
def test_shots_blows_and_losses_are_told_once_each(fought: tuple[BattleRecord, list[str]]) -> None:
    record, told = fought
    events = record.engagements[0].events

    def count(pattern: str) -> int:
        return sum(bool(re.search(pattern, line)) for line in told)

    def happened(*kinds: type) -> int:
        return sum(isinstance(each, kinds) for each in events)

    assert count(r" shot at .*, the nearest in range and sight: \d+ dic?e") == happened(Shot)
    assert count(r"^(Wizard.*) cast ") == happened(WizardCast)
    assert count(r"^\d+ hits? (drove|did not drive|put) ") == happened(DrivenBack)
    assert count(r"^  Combat round \d+: \d+ against \d+") == happened(RoundFought)
    assert count(r"^  Destroyed ") == happened(UnitLost)
    assert count(r"\) was slain\.$") == happened(CharacterSlain)
    assert count(r" gave no more orders: the best, ") == happened(HeldBack)
    assert count(r"^  Blunder, rolled|set the blunder aside") == happened(Blundered)
    attacks: list[AttackDice] = [a for e in events if isinstance(e, RoundFought) for a in e.attacks]
    assert count(r"\) struck .* with \d+ dic?e, ") == len(attacks)


@REPORT
def test_the_dice_told_of_an_attack_are_as_many_as_its_parts_make(
    fought: tuple[BattleRecord, list[str]],
) -> None:
    _, told = fought
    pattern = re.compile(
        r"struck .* with (\d+) dic?e, (\d) stands? with (\d+) each( \(of them [^)]*\))?((, \+\d+ "
        r"(for [a-z ]+|of its attached stand))*) \(\d\+: ([\d ]+)"
    )
    found = [match for line in told if (match := pattern.search(line))]
    assert found
    for match in found:
        more = sum(map(int, re.findall(r"\+(\d+)", match[5])))
        assert int(match[1]) == int(match[2]) * int(match[3]) + more
        assert len(match[8].split()) == int(match[1])


@REPORT
def test_chapters_bear_the_names_of_the_scenes_and_each_turn_says_who_stayed_and_why() -> None:
    record = met(units=10)
    told, battle = told_of(record), field_battle(record, SETTING)
    names = [scene.name for scene in battle.scenes]
    parts = told.parted(names)
    assert all(chapters for chapters in parts)
    assert [chapters[0].name for chapters in parts] == names
    assert parts[-1][-1].name == accounts.OUTCOME
    for chapter in told.chapters:
        assert sum(line.startswith("Who stayed: ") for line in chapter.lines) < 2, chapter.lines
    reason = re.compile(
        r"(in contact with the enemy|confused|stalled by a blunder|held back by the army's line|"
        r"with nothing to do under [A-Z][a-z ]+|without an order that was obeyed)$"
    )
    stayed = [line for line in lines(told) if line.startswith("Who stayed: ")]
    assert stayed
    for line in stayed:
        for part in line.removesuffix(".").split("; "):
            assert reason.search(part), part


@REPORT
def test_the_array_tells_both_armies_their_places_items_and_spells() -> None:
    record = met(units=8, items=True)
    array = "\n".join(told_of(record).chapters[0].lines)
    army = equipped(host("crown-marches", 0, 8))
    for key in filter(None, (each.item for each in (*army.troops, *army.captains))):
        assert LORE.items[key].name in array
    assert "1 Halberdiers (A): 8,11; Attack, brigade A; infantry, 3 stands; attacks 3" in array
    assert "spells Ball of Flame, Storm Lance" in array
    assert "boldness 5, keeping its line" in array
    for captain in army.captains:
        said = next(line for line in array.splitlines() if f"Command {captain.command}" in line)
        assert STOOD[captain.stance] in said


@REPORT
def test_units_are_called_by_the_numbers_on_their_counters() -> None:
    record = met(units=6)
    battle = field_battle(record, SETTING)
    array = "\n".join(told_of(record).chapters[0].lines)
    for piece in battle.pieces:
        assert f"  {piece.number} {piece.name} ({'AD'[piece.side]}): " in array


def test_names_go_through_whoever_shows_them() -> None:
    record = met(units=2)
    fight = record.engagements[0]
    named = [
        each.replace(
            **{
                of: tuple(one.replace(name=name) for one in getattr(each, of))
                for of, name in (("troops", "*Bold*"), ("captains", "Marshal Ode"))
                if hasattr(each, of)
            }
        )
        for each in fight.participants
    ]
    record = record.replace(engagements=(fight.replace(participants=tuple(named)),))
    told = accounts.account(record, CohortsNames(World(())), "A battle")
    assert "1 \\*Bold\\* (A)" in told.text()
    assert "1 *Bold*" not in told.text()
    assert "Marshal Ode the General (A)" in told.text()


@pytest.mark.rule("warmaster.unit.stands")
def test_hits_on_an_attached_stand_without_armour_are_told_apart() -> None:
    harm = blows.Harm(side="attacker", number=1, hits=7, needs=5, saves=(1, 2, 3, 4, 4), stands=2)
    parts = "7 hits, saved 0 (5+: 1 2 3 4 4), 2 on its attached stand without a save, none told"
    assert blow_lines.harm_told(harm) == parts


def test_an_army_that_nobody_met_has_an_account() -> None:
    told = told_of(alone())
    assert [chapter.name for chapter in told.chapters] == ["Array", "Outcome"]
    assert "The defenders: nobody." in told.chapters[0].lines


@pytest.mark.rule("warmaster.map.naval")
def test_a_battle_at_sea_is_told_broadside_by_broadside() -> None:
    record = at_sea(3, 4)
    told = told_of(record)
    fired = sum(isinstance(each, Broadside) for each in record.engagements[0].events)
    assert sum(" fired at " in line for line in lines(told)) == fired
    names = [scene.name for scene in field_battle(record, SETTING).scenes]
    assert [chapter.name for chapter in told.chapters] == [*names, "Outcome"]
    assert told.chapters[-1].lines[-1] == f"The {record.winner}s won."


@REPORT
def test_a_digest_has_a_line_for_each_turn_that_agrees_with_the_end() -> None:
    record = met("warren-clans", "deepdelve-holds", 14, seed=5)
    battle = field_battle(record, SETTING)
    (told,) = digest(battle, clean)
    assert [line.partition(":")[0] for line in told.lines] == [
        scene.name for scene in battle.scenes[1:]
    ]
    attackers, defenders = battle.scenes[-1].strength
    assert f"attacker {attackers} stand" in told.lines[-1]
    assert f"defender {defenders} stand" in told.lines[-1]
    assert any(post.fell is not None for post in battle.scenes[-1].posts)
    assert any("Destroyed of the" in line for line in told.lines)
