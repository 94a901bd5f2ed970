"""Lines about covert missions: how they end, what spies find, what thieves take, who gets free."""

from collections.abc import Iterator
from typing import Final

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, number, percent, word
from engine.packs.cohorts.covert.findings import HoardSpied, PieceSpied, PiecesSpied
from engine.packs.cohorts.covert.mission import MissionEnded, MissionFoiled
from engine.packs.cohorts.covert.prisoners import EscapeAttempted, PrisonerRescued
from engine.packs.cohorts.covert.spying import DefensesSpied, SpySpotted
from engine.packs.cohorts.covert.thieving import ItemsStolen

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
    "steal-equipped": "to rob {} of what it wears",
    "rescue": "to rescue {}",
    "sabotage-morale": "to spoil the morale of troops at {}",
    "cause-strife": "to cause strife in {}",
    "sabotage-walls": "to weaken the walls of {}",
    "assassinate": "to assassinate {}",
    "kidnap": "to kidnap {}",
}
"""What each mission tries, by the name of its order."""
_WEARS: Final = 12


def _tries(mission: str, target: str, names: CohortsNames) -> str:
    return MISSIONS.get(mission, f"{word(mission)} against {{}}").format(names.show(target))


@LINES.of(MissionEnded)
def _(event: MissionEnded, names: CohortsNames) -> str:
    tries = f"{names.show(event.name)} tries {_tries(event.mission, event.target, names)}"
    if event.outcome == "open":
        best = f"at best {event.success}%"
        if event.least is not None and event.least < event.success:
            best = f"between {event.least}% and {event.success}%"
        return (
            f"{tries}: {best} to succeed, at least {percent(event.capture)} to be captured; "
            "guards that you do not know of make it harder."
        )
    odds = f"{event.success}% to succeed, {percent(event.capture)} to be captured"
    if event.outcome == "aborted":
        return f"{tries} and gives up before it begins: {odds} is too much of a risk."
    if event.outcome == "success":
        return f"{tries} and succeeds ({odds}; rolled {event.roll})."
    rolled = f"({odds}; rolled {event.roll}, then {event.escape_roll} against {event.escape}%)"
    if event.captor is None:
        return f"{tries}, fails and gets away {rolled}."
    held = f"{names.thing(event.captor)} holds the prisoner"
    return f"{tries}, fails and is captured {rolled}; {held}."


@LINES.of(MissionFoiled)
def _(event: MissionFoiled, names: CohortsNames) -> str:
    tried = _tries(event.mission, event.target, names)
    if event.captor is None:
        return f"Somebody tried {tried}, failed and got away unseen."
    who, held = names.show(event.culprit_name), names.thing(event.captor)
    return f"{who} tried {tried}, failed and was captured; {held} holds the prisoner."


@LINES.of(SpySpotted)
def _(event: SpySpotted, names: CohortsNames) -> str:
    where = names.province(event.province)
    return f"Somebody was seen looking at the defenses of {names.show(event.target)} at {where}."


@LINES.of(DefensesSpied)
def _(event: DefensesSpied, names: CohortsNames) -> str:
    levels = listed(f"{level} against a {word(craft)}" for craft, level in event.levels.items())
    seen = "the spy was seen" if event.spotted else "nobody noticed"
    odds = f"{event.chance}% to stay unseen, rolled {event.roll}"
    return f"The defense of {names.show(event.target)} is {levels}; {seen} ({odds})."


@LINES.of(PiecesSpied)
def _(event: PiecesSpied, names: CohortsNames) -> str:
    where = names.province(event.province)
    if not event.pieces and not event.hoards:
        return f"The spy finds nobody of others at {where}."
    hoards = f" and the goods of {number(event.hoards, 'holder')}" if event.hoards else ""
    return f"The spy has looked at {number(event.pieces, 'piece')}{hoards} at {where}."


@LINES.of(PieceSpied)
def _(event: PieceSpied, names: CohortsNames) -> str:
    return f"{names.show(event.name)}: {', '.join(_facts(event, names))}."


def _facts(each: PieceSpied, names: CohortsNames) -> Iterator[str]:
    troop = f"{each.soldiers:,} " if each.soldiers else ""
    kind = each.type if each.arm in ("", "soldier") else f"{each.type} ({each.arm})"
    yield f"{each.piece.kind} {each.piece.id}"
    yield f"{troop}{word(kind)}"
    yield f"of {names.player(each.player)}" if each.player else "of nobody"
    if each.prisoner:
        yield "prisoner"
    yield f"{each.xp:,} XP"
    if each.skills:
        yield f"skills {listed((f'{word(s)} {n}' for s, n in each.skills.items()), _WEARS)}"
    if each.equipment:
        yield f"wears {listed((names.item(item) for item in each.equipment), _WEARS)}"
    if each.possessions:
        yield f"carries {_goods(each.possessions, names)}"


@LINES.of(HoardSpied)
def _(event: HoardSpied, names: CohortsNames) -> str:
    whose = f" of {names.player(event.player)}" if event.player else ""
    goods = _goods(event.items, names) if event.items else "nothing"
    return f"{names.show(event.name)}{whose} has {goods}."


def _goods(items: dict[str, int], names: CohortsNames) -> str:
    return listed((f"{count:,} × {names.item(item)}" for item, count in items.items()), _WEARS)


@LINES.of(ItemsStolen)
def _(event: ItemsStolen, names: CohortsNames) -> str:
    owner = names.show(event.owner)
    if not event.count:
        what = names.item(event.item)
        if event.knows("name"):
            return f"{names.show(event.name)} does not find {what} with {owner}."
        return f"Somebody went through what {owner} has, and took nothing."
    what = names.items({event.item: event.count})
    where = f"from the body of {owner}" if event.worn else f"from {owner}"
    if event.knows("name"):
        return f"{names.show(event.name)} steals {what} {where}."
    return f"Somebody stole {what} {where} at {names.province(event.province)}."


@LINES.of(PrisonerRescued)
def _(event: PrisonerRescued, names: CohortsNames) -> str:
    who, start = names.show(event.name), names.thing(event.start)
    if not event.knows("to"):
        return f"{who}, who was held by {start}, has been carried off."
    by = names.show(event.rescuer)
    if event.free:
        return f"{by} frees {who} from {start} and brings it to {names.thing(event.to)}."
    return f"{by} takes {who} from {start}; {names.thing(event.to)} holds the prisoner now."


@LINES.of(EscapeAttempted)
def _(event: EscapeAttempted, names: CohortsNames) -> str:
    who = f"{names.show(event.name)}, held by {names.thing(event.start)},"
    if event.outcome == "open":
        return f"{who} tries to escape: at best {event.chance}%, for the guards are not known."
    failed = event.outcome == "failed"
    if not event.knows("chance"):
        return f"{who} {'tried to escape and failed' if failed else 'has escaped'}."
    odds = f"({number(event.chance, 'percent', 'percent')}, rolled {event.roll})"
    if failed or event.to is None:
        return f"{who} tries to escape and fails {odds}."
    return f"{who} escapes {odds} and reaches {names.thing(event.to)}."
