import type { Language } from '../../language/language.ts';
import { isTimeZone, type QuietHours } from '../../routing/quiet.ts';
import { safe } from '../render/words/text.ts';
import type { Choice } from './command.ts';
import { UserError } from './user-error.ts';

/** What was typed of quiet hours; null: not given. */
export interface QuietOptions {
  readonly from: string | null;
  readonly to: string | null;
  readonly timezone: string | null;
}

/**
 * Quiet hours as they were typed, over those there were (`before`). null: nothing was given.
 * @param names how the options are called where they stand
 * @throws UserError for what is no time or no time zone, or a part that is missing
 */
export function readQuiet(
  { from, to, timezone }: QuietOptions,
  before: QuietHours | null,
  names: { readonly from: string; readonly to: string },
): QuietHours | null {
  if (from === null && to === null && timezone === null) return null;
  const quiet = {
    from: from === null ? before?.from : readTime(from, names.from),
    to: to === null ? before?.to : readTime(to, names.to),
    timeZone: timezone === null ? before?.timeZone : readTimeZone(timezone),
  };
  if (quiet.from === undefined || quiet.to === undefined) {
    throw new UserError((language) => language.say('error.quiet-both', names));
  }
  if (quiet.timeZone === undefined) throw new UserError((language) => language.say('error.quiet-zone'));
  if (quiet.from === quiet.to) throw new UserError((language) => language.say('error.quiet-same', names));
  return { from: quiet.from, to: quiet.to, timeZone: quiet.timeZone };
}

/** Names that people use and `Intl.supportedValuesOf` may lack or know by an older one alone. */
const OTHER_NAMES = [
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Europe/Kyiv',
  'CET',
  'EET',
  'GMT',
  'UTC',
  'WET',
];

function knownZones(): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), ...OTHER_NAMES])];
}

/** Time zones whose name holds the text, with the time it is there. */
export function suggestTimeZones(text: string, now: number, language: Language): readonly Choice[] {
  const wanted = text.trim().toLowerCase().replaceAll(' ', '_');
  const zones = knownZones().filter((zone) => zone.toLowerCase().includes(wanted));
  if (zones.length === 0 && isTimeZone(wanted)) zones.push(text.trim().replaceAll(' ', '_'));
  // The city comes after the slash: `ber` is Berlin before it is Bermuda.
  const rank = (zone: string) =>
    Number(!zone.toLowerCase().includes(`/${wanted}`)) + Number(!zone.startsWith('Europe/'));
  zones.sort((a, b) => rank(a) - rank(b));
  return zones.slice(0, 25).map((zone) => ({
    name: language.say('option.zone-now', { zone, time: timeIn(zone, now) }),
    value: zone,
  }));
}

function timeIn(timeZone: string, now: number): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(now);
}

function readTime(text: string, option: string): number {
  const [, hour, minute] = /^(\d{1,2})[:.h]?(\d{2})$/.exec(text.trim()) ?? /^(\d{1,2})()$/.exec(text.trim()) ?? [];
  const [h, m] = [Number(hour ?? 'none'), Number(minute || 0)];
  if (h <= 23 && m <= 59) return h * 60 + m;
  throw new UserError((language) => language.say('error.time', { option, text: safe(text, 20) }));
}

function readTimeZone(text: string): string {
  const zone = text.trim().replaceAll(' ', '_');
  // Intl would rename it: Europe/Kyiv came back as Europe/Kiev.
  if (zone !== '' && isTimeZone(zone)) {
    return knownZones().find((known) => known.toLowerCase() === zone.toLowerCase()) ?? zone;
  }
  throw new UserError((language) => language.say('error.zone', { text: safe(text, 40) }));
}
