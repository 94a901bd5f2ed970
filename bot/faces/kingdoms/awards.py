"""The awards in a campaign of Kingdoms."""

from __future__ import annotations

from typing import Final

from bot.faces.awards import Annals, Award, Won, most, tallied
from bot.faces.words.text import number
from engine.packs.kingdoms.crowns.encounters import EncounterFought
from engine.packs.kingdoms.crowns.ownership import ProvinceTaken
from engine.packs.kingdoms.crowns.ventures.casting import ActionSpellCast
from engine.packs.kingdoms.crowns.ventures.moving import RulerMoved
from engine.packs.kingdoms.crowns.ventures.recruiting import HireTried
from engine.packs.kingdoms.crowns.ventures.treating import TreatyBroken, TreatyMade
from engine.packs.kingdoms.crowns.ventures.working import InventionGained
from engine.packs.kingdoms.pieces.records import Crown, Ruler
from engine.world import Place


def _crown(annals: Annals, id: int) -> str:
    return annals.names.thing(Place(Crown.kind, id))


def _ruler(annals: Annals, id: int) -> str:
    return annals.names.thing(Place(Ruler.kind, id))


def _taker(annals: Annals) -> Won | None:
    taken = tallied((event.crown, 1) for _, _, event in annals.deeds(ProvinceTaken))
    return most(taken, lambda crown: _crown(annals, crown), lambda count: number(count, "province"))


def _richest(annals: Annals) -> Won | None:
    gold = {each.id: each.treasury for each in annals.world.all(Crown) if each.player}
    return most(gold, lambda crown: _crown(annals, crown), lambda gold: f"{gold:,} gold")


def _traveller(annals: Annals) -> Won | None:
    went = tallied(((each.ruler, each.name), 1) for _, _, each in annals.deeds(RulerMoved))
    return most(went, lambda who: annals.names.show(who[1]), lambda count: number(count, "journey"))


def _caster(annals: Annals) -> Won | None:
    cast = tallied(
        ((each.caster, each.name), 1)
        for _, _, each in annals.deeds(ActionSpellCast)
        if each.succeeded
    )
    return most(cast, lambda who: annals.names.show(who[1]), lambda count: number(count, "spell"))


def _finder(annals: Annals) -> Won | None:
    found = tallied(
        (each.gainer, len(each.items))
        for _, _, each in annals.deeds(EncounterFought)
        if each.gainer
    )
    return most(found, lambda who: _ruler(annals, who), lambda count: number(count, "item"))


def _inventor(annals: Annals) -> Won | None:
    first = tallied((each.crown, 1) for _, _, each in annals.deeds(InventionGained) if each.first)
    return most(
        first,
        lambda crown: _crown(annals, crown),
        lambda count: f"{number(count, 'invention')} before anybody else",
    )


def _patron(annals: Annals) -> Won | None:
    hired = tallied(
        (ruler.crown, 1)
        for _, _, each in annals.deeds(HireTried)
        if each.hired and (ruler := annals.world.find(Ruler, each.ruler))
    )
    return most(
        hired, lambda crown: _crown(annals, crown), lambda count: number(count, "hero", "heroes")
    )


def _faithless(annals: Annals) -> Won | None:
    broken = tallied((each.crown, 1) for _, _, each in annals.deeds(TreatyBroken) if not each.offer)
    return most(
        broken,
        lambda crown: _crown(annals, crown),
        lambda count: f"{number(count, 'treaty', 'treaties')} broken",
    )


def _friends(annals: Annals) -> Won | None:
    made = tallied((crown, 1) for _, _, each in annals.deeds(TreatyMade) for crown in each.crowns)
    return most(
        made,
        lambda crown: _crown(annals, crown),
        lambda count: f"{number(count, 'treaty', 'treaties')} made",
    )


def _oldest(annals: Annals) -> Won | None:
    """Who lived longest in the service of a kingdom."""
    served: dict[int, int] = {}
    for id, states in annals.lives(Ruler).items():
        alive = [(turn, each) for turn, each in states if each and each.crown and each.alive]
        if alive:
            ends = [turn for turn, each in states if each is None or not each.alive]
            until = ends[-1] if ends else annals.last_turn
            served[id] = max(until - alive[0][0] + 1, 1)
    return most(served, lambda who: _ruler(annals, who), lambda turns: number(turns, "turn"))


AWARDS: Final = (
    Award("Richest kingdom", "💰", (), _richest),
    Award("Most land taken", "🚩", (ProvinceTaken,), _taker),
    Award("Longest in service", "🧙", (), _oldest),
    Award("Greatest traveller", "🥾", (RulerMoved,), _traveller),
    Award("Most taken in encounters", "🏺", (EncounterFought,), _finder),
    Award("Greatest inventor", "⚙️", (InventionGained,), _inventor),
    Award("Most heroes hired", "🛡️", (HireTried,), _patron),
    Award("Most spells", "🔮", (ActionSpellCast,), _caster),
    Award("Most treaties", "🤝", (TreatyMade,), _friends),
    Award("Most faithless", "🐍", (TreatyBroken,), _faithless),
)
