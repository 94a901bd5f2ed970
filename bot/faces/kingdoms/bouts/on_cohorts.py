"""Encounters of characters on a world of Cohorts: where they were, and how they are told."""

from __future__ import annotations

from bot.faces.battle.scene import Side
from bot.faces.battle.told import BattleTold, side_of
from bot.faces.cohorts.naming import CohortsNames
from bot.faces.kingdoms.bouts.plans import plan_told
from bot.faces.kingdoms.bouts.rounds import BoutSetting
from bot.faces.kingdoms.bouts.telling import outcome
from bot.faces.kingdoms.terms import Terms
from bot.faces.words.news import DEFEAT, PLAIN, VICTORY, News, headline, routine
from bot.faces.words.telling import Lines
from bot.faces.words.text import clean, word
from engine.facts import NotKnown
from engine.packs.cohorts.pieces.ownership import faction_of
from engine.packs.cohorts.pieces.records import Province
from engine.packs.kingdoms.bouts.on_cohorts.challenging import WouldChallenge
from engine.packs.kingdoms.bouts.on_cohorts.planning import PlanSet
from engine.packs.kingdoms.bouts.on_cohorts.system import BoutFought
from engine.world import Place, World

LINES = Lines()


def _bout(event: BoutFought, names: CohortsNames) -> News:
    mine = [names.own(each) for each in (event.challenger, event.challenged)]
    if sum(mine) != 1 or event.record.winner == "none":
        return PLAIN
    won = event.record.winner == ("attacker" if mine[0] else "defender")
    one, other = names.show(event.challenger_name), names.show(event.challenged_name)
    who, whom = (one, other) if mine[0] else (other, one)
    title = f"{who} against {whom}"
    return headline(VICTORY, title) if won else headline(DEFEAT, title, vain=True)


@LINES.of(BoutFought, _bout)
def _(event: BoutFought, names: CohortsNames) -> str:
    one, other = names.show(event.challenger_name), names.show(event.challenged_name)
    return (
        f"{one} challenged {other} at {names.province(event.province)}: "
        f"{outcome(event.outcome, one, other)}."
    )


@LINES.of(WouldChallenge)
def _(event: WouldChallenge, names: CohortsNames) -> str:
    return f"{names.show(event.name)} would challenge {names.show(event.target_name)}."


@LINES.of(PlanSet, routine("encounter plan set", "encounter plans set"))
def _(event: PlanSet, names: CohortsNames) -> str:
    plan = plan_told(event.plan, Terms(names.module))
    return f"{names.show(event.name)} {names.did('was', 'be')} to fight so: {plan}."


def setting_of(told: BattleTold) -> BoutSetting:
    """The setting of a challenge, by the province of its clash."""
    event = told.event.known()
    province = told.view.find(Province, told.record.clash.ground)
    sides = tuple(
        _side(told, event[role], event[f"{role}_name"]) for role in ("challenger", "challenged")
    )
    return BoutSetting(
        title="Encounter",
        subtitle=f"{word(province.terrain)} {province.location}" if province else "",
        turn=told.turn,
        sides=sides,
        ground=province.terrain if province else "",
        terms=Terms(told.rules.module),
    )


def _side(told: BattleTold, piece: Place, name: str) -> Side:
    """A fighter as a side, in the colours of its faction."""
    faction = _faction(told.view, piece)
    found = side_of(told, (faction,) if faction else ())
    return Side(clean(name), found.colour, found.emblem, found.own, "", found.factions)


def _faction(view: World, piece: Place) -> int:
    """Whose a character is, as far as the asker knows; 0 for nobody's."""
    thing = view.at(piece)
    try:
        return faction_of(view, thing) if thing else 0
    except NotKnown:
        return 0
