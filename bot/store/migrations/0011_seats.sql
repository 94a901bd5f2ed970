-- Who sits in a player's seat. A seat is the player in the world; it outlives its people. A computer
-- player that sits alone in a seat is a member too: its user is the player's number below zero.
CREATE UNIQUE INDEX member_seat ON member (campaign, player)
    WHERE left_at IS NULL AND player IS NOT NULL;

-- People who act in another's seat, with limited powers and for a time.
CREATE TABLE deputy (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    campaign INTEGER NOT NULL REFERENCES campaign,
    player INTEGER NOT NULL,
    faction INTEGER NOT NULL,
    user INTEGER NOT NULL,
    power TEXT NOT NULL CHECK (power IN ('look', 'draft', 'submit')),
    -- Who appointed the deputy.
    appointed_by INTEGER NOT NULL,
    since INTEGER NOT NULL,
    -- From when on, and until when; NULL is until it is ended.
    first INTEGER NOT NULL,
    until INTEGER,
    ended_at INTEGER,
    -- Whether the deputy covers a vacation, and goes with it.
    vacation INTEGER NOT NULL DEFAULT 0 CHECK (vacation IN (0, 1)),
    -- Whether the deputy was given the faction's role, and whether it was taken away again.
    admitted INTEGER NOT NULL DEFAULT 0 CHECK (admitted IN (0, 1)),
    dismissed INTEGER NOT NULL DEFAULT 0 CHECK (dismissed IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX deputy_now ON deputy (campaign, user) WHERE ended_at IS NULL;
CREATE INDEX deputy_user ON deputy (user);

-- What deputies did with a list of orders: the version that they left, or what they submitted.
CREATE TABLE deputy_deed (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    deputy INTEGER NOT NULL REFERENCES deputy,
    at INTEGER NOT NULL,
    what TEXT NOT NULL CHECK (what IN ('drafted', 'submitted', 'withdrew')),
    version INTEGER NOT NULL
) STRICT;
CREATE INDEX deputy_deed_of ON deputy_deed (deputy);

-- Seats that a computer player looks after: in place of nobody, or of a person who is away.
CREATE TABLE caretaker (
    campaign INTEGER NOT NULL REFERENCES campaign,
    player INTEGER NOT NULL,
    -- A rival plays to win; a caretaker keeps what there is until a person comes.
    kind TEXT NOT NULL CHECK (kind IN ('caretaker', 'rival')),
    wish TEXT NOT NULL CHECK (wish IN ('grow', 'production', 'standing', 'play')),
    nature TEXT NOT NULL DEFAULT '',
    strength TEXT NOT NULL DEFAULT 'middle',
    -- The days of a vacation, the last included; NULL is always.
    first TEXT,
    last TEXT,
    -- What it did last and why, as a JSON list of [order, reason], and in which turn.
    turn INTEGER,
    reasons TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(reasons)),
    PRIMARY KEY (campaign, player)
) STRICT, WITHOUT ROWID;

-- Who submitted a turn in the player's stead; NULL is the player.
ALTER TABLE submission ADD COLUMN deputy INTEGER;

-- Idle players who have been told so themselves, until they play again.
CREATE TABLE told_idle (
    campaign INTEGER NOT NULL REFERENCES campaign,
    user INTEGER NOT NULL,
    PRIMARY KEY (campaign, user)
) STRICT, WITHOUT ROWID;

-- A seat keeps its standing orders; a person who leaves has passed them on to it before.
DROP TRIGGER leaving_ends_standing;
CREATE TRIGGER leaving_ends_standing AFTER UPDATE OF left_at ON member
WHEN new.left_at IS NOT NULL AND new.user > 0 BEGIN
    DELETE FROM standing_order WHERE campaign = new.campaign AND user = new.user;
END;
