"""The front's bytes on the wire, seen by a plain client instead of discord.py."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from bot.practice import PATIENCE
from tests.bot.front.server import TOKEN, Front

GUILDS, GUILD_MESSAGES = 1 << 0, 1 << 9


@pytest_asyncio.fixture
async def front() -> AsyncIterator[Front]:
    async with Front() as opened:
        yield opened


@pytest_asyncio.fixture
async def client() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {TOKEN}"}) as session:
        yield session


class Plain:
    """An uncompressed gateway connection."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def identify(self, intents: int = GUILDS, token: str = TOKEN, **more: Any) -> None:
        data = {"token": token, "intents": intents, "properties": {}, **more}
        await self.socket.send_json({"op": 2, "d": data})

    async def hear(self) -> dict[str, Any]:
        return await self.socket.receive_json(timeout=PATIENCE)

    async def events(self, count: int) -> list[tuple[int, str]]:
        heard = [await self.hear() for _ in range(count)]
        return [(message["s"], message["t"]) for message in heard]


async def connect(front: Front, client: aiohttp.ClientSession) -> Plain:
    plain = Plain(await client.ws_connect(front.gateway.url + "?v=10&encoding=json"))
    assert (await plain.hear())["op"] == 10
    return plain


async def test_answers_are_json_by_exactly_that_content_type(
    front: Front, client: aiohttp.ClientSession
) -> None:
    async with client.get(front.api + "/users/@me") as answer:
        assert answer.headers["Content-Type"] == "application/json"
        assert (await answer.json())["id"] == str(front.world.backend.bot_user.id)


async def test_a_gateway_is_named_for_bots_that_ask(
    front: Front, client: aiohttp.ClientSession
) -> None:
    async with client.get(front.api + "/gateway/bot") as answer:
        assert (await answer.json())["url"] == front.gateway.url


async def test_a_request_without_the_token_is_unauthorized(front: Front) -> None:
    async with aiohttp.ClientSession() as stranger, stranger.get(front.api + "/gateway") as answer:
        assert answer.status == 401


async def test_a_body_that_is_no_json_is_refused(
    front: Front, client: aiohttp.ClientSession
) -> None:
    async with client.post(front.api + "/channels/1/messages", data=b"{") as answer:
        assert answer.status == 400


async def test_what_simcord_does_not_know_is_noted_as_a_gap(
    front: Front, client: aiohttp.ClientSession
) -> None:
    async with client.get(front.api + "/voice/nowhere") as answer:
        assert answer.status == 501
    [gap] = front.gaps
    assert "GET /voice/nowhere" in str(gap)


async def test_a_wrong_token_closes_the_gateway_for_good(
    front: Front, client: aiohttp.ClientSession
) -> None:
    plain = await connect(front, client)
    await plain.identify(token="wrong")
    assert (await plain.socket.receive(timeout=PATIENCE)).type is aiohttp.WSMsgType.CLOSE
    assert plain.socket.close_code == 4004


async def test_an_unknown_compression_is_refused(
    front: Front, client: aiohttp.ClientSession
) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError, match="400"):
        await client.ws_connect(front.gateway.url + "?compress=lzma")


async def test_a_heartbeat_is_acknowledged(front: Front, client: aiohttp.ClientSession) -> None:
    plain = await connect(front, client)
    await plain.socket.send_json({"op": 1, "d": None})
    assert (await plain.hear())["op"] == 11


async def test_events_are_numbered_and_replayed_from_where_the_bot_was(
    front: Front, client: aiohttp.ClientSession
) -> None:
    guild = front.world.create_guild("The North")
    plain = await connect(front, client)
    await plain.identify()
    ready = await plain.hear()
    assert (ready["s"], ready["t"]) == (1, "READY")
    assert await plain.events(1) == [(2, "GUILD_CREATE")]
    front.gateway.drop()
    guild.create_text_channel("one")
    guild.create_text_channel("two")
    again = await connect(front, client)
    resume = {"token": TOKEN, "session_id": ready["d"]["session_id"], "seq": 2}
    await again.socket.send_json({"op": 6, "d": resume})
    assert await again.events(3) == [
        (3, "CHANNEL_CREATE"),
        (4, "CHANNEL_CREATE"),
        (5, "RESUMED"),
    ]


@pytest.mark.parametrize("asked", [{"session_id": "unknown"}, {"seq": 99}, {"seq": None}])
async def test_a_resume_that_cannot_be_is_an_invalid_session(
    front: Front, client: aiohttp.ClientSession, asked: dict[str, object]
) -> None:
    plain = await connect(front, client)
    await plain.identify()
    session = (await plain.hear())["d"]["session_id"]
    again = await connect(front, client)
    resume = {"token": TOKEN, "session_id": session, "seq": 1, **asked}
    await again.socket.send_json({"op": 6, "d": resume})
    assert await again.hear() == {"op": 9, "d": False}


async def test_a_bot_hears_only_what_its_intents_let_it(
    front: Front, client: aiohttp.ClientSession
) -> None:
    guild = front.world.create_guild("The North")
    hall = guild.create_text_channel("hall")
    ada = guild.add_member(front.world.create_user("ada"))
    deaf, keen = await connect(front, client), await connect(front, client)
    await deaf.identify(GUILDS)
    await keen.identify(GUILDS | GUILD_MESSAGES)
    assert await deaf.events(2) == await keen.events(2)
    await ada.send(hall, "hello")
    guild.create_text_channel("later")
    assert await deaf.events(1) == [(3, "CHANNEL_CREATE")]
    assert await keen.events(2) == [(3, "MESSAGE_CREATE"), (4, "CHANNEL_CREATE")]


async def test_each_guild_goes_to_its_shard(front: Front, client: aiohttp.ClientSession) -> None:
    guilds = {0: 4 << 22, 1: 5 << 22}
    for guild in guilds.values():
        front.world.create_guild(id=guild)
    for shard, guild in guilds.items():
        plain = await connect(front, client)
        await plain.identify(shard=[shard, 2])
        assert [g["id"] for g in (await plain.hear())["d"]["guilds"]] == [str(guild)]
        assert (await plain.hear())["d"]["id"] == str(guild)
