import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { identify, isPlainItem, parseGoods } from '../../../src/market/item/identity.ts';
import { countsForWorth } from '../../../src/market/item/item.ts';
import { displayName, labelOf } from '../../../src/market/item/label.ts';
import { TRAITS } from '../../../src/market/item/traits.ts';
import { Catalogue } from '../../../src/market/search/catalogue.ts';
import { suggestItems } from '../../../src/market/search/search.ts';
import { item } from '../samples.ts';
import { GOODS_IN_FORMS } from './goods.ts';

const CASES = GOODS_IN_FORMS.map((goods) => [goods.label, goods] as const);
const form = fc
  .constantFrom(...GOODS_IN_FORMS)
  .chain((goods) => fc.constantFrom(...goods.forms).map((snbt) => ({ ...goods, snbt })));

test('the sample items cover every trait that separates prices', () => {
  const seen = GOODS_IN_FORMS.flatMap(({ type, forms }) => identify(type, forms[0]).variant?.traits ?? []);
  const names = new Set(seen.map(({ name }) => name));
  expect(TRAITS.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
});

describe.each(CASES)('%s', (label, { type, forms, found }) => {
  test('has one key and one label in the SNBT forms of every version', () => {
    const identities = forms.map((snbt) => identify(type, snbt));
    expect(identities.map(labelOf)).toEqual(forms.map(() => label));
    expect(new Set(identities.map(({ key }) => key)).size).toBe(1);
    expect(identities.some(isPlainItem)).toBe(false);
  });

  test('is found by its search words after its auction', () => {
    const catalogue = new Catalogue();
    for (const goods of GOODS_IN_FORMS) catalogue.learn(identify(goods.type, goods.forms[0]));
    const { key } = identify(type, forms[0]);
    expect(suggestItems({ catalogue, sellersOf: () => 0 }, found).map(({ value }) => value)).toContain(`#${key}`);
  });
});

test('an unknown component leaves the key unchanged and is reported as unread', () => {
  fc.assert(
    fc.property(form, ({ type, snbt }) => {
      const more = parseGoods(type, `{"mod:new_thing":{a:[1,2]},${snbt.slice(1)}`);
      expect(more.identity.key).toBe(identify(type, snbt).key);
      expect(more.unread).toContain('mod:new_thing');
    }),
  );
});

test('the order of SNBT fields does not change the key', () => {
  const twoKeys = (first: string, second: string) => identify('PAPER', `{${first},${second}}`).key;
  const parts = [
    '"minecraft:custom_model_data":{strings:["a"]}',
    '"minecraft:item_model":"mod:b"',
    '"minecraft:custom_name":"Foo"',
    '"minecraft:enchantments":{"minecraft:mending":1,"minecraft:smite":2}',
    '"minecraft:trim":{pattern:"a",material:"b"}',
    '"minecraft:damage":3',
  ];
  fc.assert(
    fc.property(fc.constantFrom(...parts), fc.constantFrom(...parts), (first, second) => {
      fc.pre(first !== second);
      expect(twoKeys(first, second)).toBe(twoKeys(second, first));
    }),
  );
});

test('components irrelevant to the kind of item are neither traits nor reported as unread', () => {
  const snbt = `{"!minecraft:attribute_modifiers":{},"!minecraft:tool":{},"minecraft:lore":[{text:"x"}],"minecraft:repair_cost":3,"minecraft:rarity":"epic"}`;
  expect(parseGoods('WOODEN_PICKAXE', snbt)).toEqual({ identity: identify('WOODEN_PICKAXE'), unread: [] });
});

test('an unreadable SNBT is reported as unread, and the item is plain', () => {
  expect(parseGoods('DIRT', '{broken')).toEqual({ identity: identify('DIRT'), unread: ['snbt'] });
});

describe('a custom name', () => {
  const key = (type: string, snbt: string) => identify(type, snbt).key;

  test.each([
    ['a model', '"minecraft:custom_model_data":{strings:["a"]}'],
    ['a profile', '"minecraft:profile":"Ada"'],
    ['enchantments', '"minecraft:enchantments":{"minecraft:mending":1}'],
    ['damage', '"minecraft:damage":3'],
  ])('does not separate prices next to %s', (_, beside) => {
    expect(key('ELYTRA', `{${beside},"minecraft:custom_name":"Foo"}`)).toBe(key('ELYTRA', `{${beside}}`));
  });

  test('separates prices if nothing else identifies the item', () => {
    expect(key('DIRT', '{"minecraft:custom_name":"Foo"}')).not.toBe(key('DIRT', '{}'));
    expect(key('DIRT', '{"minecraft:item_name":"Foo"}')).not.toBe(key('DIRT', '{}'));
  });

  test.each([
    '{"minecraft:custom_name":"Netherite Ingot"}',
    '{"minecraft:item_name":{translate:"item.minecraft.netherite_ingot"}}',
    '{display:{Name:\'{"text":"Netherite Ingot"}\'}}',
  ])('does not separate prices if it repeats the name of the type: %s', (snbt) => {
    expect(identify('NETHERITE_INGOT', snbt).key).toBe(identify('NETHERITE_INGOT').key);
  });

  test('typed in an anvil counts as the player’s, even if it looks like the server’s', () => {
    const typed = '{"translate":"a.b","fallback":"Netherite Ingot"}';
    const identity = identify('DIRT', `{"minecraft:custom_name":'${typed}'}`);
    expect(labelOf(identity)).toBe('Dirt “Netherite Ingot”');
  });

  test('follows the kind of item in the label', () => {
    const { identity, condition } = parseGoods(
      'DIAMOND_SWORD',
      '{"minecraft:custom_name":"Excalibur","minecraft:enchantments":{"minecraft:sharpness":5},"minecraft:damage":9}',
    );
    const sword = item(identity, { name: 'Excalibur', ...(condition && { condition }) });
    expect(displayName(sword)).toBe('Diamond Sword (Sharpness V, damaged) “Excalibur”');
  });
});

describe('the condition of an item', () => {
  test.each([
    ['COPPER_HELMET', '{"minecraft:damage":121}', { damaged: true }],
    ['IRON_PICKAXE', '{id:"minecraft:iron_pickaxe",Count:1b,Damage:12s,tag:{RepairCost:1}}', { damaged: true }],
    ['IRON_PICKAXE', '{tag:{Damage:12},Count:1b}', { damaged: true }],
    ['DIAMOND', '{"minecraft:lore":["Signed by: Ada"]}', { signedBy: 'Ada' }],
    [
      'DIAMOND',
      '{"minecraft:lore":[{extra:[{text:"SIGNED BY"}],fallback:"",translate:"x.y"},{extra:["Ada",", ","Bob"],text:""}]}',
      { signedBy: 'Ada, Bob' },
    ],
    ['DIAMOND', '{"minecraft:custom_data":{PublicBukkitValues:{"realm:signatures":"Ada"}}}', { signedBy: 'Ada' }],
  ])('excludes %s %s from worth', (type, snbt, condition) => {
    const goods = parseGoods(type, snbt);
    expect(goods).toEqual({ identity: identify(type), condition, unread: [] });
    expect(countsForWorth(goods)).toBe(false);
  });

  test.each([
    ['WOOL', '{id:"minecraft:wool",Count:1b,Damage:12s,tag:{RepairCost:1}}'],
    ['FILLED_MAP', '{id:"minecraft:filled_map",Count:1b,Damage:12s,tag:{RepairCost:1}}'],
    ['DIAMOND', '{"minecraft:damage":0,"minecraft:lore":["Designed by Ada"]}'],
  ])('is normal for %s %s', (type, snbt) => expect(countsForWorth(parseGoods(type, snbt))).toBe(true));
});
