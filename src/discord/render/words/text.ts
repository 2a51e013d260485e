import type { Language } from '../../../language/language.ts';
import { whole } from '../../../language/number.ts';

/** Text that players wrote, made harmless. Every name, owner and world passes through here before a person sees it. */

/** Discord's limit of a message's `content`. */
export const CONTENT_CHARACTERS = 2_000;
const MARKS_A_LETTER = 3;
/** Stands for a name in which nothing shows. */
const NAMELESS = '(?)';
/** A time of day is never read as another one's within so long. */
export const HALF_DAY_MS = 12 * 60 * 60_000;
/** What joins two emoji to one (a family, a pirate flag) is kept. */
const INVISIBLE =
  /(?!(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic}))[\p{Cf}\u115F\u1160\u3164\uFFA0]/gu;
/** Discord shows a card to join by for `discord.gg/code` in a message's content, with or without `https://` before it. */
const INVITE = /(?<=discord(?:app)?\.)(?=\S)/gi;
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Cuts at a grapheme's edge, never inside a pair or a cluster; `max` in UTF-16 units, as Discord's limits count at worst. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max < 1) return '';
  let end = 0;
  for (const { index, segment } of segmenter.segment(text.slice(0, max + 64))) {
    if (index + segment.length > max - 1) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}

/** Pairs that a label may open and close: a bracket, or quotation marks of any language. */
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['（', '）'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['「', '」'],
]);
const CLOSINGS: ReadonlySet<string> = new Set(CLOSING.values());
/** A bracket and the quotation marks before or within it. */
const MOST_CLOSED = 2;

/** Cuts like `clip`. A label that ends closed stays closed: `Dirt “Long…”`, `“Long…” (copy…)`. */
function clipLabel(line: string, max: number, last: string): string {
  if (line.length <= max || !CLOSINGS.has(last)) return clip(line, max);
  const kept = clip(line, max - MOST_CLOSED);
  const open: string[] = [];
  for (const mark of kept) {
    // In German “ closes; in English it opens.
    if (mark === open.at(-1)) open.pop();
    else open.push(...(CLOSING.get(mark) ?? []));
  }
  return open.length === 0 ? clip(line, max) : kept + open.slice(-MOST_CLOSED).reverse().join('');
}

/**
 * One line of plain text: no control, direction or zero-width characters, no half pairs, no towers of accents, at most
 * `max` UTF-16 units. For places where Discord renders no markdown (choices, footers); elsewhere use `safe`.
 */
export function clean(text: string, max = 60): string {
  const line = text
    .slice(0, max * 8)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed()
    .replace(INVISIBLE, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(new RegExp(`(\\p{M}{${MARKS_A_LETTER}})\\p{M}+`, 'gu'), '$1')
    .trim();
  return clipLabel(line, max, text.slice(-1)) || NAMELESS;
}

/**
 * Player text inside markdown: shows what they wrote and does nothing. Discord renders a backslash before punctuation
 * as that punctuation; mentions are broken by a zero-width space as well, for those who read it outside Discord.
 */
export function safe(text: string, max = 60): string {
  return clean(text, max)
    .replace(/[\\*_~`|<>[\]:]/g, '\\$&')
    .replace(INVITE, '\u200b')
    .replace(/@(?=everyone|here)|<(?=[@#:/a-z])/gi, '$&\u200b')
    .replace(/^([#+-]|\d+(?=\.))/, (start) => (/\d/.test(start) ? `${start}\u200b` : `\\${start}`));
}

/** What is a mark of markdown by itself, and the character that looks like it and is none. */
const LOOKALIKES: Readonly<Record<string, string>> = { '*': '∗', _: 'ˍ', '`': 'ˋ', '\\': '∖', '<': '‹' };

/**
 * Player text in a message that a phone's notification shows as it is, without markdown, and Discord with it: does nothing in
 * either, and is read alike. A backslash would be seen in the notification.
 */
export function bare(text: string, max = 60): string {
  return clean(text, max)
    .replace(/[*_`\\<]/g, (mark) => LOOKALIKES[mark] ?? mark)
    .replace(/[:@~|\]](?=\S)/g, '$&\u200b')
    .replace(INVITE, '\u200b')
    .replace(/^(?=[#>+-]|\d+\.)/, '\u200b');
}

/** Text that `safe` and our own bold marks made, as it is where Discord renders no markdown. */
export function unmark(markdown: string): string {
  return markdown.replace(/\*\*|`|\\([\p{P}\p{S}])/gu, '$1');
}

/** Inline code that is ready to copy; backticks cannot stand in it. */
export function code(text: string): string {
  return `\`${clean(text, 100)
    .replaceAll('`', "'")
    .replace(/@(?=everyone|here)|<(?=[@#:/a-z])/gi, '$&\u200b')}\``;
}

/** A Discord timestamp: shown in the reader's own time. `R` relative, `t` time, `T` with seconds, `f` date and time, `d` date. */
export function stamp(atMs: number, style: 'R' | 't' | 'T' | 'f' | 'd' = 'R'): string {
  return `<t:${Math.floor(atMs / 1000)}:${style}>`;
}

/** A moment within hours by its time of day; one further off, which that would be read as today's, with its date. */
export function stampLately(atMs: number, now: number): string {
  return stamp(atMs, Math.abs(now - atMs) < HALF_DAY_MS ? 't' : 'f');
}

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
