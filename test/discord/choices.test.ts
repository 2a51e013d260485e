import type { AutocompleteInteraction } from 'discord.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFilter } from '../../src/discord/command/read-filter.ts';
import { readPrice } from '../../src/discord/command/read-number.ts';
import { suggestFilter } from '../../src/discord/command/suggest-filter.ts';
import { createDispatch } from '../../src/discord/dispatch.ts';
import { watchForm } from '../../src/discord/render/answer/watch-form.ts';
import { findOffers } from '../../src/market/search/offers.ts';
import { readShop } from '../../src/service/wire/shop.ts';
import { ENGLISH, LANGUAGES } from '../language/spoken.ts';
import { recordingLog } from '../log/recording-log.ts';
import { atOnce, item as itemOf, marketOf, shop as shopOf } from '../market/samples.ts';
import { shop } from './render/arbitraries.ts';
import { hostileText } from './render/hostile.ts';

/** Stands on: the choices as they go out, of shops by fast-check, and Discord’s own limits. */

/** As much of discord.js's object as a suggestion reads: the option with the focus. */
function typing(name: string, value: string): AutocompleteInteraction {
  return { locale: 'en-US', options: { getFocused: () => ({ name, value }) } } as unknown as AutocompleteInteraction;
}

test('fault 70: choices are at most 25, and each is one that Discord takes, whatever the shops are called', () => {
  const shops = fc.uniqueArray(shop, { selector: ({ id }) => id, maxLength: 20 });
  const option = fc.constantFrom('item', 'enchantment', 'owner', 'not-owner', 'world');
  fc.assert(
    fc.property(shops, option, fc.oneof(fc.constant(''), hostileText), (there, name, typed) => {
      const choices = suggestFilter(typing(name, typed), { market: () => marketOf(...there), languages: LANGUAGES });
      expect(choices.length).toBeLessThanOrEqual(25);
      for (const choice of choices) {
        expect(choice.name).toMatch(/^[^\n]{1,100}$/);
        expect(choice.name.isWellFormed()).toBe(true);
        expect(String(choice.value)).toMatch(/^[\s\S]{1,100}$/);
      }
    }),
  );
});

const blank = fc.constantFrom(
  ' ',
  '\u2800',
  '\u3164',
  '\u115f',
  '\u1160',
  '\uffa0',
  '\u200b',
  '\u200d',
  '\ufe0f',
  '\u00a0',
  '\u3000',
  '\u0007',
);
/** Names of blanks alone, or with blanks anywhere, next to plain and hostile ones. */
const blankName = fc.oneof(
  fc.array(blank, { maxLength: 4 }).map((blanks) => blanks.join('')),
  fc
    .array(fc.oneof(blank, fc.constantFrom('Trailer', 'iron', 'İ', 'ı', 'é', '가', '🧱')), { maxLength: 7 })
    .map((parts) => parts.join('')),
  hostileText,
);
const record = fc
  .record({
    owner: fc.oneof(blankName, fc.constant(null)),
    uuid: fc.uuid(),
    world: blankName,
    custom: blankName,
    called: blankName,
  })
  .map(({ owner, uuid, world, custom, called }) => ({
    owner: { name: owner, uuid },
    location: { x: 1, y: 64, z: 1, world: `${world.slice(0, 90)}` || 'world' },
    type: 'SELLING',
    price: 3,
    remaining: 4,
    item: {
      type: 'PAPER',
      quantity: 1,
      name: called,
      snbt: `{components:{"minecraft:custom_name":${JSON.stringify(JSON.stringify(custom))}}}`,
    },
  }));

test('every choice that is offered, sent back as it is, finds the shop it came from, whatever the names', () => {
  const option = fc.constantFrom('item' as const, 'owner' as const, 'world' as const);
  let found = 0;
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 6 }), option, (records, name) => {
      const there = records.flatMap((each, id) => {
        const read = readShop({ ...each, id }, 'bundles');
        return read.ok ? [read.value] : [];
      });
      const market = marketOf(...there);
      for (const { name: shown, value } of suggestFilter(typing(name, ''), {
        market: () => market,
        languages: LANGUAGES,
      })) {
        const options = {
          getString: (asked: string) => (asked === name ? value : null),
          getInteger: () => null,
          getNumber: () => null,
          getBoolean: () => null,
        };
        const { filter } = readFilter(options as never, { market, language: ENGLISH }, 'listed');
        const { total } = atOnce(findOffers(market, { side: 'buy', filter, sort: 'price', outOfStock: true }));
        expect(total, `${name} ${JSON.stringify(value)}`).toBeGreaterThan(0);
        expect(shown).not.toContain('(?)');
        found += 1;
      }
    }),
  );
  expect(found).toBeGreaterThan(20);
});

