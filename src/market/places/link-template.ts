/** A longer address would not leave room for a page of shops in one message. */
const MOST_LINK_CHARACTERS = 200;
const URL_PLACEHOLDER = /\{([^{}]*)\}/g;

/**
 * An address with placeholders such as `https://map.example/#{world}:{x}:{z}`. They are filled in URL-encoded, so that
 * no value changes the rest of the address.
 */
export class LinkTemplate<Name extends string> {
  readonly #template: string;

  private constructor(template: string) {
    this.#template = template;
  }

  /**
   * @param required placeholders without which every link would lead to the same page
   * @returns the template, or a sentence with the reason why the text is none
   */
  static parse<Name extends string>(
    template: string,
    required: readonly Name[],
    optional: readonly Name[] = [],
  ): LinkTemplate<Name> | string {
    const listOf = (names: readonly Name[]) => names.map((name) => `{${name}}`).join(' and ');
    const perhaps = optional.length === 0 ? '' : `, optionally ${listOf(optional)}`;
    const example = `must be an http or https address with ${listOf(required)}${perhaps}`;
    const known = new Set<string>([...required, ...optional]);
    const used = new Set([...template.matchAll(URL_PLACEHOLDER)].map(([, name = '']) => name));
    const unknown = [...used].find((name) => !known.has(name));
    if (unknown !== undefined) return `${example}; {${unknown.slice(0, 40)}} is unknown`;
    if (/[{}]/.test(template.replace(URL_PLACEHOLDER, ''))) return `${example}, each in one pair of braces`;
    const [one, other] = ['1', '2'].map((value) => URL.parse(template.replace(URL_PLACEHOLDER, value)));
    if (!one || !other || !/^https?:$/.test(one.protocol) || !/^https?:\/\//i.test(template)) return example;
    if (one.username + one.password !== '') return `${example}, without a user and a password`;
    if (one.origin !== other.origin) return `${example} behind the host’s name`;
    const missing = required.filter((name) => !used.has(name));
    if (missing.length > 0) return `${example}; it lacks ${listOf(missing)}`;
    return new LinkTemplate(template);
  }

  /** @returns the address, safe in a markdown link, or null if it would be too long */
  fill(values: Readonly<Record<Name, string>>): string | null {
    const known: Readonly<Record<string, string>> = values;
    const filled = this.#template.replace(URL_PLACEHOLDER, (_, name: string) => encodePart(known[name] ?? ''));
    const url = URL.parse(filled)?.href.replace(/[()[\]*|\\`]/g, encodeMark) ?? null;
    return url === null || url.length > MOST_LINK_CHARACTERS ? null : url;
  }
}

function encodePart(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(/[!'()*]/g, encodeMark);
}

/** Encodes a character that markdown might read as its own. */
function encodeMark(mark: string): string {
  return `%${mark.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
