"""`/offices`: how a player's kingdom stands for each imperial office, as it was told last."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.cards.card import Box, PanelCard, Row, made_of
from bot.faces.kingdoms.choosing import own_crown
from bot.faces.kingdoms.lines.realm import offices_told
from bot.faces.kingdoms.looks import OFFICE, looks_of
from bot.faces.kingdoms.naming import names
from bot.faces.kingdoms.offices.ceremony import KEEPSAKE
from bot.faces.kingdoms.whereabouts import crown_name
from bot.faces.leads import Entry, tab, tabs
from bot.faces.panels import Look, Panel, PanelMade
from bot.faces.words.text import escaped
from engine.campaign import Now
from engine.events import Event, read
from engine.names import nth
from engine.packs.kingdoms.content.imperial import Office
from engine.packs.kingdoms.content.ventures import VentureContent
from engine.packs.kingdoms.crowns.honours import OfficesGiven
from engine.packs.kingdoms.crowns.ranks import Rank, RanksCounted
from engine.packs.kingdoms.pieces.records import Crown, Ruler

_PAST: Final = 600
"""Number of last events that are searched."""
NONE_YET: Final = "They are counted when a turn ends."


def learned(look: Look) -> Iterator[tuple[int, Event]]:
    """What the faction learned of late, the latest first, each with its turn."""
    for past in look.history.learned(_PAST):
        try:
            yield past.turn, read(look.rules.events, past.body).event
        except (KeyError, ValueError):
            continue  # of a pack that the campaign no longer has


def counted(look: Look, crown: int) -> tuple[int, tuple[Rank, ...]]:
    """The turn in which the ranks of a kingdom were told last, and these; 0 for never."""
    for turn, event in learned(look):
        if isinstance(event, RanksCounted) and event.crown == crown:
            return turn, event.ranks
    return 0, ()


def card_of(look: Look, crown: Crown) -> PanelCard:
    """How a kingdom stands."""
    offices = look.rules.module.content(VentureContent).imperial
    turn, ranks = counted(look, crown.id)
    by_office = {rank.office: rank for rank in ranks}
    rows = [_row(look, office, by_office.get(office.key), crown.id) for office in offices.values()]
    held = [rank for rank in ranks if rank.leader == crown.id]
    points = sum(offices[rank.office].prize for rank in held if rank.office in offices)
    head = (
        Row("Offices that you lead for", f"{len(held)} of {len(offices)}"),
        Row("Their prizes", f"{points}%", "less what alignments take off", points / 100, "gold"),
    )
    return PanelCard(
        "offices",
        f"Offices of {crown.name}",
        "as if the game ended now",
        turn or look.view.get(Now, 1).turn,
        crown.faction,
        icon="crown",
        head=head if ranks else (Row(NONE_YET, tone="faint"),),
        boxes=(Box("Who leads for which office", tuple(rows), "prize", wide=True),),
    )


def _row(look: Look, office: Office, rank: Rank | None, crown: int) -> Row:
    """An office: what it is worth, who leads, how the own kingdom stands, and what counts."""
    note, icon = "nobody leads yet", looks_of(look.rules).icon("imperial", office.key, OFFICE)
    mine = rank is not None and rank.leader == crown
    if mine:
        note = "you lead"
    elif rank and rank.leader:
        note = f"{crown_name(look.view, rank.leader, 'a kingdom')} leads"
        note += f", you are {nth(rank.place)}" if rank.place else ""
    text = office.help
    if rank and rank.merit > 0:
        own = look.view.find(Ruler, rank.ruler) if office.holder == "character" else None
        best = f"Your best is {own.name} with" if own else "You have"
        second = look.rules.module.content(VentureContent).merits.second
        counts = f", which as second counts for {second}% of it"
        behind = counts if second and rank.place == SECOND_PLACE else ""
        text = f"{best} {rank.merit:,}{behind}. {text}"
    tone = "good" if mine else ""
    return Row(office.name, f"{office.prize} points", note, icon=icon, tone=tone, text=text)


SECOND_PLACE: Final = 2


def _ended(look: Look, given: OfficesGiven) -> PanelMade:
    """The ceremony, once the campaign is over."""
    known = names(look.rules, look.view, escaped, {})
    lines = ("The imperial offices were given.", *offices_told(given, known))
    made, leads = tabs([tab("Offices", map(Entry, lines))])
    picture = KEEPSAKE.draw(look.rules, look.view, given)
    return PanelMade("The imperial offices", given.turn, made, picture, leads=leads)


def _make(look: Look, about: str) -> PanelMade:
    given = next((each for _, each in learned(look) if isinstance(each, OfficesGiven)), None)
    if given:
        return _ended(look, given)
    card = card_of(look, own_crown(look))
    return made_of(card, look.view)


PANEL: Final = Panel(
    name="offices",
    help="The imperial offices: what each is worth, who leads, and how your kingdom stands",
    make=_make,
    by_itself=True,
)
