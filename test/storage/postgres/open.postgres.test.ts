import { expect, inject, onTestFinished, test } from 'vitest';
import { OperatorFault } from '../../../src/faults/operator-fault.ts';
import { formatFault } from '../../../src/format-fault.ts';
import { Postgres } from '../../../src/storage/postgres/connection.ts';
import { retryUntilReachable } from '../../../src/storage/postgres/connection-retries.ts';
import { openPostgres } from '../../../src/storage/postgres/open.ts';
import { openPostgresPorts, openRefusedToken } from '../../../src/storage/postgres/ports.ts';
import { systemClock } from '../../../src/time/clock.ts';
import { recordingLog } from '../../log/recording-log.ts';
import { watch } from '../sqlite/samples.ts';
import { LOCKED_OUT } from './cluster.ts';
import { locationOf, makeDatabase, makeEmptyDatabase, openHandle, openTcpProxy, urlOf } from './database.ts';
import { onCluster } from './database-pool.ts';
import { minuteClock } from './minute-clock.ts';
import { openTransactionPooler } from './transaction-pooler.ts';

const PASSWORD = 'hunter2-hunter2';

/** Stands on: a real PostgreSQL. */

/** @returns the message for the operator */
async function operatorMessageOf(url: string): Promise<string> {
  const error = await openPostgres(url, recordingLog(), minuteClock).then(
    () => 'it opened',
    (fault: unknown) => fault,
  );
  expect(error).toBeInstanceOf(OperatorFault);
  return formatFault(error);
}

test('an invalid address is refused', async () => {
  expect(await operatorMessageOf(`postgres://crier:${PASSWORD}@/crier`)).toMatch(/^STORE_URL is not an address/);
});

test('an unreachable server of STORE_URL is reported', async () => {
  const proxy = await openTcpProxy(urlOf('postgres'));
  const url = new URL(proxy.url(urlOf('postgres')));
  url.password = PASSWORD;
  url.port = '1';
  const message = await operatorMessageOf(url.href);
  expect(message).toMatch(
    /^PostgreSQL at 127\.0\.0\.1:1 is unreachable: connect ECONNREFUSED.*\. Start it, or correct STORE_URL\.$/,
  );
});

test('a server without the requested encryption is reported at once', async () => {
  const proxy = await openTcpProxy(urlOf('postgres'));
  const url = new URL(proxy.url(urlOf('postgres')));
  url.searchParams.set('sslmode', 'require');
  const clock = { monotonic: () => 0, sleep: () => Promise.reject(new Error('nothing to wait for')) };
  await expect(openPostgres(url.href, recordingLog(), clock)).rejects.toThrow(
    /^PostgreSQL accepts no encrypted .*sslmode/,
  );
});

test('a database of STORE_URL that does not exist is reported', async () => {
  expect(await operatorMessageOf(urlOf('nothing_here'))).toMatch(
    / has no database nothing_here: create it, or correct STORE_URL\.$/,
  );
});

test('a wrong password is reported without being printed', async () => {
  const url = new URL(urlOf('postgres'));
  url.username = LOCKED_OUT;
  url.password = PASSWORD;
  const message = await operatorMessageOf(url.href);
  expect(message).toMatch(/ rejects the user locked_out: password authentication failed .*\. Correct STORE_URL\.$/);
  expect(message).not.toContain(PASSWORD);
});

test('a missing password of STORE_URL is reported', async () => {
  const url = new URL(urlOf('postgres'));
  url.username = LOCKED_OUT;
  expect(await operatorMessageOf(url.href)).toMatch(
    / asks locked_out for a password: give it in STORE_URL, or in PGPASSWORD\.$/,
  );
});

test('a database whose encoding cannot hold every text is refused', async () => {
  const url = await makeEmptyDatabase("ENCODING 'LATIN1' TEMPLATE template0");
  expect(await operatorMessageOf(url)).toMatch(/^The database of STORE_URL is encoded in LATIN1: create one in UTF8/);
});

