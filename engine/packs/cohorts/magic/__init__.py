"""Strategic magic: who casts what, on whom, how far, and the result.

It stands on `marching`, since spells carry stacks into meetings. Who can cast which spell, and the
spells that lie on something, are in `worth`.
"""

from typing import Final

from engine.packs.chapters import Chapter
from engine.packs.cohorts.magic import casting, foreseeing, lasting, studying
from engine.packs.cohorts.magic.effects import revealing

CHAPTER: Final = Chapter(
    events=(
        casting.SpellCast,
        casting.SpellFelt,
        casting.CastingFailed,
        foreseeing.SpellForeseen,
        lasting.SpellsEnded,
        revealing.CharacterLocated,
        revealing.MagicDetected,
        revealing.PiecesRead,
        revealing.ProvinceRead,
        revealing.BaronyRead,
        revealing.CityRead,
        studying.SpellResearched,
        studying.SpellLearned,
    ),
)
