"""Weeks without a run, and members idle after them."""

from engine.packs.cohorts.diplomacy.votes import majority
from tests.rules.harness import Given, Result, rule
from tests.rules.scene import Scene


@rule("cohorts.turn.missed-turn")
def missed_turns(given: Given) -> Result:
    """Of the members the last ones, or the only one, run no turn for that many weeks."""
    scene = Scene()
    rest = [scene.player(f"A{number}", scene.ours) for number in range(1, given.get("members", 1))]
    players = [scene.me, *rest]
    playing = players[: len(players) - given.get("idle", 1)]
    for _ in range(given.get("missed_in_a_row", 3)):
        for player in playing:
            scene.run(player=player)
        scene.produce()
    quiet = scene.now(players[-1])
    return {"idle": quiet.idle, "majority": majority(scene.world, scene.ours.id)}
