"""Every REST request of the real bot is valid by Discord's own description and limits."""

from collections import Counter
from pathlib import Path

import pytest

from tests.bot.front.record import RecordedRequest
from tests.bot.limits import check_command_payload, check_request
from tests.bot.process.scene import open_guild
from tests.bot.wire.campaign import play
from tests.bot.wire.openapi import Description

pytestmark = pytest.mark.wire


async def test_every_request_of_a_campaign_is_valid(
    description: Description, validated: Counter[str], tmp_path: Path
) -> None:
    async with open_guild(tmp_path) as scene:
        async with scene.bot() as bot:
            await play(scene, bot)
        backend = scene.front.world.backend
        bits = backend.compute_permissions(scene.guild, backend.bot_user.id)
        requests = scene.front.requests
        violations = [
            violation
            for request in requests
            for violation in (
                *description.check(request),
                *check_request(request, bot_permissions=bits),
            )
        ]
        for sync in scene.front.sent("PUT", "/commands"):
            violations += check_command_payload(sync.json)
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
