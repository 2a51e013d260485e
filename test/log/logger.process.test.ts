import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const TOKEN = 'MTEwMDAw.GabcdE.s3cr3t-s3cr3t_s3cr3t';
const INTERACTION_TOKEN = 'aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDpzZWNyZXQtc2VjcmV0';
const logger = new URL('../../src/log/logger.ts', import.meta.url).href;
const postgresWrite = new URL('../../src/storage/postgres/connection-retries.ts', import.meta.url).href;
const connectionLost = new URL('../../src/faults/store-faults.ts', import.meta.url).href;

/**
 * Runs `script` in a child process with a logger of that level.
 *
 * @returns its lines on stdout, parsed
 */
async function linesOf(script: string, level = 'info'): Promise<Record<string, unknown>[]> {
  const source = `const { createLogger } = await import(${JSON.stringify(logger)});
    const log = createLogger('${level}', ['${TOKEN}']);
    const refused = Object.assign(new Error('Unknown interaction'), {
      name: 'DiscordAPIError[10062]',
      code: 10062,
      url: 'https://discord.com/api/v10/webhooks/110000/${INTERACTION_TOKEN}/messages/@original',
      requestBody: { json: { content: 'what Ada asked' } },
      rawError: { message: 'what Discord said' },
    });
    ${script}`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', source]);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

test('a log line is its facts and its message', async () => {
  const [line] = await linesOf(`log.warn({ shops: 3, trouble: 'closed-1006' }, 'Stream lost');`);
  expect(line).toMatchObject({ level: 40, shops: 3, trouble: 'closed-1006', msg: 'Stream lost' });
});

test('the bot’s token is hidden in facts, messages, errors and addresses', async () => {
  const lines = await linesOf(`
    log.info({ header: 'Bot ${TOKEN}', deep: { er: ['${TOKEN}'] } }, 'with ${TOKEN}');
    log.error({ err: new Error('Bad ${TOKEN}') }, 'failed');
    log.error({ token: 'another', options: { token: 'and another' } }, 'options');`);
  expect(lines).toHaveLength(3);
  const text = JSON.stringify(lines);
  expect(text).not.toContain(TOKEN);
  expect(text).not.toContain('another');
  expect(lines[0]).toMatchObject({ header: 'Bot [secret]', msg: 'with [secret]' });
});

test.each(['err', 'error'])(
  'an error logged as `%s` omits the interaction’s token and the users’ texts',
  async (key) => {
    const [line] = await linesOf(`log.warn({ ${key}: refused }, 'An answer came too late');`);
    expect(line?.[key]).toMatchObject({
      message: 'Unknown interaction',
      code: 10062,
      url: 'https://discord.com/api/v10/webhooks/110000/[secret]/messages/@original',
      stack: expect.stringContaining('Unknown interaction'),
    });
    const text = JSON.stringify(line);
    expect(text).not.toContain(INTERACTION_TOKEN);
    expect(text).not.toContain('Ada asked');
    expect(text).not.toContain('Discord said');
  },
);

test.each(['err', 'error'])(
  'an error that the operator can fix is logged as `%s` with advice, without a stack trace',
  async (key) => {
    const [line] = await linesOf(`
    const full = Object.assign(new Error('ENOSPC: no space left, write'), { code: 'ENOSPC', syscall: 'write' });
    log.error({ ${key}: full }, 'Not kept');`);
    expect(line?.[key]).toEqual({
      type: 'Error',
      message: 'ENOSPC: no space left, write. Free some space on the disk.',
    });
  },
);

test('a lost PostgreSQL write is logged without a stack trace, a rejected one with it', async () => {
  const lines = await linesOf(`
    const { orNotWritten } = await import('${postgresWrite}');
    const { ConnectionLost } = await import('${connectionLost}');
    const lost = new ConnectionLost(new Error('timeout expired'), null);
    await orNotWritten(Promise.reject(lost)).catch((err) => log.error({ err }, 'Not kept'));
    await orNotWritten(Promise.reject(new Error('no such function'))).catch((err) => log.error({ err }, 'Not kept'));`);
  expect(lines[0]?.err).toEqual({
    type: 'NotWritten',
    message: 'PostgreSQL could not be written to: PostgreSQL is unreachable: timeout expired.',
  });
  expect(lines[1]?.err).toMatchObject({ stack: expect.stringContaining('no such function') });
});

test('the token in a callback’s address is hidden too', async () => {
  const [line] = await linesOf(`log.info({ path: '/interactions/110000/${INTERACTION_TOKEN}/callback' }, 'POST');`);
  expect(line).toMatchObject({ path: '/interactions/110000/[secret]/callback' });
});

test('the password of a database is hidden in every notation', async () => {
  const lines = await linesOf(`
    const store = createLogger('info', ['p%40ss"w%6Frd', 'p@ss"word']);
    store.info({ url: 'postgres://crier:p%40ss"w%6Frd@db.example/crier' }, 'as it stands');
    store.info({ deep: { er: ['p@ss"word'] } }, 'as it is meant: p@ss"word');
    store.error({ err: Object.assign(new Error('Invalid URL'), { input: 'postgresql://crier:p@ss"word@db' }) }, 'failed');
    log.info({ url: 'postgres://crier:an@other@db.example/crier', to: 'ada@home' }, 'one that is not known');
    log.info({ url: 'http://bob:hunter2@proxy.example/api', plain: 'http://a.example:80/x@y' }, 'before Discord');`);
  const text = JSON.stringify(lines);
  expect(text).not.toMatch(/p%40|p@ss|word|other/);
  expect(lines).toMatchObject([
    { url: 'postgres://crier:[secret]@db.example/crier' },
    { msg: 'as it is meant: [secret]' },
    { msg: 'failed' },
    { url: 'postgres://crier:[secret]@db.example/crier', to: 'ada@home' },
    { url: 'http://[secret]@proxy.example/api', plain: 'http://a.example:80/x@y' },
  ]);
});

test('messages below the log level are not written', async () => {
  const script = `log.debug({}, 'a'); log.info({}, 'b'); log.warn({}, 'c'); log.error({}, 'd');`;
  expect((await linesOf(script, 'warn')).map(({ msg }) => msg)).toEqual(['c', 'd']);
  expect(await linesOf(script, 'silent')).toEqual([]);
});
