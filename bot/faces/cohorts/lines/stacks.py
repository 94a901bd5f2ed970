"""Lines about stacks and what is handed over, assigned and written on them."""

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.telling import Lines
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


@LINES.of(StackActivated)
def _(event: StackActivated, names: CohortsNames) -> str:
    return f"{names.show(event.name)} takes the field at {names.province(event.province)}."


@LINES.of(StackDeactivated)
def _(event: StackDeactivated, names: CohortsNames) -> str:
    told = f"{names.show(event.name)} is taken off the map at {names.province(event.province)}"
    left = _cargo(event.pieces, event.items, names)
    return f"{told}, leaving {left} there." if left else f"{told}."


@LINES.of(PieceTransferred)
def _(event: PieceTransferred, names: CohortsNames) -> str:
    slot = "" if event.slot is None else f", battle slot {event.slot}"
    return (
        f"{names.show(event.name)} goes from {names.thing(event.start)} "
        f"to {names.thing(event.to)}{slot}."
    )


@LINES.of(ItemsTransferred)
def _(event: ItemsTransferred, names: CohortsNames) -> str:
    what = f"{event.count:,} {names.item(event.item)}"
    if event.knows("start"):
        return f"{what} handed from {names.thing(event.start)} to {names.thing(event.to)}."
    return f"{names.player(event.player)} gave {what} to {names.thing(event.to)}."


@LINES.of(AllTransferred)
def _(event: AllTransferred, names: CohortsNames) -> str:
    what = _cargo(event.pieces, event.items, names) or "Nothing"
    return f"{what} went from {names.thing(event.start)} to {names.thing(event.to)}."


@LINES.of(PrisonerReleased)
def _(event: PrisonerReleased, names: CohortsNames) -> str:
    return (
        f"{names.player(event.captor)} set {names.show(event.name)} free "
        f"at {names.province(event.province)}."
    )


@LINES.of(StackRested)
def _(event: StackRested, names: CohortsNames) -> str:
    told = f"{names.show(event.name)} rests at {names.province(event.province)}"
    healed = [f"{names.thing(piece)} heals {percent(points)}" for piece, points in event.healed]
    return f"{told}: {listed(healed)}." if healed else f"{told}."


@LINES.of(BattleSlotAssigned)
def _(event: BattleSlotAssigned, names: CohortsNames) -> str:
    if not event.reports:
        return f"{names.show(event.name)} stays out of battle (slot {event.slot})."
    return f"{names.show(event.name)} reports for battle in slot {event.slot}."


@LINES.of(MessageChanged)
def _(event: MessageChanged, names: CohortsNames) -> str:
    if not event.message:
        return f"{names.show(event.name)} shows no message any more."
    end = "" if event.message[-1] in ".!?…" else "."
    return f"{names.show(event.name)} now says “{names.show(event.message)}”{end}"


def _cargo(pieces: tuple[Place, ...], items: dict[str, int], names: CohortsNames) -> str:
    """Pieces by name and items by number; empty if there are none."""
    shown = {names.item(item): count for item, count in items.items()}
    parts = [names.things(pieces)] if pieces else []
    parts += [counted(shown)] if items else []
    return " with ".join(parts)
