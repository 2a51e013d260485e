import { describe, expect, it } from 'vitest';
import type { Settings, Subscriptions } from '../../../src/ports/settings.ts';
import type { Feed } from '../../../src/routing/feed.ts';
import type { Person } from '../../../src/routing/person.ts';
import type { Watch } from '../../../src/routing/watch.ts';
import { feed, watch } from '../sqlite/samples.ts';

/** Stands on: the real settings and subscriptions, in memory over SQLite and on PostgreSQL. */

const QUIET = { from: 1320, to: 420, timeZone: 'Europe/Berlin' };
const CHANNEL = { kind: 'channel', id: feed.channelId } as const;
const PERSON = { kind: 'user', id: watch.userId } as const;

/** The contract of every source of feeds and watches. `settings` saves them. */
export function subscriptionsContract(
  name: string,
  open: () => Promise<{ settings: Settings; subscriptions: Subscriptions }>,
): void {
  const idsOf = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id).sort();

  describe(`Subscriptions: ${name}`, () => {
    it('is empty at first', async () => {
      const { subscriptions } = await open();
      expect(await subscriptions.get('f1')).toBeNull();
      expect(await subscriptions.of(PERSON)).toEqual([]);
      expect(await subscriptions.person('400')).toBeNull();
      expect(await subscriptions.hasFeeds('trades')).toBe(false);
    });

    it('finds a saved subscription at once, by id, target, server and user', async () => {
      const { settings, subscriptions } = await open();
      const other = { ...feed, id: 'f2', channelId: '201', kind: 'health' as const };
      for (const one of [feed, other]) await settings.putFeed(one);
      await settings.putWatch(watch);
      await settings.putWatch({ ...watch, id: 'w2', userId: '401' });
      expect(await subscriptions.get('f1')).toEqual(feed);
      expect(await subscriptions.get('w1')).toEqual(watch);
      expect(await subscriptions.of(CHANNEL)).toEqual([feed]);
      expect(await subscriptions.of(PERSON)).toEqual([watch]);
      expect(await subscriptions.hasFeeds('health')).toBe(true);
      expect(idsOf(await subscriptions.feedsOf(feed.guildId))).toEqual(['f1', 'f2']);
      expect(idsOf(await subscriptions.watchesOf('401'))).toEqual(['w2']);
    });

    it('fault 86: returns every feed and watch, with the uuid of its player and its departed items', async () => {
      const { settings, subscriptions } = await open();
      const absences = { owner: { of: 'u-1', since: 1, toldAt: 2 }, world: { of: 'nether', since: 3, backAt: 4 } };
      const filter = { owner: 'Ada', ownerId: 'u-1', world: 'nether', containers: true };
      const named = { ...watch, item: { type: 'DIRT' }, filter: { ...filter, item: { type: 'DIRT' } }, absences };
      await settings.putFeed({ ...feed, filter, absences });
      await settings.putWatch(named);
      await settings.putWatch({ ...watch, id: 'w2' });
      const all: (Feed | Watch)[] = [];
      for await (const one of subscriptions.all()) all.push(one);
      expect(idsOf(all)).toEqual(['f1', 'w1', 'w2']);
      expect(all).toContainEqual({ ...feed, filter, absences });
      expect(all).toContainEqual(named);
    });

    it('returns subscriptions in the order of their creation', async () => {
      const { settings, subscriptions } = await open();
      for (const createdAt of [3, 1, 2]) {
        await settings.putFeed({ ...feed, id: `f${createdAt}`, createdAt });
        await settings.putWatch({ ...watch, id: `w${createdAt}`, createdAt });
      }
      expect((await subscriptions.feedsOf(feed.guildId)).map(({ id }) => id)).toEqual(['f1', 'f2', 'f3']);
      expect((await subscriptions.watchesOf(watch.userId)).map(({ id }) => id)).toEqual(['w1', 'w2', 'w3']);
    });

    it('finds a changed subscription only in its new place, and a removed one nowhere', async () => {
      const { settings, subscriptions } = await open();
      await settings.putFeed(feed);
      await settings.putFeed({ ...feed, channelId: '201' });
      expect(await subscriptions.of(CHANNEL)).toEqual([]);
      expect(idsOf(await subscriptions.of({ kind: 'channel', id: '201' }))).toEqual(['f1']);
      await settings.putWatch(watch);
      await settings.removeWatch(watch.id);
      expect(await subscriptions.get(watch.id)).toBeNull();
      expect(await subscriptions.of(PERSON)).toEqual([]);
    });

    it('returns each part of a person as it was saved', async () => {
      const { settings, subscriptions } = await open();
      const people: readonly Person[] = [
        { id: '400', quiet: null, player: { name: 'Alex', uuid: 'u-1' }, home: { x: -3, z: 7, world: 'world' } },
        {
          id: '401',
          quiet: QUIET,
          language: 'de',
          weekly: { timeZone: 'Europe/Berlin', since: 5, locale: 'de' },
          lookedAt: 6,
        },
        { id: '402', quiet: null, player: { name: 'Bo', uuid: null }, home: { x: 0, z: 0 } },
      ];
      for (const person of people) await settings.putPerson(person);
      const all: Person[] = [];
      for await (const person of subscriptions.people()) all.push(person);
      expect(all).toEqual(people);
      expect(await subscriptions.person('400')).toEqual(people[0]);
    });

    it('looks up everything that delivery needs to judge a message to a target', async () => {
      const { settings, subscriptions } = await open();
      await settings.putWatch(watch);
      await settings.putWatch({ ...watch, id: 'w2', userId: '401' });
      await settings.putFeed({ ...feed, quiet: QUIET });
      await settings.putPerson({ id: '400', quiet: QUIET });
      await settings.putPerson({ id: '401', quiet: null });
      const lookup = await subscriptions.lookup(PERSON, ['w1', 'w2', 'f1', 'gone']);
      expect(['w1', 'w2', 'f1', 'gone'].map((id) => lookup.get(id)?.id)).toEqual(['w1', 'w2', 'f1', undefined]);
      expect(idsOf(lookup.of(PERSON))).toEqual(['w1']);
      const quietOf = (id: string) => {
        const found = lookup.get(id);
        return found && lookup.quietOf(found);
      };
      expect(['w1', 'w2', 'f1'].map(quietOf)).toEqual([QUIET, null, QUIET]);
      expect(await subscriptions.person('400')).toEqual({ id: '400', quiet: QUIET });
      expect(['400', '401', '402'].map((id) => lookup.person(id)?.quiet)).toEqual([QUIET, null, undefined]);
      await settings.removePerson('400');
      expect(await subscriptions.person('400')).toBeNull();
    });

    it('finds feeds and watches by the key of their item, paused ones too', async () => {
      const { settings, subscriptions } = await open();
      const [one, other] = ['00000000000000a1', '00000000000000b2'];
      const asking = (key: string) => ({
        item: { type: 'ELYTRA', key },
        filter: { item: { type: 'ELYTRA', key }, containers: true },
      });
      await settings.putFeed({ ...feed, filter: asking(one).filter, paused: true });
      await settings.putWatch({ ...watch, ...asking(one), trigger: 'auctioned' });
      await settings.putWatch({ ...watch, id: 'w2', ...asking(other), paused: true });
      await settings.putWatch({ ...watch, id: 'w3' });
      expect(idsOf(await subscriptions.withItemKeys([one]))).toEqual(['f1', 'w1']);
      expect(idsOf(await subscriptions.withItemKeys([one, other, 'none']))).toEqual(['f1', 'w1', 'w2']);
      expect(await subscriptions.withItemKeys([])).toEqual([]);
    });

    it('returns the item keys of watches, each once, and none of feeds', async () => {
      const { settings, subscriptions } = await open();
      expect(await subscriptions.watchedKeys()).toEqual(new Set());
      const asking = (key: string) => {
        const item = { type: 'PAINTING', key };
        return { item, filter: { item, containers: true } };
      };
      const [one, other, ofFeed] = ['00000000000000a1', '00000000000000b2', '00000000000000c3'] as const;
      await settings.putFeed({ ...feed, filter: asking(ofFeed).filter });
      await settings.putWatch({ ...watch, id: 'any', item: { type: 'PAINTING' } });
      await settings.putWatch({ ...watch, id: 'none', trigger: 'my-shop', item: null });
      for (const id of ['first', 'second'])
        await settings.putWatch({ ...watch, id, ...asking(one), trigger: 'auctioned' });
      await settings.putWatch({ ...watch, id: 'paused', ...asking(other), trigger: 'auctioned', paused: true });
      expect(await subscriptions.watchedKeys()).toEqual(new Set([one, other]));
      for (const id of ['first', 'second']) await settings.removeWatch(id);
      expect(await subscriptions.watchedKeys()).toEqual(new Set([other]));
    });

    it('returns the item keys of more watches than one page of rows holds', async () => {
      const { settings, subscriptions } = await open();
      const keys = Array.from({ length: 1_100 }, (_, at) => at.toString(16).padStart(16, '0'));
      await Promise.all(
        keys.map((key, at) => settings.putWatch({ ...watch, id: `w${at}`, item: { type: 'PAINTING', key } })),
      );
      expect(await subscriptions.watchedKeys()).toEqual(new Set(keys));
    });

    it('lists the watches that expire before a moment, and those that fire once', async () => {
      const { settings, subscriptions } = await open();
      const put = (id: string, more: Partial<Watch>) => settings.putWatch({ ...watch, id, ...more });
      await put('never', {});
      await put('late', { expiresAt: 2_000 });
      await put('soon', { expiresAt: 999 });
      await put('once', { repeat: 'once' });
      const found: Watch[] = [];
      for await (const one of subscriptions.endingBefore(1_000)) found.push(one);
      expect(idsOf(found)).toEqual(['once', 'soon']);
    });

    it('stores any text unchanged', async () => {
      const { settings, subscriptions } = await open();
      for (const owner of ["'; DROP TABLE feeds; --", '\\0', '%_', '\u202e\u0000\ud800', '🧱']) {
        const hostile: Watch = { ...watch, trigger: 'my-shop', item: null, filter: { owner, containers: false } };
        await settings.putWatch(hostile);
        expect(await subscriptions.get(watch.id)).toEqual(hostile);
      }
    });
  });
}
