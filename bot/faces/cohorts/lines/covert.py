"""Lines about covert missions: how they end, what spies find, what thieves take, who gets free."""

from collections.abc import Iterator
from typing import Final

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.news import CAPTURED, FREED, NEEDS, PLAIN, VAIN, News, headline
from bot.faces.words.telling import Lines
from bot.faces.words.text import experience, listed, number, one, percent, word
from engine.packs.cohorts.covert.findings import HoardSpied, PieceSpied, PiecesSpied
from engine.packs.cohorts.covert.mission import MissionEnded, MissionFoiled
from engine.packs.cohorts.covert.prisoners import EscapeAttempted, PrisonerRescued
from engine.packs.cohorts.covert.spying import DefensesSpied, SpySpotted
from engine.packs.cohorts.covert.thieving import ItemsStolen
from engine.packs.cohorts.pieces.records import Province
from engine.world import Place

LINES = Lines()

MISSIONS: Final = {
    "spy-defenses": "to find out the defenses of {}",
    "spy-province": "to spy on {}",
    "spy-barony": "to spy on the barony of {}",
    "spy-character": "to spy on {}",
    "spy-party": "to spy on the characters at {}",
    "spy-legion": "to spy on the troops at {}",
    "spy-city": "to spy on {}",
    "steal-province": "to steal from the cache of {}",
    "steal-character": "to steal from {}",
    "steal-stack": "to steal from {}",
    "steal-city": "to steal from {}",
    "steal-equipped": "to steal what {} wears",
    "rescue": "to rescue {}",
    "sabotage-morale": "to spoil the morale of troops at {}",
    "cause-strife": "to cause strife in {}",
    "sabotage-walls": "to weaken the walls of {}",
    "assassinate": "to assassinate {}",
    "kidnap": "to kidnap {}",
}
"""What each mission tries, by the name of its order."""
_WEARS: Final = 12


def _tries(mission: str, on: Place, target: str, names: CohortsNames) -> str:
    tries = MISSIONS.get(mission, f"{word(mission)} against {{}}")
    return tries.format(_target(on, target, names))


def _target(on: Place, called: str, names: CohortsNames) -> str:
    """What a mission was aimed at: a province as it is known, anything else as it was called."""
    return names.thing(on) if on.kind == Province.kind else names.show(called)


def _mission(event: MissionEnded, names: CohortsNames) -> News:
    if event.outcome == "captured":
        return headline(CAPTURED, f"{names.show(event.name)} was caught", vain=True)
    return PLAIN if event.outcome in ("success", "open") else VAIN


@LINES.of(MissionEnded, _mission)
def _(event: MissionEnded, names: CohortsNames) -> str:
    what = _tries(event.mission, event.on, event.target, names)
    tried = f"{names.show(event.name)} {names.did('tried', 'try')} {what}"
    if event.outcome == "open":
        best = f"at best {event.success}%"
        if event.least is not None and event.least < event.success:
            best = f"between {event.least}% and {event.success}%"
        return (
            f"{tried}: {best} to succeed, at least {percent(event.capture)} to be captured; "
            "guards that you do not know of make it harder."
        )
    odds = f"{event.success}% to succeed, {percent(event.capture)} to be captured"
    if event.outcome == "aborted":
        gave = f"{names.did('gave', 'give')} up before it began"
        return f"{tried} and {gave}: {odds} was too much of a risk."
    if event.outcome == "success":
        # Of these it is told separately what was there, which may be nothing.
        did = names.did("succeeded", "succeed")
        if event.mission.startswith(("spy", "steal", "sabotage")):
            did = names.did("went", "go") + " unnoticed"
        return f"{tried} and {did}{_dice(event, odds, names)}."
    failed = f"{tried}, {names.did('failed', 'fail')} and"
    fled = f"{event.escape_roll} against {event.escape}% to get away"
    rolls = f"{odds}; rolled {event.roll}, then {fled}"
    rolled = "" if names.planned else f" ({rolls})"
    if event.captor is None:
        return f"{failed} {names.did('got', 'get')} away{rolled}."
    held = f"{names.thing(event.captor)} {names.did('held', 'hold')} the prisoner"
    return f"{failed} {names.did('was', 'be')} captured{rolled}; {held}."


def _dice(event: MissionEnded, odds: str, names: CohortsNames) -> str:
    return "" if names.planned else f" ({odds}; rolled {event.roll})"


@LINES.of(MissionFoiled, NEEDS)
def _(event: MissionFoiled, names: CohortsNames) -> str:
    tried = _tries(event.mission, event.on, event.target, names)
    if event.captor is None:
        return f"Somebody tried {tried}, failed and got away unseen."
    who, held = names.show(event.culprit_name), names.thing(event.captor)
    return f"{who} tried {tried}, failed and was captured; {held} held the prisoner."


@LINES.of(SpySpotted, NEEDS)
def _(event: SpySpotted, names: CohortsNames) -> str:
    where = names.province(event.province)
    what = _target(event.on, event.target, names)
    at = "" if event.on.kind == Province.kind else f" at {where}"
    return f"Somebody was seen looking at the defenses of {what}{at}."


