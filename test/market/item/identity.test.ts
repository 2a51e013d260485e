import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { identify, isPlainItem, unknownVariant } from '../../../src/market/item/identity.ts';
import type { Variant } from '../../../src/market/item/item.ts';
import { anyCodePoint } from '../../any-code-point.ts';

/** Stands on: the item reader, without other data. */

const PLAIN: Variant = { enchantments: [], potion: null, canvas: null, customName: null };
const CANVAS = '0a1b2c3d-0000-4000-8000-00000000000a_12';
const OTHER_CANVAS = '0a1b2c3d-0000-4000-8000-00000000000b_7';

const SHARP = {
  enchantments: [
    { id: 'mending', level: 1 },
    { id: 'sharpness', level: 5 },
  ],
};
const NAMED = { customName: 'Foo Bar' };

/** One variant in the SNBT forms of the game's versions, with unrelated fields added. */
const SHAPES: [string, Partial<Variant>, string[]][] = [
  [
    'enchantments',
    SHARP,
    [
      '{ench:[{id:16s,lvl:5s},{id:70s,lvl:1s}]}',
      '{ench:[0:{lvl:5s,id:16s},1:{lvl:1s,id:70s}],RepairCost:3}',
      '{Enchantments:[{id:"minecraft:mending",lvl:1s},{id:"minecraft:sharpness",lvl:5s}],Damage:12}',
      '{Enchantments:[{id:"sharpness",lvl:5},{id:"sharpness",lvl:4},{id:"mending",lvl:1},{id:"smite",lvl:0}]}',
      '{id:"minecraft:diamond_sword",Count:1b,tag:{Enchantments:[{lvl:5s,id:"minecraft:sharpness"},{id:"MENDING",lvl:1s}]}}',
      '{components:{"minecraft:enchantments":{levels:{"minecraft:sharpness":5,"minecraft:mending":1},show_in_tooltip:0b}},count:1}',
      '{"minecraft:enchantments":{"minecraft:mending":1,"minecraft:sharpness":5}}',
      '{enchantments:{levels:{sharpness:5,mending:1}}}',
    ],
  ],
  [
    'stored enchantments',
    SHARP,
    [
      '{StoredEnchantments:[{id:"minecraft:sharpness",lvl:5s},{id:"minecraft:mending",lvl:1s}]}',
      '{components:{"minecraft:stored_enchantments":{levels:{"minecraft:sharpness":5,"minecraft:mending":1}}}}',
      '{"minecraft:stored_enchantments":{"minecraft:sharpness":5,"minecraft:mending":1}}',
    ],
  ],
  [
    'the potion',
    { potion: 'strong_healing' },
    [
      '{Potion:"minecraft:strong_healing"}',
      '{Potion:"strong_healing",CustomPotionColor:5}',
      '{tag:{Potion:"minecraft:strong_healing"},Count:1b}',
      '{components:{"minecraft:potion_contents":{potion:"minecraft:strong_healing"}}}',
      '{"minecraft:potion_contents":"minecraft:strong_healing"}',
    ],
  ],
  [
    'the custom name',
    NAMED,
    [
      '{display:{Name:"Foo Bar"}}',
      '{display:{Name:"§cFoo §lBar"}}',
      '{display:{Name:\'{"text":"Foo Bar"}\',Lore:[\'"x"\']}}',
      '{display:{Name:\'{"text":"","italic":false,"extra":[{"text":"Foo ","color":"red"},"Bar"]}\'}}',
      '{tag:{display:{Name:\'[{"text":"Foo "},{"text":"Bar"}]\'}}}',
      '{components:{"minecraft:custom_name":\'"Foo Bar"\'}}',
      '{components:{"minecraft:custom_name":{text:"Foo ",extra:["Bar"],color:"red"}}}',
      '{"minecraft:custom_name":"Foo Bar"}',
    ],
  ],
  [
    'the canvas, wherever it stands',
    { canvas: CANVAS },
    [
      `{canvas:"${CANVAS}"}`,
      `{canvas:"${CANVAS.toUpperCase()}"}`,
      `{PublicBukkitValues:{"paintings:canvas":"${CANVAS}"}}`,
      `{tag:{EntityTag:{list:[1,{deep:["x","${CANVAS}"]}]}}}`,
      `{components:{"minecraft:custom_data":{canvas:{meta:{id:"${CANVAS}"}}}}}`,
      `{data:'{"canvas_id":"${CANVAS}"}'}`,
      `{data:"painting/${CANVAS}.png"}`,
      `{data:{"${CANVAS}":1b}}`,
      `{display:{Lore:['"${CANVAS}"']}}`,
      `{display:{Lore:["${OTHER_CANVAS}"]},canvas:"${CANVAS}"}`,
      `{"minecraft:custom_data":{id:"${CANVAS}"},BlockEntityTag:{Items:[{tag:{canvas:"${OTHER_CANVAS}"}}]}}`,
    ],
  ],
];

