import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { RefusedToken } from '../../ports/discord-limits.ts';
import type { OpenRecords } from './records.ts';

const KEY = 'fingerprint';

const refused = z.strictObject({ sha256: z.string() });

/** Crier 0.3.0 wrote the fingerprint alone. */
function ofOld(value: unknown): unknown {
  return typeof value === 'string' ? { sha256: value } : value;
}

/** The token that Discord refused, as its SHA-256, from which no token of 200 random bits can be had. */
export function keptRefusedToken(open: OpenRecords): RefusedToken {
  const records = open({ name: 'refused-token', schema: refused, ofOld });
  return {
    is: async (token) => (await records.get(KEY))?.sha256 === fingerprint(token),
    keep: (token) => records.set(KEY, { sha256: fingerprint(token) }),
    async forget() {
      if ((await records.get(KEY)) !== null) await records.delete(KEY);
    },
  };
}

function fingerprint(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
