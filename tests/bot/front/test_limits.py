"""The front's limits on requests, on a clock of the test's own, and the address it stands at."""

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.bot.front.limits import A_CHANNEL, ALL_SECONDS, CHANNEL_SECONDS, IN_ALL, Limits
from tests.bot.front.redirect import redirect

HERE, THERE = "/channels/1/messages", "/channels/2/messages"


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_channel_takes_five_messages_in_five_seconds(clock: Clock) -> None:
    limits = Limits(clock)
    left = [limits.judge("POST", HERE).headers["X-RateLimit-Remaining"] for _ in range(A_CHANNEL)]
    assert left == ["4", "3", "2", "1", "0"]
    clock.now += 2
    refused = limits.judge("POST", HERE)
    assert (refused.retry_after, refused.everywhere) == (CHANNEL_SECONDS - 2, False)
    assert refused.headers["X-RateLimit-Reset-After"] == "3.000"
    assert limits.judge("POST", THERE).retry_after is None
    assert limits.judge("GET", HERE).retry_after is None
    clock.now += 3
    assert limits.judge("POST", HERE).retry_after is None
    assert limits.refused == 1


def test_a_bot_makes_fifty_requests_of_any_kind_in_a_second(clock: Clock) -> None:
    limits = Limits(clock)
    for number in range(IN_ALL):
        assert limits.judge("GET", f"/channels/{number}").retry_after is None
    refused = limits.judge("GET", "/users/@me")
    assert (refused.retry_after, refused.everywhere) == (ALL_SECONDS, True)
    assert refused.body()["global"] is True
    clock.now += ALL_SECONDS
    assert limits.judge("GET", "/users/@me").retry_after is None


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
