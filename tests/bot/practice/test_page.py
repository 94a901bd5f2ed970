"""The index page, by HTTP as a browser would: seats, clock, and nothing for strangers.

And the whole way through simcord's preview that it opens.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import aiohttp
import discord
import pytest
import pytest_asyncio

from bot.practice import PATIENCE
from bot.practice.page import Page, PortTaken
from bot.practice.table import FIRST_DAY, Table, Whereabouts

COGS = ["tests.bot.practice.demo_cog"]


@pytest_asyncio.fixture(loop_scope="function")
async def page(table: Table) -> AsyncIterator[Page]:
    async with Page(table) as served:
        yield served


@pytest_asyncio.fixture(loop_scope="function")
async def browser() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


class Visitor:
    """Who looks at the page and presses its buttons."""

    def __init__(self, browser: aiohttp.ClientSession, url: str) -> None:
        self.browser = browser
        self.url = url
        self.html = ""

    async def look(self) -> str:
        async with self.browser.get(self.url) as response:
            assert response.status == 200
            self.html = await response.text()
        return self.html

    async def press(self, label: str) -> str:
        """Press the button of that label; returns where it leads."""
        pattern = rf'<form method="post" action="/(\w+)"((?!</form>).)*?' rf"{label}"
        form = re.search(pattern, self.html, re.DOTALL)
        assert form, label
        start = self.html.rindex("<button", 0, form.end())
        button = re.match(r'<button name="(\w+)" value="([^"]+)"', self.html[start:])
        token = re.search(r'name="token" value="([^"]+)"', self.html)
        assert button
        assert token
        async with self.browser.post(
            self.url + form[1],
            data={"token": token[1], button[1]: button[2]},
            headers={"Origin": self.url.rstrip("/")},
            allow_redirects=False,
        ) as response:
            assert response.status == 303, await response.text()
            leads = response.headers["Location"]
        async with asyncio.timeout(PATIENCE):
            while form[1] == "clock" and "Time passes" in await self.look():  # noqa: ASYNC110
                await asyncio.sleep(0.05)  # as the page itself asks again and again
        return leads


@pytest_asyncio.fixture(loop_scope="function")
async def visitor(page: Page, browser: aiohttp.ClientSession) -> Visitor:
    visitor = Visitor(browser, page.url)
    await visitor.look()
    return visitor


async def test_the_page_lists_channels_people_and_who_sees_what(visitor: Visitor, table: Table):
    table.guild.handle.create_text_channel(
        "nest",
        overwrites={
            table.guild.handle.default_role: discord.PermissionOverwrite(view_channel=False),
            table.guild.people["Ada"]: discord.PermissionOverwrite(view_channel=True),
        },
    )
    html = await visitor.look()
    assert 'aria-label="Open #lobby as Bram"' in html
    assert 'aria-label="Open #nest as Ada"' in html
    assert 'aria-label="Open #nest as Bram"' not in html
    assert "<strong>Secret</strong>" in html
    assert "Mon 5 Jan 2026, 08:00 UTC" in html
    assert "<dt>Campaign</dt><dd>none yet</dd>" in html


async def test_the_clock_is_moved_by_an_hour_a_day_or_to_a_run(visitor: Visitor, table: Table):
    assert await visitor.press(r"\+1 hour") == "/"
    assert table.clock.now() == FIRST_DAY + timedelta(hours=1)
    await visitor.press("To the next run")
    assert table.clock.now() == FIRST_DAY + timedelta(hours=10)
    await visitor.press(r"\+1 day")
    assert table.clock.now() == FIRST_DAY + timedelta(hours=34)
    assert "To the next run, <time" in await visitor.look()


@pytest.mark.parametrize(
    "path, headers",
    [
        ("", {"Host": "evil.example"}),
        ("", {"Host": "127.0.0.1"}),
        ("page.css", {"Host": "evil.example"}),
    ],
)
async def test_a_host_name_that_is_not_the_pages_own_gets_nothing(
    page: Page, browser: aiohttp.ClientSession, path: str, headers: dict[str, str]
):
    async with browser.get(page.url + path, headers=headers) as response:
        assert response.status == 421
        assert "Ada" not in await response.text()


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "https://127.0.0.1"])
async def test_a_form_from_elsewhere_is_void(visitor: Visitor, table: Table, origin: str | None):
    token = re.search(r'name="token" value="([^"]+)"', visitor.html)
    assert token
    async with visitor.browser.post(
        visitor.url + "clock",
        data={"token": token[1], "step": "day"},
        headers={"Origin": origin} if origin else {},
    ) as response:
        assert response.status == 403
    assert table.clock.now() == FIRST_DAY


@pytest.mark.parametrize("token", ["", "guess", "gü"])
async def test_a_form_without_this_runs_token_is_void(visitor: Visitor, table: Table, token: str):
    async with visitor.browser.post(
        visitor.url + "clock",
        data={"token": token, "step": "day"},
        headers={"Origin": visitor.url.rstrip("/")},
    ) as response:
        assert response.status == 403
    assert table.clock.now() == FIRST_DAY


async def test_the_page_may_load_nothing_from_elsewhere_and_be_framed_by_nobody(
    page: Page, browser: aiohttp.ClientSession
):
    async with browser.get(page.url) as response:
        policy = response.headers["Content-Security-Policy"]
        html = await response.text()
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    # One script, its own: all works without it.
    assert re.findall("<script[^>]*>", html) == ['<script src="/page.js" defer>']
    assert not re.search(r'(src|href)="(https?:)?//', html)


async def test_a_taken_port_is_told(page: Page, table: Table):
    port = int(page.url.rstrip("/").rpartition(":")[2])
    with pytest.raises(PortTaken, match=f"port {port} is taken"):
        async with Page(table, port=port):
            pass


async def test_a_seat_that_is_gone_leads_back_with_a_notice(visitor: Visitor):
    visitor.html = re.sub(r'value="\d+ ', 'value="1 ', visitor.html)
    assert await visitor.press("Open #lobby as Ada") == "/"
    assert "That seat is no longer there" in await visitor.look()
    assert "That seat is no longer there" not in await visitor.look()


class Preview:
    """simcord's preview page, spoken to as its own script does."""

    def __init__(self, browser: aiohttp.ClientSession, address: str) -> None:
        self.browser = browser
        self.base, _, capability = address.partition("/#")
        self.headers = {"X-Simcord-Capability": capability}
        self.state: dict[str, Any] = {}
        self.sequence = 0

    async def open(self) -> None:
        async with self.browser.post(
            f"{self.base}/api/pages", json={}, headers=self.headers
        ) as response:
            self.state = await response.json()
        self.headers["X-Simcord-Context"] = self.state["context"]["id"]

    async def read(self) -> None:
        async with self.browser.get(f"{self.base}/api/state", headers=self.headers) as response:
            self.state = await response.json()

    async def commands(self) -> dict[str, Any]:
        async with self.browser.get(f"{self.base}/api/commands", headers=self.headers) as response:
            catalog = await response.json()
        return {entry["invocation"]: entry for entry in catalog["entries"]}

    async def act(self, kind: str, **details: Any) -> dict[str, Any]:
        await self.read()
        self.sequence += 1
        body = {
            "protocol_version": 3,
            "sequence": self.sequence,
            "request_id": f"r{self.sequence}",
            "generation": self.state["context"]["generation"],
            "bot_generation": self.state["botGeneration"],
            "published_revision": self.state["publishedRevision"],
            "kind": kind,
            **details,
        }
        async with self.browser.post(
            f"{self.base}/api/action", json=body, headers=self.headers
        ) as response:
            result = await response.json()
        assert not result.get("rejected"), result
        await self.read()
        return result

    async def command(self, name: str, kind: str = "run_command", **details: Any) -> dict[str, Any]:
        entry = (await self.commands())[name]
        return await self.act(
            kind,
            command_id=entry["commandId"],
            path=entry["path"],
            schema_fingerprint=entry["schemaFingerprint"],
            **{"options": {}, **details},
        )


