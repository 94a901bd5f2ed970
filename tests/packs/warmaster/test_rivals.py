"""Computer players of Warmaster: armies of mixed arms, arrayed and led, and battles for honour."""

from __future__ import annotations

import functools
from functools import partial

from bot import faces
from engine.campaign import Now, Player
from engine.deciding import decide
from engine.dice import Seed, SeededDice
from engine.module.natures import RivalNature
from engine.orders import Order
from engine.packs.cohorts.knowledge.memories import Sighting
from engine.packs.cohorts.knowledge.sighting import member_of
from engine.packs.cohorts.knowledge.views import remember
from engine.packs.cohorts.pieces.records import Unit
from engine.packs.cohorts.rivals.means import BETTERING
from engine.packs.cohorts.rivals.realm import RivalView
from engine.packs.cohorts.rivals.reckoning import Reckoner
from engine.packs.cohorts.stacks.battle_slots import AssignBattleSlot
from engine.packs.warmaster.battle.arms import arm_of
from engine.packs.warmaster.fielding import figures_of_unit
from engine.packs.warmaster.orders.casting import SetSpellOrder
from engine.packs.warmaster.orders.commanding import NameCommander, PostCharacter
from engine.packs.warmaster.orders.deploying import DeployUnit
from engine.packs.warmaster.orders.directing import DissolveBrigade, FormBrigade, GiveDirective
from engine.packs.warmaster.orders.doctrine import SetBoldness, SetItemUse, SetKeepLine
from engine.packs.warmaster.orders.equipping import EquipMagicItem, UnequipMagicItem
from engine.packs.warmaster.pieces import Regiment
from engine.packs.warmaster.pitched.arranging import ArrangeUnit, PostOfficer
from engine.packs.warmaster.pitched.buying import BuyArmy
from engine.packs.warmaster.pitched.challenging import (
    AcceptChallenge,
    DeclineChallenge,
    SendChallenge,
)
from engine.packs.warmaster.pitched.contest import PitchedFought
from engine.packs.warmaster.pitched.records import BoughtArmy, Challenge
from engine.packs.warmaster.rivals.levies import WEIGHING
from engine.packs.warmaster.standing import Brigade, UnitPost
from engine.packs.warmaster.training import TrainRegiments
from engine.rivals import Decision, Mind
from engine.world import World
from tests.hidden import HIDDEN as BASE
from tests.hidden.kinds import unlike
from tests.hidden.warmaster import HIDDEN, Mustered, mustered
from tests.packs.warmaster.scene import MusterScene
from tests.rules.plain import blank
from tests.rules.scene import Ran, Scene, ref


def mind(
    scene: Scene, world: World, player: Player | None = None, turn: int = 1, **wishes: int
) -> Mind:
    nature = RivalNature.model_validate({"key": "test", "name": "Test", "wishes": wishes})
    who = player or scene.me
    view = scene.rules.view(world, who.faction)
    return Mind(scene.rules, view, who.id, nature, "strong", SeededDice(Seed(bytes(32)), turn))


def given(scene: MusterScene, player: Player | None = None, **wishes: int) -> tuple[Decision, ...]:
    return decide(mind(scene, scene.world, player, **wishes))


def kinds(decisions: tuple[Decision, ...]) -> set[type[Order]]:
    return {type(each.queued.order) for each in decisions}


def carried_out(
    scene: MusterScene, decisions: tuple[Decision, ...], player: Player | None = None
) -> Ran:
    """Give all that a player decided as one turn."""
    ran = scene.run(*(each.queued.order for each in decisions), player=player)
    own = [each for each in ran.failures if type(each.order).path[0] in ("army", "pitched")]
    assert not own, own
    return ran


class Host(MusterScene):
    """A host in the wild: foot, shooters, lances, a machine, two Heroes and a Wizard."""

    def __init__(self) -> None:
        super().__init__()
        self.seat = self.workplace(barracks=2, livery=1, lumber_mill=2)
        self.force = self.stack(5, 5)
        troops = ("halberdiers",) * 3 + ("crossbowmen",) * 2 + ("knights",) * 2 + ("great-cannon",)
        self.units = [self.troop(self.force, kind) for kind in troops]
        self.leader = self.character(self.force, level=9, slot=8)
        self.other = self.character(self.force, level=6, slot=8)
        self.wizard = self.character(
            self.force, level=6, slot=8, job="mage", skills={"magic_user": 3}
        )


def test_an_army_is_put_into_brigades_places_and_hands() -> None:
    scene = Host()
    scene.items(scene.force, **{"battle-banner": 1, "banner-of-fortune": 1, "sword-of-fate": 1})
    decided = given(scene, war=9)
    wanted = {DeployUnit, FormBrigade, GiveDirective, NameCommander, PostCharacter, SetSpellOrder}
    assert wanted | {SetBoldness, SetKeepLine, SetItemUse, EquipMagicItem} <= kinds(decided)
    carried_out(scene, decided)
    posts = list(scene.world.all(UnitPost))
    for side in ("attack", "defence"):
        spots = [getattr(post, side) for post in posts if getattr(post, side)]
        assert len(spots) == len(set(spots)) == len(scene.units)
    arms = [
        {arm_of(figures_of_unit(scene.state(), unit)) for unit in units}
        for brigade in scene.world.all(Brigade)
        if (units := [scene.world.get(Unit, p.piece.id) for p in posts if p.brigade == brigade.id])
    ]
    assert sorted(map(sorted, arms)) == [["foot"], ["horse"], ["shooters"]]
    assert not kinds(given(scene, war=9)) & (wanted - {FormBrigade})


