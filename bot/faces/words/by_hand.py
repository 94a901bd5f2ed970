"""The lines about what moderators do to a world by hand: going back, and putting right."""

from bot.faces.words.names import Names
from bot.faces.words.news import PUT_RIGHT, TAKEN_BACK, News, headline
from bot.faces.words.telling import Lines
from bot.faces.words.text import one, word
from engine.corrections import Corrected
from engine.rollback import RolledBack

LINES = Lines()


def _back(event: RolledBack, names: Names) -> News:
    return headline(TAKEN_BACK, f"it is turn {event.turn} again")


@LINES.of(RolledBack, _back, herald=True)
def _(event: RolledBack, names: Names) -> str:
    why = f"Why: {names.show(event.why)}"
    stands = f"the campaign stands again as it did after tick {event.tick}, in turn {event.turn}"
    if event.was < event.turn:  # a rollback that is taken back in turn
        return (
            f"By the moderators' hand {stands}: what was told up to then happened after all. {why}"
        )
    turns = f"turn {event.turn}"
    if event.was > event.turn:
        turns = f"turns {event.turn} to {event.was}"
    return (
        f"By the moderators' hand {stands}. **What was told since, in {turns}, did not happen.** "
        f"{why}"
    )


def _right(event: Corrected, names: Names) -> News:
    thing = names.show(event.name) or one(event.thing.kind)
    done = {"changed": "was corrected", "added": "was added", "removed": "was taken out"}
    return headline(PUT_RIGHT, f"{thing} {done[event.done]}")


@LINES.of(Corrected, _right)
def _(event: Corrected, names: Names) -> str:
    kind = one(event.thing.kind)
    what = f"{kind}, **{names.show(event.name)}**," if event.name else kind
    done = {"changed": "corrected", "added": "added", "removed": "took out"}[event.done]
    lines = [f"A moderator {done} {what.rstrip(',')}. Why: {names.show(event.why)}"]
    lines += [
        f"  {word(fix.field)}: {names.show(fix.before) or 'nothing'} → "
        f"{names.show(fix.after) or 'nothing'}"
        for fix in event.fixes
    ]
    return "\n".join(lines)
