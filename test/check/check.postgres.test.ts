import { expect, onTestFinished, test } from 'vitest';
import { startBot } from '../../sandbox/bot.ts';
import { checkPostgres } from '../../src/check/postgres.ts';
import { settingsForms } from '../../src/storage/mappers/settings-records.ts';
import { openRefusedToken } from '../../src/storage/postgres/ports.ts';
import { PostgresSettings } from '../../src/storage/postgres/settings.ts';
import { recordingLog } from '../log/recording-log.ts';
import { LOCKED_OUT } from '../storage/postgres/cluster.ts';
import { makeDatabase, makeEmptyDatabase, openHandle, openTcpProxy, urlOf } from '../storage/postgres/database.ts';
import { feed } from '../storage/sqlite/samples.ts';

const TOKEN = 'MTIz.abc.def';
const PASSWORD = 'hunter2-hunter2';

async function check(url: string) {
  const checked = await checkPostgres(url);
  onTestFinished(() => checked.close());
  return checked;
}

test('a database with Crier’s tables reports its running processes, its feeds and the refused token', async () => {
  const url = await makeDatabase();
  const postgres = openHandle(url);
  await new PostgresSettings(postgres, settingsForms(recordingLog())).putFeed(feed);
  await openRefusedToken(postgres, recordingLog()).keep(TOKEN);
  const { finding, feeds, refusedToken } = await check(url);
  expect(finding).toMatchObject({ isWell: true, message: expect.stringContaining('can be read and written') });
  expect(feeds).toEqual([feed]);
  expect(await refusedToken?.is(TOKEN)).toBe(true);
});

test('an empty database stays empty after a check', async () => {
  const url = await makeEmptyDatabase();
  const { finding, feeds } = await check(url);
  expect(finding).toMatchObject({
    isWell: true,
    message: expect.stringMatching(/updates its tables when it starts\.$/),
  });
  expect(feeds).toBeNull();
  const { rows } = await openHandle(url).query(`SELECT FROM pg_tables WHERE schemaname = 'public'`);
  expect(rows).toEqual([]);
});

test('a database of a newer release and a read-only database are each reported', async () => {
  const url = new URL(await makeDatabase());
  const owner = openHandle(url.href);
  await owner.query('UPDATE crier_schema SET version = 99');
  expect((await check(url.href)).finding).toMatchObject({
    isWell: false,
    message: expect.stringMatching(/^The database of STORE_URL was written by a newer Crier .+ start that one again/),
  });
  const guest = `guest_${url.pathname.slice(1)}`;
  await owner.query(`CREATE ROLE ${guest} LOGIN`);
  await owner.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${guest}`);
  await owner.query('UPDATE crier_schema SET version = 1');
  url.username = guest;
  expect((await check(url.href)).finding).toMatchObject({
    isWell: false,
    message: expect.stringMatching(/^The user of STORE_URL may not create tables in its database/),
  });
  await owner.query(`DROP OWNED BY ${guest}`);
  await owner.query(`DROP ROLE ${guest}`);
});

test('an unreachable database server is reported at once, by the whole check and without the password', async () => {
  const proxy = await openTcpProxy(urlOf('postgres'));
  const url = new URL(proxy.url(urlOf('postgres')));
  url.port = '1';
  url.password = PASSWORD;
  const environment = {
    DISCORD_TOKEN: TOKEN,
    DISCORD_API_URL: 'http://127.0.0.1:1',
    SERVICE_URL: 'http://127.0.0.1:1',
  };
  const bot = startBot({ ...environment, STORE_URL: url.href }, { args: ['--check'] });
  expect(await bot.exited).toBe(1);
  expect(bot.log()).toMatch(
    /^✗ Store: PostgreSQL at 127\.0\.0\.1:1 is unreachable: .+ Start it, or correct STORE_URL\.$/m,
  );
  expect(bot.log()).toMatch(/^✗ Token: Discord does not answer \(.*ECONNREFUSED.*\)/m);
  expect(bot.log()).toMatch(/^✗ Service: .*ECONNREFUSED/m);
  expect(bot.log()).not.toContain(PASSWORD);
});

test('a wrong password is reported without being printed', async () => {
  const url = new URL(urlOf('postgres'));
  url.username = LOCKED_OUT;
  url.password = PASSWORD;
  const { message } = (await check(url.href)).finding;
  expect(message).toMatch(/ rejects the user locked_out/);
  expect(message).not.toContain(PASSWORD);
});
