import { describe, expect, it } from 'vitest';
import { NotSaved } from '../../../src/faults/store-faults.ts';
import { identify } from '../../../src/market/item/identity.ts';
import type { Settings } from '../../../src/ports/settings.ts';
import { feed, watch } from '../sqlite/samples.ts';

/** Stands on: the real settings on SQLite and on PostgreSQL. */

/** The contract of every adapter of Settings. `reopen` stands for a restart. */
export function settingsContract(
  name: string,
  open: () => Promise<{ settings: Settings; reopen(): Promise<Settings> }>,
): void {
  describe(`Settings: ${name}`, () => {
    it('is empty at first', async () => {
      const { settings } = await open();
      expect(await settings.feeds()).toEqual([]);
      expect(await settings.watches()).toEqual([]);
    });

    it('returns saved feeds and watches separately, even after a restart', async () => {
      const { settings, reopen } = await open();
      await settings.putFeed(feed);
      await settings.putWatch(watch);
      expect(await settings.feeds()).toEqual([feed]);
      expect(await settings.watches()).toEqual([watch]);
      const reopened = await reopen();
      expect(await reopened.feeds()).toEqual([feed]);
      expect(await reopened.watches()).toEqual([watch]);
    });

    it('replaces a record with the same id', async () => {
      const { settings } = await open();
      await settings.putFeed(feed);
      await settings.putFeed({ ...feed, paused: true });
      expect(await settings.feeds()).toEqual([{ ...feed, paused: true }]);
    });

    it('fault 86: a watch or feed saved under a former name of its type is read under the present one', async () => {
      const { settings, reopen } = await open();
      const [renamedKey = ''] = identify('TURTLE_SCUTE').renamedKeys ?? [];
      const former = { type: 'SCUTE' };
      await settings.putWatch({ ...watch, item: former, filter: { item: former, containers: true } });
      await settings.putFeed({ ...feed, filter: { item: { ...former, key: renamedKey }, containers: true } });
      const reopened = await reopen();
      const [saved] = await reopened.watches();
      expect(saved).toMatchObject({ item: { type: 'TURTLE_SCUTE' }, filter: { item: { type: 'TURTLE_SCUTE' } } });
      const { key } = identify('TURTLE_SCUTE');
      expect((await reopened.feeds())[0]?.filter.item).toEqual({ type: 'TURTLE_SCUTE', key });
    });

    it('deletes a removed record, and accepts a second removal', async () => {
      const { settings, reopen } = await open();
      await settings.putWatch(watch);
      await settings.removeWatch(watch.id);
      await settings.removeWatch(watch.id);
      await settings.removeFeed('never-there');
      expect(await (await reopen()).watches()).toEqual([]);
    });

    it.each([
      ['a price that is not a number', { ...watch, price: Number.NaN }],
      ['an unknown field', { ...watch, shoeSize: 43 }],
      ['an empty id', { ...watch, id: '' }],
    ])('rejects %s with `NotSaved`', async (_what, broken) => {
      const { settings } = await open();
      await expect(settings.putWatch(broken)).rejects.toThrow(NotSaved);
      expect(await settings.watches()).toEqual([]);
    });

    it('stores any text unchanged', async () => {
      const { settings, reopen } = await open();
      const hostile = ["'; DROP TABLE keyv; --", ':base64:QUJD', '%_', '\u202e\u0000\ud800', '__proto__', '🧱'];
      for (const owner of hostile) {
        await settings.putFeed({ ...feed, filter: { owner, containers: true } });
        expect((await settings.feeds()).map((found) => found.filter.owner)).toEqual([owner]);
      }
      expect(await (await reopen()).feeds()).toHaveLength(1);
    });

    it('completes concurrent writes', async () => {
      const { settings } = await open();
      const ids = Array.from({ length: 50 }, (_, index) => `w${index}`);
      await Promise.all(ids.map((id) => settings.putWatch({ ...watch, id })));
      await Promise.all(ids.slice(0, 25).map((id) => settings.removeWatch(id)));
      expect((await settings.watches()).map((found) => found.id).sort()).toEqual(ids.slice(25).sort());
    });
  });
}
