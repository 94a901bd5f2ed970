"""The address override takes loopback addresses and nothing else."""

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.bot.front.redirect import redirect


@pytest.fixture(autouse=True)
def discord_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put discord.py's own addresses back after each test."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)


def test_a_loopback_address_redirects_rest_and_gateway() -> None:
    redirect("http://127.0.0.1:8123/api/v10")
    assert Route("GET", "/users/@me").url == "http://127.0.0.1:8123/api/v10/users/@me"
    assert str(DiscordWebSocket.DEFAULT_GATEWAY) == "ws://127.0.0.1:8123/gateway"


@pytest.mark.parametrize(
    "address",
    [
        "http://10.0.0.1:8123/api/v10",
        "https://discord.example/api/v10",
        "http://127.0.0.1.example.org:8123/api/v10",
        "http://127.0.0.1@example.org:8123/api/v10",
        "http://localhost:8123/api/v10",
        "https://127.0.0.1:8123/api/v10",
        "http://127.0.0.1/api/v10",
        "",
    ],
)
def test_any_other_address_is_refused_and_nothing_changes(address: str) -> None:
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    with pytest.raises(ValueError, match="loopback"):
        redirect(address)
    assert before == (Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY)
