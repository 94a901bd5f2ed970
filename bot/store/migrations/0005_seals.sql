-- What binds a tick to all ticks before it (bot/jobs/chain.py). NULL in a tick that was made before
-- ticks were bound.
ALTER TABLE tick ADD COLUMN chain TEXT;
