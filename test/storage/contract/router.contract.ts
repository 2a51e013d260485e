import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/market/change.ts';
import { identify } from '../../../src/market/item/identity.ts';
import type { Market } from '../../../src/market/market.ts';
import type { Shop } from '../../../src/market/shops/shop.ts';
import type { Router } from '../../../src/ports/router.ts';
import type { Settings } from '../../../src/ports/settings.ts';
import { gathersUntil } from '../../../src/routing/claim-rules.ts';
import type { Feed } from '../../../src/routing/feed.ts';
import { type Routed, type Target, targetKey, targetOf } from '../../../src/routing/notice.ts';
import { EMPTY_MATCH_CONTEXT, type MatchContext } from '../../../src/routing/shop-news.ts';
import type { Watch } from '../../../src/routing/watch.ts';
import { item, marketOf, shop, trade } from '../../market/samples.ts';
import { propertyRuns } from '../../property-runs.ts';
import { market as anyMarket, banned, change, history, NOW } from '../../routing/arbitraries.ts';
import { SOME_WORTHS } from '../../routing/deal-oracle.ts';
import { findConcerned } from '../../routing/route-oracle.ts';
import { feed, watch } from '../../routing/samples.ts';

/** Stands on: the real settings and routers, in memory over SQLite and on PostgreSQL. */

/** `pause` marks a target as refused by Discord. */
export interface OpenRouter {
  readonly router: Router;
  readonly settings: Settings;
  readonly pause: (target: Target) => Promise<void>;
}

const SOLD_OUT: Change = { kind: 'sold-out', at: 1, shop: shop(1, { remaining: 0 }), before: shop(1) };

