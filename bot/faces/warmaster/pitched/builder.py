"""The pages of the builder of armies: the army, its list and points, and each type and role of it.

No page offers a step that the rules do not take; it says which rule stands against it. Nothing is
bought before the last button.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final, cast

from bot.faces.embeds import Card, Field
from bot.faces.pages import Ask, Button, Change, FormPosition, Menu, Page, Take, Turn
from bot.faces.warmaster.pitched.draft import free_name, mine, stepped, war_of
from bot.faces.warmaster.pitched.texts import (
    allowed,
    lacks,
    name_of,
    officer_words,
    officers_in,
    orders_of,
    points,
    post_of,
    price_of,
    role_lines,
    spent_line,
    summary,
    unit_lines,
    unit_words,
    units_in,
)
from bot.faces.warmaster.terms import figures
from bot.faces.wizards import Here
from bot.faces.words.choosing import Option
from bot.faces.words.rulebook import ruled
from bot.faces.words.tabs import paged
from bot.faces.words.text import escaped, number
from engine.module.names import key_of
from engine.names import NAME_LENGTH
from engine.orders import Refusal
from engine.packs.warmaster.content import ArmyList, WarmasterContent
from engine.packs.warmaster.content.lists import Role
from engine.packs.warmaster.pitched.buying import spent_on
from engine.packs.warmaster.pitched.mustering import (
    count_of,
    empty_army,
    filled_up,
    ready_made,
    with_one,
    without_one,
)
from engine.packs.warmaster.pitched.records import BoughtArmy

ARMY: Final = FormPosition("army")
SIZE: Final = FormPosition("size")
BRIGADES: Final = FormPosition("brigades")
PIECE: Final = "piece"
"""The page of a type or role, by its key."""
ONE: Final = "one"
"""The page of one unit or character, by its place."""
_ROOM: Final = 980
"""Characters of the units that the card of an army names; the menu below has all."""

Control = Menu[BoughtArmy] | Button[BoughtArmy]


def piece_at(what: str) -> FormPosition:
    """The page of a type or role."""
    return FormPosition(PIECE, (what,))


def beyond(war: WarmasterContent, army: BoughtArmy, price: int, refused: Refusal) -> str:
    """Why an army cannot have something more of that price, by the sums that it would come to."""
    cost, says = spent_on(war, army) + price, refused.says
    if army.points < cost:
        over = cost - army.points
        says = f"It would cost {cost:,} of {army.points:,} points, {over:,} too many."
    return f"{escaped(says)}{ruled(refused.rule)}"


# ---------------------------------------------------------------- the army


def army_page(here: Here[BoughtArmy]) -> Page[BoughtArmy]:
    """What is in the army, what it lacks, and the ways on."""
    war, army = war_of(here.asking), here.draft
    lacking = list(lacks(war, army))
    kept = any(key_of(each.name) == key_of(army.name) for each in mine(here.asking))
    named: Ask[BoughtArmy] = Ask(
        "The army", "Name", "An army's name", army.name, _named, NAME_LENGTH
    )
    fill: Change[BoughtArmy] = Change(partial(filled_up, war))
    buttons: tuple[Control, ...] = (
        Button("army:buy", "Save changes" if kept else "Buy", Take(), True, bool(lacking)),
        Button("army:fill", "Fill up", fill, disabled=filled_up(war, army) == army),
        Button("army:size", "List and points …", Turn(SIZE)),
        Button("army:brigades", "Brigades …", Turn(BRIGADES), disabled=not army.units),
        Button("army:name", "Name …", named),
    )
    return Page(_army_card(war, army, lacking, kept), (*_menus(war, army), *buttons))


def _named(army: BoughtArmy, name: str) -> BoughtArmy:
    return army.replace(name=name)


def _army_card(
    war: WarmasterContent, army: BoughtArmy, lacking: Sequence[tuple[str, str]], kept: bool
) -> Card:
    own = war.army_lists[army.list]
    lines = [spent_line(war, army)]
    lines += [f"❌ {escaped(says)}{ruled(rule)}" for says, rule in lacking]
    if not lacking:
        lines.append("✅ It may be bought as it is. “Fill up” spends what is left on units.")
    fields = (
        Field(number(len(army.units), "unit"), _fitting(units_in(war, army))),
        Field("Leaders", _fitting(officers_in(war, army))),
    )
    title = f"{escaped(army.name)} · {escaped(own.name)}"
    what = (
        "It takes the place of the army of that name"
        if kept
        else "Then it serves any number of times"
    )
    return Card(
        title,
        "\n".join(lines),
        fields,
        footer=f"Nothing is bought yet; what you chose stays here until you buy. {what}.",
    )


def _fitting(lines: Iterable[str]) -> str:
    """The lines as far as there is room, and how many more there are."""
    shown, *rest = paged(map(escaped, lines), _ROOM)
    more = sum(page.count("\n") + 1 for page in rest)
    return f"{shown}\nand {more} more" if more else shown or "none yet"


def _menus(war: WarmasterContent, army: BoughtArmy) -> Iterator[Control]:
    own = war.army_lists[army.list]
    yield _pieces(own, army)
    if army.units or army.officers:
        yield ones(war, army)


def _pieces(own: ArmyList, army: BoughtArmy, chosen: str = "") -> Menu[BoughtArmy]:
    """All that the list has, to be looked at, added and taken out."""
    options = [
        Option(
            what, f"{name_of(own, what)} · {price_of(own, what)} points{_many(army, what)}", about
        )
        for what, about in _things(own)
    ]
    about = "Add or take out …"
    return Menu("army:piece", about, options, lambda v: Turn(piece_at(v[0])), (chosen,))


def _things(own: ArmyList) -> Iterator[tuple[str, str]]:
    """The keys of types and roles, each with what it is in a line."""
    for kind in own.units.values():
        yield kind.key, figures(kind)
    for role, leads in own.characters.items():
        yield role, f"Command {leads.command}, attack bonus +{leads.bonus}"


def _many(army: BoughtArmy, what: str) -> str:
    count = count_of(army, what)
    return f" · {count} in it" if count else ""


def ones(war: WarmasterContent, army: BoughtArmy, chosen: str = "") -> Menu[BoughtArmy]:
    """Every unit and character of the army, to be given something."""
    options = [
        Option(f"u{n}", f"{n + 1}. {unit_words(war, army, unit)}", orders_of(unit))
        for n, unit in enumerate(army.units)
    ]
    options += [
        Option(f"o{n}", officer_words(war, officer), post_of(war, army, officer))
        for n, officer in enumerate(army.officers)
    ]
    about = "Items, stands, places, orders …"
    return Menu("army:one", about, options, lambda v: Turn(FormPosition(ONE, (v[0],))), (chosen,))


# ---------------------------------------------------------------- list and points


def size_page(here: Here[BoughtArmy]) -> Page[BoughtArmy]:
    """Of which list, for how many points, and the ready-made army of both."""
    war, army = war_of(here.asking), here.draft
    figures_ = war.warmaster.pitched
    own = war.army_lists[army.list]
    lists = [Option(each.key, each.name, each.description) for each in war.army_lists.values()]
    sizes = range(figures_.least, figures_.most + 1, figures_.step)
    wanted = [Option(str(size), points(size)) for size in sizes]

    def other_list(values: tuple[str, ...]) -> Change[BoughtArmy]:
        return Change(lambda draft: _of_list(here, draft, values[0]))

    def resized(values: tuple[str, ...]) -> Change[BoughtArmy]:
        return Change(lambda draft: draft.replace(points=int(values[0])))

    ready = ready_made(war, own, army.points, army.name)
    take: Change[BoughtArmy] = Change(
        lambda draft: ready_made(war, war.army_lists[draft.list], draft.points, draft.name), ARMY
    )
    anew: Change[BoughtArmy] = Change(
        lambda draft: empty_army(war.army_lists[draft.list], draft.points, draft.name), ARMY
    )
    text = (
        f"{escaped(own.name)}, {points(army.points)}. {escaped(own.description)}\n"
        "Another list begins the army anew; other points keep it."
    )
    fields = (
        Field("Ready-made", f"{escaped(summary(war, ready))}. It is legal as it is."),
        Field("Yours so far", escaped(summary(war, army)) or "nothing yet"),
    )
    return Page(
        Card("List and points", text, fields),
        (
            Menu("army:list", "Which army list", lists, other_list, (army.list,)),
            Menu("army:points", "How many points", wanted, resized, (str(army.points),)),
            Button("army:ready", "Take the ready-made army", take),
            Button("army:anew", "Begin anew", anew),
            Button("army:back", "Back to the army", Turn(ARMY), main=True),
        ),
    )


def _of_list(here: Here[BoughtArmy], draft: BoughtArmy, key: str) -> BoughtArmy:
    """The army begun anew with another list; a name that was the list's goes with it."""
    war = war_of(here.asking)
    if key == draft.list or key not in war.army_lists:
        return draft
    before, own = war.army_lists[draft.list], war.army_lists[key]
    usual = draft.name.startswith(before.name)
    name = free_name(here.asking, own) if usual else draft.name
    return empty_army(own, draft.points, name)


