import { DiscordAPIError } from 'discord.js';
import { expect, test } from 'vitest';
import { NotBefore } from '../../src/discord/rest/faults.ts';
import { retryRequest } from '../../src/discord/rest/retry-request.ts';
import { createLogger } from '../../src/log/logger.ts';
import { recordingLog } from '../log/recording-log.ts';
import { ManualClock } from '../time/manual-clock.ts';

const WORDS = {
  failing: 'Discord unreachable, retrying the login',
  rejected: 'Discord rejects it',
  recovered: 'Discord answers',
};

/** Returns the log lines of attempts that end in these errors in turn and then succeed. */
async function linesOf(...errors: readonly Error[]): Promise<Record<string, unknown>[]> {
  return (await resultOf(...errors)).lines;
}

/** Returns the same with the waits between the attempts in ms. */
async function resultOf(...errors: readonly Error[]) {
  const waits: number[] = [];
  const lines: string[] = [];
  const log = createLogger('info', [], { write: (line) => void lines.push(line), dropped: () => 0 });
  const clock = { sleep: async (ms: number) => void waits.push(ms) };
  const rest = errors.values();
  const attempt = async () => {
    const { value } = rest.next();
    if (value) throw value;
  };
  await retryRequest(attempt, WORDS, { clock, random: () => 0, log, signal: new AbortController().signal });
  const parsed: Record<string, unknown>[] = lines.map((line) => JSON.parse(line));
  return { lines: parsed, waits };
}

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });

test('an outage is one log line, with its code and the time until the next try', async () => {
  const lines = await linesOf(refused(), refused());
  expect(JSON.stringify(lines)).not.toContain('stack');
  expect(lines).toMatchObject([
    {
      msg: WORDS.failing,
      err: { type: 'Error', message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' },
      retryInMs: 250,
    },
    { msg: WORDS.recovered, attempts: 3 },
  ]);
});

test('a stop ends the wait for the next attempt at once', async () => {
  const stop = new AbortController();
  const clock = new ManualClock();
  const attempt = () => Promise.reject(refused());
  const ended = retryRequest(attempt, WORDS, { clock, random: () => 0, log: recordingLog(), signal: stop.signal });
  await expect.poll(() => clock.sleepers()).toBe(1);
  stop.abort(new Error('shutdown'));
  expect(clock.sleepers()).toBe(0);
  await expect(ended).rejects.toThrow('shutdown');
});

test('an intended wait is logged as its own message, without an error', async () => {
  const [line] = await linesOf(new NotBefore(7_000, 'Only 0 logins are left'));
  expect(line).toMatchObject({ msg: 'Only 0 logins are left', retryInMs: 7_000 });
  expect(line).not.toHaveProperty('err');
});

test('a programming error keeps its stack trace', async () => {
  const [line] = await linesOf(new TypeError('x is not a function'));
  expect(line?.err).toMatchObject({ stack: expect.stringContaining('retry-request.test.ts') });
});

test.each([
  [400, 50_035],
  [400, 30_034],
  [413, 0],
])(
  'a rejected request (%i, code %i) is logged once and retried at intervals that grow to 20 minutes',
  async (status, code) => {
    const error = () => new DiscordAPIError({ code, message: 'Invalid' }, code, status, 'PUT', '/', {});
    const { lines, waits } = await resultOf(...Array.from({ length: 14 }, error));
    expect(lines.map(({ msg }) => msg)).toEqual([WORDS.rejected, WORDS.recovered]);
    expect(waits.at(0)).toBe(250);
    expect(waits.at(-1)).toBe(10 * 60_000);
  },
);

test('an unanswered request is retried at intervals of at most a minute', async () => {
  const { waits } = await resultOf(...Array.from({ length: 14 }, refused));
  expect(waits.at(-1)).toBe(30_000);
});
