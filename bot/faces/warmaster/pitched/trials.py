"""`/odds` of a Warmaster campaign: stacks and cities in the world, and armies of points on trial.

An army of points is tried against one that its owner knows in full: another of the own ones, or the
ready-made one of a list. What others have bought nobody learns by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.faces.choices.asking import FROM_LIST, Asking, Offer, Unanswered, has
from bot.faces.cohorts.asking import planning
from bot.faces.forecasts import Fight, Forecast, ForecastSide
from bot.faces.leads import Lead
from bot.faces.odds.card import odds_card, odds_text
from bot.faces.odds.facts import OddsFacts, OddsSide, Prospect
from bot.faces.warmaster.odds.forecasts import FORECASTS as BATTLES
from bot.faces.warmaster.pitched.draft import change, mine, war_of
from bot.faces.warmaster.pitched.texts import points, unit_words
from bot.faces.words.text import number, plain
from engine.battle import Odds
from engine.campaign import Faction, Now
from engine.module.names import key_of
from engine.packs.cohorts.content import Content
from engine.packs.warmaster.battle.values import SIDES
from engine.packs.warmaster.pitched.challenging import RULE
from engine.packs.warmaster.pitched.mustering import ready_made
from engine.packs.warmaster.pitched.records import BoughtArmy
from engine.packs.warmaster.pitched.trial import trial

READY: Final = "ready-made"


@dataclass(frozen=True, slots=True)
class Trial:
    """What is asked: this army of mine against another, which I know in full."""

    mine: BoughtArmy
    theirs: BoughtArmy
    defending: bool
    """Whether the other attacks."""


# ---------------------------------------------------------------- who may be named


def opponents(asking: Asking, army: BoughtArmy) -> Iterator[str]:
    """Against whom an army may be tried: the ready-made armies of its points, then one's own."""
    for own in war_of(asking).army_lists.values():
        yield f"{own.name}, {READY}"
    for other in mine(asking):
        if other.id != army.id:
            yield other.name


def try_against(army: BoughtArmy, foe: str, *, defending: bool) -> Lead:
    """To a trial against one of the opponents."""
    deed = "attacked by" if defending else "attacks"
    given = (("mine", army.name), ("enemy", foe), *((("defending", "yes"),) if defending else ()))
    return Lead(label=f"{army.name} {deed} {foe}"[:100], emoji="🎲", command="odds", given=given)


def _own(asking: Asking, typed: str, _: str) -> Iterator[Offer]:
    yield from BATTLES.mine.offers(asking, typed, "")
    for army in mine(asking):
        label = f"{army.name}, {points(army.points)} (trial of a pitched battle)"
        if has(label, typed):
            yield Offer(label, army.name)


def _foes(asking: Asking, typed: str, named: str) -> Iterator[Offer]:
    army = _called(asking, named)
    if army is None:
        yield from BATTLES.enemy.offers(asking, typed, named)
        return
    for foe in opponents(asking, army):
        if has(foe, typed):
            yield Offer(foe, foe)


def _called(asking: Asking, name: str) -> BoughtArmy | None:
    """The own army of that name."""
    return next((each for each in mine(asking) if key_of(each.name) == key_of(name)), None)


def _asked(asking: Asking, fight: Fight) -> Any:
    army = _called(asking, fight.mine[0])
    try:
        return BATTLES.asked(asking, fight)
    except Unanswered:
        if army is None:
            raise
    return Trial(army, _foe(asking, army, fight.enemy), fight.defending)


def _foe(asking: Asking, army: BoughtArmy, name: str) -> BoughtArmy:
    """The army against which one is tried. Raises `Unanswered`."""
    war = war_of(asking)
    for own in war.army_lists.values():
        if key_of(name) in (key_of(f"{own.name}, {READY}"), key_of(own.name), key_of(own.key)):
            return ready_made(war, own, army.points, f"{own.name} ({READY})")
    if found := _called(asking, name):
        return found
    raise Unanswered(
        f"{plain(army.name)} can be tried against the ready-made army of a list, or another of "
        f"yours, but “{plain(name[:60])}” is neither.",
        FROM_LIST,
        RULE,
    )


# ---------------------------------------------------------------- the answer


def _estimates(asking: Asking, question: Any) -> Iterator[Odds]:
    if not isinstance(question, Trial):
        yield from BATTLES.estimates(asking, question)
        return
    armies = (question.mine, question.theirs)
    one, other = reversed(armies) if question.defending else armies
    state = planning(asking.rules, asking.view, asking.player)
    yield from trial(state, (one, other), war_of(asking).warmaster.pitched.terrain)


def _tell(asking: Asking, question: Any, odds: Odds, counting: bool) -> Forecast:
    from bot.faces.cards.picture import draw_card

    if not isinstance(question, Trial):
        return BATTLES.tell(asking, question, odds, counting)
    facts = _facts(asking, question, odds, counting)
    return Forecast(
        title=f"Trial: {facts.title}",
        turn=facts.turn,
        text=odds_text(facts),
        picture=draw_card(odds_card(facts), asking.view),
        counting=counting,
        hint="/show pitched has your armies",
        leads=(change(question.mine),),
    )


def _facts(asking: Asking, question: Trial, odds: Odds, counting: bool) -> OddsFacts:
    low, high = odds.interval
    chances = (odds.attacker_wins, low, high), (1 - odds.attacker_wins, 1 - high, 1 - low)
    places = (1, 0) if question.defending else (0, 1)
    owner = asking.view.get(Faction, asking.faction)
    mine_, theirs = (
        _side(asking, army, place, chances[place], odds, owner if army is question.mine else None)
        for army, place in zip((question.mine, question.theirs), places, strict=True)
    )
    terrain = war_of(asking).warmaster.pitched.terrain
    ground = asking.rules.module.content(Content).terrains[terrain].name.lower()
    return OddsFacts(
        mine=mine_,
        theirs=theirs,
        place=f"{points(question.mine.points)}, {ground}",
        turn=asking.view.get(Now, 1).turn,
        exact=False,
        battles=odds.battles,
        counting=counting,
        knowledge=(
            "A trial of armies that you know in full, fought on fields made anew each time.",
            "What another player has bought is not in it: nobody knows that before the battle.",
        ),
        guessed=(),
        wanting=(),
    )


def _side(
    asking: Asking,
    army: BoughtArmy,
    place: int,
    chance: tuple[float, float, float],
    odds: Odds,
    owner: Faction | None,
) -> OddsSide:
    war = war_of(asking)
    fates = [fate for fate in odds.fates if fate.side == SIDES[place]]
    return OddsSide(
        name=army.name,
        role=("attacks", "defends")[place],
        owner=owner,
        wins=chance[0],
        low=chance[1],
        high=chance[2],
        prospects=tuple(
            Prospect(
                f"{fate.piece.id}. {unit_words(war, army, army.units[fate.piece.id - 1])}",
                "",
                fate.falls,
                fate.lost,
            )
            for fate in fates
        ),
        size=number(len(army.units), "unit"),
    )


FORECASTS: Final = replace(
    BATTLES,
    help="What a fight would bring, by what you know; or an army of points on trial",
    mine=ForecastSide("Your stack, your city if it is attacked, or your army of points", _own),
    enemy=ForecastSide(
        "The stack or city it would fight; for an army of points, another one", _foes
    ),
    asked=_asked,
    estimates=_estimates,
    tell=_tell,
)