# ---------------------------------------------------------------- a type or role


def piece_page(here: Here[BoughtArmy]) -> Page[BoughtArmy]:
    """What a type or role is, how many there are and may be, and one more or less of it."""
    war, army = war_of(here.asking), here.draft
    own = war.army_lists[army.list]
    things = [what for what, _ in _things(own)]
    what = here.at.about[0] if here.at.about[0] in things else things[0]
    place, count = things.index(what), count_of(army, what)
    more = with_one(war, army, what)
    add: Change[BoughtArmy] = Change(stepped(lambda draft: with_one(war, draft, what)))
    take: Change[BoughtArmy] = Change(lambda draft: without_one(draft, what))
    following = things[(place + 1) % len(things)]
    before = things[place - 1]
    return Page(
        _piece_card(war, army, what, more),
        (
            _pieces(own, army, what),
            Button("army:add", "Add one", add, disabled=isinstance(more, Refusal)),
            Button("army:take", "Take one out", take, disabled=not count),
            Button("army:before", "◀ Before", Turn(piece_at(before))),
            Button("army:next", "Next ▶", Turn(piece_at(following))),
            Button("army:back", "Back to the army", Turn(ARMY), main=True),
        ),
    )


def _piece_card(
    war: WarmasterContent, army: BoughtArmy, what: str, more: BoughtArmy | Refusal
) -> Card:
    own = war.army_lists[army.list]
    count = count_of(army, what)
    lines = [
        spent_line(war, army),
        f"**{count} in the army**, {allowed(war, army, what)} in {points(army.points)}",
    ]
    if isinstance(more, Refusal):
        lines.append(f"❌ **One more?** {beyond(war, army, price_of(own, what), more)}")
    kind = own.units.get(what)
    about = unit_lines(kind) if kind else role_lines(war, own, cast("Role", what))
    lines += ["", *map(escaped_but_bold, about)]
    return Card(f"{escaped(name_of(own, what))} · {price_of(own, what)} points", "\n".join(lines))


def escaped_but_bold(line: str) -> str:
    """A line of ours in which only what is between pairs of stars stays bold."""
    parts = line.split("**")
    return "**".join(map(_escaped, parts)) if len(parts) % 2 else escaped(line)


def _escaped(part: str) -> str:
    """A part of a line, with the blanks that part it from the next."""
    inner = part.strip()
    before, after = part.partition(inner)[::2] if inner else (part, "")
    return f"{before}{escaped(inner)}{after}"
