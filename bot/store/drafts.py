"""Players' drafts, what they submit, and which orders they have given again.

Whether an order makes sense is not asked here. It is accepted when the call that stored it returns:
each edit and each submission is one transaction, committed by then. A standing order that is on
stands in the draft; one that rests or has ended is kept beside it, with its body. What a tick makes
of standing orders is in `resolving`.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import count

from bot.store.errors import BadOrderKey, NotFound
from bot.store.guild_file import GuildFile, Rows, check_here
from bot.store.records import Draft, QueuedOrder, StandingOrder, StandingState, Submission, micros

_KEY = re.compile(r"k([1-9][0-9]{0,8})", re.ASCII)
_ACT = "order"


class Drafts:
    """The players' lists of orders. Every edit raises the version and returns the whole draft."""

    def __init__(self, file: GuildFile) -> None:
        self._file = file

    async def get(self, campaign: int, user: int) -> Draft:
        """The draft as it stands; an empty one of version 0 if it was never touched."""
        async with self._file.reading() as db:
            return await _draft_row(db, campaign, user)

    async def add(
        self, campaign: int, user: int, body: str, position: int | None = None
    ) -> tuple[str, Draft]:
        """Put an order (JSON) at `position`, from 0, or at the end; returns its key as well."""
        async with self._file.writing(_ACT) as db:
            key = await _edited(db, campaign, user, new_keys=1)
            end = await _length(db, campaign, user)
            place = end if position is None else min(max(position, 0), end)
            await db.all(
                "UPDATE draft_order SET position = position + 1"
                " WHERE campaign = ? AND user = ? AND position >= ?",
                (campaign, user, place),
            )
            await db.all(
                "INSERT INTO draft_order VALUES (?, ?, ?, ?, ?)", (campaign, user, key, place, body)
            )
            return f"k{key}", await _draft_row(db, campaign, user)

    async def edit(self, campaign: int, user: int, key: str, body: str) -> Draft:
        """Give an order another content under its key. Raises NotFound."""
        async with self._file.writing(_ACT) as db:
            number, _ = await _order_at(db, campaign, user, key)
            await _edited(db, campaign, user)
            await db.all(
                "UPDATE draft_order SET body = ? WHERE campaign = ? AND user = ? AND key = ?",
                (body, campaign, user, number),
            )
            return await _draft_row(db, campaign, user)

    async def move(self, campaign: int, user: int, key: str, position: int) -> Draft:
        """Move an order to `position`, from 0, counted without it. Raises NotFound."""
        async with self._file.writing(_ACT) as db:
            number, old = await _order_at(db, campaign, user, key)
            await _edited(db, campaign, user)
            new = min(max(position, 0), await _length(db, campaign, user) - 1)
            await db.all(
                "UPDATE draft_order SET position = CASE"
                " WHEN key = :key THEN :new"
                " WHEN :old < :new AND position BETWEEN :old AND :new THEN position - 1"
                " WHEN :new < :old AND position BETWEEN :new AND :old THEN position + 1"
                " ELSE position END WHERE campaign = :campaign AND user = :user",
                {"key": number, "old": old, "new": new, "campaign": campaign, "user": user},
            )
            return await _draft_row(db, campaign, user)

    async def remove(self, campaign: int, user: int, key: str) -> Draft:
        """Take an order out; its key is not given again. Raises NotFound."""
        async with self._file.writing(_ACT) as db:
            number, old = await _order_at(db, campaign, user, key)
            await _edited(db, campaign, user)
            await db.all(
                "DELETE FROM draft_order WHERE campaign = ? AND user = ? AND key = ?",
                (campaign, user, number),
            )
            await db.all(
                "UPDATE draft_order SET position = position - 1"
                " WHERE campaign = ? AND user = ? AND position > ?",
                (campaign, user, old),
            )
            await _forget_standing(db, campaign, user)
            return await _draft_row(db, campaign, user)

    async def clear(self, campaign: int, user: int) -> Draft:
        """Take all orders out."""
        return await self.replace(campaign, user, ())

    async def replace(
        self, campaign: int, user: int, orders: Iterable[tuple[str | None, str]]
    ) -> Draft:
        """Put a whole sheet of (key, body) in place of the draft.

        A key of the form k<1 to 999999999> is kept, None gets a new one that clashes with none.
        Raises BadOrderKey for another form or a key that comes twice.
        """
        sheet = [(None if key is None else _number_in_sheet(key), body) for key, body in orders]
        given = [number for number, _ in sheet if number is not None]
        if len(set(given)) < len(given):
            raise BadOrderKey("Two orders of the sheet have the same key. Remove one of the keys.")
        async with self._file.writing(_ACT) as db:
            first = await _edited(
                db, campaign, user, above=max(given, default=0), new_keys=len(sheet) - len(given)
            )
            fresh = count(first)
            await db.all(
                "DELETE FROM draft_order WHERE campaign = ? AND user = ?", (campaign, user)
            )
            stored = [
                (campaign, user, next(fresh) if number is None else number, position, body)
                for position, (number, body) in enumerate(sheet)
            ]
            await db.many("INSERT INTO draft_order VALUES (?, ?, ?, ?, ?)", stored)
            await _forget_standing(db, campaign, user)
            return await _draft_row(db, campaign, user)


