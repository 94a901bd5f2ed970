"""The streams of chance, the dice of previews, and the written dice of tests."""

import subprocess
import sys
from collections import Counter
from hashlib import blake2b, sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import (
    Dice,
    ForeseeDice,
    Foreseen,
    Pick,
    Real100,
    ScriptedDice,
    ScriptError,
    Seed,
    SeededDice,
    Streams,
    Whole,
    seed_hash,
    shuffled,
)

SEED = Seed(bytes(range(32)))

# What this seed gives for tick 1, actor "character:3", purpose "spy": never to be changed, or the
# campaigns that run can no longer be replayed.
GOLDEN_WHOLE = [42, 52, 75, 76, 13, 87, 86, 53]
GOLDEN_REAL = [58.07632248185289, 79.60079586251308]
GOLDEN_ORDER = ["b", "e", "a", "d", "f", "c"]


def draws(dice: Dice, sides: int = 100, times: int = 20) -> list[int]:
    return [dice.whole(sides) for _ in range(times)]


# ---------------------------------------------------------------- the true dice


def test_a_streams_bytes_are_those_that_the_module_documents() -> None:
    name = b"6:dice/1,2:14,6:city:7,8:conscrip,1:1,"
    key = blake2b(name, key=SEED, digest_size=32).digest()
    block = blake2b((0).to_bytes(8, "big"), key=key).digest()
    words = [int.from_bytes(block[8 * n : 8 * n + 8], "big") for n in range(8)]
    dice = SeededDice(SEED, 14).stream("city:7", "conscrip")
    assert draws(dice, 2**64, 8) == [word + 1 for word in words]
    second = blake2b((1).to_bytes(8, "big"), key=key).digest()
    assert dice.whole(2**64) == int.from_bytes(second[:8], "big") + 1


def test_the_draws_of_a_seed_never_change() -> None:
    dice = SeededDice(SEED, 1).stream("character:3", "spy")
    assert draws(dice, 100, 8) == GOLDEN_WHOLE
    assert [dice.real100(), dice.real100()] == GOLDEN_REAL
    assert shuffled(dice, "abcdef") == GOLDEN_ORDER