def test_who_leads_units_stands_in_the_line_however_young_for_few_obey_one_alone() -> None:
    scene = Host()
    squire = scene.character(scene.force, level=1, slot=0)
    put = [e.queued.order for e in given(scene) if isinstance(e.queued.order, AssignBattleSlot)]
    assert [each.slot for each in put if each.piece == ref(squire)] == [8]


def test_a_host_that_was_seen_is_reckoned_for_what_its_units_cost() -> None:
    scene = Host()
    foe = scene.someone("at_war")
    theirs = scene.stack(7, 5, foe)
    units = [scene.troop(theirs, "halberdiers", foe) for _ in range(8)]
    remember(scene.world, scene.ours.id, [theirs.province], scene.world)
    now = scene.world.get(Now, 1)
    seen = {"faction": scene.me.faction, "subject": theirs.place, "province": theirs.province}
    seen |= {"turn": now.turn, "tick": now.tick, "player": foe.id}
    members = tuple(map(member_of, units))
    scene.world.add(Sighting, **{**blank(Sighting), **seen, "members": members})
    realm = RivalView(mind(scene, scene.world))
    reckon, (sighting,) = Reckoner(realm, WEIGHING), scene.world.all(Sighting)
    assert reckon.seen(sighting) == reckon.worth(units) == 8 * 50
    assert reckon.worth([scene.other]) == 80, "a Hero, whatever it wears in Cohorts"


def test_units_of_a_list_are_neither_drilled_nor_armed() -> None:
    scene = Host()
    scene.troop(scene.seat, "halberdiers")
    scene.items(scene.seat, spear=500)
    assert not kinds(given(scene, war=9)) & set(BETTERING)


def test_what_is_out_of_date_is_taken_back() -> None:
    scene = Host()
    carried_out(scene, given(scene))
    scene.change(scene.world.get(Unit, scene.units[0].id), holder=scene.seat.place)
    assert DissolveBrigade in kinds(given(scene))


def test_an_item_passes_from_a_poor_unit_to_a_better_one(scene: MusterScene) -> None:
    scene.workplace()
    stack = scene.stack(5, 5)
    poor, _ = scene.troop(stack, "runt-mob"), scene.troop(stack, "knights")
    scene.items(poor, **{"battle-banner": 1})
    ext = scene.world.get(Unit, poor.id).ext
    assert isinstance(ext, Regiment)
    scene.change(poor, ext=ext.replace(item="battle-banner"))
    assert {UnequipMagicItem, EquipMagicItem} <= kinds(given(scene)), "in the same turn"


def test_cities_train_the_arm_of_which_there_is_too_little(scene: MusterScene) -> None:
    city = scene.workplace(barracks=2, livery=2, lumber_mill=2)
    scene.items(city, human_recruits=400)
    for _ in range(6):
        scene.troop(city, "halberdiers")
    trained = [
        each.queued.order for each in given(scene) if isinstance(each.queued.order, TrainRegiments)
    ]
    assert trained
    assert "halberdiers" not in {order.type for order in trained}


# ---------------------------------------------------------------- battles for honour


def test_an_army_is_bought_then_arranged_then_fought_with(scene: MusterScene) -> None:
    foe = scene.someone("neutral")
    for who in (scene.me, foe):
        scene.character(scene.stack(5, 5, who), who)
        bought = given(scene, who)
        assert BuyArmy in kinds(bought)
        carried_out(scene, bought, who)
        arranged = given(scene, who)
        assert {ArrangeUnit, PostOfficer} <= kinds(arranged)
        carried_out(scene, arranged, who)
        assert ArrangeUnit not in kinds(given(scene, who))
    sent = next(
        decided
        for turn in range(1, 30)
        if SendChallenge in kinds(decided := decide(mind(scene, scene.world, turn=turn)))
    )
    carried_out(scene, sent)
    assert DeclineChallenge in {
        kind
        for turn in range(1, 10)
        for kind in kinds(decide(mind(scene, scene.world, foe, turn=turn, war=0)))
    }
    points = next(scene.world.all(Challenge)).points
    met = given(scene, foe)
    while AcceptChallenge not in kinds(met):  # first an army within the points
        assert BuyArmy in kinds(met)
        carried_out(scene, met, foe)
        assert points in [army.points for army in scene.world.by(BoughtArmy, "player", foe.id)]
        met = given(scene, foe)
    assert carried_out(scene, met, foe).events(PitchedFought)


# ---------------------------------------------------------------- reasons, and what is not known


def test_every_order_has_a_reason_in_words_about_things_that_are_known() -> None:
    scene = mustered()
    thinks = mind(scene, scene.world, war=9)
    names = faces.of(scene.rules).names(thinks.view, str, reader=scene.me.faction)
    decided = decide(thinks)
    assert decided
    for each in decided:
        assert each.reason.key in faces.of(scene.rules).reasons
        assert all(thinks.view.at(place) is not None for place in each.reason.things)
        assert "{" not in faces.of(scene.rules).because(each.reason, names)


@functools.cache
def twins() -> tuple[Mustered, World]:
    """A world in which much is hidden, and another in which all of that is different."""
    scene = mustered()
    hidden = [*HIDDEN.values(), *BASE.values()]
    view = partial(scene.rules.view, faction=scene.me.faction)
    return scene, unlike(scene, scene.world, hidden, view)


def test_what_a_faction_cannot_know_changes_no_order_of_its_players() -> None:
    scene, other = twins()
    orders = decide(mind(scene, scene.world, war=9))
    assert orders
    assert decide(mind(scene, other, war=9)) == orders
