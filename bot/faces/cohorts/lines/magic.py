"""Lines about spells: what was cast, what was felt of it, what it revealed, what was learned."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from bot.faces.cohorts.naming import CohortsNames
from bot.faces.cohorts.spelling import spelt
from bot.faces.words.news import NEEDS, PLAIN, VAIN, News, routine, unless_vain
from bot.faces.words.telling import Lines
from bot.faces.words.text import listed, number, several, word
from engine.hexes import DIRECTION_NAMES
from engine.packs.cohorts.characters.studying import SpellDropped
from engine.packs.cohorts.content.spells import Afflict, Reveal
from engine.packs.cohorts.magic.casting import CastingFailed, SpellCast, SpellFelt
from engine.packs.cohorts.magic.effects.revealing import (
    BaronyRead,
    CharacterLocated,
    CityRead,
    Glow,
    MagicDetected,
    PiecesRead,
    ProvinceRead,
    Reading,
)
from engine.packs.cohorts.magic.foreseeing import SpellForeseen
from engine.packs.cohorts.magic.lasting import SpellsEnded
from engine.packs.cohorts.magic.studying import SpellLearned, SpellResearched
from engine.packs.cohorts.movement.barriers import BarrierBroken
from engine.packs.cohorts.pieces.ownership import imprisoned

LINES = Lines()

_WHY = {
    "stronger": "something at least as strong lay there",
    "nothing": "there was nothing for it to act on",
    "unhurt": "nobody there was wounded",
    "nobody": "nobody was there",
    "beyond": "the target was not within its reach",
}
_EFFECTS = {
    "strength": "strength {}",
    "hidden": "invisible, strength {}",
    "waiting": "waiting with strength {}",
    "healed": "{}% of wounds healed",
    "pieces healed": "{} healed",
    "wounds": "{}% wounds",
    "alive, wounds": "alive again, with {}% wounds",
    "dead": "which was deadly",
    "sent": "",
    "frightened": "{} frightened",
}
_DICE = ("chance", "roll")
_BROKEN = "broken by the magic there"


def _cast(event: SpellCast, names: CohortsNames) -> News:
    vain = event.outcome in ("resisted", "no effect")
    return VAIN if vain or (event.outcome == "open" and _familiar(event, names)) else PLAIN


def _reveals(event: SpellCast, names: CohortsNames) -> bool:
    """Whether the spell does nothing but tell."""
    spell = names.content.spells.get(event.spell) if names.content else None
    return spell is not None and isinstance(spell.effect, Reveal)


def _familiar(event: SpellCast, names: CohortsNames) -> bool:
    """Whether it would tell of one's own who are in nobody else's hands."""
    if not (_reveals(event, names) and names.own(event.on)):
        return False
    thing = names.world.at(event.on)
    return thing is not None and not imprisoned(thing)


@LINES.of(SpellCast, _cast)
def _(event: SpellCast, names: CohortsNames) -> str:
    on = names.show(event.called) if event.called else names.thing(event.on)
    cast = names.did("cast", "cast")
    head = f"{names.show(event.name)} {cast} {names.spell(event.spell)} on {on}"
    power = f"strength {event.strength}"
    if event.mana:
        power += f", {event.mana} mana"
    match event.outcome:
        case "cast":
            went = names.did("went", "go")
            away = f", which {went} to {names.thing(event.to)}" if event.to else ""
            effects = {key: value for key, value in event.effects.items() if key != "strength"}
            return f"{head} ({power}){away}{_did(effects, event.what, names)}."
        case "resisted":
            return f"{head} ({power}): {_BROKEN}."
        case "no effect":
            levels = f" ({counted_levels(event.effects)})" if event.effects else ""
            return f"{head} ({power}) without effect: {_WHY.get(event.why, event.why)}{levels}."
        case _ if _familiar(event, names):
            return f"{head} ({power}); it would tell nothing that you do not know."
        case _ if _reveals(event, names):
            return f"{head} ({power}); what it tells is known once it is cast."
        case _:
            return f"{head} ({power}); nobody can say whether a shell holds."


@LINES.of(SpellForeseen)
def _(event: SpellForeseen, names: CohortsNames) -> str:
    told = listed(_foreseen(event, name) for name in event.usual if name != "chance")
    if "chance" in event.usual:
        chance = f"a chance of {event.usual['chance']}%{_between(event, 'chance')}"
        told += f", and {chance} to be {_left_behind(event.spell, names)}"
    spell = names.spell(event.spell)
    return f"If no shell kept it off, {spell} would bring {names.thing(event.on)} {told}."


def _left_behind(spell: str, names: CohortsNames) -> str:
    """What an affliction makes of those whom it does not kill, such as "insane"."""
    content = names.content
    effect = content.spells[spell].effect if content and spell in content.spells else None
    if content and isinstance(effect, Afflict) and effect.status in content.statuses:
        return content.statuses[effect.status].being
    return "worse off"


def _foreseen(event: SpellForeseen, name: str) -> str:
    """What it would do of one kind: what is usual, between the least and the most."""
    if name == "dead":
        return "death" if event.least.get(name) else "perhaps death"
    return f"{_effect(name, event.usual[name])}{_between(event, name)}"


def _between(event: SpellForeseen, name: str) -> str:
    low, high = event.least.get(name, 0), event.most.get(name, 0)
    return f" ({low:,} to {high:,})" if low < high else ""


@LINES.of(SpellFelt, NEEDS)
def _(event: SpellFelt, names: CohortsNames) -> str:
    if not event.spell:
        return f"A detection spell on {names.thing(event.on)} was turned aside."
    by = f"{names.show(event.caster)} cast" if event.caster else "Somebody cast"
    head = f"{by} {names.spell(event.spell)} on {names.thing(event.on)}"
    if event.outcome == "resisted":
        return f"{head}: {_BROKEN}."
    return f"{head}{_did(event.effects, event.what, names)}."


@LINES.of(CastingFailed, VAIN)
def _(event: CastingFailed, names: CohortsNames) -> str:
    return (
        f"{names.show(event.name)} {names.did('began', 'begin')} {names.spell(event.spell)} and "
        f"{names.did('forgot', 'forget')} it in a fit of madness."
    )


@LINES.of(SpellsEnded, routine("spell ended", "spells ended"))
def _(event: SpellsEnded, names: CohortsNames) -> str:
    ended = listed(names.spell(each) for each in event.spells)
    return f"{ended} on {names.thing(event.on)} {names.did('ended', 'end')}."


@LINES.of(BarrierBroken)
def _(event: BarrierBroken, names: CohortsNames) -> str:
    fell = names.did("fell", "fall")
    where = f"The barrier {_side(event.side)} of {names.province(event.province)} {fell}"
    if not event.knows("name"):
        return f"{where}."
    used = f" to a spell of strength {event.strength}" if event.knows("strength") else ""
    return f"{where} before {names.show(event.name)}{used}."


@LINES.of(CharacterLocated)
def _(event: CharacterLocated, names: CohortsNames) -> str:
    name = names.show(event.name)
    if event.holder is not None:
        if event.holder.kind == "province":
            return f"{name} {names.was()} alone at {names.province(event.province)}."
        where = names.province(event.province)
        if event.holder.kind == "city":
            return f"{name} {names.was()} in {where}."
        return f"{name} {names.was()} in {names.thing(event.holder)} at {where}."
    if event.beyond:
        return f"{name} {names.was()} not within {number(event.beyond, 'province')}."
    away = f"{number(event.away, 'province')} away" if event.away else "in the same province"
    return f"{name} {names.was()} {away}, behind a shell that held."


@LINES.of(MagicDetected)
def _(event: MagicDetected, names: CohortsNames) -> str:
    on = names.thing(event.on)
    if event.shell:
        return f"A shell of strength {event.shell} {names.did('hid', 'hide')} the magic on {on}."
    if not event.spells:
        return f"There {names.was()} no magic on {on}."
    return f"Magic on {on}: {listed((_glow(each, names) for each in event.spells), 12)}."


def _glow(glow: Glow, names: CohortsNames) -> str:
    side = f" {_side(glow.side)}" if glow.side >= 0 else ""
    return f"{names.spell(glow.spell)}{side} ({glow.strength})"


@LINES.of(PiecesRead)
def _(event: PiecesRead, names: CohortsNames) -> str:
    if not event.pieces:
        return f"There {names.was()} nobody to see in {names.thing(event.on)}."
    who = listed((_reading(each, names) for each in event.pieces), 40)
    return f"Seen at {names.thing(event.on)}: {who}."


def resources(keys: Iterable[str]) -> list[str]:
    """Resources by name; of several of one kind how many there were."""
    counts = Counter(keys)
    return [word(key) if count == 1 else f"{count} × {word(key)}" for key, count in counts.items()]


def _reading(each: Reading, names: CohortsNames) -> str:
    kind = each.type if each.arm in ("", "soldier") else f"{each.type} ({each.arm})"
    held = ", prisoner" if each.prisoner else ""
    return f"{names.show(each.name)} ({word(kind)}, level {each.level}{held})"


@LINES.of(ProvinceRead)
def _(event: ProvinceRead, names: CohortsNames) -> str:
    built = [
        f"{word(name)} {level}" if level else word(name)
        for name, level in event.improvements.items()
    ]
    parts = (
        ("buildings", built),
        ("resources", resources(event.resources)),
        ("cache", [several(count, item) for item, count in event.items.items()]),
    )
    return f"Seen at {names.province(event.province)}: {_found(parts)}."


@LINES.of(BaronyRead)
def _(event: BaronyRead, names: CohortsNames) -> str:
    read = number(event.read, "province")
    head = f"{read} of the barony of {names.city(event.city)} {names.was(event.read)} seen"
    if not event.hidden:
        return f"{head}, none hidden."
    hidden = listed(names.province(each) for each in event.hidden)
    return f"{head}; shells {names.did('hid', 'hide')} {hidden}."


@LINES.of(CityRead)
def _(event: CityRead, names: CohortsNames) -> str:
    parts = (
        ("buildings", _levels(event.improvements)),
        ("guilds", _levels(event.guilds)),
        ("resources", resources(event.resources)),
    )
    return f"Seen at {names.city(event.city)}: {_found(parts)}."


def _found(parts: Iterable[tuple[str, Sequence[str]]]) -> str:
    """What a spell found, part by part; a part that is empty is left out."""
    told = [f"{what} ({listed(found, 20)})" for what, found in parts if found]
    return "; ".join(told) or "nothing of note"


@LINES.of(SpellResearched, unless_vain("learned"))
def _(event: SpellResearched, names: CohortsNames) -> str:
    student, spell = names.show(event.student), names.spell(event.spell)
    odds = names.rolled(event.roll, event.chance)
    if event.learned:
        return f"{student} {names.did('found', 'find')} the spell {spell}{odds}."
    looked = f"{student} {names.did('looked', 'look')} for the spell {spell}"
    return f"{looked} {names.in_vain()}{odds}."


@LINES.of(SpellDropped, routine("spell dropped", "spells dropped"))
def _(event: SpellDropped, names: CohortsNames) -> str:
    struck = f"{names.show(event.name)} {names.did('struck', 'strike')}"
    return f"{struck} {names.spell(event.spell)} out of the spell book."


@LINES.of(SpellLearned)
def _(event: SpellLearned, names: CohortsNames) -> str:
    return (
        f"{names.show(event.student)} {names.did('learned', 'learn')} {names.spell(event.spell)} "
        f"from {names.show(event.teacher)}."
    )


def counted_levels(levels: Mapping[str, int]) -> str:
    """Things with their levels: "smithy 3 and barracks 1"."""
    return listed(_levels(levels), 12)


def _levels(levels: Mapping[str, int]) -> list[str]:
    return [f"{word(name)} {level}" for name, level in levels.items()]


def _side(side: int) -> str:
    return f"on the {DIRECTION_NAMES[side]} side"


def _did(effects: Mapping[str, int], what: tuple[str, ...], names: CohortsNames) -> str:
    """What a spell did, after a colon; nothing if there is nothing more to tell."""
    parts = [_effect(name, amount) for name, amount in effects.items() if name not in _DICE]
    if what:
        parts.append(_changed(effects, what, names))
    told = ", ".join(part for part in parts if part)
    if "roll" in effects:
        told += names.rolled(effects["roll"], effects["chance"])
    return f": {told}" if told else ""


def _changed(effects: Mapping[str, int], what: tuple[str, ...], names: CohortsNames) -> str:
    """Which items a spell sent, which statuses it put on somebody or what it took away."""
    if "sent" in effects:
        return listed(map(names.item, what))
    content = names.content
    statuses = [content.statuses[each] for each in what if content and each in content.statuses]
    beings = listed(status.being for status in statuses)
    if "wounds" in effects:
        return f"now {beings}"
    if beings != "nothing":
        return f"no longer {beings}"
    return f"{listed(map(names.spell, what))} {names.did('ended', 'end')}"


def _effect(name: str, amount: int) -> str:
    if name in _EFFECTS:
        return _EFFECTS[name].format(amount)
    if name.endswith(" percent"):
        name = name.replace("rate", "movement")
        return f"{spelt(name.removesuffix(' percent'))} {amount:+}%"
    return f"{spelt(name)} {amount:+}" if name.isupper() else f"{amount:,} {word(name)}"
