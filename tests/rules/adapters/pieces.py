"""The kinds of playing pieces, what moves and what it meets, and who counts as a friend."""

from collections.abc import Sequence

from engine.campaign import Player
from engine.packs.cohorts.marching.encounters import StacksMet
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces.contents import stack_type
from engine.packs.cohorts.pieces.ownership import province_of, relation
from engine.packs.cohorts.pieces.records import Stack
from engine.world import Record
from tests.rules.dice import Even
from tests.rules.harness import Given, Result, UnknownKeyError, rule
from tests.rules.scene import Ran, Scene, ref


@rule("cohorts.world.playing-pieces")
def playing_pieces(given: Given) -> Result:
    scene = Scene()
    if "stack_holds" in given:
        return {"causes_encounter": meets(scene, given["stack_holds"], given["enters"])}
    stack = scene.stack(2, 2)
    piece = put(scene, given["piece"], stack if given.get("in_stack") else scene.at(2, 2))
    mover = stack if given.get("in_stack") else piece
    scene.give(Move, stack=ref(mover), destination=ref(scene.at(3, 2)))
    return {"can_move": province_of(scene.world, piece.place) != scene.at(2, 2).id}


def put(scene: Scene, piece: str, holder: Record) -> Record:
    """A piece of that kind of mine."""
    match piece.replace(" ", "_"):
        case "character":
            return scene.character(holder)
        case "military_unit" | "soldiers":
            return scene.unit(holder)
        case "artillery":
            return scene.unit(holder, arm="artillery", type="catapult")
        case "agent":
            return scene.agent(holder)
        case "city":
            return scene.city(2, 2, scene.me)
        case "stack":
            stack = scene.stack(2, 2)
            scene.character(stack)
            return stack
        case _:
            raise UnknownKeyError(f"a scene knows no piece {piece!r}")


def meets(scene: Scene, contents: Sequence[str], enters: str) -> bool:
    """Whether a stack of mine that enters somebody's barony, and is seen, meets its garrison."""
    owner = scene.someone(enters.replace(" ", "_").removesuffix("_barony"))
    fortress(scene, owner)
    return bool(enter(scene, contents).events(StacksMet))


def fortress(scene: Scene, owner: Player) -> None:
    """A city whose garrison is stronger than anyone, in a barony of two provinces."""
    scene.barony((4, 2), (5, 2))
    scene.unit(scene.city(5, 2, owner), owner, level=20, soldiers=500)


def enter(scene: Scene, contents: Sequence[str]) -> Ran:
    """A new stack of mine with these contents goes into that barony, and is seen."""
    scene.rules.contests = {}  # who meets is asked, not who wins
    stack = scene.stack(3, 2)
    scene.fill(stack, contents)
    scene.items(stack, palfrey=9)  # so that those without legs are carried
    order = Move.model_validate({"stack": ref(stack), "destination": ref(scene.at(4, 2))})
    ran = scene.run(order, dice=Even())
    assert scene.now(stack).province == scene.at(4, 2).id
    return ran


@rule("cohorts.agent.agitator")
def agitator(given: Given) -> Result:
    """An encounter is called possible where there is one if the stack is seen."""
    scene = Scene()
    encounter = "possible" if meets(scene, given["stack"], given["enters"]) else False
    stack = next(scene.world.by(Stack, "player", scene.me.id))
    return {"type": stack_type(scene.world, stack.place), "encounter": encounter}


@rule("cohorts.world.faction-allied")
def allied(given: Given) -> Result:
    """Whether somebody's stack is among those whom I meet as I enter a barony at war with me."""
    scene = Scene()
    owner = scene.someone("at_war")
    fortress(scene, owner)
    relation = given["stack_faction_relation_to_barony_owner"]
    if relation == "same_faction":
        friend = scene.player("friend", "at_war")
    else:
        friend = scene.player("friend", "third")
        scene.relation("at_war", "third", relation)
    stack = scene.stack(*((5, 2) if given["stack_in_barony"] else (6, 2)), friend)
    scene.unit(stack, friend)
    met = enter(scene, ["soldiers"]).events(StacksMet) if given["barony_attacked"] else []
    return {"stack_defends": any(stack.place in event.defenders for event in met)}


@rule("cohorts.action.allied-meaning")
def allied_meaning(given: Given) -> Result:
    scene = Scene()
    target = given["target_faction"]
    other = 0 if target == "unaligned" else scene.someone(target).faction
    found = relation(scene.world, scene.ours.id, other)
    return {"allied": found == "allied", "enemy": found == "at_war", "neutral": found == "neutral"}
