"""The pages of one unit in the builder: item, attached stand, directives, places."""

from __future__ import annotations

from typing import Final, cast

from bot.faces.battle.scene import Side
from bot.faces.cohorts.asking import planning
from bot.faces.embeds import Card, Drawn
from bot.faces.pages import Button, Change, FormPosition, Menu, Page, Turn
from bot.faces.warmaster.army.leads import drawn_up
from bot.faces.warmaster.pitched.builder import ARMY, ONE, beyond, escaped_but_bold, ones
from bot.faces.warmaster.pitched.draft import stepped, war_of
from bot.faces.warmaster.pitched.leading import gone, item_line, items_menu, officer_page
from bot.faces.warmaster.pitched.texts import (
    brigades_in,
    places_of,
    spent_line,
    unit_lines,
    unit_words,
)
from bot.faces.warmaster.terms import DOES, directive
from bot.faces.wizards import Here
from bot.faces.words.choosing import NOTHING, Option
from bot.faces.words.text import escaped
from engine.campaign import Faction, Now
from engine.orders import Refusal
from engine.packs.warmaster.battle.deployment import COLUMNS, ROWS
from engine.packs.warmaster.battle.values import SIDES, Directive
from engine.packs.warmaster.pitched.contest import army_of
from engine.packs.warmaster.pitched.mustering import (
    items_for_unit,
    with_attached,
    with_defence,
    with_directive,
    with_spot,
    with_unit_item,
)
from engine.packs.warmaster.pitched.records import BoughtArmy, Enlisted

PLACE: Final = "place"
"""The page of a unit's hex, by its place in the army and the side (0 attacks)."""
_ROW_NAMES: Final = ("front row", "second row", "last row")
_PARTS: Final = ("attacking", "defending")

Control = Menu[BoughtArmy] | Button[BoughtArmy]


def one_page(here: Here[BoughtArmy]) -> Page[BoughtArmy]:
    """One unit or character, and what it may be given."""
    army = here.draft
    which, place = here.at.about[0][:1], int(here.at.about[0][1:])
    if which == "u" and place < len(army.units):
        return _unit_page(here, place)
    if which == "o" and place < len(army.officers):
        return officer_page(here, place)
    return gone()


# ---------------------------------------------------------------- a unit


def _unit_page(here: Here[BoughtArmy], place: int) -> Page[BoughtArmy]:
    war, army = war_of(here.asking), here.draft
    unit = army.units[place]
    kind = war.army_lists[army.list].units[unit.type]
    lines = [spent_line(war, army), "", *map(escaped_but_bold, unit_lines(kind))]
    if unit.item:
        lines.append(item_line(war, unit.item))
    lines.append(f"**Attacking**: {_does(unit.directive) or 'as usual'}.")
    in_defence = unit.in_defence or unit.directive
    lines.append(f"**Defending**: {_does(in_defence) or 'as usual'}.")
    lines.append(f"**Places**: {escaped(places_of(unit)) or 'as usual'}.")
    if unit.brigade:
        units = brigades_in(war, army)[unit.brigade]
        lines.append(f"**Brigade {unit.brigade}**: {escaped(units)}.")
    controls: list[Control] = [ones(war, army, f"u{place}")]
    items = list(items_for_unit(war, army, place))
    if items:
        controls.append(
            items_menu(
                items,
                unit.item,
                lambda item: Change(stepped(lambda draft: with_unit_item(war, draft, place, item))),
            )
        )
    controls += [_directives(place, unit.directive), _in_defence(place, unit)]
    wanted = with_attached(war, army, place, not unit.attached)
    if kind.attached and isinstance(wanted, Refusal):
        says = beyond(war, army, kind.attached.points, wanted)
        lines.append(f"❌ **With {escaped(kind.attached.name)}?** {says}")
    if kind.attached:
        label = f"Without {kind.attached.name}" if unit.attached else f"With {kind.attached.name}"
        attach: Change[BoughtArmy] = Change(
            stepped(lambda draft: with_attached(war, draft, place, not unit.attached))
        )
        off = isinstance(wanted, Refusal)
        controls.append(Button("army:attach", label[:80], attach, disabled=off))
    controls += [
        Button(f"army:{part}", f"Place {part} …", Turn(_place_at(place, side)))
        for side, part in enumerate(_PARTS)
    ]
    controls.append(Button("army:back", "Back to the army", Turn(ARMY), main=True))
    title = f"{place + 1}. {unit_words(war, army, unit)}"
    return Page(Card(escaped(title), "\n".join(lines)), tuple(controls))


