-- What moderators and players change in a campaign's calendar. Days are dates by its clock.

CREATE TABLE holiday (
    campaign INTEGER NOT NULL REFERENCES campaign,
    day TEXT NOT NULL,
    name TEXT NOT NULL,
    runs INTEGER NOT NULL CHECK (runs IN (0, 1)),
    productions INTEGER NOT NULL CHECK (productions IN (0, 1)),
    PRIMARY KEY (campaign, day),
    CHECK (runs + productions > 0)
) STRICT, WITHOUT ROWID;

-- Run days that are not as the calendar has them: a later cut-off, an early run, one that waits for
-- more turns, or one that moderators have run however few there are.
CREATE TABLE run_day (
    campaign INTEGER NOT NULL REFERENCES campaign,
    day TEXT NOT NULL,
    cut_off INTEGER,
    early INTEGER,
    waits INTEGER NOT NULL DEFAULT 0 CHECK (waits IN (0, 1)),
    forced INTEGER NOT NULL DEFAULT 0 CHECK (forced IN (0, 1)),
    PRIMARY KEY (campaign, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE vacation (
    campaign INTEGER NOT NULL REFERENCES campaign,
    user INTEGER NOT NULL,
    first TEXT NOT NULL,
    last TEXT NOT NULL,
    PRIMARY KEY (campaign, user, first),
    CHECK (first <= last)
) STRICT, WITHOUT ROWID;

CREATE TABLE extension (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    campaign INTEGER NOT NULL REFERENCES campaign,
    faction INTEGER NOT NULL,
    user INTEGER NOT NULL,
    day TEXT NOT NULL,
    hours INTEGER NOT NULL,
    refunded_at INTEGER
) STRICT;
CREATE INDEX extension_day ON extension (campaign, day);

-- How long before a deadline a player wants to be reminded; 0 is never, no row is the module's hours.
CREATE TABLE reminder (
    campaign INTEGER NOT NULL REFERENCES campaign,
    user INTEGER NOT NULL,
    hours INTEGER NOT NULL CHECK (hours >= 0),
    PRIMARY KEY (campaign, user)
) STRICT, WITHOUT ROWID;

-- Of which week's deadline, by its day, a player has been reminded.
CREATE TABLE reminded (
    campaign INTEGER NOT NULL REFERENCES campaign,
    user INTEGER NOT NULL,
    day TEXT NOT NULL,
    PRIMARY KEY (campaign, user, day)
) STRICT, WITHOUT ROWID;
