"""Any sequence of edits, submissions and runs, against a model that is a list and a counter."""

import asyncio
import tempfile
from datetime import timedelta
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from bot.clock import MovableClock
from bot.store.stores import Stores
from bot.store.ticks import DueTick
from tests.bot.store.scene import GUILD, NOON, PLAYER, found_campaign, make_tick

BODIES = st.integers(0, 9).map(str)
POSITIONS = st.integers(-1, 8)


class DraftModel(RuleBasedStateMachine):
    """`orders` is the draft, `waiting` the copy that was submitted, `ran` all that ticks took."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.runner = asyncio.Runner()
        self.clock = MovableClock(NOON)
        self.stores = Stores(Path(self.folder.name), self.clock)
        self.orders: list[tuple[str, str]] = []
        self.version = 0
        self.last_key = 0
        self.waiting: list[tuple[str, str]] | None = None
        self.ran: list[list[tuple[str, str]]] = []
        self.runner.run(self.begin())

    async def begin(self) -> None:
        await self.stores.open()
        self.using = self.stores.use(GUILD)
        self.store = await self.using.__aenter__()
        self.campaign = (await found_campaign(self.store)).id

    def teardown(self) -> None:
        async def end() -> None:
            await self.using.__aexit__(None, None, None)
            await self.stores.close()

        self.runner.run(end())
        self.runner.close()
        self.folder.cleanup()

    @rule(body=BODIES, position=st.none() | POSITIONS)
    def add(self, body: str, position: int | None) -> None:
        key, _ = self.runner.run(self.store.drafts.add(self.campaign, PLAYER, body, position))
        self.last_key += 1
        self.version += 1
        assert key == f"k{self.last_key}"
        place = len(self.orders) if position is None else max(position, 0)
        self.orders.insert(place, (key, body))

    @precondition(lambda self: self.orders)
    @rule(data=st.data(), body=BODIES)
    def edit(self, data: st.DataObject, body: str) -> None:
        at = data.draw(st.integers(0, len(self.orders) - 1))
        key = self.orders[at][0]
        self.runner.run(self.store.drafts.edit(self.campaign, PLAYER, key, body))
        self.orders[at] = (key, body)
        self.version += 1

    @precondition(lambda self: self.orders)
    @rule(data=st.data(), position=POSITIONS)
    def move(self, data: st.DataObject, position: int) -> None:
        order = self.orders.pop(data.draw(st.integers(0, len(self.orders) - 1)))
        self.runner.run(self.store.drafts.move(self.campaign, PLAYER, order[0], position))
        self.orders.insert(max(position, 0), order)
        self.version += 1

    @precondition(lambda self: self.orders)
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        key, _ = self.orders.pop(data.draw(st.integers(0, len(self.orders) - 1)))
        self.runner.run(self.store.drafts.remove(self.campaign, PLAYER, key))
        self.version += 1

    @rule(
        sheet=st.lists(
            st.tuples(st.none() | st.integers(1, 12).map(lambda key: f"k{key}"), BODIES),
            max_size=6,
            unique_by=lambda line: line[0] or object(),
        )
    )
    def replace(self, sheet: list[tuple[str | None, str]]) -> None:
        self.runner.run(self.store.drafts.replace(self.campaign, PLAYER, sheet))
        self.last_key = max([self.last_key, *(int(key[1:]) for key, _ in sheet if key)])
        self.orders = []
        for key, body in sheet:
            if key is None:
                self.last_key += 1
            self.orders.append((key or f"k{self.last_key}", body))
        self.version += 1

    @rule(minutes=st.integers(-60, 60))
    def move_the_clock(self, minutes: int) -> None:
        self.clock.move(timedelta(minutes=minutes))

    @rule()
    def submit(self) -> None:
        last = self.runner.run(self.store.submissions.of_user(self.campaign, PLAYER, 1))
        made = self.runner.run(
            self.store.submissions.submit(self.campaign, PLAYER, lambda at: at.date())
        )
        assert not last or made.committed_at >= last[0].committed_at
        self.waiting = list(self.orders)

    @precondition(lambda self: self.waiting is not None)
    @rule()
    def withdraw(self) -> None:
        self.runner.run(self.store.submissions.withdraw(self.campaign, PLAYER))
        self.waiting = None

    @rule()
    def run_day(self) -> None:
        at = self.clock.now() + timedelta(days=365)
        make_tick(self.store.path, self.campaign, DueTick("run", at, at.date(), 1, at.date()), NOON)
        if self.waiting is not None:
            self.ran.append(self.waiting)
            left = [order for order in self.orders if order not in self.waiting]
            self.version += left != self.orders
            self.orders, self.waiting = left, None

    @invariant()
    def the_store_says_the_same(self) -> None:
        draft = self.runner.run(self.store.drafts.get(self.campaign, PLAYER))
        assert [(order.key, order.body) for order in draft.orders] == self.orders
        assert draft.version == self.version
        waiting = self.runner.run(self.store.submissions.pending(self.campaign, PLAYER))
        assert (waiting and waiting.body) == (
            None if self.waiting is None else self.written(self.waiting)
        )
        history = self.runner.run(self.store.submissions.of_user(self.campaign, PLAYER, 1000))
        ran = [made.body for made in reversed(history) if made.consumed_tick]
        assert ran == [self.written(orders) for orders in self.ran]

    @staticmethod
    def written(orders: list[tuple[str, str]]) -> str:
        return "[" + ",".join(f'{{"key":"{k}","order":{body}}}' for k, body in orders) + "]"


DraftModel.TestCase.settings = settings(max_examples=25, stateful_step_count=30, deadline=None)
TestAnyHistoryOfADraft = DraftModel.TestCase
