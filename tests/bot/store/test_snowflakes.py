"""Other Discord ids for a stored campaign."""

from datetime import date

from bot.store.guild import GuildStore
from bot.store.records import Address, Campaign, NewMessage, Vacation
from bot.store.snowflakes import rewrite_snowflakes
from tests.bot.store.scene import PLAYER, run_on_time


async def test_every_stored_id_is_rewritten_even_where_two_change_places(
    store: GuildStore, campaign: Campaign
) -> None:
    herald, other = 50, 60
    await store.members.join(campaign.id, other, 2)
    await store.places.put(campaign.id, "herald", herald)
    await store.places.put(campaign.id, "moderators", 51)
    for user, body in ((PLAYER, "1"), (other, "2")):
        await store.drafts.add(campaign.id, user, body)
        await store.submissions.submit(campaign.id, user, run_on_time)
    sent = await store.outbox.add(campaign.id, NewMessage(Address(channel=herald), "H1", "{}"))
    await store.outbox.sent(sent.id, 777)
    await store.audit.note(campaign.id, PLAYER, "start")
    day = date(2024, 5, 7)
    await store.agenda.put_vacation(campaign.id, Vacation(PLAYER, day, day))
    await store.agenda.add_extension(campaign.id, 1, PLAYER, day, 12)
    await store.agenda.put_reminder(campaign.id, PLAYER, 3)
    await store.agenda.note_reminded(campaign.id, PLAYER, day)

    rewrite_snowflakes(store.path, {PLAYER: other, other: PLAYER, herald: 9, 777: 778, 4: 5})

    assert [(m.user, m.faction) for m in await store.members.of_campaign(campaign.id)] == [
        (other, 1),
        (PLAYER, 2),
    ]
    for user, body in ((other, "1"), (PLAYER, "2")):
        draft = await store.drafts.get(campaign.id, user)
        assert [order.body for order in draft.orders] == [body]
        submitted = await store.submissions.pending(campaign.id, user)
        assert submitted
        assert submitted.body == f'[{{"key":"k1","order":{body}}}]'
    assert [(p.role, p.snowflake) for p in await store.places.of_campaign(campaign.id)] == [
        ("herald", 9),
        ("moderators", 51),
    ]
    assert [entry.who for entry in await store.audit.latest()] == [other]
    assert [each.user for each in await store.agenda.vacations(campaign.id)] == [other]
    assert [each.user for each in await store.agenda.extensions(campaign.id, day)] == [other]
    assert await store.agenda.reminders(campaign.id) == {other: 3}
    assert await store.agenda.reminded(campaign.id, day) == {other}
    async with store._file.reading() as db:
        assert tuple(await db.one("SELECT channel, message FROM outbox")) == (9, 778)
