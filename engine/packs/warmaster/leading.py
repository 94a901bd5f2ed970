"""Characters at the head of armies: who is General, Hero or Wizard, and how well each commands.

Source: warmaster.map.character.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.packs.cohorts.pieces.records import Character
from engine.packs.warmaster.battle.values import Stance
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.content.campaign import Leading
from engine.packs.warmaster.content.lists import ArmyList, Leadership, Role
from engine.packs.warmaster.pieces import list_of

LEAST_COMMAND: Final = 7
MOST_COMMAND: Final = 10


def casts(leading: Leading, character: Character) -> bool:
    """Whether a character who is no commander takes part as a Wizard or Runesmith."""
    return character.job in leading.wizards and any(
        character.skills.get(skill, 0) >= 1 for skill in leading.wizardry
    )


def role_of(war: WarmasterContent, character: Character) -> Role:
    """The role of a character who does not command the army: Hero, Wizard or Runesmith."""
    if not casts(war.warmaster.leading, character):
        return "hero"
    army = list_of(war, character.race)
    return "runesmith" if army and "runesmith" in army.characters else "wizard"


def command_of(leading: Leading, listed: int, level: int) -> int:
    """The Command of a character of that level where its list says `listed`."""
    own = listed - (level < leading.green_below) + (level >= leading.master_from)
    return min(MOST_COMMAND, max(LEAST_COMMAND, own))


def usual_stance(role: Role) -> Stance:
    """What a character does who was told nothing (warmaster.command.hero-moves)."""
    return "lead" if role == "hero" else "command"


def figures_of(army: ArmyList | None, role: Role) -> Leadership:
    """What an army list says of a role; of one that it does not have, what it says of Heroes.

    Beings of no race of the module lead like a General or Hero of the least Command.
    """
    if army is None:
        return Leadership(command=LEAST_COMMAND, bonus=0, points=5)
    return army.characters.get(role) or army.characters.get("hero") or army.characters["general"]


@dataclass(frozen=True, slots=True)
class Staff:
    """The characters who lead an army in a battle."""

    general: Character | None
    """None: an unnamed captain leads."""
    others: tuple[Character, ...]
    """Heroes and Wizards, in roster order."""


def staff(
    war: WarmasterContent, characters: Sequence[Character], named: Iterable[int] = ()
) -> Staff:
    """Which character in the battle slots leads the army, and who else takes part.

    `named` are the ids of those whom their players named as commanders. Of these, else of all, the
    one of the highest level is General (ties: lowest id).
    """
    wanted = frozenset(named)
    chosen = [each for each in characters if each.id in wanted] or list(characters)
    general = min(chosen, key=_rank, default=None)
    left = [each for each in characters if each is not general]
    leading = war.warmaster.leading
    wizards = [each for each in left if casts(leading, each)]
    heroes = [each for each in left if not casts(leading, each)]
    taken = {
        each.id
        for group, most in ((wizards, leading.most_wizards), (heroes, leading.most_heroes))
        for each in sorted(group, key=_rank)[:most]
    }
    return Staff(general, tuple(each for each in left if each.id in taken))


def _rank(character: Character) -> tuple[int, int]:
    return -character.level, character.id
