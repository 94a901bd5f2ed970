"""A gateway session: what one bot may see, numbered, and kept so that RESUME can replay it.

A session outlives its connections. It does not know sockets; `gateway` carries it over them.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

import discord
from simcord.backend import Backend, serializers
from simcord.gateway import FakeGateway, FakeWebSocket

from tests.bot.front.world import World

GUILD_EVENTS = ("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE")


class Session:
    """One IDENTIFY and everything dispatched since.

    simcord's own gateway filters events by intents and would call discord.py's parsers; it gets
    this session as the connection state, whose "parsers" write to the log instead. The event
    with sequence number `n` is `log[n - 1]`, as the text that goes over the wire.
    """

    def __init__(
        self,
        backend: Backend,
        key: str,
        intents: int,
        shard: tuple[int, int],
        wire: Callable[[object], str],
    ) -> None:
        self.key = key
        self.intents = discord.Intents._from_value(intents)
        self.shard = shard
        self.log: list[str] = []
        self.more = asyncio.Event()
        self.parsers = _Parsers(self.dispatch)
        self._wire = wire
        self._filter = FakeGateway(backend, self)
        self._members = FakeWebSocket(backend, self._filter, shard_id=shard[0])

    def dispatch(self, event: str, payload: object) -> None:
        """Number an event and keep it; the holder of the connection sends it."""
        message = {"op": 0, "t": event, "s": len(self.log) + 1, "d": payload}
        self.log.append(self._wire(message))
        self.more.set()

    def feed(self, event: str, payload: Mapping[str, Any]) -> None:
        """Dispatch an event of the simulated Discord if this shard and its intents see it."""
        guild = payload.get("guild_id") or (payload.get("id") if event in GUILD_EVENTS else None)
        shard = (int(guild) >> 22) % self.shard[1] if guild is not None else 0
        if shard == self.shard[0]:
            self._filter.feed(event, payload)

    def greet(self, world: World, resume_url: str) -> None:
        """READY, then every guild of the shard, as after an IDENTIFY."""
        backend = world.backend
        mine = [g for g in backend.guilds.values() if (g.id >> 22) % self.shard[1] == self.shard[0]]
        self.dispatch(
            "READY",
            {
                "v": 10,
                "user": dict(serializers.user_payload(backend.bot_user)),
                "guilds": [{"id": str(guild.id), "unavailable": True} for guild in mine],
                "session_id": self.key,
                "resume_gateway_url": resume_url,
                "shard": list(self.shard),
                "application": {"id": str(backend.application_id), "flags": 0},
            },
        )
        for guild in mine:
            self.feed("GUILD_CREATE", serializers.guild_create_payload(backend, guild))

    async def members(self, request: dict[str, Any]) -> None:
        """Answer REQUEST_GUILD_MEMBERS with its chunks."""
        wanted = request.get("user_ids")
        await self._members.request_chunks(
            int(request["guild_id"]),
            request.get("query"),
            limit=int(request.get("limit") or 0),
            user_ids=wanted if isinstance(wanted, list) or wanted is None else [wanted],
            presences=bool(request.get("presences")),
            nonce=request.get("nonce"),
        )


class _Parsers:
    """Every event's parser: a note of the event in the session's log."""

    def __init__(self, dispatch: Callable[[str, object], None]) -> None:
        self._dispatch = dispatch

    def __getitem__(self, event: str) -> Callable[[object], None]:
        return lambda payload: self._dispatch(event, payload)

    def get(self, event: str) -> Callable[[object], None]:
        return self[event]


def wire_text(replacements: Mapping[str, str]) -> Callable[[object], str]:
    """A JSON writer that also rewrites addresses, such as that of the simulated file store."""

    def write(payload: object) -> str:
        text = json.dumps(payload, separators=(",", ":"))
        for old, new in replacements.items():
            text = text.replace(old, new)
        return text

    return write
