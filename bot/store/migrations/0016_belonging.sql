-- Rows of notes, treaties and deputies say themselves of which campaign they are, so that whatever is
-- done with all of a campaign (moving it, erasing a person from it) finds them.
ALTER TABLE note_to RENAME TO note_to_before;
CREATE TABLE note_to (
    campaign INTEGER NOT NULL REFERENCES campaign,
    note INTEGER NOT NULL REFERENCES note,
    faction INTEGER NOT NULL,
    player INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (note, faction)
) STRICT, WITHOUT ROWID;
INSERT INTO note_to SELECT campaign, note_to_before.note, note_to_before.faction,
    note_to_before.player FROM note_to_before JOIN note ON note.id = note_to_before.note;
DROP TABLE note_to_before;
CREATE INDEX note_received ON note_to (faction, note);

ALTER TABLE note_report RENAME TO note_report_before;
CREATE TABLE note_report (
    campaign INTEGER NOT NULL REFERENCES campaign,
    note INTEGER NOT NULL REFERENCES note,
    faction INTEGER NOT NULL,
    user INTEGER NOT NULL,
    at INTEGER NOT NULL,
    why TEXT NOT NULL,
    PRIMARY KEY (note, faction)
) STRICT, WITHOUT ROWID;
INSERT INTO note_report SELECT note.campaign, told.note, told.faction, told.user, told.at, told.why
    FROM note_report_before AS told JOIN note ON note.id = told.note;
DROP TABLE note_report_before;

ALTER TABLE treaty_party RENAME TO treaty_party_before;
CREATE TABLE treaty_party (
    campaign INTEGER NOT NULL REFERENCES campaign,
    treaty INTEGER NOT NULL REFERENCES treaty,
    faction INTEGER NOT NULL,
    signed_at INTEGER,
    user INTEGER,
    player INTEGER,
    PRIMARY KEY (treaty, faction)
) STRICT, WITHOUT ROWID;
INSERT INTO treaty_party SELECT treaty.campaign, party.treaty, party.faction, party.signed_at,
    party.user, party.player FROM treaty_party_before AS party
    JOIN treaty ON treaty.id = party.treaty;
DROP TABLE treaty_party_before;
CREATE INDEX treaty_of ON treaty_party (faction, treaty);

ALTER TABLE deputy_deed RENAME TO deputy_deed_before;
CREATE TABLE deputy_deed (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    campaign INTEGER NOT NULL REFERENCES campaign,
    deputy INTEGER NOT NULL REFERENCES deputy,
    at INTEGER NOT NULL,
    what TEXT NOT NULL CHECK (what IN ('drafted', 'submitted', 'withdrew')),
    version INTEGER NOT NULL
) STRICT;
INSERT INTO deputy_deed SELECT deed.id, deputy.campaign, deed.deputy, deed.at, deed.what,
    deed.version FROM deputy_deed_before AS deed JOIN deputy ON deputy.id = deed.deputy;
DROP TABLE deputy_deed_before;
CREATE INDEX deputy_deed_of ON deputy_deed (deputy);

-- A computer player keeps the number of its player below zero; persons who are not known here (moved
-- or erased) have numbers of their own, below all of these.
