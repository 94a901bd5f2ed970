"""The words and looks of Warmaster: its lines in English, its icons, what joiners are told."""

from typing import Final

from bot import faces
from bot.faces.warmaster.looks import KINDS, list_icon, spell_icon, unit_icon
from bot.faces.words.names import Names
from bot.faces.words.news import NewsRank
from bot.faces.words.telling import news_of, tell
from engine.battle import BattleRecord, Clash, Engagement, Trigger
from engine.campaign import Player
from engine.facts import Tagged
from engine.module.art import icons
from engine.packs.warmaster.aftermath import WarmasterFought
from engine.packs.warmaster.battle.happenings import Ended, Withdrew
from engine.packs.warmaster.content import WarmasterContent
from engine.packs.warmaster.pitched.challenging import ChallengeEnded, ChallengeSent
from engine.packs.warmaster.pitched.contest import PitchedFought
from engine.world import Place
from tests.packs.warmaster.scene import MusterScene

SCENE: Final = MusterScene()
FACES: Final = faces.of(SCENE.rules)
WAR: Final = SCENE.rules.module.content(WarmasterContent)
ME, FOE = SCENE.me, SCENE.someone("at_war")


def names(reader: int = 0) -> Names:
    return FACES.names(SCENE.world, reader=reader)


def record(winner: str, *happened: Tagged) -> BattleRecord:
    sides = ((Place("stack", 1),), (Place("stack", 2),))
    clash = Clash(sides=sides, trigger=Trigger("movement"), place=Place("province", 1))
    fought = Engagement(participants=(), events=happened, winner=winner)
    return BattleRecord(system="warmaster", clash=clash, engagements=(fought,))


def battle(won: Player, lost: Player, record: BattleRecord, *, by_time: bool) -> WarmasterFought:
    return WarmasterFought(
        province=1,
        winner=won.faction,
        loser=lost.faction,
        by_time=by_time,
        fell=(),
        beaten=("Knights", "Griffon"),
        spared=(),
        items=("sword-of-fate",),
        record=record,
    )


def test_a_battle_is_told_with_who_attacked_and_why_it_ended() -> None:
    why = Withdrew(side="defender", reason="losses", lost=3, of=5)
    over = Ended(winner="attacker", reason="withdrawal", round=4)
    event = battle(ME, FOE, record("attacker", why, over), by_time=False)
    told = tell(event, names())
    ours, theirs = names().faction(ME.faction), names().faction(FOE.faction)
    assert told.startswith(f"{ours} attacked and beat {theirs} at ")
    assert "in 4 rounds, when the beaten had lost 3 of 5 units, machines not counted." in told
    assert told.endswith(
        "Lost by the beaten: Knights and Griffon. Magic items taken: Sword of Fate."
    )
    assert news_of(event, names(ME.faction)).headline.startswith("⚔ Victory: at ")
    assert news_of(event, names(FOE.faction)).headline.startswith("☠ Defeat: at ")


def test_an_attack_that_ran_out_of_time_is_told_as_one_that_failed() -> None:
    over = Ended(winner="defender", reason="time", round=8)
    event = battle(ME, FOE, record("defender", over), by_time=True)
    assert "and did not break them in 8 rounds." in tell(event, names())


def test_a_pitched_battle_is_neither_victory_nor_defeat_and_no_news_to_third_parties() -> None:
    why = Withdrew(side="attacker", reason="general", lost=1, of=9)
    over = Ended(winner="defender", reason="withdrawal", round=3)
    event = PitchedFought(
        challenger=ME.id,
        challenged=FOE.id,
        armies=("The Long Ledger", "*Drum*"),
        spent=(1490, 1480),
        points=1500,
        terrain="grassland",
        winner=FOE.id,
        by_time=False,
        places=(2, 1),
        record=record("defender", why, over),
    )
    mine, theirs = names().player(ME.id), names().player(FOE.id)
    assert tell(event, names()) == (
        f"{mine} (The Long Ledger) attacked {theirs} (\\*Drum\\*) with "
        "1,500 points on grassland and lost in 3 rounds, when the beaten General fell. On "
        f"the ladder of duels: {mine} was 2nd and {theirs} was 1st."
    )
    for reader in (0, ME.faction, FOE.faction):
        assert news_of(event, names(reader)).headline == f"🤺 Pitched battle: {theirs} beat {mine}"
    assert news_of(event, names(SCENE.someone("allied").faction)).rank is NewsRank.ELSEWHERE


def test_a_challenge_needs_whoever_is_challenged() -> None:
    sent = ChallengeSent(
        challenge=1, challenger=FOE.id, challenged=ME.id, points=800, terrain="grassland"
    )
    assert news_of(sent, names(ME.faction)).rank is NewsRank.NEEDS
    assert news_of(sent, names(FOE.faction)).rank is NewsRank.NEWS
    assert tell(sent, names(FOE.faction)).endswith("a pitched battle of 800 points on grassland.")
    ends = {"withdrawn": "withdrew", "declined": "declined", "lapsed": "lapsed"}
    for why, word in ends.items():
        event = ChallengeEnded(challenge=1, challenger=FOE.id, challenged=ME.id, why=why)
        assert word in tell(event, names())


def test_every_unit_item_spell_and_list_has_a_drawn_icon_and_no_two_units_share_one() -> None:
    looks, drawn = FACES.looks, icons()
    units = {
        f"{army.key} {kind.key}": unit_icon(looks, army.key, kind.key, kind.kind)
        for army in WAR.army_lists.values()
        for kind in army.units.values()
    }
    assert len(set(units.values())) == len(units) > 50
    others = [
        *(looks.icon("magic_items", item, "") for item in WAR.magic_items),
        *(spell_icon(looks, spell) for spell in WAR.war_spells),
        *(list_icon(looks, army) for army in WAR.army_lists),
    ]
    assert all(icon in drawn for icon in (*units.values(), *others, *KINDS.values()))
    assert unit_icon(looks, "", "", "cavalry") == KINDS["cavalry"]


def test_who_joins_reads_by_which_list_a_faction_musters_and_what_it_begins_with() -> None:
    rules, seat = FACES.rules, FACES.seat
    assert seat
    about = {key: seat.about(rules, key) for key in rules.module.factions}
    assert len({text.partition("**Army** ")[2] for text in about.values()}) == 7
    assert "**Army** Deepdelve Holds. Dwarfs" in about["underkel"]
    draft = seat.blank(rules).but(faction="underkel")
    first = seat.welcome(rules, draft, "first_muster").fields[-1]
    assert first.name == "In your city: Deepdelve Holds"
    assert "1 × Hold Warriors" in first.text
    assert "Runesmith 8" in first.text
    assert "Spells" not in first.text
    hollin = seat.welcome(rules, seat.blank(rules).but(faction="hollin"), "first_muster")
    spells = WAR.army_lists[WAR.armies["elf"]].spells
    assert f"**Spells** {', '.join(WAR.war_spells[key].name for key in spells)}" in (
        hollin.fields[-1].text
    )
