import { IntlMessageFormat } from 'intl-messageformat';

type Elements = ReturnType<IntlMessageFormat['getAst']>;

/** The parts of a text. `plurals` lists the categories of each plural. */
export interface MessageParts {
  /** `name` or `name:plural`, sorted, without duplicates. */
  readonly placeholders: readonly string[];
  readonly plurals: readonly (readonly string[])[];
  /** Kinds of placeholders that no text may have, because numbers, dates and times are passed as finished text. */
  readonly others: readonly string[];
  readonly literals: readonly string[];
}

const KINDS: Readonly<Record<number, string>> = { 1: '', 5: ':select', 6: ':plural' };

/** @throws if the text is not an ICU message */
export function partsOf(text: string, tag: string): MessageParts {
  const placeholders = new Set<string>();
  const plurals: string[][] = [];
  const others: string[] = [];
  const literals: string[] = [];
  function walk(elements: Elements): void {
    for (const element of elements) {
      if (element.type === 0) literals.push(element.value);
      else if (element.type === 7) continue;
      else if (!('value' in element) || KINDS[element.type] === undefined) others.push(JSON.stringify(element));
      else placeholders.add(`${element.value}${KINDS[element.type]}`);
      if (!('options' in element)) continue;
      if (element.type === 6) plurals.push(Object.keys(element.options));
      for (const { value } of Object.values(element.options)) walk(value);
    }
  }
  walk(new IntlMessageFormat(text, tag, undefined, { ignoreTag: true }).getAst());
  return { placeholders: [...placeholders].sort(), plurals, others, literals };
}
