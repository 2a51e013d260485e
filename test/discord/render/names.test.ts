import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UserError } from '../../../src/discord/command/command.ts';
import { readPrice } from '../../../src/discord/command/read-number.ts';
import { readQuiet } from '../../../src/discord/command/read-quiet.ts';
import { refuseFault } from '../../../src/discord/command/refuse-fault.ts';
import { watchForm } from '../../../src/discord/render/answer/watch-form.ts';
import type { Language } from '../../../src/language/language.ts';
import { CATALOGUES } from '../../../src/language/languages.ts';
import { LANGUAGES } from '../../language/spoken.ts';
import { testSize } from '../../property-runs.ts';
import { expectAccepted, expectHarmless } from './accepted.ts';
import { effectsOf } from './markdown.ts';
import { everyAlert } from './named/alerts.ts';
import { everyAnswer } from './named/answers.ts';
import { NAMES_PER_RUN, type Names, namedWorld, names } from './named/world.ts';

/**
 * Stands on: ten names a run by fast-check, in every renderer that shows names, each run in one language, checked
 * against Discord's rules and a reader of its markdown. `npm test` tries 160 names, `npm run test:long` 100,000.
 */
const LONG_RUNS = 10_000;
const RUNS = testSize({ short: 16, long: LONG_RUNS });

const url = 'https://cdn.discordapp.com/emojis/1.png';
const icons = { of: () => ({ emoji: '<:crier_item:1>', emojiId: '1', name: 'crier_item', url }) };
/** The channel of the feeds, which Crier mentions itself. */
const CHANNEL = /<#80351110224678913>/g;
/** Characters forbidden in titles, except the two direction marks of the pseudo-language. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202E\u2066\u200B\uFEFF\u00AD]/u;

/** Returns the refusals of texts that a user typed. */
function refusalsOf({ typed, enchantment }: Names, language: Language): string[] {
  const hours = { from: '22', to: '7', timezone: 'UTC' };
  const options = { from: 'from', to: 'to', now: 0 };
  const tries = [
    () => readPrice(`${typed}?`, language),
    () => readQuiet({ ...hours, from: `${typed}?` }, null, options),
    () => readQuiet({ ...hours, timezone: `${typed}?` }, null, options),
    () => refuseFault({ kind: 'two-levels', enchantment }),
  ];
  return tries.map((refuse) => {
    try {
      refuse();
    } catch (error) {
      if (error instanceof UserError) return error.say(language);
      throw error;
    }
    throw new Error('it was not refused');
  });
}

/** A long run takes minutes, which is no failure. */
const LONG = { timeout: 600_000 };
const SPOKEN = [...Object.keys(CATALOGUES), 'en-XA'];
const rendered = new Set<string>();

test(
  'faults 65, 66, 67, 68, 69: Discord shows 100,000 names in every renderer and language as plain text',
  LONG,
  () => {
    expect(NAMES_PER_RUN * LONG_RUNS).toBe(100_000);
    const everyOf = (all: Names, locale: string) => {
      rendered.add(locale);
      const language = LANGUAGES.of(locale);
      const world = namedWorld(all);
      for (const reply of everyAnswer(all, world, language, icons)) {
        expectAccepted(reply);
        expectHarmless(JSON.parse(JSON.stringify(reply).replace(CHANNEL, 'a channel')), ['list']);
      }
      for (const { message, plain } of everyAlert(world, locale, icons)) {
        expectAccepted(message);
        expectAccepted({ content: plain });
        expectHarmless({ embeds: message.embeds ?? [] });
        expectHarmless({ content: plain });
        // A notification shows the content without markdown.
        expect(effectsOf(message.content ?? '')).toEqual([]);
        expect(message.content).not.toMatch(/\\/);
      }
      for (const content of refusalsOf(all, language)) {
        expectAccepted({ content });
        expectHarmless({ content });
      }
      const { title } = watchForm('watch:add:key', world.choice, 'buy', null, language);
      expect(title).not.toMatch(INVISIBLE);
      expect(title).toMatch(/^.{1,45}$/su);
    };
    fc.assert(fc.property(names, fc.constantFrom(...SPOKEN), everyOf), { numRuns: RUNS });
    expect(rendered.size).toBeGreaterThan(Math.min(RUNS, SPOKEN.length) / 4);
  },
);
