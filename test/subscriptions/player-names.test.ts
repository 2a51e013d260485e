import { describe, expect, it } from 'vitest';
import { type Filter, filterKey } from '../../src/market/search/filter.ts';
import { findOffers } from '../../src/market/search/offers.ts';
import { canNeverMatch, findUnknownNames } from '../../src/market/search/unknown-names.ts';
import { withNames, withPlayerIds, withPlayersNow } from '../../src/subscriptions/player-names.ts';
import { ADA, atOnce, HERE, loaded, marketOf, shop } from '../market/samples.ts';

/** Stands on: markets in memory. */

const RENAMED = { ...ADA, name: 'Grace' };
const OTHER = { name: 'ada', uuid: '0a1b2c3d-0000-4000-8000-00000000000b' };

const byOwner = (owner: string, more: Partial<Filter> = {}): Filter => ({ owner, containers: true, ...more });

describe('fault 86: players in filters', () => {
  it('a name gets the uuid of the only player of that name', () => {
    const market = marketOf(shop(1));
    expect(withPlayerIds(byOwner('ADA'), market)).toEqual(byOwner('ADA', { ownerId: ADA.uuid }));
    expect(withPlayerIds({ notOwner: 'Ada', containers: true }, market)).toMatchObject({ notOwnerId: ADA.uuid });
    expect(withPlayerIds(byOwner('Bob'), market)).toEqual(byOwner('Bob'));
  });

  it('a name of two players gets no uuid, and the market returns both', () => {
    const market = marketOf(shop(1), shop(2), shop(3, { owner: OTHER }));
    expect(withPlayerIds(byOwner('ADA'), market)).toEqual(byOwner('ADA'));
    expect(market.ownersCalled('ADA')).toEqual([
      { owner: ADA, shops: 2 },
      { owner: OTHER, shops: 1 },
    ]);
    expect(withPlayerIds(byOwner(OTHER.uuid), market)).toEqual(byOwner('ada', { ownerId: OTHER.uuid }));
  });

  it('a filter with a known uuid matches no other player of the name, and one that excludes it keeps the other', () => {
    const market = marketOf(shop(1), shop(2), shop(3, { owner: OTHER }));
    const listed = (filter: Filter) => {
      const query = { side: 'buy', sort: 'price', outOfStock: false, limit: 9, filter } as const;
      return atOnce(findOffers(market, query))
        .offers.map((one) => one.shop.id)
        .sort();
    };
    expect(listed(byOwner('ada', { ownerId: OTHER.uuid }))).toEqual([3]);
    expect(listed(byOwner('ada'))).toEqual([1, 2, 3]);
    expect(listed({ notOwner: 'ada', notOwnerId: OTHER.uuid, containers: true })).toEqual([1, 2]);
    expect(listed({ notOwner: 'ada', containers: true })).toEqual([]);
  });

  it('the very spelling of one of several players of a name means that one', () => {
    const market = marketOf(shop(1), shop(2), shop(3, { owner: OTHER }));
    expect(withPlayerIds(byOwner('ada'), market)).toEqual(byOwner('ada', { ownerId: OTHER.uuid }));
    expect(withPlayerIds(byOwner('Ada'), market)).toEqual(byOwner('Ada', { ownerId: ADA.uuid }));
    const twins = marketOf(shop(1), shop(3, { owner: { ...OTHER, name: 'Ada' } }));
    expect(withPlayerIds(byOwner('Ada'), twins)).toEqual(byOwner('Ada'));
  });

  it('a saved player is displayed and saved with the current name, and keeps the uuid', () => {
    const market = marketOf(shop(1, { owner: RENAMED }), shop(2, { owner: OTHER }));
    const saved = byOwner('Ada', { ownerId: ADA.uuid });
    expect(withNames({ filter: saved }, market).filter).toEqual(byOwner('Grace', { ownerId: ADA.uuid }));
    expect(withPlayersNow(saved, market)).toEqual(byOwner('Grace', { ownerId: ADA.uuid }));
    expect(withPlayersNow(byOwner('Grace', { ownerId: ADA.uuid }), market)).toEqual(
      byOwner('Grace', { ownerId: ADA.uuid }),
    );
  });

  it('a uuid of an offline-mode server is replaced by the only player of the name, any other kept', () => {
    const offline = byOwner('Ada', { ownerId: '0a1b2c3d-0000-3000-8000-00000000000d' });
    expect(withPlayersNow(offline, marketOf(shop(1)))).toEqual(byOwner('Ada', { ownerId: ADA.uuid }));
    expect(withPlayersNow(offline, marketOf())).toEqual(offline);
    const online = byOwner('Ada', { ownerId: '0a1b2c3d-0000-4000-8000-00000000000d' });
    expect(withPlayersNow(online, marketOf(shop(1)))).toEqual(online);
  });

  it('a former name finds its player in the previous snapshot, and the answer has the current name', () => {
    for (const shops of [[shop(1)], Array.from({ length: 3 }, (_, id) => shop(id))]) {
      const before = loaded(shops).market;
      const renamed = shops.map((one) => ({ ...one, owner: RENAMED }));
      const { market } = loaded(renamed, before, 2_000);
      const filter = withPlayerIds(byOwner('ada'), market);
      expect(filter).toEqual(byOwner('ada', { ownerId: ADA.uuid }));
      const unknown = findUnknownNames(filter, market);
      expect(unknown).toEqual([{ what: 'owner', name: 'ada', didYouMean: [], nowCalled: 'Grace' }]);
      expect(canNeverMatch(unknown)).toBe(false);
    }
  });

  it('a former name is known after a snapshot that renames the player and renumbers all shops', () => {
    const shops = Array.from({ length: 3 }, (_, id) => shop(id, { location: { ...HERE, x: id } }));
    const before = loaded(shops).market;
    const renamed = shops.map((one) => ({ ...one, id: one.id + 100, owner: RENAMED }));
    const { market } = loaded(renamed, before, 2_000);
    expect(withPlayerIds(byOwner('ada'), market)).toEqual(byOwner('ada', { ownerId: ADA.uuid }));
  });

  it('two filters for one player have the same key under any name, and other keys stay', () => {
    const uuid = ADA.uuid;
    expect(filterKey(byOwner('Ada', { ownerId: uuid }))).toBe(filterKey(byOwner('Grace', { ownerId: uuid })));
    expect(filterKey(byOwner('Ada', { ownerId: uuid }))).toBe(filterKey(byOwner(uuid)));
    expect(filterKey(byOwner('Ada'))).not.toContain('ownerId');
  });
});
