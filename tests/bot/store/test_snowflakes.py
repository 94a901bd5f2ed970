"""Other Discord ids for a stored campaign."""

from datetime import date

from bot.store.guild import GuildStore
from bot.store.records import Address, NewMessage, Vacation
from bot.store.snowflakes import rewrite_snowflakes
from tests.bot.store.scene import CAMPAIGN, PLAYER, run_on_time


async def test_every_stored_id_is_rewritten_even_where_two_change_places(store: GuildStore) -> None:
    herald, other = 50, 60
    await store.members.join(CAMPAIGN, other, 2)
    await store.places.put(CAMPAIGN, "herald", herald)
    await store.places.put(CAMPAIGN, "moderators", 51)
    for user, body in ((PLAYER, "1"), (other, "2")):
        await store.drafts.add(CAMPAIGN, user, body)
        await store.submissions.submit(CAMPAIGN, user, run_on_time)
    sent = await store.outbox.add(CAMPAIGN, NewMessage(Address(channel=herald), "H1", "{}"))
    await store.outbox.sent(sent.id, 777)
    await store.audit.note(CAMPAIGN, PLAYER, "start")
    day = date(2024, 5, 7)
    await store.agenda.put_vacation(CAMPAIGN, Vacation(PLAYER, day, day))
    await store.agenda.add_extension(CAMPAIGN, 1, PLAYER, day, 12)
    await store.agenda.put_reminder(CAMPAIGN, PLAYER, 3)
    await store.agenda.note_reminded(CAMPAIGN, PLAYER, day)

    rewrite_snowflakes(store.path, {PLAYER: other, other: PLAYER, herald: 9, 777: 778, 4: 5})

    assert [(m.user, m.faction) for m in await store.members.of_campaign(CAMPAIGN)] == [
        (other, 1),
        (PLAYER, 2),
    ]
    for user, body in ((other, "1"), (PLAYER, "2")):
        draft = await store.drafts.get(CAMPAIGN, user)
        assert [order.body for order in draft.orders] == [body]
        submitted = await store.submissions.pending(CAMPAIGN, user)
        assert submitted
        assert submitted.body == f'[{{"key":"k1","order":{body}}}]'
    assert [(p.role, p.snowflake) for p in await store.places.of_campaign(CAMPAIGN)] == [
        ("herald", 9),
        ("moderators", 51),
    ]
    assert [entry.who for entry in await store.audit.latest()] == [other]
    assert [each.user for each in await store.agenda.vacations(CAMPAIGN)] == [other]
    assert [each.user for each in await store.agenda.extensions(CAMPAIGN, day)] == [other]
    assert await store.agenda.reminders(CAMPAIGN) == {other: 3}
    assert await store.agenda.reminded(CAMPAIGN, day) == {other}
    async with store._file.reading() as db:
        assert tuple(await db.one("SELECT channel, message FROM outbox")) == (9, 778)
