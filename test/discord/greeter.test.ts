import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Greeter, type GreetingOutcome, type NewServer } from '../../src/discord/greeting/greeter.ts';
import { greetAll, KnownServers } from '../../src/discord/greeting/known-servers.ts';
import { recordingLog } from '../log/recording-log.ts';

const JOINED = 1_700_000_000_000;
const TAKEN: GreetingOutcome = { kind: 'posted' };
const REFUSED: GreetingOutcome = { kind: 'refused', code: 50013, why: '403 50013: Missing Permissions' };
const AWAY: GreetingOutcome = { kind: 'retry', waitMs: 1, everywhere: false, why: '502' };

const server = (id: string, more: Partial<NewServer> = {}): NewServer => ({
  id,
  joinedAt: JOINED,
  locale: 'de',
  channelIds: ['1', '2'],
  ...more,
});

const ALL = { shards: [0], total: 1 };

/** Creates the state that survives a kill: the saved numbers, and a Discord that accepts each nonce once. */
function world(answers: readonly GreetingOutcome[] = []) {
  const numbersByName = new Map<string, number>();
  const seen = new Map<string, string>();
  let asked = 0;
  let now = JOINED;
  const journal = {
    saveNumbers: async (numbers: Readonly<Record<string, number>>) => {
      for (const [name, number] of Object.entries(numbers)) numbersByName.set(name, number);
    },
    savedNumber: async (name: string) => numbersByName.get(name) ?? null,
  };
  const greeterOf = async (isNew: boolean, killAt = Number.POSITIVE_INFINITY, shards = { shards: [0], total: 1 }) => {
    let steps = 0;
    const step = () => {
      steps += 1;
      if (steps > killAt) throw new Error('killed');
    };
    const saveNumbers = async (numbers: Readonly<Record<string, number>>) => {
      step();
      await journal.saveNumbers(numbers);
      step();
    };
    if (isNew) await greetAll(journal);
    return new Greeter({
      known: new KnownServers({ ...journal, saveNumbers: isNew ? journal.saveNumbers : saveNumbers }, shards),
      resumeFeeds: async () => ({ feeds: [], unclear: [] }),
      async post(channelId, locale, nonce) {
        step();
        const answer = answers[asked++] ?? TAKEN;
        if (answer.kind === 'posted') seen.set(nonce, `${channelId} ${locale}`);
        expect(nonce.length).toBeLessThanOrEqual(25);
        step();
        return answer;
      },
      clock: {
        now: () => now,
        async sleep(ms) {
          now += ms;
        },
      },
      random: () => 0,
      log: recordingLog(),
      signal: new AbortController().signal,
    });
  };
  return { seen, start: greeterOf, asked: () => asked, passedMs: () => now - JOINED };
}

test('200 kills during joins greet each server once', async () => {
  const { seen, start } = world();
  await start(true);
  const servers = Array.from({ length: 40 }, (_, n) => server(String(10n ** 18n + BigInt(n))));
  await fc.assert(
    fc.asyncProperty(fc.subarray(servers, { minLength: 1 }), fc.nat(12), async (joined, killAt) => {
      const greeter = await start(false, killAt);
      await greeter.begin([]);
      for (const one of joined) await greeter.meet(one);
      const ids = [...seen.keys()].map((nonce) => nonce.split('-')[0]);
      expect(new Set(ids).size).toBe(seen.size);
    }),
    { numRuns: 200, endOnFailure: true },
  );
  const last = await start(false);
  for (const one of servers) await last.meet(one);
  expect(seen.size).toBe(servers.length);
});

test('an upgrade greets no server that was there before, and those joined since', async () => {
  const { seen, start } = world();
  const before = [server('100'), server('200', { joinedAt: null, channelIds: [] })];
  const first = await start(false);
  await first.begin(before);
  for (const one of before) await first.meet(one);
  const second = await start(false);
  await second.begin([server('100'), server('200'), server('300')]);
  for (const id of ['100', '200', '300']) await second.meet(server(id));
  expect(seen.size).toBe(1);
});

test('a server that is left and joined again is greeted again, even after a downtime of Crier', async () => {
  const { seen, start } = world();
  const greeter = await start(true);
  await greeter.meet(server('100'));
  await greeter.meet(server('100'));
  expect(seen.size).toBe(1);
  await (await start(false)).meet(server('100', { joinedAt: JOINED + 60_000 }));
  expect(seen.size).toBe(2);
});

test.each([
  ['the next channel where the first refuses', [REFUSED], ['2 de']],
  ['the same channel again where Discord is away', [AWAY, AWAY], ['1 de']],
  ['nobody where no channel takes it', [REFUSED, REFUSED], []],
] as const)('the greeting goes to %s', async (_, answers, expected) => {
  const { seen, start } = world(answers);
  const greeter = await start(true);
  await greeter.meet(server('100'));
  await greeter.meet(server('100'));
  expect([...seen.values()]).toEqual(expected);
});

