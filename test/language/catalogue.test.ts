import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { commands } from '../../commands/index.ts';
import { ENGLISH } from '../../src/language/english.ts';
import { partsOf } from './message-parts.ts';

const english = Object.entries(ENGLISH);

const folder = new URL('../../src/language/texts/', import.meta.url).pathname;
const translations = globSync('*.json', { cwd: folder }).map((file) => {
  const texts = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(`${folder}${file}`, 'utf8')));
  return [basename(file, '.json'), texts] as const;
});

/** The commands that a text may mention, such as `watch` and `watch list`. */
const names = new Set(
  commands.flatMap(({ definition: { name, options = [] } }) => [
    name,
    ...options.flatMap((option) => (option.type === 1 ? [`${name} ${option.name}`] : [])),
  ]),
);

/** Returns the texts that violate a rule, with the violation. */
function faultsOf(texts: Readonly<Record<string, string>>, rule: (text: string, key: string) => string | false) {
  return Object.entries(texts).flatMap(([key, text]) => {
    const fault = rule(text, key);
    return fault === false ? [] : [`${key}: ${fault}`];
  });
}

describe.each(translations)('the catalogue %s', (tag, texts) => {
  const sources = new Map<string, string>(english);
  const source = (key: string) => sources.get(key) ?? '';

  test('has every text, and no other', () => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(ENGLISH).sort());
  });

  test('keeps every placeholder, and adds none', () => {
    const faults = faultsOf(texts, (text, key) => {
      const [has, needs] = [partsOf(text, tag).placeholders, partsOf(source(key), 'en').placeholders];
      return has.join() !== needs.join() && `has ${has.join()}, needs ${needs.join()}`;
    });
    expect(faults).toEqual([]);
  });

  test('has every plural that the language needs', () => {
    const needed = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
    const faults = faultsOf(texts, (text) => {
      const lacking = partsOf(text, tag).plurals.flatMap((has) => needed.filter((one) => !has.includes(one)));
      return lacking.length > 0 && `lacks ${lacking.join()}`;
    });
    expect(faults).toEqual([]);
  });

  test('has only placeholders for finished text and for plural numbers', () => {
    expect(faultsOf(texts, (text) => partsOf(text, tag).others.join() || false)).toEqual([]);
  });

  test('has no straight apostrophe, which ICU would read as an escape', () => {
    expect(faultsOf(texts, (text) => text.includes("'") && text)).toEqual([]);
  });

  test('keeps bold, code and commands', () => {
    const marks = (text: string) => (text.match(/\*\*|`|<\/[a-z -]+>|^-# /gm) ?? []).sort().join(' ');
    const plural = (text: string) => /plural|select/.test(text);
    const faults = faultsOf(texts, (text, key) => !plural(source(key)) && marks(text) !== marks(source(key)) && text);
    expect(faults).toEqual([]);
  });

  test('mentions only existing commands', () => {
    const faults = faultsOf(texts, (text) => {
      const named = [...text.matchAll(/<\/([a-z -]+)>/g)].map(([, name = '']) => name);
      return named.filter((name) => !names.has(name)).join() || false;
    });
    expect(faults).toEqual([]);
  });

  test('has no breaking space between a number and its percent sign', () => {
    expect(faultsOf(texts, (text) => /[}\d] %(?![{\d])/.test(text) && text)).toEqual([]);
  });

  test('has no text with leading or trailing space', () => {
    expect(faultsOf(texts, (text) => text !== text.trim() && JSON.stringify(text))).toEqual([]);
  });

  if (tag !== 'en')
    test('has no sentence in English', () => {
      const words = (text: string) => text.replace(/`[^`]*`|\{[^}]*\}|<[^>]*>/g, '').match(/\p{L}{2,}/gu) ?? [];
      expect(faultsOf(texts, (text, key) => text === source(key) && words(text).length > 2 && text)).toEqual([]);
    });
});
