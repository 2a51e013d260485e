import { expect, test } from 'vitest';
import { readQuiet, suggestTimeZones } from '../../../src/discord/command/read-quiet.ts';
import { ENGLISH } from '../../language/spoken.ts';
import { refusal } from './refusal.ts';

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
  expect(refusal(() => zoneOf('Mars/Olympus'))).toContain('I don’t know the time zone “Mars/Olympus”');
});

test.each([
  ['kyiv', 'Europe/Kyiv'],
  ['kolk', 'Asia/Kolkata'],
  ['cet', 'CET'],
  ['us/eastern', 'us/eastern'],
  ['ber', 'Europe/Berlin'],
])('%s finds %s, with the time there', (typed, zone) => {
  const choices = suggestTimeZones(typed, NOW, ENGLISH);
  expect(choices.map(({ value }) => value)).toContain(zone);
  expect(choices[0]?.name).toMatch(/ \(now \d\d:\d\d\)$/);
});
