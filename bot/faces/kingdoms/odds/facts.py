"""What a person may expect of a battle or an encounter, and on what knowledge that rests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.faces.kingdoms.places import where
from bot.faces.kingdoms.terms import Terms
from bot.faces.kingdoms.whereabouts import crown_name, leads, spot
from bot.faces.leads import Lead
from bot.faces.odds.facts import OddsFacts, OddsQuestion, OddsSide, Prospect
from bot.faces.words.text import listed, number
from engine.battle import BATTLE, MOVEMENT, Clash, End, Fate, Guess, Odds
from engine.campaign import Faction, Now
from engine.module import Module
from engine.numbers import total
from engine.orders import Ref
from engine.packs import Rules
from engine.packs.kingdoms.crowns.encounters import clash_of as meeting_of
from engine.packs.kingdoms.crowns.imagined import (
    ARMIES,
    GARRISON,
    HITS,
    OWNER,
    SKILLS,
    TAX,
    armies_of,
    foe_at,
    garrison_of,
    leaders,
    owner_of,
)
from engine.packs.kingdoms.pieces.records import (
    Army,
    CharacterSighting,
    Crown,
    Holding,
    Ruler,
    Site,
    Survey,
)
from engine.world import Place, World

COMES_OFF_WELL: Final = "To come off well is to win, to take something, or to be heard."
_ROLES: Final[Mapping[str, tuple[str, str]]] = {
    "initiator": ("attacker", "defender"),
    "other": ("defender", "attacker"),
}
"""For the role in an outcome's code, the side of who has it, and of the other."""
_ENDS: Final[Mapping[str, str]] = {
    "both_slain": "both die",
    "talk_peace": "they talk, and part in peace",
    "talk_truce": "they talk, and make a truce",
    "talk_gift": "they talk, and make a truce",
    "talk_bargain": "they talk, and for a tribute the monster would raid no more",
    "talk_departure": "they talk, and the monster leaves for ever",
    "refused": "it is not begun, for want of courage",
    "round_limit": "neither can win, and they part",
}
_ENDS_OF_ONE: Final[Mapping[str, str]] = {
    "slain": "{0} dies",
    "fled": "{0} flees",
    "spared": "{0} begs, and is spared",
    "charmed_away": "{0} charms {1}, and walks away",
    "stole": "{0} steals, and gets away",
}
"""By what is said behind the role: of whom it is, and of the other."""


def ends_of(
    ends: Sequence[End], names: Mapping[str, str], mine: str
) -> Iterator[tuple[str, float]]:
    """Each end in words, and its chance.

    `names` are those of the attacker and the defender, `mine` is which of them asks.
    """
    for end in ends:
        words = _told(end.code, names)
        if end.gainer:
            words += " (something gained)" if end.gainer == mine else " (something lost)"
        elif end.code.endswith("_stole"):
            words += " (but there is nothing to take)"
        yield words, end.chance


def _told(code: str, names: Mapping[str, str]) -> str:
    if code in _ENDS:
        return _ENDS[code]
    role, _, deed = code.partition("_")
    who, whom = _ROLES[role]
    return _ENDS_OF_ONE[deed].format(names[who], names[whom])


_SIDES: Final = ("attacker", "defender")
_MOST: Final = 2  # leads to orders


def ground_of(view: World, question: OddsQuestion) -> int:
    """The province where it would be fought."""
    place = question.mine[0] if question.defending else question.enemy
    if place.kind == Site.kind:
        return view.get(Site, place.id).holding
    return view.get(Ruler, place.id).holding if place.kind == Ruler.kind else place.id


def clash_of(view: World, module: Module, question: OddsQuestion) -> Clash:
    """The fight that is asked about: armies against armies, else two in person."""
    holding = view.get(Holding, ground_of(view, question))
    mine, enemy = question.mine, question.enemy
    if enemy.kind == Site.kind:
        return meeting_of("search", mine[0], enemy, holding)
    foe = view.find(Ruler, enemy.id) if enemy.kind == Ruler.kind else None
    if foe and not armies_of(view, foe):
        one, other = (enemy, mine[0]) if question.defending else (mine[0], enemy)
        return meeting_of("pursue", one, other, holding)
    if foe is None:
        first = view.at(mine[0])
        crown = first.crown if isinstance(first, Ruler) else 0
        enemy = foe_at(view, module, crown, holding) or enemy
    sides = ((enemy,), mine) if question.defending else (mine, (enemy,))
    return Clash(sides=sides, trigger=MOVEMENT, place=holding.place)


