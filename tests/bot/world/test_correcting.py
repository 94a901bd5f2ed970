"""`/world correct`, `add` and `remove`: what is put right, who is told, and the way back."""

import json

from bot.practice.table import Table
from bot.store.world import read_world
from bot.verifying import verify
from tests.bot.pressing import press
from tests.bot.samples import EXTENSIONS, campaign_on, confirms, posts, says, told, undone

COGS = [*EXTENSIONS, "bot.world.commands"]


async def rows(table: Table, campaign: int) -> dict[tuple[str, int], bytes]:
    path = table.bot.host.path(table.guild.handle.id)
    found = read_world(path, campaign)
    return {(kind, id): body for kind, id, body in found if kind not in ("now", "counters")}


async def offered(table: Table, option: str, typed: str = "", **given: str) -> list[dict]:
    """What an autocomplete offers once the worker has found it, however long that takes."""
    lobby = next(table.guild.channels())
    await table.guild.owner.autocomplete(lobby, "world correct", option, typed, **given)
    await table.rest()
    return await table.guild.owner.autocomplete(lobby, "world correct", option, typed, **given)


def of_ada(found: dict[tuple[str, int], bytes], kind: str) -> tuple[int, dict]:
    """The first record of a kind that is hers."""
    for (each, id), body in sorted(found.items()):
        plain = json.loads(body)
        if each == kind and plain.get("player") == 1:
            return id, plain
    raise AssertionError(kind)


async def test_a_fact_is_put_right_told_to_its_owner_and_undone_byte_by_byte(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)
    before = await rows(table, campaign)
    id, hero = of_ada(before, "character")
    known = {"kind": "character", "record": str(id)}
    assert (await offered(table, "kind", "charac"))[0]["value"] == "character"
    assert hero["name"] in (await offered(table, "record", hero["name"], **known))[0]["name"]
    assert (await offered(table, "field", "xp", **known))[0]["name"] == f"xp: {hero['xp']}"
    assert (await offered(table, "value", field="xp", **known))[0]["value"] == str(hero["xp"])

    answer = await says(
        table, "Morgan", "world correct", **known, field="xp", value="77", reason="lost in a bug"
    )
    assert f"`{hero['xp']}` → `77`" in told(answer)
    assert await rows(table, campaign) == before
    await press(table, "Morgan", answer, "Put it right")
    after = await rows(table, campaign)
    assert {key for key in after if after[key] != before.get(key)} == {("character", id)}
    report = posts(table, "ashmark")[-1]
    assert "lost in a bug" in report
    assert f"xp: {hero['xp']} → 77" in report
    assert "lost in a bug" not in "".join(posts(table, "elderwood") + posts(table, "herald"))
    log = told(await says(table, "Ada", "log"))
    author = f"<@{table.guild.people['Morgan'].id}>"
    assert f"{author} · world corrected (more would tell secrets)" in log
    assert hero["name"] not in log
    assert "lost in a bug" in told(await says(table, "Morgan", "log"))

    await undone(table, campaign, "it was right")
    assert await rows(table, campaign) == before
    path = table.bot.host.path(table.guild.handle.id)
    assert [each for each in verify(path, campaign) if each.faults] == []


async def test_a_piece_is_added_like_another_and_taken_out_with_what_it_holds(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)
    before = await rows(table, campaign)
    id, _ = of_ada(before, "character")
    answer = await says(
        table,
        "Morgan",
        "world add",
        kind="character",
        like=str(id),
        changes="name=Wulf; xp=3",
        reason="the squire",
    )
    assert "like character" in told(answer)
    await press(table, "Morgan", answer, "Put it right")
    after = await rows(table, campaign)
    ((_, new),) = after.keys() - before.keys()
    assert json.loads(after["character", new])["name"] == "Wulf"
    await confirms(
        table,
        "Morgan",
        "world remove",
        "Put it right",
        kind="character",
        record=str(new),
        reason="no squire",
    )
    assert await rows(table, campaign) == before
    await undone(table, campaign, "a squire")
    assert await rows(table, campaign) == after


async def test_what_would_dangle_or_has_no_shape_is_refused(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)
    before = await rows(table, campaign)
    baron = next(
        json.loads(body)["baron"]
        for (kind, _), body in sorted(before.items())
        if kind == "city" and json.loads(body)["baron"]
    )
    hero = {"kind": "character", "record": str(baron), "reason": "a bug"}
    for command, options, says_so in (
        ("world remove", hero, "as its baron, which would then name nothing"),
        ("world correct", {**hero, "field": "xp", "value": "many"}, "is no value for that"),
        ("world correct", {**hero, "field": "player", "value": "99"}, "would name player 99"),
        ("world correct", {**hero, "field": "holder", "value": "stack:999"}, "stack 999"),
        ("world correct", {**hero, "field": "soul", "value": "1"}, "has no field"),
        ("world correct", {**hero, "field": "race", "value": "unicorn"}, "the module's races"),
        ("world correct", {**hero, "field": "job", "value": "king"}, "the module's classes"),
        ("world correct", {**hero, "field": "name", "value": " "}, "Nothing of it can be seen"),
        ("world correct", {**hero, "field": "talents", "value": '["x"]'}, "the module's talents"),
        ("world correct", {**hero, "field": "skills", "value": '{"x": 1}'}, "module's skills"),
        ("world correct", {**hero, "field": "wounds", "value": "-5"}, "not between 0 and 100"),
        (
            "world correct",
            {**hero, "field": "holder", "value": f"character:{baron}"},
            "would be its own holder",
        ),
        ("world correct", {**hero, "kind": "now", "field": "turn", "value": "1"}, "no kind"),
        ("world correct", {**hero, "record": "9999", "field": "xp", "value": "1"}, "There is no"),
        ("world add", {"kind": "character", "like": "1", "reason": "x", "changes": "xp"}, "read"),
    ):
        assert says_so in told(await says(table, "Morgan", command, **options)), command
    assert "for the moderators" in told(
        await says(table, "Ada", "world correct", **{**hero, "field": "xp", "value": "9"})
    )
    assert await rows(table, campaign) == before


async def test_what_was_asked_before_another_tick_is_asked_anew(table: Table) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)
    id, _ = of_ada(await rows(table, campaign), "character")
    hero = {"kind": "character", "record": str(id), "field": "xp", "reason": "a bug"}
    first = await says(table, "Morgan", "world correct", **hero, value="7")
    second = await says(table, "Morgan", "world correct", **hero, value="8")
    await press(table, "Morgan", first, "Put it right")
    assert "Another tick was made meanwhile" in told(
        await press(table, "Morgan", second, "Put it right")
    )
    assert json.loads((await rows(table, campaign))["character", id])["xp"] == 7
