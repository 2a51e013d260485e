/** `crier_schema.version` after `RENAME_TABLES`. */
export const RENAMED_TABLES_VERSION = 5;

/** Counts the records that this step deletes because their space is unknown. */
export const COUNT_UNKNOWN_RECORDS = `SELECT count(*) AS count FROM kept WHERE space NOT IN
  ('undos', 'removed-feeds', 'send-blocks', 'retried-refusals', 'refused-token', 'stock', 'queries', 'addresses')`;

/**
 * The fifth step. It changes the catalogue and copies the few rows of `kept`: less than half a second with 3.5 million
 * trades. `migrateDatabase` locks every table before.
 */
export const RENAME_TABLES = `
-- Renames tables and columns to the names in TypeScript. Statements of an older Crier fail from then on: none of its
-- processes can lead, deliver or save a setting.
ALTER TABLE leader RENAME COLUMN pid TO backend_pid;
ALTER TABLE lines RENAME COLUMN reconsider TO must_reschedule;
ALTER TABLE told RENAME TO deliveries;
ALTER INDEX told_pkey RENAME TO deliveries_pkey;
ALTER TABLE deliveries RENAME COLUMN source TO source_id;
ALTER TABLE deliveries RENAME COLUMN price TO unit_price;
ALTER TABLE moments RENAME TO checkpoints;
ALTER INDEX moments_pkey RENAME TO checkpoints_pkey;
ALTER TABLE notices RENAME COLUMN sources TO subscription_ids;
ALTER TABLE messages RENAME COLUMN tells TO subscription_ids;
ALTER TABLE messages RENAME COLUMN best TO best_prices;
ALTER TABLE messages RENAME COLUMN gaps_until TO gaps_known_until;
ALTER TABLE trade_groups RENAME COLUMN price TO unit_price;
ALTER TABLE feeds RENAME COLUMN guild TO guild_id;
ALTER TABLE feeds RENAME COLUMN channel TO channel_id;
-- The column counted changes of a record, and no statement read it.
ALTER TABLE feeds DROP COLUMN rev;
ALTER TABLE watches DROP COLUMN rev;
ALTER TABLE people DROP COLUMN rev;

-- Records by key, see record-tables.ts. expires_at is null if a record never expires.
CREATE TABLE undos (key text COLLATE "C" PRIMARY KEY, record text NOT NULL, expires_at timestamptz);
CREATE TABLE feed_undos (LIKE undos INCLUDING ALL);
CREATE TABLE send_holds (LIKE undos INCLUDING ALL);
CREATE TABLE retried_refusals (LIKE undos INCLUDING ALL);
CREATE TABLE refused_token (LIKE undos INCLUDING ALL);
CREATE TABLE stock_evidence (LIKE undos INCLUDING ALL);
INSERT INTO undos SELECT key, record, expires_at FROM kept WHERE space = 'undos';
INSERT INTO feed_undos SELECT key, record, expires_at FROM kept WHERE space = 'removed-feeds';
INSERT INTO send_holds SELECT key, record, expires_at FROM kept WHERE space = 'send-blocks';
INSERT INTO retried_refusals SELECT key, record, expires_at FROM kept WHERE space = 'retried-refusals';
INSERT INTO refused_token SELECT key, record, expires_at FROM kept WHERE space = 'refused-token';
INSERT INTO stock_evidence SELECT key, record, expires_at FROM kept WHERE space = 'stock';

-- Queries behind buttons and addresses of direct messages are expendable, and shared because any process may answer a
-- button.
DELETE FROM kept WHERE space NOT IN ('queries', 'addresses');
ALTER TABLE kept RENAME TO cache;
ALTER INDEX kept_pkey RENAME TO cache_pkey;
ALTER INDEX kept_of_user RENAME TO cache_of_user;
ALTER INDEX kept_ending RENAME TO cache_expiring;

-- The division of the bot into shards.
ALTER TABLE fleet RENAME TO sharding;
ALTER INDEX fleet_pkey RENAME TO sharding_pkey;
ALTER TABLE sharding RENAME COLUMN shards TO total;
-- A guard against processes of 0.4.0-dev. They read this table when they return to their shards, and stop if it
-- differs from their own division. The text appears in their message after "SHARDS=". Without the guard, they would
-- run shards of a new process, too.
CREATE TABLE fleet (one boolean PRIMARY KEY, shards text NOT NULL, per_block integer NOT NULL);
INSERT INTO fleet VALUES (true, '(a newer Crier has upgraded the database: start that version here, too)', 0);
CREATE FUNCTION skip_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER keep_guard BEFORE INSERT OR UPDATE OR DELETE ON fleet FOR EACH ROW EXECUTE FUNCTION skip_row();
`;

/** Renames the tables of the fleet. Renames change the catalogue only. */
export const RENAME_FLEET_TABLES = `
ALTER TABLE lines RENAME TO target_leases;
ALTER INDEX lines_pkey RENAME TO target_leases_pkey;
ALTER INDEX lines_ready RENAME TO target_leases_ready;
ALTER SEQUENCE line_fences RENAME TO lease_fences;
ALTER TABLE pace RENAME TO global_rate_limit;
ALTER INDEX pace_pkey RENAME TO global_rate_limit_pkey;
ALTER TABLE published RENAME TO fleet_state;
ALTER INDEX published_pkey RENAME TO fleet_state_pkey;
`;
