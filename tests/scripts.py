"""Names in many scripts, and texts as people may type them, for tests of whatever takes a name."""

from hypothesis import strategies as st

NAMES = (
    *("Straža", "Guard O'Neil, 2nd", "Ψυχή", "Łódź", "Việt Nam", "e\u0301toile", "Ѣло"),
    *("حرس الحدود", "می\u200cخواهم", "שומרי השער", "क्षत्रिय", "क्\u200dष", "தமிழ்", "বাংলা"),
    *("กองทัพเหนือ", "မြန်မာ", "ქართული", "Հայերեն", "近卫军", "第一\u3000軍団", "ひらがな", "근위대"),
    *("👨\u200d👩\u200d👧", "❤\ufe0f", "🏳\ufe0f\u200d🌈", "👑 Royal", "1\ufe0f\u20e3 Guard", "🫨"),
    # What could be read as something else than a name.
    *("12,7", "new:k3", "Guard#2", "stack:Ada", 'A "B" C', "A · B", "yes", "in:growth", "k1: x"),
    *("#x", "; x", "// y", "a\\b", "a,b", "-", "stack", "*bold*", "`code`", "the Guard"),
)
"""Names that may be given."""

_PIECES = ["\u200c", "\u200d", "\ufe0f", "\u0301", "\u0941", "\u202e", "\u200f", "\u2066", "\u200b"]
_PIECES += ["👑", "👩", "🏽", "\U000e0067", "ا", "ب", "א", "क", "्", "ก", "ำ", "가", "軍", "a", "#"]
_PIECES += [
    "1",
    ",",
    ":",
    '"',
    "\\",
    " ",
    "\u3000",
    "\u00a0",
    "\t",
    "\n",
    "\u00ad",
    "\ue000",
    "\x07",
]
_PIECES += ["\U00010d50", "\U00011f00", "\U0001fae9", "\uffff", "ß", "İ", "ﬃ", "Å", "\u212b"]

TYPED = (
    st.sampled_from(NAMES)
    | st.text(st.sampled_from(_PIECES), min_size=1, max_size=8)
    | st.text(st.characters(codec="utf-8"), min_size=1, max_size=8)
)
"""Texts that somebody may give as a name, some of which are none."""
