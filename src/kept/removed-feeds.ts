import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { RemovedFeeds } from '../ports/removed-feeds.ts';
import { feedSchema } from '../rows/settings-schemas.ts';
import type { OpenRecords } from './records.ts';

const KEPT_MS = 10 * 60_000;

/** Removed feeds by key. */
export function keptRemovedFeeds(open: OpenRecords): RemovedFeeds {
  const schema = z.strictObject({ feed: feedSchema });
  const records = open({ name: 'removed-feeds', schema });
  return {
    async keep(feed) {
      const key = randomBytes(9).toString('base64url');
      await records.set(key, { feed }, KEPT_MS);
      return key;
    },
    find: async (key) => (await records.get(key))?.feed ?? null,
    async forget(key) {
      await records.delete(key);
    },
  };
}
