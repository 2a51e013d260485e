import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Undos } from '../ports/undos.ts';
import { openNamespace } from './namespace.ts';
import { NotSaved } from './not-saved.ts';
import { quietSchema, watchSchema } from './schemas.ts';

const KEPT_MS = 10 * 60_000;

const stepSchema = z.strictObject({
  key: z.string(),
  put: z.array(watchSchema),
  remove: z.array(z.string()),
  quiet: z.exactOptional(quietSchema.nullable()),
});

/** Everybody's last change, in the settings file. */
export async function openUndos(path: string): Promise<Undos & { close(): Promise<void> }> {
  const keyv = await openNamespace(path, 'undos');
  return {
    async keep(userId, step) {
      const key = randomBytes(9).toString('base64url');
      try {
        if (!(await keyv.set(userId, { key, ...step }, KEPT_MS))) throw new Error('no reason given');
      } catch (error) {
        throw new NotSaved(error);
      }
      return key;
    },
    async take(userId, key) {
      const read = stepSchema.safeParse(await keyv.get(userId));
      if (!read.success || (key !== undefined && read.data.key !== key)) return null;
      // Of two that press at once, one has deleted it.
      if (!(await keyv.delete(userId))) return null;
      const { key: _, ...step } = read.data;
      return step;
    },
    async forget(userId) {
      await keyv.delete(userId);
    },
    close: () => keyv.disconnect(),
  };
}