test('a server whose feeds could not resume is retried before its greeting, and greeted with its feeds', async () => {
  const known = new KnownServers(
    { saveNumbers: async () => {}, savedNumber: async (name) => (name === 'servers-known' ? 1 : null) },
    ALL,
  );
  const steps: string[] = [];
  const greeter = new Greeter({
    known,
    async resumeFeeds(serverId) {
      steps.push(`resume ${serverId}`);
      if (steps.length < 3) throw new Error('the store is away');
      return { feeds: [], unclear: [] };
    },
    async post(channelId) {
      steps.push(`greet in ${channelId}`);
      return TAKEN;
    },
    ...{
      clock: { now: () => JOINED, sleep: async () => {} },
      random: () => 0,
      log: recordingLog(),
      signal: new AbortController().signal,
    },
  });
  await greeter.meet(server('100'));
  await expect.poll(() => steps).toEqual(['resume 100', 'resume 100', 'resume 100', 'greet in 1']);
});

test('a channel without an answer from Discord delays no greeting, and is retried alone for six hours', async () => {
  const known = new KnownServers(
    { saveNumbers: async () => {}, savedNumber: async (name) => (name === 'servers-known' ? 1 : null) },
    ALL,
  );
  const unclear = [{ kind: 'channel' as const, id: '1' }];
  const steps: string[] = [];
  const log = recordingLog();
  let now = JOINED;
  const greeter = new Greeter({
    known,
    async resumeFeeds(_, only) {
      steps.push(only === null ? 'all' : only.map(({ id }) => id).join());
      return { feeds: [], unclear };
    },
    async post() {
      steps.push('greeting');
      return TAKEN;
    },
    clock: {
      now: () => now,
      async sleep(ms) {
        now += ms;
      },
    },
    ...{ random: () => 0, log, signal: new AbortController().signal },
  });
  await greeter.meet(server('100'));
  await expect.poll(() => log.lines.map(({ sentence }) => sentence)).toHaveLength(1);
  expect(steps.slice(0, 2)).toEqual(['all', 'greeting']);
  expect(new Set(steps.slice(2))).toEqual(new Set(['1']));
  expect(now - JOINED).toBe(6 * 3_600_000);
});

test('if the servers present at the upgrade cannot be saved, none of them is greeted', async () => {
  const full = async () => {
    throw new Error('disk full');
  };
  const known = new KnownServers({ saveNumbers: full, savedNumber: async () => null }, { shards: [0], total: 1 });
  await expect(known.begin([server('100')])).rejects.toThrow('disk full');
  expect(await known.has(server('100'))).toBe(true);
});

test('a server whose channels all refuse is tried in ten of them, not in five hundred', async () => {
  const answers = Array<GreetingOutcome>(500).fill(REFUSED);
  const { start, asked } = world(answers);
  const channelIds = answers.map((_, n) => String(n));
  await (await start(true)).meet(server('100', { channelIds }));
  expect(asked()).toBe(10);
});

test('a server whose greeting Discord rejects does not delay others', async () => {
  const { seen, start } = world([AWAY]);
  const greeter = await start(true);
  await Promise.all([greeter.meet(server('100')), greeter.meet(server('200'))]);
  await expect.poll(() => [...seen.keys()].map((nonce) => nonce.split('-')[0])).toEqual(['g5k', 'g2s']);
});

test('an upgrade to several shard blocks greets no existing server', async () => {
  const { seen, start } = world();
  for (const [id, shards] of Object.entries({ 100: [0, 1], 200: [2] })) {
    const greeter = await start(false, Number.POSITIVE_INFINITY, { shards, total: 3 });
    await greeter.begin([server(id)]);
    await greeter.meet(server(id));
    await greeter.meet(server(`${id}1`));
  }
  expect(seen.size).toBe(2);
});

const UNLISTED: GreetingOutcome = { ...AWAY, why: '403 50009: no reason known', unlistedCode: 50_009 };

test('a channel refusing for an unknown reason is skipped, and a server of such channels retried for 6 h', async () => {
  const other = world([UNLISTED]);
  const greeter = await other.start(true);
  await greeter.begin([]);
  await greeter.meet(server('5'));
  expect([...other.seen.values()]).toEqual(['2 de']);

  const all = world(Array.from({ length: 500 }, () => UNLISTED));
  const retrying = await all.start(true);
  await retrying.begin([]);
  await retrying.meet(server('6'));
  await expect.poll(all.passedMs).toBe(6 * 3_600_000);
  await retrying.settled();
  const asked = all.asked();
  await retrying.meet(server('6'));
  expect(all.asked()).toBe(asked);
});
