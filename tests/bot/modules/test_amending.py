"""A running campaign goes on with another module: one tick, one log entry, and `verify` holds."""

import asyncio
from datetime import timedelta

import pytest

from bot.answers import Refused
from bot.host import Host
from bot.modules.amending import AMENDED, Wanted, adapted, amend
from bot.verifying import of_campaign
from engine.module import Module
from engine.module.terms import terms_of
from tests.bot.log.undoing import undone_on
from tests.bot.samples import GUILD, USER, Running, founded, present

DAY = timedelta(days=1)


def other(module: Module, *words: str) -> Module:
    """The module with newcomers who are called otherwise."""
    content = module.contents["cohorts"]
    newcomers = content.newcomers  # type: ignore[attr-defined]
    called = newcomers.model_copy(update={"qualifiers": words})
    changed = content.model_copy(update={"newcomers": called})
    return module.model_copy(update={"contents": {"cohorts": changed}})


async def test_a_module_is_changed_by_a_tick_and_back_by_another(running: Running):
    host = running.host
    running.clock.move(DAY)
    await running.catch_up()
    before, module = await running.campaign(), other((await running.rules()).module, "Bald")
    wanted = Wanted(module=module, who=USER, why="for fun", news="Names are others.")
    after = await amend(host, GUILD, before, wanted)
    assert (after.module_digest, after.tick) == (module.digest(), before.tick + 1)
    assert after.cursor == before.cursor, "the calendar stands where it stood"
    async with running.store() as store:
        (noted,) = await store.audit.latest(running.id, last=1)
        (tick,) = await store.campaigns.ticks(running.id, last=1)
        told = await store.outbox.of_tick(running.id, after.tick)
    assert (noted.what, noted.who, noted.why) == (AMENDED, USER, "for fun")
    assert (noted.trace.tick, noted.trace.open) == (after.tick, True)
    assert (tick.kind, tick.module_digest) == ("setup", module.digest())
    assert tick.hash_after != tick.hash_before, "the world notes its tick"
    assert [each.to.role for each in told] == ["herald"]
    assert "Names are others." in told[0].payload
    running.clock.move(5 * DAY)
    await running.catch_up()
    assert await undone_on(host, AMENDED)
    running.clock.move(DAY)
    await running.catch_up()
    back = await running.campaign()
    assert back.module_digest == before.module_digest
    assert await asyncio.to_thread(lambda: [*of_campaign(running.path, running.id)]) == []
    await running.holds()
    # And the undoing can be undone.
    async with running.store() as store:
        acts = [each.what for each in await store.audit.latest(running.id)]
    assert acts.count(AMENDED) == 2


async def test_another_modules_calendar_end_and_seats_are_not_taken_over(host: Host):
    made = await founded(host)
    own = (await host.rules(GUILD, made)).module
    daily = own.calendar.model_copy(update={"reminder_hours": 2})
    wanted = other(own, "Bald").model_copy(update={"calendar": daily})
    fitted = adapted(wanted, own)
    assert terms_of(fitted) == terms_of(own)
    assert fitted.contents == wanted.contents


async def test_what_cannot_be_is_refused_and_nothing_is_written(host: Host):
    made = await founded(host)
    own = (await host.rules(GUILD, made)).module
    larger = own.model_copy(update={"map": own.extent.model_copy(update={"width": 90})})
    same = Wanted(module=own, who=USER, why="", news="")
    with pytest.raises(Refused, match="Nothing would change"):
        await amend(host, GUILD, made, same)
    with pytest.raises(Refused, match="map is of another size"):
        await amend(host, GUILD, made, Wanted(module=larger, who=USER, why="", news="!"))
    assert await present(host, made.id) == made


async def test_an_amendment_of_a_module_that_is_another_by_now_is_refused(host: Host):
    made = await founded(host)
    own = (await host.rules(GUILD, made)).module
    await amend(host, GUILD, made, Wanted(module=other(own, "Bald"), who=USER, why="", news=""))
    late = Wanted(module=other(own, "Stout"), who=USER, why="", news="")
    with pytest.raises(Refused, match="has just been changed"):
        await amend(host, GUILD, made, late)
    assert (await present(host, made.id)).module_digest == other(own, "Bald").digest()
