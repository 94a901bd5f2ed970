-- Diplomatic notes. They change no world, so that no tick writes them; they are never changed.
CREATE TABLE note (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    campaign INTEGER NOT NULL REFERENCES campaign,
    at INTEGER NOT NULL,
    -- Who wrote it, in whose seat: the player in the world and its faction.
    user INTEGER NOT NULL,
    player INTEGER NOT NULL,
    faction INTEGER NOT NULL,
    -- The note that it answers.
    answers INTEGER REFERENCES note,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX note_sent ON note (campaign, faction, at);

-- To which factions a note went; `player` is the one of them to whom it was addressed, 0 for all.
CREATE TABLE note_to (
    note INTEGER NOT NULL REFERENCES note,
    faction INTEGER NOT NULL,
    player INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (note, faction)
) STRICT, WITHOUT ROWID;
CREATE INDEX note_received ON note_to (faction, note);

-- Notes that were passed on to the moderators, once by each faction that had them.
CREATE TABLE note_report (
    note INTEGER NOT NULL REFERENCES note,
    faction INTEGER NOT NULL,
    user INTEGER NOT NULL,
    at INTEGER NOT NULL,
    why TEXT NOT NULL,
    PRIMARY KEY (note, faction)
) STRICT, WITHOUT ROWID;

-- Treaties: text that several factions sign. Title and text are never changed.
CREATE TABLE treaty (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    campaign INTEGER NOT NULL REFERENCES campaign,
    at INTEGER NOT NULL,
    -- The faction that proposed it.
    faction INTEGER NOT NULL,
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    -- 1 where its parties alone know of it until the campaign ends.
    sealed INTEGER NOT NULL CHECK (sealed IN (0, 1)),
    -- When, by whom and why it was declined before all had signed, or renounced afterwards.
    ended_at INTEGER,
    ended_faction INTEGER,
    user INTEGER,
    why TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX treaty_campaign ON treaty (campaign, id);

-- Whom a treaty binds by honour, and who has signed for them and when.
CREATE TABLE treaty_party (
    treaty INTEGER NOT NULL REFERENCES treaty,
    faction INTEGER NOT NULL,
    signed_at INTEGER,
    user INTEGER,
    player INTEGER,
    PRIMARY KEY (treaty, faction)
) STRICT, WITHOUT ROWID;
CREATE INDEX treaty_of ON treaty_party (faction, treaty);

-- Moderators who looked at what a faction sees; told to it when the campaign ends.
CREATE TABLE look (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    campaign INTEGER NOT NULL REFERENCES campaign,
    at INTEGER NOT NULL,
    user INTEGER NOT NULL,
    faction INTEGER NOT NULL,
    tick INTEGER NOT NULL,
    why TEXT NOT NULL
) STRICT;
CREATE INDEX look_user ON look (campaign, user);
