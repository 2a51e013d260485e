import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { KeptUndo, Undos } from '../ports/undos.ts';
import { openNamespace } from './namespace.ts';
import { NotSaved } from './not-saved.ts';
import { undoStepSchema } from './schemas.ts';

const KEPT_MS = 10 * 60_000;

const keptSchema = undoStepSchema.extend({ key: z.string() });

/** Everybody's last change, in the settings file. */
export async function openUndos(path: string): Promise<Undos & { close(): Promise<void> }> {
  const keyv = await openNamespace(path, 'undos');

  async function write(userId: string, { key, step }: KeptUndo): Promise<void> {
    try {
      const stored = z.encode(keptSchema, { key, ...step, put: [...step.put], remove: [...step.remove] });
      if (!(await keyv.set(userId, stored, KEPT_MS))) throw new Error('no reason given');
    } catch (error) {
      throw new NotSaved(error);
    }
  }

  async function last(userId: string): Promise<KeptUndo | null> {
    const read = keptSchema.safeParse(await keyv.get(userId));
    if (!read.success) return null;
    const { key, ...step } = read.data;
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
      if (kept === null) await keyv.delete(userId);
      else await write(userId, kept);
    },
    async take(userId, key) {
      const kept = await last(userId);
      if (kept === null || (key !== undefined && kept.key !== key)) return null;
      try {
        // Of two that press at once, one has deleted it.
        return (await keyv.delete(userId)) ? kept : null;
      } catch (error) {
        throw new NotSaved(error);
      }
    },
    async forget(userId) {
      await keyv.delete(userId);
    },
    close: () => keyv.disconnect(),
  };
}