def _does(told: Directive | None) -> str:
    return f"{directive(told)}, {DOES[told]}" if told else ""


def _directives(place: int, told: Directive | None) -> Menu[BoughtArmy]:
    options = [Option(NOTHING, "As usual", "By its kind: attacks, shoots, holds or counters")]
    options += [Option(each, directive(each).capitalize(), does) for each, does in DOES.items()]

    def choose(values: tuple[str, ...]) -> Change[BoughtArmy]:
        given = None if values[0] == NOTHING else cast("Directive", values[0])
        return Change(lambda draft: with_directive(draft, place, given))

    return Menu("army:directive", "Directive …", options, choose, (told or NOTHING,))


def _in_defence(place: int, unit: Enlisted) -> Menu[BoughtArmy]:
    same = "What its directive says" if unit.directive else "As usual: shoots, holds or counters"
    options = [Option(NOTHING, "In defence the same", same)]
    options += [Option(each, f"In defence {directive(each)}", does) for each, does in DOES.items()]

    def choose(values: tuple[str, ...]) -> Change[BoughtArmy]:
        given = None if values[0] == NOTHING else cast("Directive", values[0])
        return Change(lambda draft: with_defence(draft, place, given))

    about = "Directive in defence …"
    return Menu("army:defence", about, options, choose, (unit.in_defence or NOTHING,))


# ---------------------------------------------------------------- where a unit stands


def _place_at(place: int, side: int) -> FormPosition:
    return FormPosition(PLACE, (str(place), str(side)))


def place_page(here: Here[BoughtArmy]) -> Page[BoughtArmy]:
    """In which hex a unit stands attacking or defending, with the whole army in its places."""
    army = here.draft
    place, side = (int(each) for each in here.at.about)
    if place >= len(army.units):
        return gone()
    war, defending = war_of(here.asking), side == 1
    unit = army.units[place]
    spot = unit.defence if defending else unit.attack
    column, row = spot or (COLUMNS[0], ROWS[side][0])
    columns = [Option(str(each), f"Column {each}") for each in sorted(COLUMNS)]
    rows = [
        Option(str(each), f"Row {each}, {name}")
        for each, name in zip(ROWS[side], _ROW_NAMES, strict=True)
    ]

    def to_column(values: tuple[str, ...]) -> Change[BoughtArmy]:
        wanted = (int(values[0]), row)
        return Change(lambda draft: with_spot(draft, place, wanted, defending=defending))

    def to_row(values: tuple[str, ...]) -> Change[BoughtArmy]:
        wanted = (column, int(values[0]))
        return Change(lambda draft: with_spot(draft, place, wanted, defending=defending))

    usual: Change[BoughtArmy] = Change(
        lambda draft: with_spot(draft, place, None, defending=defending)
    )
    where = f"at {spot[0]},{spot[1]}" if spot else "where the engine finds room"
    text = (
        f"{_PARTS[side].capitalize()}, {escaped(unit_words(war, army, unit))} stands {where}. "
        "Whoever was told to stand there finds room elsewhere."
    )
    controls: tuple[Control, ...] = (
        Menu("army:column", "Column …", columns, to_column, (str(column),) if spot else ()),
        Menu("army:row", "Row …", rows, to_row, (str(row),) if spot else ()),
        Button("army:usual", "As usual", usual, disabled=not spot),
        Button("army:before", "◀ Unit", Turn(_place_at(place - 1, side)), disabled=not place),
        Button(
            "army:next",
            "Unit ▶",
            Turn(_place_at(place + 1, side)),
            disabled=place + 1 == len(army.units),
        ),
        Button("army:unit", "Back to the unit", Turn(FormPosition(ONE, (f"u{place}",)))),
        Button("army:back", "Back to the army", Turn(ARMY), main=True),
    )
    picture = deployment(here, side)
    return Page(Card(escaped(f"{place + 1}. Its place"), text, picture=picture), controls)


def deployment(here: Here[BoughtArmy], side: int) -> Drawn:
    """The army in its places, attacking (0) or defending (1)."""
    asking, army = here.asking, here.draft
    owner = asking.view.get(Faction, asking.faction)
    state = planning(asking.rules, asking.view, asking.player)
    return Drawn(
        drawn_up,
        (
            army.name,
            army_of(state, SIDES[side], army),
            Side(army.name, owner.colour, owner.emblem, own=True),
            f"{_PARTS[side]}",
            asking.view.get(Now, 1).turn,
            asking.faces.looks,
        ),
    )
