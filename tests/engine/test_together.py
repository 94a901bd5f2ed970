"""Phases that all players run together, and when a campaign is over and how all stand."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import pytest

from engine.campaign import Faction, Now
from engine.dice import Seed, SeededDice
from engine.ending import TURNS, CampaignEnded, Ending, Reckoning, Standing, Tally, ranked
from engine.events import OrderFailed
from engine.module.schema import Victory
from engine.orders import Order, Queued, Ref, Refusal, Refused
from engine.packs import Pack, Rules, Together
from engine.preview import plan, plan_together
from engine.state import State
from engine.turn import Declared, Due, DueKind, Submission, TickOutcome, resolve
from engine.world import Place, World
from tests.engine import toy
from tests.engine.toy import Dig, Draw, Drawn, Well


class Share(Draw):
    """Draw what is left after all who draw from the same well at once had their share."""

    path = ("well", "share")
    phases = ("shares",)


def share_out(state: State, declared: Sequence[Declared]) -> None:
    """Each gets the same part of a well, however much was asked; nobody gets the leftover."""
    asked: dict[int, list[Declared]] = {}
    for each in declared:
        assert isinstance(each.order, Share)
        asked.setdefault(each.order.well.id, []).append(each)
    for id, drawers in asked.items():
        part = state.world.get(Well, id).water // len(drawers)
        for each in drawers:
            with each.attempt():
                if part == 0:
                    raise Refused(Refusal("missing", "toy.share", "Too many came."))
                if part == 7:
                    raise RuntimeError("seven breaks the bucket")
                well = state.world.get(Well, id)
                state.world.put(well.replace(water=well.water - part))
                state.emit(Drawn(well=id, litres=part, left=well.water - part))


SHARES = Together("shares", "Shares", settle=share_out, after="late")
RULES = toy.rules(toy.PACK, Pack("shared", builds_on=("toy",), orders=(Share,), turn=(SHARES,)))


def share(well: int, litres: int = 1) -> Share:
    return Share(well=Ref("well", well), litres=litres)


def run(rules: Rules, world: World, turns: Mapping[int, Sequence[Order]]) -> TickOutcome:
    submissions = tuple(Submission(player, toy.queued(*each)) for player, each in turns.items())
    due = Due("run", 1, dt.date(2024, 1, 2), submissions)
    return resolve(rules, world, due, SeededDice(Seed(bytes(32)), 1))


def told(outcome: TickOutcome) -> dict[int, list[int | str]]:
    """By player, the litres that each order brought, or the code of its failure."""
    found: dict[int, list[int | str]] = {}
    for entry in outcome.entries:
        match entry.event:
            case Drawn():
                found.setdefault(entry.player, []).append(entry.event.litres)
            case OrderFailed():
                found.setdefault(entry.player, []).append(entry.event.code)
            case _:
                pass
    return found


def world(**wells: int) -> World:
    """A world of two factions with two players each; `w1=9` is the water of well 1."""
    made = toy.world(rules=RULES)
    for name, water in wells.items():
        made.put(made.get(Well, int(name[1:])).replace(water=water))
    return made


# ---------------------------------------------------------------- settled at once


def test_what_all_declared_is_settled_at_once_whoever_runs_first() -> None:
    outcome = run(RULES, world(w1=9), {1: [share(1)], 2: [share(1)], 3: [share(1)]})
    assert told(outcome) == {1: [3], 2: [3], 3: [3]}


def test_an_order_that_fails_its_check_is_not_declared_and_takes_nothing_from_others() -> None:
    outcome = run(RULES, world(w1=8), {1: [share(1)], 2: [share(1, litres=50)]})
    assert told(outcome) == {1: [8], 2: ["missing"]}


def test_the_check_sees_what_phases_before_have_done() -> None:
    """Player 2 empties the well to 2 in an earlier phase."""
    drawn = Draw(well=Ref("well", 1), litres=6)
    outcome = run(RULES, world(w1=8), {1: [share(1, litres=3)], 2: [drawn]})
    assert told(outcome) == {1: ["missing"], 2: [6]}


def test_a_declared_order_can_name_what_an_order_before_it_makes() -> None:
    dug = Share(well=Ref.parse("well:new:k1"), litres=1)
    assert told(run(RULES, world(), {1: [Dig(), dug]})) == {1: [10]}
    assert told(run(RULES, world(), {1: [dug]})) == {1: ["bad_target"]}


def test_a_declared_order_that_fails_when_it_is_settled_is_told_to_its_player_alone() -> None:
    outcome = run(RULES, world(w1=1), {1: [share(1)], 2: [share(1)], 3: [share(2)]})
    assert told(outcome) == {1: ["missing"], 2: ["missing"], 3: [20]}
    assert outcome.world.get(Well, 1).water == 1


def test_one_that_breaks_the_program_breaks_alone_and_moderators_are_told() -> None:
    outcome = run(RULES, world(w1=7), {1: [share(1)], 3: [share(2)]})
    assert told(outcome) == {1: ["internal_error"], 3: [20]}
    (fault,) = outcome.faults
    assert (fault.player, fault.code) == (1, "E1-1-k1")
    assert "seven breaks the bucket" in fault.traceback
    assert outcome.world.get(Well, 1).water == 7


def test_without_a_rule_of_its_own_each_is_performed_in_order() -> None:
    plain = toy.rules(
        toy.PACK,
        Pack("plain", builds_on=("toy",), orders=(Share,), turn=(replace(SHARES, settle=None),)),
    )
    outcome = run(plain, world(w1=9), {1: [share(1, 4), share(1, 4)]})
    assert told(outcome) == {1: [4, 4]}, "both stood their check before either was performed"


def test_a_pack_ranks_its_actors() -> None:
    def most_first(state: State, each: Declared) -> int:
        assert isinstance(each.order, Share)
        return -each.order.litres

    def in_order(state: State, declared: Sequence[Declared]) -> None:
        for each in declared:
            with each.attempt():
                each.order.perform(state)

    ranked = replace(SHARES, settle=in_order, rank=most_first)
    rules = toy.rules(toy.PACK, Pack("ranked", builds_on=("toy",), orders=(Share,), turn=(ranked,)))
    outcome = run(rules, world(w1=9), {1: [share(1, 1), share(1, 3)], 2: [share(1, 2)]})
    order = [entry.event.litres for entry in outcome.entries if isinstance(entry.event, Drawn)]
    assert order == [3, 2, 1]


def test_a_turn_with_such_a_phase_runs_phase_by_phase_and_a_production_has_none() -> None:
    assert RULES.by_phase
    with pytest.raises(LookupError, match="a production has no phase"):
        toy.rules(toy.PACK, Pack("weekly", builds_on=("toy",), weekly=(replace(SHARES, after=""),)))


# ---------------------------------------------------------------- plans


def test_a_plan_settles_the_own_orders_alone() -> None:
    (made,) = plan(RULES, world(w1=9), 1, toy.queued(share(1), share(1, 50))).orders[1:]
    assert (made.key, made.outcome) == ("k1", "done")
    assert [entry.event.litres for entry in made.entries] == [9]  # type: ignore[attr-defined]


def test_a_plan_of_teammates_settles_theirs_together() -> None:
    turns = [(1, toy.queued(share(1))), (2, toy.queued(share(1)))]
    plans = plan_together(RULES, world(w1=9), turns)
    assert [made.orders[0].entries[0].event for made in plans] == [
        Drawn(well=1, litres=4, left=5),
        Drawn(well=1, litres=4, left=1),
    ]


def test_what_hangs_on_the_unknown_is_left_open_and_says_so() -> None:
    view = world()
    view.put(view.get(Well, 1).only(("id", "faction")))
    rules = toy.rules(toy.PACK, Pack("blind", builds_on=("toy",), orders=(Blind,), turn=(SHARES,)))
    made = plan(rules, view, 1, toy.queued(Blind(well=Ref("well", 1)))).of("k1")
    assert made is not None
    assert made.outcome == "unforeseen"
    assert "others" in made.unknown


class Blind(Share):
    """A share of a well of which nothing need be known."""

    def conditions(self, state: State) -> Iterator[Refusal]:
        yield from ()


# ---------------------------------------------------------------- actions that last


def lasting(state: State, player: int, orders: Sequence[Queued]) -> Mapping[str, str]:
    """Digging takes both phases: it takes effect in the late one."""
    return {each.key: "late" for each in orders if isinstance(each.order, Dig)}


def test_an_action_that_lasts_takes_effect_in_the_phase_of_the_timetable() -> None:
    rules = toy.rules(toy.PACK, Pack("slow", builds_on=("toy",), timetable=lasting))
    early = Draw(well=Ref.parse("well:new:k1"), litres=1)
    queued = (Queued("k1", Dig(), ""), Queued("k2", early, "early"), Queued("k3", early, ""))
    world = toy.world(rules=rules)
    due = Due("run", 1, dt.date(2024, 1, 2), (Submission(1, queued),))
    outcome = resolve(rules, world, due, SeededDice(Seed(bytes(32)), 1))
    assert told(outcome) == {1: ["bad_target", 1]}, "the early one comes before the well is there"
    planned = plan(rules, world, 1, queued)
    assert [each.outcome for each in planned.orders] == ["refused", "done", "done"]


def water(rules: Rules, land: World) -> tuple[Standing, ...]:
    """The factions by the water of their wells, and where that is equal by how many they are."""
    found = []
    for faction in land.all(Faction):
        wells = [well for well in land.all(Well) if well.faction == faction.id]
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


def tick(by: Rules, land: World, kind: DueKind = "weekly") -> TickOutcome:
    return resolve(by, land, Due(kind, 1, dt.date(2024, 1, 8)), SeededDice(Seed(bytes(32)), 1))


def land(by: Rules, *waters: tuple[int, int]) -> World:
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
    first = tick(by, land(by, (1, 5), (2, 9)))
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
    outcome = tick(by, land(by, (1, 5)))
    (entry,) = (each for each in outcome.entries if isinstance(each.event, CampaignEnded))
    assert entry.audience == dict.fromkeys((1, 2), entry.event)


def test_nothing_runs_after_the_end() -> None:
    by = rules(1)
    over = tick(by, land(by)).world
    with pytest.raises(ValueError, match="the campaign is over"):
        tick(by, over, "setup")


def test_a_campaign_without_an_end_goes_on_and_stores_no_byte_of_it() -> None:
    by = rules()
    went_on = tick(by, land(by)).world
    assert not went_on.get(Now, 1).over
    assert b"over" not in went_on.get(Now, 1).dump()


def test_the_pack_ends_it_at_any_tick_and_its_reason_comes_before_the_turns() -> None:
    by = rules(1, ending=drought)
    assert ended(tick(by, land(by, (1, 1)), "run")) is None
    for kind in ("run", "weekly"):
        event = ended(tick(by, land(by), kind))
        assert event
        assert event.ending == Ending(reason="drought", victors=())
        assert (event.turn, event.standings) == (1, ())


def test_the_last_packs_ending_and_standing_count() -> None:
    later = Pack("later", builds_on=("toy",), ending=lambda state, produced: None, standing=water)
    by = toy.rules(replace(toy.PACK, ending=drought), later)
    assert ended(tick(by, land(by))) is None
    assert by.standings(land(by, (2, 9)))[0].who == Place("faction", 2)


def test_equal_points_are_told_apart_by_what_comes_next_and_else_share_a_rank() -> None:
    def side(number: int, points: int, more: int) -> tuple[Place, tuple[Tally, ...], tuple[int]]:
        parts = (Tally(what="cities", count=points, points=points),)
        return Place("faction", number), parts, (more,)

    found = ranked([side(1, 3, 0), side(2, 5, 1), side(3, 5, 2), side(4, 5, 2)])
    assert [(each.who.id, each.rank) for each in found] == [(3, 1), (4, 1), (2, 3), (1, 4)]


def test_a_production_notes_for_all_the_world_how_all_stand() -> None:
    by = rules(standing=water)
    first = tick(by, land(by, (1, 5), (2, 9)))
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
    last = tick(by, land(by, (1, 5), (2, 9)))
    assert not list(last.world.all(Reckoning))
    event = ended(last)
    assert event
    assert event.standings


def test_where_no_pack_says_what_sides_are_worth_nothing_is_noted() -> None:
    by = rules()
    assert not list(tick(by, land(by, (1, 5))).world.all(Reckoning))
