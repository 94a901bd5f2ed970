"""The rules that the frame refuses by: what each is called here, for packs to say where it stands.

The frame plays turns for every system, and each system's rulebook words them in its own way: a pack
names its entry for each (`Pack.cites`). Where none does, a refusal names no rule.
"""

from __future__ import annotations

from typing import Literal

Cited = Literal[
    "failed-orders",
    "unknown-things",
    "order-phases",
    "shared-orders",
    "submission",
    "run-days",
    "cut-off",
    "sequence",
    "names",
    "joining",
    "late-joining",
]
"""What each says: an order fails alone; what a player does not know of cannot be named; orders run
in phases; teammates share drafts; a turn is submitted once a week; on which days turns run; before
which cut-off; teammates' turns may run in a sequence; names are fit for all; who may join; who may
join late."""
