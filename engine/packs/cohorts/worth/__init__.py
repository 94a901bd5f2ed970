"""What pieces can do: levels, skills, bonuses, mana and ratings, and what raises or lowers them.

Figures, and the plain changes of them such as XP and healing. It stands on `things` and `pieces`;
orders, knowledge and places are above it.
"""

from typing import Final

from engine.packs.chapters import Chapter
from engine.packs.cohorts.worth import active_spells, drill, experience, healing, mana

CHAPTER: Final = Chapter(
    records=(
        active_spells.ActiveSpell,
        active_spells.Countdown,
    ),
    events=(
        drill.UnitDrilled,
        experience.LevelChanged,
        healing.Recovered,
        mana.ManaRegained,
        mana.GuildManaRegained,
    ),
)
