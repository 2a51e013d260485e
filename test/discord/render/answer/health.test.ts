import { expect, test } from 'vitest';
import { type HealthAnswer, renderHealth } from '../../../../src/discord/render/answer/health.ts';
import type { ServiceHealth } from '../../../../src/ports/status.ts';
import { readHealth } from '../../../../src/service/wire/answers.ts';
import { ENGLISH } from '../../../language/spoken.ts';
import { NO_SNAPSHOT } from '../../no-snapshot.ts';

const NOW = 1_700_000_000_000;
const DAY = 86_400_000;
const ASKED = `<t:${(NOW - 4_000) / 1000}:R>`;
const ping = { players: 3, highLatencySamples: [], minPing: 1, maxPing: 9, avgPing: 4, medianPing: 3 };
const report = {
  tick: { last: 1, latest: 2, gap: 50, healthy: true },
  memory: { free: 1, allocated: 2, max: 3 },
  ping,
};
const well: HealthAnswer = {
  service: {
    askedAt: NOW - 4_000,
    up: { ok: true, value: true },
    report: { ok: true, value: report },
    lastReport: null,
  },
  stream: { state: 'live', since: NOW - DAY, lastFrameAt: NOW, lastEventAt: NOW, counted: {} },
  outages: [],
  untoldShops: [],
  snapshot: { ...NO_SNAPSHOT, takenAt: NOW - 60_000, records: 9 },
  queue: { depth: 0, waitingSince: null, later: 0, refused: 0, lastDeliveryAt: null },
  beganAt: NOW - 9 * DAY,
  now: NOW,
  trouble: null,
  lack: null,
  language: ENGLISH,
};
const service = (more: Partial<ServiceHealth>) => ({ service: { ...well.service, ...more } });
const fieldsOf = (more: Partial<HealthAnswer>) => renderHealth({ ...well, ...more }).embeds[0]?.fields ?? [];
const marked = (more: Partial<HealthAnswer>) =>
  fieldsOf(more).flatMap(({ name }) => (name.startsWith('⚠️') ? [name.slice(3)] : []));

