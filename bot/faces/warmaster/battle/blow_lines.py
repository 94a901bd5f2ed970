"""The lines of shooting, magic and combat: dice, saves, what was lost, and who fell back.

Sources: warmaster.shoot, warmaster.magic, warmaster.combat.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.faces.battle.account import MOST, Tellers
from bot.faces.warmaster.battle.teller import (
    Teller,
    dice_told,
)
from bot.faces.warmaster.battle.terms import CAUSES
from bot.faces.words.text import listed, number
from engine.packs.warmaster.battle.blows import (
    AttackDice,
    CastMore,
    CharacterSlain,
    DrivenBack,
    EngagementBegan,
    EngagementEnded,
    Harm,
    Part,
    Retreated,
    RoundFought,
    Shot,
    SpellboundRolled,
    SpellChanged,
    SpellStruck,
    StandsLost,
    UnitLost,
    WizardCast,
)
from engine.packs.warmaster.battle.magic import ANTIMAGIC_NEEDS
from engine.packs.warmaster.battle.values import SIDES, SideName

_PARTS: Final = {
    "charge": "charge",
    "pursuit": "pursuit",
    "spell": "a spell",
    "confused": "confusion",
    "terror": "terror",
    "standard": "its standard",
    "characters": "characters",
    "weapon": "a weapon",
    "first round": "a spell in the first round",
}
_WHOLE: Final = ("characters", "weapon", "first round")
"""What adds dice to the unit and not to each of its stands."""
_ENDS: Final = {
    "won": "The {winner}s had won this fight",
    "drawn": "The round was drawn, and both stayed in contact",
    "parted": "Nobody pursued, and the fight was over",
    "unresolved": "The fight was not decided in this turn",
    "all lost": "Nobody was left of either side",
}

TELLERS: Final = Tellers[Teller]()


def _other(side: SideName) -> SideName:
    return SIDES[1 - SIDES.index(side)]


# ---------------------------------------------------------------- what hits did


def harm_told(harm: Harm) -> str:
    """What hits did: "2 hits, saved 1 (5+: 3 6), 1 told, 1 stand lost, 2 left".

    Hits fall on an attached stand first (warmaster.unit.stands).
    """
    parts = [number(harm.hits, "hit")]
    if not harm.hits:
        return "no hit"
    if harm.attached_saves:
        parts.append(_saves("its attached stand saved", harm.attached_saves, harm.attached_needs))
    if harm.saves:
        parts.append(_saves("saved", harm.saves, harm.needs))
    elif not harm.attached_saves:
        parts.append("no saves")
    bare = harm.hits - len(harm.attached_saves) - len(harm.saves)
    if bare and (harm.saves or harm.attached_saves):
        where = "its attached stand" if harm.saves else "its own stands"
        parts.append(f"{bare} on {where} without a save")
    if harm.saves_again:
        failed = sum(die < harm.needs for die in harm.saves_again)
        parts.append(f"saves made again {dice_told(harm.saves_again)}, {failed} lost")
    if harm.spared:
        parts.append(f"{number(harm.spared, 'hit')} undone by its banner")
    parts.append(f"{harm.counted} told" if harm.counted else "none told")
    if not harm.stands:
        parts.append("no stand left")
    elif harm.lost:
        parts.append(f"{number(harm.lost, 'stand')} lost, {harm.stands} left")
    return ", ".join(parts)


def _saves(words: str, dice: tuple[int, ...], needs: int) -> str:
    saved = sum(die >= needs for die in dice)
    return f"{words} {saved} ({needs}+: {dice_told(dice)})"


def _rolled(needs: int, dice: tuple[int, ...], before: tuple[int, ...] = ()) -> str:
    again = f"; first {dice_told(before)}, rolled again" if before else ""
    return f"{needs}+: {dice_told(dice)}{again}"


# ---------------------------------------------------------------- shooting


@TELLERS.of(Shot)
def _(teller: Teller, event: Shot) -> Iterator[str]:
    target = teller.who(_other(event.side), event.target)
    dice = number(len(event.dice), "die", "dice")
    yield (
        f"{teller.who(event.side, event.number)} shot at {target}, the nearest in range and sight: "
        f"{dice} ({_rolled(event.needs, event.dice, event.dice_before)}); {harm_told(event.harm)}."
    )


@TELLERS.of(DrivenBack)
def _(teller: Teller, event: DrivenBack) -> Iterator[str]:
    who, total = teller.who(event.side, event.number), sum(event.dice)
    rolled = f"rolled {dice_told(event.dice)}, {total} in all"
    hits = number(len(event.dice), "hit")
    if event.routed:
        yield f"{hits} put {who} to flight: {rolled}, more than ten times the pace."
    elif event.hexes:
        yield f"{hits} drove {who} back {number(event.hexes, 'hex', 'hexes')}: {rolled}."
    else:
        yield f"{hits} did not drive {who} back: {rolled}."


# ---------------------------------------------------------------- magic


@TELLERS.of(WizardCast)
def _(teller: Teller, event: WizardCast) -> Iterator[str]:
    wizard, spell = teller.leader(event.side, event.by), teller.spell(event.spell)
    at = ""
    if event.targets:
        lore = teller.battle.lore.spells.get(event.spell)
        to = "to go to" if lore and lore.aim == "self" else "at"
        at = f" {to} {listed((teller.who(*target) for target in event.targets), MOST)}"
    if not event.die:
        how = f"sure by the {teller.item(event.item)}"
    else:
        more = f" {event.modifier:+d}".replace("-", "−") if event.modifier else ""
        by = f" with the {teller.item(event.item)}" if event.item else ""
        how = f"{event.score}+, rolled {event.die}{more}{by}"
    yield f"{wizard} cast {spell}{at}: {how}: {'it worked' if event.worked else 'it failed'}."
    if event.antimagic:
        stopped = "stopped it" if event.stopped and not event.dispelled_by else "did not stop it"
        yield f"  Anti-magic {stopped}: {ANTIMAGIC_NEEDS}+, rolled {event.antimagic}."
    if event.dispelled_by:
        yield f"  The {teller.item(event.dispelled_by)} undid it."


@TELLERS.of(SpellStruck)
def _(teller: Teller, event: SpellStruck) -> Iterator[str]:
    unit = teller.who(event.harm.side, event.harm.number)
    if not event.dice:
        yield f"  It fell back upon {unit}: {harm_told(event.harm)}."
        return
    dice = number(len(event.dice), "die", "dice")
    rolled = _rolled(event.needs, event.dice)
    yield f"  It struck {unit} with {dice} ({rolled}); {harm_told(event.harm)}."


@TELLERS.of(SpellChanged)
def _(teller: Teller, event: SpellChanged) -> Iterator[str]:
    who = teller.who(event.side, event.number)
    if event.does == "restore":
        yield f"  {who} had {number(event.stands, 'stand')} again."
    else:
        spell = teller.battle.lore.spells.get(event.spell)
        yield f"  It lay upon {who}{f': {spell.help}' if spell and spell.help else '.'}"


@TELLERS.of(CastMore)
def _(teller: Teller, event: CastMore) -> Iterator[str]:
    leader = teller.leader(event.side, event.by)
    if event.item:
        yield f"  The {teller.item(event.item)} let {leader} cast once more."
    else:
        might = "might cast once more" if event.granted else "might cast no more"
        yield f"  {leader} {might}: rolled {event.die}."


@TELLERS.of(SpellboundRolled)
def _(teller: Teller, event: SpellboundRolled) -> Iterator[str]:
    what = "bound" if event.spellbound else "did not bind"
    leader = teller.leader(event.side, event.by)
    yield f"  The {teller.item(event.item)} {what} {leader}: rolled {event.die}."


# ---------------------------------------------------------------- combat


@TELLERS.of(EngagementBegan)
def _(teller: Teller, event: EngagementBegan) -> Iterator[str]:
    one, other = (
        listed((teller.who(side, each) for each in numbers), MOST)
        for side, numbers in zip(SIDES, event.units, strict=True)
    )
    yield f"{one} fought {other}."


@TELLERS.of(RoundFought)
def _(teller: Teller, event: RoundFought) -> Iterator[str]:
    one, other = event.scores
    yield f"  Combat round {event.number}: {one} against {other} in hits that told."
    for attack in event.attacks:
        yield f"  {_attack(teller, attack)}."
    for harm in event.harms:
        yield f"  {teller.who(harm.side, harm.number)} took {harm_told(harm)}."


def _attack(teller: Teller, attack: AttackDice) -> str:
    target = teller.who(_other(attack.side), attack.target)
    more = [_part(part) for part in attack.parts if part.cause not in _WHOLE]
    count = f"{number(attack.stands, 'stand')} with {attack.per_stand} each"
    if more:
        count += f" (of them {', '.join(more)})"
    wholes = [_part(part) for part in attack.parts if part.cause in _WHOLE]
    if attack.attached:
        wholes.append(f"+{attack.attached} of its attached stand")
    if wholes:
        count += f", {', '.join(wholes)}"
    again = f"; misses rolled again {dice_told(attack.misses_again)}" if attack.misses_again else ""
    rolled = _rolled(attack.needs, attack.dice, attack.dice_before)
    return (
        f"{teller.who(attack.side, attack.number)} struck {target} with "
        f"{number(len(attack.dice), 'die', 'dice')}, {count} ({rolled}{again}): "
        f"{number(attack.hits, 'hit')}"
    )


def _part(part: Part) -> str:
    sign = "+" if part.amount >= 0 else "−"
    return f"{sign}{abs(part.amount)} for {_PARTS[part.cause]}"


@TELLERS.of(Retreated)
def _(teller: Teller, event: Retreated) -> Iterator[str]:
    stubborn = ", a die less for the stubborn" if event.stubborn else ""
    rolled = f"rolled {dice_told(event.dice)}{stubborn}"
    hexes = number(event.hexes, "hex", "hexes")
    yield f"  The {event.side}s had lost the round and fell back {hexes}: {rolled}."


@TELLERS.of(StandsLost)
def _(teller: Teller, event: StandsLost) -> Iterator[str]:
    who = teller.who(event.side, event.number)
    yield f"  {who} lost {number(event.lost, 'stand')}, {event.stands} left."


@TELLERS.of(UnitLost)
def _(teller: Teller, event: UnitLost) -> Iterator[str]:
    yield f"  Destroyed {CAUSES[event.cause]}: {teller.who(event.side, event.number)}."


@TELLERS.of(CharacterSlain)
def _(teller: Teller, event: CharacterSlain) -> Iterator[str]:
    yield f"  {teller.leader(event.side, event.number)} was slain."


@TELLERS.of(EngagementEnded)
def _(teller: Teller, event: EngagementEnded) -> Iterator[str]:
    yield f"  {_ENDS[event.outcome].format(winner=event.winner)}."