test('an owner whose name shows nothing is offered by uuid, one with blanks by the name alone', () => {
  const uuid = '0f0e0d0c-0000-4000-8000-000000000001';
  const owned = (name: string) =>
    readShop(
      {
        id: 1,
        owner: { name, uuid },
        location: { x: 1, y: 2, z: 3, world: 'w' },
        type: 'SELLING',
        price: 1,
        remaining: 1,
        item: { type: 'PAPER' },
      },
      'bundles',
    );
  const choicesOf = (name: string) => {
    const read = owned(name);
    const market = read.ok ? marketOf(read.value) : null;
    return suggestFilter(typing('owner', ''), { market: () => market, languages: LANGUAGES });
  };
  expect(choicesOf(' Trailer\u200b ')).toEqual([{ name: 'Trailer', value: 'Trailer' }]);
  for (const name of ['', ' ', '\u200b', '\u2800\u3164', '\u115f\u1160\uffa0']) {
    expect(choicesOf(name)).toEqual([{ name: uuid, value: uuid }]);
  }
});

test('fault 70: of whatever a command offers no more and nothing longer than Discord takes goes out', async () => {
  const offered = Array.from({ length: 60 }, (_, n) => ({
    name: `${n} ${'🧱'.repeat(60)}`,
    value: `${n}`.repeat(101),
  }));
  const command = { definition: { name: 'shop' }, execute: async () => {}, autocomplete: () => offered };
  const sent: { name: string; value: string }[] = [];
  const interaction = {
    ...{ isChatInputCommand: () => false, isAutocomplete: () => true, commandName: 'shop' },
    respond: async (choices: typeof sent) => void sent.push(...choices),
  };
  const context = { log: recordingLog(), status: { snapshot: () => ({ isReadingSaved: false }) } };
  await createDispatch([command] as never, context as never)(interaction as never);
  expect(sent).toHaveLength(25);
  for (const { name, value } of sent) {
    expect([name.length <= 100, name.isWellFormed(), value.length]).toEqual([true, true, 100]);
  }
});

test('an item says how many shops sell it and from which price, and stays whole beside that', () => {
  const there = [shopOf(1, { price: 8 }), shopOf(2, { price: 9 }), shopOf(3, { price: 1, remaining: 0 })];
  const context = { market: () => marketOf(...there), languages: LANGUAGES };
  expect(suggestFilter(typing('item', 'slime'), context)).toEqual([
    { name: 'Slime Block · 2 shops, from 8 diamonds', value: 'SLIME_BLOCK' },
  ]);
});

test.each([
  ['price', '32 for 3', 3 / 32],
  ['max-price', '3/32', 3 / 32],
  ['min-price', '1.5k', 1_500],
  ['min-value', '5k', 5_000],
])('%s reads “%s”, without a list of shops too', (option, typed, value) => {
  const context = { market: () => null, languages: LANGUAGES };
  expect(suggestFilter(typing(option, typed), context)).toMatchObject([{ value }]);
});

test('a bundle leads in the name of an item', () => {
  const there = [shopOf(1, { price: 3, item: itemOf('SLIME_BLOCK', { quantity: 32 }) })];
  const context = { market: () => marketOf(...there), languages: LANGUAGES };
  expect(suggestFilter(typing('item', 'slime'), context)).toEqual([
    { name: 'Slime Block · 1 shop, from 32 for 3 diamonds · 0.094 each', value: 'SLIME_BLOCK' },
  ]);
});

test('before the first snapshot there is nothing to choose', () => {
  expect(suggestFilter(typing('item', 'slime'), { market: () => null, languages: LANGUAGES })).toEqual([]);
});

const offer = fc
  .tuple(
    fc.oneof(fc.nat(1_000), fc.double({ min: 1e-9, max: 1e9, noNaN: true })),
    fc.integer({ min: 1, max: 3_456 }),
    fc.constantFrom('itself', 'contained', 'mixed'),
  )
  .map(([price, quantity, found]) => {
    const unitPrice = found === 'mixed' ? null : price / quantity;
    const contained = found === 'itself' ? null : itemOf('EMERALD');
    const offered = shopOf(1, { price, item: itemOf('PAPER', { quantity }) });
    return { shop: offered, match: { unitPrice, contained, held: contained && 1 } };
  });

test('the form behind *Watch this* keeps to the limits of a form', () => {
  const side = fc.constantFrom('buy' as const, 'sell' as const);
  fc.assert(
    fc.property(hostileText, side, fc.option(offer), (label, side, best) => {
      const form = watchForm('k'.repeat(24), { type: 'PAPER', key: '0'.repeat(16), label }, side, best, ENGLISH);
      expect(form.title.length).toBeLessThanOrEqual(45);
      expect(form.custom_id.length).toBeLessThanOrEqual(100);
      const [row] = form.components;
      const [input] = row && 'components' in row ? row.components : [];
      expect(input?.label?.length).toBeLessThanOrEqual(45);
      expect(input?.max_length).toBe(60);
      if (best === null || best.match.unitPrice === null) {
        expect(input).not.toHaveProperty('value');
        return;
      }
      expect(input?.value?.length).toBeLessThanOrEqual(60);
      const typed = readPrice(input?.value ?? '', ENGLISH);
      const { unitPrice } = best.match;
      expect(side === 'buy' ? typed >= unitPrice : typed <= unitPrice, 'the shop it is from matches').toBe(true);
      expect(Math.abs(typed - unitPrice)).toBeLessThanOrEqual(1e-8 + unitPrice * 1e-12);
    }),
  );
});
