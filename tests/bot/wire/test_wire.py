"""Every REST request of a bot's process is valid by Discord's own description and limits.

`drive` plays a bot through everything it does. It drives the small bot for now; the real bot's
scene takes its place by another `drive` over the same table.
"""

from collections import Counter

import pytest

from bot.practice.front.record import RecordedRequest
from tests.bot.front.table import Table, open_table
from tests.bot.limits import check_request
from tests.bot.wire.openapi import Description

pytestmark = pytest.mark.wire


async def drive(table: Table) -> None:
    """Have the small bot use every kind of request it knows."""
    world, ada, hall = table.front.world, table.ada, table.hall
    async with table.small_bot() as bot:
        await bot.said("ready")
        await ada.autocomplete(hall, "scout", "city", "Ash")
        await ada.slash(hall, "scout", city="Brill")
        await world.finished(await ada.slash(hall, "draw"))
        await ada.slash(hall, "sheet", orders=("orders.txt", b"move 1\n"))
        shown = await ada.slash(hall, "write")
        await ada.submit_modal(shown, {"text": "Winter is near."})
        panel = await ada.slash(hall, "panel")
        assert panel.response is not None
        await table.ben.click(panel.response, label="Ready")
        await world.finished(await ada.slash(hall, "post", key="T1-1"))
        await ada.slash(hall, "history")
        founded = await world.finished(await ada.slash(hall, "found", name="The North"))
        assert founded.content == "Founded and dissolved."


async def test_every_request_is_valid(description: Description, validated: Counter[str]) -> None:
    async with open_table() as table:
        await drive(table)
        guild = table.ada.guild.id
        backend = table.front.world.backend
        bits = backend.compute_permissions(guild, backend.bot_user.id)
        requests = table.front.requests
        assert requests
        violations = [
            violation
            for request in requests
            for violation in (
                *description.check(request),
                *check_request(request, bot_permissions=bits),
            )
        ]
        assert violations == []
        validated.update(description.operation(request) or "" for request in requests)


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x" * 4001},
        {"content": 5},
        {"nonce": "x" * 26},
        {"components": [{"type": 1, "components": [{"type": 2}]}]},
    ],
)
def test_the_description_refuses_a_bad_message(
    description: Description, body: dict[str, object]
) -> None:
    path = "/channels/1/messages"
    request = RecordedRequest("POST", path, json=body, content_type="application/json")
    assert len(description.check(request)) == 1
