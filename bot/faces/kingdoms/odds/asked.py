"""Which fight a person means, from what their kingdom knows, and who may be named for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from bot.faces.choices.asking import FROM_LIST, LONGEST, Asking, Offer, Unanswered, offered
from bot.faces.forecasts import Fight
from bot.faces.kingdoms.odds.facts import clash_of, ground_of
from bot.faces.kingdoms.places import crowns_of, people_of
from bot.faces.kingdoms.whereabouts import leads, spot
from bot.faces.odds.facts import OddsQuestion
from bot.faces.words.text import escaped, plain
from engine.battle import BATTLE
from engine.labels import Labels, NoSuch
from engine.packs.kingdoms.content.encounters import EncounterContent
from engine.packs.kingdoms.crowns.imagined import armies_of, foe_at, owner_of
from engine.packs.kingdoms.crowns.mustering import hostile
from engine.packs.kingdoms.crowns.provinces import distance
from engine.packs.kingdoms.pieces.records import Army, Holding, Ruler, Site
from engine.world import World

Thing = Ruler | Holding | Site
OWN: Final = (Ruler.kind, Holding.kind)
FOES: Final = (Ruler.kind, Holding.kind, Site.kind)
MOST: Final = 8
"""Characters who may fight together."""


def asked(asking: Asking, fight: Fight) -> OddsQuestion:
    """The question that is meant.

    Raises:
        Unanswered: it makes no sense, or nobody is known who would fight.
    """
    view = asking.view
    mine = [_meant(view, text, OWN) for text in fight.mine[:MOST]]
    foe = _meant(view, fight.enemy, FOES)
    for each in mine:
        _refuse_own(asking, each, defending=fight.defending)
    if len(fight.mine) > MOST or len({each.place for each in mine}) < len(mine):
        raise Unanswered(
            f"At most {MOST} characters can fight together, each once.", "Name everybody once."
        )
    places = tuple(each.place for each in mine)
    question = OddsQuestion(places, foe.place, fight.defending)
    _refuse_enemy(asking, question, mine[0], foe)
    return question


def _meant(view: World, text: str, kinds: tuple[str, ...]) -> Thing:
    try:
        thing = view.at(Labels(view).find(text, kinds).place)
    except NoSuch as error:
        near = f"Did you mean {error.suggestion}? " if error.suggestion else ""
        says = f"You know of no “{plain(text[:LONGEST])}” that fights."
        raise Unanswered(says, f"{near}{FROM_LIST}") from None
    if not isinstance(thing, Thing) or (isinstance(thing, Ruler) and not thing.alive):
        raise Unanswered("Nobody of that name lives, as far as you know.", FROM_LIST)
    return thing


def _refuse_own(asking: Asking, thing: Thing, *, defending: bool) -> None:
    view = asking.view
    own = [crown.id for crown in crowns_of(view, asking.faction)]
    if isinstance(thing, Ruler) and thing.crown not in own:
        name = escaped(thing.name)
        raise Unanswered(
            f"{name} is not of your kingdom.",
            "Name somebody of yours first; the enemy goes into `enemy`.",
        )
    if isinstance(thing, Holding):
        if not defending:
            raise Unanswered(
                "A province attacks nobody.",
                "Name a character, or set `defending` to ask what an attack on it brings.",
            )
        if not any(army.crown in own for army in view.by(Army, "holding", thing.id)):
            raise Unanswered(
                f"No army of yours stands in {spot(view, thing.id)}.",
                "Name a province with a garrison, or a character.",
            )


def _refuse_enemy(asking: Asking, question: OddsQuestion, mine: Thing, foe: Thing) -> None:
    view, module = asking.view, asking.rules.module
    crown = _crown(view, mine)
    match foe:
        case Site():
            if not foe.being:
                raise Unanswered(
                    "Nobody guards that feature any more.",
                    "Search it: what is left there is yours.",
                    "kingdoms.action.search",
                )
        case Ruler():
            if not foe.knows("holding"):
                raise Unanswered(
                    f"You do not know where {escaped(foe.name)} is.",
                    "Name somebody whom your people have noticed.",
                    "kingdoms.action.sightings",
                )
            if not hostile(view, crown, foe.crown):
                raise _friend(escaped(foe.name))
        case Holding():
            owner = owner_of(view, foe)
            if owner and not hostile(view, crown, owner):
                raise _friend("Who owns that province")
            if question.defending:
                raise Unanswered("A province attacks nobody.", "Name a character as the enemy.")
            if foe_at(view, module, crown, foe) is None:
                raise Unanswered(
                    f"You know of nobody who would defend {spot(view, foe.id)}, so there is "
                    "nothing to reckon with.",
                    "An army that may hold it takes it without a battle.",
                    "kingdoms.map.ownership",
                )
    _refuse_unfit(view, question, mine, foe, clash_of(view, module, question).kind == BATTLE)


def _friend(name: str) -> Unanswered:
    return Unanswered(
        f"{name} is on your side: you do not fight treaty partners.",
        "Name somebody else, or break the treaty first.",
        "kingdoms.treaty.effects",
    )


def _refuse_unfit(
    view: World, question: OddsQuestion, mine: Thing, foe: Thing, battle: bool
) -> None:
    """Armies fight armies, and in person one meets only who leads none."""
    armed = isinstance(mine, Holding) or bool(leads(view, mine) if isinstance(mine, Ruler) else ())
    name = escaped(mine.name) if isinstance(mine, Ruler) else "The garrison"
    if battle and not armed:
        place = ground_of(view, question)
        raise Unanswered(
            f"{name} leads no army, and would fight armies in {spot(view, place)}.",
            "Name a character who leads armies.",
            "kingdoms.battle.trigger",
        )
    if battle or isinstance(foe, Site):
        return
    if len(question.mine) > 1 or isinstance(mine, Holding):
        raise Unanswered("In person one meets one.", "Name one character of yours.")
    hunted = mine if question.defending else foe
    if isinstance(hunted, Ruler) and (leads(view, hunted) or armies_of(view, hunted)):
        raise Unanswered(
            f"{escaped(hunted.name)} leads armies, and is met in person by nobody.",
            "Name somebody without armies.",
            "kingdoms.action.pursue",
        )


def _crown(view: World, mine: Thing) -> int:
    if isinstance(mine, Ruler):
        return mine.crown
    return next(army.crown for army in view.by(Army, "holding", mine.id) if army.crown)


# ---------------------------------------------------------------- while one types


def own(asking: Asking, typed: str, _: str) -> Iterator[Offer]:
    """The caller's characters, then the faction's, then provinces with a garrison."""
    view = asking.view
    mine = {
        each.id: None for each in crowns_of(view, asking.faction) if each.player == asking.player
    }
    people = sorted(people_of(view, asking.faction), key=lambda each: each.crown not in mine)
    yield from offered(view, people, OWN, typed, lambda each: _person(view, each))
    held = dict.fromkeys(army.holding for army in view.all(Army) if army.crown in mine)
    lands = [view.get(Holding, id) for id in held]
    yield from offered(view, lands, OWN, typed, lambda each: spot(view, each.id))


def own_people(asking: Asking, typed: str, _: str) -> Iterator[Offer]:
    """The faction's characters who lead armies."""
    view = asking.view
    people = [each for each in people_of(view, asking.faction) if leads(view, each)]
    return offered(view, people, OWN, typed, lambda each: _person(view, each))


