"""What a tick tells to whom, from real ticks of small worlds."""

import datetime as dt
from collections.abc import Iterator

import pytest

from bot.faces.atlas import HOME_WIDE, PLAIN_UNTIL
from bot.faces.map.frame import MapFrame
from bot.payload import MapRecipe, Payload, TextFile, WeekRecipe
from bot.reports import MOST_PAGES, tick_messages
from bot.store.records import Campaign, CampaignState, Member, ModuleCopy, NewMessage
from bot.store.ticks import DueTick as StoreDue
from bot.store.ticks import ReadPoint
from engine.campaign import Now, Player
from engine.dice import SeededDice
from engine.orders import Order, Queued, Refusal
from engine.packs import Pack, Phase, Rules
from engine.packs.cohorts.marching.moving import Move
from engine.packs.cohorts.pieces.records import Stack
from engine.packs.cohorts.setup.joining import Join
from engine.packs.cohorts.stacks.activation import ActivateStack, DeactivateStack
from engine.packs.cohorts.stacks.battle_slots import AssignBattleSlot
from engine.state import State
from engine.turn import Due, DueKind, Submission, TickOutcome, resolve
from tests.rules.scene import SEED, Scene, queued, ref

NOON = dt.datetime(2024, 5, 6, 12, tzinfo=dt.UTC)
SECRET = "Hidden Host"
SEAL = "3f9a-20c1-77de"


class Told:
    """What a tick told, by place."""

    def __init__(self, messages: list[NewMessage]) -> None:
        self.messages = messages

    def to(self, role: str) -> list[Payload]:
        found = [each.payload for each in self.messages if each.to.role == role]
        return [Payload.model_validate_json(each) for each in found]

    def keys(self, role: str) -> list[str]:
        return [each.key for each in self.messages if each.to.role == role]

    def text(self, role: str) -> str:
        return "\n".join(card.text for payload in self.to(role) for card in payload.cards)


def read_point(members: int = 2) -> ReadPoint:
    campaign = Campaign(1, "March", "d", "0", "h", CampaignState.RUNNING, 0, 1, None, NOON)
    due = StoreDue("run", NOON, NOON.date(), 1)
    seats = tuple(Member(1, user, 1, user, NOON, None) for user in range(1, members + 1))
    return ReadPoint(campaign, ModuleCopy("d", "cohorts", ""), due, seats, (), (), (), "")


def tick(
    scene: Scene,
    orders: dict[int, tuple[Order | Queued, ...]] | None = None,
    kind: DueKind = "run",
    rules: Rules | None = None,
) -> tuple[TickOutcome, Told]:
    now = scene.world.get(Now, 1)
    submissions = tuple(Submission(p, queued(each)) for p, each in (orders or {}).items())
    due = Due(kind, now.tick + 1, dt.date(2024, 5, 6), submissions)
    rules = rules or scene.rules
    outcome = resolve(rules, scene.world, due, SeededDice(SEED, due.tick))
    return outcome, Told(tick_messages(rules, read_point(), due, outcome, SEAL))


@pytest.fixture
def scene() -> Scene:
    """Two factions of a player each, three provinces apart."""
    scene = Scene()
    scene.character(scene.stack(2, 2, name="Iron Guard"), name="Lord Aldric")
    other = scene.player("Bram", "theirs")
    scene.character(scene.stack(8, 8, other, name=SECRET), other)
    return scene


def move(scene: Scene, stack: Stack, x: int, y: int) -> Move:
    goal = str(ref(scene.at(x, y)))
    return Move.model_validate({"stack": str(ref(stack)), "destination": goal})


def activate(scene: Scene, name: str = "Scouts", x: int = 2, y: int = 2) -> ActivateStack:
    return ActivateStack(province=ref(scene.at(x, y)), name=name)


