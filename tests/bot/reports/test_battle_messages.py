"""What a tick's report tells of battles: a message each, with picture and full account."""

from dataclasses import replace

from bot.payload import AccountRecipe, BattleRecipe, Payload
from bot.post.posting import in_plain_text
from bot.reports import MOST_BATTLES, tick_messages
from engine.events import Entry, Level
from engine.packs.cohorts.battle.told import BattleFought
from engine.packs.cohorts.marching.moving import MoveAlong
from engine.packs.cohorts.production.idling import PlayerIdle
from engine.turn import Due
from tests.bot.reports.test_tick_messages import Told, read_point, tick
from tests.rules.scene import Scene, ref


class March:
    """My army marches upon an enemy's, while a third faction knows of neither."""

    def __init__(self) -> None:
        scene = self.scene = Scene(20, 12)
        self.foe = scene.someone("at_war")
        self.third = scene.someone("neutral")
        army, host = scene.stack(9, 5, name="Iron Guard"), scene.stack(10, 5, self.foe, name="Host")
        scene.unit(army, soldiers=300, name="Spears")
        scene.unit(host, self.foe, soldiers=50, name="Levy")
        self.outcome, self.told = tick(
            scene, {scene.me.id: (MoveAlong(stack=ref(army), steps=("e",)),)}
        )

    def tell_again(self) -> None:
        """Make the messages of the outcome as it is by now."""
        read = read_point()
        due = Due("run", 1, read.due.local_date, ())
        self.told = Told(tick_messages(self.scene.rules, read, due, self.outcome, ""))

    def battles(self, faction: int) -> list[Payload]:
        return [
            payload
            for payload in self.told.to(f"faction:{faction}")
            if any(isinstance(each, BattleRecipe) for each in payload.images)
        ]


def test_both_sides_get_the_picture_and_the_account_of_what_each_was_told() -> None:
    march = March()
    events = [entry.event for entry in march.outcome.entries]
    number = next(n for n, event in enumerate(events) if isinstance(event, BattleFought))
    for faction in (march.scene.ours.id, march.foe.faction):
        (battle,) = march.battles(faction)
        (picture,), (account,) = battle.images, battle.files
        assert isinstance(picture, BattleRecipe)
        assert isinstance(account, AccountRecipe)
        known = (1, faction, number)
        assert (picture.tick, picture.faction, picture.event) == known
        assert (account.tick, account.faction, account.event) == known
        assert not picture.animated
        (card,) = battle.cards
        won = faction == march.scene.ours.id
        assert card.title == (
            "⚔ Victory: Iron Guard at grassland 10,5" if won else "☠ Defeat: Host at grassland 10,5"
        )
        assert "/battle" in card.text


def test_the_file_of_an_account_is_numbered_among_what_the_faction_knows() -> None:
    march = March()
    (before,) = march.battles(march.scene.ours.id)
    secret = Entry(PlayerIdle(player=march.foe.id, missed=3), {})
    march.outcome = replace(march.outcome, entries=(*[secret] * 5, *march.outcome.entries))
    march.tell_again()
    (after,) = march.battles(march.scene.ours.id)
    assert [file.name for file in before.files] == ["battle-turn-1-1-1.txt"]
    assert [file.name for file in after.files] == ["battle-turn-1-1-1.txt"]


def test_who_did_not_see_the_battle_is_told_nothing_of_it() -> None:
    march = March()
    assert march.battles(march.third.faction) == []
    for place in (f"faction:{march.third.faction}", "herald"):
        assert "Iron Guard" not in march.told.text(place)


def test_the_battle_stands_after_what_happened_and_the_map() -> None:
    march = March()
    pages = march.told.to(f"faction:{march.scene.ours.id}")
    kinds = [[each.kind for each in page.images] for page in pages]
    assert kinds[0] == ["map"]
    assert kinds[1] == ["battle"]


def test_a_payload_with_a_battle_is_read_back_as_it_was_written() -> None:
    (battle,) = March().battles(1)
    again = Payload.model_validate_json(battle.model_dump_json())
    assert again == battle
    assert "Victory: Iron Guard at grassland 10,5" in in_plain_text(again)


def test_of_very_many_battles_some_have_pictures_and_the_rest_are_counted() -> None:
    march = March()
    entries = march.outcome.entries
    fought = next(each for each in entries if isinstance(each.event, BattleFought))
    more = (*entries, *[fought] * (MOST_BATTLES + 2))
    march.outcome = replace(march.outcome, entries=more)
    march.tell_again()
    assert len(march.battles(march.scene.ours.id)) == MOST_BATTLES
    text = march.told.text(f"faction:{march.scene.ours.id}")
    assert "… and 3 more battles." in text


def test_an_event_of_which_not_all_is_known_has_no_picture() -> None:
    march = March()
    fought = next(e for e in march.outcome.entries if isinstance(e.event, BattleFought))
    fought.audience[march.third.faction] = fought.event.at(Level.OWN).only(("province",))
    march.tell_again()
    assert march.battles(march.third.faction) == []
