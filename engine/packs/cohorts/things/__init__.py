"""Items, one by one: their names, what is written, enchanted or worked into them, who wears them.

It stands on `pieces`; what an item does for its owner is in `worth`.
"""

from typing import Final

from engine.packs.chapters import Chapter
from engine.packs.cohorts.things import uniques

CHAPTER: Final = Chapter(
    records=(uniques.Unique,),
)