describe('identity', () => {
  describe.each(SHAPES)('reads %s', (_, expected, snbts) => {
    test.each(snbts)('from %s', (snbt) => {
      const identity = identify('THING', snbt);
      expect(identity.variant).toEqual({ ...PLAIN, ...expected });
      expect(identity.key).toBe(identify('THING', snbts[0]).key);
      expect(isPlainItem(identity)).toBe(false);
    });
  });

  test.each([
    '',
    '{}',
    ' { } ',
    '{Damage:3}',
    '{unreadable',
    'null',
    '{"minecraft:damage":5,count:64}',
    '{display:{Name:""}}',
    '{Enchantments:[]}',
    '{Enchantments:[{id:"sharpness"},{lvl:3s},7,"x"]}',
    '{Potion:"minecraft:empty"}',
    `{Items:[{tag:{canvas:"${CANVAS}"}}]}`,
    `{components:{"minecraft:container":[{item:{components:{custom_data:{id:"${CANVAS}"}}}}]}}`,
    `{id:"${CANVAS.slice(0, -3)}"}`,
    `{id:"f${CANVAS}"}`,
    `{id:"${'['.repeat(600)}"}`,
    `{a:${'['.repeat(600)}${']'.repeat(600)}}`,
  ])('for %j is that of the plain item', (snbt) => {
    expect(identify('THING', snbt)).toEqual(identify('THING'));
    expect(isPlainItem(identify('THING', snbt))).toBe(true);
  });

  test('has distinct keys for items that players price separately', () => {
    const snbts = ['{}', ...SHAPES.flatMap(([, , [first = '']]) => first), '{Enchantments:[{id:"sharpness",lvl:4s}]}'];
    const texts = [...snbts, '{Potion:"healing"}', '{display:{Name:"foo bar"}}', `{canvas:"${OTHER_CANVAS}"}`];
    const keys = texts.map((snbt) => identify('THING', snbt).key);
    const apart = new Set([...keys, identify('OTHER').key, unknownVariant('THING').key, unknownVariant('OTHER').key]);
    // The stored enchantments are the same variant as the enchantments.
    expect(apart.size).toBe(texts.length - 1 + 3);
  });

  test('for an unknown variant is distinct from the plain item and every variant, and one per type', () => {
    expect(unknownVariant('THING')).toEqual({ key: unknownVariant('THING').key, type: 'THING', variant: null });
    expect(isPlainItem(unknownVariant('THING'))).toBe(false);
  });

  test('has stable keys, because journals store them', () => {
    expect(identify('SLIME_BLOCK').key).toMatch(/^[\da-f]{16}$/);
    expect([
      identify('SLIME_BLOCK').key,
      identify('SWORD', SHAPES[0]?.[2][0]).key,
      unknownVariant('BOW').key,
    ]).toMatchInlineSnapshot(`
      [
        "426994e4beb0224c",
        "9d1448be5068cc5c",
        "0c10dee54ba6f897",
      ]
    `);
  });

  test('is deterministic and never throws, for SNBT of any length and content', () => {
    const text = fc.oneof(
      fc.string({ unit: anyCodePoint }),
      fc.string({ unit: fc.constantFrom(...'{}[]:,"\'\\ 1aé') }),
    );
    fc.assert(
      fc.property(text, fc.string(), (snbt, type) => void expect(identify(type, snbt)).toEqual(identify(type, snbt))),
    );
    const long = `{display:{Name:"${'x'.repeat(50_000)}"}}`;
    expect(identify('THING', long)).toEqual(identify('THING', long));
  });

  test('never confuses the type with the SNBT', () => {
    expect(identify('A {}', '{Potion:"x"}').type).toBe('A {}');
    expect(identify('A', '{} {Potion:"x"}').type).toBe('A');
  });
});

test('a custom name that looks like a canvas id is read as a name', () => {
  const typed = identify('DIRT', `{"minecraft:custom_name":"${CANVAS}"}`);
  expect(typed.variant).toMatchObject({ canvas: null, customName: CANVAS });
  const { variant } = identify('DIRT', `{display:{Name:'{"text":"${CANVAS}"}'}}`);
  expect(variant?.canvas).toBeNull();
  expect(typed.formerKey).toBeDefined();
});

describe('oversized SNBT', () => {
  test('with a number of four million digits is read quickly, without the number', () => {
    expect(identify('DIRT', `{"minecraft:map_id":${'1'.repeat(4_000_000)}}`).variant).toMatchObject({ canvas: null });
    expect(identify('DIRT', `[${'0x1'.repeat(1_000_000)}]`)).toBe(identify('DIRT'));
  });

  const named = (letters: number) => `{display:{Name:"${'x'.repeat(letters)}"}}`;
  const enchanted = (count: number) =>
    `{Enchantments:[${Array.from({ length: count }, (_, at) => `{id:"minecraft:enchantment_${at}",lvl:1}`)}]}`;

  test('fault 90: an SNBT of 270,000 characters is read whole', () => {
    const name = identify('DIRT', named(270_000)).variant?.customName;
    expect(name).toHaveLength(256);
  });

  test('nested 10,000 deep gives the plain item, inside a container too', () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000);
    expect(identify('DIRT', `{a:${deep}}`)).toEqual(identify('DIRT'));
    expect(identify('DIRT', `{Items:${deep}}`)).toEqual(identify('DIRT'));
  });

  test('with a long custom name is cut between graphemes', () => {
    const family = '👨‍👩‍👧';
    const name = identify('DIRT', named(250).replace('xx"', `${family}${family}"`)).variant?.customName;
    expect(name).toBe(`${'x'.repeat(248)}…`);
    expect(identify('DIRT', named(256)).variant?.customName).toBe('x'.repeat(256));
  });

  test('with more enchantments than the game has gives the plain item', () => {
    expect(identify('BOOK', enchanted(60)).variant?.enchantments).toHaveLength(60);
    expect(identify('BOOK', enchanted(600))).toEqual(identify('BOOK'));
  });
});
