"""Which requests an ordered fault strikes."""

from tests.bot.front.faults import Faults
from tests.bot.front.record import RecordedRequest


def test_a_fault_strikes_only_its_requests_and_only_so_often() -> None:
    faults = Faults()
    faults.order("POST", "/channels/*/messages", 500, times=2)
    post = RecordedRequest("POST", "/channels/1/messages")
    get = RecordedRequest("GET", "/channels/1/messages")
    struck = [faults.strike(request) is not None for request in (get, post, get, post, post)]
    assert struck == [False, True, False, True, False]
