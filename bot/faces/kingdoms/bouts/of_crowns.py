"""Encounters in a world of Kingdoms: where they were, and between whom."""

from __future__ import annotations

from typing import Final

from bot.faces.battle.scene import Side
from bot.faces.battle.told import BattleTold, side_of
from bot.faces.kingdoms.bouts.rounds import BoutSetting
from bot.faces.kingdoms.looks import BEING, looks_of
from bot.faces.kingdoms.terms import Terms
from bot.faces.words.text import clean
from engine.facts import NotKnown
from engine.hexes import located
from engine.packs.kingdoms.bouts.fighters import EncounterFighter
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.pieces.records import Crown, Holding, Ruler, Site
from engine.world import Place

_TITLES: Final = {
    "search": "Search",
    "random": "Encounter",
    "pursue": "Pursuit",
    "revenge": "Revenge",
    "duel": "Duel",
}


def setting_of(told: BattleTold) -> BoutSetting:
    """The setting of an encounter, by the province of its clash."""
    terms, clash = Terms(told.rules.module), told.record.clash
    holding = told.view.find(Holding, clash.ground)
    meeting = str(told.event.known().get("meeting", ""))
    sides = _side(told, 0, terms), _side(told, 1, terms)
    return BoutSetting(
        title=f"{_TITLES.get(meeting, 'Encounter')}: {sides[0].name} and {sides[1].name}",
        subtitle=_where(holding, terms) if holding else "",
        turn=told.turn,
        sides=sides,
        ground=holding.terrain if holding else "",
        icons=tuple(_people(told, place) for place in (0, 1)),
        terms=terms,
    )


def _where(holding: Holding, terms: Terms) -> str:
    return f"{terms.named('grounds', holding.terrain)} {located(holding.x, holding.y)}"


def _side(told: BattleTold, place: int, terms: Terms) -> Side:
    """A fighter as a side, in the colours of the kingdom; a monster in nobody's."""
    pieces = told.record.clash.sides[place]
    ruler = _ruler(told, pieces[0]) if pieces else None
    name = clean(ruler.name) if ruler else _monster(told, place, terms)
    crown = told.view.find(Crown, ruler.crown) if ruler else None
    found = side_of(told, (crown.faction,) if crown and crown.faction else ())
    sign = found.emblem if ruler else _sign(told, place)
    return Side(name, found.colour, sign, found.own, "", found.factions)


def _people(told: BattleTold, place: int) -> str:
    """The icon of a character's people; empty of a monster, or of whom nothing is known."""
    pieces = told.record.clash.sides[place]
    ruler = _ruler(told, pieces[0]) if pieces else None
    return looks_of(told.rules).icon("army_races", ruler.race, "") if ruler else ""


def _sign(told: BattleTold, place: int) -> str:
    """The charge on a monster's shield: its icon."""
    fighter = _fighter(told, place)
    return looks_of(told.rules).icon("beings", fighter.being, BEING) if fighter else ""


def _fighter(told: BattleTold, place: int) -> EncounterFighter | None:
    """Who fought there by the record; None where only an outline is known."""
    who = told.record.engagements[-1].participants
    fighter = who[place] if len(who) > place else None
    return fighter if isinstance(fighter, EncounterFighter) else None


def _ruler(told: BattleTold, piece: Place) -> Ruler | None:
    found = told.view.at(piece)
    return found if isinstance(found, Ruler) and found.knows("name") else None


def _monster(told: BattleTold, place: int, terms: Terms) -> str:
    """A fighter by its own words in the record; of an outline by the feature that it guards."""
    fighter = _fighter(told, place)
    if fighter:
        return clean(fighter.name) or terms.named("beings", fighter.being) or "Somebody"
    pieces = told.record.clash.sides[place]
    site = told.view.at(pieces[0]) if pieces else None
    try:
        if isinstance(site, Site):
            sites = told.rules.module.content(EncounterContent).sites
            kinds = sites[site.feature].guardians if site.feature in sites else ()
            being = site.being if site.knows("being") else ""  # empty once it is slain
            if not being and len(kinds) == 1:
                (being,) = kinds
            if being:
                return terms.named("beings", being)
            return f"Guardian of {terms.named('sites', site.feature)}"
    except NotKnown:
        pass
    return "Somebody" if pieces else "A wanderer"