def test_a_run_tells_a_faction_each_order_in_a_line(scene: Scene) -> None:
    _, told = tick(scene, {scene.me.id: (activate(scene),)})
    (report,) = told.to(f"faction:{scene.ours.id}")
    (card,) = report.cards
    assert card.title == f"Turn 1 · {scene.module.year.date_of(1)}"
    assert card.text == (
        "**me: 1 order done**\n✓ Scouts took the field at grassland 2,2.\n\n"
        "-# Run of Monday, 6 May."
    )
    assert told.keys(f"faction:{scene.ours.id}") == ["T1·R1·1/1"]
    assert report.seal == SEAL


def test_a_failed_order_is_told_with_its_reason_its_rule_and_the_way_out(scene: Scene) -> None:
    _, told = tick(scene, {scene.me.id: (activate(scene, x=5, y=5), activate(scene))})
    text = told.text(f"faction:{scene.ours.id}")
    assert "**me: 1 order done, 1 failed**" in text
    (failed,) = [line for line in text.splitlines() if line.startswith("✗")]
    assert "You have no city, stack, character or military unit in that province." in failed
    assert "Choose a province where you have one." in failed
    assert failed.endswith("(rule “Order: activate stack”)")


def test_orders_are_told_in_the_order_in_which_they_ran(scene: Scene) -> None:
    stack = next(scene.world.by(Stack, "player", scene.me.id))
    _, told = tick(scene, {scene.me.id: (move(scene, stack, 3, 2), activate(scene))})
    lines = [x for x in told.text(f"faction:{scene.ours.id}").splitlines() if x.startswith("✓")]
    assert [line.split()[1] for line in lines] == ["Scouts", "Iron"]


def test_a_failed_order_is_repeated_by_the_names_that_its_player_knows(scene: Scene) -> None:
    far = next(stack for stack in scene.world.all(Stack) if stack.name == SECRET)
    _, told = tick(scene, {scene.me.id: (move(scene, far, 3, 3),)})
    assert "✗ Move: a stack, destination" in told.text(f"faction:{scene.ours.id}")
    mine = next(scene.world.by(Stack, "player", scene.me.id))
    gone = DeactivateStack(stack=ref(mine), empty=True)
    _, told = tick(scene, {scene.me.id: (gone, move(scene, mine, 3, 3))})
    assert "✗ Move: Iron Guard, destination" in told.text(f"faction:{scene.ours.id}")


def maps(payload: Payload) -> list[MapRecipe]:
    return [each for each in payload.images if isinstance(each, MapRecipe)]


def texts(payload: Payload) -> list[TextFile]:
    return [each for each in payload.files if isinstance(each, TextFile)]


def test_a_report_goes_with_the_map_of_that_tick_and_faction(scene: Scene) -> None:
    _, told = tick(scene, {scene.me.id: (activate(scene),)})
    ((recipe,),) = [maps(payload) for payload in told.to(f"faction:{scene.ours.id}")]
    assert (recipe.tick, recipe.faction, recipe.legend) == (1, scene.ours.id, "full")
    assert recipe.frame is not None
    assert MapFrame(*recipe.frame).holds(2, 2, 12)


def test_a_report_of_a_wide_world_also_shows_the_land_around_home() -> None:
    scene = Scene(60, 20)
    scene.city(50, 7, scene.me)
    _, told = tick(scene, {scene.me.id: (activate(scene, x=50, y=7),)})
    (near,) = told.to(f"faction:{scene.ours.id}")
    (only,) = maps(near)
    assert only.frame is not None
    assert MapFrame(*only.frame).holds(50, 7, 60)
    for x in range(8, 52, 4):
        for y in (3, 7, 11, 15):
            scene.stack(x, y)
    _, told = tick(scene, {scene.me.id: (activate(scene, x=50, y=7),)})
    (far,) = told.to(f"faction:{scene.ours.id}")
    whole, home = (MapFrame(*recipe.frame) for recipe in maps(far) if recipe.frame)
    assert whole.wide > PLAIN_UNTIL
    assert home.wide == HOME_WIDE
    assert home.holds(50, 7, 60)
    assert [recipe.legend for recipe in maps(far)] == ["full", "none"]


