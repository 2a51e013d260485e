import { expect, test } from 'vitest';
import { type HealthAnswer, renderHealth } from '../../../../src/discord/render/answer/health.ts';
import type { ServiceHealth } from '../../../../src/ports/status.ts';
import { readHealth } from '../../../../src/service/wire/answers.ts';
import { ENGLISH } from '../../../language/spoken.ts';
import { NO_SNAPSHOT } from '../../no-snapshot.ts';
import { layoutText } from '../layout-text.ts';

const NOW = 1_700_000_000_000;
const DAY = 86_400_000;
const ASKED = `<t:${(NOW - 4_000) / 1000}:R>`;
const ping = { players: 3, highLatencySamples: [], minPing: 1, maxPing: 9, avgPing: 4, medianPing: 3 };
const report = {
  tick: { last: 1, latest: 2, gap: 50, healthy: true },
  memory: { free: 1, allocated: 2, max: 3 },
  ping,
};
const HEALTHY = report;
const well: HealthAnswer = {
  landmarks: null,
  service: {
    askedAt: NOW - 4_000,
    up: { ok: true, value: true },
    report: { ok: true, value: report },
    lastReport: null,
  },
  stream: { state: 'live', since: NOW - DAY, lastFrameAt: NOW, lastEventAt: NOW, counted: {} },
  outages: [],
  unreportedShops: [],
  snapshot: { ...NO_SNAPSHOT, takenAt: NOW - 60_000, records: 9 },
  queue: { depth: 0, waitingSince: null, later: 0, refused: 0, lastDeliveryAt: null },
  beganAt: NOW - 9 * DAY,
  tradesKnownSince: null,
  now: NOW,
  trouble: null,
  lack: null,
  language: ENGLISH,
};
const service = (more: Partial<ServiceHealth>) => ({ service: { ...well.service, ...more } });
/** Returns the parts of the answer, each as a name and its text. The first is the verdict. */
function partsOf(more: Partial<HealthAnswer>) {
  const [verdict = '', ...parts] = layoutText(renderHealth({ ...well, ...more })).split(
    /\n(?=\*\*(?:⚠️ )?(?:Game|Data|Live|Shops|Messages|Feeds))/,
  );
  return [
    { name: verdict.replace('## ', ''), value: '' },
    ...parts.map((part) => {
      const [name = '', ...lines] = part.split('\n');
      return { name: name.replaceAll('**', ''), value: lines.join('\n') };
    }),
  ];
}
const verdictOf = (more: Partial<HealthAnswer>) => partsOf(more)[0]?.name;
const partOf = (name: string, more: Partial<HealthAnswer>) =>
  partsOf(more).find((part) => part.name.replace('⚠️ ', '') === name)?.value;
const marked = (more: Partial<HealthAnswer>) =>
  partsOf(more).flatMap(({ name }) => (name.startsWith('⚠️') ? [name.slice(3)] : []));
const failed = { ok: false, why: 'the service is away (status 503)' } as const;
const missing = { ok: false, why: 'the service has no data yet (NOT_CACHED)', isMissing: true } as const;

