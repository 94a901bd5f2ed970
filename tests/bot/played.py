"""A small campaign in a store, with all that people leave behind in one, for tests of moving it."""

import datetime as dt
import json
from dataclasses import dataclass
from pathlib import Path

from bot.clock import MovableClock
from bot.payload import Payload
from bot.resolving import resolve
from bot.store.deputies import Term
from bot.store.guild import GuildStore
from bot.store.records import Address, CampaignState, NewMessage, Trace, Vacation
from bot.store.seats import Caretaker
from bot.store.stores import Stores
from bot.store.ticks import DueTick
from bot.store.world import read_world
from engine.campaign import Player
from engine.dice import Seed
from engine.orders import Queued, Ref
from engine.packs import Rules
from engine.packs.cohorts.cities.training import TrainMilitaryUnits
from engine.packs.cohorts.pieces.ownership import player_of
from engine.packs.cohorts.pieces.records import City
from engine.packs.cohorts.stacks.activation import ActivateStack
from engine.world import World
from tests.bot.founding import founded
from tests.rules.scene import module

GUILD = 7
ADA, BRAM, MORGAN = 300_000_000_000_000_001, 300_000_000_000_000_002, 300_000_000_000_000_003
NOON = dt.datetime(2024, 5, 6, 12, tzinfo=dt.UTC)
SEED = Seed(b"a seed of thirty-two plain bytes")
ADAS_NAME = "Ada Zwölf-Quittenbaum"


@dataclass(frozen=True, slots=True)
class Played:
    """A folder with the file of a guild, in which a campaign was played."""

    stores: Stores
    path: Path
    campaign: int
    clock: MovableClock


def due(kind: str, day: int) -> DueTick:
    at = NOON + dt.timedelta(days=day)
    run = at.date() if kind == "run" else None
    return DueTick(kind, at, at.date(), 1, run, None if kind == "setup" else at)


async def play(folder: Path, state: CampaignState = CampaignState.PAUSED) -> Played:
    """A campaign of five ticks: founding, two who join, a run, a production. Stores stay open."""
    clock = MovableClock(NOON)
    stores = Stores(folder, clock)
    await stores.open()
    async with stores.use(GUILD) as store:
        people = {ADA: ADAS_NAME, BRAM: "Bram"}
        made = await founded(store, people, NOON, name="March", seed=SEED)
        path, campaign, rules = stores.path(GUILD), made.id, Rules.of(module())
        world = World.load(rules.records, read_world(path, campaign))
        ada = next(iter(world.all(Player)))
        city = next(c for c in world.all(City) if player_of(world, c) == ada.id)
        orders = (
            ActivateStack(province=Ref("province", city.province), name="Host"),
            TrainMilitaryUnits(city=Ref(*city.place), race="human", quantity=25, name="Foot"),
        )
        for order in orders:
            await store.drafts.add(campaign, ADA, Queued("", order).to_json())
        day = due("run", 2)
        await store.submissions.submit(campaign, ADA, lambda _: day.local_date)
        resolve(path, campaign, day, NOON)
        resolve(path, campaign, due("monthly", 3), NOON)
        await store.drafts.add(campaign, ADA, Queued("", orders[0]).to_json())
        await store.submissions.submit(campaign, ADA, lambda _: due("run", 9).local_date)
        await store.papers.put(campaign, ADA, "arms", json.dumps({"charge": "quince"}))
        away = dt.date(2024, 6, 3)
        await store.agenda.put_vacation(campaign, Vacation(ADA, away, away))
        await store.agenda.put_reminder(campaign, ADA, 3)
        about = Trace(json.dumps({"user": ADA, "name": ADAS_NAME}))
        await store.audit.note(campaign, MORGAN, "seat given", why=f"for <@{ADA}>", trace=about)
        text = f"**{ADAS_NAME}** is late, <@{ADA}>"
        payload = Payload(text=text, people=(ADA,)).model_dump_json()
        await store.outbox.add(campaign, NewMessage(Address(role="moderators"), "M1", payload))
        await _envoys(store, campaign)
        await store.deputies.appoint(campaign, 2, 1, ADA, "draft", ADA, Term())
        (deputy,) = await store.deputies.of_user(ADA)
        await store.deputies.note(deputy.id, "drafted", 1)
        await store.seats.put_caretaker(campaign, 1, Caretaker(2, "caretaker", "grow"))
        await store.seats.tell_idle(campaign, frozenset({ADA}))
        await store.campaigns.set_state(campaign, state)
        await store.members.choose(ADA, campaign)
    return Played(stores, path, campaign, clock)


async def _envoys(store: GuildStore, campaign: int) -> None:
    """A note with its answer and a report, a treaty with one signature, a look of a moderator."""
    note = await store.notes.send(campaign, (ADA, 1, 1), {2: 0}, "The ford is yours.")
    await store.notes.send(campaign, (BRAM, 2, 1), {2: 2}, "It is.", answers=note.id)
    await store.notes.report(note.id, 2, ADA, f"{ADAS_NAME} threatens us")
    text = ("Of the ford", "Nobody crosses it armed.")
    treaty = await store.treaties.propose(campaign, 1, [2], text, sealed=True)
    await store.treaties.sign(treaty.id, 1, ADA, 1)
    await store.treaties.end(treaty.id, 1, ADA, f"{ADAS_NAME} is tired of it")
    await store.looks.note(campaign, MORGAN, 1, 5, f"what has {ADAS_NAME}?")
