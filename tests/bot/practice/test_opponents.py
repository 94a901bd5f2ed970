"""What computer players at the table type for their orders."""

from __future__ import annotations

from bot.practice.opponents import options_of
from engine.labels import Labels
from engine.packs.kingdoms.crowns.ventures.parting import Leave
from engine.packs.kingdoms.crowns.ventures.recruiting import Recruit
from engine.packs.kingdoms.pieces.records import Army
from tests.packs.kingdoms.crowns.table import Table, ref


def test_things_are_typed_as_they_are_offered_lists_with_commas_and_nothing_that_is_usual() -> None:
    table = Table.seated()
    labels, king = Labels(table.world), table.king()
    armies = [ref(army) for army in table.world.by(Army, "leader", king.id)][:2]
    left = options_of(Leave(character=ref(king), armies=tuple(armies)), labels)
    assert left == {
        "character": king.name,
        "armies": ", ".join(labels.of(army, ("army",)) for army in armies),
    }
    recruited = options_of(Recruit(character=ref(king), army="LE"), labels)
    assert recruited == {"character": king.name, "army": "LE"}
