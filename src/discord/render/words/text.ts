import type { Language } from '../../../language/language.ts';
import { formatWhole } from '../../../language/number.ts';

// Escapes text from players. Every name, owner and world passes through here before it is shown.

/** Discord's limit for a message's `content`. */
export const CONTENT_CHARACTERS = 2_000;
const MOST_MARKS_A_LETTER = 3;
/** Replaces a name without visible characters. */
const NAMELESS_TEXT = '(?)';
/** Within this time a time of day without its date is unambiguous. */
export const HALF_DAY_MS = 12 * 60 * 60_000;
/** Invisible characters, except for joiners between two emoji, as in a family or a pirate flag. */
const INVISIBLE =
  /(?!(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic}))[\p{Cf}\u115F\u1160\u3164\uFFA0]/gu;
/** Position to break an invite. Discord shows an invite's card for `discord.gg/code`, with or without `https://`. */
const INVITE_BREAK = /(?<=discord(?:app)?\.)(?=\S)/gi;
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Cuts a text between two graphemes. `max` counts UTF-16 units, the strictest reading of Discord's limits. */
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

/** Brackets and quotation marks of all languages, with their closing marks. */
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['（', '）'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['「', '」'],
]);
const CLOSINGS: ReadonlySet<string> = new Set(CLOSING.values());
/** Maximum number of pairs that a cut leaves open and closes again: brackets, and quotation marks before or in them. */
const MOST_CLOSED_PAIRS = 2;

/** Cuts like `clip`, and closes the pairs of a label that ends with one, as in `Dirt “Long…”` or `“Long…” (copy…)`. */
function clipLabel(line: string, max: number, last: string): string {
  if (line.length <= max || !CLOSINGS.has(last)) return clip(line, max);
  const kept = clip(line, max - MOST_CLOSED_PAIRS);
  const open: string[] = [];
  for (const mark of kept) {
    // “ closes a quotation in German and opens one in English.
    if (mark === open.at(-1)) open.pop();
    else open.push(...(CLOSING.get(mark) ?? []));
  }
  return open.length === 0 ? clip(line, max) : kept + open.slice(-MOST_CLOSED_PAIRS).reverse().join('');
}

/**
 * Returns one line of at most `max` UTF-16 units, without control, direction and zero-width characters, half surrogate
 * pairs and stacked accents. For places without markdown (choices, footers), while `safe` is for all others.
 */
