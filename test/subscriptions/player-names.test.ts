import { describe, expect, it } from 'vitest';
import { type Filter, filterKey } from '../../src/market/search/filter.ts';
import { canNeverMatch, findUnknownNames } from '../../src/market/search/unknown-names.ts';
import { withNames, withPlayerIds, withPlayersNow } from '../../src/subscriptions/player-names.ts';
import { ADA, HERE, loaded, marketOf, shop } from '../market/samples.ts';

/** Stands on: markets in memory. */

const RENAMED = { ...ADA, name: 'Grace' };
const OTHER = { name: 'ada', uuid: '0a1b2c3d-0000-4000-8000-00000000000b' };

const byOwner = (owner: string, more: Partial<Filter> = {}): Filter => ({ owner, containers: true, ...more });

describe('fault 86: players of filters', () => {
  it('a name gets the uuid of the only player who is called so', () => {
    const market = marketOf(shop(1));
    expect(withPlayerIds(byOwner('ADA'), market)).toEqual(byOwner('ADA', { ownerId: ADA.uuid }));
    expect(withPlayerIds({ notOwner: 'Ada', containers: true }, market)).toMatchObject({ notOwnerId: ADA.uuid });
    expect(withPlayerIds(byOwner('Bob'), market)).toEqual(byOwner('Bob'));
  });

  it('a name that two players carry gets no uuid, and the market tells them apart', () => {
    const market = marketOf(shop(1), shop(2), shop(3, { owner: OTHER }));
    expect(withPlayerIds(byOwner('Ada'), market)).toEqual(byOwner('Ada'));
    expect(market.ownersCalled('Ada')).toEqual([
      { owner: ADA, shops: 2 },
      { owner: OTHER, shops: 1 },
    ]);
    expect(withPlayerIds(byOwner(OTHER.uuid), market)).toEqual(byOwner(OTHER.uuid, { ownerId: OTHER.uuid }));
  });

  it('a saved player is shown and saved under the present name, and keeps the uuid', () => {
    const market = marketOf(shop(1, { owner: RENAMED }), shop(2, { owner: OTHER }));
    const saved = byOwner('Ada', { ownerId: ADA.uuid });
    expect(withNames({ filter: saved }, market).filter).toEqual(byOwner('Grace', { ownerId: ADA.uuid }));
    expect(withPlayersNow(saved, market)).toEqual(byOwner('Grace', { ownerId: ADA.uuid }));
    expect(withPlayersNow(byOwner('Grace', { ownerId: ADA.uuid }), market)).toEqual(
      byOwner('Grace', { ownerId: ADA.uuid }),
    );
  });

  it('a uuid of an offline-mode server gives way to the only player of the name; any other stays', () => {
    const offline = byOwner('Ada', { ownerId: '0a1b2c3d-0000-3000-8000-00000000000d' });
    expect(withPlayersNow(offline, marketOf(shop(1)))).toEqual(byOwner('Ada', { ownerId: ADA.uuid }));
    expect(withPlayersNow(offline, marketOf())).toEqual(offline);
    const online = byOwner('Ada', { ownerId: '0a1b2c3d-0000-4000-8000-00000000000d' });
    expect(withPlayersNow(online, marketOf(shop(1)))).toEqual(online);
  });

  it('a former name finds the player whom the snapshot before called so, and the answer says the present name', () => {
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

  it('a former name is learnt from a snapshot that renames the player and gives all shops new ids', () => {
    const shops = Array.from({ length: 3 }, (_, id) => shop(id, { location: { ...HERE, x: id } }));
    const before = loaded(shops).market;
    const renamed = shops.map((one) => ({ ...one, id: one.id + 100, owner: RENAMED }));
    const { market } = loaded(renamed, before, 2_000);
    expect(withPlayerIds(byOwner('ada'), market)).toEqual(byOwner('ada', { ownerId: ADA.uuid }));
  });

  it('two filters of one player ask the same, whatever the player was called; the key of others stays', () => {
    const uuid = ADA.uuid;
    expect(filterKey(byOwner('Ada', { ownerId: uuid }))).toBe(filterKey(byOwner('Grace', { ownerId: uuid })));
    expect(filterKey(byOwner('Ada', { ownerId: uuid }))).toBe(filterKey(byOwner(uuid)));
    expect(filterKey(byOwner('Ada'))).not.toContain('ownerId');
  });
});
