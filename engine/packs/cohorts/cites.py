"""Where Cohorts' rulebook words what the frame refuses by (`engine.rule_refs`)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.rule_refs import Cited

OWN: Final[Mapping[Cited, str]] = MappingProxyType(
    {
        "failed-orders": "cohorts.turn.failed-orders",
        "unknown-things": "cohorts.action.order-failure",
        "order-phases": "cohorts.turn.order-phases",
        "shared-orders": "cohorts.turn.shared-orders",
        "submission": "cohorts.turn.submission",
        "run-days": "cohorts.turn.weekly-turn",
        "cut-off": "cohorts.turn.cut-off",
        "sequence": "cohorts.turn.sequence",
        "names": "cohorts.setup.names",
        "joining": "cohorts.setup.announce-and-join",
        "late-joining": "cohorts.setup.late-joining",
    }
)