@LINES.of(DefensesSpied)
def _(event: DefensesSpied, names: CohortsNames) -> str:
    levels = listed(f"{level} against {one(craft)}" for craft, level in event.levels.items())
    was = names.was()
    seen = f"the spy {was} seen" if event.spotted else f"the spy {was} not noticed"
    odds = "" if names.planned else f" ({event.chance}% to stay unseen, rolled {event.roll})"
    return f"The defense of {_target(event.on, event.target, names)} {was} {levels}; {seen}{odds}."


def _pieces(event: PiecesSpied, _names: CohortsNames) -> News:
    return PLAIN if event.pieces or event.hoards else VAIN


@LINES.of(PiecesSpied, _pieces)
def _(event: PiecesSpied, names: CohortsNames) -> str:
    where = names.province(event.province)
    if not event.pieces and not event.hoards:
        return f"The spy {names.did('found', 'find')} nobody of others at {where}."
    hoards = f" and the goods of {number(event.hoards, 'holder')}" if event.hoards else ""
    looked = f"The spy {names.did('looked', 'look')} at {number(event.pieces, 'fighter or unit')}"
    return f"{looked}{hoards} at {where}."


@LINES.of(PieceSpied)
def _(event: PieceSpied, names: CohortsNames) -> str:
    return f"{names.show(event.name)}: {', '.join(_facts(event, names))}."


def _facts(each: PieceSpied, names: CohortsNames) -> Iterator[str]:
    kind = word(each.type).replace("-", " ")
    if each.arm not in ("", "soldier"):
        kind = f"{kind} ({each.arm})"
    yield f"{number(each.soldiers, 'soldier')} ({kind})" if each.soldiers else kind
    yield f"of {names.player(each.player)}" if each.player else "of nobody"
    if each.prisoner:
        yield "prisoner"
    yield experience(each.xp)
    if each.skills:
        yield f"skills {listed((f'{word(s)} {n}' for s, n in each.skills.items()), _WEARS)}"
    if each.equipment:
        yield f"wearing {listed((names.item(item) for item in each.equipment), _WEARS)}"
    if each.possessions:
        yield f"carrying {_goods(each.possessions, names)}"


@LINES.of(HoardSpied)
def _(event: HoardSpied, names: CohortsNames) -> str:
    whose = f" of {names.player(event.player)}" if event.player else ""
    goods = _goods(event.items, names) if event.items else "nothing"
    return f"{names.show(event.name)}{whose} {names.did('had', 'have')} {goods}."


def _goods(items: dict[str, int], names: CohortsNames) -> str:
    return listed((f"{count:,} × {names.item(item)}" for item, count in items.items()), _WEARS)


def _stolen(event: ItemsStolen, names: CohortsNames) -> News:
    if event.knows("name"):
        return PLAIN if event.count else VAIN
    return NEEDS


@LINES.of(ItemsStolen, _stolen)
def _(event: ItemsStolen, names: CohortsNames) -> str:
    owner = _target(event.start, event.owner, names)
    if not event.count:
        what = names.item(event.item)
        if event.knows("name"):
            return f"There {names.was()} no {what} to take from {owner}."
        return f"Somebody went through the goods of {owner}, and took nothing."
    what = names.items({event.item: event.count})
    where = f"from the body of {owner}" if event.worn else f"from {owner}"
    if event.knows("name"):
        return f"{names.show(event.name)} {names.did('stole', 'steal')} {what} {where}."
    return f"Somebody stole {what} {where} at {names.province(event.province)}."


def _rescued(event: PrisonerRescued, names: CohortsNames) -> News:
    who = names.show(event.name)
    if names.own(event.prisoner) and event.knows("free") and event.free:
        return headline(FREED, f"{who} was rescued")
    return PLAIN if event.knows("to") else NEEDS


@LINES.of(PrisonerRescued, _rescued)
def _(event: PrisonerRescued, names: CohortsNames) -> str:
    who, start = names.show(event.name), names.thing(event.start)
    if not event.knows("to"):
        return f"{who}, a prisoner of {start}, was carried off."
    by = names.show(event.rescuer)
    if event.free:
        freed = f"{by} {names.did('freed', 'free')} {who} from {start}"
        return f"{freed}; {who} {names.did('joined', 'join')} {names.thing(event.to)}."
    held = f"{names.thing(event.to)} {names.did('held', 'hold')} the prisoner from then on"
    return f"{by} {names.did('took', 'take')} {who} from {start}; {held}."


def _escaped(event: EscapeAttempted, names: CohortsNames) -> News:
    if event.outcome == "failed":
        return VAIN if event.knows("chance") else PLAIN
    if event.outcome == "escaped" and names.own(Place("character", event.character)):
        return headline(FREED, f"{names.show(event.name)} escaped")
    return PLAIN


@LINES.of(EscapeAttempted, _escaped)
def _(event: EscapeAttempted, names: CohortsNames) -> str:
    who = f"{names.show(event.name)}, held by {names.thing(event.start)},"
    tried = f"{who} {names.did('tried', 'try')} to escape"
    if event.outcome == "open":
        return f"{tried}: at best {event.chance}%, with the guards unknown."
    failed = event.outcome == "failed"
    if not event.knows("chance"):
        return f"{who} {'tried to escape and failed' if failed else 'escaped'}."
    odds = names.rolled(event.roll, event.chance)
    if failed or event.to is None:
        return f"{tried} and {names.did('failed', 'fail')}{odds}."
    got = names.did("reached", "reach")
    return f"{who} {names.did('escaped', 'escape')}{odds} and {got} {names.thing(event.to)}."
