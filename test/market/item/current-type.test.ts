import { describe, expect, it } from 'vitest';
import { currentType, formerTypes, namesOfType } from '../../../src/market/item/current-type.ts';
import { identify, unknownVariant } from '../../../src/market/item/identity.ts';
import { choiceIncludes } from '../../../src/market/item/item.ts';
import { isNameOfType } from '../../../src/market/item/item-name.ts';
import { labelOf } from '../../../src/market/item/label.ts';
import { RENAMED_TYPES } from '../../../src/market/item/renamed-types.ts';
import { resolveItem, suggestItems, typeFromName } from '../../../src/market/search/search.ts';
import { toItem } from '../../../src/service/wire/item.ts';
import { item, marketOf, shop } from '../samples.ts';

/** Stands on: the table of renamed types, without other data. */

const NAMED = '{components:{"minecraft:custom_name":\'"Zunge"\'}}';

describe('item types renamed by Minecraft', () => {
  it('fault 86: a type is read under its current name, whichever name the service sends', () => {
    for (const [former, now] of RENAMED_TYPES) {
      expect(identify(former), former).toBe(identify(now));
      expect(identify(former, NAMED)).toBe(identify(now, NAMED));
      expect(unknownVariant(former)).toBe(unknownVariant(now));
      expect([currentType(former), currentType(now)]).toEqual([now, now]);
      expect(namesOfType(former)).toEqual([now, ...formerTypes(now)]);
    }
    expect(namesOfType('SLIME_BLOCK')).toEqual(['SLIME_BLOCK']);
  });

  it('the table has the renames that servers met, and no type that is renamed twice', () => {
    expect(Object.fromEntries(RENAMED_TYPES)).toMatchObject({
      SCUTE: 'TURTLE_SCUTE',
      CHAIN: 'IRON_CHAIN',
      GRASS: 'SHORT_GRASS',
      GRASS_PATH: 'DIRT_PATH',
      ZOMBIE_PIGMAN_SPAWN_EGG: 'ZOMBIFIED_PIGLIN_SPAWN_EGG',
      SIGN: 'OAK_SIGN',
      ROSE_RED: 'RED_DYE',
      DANDELION_YELLOW: 'YELLOW_DYE',
      CACTUS_GREEN: 'GREEN_DYE',
    });
    for (const now of RENAMED_TYPES.values()) expect(RENAMED_TYPES.has(now)).toBe(false);
  });

  it('a variant keeps its keys from the former type name, and a saved watch on such a key matches it', () => {
    // The keys that Crier gave SCUTE before it knew the rename.
    expect(identify('TURTLE_SCUTE').renamedKeys).toEqual(['b4bc8d52da3de2ef']);
    const named = identify('TURTLE_SCUTE', NAMED);
    const [renamedKey = ''] = named.renamedKeys ?? [];
    expect(renamedKey).not.toBe(named.key);
    expect(choiceIncludes({ type: 'TURTLE_SCUTE', key: renamedKey }, named)).toBe(true);
    expect(choiceIncludes({ type: 'TURTLE_SCUTE', key: renamedKey }, identify('TURTLE_SCUTE'))).toBe(false);
    expect(identify('SLIME_BLOCK')).not.toHaveProperty('renamedKeys');
  });

  it('an item is found by either name of its type, whichever one the shops use', () => {
    for (const listed of ['SCUTE', 'TURTLE_SCUTE']) {
      const market = marketOf(shop(1, { item: item(listed) }), shop(2, { item: item('ARMADILLO_SCUTE') }));
      for (const typed of ['scute', 'SCUTE', 'turtle scute', 'TURTLE_SCUTE', 'minecraft:scute']) {
        expect(resolveItem(market, typed), typed).toMatchObject({ kind: 'found', choice: { type: 'TURTLE_SCUTE' } });
      }
      expect(suggestItems(market, 'scut')[0]).toMatchObject({ name: 'Turtle Scute', value: 'TURTLE_SCUTE' });
    }
    expect(typeFromName('chain')).toBe('IRON_CHAIN');
  });

  it('a plain item has its current name, and a former type name counts neither as variant nor as custom name', () => {
    const read = toItem({ type: 'CHAIN', quantity: 1 }, 'plain');
    expect(read.name).toBe('Iron Chain');
    expect(labelOf(read.identity)).toBe('Iron Chain');
    expect(isNameOfType('Chain', 'IRON_CHAIN')).toBe(true);
    expect(isNameOfType('Rope', 'IRON_CHAIN')).toBe(false);
  });
});