def odds_facts(
    rules: Rules,
    view: World,
    faction: int,
    question: OddsQuestion,
    odds: Odds,
    *,
    counting: bool = False,
) -> OddsFacts:
    """What a faction may expect, on that faction's view."""
    clash, terms = clash_of(view, rules.module, question), Terms(rules.module)
    low, high = odds.band
    wins = {
        "attacker": (odds.attacker_wins, low, high),
        "defender": (1 - odds.attacker_wins, 1 - high, 1 - low),
    }
    ours = "defender" if question.defending else "attacker"
    side, other = (ours, _SIDES[1 - _SIDES.index(ours)])
    enemy = next(iter(clash.sides[_SIDES.index(other)]))
    holding = view.get(Holding, clash.ground)
    battle = clash.kind == BATTLE
    mine = OddsSide(
        name=listed(_own_name(view, place) for place in question.mine),
        role="attacks" if side == "attacker" else "defends",
        owner=view.find(Faction, faction),
        wins=wins[side][0],
        low=wins[side][1],
        high=wins[side][2],
        prospects=tuple(_prospects(view, terms, odds.fates, side)),
        size=_own_size(view, question),
    )
    theirs = OddsSide(
        name=_enemy_name(view, terms, holding, enemy),
        role="attacks" if other == "attacker" else "defends",
        owner=_owner(view, enemy),
        wins=wins[other][0],
        low=wins[other][1],
        high=wins[other][2],
        prospects=tuple(_prospects(view, terms, odds.fates, other)),
        size=_size(odds.fates, other) if battle else None,
    )
    return OddsFacts(
        mine=mine,
        theirs=theirs,
        place=spot(view, holding.id),
        turn=view.get(Now, 1).turn,
        exact=odds.exact,
        battles=odds.battles,
        counting=counting,
        knowledge=tuple(_knowledge(view, terms, holding, enemy, battle=battle)),
        guessed=tuple(_guessed(view, terms, odds.guesses)),
        wanting=tuple(_wanting(rules, view, faction, holding, odds.guesses)),
        fight="battle" if battle else "encounter",
        ends=tuple(ends_of(odds.ends, {side: mine.name, other: theirs.name}, side)),
        well="" if battle else COMES_OFF_WELL,
    )


# ---------------------------------------------------------------- sides


def _own_name(view: World, place: Place) -> str:
    ruler = view.find(Ruler, place.id) if place.kind == Ruler.kind else None
    return ruler.name if ruler else f"the garrison of {spot(view, place.id)}"


def _own_size(view: World, question: OddsQuestion) -> str:
    armies = 0
    for place in question.mine:
        ruler = view.find(Ruler, place.id) if place.kind == Ruler.kind else None
        armies += len(leads(view, ruler)) if ruler else 0
    return number(armies, "army", "armies") if armies else ""


def _enemy_name(view: World, terms: Terms, holding: Holding, enemy: Place) -> str:
    record = view.at(enemy)
    match record:
        case Ruler():
            return record.name
        case Site():
            return f"the {terms.named('beings', record.being)}"
        case _:
            owner = owner_of(view, holding)
            if owner:
                return f"the garrison of {crown_name(view, owner)}"
            return "the militia" if owner == 0 else "whoever holds it"


def _owner(view: World, enemy: Place) -> Faction | None:
    record = view.at(enemy)
    id = 0
    if isinstance(record, Ruler):
        id = record.crown
    elif isinstance(record, Holding):
        id = owner_of(view, record) or 0
    crown = view.find(Crown, id)
    return view.find(Faction, crown.faction) if crown else None


def _size(fates: Sequence[Fate], side: str) -> str:
    armies = sum(each.side == side and each.piece.kind == Army.kind for each in fates)
    return number(armies, "army", "armies") if armies else ""


def _prospects(view: World, terms: Terms, fates: Sequence[Fate], side: str) -> Iterator[Prospect]:
    """What becomes of each; armies that are alike, or only imagined, stand together."""
    alike: dict[str, list[Fate]] = {}
    for fate in fates:
        if fate.side == side:
            alike.setdefault(_called(view, terms, fate.piece), []).append(fate)
    for name, each in alike.items():
        count = len(each)
        falls, lost = total(one.falls for one in each), total(one.lost for one in each)
        person = all(fate.piece.kind == Ruler.kind for fate in each)
        called = f"{count} × {name}" if count > 1 else name
        yield Prospect(called, "", falls / count, lost / count, person)


