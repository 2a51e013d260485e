import { randomBytes } from 'node:crypto';
import type { KeptUndo, Undos } from '../../ports/settings.ts';
import { RECORD_TABLES } from '../mappers/record-tables.ts';
import type { OpenRecords } from './records.ts';

const KEPT_MS = 10 * 60_000;

/** The last change of each user. */
export function keptUndos(open: OpenRecords): Undos {
  const records = open(RECORD_TABLES.undos);

  async function last(userId: string): Promise<KeptUndo | null> {
    const kept = await records.get(userId);
    if (kept === null) return null;
    const { key, ...step } = kept;
    return { key, step };
  }

  return {
    async keep(userId, step) {
      const key = randomBytes(9).toString('base64url');
      await records.set(userId, { key, ...step, put: [...step.put], remove: [...step.remove] }, KEPT_MS);
      return key;
    },
    last,
    async take(userId, key) {
      const kept = await last(userId);
      if (kept === null || (key !== undefined && kept.key !== key)) return null;
      // Of two that press at once, one has deleted it.
      return (await records.delete(userId)) ? kept : null;
    },
    async forget(userId) {
      await records.delete(userId);
    },
  };
}
