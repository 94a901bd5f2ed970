-- A timer is a step: it waits for its time, or must follow what was committed with it, and is
-- repeated until it is done. `what` is what it has to know, as JSON; `tries` counts the times that
-- it came to nothing, and `error` says why it did the last time.
ALTER TABLE timer ADD COLUMN what TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(what));
ALTER TABLE timer ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE timer ADD COLUMN error TEXT;

-- In place of the marks on deputies whether each has been given the role, and lost it again.
INSERT OR IGNORE INTO timer (campaign, name, at)
    SELECT DISTINCT campaign, 'role:' || user, 0 FROM deputy WHERE dismissed = 0 AND user > 0;
DELETE FROM timer WHERE name = 'deputies';
ALTER TABLE deputy_deed RENAME TO deputy_deed_before;
ALTER TABLE deputy RENAME TO deputy_before;
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
    vacation INTEGER NOT NULL DEFAULT 0 CHECK (vacation IN (0, 1))
) STRICT;
CREATE TABLE deputy_deed (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    campaign INTEGER NOT NULL REFERENCES campaign,
    deputy INTEGER NOT NULL REFERENCES deputy,
    at INTEGER NOT NULL,
    what TEXT NOT NULL CHECK (what IN ('drafted', 'submitted', 'withdrew')),
    version INTEGER NOT NULL
) STRICT;
INSERT INTO deputy SELECT id, campaign, player, faction, user, power, appointed_by, since, first,
    until, ended_at, vacation FROM deputy_before;
INSERT INTO deputy_deed SELECT id, campaign, deputy, at, what, version FROM deputy_deed_before;
DROP TABLE deputy_deed_before;
DROP TABLE deputy_before;
CREATE UNIQUE INDEX deputy_now ON deputy (campaign, user) WHERE ended_at IS NULL;
CREATE INDEX deputy_user ON deputy (user);
CREATE INDEX deputy_deed_of ON deputy_deed (deputy);

-- Whatever changes a seat notes, in its own transaction, that the roles of its people on Discord are
-- to follow: of who sits there, and of the deputies. The step `role:<user>` looks at the seats as
-- they are then, so that it may be repeated.
CREATE TRIGGER seat_taken AFTER INSERT ON member WHEN new.player IS NOT NULL BEGIN
    INSERT INTO timer (campaign, name, at)
        SELECT new.campaign, 'role:' || user, 0 FROM (
            SELECT new.user AS user UNION SELECT user FROM deputy
            WHERE campaign = new.campaign AND player = new.player AND ended_at IS NULL
        ) WHERE user > 0
        ON CONFLICT DO UPDATE SET at = 0, tries = 0, error = NULL;
END;
CREATE TRIGGER seat_changed AFTER UPDATE OF player, left_at ON member
WHEN new.player IS NOT NULL BEGIN
    INSERT INTO timer (campaign, name, at)
        SELECT new.campaign, 'role:' || user, 0 FROM (
            SELECT new.user AS user UNION SELECT user FROM deputy
            WHERE campaign = new.campaign AND player = new.player AND ended_at IS NULL
        ) WHERE user > 0
        ON CONFLICT DO UPDATE SET at = 0, tries = 0, error = NULL;
END;
CREATE TRIGGER deputy_appointed AFTER INSERT ON deputy
WHEN new.user > 0 AND new.ended_at IS NULL BEGIN
    INSERT INTO timer (campaign, name, at) VALUES (new.campaign, 'role:' || new.user, new.first)
        ON CONFLICT DO UPDATE SET at = min(at, excluded.at), tries = 0, error = NULL;
END;
CREATE TRIGGER deputy_ended AFTER UPDATE OF ended_at ON deputy WHEN new.user > 0 BEGIN
    INSERT INTO timer (campaign, name, at) VALUES (new.campaign, 'role:' || new.user, 0)
        ON CONFLICT DO UPDATE SET at = 0, tries = 0, error = NULL;
END;
