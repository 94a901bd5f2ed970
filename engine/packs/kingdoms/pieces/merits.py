"""What a character of Kingdoms has done: what offices are given for, and what the turn asks of."""

from __future__ import annotations

from typing import Annotated, Final

from engine.facts import Facts, facts
from engine.fields import MOST, Within, word
from engine.packs.kingdoms.pieces.abilities import ABILITIES

_ABILITY: Final = word(*ABILITIES)
_BOTH_WAYS: Final = Within(-MOST)


@facts
class Merit(Facts):
    """What a character has done that offices are given for (kingdoms.office.table)."""

    features: int = 0
    """Features that the kingdom or character discovered first."""
    inventions: int = 0
    """Inventions discovered first."""
    espionage: int = 0
    """Inventions that were spied out."""
    land: Annotated[int, _BOTH_WAYS] = 0
    """Units beaten less units lost in land battles under the character's command."""
    sea: Annotated[int, _BOTH_WAYS] = 0
    """The same in sea battles."""
    monsters: int = 0
    """Hit points of monsters slain, half of those made to stop raiding."""
    prayers: int = 0
    """Resurrections and Blesses successfully cast."""


@facts
class Doings(Facts):
    """What a character has done this turn, as far as rules ask for it later in the turn."""

    risen: Annotated[tuple[str, ...], _ABILITY] = ()
    """Abilities that have risen (kingdoms.experience.improving)."""
    practised: bool = False
    cast: Annotated[tuple[str, ...], _ABILITY] = ()
    """For each action spell cast by ability, that ability (kingdoms.magic.casting-limits)."""
    watched: int = 0
    """The target of a Clairvoyance cast by ability; 0 for nobody."""
    shadowy: Annotated[tuple[str, ...], word("Spy", "Trail", "Steal")] = ()
    """Which of `Spy`, `Trail` and `Steal` were done (kingdoms.ability.spy-notice)."""
    trailing: int = 0
    """Who is trailed; 0 for nobody, or once the trail is lost."""
    meets: int = 0
    """Who was pursued in this phase and will be met; 0 for nobody."""
    stopped: bool = False
    """Whether further orders of the turn are lost (kingdoms.turn.phase-steps)."""
    moved: bool = False
    """Whether the character moved in this phase, and so may meet somebody by chance."""
    path: tuple[int, ...] = ()
    """The province at the end of each phase so far."""
    led: tuple[tuple[str, ...], ...] = ()
    """The types of the led armies at the end of each phase so far."""