test('a user with read access only, and a read-only database, are each refused', async () => {
  const url = new URL(await makeDatabase());
  const guest = `reader_${url.pathname.slice(1)}`;
  const owner = openHandle(url.href);
  await owner.query(`CREATE ROLE ${guest} LOGIN`);
  await owner.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${guest}`);
  url.username = guest;
  expect(await operatorMessageOf(url.href)).toMatch(
    /^The user of STORE_URL may not .* write to them: make it the owner of both\.$/,
  );
  await owner.query(`ALTER ROLE ${guest} SET default_transaction_read_only = on`);
  expect(await operatorMessageOf(url.href)).toMatch(/^The database of STORE_URL accepts no writes of its user/);
  await owner.query(`DROP OWNED BY ${guest}`);
  await owner.query(`DROP ROLE ${guest}`);
});

test('a user who may not create tables is refused', async () => {
  const url = new URL(await makeEmptyDatabase());
  const guest = `guest_${url.pathname.slice(1)}`;
  await onCluster(`CREATE ROLE ${guest} LOGIN`);
  url.username = guest;
  expect(await operatorMessageOf(url.href)).toMatch(
    /^The user of STORE_URL may not create tables in its database, or write/,
  );
  await onCluster(`DROP ROLE ${guest}`);
});

test('a pooler that shares one connection between clients is refused', async () => {
  const url = new URL(await makeDatabase());
  const port = await openTransactionPooler(inject('postgresFolder'), url.pathname.slice(1));
  expect(await operatorMessageOf(`postgres://crier@127.0.0.1:${port}/crier`)).toMatch(
    /^STORE_URL leads to a connection pooler/,
  );
});

test('a query whose answer is lost rejects as unreachable, and its result can be looked up', async () => {
  const direct = await makeDatabase();
  const proxy = await openTcpProxy(direct);
  const postgres = openHandle(proxy.url(direct));
  const cut = proxy.cutAfterAnswerTo('lost-one');
  await expect(postgres.query("INSERT INTO checkpoints VALUES ('lost-one', 1)")).rejects.toThrow(
    /^PostgreSQL is unreachable/,
  );
  await cut;
  const { count } = await postgres.query("SELECT 1 FROM checkpoints WHERE name = 'lost-one'");
  expect(count).toBe(1);
});

test('fault 81: an unreadable watch is counted once for the lists and /health', async () => {
  const url = await makeDatabase();
  const log = recordingLog();
  const ports = await openPostgresPorts(new Postgres(locationOf(url), log), {
    clock: systemClock,
    random: Math.random,
    log,
  });
  onTestFinished(() => ports.close());
  await ports.settings.putWatch(watch);
  expect(await ports.subscriptions.watchesOf(watch.userId)).toEqual([watch]);
  expect(ports.settingsLack()).toBeNull();
  await openHandle(url).query(`UPDATE watches SET record = '{"v":9}'`);
  for (let reads = 0; reads < 2; reads += 1) expect(await ports.subscriptions.watchesOf(watch.userId)).toEqual([]);
  expect(ports.settingsLack()).toEqual({ quarantinedAt: null, unreadable: { feeds: 0, watches: 1, people: 0 } });
  expect(log.errors()).toMatchObject([{ facts: { ids: [watch.id] } }]);
  await ports.settings.putWatch(watch);
  expect(await ports.subscriptions.watchesOf(watch.userId)).toEqual([watch]);
  expect(ports.settingsLack()).toBeNull();
});

test('a connection lost right after the opening ends no start: the rejected token is read again', async () => {
  const direct = await makeDatabase();
  const proxy = await openTcpProxy(direct);
  const log = recordingLog();
  const postgres = await openPostgres(proxy.url(direct), log, systemClock);
  onTestFinished(() => postgres.end());
  proxy.cut();
  proxy.refuse(true);
  const clock = {
    monotonic: () => 0,
    async sleep() {
      proxy.refuse(false);
    },
  };
  const refusedToken = openRefusedToken(postgres, log);
  expect(await retryUntilReachable(() => refusedToken.is('token'), clock, log)).toBe(false);
  const sentences = log.lines.map(({ sentence }) => sentence);
  expect(sentences).toEqual(
    expect.arrayContaining(['PostgreSQL unreachable, retrying for a minute', 'PostgreSQL reachable']),
  );
});