@dataclass(frozen=True, slots=True)
class _Made:
    """What is submitted, and how."""

    body: str
    sequence: str
    unasked: bool = False
    deputy: int | None = None


class Submissions:
    """What players have submitted; at most one of a player waits at a time."""

    def __init__(self, file: GuildFile) -> None:
        self._file = file

    async def submit(
        self,
        campaign: int,
        user: int,
        run_date: Callable[[datetime], date],
        sequence: str = "[]",
        *,
        unasked: frozenset[str] = frozenset(),
        instead: Sequence[QueuedOrder] = (),
        deputy: int | None = None,
    ) -> Submission:
        """Submit a copy of the draft in place of the one that waits, if any.

        What is given `instead` is submitted in place of the draft, without its player's asking;
        `deputy` is who submits in the player's stead.

        `run_date` is asked, inside the transaction, for the date on which a turn committed at the
        given instant runs; what it raises undoes the submission and passes through. `unasked` are
        the keys of the orders that are submitted without their player's asking, and no others.
        """
        async with self._file.writing(_ACT) as db:
            draft = await _draft_row(db, campaign, user)
            orders = tuple(instead) or tuple(
                each for each in draft.orders if not unasked or each.key in unasked
            )
            made = _Made(_body(orders), sequence, unasked=bool(unasked or instead), deputy=deputy)
            return await self._put(db, draft, run_date, made)

    async def put(
        self, campaign: int, user: int, run_date: date, sequence: str, body: str
    ) -> Submission:
        """Put a list of orders, as a submission holds it, in place of the one that waits, if any.

        For what is done on the player's behalf; the draft stays as it is.
        """
        async with self._file.writing(_ACT) as db:
            draft = await _draft_row(db, campaign, user)
            return await self._put(db, draft, lambda _: run_date, _Made(body, sequence))

    async def _put(
        self, db: Rows, draft: Draft, run_date: Callable[[datetime], date], made: "_Made"
    ) -> Submission:
        campaign, user = draft.campaign, draft.user
        await check_here(db, campaign)
        at = await self._file.stamp(db)
        # The next AUTOINCREMENT, named beforehand since the old one must give way first.
        (number,) = await db.one("SELECT coalesce(max(id), 0) + 1 FROM submission")
        await db.all(
            "UPDATE submission SET replaced_by = ? WHERE id IN"
            " (SELECT id FROM submission_waiting WHERE campaign = ? AND user = ?)",
            (number, campaign, user),
        )
        row = await db.one(
            "INSERT INTO submission"
            " (id, campaign, user, version, sequence, run_date, body, committed_at, unasked,"
            " deputy) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *",
            (
                number,
                campaign,
                user,
                draft.version,
                made.sequence,
                run_date(at).isoformat(),
                made.body,
                micros(at),
                made.unasked,
                made.deputy,
            ),
        )
        return Submission.of(row)

    async def withdraw(self, campaign: int, user: int) -> Submission:
        """Withdraw the submission that waits. Raises NotFound if none does, MovedAway."""
        async with self._file.writing(_ACT) as db:
            await check_here(db, campaign)
            at = await self._file.stamp(db)
            row = await db.first(
                "UPDATE submission SET withdrawn_at = ? WHERE id IN"
                " (SELECT id FROM submission_waiting WHERE campaign = ? AND user = ?)"
                " RETURNING *",
                (micros(at), campaign, user),
            )
            if row is None:
                raise NotFound("You have no submitted turn that still waits.")
            return Submission.of(row)

    async def pending(self, campaign: int, user: int) -> Submission | None:
        """The player's submission that waits for its run, if any."""
        async with self._file.reading() as db:
            row = await db.first(
                "SELECT * FROM submission_waiting WHERE campaign = ? AND user = ?",
                (campaign, user),
            )
        return Submission.of(row) if row else None

    async def all_pending(self, campaign: int) -> list[Submission]:
        """Every submission of the campaign that waits, in order of commit."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT * FROM submission_waiting WHERE campaign = ? ORDER BY id",
                (campaign,),
            )
        return [Submission.of(row) for row in found]

    async def of_user(self, campaign: int, user: int, last: int = 20) -> list[Submission]:
        """The player's latest submissions, whatever became of them, the newest first."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT * FROM submission WHERE campaign = ? AND user = ? ORDER BY id DESC LIMIT ?",
                (campaign, user, last),
            )
        return [Submission.of(row) for row in found]