@pytest.mark.parametrize("hash_seed", ["0", "12345"])
def test_the_draws_do_not_depend_on_pythons_hash_seed(hash_seed: str) -> None:
    program = (
        "from engine.dice import SeededDice\n"
        "dice = SeededDice(bytes(range(32)), 1).stream('character:3', 'spy')\n"
        "print([dice.whole(100) for _ in range(8)])"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(p for p in sys.path if p)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == str(GOLDEN_WHOLE)


def test_a_draw_added_in_one_stream_moves_no_other() -> None:
    plain, disturbed = SeededDice(SEED, 5), SeededDice(SEED, 5)
    draws(disturbed.stream("city:7", "conscript"))
    draws(disturbed.stream("city:8", "attract"))
    assert draws(plain.stream("city:8", "conscript")) == draws(
        disturbed.stream("city:8", "conscript")
    )


def test_streams_differ_by_seed_tick_actor_purpose_and_running_number() -> None:
    dice = SeededDice(SEED, 5)
    streams = [
        dice.stream("city:7", "conscript"),
        dice.stream("city:7", "conscript"),
        dice.stream("city:8", "conscript"),
        dice.stream("city:7", "attract"),
        dice.stream("city:7c", "onscript"),
        SeededDice(SEED, 6).stream("city:7", "conscript"),
        SeededDice(Seed(bytes(32)), 5).stream("city:7", "conscript"),
    ]
    assert len({tuple(draws(stream)) for stream in streams}) == len(streams)


def test_the_same_tick_draws_the_same_again() -> None:
    first, again = (
        [draws(dice.stream("city:7", "conscript")) for _ in range(3)]
        for dice in (SeededDice(SEED, 5), SeededDice(SEED, 5))
    )
    assert first == again


@given(st.integers(1, 2**64))
def test_a_whole_number_lies_between_1_and_its_sides(sides: int) -> None:
    dice = SeededDice(SEED, 1).stream("anyone", "anything")
    assert all(1 <= value <= sides for value in draws(dice, sides))


def test_all_sides_are_equally_likely() -> None:
    dice = SeededDice(SEED, 1).stream("anyone", "anything")
    counts = Counter(draws(dice, 6, 12_000))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    # Chi-squared with five degrees of freedom: above 20.5 once in a thousand seeds.
    assert sum((count - 2000) ** 2 / 2000 for count in counts.values()) < 20.5


def test_words_that_would_favour_low_numbers_are_thrown_away() -> None:
    # With 3 * 2**62 sides a quarter of all words lies beyond the last full round.
    sides = 3 * 2**62
    dice = SeededDice(SEED, 1).stream("anyone", "anything")
    words = SeededDice(SEED, 1).stream("anyone", "anything")
    fair = [word for word in (words.whole(2**64) for _ in range(100)) if word <= sides]
    assert len(fair) < 90
    assert draws(dice, sides, len(fair)) == fair


def test_a_real_number_lies_from_0_up_to_but_not_including_100() -> None:
    dice = SeededDice(SEED, 1).stream("anyone", "anything")
    values = [dice.real100() for _ in range(10_000)]
    assert 0 <= min(values) < 0.1
    assert 99.9 < max(values) < 100
    assert abs(sum(values) / len(values) - 50) < 1.5
    assert (2**53 - 1) / 2**53 * 100 < 100, "the largest that there can be"


def test_a_pick_of_one_and_a_die_of_one_side_draw_nothing() -> None:
    dice = SeededDice(SEED, 1).stream("anyone", "anything")
    assert dice.pick(["only"]) == "only"
    assert dice.whole(1) == 1
    assert draws(dice) == draws(SeededDice(SEED, 1).stream("anyone", "anything"))


def test_a_pick_takes_the_drawn_place_of_its_list() -> None:
    places = draws(SeededDice(SEED, 1).stream("anyone", "anything"), 5)
    dice = SeededDice(SEED, 1).stream("anyone", "anything")
    assert [dice.pick("abcde") for _ in places] == ["abcde"[place - 1] for place in places]


@pytest.mark.parametrize("streams", [SeededDice(SEED, 1), ForeseeDice(), ScriptedDice([])])
def test_nothing_can_be_drawn_from_nothing(streams: Streams) -> None:
    dice = streams.stream("anyone", "anything")
    with pytest.raises(ValueError, match="at least one side"):
        dice.whole(0)
    with pytest.raises(ValueError, match="at least one side"):
        dice.pick([])


def test_a_seed_has_32_bytes_and_is_never_shown() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        SeededDice(Seed(b"short"), 1)
    assert repr(SeededDice(SEED, 14)) == "SeededDice(tick=14)"


def test_the_published_hash_is_the_sha256_of_the_seed() -> None:
    assert seed_hash(SEED) == sha256(SEED).hexdigest()


def test_a_shuffle_goes_from_the_last_place_down_to_the_second() -> None:
    with ScriptedDice([Whole(1, 3), Whole(2, 2)]) as dice:
        assert shuffled(dice, ["a", "b", "c"]) == ["c", "b", "a"]


# ---------------------------------------------------------------- what can be foreseen


@pytest.mark.parametrize("chance, success", [(0, False), (49, False), (50, True), (100, True)])
def test_a_preview_takes_a_percent_check_as_a_success_at_50_or_more(
    chance: int, success: bool
) -> None:
    dice = ForeseeDice()
    stream = dice.stream("character:3", "spy")
    assert (stream.whole(100, chance=chance) <= chance) is success
    assert (stream.real100(chance=chance) < chance) is success
    assert dice.foreseen == [
        Foreseen("character:3", "spy", chance, 100),
        Foreseen("character:3", "spy", chance, None),
    ]


def test_a_preview_takes_ranges_at_their_middle_and_notes_only_what_is_uncertain() -> None:
    dice = ForeseeDice()
    stream = dice.stream("city:7", "attract")
    assert [stream.whole(sides) for sides in (1, 6, 20, 3)] == [1, 3, 10, 2]
    assert stream.pick("abcde") == "c"
    assert stream.pick("a") == "a"
    assert [draw.sides for draw in dice.foreseen] == [6, 20, 3, 5]
    assert {draw.chance for draw in dice.foreseen} == {None}


# ---------------------------------------------------------------- written dice


def test_scripted_dice_fall_as_written_whatever_the_stream() -> None:
    with ScriptedDice([Whole(7, 20), Real100(12.5), Pick(2, 3), Whole(31), Pick(0)]) as dice:
        assert dice.stream("a", "b").whole(20, chance=35) == 7
        assert dice.real100() == 12.5
        assert dice.pick("xyz") == "z"
        assert dice.stream("c", "d").whole(100) == 31
        assert dice.pick("xy") == "x"
        assert dice.used == 5


@pytest.mark.parametrize(
    "written",
    [Whole(3, 6), Whole(21), Whole(0, 20), Real100(3.0), Pick(3)],
)
def test_a_draw_of_another_kind_or_sides_than_written_is_an_error(
    written: Whole | Real100 | Pick,
) -> None:
    with pytest.raises(ScriptError, match=r"whole\(20\) was asked"):
        ScriptedDice([written]).whole(20)


def test_picks_and_real_numbers_are_checked_like_whole_ones() -> None:
    for written in (Pick(0, 4), Pick(3), Whole(1, 3), Real100(0.0)):
        with pytest.raises(ScriptError, match="pick of 3 was asked"):
            ScriptedDice([written]).pick("abc")
    for written in (Pick(0), Whole(50, 100), Real100(100.0)):
        with pytest.raises(ScriptError, match="real100"):
            ScriptedDice([written]).real100()


def test_a_script_must_be_used_up_and_no_more() -> None:
    with pytest.raises(ScriptError, match="not drawn"), ScriptedDice([Whole(3)]):
        pass
    with pytest.raises(ScriptError, match="the script ends after 0 draws"):
        ScriptedDice([]).whole(6)


def test_an_error_inside_a_script_is_not_hidden_by_what_it_left_undrawn() -> None:
    with pytest.raises(KeyError), ScriptedDice([Whole(3)]):
        raise KeyError("of the rule")
