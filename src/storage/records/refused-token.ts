import { createHash } from 'node:crypto';
import type { RefusedToken } from '../../ports/discord-limits.ts';
import { RECORD_TABLES } from '../mappers/record-tables.ts';
import type { OpenRecords } from './records.ts';

const KEY = 'fingerprint';

/** The token that Discord rejected, as its SHA-256. The hash of 200 random bits does not reveal them. */
export function keptRefusedToken(open: OpenRecords): RefusedToken {
  const records = open(RECORD_TABLES.refusedToken);
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