async def test_the_whole_way_from_the_page_through_the_preview(visitor: Visitor, table: Table):
    address = await visitor.press("Open #lobby as Ada")
    preview = Preview(visitor.browser, address)
    await preview.open()

    offered = await preview.command("go", "autocomplete_command", focused="place", value="m")
    assert [choice["value"] for choice in offered["result"]["choices"]] == ["Mill", "Moor"]
    await preview.command("go", options={"place": "Mill"})
    (message,) = preview.state["messages"].values()
    assert message["content"] == "Going to Mill."

    (rename,) = message["components"][0]["components"]
    await preview.act("click", target_id=message["id"], control_key=rename["control_key"])
    form = preview.state["modal"]
    (field,) = [part["components"][0] for part in form["payload"]["components"]]
    await preview.act(
        "modal_submit", modal_handle=form["handle"], values={field["custom_id"]: "Old Mill"}
    )
    assert _said(preview)[-1] == "Now called Old Mill."

    await preview.command("draw")
    async with asyncio.timeout(PATIENCE):
        while "The map" not in _said(preview):  # the page asks twice a second; here without pause
            await preview.read()
    (asset,) = [a for a in preview.state["assets"].values() if a["filename"] == "map.png"]
    async with visitor.browser.get(
        f"{preview.base}/api/assets/{asset['id']}", headers=preview.headers
    ) as response:
        assert (await response.read()).startswith(b"\x89PNG")

    await visitor.look()
    await visitor.press("To the next run")
    async with asyncio.timeout(PATIENCE):
        while "Run of 05 18:00" not in _said(preview):
            await preview.read()


