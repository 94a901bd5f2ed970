"""Levels and experience, on the module's chart."""

from engine.packs.cohorts.content import Content
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import module

CHART = module().content(Content).experience


@rule("cohorts.xp.chart")
@rule("cohorts.unit.levelling")
def chart(given: Given) -> Result:
    if "xp" in given:
        return {"level": CHART.level_of(given["xp"])}
    return {"gap_to_next": CHART.gap(given["level"])}