test('/health begins with the verdict, and marks only the part that is down', () => {
  expect(marked({})).toEqual([]);
  expect(verdictOf({})).toBe('All is running');
  const slow = service({ report: { ok: true, value: { ...report, tick: { ...report.tick, healthy: false } } } });
  const cutOff = { stream: { ...well.stream, state: 'down' as const } };
  const at = (ms: number, style: string) => `<t:${ms / 1000}:${style}>`;
  const quiet = { stream: { ...well.stream, lastEventAt: null } };
  const lastReport = { askedAt: NOW - 600_000, value: report };
  const gone = service({ report: missing, lastReport });
  const away = service({ up: failed, report: failed, lastReport });
  const silent = { stream: { ...cutOff.stream, lastFrameAt: NOW - 240_000 } };
  const cases: [Partial<HealthAnswer>, string[], string][] = [
    [service({ up: failed }), ['Data service'], 'The data service answers only in part'],
    [gone, ['Game server'], 'The game server sends no report, but trades come in'],
    [
      { ...gone, ...quiet },
      ['Game server'],
      `The game server seems to be down: no report since ${at(NOW - 600_000, 't')}`,
    ],
    [
      { ...service({ report: missing }), ...quiet },
      ['Game server'],
      'The game server seems to be down: it sends no report',
    ],
    [slow, ['Game server'], 'The game server is slow'],
    [cutOff, ['Live trades and auctions'], `No live trades and auctions since ${at(NOW - DAY, 'f')}`],
    [{ snapshot: { ...well.snapshot, takenAt: null } }, ['Shops'], 'The list of shops is not in yet'],
    [{ snapshot: { ...well.snapshot, takenAt: NOW - DAY } }, ['Shops'], 'The list of shops is old'],
    [{ queue: null }, ['Messages'], 'Messages come late'],
    [away, ['Data service'], 'The data service answers only in part'],
    [
      { ...away, ...silent, snapshot: { ...well.snapshot, takenAt: NOW - 300_000 } },
      ['Data service', 'Live trades and auctions'],
      `The data service has not answered since ${at(NOW - 240_000, 't')}`,
    ],
    [
      {
        ...service({ up: failed, report: failed }),
        stream: { ...cutOff.stream, lastFrameAt: null },
        snapshot: { ...well.snapshot, takenAt: null },
      },
      ['Data service', 'Live trades and auctions', 'Shops'],
      'The data service does not answer',
    ],
  ];
  for (const [more, parts, verdict] of cases) expect([marked(more), verdictOf(more)]).toEqual([parts, verdict]);
});

test('a failing report route on a quiet night marks the data service, not the game server', () => {
  const quiet = { stream: { ...well.stream, lastEventAt: null } };
  const garbled = { ok: false, why: 'not as expected', isAnswered: true } as const;
  for (const report of [failed, garbled]) {
    const answer = { ...service({ report, lastReport: { askedAt: NOW - 600_000, value: HEALTHY } }), ...quiet };
    expect(marked(answer)).toEqual(['Data service']);
    expect(verdictOf(answer)).toBe('The data service answers only in part');
    expect(partOf('Game server', answer)).toContain(`No report as of ${ASKED}: ${report.why}`);
  }
});

test('/health marks messages that wait for minutes with their age, and counts refused ones', () => {
  const queue = { depth: 14, waitingSince: NOW - 30_000, later: 3, refused: 0, lastDeliveryAt: NOW - 30_000 };
  const last = `Last sent <t:${(NOW - 30_000) / 1000}:R>`;
  const held = '3 messages held for quiet hours, a snooze or a cooldown';
  expect(partOf('Messages', { queue })).toBe(`14 messages waiting · ${last}\n${held}`);
  const stuck = { queue: { ...queue, waitingSince: NOW - 600_000, refused: 2 } };
  expect(marked(stuck)).toEqual(['Messages']);
  expect(partOf('Messages', stuck)).toBe(
    `14 messages waiting, the first since <t:${(NOW - 600_000) / 1000}:t> · ${last}\n${held}\nDiscord did not take 2 messages in the last 24 hours`,
  );
});

test('/health mentions STOCK_UNIT only if trades contradict it', () => {
  const shops = (more: object) => partOf('Shops', { snapshot: { ...well.snapshot, ...more } })?.split('\n');
  const warning = '**Stock may be wrong**: trades contradict the setting `STOCK_UNIT`';
  expect(shops({ isStockUnitContradicted: true })).toContain(warning);
  expect(shops({})).not.toContain(warning);
});

const stream = (more: Partial<HealthAnswer>) => partOf('Live trades and auctions', more)?.split('\n').slice(1);

test('/health reports outages of any length, but not the connecting time at a start', () => {
  const from = NOW - 3_600_000;
  const shown = (why: string) => stream({ outages: [{ from, until: from + 600, why }] });
  expect(shown('closed-1006')).toEqual([
    `Outages in the last 24 hours, the longest first: <t:${from / 1000}:t> (1 second)`,
  ]);
  expect(shown('start')).toEqual(['No outage in the last 24 hours']);
});

