import { expect, test } from 'vitest';
import { readQuiet, suggestTimeZones } from '../../../src/discord/command/read-quiet.ts';

const NOW = Date.UTC(2026, 0, 15, 12);

function zoneOf(timezone: string): string | undefined {
  return readQuiet({ from: '22:00', to: '7', timezone }, null, { from: 'from', to: 'to' })?.timeZone;
}

test.each([
  ['Europe/Kyiv', 'Europe/Kyiv'],
  ['asia/kathmandu', 'Asia/Kathmandu'],
  ['asia/ho chi minh', 'Asia/Ho_Chi_Minh'],
  ['cet', 'CET'],
  ['utc', 'UTC'],
  ['EUROPE/BERLIN', 'Europe/Berlin'],
  ['US/Eastern', 'US/Eastern'],
])('%s is a time zone, and stays %s', (typed, kept) => expect(zoneOf(typed)).toBe(kept));

test('what is no time zone is refused', () => {
  expect(() => zoneOf('Mars/Olympus')).toThrow('is no time zone I know');
});

test.each([
  ['kyiv', 'Europe/Kyiv'],
  ['kolk', 'Asia/Kolkata'],
  ['cet', 'CET'],
  ['us/eastern', 'us/eastern'],
  ['ber', 'Europe/Berlin'],
])('%s finds %s, with the time there', (typed, zone) => {
  const choices = suggestTimeZones(typed, NOW);
  expect(choices.map(({ value }) => value)).toContain(zone);
  expect(choices[0]?.name).toMatch(/ \(now \d\d:\d\d\)$/);
});
