"""Lines about action spells: who cast what on whom, and the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from bot.faces.kingdoms.naming import KingdomsNames
from bot.faces.words.news import DEED, LOST, PLAIN, VAIN, News, headline
from bot.faces.words.telling import Lines
from bot.faces.words.text import number
from engine.packs.kingdoms.crowns.knowing import ILLUSION
from engine.packs.kingdoms.crowns.ventures.casting import ActionSpellCast
from engine.packs.kingdoms.crowns.ventures.fading import IllusionFaded
from engine.packs.kingdoms.crowns.ventures.plagues import PlagueSpread
from engine.packs.kingdoms.pieces.records import Holding

LINES: Final = Lines()
_CAME: Final[Mapping[str, str]] = {
    "hired": "the hero came over to the caster",
    "turned": "it turned the hero's alignment",
    "killed": "it killed",
    "coma": "the victim fell into a deathly coma",
    "enraged": "the victim lived, and attacked the caster at once",
    "life": "the dead lived again",
    "king": "the old King took the throne again from the Heir",
    "skills": "the sleeper's skills came back",
    "goodness": "the hero became Good",
    "rested": "the dead of the province were laid to rest",
    "ended": "it ended what an earlier spell had done to the water",
}
"""The result of a spell (`effects.Worked`)."""
_FATES: Final[Mapping[str, str]] = {
    "scattered": "scattered",
    "raised": "raised from the dead",
    "destroyed": "destroyed",
    "immune": "unharmed, and immune from then on",
    "weakened": "weakened",
    "unaffected": "not of a kind that it could strike",
    "unhurt": "unhurt",
}
"""What becomes of armies by a spell."""
_HARM: Final = ("scattered", "destroyed", "weakened")


def _cast(event: ActionSpellCast, names: KingdomsNames) -> News:
    if not event.succeeded:
        return VAIN
    if event.knows("caster") and names.owns_ruler(event.caster):
        great = event.art in ("RE", "CH", "KI") or (event.art == "SK" and event.fates)
        return headline(DEED, _what(event, names)) if great else PLAIN
    if any(fate in _HARM for _, fate in event.fates):
        return headline(LOST, f"armies, to {_what(event, names)}")
    return PLAIN


def _what(event: ActionSpellCast, names: KingdomsNames) -> str:
    on = f" on {names.thing(event.target)}" if event.target else ""
    return f"{names.art(event.art)}{on}"


@LINES.of(ActionSpellCast, _cast)
def _(event: ActionSpellCast, names: KingdomsNames) -> str:
    who = names.show(event.name) if event.knows("name") else "Somebody"
    by = f" by {names.item(event.item)}" if event.knows("item") and event.item else ""
    chance = names.with_chance(event)
    told = f"{who} {names.did('cast', 'cast')} {_what(event, names)}{by}"
    if not event.succeeded:
        told += f" {names.in_vain()}"
    came = [_CAME[event.came]] if event.came in _CAME else []
    if event.fates:
        came.append(_fates(event, names))
    if event.changed:
        came.append(f"alignment from then on: {event.changed}")
    if event.succeeded and event.knows("terrain") and event.terrain and event.art == ILLUSION:
        came.append(f"all others took the land for {event.terrain.lower()}")
    return f"{told}{chance}{''.join(f'; {each}' for each in came)}."


def _fates(event: ActionSpellCast | PlagueSpread, names: KingdomsNames) -> str:
    counts = Counter(fate for _, fate in event.fates)
    return "; ".join(
        f"{number(count, 'army', 'armies')} {names.was(count)} {_FATES.get(fate, fate)}"
        for fate, count in counts.items()
    )


def _spread(event: PlagueSpread, names: KingdomsNames) -> News:
    holding = names.world.find(Holding, event.holding)
    mine = holding is not None and holding.knows("owner") and names.own(holding.owner)
    if mine and any(fate in _HARM for _, fate in event.fates):
        return headline(LOST, f"armies, to plague at {names.holding(event.holding)}")
    return PLAIN


@LINES.of(PlagueSpread, _spread)
def _(event: PlagueSpread, names: KingdomsNames) -> str:
    where = f"from {names.holding(event.start)} to {names.holding(event.holding)}"
    fates = f"; {_fates(event, names)}" if event.fates else ""
    return f"Plague spread {where}{fates}."


@LINES.of(IllusionFaded)
def _(event: IllusionFaded, names: KingdomsNames) -> str:
    return f"{names.art(event.art)} on {names.thing(event.on)} faded."
