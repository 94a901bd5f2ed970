-- What can be done with an act of the audit log. An entry is never changed: whether it is undone says
-- the entry that undoes it.
ALTER TABLE audit ADD COLUMN tick INTEGER;
ALTER TABLE audit ADD COLUMN undoes INTEGER REFERENCES audit;
-- 1 where anybody in the campaign may read who did what and why; 0 where only moderators may.
ALTER TABLE audit ADD COLUMN open INTEGER NOT NULL DEFAULT 0 CHECK (open IN (0, 1));
CREATE UNIQUE INDEX audit_undone ON audit (undoes) WHERE undoes IS NOT NULL;
