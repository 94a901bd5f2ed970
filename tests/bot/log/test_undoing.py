"""Acts of moderators are taken back one by one, in reverse, and everything is as it was."""

import json

from bot.practice.table import Table
from bot.store.world import read_world
from tests.bot.pressing import press
from tests.bot.samples import EXTENSIONS, campaign_on, posts, says, store_of, told

HOST_ORDERS = [
    ("joining", {"open": False}),
    ("words", {"check": False}),
    ("holiday-add", {"from": "2026-01-08", "name": "Feast"}),
    ("holiday-remove", {"from": "2026-01-08"}),
    ("desk extend", {"hours": 5, "reason": "storm"}),
    ("timing", {"early": True, "quorum": 70}),
    ("campaign pause", {"reason": "a fair"}),
    ("campaign resume", {}),
]

COGS = [*EXTENSIONS, "bot.deadlines.player_commands"]


async def standing(table: Table, campaign: int) -> tuple[object, ...]:
    """All that these acts change."""
    async with store_of(table) as store:
        now = await store.campaigns.get(campaign)
        holidays = list(await store.agenda.holidays(campaign))
        days = {d: r for d, r in (await store.agenda.run_days(campaign)).items() if r.at}
        timing = json.loads(await store.settings.get(f"readiness:{campaign}") or "null")
        pauses = await store.settings.get(f"pauses:{campaign}") or "[]"
        words = await store.wordings.get(campaign)
    path = table.bot.host.path(table.guild.handle.id)
    world = [row for row in read_world(path, campaign) if row[0] not in ("now", "counters")]
    return now.state, now.joining, holidays, days, timing, pauses, words, world


async def take_back(table: Table, entry: int) -> str:
    answer = await says(table, "Morgan", "campaign undo", entry=str(entry), reason="a slip")
    assert answer.response.message
    if not answer.response.message.components:
        return told(answer)
    pressed = await press(table, "Morgan", answer, "Take it back")
    return told(pressed) if pressed.followups else ""


async def test_every_act_is_undone_and_its_undoing_too(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)
    lobby = next(table.guild.channels())
    await says(table, "Morgan", "timing", early=False, quorum=30)
    (hero,) = {
        json.loads(body)["name"]
        for kind, id, body in read_world(table.bot.host.path(table.guild.handle.id), campaign)
        if kind == "player"
    }
    acts = [
        *HOST_ORDERS,
        (
            "rename",
            {"kind": "player", "called": hero.upper(), "name": "Ada the Bold", "reason": "asked"},
        ),
    ]
    before = [await standing(table, campaign)]
    entries: list[int] = []
    for command, options in acts:
        await says(table, "Morgan", command, **options)
        before.append(await standing(table, campaign))
        assert before[-1] != before[-2], command
        async with store_of(table) as store:
            entries.append((await store.audit.latest(campaign, last=1))[0].id)
    offered = await table.guild.owner.autocomplete(lobby, "campaign undo", "entry", "")
    assert {str(each) for each in entries} <= {each["value"] for each in offered}
    # The first is still as it was left, but the pause was ended since.
    paused = entries[[command for command, _ in acts].index("campaign pause")]
    assert "changed" in await take_back(table, paused)
    undone: list[int] = []
    for (command, _), entry, was in zip(
        reversed(acts), reversed(entries), reversed(before[:-1]), strict=True
    ):
        await take_back(table, entry)
        assert await standing(table, campaign) == was, command
        async with store_of(table) as store:
            (latest,) = await store.audit.latest(campaign, last=1)
        assert latest.trace.undoes == entry
        undone.append(latest.id)
    # And the undoings are undone, so that all is as it was after the acts.
    for entry, was in zip(reversed(undone), before[1:], strict=True):
        await take_back(table, entry)
        assert await standing(table, campaign) == was
    log = told(await says(table, "Ada", "log"))
    assert "taken back by" in log
    assert "a slip" in log
    assert "is paused again" in "".join(posts(table, "herald"))
