import type { Economy } from '../../../../../sandbox/economy/economy.ts';
import type { Scene } from '../scene.ts';
import { emptyShop, ownedShop, stockedShop } from './shops-to-act-on.ts';

/** A watch, and the change that makes it fire. */
interface Alert {
  readonly name: string;
  /** Returns the options of the watch, and the change that follows. */
  plan(economy: Economy): {
    readonly line?: string;
    readonly values: Values;
    /** Further watches. */
    readonly also?: readonly Values[];
    act(): unknown;
  };
}
type Values = Record<string, string | number>;

/** Rarely sold items, so that alerts of no other shop interfere. */
const MANY = [
  'HEAVY_CORE',
  'LODESTONE',
  'RESPAWN_ANCHOR',
  'MUSIC_DISC_PIGSTEP',
  'WAXED_WEATHERED_CUT_COPPER_STAIRS',
  'NETHERITE_UPGRADE_SMITHING_TEMPLATE',
  'DRAGON_HEAD',
  'RECOVERY_COMPASS',
  'PIGLIN_BANNER_PATTERN',
  'TURTLE_HELMET',
] as const;

const ALERTS: readonly Alert[] = [
  {
    name: 'at-or-below',
    plan: (economy) => ({
      values: { item: 'HOPPER', trigger: 'at-or-below', price: 0.4 },
      act: () => economy.list({ type: 'SELLING', price: 1, remaining: 640, item: { type: 'HOPPER', quantity: 4 } }),
    }),
  },
  {
    name: 'at-or-above',
    plan: (economy) => ({
      values: { item: 'BEACON', trigger: 'at-or-above', price: 45 },
      act: () => economy.list({ type: 'BUYING', price: 50, remaining: 8, item: { type: 'BEACON', quantity: 1 } }),
    }),
  },
  {
    name: 'listed',
    plan: (economy) => ({
      values: { item: 'ELYTRA', trigger: 'listed' },
      act: () => economy.list({ type: 'SELLING', price: 21, remaining: 3, item: { type: 'ELYTRA', quantity: 1 } }),
    }),
  },
  {
    name: 'several',
    plan: (economy) => ({
      values: { item: 'TRIDENT', trigger: 'listed' },
      also: [{ item: 'CONDUIT', trigger: 'listed' }],
      act() {
        for (const price of [31, 28])
          economy.list({ type: 'SELLING', price, remaining: 1, item: { type: 'TRIDENT', quantity: 1 } });
        economy.list({ type: 'SELLING', price: 9, remaining: 2, item: { type: 'CONDUIT', quantity: 1 } });
      },
    }),
  },
  {
    name: 'many-of-one',
    plan: (economy) => ({
      values: { item: 'SNIFFER_EGG', trigger: 'at-or-below', price: 40 },
      act() {
        for (let price = 22; price < 32; price += 1)
          economy.list({ type: 'SELLING', price, remaining: 12, item: { type: 'SNIFFER_EGG', quantity: 1 } });
      },
    }),
  },
  {
    name: 'many-watches',
    plan: (economy) => ({
      values: { item: MANY[0], trigger: 'listed', 'max-price': 80 },
      also: MANY.slice(1).map((item) => ({ item, trigger: 'listed', 'max-price': 80 })),
      act() {
        for (const [at, type] of MANY.entries())
          economy.list({ type: 'SELLING', price: 3 + at, remaining: 12, item: { type, quantity: 4 } });
      },
    }),
  },
  {
    name: 'restocked',
    plan(economy) {
      const { id, item } = emptyShop(economy);
      const values = { item: item.type, trigger: 'restocked' };
      return { values, act: () => economy.restock(id, 16 * item.quantity) };
    },
  },
  {
    name: 'sold-out',
    plan(economy) {
      const { id } = stockedShop(economy, 'NETHERITE_INGOT');
      const values = { item: 'NETHERITE_INGOT', trigger: 'sold-out' };
      return { values, act: () => economy.sellOut(id) };
    },
  },
  {
    name: 'auctioned',
    plan: (economy) => ({
      values: { item: 'SLIME_BLOCK', trigger: 'auctioned' },
      act: () => economy.auction({ item: { type: 'SLIME_BLOCK' }, amount: 16, finalBid: 12 }),
    }),
  },
  {
    name: 'traded',
    plan(economy) {
      const { id } = stockedShop(economy, 'EMERALD');
      return { values: { item: 'EMERALD', trigger: 'traded' }, act: () => economy.buy(id, 1) };
    },
  },
  {
    name: 'my-shop',
    plan(economy) {
      const { id, owner } = ownedShop(economy);
      return {
        line: '/watch my-shop',
        values: { owner: owner.name ?? owner.uuid, every: 0 },
        act: () => economy.buy(id, 2),
      };
    },
  },
];

/** One alert of each trigger, to a user without other watches. */
export const alerts: Scene = {
  name: 'alert',
  purposes: ALERTS.map(({ name }) => name),
  async play(stages) {
    const shots = ALERTS.map(async ({ name, plan }) => {
      const [first] = stages;
      if (!first) return [];
      const { line = '/watch add', values, also = [], act } = plan(first.world.economy);
      const sent = await Promise.all(
        stages.map(async (stage) => {
          const viewer = stage.person(name);
          const where = stage.world.discord.world.dmChannel(viewer);
          await stage.ask(viewer, where, line, values);
          for (const each of also) await stage.ask(viewer, where, line, each);
          return { viewer, stage, message: stage.push(where) };
        }),
      );
      act();
      return Promise.all(sent.map(async ({ message, ...rest }) => ({ ...rest, name, message: await message })));
    });
    return (await Promise.all(shots)).flat();
  },
};