class StandingOrders:
    """The standing orders of every player."""

    def __init__(self, file: GuildFile) -> None:
        self._file = file

    async def of_user(self, campaign: int, user: int) -> list[StandingOrder]:
        """The player's: those that are on in the order of the list, then those that are not."""
        async with self._file.reading() as db:
            return await _standing(db, campaign, user)

    async def begun(self, campaign: int) -> dict[int, frozenset[str]]:
        """By person, the keys of those that are on and have run."""
        async with self._file.reading() as db:
            found = await db.all(
                "SELECT user, key FROM standing_order"
                " WHERE campaign = ? AND state = 'on' AND begun ORDER BY user, key",
                (campaign,),
            )
        keys: dict[int, list[str]] = {}
        for user, key in found:
            keys.setdefault(user, []).append(f"k{key}")
        return {user: frozenset(each) for user, each in keys.items()}

    async def repeat(self, campaign: int, user: int, key: str, repeat: str) -> None:
        """Give an order of the list again from now on, as `repeat` says. Raises NotFound."""
        async with self._file.writing() as db:
            await check_here(db, campaign)
            number, _ = await _order_at(db, campaign, user, key)
            await db.all(
                "REPLACE INTO standing_order (campaign, user, key, repeat, state)"
                " VALUES (?, ?, ?, ?, 'on')",
                (campaign, user, number, repeat),
            )

    async def once(self, campaign: int, user: int, key: str) -> StandingOrder:
        """Give an order no more after this turn; one that is not on is forgotten.

        Raises NotFound.
        """
        async with self._file.writing() as db:
            await check_here(db, campaign)
            found = await _one_standing(db, campaign, user, key)
            await db.all(
                "DELETE FROM standing_order WHERE campaign = ? AND user = ? AND key = ?",
                (campaign, user, _number_of(key)),
            )
            return found

    async def pause(self, campaign: int, user: int, key: str) -> Draft:
        """Take an order that is on out of the list for the time being. Raises NotFound."""
        async with self._file.writing() as db:
            found = await _one_standing(db, campaign, user, key)
            if found.state is not StandingState.ON:
                raise NotFound(f"Your standing order {key} rests already.")
            _, position = await _order_at(db, campaign, user, key)
            await _edited(db, campaign, user)
            await db.all(
                "UPDATE standing_order SET state = 'paused', body = ?"
                " WHERE campaign = ? AND user = ? AND key = ?",
                (found.body, campaign, user, _number_of(key)),
            )
            await db.all(
                "DELETE FROM draft_order WHERE campaign = ? AND user = ? AND key = ?",
                (campaign, user, _number_of(key)),
            )
            await db.all(
                "UPDATE draft_order SET position = position - 1"
                " WHERE campaign = ? AND user = ? AND position > ?",
                (campaign, user, position),
            )
            return await _draft_row(db, campaign, user)

    async def resume(self, campaign: int, user: int, key: str, repeat: str | None = None) -> Draft:
        """Put one that rests or has ended back at the end of the list. Raises NotFound.

        `repeat` says how it goes on, where that is not as before.
        """
        async with self._file.writing() as db:
            found = await _one_standing(db, campaign, user, key)
            if found.state is StandingState.ON:
                raise NotFound(f"Your standing order {key} is given already.")
            await _edited(db, campaign, user)
            await db.all(
                "INSERT INTO draft_order VALUES (?, ?, ?, ?, ?)",
                (campaign, user, _number_of(key), await _length(db, campaign, user), found.body),
            )
            await db.all(
                "UPDATE standing_order SET state = 'on', body = NULL, why = '', repeat = ?"
                " WHERE campaign = ? AND user = ? AND key = ?",
                (repeat or found.repeat, campaign, user, _number_of(key)),
            )
            return await _draft_row(db, campaign, user)


