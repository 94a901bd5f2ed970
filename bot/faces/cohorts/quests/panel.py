"""`/show quests`: where quests and adventures wait, what they ask, who could go.

A task at a place of note is known to players who have somebody there, all others to all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from bot.faces.cards.card import Box, PanelCard, Row, made_of
from bot.faces.choices.asking import Asking, planning
from bot.faces.cohorts.quests.terms import TaskNames, places
from bot.faces.leads import Lead, map_around
from bot.faces.panels import Further, Look, Panel, PanelMade, Sight
from bot.faces.words.orders import order_title
from bot.faces.words.text import listed, number, word
from engine.campaign import Now
from engine.orders import Order, Ref, Refusal
from engine.packs.cohorts.content import Adventure, Content, Quest
from engine.packs.cohorts.content.quests import Task
from engine.packs.cohorts.pieces.hotspots import HotSpot
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import Character, Map, Province, Stack
from engine.packs.cohorts.quests.adventures import PerformAdventure, PerformRitual
from engine.packs.cohorts.quests.questing import PerformQuest
from engine.suggesting import refusal_of
from engine.world import World

_AROUND: Final = 4  # provinces around a place of note that its map shows
_HINTS: Final = {
    "Places of note": "They stand on /map too",
    "Quests": "Orders: /stack quest",
    "Adventures": "Orders: /character adventure",
    "Rituals": "Orders: /character ritual",
}


def card_of(asking: Asking) -> PanelCard:
    """All that a player knows of quests and adventures: what can be done now, places, tasks."""
    view, content = asking.view, asking.rules.module.content(Content)
    known = {key for spot in view.all(HotSpot) if spot.knows("quests") for key in spot.quests}
    now: list[Row] = []
    told: dict[str, list[tuple[bool, Box]]] = {"Quests": [], "Adventures": [], "Rituals": []}
    for table in (content.quests, content.adventures):
        for task in table.values():
            if not task.where.hot_spot or task.key in known:
                ready, rows = _who(asking, task)
                tab = _tab(task)
                where = ", ".join(places(content, task.where)) or "anywhere"
                terms = (*_terms(content, view, task), *rows)
                told[tab].append((not ready, Box(task.name, terms, where, tab=tab, drawn=False)))
                if ready:
                    kind = tab.lower().removesuffix("s")
                    now.append(Row(task.name, listed(ready), kind, leads=_leads(task)))
    nothing = Row("Nothing that you know of can be done by anybody of yours where they are now")
    unread = sum(1 for spot in view.all(HotSpot) if not spot.knows("quests"))
    if unread:
        nobody = f"You know {number(unread, 'place')} of note where nobody of yours is"
        now.append(Row(nobody, text="go there to learn more"))
    ready_now = tuple(now) if any(row.leads for row in now) else (nothing, *now)
    sites = tuple(_sites(view, content)) or (
        Row("You know of no place of note yet", text="Scouting, spells and quests find them."),
    )
    tasks = (box for some in told.values() for _, box in sorted(some, key=lambda each: each[0]))
    boxes = (
        Box("Now", ready_now, tab="Open to you now", drawn=False),
        Box("Places of note", sites, tab="Places of note", drawn=False),
        *tasks,
    )
    return PanelCard("quests", "Quests and adventures", "", view.get(Now, 1).turn, boxes=boxes)


def _tab(task: Task) -> str:
    if isinstance(task, Quest):
        return "Quests"
    return "Rituals" if isinstance(task, Adventure) and task.ritual else "Adventures"


def _order(task: Task) -> type[Order]:
    orders = {"Quests": PerformQuest, "Adventures": PerformAdventure, "Rituals": PerformRitual}
    return orders[_tab(task)]


def _leads(task: Task) -> tuple[Lead, ...]:
    """To the form of its order."""
    parameter = "quest" if isinstance(task, Quest) else "adventure"
    order, given = _order(task), ((parameter, task.key),)
    label = f"{order_title(order)}: {task.name}"[:100]
    return (Lead(label=label, order=order.path, given=given),)


def _sites(view: World, content: Content) -> Iterator[Row]:
    """The places of note; as long as nobody of the faction is there, not what they call for."""
    for spot in view.all(HotSpot):
        ground = view.get(Province, spot.province)
        near = spot.knows("quests")
        calls = "Nobody of yours is there, so you do not know what it calls for."
        uses = ""
        if near:
            calls = f"It calls for {listed(_called(content, key) for key in spot.quests)}."
            uses = f"{number(spot.uses, 'use')} left" if spot.uses else ""
        leads = (map_around(ground.location),)
        yield Row(spot.name, ground.location, uses, text=spot.text, told=calls, leads=leads)


def _called(content: Content, key: str) -> str:
    task = content.quests.get(key) or content.adventures.get(key)
    return task.name if task else word(key)


def _terms(content: Content, view: World, task: Task) -> Iterator[Row]:
    """What a task asks, takes and gives."""
    names = TaskNames(content, view)
    party = ("characters alone",) if isinstance(task, Quest) and task.party else ()
    yield Row("It is told", text=task.text)
    for title, words in (
        ("Asks for", (*party, *names.demands(task.requires), *names.stock(task.needs))),
        ("Uses up", names.price(task.consumes)),
        ("Foes", (foe.name for foe in task.foes) if isinstance(task, Quest) else ()),
        ("Gives", names.reward(task.reward)),
        ("It ends as you choose", (each.name for each in task.options.values())),
    ):
        if said := ", ".join(words):
            yield Row(title, said)


# ---------------------------------------------------------------- who could do it


def _who(asking: Asking, task: Task) -> tuple[list[str], list[Row]]:
    """Who of the player's could do it now, where they are; and that in rows, with the others."""
    ready, others, refused = list[str](), list[str](), list[Refusal]()
    for thing, order in _orders(asking.view, asking.faction, task):
        refusal = refusal_of(planning(asking.rules, asking.view, thing.player), order)
        mine = thing.player == asking.player
        if refusal is None:
            (ready if mine else others).append(thing.name)
        elif mine:
            refused.append(refusal)
    rows = [Row("Could be done now by", listed(ready))] if ready else []
    if not ready:  # what keeps the one who comes nearest to it
        near = next((each for each in refused if each.code != "not_here"), None)
        best = near or next(iter(refused), None)
        rows.append(Row("Not now", text=best.says if best else "You have nobody who could."))
    if others:
        rows.append(Row("Your teammates could do it now", listed(others)))
    if task.told and task.open.per != "game" and any(e.code == "cooling_down" for e in refused):
        rows.append(Row("When it was done", text=task.told))
    return ready, rows


