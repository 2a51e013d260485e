import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Item } from '../../src/market/item/item.ts';
import { Anonymiser } from '../../src/recorder/anonymiser.ts';
import { readFrame } from '../../src/service/wire/frame.ts';
import { readShop } from '../../src/service/wire/shop.ts';
import { integersOf, player, recordsOf } from './player-records.ts';

const KEY = new Uint8Array(32).fill(7);
const anonymiser = (pixels = true) => new Anonymiser({ key: KEY, pixels });

const SAMPLES = join(import.meta.dirname, '../samples');
const sample = (name: string): readonly unknown[] => JSON.parse(readFileSync(join(SAMPLES, `${name}.json`), 'utf8'));
const ALL = ['plain', 'variants', 'containers', 'paintings', 'shops', 'shops-oldest'].flatMap(sample);

/** Players, and texts that contain some of their names. */
const players = fc.uniqueArray(player, { minLength: 1, maxLength: 4, selector: ({ name }) => name.toLowerCase() });
const recordings = players.chain((all) =>
  fc.record({ all: fc.constant(all), texts: fc.array(recordsOf(all), { minLength: 1, maxLength: 12 }) }),
);

test('a recording contains no name or uuid of a player, wherever the service sends them', () => {
  fc.assert(
    fc.property(recordings, ({ all, texts }) => {
      const subject = anonymiser();
      // The owners of shops are known from the first snapshot.
      for (const { name, uuid } of all) subject.json(JSON.stringify({ owner: { name, uuid } }));
      const recorded = texts
        .map((text) => subject.json(text))
        .join('\n')
        .toLowerCase();
      for (const { name, uuid } of all) {
        expect(recorded).not.toContain(name.toLowerCase());
        for (const form of [uuid, uuid.replaceAll('-', ''), integersOf(uuid)])
          expect(recorded).not.toContain(form.toLowerCase());
      }
    }),
  );
});

test('equal texts are recorded equally, and a name has one pseudonym throughout', () => {
  fc.assert(
    fc.property(recordings, ({ texts }) => {
      const subject = anonymiser();
      const once = texts.map((text) => subject.json(text));
      expect(texts.map((text) => subject.json(text))).toEqual(once);
    }),
  );
});

/** Returns the facts of an item that contain no names. */
function shapeOf({ identity, quantity, contents, condition }: Item): unknown {
  const { type, variant } = identity;
  const traits = [...(variant?.traits ?? []), ...(variant?.shown ?? [])].map(({ name }) => name);
  const { enchantments = [], potion = null, canvas = null, customName = null } = variant ?? {};
  const named = [canvas !== null, customName !== null, condition?.damaged, condition?.signedBy !== undefined];
  return [type, quantity, enchantments, potion, named, traits, contents.map(shapeOf)];
}

/** Returns a text as Crier reads it, and the key of its item. */
function readingOf(text: string): { readonly shape: unknown; readonly key: string | null } {
  const frame = readFrame(text);
  if (frame.kind === 'event') {
    const { item, at, ...rest } = frame.event;
    return { shape: [at, rest, shapeOf(item)], key: item.identity.key };
  }
  const shop = frame.kind === 'broken' ? null : readShop(JSON.parse(text), 'bundles');
  if (!shop?.ok) return { shape: frame.kind === 'broken' ? [frame.kind, frame.why] : frame, key: null };
  const { owner: _, item, ...rest } = shop.value;
  return { shape: [rest, shapeOf(item)], key: item.identity.key };
}

/** Maps each item to the first text with the same item. */
const groupsOf = (keys: readonly (string | null)[]) => keys.map((key) => keys.indexOf(key));

test('a recording reads like the original: equal kinds, traits, prices, stock and item groups', () => {
  fc.assert(
    fc.property(recordings, ({ texts }) => {
      const subject = anonymiser();
      const [before, after] = [texts, texts.map((text) => subject.json(text))].map((each) => each.map(readingOf));
      expect(after?.map(({ shape }) => shape)).toEqual(before?.map(({ shape }) => shape));
      const keysOf = (readings: typeof before) => groupsOf(readings?.map(({ key }) => key) ?? []);
      expect(keysOf(after)).toEqual(keysOf(before));
    }),
  );
});

test('every sample of the live service reads as before, without names', () => {
  const subject = anonymiser();
  const texts = ALL.map((value) => JSON.stringify(value));
  const recorded = texts.map((text) => subject.json(text));
  expect(recorded.map((text) => readingOf(text).shape)).toEqual(texts.map((text) => readingOf(text).shape));
  expect(groupsOf(recorded.map((text) => readingOf(text).key))).toEqual(
    groupsOf(texts.map((text) => readingOf(text).key)),
  );
  expect(recorded.join('\n')).not.toMatch(/Player_\d|3f1c2a54|8be2d0c1|Harbour|Maybe Diamonds/);
});

test('number formats, key order, blanks and lengths are preserved', () => {
  const text =
    '{ "event":"auctionComplete", "data":{"finalBid":2.0,"item":{"type":"DIRT","name":"Old Bertold","snbt":"{a:1b, b:2.50f}"} } }';
  const recorded = anonymiser().json(text);
  expect(recorded).toHaveLength(text.length);
  expect(recorded.replace(/"name":"\w+ \w+"/, '"name":"Old Bertold"')).toBe(text);
});

test('a pseudonym keeps the case of the name, so that both match case-insensitively', () => {
  const subject = anonymiser();
  const [as, shouted] = ['Bertold', 'BERTOLD'].map((name) => JSON.parse(subject.json(`{"author":"${name}"}`)).author);
  expect(as).toMatch(/^[A-Z][a-z]{6}$/);
  expect(shouted).toBe(as.toUpperCase());
});

test('item types, game identifiers and type names are kept, even if a player has such a name', () => {
  const subject = anonymiser();
  subject.json('{"owner":{"name":"Dirt"}}');
  subject.json('{"owner":{"name":"sharpness"}}');
  const text =
    '{"type":"DIRT","name":"Dirt","snbt":"{\\"minecraft:enchantments\\":{\\"minecraft:sharpness\\":5},id:\\"minecraft:dirt\\"}"}';
  expect(subject.json(text)).toBe(text);
  expect(subject.json('{"owner":{"name":"Dirt"}}')).not.toContain('Dirt');
});

test('a recording without pixels replaces each digit of a pixel by 1', () => {
  const pixels = Array.from({ length: 256 }, (_, at) => -1_000_000 - at).join(',');
  const text = JSON.stringify({ type: 'PAINTING', snbt: `{pixels:[I;${pixels}]}` });
  expect(anonymiser().json(text)).toBe(text);
  const recorded = anonymiser(false).json(text);
  expect(recorded).toHaveLength(text.length);
  expect(recorded).toContain('[I;-1111111,-1111111,');
});

test('any text is accepted, and long or deep ones take time linear in their length', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.json(), fc.string({ unit: fc.constantFrom(...'{}[]":\\,\'aI;1 ') })),
      (text) => void anonymiser().json(text),
    ),
  );
  for (const part of ['[', '{a:', '"a\\', "{a:'", '[[1,', '{"snbt":"'])
    expect(typeof anonymiser().json(part.repeat(20_000))).toBe('string');
});
