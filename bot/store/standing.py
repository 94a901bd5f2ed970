"""Players' standing orders: which orders of their lists are given again, and until when.

One that is on stands in the list; one that rests or has ended is kept here with its body. What a
tick makes of them is in `resolving`; what a repetition means is its writer's matter.
"""

from bot.store import rows
from bot.store.drafts import draft_row, edited, length, order_at
from bot.store.errors import NotFound
from bot.store.guild_file import GuildFile, Rows, check_here
from bot.store.records import Draft, StandingOrder, StandingState


class StandingOrders:
    """The standing orders of every player."""

    def __init__(self, file: GuildFile) -> None:
        self._file = file

    async def of_user(self, campaign: int, user: int) -> list[StandingOrder]:
        """The player's: those that are on in the order of the list, then those that are not."""
        async with self._file.reading() as db:
            return await _of(db, campaign, user)

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
            number, _ = await order_at(db, campaign, user, key)
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
            found = await _one(db, campaign, user, key)
            await db.all(
                "DELETE FROM standing_order WHERE campaign = ? AND user = ? AND key = ?",
                (campaign, user, _number(key)),
            )
            return found

    async def pause(self, campaign: int, user: int, key: str) -> Draft:
        """Take an order that is on out of the list for the time being. Raises NotFound."""
        async with self._file.writing() as db:
            found = await _one(db, campaign, user, key)
            if found.state is not StandingState.ON:
                raise NotFound(f"Your standing order {key} rests already.")
            _, position = await order_at(db, campaign, user, key)
            await edited(db, campaign, user)
            await db.all(
                "UPDATE standing_order SET state = 'paused', body = ?"
                " WHERE campaign = ? AND user = ? AND key = ?",
                (found.body, campaign, user, _number(key)),
            )
            await db.all(
                "DELETE FROM draft_order WHERE campaign = ? AND user = ? AND key = ?",
                (campaign, user, _number(key)),
            )
            await db.all(
                "UPDATE draft_order SET position = position - 1"
                " WHERE campaign = ? AND user = ? AND position > ?",
                (campaign, user, position),
            )
            return await draft_row(db, campaign, user)

    async def resume(self, campaign: int, user: int, key: str, repeat: str | None = None) -> Draft:
        """Put one that rests or has ended back at the end of the list. Raises NotFound.

        `repeat` says how it goes on, where that is not as before.
        """
        async with self._file.writing() as db:
            found = await _one(db, campaign, user, key)
            if found.state is StandingState.ON:
                raise NotFound(f"Your standing order {key} is given already.")
            await edited(db, campaign, user)
            await db.all(
                "INSERT INTO draft_order VALUES (?, ?, ?, ?, ?)",
                (campaign, user, _number(key), await length(db, campaign, user), found.body),
            )
            await db.all(
                "UPDATE standing_order SET state = 'on', body = NULL, why = '', repeat = ?"
                " WHERE campaign = ? AND user = ? AND key = ?",
                (repeat or found.repeat, campaign, user, _number(key)),
            )
            return await draft_row(db, campaign, user)


async def _of(db: Rows, campaign: int, user: int) -> list[StandingOrder]:
    found = await db.all(
        "SELECT standing_order.user, standing_order.key, repeat, state, why,"
        " coalesce(draft_order.body, standing_order.body) AS body"
        " FROM standing_order LEFT JOIN draft_order USING (campaign, user, key)"
        " WHERE campaign = ? AND user = ? ORDER BY state != 'on', position, key",
        (campaign, user),
    )
    return [rows.standing(row) for row in found]


async def _one(db: Rows, campaign: int, user: int, key: str) -> StandingOrder:
    for each in await _of(db, campaign, user):
        if each.key == key:
            return each
    raise NotFound(f"You have no standing order {key[:20]}.")


def _number(key: str) -> int:
    """The number of a key that is there."""
    return int(key.removeprefix("k"))
