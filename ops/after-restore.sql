-- After pg_restore, before any Crier starts on the database:
--   psql --set=ON_ERROR_STOP=1 --file=ops/after-restore.sql "$STORE_URL"
-- What waited is not sent, since it may have been told after the dump was made. Crier tells each channel and person of the gap once.
BEGIN;

-- A Crier that leads publishes something each second: the last time is that of the dump.
CREATE TEMPORARY TABLE gap ON COMMIT DROP AS
  SELECT floor(extract(epoch FROM coalesce((SELECT max(at) FROM fleet_state), (SELECT max(stored_at) FROM checkpoints))) * 1000)::bigint AS began,
    floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ended;

-- Notices of a split message go on naming it, but did not end with it.
UPDATE notices SET ended_at = gap.ended, why = 'a backup was restored', message = NULL FROM gap WHERE ended_at IS NULL;
UPDATE messages SET settled_at = gap.ended, why = 'a backup was restored' FROM gap WHERE settled_at IS NULL;
DELETE FROM target_leases;

UPDATE outages SET ended = greatest(outages.began, gap.began) FROM gap WHERE outages.ended IS NULL;
INSERT INTO outages (began, ended, why) SELECT began, ended, 'restored' FROM gap;

-- The shops may have been asked for just now.
INSERT INTO checkpoints (name, at)
  SELECT name, at FROM gap CROSS JOIN LATERAL
    (VALUES ('mark:getAllShops', ended), ('mark:stream-live', ended), ('mark:restored-from', began), ('mark:restored-at', ended)) AS put (name, at)
  ON CONFLICT (name) DO UPDATE SET at = excluded.at, stored_at = clock_timestamp();

-- Of the server that the dump is of: its connections, and its numbers of transactions, which this one has not reached.
DELETE FROM shard_holders;
DELETE FROM shard_blocks;
UPDATE feeds SET xid = pg_current_xact_id() WHERE xid > pg_current_xact_id();
UPDATE watches SET xid = pg_current_xact_id() WHERE xid > pg_current_xact_id();

COMMIT;
