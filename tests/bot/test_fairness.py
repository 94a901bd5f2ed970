"""Whose job is next where servers share processes, without any process or clock."""

from pathlib import Path

from bot.fairness import FORGOTTEN, SERVER, Losses, Turns, WorkerShares, server_of


def _any(_: str) -> bool:
    return True


def test_servers_take_turns_and_in_each_its_people() -> None:
    turns: Turns[str] = Turns()
    for number in range(3):
        turns.add("one", 1, f"one/1/{number}")
    turns.add("one", 2, "one/2/0")
    turns.add("two", 3, "two/3/0")
    assert len(turns) == 5
    order = [found[1] for _ in range(5) if (found := turns.next(_any))]
    assert order == ["one/1/0", "two/3/0", "one/2/0", "one/1/1", "one/1/2"]
    assert not turns
    assert turns.next(_any) is None


def test_while_a_server_loses_job_after_job_another_is_served_next() -> None:
    """Two processes. Each job of the first server hangs to its limit, and it has many of them."""
    shares, turns = WorkerShares(2), Turns[str]()
    for number in range(8):
        turns.add("ill", number, "hangs")
    shares.ask("ill")
    shares.ask("well")
    for at in range(4):
        taken = turns.next(lambda server, at=at: shares.may(server, at, long=False))
        assert taken == ("ill", "hangs")
        shares.take("ill", long=False)
        # The other process stays free for other askers.
        assert turns.next(lambda server, at=at: shares.may(server, at, long=False)) is None
        turns.add("well", 99, "map")
        found = turns.next(lambda server, at=at: shares.may(server, at, long=False))
        assert found == ("well", "map")
        shares.lose("ill", at)
        shares.give_back("ill", long=False)


def test_a_server_has_one_process_less_for_a_while_after_a_loss_even_for_its_turns() -> None:
    shares = WorkerShares(2)
    shares.ask("ill")
    shares.take("ill", long=True)
    assert shares.may("ill", 0, long=False), "as long as nobody else is there"
    shares.ask("well")
    assert shares.may("ill", 0, long=False), "a picture, while its turn is made"
    shares.lose("ill", 0)
    assert not shares.may("ill", 1, long=False)
    assert shares.may("ill", FORGOTTEN, long=False)


def test_what_was_lost_is_known_by_its_input_and_a_crash_may_be_an_accident() -> None:
    losses = Losses()
    losses.note(divmod, (1, 2), "it took more than 30 s", 0, sure=True)
    assert losses.of(divmod, (1, 2), 1) == "it took more than 30 s"
    assert losses.of(divmod, (1, 3), 1) == ""
    assert losses.of(max, (1, 2), 1) == ""
    assert losses.of(divmod, (1, 2), FORGOTTEN) == ""
    losses.note(max, (1, 2), "it died", 0, sure=False)
    assert losses.of(max, (1, 2), 1) == ""
    losses.note(max, (1, 2), "it died", 1, sure=False)
    assert losses.of(max, (1, 2), 2) == "it died"


def test_a_job_is_for_the_server_of_its_file_else_of_whoever_acts() -> None:
    assert server_of((Path("/data/77.sqlite"), 1)) == "77"
    SERVER.set(77)
    assert server_of(("no file",)) == "77"
    SERVER.set(0)
