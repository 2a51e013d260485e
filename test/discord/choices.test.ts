import type { AutocompleteInteraction } from 'discord.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { suggestFilter } from '../../src/discord/command/filter-options.ts';
import { readFilter } from '../../src/discord/command/read-filter.ts';
import { readPrice } from '../../src/discord/command/read-number.ts';
import { createDispatch } from '../../src/discord/interactions/dispatch.ts';
import { renderTryAgain, suggestedPrice, typedForm, watchForm } from '../../src/discord/render/answer/watch-form.ts';
import { CATALOGUES } from '../../src/language/languages.ts';
import type { Item } from '../../src/market/item/item.ts';
import { findOffers } from '../../src/market/search/offers.ts';
import type { Shop } from '../../src/market/shops/shop.ts';
import { readShop } from '../../src/service/wire/shop.ts';
import { ENGLISH, LANGUAGES } from '../language/spoken.ts';
import { recordingLog } from '../log/recording-log.ts';
import { atOnce, item as itemOf, marketOf, shop as shopOf } from '../market/samples.ts';
import { expectAccepted } from './render/accepted.ts';
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

test('an item that only containers hold has the price of the cheapest one, and says if its contents are mixed', () => {
  const egg = (quantity: number) => itemOf('SNIFFER_EGG', { quantity });
  const boxOf = (id: number, price: number, ...contents: Item[]) =>
    shopOf(id, { price, item: itemOf('SHULKER_BOX', { contents }) });
  const named = (typed: string, ...shops: Shop[]) =>
    suggestFilter(typing('item', typed), { market: () => marketOf(...shops), languages: LANGUAGES }).map(
      ({ name }) => name,
    );
  const mixed = [boxOf(1, 5, egg(2), itemOf('DIRT')), boxOf(2, 4, egg(3), itemOf('DIRT'))];
  expect(named('sniffer', ...mixed)).toEqual([
    'Sniffer Egg · 2 shops, from 1 box for 4 diamonds · mixed contents with 3 of it',
  ]);
  expect(named('sniffer', ...mixed, boxOf(3, 64, egg(16), egg(16)))).toEqual([
    'Sniffer Egg · 3 shops, from 1 box of 32 for 64 diamonds · 2 each',
  ]);
  const stairs = itemOf('WAXED_WEATHERED_CUT_COPPER_STAIRS');
  expect(named('waxed weathered cut copper stairs', boxOf(4, 400, stairs, itemOf('DIRT')))).toEqual([
    'Waxed Weathered Cut Copper Stairs · 1 shop, from 1 box for 400 diamonds',
  ]);
});

test('a text that matches no item has one row that says so, with the text as its value', () => {
  const context = { market: () => marketOf(shopOf(1)), languages: LANGUAGES };
  expect(suggestFilter(typing('item', 'qqqzzzxxx'), context)).toEqual([
    { name: 'I know no item called “qqqzzzxxx”', value: 'qqqzzzxxx' },
  ]);
  expect(suggestFilter(typing('item', '\u200b '), context)).not.toContainEqual(expect.objectContaining({ value: '' }));
  expect(suggestFilter(typing('world', 'qqqzzzxxx'), context)).toEqual([]);
});

test('before the first snapshot there is nothing to choose', () => {
  expect(suggestFilter(typing('item', 'slime'), { market: () => null, languages: LANGUAGES })).toEqual([]);
});

test('the form behind *Watch this* keeps to the limits of a form, whatever was typed before', () => {
  const side = fc.constantFrom('buy' as const, 'sell' as const);
  fc.assert(
    fc.property(hostileText, side, fc.option(hostileText), (label, side, value) => {
      const choice = { type: 'PAPER', key: '0'.repeat(16), label };
      const form = watchForm(`watch:add-again:${'k'.repeat(24)}`, choice, side, value, ENGLISH);
      expect(form.title.length).toBeLessThanOrEqual(45);
      expect(form.custom_id.length).toBeLessThanOrEqual(100);
      const [row] = form.components;
      const [input] = row && 'components' in row ? row.components : [];
      expect(input?.label?.length).toBeLessThanOrEqual(45);
      expect(input?.max_length).toBe(60);
      expect(input?.value?.length ?? 1).toBeLessThanOrEqual(60);
    }),
  );
});

test('*Try again* carries up to 60 typed characters, whatever they are, in an id that Discord takes', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const typed = text.slice(0, 60).toWellFormed();
      const action = `watch:retry:${'k'.repeat(12)}:`;
      const again = renderTryAgain('Sorry.', action, typed, ENGLISH);
      expectAccepted(again);
      expect(JSON.stringify(again)).toContain(JSON.stringify(`${action}${typed}`).slice(1, -1));
    }),
  );
});

test.each(Object.keys(CATALOGUES))('the form reads every price that it writes: %s', (tag) => {
  const language = LANGUAGES.of(tag);
  const prices = fc.oneof(fc.integer({ min: 1, max: 1e12 }), fc.double({ min: 1e-6, max: 1e6, noNaN: true }));
  fc.assert(
    fc.property(prices, fc.constantFrom('buy' as const, 'sell' as const), (reference, side) => {
      const suggested = suggestedPrice(reference, side, language);
      if (suggested !== null) {
        const price = readPrice(suggested, language);
        expect(side === 'buy' ? price < reference : price > reference, `${price} is better than ${reference}`).toBe(
          true,
        );
        expect(Math.abs(price - reference) / reference).toBeLessThan(0.11);
      }
      const rounded = Number(reference.toFixed(8));
      const written = typedForm(rounded, language);
      if (written !== null) expect(readPrice(written, language)).toBeCloseTo(rounded, 8);
    }),
  );
});

test.each([
  ['en', 0.26, 'buy', '0.25'],
  ['de', 0.26, 'buy', '0,25'],
  ['fr', 1, 'buy', '0,99'],
  ['en', 17.4, 'buy', '17'],
  ['en', 100, 'buy', '99'],
  ['en', 1250, 'buy', '1200'],
  ['de', 1250, 'sell', '1300'],
  ['ja', 9.9, 'sell', '10'],
  ['en', 0, 'buy', null],
  ['en', null, 'buy', null],
] as const)('in %s the form suggests next to %s to %s: %s', (tag, reference, side, suggested) => {
  expect(suggestedPrice(reference, side, LANGUAGES.of(tag))).toBe(suggested);
});
