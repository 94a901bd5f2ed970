"""When a campaign is over, who has won, and how all stand."""

import datetime as dt
from dataclasses import replace

import pytest

from engine.campaign import Faction, Now
from engine.dice import Seed, SeededDice
from engine.ending import TURNS, CampaignEnded, Ending, Reckoning, Standing, Tally, ranked
from engine.module.schema import Victory
from engine.packs import Pack, Rules
from engine.state import State
from engine.turn import Due, DueKind, TickOutcome, resolve
from engine.world import Place, World
from tests.engine import toy
from tests.engine.toy import Well


def water(rules: Rules, world: World) -> tuple[Standing, ...]:
    """The factions by the water of their wells, and where that is equal by how many they are."""
    found = []
    for faction in world.all(Faction):
        wells = [well for well in world.all(Well) if well.faction == faction.id]
        litres = sum(well.water for well in wells)
        tally = Tally(what="litres", count=litres, points=litres)
        found.append((faction.place, (tally,), (len(wells),)))
    return ranked(found)


def drought(state: State, _produced: bool) -> Ending | None:
    """Over as soon as there is no well; nobody has won."""
    return None if state.world.count(Well) else Ending(reason="drought", victors=())


def rules(turns: int | None = None, **parts: object) -> Rules:
    made = toy.rules(replace(toy.PACK, **parts))
    made.module.victory = Victory(turns=turns)  # type: ignore[misc]
    return made


def tick(by: Rules, world: World, kind: DueKind = "weekly") -> TickOutcome:
    return resolve(by, world, Due(kind, 1, dt.date(2024, 1, 8)), SeededDice(Seed(bytes(32)), 1))


def world(by: Rules, *waters: tuple[int, int]) -> World:
    made = toy.world(rules=by)
    for well in made.all(Well):
        made.remove(well)
    for faction, litres in waters:
        made.add(Well, faction=faction, water=litres)
    return made


def ended(outcome: TickOutcome) -> CampaignEnded | None:
    found = [e.event for e in outcome.entries if isinstance(e.event, CampaignEnded)]
    return found[0] if found else None


def test_it_is_over_with_the_production_of_its_last_turn_and_the_first_have_won() -> None:
    by = rules(2, standing=water)
    first = tick(by, world(by, (1, 5), (2, 9)))
    assert ended(first) is None
    run = tick(by, first.world, "run")
    assert ended(run) is None
    last = tick(by, run.world)
    event = ended(last)
    assert event
    assert (event.turn, event.ending.reason) == (2, TURNS)
    assert event.ending.victors == (Place("faction", 2),)
    assert [(each.who.id, each.rank, each.points) for each in event.standings] == [
        (2, 1, 11),
        (1, 2, 7),
    ]
    assert event.standings[0].made_of == (Tally(what="litres", count=11, points=11),)
    assert last.world.get(Now, 1).over


def test_everybody_learns_of_the_end() -> None:
    by = rules(1, standing=water)
    outcome = tick(by, world(by, (1, 5)))
    (entry,) = (each for each in outcome.entries if isinstance(each.event, CampaignEnded))
    assert entry.audience == dict.fromkeys((1, 2), entry.event)


def test_nothing_runs_after_the_end() -> None:
    by = rules(1)
    over = tick(by, world(by)).world
    with pytest.raises(ValueError, match="the campaign is over"):
        tick(by, over, "setup")


def test_a_campaign_without_an_end_goes_on_and_stores_no_byte_of_it() -> None:
    by = rules()
    went_on = tick(by, world(by)).world
    assert not went_on.get(Now, 1).over
    assert b"over" not in went_on.get(Now, 1).dump()


def test_the_pack_ends_it_at_any_tick_and_its_reason_comes_before_the_turns() -> None:
    by = rules(1, ending=drought)
    assert ended(tick(by, world(by, (1, 1)), "run")) is None
    for kind in ("run", "weekly"):
        event = ended(tick(by, world(by), kind))
        assert event
        assert event.ending == Ending(reason="drought", victors=())
        assert (event.turn, event.standings) == (1, ())


def test_the_last_packs_ending_and_standing_count() -> None:
    later = Pack("later", builds_on=("toy",), ending=lambda state, produced: None, standing=water)
    by = toy.rules(replace(toy.PACK, ending=drought), later)
    assert ended(tick(by, world(by))) is None
    assert by.standings(world(by, (2, 9)))[0].who == Place("faction", 2)


def test_equal_points_are_told_apart_by_what_comes_next_and_else_share_a_rank() -> None:
    def side(number: int, points: int, more: int) -> tuple[Place, tuple[Tally, ...], tuple[int]]:
        parts = (Tally(what="cities", count=points, points=points),)
        return Place("faction", number), parts, (more,)

    found = ranked([side(1, 3, 0), side(2, 5, 1), side(3, 5, 2), side(4, 5, 2)])
    assert [(each.who.id, each.rank) for each in found] == [(3, 1), (4, 1), (2, 3), (1, 4)]


def test_a_production_notes_for_all_the_world_how_all_stand() -> None:
    by = rules(standing=water)
    first = tick(by, world(by, (1, 5), (2, 9)))
    (noted,) = first.world.all(Reckoning)
    assert noted.turn == 1
    assert [(each.who.id, each.rank) for each in noted.standings] == [(2, 1), (1, 2)]
    assert by.view(first.world, 1).all(Reckoning)
    assert by.public(first.world).get(Reckoning, noted.id) == noted
    run = tick(by, first.world, "run")
    assert len(list(run.world.all(Reckoning))) == 1, "a run is no production"


def test_secret_standings_are_told_by_the_end_alone() -> None:
    by = rules(1, standing=water)
    by.module.victory = Victory(turns=1, standings="secret")  # type: ignore[misc]
    last = tick(by, world(by, (1, 5), (2, 9)))
    assert not list(last.world.all(Reckoning))
    event = ended(last)
    assert event
    assert event.standings


def test_where_no_pack_says_what_sides_are_worth_nothing_is_noted() -> None:
    by = rules()
    assert not list(tick(by, world(by, (1, 5))).world.all(Reckoning))