test('/health lists the longest outages, and counts the others', () => {
  const outages = [1, 9, 2, 3, 4, 5, 6].map((seconds, at) => {
    const from = NOW - (20 - at) * 60_000;
    return { from, until: from + seconds * 1_000, why: 'closed-1006' };
  });
  const [line = ''] = stream({ outages }) ?? [];
  expect(line.match(/\d seconds/g)).toEqual(['9', '6', '5', '4', '3'].map((n) => `${n} seconds`));
  expect(line).toMatch(/, and 2 shorter ones$/);
});

test('trades reported by the stream before Crier’s start are no gap, as in /price', () => {
  const streamText = (tradesKnownSince: number | null) =>
    stream({ beganAt: NOW - 5_000, tradesKnownSince })?.join('\n');
  expect(streamText(null)).not.toContain('Crier has watched');
  expect(streamText(NOW - DAY / 4)).toContain(
    `Crier has watched since <t:${(NOW - DAY / 4) / 1000}:t>; earlier trades`,
  );
});

test('/health reports the time before Crier’s start as unknown, not as an outage', () => {
  expect(stream({ beganAt: NOW - DAY })).toEqual(['No outage in the last 24 hours']);
  expect(stream({ beganAt: NOW - 5_000, tradesKnownSince: NOW - 5_000 })).toEqual([
    `Crier has watched since <t:${(NOW - 5_000) / 1000}:t>; earlier trades are unknown`,
  ]);
});

test.each([{}, { tick: null, ping: [] }, '<html>', null])(
  'an answer without any field of a report is not accepted as one: %j',
  (answer) => {
    const why = 'not as expected';
    expect(readHealth(answer)).toEqual({ ok: false, why, isAnswered: true });
    expect(partOf('Game server', service({ report: readHealth(answer) }))).toBe(`No report as of ${ASKED}: ${why}`);
  },
);

const MEMORY = { free: 0, allocated: 3_000 * 1024 ** 2, max: 4_096 * 1024 ** 2 };
const EXTREMES = { minPing: 2_147_483_647, maxPing: -2_147_483_648, avgPing: 0, medianPing: 0 };
test.each<[string, object, string]>([
  ['an empty server has no pings', { ping: { ...EXTREMES, players: 0 } }, '0 players online'],
  ['the pings are null', { ping: { ...ping, minPing: null, avgPing: null, medianPing: null } }, '3 players online'],
  ['the samples are null', { ping: { ...ping, players: 0, highLatencySamples: null } }, '0 players online'],
  [
    'some pings are absurd',
    { ping: { ...EXTREMES, players: 2, medianPing: 31 } },
    '2 players online\nPing: usually 31 ms',
  ],
  [
    'players are missing',
    { ping: { ...ping, players: undefined } },
    'Ping: usually 3 ms, on average 4 ms, from 1 to 9 ms',
  ],
  ['the ping is missing', { ping: null }, ''],
  ['the ping is an array', { ping: [] }, ''],
])('a report is read field by field: %s', (_, more, expected) => {
  const read = readHealth({ ...report, memory: MEMORY, ...more });
  expect(marked(service({ report: read }))).toEqual([]);
  const lines = [
    'Runs well: 50 ms between the last two ticks',
    expected,
    'Memory: 3,000 of 4,096 MiB used',
    `As of ${ASKED}`,
  ];
  expect(partOf('Game server', service({ report: read }))).toBe(lines.filter((line) => line !== '').join('\n'));
});

test.each([
  [2 ** 63 - 1, 'Memory: 3,000 MiB used, no limit'],
  [0, 'Memory: 3,000 MiB used'],
  [-1, 'Memory: 3,000 MiB used'],
  [undefined, 'Memory: 3,000 MiB used'],
  [2 ** 50, 'Memory: 3,000 of 1,073,741,824 MiB used'],
])('a memory limit of %d bytes is shown only if it is plausible', (max, line) => {
  const read = readHealth({ ...report, memory: { ...MEMORY, max } });
  expect(partOf('Game server', service({ report: read }))?.split('\n')).toContain(line);
});

test('/health has no line for inconsistent or unknown memory', () => {
  for (const memory of [{ ...MEMORY, free: 2 ** 40 }, { ...MEMORY, free: null }, null]) {
    expect(partOf('Game server', service({ report: readHealth({ ...report, memory }) }))).not.toContain('Memory');
  }
});

