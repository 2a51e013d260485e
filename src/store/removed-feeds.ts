import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Log } from '../ports/log.ts';
import type { RemovedFeeds } from '../ports/removed-feeds.ts';
import { feedSchema } from '../rows/settings-schemas.ts';
import { VersionedRecords } from './versioned-records.ts';

const KEPT_MS = 10 * 60_000;

/** Removed feeds by key, in the settings file. */
export async function openRemovedFeeds(path: string, log: Log): Promise<RemovedFeeds & { close(): Promise<void> }> {
  const schema = z.strictObject({ feed: feedSchema });
  const records = await VersionedRecords.open(path, { namespace: 'removed-feeds', schema, log });
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
    close: () => records.close(),
  };
}
