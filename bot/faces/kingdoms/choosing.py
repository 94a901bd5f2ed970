"""Which kingdom, character, province or feature a person means; own ones come first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.choices.asking import (
    FROM_LIST,
    About,
    Asking,
    Offer,
    Unanswered,
    found,
    has,
    offered,
)
from bot.faces.kingdoms.places import crowns_of, places
from bot.faces.kingdoms.whereabouts import spot
from engine.labels import Labels, NoSuch
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.pieces.records import Crown, Holding, Ruler, Site

_RULER: Final = (Ruler.kind,)
_CROWN: Final = (Crown.kind,)
_SITE: Final = (Site.kind,)


def own_crown(asking: Asking) -> Crown:
    """The kingdom of the player who asks. Raises Unanswered if there is none."""
    crown = asking.view.first(Crown, "player", asking.player)
    if crown is None:
        raise Unanswered("You have no kingdom.", "Take a seat with /join first.")
    return crown


def _rulers(asking: Asking, typed: str) -> Iterator[Offer]:
    own = {each.id: None for each in crowns_of(asking.view, asking.faction)}
    people = sorted(
        asking.view.all(Ruler), key=lambda each: (each.crown not in own, not each.royal, each.id)
    )
    return offered(asking.view, people, _RULER, typed, lambda each: _of(asking, each))


def _of(asking: Asking, ruler: Ruler) -> str:
    there = spot(asking.view, ruler.holding) if ruler.knows("holding") else ""
    return f"{ruler.name} · {there}" if there else ruler.name


def _ruler(asking: Asking, text: str | None) -> str:
    if not text:
        crown = asking.view.first(Crown, "player", asking.player)
        king = crown.king if crown and crown.knows("king") else 0
        if king:
            return str(king)
        raise Unanswered("Which character?", FROM_LIST)
    return str(found(asking.view, _RULER, text).id)


def _crowns(asking: Asking, typed: str) -> Iterator[Offer]:
    crowns = sorted(
        (each for each in asking.view.all(Crown) if each.player),
        key=lambda each: (each.player != asking.player, each.id),
    )
    return offered(asking.view, crowns, _CROWN, typed, lambda each: each.name)


def _crown(asking: Asking, text: str | None) -> str:
    if text:
        return str(found(asking.view, _CROWN, text).id)
    crown = asking.view.first(Crown, "player", asking.player)
    crown = crown or next(iter(crowns_of(asking.view, asking.faction)), None)
    if crown is None:
        raise Unanswered("You have no kingdom.", "Name one that plays.")
    return str(crown.id)


def _provinces(asking: Asking, typed: str) -> Iterator[Offer]:
    for place in places(asking.view, asking.faction):
        if has(place.name, typed):
            yield Offer(place.name, place.value)


def _province(asking: Asking, text: str | None) -> str:
    try:
        return str(Labels(asking.view).find(text or "", (Holding.kind,)).id)
    except NoSuch as error:
        raise Unanswered(
            f"There is no such province. {error.suggestion}".strip(), FROM_LIST
        ) from None


def _sites(asking: Asking, typed: str) -> Iterator[Offer]:
    content = asking.rules.module.content(EncounterContent)

    def shown(site: Site) -> str:
        return f"{content.sites[site.feature].name} · {spot(asking.view, site.holding)}"

    return offered(asking.view, asking.view.all(Site), _SITE, typed, shown)


def _site(asking: Asking, text: str | None) -> str:
    try:
        return str(Labels(asking.view).find(text or "", _SITE).id)
    except NoSuch:
        raise Unanswered("There is no such feature that you have discovered.", FROM_LIST) from None


RULER: Final = About(
    "name", "Which character; left out, your King", _rulers, _ruler, required=False
)
CROWN: Final = About("name", "Which kingdom; left out, yours", _crowns, _crown, required=False)
PROVINCE: Final = About("where", "Which province, such as 4,7", _provinces, _province)
SITE: Final = About("which", "Which feature that you have discovered", _sites, _site)
