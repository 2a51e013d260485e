import fc from 'fast-check';
import { WATCH_TRIGGERS, type Watch } from '../../src/routing/watch.ts';
import { MINUTE_MS } from '../../src/time/durations.ts';
import type { ModelShop } from './watch-life-news.ts';
import type { Crash } from './watch-life-world.ts';

const SECOND_MS = 1_000;

/** A step, applied to the reference and to the world. Its times are minutes from that step on. */
export type Step =
  | { readonly kind: 'snapshot'; readonly modelShops: readonly (ModelShop | number)[]; readonly crash: Crash }
  | {
      readonly kind: 'purchase';
      readonly id: number;
      readonly moved: number;
      readonly paid: number;
      readonly crash: Crash;
    }
  | { readonly kind: 'auction'; readonly finalBid: number; readonly crash: Crash }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'restart' }
  | { readonly kind: 'put' | 'edit'; readonly slot: number; readonly draft: Draft }
  | { readonly kind: 'pause' | 'resume' | 'remove' | 'undo'; readonly slot: number }
  | { readonly kind: 'snooze'; readonly slot: number; readonly minutes: number }
  | { readonly kind: 'quiet'; readonly hours: { readonly inMinutes: number; readonly minutes: number } | null };

export type Draft = Partial<Pick<Watch, 'trigger' | 'price' | 'repeat' | 'cooldownMinutes' | 'filter'>> & {
  readonly endsInMinutes?: number | null;
};

const many = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });

const slot = fc.integer({ min: 0, max: 2 });
const crash = fc.oneof(many(12, fc.constant(null)), fc.constantFrom<Crash[]>('before-sealing', 'in-flight'));
const stallId = fc.integer({ min: 1, max: 4 });
const modelShop: fc.Arbitrary<ModelShop> = fc.record({
  id: stallId,
  side: fc.constantFrom<ModelShop['side'][]>('ask', 'ask', 'ask', 'ask', 'bid'),
  price: fc.integer({ min: 0, max: 6 }),
  quantity: fc.constantFrom(1, 1, 1, 2),
  remaining: fc.constantFrom(0, 0, 1, 2, 5, 5),
});

const owner = fc.constantFrom('Ada', 'Bob');

const draft = {
  trigger: fc.constantFrom<Watch['trigger'][]>('at-or-below', 'at-or-below', ...WATCH_TRIGGERS),
  price: fc.constantFrom(1, 2, 2, 3, 3, 4),
  repeat: fc.constantFrom<Watch['repeat'][]>('recurring', 'recurring', 'recurring', 'once'),
  cooldownMinutes: fc.constantFrom(0, 0, 0, 1, 5, 12),
  filter: fc
    .oneof(many(2, fc.constant({})), fc.record({ minStock: fc.constant(2), owner }, { requiredKeys: [] }))
    .map((filter) => ({ ...filter, containers: true })),
  endsInMinutes: fc.constantFrom(null, null, null, null, null, 3, 30),
};

/** The start of every history: a market and three watches. */
export const opening: fc.Arbitrary<Step[]> = fc
  .tuple(fc.array(modelShop, { minLength: 4, maxLength: 8 }), fc.tuple(...[0, 1, 2].map(() => fc.record(draft))))
  .map(([modelShops, drafts]): Step[] => [
    { kind: 'snapshot', modelShops, crash: null },
    ...drafts.map((of, at): Step => ({ kind: 'put', slot: at, draft: of })),
  ]);

export const step: fc.Arbitrary<Step> = fc.oneof(
  many(
    12,
    fc.record({
      kind: fc.constant('snapshot'),
      modelShops: fc.array(fc.oneof({ weight: 5, arbitrary: modelShop }, stallId), { minLength: 1, maxLength: 3 }),
      crash,
    }),
  ),
  many(
    3,
    fc.record({
      kind: fc.constant('purchase'),
      id: stallId,
      moved: fc.integer({ min: 1, max: 5 }),
      paid: fc.integer({ min: 0, max: 9 }),
      crash,
    }),
  ),
  many(1, fc.record({ kind: fc.constant('auction'), finalBid: fc.integer({ min: 0, max: 6 }), crash })),
  many(
    5,
    fc.record({
      kind: fc.constant('pass'),
      ms: fc.oneof(
        fc.integer({ min: 1, max: 90 }).map((s) => s * SECOND_MS),
        fc.constantFrom(1, 2, 3, 5, 8, 13, 21, 90).map((m) => m * MINUTE_MS),
      ),
    }),
  ),
  many(1, fc.record({ kind: fc.constant('restart') })),
  many(3, fc.record({ kind: fc.constant('put'), slot, draft: fc.record(draft) })),
  many(2, fc.record({ kind: fc.constant('edit'), slot, draft: fc.record(draft, { requiredKeys: [] }) })),
  many(2, fc.record({ kind: fc.constantFrom('pause', 'resume', 'resume', 'remove', 'undo', 'undo'), slot })),
  many(2, fc.record({ kind: fc.constant('snooze'), slot, minutes: fc.integer({ min: 1, max: 10 }) })),
  many(
    1,
    fc.record({
      kind: fc.constant('quiet'),
      hours: fc.option(
        fc.record({ inMinutes: fc.integer({ min: -5, max: 40 }), minutes: fc.integer({ min: 1, max: 30 }) }),
      ),
    }),
  ),
);
