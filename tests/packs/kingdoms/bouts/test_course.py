"""The course of encounters, what holds of every one, and what features hold and give."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import Percent, ScriptedDice
from engine.facts import Tagged
from engine.packs.kingdoms.bouts import sites
from engine.packs.kingdoms.bouts.bout import Bout
from engine.packs.kingdoms.bouts.contest import end_of, fighters, fought, kind_of
from engine.packs.kingdoms.bouts.fighters import EncounterFighter, Meeting
from engine.packs.kingdoms.bouts.happenings import (
    Balked,
    Began,
    Blow,
    Closed,
    Doubted,
    Ended,
    Enraged,
    FleeTried,
    Freed,
    ImageEnded,
    Raged,
    RoundBegan,
    SpellTried,
    Stole,
    Suspended,
)
from engine.packs.kingdoms.bouts.making import begins
from tests.packs.kingdoms.bouts.scene import (
    CONTENT,
    LORE,
    MEETINGS,
    beast,
    beasts,
    dice,
    hero,
    heroes,
)
from tests.rules.adapters.kingdoms.words import script
from tests.rules.dice import WholeDice


def fight(
    one: EncounterFighter, other: EncounterFighter, draws: list[int], meeting: Meeting = "search"
) -> tuple[Bout, Ended]:
    """An encounter with just these draws."""
    with script(draws) as dice:
        bout = Bout.of(meeting, one, other, LORE, dice)
        return bout, bout.fight()


class ThenFails(WholeDice):
    """Dice that fall as they are listed, and then as high as they can, so that checks fail."""

    def __init__(self, draws: list[int]) -> None:
        self.draws = draws

    def whole(self, sides: int, *, chance: Percent | None = None) -> int:
        return 1 if sides == 1 else self.draws.pop(0) if self.draws else sides


def fight_on(
    one: EncounterFighter, other: EncounterFighter, draws: list[int], meeting: Meeting = "search"
) -> tuple[Bout, Ended]:
    """An encounter that begins with these draws, and in which nothing works any more after."""
    bout = Bout.of(meeting, one, other, LORE, ThenFails(draws))
    return bout, bout.fight()


def told(bout: Bout) -> list[str]:
    """What happened, by the names of the events, but for what the encounter is."""
    return [type(each).__name__ for each in bout.log if not isinstance(each, Began)]


@pytest.mark.rule("kingdoms.encounter.kinds")
def test_the_faster_side_begins_a_random_encounter() -> None:
    with ScriptedDice(()) as dice:
        assert not begins(hero(), beast("gryphon"), dice)
        assert begins(hero(), beast("hydra"), dice)
        assert begins(hero(items=["winged_sandals"]), beast("giant"), dice)
    with script([1, 2]) as dice:
        assert begins(hero(), beast("giant"), dice)
        assert not begins(hero(), beast("giant"), dice)


@pytest.mark.rule("kingdoms.encounter.kinds")
def test_kill_enemy_is_halved_in_a_feature_alone() -> None:
    killer = hero(levels={"NE": 2}, plan=("CA-KI",))
    chances: tuple[tuple[Meeting, int], ...] = (("search", 30), ("random", 60))
    for meeting, chance in chances:
        bout, _ = fight(killer, beast("troll", 9), [2, chance], meeting)
        cast = next(each for each in bout.log if isinstance(each, SpellTried))
        assert cast.chance == chance


@pytest.mark.rule("kingdoms.encounter.start")
def test_refusals_come_before_rage_and_the_initiator_first() -> None:
    wary = hero(temper="Cautious", refusal=40)
    coward = hero(temper="Cowardly", refusal=70)
    bout, _ = fight_on(wary, coward, [41, 70], "pursue")
    assert told(bout)[:3] == ["Balked", "Balked", "RoundBegan"]
    assert [each.refused for each in bout.log if isinstance(each, Balked)] == [False, True]
    assert bout.other.plan == ("FL",)
    mad = hero(temper="Berserk")
    with script([1, 3]) as dice:
        met = Bout.of("duel", mad, mad, LORE, dice)
        for side in (met.one, met.other):
            met.rage(side)
    assert [each.more for each in met.log if isinstance(each, Raged)] == [1, 3]


@pytest.mark.rule("kingdoms.encounter.start")
@pytest.mark.parametrize("meeting, rounds", [("random", 40), ("duel", 20)])
def test_after_the_last_round_both_part(meeting: Meeting, rounds: int) -> None:
    still = hero(plan=("ME",), temper="Brave")
    # Two rounds to close, then both miss for as long as it lasts.
    misses = [100] * (2 * rounds - 2)
    bout, ended = fight(still, still, misses, meeting)
    assert (ended.outcome, ended.rounds, ended.hits) == ("round_limit", rounds, (20, 20))
    assert bout.at == "melee"


@pytest.mark.rule("kingdoms.encounter.round")
def test_the_stunned_do_not_act_and_free_rounds_begin_at_once() -> None:
    seer = hero(levels={"PS": 1}, plan=("CA-PS", "ME"))
    bout, _ = fight(seer, hero(hits=5, plan=("ME",)), [45, 2, 60, 5])
    assert told(bout)[:6] == ["RoundBegan", "SpellTried", "Freed", "RoundBegan", "Blow", "Ended"]
    assert [each.free for each in bout.log if isinstance(each, RoundBegan)] == ["", "initiator"]


@pytest.mark.rule("kingdoms.encounter.round")
def test_temper_goes_before_a_squeeze_and_ends_the_hand_of_death() -> None:
    throttler = hero(hits=4, levels={"NE": 2}, temper="Cautious", plan=("CA-HA",))
    foe = hero(temper="Brave", levels={"ME": 5})
    with script([100]) as dice:
        bout = Bout.of("pursue", throttler, foe, LORE, dice)
        bout.one.grip = 2
        bout.act(bout.one, free=False)
    assert told(bout) == ["Released", "FleeTried"]


@pytest.mark.rule("kingdoms.encounter.tactic-cast")
def test_a_spell_is_cast_at_any_range_and_an_item_casts_with_sixty() -> None:
    mage = hero(items=["wand_of_fire"], plan=("ME", "ME", "IT-FI"), temper="Brave")
    bout, ended = fight(mage, beast("ogre", 9), [100, 100, 60, 7])
    cast = next(each for each in bout.log if isinstance(each, SpellTried))
    assert (cast.item, cast.level, cast.chance, cast.worked) == (True, 2, 60, True)
    assert ended.outcome == "other_slain"
    assert ended.attempts[0] == ("ME",), "who casts by an item learns nothing of magic"


@pytest.mark.rule("kingdoms.encounter.end")
def test_who_slays_a_monster_has_its_hoard_what_it_carried_and_its_gold() -> None:
    ogre = beast("ogre", 1, hoard=("war_banner",), carried=("staff_of_ice",), gold=31)
    archer = hero(levels={"AR": 1}, plan=("FI", "ME"))
    _, ended = fight(archer, ogre, [1, 1])
    assert ended.outcome == "other_slain"
    assert (ended.gainer, ended.items, ended.gold) == (
        "initiator",
        ("war_banner", "staff_of_ice"),
        31,
    )
    assert ended.attempts == (("AR",), ())


@pytest.mark.rule("kingdoms.encounter.end")
def test_a_monster_that_flees_abandons_all() -> None:
    harpy = beast("harpy", 3, gold=9)
    _, ended = fight(hero(levels={"ME": 3}), harpy, [70])
    assert (ended.outcome, ended.gainer, ended.gold) == ("other_fled", "initiator", 9)


@pytest.mark.rule("kingdoms.encounter.end")
def test_the_dead_take_nothing_with_them() -> None:
    mage = hero(hits=1, temper="Berserk", plan=("CA-IC", "ME"), levels={"EL": 5})
    ogre = beast("ogre", 20, hoard=("war_banner",))
    # Held whole, the ogre loses its banner; after four misses it strikes.
    bout, ended = fight(mage, ogre, [1, 100, 100, 100, 100, 1, 7])
    assert any(isinstance(each, Suspended) and each.items for each in bout.log)
    assert (ended.outcome, ended.gainer, ended.items) == ("initiator_slain", "", ())


@pytest.mark.rule("kingdoms.encounter.end")
def test_rage_and_control_undead_lend_hit_points_for_the_encounter_alone() -> None:
    tamer = hero(levels={"NE": 1}, plan=("CA-CO", "FL"))
    lich = beast("lich", 20)
    _, ended = fight(tamer, lich, [46, 100, 100, 1])
    assert ended.outcome == "initiator_fled"
    assert ended.hits[1] == lich.full


@pytest.mark.rule("kingdoms.magic.exact-effects")
def test_a_stunned_opponent_is_hit_no_easier_and_lets_nobody_escape() -> None:
    seer = hero(levels={"PS": 1}, plan=("CA-PS", "ME"), temper="Berserk")
    bout, _ = fight(seer, hero(hits=5, temper="Brave"), [4, 45, 2, 50, 5])
    blow = next(each for each in bout.log if isinstance(each, Blow))
    assert blow.chance == 50


def test_a_failed_theft_gives_the_opponent_a_free_blow() -> None:
    thief = hero(plan=("ST", "FL"), items=[])
    bout, ended = fight(thief, beast("ogre", gold=5), [41, 100, 40])
    assert any(isinstance(each, Stole) and not each.got for each in bout.log)
    assert any(isinstance(each, Freed) and each.role == "other" for each in bout.log)
    assert (ended.outcome, ended.attempts[0]) == ("initiator_fled", ("TH",))


def test_a_king_stays_until_he_is_hurt_and_a_coward_begs_but_once() -> None:
    king = hero(hits=3, temper="Cowardly", royal=True, alignment="Good", plan=("ME",))
    foe = hero(temper="Brave", alignment="Good", plan=("ME",), levels={"ME": 1})
    bout, ended = fight_on(king, foe, [100, 60, 1, 100, 100, 100, 100, 100, 60, 6], "pursue")
    assert ended.outcome == "initiator_slain"
    flights = [each for each in bout.log if isinstance(each, FleeTried)]
    hurt = next(n for n, each in enumerate(bout.log) if isinstance(each, Blow) and each.damage)
    assert bout.log.index(flights[0]) > hurt
    assert told(bout).count("FleeTried") > told(bout).count("Begged") == 1
    assert any(isinstance(each, Closed) and each.role == "initiator" for each in bout.log)


def test_an_image_made_against_an_image_ends_both() -> None:
    one = hero(levels={"IL": 2}, plan=("CA-MI", "FL"))
    bout, ended = fight(one, one, [60, 60, 100, 100, 1], "pursue")
    assert [each.how for each in bout.log if isinstance(each, ImageEnded)] == ["broken"]
    assert not any(isinstance(each, Doubted) for each in bout.log)
    assert ended.hits == (20, 20)


def test_who_is_failed_by_kill_enemy_fights_on_in_rage() -> None:
    killer = hero(levels={"NE": 1}, plan=("CA-KI", "FL"))
    bout, _ = fight(killer, beast("giant"), [23, 4, 100, 100, 1])
    assert told(bout)[1:4] == ["SpellTried", "Enraged", "Raged"]
    assert bout.other.temper == "Berserk"
    assert isinstance(bout.log[3], Enraged)


@pytest.mark.rule("kingdoms.encounter.draw-order")
def test_the_draws_of_an_encounter_come_in_the_order_of_the_rulebook() -> None:
    """Refusals, rage; a coward's check, flight and mercy; then tactics, each check before what it
    does, and the rounding of a Spiritwrack behind the damage.
    """
    coward = hero(temper="Cowardly", refusal=50, alignment="Undead", kinds=("undead",))
    priest = hero(temper="Cautious", refusal=50, levels={"WH": 1}, plan=("CA-HO", "FI", "ME"))
    refusals, holy = [51, 51], [45, 4]
    # Hurt by the symbol, the coward wavers (50) and flees in vain (61 above 60): without a risk of
    # death nobody begs.
    bout, _ = fight_on(priest, coward, [*refusals, *holy, 50, 61], "pursue")
    assert told(bout)[:9] == [
        "Balked",
        "Balked",
        "RoundBegan",
        "SpellTried",
        "Burnt",
        "Wavered",
        "FleeTried",
        "RoundBegan",
        "Closed",
    ]


OUTCOMES = {
    "both_slain",
    "refused",
    "round_limit",
    "talk_peace",
    "talk_truce",
    "talk_gift",
    "talk_bargain",
    "talk_departure",
    *(
        f"{role}_{how}"
        for role in ("initiator", "other")
        for how in ("slain", "fled", "spared", "charmed_away", "stole")
    ),
}


def kept(one: EncounterFighter, other: EncounterFighter) -> set[str]:
    return {*one.carried, *other.carried, *one.hoard, *other.hoard}


def holds(meeting: Any, one: EncounterFighter, other: EncounterFighter, seed: int) -> None:
    """Fight it and look at all that must be so."""
    bout = Bout.of(meeting, one, other, LORE, dice(seed))
    ended = bout.fight()
    assert ended.outcome in OUTCOMES
    assert ended.rounds <= bout.rounds
    rounds = [each.number for each in bout.log if isinstance(each, RoundBegan)]
    assert rounds == list(range(1, ended.rounds + 1))
    for fighter, left, role in zip((one, other), ended.hits, ("initiator", "other"), strict=True):
        assert 0 <= left <= fighter.full
        assert (left == 0) == (ended.outcome in {f"{role}_slain", "both_slain"})
    assert len(set(ended.items)) == len(ended.items)
    assert set(ended.items) <= kept(one, other)
    assert 0 <= ended.gold <= max(one.gold, other.gold)
    if ended.gainer:
        assert ended.items or ended.gold
        assert ended.hits[ended.gainer == "other"] > 0
    for event in bout.log:
        assert Tagged.classes[event.tag].load(event.dump()) == event


@given(st.sampled_from(MEETINGS), heroes(), heroes(), st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_an_encounter_of_two_characters_ends_and_makes_nothing(
    meeting: Any, one: EncounterFighter, other: EncounterFighter, seed: int
) -> None:
    holds(meeting, one, other, seed)


@given(st.sampled_from(("search", "random")), heroes(), beasts(), st.booleans(), st.integers(0, 9))
@settings(max_examples=20, deadline=None)
def test_an_encounter_with_a_monster_ends_and_makes_nothing(
    meeting: Any, one: EncounterFighter, beast: EncounterFighter, first: bool, seed: int
) -> None:
    if first or meeting == "search":
        holds(meeting, one, beast, seed)
    else:
        holds(meeting, beast, one, seed)


@pytest.mark.soak
@given(st.sampled_from(MEETINGS), heroes(), st.one_of(heroes(), beasts()), st.integers(0, 2**32))
@settings(max_examples=5_000, deadline=None)
def test_thousands_of_encounters_end(
    meeting: Any, one: EncounterFighter, other: EncounterFighter, seed: int
) -> None:
    holds(meeting, one, other, seed)


@given(heroes(), beasts(), st.integers(0, 2**32))
@settings(max_examples=12, deadline=None)
def test_a_record_fights_again_to_the_same_end(
    one: EncounterFighter, beast: EncounterFighter, seed: int
) -> None:
    first = fought("search", one, beast, LORE, dice(seed))
    assert fought(kind_of(first), *fighters(first), LORE, dice(seed)) == first
    assert end_of(first).rounds >= 0


SITES = CONTENT.sites


@pytest.mark.rule("kingdoms.feature.table")
def test_what_has_no_guardian_has_no_hoard() -> None:
    for each in SITES.values():
        assert bool(each.guardians) or each.hoard is None
        assert set(each.guardians) <= set(CONTENT.beings)


@pytest.mark.rule("kingdoms.feature.benefits")
def test_a_benefit_is_gained_by_a_search_once_its_guardian_is_gone() -> None:
    oracle, library, oasis = SITES["oracle"], SITES["lost_library"], SITES["oasis"]
    assert sites.gained(oracle, guarded=True, searched=False) is None
    assert sites.gained(oracle, guarded=False, searched=True) == "oracle"
    assert sites.gained(library, guarded=False, searched=False) == "library"
    assert sites.gained(library, guarded=False, searched=True) is None
    assert sites.gained(oasis, guarded=False, searched=False) is None


@pytest.mark.rule("kingdoms.feature.benefits")
def test_a_tax_bonus_needs_an_owner_who_knows_the_feature_and_no_guardian() -> None:
    mine = SITES["lost_mine"]
    assert sites.tax_bonus(mine, guarded=False, discovered=True) == 2
    assert sites.tax_bonus(mine, guarded=True, discovered=True) == 0
    assert sites.tax_bonus(mine, guarded=False, discovered=False) == 0
    assert sites.tax_bonus(SITES["oasis"], guarded=False, discovered=True) == 1
    assert sites.tax_bonus(SITES["pearl_beds"], guarded=False, discovered=True) == 1


@pytest.mark.rule("kingdoms.feature.benefits")
def test_a_grove_teaches_once_and_within_aptitude() -> None:
    with script([25, 26]) as dice:
        assert sites.taught(1, 2, dice, before=False)
        assert not sites.taught(1, 2, dice, before=False)
    with ScriptedDice(()) as dice:
        assert not sites.taught(2, 2, dice, before=False)
        assert not sites.taught(1, 2, dice, before=True)
    with script([3]) as dice:
        assert sites.graves(dice) == 3


def test_a_truce_ends_with_a_plan_that_means_harm() -> None:
    assert not sites.breaks_truce(("TA", "ST", "FL"))
    assert sites.breaks_truce(("TA", "CA-FI"))


def test_a_hidden_feature_and_a_truce_keep_raiders_away() -> None:
    near = [
        sites.Prey(4, truce=True),
        sites.Prey(5, hidden=True),
        sites.Prey(6, owned=False),
        sites.Prey(9),
        sites.Prey(7, armies=2),
        sites.Prey(8, armies=3),
    ]
    with script([20, 1]) as dice:
        assert sites.raided(20, near, dice) == 7, "in the order of ids"
