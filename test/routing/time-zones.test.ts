import { expect, test } from 'vitest';
import { isTimeZone } from '../../src/routing/quiet.ts';
import { doubtsAbout, knownTimeZones, readTimeZone } from '../../src/routing/time-zones.ts';
import { testSize } from '../property-runs.ts';

/** Stands on: the parser of time zones, as a pure function. */

const guesses = (text: string) => {
  const read = readTimeZone(text);
  return read.kind === 'ask' ? read.guesses : read.timeZone;
};

test.each([
  ['BST', 'Europe/London'],
  ['bst', 'Europe/London'],
  ['EST', 'America/New_York'],
  ['IST', 'Asia/Kolkata'],
  ['AST', 'America/Halifax'],
  ['PST', 'America/Los_Angeles'],
  ['MST', 'America/Denver'],
  ['HST', 'Pacific/Honolulu'],
  ['EST5EDT', 'America/New_York'],
  ['CEST', 'Europe/Berlin'],
  ['MEZ', 'Europe/Berlin'],
  ['MET', 'Europe/Berlin'],
  ['JST', 'Asia/Tokyo'],
  ['Japan', 'Asia/Tokyo'],
  ['GB', 'Europe/London'],
  ['Zulu', 'UTC'],
])('fault 88: %s is ambiguous, and %s is the first choice', (text, first) => {
  expect(readTimeZone(text).kind).toBe('ask');
  expect(guesses(text)[0]).toBe(first);
});

test('fault 88: a text of three letters is no zone, except the plain names and a city', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const three = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
  const zones = ['CET', 'EET', 'GMT', 'ROM', 'UTC', 'WET'];
  const every = testSize({ short: 15, long: 1 });
  const tried = three.filter((text, at) => at % every === 0 || zones.includes(text));
  expect(tried.filter((text) => readTimeZone(text).kind === 'zone')).toEqual(zones);
});

test.each([
  ['Etc/GMT+5', ['+05:00', '-05:00']],
  ['etc/gmt-3', ['-03:00', '+03:00']],
])('fault 88: %s, whose sign POSIX inverts, is ambiguous, with the offset as written first', (text, offsets) => {
  expect(guesses(text)).toEqual(offsets);
});

test.each([
  ['+02:00', '+02:00'],
  ['+2', '+02:00'],
  ['UTC+2', '+02:00'],
  ['utc +2', '+02:00'],
  ['GMT-5', '-05:00'],
  ['−5', '-05:00'],
  ['+0530', '+05:30'],
  ['+14', '+14:00'],
  ['-12', '-12:00'],
  ['UTC+0', 'UTC'],
  ['+15', []],
  ['-13', []],
  ['+1:75', []],
])('the offset %s is read as %s', (text, zone) => expect(guesses(text)).toEqual(zone));

test.each([
  ['London', 'Europe/London'],
  ['são paulo', 'America/Sao_Paulo'],
  ['Sao Paulo', 'America/Sao_Paulo'],
  ['new york', 'America/New_York'],
  ['new_york', 'America/New_York'],
  ['Moskau', 'Europe/Moscow'],
  ['Москва', 'Europe/Moscow'],
  ['Київ', 'Europe/Kyiv'],
  ['東京', 'Asia/Tokyo'],
  ['서울', 'Asia/Seoul'],
  ['İstanbul', 'Europe/Istanbul'],
  ['Warszawa', 'Europe/Warsaw'],
  ['Łódź', []],
  ['München', 'Europe/Berlin'],
  ['Port-au-Prince', 'America/Port-au-Prince'],
  ['Roma', 'Europe/Rome'],
  ['San Francisco', 'America/Los_Angeles'],
  ['Lodon', ['Europe/London']],
  ['', []],
  ['constructor', []],
])('the city %s is read as %s', (text, zone) => expect(guesses(text)).toEqual(zone));

test.each([
  ['EUROPE/BERLIN', 'Europe/Berlin'],
  ['asia/ho chi minh', 'Asia/Ho_Chi_Minh'],
  ['America/São Paulo', 'America/Sao_Paulo'],
  ['us/eastern', 'US/Eastern'],
  ['america/buenos_aires', 'America/Buenos_Aires'],
  ['Etc/UTC', 'UTC'],
  ['cet', 'CET'],
])('the name %s is read as %s', (text, zone) => expect(guesses(text)).toBe(zone));

test('every known zone is read as itself and known to the machine', () => {
  const zones = knownTimeZones();
  expect(zones.length).toBeGreaterThan(400);
  expect(zones.filter((zone) => guesses(zone) !== zone || !isTimeZone(zone))).toEqual([]);
});

test('fault 88: every suggested zone is accepted', () => {
  const asked = ['BST', 'EST', 'SST', 'AST', 'IST', 'Etc/GMT+11', 'Lodon', 'MESZ', 'EEST', 'WIB', 'PRC'];
  const all = asked.flatMap((text) => guesses(text));
  expect(all.length).toBeGreaterThan(15);
  expect(all.filter((zone) => guesses(zone) !== zone)).toEqual([]);
});

test.each([
  ['EST', true],
  ['bst', true],
  ['Etc/GMT+5', true],
  ['JST', false],
  ['HST', false],
  ['Japan', false],
  ['UTC', false],
  ['Europe/Berlin', false],
  ['+02:00', false],
])('fault 88: saved quiet hours in %s are reported as doubtful: %s', (zone, isDoubtful) => {
  expect(doubtsAbout(zone).length > 0).toBe(isDoubtful);
});
