"""Why computer kings give orders."""

from __future__ import annotations

from bot import faces
from engine.rivals import Reason
from tests.packs.kingdoms.crowns.table import Table, rules


def test_a_reason_is_told_by_what_it_is_about() -> None:
    world = Table.seated().world
    face = faces.of(rules())
    names = face.names(rules().view(world, 1), str, reader=1)
    king = Table.seated().king()
    told = face.because(Reason("practise", (king.place,), 30), names)
    assert told == f"because {king.name} may learn by it, with a chance of 30%"
    assert face.because(Reason("no_such_reason"), names) == "because no such reason"