async def _draft_row(db: Rows, campaign: int, user: int) -> Draft:
    """The draft as it stands; an empty one of version 0 if it was never touched."""
    draft = await db.first(
        "SELECT version FROM draft WHERE campaign = ? AND user = ?", (campaign, user)
    )
    found = await db.all(
        "SELECT key, body FROM draft_order WHERE campaign = ? AND user = ? ORDER BY position",
        (campaign, user),
    )
    orders = tuple(QueuedOrder(f"k{key}", body) for key, body in found)
    return Draft(campaign, user, draft[0] if draft else 0, orders)


async def _edited(db: Rows, campaign: int, user: int, *, above: int = 0, new_keys: int = 0) -> int:
    """Raise the version and reserve keys above `above`; the first of them. Raises MovedAway."""
    await check_here(db, campaign)
    await db.all("INSERT INTO draft VALUES (?, ?, 0, 1) ON CONFLICT DO NOTHING", (campaign, user))
    (next_key,) = await db.one(
        "UPDATE draft SET version = version + 1, next_key = max(next_key, ? + 1) + ?"
        " WHERE campaign = ? AND user = ? RETURNING next_key",
        (above, new_keys, campaign, user),
    )
    return next_key - new_keys


async def _forget_standing(db: Rows, campaign: int, user: int) -> None:
    """Whatever has left the list by its player's hand is given no more."""
    await db.all(
        "DELETE FROM standing_order WHERE campaign = :campaign AND user = :user AND state = 'on'"
        " AND key NOT IN"
        " (SELECT key FROM draft_order WHERE campaign = :campaign AND user = :user)",
        {"campaign": campaign, "user": user},
    )


async def _order_at(db: Rows, campaign: int, user: int, key: str) -> tuple[int, int]:
    """The order's key number and position. Raises NotFound."""
    if match := _KEY.fullmatch(key):
        row = await db.first(
            "SELECT key, position FROM draft_order WHERE campaign = ? AND user = ? AND key = ?",
            (campaign, user, int(match[1])),
        )
        if row:
            return row
    raise NotFound(f"There is no order {key} in your list.")


async def _length(db: Rows, campaign: int, user: int) -> int:
    """How many orders there are."""
    (found,) = await db.one(
        "SELECT count(*) FROM draft_order WHERE campaign = ? AND user = ?", (campaign, user)
    )
    return found


def _number_in_sheet(key: str) -> int:
    if match := _KEY.fullmatch(key):
        return int(match[1])
    raise BadOrderKey(f"“{key[:20]}” is not an order key. Keys are k1, k2, ...; or leave it out.")


def _body(orders: Iterable[QueuedOrder]) -> str:
    # Bodies are JSON already (the column sees to it), so they are put in as they are.
    return "[" + ",".join(f'{{"key":"{order.key}","order":{order.body}}}' for order in orders) + "]"


async def _standing(db: Rows, campaign: int, user: int) -> list[StandingOrder]:
    found = await db.all(
        "SELECT standing_order.user, standing_order.key, repeat, state, why,"
        " coalesce(draft_order.body, standing_order.body) AS body"
        " FROM standing_order LEFT JOIN draft_order USING (campaign, user, key)"
        " WHERE campaign = ? AND user = ? ORDER BY state != 'on', position, key",
        (campaign, user),
    )
    return [StandingOrder.of(row) for row in found]


async def _one_standing(db: Rows, campaign: int, user: int, key: str) -> StandingOrder:
    for each in await _standing(db, campaign, user):
        if each.key == key:
            return each
    raise NotFound(f"You have no standing order {key[:20]}.")


def _number_of(key: str) -> int:
    """The number of a key that is there."""
    return int(key.removeprefix("k"))
