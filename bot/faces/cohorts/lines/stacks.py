"""Lines about stacks and what is handed over, assigned and written on them."""

from collections.abc import Iterator, Sequence

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import FREED, PLAIN, VAIN, News, headline, routine
from bot.faces.words.telling import Lines, tell
from bot.faces.words.text import counted, listed, percent
from engine.packs.cohorts.stacks.activation import StackActivated, StackDeactivated
from engine.packs.cohorts.stacks.battle_slots import BattleSlotAssigned
from engine.packs.cohorts.stacks.messages import MessageChanged
from engine.packs.cohorts.stacks.rest import StackRested
from engine.packs.cohorts.stacks.transfers import (
    AllTransferred,
    ItemsTransferred,
    PieceTransferred,
    PrisonerReleased,
)
from engine.world import Place

LINES = Lines()


@LINES.of(StackActivated, routine("new stack"))
def _(event: StackActivated, names: CohortsNames) -> str:
    took = names.did("took", "take")
    return f"{names.show(event.name)} {took} the field at {names.province(event.province)}."


@LINES.of(StackDeactivated, routine("stack disbanded", "stacks disbanded"))
def _(event: StackDeactivated, names: CohortsNames) -> str:
    where = names.province(event.province)
    told = f"{names.show(event.name)} {names.did('left', 'leave')} the field at {where}"
    left = _cargo(event.pieces, event.items, names)
    stayed = names.did("stayed", "stay")
    return f"{told}; {left} {stayed} there." if left else f"{told}."


def _transferred(events: Sequence[PieceTransferred], names: CohortsNames) -> Iterator[str]:
    """All who went from one place to another in one line."""
    ways: dict[tuple[Place, Place], list[PieceTransferred]] = {}
    for event in events:
        ways.setdefault((event.start, event.to), []).append(event)
    for (start, to), gone in ways.items():
        if len(gone) == 1:
            yield tell(gone[0], names)
            continue
        slots = ("" if each.slot is None else f" (battle slot {each.slot})" for each in gone)
        who = [f"{names.show(each.name)}{slot}" for each, slot in zip(gone, slots, strict=True)]
        went = f"{names.did('went', 'go')} from {names.thing(start)} to {names.thing(to)}"
        yield f"{listed(who, most=len(who))} {went}."


@LINES.of(PieceTransferred, routine("transfer"), together=_transferred)
def _(event: PieceTransferred, names: CohortsNames) -> str:
    slot = "" if event.slot is None else f", battle slot {event.slot}"
    return (
        f"{names.show(event.name)} {names.did('went', 'go')} from {names.thing(event.start)} "
        f"to {names.thing(event.to)}{slot}."
    )


def _items(event: ItemsTransferred, names: CohortsNames) -> News:
    return routine("transfer") if event.knows("start") else PLAIN


@LINES.of(ItemsTransferred, _items)
def _(event: ItemsTransferred, names: CohortsNames) -> str:
    what, to = names.items({event.item: event.count}), names.thing(event.to)
    if event.knows("start"):
        return f"{what} {names.did('went', 'go')} from {names.thing(event.start)} to {to}."
    return f"{names.player(event.player)} {names.did('gave', 'give')} {what} to {to}."


def _all(event: AllTransferred, names: CohortsNames) -> News:
    return routine("transfer") if event.pieces or event.items else VAIN


@LINES.of(AllTransferred, _all)
def _(event: AllTransferred, names: CohortsNames) -> str:
    what = _cargo(event.pieces, event.items, names) or "Nothing"
    went = names.did("went", "go")
    return f"{what} {went} from {names.thing(event.start)} to {names.thing(event.to)}."


def _released(event: PrisonerReleased, names: CohortsNames) -> News:
    if names.own(event.piece):
        return headline(FREED, f"{names.show(event.name)} came free")
    return PLAIN


@LINES.of(PrisonerReleased, _released)
def _(event: PrisonerReleased, names: CohortsNames) -> str:
    return (
        f"{names.player(event.captor)} {names.did('set', 'set')} {names.show(event.name)} free "
        f"at {names.province(event.province)}."
    )


@LINES.of(StackRested, routine("rest"))
def _(event: StackRested, names: CohortsNames) -> str:
    rested = names.did("rested", "rest")
    told = f"{names.show(event.name)} {rested} at {names.province(event.province)}"
    healed = [f"{names.thing(piece)} healed {percent(points)}" for piece, points in event.healed]
    return f"{told}: {listed(healed)}." if healed else f"{told}."


@LINES.of(BattleSlotAssigned, routine("battle slot"))
def _(event: BattleSlotAssigned, names: CohortsNames) -> str:
    who, got = names.show(event.name), names.did("got", "get")
    if not event.reports:
        return f"{who} {got} orders to stay out of battle (slot {event.slot})."
    return f"{who} {got} battle slot {event.slot}."


@LINES.of(MessageChanged, routine("message"))
def _(event: MessageChanged, names: CohortsNames) -> str:
    showed = f"{names.show(event.name)} {names.did('showed', 'show')}"
    if not event.message:
        return f"{showed} no message any more."
    end = "" if event.message[-1] in ".!?…" else "."
    return f"{showed} the message “{names.show(event.message)}”{end}"


def _cargo(pieces: tuple[Place, ...], items: dict[str, int], names: CohortsNames) -> str:
    """Pieces by name and items by number; empty if there are none."""
    shown = {names.item(item): count for item, count in items.items()}
    parts = [names.things(pieces)] if pieces else []
    parts += [counted(shown)] if items else []
    return " with ".join(parts)
