"""Rest, on the order itself."""

from fractions import Fraction

from engine.packs.cohorts.stacks.rest import Rest
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import Scene, ref


@rule("cohorts.order.rest")
def rest(given: Given) -> Result:
    scene = Scene()
    stack = scene.stack(1, 1, used=Fraction(given.get("movement_used", 0), 100))
    character = scene.character(
        stack, attributes={"CON": given.get("con", 10)}, wounds=given.get("wounds", 0)
    )
    ran = scene.run(Rest(stack=ref(stack)))
    return {"wounds": scene.now(character).wounds, "refused": ran.refused}