/** The contract of every router, with the time fixed at `NOW`. `settings` saves the feeds and watches. */
export function routerContract(name: string, open: () => Promise<OpenRouter>): void {
  describe(`Router: ${name}`, () => {
    it('routes events and snapshot changes to the same subscriptions as a test of each', async () => {
      const { router, settings } = await open();
      const saved = new Map<string, Feed | Watch>();
      let notices = 0;
      const changes = fc.array(change, { minLength: 1, maxLength: 8 });
      const anything = fc.asyncProperty(history, changes, anyMarket, banned, async (steps, all, around, bans) => {
        await save(settings, steps, saved);
        const market = marketOf(...around.shops);
        for (const one of around.trades) market.apply(one);
        const expected = all.map((one) => expectedOf(saved, one, market, bans));
        const context = { market, isBanned: (canvas: string) => bans.has(canvas), worthOf: SOME_WORTHS };
        expect((await routed(router, all, context)).map(formsOf)).toEqual(expected);
        expect(formsOf(await router.routeAll(all, context))).toEqual(expected.flat().sort());
        notices += expected.flat().length;
      });
      await fc.assert(anything, { numRuns: propertyRuns(0.3) });
      expect(notices).toBeGreaterThan(0);
    });

    it('fault 86: routes to a player by uuid after a rename, and to watches on their own shops', async () => {
      const { router, settings } = await open();
      const player = { owner: 'Ada', ownerId: shop(1).owner.uuid };
      const item = { type: 'SLIME_BLOCK' };
      const filter = { ...player, item, containers: true };
      await settings.putWatch(watch('w1', { trigger: 'sold-out', price: null, item, filter }));
      const own = { ...player, containers: true };
      await settings.putWatch(watch('w2', { trigger: 'my-shop', price: null, item: null, filter: own }));
      await settings.putFeed(feed('f1', { kind: 'sold-out', filter: own }));
      const isNot = { notOwner: 'Ada', notOwnerId: shop(1).owner.uuid, containers: true };
      await settings.putFeed(feed('f2', { kind: 'sold-out', channelId: '999', filter: isNot }));
      const renamed = { name: 'Grace', uuid: shop(1).owner.uuid };
      const before = shop(1, { owner: renamed });
      const change: Change = { kind: 'sold-out', at: 1, shop: shop(1, { owner: renamed, remaining: 0 }), before };
      const notices = await router.routeAll([change], EMPTY_MATCH_CONTEXT);
      expect(notices.flatMap(({ subscriptionIds }) => subscriptionIds).sort()).toEqual(['f1', 'w1', 'w2']);
    });

    it('returns whether any feed or watch is on deals', async () => {
      const { router, settings } = await open();
      await settings.putWatch(watch('w1'));
      await settings.putFeed(feed('f1'));
      expect(await router.waitsForDeals()).toBe(false);
      await settings.putWatch(
        watch('w2', { trigger: 'under-worth', price: null, item: null, filter: { containers: true } }),
      );
      expect(await router.waitsForDeals()).toBe(true);
      await settings.removeWatch('w2');
      expect(await router.waitsForDeals()).toBe(false);
      await settings.putFeed(feed('f2', { kind: 'deals', filter: { containers: true, item: { type: 'DIRT' } } }));
      expect(await router.waitsForDeals()).toBe(true);
    });

    it('notifies an at-or-above watch when a buying shop has space again, not while it has none', async () => {
      const { router, settings } = await open();
      await settings.putWatch(watch('w1', { trigger: 'at-or-above', price: 3 }));
      const buyer = (remaining: number, price = 4) => shop(1, { side: 'bid', remaining, price });
      const room = (before: number, now: number) => ({ before: buyer(before), shop: buyer(now), at: NOW });
      const changes: readonly Change[] = [
        { kind: 'listed', at: NOW, shop: buyer(0) },
        { kind: 'price-changed', at: NOW, before: buyer(0, 2), shop: buyer(0) },
        { kind: 'restocked', ...room(0, 64) },
        { kind: 'restocked', ...room(64, 65) },
      ];
      const notices = await routed(router, changes, EMPTY_MATCH_CONTEXT);
      expect(notices.map((notices) => notices.length)).toEqual([0, 0, 1, 0]);
    });

    it('merges a flood of new shops into one notice per feed and watch', async () => {
      const { router, settings } = await open();
      await settings.putFeed(feed('f1', { kind: 'listings' }));
      await settings.putWatch(watch('w1'));
      await settings.putWatch(watch('w2', { price: 1 }));
      const changes = [4, 3, 2, 1].map((price): Change => ({ kind: 'listed', at: NOW, shop: shop(price, { price }) }));
      const notices = await router.routeAll(changes, EMPTY_MATCH_CONTEXT, true);
      const merged = notices.map(({ subscriptionIds, cause }) => {
        if (cause.kind !== 'change' || cause.change.kind !== 'listed') throw new Error('no new shop');
        const { shop: best } = cause.change;
        return [...subscriptionIds, cause.listedWith?.count, best.id, cause.listedWith?.shops.map(({ id }) => id)];
      });
      expect(merged.sort()).toEqual([
        ['f1', 4, 1, [2, 3]],
        ['w1', 4, 1, [2, 3]],
        ['w2', undefined, 1, undefined],
      ]);
    });

    it('routes nothing to a target that Discord refuses', async () => {
      const { router, settings, pause } = await open();
      await settings.putWatch(watch('w1', { trigger: 'sold-out', price: null }));
      await settings.putFeed(feed('f1', { kind: 'sold-out' }));
      await settings.putFeed(feed('f2', { kind: 'health' }));
      const targetsOf = async () => {
        const notices = [...(await routed(router, [SOLD_OUT], EMPTY_MATCH_CONTEXT)).flat()];
        notices.push(...(await router.routeAll([SOLD_OUT], EMPTY_MATCH_CONTEXT)), ...(await router.routeServer(DOWN)));
        return notices.map(({ target }) => target.kind).sort();
      };
      expect(await targetsOf()).toEqual(['channel', 'channel', 'channel', 'user', 'user']);
      await pause({ kind: 'channel', id: '200' });
      expect(await targetsOf()).toEqual(['user', 'user']);
      await pause({ kind: 'user', id: '400' });
      expect(await targetsOf()).toEqual([]);
    });

    it('routes the server’s health to the feeds that want it', async () => {
      const { router, settings } = await open();
      await settings.putFeed(feed('f1', { kind: 'health' }));
      await settings.putFeed(feed('f2', { kind: 'health', channelId: '201', paused: true }));
      await settings.putFeed(feed('f3', { kind: 'trades', channelId: '202' }));
      expect((await router.routeServer(DOWN)).map(({ subscriptionIds }) => subscriptionIds)).toEqual([['f1']]);
    });

    it.each([
      ['NUL and a lone surrogate', '\0\ud83d\\0'],
      ['an endless word', 'x'.repeat(100_000)],
      [
        'an endless word without a pattern',
        Array.from({ length: 50_000 }, (_, n) => String.fromCharCode((n * 7_919) % 65_536)).join(''),
      ],
      ['SQL', "'; DROP TABLE watches; -- %_"],
    ])('routes a change whose texts are %s, and others of its batch', async (_what, word) => {
      const { router, settings } = await open();
      await settings.putFeed(feed('f1'));
      const owner = { name: word, uuid: word };
      const traded = (more: object): Change => ({
        kind: 'traded',
        at: 1,
        trade: trade(more),
        shop: shop(1, { owner, location: { x: 1, y: 2, z: 3, world: word } }),
      });
      const all = [traded({ item: item(identify(word)) }), traded({})];
      expect((await routed(router, all, EMPTY_MATCH_CONTEXT)).map((notices) => notices.length)).toEqual([1, 1]);
      expect(await router.routeAll(all, EMPTY_MATCH_CONTEXT)).toHaveLength(2);
    });

    it.each([
      ['NUL and a lone surrogate', '\0\ud83d\\0'],
      [
        'the longest that can be saved',
        Array.from({ length: 100 }, (_, n) => String.fromCharCode(0xd800 + n * 7)).join(''),
      ],
    ])('finds subscriptions by item type and by player for texts that are %s', async (_what, word) => {
      const { router, settings } = await open();
      const type = `${word}${word}`;
      await settings.putWatch(watch('w1', { trigger: 'traded', price: null, item: { type } }));
      await settings.putWatch(
        watch('w2', { trigger: 'my-shop', price: null, item: null, filter: { owner: word, containers: true } }),
      );
      const all: readonly Change[] = [
        {
          kind: 'traded',
          at: 1,
          trade: trade({ item: item(identify(type)) }),
          shop: shop(1, { owner: { name: word, uuid: 'u' } }),
        },
      ];
      expect(formsOf((await routed(router, all, EMPTY_MATCH_CONTEXT)).flat())).toEqual([
        formOf('user:400', ['w1', 'w2'], NOW),
      ]);
    });
  });
}