def test_a_faction_learns_nothing_of_what_others_do_out_of_its_sight(scene: Scene) -> None:
    other = next(scene.world.by(Player, "faction", scene.faction("theirs").id))
    far = next(scene.world.by(Stack, "player", other.id))
    orders = {
        scene.me.id: (activate(scene),),
        other.id: (move(scene, far, 9, 8),),
    }
    _, told = tick(scene, orders)
    assert SECRET in told.text(f"faction:{other.faction}")
    for role in (f"faction:{scene.ours.id}", "herald", "moderators"):
        assert all(SECRET not in payload.model_dump_json() for payload in told.to(role))


def test_who_comes_into_sight_is_told_apart_from_the_orders(scene: Scene) -> None:
    cora = scene.player("Cora", "theirs")
    host = scene.stack(4, 2, cora, name="Red Host")
    scene.unit(host, cora, name="Axes")
    _, told = tick(scene, {cora.id: (move(scene, host, 3, 2),)})
    text = told.text(f"faction:{scene.ours.id}")
    assert "**👁 Sighted**" in text
    seen = "Red Host, a legion of Theirs: grassland 3,2, going west, with Axes (25 human soldiers)."
    assert seen in text
    assert "orders done" not in text


def test_a_day_that_brings_nothing_is_told_to_nobody(scene: Scene) -> None:
    _, told = tick(scene)
    assert told.messages == []


def test_a_production_is_told_as_a_table_of_cities_and_in_detail(scene: Scene) -> None:
    scene.city(2, 2, scene.me, name="Harrow`ford", population={"human": 4000}, actions=0)
    scene.city(4, 4, scene.me, name="Mire", population={"elf": 12000}, actions=0)
    _, told = tick(scene, kind="monthly")
    first = told.to(f"faction:{scene.ours.id}")[0]
    table = first.cards[0].text.split("```")[1].strip().splitlines()
    assert table[0].split() == ["City", "People", "Grown", "Recruits", "Actions"]
    widths = {len(line) for line in (table[0], *table[2:])}
    assert len(widths) == 1, "numbers stand below each other"
    assert "monthly production" in first.cards[0].text
    assert "Turn 1" in first.cards[0].title
    (file,) = texts(first)
    assert "Mire grew by" in file.text
    assert "Mire grew by" not in first.cards[0].text
    assert first.images[0] == WeekRecipe(tick=1, faction=scene.ours.id)


def test_a_long_report_is_paged_and_attached_as_a_file(scene: Scene) -> None:
    orders = tuple(activate(scene, f"Stack of many words {n}", 7, 7) for n in range(120))
    _, told = tick(scene, {scene.me.id: orders})
    pages = told.to(f"faction:{scene.ours.id}")
    assert len(pages) > 3
    assert told.keys(f"faction:{scene.ours.id}")[1] == f"T1·R1·2/{len(pages)}"
    assert all(len(card.text) <= 2000 for page in pages for card in page.cards)
    assert [bool(page.files) for page in pages] == [False] * (len(pages) - 1) + [True]
    (file,) = texts(pages[-1])
    assert file.text.count("Stack of many words") == 120 == 6 * file.text.count("✗")
    assert "\\" not in file.text
    assert [len(page.images) for page in pages].count(1) == 1


def test_however_many_orders_fail_the_channel_is_not_flooded(scene: Scene) -> None:
    orders = tuple(activate(scene, f"Stack {n}", 7, 7) for n in range(1000))
    _, told = tick(scene, {scene.me.id: orders})
    pages = told.to(f"faction:{scene.ours.id}")
    assert len(pages) == MOST_PAGES
    assert "The rest is in the file below." in pages[-1].cards[0].text
    file = texts(pages[-1])[0].text
    assert all(f"name Stack {n}" in file for n in range(1000))
    assert pages[-1].images


