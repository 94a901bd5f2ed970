"""What was not offered, or not to this person, is refused in words, and nothing is changed."""

from typing import Any

import pytest
from simcord.actors import _component_interaction, _visible_message

from bot.payload import desk_button
from bot.practice.table import Table
from bot.store.records import CampaignState
from tests.bot.samples import ALL_BUT_HEALTH, campaign_on, channel, says, store_of, told

ANOTHER = "Somebody else opened this"
WHY = {"reason": "We were wrong"}

COGS = ALL_BUT_HEALTH


def components(message: Any) -> list[Any]:
    return [each for row in message.components for each in row.children]


async def forged(table: Table, who: str, message: Any, data: dict[str, Any]) -> Any:
    """A press that no client of Discord's would send; the message is Morgan's to see."""
    stored = _visible_message(table.guild.people["Morgan"], message)
    answer = await _component_interaction(table.guild.people[who], stored, data)
    await table.rest()
    return answer


async def acts(table: Table, campaign: int) -> int:
    async with store_of(table) as store:
        return len(await store.audit.latest(campaign, last=200))


@pytest.mark.parametrize(
    "command, options",
    [
        ("campaign end", {}),
        ("campaign settings", {}),
        ("campaign undo", {"entry": "undoable", **WHY}),
        ("world rollback", {"to": "1", **WHY}),
        ("world correct", {"kind": "player", "record": "", "field": "name", "value": "A", **WHY}),
    ],
)
async def test_nobody_else_presses_what_a_moderator_opened(
    table: Table, command: str, options: dict[str, Any]
) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)
    await says(table, "Morgan", "campaign pause", reason="A rest")
    async with store_of(table) as store:
        latest = (await store.audit.latest(campaign, last=1))[0].id
        player = (await store.members.of_campaign(campaign))[0].player
    put = {"undoable": str(latest), "": str(player)}
    given = {name: put.get(value, value) for name, value in options.items()}
    asked = await says(table, "Morgan", command, **given)
    parts = components(asked.response.message)
    assert parts, told(asked)
    before = await acts(table, campaign)
    for part in parts:
        values = [each.value for each in getattr(part, "options", ())][:1]
        data = {"custom_id": part.custom_id, "component_type": part.type.value}
        refused = await forged(table, "Ada", asked.response.message, data | {"values": values})
        assert ANOTHER in told(refused), part
        assert "Give the command yourself" in told(refused)
        if values:
            data["values"] = ["never offered"]
            refused = await forged(table, "Morgan", asked.response.message, data)
            assert "not offered here" in told(refused), part
    assert await acts(table, campaign) == before
    async with store_of(table) as store:
        assert (await store.campaigns.get(campaign)).state is CampaignState.PAUSED


async def test_nobody_else_sends_the_form_of_a_moderator(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = await campaign_on(table, ["Ada"], start=True)
    history = channel(table, "moderators").history()
    (desk,) = [m for m in history if m.embeds and (m.embeds[0].title or "").endswith("· desk")]
    people = table.guild.people
    forms = {
        "pause": {"reason": "Because"},
        "extend": {"hours": "5", "reason": "Because"},
        "announce": {"text": "Hear me"},
    }
    for remedy, filled in forms.items():
        form = await people["Morgan"].click(desk, custom_id=desk_button(remedy, campaign))
        before = await acts(table, campaign)
        # The simulation itself lets only the opener send it.
        monkeypatch.setattr(form._interaction, "user_id", people["Ada"].id)
        monkeypatch.setattr("simcord._modal.can_access_channel", lambda *_: True)
        monkeypatch.setattr("simcord._modal.can_access_message", lambda *_: True)
        monkeypatch.setattr("simcord.actors._check_actor_channel", lambda *_: None)
        refused = await people["Ada"].submit_modal(form, filled)
        await table.rest()
        assert ANOTHER in told(refused), remedy
        assert await acts(table, campaign) == before
    async with store_of(table) as store:
        assert (await store.campaigns.get(campaign)).state is CampaignState.RUNNING