type Step = Feed | Watch | string;

const DOWN = { kind: 'server', at: 5, state: 'down', before: 'up', lastedMs: 1 } as const;

/** Applies the edits as far as their result is visible: the last two writes of each id. */
async function save(settings: Settings, steps: readonly Step[], saved: Map<string, Feed | Watch>): Promise<void> {
  const before = new Map<string, Feed | Watch>();
  const last = new Map([...saved.keys()].map((id): [string, Feed | Watch | null] => [id, null]));
  for (const { id, put } of steps.flatMap(byKind)) {
    const replaced = last.get(id);
    if (replaced) before.set(id, replaced);
    last.set(id, put);
  }
  await Promise.all([...before.values()].map((one) => write(settings, one.id, one)));
  await Promise.all([...last].map(([id, one]) => write(settings, id, one)));
  saved.clear();
  for (const [id, one] of last) if (one !== null) saved.set(id, one);
}

/** A feed and a watch never share an id. */
function byKind(step: Step): readonly { readonly id: string; readonly put: Feed | Watch | null }[] {
  if (typeof step === 'string') return ['feed', 'watch'].map((type) => ({ id: `${type} ${step}`, put: null }));
  const id = `${step.type} ${step.id}`;
  return [{ id, put: { ...step, id } }];
}

function write(settings: Settings, id: string, one: Feed | Watch | null): Promise<void> {
  if (one === null) return id.startsWith('feed') ? settings.removeFeed(id) : settings.removeWatch(id);
  return one.type === 'feed' ? settings.putFeed(one) : settings.putWatch(one);
}

/** Routes the changes as one batch. */
async function routed(
  router: Router,
  changes: readonly Change[],
  context: MatchContext,
): Promise<readonly (readonly Routed[])[]> {
  const all = changes.map((one) => router.prepare(one, context));
  const unrouted = all.flatMap((one) => ('change' in one ? [one] : []));
  const routed = await router.route(unrouted);
  return all.map((one) => ('change' in one ? (routed[unrouted.indexOf(one)] ?? []) : one));
}

/** Expects one notice per destination, due at the earliest time of its sources. */
function expectedOf(saved: ReadonlyMap<string, Feed | Watch>, one: Change, market: Market, banned: Set<string>) {
  const stockOf = (of: Shop) => market.remainingOf(of).remaining;
  const around = { shops: [...market.shops], stockOf, banned, worthOf: SOME_WORTHS };
  const concerned = findConcerned(saved.values(), one, NOW, around).flatMap((id) => saved.get(id) ?? []);
  const byTarget = Map.groupBy(concerned, (source) => targetKey(targetOf(source)));
  const dueAt = (source: Feed | Watch) => gathersUntil(source, { kind: 'change', change: one }, NOW);
  return Array.from(byTarget, ([target, sources]) =>
    formOf(
      target,
      sources.map(({ id }) => id),
      Math.min(...sources.map(dueAt)),
    ),
  ).sort();
}

const formOf = (target: string, ids: readonly string[], dueAt: number) => `${target} ${[...ids].sort()} at ${dueAt}`;

/** Order does not matter. */
function formsOf(notices: readonly Routed[]): readonly string[] {
  return notices.map(({ target, subscriptionIds, dueAt }) => formOf(targetKey(target), subscriptionIds, dueAt)).sort();
}
