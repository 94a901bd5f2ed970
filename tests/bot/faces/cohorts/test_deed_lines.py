"""Quests, adventures and what characters do are told in the module's own words."""

from bot import faces
from bot.faces.cohorts.lines import quests
from bot.faces.words.telling import tell, tell_all
from engine.events import Event, Level
from engine.packs.cohorts.characters.drinking import DrinkPotion, PotionDrunk
from engine.packs.cohorts.characters.influencing import PieceInfluenced
from engine.packs.cohorts.content import Content
from engine.packs.cohorts.quests.adventures import AdventureDone
from engine.packs.cohorts.quests.questing import QuestBegun
from engine.packs.cohorts.quests.rewards import RewardGained
from engine.packs.cohorts.stacks.leaving import PieceBuried
from engine.world import Place
from tests.rules.adapters.quests import Wild
from tests.rules.scene import Ran, Scene, module, ref

assert quests
CONTENT = module().content(Content)


def told(scene: Scene, ran: Ran, *kinds: type[Event]) -> list[str]:
    names = faces.of(scene.rules).names(scene.view())
    return [tell(event, names) for kind in kinds for event in ran.events(kind)]


def test_an_adventure_ends_with_the_words_of_the_module_and_what_it_gave() -> None:
    scene = Wild()
    hero = scene.hero(5, name="Osric")
    ran = scene.adventure("the_proving_ground", hero)
    deed, gain = told(scene, ran, AdventureDone, RewardGained)
    assert deed.startswith("Osric completed “The Proving Ground” at grassland 5,5. Nobody claps.")
    assert gain == "Osric gained 60 experience and the title Proven."


def test_two_who_ended_one_adventure_alike_are_told_of_its_end_once() -> None:
    scene = Wild()
    ran = scene.adventure("the_proving_ground", scene.hero(5, name="Osric"))
    (event,) = ran.events(AdventureDone)
    events = [event, event.replace(name="Ada", province=scene.at(6, 5).id)]
    (line,) = tell_all(events, faces.of(scene.rules).names(scene.view()))
    done = "Osric and Ada completed “The Proving Ground” at grassland 5,5 and grassland 6,5. "
    assert line.startswith(done)
    assert line.count("Nobody claps.") == 1


def test_what_is_only_planned_is_told_by_how_it_begins_and_what_it_gives() -> None:
    scene = Wild()
    hero = scene.hero(5, name="Osric")
    event = scene.adventure("the_proving_ground", hero).events(AdventureDone)[0]
    task = CONTENT.adventures["the_proving_ground"]
    names = faces.of(scene.rules).names(scene.view(), planned=True)
    form = tell(event, names)
    assert form.startswith("Osric would complete “The Proving Ground”")
    assert task.text in form
    assert task.told not in form
    key, quest = next((key, each) for key, each in CONTENT.quests.items() if each.reward.xp)
    begun = QuestBegun(stack=1, name="Pikes", quest=key, province=1, foes=("Wolves",))
    assert quest.text in tell(begun, names)
    assert f"+{quest.reward.xp} experience" in tell(begun, names)


def test_a_drink_is_told_with_all_that_came_of_it() -> None:
    scene = Wild()
    hero = scene.hero(name="Osric", wounds=20)
    scene.items(hero, **{"healing_salve*2": 1})
    ran = scene.run(DrinkPotion(character=ref(hero), potion="healing_salve"))
    assert told(scene, ran, PotionDrunk) == [
        "Osric drank: Minor healing salve; 6% of wounds healed."
    ]


def test_whoever_only_saw_it_reads_that_somebody_left_but_not_to_whom() -> None:
    scene = Scene()
    event = PieceInfluenced(
        piece=Place("unit", 1), name="Pikes", province=1, player=1, cost=60, cities=()
    )
    names = faces.of(scene.rules).names(scene.world)
    assert tell(event.at(Level.TOLD), names) == (
        "Pikes at grassland 0,0 left its faction's service."
    )
    assert (
        tell(event.at(Level.SIGHTED), names) == "Pikes at grassland 0,0 entered the service of me."
    )
    assert tell(event, names).endswith("of me, for 60 renown.")


def test_a_death_is_told_without_what_the_dead_left_to_those_who_must_not_know() -> None:
    scene = Scene()
    event = PieceBuried(
        piece=Place("character", 9),
        name="Ada",
        player=1,
        killed=True,
        to=scene.city(1, 1, scene.me).place,
        items={"plate": 1},
    )
    names = faces.of(scene.rules).names(scene.world)
    assert "Plate" not in tell(event.at(Level.TOLD), names)
    assert "1 × Plate" in tell(event, names)
