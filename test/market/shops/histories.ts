import fc from 'fast-check';
import type { MarketEvent } from '../../../src/market/change.ts';
import { identify, unknownVariant } from '../../../src/market/item/identity.ts';
import type { Shop } from '../../../src/market/shops/shop.ts';
import { anyItem, location, OWNERS } from '../arbitraries.ts';
import { auction, item, shop, trade } from '../samples.ts';

/** Changes at the service, and the outcome of its next response. */
export interface Step {
  readonly edits: readonly Edit[];
  /** The seed of another order of the records, or null to keep their order. */
  readonly order: number | null;
  /** Number of unreadable records. */
  readonly broken: number;
  /** Whether saving the snapshot fails, so that the previous market stays. */
  readonly isLost: boolean;
  /** Events until the next snapshot, some of them while it is loaded. */
  readonly events: readonly MarketEvent[];
}

type Edit = (records: Shop[]) => void;

const PLACES = [...Array(4).keys()].map((x) => ({ x, y: 64, z: 0, world: 'world' }));
const CANVAS = '0a1b2c3d-0000-4000-8000-00000000000a';
const CANVASES = [`${CANVAS}_1`, `${CANVAS}_2`];
const painting = fc.constantFrom(...CANVASES).map((id) => item(identify('PAINTING', `{canvas:"${id}"}`)));
const goods = fc.oneof(
  { weight: 6, arbitrary: anyItem },
  { weight: 1, arbitrary: painting },
  { weight: 1, arbitrary: painting.map((one) => item('SHULKER_BOX', { contents: [one, item('DIRT'), one] })) },
  { weight: 1, arbitrary: painting.map((one) => ({ ...one, contents: [one] })) },
  { weight: 2, arbitrary: fc.constantFrom('Dirt', 'Mud').map((name) => item('DIRT', { name })) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('Dirt', 'Mud')
      .map((name) => item('SHULKER_BOX', { contents: [item('DIRT', { name }), item('BUNDLE')] })),
  },
);
/** Includes a player with another's uuid, and one with another's name. */
export const PLAYERS = [
  ...OWNERS,
  { name: 'Adam', uuid: OWNERS[0]?.uuid ?? '' },
  { name: 'bob', uuid: 'c'.repeat(36) },
];

const anyShop = fc
  .record({
    id: fc.integer({ min: 0, max: 150 }),
    owner: fc.constantFrom(...PLAYERS),
    location: fc.oneof(location, fc.constantFrom(...PLACES)),
    side: fc.constantFrom<Shop['side'][]>('ask', 'ask', 'ask', 'bid', null),
    price: fc.integer({ min: 0, max: 8 }),
    remaining: fc.integer({ min: 0, max: 9 }),
    item: goods,
  })
  .map(({ id, ...more }) => shop(id, more));

/** Applies the change to one of the records, if there is any. */
const toOne = (change: (record: Shop) => readonly Shop[]) =>
  fc.nat(10_000).map((nth): Edit => {
    return (records) => {
      const at = nth % Math.max(1, records.length);
      const record = records[at];
      if (record) records.splice(at, 1, ...change(record));
    };
  });

const hide = ({ item: of, ...record }: Shop): Shop => {
  return { ...record, remaining: 0, item: { ...of, identity: unknownVariant(of.identity.type), contents: [] } };
};

const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 8, arbitrary: anyShop.chain(({ price, remaining }) => toOne((one) => [{ ...one, price, remaining }])) },
  { weight: 3, arbitrary: anyShop.chain((other) => toOne(({ id }) => [{ ...other, id }])) },
  { weight: 3, arbitrary: anyShop.chain(({ owner }) => toOne((one) => [{ ...one, owner }])) },
  { weight: 2, arbitrary: toOne((one) => [{ ...one, location: { ...one.location } }]) },
  { weight: 4, arbitrary: toOne((one) => [hide(one)]) },
  { weight: 5, arbitrary: toOne(() => []) },
  {
    weight: 5,
    arbitrary: anyShop.map(
      (one): Edit =>
        (records) => {
          if (!records.some(({ id }) => id === one.id)) records.push(one);
        },
    ),
  },
  // Two records with one id, until a later edit.
  { weight: 1, arbitrary: anyShop.chain((other) => toOne((one) => [one, { ...other, id: one.id }])) },
  { weight: 1, arbitrary: anyShop.chain((other) => toOne((one) => [{ ...other, id: one.id }, one])) },
);

const event: fc.Arbitrary<MarketEvent> = fc.oneof(
  anyShop.map(({ item: of, location: at }) => trade({ item: { ...of, contents: [] }, location: at })),
  fc.constantFrom('NETHERITE_INGOT', 'ELYTRA').map((type) => auction(item(type))),
);

const step: fc.Arbitrary<Step> = fc.record({
  edits: fc.array(edit, { maxLength: 12 }),
  order: fc.option(fc.nat(1_000), { freq: 4 }),
  broken: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) }),
  isLost: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
  events: fc.array(event, { maxLength: 4 }),
});

/** The first records of the service, and the steps that change them. */
export const history = fc.record({
  first: fc.uniqueArray(anyShop, { selector: ({ id }) => id, maxLength: 120, size: 'max' }),
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
});

/** Returns the records after a step, and those among them that can be read. */
export function recordsAfter(before: readonly Shop[], { edits, order, broken }: Step) {
  const records = [...before];
  for (const change of edits) change(records);
  const mixed = (at: number) => Math.imul(at + (order ?? 0), 0x9e3779b1) >>> 8;
  const ordered = order === null ? records : records.toSorted((a, b) => mixed(a.id) - mixed(b.id));
  return {
    records: ordered,
    read: ordered.slice(Math.min(broken, ordered.length)),
    quarantined: Math.min(broken, ordered.length),
  };
}
