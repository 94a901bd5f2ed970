"""Refusals that only the clock or a panel of another version leads to: each has a way out."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.answers import Refused
from bot.calendar.timing import CalendarChange
from bot.callers.leading import follow
from bot.campaign.steps import is_full, why_not
from bot.faces.leads import Lead
from bot.founding.moderating import NEXT
from bot.store.records import CampaignState

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)


async def test_a_cut_off_that_has_just_passed_names_its_rule() -> None:
    change = CalendarChange(
        store=cast("Any", None),
        rules=cast("Any", SimpleNamespace(cites=lambda name: f"rule of {name}")),
        campaign=cast("Any", SimpleNamespace(state=CampaignState.RUNNING)),
        almanac=cast("Any", SimpleNamespace(next=lambda _: SimpleNamespace(instant=NOON))),
        now=NOON,
    )
    with pytest.raises(Refused) as refused:
        await change.run()
    assert refused.value.rule == "rule of cut-off"
    assert "/calendar shows the next" in (refused.value.way_out or "")


async def test_a_lead_to_a_command_that_is_gone_says_where_the_others_are() -> None:
    interaction = Mock()
    interaction.client.tree.get_command.return_value = None
    interaction.response.defer = AsyncMock()
    seat = cast("Any", SimpleNamespace(guild=7, campaign=SimpleNamespace(id=1)))
    with pytest.raises(Refused) as refused:
        await follow(interaction, seat, Lead(label="Go", command="gone"))
    assert "/gone" in refused.value.what
    assert "/help" in (refused.value.way_out or "")


@pytest.mark.parametrize(
    "code, text, full",
    [
        (30013, "Maximum number of guild channels reached (500)", True),
        (30005, "Maximum number of guild roles reached (250)", True),
        (50035, "Maximum number of channels in category reached (50)", True),
        (50035, "Invalid Form Body", False),
    ],
)
def test_a_full_server_is_told_to_make_room(code: int, text: str, full: bool) -> None:
    answer = cast("Any", SimpleNamespace(status=400, reason="Bad Request"))
    error = discord.HTTPException(answer, {"code": code, "message": text})
    assert is_full(error) is full
    assert ("Delete channels or roles" in why_not(error)) is full
    assert text in why_not(error)


def test_after_the_end_nothing_leads_back_into_the_campaign() -> None:
    assert set(NEXT) == set(CampaignState)
    for way in ("/campaign start", "/campaign resume", "/campaign open", "/campaign run"):
        assert way not in NEXT[CampaignState.ENDED]