test('what is not well is marked, and nothing else', () => {
  expect(marked({})).toEqual([]);
  expect(renderHealth(well).embeds[0]?.title).toBe('All is well');
  const failed = { ok: false, why: 'timed out' } as const;
  expect(marked(service({ up: failed }))).toEqual(['Data service']);
  expect(marked(service({ report: failed }))).toEqual(['Game server']);
  const slow = { ...report, tick: { ...report.tick, healthy: false } };
  expect(marked(service({ report: { ok: true, value: slow } }))).toEqual(['Game server']);
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

test('an outage is told however short it was; the moment until the stream is up at a start is none', () => {
  const from = NOW - 3_600_000;
  const shown = (why: string) => fieldsOf({ outages: [{ from, until: from + 600, why }] })[2]?.value;
  expect(shown('closed-1006')).toContain(`Outages in 24 h: <t:${from / 1000}:t> (1 second)`);
  expect(shown('start')).toContain('No outage in 24 h');
});

test('no outage is known of before Crier came', () => {
  const stream = (beganAt: number) => fieldsOf({ beganAt })[2]?.value;
  expect(stream(NOW - DAY)).toMatch(/\nNo outage in 24 h$/);
  expect(stream(NOW - 5_000)).toContain(`\nNo outage in 24 h (Crier has watched since <t:${(NOW - 5_000) / 1000}:t>)`);
});

test.each([
  [{}, 'tick is missing'],
  [{ ...report, tick: { ...report.tick, gap: 'long' } }, 'tick.gap is not as expected'],
  [{ ...report, ping: { ...ping, medianPing: undefined } }, 'ping.medianPing is missing'],
  ['<html>', 'not as expected'],
  [null, 'not as expected'],
])('a report that cannot be read says why in plain words: %j', (answer, why) => {
  expect(readHealth(answer)).toEqual({ ok: false, why });
  expect(fieldsOf(service({ report: readHealth(answer) }))[1]?.value).toBe(`No report as of ${ASKED}: ${why}`);
});

const failed = { ok: false, why: 'the service is away (status 503)' } as const;
test('every figure of the game server has its age, and the last ones stand where there are none now', () => {
  const said =
    'Tick: healthy, 50 ms between the last two\nMemory: 0 of 0 MiB used\n3 players · ping median 3 ms, average 4, 1 to 9';
  expect(fieldsOf({})[1]?.value).toBe(`${said}\nAs of ${ASKED}`);
  const lastReport = { askedAt: NOW - 90_000, value: report };
  expect(fieldsOf(service({ report: failed, lastReport }))[1]?.value).toBe(
    `No report as of ${ASKED}: ${failed.why}\nThe last one, <t:${(NOW - 90_000) / 1000}:R>:\n${said}`,
  );
});

test.each<[string, Partial<ServiceHealth>, string]>([
  ['up', {}, `Up as of ${ASKED}`],
  ['down', { up: failed, report: failed }, `Down as of ${ASKED}: ${failed.why}`],
  ['up without its report', { report: failed }, `Up as of ${ASKED}, but it gives no report`],
  [
    'reporting without its start page',
    { up: failed },
    `Up in part as of ${ASKED}: it reports, but its start page fails: ${failed.why}`,
  ],
])('a service that is %s says when it was asked, and nothing that its report speaks against', (_, more, said) => {
  expect(fieldsOf(service(more))[0]?.value).toBe(said);
});

test('shops that are being asked for say since when; what failed says when', () => {
  const asking = { ...well.snapshot, askingSince: NOW - 90_000, trouble: failed.why, failedAt: NOW - 120_000 };
  const at = (ageMs: number) => `<t:${(NOW - ageMs) / 1000}:R>`;
  expect(fieldsOf({ snapshot: asking })[3]?.value).toBe(
    `9 shops as of ${at(60_000)} · asked again ${at(90_000)}, not answered yet\nThe last refresh failed ${at(120_000)}: ${failed.why}`,
  );
  expect(fieldsOf({ snapshot: { ...asking, takenAt: null, trouble: null, failedAt: null } })[3]?.value).toBe(
    `The list of shops isn’t here yet. I asked for it ${at(90_000)}; no answer yet.`,
  );
});

test('when shops are asked for next stays true in an answer that has grown old', () => {
  const shops = fieldsOf({ snapshot: { ...well.snapshot, nextAt: NOW + 19_000 } })[3]?.value;
  expect(shops).toBe(`9 shops as of <t:${(NOW - 60_000) / 1000}:R> · next at <t:${(NOW + 19_000) / 1000}:T>`);
  const none = fieldsOf({ snapshot: { ...NO_SNAPSHOT, nextAt: NOW + 19_000 } })[3]?.value;
  expect(none).toMatch(/I’ll ask for it again at <t:\d+:T>\.$/);
});

test('records that repeat a shop are told apart from the shops', () => {
  const shops = fieldsOf({ snapshot: { ...well.snapshot, duplicates: 3 } })[3]?.value;
  expect(shops).toMatch(/^9 shops as of <t:\d+:R> · 3 repeated records left out$/);
});

test('saved shops that cannot be read are marked, with what follows, until the next list is in', () => {
  const untoldSince = NOW - 120_000;
  const line = `**The last saved list cannot be read**: what changed from <t:${untoldSince / 1000}:t> until the next list is in is not told. See Crier’s log`;
  const older = { ...well.snapshot, untoldSince };
  expect(marked({ snapshot: older })).toEqual(['Shops']);
  expect(fieldsOf({ snapshot: older })[3]?.value).toBe(`9 shops as of <t:${(NOW - 60_000) / 1000}:R>\n${line}`);
  const none = { ...NO_SNAPSHOT, untoldSince };
  expect(fieldsOf({ snapshot: none })[3]?.value).toBe(`The list of shops isn’t here yet.\n${line}`);
});