export function clean(text: string, max = 60): string {
  const line = text
    .slice(0, max * 8)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed()
    .replace(INVISIBLE, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(new RegExp(`(\\p{M}{${MOST_MARKS_A_LETTER}})\\p{M}+`, 'gu'), '$1')
    .trim();
  return clipLabel(line, max, text.slice(-1)) || NAMELESS_TEXT;
}

/**
 * Escapes player text for markdown, so that Discord shows it unchanged and it mentions nobody. Zero-width spaces break
 * mentions in addition, for readers outside Discord.
 */
export function safe(text: string, max = 60): string {
  return clean(text, max)
    .replace(/[\\*_~`|<>[\]:]/g, '\\$&')
    .replace(INVITE_BREAK, '\u200b')
    .replace(/@(?=everyone|here)|<(?=[@#:/a-z])/gi, '$&\u200b')
    .replace(/^([#+-]|\d+(?=\.))/, (start) => (/\d/.test(start) ? `${start}\u200b` : `\\${start}`));
}

/** Replacements for characters that are markdown by themselves. */
const LOOKALIKES: Readonly<Record<string, string>> = { '*': '∗', _: 'ˍ', '`': 'ˋ', '\\': '∖', '<': '‹' };

/**
 * Escapes player text for a line that Discord renders as markdown and a phone's notification as plain text. Uses
 * lookalikes instead of backslashes, which the notification would show.
 */
export function bare(text: string, max = 60): string {
  return clean(text, max)
    .replace(/[*_`\\<]/g, (mark) => LOOKALIKES[mark] ?? mark)
    .replace(/[:@~|\]](?=\S)/g, '$&\u200b')
    .replace(INVITE_BREAK, '\u200b')
    .replace(/^(?=[#>+-]|\d+\.)/, '\u200b');
}

/** Removes the escapes of `safe` and bold marks, for places without markdown. */
export function unmark(markdown: string): string {
  return markdown.replace(/\*\*|`|\\([\p{P}\p{S}])/gu, '$1');
}

/** Formats inline code to copy. Replaces backticks, which inline code cannot contain. */
export function code(text: string): string {
  return `\`${clean(text, 100)
    .replaceAll('`', "'")
    .replace(/@(?=everyone|here)|<(?=[@#:/a-z])/gi, '$&\u200b')}\``;
}

/**
 * Formats a Discord timestamp, which is shown in each user's own time zone.
 *
 * @param style `R` relative, `t` time, `T` time with seconds, `f` date and time, `d` date
 */
export function stamp(atMs: number, style: 'R' | 't' | 'T' | 'f' | 'd' = 'R'): string {
  return `<t:${Math.floor(atMs / 1000)}:${style}>`;
}

/** Formats a time within twelve hours as a time of day, and others with their date. */
export function stampRecent(atMs: number, now: number): string {
  return stamp(atMs, Math.abs(now - atMs) < HALF_DAY_MS ? 't' : 'f');
}

const MORE_LINE_CHARACTERS = 61;

/** Joins the first lines that fit `max` UTF-16 units. */
export function fitLines(lines: readonly string[], max: number): string {
  return lines.slice(0, countFitting(lines, max)).join('\n');
}

/**
 * Joins the first entries that fit, and counts the others.
 *
 * @param more formats the count of omitted entries, in up to 60 characters
 * @param beyond the number of entries that were omitted before
 */
export function fitList(entries: readonly string[], max: number, more: (left: number) => string, beyond = 0): string {
  if (beyond === 0 && countFitting(entries, max) === entries.length) return entries.join('\n');
  const fewer = countFitting(entries, max - MORE_LINE_CHARACTERS);
  return [...entries.slice(0, fewer), more(entries.length - fewer + beyond)].join('\n');
}

/** Counts the first entries, each on its own lines, that fit `max` UTF-16 units. */
function countFitting(entries: readonly string[], max: number): number {
  let length = -1;
  const end = entries.findIndex((entry) => {
    length += entry.length + 1;
    return length > max;
  });
  return end < 0 ? entries.length : end;
}

/** Returns the `more` of `fitList`, which formats `… and 12 more`. */
export function andMore(language: Language): (left: number) => string {
  return (left) => language.say('common.more', { count: formatWhole(left, language) });
}

/**
 * Width of a card's line on a phone of 390 px (em). The sandbox's page has 286 px and letters of 15 px. Discord's
 * letters of 16 px are a tenth narrower.
 */
export const PHONE_LINE_EM = 286 / 15;
/** Width of a card's line of small print (`-#`), whose letters have 12 px (em). */
export const PHONE_SMALL_LINE_EM = 286 / 12;

/**
 * Widths of letters (em) in DejaVu Sans. It is one of the widest common fonts, so that estimates are rather too wide.
 */
const LETTER_WIDTHS_EM: readonly (readonly [RegExp, number])[] = [
  [/[\p{M}*\u200b]/u, 0],
  [/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60\uffe0-\uffe6]/u, 1],
  [/[%mwMWшщмжюыфШЩМЖЮЫФ@]/u, 0.95],
  [/[iljtfrIıіїt.,·:;’'"“”„/()[\]|\s]/u, 0.33],
  [/[−+×=]/u, 0.84],
  [/[\p{Lu}]/u, 0.7],
  [/[\p{Script=Cyrillic}]/u, 0.65],
  [/\d/u, 0.64],
];
const OTHER_LETTERS_EM = 0.63;
/** Width of bold letters relative to regular ones. */
const BOLD_FACTOR = 1.1;

/**
 * Estimates the width of a line of markdown (em). Bold letters are wider. Escapes, code marks and the addresses of
 * links have no width.
 */
export function estimateWidth(markdown: string): number {
  return markdown
    .replace(/\[([^[\]]*)\]\(https?:[^)]*\)/g, '$1')
    .replace(/`|\\(?=[\p{P}\p{S}])/gu, '')
    .split('**')
    .map((part, at) => (at % 2 === 0 ? 1 : BOLD_FACTOR) * widthOfLetters(part))
    .reduce((width, part) => width + part, 0);
}

function widthOfLetters(text: string): number {
  let width = 0;
  for (const letter of text)
    width += LETTER_WIDTHS_EM.find(([letters]) => letters.test(letter))?.[1] ?? OTHER_LETTERS_EM;
  return width;
}

/** Returns the first form of a line that fits a phone, or the last one. `forms` start with the fullest. */
export function fitLine(...forms: readonly [string, ...string[]]): string {
  return forms.find((form) => estimateWidth(form) <= PHONE_LINE_EM) ?? forms.at(-1) ?? '';
}
