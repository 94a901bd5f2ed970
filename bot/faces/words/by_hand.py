"""The lines about what moderators do to a world by hand: going back, and putting right."""

from bot.faces.words.names import Names
from bot.faces.words.news import NEEDS, TAKEN_BACK, News, headline
from bot.faces.words.telling import Lines
from bot.faces.words.text import one, word
from engine.amending import Corrected
from engine.rollback import RolledBack

LINES = Lines()


def _back(event: RolledBack, names: Names) -> News:
    return headline(TAKEN_BACK, f"it is turn {event.turn} again")


@LINES.of(RolledBack, _back, herald=True)
def _(event: RolledBack, names: Names) -> str:
    turns = f"turn {event.turn}"
    if event.was > event.turn:
        turns = f"turns {event.turn} to {event.was}"
    elif event.was < event.turn:  # a way back that is itself taken back
        return (
            f"**The moderators took their way back back:** the campaign stands again as it did "
            f"after tick {event.tick}, in turn {event.turn}. Why: {names.show(event.why)}"
        )
    return (
        f"**The moderators took the campaign back** to how it stood after tick {event.tick}: what "
        f"was told in {turns} after that did not happen. It is turn {event.turn} again. "
        f"Why: {names.show(event.why)}"
    )


@LINES.of(Corrected, NEEDS)
def _(event: Corrected, names: Names) -> str:
    kind = one(event.thing.kind)
    what = f"{kind}, **{names.show(event.name)}**," if event.name else kind
    done = {"changed": "corrected", "added": "added", "removed": "took out"}[event.done]
    lines = [f"🛠️ A moderator {done} {what.rstrip(',')}. Why: {names.show(event.why)}"]
    lines += [
        f"  {word(fix.field)}: {names.show(fix.before) or 'nothing'} → "
        f"{names.show(fix.after) or 'nothing'}"
        for fix in event.fixes
    ]
    return "\n".join(lines)
