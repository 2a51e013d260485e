import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { FeedUndos } from '../ports/feed-undos.ts';
import { feedSchema } from '../rows/settings-schemas.ts';
import type { OpenRecords } from './records.ts';

const KEPT_MS = 10 * 60_000;

/** Keeps undo steps of feeds by key. A record of 0.4.0 and before holds one removed feed, without `others`. */
export function keptFeedUndos(open: OpenRecords): FeedUndos {
  const schema = z.strictObject({ feed: feedSchema, others: z.exactOptional(z.array(feedSchema)) });
  const records = open({ name: 'removed-feeds', schema });
  return {
    async keep([feed, ...others]) {
      const key = randomBytes(9).toString('base64url');
      await records.set(key, { feed, ...(others.length > 0 && { others }) }, KEPT_MS);
      return key;
    },
    async find(key) {
      const kept = await records.get(key);
      return kept && [kept.feed, ...(kept.others ?? [])];
    },
    async forget(key) {
      await records.delete(key);
    },
  };
}
