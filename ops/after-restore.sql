-- Run once after pg_restore, before Crier starts on the database:
--   psql --set=ON_ERROR_STOP=1 --file=ops/after-restore.sql "$STORE_URL"
-- Drops the outbox of the dump, since its messages may have been sent after the dump. Crier notifies each channel and
-- user of the gap once.
BEGIN;

-- Dumps of earlier versions have other names for these tables, with the same columns.
DO $$ BEGIN
  IF to_regclass('checkpoints') IS NULL THEN CREATE TEMPORARY VIEW checkpoints AS SELECT name, at, stored_at FROM moments; END IF;
  IF to_regclass('fleet_state') IS NULL THEN CREATE TEMPORARY VIEW fleet_state AS SELECT at FROM published; END IF;
  IF to_regclass('target_leases') IS NULL THEN CREATE TEMPORARY VIEW target_leases AS SELECT target FROM lines; END IF;
END $$;

-- The leader writes to fleet_state each second, so its latest time is that of the dump.
CREATE TEMPORARY TABLE gap ON COMMIT DROP AS
  SELECT floor(extract(epoch FROM coalesce((SELECT max(at) FROM fleet_state), (SELECT max(stored_at) FROM checkpoints))) * 1000)::bigint AS began,
    floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ended;

-- Notices of a split message go on naming it, but did not end with it.
UPDATE notices SET ended_at = gap.ended, why = 'a backup was restored', message = NULL FROM gap WHERE ended_at IS NULL;
UPDATE messages SET settled_at = gap.ended, why = 'a backup was restored' FROM gap WHERE settled_at IS NULL;
DELETE FROM target_leases;

UPDATE outages SET ended = greatest(outages.began, gap.began) FROM gap WHERE outages.ended IS NULL;
INSERT INTO outages (began, ended, why) SELECT began, ended, 'restored' FROM gap;

-- The shops may have been fetched just before the restore.
INSERT INTO checkpoints (name, at)
  SELECT name, at FROM gap CROSS JOIN LATERAL
    (VALUES ('mark:getAllShops', ended), ('mark:stream-live', ended), ('mark:restored-from', began), ('mark:restored-at', ended)) AS put (name, at)
  ON CONFLICT (name) DO UPDATE SET at = excluded.at, stored_at = clock_timestamp();

-- Connections and transaction ids of the dump's server. This one has not reached these ids.
DELETE FROM shard_holders;
DELETE FROM shard_blocks;
UPDATE feeds SET xid = pg_current_xact_id() WHERE xid > pg_current_xact_id();
UPDATE watches SET xid = pg_current_xact_id() WHERE xid > pg_current_xact_id();

SET LOCAL client_min_messages = warning;
DROP VIEW IF EXISTS pg_temp.checkpoints, pg_temp.fleet_state, pg_temp.target_leases;
COMMIT;