@pytest.mark.parametrize("name", ["@everyone", "<@123>", "```", "*a*", "\u202ex"])
def test_no_name_that_a_player_chose_can_mention_or_format(scene: Scene, name: str) -> None:
    who = scene.character(scene.stack(2, 2, name=name), name=name)
    slot = AssignBattleSlot(piece=ref(who), slot=3)
    _, told = tick(scene, {scene.me.id: (slot, activate(scene, x=7, y=7))})
    text = told.text(f"faction:{scene.ours.id}")
    assert "1 order done" in text
    for harm in ("@everyone", "<@123>", "```", "*a*", "\u202e"):
        assert harm not in text


def test_an_order_that_broke_is_told_to_the_moderators_with_its_traceback(scene: Scene) -> None:
    class Break(Order):
        """Break."""

        path = ("test", "break")
        rule = "cohorts.turn.failed-orders"
        phases = ("basic",)

        def conditions(self, state: State) -> Iterator[Refusal]:
            return iter(())

        def perform(self, state: State) -> None:
            raise RuntimeError("thirteen breaks the bucket")

    pack = Pack("test", orders=(Break,), turn=(Phase("basic", "Basic"),))
    rules = Rules(scene.rules.module, (*scene.rules.packs, pack))
    _, told = tick(scene, {scene.me.id: (Break(),)}, rules=rules)
    (report,) = told.to("moderators")
    assert "`E1-1-k1` me: Break" in report.cards[0].text
    (file,) = texts(report)
    assert "thirteen breaks the bucket" in file.text
    assert "bucket" not in told.text(f"faction:{scene.ours.id}")
    assert "E1" in told.text(f"faction:{scene.ours.id}")


def test_the_herald_is_silent_on_a_day_without_news_that_all_may_know(scene: Scene) -> None:
    _, told = tick(scene, {scene.me.id: (activate(scene),)})
    assert told.to("herald") == []


def test_who_joins_is_told_to_all_and_what_he_brings_to_his_own_side_alone() -> None:
    scene = Scene()
    party = next(iter(scene.content.parties))
    ashmark = scene.faction("ashmark")
    scene.faction("hornhelm")
    scene.city(4, 4, name="Emberly", faction=ashmark.id, population={"human": 3000})
    orders = (Join(faction="ashmark", name="Ada", party=party),)
    outcome, told = tick(scene, {0: orders}, kind="setup")
    assert not outcome.faults
    (post,) = told.to("herald")
    assert post.cards[0].title == "📣 People: Ada joined Ashmark"
    assert "joined" not in post.cards[0].text, "the title says it"
    assert "Emberly" not in told.text("herald")
    assert "Ada joined Ashmark at Emberly, with" in told.text(f"faction:{ashmark.id}")
    assert "• Ada joined Ashmark at Emberly, with " in told.text("moderators")
    assert "-# Join: faction" in told.text("moderators")


def test_a_setup_tells_nothing_to_factions_that_it_does_not_concern(scene: Scene) -> None:
    _, told = tick(scene, kind="setup")
    assert told.messages == []


def test_an_order_without_any_event_is_told_as_its_player_wrote_it(scene: Scene) -> None:
    class Muse(Order):
        """Think."""

        path = ("test", "muse")
        rule = "cohorts.turn.failed-orders"
        phases = ("basic",)

        def conditions(self, state: State) -> Iterator[Refusal]:
            return iter(())

        def perform(self, state: State) -> None:
            pass

    _, told = tick(scene, {scene.me.id: (Muse(),)})
    assert "✓ Test muse" in told.text(f"faction:{scene.ours.id}")


def test_two_orders_on_one_slot_are_two_lines(scene: Scene) -> None:
    who = scene.character(scene.stack(2, 2), name="Sir Two")
    twice = tuple(AssignBattleSlot(piece=ref(who), slot=slot) for slot in (0, 3))
    _, told = tick(scene, {scene.me.id: twice})
    text = told.text(f"faction:{scene.ours.id}")
    assert "✓ Sir Two got orders to stay out of battle (slot 0)." in text
    assert "✓ Sir Two got battle slot 3." in text