def _orders(view: World, faction: int, task: Task) -> Iterator[tuple[Character | Stack, Order]]:
    order, fields = _order(task), dict[str, Any](choice=next(iter(task.options), ""))
    if isinstance(task, Quest):
        for stack in view.all(Stack):
            if faction_of(view, stack) == faction:
                values = {"stack": str(Ref(*stack.place)), "quest": task.key, **fields}
                yield stack, order.model_validate(values)
        return
    for character in view.all(Character):
        if character.knows("level") and faction_of(view, character) == faction:
            values = {"character": str(Ref(*character.place)), "adventure": task.key, **fields}
            yield character, order.model_validate(values)


# ---------------------------------------------------------------- the panel


def _make(look: Look, _: str) -> PanelMade:
    grid = look.view.get(Map, 1).grid
    grounds = (
        (spot.name, look.view.get(Province, spot.province)) for spot in look.view.all(HotSpot)
    )
    further = [
        Further(f"Around {name}", place_map, (at.x, at.y, grid.at(at.id - 1).realm))
        for name, at in grounds
    ]
    return made_of(card_of(look), look.view, "", "", _HINTS, further)


def place_map(look: Look, x: int, y: int, realm: int) -> Sight:
    """The map around a place of a realm."""
    from bot.faces.cohorts.map.chart import chart_of
    from bot.faces.map.chart import Focus
    from bot.faces.map.picture import draw_map

    focus = Focus("zoom", (x, y), _AROUND, legend="factions")
    return Sight(draw_map(chart_of(look.rules, look.view, look.faction, realm=realm), focus))


PANEL: Final = Panel(
    name="quests", help="Quests and adventures: where, what for, who could go now", make=_make
)
