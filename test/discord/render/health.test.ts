import { expect, test } from 'vitest';
import { type HealthAnswer, renderHealth } from '../../../src/discord/render/health.ts';
import { readHealth } from '../../../src/service/wire/answers.ts';

const NOW = 1_700_000_000_000;
const DAY = 86_400_000;
const ping = { players: 3, highLatencySamples: [], minPing: 1, maxPing: 9, avgPing: 4, medianPing: 3 };
const report = {
  tick: { last: 1, latest: 2, gap: 50, healthy: true },
  memory: { free: 1, allocated: 2, max: 3 },
  ping,
};
const well: HealthAnswer = {
  up: { ok: true, value: true },
  report: { ok: true, value: report },
  stream: { state: 'live', since: NOW - DAY, lastFrameAt: NOW, lastEventAt: NOW, counted: {} },
  outages: [],
  snapshot: { takenAt: NOW - 60_000, records: 9, setAside: 0, trouble: null, nextAt: null },
  queue: { depth: 0, waitingSince: null, later: 0, refused: 0, lastDeliveryAt: null },
  beganAt: NOW - 9 * DAY,
  now: NOW,
  trouble: null,
  locale: 'en-US',
};
const fieldsOf = (more: Partial<HealthAnswer>) => renderHealth({ ...well, ...more }).embeds[0]?.fields ?? [];
const marked = (more: Partial<HealthAnswer>) =>
  fieldsOf(more).flatMap(({ name }) => (name.startsWith('⚠️') ? [name.slice(3)] : []));

test('what is not well is marked, and nothing else', () => {
  expect(marked({})).toEqual([]);
  expect(renderHealth(well).embeds[0]?.title).toBe('All is well');
  const failed = { ok: false, why: 'timed out' } as const;
  expect(marked({ up: failed })).toEqual(['Data service']);
  expect(marked({ report: failed })).toEqual(['Game server']);
  expect(marked({ report: { ok: true, value: { ...report, tick: { ...report.tick, healthy: false } } } })).toEqual([
    'Game server',
  ]);
  expect(marked({ stream: { ...well.stream, state: 'connecting' } })).toEqual(['Stream']);
  expect(marked({ snapshot: { ...well.snapshot, takenAt: null } })).toEqual(['Shops']);
  expect(marked({ queue: null })).toEqual(['Messages']);
  expect(renderHealth({ ...well, queue: null }).embeds[0]?.title).toBe('Not all is well');
});

test('messages that wait for minutes are marked, with their age; what Discord refused is counted', () => {
  const queue = { depth: 14, waitingSince: NOW - 30_000, later: 3, refused: 0, lastDeliveryAt: NOW - 30_000 };
  const last = `last sent <t:${(NOW - 30_000) / 1000}:R>`;
  expect(fieldsOf({ queue })[4]).toEqual({ name: 'Messages', value: `14 waiting · 3 for later · ${last}` });
  const since = NOW - 600_000;
  expect(fieldsOf({ queue: { ...queue, waitingSince: since, refused: 2 } })[4]).toEqual({
    name: '⚠️ Messages',
    value: `14 waiting, the first since <t:${since / 1000}:t> · 3 for later · ${last}\nDiscord did not take 2 in 24 h: see Crier’s log`,
  });
});

test('no outage is known of before Crier came', () => {
  const stream = (beganAt: number) => fieldsOf({ beganAt })[2]?.value;
  expect(stream(NOW - DAY)).toMatch(/\nNo outage in 24 h$/);
  expect(stream(NOW - 5_000)).toContain(`\nNo outage in 24 h (I came <t:${(NOW - 5_000) / 1000}:R>)`);
});

test.each([
  [{}, 'tick is missing'],
  [{ ...report, tick: { ...report.tick, gap: 'long' } }, 'tick.gap is not as expected'],
  [{ ...report, ping: { ...ping, medianPing: undefined } }, 'ping.medianPing is missing'],
  ['<html>', 'not as expected'],
  [null, 'not as expected'],
])('a report that cannot be read says why in plain words: %j', (answer, why) => {
  expect(readHealth(answer)).toEqual({ ok: false, why });
  expect(fieldsOf({ report: readHealth(answer) })[1]?.value).toBe(`No report: ${why}`);
});
