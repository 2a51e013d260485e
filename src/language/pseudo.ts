import { IntlMessageFormat } from 'intl-messageformat';
import type { Message } from './language.ts';

/** The language of nobody, as Android names it: for tests and pictures, where an English text would go unnoticed. */
export const PSEUDO_TAG = 'en-XA';

const PLAIN = 'aceginorsuyzACDEGILNORSUYZ';
const ACCENTED = 'áçéğíñóřšúýžÁÇĎÉĞÍĽÑÓŘŠÚÝŽ';
const RIGHT_TO_LEFT = '\u202b';
const END_OF_DIRECTION = '\u202c';
/** The mark of a heading or a small line comes first. */
const LINE_MARK = /^(?:-# |#+ )/;
/** Code, commands and Discord's own marks stay as they are. */
const KEPT = /(`[^`]*`|<[^>]*>|\*\*|^-# |^#+ )/m;

type Parsed = Exclude<Message, string>;

/** English as no person writes it: accented, a third longer, in brackets, and from right to left. */
export function pseudoText(english: string): Message {
  const mark = LINE_MARK.exec(english)?.[0] ?? '';
  const parsed = new IntlMessageFormat(english.slice(mark.length), 'en', undefined, { ignoreTag: true }).getAst();
  return [literal(`${mark}${RIGHT_TO_LEFT}[`), ...disguised(parsed), literal(`]${END_OF_DIRECTION}`)];
}

function disguised(elements: Parsed): Parsed {
  return elements.map((element) => {
    if ('options' in element) {
      const options = Object.entries(element.options).map(([name, { value }]) => [name, { value: disguised(value) }]);
      return { ...element, options: Object.fromEntries(options) };
    }
    return element.type === 0 ? literal(disguiseText(element.value)) : element;
  });
}

function literal(value: string): Parsed[number] {
  return { type: 0, value };
}

function disguiseText(text: string): string {
  return text
    .split(KEPT)
    .map((part, index) => (index % 2 === 1 ? part : accent(part)))
    .join('');
}

function accent(text: string): string {
  const accented = text.replace(/[a-z]/gi, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter);
  return accented.replace(/\p{L}{3,}/gu, (word) => word + '·'.repeat(Math.ceil(word.length / 3)));
}
