import { randomBytes } from 'node:crypto';
import type { FeedUndos } from '../../ports/settings.ts';
import { RECORD_TABLES } from '../mappers/record-tables.ts';
import type { OpenRecords } from './records.ts';

const KEPT_MS = 10 * 60_000;

/** Undo steps of feeds by key. `after` has an entry for `feed` and each of `others`. */
export function keptFeedUndos(open: OpenRecords): FeedUndos {
  const records = open(RECORD_TABLES.feedUndos);
  return {
    async keep(steps) {
      const key = randomBytes(9).toString('base64url');
      const [first, ...more] = steps;
      const others = more.map(({ before }) => before);
      const after = steps.map((step) => step.after ?? null);
      await records.set(key, { feed: first.before, ...(others.length > 0 && { others }), after }, KEPT_MS);
      return key;
    },
    async find(key) {
      const kept = await records.get(key);
      if (kept === null) return null;
      return [kept.feed, ...(kept.others ?? [])].map((before, index) => {
        const after = kept.after?.[index];
        return { before, ...(after !== undefined && { after }) };
      });
    },
    async forget(key) {
      await records.delete(key);
    },
  };
}
