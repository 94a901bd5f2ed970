-- How much of runs a faction wants to be told in its channel; no row is all.
CREATE TABLE wish (
    campaign INTEGER NOT NULL REFERENCES campaign,
    faction INTEGER NOT NULL,
    wish TEXT NOT NULL CHECK (wish IN ('all', 'news', 'digest')),
    PRIMARY KEY (campaign, faction)
) STRICT, WITHOUT ROWID;
