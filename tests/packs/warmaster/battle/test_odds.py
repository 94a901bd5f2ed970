"""What is told to be expected of a battle, against the battles that it was counted from."""

from engine.battle import Odds
from engine.packs.warmaster.battle.happenings import Stood
from engine.packs.warmaster.battle.odds import forecast, tried
from engine.packs.warmaster.battle.values import ATTACKER, DEFENDER, Army, Field
from engine.world import Place
from tests.packs.warmaster.battle.armies import grounds, host
from tests.rules.adapters.warmaster.scene import LORE

OPEN = Field()


def in_the_world(army: Army, first: int) -> Army:
    """The army with military units and characters of those ids."""
    return army.replace(
        troops=tuple(
            each.replace(piece=Place("unit", first + number))
            for number, each in enumerate(army.troops)
        ),
        captains=tuple(
            each.replace(piece=Place("character", first + number))
            for number, each in enumerate(army.captains)
        ),
    )


ARMIES = (
    in_the_world(host("ashen-host", ATTACKER, 5), 10),
    in_the_world(host("warren-clans", DEFENDER, 4), 20),
)


def last(trials: int, armies: tuple[Army, Army] = ARMIES) -> Odds:
    *_, found = forecast(lambda _: OPEN, armies, LORE, trials)
    return found


def test_odds_are_the_shares_of_trial_battles() -> None:
    odds = last(12)
    battles = [tried(lambda _: OPEN, ARMIES, LORE, number) for number in range(12)]
    assert odds.battles == 12
    assert not odds.exact
    assert odds.attacker_wins == sum(each.winner == "attacker" for each in battles) / 12
    ends = [[e for e in each.events if isinstance(e, Stood)][-1] for each in battles]
    falls = {(fate.side, fate.piece): fate.falls for fate in odds.fates}
    for side, (name, army) in enumerate(zip(("attacker", "defender"), ARMIES, strict=True)):
        for place, troop in enumerate(army.troops):
            gone = sum(not end.units[side][place].stands for end in ends)
            assert falls[name, troop.piece] == gone / 12
        for place, captain in enumerate(army.captains):
            slain = sum(not end.characters[side][place] for end in ends)
            assert falls[name, captain.piece] == slain / 12


def test_what_is_lost_lies_between_what_falls_and_all() -> None:
    for fate in last(10).fates:
        assert 0 <= fate.falls <= fate.lost <= 1


def test_odds_are_the_same_for_all_who_ask_and_grow_with_the_trials() -> None:
    estimates = list(forecast(lambda _: OPEN, ARMIES, LORE, 25))
    assert [each.battles for each in estimates] == [10, 20, 25]
    assert estimates[1] == last(20)


def test_who_is_in_no_world_has_no_fate() -> None:
    armies = host("crown-marches", ATTACKER, 2), host("redtusk-horde", DEFENDER, 2)
    assert last(2, armies).fates == ()


def test_a_trial_is_fought_on_a_field_made_with_its_own_dice() -> None:
    fields = [tried(lambda dice: grounds("hills", dice.whole(6)), ARMIES, LORE, n) for n in (1, 2)]
    assert fields[0].participants[0] != fields[1].participants[0]
