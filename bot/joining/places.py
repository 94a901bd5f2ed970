"""The pages of every form: for whom one plays and where one begins, and one ready-made start."""

from __future__ import annotations

from typing import Any

from bot.campaign.status import seats_left
from bot.faces.embeds import Card, Field
from bot.faces.join_forms import PLACE, READY, Draft, Progress, Ready, Seat, Start
from bot.faces.pages import Ask, Button, Change, FormPosition, Menu, Page, Take, Turn
from bot.faces.words.choosing import Option
from bot.faces.words.text import escaped
from bot.joining.starts import FreePlaces
from engine.module.schema import ModuleFaction

Control = Menu[Any] | Button[Any]


def place_page(seat: Seat[Any], at: Progress[Any], places: FreePlaces) -> Page[Any]:
    """Factions and, once one is chosen, where and with what one may begin for it."""
    sides = [
        Option(each.key, each.name, _full(each, places) + each.description)
        for each in at.rules.module.factions.values()
    ]
    controls: list[Control] = [
        Menu(
            "join:faction",
            "Choose a faction",
            sides,
            lambda v: Change(lambda draft: draft.but(faction=v[0], place=0)),
            chosen=(at.draft.faction,),
        )
    ]
    if at.draft.faction:
        controls += _ways_on(seat, at, places)
    name: Ask[Any] = Ask(
        "What are you called?",
        "Your name",
        "A player's name",
        at.draft.name,
        lambda draft, text: draft.but(name=text),
        seat.longest_name,
    )
    controls.append(Button("join:name", "Your name …", name))
    return Page(_place_card(seat, at, places), tuple(controls))


def _full(faction: ModuleFaction, places: FreePlaces) -> str:
    """What stands before what is said of a faction that has no seat left."""
    seated = len(places.seated.get(faction.key, ()))
    most = places.most(faction)
    return "Full. " if most is not None and seated >= most else ""


def _ways_on(seat: Seat[Any], at: Progress[Any], places: FreePlaces) -> list[Control]:
    """What follows the choice of a faction."""
    controls: list[Control] = []
    if seat.starts:
        where = [
            Option(str(each.place), f"{each.number} {each.name}", each.about)
            for each in places.starts
        ]
        controls.append(
            Menu(
                "join:start",
                seat.starts.ask,
                where,
                lambda v: Change(lambda draft: draft.but(place=int(v[0]))),
                chosen=(str(at.draft.place),),
            )
        )
    if seat.ready:
        controls.append(_ready_menu(seat.ready, at, seat.ready.ask))
    if seat.first:
        controls.append(Button("join:design", seat.design, Turn(seat.first)))
    elif not seat.ready:
        controls.append(Button("join:join", "Join", Take(), main=True))
    return controls


def _place_card(seat: Seat[Any], at: Progress[Any], places: FreePlaces) -> Card:
    module, draft = at.rules.module, at.draft
    chosen = module.factions.get(draft.faction)
    intro = [seat.starts.intro] if seat.starts else []
    fields: list[Field] = []
    for key in [draft.faction] if chosen else list(module.factions):
        faction = module.factions[key]
        players = places.seated.get(key, ())
        who = ", ".join(map(escaped, players)) or "nobody yet"
        lines = [
            faction.description,
            seat.about(at.rules, key),
            f"**Players** {who}{seats_left(places.most(faction), len(players))}",
        ]
        fields.append(Field(faction.name, "\n".join(filter(None, lines))))
    if chosen and seat.starts:
        listed = "\n".join(_told(each, draft) for each in places.starts)
        fields.append(Field(seat.starts.title, listed or seat.starts.none))
    title = "For whom do you play?"
    if chosen:
        title = f"{chosen.name}: {'where' if seat.starts else 'how'} do you begin?"
    return Card(
        title,
        "\n".join([*intro, f"You are called **{escaped(draft.name)}**."]),
        tuple(fields),
        picture=places.picture,
    )


def _told(start: Start, draft: Draft) -> str:
    mark = " ← yours" if start.place == draft.place else ""
    return f"**{start.number}** {start.name}: {start.about}{mark}"


# ---------------------------------------------------------------- ready-made starts


def _ready_menu(ready: Ready[Any], at: Progress[Any], about: str) -> Menu[Any]:
    options = list(ready.offered(at.rules, at.draft.faction))
    return Menu("join:ready", about, options, lambda v: Turn(FormPosition(READY, v)))


def ready_page(seat: Seat[Any], ready: Ready[Any], at: Progress[Any]) -> Page[Any]:
    """One ready-made start, whole: to be taken as it is, or changed first where that can be."""
    (key,) = at.at.about
    controls: list[Control] = [
        _ready_menu(ready, at, ready.another),
        Button("join:take", ready.take, Take(key), main=True),
    ]
    if (begin := ready.change) and seat.first:
        edit: Change[Any] = Change(lambda draft: begin(at.rules, draft, key), seat.first)
        controls.append(Button("join:change", ready.change_first, edit))
    controls.append(Button("join:place", "Back", Turn(PLACE)))
    return Page(ready.card(at.rules, key), tuple(controls))
