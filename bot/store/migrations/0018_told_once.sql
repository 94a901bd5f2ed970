-- What a faction learned word for word as it was is stored once, with the event; its own row says
-- that it learned of it.
ALTER TABLE event_for RENAME TO event_for_before;
CREATE TABLE event_for (
    campaign INTEGER NOT NULL,
    faction INTEGER NOT NULL,
    tick INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    body BLOB,
    PRIMARY KEY (campaign, faction, tick, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO event_for SELECT told.campaign, told.faction, told.tick, told.seq,
    CASE WHEN told.body IS NOT event.body THEN told.body END
    FROM event_for_before AS told LEFT JOIN event USING (campaign, tick, seq);
DROP TABLE event_for_before;

CREATE VIEW event_told AS SELECT learned.campaign, learned.faction, learned.tick, learned.seq,
    coalesce(learned.body, event.body) AS body
    FROM event_for AS learned LEFT JOIN event USING (campaign, tick, seq);