def _called(view: World, terms: Terms, piece: Place) -> str:
    """Who it is; armies that are only imagined have no names."""
    record = view.at(piece)
    match record:
        case Army():
            return f"{record.race} {terms.army(record.type)}"
        case Ruler():
            return record.name
        case Site():
            return terms.named("beings", record.being)
        case _:
            return "army of theirs"


# ---------------------------------------------------------------- on what it rests


def _knowledge(
    view: World, terms: Terms, holding: Holding, enemy: Place, *, battle: bool
) -> Iterator[str]:
    """What is known of the enemy, and how lately it was seen."""
    turn = view.get(Now, 1).turn
    if enemy.kind == Site.kind:
        site = view.get(Site, enemy.id)
        being = terms.named("beings", site.being)
        yield f"{being} guards the feature, and fights as its kind does."
        return
    foe = view.find(Ruler, enemy.id) if enemy.kind == Ruler.kind else None
    crown = foe.crown if foe else owner_of(view, holding) or 0
    if not battle and foe:
        yield f"{foe.name} was noticed there {_ago(view, foe, turn)}."
        return
    for ruler in leaders(view, crown, holding) if crown else ():
        armies = listed(terms.army(each) for each in armies_of(view, ruler))
        yield f"{ruler.name} was noticed {_ago(view, ruler, turn)}, leading {armies}."
    seen = garrison_of(view, holding)
    last = max((each.seen for each in view.by(Survey, "holding", holding.id)), default=0)
    if seen is not None and (crown or owner_of(view, holding) == 0):
        when = f"as turn {last} ended"
        yield f"{number(seen, 'army', 'armies')} without a leader stood there {when}."
    elif not last:
        yield "Nobody of yours has looked there."
    if crown:
        yield "More may be there by then, and items and inventions are not counted."


def _ago(view: World, ruler: Ruler, turn: int) -> str:
    last = max((each.turn for each in view.by(CharacterSighting, "ruler", ruler.id)), default=turn)
    return "this turn" if last == turn else f"{number(turn - last, 'turn')} ago"


_USUAL: Final[Mapping[tuple[str, ...], str]] = {
    GARRISON: "Which armies those are is not known: such as are raised there, from bad to good.",
    OWNER: "Whose the province is, is not known: it counts as independent, with its militia.",
    TAX: "Its tax base is not known, nor so how much militia it has: what such land usually has.",
    HITS: "What its guardian has left is not known: from the least to the most of its kind.",
}


def _guessed(view: World, terms: Terms, guesses: Sequence[Guess]) -> Iterator[str]:
    """What is not known, and what was taken for it."""
    for guess in guesses:
        ruler = view.find(Ruler, guess.about.id) if guess.about.kind == Ruler.kind else None
        if guess.fields in _USUAL:
            yield _USUAL[guess.fields]
        elif ruler and guess.fields == SKILLS:
            usual = "Kings" if ruler.royal else "heroes"
            yield (
                f"What {ruler.name} can do is not known: unhurt, and as able as such {usual} are "
                "by now."
            )
        elif ruler and guess.fields == ARMIES:
            yield f"How good the armies of {ruler.name} are is not known: from bad to good."


def _wanting(
    rules: Rules, view: World, faction: int, holding: Holding, guesses: Sequence[Guess]
) -> Iterator[Lead]:
    """Leads to orders that would reveal more, for those near enough."""
    missing = {guess.fields for guess in guesses}
    path = ("character", "explore") if missing & {TAX, OWNER} else ("character", "spy")
    if not missing & {TAX, OWNER, GARRISON} or path not in rules.orders:
        return
    crowns = [each.id for each in view.by(Crown, "faction", faction)]
    there = [
        each
        for each in view.by(Ruler, "holding", holding.id)
        if each.crown in crowns and each.alive
    ]
    for ruler in there[:_MOST]:
        given = (("character", str(Ref(*ruler.place))),)
        what = "explore" if path[1] == "explore" else "spy"
        label = f"{ruler.name}: {what} at {where(holding)}"[:100]
        yield Lead(label=label, order=path, given=given)
