import { createHash } from 'node:crypto';
import type { RefusedToken } from '../ports/refused-token.ts';
import { openNamespace } from './namespace.ts';
import { NotSaved } from './not-saved.ts';

const KEY = 'fingerprint';

/** The token that Discord refused, in the settings file: its SHA-256, from which no token of 200 random bits can be had. */
export async function openRefusedToken(path: string): Promise<RefusedToken & { close(): Promise<void> }> {
  const keyv = await openNamespace(path, 'refused-token');
  return {
    is: async (token) => (await keyv.get(KEY)) === fingerprint(token),
    async keep(token) {
      try {
        if (!(await keyv.set(KEY, fingerprint(token)))) throw new Error('no reason given');
      } catch (error) {
        throw new NotSaved(error);
      }
    },
    async forget() {
      try {
        if ((await keyv.get(KEY)) !== undefined) await keyv.delete(KEY);
      } catch (error) {
        throw new NotSaved(error);
      }
    },
    close: () => keyv.disconnect(),
  };
}

function fingerprint(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
