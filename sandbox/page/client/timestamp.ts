const STYLES = ['t', 'T', 'd', 'D', 'f', 'F', 's', 'S', 'R'] as const;
export type TimestampStyle = (typeof STYLES)[number];

const FORMATS: Readonly<Record<Exclude<TimestampStyle, 'R'>, Intl.DateTimeFormatOptions>> = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
  s: { dateStyle: 'short', timeStyle: 'short' },
  S: { dateStyle: 'short', timeStyle: 'medium' },
};
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];

/** The style of a letter, or Discord's default for an unknown letter. */
export function styleOf(letter: string): TimestampStyle {
  return STYLES.find((style) => style === letter) ?? 'f';
}

/** Formats a moment (epoch ms) as Discord does in the reader's language. `R` is relative to `now`. */
export function writeTime(at: number, style: TimestampStyle, now: number, locale: string): string {
  if (style !== 'R') return new Intl.DateTimeFormat(locale, FORMATS[style]).format(at);
  const apart = at - now;
  const [unit, unitMs] = UNITS.find(([, ms]) => Math.abs(apart) >= ms) ?? ['second', 1_000];
  return new Intl.RelativeTimeFormat(locale).format(Math.round(apart / unitMs), unit);
}

/** Formats a remaining time such as `0:42`, at least 0. */
export function writeCountdown(untilMs: number): string {
  const seconds = Math.max(0, Math.ceil(untilMs / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