async def test_the_preview_of_a_player_holds_nothing_told_to_another(
    visitor: Visitor, table: Table
):
    lobby = next(table.guild.channels())
    await table.guild.people["Bram"].slash(lobby, "go", place="Atlantis")
    preview = Preview(visitor.browser, await visitor.press("Open #lobby as Ada"))
    await preview.open()
    assert "Atlantis" not in str(preview.state)


async def test_small_print_and_mentions_in_a_card_are_drawn_as_discord_draws_them(
    visitor: Visitor, table: Table
) -> None:
    lobby = next(table.guild.channels())
    bram = table.guild.people["Bram"]
    text = f"Turn 3 begins.\n-# It runs <t:0:R>, says <@{bram.id}>."
    with table.env._bot_scope():
        channel = table.bot.get_partial_messageable(lobby.id)
        await channel.send(embed=discord.Embed(description=text))
    preview = Preview(visitor.browser, await visitor.press("Open #lobby as Ada"))
    await preview.open()
    (message,) = preview.state["messages"].values()
    tokens = json.dumps(message["embeds"][0])
    assert '"type": "subtext"' in tokens
    assert '"label": "@Bram"' in tokens
    assert '"type": "timestamp"' in tokens
    drawn = list(_texts(message["embeds"][0]["description_tokens"]))
    assert not [each for each in drawn if "-#" in each or "<" in each]


def _texts(tokens: list[dict[str, Any]]) -> Iterator[str]:
    for each in tokens:
        if each["type"] == "text":
            yield each["content"]
        yield from _texts(each.get("children", []))


def _said(preview: Preview) -> list[str]:
    return [message["content"] for message in preview.state["messages"].values()]


class Stands:
    """A campaign of which the page asks only where its visitor stands."""

    def __init__(self, standing: Whereabouts) -> None:
        self.stands = standing

    async def standing(self, table: Table) -> Whereabouts:
        return self.stands

    async def state(self, table: Table) -> list[tuple[str, str]]:
        return []

    async def prepare(self, table: Table, until: datetime) -> None:
        """Nobody acts by himself."""


async def test_the_page_says_which_button_is_first_and_what_is_due(visitor: Visitor, table: Table):
    lobby = next(table.guild.channels())
    production = FIRST_DAY + timedelta(days=5)
    coming = ("the production", production)
    standing = Whereabouts("Ada", lobby, submitted=True, coming=coming, turn=production)
    table.campaign = Stands(standing)  # type: ignore[assignment]
    await table.guild.people["Bram"].send(lobby, "Hello")
    html = await visitor.look()
    assert "Open #lobby as Ada · 1 new</button>" in html
    assert 'aria-label="Open #lobby as Cora">Cora · 1 new</button>' in html
    assert "To the production, <time" in html
    assert html.index("Begin here") < html.index("The clock")
    await visitor.press(r"To my next turn \(Ada\)")
    assert table.clock.now() == production
    table.campaign = Stands(replace(standing, submitted=False))  # type: ignore[assignment]
    assert "Let my turn pass (Ada), <time" in await visitor.look()
    table.campaign = None


async def test_a_window_as_wide_as_a_phone_is_the_pages_own_script(
    page: Page, browser: aiohttp.ClientSession
):
    async with browser.get(page.url + "page.js") as response:
        assert response.status == 200
        assert response.content_type == "text/javascript"
        assert "width=400" in await response.text()


async def test_while_time_passes_the_page_says_how_far_it_is(
    visitor: Visitor, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A week may take a minute; the page answers at once, and asks again by itself."""
    going, halfway = asyncio.Event(), FIRST_DAY + timedelta(hours=12)
    move_to = table.move_to

    async def slowly(when: datetime) -> None:
        await move_to(halfway)
        await going.wait()
        await move_to(when)

    monkeypatch.setattr(table, "move_to", slowly)
    token = re.search(r'name="token" value="([^"]+)"', visitor.html)
    assert token
    data = {"token": token[1], "step": "day"}
    headers = {"Origin": visitor.url.rstrip("/")}
    for _ in range(2):
        async with visitor.browser.post(visitor.url + "clock", data=data, headers=headers):
            html = await visitor.look()
            assert "Time passes" in html
            assert re.search(r'<progress value="0\.\d+"', html)
            assert '<meta http-equiv="refresh"' in html
            assert "<fieldset disabled>" in html
    going.set()
    await visitor.press(r"\+1 hour")
    assert table.clock.now() >= FIRST_DAY + timedelta(hours=24)
    assert "Time passes" not in await visitor.look()
