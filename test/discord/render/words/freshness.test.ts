import { expect, test } from 'vitest';
import { formatFreshness, formatOutages } from '../../../../src/discord/render/words/freshness.ts';
import { ENGLISH } from '../../../language/spoken.ts';
import { NO_SNAPSHOT } from '../../no-snapshot.ts';

const NOW = 1_700_000_000_000;
const HOUR = 3_600_000;
const seconds = (at: number) => at / 1000;
const ended = (hoursAgo: number, hours: number) => {
  const from = NOW - hoursAgo * HOUR;
  return { from, until: from + hours * HOUR, why: 'closed-1006' };
};

test.each([
  ['lately: two times of day', ended(3, 1), `<t:${seconds(NOW - 3 * HOUR)}:t>–<t:${seconds(NOW - 2 * HOUR)}:t>`],
  ['of yesterday: with its date', ended(30, 1), `<t:${seconds(NOW - 30 * HOUR)}:f>–<t:${seconds(NOW - 29 * HOUR)}:t>`],
  ['of two days: with both', ended(52, 50), `<t:${seconds(NOW - 52 * HOUR)}:f>–<t:${seconds(NOW - 2 * HOUR)}:f>`],
  ['of seconds', ended(30, 5 / 3600), `<t:${seconds(NOW - 30 * HOUR)}:f> (5 seconds)`],
])('an outage %s is formatted with its times', (_, outage, expected) => {
  expect(formatOutages([outage], 3, NOW, ENGLISH)).toEqual([expected]);
});

test('an ongoing outage is formatted with its start', () => {
  const outage = { from: NOW - HOUR, until: null, why: 'closed-1006' };
  expect(formatOutages([outage], 3, NOW, ENGLISH)).toEqual([`since <t:${seconds(NOW - HOUR)}:t>`]);
});

test('a stream that is down for days is reported with the date of its start', () => {
  const snapshot = { ...NO_SNAPSHOT, takenAt: NOW, records: 1 };
  const down = (since: number) => ({
    state: 'down' as const,
    since,
    lastFrameAt: null,
    lastEventAt: null,
    counted: {},
  });
  const freshnessText = (since: number) => formatFreshness(snapshot, down(since), NOW, ENGLISH);
  expect(freshnessText(NOW - 50 * HOUR)).toContain(`No live stream since <t:${seconds(NOW - 50 * HOUR)}:f>: trades`);
  expect(freshnessText(NOW - HOUR)).toContain(`No live stream since <t:${seconds(NOW - HOUR)}:t>: trades`);
});

test('many short outages, as in a crash loop, never hide a long one', () => {
  const long = ended(5, 2);
  const short = Array.from({ length: 20 }, (_, n) => ended(2 - n / 20, 5 / 3600));
  const outageTexts = formatOutages([long, ...short], 3, NOW, ENGLISH);
  expect(outageTexts[0]).toBe(formatOutages([long], 1, NOW, ENGLISH)[0]);
  expect(outageTexts).toHaveLength(4);
  expect(outageTexts.at(-1)).toBe('18 shorter ones');
});
