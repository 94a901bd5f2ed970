"""How orders and what is foreseen of them read on Discord.

Pure text from orders, plans and a world that the player knows. Every name goes through an escape,
so nothing that anybody typed can mention or format anything.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType

import discord

from bot import faces
from bot.callers.embeds import card, clipped, pages
from bot.faces.forecasts import Brief
from bot.faces.gaps import gaps_told
from bot.faces.words.names import Names
from bot.faces.words.orders import order_title
from bot.faces.words.rulebook import ruled
from bot.faces.words.telling import news_of, tell
from bot.faces.words.text import escaped, number, plain
from bot.orders.ordering import Given, Rehearsal
from bot.orders.sheets import Sheet
from bot.orders.slices import sliced
from engine.names import free_texts
from engine.orders import Queued, Refusal
from engine.packs import Rules
from engine.preview import Planned
from engine.world import World

MARKS = {"done": "✅", "vain": "⚠️", "refused": "❌", "unforeseen": "❔"}
FIGHT = "⚔️"
_NONE: Mapping[str, Brief] = MappingProxyType({})
_LINE = 180
_EXAMPLES = 8
"""Things told one by one before only their number is told."""


def order_line(queued: Queued, world: World, rules: Rules) -> str:
    """An order by the names that this world holds, on one line, fit for Discord."""
    line = faces.of(rules).line(queued.order, world)
    text = f"{line}, {rules.when(queued.phase)}" if queued.phase else line
    return escaped(text if len(text) <= _LINE else text[: _LINE - 1] + "…")


def outcome(planned: Planned | None, names: Names, fight: Brief | None = None) -> str:
    """What an order would do, as far as it can be foreseen; the names are a plan's.

    What leads to a `fight` that one would rather lose is marked for it.
    """
    if planned is None:
        return "❔ It is in no phase of the turn."
    mark = MARKS[planned.outcome]
    if planned.outcome == "refused":
        return f"{mark} {_reason(planned)}"
    if planned.outcome == "unforeseen":
        return f"{mark} It cannot be foreseen: {plain(planned.unknown)}."
    vain = any(news_of(entry.event, names).vain for entry in planned.entries)
    if vain or (fight and not fight.hopeful):
        mark = MARKS["vain"]
    told = " ".join(tell(entry.event, names) for entry in planned.entries)
    told = told or "It would be carried out."
    told_of = dict.fromkeys(names.chance(draw) for draw in planned.draws)
    chances = "".join(f" ({each})" for each in told_of if each)
    stop = "." if chances and told.endswith(".") else ""
    return f"{mark} {told.removesuffix(stop)}{chances}{stop}"


def fight_lines(fight: Brief | None) -> list[str]:
    """What a fight would bring, marked where one would rather lose it; nothing without one."""
    if not fight or not fight.says:
        return []
    warning = "" if fight.hopeful else f"{MARKS['vain']} "
    return [f"{warning}{FIGHT} {plain(fight.says)}"]


def accepted(given: Given, fight: Brief | None = None) -> discord.Embed:
    """The answer to orders that were added, or to one that was changed.

    `fight` is what a fight would bring.
    """
    count = len(given.draft.orders)
    place, they = f"Order {given.position} of {count}", "it runs"
    if given.others:
        they = "they run"
        place = f"Orders {given.position} to {given.position + len(given.others)} of {count}"
    return card(
        _title(given), _told(given, fight), f"{place} · {they} only once you submit your turn"
    )


def taken(given: Given, fight: Brief | None = None) -> str:
    """The same as a few lines of a message that shows more."""
    return f"**{_title(given)}**\n{_told(given, fight)}"


def _title(given: Given) -> str:
    changed = any(edit.before for edit in given.edits)
    return "Order changed" if changed else "Orders taken" if given.others else "Order taken"


def _told(given: Given, fight: Brief | None) -> str:
    rules = given.faces.rules
    names = given.faces.names(given.world, planned=True)
    orders = [(given.queued, given.planned), *given.others]
    if given.others:
        parts = [f"`{queued.key}` {outcome(planned, names)}" for queued, planned in orders]
    else:
        line = f"`{given.queued.key}` {order_line(given.queued, given.world, rules)}"
        parts = [line, outcome(given.planned, names, fight)]
    parts += fight_lines(fight)
    if any(planned and planned.outcome == "refused" for _, planned in orders):
        parts.append(
            "I took it all the same: it would work after what your teammates share. Submit your "
            "turn with a sequence that puts them first."
        )
    parts += _later(given.faces.rules, orders, given.hindered)
    typed = chain.from_iterable(free_texts(queued.order) for queued, _ in orders)
    parts += filter(None, [gaps_told(typed)])
    parts += _changed(given.changed, names)
    return clipped("\n".join(parts))


def rehearsed(rehearsal: Rehearsal, fight: Brief | None = None) -> str:
    """What orders would do, for a form that is ready to be given; `fight` as `accepted` has it."""
    names = rehearsal.faces.names(rehearsal.world, planned=True)
    outcomes = [planned for _, planned in rehearsal.orders]
    refused = [each for each in outcomes if each and each.outcome == "refused"]
    alone = fight if len(outcomes) == 1 else None
    told = [outcome(each, names, alone) for each in refused[:1] or outcomes]  # others hang on it
    told += fight_lines(fight)
    later = _later(rehearsal.faces.rules, rehearsal.orders, rehearsal.hindered)
    return clipped("\n".join((*told, *later, *_changed(rehearsal.changed, names))))


def _later(
    rules: Rules, orders: Sequence[tuple[Queued, Planned | None]], hindered: Refusal | None
) -> list[str]:
    """In which later phase the first was put that was, and why."""
    later = next((queued for queued, _ in orders if queued.phase in rules.phases), None)
    if hindered is None or later is None:
        return []
    title, which = rules.phases[later.phase].title, "It"
    if orders[1:]:
        which = f"`{later.key}`" if later.key else f"“{order_title(type(later.order))}”"
    return [f"{which} runs in a later phase, {title}, since earlier: {plain(hindered.says)}"]


def _changed(changed: Sequence[tuple[str, Planned]], names: Names) -> list[str]:
    """Earlier orders that come out differently, and how."""
    if not changed:
        return []
    parts = ["**Orders that now come out differently**"]
    parts += [f"`{key}` {outcome(planned, names)}" for key, planned in changed[:_EXAMPLES]]
    if len(changed) > _EXAMPLES:
        parts.append(f"… and {len(changed) - _EXAMPLES} more.")
    return parts


async def preview_pages(
    rules: Rules,
    orders: Sequence[Queued],
    planned: Sequence[Planned],
    world: World,
    head: Sequence[str] = (),
    fights: Mapping[str, Brief] = _NONE,
) -> list[str]:
    """Every order with what it would do (`preview_blocks`), below the lines of `head`."""
    blocks = preview_blocks(rules, orders, planned, world, fights)
    return pages([*head, *[block async for block in sliced(blocks)]])


def preview_blocks(
    rules: Rules,
    orders: Sequence[Queued],
    planned: Sequence[Planned],
    world: World,
    fights: Mapping[str, Brief] = _NONE,
) -> Iterator[str]:
    """Every order with what it would do, phase by phase as they run.

    `fights` says by key what a fight would bring.
    """
    names = faces.of(rules).names(world, planned=True)
    by_key = {each.key: each for each in orders}
    heading = ""
    for each in planned:
        queued = by_key[each.key]
        phase = rules.phases[each.part]
        if phase.title != heading:
            heading = phase.title
            yield f"**{heading}**"
        fight = fights.get(each.key)
        told = [outcome(each, names, fight), *fight_lines(fight)]
        line = order_line(queued, world, rules)
        yield "\n".join((f"`{each.key}` {line}", *told))


def difference(sheet: Sheet) -> str:
    """How a sheet differs from the list it would replace."""
    parts = [f"Your list would hold {number(len(sheet.orders), 'order')}:"]
    parts.append(f"• {sheet.new} new, {sheet.kept} as before")
    if sheet.changed:
        parts.append(f"• changed: {named_keys(sheet.changed)}")
    if sheet.removed:
        parts.append(f"• taken out: {named_keys(sheet.removed)}")
    if sheet.moved:
        parts.append("• in another order than before")
    if sheet.refused:
        parts.append(f"{MARKS['refused']} {number(len(sheet.refused), 'order')} would be refused:")
        for place, planned in sheet.refused[:_EXAMPLES]:
            parts.append(f"• order {place}: {_reason(planned)}")
    if sheet.gaps:
        parts.append(sheet.gaps)
    return clipped("\n".join(parts))


def _reason(planned: Planned) -> str:
    """Why an order would be refused, and the way out."""
    assert planned.refusal is not None
    instead = f" {plain(planned.refusal.instead)}" if planned.refusal.instead else ""
    return f"{plain(planned.refusal.says)}{instead}{ruled(planned.refusal.rule)}"


def named_keys(keys: Sequence[str]) -> str:
    """Keys of orders, as many as one reads."""
    more = f" and {len(keys) - 20} more" if len(keys) > 20 else ""
    return ", ".join(keys[:20]) + more
