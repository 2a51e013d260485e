/**
 * Destination of an item's SNBT. Events carry everything. The shop list leaves out pixels and writes text components as
 * JSON in quotes.
 */
export type Channel = 'stream' | 'list';

/** A value of SNBT. Booleans are bytes, numbers are integers, and `undefined` omits its key. */
export type Tag =
  | string
  | number
  | boolean
  | Written
  | PerChannel
  | readonly Tag[]
  | { readonly [key: string]: Tag | undefined };

/** The components of an item: `minecraft:custom_name` and the like. */
export type Components = Readonly<Record<string, Tag | undefined>>;

/** A value in its own notation: `2b`, `14.0f`, `[I;1,2]`. */
export class Written {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value with one form in events and another one, or none, in the shop list. */
export class PerChannel {
  readonly stream: Tag;
  readonly list: Tag | undefined;

  constructor(stream: Tag, list: Tag | undefined) {
    this.stream = stream;
    this.list = list;
  }
}

/** A text component as a compound. The shop list writes it as JSON in quotes. */
export function textComponent(component: { readonly [key: string]: Tag }): PerChannel {
  return new PerChannel(component, new Written(quoteSingle(JSON.stringify(component))));
}

/** Writes item data as SNBT texts, with keys sorted as the game sorts them. No components give `{}`. */
export function writeSnbt(components: Components): Readonly<Record<Channel, string>> {
  const writer = new Writer('stream');
  const stream = writer.write(components);
  return { stream, list: writer.isTheSameEverywhere ? stream : new Writer('list').write(components) };
}

class Writer {
  readonly #channel: Channel;
  isTheSameEverywhere = true;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  write(tag: Tag): string {
    if (typeof tag === 'string') return quote(tag);
    if (typeof tag === 'number') return String(tag);
    if (typeof tag === 'boolean') return tag ? '1b' : '0b';
    if (tag instanceof Written) return tag.text;
    if (tag instanceof PerChannel) return this.write(this.#formOf(tag) ?? {});
    if (isList(tag)) return `[${tag.map((each) => this.write(each)).join()}]`;
    const fields: string[] = [];
    for (const key of Object.keys(tag).sort()) {
      const value = this.#formOf(tag[key]);
      if (value !== undefined) fields.push(`${BARE_KEY.test(key) ? key : `"${key}"`}:${this.write(value)}`);
    }
    return `{${fields.join()}}`;
  }

  #formOf(tag: Tag | undefined): Tag | undefined {
    if (!(tag instanceof PerChannel)) return tag;
    this.isTheSameEverywhere = false;
    return tag[this.#channel];
  }
}

const isList = (tag: Tag): tag is readonly Tag[] => Array.isArray(tag);
const BARE_KEY = /^\w+$/;
const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
const quoteSingle = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;
