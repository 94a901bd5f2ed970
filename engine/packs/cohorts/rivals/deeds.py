"""What somebody may do with an action, as data: what it is worth, and to whom.

A deed is worth what the module says of its order, more to a player who follows the wish that it
serves, and now more, now less by chance, so that nobody does the same for ever. What is worth most
and can be done is done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.module.natures import USUAL, Wish
from engine.orders import Order
from engine.packs.cohorts.rivals.desk import Desk, ref
from engine.packs.cohorts.rivals.realm import RivalView
from engine.rivals import Reason
from engine.world import Record

_SIDES: Final = 100


def _always(_realm: RivalView, _doer: Any) -> bool:
    return True


def _nothing(_realm: RivalView, _doer: Any) -> Mapping[str, Any] | None:
    return {}


@dataclass(frozen=True, slots=True)
class Deed:
    """One kind of order that somebody may carry out."""

    order: type[Order]
    wish: Wish
    reason: str
    fits: Callable[[RivalView, Any], bool] = _always
    """Whether it is for this one at all; cheap to say."""
    values: Callable[[RivalView, Any], Mapping[str, Any] | None] = _nothing
    """What is settled beforehand, None if it cannot be; the rest is chosen from the lists."""
    tries: int = 4
    """As many ways to give it are tried."""
    bold: bool = False
    """Whether it is done although not all is known that it hangs on."""


def busy(realm: RivalView, desk: Desk, name: str, doer: Record, deeds: Sequence[Deed]) -> bool:
    """Have somebody do the best of the deeds; `name` is what orders call who acts.

    Returns whether anything was found to do.
    """
    actor = f"{doer.kind}:{doer.id}"
    ranked = sorted(
        (deed for deed in deeds if deed.fits(realm, doer)),
        key=lambda deed: -_weight(realm, actor, deed),
    )
    for deed in ranked[: realm.skill.thoughts]:
        if not realm.wants(deed.wish):
            continue
        settled = deed.values(realm, doer)
        if settled is None:
            continue
        values = {name: ref(doer), **settled}
        reason = Reason(deed.reason, (doer.place,))
        if desk.first(deed.order, reason, values, tries=deed.tries, bold=deed.bold):
            return True
    return False


def _weight(realm: RivalView, actor: str, deed: Deed) -> float:
    drawn = realm.drawn(actor, " ".join(deed.order.path), _SIDES)
    worth = realm.worth(deed.order) + realm.points(deed.order)
    return worth * (1 + realm.wants(deed.wish)) / (1 + USUAL) * (0.4 + drawn / _SIDES)
