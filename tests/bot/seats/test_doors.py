"""Newcomers are told what there is; who lost a role by hand finds the door open, and is told so."""

import pytest

from bot.faces.arms.coat import Arms
from bot.faces.embeds import Card
from bot.practice.table import Table
from bot.seats.welcoming import welcomed
from tests.bot.samples import ALL_BUT_HEALTH, campaign_on, channel, posts, says, store_of, told

COGS = ALL_BUT_HEALTH


async def lose(table: Table, name: str) -> None:
    """As if the person had left the server and come back."""
    with table.env._bot_scope():
        person = await table.bot.guilds[0].fetch_member(table.guild.people[name].id)
        await person.remove_roles(*person.roles[1:])
    await table.rest()


async def test_who_left_and_returns_reads_the_channel_with_the_first_command(table: Table) -> None:
    await campaign_on(table, ["Ada"], start=True)
    await says(table, "Ada", "seat deputy", person=table.guild.people["Cora"], may="look")
    for name in ("Ada", "Cora"):
        await lose(table, name)
        assert name not in table.guild.who_sees(channel(table, "ashmark"))
        answer = told(await says(table, name, "orders list"))
        assert "You had lost the role of your faction" in answer
        assert name in table.guild.who_sees(channel(table, "ashmark"))
        person = table.guild.people[name]
        assert f"<@{person.id}> had lost the role" in posts(table, "moderators")[-1]
        assert "You had lost" not in told(await says(table, name, "orders list"))


async def test_a_role_that_was_deleted_is_made_anew_at_once(table: Table) -> None:
    await campaign_on(table, ["Ada"], start=True)
    role = next(r for r in table.bot.guilds[0].roles if r.name.startswith("House Ashmark"))
    with table.env._bot_scope():
        await role.delete()
    await table.rest()
    assert table.guild.who_sees(channel(table, "ashmark")) == ("Morgan", "Ada")
    assert any("I mended" in text and "for Ada" in text for text in posts(table, "moderators"))
    async with store_of(table) as store:
        names = [each.name for each in await store.timers.all()]
    assert not [name for name in names if name.startswith(("role:", "furnish"))]


async def test_a_role_of_another_faction_is_taken_from_who_plays(table: Table) -> None:
    await campaign_on(table, ["Ada"], start=True)
    with table.env._bot_scope():
        guild = table.bot.guilds[0]
        other = next(r for r in guild.roles if r.name.startswith("The Elderwood"))
        await (await guild.fetch_member(table.guild.people["Ada"].id)).add_roles(other)
    await table.rest()
    assert "Ada" in table.guild.who_sees(channel(table, "elderwood"))
    await says(table, "Ada", "orders list")
    assert "Ada" not in table.guild.who_sees(channel(table, "elderwood"))
    assert "Ada" in table.guild.who_sees(channel(table, "ashmark"))


def text(*, admitted: bool = True, mapped: bool = True) -> str:
    card = welcomed(Card("Welcome", "."), "#reds", admitted, Arms(), mapped=mapped)
    return card.fields[0].text


@pytest.mark.parametrize("mapped", [True, False])
def test_the_map_is_named_only_where_there_is_one(mapped: bool) -> None:
    assert ("`/map` shows what you know. `/help`" in text(mapped=mapped)) == mapped
    assert ("/map" in text(mapped=mapped)) == mapped
    assert "allies are in #reds. `" in text(mapped=mapped)


def test_who_cannot_read_the_channel_yet_is_told_so() -> None:
    assert "A moderator has still to let you in. `/map`" in text(admitted=False)
    assert "moderator" not in text()
