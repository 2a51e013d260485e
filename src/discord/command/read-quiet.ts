import type { Language } from '../../language/language.ts';
import { foldWidth } from '../../language/typed-price.ts';
import { MOST_CHOICES } from '../../market/search/suggest-words.ts';
import type { QuietHours } from '../../routing/quiet.ts';
import { doubtsAbout, isFixedOffset, knownTimeZones, readTimeZone } from '../../routing/time-zones.ts';
import { zoneName } from '../render/words/describe.ts';
import { safe } from '../render/words/text.ts';
import { type Choice, UserError } from './command.ts';

/** The options of quiet hours as typed, or null where not given. */
export interface QuietOptions {
  readonly from: string | null;
  readonly to: string | null;
  readonly timezone: string | null;
}

export interface QuietPlace {
  /** The names of the options in the calling command. */
  readonly from: string;
  readonly to: string;
  readonly now: number;
}

/**
 * Reads typed quiet hours. A part that is not given stays as in `before`.
 *
 * @returns null if nothing was given
 * @throws UserError for an invalid time, an unknown or ambiguous time zone, or a missing part
 */
export function readQuiet(
  { from, to, timezone }: QuietOptions,
  before: QuietHours | null,
  place: QuietPlace,
): QuietHours | null {
  if (from === null && to === null && timezone === null) return null;
  const names = { from: place.from, to: place.to };
  const quiet = {
    from: from === null ? before?.from : readTime(from),
    to: to === null ? before?.to : readTime(to),
    timeZone: timezone === null ? before?.timeZone : requireZone(timezone, place.now),
  };
  if (quiet.from === undefined || quiet.to === undefined) {
    throw new UserError((language) => language.say('error.quiet-both', names));
  }
  if (quiet.timeZone === undefined) throw new UserError((language) => language.say('error.quiet-zone'));
  if (quiet.from === quiet.to) throw new UserError((language) => language.say('error.quiet-same', names));
  return { from: quiet.from, to: quiet.to, timeZone: quiet.timeZone };
}

/** @throws UserError if the text is no time zone, with guesses for buttons */
function requireZone(text: string, now: number): string {
  const read = readTimeZone(text);
  if (read.kind === 'zone') return read.timeZone;
  const { guesses } = read;
  const typed = { text: safe(text, 40) };
  if (guesses.length === 0) throw new UserError((language) => language.say('error.zone', typed));
  throw new UserError(
    (language) => language.say('error.zone-guess', { ...typed, zones: formatZones(guesses, now, language) }),
    guesses.map((value) => ({ option: 'timezone', value, name: () => zoneName(value) })),
  );
}

/** Describes the zone of a user's quiet hours: its current time, and a note if it has no summer time. */
export function formatZoneNotes({ timeZone }: QuietHours, now: number, language: Language): string[] {
  return [
    language.say('watch.quiet-there', { zone: zoneName(timeZone), time: timeIn(timeZone, now) }),
    ...(isFixedOffset(timeZone) ? [language.say('watch.quiet-offset', { zone: zoneName(timeZone) })] : []),
  ];
}

/**
 * Asks about an ambiguous zone such as BST, which earlier versions accepted.
 *
 * @returns the question, or null if the zone is clear
 */
export function formatZoneDoubt(quiet: QuietHours | null, now: number, language: Language): string | null {
  const guesses = quiet === null ? [] : doubtsAbout(quiet.timeZone);
  if (quiet === null || guesses.length === 0) return null;
  const { timeZone } = quiet;
  const zones = formatZones(guesses, now, language);
  return language.say('watch.quiet-doubt', { zone: safe(timeZone), offset: offsetOf(timeZone, now), zones });
}

function formatZones(zones: readonly string[], now: number, language: Language): string {
  return language.or(
    zones.map((zone) => language.say('option.zone-now', { zone: `**${zoneName(zone)}**`, time: timeIn(zone, now) })),
  );
}

/** Suggests time zones with their current time. `readTimeZone` accepts each of them. */
export function suggestTimeZones(text: string, now: number, language: Language): readonly Choice[] {
  const wanted = text.normalize('NFKC').trim().toLowerCase().replaceAll(' ', '_');
  const read = readTimeZone(text);
  const first = wanted === '' ? [] : read.kind === 'zone' ? [read.timeZone] : read.guesses;
  // The city follows the slash, so that `ber` finds Europe/Berlin before Atlantic/Bermuda.
  const rank = (zone: string) =>
    Number(!zone.toLowerCase().includes(`/${wanted}`)) + Number(!zone.startsWith('Europe/'));
  const holding = knownTimeZones().filter((zone) => zone.toLowerCase().includes(wanted));
  const zones = new Set([...first, ...holding.toSorted((a, b) => rank(a) - rank(b))]);
  return [...zones].slice(0, MOST_CHOICES).map((zone) => ({
    name: language.say('option.zone-now', { zone: zoneName(zone), time: timeIn(zone, now) }),
    value: zone,
  }));
}

export function timeIn(timeZone: string, now: number): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(now);
}

/** Formats a zone's offset as `UTC-05:00`. */
function offsetOf(timeZone: string, now: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now);
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? 'UTC';
}

/** Matches `22:00`, `22.00`, `2200`, `22`, `22h`, `22 Uhr`, `22時30分` and `10pm`. */
const TIME_OF_DAY = /^(\d{1,2})(?:\s?[:.h時点시]?\s?(\d{2})\s?[分분]?|\s?(?:h|uhr|時|点|시))?(?:\s?([ap])\.?m\.?)?$/;

/**
 * @returns minutes since midnight
 * @throws UserError if the text is no time of day
 */
function readTime(text: string): number {
  const [, hour = '', minute = '0', half] = TIME_OF_DAY.exec(foldWidth(text).trim().toLowerCase()) ?? [];
  const [typedHour, m] = [Number(hour || 'none'), Number(minute)];
  const isOnClock = half === undefined ? typedHour <= 23 : typedHour >= 1 && typedHour <= 12;
  const h = half === undefined ? typedHour : (typedHour % 12) + (half === 'p' ? 12 : 0);
  if (isOnClock && m <= 59) return h * 60 + m;
  throw new UserError((language) => language.say('error.time', { text: safe(text, 20) }));
}