test('/health marks a report that does not state the speed', () => {
  const read = readHealth({ ...report, tick: { gap: 50 } });
  expect(partOf('Game server', service({ report: read }))).toMatch(/^Speed: not reported\n/);
  expect(marked(service({ report: read }))).toEqual(['Game server']);
  expect(verdictOf(service({ report: read }))).toBe('The data service answers only in part');
  const healthy = (isHealthy: boolean) => readHealth({ ...report, tick: { healthy: isHealthy, gap: -1 } });
  expect(partOf('Game server', service({ report: healthy(true) }))).toMatch(/^Runs well\n/);
  expect(partOf('Game server', service({ report: healthy(false) }))).toMatch(/^\*\*Runs slowly\*\*\n/);
});

test('each number of the game server has its age, and is omitted without a report', () => {
  const expected =
    'Runs well: 50 ms between the last two ticks\n3 players online\n' +
    'Ping: usually 3 ms, on average 4 ms, from 1 to 9 ms\nMemory: 0 of 0 MiB used';
  expect(partOf('Game server', {})).toBe(`${expected}\nAs of ${ASKED}`);
  const lastReport = { askedAt: NOW - 90_000, value: report };
  const last = `The last report came <t:${(NOW - 90_000) / 1000}:R>`;
  expect(partOf('Game server', service({ report: failed, lastReport }))).toBe(
    `No report as of ${ASKED}: ${failed.why}\n${last}`,
  );
  expect(partOf('Game server', service({ up: failed, report: failed, lastReport }))).toBe(
    `Unknown, because the data service does not answer\n${last}`,
  );
});

test.each<[string, Partial<ServiceHealth>, string]>([
  ['up', {}, `Up as of ${ASKED}`],
  ['down', { up: failed, report: failed }, `No answer as of ${ASKED}: ${failed.why}`],
  ['up without its report', { report: failed }, `Up as of ${ASKED}, but it tells nothing of the game server`],
  [
    'reporting without its start page',
    { up: failed },
    `Up in part as of ${ASKED}. Its start page fails: ${failed.why}`,
  ],
])(
  'a service that is %s states the time of the request, and nothing that contradicts its report',
  (_, more, expected) => {
    expect(partOf('Data service', service(more))).toBe(expected);
  },
);

const shops = (snapshot: Partial<HealthAnswer['snapshot']>) =>
  partOf('Shops', { snapshot: { ...well.snapshot, ...snapshot } });
const AS_OF = `9 shops as of <t:${(NOW - 60_000) / 1000}:R>`;

test('/health states the start of a running request for shops, and the time of a failed one', () => {
  const at = (ageMs: number) => `<t:${(NOW - ageMs) / 1000}:R>`;
  expect(shops({ refreshStartedAt: NOW - 90_000, trouble: failed.why, failedAt: NOW - 120_000 })).toBe(
    `${AS_OF} · Asked again ${at(90_000)}, no answer yet\nThe last try failed ${at(120_000)}: ${failed.why}`,
  );
});

test('/health states the next request for shops in a form that stays true in an old answer', () => {
  expect(shops({ nextAt: NOW + 19_000 })).toBe(`${AS_OF} · Next list at <t:${(NOW + 19_000) / 1000}:T>`);
});

test('/health counts repeated records separately from shops', () => {
  expect(shops({ duplicates: 3 })).toBe(`${AS_OF}\n3 repeated records left out`);
});

test('unreadable saved shops are marked, with the consequence, until the next list', () => {
  const unreportedSince = NOW - 120_000;
  const line = `**The saved list cannot be read**: nobody is told what changed from <t:${unreportedSince / 1000}:t> until the next list`;
  expect(marked({ snapshot: { ...well.snapshot, unreportedSince } })).toEqual(['Shops']);
  expect(shops({ unreportedSince })).toBe(`${AS_OF}\n${line}`);
  expect(partOf('Shops', { snapshot: { ...NO_SNAPSHOT, unreportedSince } })).toMatch(
    /list of shops.*\n\*\*The saved list/,
  );
});
