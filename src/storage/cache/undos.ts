import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { KeptUndo, Undos } from '../../ports/settings.ts';
import { undoStepSchema } from '../mappers/settings-schemas.ts';
import type { OpenRecords } from './records.ts';

const KEPT_MS = 10 * 60_000;

const keptSchema = undoStepSchema.extend({ key: z.string() });

/** Everybody's last change. */
export function keptUndos(open: OpenRecords): Undos {
  const records = open({ name: 'undos', schema: keptSchema });

  const write = (userId: string, { key, step }: KeptUndo) =>
    records.set(userId, { key, ...step, put: [...step.put], remove: [...step.remove] }, KEPT_MS);

  async function last(userId: string): Promise<KeptUndo | null> {
    const kept = await records.get(userId);
    if (kept === null) return null;
    const { key, ...step } = kept;
    return { key, step };
  }

  return {
    async keep(userId, step) {
      const key = randomBytes(9).toString('base64url');
      await write(userId, { key, step });
      return key;
    },
    last,
    async restore(userId, kept) {
      if (kept === null) await records.delete(userId);
      else await write(userId, kept);
    },
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