def foes(asking: Asking, typed: str, mine: str) -> Iterator[Offer]:
    """Guardians, foreign characters and land that is not the caller's, the nearest first."""
    view = asking.view
    try:
        first = _meant(view, mine, OWN)
        start = first.holding if isinstance(first, Ruler) else first.id
    except Unanswered:
        start = 0
    things = sorted(_foreign(asking), key=lambda each: _far(view, start, each))
    return offered(view, things, FOES, typed, lambda each: _shown(asking, each))


def _foreign(asking: Asking) -> Iterable[Thing]:
    view = asking.view
    own = {each.id: None for each in crowns_of(view, asking.faction)}
    yield from (site for site in view.all(Site) if site.being)
    for ruler in view.all(Ruler):
        if ruler.knows("holding") and ruler.alive and ruler.crown and ruler.crown not in own:
            yield ruler
    for holding in view.all(Holding):
        if not (holding.knows("owner") and holding.owner in own):
            yield holding


def _far(view: World, start: int, thing: Thing) -> tuple[int, int]:
    there = thing.id if isinstance(thing, Holding) else thing.holding
    kind = (Site, Ruler, Holding).index(type(thing))
    return (distance(view, start, there) if start else 0, kind)


def _shown(asking: Asking, thing: Thing) -> str:
    view = asking.view
    match thing:
        case Site():
            content = asking.rules.module.content(EncounterContent)
            being = content.beings[thing.being].name
            return f"{being} of {content.sites[thing.feature].name} · {spot(view, thing.holding)}"
        case Ruler():
            return _person(view, thing)
        case Holding():
            return spot(view, thing.id)


def _person(view: World, ruler: Ruler) -> str:
    return f"{ruler.name} · {spot(view, ruler.holding)}"
