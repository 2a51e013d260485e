import { expect, test } from 'vitest';
import { FEED_ACTIONS } from '../../../commands/feed.ts';
import { WATCH_ACTIONS } from '../../../commands/watch.ts';
import { UserError } from '../../../src/discord/command/command.ts';
import {
  formatZoneDoubt,
  formatZoneNotes,
  readQuiet,
  suggestTimeZones,
} from '../../../src/discord/command/read-quiet.ts';
import { readTimeZone } from '../../../src/routing/time-zones.ts';
import { ENGLISH } from '../../language/spoken.ts';
import { refusal } from './refusal.ts';

/** Stands on: the time zones of Node's own ICU, without I/O. */

const NOW = Date.UTC(2026, 0, 15, 12);

function zoneOf(timezone: string): string | undefined {
  return readQuiet({ from: '22:00', to: '7', timezone }, null, { from: 'from', to: 'to', now: NOW })?.timeZone;
}

test.each([
  ['Europe/Kyiv', 'Europe/Kyiv'],
  ['asia/kathmandu', 'Asia/Kathmandu'],
  ['asia/ho chi minh', 'Asia/Ho_Chi_Minh'],
  ['cet', 'CET'],
  ['utc', 'UTC'],
  ['＋０２：００', '+02:00'],
  ['Ｅｕｒｏｐｅ／Ｋｙｉｖ', 'Europe/Kyiv'],
  ['EUROPE/BERLIN', 'Europe/Berlin'],
  ['US/Eastern', 'US/Eastern'],
])('the time zone %s is saved as %s', (typed, kept) => expect(zoneOf(typed)).toBe(kept));

test.each([
  ['２２：００', 22 * 60],
  ['22.00', 22 * 60],
  ['2230', 22 * 60 + 30],
  ['7', 7 * 60],
  ['10pm', 22 * 60],
  ['10:30 PM', 22 * 60 + 30],
  ['10 p.m.', 22 * 60],
  ['12am', 0],
  ['12pm', 12 * 60],
  ['22h', 22 * 60],
  ['22 Uhr', 22 * 60],
  ['22時', 22 * 60],
  ['２２時３０分', 22 * 60 + 30],
  ['22点', 22 * 60],
])('the time %s is minute %d of the day', (typed, minute) => {
  const quiet = readQuiet({ from: typed, to: '3:33', timezone: 'UTC' }, null, { from: 'from', to: 'to', now: NOW });
  expect(quiet?.from).toBe(minute);
});

test.each([
  ['/watch quiet', WATCH_ACTIONS],
  ['/feed quiet', FEED_ACTIONS],
] as const)('%s accepts a time in every supported notation, such as “10:30 p.m.”', (_, actions) => {
  const options = actions.find(({ name }) => name === 'quiet')?.options ?? [];
  const times = options.filter(({ name }) => name === 'from' || name === 'to');
  const lengths = times.map((option) => ('max_length' in option ? option.max_length : undefined));
  expect(lengths).toEqual([20, 20]);
});

test.each(['24:00', '13pm', '0am', '22:60', 'ten', '', '10 o'])('“%s” is refused as a time', (typed) => {
  const place = { from: 'from', to: 'to', now: NOW };
  const read = () => readQuiet({ from: typed, to: '3:33', timezone: 'UTC' }, null, place);
  expect(refusal(read)).toContain('as a time. Write it like 22:00.');
});

test('an unknown time zone is refused', () => {
  expect(refusal(() => zoneOf('Mars/Olympus'))).toContain('I don’t know the time zone “Mars/Olympus”');
});

test.each([
  ['kyiv', 'Europe/Kyiv'],
  ['kolk', 'Asia/Kolkata'],
  ['cet', 'CET'],
  ['us/eastern', 'US/Eastern'],
  ['bst', 'Europe/London'],
  ['moskau', 'Europe/Moscow'],
  ['+2', '+02:00'],
  ['ber', 'Europe/Berlin'],
])('%s suggests %s, with its current time', (typed, zone) => {
  const choices = suggestTimeZones(typed, NOW, ENGLISH);
  expect(choices.map(({ value }) => value)).toContain(zone);
  expect(choices[0]?.name).toMatch(/ \(now \d\d:\d\d\)$/);
});

test.each(['', 'e', 'est', 'BST', 'Etc/GMT+5', 'gmt', 'us/', 'york', 'japan'])(
  'fault 88: every zone suggested for “%s” is accepted, and has at most 100 characters',
  (typed) => {
    const values = suggestTimeZones(typed, NOW, ENGLISH).map(({ value }) => String(value));
    expect(values.length).toBeLessThanOrEqual(25);
    expect(values.filter((value) => readTimeZone(value).kind !== 'zone')).toEqual([]);
  },
);

test('fault 88: BST is refused with the possible zones, their current time, and a button for each', () => {
  const place = { from: 'from', to: 'to', now: NOW };
  let error: unknown;
  try {
    readQuiet({ from: '22:00', to: '7', timezone: 'BST' }, null, place);
  } catch (thrown) {
    error = thrown;
  }
  if (!(error instanceof UserError)) throw new Error('BST was taken');
  expect(error.say(ENGLISH)).toBe(
    'I’m not sure which time zone “BST” is. Did you mean **Europe/London** (now 12:00) or **Asia/Dhaka** (now 18:00)?',
  );
  expect(error.guesses.map(({ option, value }) => [option, value])).toEqual([
    ['timezone', 'Europe/London'],
    ['timezone', 'Asia/Dhaka'],
  ]);
});

test('an offset is noted as not following summer time, a city is not', () => {
  const notes = (timeZone: string) => formatZoneNotes({ from: 0, to: 60, timeZone }, NOW, ENGLISH);
  expect(notes('+02:00')).toEqual([
    'In UTC+02:00 it is 14:00 now.',
    'UTC+02:00 does not follow summer time. If your clock changes, give a city instead, such as Berlin.',
  ]);
  expect(notes('Europe/Berlin')).toEqual(['In Europe/Berlin it is 13:00 now.']);
});

test('fault 88: saved quiet hours in EST keep their zone, and the user is asked about it', () => {
  expect(formatZoneDoubt({ from: 0, to: 60, timeZone: 'EST' }, NOW, ENGLISH)).toBe(
    'The time zone “EST” means UTC-05:00 now. Did you mean **America/New_York** (now 07:00) or ' +
      '**Australia/Sydney** (now 23:00)? Then set `timezone` again.',
  );
  expect(formatZoneDoubt({ from: 0, to: 60, timeZone: 'Europe/Berlin' }, NOW, ENGLISH)).toBeNull();
});
