import type { Language } from '../../../language/language.ts';
import { whole } from '../../../language/number.ts';

const ROOM_FOR_MORE = 61;

/** As many of the lines, whole, as fit into `max` UTF-16 units. */
export function fitLines(lines: readonly string[], max: number): string {
  return lines.slice(0, countFitting(lines, max)).join('\n');
}

/**
 * As many of the entries as fit, and how many more there are: nothing is left out in silence. `more` says that, in 60
 * characters. `beyond`: entries that were left out before.
 */
export function fitList(entries: readonly string[], max: number, more: (left: number) => string, beyond = 0): string {
  if (beyond === 0 && countFitting(entries, max) === entries.length) return entries.join('\n');
  const fewer = countFitting(entries, max - ROOM_FOR_MORE);
  return [...entries.slice(0, fewer), more(entries.length - fewer + beyond)].join('\n');
}

/** How many entries, each on lines of its own, fit into `max` UTF-16 units. */
function countFitting(entries: readonly string[], max: number): number {
  let length = -1;
  const end = entries.findIndex((entry) => {
    length += entry.length + 1;
    return length > max;
  });
  return end < 0 ? entries.length : end;
}

/** `… and 12 more`: what a list has no room for, as `fitList` asks. */
export function andMore(language: Language): (left: number) => string {
  return (left) => language.say('common.more', { count: whole(left, language) });
}

/**
 * Room of one line of a card on a phone of 390 px, in em. Measured on the sandbox's page: 286 px, in letters of 15 px.
 * Discord's own letters have 16 px, and are a tenth narrower.
 */
export const PHONE_LINE_EM = 286 / 15;
/** The same of a line of small print (`-#`), whose letters have 12 px. */
export const PHONE_SMALL_LINE_EM = 286 / 12;

/** Widths in em of DejaVu Sans, one of the widest usual fonts: an estimate errs towards a line that has room left. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[\p{M}*\u200b]/u, 0],
  [/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60\uffe0-\uffe6]/u, 1],
  [/[%mwMWшщмжюыфШЩМЖЮЫФ@]/u, 0.95],
  [/[iljtfrIıіїt.,·:;’'"“”„/()[\]|\s]/u, 0.33],
  [/[−+×=]/u, 0.84],
  [/[\p{Lu}]/u, 0.7],
  [/[\p{Script=Cyrillic}]/u, 0.65],
  [/\d/u, 0.64],
];
const OTHERS = 0.63;
/** Bold letters, against the same ones in regular weight. */
const BOLD = 1.1;

/**
 * Estimates the width in em of a line of markdown. Bold letters are wider; escapes and the marks of code have no width.
 */
export function estimateWidth(markdown: string): number {
  return markdown
    .replace(/`|\\(?=[\p{P}\p{S}])/gu, '')
    .split('**')
    .map((part, at) => (at % 2 === 0 ? 1 : BOLD) * sum(part))
    .reduce((width, part) => width + part, 0);
}

function sum(text: string): number {
  let width = 0;
  for (const letter of text) width += WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? OTHERS;
  return width;
}

/** Chooses the first of several forms of a line, the fullest first, that fits on a phone; the last if none does. */
export function fitLine(...forms: readonly [string, ...string[]]): string {
  return forms.find((form) => estimateWidth(form) <= PHONE_LINE_EM) ?? forms.at(-1) ?? '';
}
