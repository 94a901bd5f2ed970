"""`/show fighter`: what its asker knows of a fighter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.choices.asking import FROM_LIST, About, Asking, Offer, Unanswered, found, offered
from bot.faces.panels import Look, Panel, PanelMade
from bot.faces.words.tabs import Tab
from engine.campaign import Now, Player
from skirmish.rules.content import Content
from skirmish.rules.records import Fighter, Spot

_KINDS: Final = (Fighter.kind,)


def _offers(asking: Asking, typed: str) -> Iterator[Offer]:
    view = asking.view
    own = sorted(view.all(Fighter), key=lambda fighter: fighter.player != asking.player)
    return offered(view, own, _KINDS, typed, lambda fighter: fighter.name)


def _meant(asking: Asking, text: str | None) -> str:
    if not text:
        raise Unanswered("Which fighter?", FROM_LIST)
    return str(found(asking.view, _KINDS, text).id)


def _make(look: Look, about: str) -> PanelMade:
    from skirmish.showing.fighter_picture import draw_fighter

    view, content = look.view, look.rules.module.content(Content)
    fighter = view.get(Fighter, int(about))
    names, style = look.faces.names(view), content.styles[fighter.style]
    spot = view.find(Spot, fighter.spot)
    where = f"at {spot.x},{spot.y}" if spot else "off the sand"
    drill = f"+{fighter.drilled}" if fighter.knows("drilled") else "only its school knows"
    player = view.get(Player, fighter.player)
    left = content.bouts.wounds - fighter.wounds
    rows = (
        ("Stands", where),
        ("Style", f"{style.name}, +{style.strength} to each throw. {style.help}"),
        ("Drill", drill),
        ("Wounds", f"{fighter.wounds}; carried off with {left} more" if spot else "too many"),
        ("Duels won", str(fighter.wins)),
        ("Fights for", names.faction(player.faction)),
    )
    lines = "\n".join(f"**{name}**: {value}" for name, value in rows)
    turn = view.get(Now, 1).turn
    return PanelMade(
        title=fighter.name,
        turn=turn,
        tabs=(Tab("Fighter", (lines,), "/fighter drill makes it better"),),
        picture=draw_fighter(fighter.name, player.faction, rows, turn),
        thing=f"fighter:{fighter.id}",
    )


PANEL: Final = Panel(
    name="fighter",
    help="A fighter: style, drill, wounds and duels won",
    make=_make,
    about=About("name", "Which fighter", _offers, _meant),
)
