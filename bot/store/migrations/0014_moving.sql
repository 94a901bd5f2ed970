-- A tick writes `tick` with every body. An erasure changes words of bodies that stand, and must not
-- look like a state that was.
DROP TRIGGER entity_keeps_its_past;
CREATE TRIGGER entity_keeps_its_past AFTER UPDATE OF tick ON entity BEGIN
    INSERT INTO entity_past VALUES (
        old.campaign, new.tick, old.kind, old.id, old.tick, old.body
    );
END;

-- Each time a person was taken out of a campaign: from tick `first` on it was sealed anew up to the
-- tick `last`. `name` is what now stands for the person; who it was is kept nowhere.
CREATE TABLE erasure (
    campaign INTEGER NOT NULL REFERENCES campaign,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (campaign, number)
) STRICT, WITHOUT ROWID;

-- The seals that messages on Discord bear of ticks which were sealed anew since.
CREATE TABLE former_seal (
    campaign INTEGER NOT NULL REFERENCES campaign,
    tick INTEGER NOT NULL,
    seal TEXT NOT NULL,
    erasure INTEGER NOT NULL,
    PRIMARY KEY (campaign, tick, seal)
) STRICT, WITHOUT ROWID;

-- Messages on Discord that name somebody who was erased, until they are taken away or rewritten.
CREATE TABLE unsaid (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    campaign INTEGER NOT NULL REFERENCES campaign,
    outbox INTEGER REFERENCES outbox,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL
) STRICT;

-- A campaign that began as the copy of another: up to tick `last` it was played there, under the
-- seed of that hash, which is not kept here.
CREATE TABLE copied (
    campaign INTEGER PRIMARY KEY REFERENCES campaign,
    original INTEGER NOT NULL,
    last INTEGER NOT NULL,
    seed_hash TEXT NOT NULL
) STRICT;

-- Campaigns that go on in another server. What is here stays secret: they have not ended.
CREATE TABLE moved_away (
    campaign INTEGER PRIMARY KEY REFERENCES campaign
) STRICT;

-- Seats of a campaign that was brought here, until somebody is put into them. `user` is the number
-- that stands for the person who sat there, below 0.
CREATE TABLE empty_seat (
    campaign INTEGER NOT NULL REFERENCES campaign,
    user INTEGER NOT NULL,
    faction INTEGER NOT NULL,
    player INTEGER,
    PRIMARY KEY (campaign, user)
) STRICT, WITHOUT ROWID;
