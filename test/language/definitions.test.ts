import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { commands } from '../../commands/index.ts';
import { renderHelp } from '../../src/discord/render/answer/help.ts';

import { FEED_KINDS } from '../../src/routing/feed.ts';
import { ENGLISH } from './spoken.ts';

/** Discord counts the longest translation of each field. `product.md` limits descriptions below Discord's hundred. */
const MOST_COMMAND_CHARACTERS = 8_000;
const MOST_DESCRIPTION_CHARACTERS = 70;
const MOST_CHOICE_CHARACTERS = 100;

interface Part {
  readonly name: string;
  readonly description?: string;
  readonly name_localizations?: Readonly<Record<string, string | null>> | null;
  readonly description_localizations?: Readonly<Record<string, string | null>> | null;
  readonly options?: readonly Part[];
  readonly choices?: readonly Part[];
  readonly value?: string | number;
}

const longest = (texts: readonly (string | null | undefined)[]) => Math.max(...texts.map((text) => text?.length ?? 0));
const namesOf = (part: Part) => [part.name, ...Object.values(part.name_localizations ?? {})];
const descriptionsOf = (part: Part) => [part.description, ...Object.values(part.description_localizations ?? {})];

function sizeOf(part: Part): number {
  const inner = [...(part.options ?? []), ...(part.choices ?? [])].map(sizeOf);
  return [longest(namesOf(part)), longest(descriptionsOf(part)), String(part.value ?? '').length, ...inner].reduce(
    (sum, size) => sum + size,
  );
}

function everyPart(part: Part): readonly Part[] {
  return [part, ...(part.options ?? []).flatMap(everyPart)];
}

describe.each(commands.map(({ definition }) => [definition.name, definition] as const))(
  'definition of /%s',
  (_, definition) => {
    const whole: Part = JSON.parse(JSON.stringify(definition));

    test('is within Discord’s limit, each field counted with its longest translation', () => {
      expect(sizeOf(whole)).toBeLessThanOrEqual(MOST_COMMAND_CHARACTERS);
    });

    test('has descriptions that fit a phone in every language', () => {
      const tooLong = everyPart(whole).flatMap((part) =>
        descriptionsOf(part).filter((text) => (text?.length ?? 0) > MOST_DESCRIPTION_CHARACTERS),
      );
      expect(tooLong).toEqual([]);
    });

    test('has choices that Discord accepts in every language', () => {
      const choices = everyPart(whole).flatMap(({ choices = [] }) => choices);
      expect(choices.filter((choice) => longest(namesOf(choice)) > MOST_CHOICE_CHARACTERS)).toEqual([]);
    });
  },
);

test('docs/moderating.md, the choices of `/feed` and `/help` use the same name for each feed kind', () => {
  const feed: Part = JSON.parse(
    JSON.stringify(commands.find(({ definition }) => definition.name === 'feed')?.definition),
  );
  const kinds = everyPart(feed).filter(({ name }) => name === 'kind');
  const names = kinds.map(({ choices = [] }) => choices.map(({ name }) => name));
  const document = readFileSync(new URL('../../docs/moderating.md', import.meta.url), 'utf8');
  const [, table = ''] = /\| kind \| it posts \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(document) ?? [];
  const documented = [...table.matchAll(/^\| (.+?) \|/gm)].map(([, name = '']) => name);

  expect(kinds.flatMap(({ choices = [] }) => choices.map(({ value }) => value))).toEqual([
    ...FEED_KINDS,
    ...FEED_KINDS,
  ]);
  expect(names).toEqual([documented, documented]);
  expect(JSON.stringify(renderHelp('feed', ['feed'], ENGLISH))).toContain(documented.join(', '));
});
