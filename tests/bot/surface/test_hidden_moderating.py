"""What moderating shows tells no player what the player's faction cannot know.

A moderator may play, and reads the desk; everybody reads the status, `/log`, the seats' history and
announcements. All of them are made of one campaign's file twice, with pairs of worlds that differ
in what a faction cannot know (`tests.hidden`). So the desk shows nothing that is hidden from
anybody; what a computer thinks is refused to players.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest

from bot.announcing import announcing
from bot.answers import Refused
from bot.campaign.status import status_card
from bot.campaign.watched import Watch, put_watch
from bot.clock import MovableClock
from bot.desk.card import desk_of, everybody, seen_by
from bot.desk.host_health import Wellbeing
from bot.host import Host
from bot.log.entries import Names, log_lines
from bot.onlookers import onlookers
from bot.seats.caretaking import why
from bot.seats.history import histories
from bot.seats.seating import players_of
from bot.store.records import CampaignState, Trace
from bot.store.seats import Caretaker
from bot.store.ticks import DueTick
from bot.workers import Workers
from engine.world import World
from tests.bot.founding import created
from tests.bot.store.scene import make_tick
from tests.hidden import HIDDEN, Veiled, twin, veiled

NOON = datetime(2024, 5, 6, 12, tzinfo=UTC)
GUILD = 7
WELL = Wellbeing(latency=0.1, workers=2, lost=0, backup=None)


class _Here:
    """In place of worker processes: each job is done at once."""

    async def run(self, function: Callable[..., Any], *args: Any, **_: Any) -> Any:
        return function(*args)

    async def fetch(self, function: Callable[..., Any], *args: Any) -> tuple[Any, int]:
        return function(*args), 1


async def shown(world: World, folder: Path) -> dict[str, str]:
    """All that is shown of a campaign with this world, by where."""
    scene = veiled()
    host = Host(folder, MovableClock(NOON), cast("Workers", _Here()))
    await host.open()
    try:
        return await _shown(host, scene, world)
    finally:
        await host.close()


async def _shown(host: Host, scene: Veiled, world: World) -> dict[str, str]:
    async with host.stores.use(GUILD) as store:
        made = await created(store, "The Long War", scene.rules.module)
        players = (scene.foe, scene.me, scene.mate, scene.ally, scene.neutral)
        for place, each in enumerate(players):
            await store.members.join(made.id, 100 + place, each.faction)
        rows = list(world.rows())
        seats = {100 + place: each.id for place, each in enumerate(players)}
        due = DueTick("weekly", NOON, NOON.date(), 9)
        # Its seal says nothing, but is another for every world.
        make_tick(store.path, made.id, due, NOON, changes=rows, players=seats, chain="")
        await store.campaigns.set_state(made.id, CampaignState.RUNNING)
        async with store.unit():
            for number, place in enumerate(("herald", "faction:1", "faction:2"), 1):
                await store.places.put(made.id, place, number)
            for secret in (False, True):
                trace = Trace(after="{}", open=not secret)
                await store.audit.note(made.id, 100, "an act", why="because", trace=trace)
            tended = Caretaker(scene.foe.id, "caretaker", "grow", "", "strong")
            await store.seats.put_caretaker(made.id, scene.foe.faction, tended)
            await store.seats.note_reasons(made.id, scene.foe.id, 9, [("attack", "it is weak")])
            await store.settings.put(f"started:{made.id}", NOON.isoformat())
            await put_watch(store, made.id, Watch(open=True))
    campaign = replace(made, tick=1, turn=9, state=CampaignState.RUNNING)
    rules = await host.rules(GUILD, campaign)
    await announcing.announce(host, GUILD, campaign, 101, "Hear!", notify=False)
    async with host.stores.use(GUILD) as store:
        seen = await seen_by(host, GUILD, campaign, store)
        (tick,) = await store.campaigns.ticks(campaign.id, last=1)
        known = await players_of(host, GUILD, campaign)
        latest = await store.audit.latest(campaign.id, last=50)
        news = await onlookers._turn(host, GUILD, store, rules, tick, 0)
        outbox = await store.outbox.ready(NOON + timedelta(days=1))
        with pytest.raises(Refused, match="You play in this campaign"):
            await why(host, GUILD, campaign, 101, scene.foe.id)
        return {
            "desk": (await desk_of(store, rules, campaign, seen, WELL)).model_dump_json(),
            "names": repr(await everybody(store, rules, campaign, seen)),
            "status": (await status_card(store, rules, campaign)).model_dump_json(),
            "history": repr(await histories(store, campaign.id, known)),
            "log": repr(log_lines(latest, Names({}, []), whole=False)),
            "announced": repr([(each.to, each.key, each.payload) for each in outbox]),
            "onlookers": repr([(each.key, each.payload) for each in news]),
        }


_USUAL: dict[str, str] = {}


async def usual(folder: Path) -> dict[str, str]:
    """What is shown of the world that every pair begins with; made once."""
    if not _USUAL:
        _USUAL.update(await shown(veiled().world, folder))
    return _USUAL


@pytest.mark.rule("cohorts.knowledge.view")
@pytest.mark.parametrize("kinds", HIDDEN.together(4))
async def test_nothing_hidden_is_shown_where_moderators_and_players_read(
    kinds: tuple[str, ...], tmp_path: Path
) -> None:
    before, after = (
        await usual(tmp_path / "one"),
        await shown(twin("cohorts", *kinds), tmp_path / "two"),
    )
    for place, text in before.items():
        assert after[place] == text, place


async def test_these_places_show_something_and_follow_what_is_public(tmp_path: Path) -> None:
    before = await usual(tmp_path / "one")
    assert "Owe the turn" in before["desk"]
    assert "an act (more would tell secrets)" in before["log"]
    assert "because" in before["log"]
    assert "Hear!" in before["announced"]
    assert "map" in before["onlookers"]
    assert "a caretaker looks after it" in before["history"]
    changed = veiled().world.fork()
    changed.put(veiled().me.replace(name="Somebody Else"))
    after = await shown(changed, tmp_path / "two")
    assert after["desk"] != before["desk"]
    assert after["names"] != before["names"]
