"""Battles in lines where the rulebook has no case, and what holds of any: each ends."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.battle import Engagement
from engine.dice import Seed, SeededDice
from engine.packs.kingdoms.battle import flight
from engine.packs.kingdoms.battle.command import in_command_order, unite, usual_order
from engine.packs.kingdoms.battle.duel import Duel
from engine.packs.kingdoms.battle.fight import Sides, fight
from engine.packs.kingdoms.battle.happenings import (
    Bitten,
    ColumnFought,
    Dueled,
    DuelEnd,
    Gained,
    LeaderEnded,
    LineFormed,
    Struck,
    Suffered,
    UnitEnded,
    Weighed,
)
from engine.packs.kingdoms.battle.meeting import Present, meet
from engine.packs.kingdoms.battle.values import SIDES, Contingent, Field, Refuges, Setting, Side
from engine.packs.kingdoms.pieces.chance import fight_stream, step_stream
from engine.world import Place
from tests.packs.kingdoms.battle.hosts import sides
from tests.rules.adapters.kingdoms.armies import CONTENT, FIGURES, army, field, leader
from tests.rules.adapters.kingdoms.words import script


def place(id: int) -> Place:
    return Place("ruler", id)


def piece(id: int) -> Place:
    return Place("army", id)


def many(code: str, count: int, first: int = 1, quality: int = 2):  # type: ignore[no-untyped-def]
    return tuple(army(code, quality=quality, piece=piece(first + n)) for n in range(count))


def led(id: int, *armies, origin: int = 0, **values) -> Contingent:  # type: ignore[no-untyped-def]
    return Contingent(leader=leader(piece=place(id), **values), armies=armies, origin=origin)


BACK = Refuges(land=(8,), sea=(9,), water=(9,), adjacent=(8, 9))
STRONG, WEAK = many("HC", 3, quality=5), many("GA", 1, first=90, quality=0)


def of_kind(engagement, kind):  # type: ignore[no-untyped-def]
    return [each for each in engagement.events if isinstance(each, kind)]


# ---------------------------------------------------------------- who meets whom


def enemies(one: int, other: int) -> bool:
    return {one, other} != {1, 4}


def met(*sides: Present, owner: int, winners: dict[int, int] | None = None):  # type: ignore[no-untyped-def]
    """Who attacks whom; of a pair the defender wins but for the attackers named."""
    fought: list[tuple[int, int]] = []

    def battle(attacker: Present, defender: Present) -> Present:
        fought.append((attacker.crown, defender.crown))
        return attacker if (winners or {}).get(attacker.crown) == defender.crown else defender

    meet(sides, owner, enemies, battle)
    return fought


@pytest.mark.rule("kingdoms.battle.trigger")
def test_the_owner_defends_and_others_attack_in_kingdom_order():
    assert met(Present(3), Present(2), Present(1), owner=1) == [(3, 1), (2, 1)]


@pytest.mark.rule("kingdoms.battle.trigger")
def test_militia_defends_what_is_independent():
    assert met(Present(2), Present(0, before=True), owner=0) == [(2, 0)]


@pytest.mark.rule("kingdoms.battle.trigger")
def test_without_the_owners_armies_who_was_here_before_defends_else_the_first_in_order():
    assert met(Present(2), Present(3, before=True), owner=1) == [(2, 3)]
    assert met(Present(2), Present(3), owner=1) == [(3, 2)]


@pytest.mark.rule("kingdoms.battle.trigger")
def test_the_winner_of_a_battle_defends_the_next_and_the_beaten_do_not_come_back():
    assert met(Present(2), Present(1), Present(3), owner=1, winners={2: 1}) == [(2, 1), (3, 2)]
    assert met(Present(1), Present(2), Present(3), owner=1, winners={2: 1}) == [(2, 1), (3, 2)]


@pytest.mark.rule("kingdoms.battle.trigger")
def test_guests_by_treaty_take_no_part():
    assert met(Present(4), Present(1), owner=1) == []
    assert met(Present(4), Present(1), Present(2), owner=1) == [(2, 1)]
    assert met(Present(2), Present(1), Present(4), owner=1, winners={2: 1}) == [(2, 1)]


# ---------------------------------------------------------------- command and contingents


@pytest.mark.rule("kingdoms.battle.command")
def test_a_king_commands_before_the_abler_and_the_garrison_comes_last():
    given = [
        led(3, *many("LE", 1), tactical=4),
        Contingent(armies=(*many("BO", 1, 20), *many("HC", 1, 30), *many("LE", 1, 10))),
        led(1, *many("LE", 1), tactical=4),
        led(9, *many("LE", 1), royal=True),
    ]
    found = in_command_order(field(), given)
    assert [each.leader and each.leader.piece.id for each in found] == [9, 1, 3, None]
    assert [each.type for each in found[-1].armies] == ["HC", "LE", "BO"]


@pytest.mark.rule("kingdoms.battle.command")
def test_at_sea_the_best_sailor_commands():
    given = [led(1, tactical=4, naval=1), led(2, naval=2)]
    assert [each.leader.piece.id for each in in_command_order(field("Sea"), given)] == [2, 1]  # type: ignore[union-attr]
    assert [each.leader.piece.id for each in in_command_order(field("Plain"), given)] == [1, 2]  # type: ignore[union-attr]


@pytest.mark.rule("kingdoms.battle.command")
def test_in_their_usual_order_garrisons_count_3_and_elephants_their_middle():
    place_, armies = field("Desert"), (army("GA"), army("EL"), army("BO"), army("PH"))
    told = [each.type for each in usual_order(place_, armies)]
    assert told == ["EL", "GA", "PH", "BO"]


def test_who_does_not_unite_with_the_main_force_fights_alone():
    given = [led(1, origin=1), led(2, origin=2), led(3, origin=1, march=2)]
    with script([51, 90]) as dice:
        joined, apart = unite(field(), given, lambda one, other: abs(one - other), dice)
    assert [each.leader.piece.id for each in joined] == [1, 3]  # type: ignore[union-attr]
    assert [each.leader.piece.id for each in apart] == [2]  # type: ignore[union-attr]


# ---------------------------------------------------------------- the order of draws


def slays(attacker, defender, dice):  # type: ignore[no-untyped-def]
    """A duel of one draw, in which the defender falls."""
    dice.whole(6)
    return "", "slain"


@pytest.mark.rule("kingdoms.battle.sequence")
def test_every_draw_of_a_battle_comes_in_its_place():
    duelled: Duel = slays
    attackers = Side(
        alignment="Good",
        contingents=(
            led(1, army("WE", piece=piece(1)), army("EL", piece=piece(2)), druid=1, learns=True),
        ),
    )
    defenders = Side(
        alignment="Evil",
        contingents=(
            led(2, army("LE", piece=piece(3)), alignment="Evil"),
            led(3, army("BO", quality=1, piece=piece(4)), march=5),
        ),
        refuges=Refuges(land=(7, 8), adjacent=(7, 8)),
    )
    place_ = Field.of(CONTENT, Setting(province=1, ground="Plain"), learning=(15, 10))
    draws = [
        4,  # the duel
        5,  # the line
        *(41, 40, 26, 26),  # fanatics: the second attacker alone
        3,  # Elephants
        *(50, 1, 2),  # the battle: high ground for the attacker
        *(26, 25, 2, 9),  # columns: supplies late for the defender in the second
        *(60, 37, 90, 91),  # casualties, of which nobody suffers
        40,  # the Werebeasts bite
        *(21, 20),  # gains of the winner
        2,  # the place of retreat
        *(60, 61, 1),  # escape: the first does, the second is destroyed
        100,  # the commander learns nothing; that the other leader flees was certain
    ]
    with script(draws) as dice:
        fought = fight(place_, (attackers, defenders), dice, duelled)
    [duel] = of_kind(fought, Dueled)
    assert (duel.ends, duel.demoralized) == (("", "slain"), ("defender",))
    assert [each.fanatical for each in of_kind(fought, Weighed)] == [False, True, False, False]
    assert [each.event for each in of_kind(fought, Struck)] == ["high_ground", "supplies_late"]
    assert [each.number for each in of_kind(fought, Gained)] == [2]
    assert [(each.side, each.number) for each in of_kind(fought, Bitten)] == [("defender", 1)]
    ends = {(each.side, each.number): each for each in of_kind(fought, UnitEnded)}
    assert (ends["defender", 1].fate, ends["defender", 1].to) == ("escaped", 8)
    assert ends["defender", 1].bitten == "WE"
    assert ends["defender", 2].fate == "destroyed"
    leaders = {each.leader.id: each for each in of_kind(fought, LeaderEnded)}
    assert [leaders[n].fate for n in (1, 2, 3)] == ["stays", "slain", "escaped"]


# ---------------------------------------------------------------- the duel


def fought_with(duel: Duel, attackers: Side, defenders: Side):  # type: ignore[no-untyped-def]
    dice = SeededDice(Seed(bytes(32)), 7).stream("test", "battle")
    return fight(field(), (attackers, defenders), dice, duel)


def side(*contingents: Contingent, **values) -> Side:  # type: ignore[no-untyped-def]
    return Side(contingents=contingents, refuges=BACK, **values)


def test_skeletons_bury_themselves_when_their_leader_falls_in_the_duel():
    bones = army("LE", piece=piece(5), skeletal=True)
    own = led(2, bones, army("LE", piece=piece(6)))
    fought = fought_with(slays, side(led(1, *STRONG, origin=4)), side(own))
    [formed] = of_kind(fought, LineFormed)
    assert formed.buried == (piece(5),)
    assert [each.piece for each in formed.spots if each.side == "defender"] == [piece(6)]
    ended = next(each for each in of_kind(fought, UnitEnded) if each.piece == piece(5))
    assert (ended.fate, ended.grave) == ("buried", None)


# ---------------------------------------------------------------- flight


HOST = (*STRONG, *many("DR", 3, 40, 5))


def beaten_defender(*armies, ground: str = "Plain", refuges: Refuges = BACK, **values):  # type: ignore[no-untyped-def]
    """A hopeless defence by these, fought until nobody of them falls in the line."""
    for number in itertools.count():
        dice = SeededDice(Seed(bytes(32)), number).stream("test", "battle")
        defenders = Side(contingents=(led(2, *armies, **values),), refuges=refuges)
        fought = fight(field(ground), (side(led(1, *HOST, origin=4)), defenders), dice)
        hurt = [each for each in of_kind(fought, Suffered) if each.side == "defender"]
        if fought.winner == "attacker" and all(each.loss != "destroyed" for each in hurt):
            return {each.piece: each for each in of_kind(fought, UnitEnded)}
    raise AssertionError


@pytest.mark.rule("kingdoms.battle.retreat")
def test_defenders_flee_over_land_and_their_fleets_to_sea():
    one, ship = army("LC", piece=piece(5)), army("FL", piece=piece(6), quality=5)
    ends = beaten_defender(one, ship)
    assert ends[piece(5)].chance == 80
    assert ends[piece(6)].chance == 60
    assert ends[piece(5)].to in {0, 8}
    assert ends[piece(6)].to in {0, 9}


@pytest.mark.rule("kingdoms.battle.retreat")
def test_whales_get_away_to_any_sea_when_no_other_is_left():
    free = Refuges(land=(8,), water=(7,))
    ends = beaten_defender(army("WH", piece=piece(5)), army("FL", piece=piece(6)), refuges=free)
    assert (ends[piece(5)].fate, ends[piece(5)].to, ends[piece(5)].chance) == ("escaped", 7, 100)
    assert ends[piece(6)].chance == 0


@pytest.mark.rule("kingdoms.battle.retreat")
def test_beaten_attackers_go_back_where_they_came_from():
    attackers = side(
        led(1, *many("LC", 2, 1), origin=4), led(2, *many("LC", 2, 5), origin=6), crown=1
    )
    strong = side(led(3, *many("DR", 6, 40, 5)))
    went: dict[int, set[int]] = {4: set(), 6: set()}
    for number in range(30):
        dice = SeededDice(Seed(bytes(32)), number).stream("test", "battle")
        fought = fight(field(), (attackers, strong), dice)
        for each in of_kind(fought, UnitEnded):
            if each.fate == "escaped":
                went[4 if each.piece.id < 5 else 6].add(each.to)
    assert went == {4: {4}, 6: {6}}


@pytest.mark.rule("kingdoms.battle.retreat")
def test_in_a_sea_battle_all_flee_to_one_place():
    ends = beaten_defender(army("FL", piece=piece(5)), army("BO", piece=piece(6)), ground="Sea")
    assert {each.to for each in ends.values() if each.fate == "escaped" and each.to} <= {9}
    assert all(each.fate != "paroled" and each.grave is None for each in ends.values())


def test_cargo_without_a_berth_drowns_the_weakest_first():
    told = ("HC", "human"), ("BO", "elf"), ("AX", "dwarf"), ("LE", "human"), ("EA", "eagle")
    cargo = [army(*each, piece=piece(n)) for n, each in enumerate(told, start=2)]
    ship = army("FL", piece=piece(1))
    assert [each.type for each in flight.drowning(field("Sea"), [ship, *cargo])] == ["HC"]
    alone = [each.type for each in flight.drowning(field("Sea"), cargo)]
    assert alone == ["HC", "LE", "BO", "AX"]
    assert flight.drowning(field("Sea"), [ship, ship, *cargo]) == []


# ---------------------------------------------------------------- figures


@pytest.mark.rule("kingdoms.random.rounding")
def test_strengths_stay_exact_fractions():
    fought = fought_with(
        slays,
        side(led(1, *many("LE", 1), origin=4), explored=37),
        side(Contingent(armies=WEAK)),
    )
    first = of_kind(fought, Weighed)[0]
    assert ("exploration", 1 + Fraction(37, 400)) in first.factors
    assert isinstance(first.strength, Fraction)
    assert all(
        isinstance(each, Fraction) for e in of_kind(fought, ColumnFought) for each in e.strengths
    )


@pytest.mark.rule("kingdoms.army.speed")
def test_an_armys_speed_says_how_likely_it_escapes():
    speeds = {key: each.speed for key, each in CONTENT.army_types.items() if not each.stranded}
    for code, speed in speeds.items():
        assert flight.escape_chance(field(), CONTENT.army_types[code], 1) == min(
            100, 40 + 10 * speed
        )


@pytest.mark.rule("kingdoms.random.streams")
def test_a_fight_has_a_stream_of_its_own_by_phase_province_and_number():
    def drawn(made) -> list[int]:  # type: ignore[no-untyped-def]
        return [made.whole(1000) for _ in range(8)]

    seed = Seed(bytes(32))
    one, two = SeededDice(seed, 3), SeededDice(seed, 3)
    first, second = (drawn(fight_stream(one, 2, 17, "battle")) for _ in range(2))
    assert first != second
    two.stream("elsewhere", "step").whole(6)
    assert drawn(fight_stream(two, 2, 17, "battle")) == first
    others = (
        fight_stream(SeededDice(seed, 4), 2, 17, "battle"),
        fight_stream(SeededDice(seed, 3), 3, 17, "battle"),
        fight_stream(SeededDice(seed, 3), 2, 18, "battle"),
        step_stream(SeededDice(seed, 3), 2, "ruler", 17, "move"),
    )
    assert all(drawn(each) != first for each in others)


@pytest.mark.rule("kingdoms.battle.report")
def test_a_record_names_all_that_a_report_tells():
    fought = fought_with(
        slays,
        side(led(1, *STRONG, origin=4)),
        side(led(2, *many("LE", 3, 20)), Contingent(armies=WEAK)),
    )
    for kind in (Dueled, LineFormed, Weighed, ColumnFought, Suffered, UnitEnded, LeaderEnded):
        assert of_kind(fought, kind), kind
    units = {(e.side, e.number) for e in of_kind(fought, Weighed)}
    assert {(e.side, e.number) for e in of_kind(fought, UnitEnded)} == units
    assert {(e.side, e.number) for e in of_kind(fought, LineFormed)[0].spots} == units
    assert {e.leader.id for e in of_kind(fought, LeaderEnded)} == {1, 2}


FIELDS = st.builds(
    lambda ground, illusion: Field.of(
        CONTENT, Setting(province=1, ground=ground, illusion=illusion), learning=(15, 10)
    ),
    st.sampled_from(sorted(CONTENT.grounds)),
    st.sampled_from(["", *sorted(CONTENT.grounds)]),
)
DUELS = st.sampled_from(
    [None, *((one, other) for one in ("", "slain", "fled") for other in ("", "slain", "fled"))]
)


def fought(field: Field, both: Sides, seed: int, ends: tuple[DuelEnd, DuelEnd] | None):  # type: ignore[no-untyped-def]
    dice = SeededDice(Seed(seed.to_bytes(32)), 1).stream("test", "battle")
    return fight(field, both, dice, None if ends is None else lambda *_: ends)


@settings(max_examples=30, deadline=None)
@given(FIELDS, sides(1), sides(2), st.integers(0, 2**32), DUELS)
def test_every_battle_ends_and_says_what_became_of_all(field, one, other, seed, ends):
    found = fought(field, (one, other), seed, ends)
    both = (one, other)
    units = {each.piece for side in both for each in side.armies}
    ended = [each for each in found.events if isinstance(each, UnitEnded)]
    assert {each.piece for each in ended} == units
    assert len(ended) == len(units)
    leaders = [each for each in found.events if isinstance(each, LeaderEnded)]
    assert [each.leader for each in leaders] == [e.piece for side in both for e in side.leaders]
    assert found.winner in SIDES
    for each in ended:
        assert FIGURES.least_quality <= each.quality <= FIGURES.most_quality
        assert (each.fate == "escaped") <= (each.side != found.winner and each.to != 0)
        assert each.grave is None or each.fate == "destroyed"
        if each.side == found.winner:
            assert each.fate in {"stays", "destroyed", "mercenary", "buried"}
        else:
            assert each.fate != "stays"
        if field.sea:
            assert each.grave is None
            assert each.fate != "paroled"
    assert fought(field, (one, other), seed, ends) == found
    assert Engagement.load(found.dump()) == found


@settings(max_examples=20, deadline=None)
@given(FIELDS, sides(1), sides(2), st.integers(0, 2**32))
def test_the_line_holds_everybody_once_and_columns_are_the_sum_of_their_units(
    field, one, other, seed
):
    found = fought(field, (one, other), seed, None)
    [formed] = (each for each in found.events if isinstance(each, LineFormed))
    least, most = field.ground.line
    assert least <= formed.length <= most
    counts = [len(side.armies) for side in (one, other)]
    assert formed.contested == min(formed.length, *counts)
    weighed = {(e.side, e.number): e for e in found.events if isinstance(e, Weighed)}
    assert all(each.strength >= 0 for each in weighed.values())
    sums: dict[tuple[int, str], object] = {}
    for spot in formed.spots:
        assert 1 <= spot.column <= (formed.contested or formed.length)
        full = spot.row != "behind" or spot.flies
        share = weighed[spot.side, spot.number].strength * (1 if full else FIGURES.behind)
        sums[spot.column, spot.side] = sums.get((spot.column, spot.side), 0) + share  # type: ignore[operator]
    for column in found.events:
        if isinstance(column, ColumnFought):
            for side, strength in zip(SIDES, column.strengths, strict=True):
                events = [
                    e.factor
                    for e in found.events
                    if getattr(e, "column", 0) == column.number and getattr(e, "side", "") == side
                ]
                expected = sums[column.number, side]
                for factor in events:
                    expected *= factor  # type: ignore[operator]
                assert strength == expected
    assert all(0 <= e.percent <= 90 for e in found.events if isinstance(e, Suffered))
