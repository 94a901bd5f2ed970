"""The gateway over real websockets: HELLO, IDENTIFY, heartbeats, RESUME, and its breakdowns.

It carries sessions to clients that connect. What a session contains is `session`'s business; REST
is `server`'s.
"""

import asyncio
import json
import zlib
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import WSMsgType, web

from tests.bot.front.session import Session
from tests.bot.front.world import World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT = 0, 1, 2, 6, 7
REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 8, 9, 10, 11
UNKNOWN_ERROR, UNKNOWN_ENCODING, AUTHENTICATION_FAILED = 4000, 4002, 4004
HEARTBEAT_INTERVAL = 41_250
"""Milliseconds, as Discord's."""


class Gateway:
    """Accepts bots, keeps their sessions, and breaks down when the test says so."""

    def __init__(self, world: World, token: str, wire: Callable[[object], str]) -> None:
        self.url = ""
        self.sessions: dict[str, Session] = {}
        self.connections: list[Connection] = []
        self.identified = 0
        self.resumed = 0
        self.world = world
        self.token = token
        self.wire = wire
        self.up = asyncio.Event()
        self.up.set()
        world.backend.subscribers.append(self._feed)

    def _feed(self, event: str, payload: Mapping[str, Any]) -> None:
        for session in self.sessions.values():
            session.feed(event, payload)

    async def accept(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one websocket until it ends."""
        socket = web.WebSocketResponse(compress=False)
        connection = Connection(self, request, socket)
        await socket.prepare(request)
        try:
            await self.up.wait()
            self.connections.append(connection)
            await connection.serve()
        finally:
            if connection in self.connections:
                self.connections.remove(connection)
            self.world.bell.ring()
        return socket

    def drop(self) -> None:
        """Cut every connection without a word, as a lost network does. Sessions stay resumable."""
        for connection in self.connections:
            connection.cut()

    async def close(self) -> None:
        """Close every connection with the code of an unknown error."""
        for connection in list(self.connections):
            await connection.socket.close(code=UNKNOWN_ERROR)

    async def reconnect(self) -> None:
        """Ask every bot to reconnect and resume (RECONNECT)."""
        for connection in list(self.connections):
            await connection.send({"op": RECONNECT, "d": None})

    async def invalidate(self) -> None:
        """Forget every session and say so (INVALID_SESSION, not resumable)."""
        self.sessions.clear()
        for connection in list(self.connections):
            await connection.send({"op": INVALID_SESSION, "d": False})

    @asynccontextmanager
    async def outage(self) -> AsyncIterator[None]:
        """Connections are cut, and new ones hear nothing until the block ends."""
        self.up.clear()
        self.drop()
        try:
            yield
        finally:
            self.up.set()


class Connection:
    """One websocket; carries at most one session."""

    def __init__(
        self, gateway: Gateway, request: web.Request, socket: web.WebSocketResponse
    ) -> None:
        self.socket = socket
        self._gateway = gateway
        self._request = request
        self._encode = _encoder(request.query.get("compress"))
        self._sending = asyncio.Lock()
        self._session: Session | None = None
        self._sent = 0
        self._writer: asyncio.Task[None] | None = None

    def cut(self) -> None:
        """Break the connection without a close frame."""
        if self._request.transport is not None:
            self._request.transport.abort()

    async def send(self, message: dict[str, Any]) -> None:
        """Send one message that is no dispatch."""
        await self._send_text(self._gateway.wire(message))

    async def _send_text(self, text: str) -> None:
        async with self._sending:  # a compressed stream must leave in the order it was made
            if self.socket.closed:
                return
            if self._encode is None:
                await self.socket.send_str(text)
            else:
                await self.socket.send_bytes(self._encode(text))

    async def serve(self) -> None:
        """HELLO, then whatever the bot asks, until the socket ends."""
        try:
            await self.send({"op": HELLO, "d": {"heartbeat_interval": HEARTBEAT_INTERVAL}})
            async for message in self.socket:
                if message.type is not WSMsgType.TEXT:
                    await self.socket.close(code=UNKNOWN_ENCODING)
                    return
                command = json.loads(message.data)
                await self._obey(command["op"], command)
        except ConnectionError:
            pass  # the bot is gone, or a test cut the line
        finally:
            if self._writer is not None:
                self._writer.cancel()

    async def _obey(self, op: int, command: dict[str, Any]) -> None:
        if op == HEARTBEAT:
            await self.send({"op": HEARTBEAT_ACK, "d": None})
            return
        data = command.get("d") or {}
        if op in (IDENTIFY, RESUME) and data.get("token") != self._gateway.token:
            await self.socket.close(code=AUTHENTICATION_FAILED)
        elif op == IDENTIFY:
            await self._identify(data)
        elif op == RESUME:
            await self._resume(data)
        elif op == REQUEST_MEMBERS and self._session is not None:
            await self._session.members(data)

    async def _identify(self, data: dict[str, Any]) -> None:
        gateway = self._gateway
        gateway.identified += 1
        shard = data.get("shard") or (0, 1)
        session = Session(
            gateway.world.backend,
            f"session-{gateway.identified}",
            data["intents"],
            (int(shard[0]), int(shard[1])),
            gateway.wire,
        )
        session.greet(gateway.world, gateway.url)
        gateway.sessions[session.key] = session
        self._carry(session, sent=0)

    async def _resume(self, data: dict[str, Any]) -> None:
        session = self._gateway.sessions.get(data["session_id"])
        sequence = data["seq"]
        if (
            session is None
            or not isinstance(sequence, int)
            or not 0 <= sequence <= len(session.log)
        ):
            await self.send({"op": INVALID_SESSION, "d": False})
            return
        self._gateway.resumed += 1
        session.dispatch("RESUMED", {})
        self._carry(session, sent=sequence)

    def _carry(self, session: Session, *, sent: int) -> None:
        for other in self._gateway.connections:
            if other is not self and other._session is session:
                other.cut()
        self._session, self._sent = session, sent
        self._writer = asyncio.create_task(self._write(session))
        self._gateway.world.bell.ring()

    async def _write(self, session: Session) -> None:
        try:
            while True:
                session.more.clear()
                while self._sent < len(session.log):
                    await self._send_text(session.log[self._sent])
                    self._sent += 1
                await session.more.wait()
        except ConnectionError:
            pass  # what is unsent stays in the session's log for RESUME


def _encoder(compression: str | None) -> Callable[[str], bytes] | None:
    """A stream compressor as asked for in the gateway's query, None for plain text."""
    if compression is None:
        return None
    if compression == "zlib-stream":
        deflate = zlib.compressobj()
        return lambda text: deflate.compress(text.encode()) + deflate.flush(zlib.Z_SYNC_FLUSH)
    if compression == "zstd-stream":  # what discord.py asks for where Python has it, from 3.14
        from compression.zstd import ZstdCompressor  # pyright: ignore[reportMissingImports]

        stream = ZstdCompressor()
        return lambda text: stream.compress(text.encode(), mode=ZstdCompressor.FLUSH_BLOCK)
    raise web.HTTPBadRequest(text=f"unknown compression {compression}")
