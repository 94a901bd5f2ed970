"""The battles of Cohorts: two armies on twenty slots, from muster to what is left afterwards.

`system` is what the rest of the game sees; `course` names the phases of a fight, each of which has
a file; `muster` reads the world and `aftermath` writes it. It stands on `stacks`; who
meets whom is decided above, in `marching`.
"""

from typing import Final

from engine.packs.chapters import Chapter
from engine.packs.cohorts.battle import directives, fallen, told

CHAPTER: Final = Chapter(
    events=(
        told.BattleFought,
        told.PiecesCaptured,
        told.ForceBeaten,
        told.BattleRewarded,
        directives.DirectiveSet,
        fallen.CharacterFell,
    ),
    orders=(directives.SetDirective,),
)
