"""Lasting statuses: how they are put on, removed, and what they leave of the dead."""

from engine.dice import ScriptedDice, Whole
from engine.packs.cohorts.guilds.casting import PerformMiracle
from engine.packs.cohorts.pieces.records import Character
from engine.packs.cohorts.stacks.harm import cured, inflict
from engine.packs.cohorts.worth.losses import LOST_SOUL, die
from tests.rules.adapters.magic_scene import Magic
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import ref


def named(text: str) -> tuple[str, int]:
    """Name and level of a status such as `with Poisoned level 8`."""
    *_, name, _, level = text.split()
    return name.casefold(), int(level)


def shown(piece: Character) -> dict[str, int]:
    return {name.capitalize(): level for name, level in piece.statuses.items()}


@rule("cohorts.status.persistent")
def persistent(given: Given) -> Result:
    if "spell_caster_level" in given:
        scene = Magic(given["spell_caster_level"])
        foe = scene.foe()
        dice = ScriptedDice([Whole(1, sides=100)])
        scene.cast("mind-flay", foe, given["mana"], dice=dice)
        return {"status_level": scene.now(foe).statuses["insane"]}
    scene = Magic()
    if "remover_level" in given:
        hero = scene.hero(statuses={"poisoned": given["status_level"]})
        return {"removed": cured(hero, given["remover_level"], "poisoned") == ("poisoned",)}
    status = given.get("status", "").casefold()
    old = named(given["unit"]) if "unit" in given else (status, given["old_level"])
    new = named(given["new"]) if "new" in given else (status, given["new_level"])
    hero = scene.hero(statuses=dict([old]))
    inflict(scene.state(), hero, *new)
    now = scene.now(hero)
    return {"level": now.statuses.get(status), "statuses": shown(now)}


@rule("cohorts.status.soulless")
def soulless(given: Given) -> Result:
    scene = Magic(30)
    hero = scene.hero(statuses={given["status"].casefold(): 5}, deity="solanna")
    if given["event"].startswith("status removed"):
        assert not scene.cast("remove-status", hero, status="soulless").refused
    die(scene.world, scene.now(hero))
    mark = LOST_SOUL in scene.now(hero).statuses
    scene.change(scene.mages, type="church", deity="solanna")
    order = PerformMiracle(guild=ref(scene.mages), spell="resurrect-character", target=ref(hero))
    scene.change(scene.mages, actions=1)
    return {"mark": "Lost Soul" if mark else None, "resurrectable": not scene.run(order).refused}
