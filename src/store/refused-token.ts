import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Log } from '../ports/log.ts';
import type { RefusedToken } from '../ports/refused-token.ts';
import { VersionedRecords } from './versioned-records.ts';

const KEY = 'fingerprint';

const refused = z.strictObject({ sha256: z.string() });

/** Crier 0.3.0 wrote the fingerprint alone. */
function ofOld(value: unknown): unknown {
  return typeof value === 'string' ? { sha256: value } : value;
}

/** The token that Discord refused, in the settings file: its SHA-256, from which no token of 200 random bits can be had. */
export async function openRefusedToken(path: string, log: Log): Promise<RefusedToken & { close(): Promise<void> }> {
  const records = await VersionedRecords.open(path, { namespace: 'refused-token', schema: refused, log, ofOld });
  return {
    is: async (token) => (await records.get(KEY))?.sha256 === fingerprint(token),
    keep: (token) => records.set(KEY, { sha256: fingerprint(token) }),
    async forget() {
      if ((await records.get(KEY)) !== null) await records.delete(KEY);
    },
    close: () => records.close(),
  };
}

function fingerprint(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
